use crate::words::Segment;

/// Every amount that stands at the end of a text: number, rule, and the words it stands in.
fn amounts(text: &str) -> Vec<String> {
    let segment = Segment::new(text);
    let shown = segment.amounts().into_iter().map(|(amount, mention)| {
        let kind = amount.units.first().map(|unit| format!(" {}", unit.kind())).unwrap_or_default();
        let alone = if amount.needs_unit { "?" } else { "" };
        format!(
            "{}{kind}{alone} {} `{}`",
            amount.number,
            mention.read_as,
            segment.slice(mention.span).unwrap_or_default()
        )
    });
    shown.collect()
}

#[test]
fn what_stands_around_a_number_is_part_of_it() {
    for (text, read) in [
        ("213 million people", "213000000 scale `213 million`"),
        ("$1.2 million", "1200000 dollar scale `1.2 million`"),
        ("1.5k", "1500 scale `1.5k`"),
        ("£5m", "5000000 sterling scale `5m`"),
        ("50%", "50 share percent `50%`"),
        ("50 percent", "50 share percent `50 percent`"),
        ("1/2", "0.5 fraction `1/2`"),
        ("2 1/2 cups", "2.5 volume fraction `2 1/2 cups`"),
        ("2½", "2.5 fraction `2½`"),
        ("1 1/2 hours", "1.5 time fraction `1 1/2 hours`"),
        ("a minute and a half", "1.5 time? unit `a minute and a half`"),
        ("a quarter of an hour", "0.25 time? unit `a quarter of an hour`"),
        ("three quarters of an hour", "0.75 time? unit `three quarters of an hour`"),
        ("half a cubic metre", "0.5 volume? unit `half a cubic metre`"),
        ("3x pork bao", "3 counter `3x`"),
        ("2 and a half litres", "2.5 volume fraction `2 and a half litres`"),
        ("3.2e-9 C", "0.0000000032 charge scientific `3.2e-9 C`"),
        ("1e-3", "0.001 scientific `1e-3`"),
        ("6.02e+2", "602 scientific `6.02e+2`"),
        ("the 18th century", "18 ordinal `18th`"),
        ("a 2-bedroom flat", "2 compound `2`"),
        ("a three-bedroom flat", "3 compound `three`"),
        ("150lbs", "150 mass unit `150lbs`"),
        ("5 km", "5 length number `5`"),
        ("60km/h", "60 speed unit `60km/h`"),
        ("8.5 million square kilometers", "8500000 area scale `8.5 million square kilometers`"),
        ("37.2°C", "37.2 temperature unit `37.2°C`"),
        ("119.5383 W", "119.5383 hemisphere number `119.5383 W`"),
        ("the past decade", "1 months? unit `past decade`"),
        ("half an hour", "0.5 time? unit `half an hour`"),
        ("5'10\"", "70 length? unit `5'10`"),
        ("1.234,50", "1234.5 continental `1.234,50`"),
        ("12,5 %", "12.5 share percent `12,5 %`"),
        ("1'234'567", "1234567 continental `1'234'567`"),
        ("minus 5", "-5 number `minus 5`"),
        ("minus five", "-5 number-words `minus five`"),
        ("a=2", "2 number `2`"),
        ("{'math':90}", "90 number `90`"),
        ("five hundred dollars", "500 dollar number-words `five hundred dollars`"),
    ] {
        assert_eq!(amounts(text), [read], "{text}");
    }
    assert_eq!(amounts("5ft 10in"), ["5 length? unit `5ft`", "10 length? unit `10in`", "70 length? unit `5ft 10in`"]);
    assert_eq!(
        amounts("1 hour and 30 minutes").last().map(String::as_str),
        Some("90 time? unit `1 hour and 30 minutes`")
    );
    assert_eq!(amounts("120/80"), ["120 pair `120`", "80 pair `80`"]);
    assert_eq!(amounts("2,3,4").len(), 3);
    assert_eq!(amounts("$300-$400"), ["300 dollar range `300`", "400 dollar range `400`"]);
    assert_eq!(amounts("between 5-10"), ["5 range `5`", "10 range `10`"]);
    assert_eq!(amounts("1920x1080"), ["1920 listed `1920`", "1080 listed `1080`"]);
    assert_eq!(amounts("y=3x^2 + 2x - 4"), ["3 coefficient `3x`", "2 coefficient `2x`", "-4 coefficient `- 4`"]);
    assert_eq!(amounts("5m"), ["5 time? unit `5m`"]);
}

#[test]
fn what_only_looks_like_an_amount_is_none() {
    for text in [
        "5-10",
        "555-1234",
        "12,34",
        "1.2.3",
        "the 5th",
        "on the 5th of",
        "3rd",
        "10/5",
        "5k5",
        "12abc",
        "007k",
        "20/5",
        "at 5 pm",
        "a4",
        "x2",
        "5-a",
        "one-way",
        "wait a second",
        "A-12",
    ] {
        assert_eq!(amounts(text), [""; 0], "{text}");
    }
}

#[test]
fn an_amount_is_negated_and_corrected_as_a_whole() {
    assert_eq!(amounts("not 213 million"), [""; 0]);
    assert_eq!(amounts("not five"), [""; 0]);
    assert_eq!(amounts("send 500, no, make it three hundred"), ["300 number-words `three hundred`"]);
    assert_eq!(amounts("send 500, no, 1 hour 30 minutes").len(), 3);
    assert_eq!(amounts("50, not 50%").len(), 0);
}
