//! An agent loop around a model that misbehaves in ten ways: what it does and how it is caught.
//!
//! ```sh
//! cargo run --example agent_loop
//! ```

mod agent;
mod model;

use chk::Policy;
use chk::turn::{Companion, Conversation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let policy = Policy::from_path(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/agent_loop/desk.chk"))?;
    for mut played in model::plays() {
        let mut companion = Companion::new(policy.clone(), Conversation::new().user("ann"));
        let shown = agent::turn(&mut companion, &mut played)?;
        println!("{}\n  caught  {}", played.name, played.seen.join("\n          "));
        println!("  shown   {}\n", shown.replace('\n', "\n          "));
    }
    Ok(())
}
