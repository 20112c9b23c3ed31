//! A writer that is killed at any byte costs nothing that was acknowledged.

use std::fs;

use chk::record::{Digest, Kind, Log, Record, verify_file};

use super::{at, bank, fresh, note, notes};

#[test]
fn a_line_that_is_torn_at_any_byte_is_set_aside_and_said() {
    let path = fresh("torn");
    notes(&path, &["one", "two", "three"]);
    let whole = fs::read(&path).unwrap();
    let start = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    let aside = path.with_extension("jsonl.torn");
    let (policy, snapshot) = (bank(), note("four"));
    for cut in start..whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let _ = fs::remove_file(&aside);
        let torn = &whole[start..cut];
        let found = verify_file(&path, None).unwrap();
        assert!(found.is_intact() && found.head.lines == 2 && found.unfinished == torn.len() as u64, "{cut}");

        let mut record = Record::over(Log::open(&path).unwrap().without_sync());
        let recorded = record.verdict(&policy, &snapshot, at(9)).unwrap();
        let found = verify_file(&path, Some(recorded.line())).unwrap();
        assert!(found.is_intact() && found.unfinished == 0, "{cut}");
        assert!(fs::read(&path).unwrap().starts_with(&whole[..start]), "{cut}: what stood in front is as it was");
        if torn.is_empty() {
            assert_eq!((found.head.lines, record.torn().len()), (3, 0));
            continue;
        }
        assert_eq!((found.head.lines, found.kinds[&Kind::Torn]), (4, 1), "{cut}");
        assert_eq!(fs::read(&aside).unwrap(), [torn, b"\n"].concat());
        let said = record.line(3).unwrap().unwrap();
        assert_eq!(said.field("digest").unwrap().as_text().unwrap(), Digest::of(torn).to_string());
        assert_eq!(said.field("kept_in").unwrap().as_text(), Some("record.jsonl.torn"));
        assert_eq!(record.torn()[0].bytes, torn.len() as u64);
    }
}

#[test]
fn a_handle_that_is_open_sees_what_another_left_torn() {
    let path = fresh("open");
    let mut record = Record::open(&path).unwrap();
    record.verdict(&bank(), &note("one"), at(0)).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice(b"{\"chk\":1,\"seq\":2,\"pr");
    fs::write(&path, bytes).unwrap();
    assert_eq!(record.verdict(&bank(), &note("two"), at(0)).unwrap().seq(), 3);
    assert!(verify_file(&path, None).unwrap().is_intact());
}

#[test]
fn the_very_first_line_may_be_torn_too() {
    let path = fresh("first");
    fs::write(&path, "{\"chk\":1,\"s").unwrap();
    let recorded = notes(&path, &["one"]);
    assert_eq!(recorded[0].seq(), 2);
    assert_eq!(verify_file(&path, None).unwrap().kinds[&Kind::Torn], 1);
}
