//! A permit redeems once, in time, for exactly its call.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chk::record::{
    Enforcement, Kind, Permit, PermitError, Record, Recorded, Redeemer, RefusalReason, Signer, Verifier, verify_file,
};
use chk::snapshot::CallResult;
use chk::value::{DateTime, Duration, Map, Value};
use chk::{Decision, Snapshot};
use proptest::prelude::*;

use super::{at, bank, fresh, note, payment, snapshot};

pub(super) fn signer() -> Signer {
    Signer::ed25519(&[7; 32])
}

pub(super) fn minute() -> Duration {
    Duration::parse("60s").unwrap()
}

pub(super) fn arguments(recorded: &Recorded) -> Map {
    recorded.verdict().call().unwrap().arguments.clone().unwrap()
}

/// A recorded verdict and its permit, as text.
pub(super) fn permit(path: &Path, snapshot: &Snapshot) -> (Recorded, String) {
    let recorded = Record::open(path).unwrap().verdict(&bank(), snapshot, at(0)).unwrap();
    let text = recorded.permit(&signer(), minute()).unwrap().to_text();
    (recorded, text)
}

pub(super) fn redeemer(path: &Path) -> Redeemer {
    Redeemer::new(signer().verifier(), Record::open(path).unwrap())
}

pub(super) fn refused(redeemer: &Redeemer, permit: &str, tool: &str, arguments: &Map, now: DateTime) -> RefusalReason {
    let refusal = redeemer.redeem(permit, tool, arguments, now).unwrap_err();
    assert!(refusal.unrecorded.is_none());
    refusal.reason
}

/// The reasons of the refusals that stand in a record.
fn reasons(path: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let collect = |line: chk::record::Line| {
        if line.kind == Kind::Refusal {
            found.push(line.field("reason").unwrap().as_text().unwrap().to_owned());
        }
        true
    };
    Record::open(path).unwrap().lines(1, collect).unwrap();
    found
}

#[test]
fn a_permit_lets_its_call_run_with_its_secrets() {
    let path = fresh("runs");
    let (recorded, text) = permit(&path, &payment(5, ""));
    let arguments = arguments(&recorded);
    assert!(arguments["pin"].as_text().unwrap().starts_with("sha256:"));
    let execution = redeemer(&path).redeem(&text, "bank.pay", &arguments, at(1)).unwrap();
    assert!(!format!("{execution:?}").contains("Zq81xx"));
    let mut ran = None;
    let returned = execution.run(|tool, arguments| {
        ran = Some((tool.to_owned(), arguments.clone()));
        CallResult { text: Some("paid with Zq81xx".into()), ..CallResult::default() }
    });
    let (tool, given) = ran.unwrap();
    assert_eq!((tool.as_str(), given["pin"].as_text()), ("bank.pay", Some("Zq81xx")));
    let envelope = [("ok", Value::from(true)), ("data", Value::from("paid with Zq81xx"))];
    let result = returned.enveloped(Value::map(envelope), at(2)).unwrap();
    assert_eq!(result.text.as_deref(), Some("paid with Zq81xx"));

    let mut record = Record::open(&path).unwrap();
    let kinds: Vec<Kind> = (1..=3).map(|seq| record.line(seq).unwrap().unwrap().kind).collect();
    assert_eq!(kinds, [Kind::Verdict, Kind::Execution, Kind::Result]);
    assert_eq!(record.line(3).unwrap().unwrap().field("envelope").unwrap().field("ok"), Some(&Value::from(true)));
    assert!(!fs::read_to_string(&path).unwrap().contains("Zq81xx"));
    assert!(verify_file(&path, None).unwrap().is_intact());
}

