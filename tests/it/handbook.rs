//! A policy as a page: what is written, in which form.

use chk::Policy;
use chk::verdict::{Layout, write_json};

use crate::support::chk;

const SHOP: &str = r#"language 1
whitelist places { "home", "office" }
effect order.sent { to: text } said as "send"
pattern code = /^[A-Z]{2} [0-9]+$/i
fixed {
  budget rounds 4 per message
  guard short on answer when length(answer.text) > 100 then retry "Be brief." then append "(long)"
  result { upstream_error when status >= 500 retriable because "It is down." }
}
provider shop {
  ## What a code stands for.
  lookup codes(at) by shop.list { place: at } within 30m outside
  lookup stock by host
  ## Sends an order.
  tool send {
    irreversible
    effect order.sent { to: to }
    ## Where it goes.
    slot to: text where it in places from user_answer, instruction alias place ask "Where to?"
    slot code: text where it matches code from user_answer, measured(codes(to)[where it.name is said].code)
    slot count: integer optional default 1 from instruction unambiguous
    slot note: text optional drafted
    slot pin: text secret supplied
    group pair { name, street } from measured(codes(*)[*])
    slot name: text
    slot street: text
    fact left: integer from measured(stock.left) at trigger
    let wanted = if count is known then count else 1
    ## Only what is there can be sent.
    require there: wanted <= left else hold "Only {left} are left."
    forbid twice when count == 2 because "Not two."
    confirm sure when note is known or code is known or name is known or street is known
      ask "Send {count} of {code} to {to}, {name} {street}, with {note}?"
    notice final show "No returns."
    once per session
    after timeout verify by shop.list { place: to }
    changes stock
    result { partial when body.some keep body.done }
    on failure retry 2
    guard again on call when call.repeated > 1 then replay at most 2 per session then hold "Again."
  }
  tool list { read_only slot place: text  result { data body.rows: list of any scope "Only this shop." } }
}
user { for shop.send { budget calls 3 per message } }
"#;

fn shop() -> Policy {
    Policy::from_text("shop.chk", SHOP).unwrap_or_else(|errors| panic!("{:?}", errors.diagnostics()))
}

#[test]
fn each_form_of_a_page() {
    let page = shop().handbook();
    insta::assert_snapshot!("handbook_markdown", page.to_markdown());
    insta::assert_snapshot!("handbook_html", page.to_html());
    insta::assert_snapshot!("handbook_json", write_json(&page.to_value(), Layout::Pretty));
}

#[test]
fn a_page_is_written_or_the_policy_is_said_not_to_load() {
    let ran = chk(&["docs", "policies/lamp.chk"]).run();
    assert!(ran.code == 0 && ran.stdout.starts_with("# The policy `"), "{}", ran.shown());
    let ran = chk(&["docs", "policies/lamp.chk", "--format", "html"]).run();
    assert!(ran.code == 0 && ran.stdout.starts_with("<!DOCTYPE html>"), "{}", ran.shown());
    let ran = chk(&["docs", "policies/lamp.chk", "--format", "json"]).run();
    assert_eq!((ran.code, ran.json()["tools"][0]["tool"].as_str()), (0, Some("lamp.turn_on")));
    let ran = chk(&["docs", "policies/wrong.txt"]).run();
    assert!(ran.code == 2 && ran.stdout.is_empty(), "{}", ran.shown());
    let ran = chk(&["docs", "policies/wrong.txt", "--format", "json"]).run();
    assert!(ran.code == 2 && ran.json()["diagnostics"].is_array(), "{}", ran.shown());
}
