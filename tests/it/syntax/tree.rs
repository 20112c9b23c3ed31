//! What the tree says.

use chk::syntax::ast::{
    ClauseKind, CompareOp, Expr, ExprKind, File, Item, ItemKind, LogicOp, MessagePart, SelectorKind, Slot, StepKind,
    TypeKind,
};
use chk::value::Value;

use super::read;

fn sound(text: &str) -> File {
    let parsed = read(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.file
}

/// The items of the only section.
fn items(text: &str) -> Vec<Item> {
    match sound(&format!("language 1\nfixed {{\n{text}\n}}")).items.remove(0).kind {
        ItemKind::Section(section) => section.items,
        other => panic!("{other:?}"),
    }
}

fn slot(text: &str) -> Slot {
    match items(text).remove(0).kind {
        ItemKind::Slot(slot) => slot,
        other => panic!("{other:?}"),
    }
}

fn expr(text: &str) -> Expr {
    match items(&format!("let a = {text}")).remove(0).kind {
        ItemKind::Let(item) => item.value,
        other => panic!("{other:?}"),
    }
}

/// An expression with every bracket that its tree implies.
fn bracketed(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Literal(value) => value.to_string(),
        ExprKind::Path(path) => path.head.text.clone(),
        ExprKind::Not(inner) => format!("(not {})", bracketed(inner)),
        ExprKind::Logic(op, a, b) => {
            let op = if *op == LogicOp::And { "and" } else { "or" };
            format!("({} {op} {})", bracketed(a), bracketed(b))
        }
        ExprKind::Compare(op, a, b) => format!("({} {} {})", bracketed(a), op.as_str(), bracketed(b)),
        ExprKind::Arithmetic(op, a, b) => format!("({} {} {})", bracketed(a), op.as_str(), bracketed(b)),
        ExprKind::Is { of, negated, what } => {
            format!("({} is {}{})", bracketed(of), if *negated { "not " } else { "" }, what.text)
        }
        ExprKind::In { negated, item, set } => {
            format!("({} {}in {})", bracketed(item), if *negated { "not " } else { "" }, bracketed(set))
        }
        ExprKind::If(a, b, c) => format!("(if {} then {} else {})", bracketed(a), bracketed(b), bracketed(c)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_the_language_says() {
    for (text, tree) in [
        ("a or b and c", "(a or (b and c))"),
        ("a and b or c and d", "((a and b) or (c and d))"),
        ("not a == b and c", "((not (a == b)) and c)"),
        ("not not a", "(not (not a))"),
        ("a and not b is known", "(a and (not (b is known)))"),
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a / b / c", "((a / b) / c)"),
        ("a + b <= c", "((a + b) <= c)"),
        ("a + b is not null or c", "(((a + b) is not null) or c)"),
        ("a not in b", "(a not in b)"),
        ("(a or b) and c", "((a or b) and c)"),
        ("a - -3", "(a - -3)"),
        ("a-b - c", "(a-b - c)"),
        ("if a then b else if c then d else e or f", "(if a then b else (if c then d else (e or f)))"),
        ("a starts with b and c subset of d", "((a starts with b) and (c subset of d))"),
    ] {
        assert_eq!(bracketed(&expr(text)), tree, "{text}");
    }
    assert!(matches!(expr("a contains \"b\"").kind, ExprKind::Compare(CompareOp::Contains, ..)));
}

#[test]
fn words_of_the_language_are_names_where_a_name_is_expected() {
    let names = ["from", "when", "slot", "if", "not", "where", "tool", "text", "effect", "pattern"];
    for name in names {
        assert_eq!(slot(&format!("slot {name}: text optional")).name.text, name);
    }
    for name in ["from", "when", "slot", "where", "ask", "optional", "on", "by", "strip"] {
        let text = expr(&format!("{name} + 1"));
        assert_eq!(bracketed(&text), format!("({name} + 1)"));
    }
    assert_eq!(bracketed(&expr("`not` or `files/read`")), "(not or files/read)");
}

#[test]
fn white_space_has_no_meaning() {
    let text = std::fs::read_to_string(super::cases("ok").remove(0)).unwrap();
    // Comments and texts keep their lines; everything else may stand on one.
    let lines = text.lines().map(|line| line.split(" #").next().unwrap()).filter(|line| !line.trim().starts_with('#'));
    let one_line = lines.collect::<Vec<_>>().join(" ");
    assert_eq!(sound(&one_line).items.len(), sound(&text).items.len());
}

#[test]
fn values_are_exact() {
    let literal = |text: &str| match expr(text).kind {
        ExprKind::Literal(value) => value,
        other => panic!("{other:?}"),
    };
    assert_eq!(literal("1234567890123456789").to_string(), "1234567890123456789");
    assert_eq!(literal("-0.5").to_string(), "-0.5");
    assert!(matches!(literal("2026-03-11"), Value::Date(_)));
    for text in ["2026-03-11T09:24:07Z", "2026-03-11T09:24", "2026-03-11T09:24:07.5"] {
        assert!(matches!(literal(text), Value::DateTime(_)), "{text}");
    }
    for text in ["200ms", "30s", "5m", "1.5h", "2d"] {
        assert!(matches!(literal(text), Value::Duration(_)), "{text}");
    }
    assert_eq!(literal(r#""a\"\\\n\t\u{e9}{b}""#), Value::text("a\"\\\n\té{b}"));
    assert_eq!(literal("null"), Value::Null);
}

#[test]
fn a_message_is_text_and_insertions_in_turn() {
    let slot = slot(r#"slot a: text ask "{{{x}}} and {effect.amount}: {`odd name`}""#);
    let ClauseKind::Ask(message) = &slot.clauses[0].kind else { panic!() };
    let parts: Vec<String> = message
        .parts
        .iter()
        .map(|part| match part {
            MessagePart::Literal(text) => text.clone(),
            MessagePart::Insert(name) => {
                format!("<{}>", name.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("|"))
            }
        })
        .collect();
    assert_eq!(parts, ["{", "<x>", "} and ", "<effect|amount>", ": ", "<odd name>"]);
}

#[test]
fn types_and_clauses_are_what_is_written() {
    let slot = slot(
        "slot a: list of (text where length(it) < 5) or null\n  from instruction via b unambiguous, preset(x.y)\n  default []",
    );
    let TypeKind::Union(members) = &slot.ty.kind else { panic!() };
    let TypeKind::List(element) = &members[0].kind else { panic!() };
    assert!(matches!(element.kind, TypeKind::Refined(..)));
    let words: Vec<&str> = slot.clauses.iter().map(|clause| clause.kind.word()).collect();
    assert_eq!(words, ["from", "default"]);
    let ClauseKind::From(sources) = &slot.clauses[0].kind else { panic!() };
    let modes: Vec<&str> = sources[0].modes.iter().map(|mode| mode.word.text.as_str()).collect();
    assert_eq!(modes, ["via", "unambiguous"]);
    assert_eq!(sources[1].path.as_ref().unwrap().head.text, "x");
}

#[test]
fn a_path_goes_on_behind_a_call() {
    let ExprKind::Path(path) = expr("bank.account(id, *) { page: * }.lines[0][key][*][where it.open].x").kind else {
        panic!()
    };
    let kinds: Vec<&str> = path
        .steps
        .iter()
        .map(|step| match &step.kind {
            StepKind::Call(_, arguments, free) => {
                assert_eq!((arguments.len(), free.len()), (2, 1));
                "call"
            }
            StepKind::Field(_) => "field",
            StepKind::Index(_) => "index",
            StepKind::Key(_) => "key",
            StepKind::All => "all",
            StepKind::Where(_) => "where",
        })
        .collect();
    assert_eq!(kinds, ["call", "field", "index", "key", "all", "where", "field"]);
}

#[test]
fn an_effect_is_defined_at_top_level_and_produced_in_a_tool() {
    let file =
        sound("language 1\neffect a.b { x: text }\nprovider p { tool t { effect a.b { x: text } effect c.d {} } }");
    assert!(matches!(file.items[0].kind, ItemKind::EffectDef(_)));
    let ItemKind::Section(section) = &file.items[1].kind else { panic!() };
    let ItemKind::Tool(tool) = &section.items[0].kind else { panic!() };
    assert!(tool.items.iter().all(|item| matches!(item.kind, ItemKind::Produces(_))));
}

#[test]
fn selectors_are_told_apart() {
    let ItemKind::For(block) = items("for bank.transfer, bank.*, effect money.moved {}").remove(0).kind else {
        panic!()
    };
    assert!(matches!(block.selectors[0].kind, SelectorKind::Name(_)));
    assert!(matches!(block.selectors[1].kind, SelectorKind::AllOf(_)));
    assert!(matches!(block.selectors[2].kind, SelectorKind::Effect(_)));
}

#[test]
fn a_doc_comment_belongs_to_what_stands_behind_it() {
    let items = items("## One.\n##   Two.\nslot a: enum {\n  ## First.\n  x, y } \n  ## Why.\n  ask \"?\"");
    assert_eq!(items[0].doc.as_deref(), Some("One.\n  Two."));
    let ItemKind::Slot(slot) = &items[0].kind else { panic!() };
    let TypeKind::Enum(values) = &slot.ty.kind else { panic!() };
    assert_eq!((values[0].doc.as_deref(), values[1].doc.as_deref()), (Some("First."), None));
    assert_eq!(slot.clauses[0].doc.as_deref(), Some("Why."));
}

#[test]
fn comments_are_kept_with_what_they_allow() {
    let text = "language 1 # here\n# chk-allow: set-not-shown the bank shows it\nfixed { let a = \"# no\" }\n# end";
    let parsed = read(text);
    let comments: Vec<&str> =
        parsed.comments.iter().map(|comment| &text[comment.span.start as usize..comment.span.end as usize]).collect();
    assert_eq!(comments, ["# here", "# chk-allow: set-not-shown the bank shows it", "# end"]);
    assert_eq!(parsed.comments.iter().map(|comment| comment.own_line).collect::<Vec<_>>(), [false, true, true]);
    let allow = &parsed.allows[0];
    assert_eq!((allow.code.as_str(), allow.reason.as_str()), ("set-not-shown", "the bank shows it"));
    assert_eq!(&text[allow.target as usize..][..5], "fixed");
}

#[test]
fn what_is_sound_around_a_mistake_is_kept_and_what_is_not_counts_as_declared() {
    let parsed = read(
        "language 1\nprovider p {\n  tool t {\n    irreversible\n    slot a text\n    slot b: list of object {\n      slot c text\n      \
         slot d: text\n    } optional\n    require e: a >\n  }\n  tool {\n    slot f: text\n  }\n}\nuser { let g = 1 }\n",
    );
    assert_eq!(parsed.diagnostics.len(), 4);
    let names: Vec<&str> = parsed.bad_names.iter().map(|name| name.text.as_str()).collect();
    assert_eq!(names, ["a", "c", "e", "f"]);
    assert_eq!(parsed.file.items.len(), 2);
    let ItemKind::Section(section) = &parsed.file.items[0].kind else { panic!() };
    let ItemKind::Tool(tool) = &section.items[0].kind else { panic!() };
    let ItemKind::Slot(slot) = &tool.items[1].kind else { panic!() };
    assert_eq!((tool.items.len(), slot.name.text.as_str(), slot.clauses.len()), (2, "b", 1));
}

#[test]
fn spans_end_where_the_last_token_ends() {
    let text = "language 1\nfixed {\n  slot a: text optional   # nothing\n\n  let b = c  \n}\n";
    let ItemKind::Section(section) = &sound(text).items[0].kind else { panic!() };
    let covered: Vec<&str> =
        section.items.iter().map(|item| &text[item.span.start as usize..item.span.end as usize]).collect();
    assert_eq!(covered, ["slot a: text optional", "let b = c"]);
}