#[test]
fn only_execute_gives_a_permit() {
    let path = fresh("decisions");
    let mut record = Record::open(&path).unwrap();
    let big = record.verdict(&bank(), &payment(5000, ""), at(0)).unwrap();
    assert_eq!(big.permit(&signer(), minute()).unwrap_err(), PermitError::NotExecute(Decision::AskUser));
    assert!(!big.proceeds());
    let answer = record.verdict(&bank(), &snapshot("phase: answer\nanswer: { text: hello }\n"), at(0)).unwrap();
    assert_eq!(answer.permit(&signer(), minute()).unwrap_err(), PermitError::NotExecute(Decision::Pass));
    let good = record.verdict(&bank(), &payment(5, ""), at(0)).unwrap();
    for lifetime in ["0s", "-5s", "25h"] {
        let lifetime = Duration::parse(lifetime).unwrap_or(Duration::from_nanos(-1));
        assert_eq!(good.permit(&signer(), lifetime).unwrap_err(), PermitError::Lifetime);
    }
    let nowhere = record.verdict(&bank(), &payment(5, ""), DateTime::parse("2026-03-11T09:00").unwrap()).unwrap();
    assert_eq!(nowhere.permit(&signer(), minute()).unwrap_err(), PermitError::NoZone);
}

#[test]
fn a_shadow_verdict_gives_no_permit_and_keeps_nothing_from_going_on() {
    let path = fresh("shadow");
    let mut record = Record::open(&path).unwrap().enforce(Enforcement::Shadow);
    let recorded = record.verdict(&bank(), &payment(5, ""), at(0)).unwrap();
    assert_eq!(recorded.permit(&signer(), minute()).unwrap_err(), PermitError::Shadow);
    let held = record.verdict(&bank(), &payment(5000, ""), at(0)).unwrap();
    assert!(held.proceeds() && held.verdict().decision == Decision::AskUser);
    let line = record.line(2).unwrap().unwrap();
    assert_eq!(line.field("enforcement").unwrap().as_text(), Some("shadow"));
    assert_eq!(line.field("decision").unwrap().as_text(), Some("ask_user"));
}

#[test]
fn every_refusal_has_its_reason_and_is_recorded() {
    let path = fresh("reasons");
    let (recorded, text) = permit(&path, &payment(5, ""));
    let call = arguments(&recorded);
    let redeemer = redeemer(&path);
    let mut seen = Vec::new();
    let mut say = |reason: RefusalReason| seen.push(reason);

    for malformed in ["", "{}", "not a permit", &text.replace("secrets", "secret"), &format!("{text} ")] {
        say(refused(&redeemer, malformed, "bank.pay", &call, at(1)));
    }
    let other = recorded.permit(&Signer::ed25519(&[8; 32]), minute()).unwrap().to_text();
    say(refused(&redeemer, &other, "bank.pay", &call, at(1)));
    let shared = recorded.permit(&Signer::hmac(&[7; 32]).unwrap(), minute()).unwrap().to_text();
    say(refused(&redeemer, &shared, "bank.pay", &call, at(1)));
    for (from, to) in [("09:01:00Z", "19:01:00Z"), ("bank.pay", "bank.pax"), ("Zq81xx", "Zq81xy"), ("ann:", "bob:")] {
        let altered = text.replace(from, to);
        assert_ne!(altered, text);
        say(refused(&redeemer, &altered, "bank.pay", &call, at(1)));
    }
    let strict = redeemer.clone().under("sha256:0000");
    say(refused(&strict, &text, "bank.pay", &call, at(1)));
    say(refused(&redeemer, &text, "bank.pay", &call, DateTime::parse("2026-03-11T08:59:59Z").unwrap()));
    say(refused(&redeemer, &text, "bank.pay", &call, at(60)));
    say(refused(&redeemer, &text, "bank.pay", &call, DateTime::parse("2026-03-11T09:00:01").unwrap()));
    say(refused(&redeemer, &text, "bank.note", &call, at(1)));
    let mut more = call.clone();
    more.insert("amount".into(), Value::from(6_i64));
    say(refused(&redeemer, &text, "bank.pay", &more, at(1)));
    let accepted = redeemer.clone().under(bank().digest().to_owned());
    drop(accepted.redeem(&text, "bank.pay", &call, at(59)).unwrap());
    say(refused(&redeemer, &text, "bank.pay", &call, at(59)));
    // Another permit of the same verdict is the same leave.
    let longer = recorded.permit(&signer(), Duration::parse("1h").unwrap()).unwrap().to_text();
    say(refused(&redeemer, &longer, "bank.pay", &call, at(100)));

    let words: Vec<&str> = seen.iter().map(|reason| reason.as_str()).collect();
    let expected = [
        ["malformed"; 5].as_slice(),
        &["forged"; 2],
        &["altered"; 4],
        &["other_policy", "not_yet", "expired", "expired", "mismatched", "mismatched", "replayed", "replayed"],
    ];
    assert_eq!(words, expected.concat());
    assert_eq!(reasons(&path), words);
    let text = fs::read_to_string(&path).unwrap();
    assert!(!text.contains("Zq81xx") && !text.contains("Zq81xy"), "{text}");
    assert!(verify_file(&path, None).unwrap().is_intact());
}

