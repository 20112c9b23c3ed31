//! Where the disk or the file does not take a line, there is no verdict.

use std::fs;

use chk::record::{Log, Record, RecordError, verify_file};

use super::{at, bank, fresh, note, notes};

#[test]
fn a_folder_in_the_place_of_a_record_is_said_to_be_one_that_cannot_be_opened() {
    let path = fresh("folder");
    fs::create_dir(&path).unwrap();
    let error = Record::open(&path).unwrap_err();
    assert!(matches!(error, RecordError::Io { doing: "opened", .. }), "{error}");
}

#[test]
fn a_record_that_is_open_to_read_takes_no_line() {
    let path = fresh("read-only");
    notes(&path, &["one"]);
    let before = fs::read(&path).unwrap();
    let mut record = Record::over(Log::open_to_read(&path).unwrap());
    let error = record.verdict(&bank(), &note("two"), at(1)).unwrap_err();
    assert!(matches!(error, RecordError::Io { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_acknowledges_nothing() {
    let error = Record::open("/dev/full").unwrap().verdict(&bank(), &note("one"), at(0)).unwrap_err();
    assert!(matches!(error, RecordError::Io { doing: "written", .. }), "{error}");
}

#[test]
fn a_last_line_that_ends_inside_a_letter_is_set_aside() {
    let path = fresh("letter");
    notes(&path, &["one", "b\u{e9}\u{20ac}\u{1f600}"]);
    let whole = fs::read(&path).unwrap();
    let start = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    let inside: Vec<usize> = (start..whole.len()).filter(|at| whole[*at] & 0xc0 == 0x80).collect();
    assert!(inside.len() >= 6, "{inside:?}");
    for cut in inside {
        fs::write(&path, &whole[..cut]).unwrap();
        let found = verify_file(&path, None).unwrap();
        assert!(found.is_intact() && found.unfinished == (cut - start) as u64, "{cut}");
        notes(&path, &["three"]);
        assert_eq!(verify_file(&path, None).unwrap().head.lines, 3, "{cut}");
    }
}
