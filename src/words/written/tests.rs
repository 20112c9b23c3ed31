//! What is a call and what only looks like one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on ends")]

use super::*;
use crate::snapshot::parse_json;

/// `wind` and `sights` are offered; `sea.tide` means `tide` too.
fn offered(name: &str) -> Option<Arc<str>> {
    match name {
        "wind" | "sights" => Some(name.into()),
        "tide" | "sea.tide" => Some("sea.tide".into()),
        _ => None,
    }
}

fn read(text: &str) -> Vec<WrittenCall> {
    written_calls(text, &offered)
}

/// The calls as `tool arguments`, with `+` where tagged and `!` where the text is nothing else.
fn of(text: &str) -> Vec<String> {
    let line = |call: WrittenCall| {
        let arguments = crate::verdict::write_json(&call.arguments, crate::verdict::Layout::Line);
        let marks = format!("{}{}", if call.tagged { "+" } else { "" }, if call.whole { "!" } else { "" });
        format!("{} {arguments} {marks}", call.tool).trim_end().to_owned()
    };
    read(text).into_iter().map(line).collect()
}

const WIND: &str = r#"{"name": "wind", "arguments": {"at": 1}}"#;
const SIGHTS: &str = r#"{"name":"sights","parameters":{}}"#;

#[test]
fn an_object_of_a_name_and_arguments_is_a_call() {
    for text in [
        WIND,
        r#"{"name":"wind","parameters":{"at":1}}"#,
        r#"{"arguments": {"at": 1}, "name": "wind"}"#,
        r#"{"name": "wind", "arguments": "{\"at\": 1}"}"#,
        "  \n{\n  \"name\": \"wind\",\n  \"arguments\": {\n    \"at\": 1\n  }\n}\n",
        "[{\"name\": \"wind\", \"arguments\": {\"at\": 1}}]",
        "\u{feff}{\"name\": \"wind\", \"arguments\": {\"at\": 1}}",
    ] {
        assert_eq!(of(text), [r#"wind {"at":1} !"#], "{text}");
    }
    assert_eq!(of(&format!("Let me look.\n\n{WIND}\nOne moment.")), [r#"wind {"at":1}"#]);
    assert_eq!(of(r#"{"name": "tide", "arguments": {}}"#), ["sea.tide {} !"]);
    assert_eq!(of(r#"{"name": "sea.tide", "arguments": {}}"#), ["sea.tide {} !"]);
}

#[test]
fn calls_stand_in_a_list_or_one_after_another() {
    for text in [
        format!("{WIND}{SIGHTS}"),
        format!("{WIND} {SIGHTS}"),
        format!("{WIND},\n{SIGHTS}"),
        format!("{WIND}\n\n{SIGHTS}"),
        format!("[{WIND}, {SIGHTS}]"),
        format!("[\n  {WIND},\n  {SIGHTS}\n]"),
        format!("[{WIND}] [{SIGHTS}]"),
        format!("[{WIND}, {SIGHTS}"),
        format!("[{WIND}, {SIGHTS},"),
    ] {
        assert_eq!(of(&text), [r#"wind {"at":1} !"#, "sights {} !"], "{text}");
    }
    assert_eq!(of(&format!("[{WIND}, {{\"name\": \"sigh")), [r#"wind {"at":1}"#]);
}

#[test]
fn calls_stand_between_any_tags_or_behind_a_half_open_one() {
    for text in [
        format!("<tool_call>{WIND}</tool_call>"),
        format!("<tool_call>\n{WIND}\n</tool_call>"),
        format!("<tool_call>\n{WIND}"),
        format!("<tools><call id=\"1\">{WIND}</call></tools>"),
        format!("<function_call> {WIND} </function_call>"),
        format!("<|tool_call|>[{WIND}]<|end|>"),
        format!("<|python_tag|>{WIND}<|eom_id|>"),
        format!("<|tool_call_start|>{WIND}<|tool_call_end|>"),
        format!("<｜tool▁call▁begin｜>{WIND}<｜tool▁call▁end｜>"),
        format!("[TOOL_CALLS] [{WIND}]"),
        format!("[TOOL_REQUEST]{WIND}[END_TOOL_REQUEST]"),
        format!("functools[{WIND}]"),
        format!("</think>\n{WIND}"),
        "<|tool_call_start|>[wind(at=1)]<|tool_call_end|>".to_owned(),
        "<function=wind>{\"at\": 1}</function>".to_owned(),
        "<function=wind>{\"at\": 1}".to_owned(),
        "<tool_call>\n<function=wind>\n{\"at\": 1}\n</function>\n</tool_call>".to_owned(),
    ] {
        assert_eq!(of(&text), [r#"wind {"at":1} +!"#], "{text}");
    }
    for text in [
        format!("I look: <tool_call>{WIND}</tool_call>"),
        format!("<tool_call>{WIND}</tool_call>\n<tool_response>{{\"wind\":3}}</tool_response>\nA breeze."),
    ] {
        assert_eq!(of(&text), [r#"wind {"at":1} +"#], "{text}");
    }
    let two = [r#"wind {"at":1} +!"#, "sights {} +!"];
    assert_eq!(of(&format!("<tool_call>{WIND}</tool_call>\n<tool_call>{SIGHTS}</tool_call>")), two);
    assert_eq!(of(&format!("<tool_call>{WIND}\n{SIGHTS}</tool_call>")), two);
    assert_eq!(of(&format!("{WIND}</tool_call>")), [r#"wind {"at":1} !"#]);
}

#[test]
fn expressions_in_brackets_are_calls_behind_a_tag_alone() {
    let text = "<|tool_call_start|>[sights(town='St. Ann\\'s', n=-2.50, on=True, off=false, no=None, of=['a', \"b\"], m={'k': 1}), tide()]";
    let arguments = r#"{"town":"St. Ann's","n":-2.5,"on":true,"off":false,"no":null,"of":["a","b"],"m":{"k":1}}"#;
    assert_eq!(of(text), [format!("sights {arguments} +!"), "sea.tide {} +!".to_owned()]);
    for text in ["[wind(at=1)]", "see [wind(at=1)]", "<b>[wind(north)]</b>", "<b>[wind(at=now())]</b>", "<b>[wind(at=1"]
    {
        assert_eq!(of(text), [""; 0], "{text}");
    }
}

#[test]
fn tags_may_name_the_tool_and_the_parameters() {
    for text in [
        "<function=wind><parameter=at>1</parameter><parameter=to>a\nb</parameter></function>",
        "<tool_call>\n<function=wind>\n<parameter=at>\n1\n</parameter>\n<parameter=to>\na\nb\n</parameter>\n</function>\n</tool_call>",
        "<function_calls>\n<invoke name=\"wind\">\n<parameter name=\"at\">1</parameter>\n<parameter name=\"to\">a\nb</parameter>\n</invoke>\n</function_calls>",
        "<x:invoke name=\"wind\"><x:parameter name=\"at\">1</x:parameter><x:parameter name=\"to\">a\nb</x:parameter></x:invoke>",
        "<function=wind><parameter=at>1</parameter><parameter=to>a\nb</parameter>",
    ] {
        assert_eq!(of(text), [r#"wind {"at":"1","to":"a\nb"} +!"#], "{text}");
    }
    assert_eq!(of("<invoke name=\"tide\"></invoke>"), ["sea.tide {} +!"]);
    // The text of a parameter is no text of the answer.
    assert_eq!(
        of(&format!("<function=wind><parameter=at><tool_call>{SIGHTS}</tool_call></parameter></function>")).len(),
        1
    );
}

#[test]
fn behind_a_tag_that_announces_a_call_a_broken_one_has_no_arguments() {
    for text in [
        "<tool_call>{\"name\": \"wind\", \"arguments\": {\"at\": \"Or",
        "<tool_call>{\"name\": \"wind\", \"arguments\": {\"at\": 1}</tool_call>",
        "<tool_call>{\"name\": \"wind\", \"arguments\": {'at': 1}}</tool_call>",
        "<tool_call>[{\"name\": \"wind\", \"arguments\": {\"at\"",
        "<|tool_call_start|>[wind(at='Or",
        "<|tool_call_start|>[wind(at=now())]<|tool_call_end|>",
        "<function=wind><parameter=at>Or",
        "<function=wind>{\"at\": \"Or",
        "<function=wind>",
        "<function=wind><parameter=at>1</parameter><parameter=at>2</parameter></function>",
    ] {
        assert_eq!(of(text), ["wind null +!"], "{text}");
    }
    for text in [
        "{\"name\": \"wind\", \"arguments\": {\"at\": \"Or",
        "<b>{\"name\": \"wind\", \"arguments\": {\"at\": \"Or",
        "<tool_call>{\"name\": \"wi",
        "<tool_call>{\"name\": \"gone\", \"arguments\": {\"at\": \"Or",
        "<tool_call>",
    ] {
        assert_eq!(of(text), [""; 0], "{text}");
    }
}

#[test]
fn what_is_quoted_or_code_is_no_call() {
    for text in [
        format!("```json\n{WIND}\n```"),
        format!("~~~\n<tool_call>{WIND}</tool_call>\n~~~"),
        format!("```\n{WIND}"),
        format!("`{WIND}`"),
        format!("`<tool_call>{WIND}</tool_call>` is the form."),
        format!("<pre>{WIND}</pre>"),
        format!("The form is \"<tool_call>{WIND}</tool_call>\"."),
        format!("The form is “<tool_call>{WIND}</tool_call>”."),
        format!("The form is '<tool_call>{WIND}</tool_call>'."),
        format!("\"\n{WIND}\n\""),
        format!("«\n{WIND}\n»"),
        format!("“Write\n{WIND}\nand wait.”"),
        format!("> {WIND}"),
        "\"<function=wind><parameter=at>1</parameter></function>\"".to_owned(),
    ] {
        assert_eq!(of(&text), [""; 0], "{text}");
    }
    // Marks that close before it, or never, quote nothing of it.
    for text in
        [format!("The \"wind\" tool:\n{WIND}"), format!("A 5\" pipe, \"so\n{WIND}"), format!("It's\n{WIND}\nit's")]
    {
        assert_eq!(of(&text), [r#"wind {"at":1}"#], "{text}");
    }
    // One that is quoted beside one that is not.
    assert_eq!(of(&format!("“{SIGHTS}”\n{WIND}")), [r#"wind {"at":1}"#]);
    assert_eq!(of(&format!("```\n{SIGHTS}\n```\n{WIND}")), [r#"wind {"at":1}"#]);
    assert_eq!(of(r#"{"name": "wind", "arguments": {"run": "echo `x` \"y\""}}"#).len(), 1);
}

#[test]
fn what_only_looks_like_a_call_is_none() {
    for text in [
        r#"{"name": "Ann", "age": 3}"#,
        r#"{"name": "wind"}"#,
        r#"{"name": "wind", "arguments": 5}"#,
        r#"{"name": "wind", "arguments": null}"#,
        r#"{"name": "wind", "arguments": "north"}"#,
        r#"{"name": "wind", "arguments": [1]}"#,
        r#"{"name": "wind", "arguments": {}, "id": 1}"#,
        r#"{"name": "wind", "arguments": {}, "parameters": {}}"#,
        r#"{"name": "wind", "name": "wind", "arguments": {}}"#,
        r#"{"name": "wind", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}"#,
        r#"{"name": "gone", "arguments": {}}"#,
        r#"<tool_call>{"name": "gone", "arguments": {}}</tool_call>"#,
        r#"{'name': 'wind', 'arguments': {}}"#,
        r#"{"name": "wind", "arguments": {}"#,
        "[]",
        "{}",
        "int main(void) {\n  return 0;\n}\n{ int x; }",
        "Opening it.\n</parameter>\n</function>\n</tool_call>",
        "Action: wind\nAction Input: 1\nObservation: 42",
        "The <function=wind> tag calls it.",
        "[wind](http://a.example)",
        "",
    ] {
        assert_eq!(of(text), [""; 0], "{text}");
    }
    for text in [
        format!("Send {WIND} to me."),
        format!("- {WIND}"),
        format!("[{WIND}, 1]"),
        format!("{{\"calls\": [\n{WIND}\n]}}"),
        format!("The calls: [\n{WIND},\n1]"),
        format!("[\n{WIND},\n{{\"city\": 1}}\n]"),
    ] {
        assert_eq!(of(&text), [""; 0], "{text}");
    }
}

#[test]
fn a_call_of_no_tool_leaves_the_others_and_the_text_is_not_whole() {
    let gone = r#"{"name": "gone", "arguments": {}}"#;
    for text in [format!("{gone} {WIND}"), format!("[{WIND}, {gone}]"), format!("{WIND}\n{gone}")] {
        assert_eq!(of(&text), [r#"wind {"at":1}"#], "{text}");
    }
    let any = |name: &str| Some(Arc::from(name));
    assert_eq!(written_calls(&format!("{gone} {WIND}"), &any).len(), 2);
    assert!(written_calls(r#"{"name": "", "arguments": {}}"#, &any).is_empty());
    assert!(written_calls(r#"{"name": "Ann", "age": 3}"#, &any).is_empty());
}

#[test]
fn numbers_stay_exact() {
    let calls = read(r#"{"name": "wind", "arguments": {"id": 1234567890123456789, "at": 0.1}}"#);
    let arguments = calls.first().map(|call| call.arguments.clone());
    assert_eq!(arguments, parse_json(r#"{"id": 1234567890123456789, "at": 0.1}"#));
}

#[test]
fn long_and_broken_texts_are_read_in_one_pass() {
    for piece in [
        "{",
        "[",
        "<",
        "\n{",
        "\n[",
        "\n{\"a\":",
        "{\"a\":",
        "<tool_call>",
        "<tool_call>{",
        "<tool_call>[wind(at=",
        "<function=wind>",
        "<function=wind><parameter=at>",
        "<invoke name=\"gone\"><parameter name=\"a\">",
        "\"",
        "`",
        "“",
        "'",
        "\n```\n",
        "<x>{\":\"",
        "{\":\",\"",
        "[TOOL_CALLS]",
        "é",
        "{\"name\":\"wind\",\"arguments\":{}}",
        "<tool_call>{\"name\": \"wind\", \"arguments\": ",
        "functools[",
        "\n\"\n{\"name\":\"wind\",\"arguments\":{}}",
    ] {
        let _ = read(&piece.repeat(20_000 / piece.len()));
    }
    let deep = format!("{{\"name\": \"wind\", \"arguments\": {{\"a\": {}{}}}}}", "[".repeat(200), "]".repeat(200));
    assert!(read(&deep).is_empty());
}

proptest::proptest! {
    #[test]
    fn any_text_is_read(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..24), other in ".*") {
        let text = pieces.concat();
        for text in [text.as_str(), &other] {
            let all = written_calls(text, &|name: &str| Some(name.into()));
            proptest::prop_assert!(read(text).len() <= all.len());
            for call in &all {
                proptest::prop_assert!(call.arguments == Value::Null && call.tagged || call.arguments.as_map().is_some());
            }
            let _ = (crate::words::sentences(text), crate::words::quotes(text));
        }
    }

    #[test]
    fn what_stands_before_and_behind_changes_no_call(before in "[a-z ]{0,20}", behind in "[a-z ]{0,20}") {
        let call = of(&format!("{before}.\n{WIND}\n{behind}."));
        proptest::prop_assert_eq!(call, [r#"wind {"at":1}"#]);
    }
}

/// What a call and what is around it are made of.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"name\"",
    ":",
    ",",
    "\"wind\"",
    "\"arguments\"",
    "{}",
    "<tool_call>",
    "</tool_call>",
    "<|call|>",
    "\n",
    " ",
    "`",
    "```\n",
    "\"",
    "“",
    "”",
    "'",
    "é",
    "wind(",
    "at=",
    ")",
    "<function=wind>",
    "<parameter=at>",
    "</parameter>",
    "\\",
    ". ",
    "a",
    "{\"name\":\"wind\",\"arguments\":{}}",
    "[wind(at='x')]",
    "\n\n",
];