#[test]
fn an_approval_is_used_up_by_one_execution() {
    let path = fresh("approval");
    let given = "{ id: k1, tool: bank.pay, confirm: large, bound: { amount: 5000 }, at: '2026-03-11T09:00:00Z' }";
    let mut record = Record::open(&path).unwrap();
    let approval = payment(5000, given).approvals[0].clone();
    let digest = record.approved("ann:bank.pay", &approval, at(0)).unwrap();
    let both = [0, 1].map(|second| record.verdict(&bank(), &payment(5000, given), at(second)).unwrap());
    assert!(both.iter().all(|recorded| recorded.verdict().decision == Decision::Execute));
    assert_eq!(record.used_by(digest).unwrap(), None);
    let redeemer = redeemer(&path);
    let [first, second] = both.map(|recorded| {
        let permit = recorded.permit(&signer(), minute()).unwrap();
        redeemer.redeem(&permit.to_text(), "bank.pay", &arguments(&recorded), at(2)).map(|_| permit.nonce())
    });
    assert_eq!(second.unwrap_err().reason, RefusalReason::ApprovalUsed);
    assert_eq!(record.used_by(digest).unwrap(), Some(first.unwrap()));
    // And it counts for no later verdict, whatever the host still believes.
    let third = record.verdict(&bank(), &payment(5000, given), at(3)).unwrap();
    assert_eq!(third.verdict().decision, Decision::AskUser);
    let line = record.line(1).unwrap().unwrap();
    assert_eq!((line.kind, line.field("approval").unwrap().as_text()), (Kind::Approval, Some(&*digest.to_string())));
}

#[test]
fn an_approval_that_counts_again_counts_once() {
    let path = fresh("again");
    let given = "{ id: k1, tool: bank.pay, confirm: large, bound: { amount: 5000 }, at: '2026-03-11T09:00:00Z' }";
    let mut record = Record::open(&path).unwrap();
    let redeemer = redeemer(&path);
    let redeem = |recorded: &Recorded, second: u32| {
        let permit = recorded.permit(&signer(), minute()).unwrap().to_text();
        redeemer
            .redeem(&permit, "bank.pay", &arguments(recorded), at(second))
            .map(drop)
            .map_err(|refusal| refusal.reason)
    };
    let first = record.verdict(&bank(), &payment(5000, given), at(0)).unwrap();
    assert_eq!(redeem(&first, 1), Ok(()));
    // It timed out, and is known not to have happened: two verdicts let it count again before either has run.
    let mut after = payment(5000, given);
    let timed_out = "turn: { calls: [{ tool: bank.pay, arguments: { amount: 5000, pin: Zq81xx }, outcome: executed,
      result: { ok: false, error_kind: timeout }, approval: k1, settled: not_happened }] }";
    after.turn = snapshot(&format!("call: {{ tool: bank.note, arguments: {{}} }}\n{timed_out}")).turn;
    let both = [2, 3].map(|second| record.verdict(&bank(), &after, at(second)).unwrap());
    let decisions = both.each_ref().map(|recorded| recorded.verdict().decision);
    assert_eq!(decisions, [Decision::Execute; 2], "{}", both[0].verdict().to_json_pretty());
    let [second, third] = both;
    assert_eq!(redeem(&second, 4), Ok(()));
    assert_eq!(redeem(&third, 5), Err(RefusalReason::ApprovalUsed));
}

