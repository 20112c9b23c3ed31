use super::*;
use crate::words::Segment;

/// The numbers that stand at the end of a text.
fn numbers(text: &str) -> Vec<String> {
    Segment::new(text).numbers().into_iter().map(|(number, _)| number.to_string()).collect()
}

/// The days that stand at the end of a text.
fn dates(text: &str) -> Vec<String> {
    Segment::new(text).dates().into_iter().map(|(date, _)| date.to_string()).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn a_date_is_said_in_unambiguous_forms() {
    for text in [
        "on 2024-05-20.",
        "May 20, 2024",
        "May 20 2024",
        "may 20th, 2024",
        "20 May 2024",
        "20th of May 2024",
        "20-May-2024",
        "on the 20th of May, 2024",
        "20. May 2024",
        "(2024-05-20)",
        "2024-5-20",
        "2024/05/20",
        "2024.5.20",
        "20.05.2024",
        "05/20/2024",
        "20/5/2024",
        "2024年5月20日",
        "2024년 5월 20일",
        "May the 20th, 2024",
    ] {
        assert_eq!(dates(text), ["2024-05-20"], "{text}");
    }
    assert_eq!(dates("Sept. 3, 2026 and 4 Dec 2026"), ["2026-09-03", "2026-12-04"]);
    for text in [
        "05/06/2024",
        "2024-02-30",
        "30/02/2024",
        "Feb 30, 2024",
        "x2024-05-20",
        "2024-05-201",
        "May 20",
        "10.0.0.2024",
        "20/05/24",
        "20/5.2024",
    ] {
        assert_eq!(dates(text), NONE, "{text}");
    }
}

#[test]
fn a_moment_is_said_in_iso_form() {
    let said = |text: &str| Segment::new(text).datetimes().iter().map(|(time, _)| *time).collect::<Vec<_>>();
    let time: Vec<_> = DateTime::parse("2026-03-11T09:24:07Z").into_iter().collect();
    assert_eq!(said("at 2026-03-11T09:24:07Z."), time);
    assert_eq!(said("2026-03-11 09:24:07Z"), time);
    assert_eq!(dates("2026-03-11 09:24"), ["2026-03-11"]);
    assert_eq!(dates("2026-03-11T09:24"), ["2026-03-11"]);
    assert_eq!(said("2026-03-11 and 09:24"), []);
}

#[test]
fn a_day_without_a_year_is_kept_apart() {
    let said = Segment::new("by May 20").dates_without_year();
    assert_eq!(said.iter().map(|(day, _)| (day.month, day.day)).collect::<Vec<_>>(), [(5, 20)]);
    let today = |text| Date::parse(text);
    let day = YearlessDay { month: 5, day: 20 };
    assert_eq!(today("2026-05-20").and_then(|today| day.soonest(today)), Date::parse("2026-05-20"));
    assert_eq!(today("2026-05-21").and_then(|today| day.soonest(today)), Date::parse("2027-05-20"));
}

#[test]
fn days_of_a_range_share_what_one_of_them_has() {
    for text in [
        "from May 20, 2024 to May 25, 2024",
        "from May 20 to May 25, 2024",
        "May 20, 2024 until May 25",
        "May 20-25, 2024",
        "May 20 to 25, 2024",
        "20-25 May 2024",
        "20 to 25 May 2024",
    ] {
        assert_eq!(dates(text), ["2024-05-20", "2024-05-25"], "{text}");
    }
    assert_eq!(dates("from December 28 to January 3, 2024"), ["2024-01-03"]);
}

#[test]
fn an_amount_before_a_month_is_no_day() {
    for text in ["pay $20 May 5, 2024", "pay 20 May 5, 2024"] {
        assert_eq!((numbers(text), dates(text)), (vec!["20".to_owned()], vec!["2024-05-05".to_owned()]), "{text}");
    }
}

#[test]
fn a_modal_verb_is_no_month() {
    assert_eq!(numbers("12 may be enough"), ["12"]);
}
