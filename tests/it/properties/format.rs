//! A formatted policy decides as the policy does.

use chk::format::format;

use super::{Json, Policy, World, always, judge, list, verdict_of};

/// What a verdict comes to, without the places of the policy and its digest.
fn decided(policy: &Policy, world: &World) -> (Json, Vec<(Json, Json, Json)>) {
    let verdict = verdict_of(&judge(policy, &world.snapshot));
    let slots = list(&verdict, "slots");
    let slots = slots.iter().map(|slot| (slot["id"].clone(), slot["state"].clone(), slot["value"].clone())).collect();
    (verdict["decision"].clone(), slots)
}

#[test]
fn a_formatted_policy_decides_as_it_did() {
    always(60, |world, _| {
        let text = world.model.text();
        let formatted = format("main.chk", &text).map_err(|error| error.to_string())?;
        let again = format("main.chk", &formatted).map_err(|error| error.to_string())?;
        ensure!(again == formatted, "formatted twice is not formatted once:\n{formatted}\n{again}");
        let one_line = format("main.chk", &text.replace('\n', " ")).map_err(|error| error.to_string())?;
        ensure!(one_line == formatted, "line ends make a difference:\n{formatted}\n{one_line}");
        let policy = Policy::from_text("main.chk", &formatted).map_err(|error| error.to_string())?;
        ensure!(decided(&policy, world) == decided(&world.policy, world), "another verdict:\n{formatted}");
        Ok(())
    });
}