#[test]
fn of_many_executors_one_redeems() {
    let path = fresh("many");
    for round in 0..10 {
        let (recorded, text) = permit(&path, &note(&format!("n{round}")));
        let call = arguments(&recorded);
        let done: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..6)
                .map(|_| {
                    scope.spawn(|| match redeemer(&path).redeem(&text, "bank.note", &call, at(1)) {
                        Ok(_) => 1,
                        Err(refusal) => {
                            assert_eq!(refusal.reason, RefusalReason::Replayed);
                            0
                        }
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(done, 1);
    }
    let found = verify_file(&path, None).unwrap();
    assert_eq!((found.kinds[&Kind::Execution], found.kinds[&Kind::Refusal]), (10, 50));
}

#[test]
fn a_permit_ends_with_its_record() {
    let path = fresh("begun-anew");
    let (recorded, text) = permit(&path, &note("one"));
    let call = arguments(&recorded);
    drop(redeemer(&path).redeem(&text, "bank.note", &call, at(1)).unwrap());
    // A new file is begun, which does not know what was redeemed.
    fs::rename(&path, path.with_extension("old")).unwrap();
    assert_eq!(refused(&redeemer(&path), &text, "bank.note", &call, at(2)), RefusalReason::UnknownVerdict);
    // An executor with a record of its own asks only whether it redeemed it itself.
    let apart = redeemer(&fresh("apart")).apart();
    drop(apart.redeem(&text, "bank.note", &call, at(2)).unwrap());
    assert_eq!(refused(&apart, &text, "bank.note", &call, at(2)), RefusalReason::Replayed);
}

#[test]
fn an_executor_whose_record_is_broken_runs_nothing() {
    let path = fresh("broken");
    let (recorded, text) = permit(&path, &note("one"));
    let call = arguments(&recorded);
    drop(redeemer(&path).redeem(&text, "bank.note", &call, at(1)).unwrap());
    permit(&path, &note("two"));
    // Somebody takes the line out that says that it ran.
    let lines: Vec<String> = fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    fs::write(&path, format!("{}\n{}\n", lines[0], lines[2])).unwrap();
    let refusal = redeemer(&path).redeem(&text, "bank.note", &call, at(1)).unwrap_err();
    assert_eq!(refusal.reason, RefusalReason::Unrecorded);
    assert!(refusal.unrecorded.unwrap().to_string().contains("line 2 of the record"));
}

#[test]
fn what_was_executed_is_known_with_its_first_source() {
    let path = fresh("prior");
    let (recorded, text) = permit(&path, &payment(5, ""));
    drop(redeemer(&path).redeem(&text, "bank.pay", &arguments(&recorded), at(1)).unwrap());
    let mut record = Record::open(&path).unwrap();
    record.verdict(&bank(), &payment(6, ""), at(2)).unwrap();
    let prior = record.prior("ann:bank.pay").unwrap();
    assert_eq!(prior.len(), 1);
    assert_eq!((&*prior[0].decision, prior[0].at), ("executed", Some(at(1))));
    let slot = |name: &str| prior[0].slots.iter().find(|slot| slot.id.ends_with(name)).unwrap();
    assert_eq!(slot(".amount").value, Some(Value::from(5_i64)));
    assert_eq!(slot(".amount").origin_source.as_deref(), Some("instruction"));
    assert_eq!(slot(".amount").evidence, None);
    assert!(slot(".pin").value.as_ref().unwrap().as_text().unwrap().starts_with("sha256:"));
    assert!(record.prior("bob:bank.pay").unwrap().is_empty());
}

#[test]
fn keys_that_are_none_are_refused() {
    assert!(Signer::hmac(&[1; 31]).is_err() && Verifier::hmac(b"short").is_err());
    // The neutral element, for which anything is signed.
    let mut weak = [0; 32];
    weak[0] = 1;
    assert!(Verifier::ed25519(&weak).is_err());
    let shown = format!("{:?} {:?}", signer(), Signer::hmac(&[0x61; 40]).unwrap());
    assert!(!shown.contains("aaaa") && shown.contains("ed25519:"), "{shown}");
}

/// What may happen to a permit on its way.
#[derive(Clone, Debug)]
enum Fate {
    Flip(usize, u8),
    Late(u32),
    Early,
    Amount(i64),
    Tool,
    Fair,
}

fn fates() -> impl Strategy<Value = Vec<Fate>> {
    let fate = prop_oneof![
        3 => (any::<usize>(), 1..128_u8).prop_map(|(at, bits)| Fate::Flip(at, bits)),
        1 => (60..600_u32).prop_map(Fate::Late),
        1 => Just(Fate::Early),
        1 => (6..99_i64).prop_map(Fate::Amount),
        1 => Just(Fate::Tool),
        2 => Just(Fate::Fair),
    ];
    proptest::collection::vec(fate, 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_permit_redeems_once_in_time_for_exactly_its_call(fates in fates(), is_shared in any::<bool>()) {
        let path = fresh("once");
        let signer = if is_shared { Signer::hmac(&[3; 32]).unwrap() } else { signer() };
        let recorded = Record::open(&path).unwrap().verdict(&bank(), &payment(5, ""), at(0)).unwrap();
        let text = recorded.permit(&signer, minute()).unwrap().to_text();
        let call = arguments(&recorded);
        let redeemer = Redeemer::new(signer.verifier(), Record::open(&path).unwrap());
        let mut fair = 0;
        let mut words = BTreeSet::new();
        for fate in &fates {
            let (mut text, mut tool, mut call, mut now) = (text.clone(), "bank.pay", call.clone(), at(1));
            match fate {
                Fate::Flip(place, bits) => {
                    let mut bytes = text.into_bytes();
                    let place = place % bytes.len();
                    bytes[place] ^= bits;
                    text = String::from_utf8_lossy(&bytes).into_owned();
                }
                Fate::Late(second) => now = at(*second),
                Fate::Early => now = DateTime::parse("2026-03-11T08:00:00Z").unwrap(),
                Fate::Amount(amount) => drop(call.insert("amount".into(), Value::from(*amount))),
                Fate::Tool => tool = "bank.note",
                Fate::Fair => {}
            }
            match redeemer.redeem(&text, tool, &call, now) {
                Ok(execution) => {
                    prop_assert!(matches!(fate, Fate::Fair), "{:?}", fate);
                    fair += 1;
                    execution.run(|tool, given| {
                        assert_eq!((tool, given["amount"].clone()), ("bank.pay", Value::from(5_i64)));
                        CallResult::default()
                    }).enveloped(Value::Null, at(2)).unwrap();
                }
                Err(refusal) => drop(words.insert(refusal.reason)),
            }
        }
        let had_fair = fates.iter().any(|fate| matches!(fate, Fate::Fair));
        prop_assert_eq!(fair, u32::from(had_fair));
        prop_assert!(!words.contains(&RefusalReason::Unrecorded));
        prop_assert_eq!(reasons(&path).len(), fates.len() - fair as usize);
    }

    #[test]
    fn whatever_is_no_permit_is_none(text in ".{0,80}") {
        prop_assert!(Permit::from_text(&text).is_none());
    }
}
