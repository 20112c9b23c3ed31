//! What is a call and what only looks like one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on ends")]

use super::*;
use crate::snapshot::parse_json;

/// `wind` and `sights` are offered; `sea.tide` means `tide` too.
fn offered(name: &str, _: Form) -> Option<Arc<str>> {
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
        format!("So:\n```json\n{WIND}\n```"),
        format!("~~~\n<tool_call>{WIND}</tool_call>\n~~~\nThat is it."),
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
    let any = |name: &str, _| Some(Arc::from(name));
    assert_eq!(written_calls(&format!("{gone} {WIND}"), &any).len(), 2);
    assert!(written_calls(r#"{"name": "", "arguments": {}}"#, &any).is_empty());
    assert!(written_calls(r#"{"name": "Ann", "age": 3}"#, &any).is_empty());
}

const AT: &str = r#"{"at": 1}"#;

#[test]
fn a_name_before_its_arguments_is_a_call_behind_a_tag_that_announces_one() {
    for text in [
        format!("[TOOL_CALLS]wind{AT}"),
        format!("[TOOL_CALLS] wind {AT}"),
        format!("[TOOL_CALLS]wind[ARGS]{AT}"),
        format!("[TOOL_CALLS]wind[CALL_ID]a1B2[ARGS]{AT}"),
        format!("<tool_call>wind\n{AT}\n</tool_call>"),
        format!(
            "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>wind\n```json\n{AT}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
        ),
        format!("<｜tool▁call▁begin｜>function<｜tool▁sep｜>wind\n```json\n{AT}\n```"),
        format!("<｜tool▁call▁begin｜>function<｜tool▁sep｜>wind\n```json\n{AT}"),
        format!("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>wind<｜tool▁sep｜>{AT}<｜tool▁call▁end｜>"),
        format!(
            "<|tool_calls_section_begin|><|tool_call_begin|>wind:0<|tool_call_argument_begin|>{AT}<|tool_call_end|><|tool_calls_section_end|>"
        ),
        format!("<|channel|>commentary to=wind <|constrain|>json<|message|>{AT}<|call|>"),
        format!("<|channel|>commentary to=wind<|message|>{AT}"),
        format!("<|start|>assistant to=wind<|channel|>commentary json<|message|>{AT}<|call|>"),
    ] {
        assert_eq!(of(&text), [r#"wind {"at":1} +!"#], "{text}");
    }
    let keyed = "<tool_call>wind\n<arg_key>at</arg_key>\n<arg_value>1</arg_value>\n<arg_key>to</arg_key>\n<arg_value>a\nb</arg_value>\n</tool_call>";
    assert_eq!(of(keyed), [r#"wind {"at":"1","to":"a\nb"} +!"#]);
    assert_eq!(of("<tool_call>tide</tool_call>"), ["sea.tide {} +!"]);
    let two = [r#"wind {"at":1} +!"#, "sights {} +!"];
    for text in [
        format!("[TOOL_CALLS]wind{AT}sights{{}}"),
        format!("[TOOL_CALLS]wind[ARGS]{AT}[TOOL_CALLS]sights[ARGS]{{}}"),
        format!("<tool_call>wind {AT}</tool_call>\n<tool_call>sights</tool_call>"),
        format!(
            "<｜tool▁call▁begin｜>function<｜tool▁sep｜>wind\n```json\n{AT}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>sights\n```json\n{{}}\n```<｜tool▁call▁end｜>"
        ),
        format!(
            "<|tool_call_begin|>wind:0<|tool_call_argument_begin|>{AT}<|tool_call_end|><|tool_call_begin|>sights:1<|tool_call_argument_begin|>{{}}<|tool_call_end|>"
        ),
    ] {
        assert_eq!(of(&text), two, "{text}");
    }
    // Thought aloud before it.
    let text = format!(
        "<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=wind <|constrain|>json<|message|>{AT}<|call|>"
    );
    assert_eq!(of(&text), [r#"wind {"at":1} +"#]);
}

#[test]
fn a_name_before_broken_arguments_is_a_call_without_them() {
    for text in [
        "[TOOL_CALLS]wind{\"at\": ",
        "[TOOL_CALLS]wind[ARGS]{\"at\": ",
        "[TOOL_CALLS]wind[ARGS]",
        "<tool_call>wind\n<arg_key>at</arg_key>\n<arg_value>Or",
        "<tool_call>wind\n<arg_key>at</arg_key>\n<arg_value>1</arg_value><arg_key>at</arg_key><arg_value>2</arg_value></tool_call>",
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>wind\n```json\n{\"at\": \n```<｜tool▁call▁end｜>",
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>wind\n```json\n{'at': 1}\n```<｜tool▁call▁end｜>",
        "<|tool_call_begin|>wind:0<|tool_call_argument_begin|>{\"at",
        "<|channel|>commentary to=wind <|constrain|>json<|message|>{\"at",
        "<tool_call>{\"type\": \"function\", \"function\": {\"name\": \"wind\", \"arguments\": {\"at",
        "<tool_call>{\"tool\": \"wind\", \"args\": {\"at",
        "<tool_call>{\"action\": \"wind\", \"action_input\": {\"at",
    ] {
        assert_eq!(of(text), ["wind null +!"], "{text}");
    }
}

#[test]
fn a_name_before_arguments_is_no_call_anywhere_else() {
    for text in [
        format!("wind{AT}"),
        format!("wind\n{AT}"),
        format!("<b>wind{AT}</b>"),
        format!("[TOOL_CALLS]gone{AT}"),
        format!("[TOOL_CALLS]the wind{AT}"),
        format!("<tool_call> wind is how the call begins: {AT}"),
        "<action>wind {strong}</action>".to_owned(),
        "<action>wind</action>".to_owned(),
        format!("`[TOOL_CALLS]wind{AT}`"),
        format!("The form is \"[TOOL_CALLS]wind{AT}\"."),
        format!("```\n[TOOL_CALLS]wind{AT}\n```\nIs the form."),
        format!(
            "The form:\n```\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>wind\n```json\n{AT}\n```<｜tool▁call▁end｜>\n```"
        ),
        format!("<|channel|>final<|message|>{AT}"),
        format!("<|channel|>commentary to=gone <|message|>{AT}"),
        format!("wind\n```json\n{AT}\n```"),
        "<tool_call>wind\n<b>strong</b></tool_call>".to_owned(),
    ] {
        assert_eq!(of(&text), [""; 0], "{text}");
    }
    // What stands in code behind such a fence is code.
    let call = format!("<｜tool▁call▁begin｜>function<｜tool▁sep｜>wind\n```json\n{AT}\n```<｜tool▁call▁end｜>");
    assert_eq!(of(&format!("{call}\nAs in\n```json\n{SIGHTS}\n```")), [r#"wind {"at":1} +"#]);
}

#[test]
fn a_call_may_be_wrapped_as_interfaces_do_it() {
    for text in [
        r#"{"type":"function","function":{"name":"wind","arguments":{"at":1}}}"#,
        r#"{"id":"call_1","type":"function","function":{"name":"wind","arguments":"{\"at\":1}"}}"#,
        r#"{"type":"function","name":"wind","parameters":{"at":1}}"#,
        r#"{"function":{"name":"wind","arguments":{"at":1}}}"#,
        r#"{"tool_calls":[{"name":"wind","arguments":{"at":1}}]}"#,
        r#"{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"wind","arguments":{"at":1}}}]}"#,
        r#"[{"function":{"name":"wind","arguments":{"at":1}}}]"#,
    ] {
        assert_eq!(of(text), [r#"wind {"at":1} !"#], "{text}");
        assert_eq!(of(&format!("<tool_call>{text}</tool_call>")), [r#"wind {"at":1} +!"#], "{text}");
    }
    for text in [
        r#"{"type":"function","function":{"name":"wind","parameters":{"type":"object","properties":{}}}}"#,
        r#"{"type":"function","name":"wind","parameters":{"type":"object","properties":{}}}"#,
        r#"{"type":"function","function":{"name":"wind","description":"","arguments":{}}}"#,
        r#"{"type":"tool","name":"wind","parameters":{}}"#,
        r#"{"function":{"name":"wind","arguments":{}},"result":3}"#,
        r#"{"tool_calls":[]}"#,
        r#"{"tool_calls":3}"#,
        r#"{"tool_calls":[{"name":"wind","arguments":{}}],"content":"A breeze."}"#,
        r#"{"calls":[{"name":"wind","arguments":{}}]}"#,
    ] {
        assert_eq!(of(text), [""; 0], "{text}");
    }
}

#[test]
fn a_loose_form_is_a_call_behind_a_tag_or_of_an_offered_tool() {
    let unsure = |name: &str, form: Form| offered(name, form).filter(|_| form == Form::Sure);
    for text in [
        r#"{"tool":"wind","arguments":{"at":1}}"#,
        r#"{"tool":"wind","args":{"at":1}}"#,
        r#"{"tool":"wind","input":{"at":1}}"#,
        r#"{"tool":"wind","parameters":{"at":1}}"#,
        r#"{"action":"wind","action_input":{"at":1}}"#,
        "Action: wind\nAction Input: {\"at\": 1}",
        "**Action:** wind\n**Action Input:** {\"at\": 1}",
        "Action: `wind`\nAction Input:\n{\"at\": 1}",
        "```json\n{\"name\": \"wind\", \"arguments\": {\"at\": 1}}\n```",
        "~~~\n{\"tool\": \"wind\", \"args\": {\"at\": 1}}\n~~~\n",
    ] {
        assert_eq!(of(text), [r#"wind {"at":1} !"#], "{text}");
        assert!(written_calls(text, &unsure).is_empty(), "{text}");
    }
    for text in [r#"{"tool":"wind","args":{"at":1}}"#, r#"{"action":"wind","action_input":{"at":1}}"#] {
        assert_eq!(written_calls(&format!("<tool_call>{text}</tool_call>"), &unsure).len(), 1, "{text}");
    }
    assert_eq!(of("Thought: look.\nAction: wind\nAction Input: {\"at\": 1}"), [r#"wind {"at":1}"#]);
    for text in [
        r#"{"tool":"hammer","args":{"at":1}}"#,
        r#"{"tool":"wind","args":{"at":1},"result":3}"#,
        r#"{"tool":"wind","args":"north"}"#,
        r#"{"action":"wind","input":{"at":1}}"#,
        "Action: hammer\nAction Input: {\"at\": 1}",
        "The Action: wind\nAction Input: {\"at\": 1}",
        "Action: wind\n\nAction Input: {\"at\": 1}",
        "> Action: wind\n> Action Input: {\"at\": 1}",
        "```\nAction: wind\nAction Input: {\"at\": 1}\n```\nis how it is written.",
        "```json\n{\"name\": \"wind\", \"arguments\": {\"at\": 1}}\n```\nis how it is written.",
        "```json\n{\"name\": \"wind\", \"arguments\": {\"at\": 1}}\n```\n```\nx\n```",
        "```json\n{\"name\": \"wind\", \"arguments\": {\"at\": 1}}\n// a comment\n```",
        "```json\n{\"name\": \"wind\", \"arguments\": {\"at\": 1}}",
        "```\n```",
        "``````",
    ] {
        assert_eq!(of(text), [""; 0], "{text}");
    }
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
        "<｜tool▁sep｜>wind\n```json\n{",
        "<｜tool▁sep｜>wind\n```json\n{}\n```",
        "<tool_call>wind<arg_key>",
        "<tool_call>gone<arg_key>a</arg_key><arg_value>",
        "[TOOL_CALLS]wind[ARGS]",
        "[TOOL_CALLS]wind{",
        "<|channel|>",
        "<|channel|>to=wind<|message|>{",
        "Action:",
        "\nAction: wind\nAction Input: {",
        "*",
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
            let all = written_calls(text, &|name: &str, _| Some(name.into()));
            // Some forms count only where the tool is known to be on offer, so neither reading holds the other.
            let _ = read(text);
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
    "<｜tool▁sep｜>",
    "```json\n",
    "[ARGS]",
    "<arg_key>",
    "</arg_key><arg_value>",
    "</arg_value>",
    "<|channel|>",
    "to=wind",
    "<|message|>",
    "\nAction: wind\nAction Input:",
];
