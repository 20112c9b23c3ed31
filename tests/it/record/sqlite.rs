//! The same record as a table.

use chk::record::{Digest, Kind, Record, Redeemer, RefusalReason, Signer, Sqlite, verify};
use chk::value::Duration;

use super::{at, bank, fresh, note, payment};

#[test]
fn rows_are_the_lines_of_a_record() {
    let path = fresh("sqlite").with_extension("sqlite");
    let (mut one, mut two) = (Record::over(Sqlite::open(&path).unwrap()), Record::over(Sqlite::open(&path).unwrap()));
    let signer = Signer::ed25519(&[7; 32]);
    let recorded = one.verdict(&bank(), &payment(5, ""), at(0)).unwrap();
    two.verdict(&bank(), &note("two"), at(1)).unwrap();
    let call = recorded.verdict().call().unwrap().arguments.clone().unwrap();
    let permit = recorded.permit(&signer, Duration::parse("60s").unwrap()).unwrap().to_text();
    let redeemer = Redeemer::new(signer.verifier(), two);
    drop(redeemer.redeem(&permit, "bank.pay", &call, at(1)).unwrap());
    let other = Redeemer::new(signer.verifier(), Record::over(Sqlite::open(&path).unwrap()));
    let refusal = other.redeem(&permit, "bank.pay", &call, at(1)).unwrap_err();
    assert_eq!((refusal.reason, refusal.unrecorded.is_none()), (RefusalReason::Replayed, true));
    assert_eq!(one.prior("ann:bank.pay").unwrap().len(), 1);
    assert_eq!(one.line(4).unwrap().unwrap().kind, Kind::Refusal);

    let database = rusqlite::Connection::open(&path).unwrap();
    let mut statement = database.prepare("SELECT line, digest, kind, outcome FROM lines ORDER BY seq").unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).unwrap();
    let rows: Vec<(String, String, String, Option<String>)> = rows.map(Result::unwrap).collect();
    let text: String = rows.iter().map(|row| format!("{}\n", row.0)).collect();
    let found = verify(text.as_bytes(), None).unwrap();
    assert!(found.is_intact() && found.head.lines == 4);
    assert!(rows.iter().all(|row| row.1 == Digest::of(row.0.as_bytes()).to_string()));
    let outcomes: Vec<Option<&str>> = rows.iter().map(|row| row.3.as_deref()).collect();
    assert_eq!(outcomes, [Some("execute"), Some("execute"), None, Some("replayed")]);
    assert!(!text.contains("Zq81xx"));
}
