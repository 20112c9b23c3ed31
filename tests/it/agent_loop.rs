//! The example loop: each of the ten plays is caught by what it is about.

#[path = "../../examples/agent_loop/agent.rs"]
mod agent;
#[path = "../../examples/agent_loop/model.rs"]
mod model;

use std::path::Path;

use chk::Policy;
use chk::turn::{Companion, Conversation};

#[test]
fn each_misbehaviour_is_caught() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/agent_loop");
    let policy = Policy::from_path(folder.join("desk.chk")).unwrap();
    let plays = model::plays();
    assert_eq!(plays.len(), 10);
    for mut played in plays {
        let mut companion = Companion::new(policy.clone(), Conversation::new().user("ann"));
        agent::turn(&mut companion, &mut played).unwrap();
        let seen = played.seen.join("\n");
        assert!(seen.contains(played.caught), "{}: {} is not in\n{seen}", played.name, played.caught);
    }
}

#[test]
fn the_loop_stays_short() {
    let lines = include_str!("../../examples/agent_loop/agent.rs").lines().count();
    assert!(lines < 80, "the loop has {lines} lines");
}
