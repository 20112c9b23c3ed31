use chk::span::FileSet;
fn count(text: &str) -> Vec<(String, u32)> {
    let p = chk::syntax::parse(FileSet::new().add("x", text), text);
    p.diagnostics
        .iter()
        .filter(|d| d.severity() == chk::diagnostic::Severity::Error)
        .map(|d| (format!("{}: {} [{}]", d.code(), d.message(), d.help_text().unwrap_or("")), d.span().unwrap().start))
        .collect()
}
fn line(text: &str, at: usize) -> (usize, &str) {
    let n = text[..at].matches('\n').count();
    (n + 1, text.lines().nth(n).unwrap_or(""))
}
fn main() {
    let mode = std::env::args().nth(1).unwrap();
    let path = std::env::args().nth(2).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    if mode == "time" {
        let big = format!("language 1\n{}", text.replacen("language 1\n", "", 1).repeat(1 + 1_000_000 / text.len()));
        let t = std::time::Instant::now();
        println!("good {} {:?}", count(&big).len(), t.elapsed());
        let bad = big.replacen("slot amount:", "slot amount", 1);
        let t = std::time::Instant::now();
        println!("bad {} {:?}", count(&bad).len(), t.elapsed());
        let bad = big.replacen("}", "", 1);
        let t = std::time::Instant::now();
        println!("bracket {} {:?}", count(&bad).len(), t.elapsed());
        return;
    }
    // tokens: crude
    let re = regex::Regex::new(r#"(?m)#.*$|"(?:[^"\\\n]|\\.)*"|/(?:[^/\\\n ]|\\.)+/[a-z]*|`[^`\n]*`|[A-Za-z_][A-Za-z0-9_-]*|[0-9][0-9A-Za-z.:-]*|[=!<>]=|[^\s]"#).unwrap();
    let (mut total, mut many, mut none) = (0, 0, 0);
    for m in re.find_iter(&text) {
        if m.as_str().starts_with('#') {
            continue;
        }
        let changed = match mode.as_str() {
            "delete" => format!("{}{}", &text[..m.start()], &text[m.end()..]),
            "junk" => format!("{}banana {}", &text[..m.start()], &text[m.start()..]),
            "misspell" => {
                if m.as_str().len() < 4 || !m.as_str().chars().all(|c| c.is_ascii_alphabetic() || c == '_') {
                    continue;
                }
                format!("{}{}", &text[..m.start() + 2], &text[m.start() + 3..])
            }
            "mark" => format!("{}; {}", &text[..m.start()], &text[m.start()..]),
            "newline" => {
                if !m.as_str().starts_with(['}']) {
                    continue;
                }
                format!("{}{}", &text[..m.start()], &text[m.end()..])
            }
            _ => panic!(),
        };
        total += 1;
        let found = count(&changed);
        if found.is_empty() {
            none += 1;
        }
        if found.len() > 1 || std::env::args().nth(3).is_some() {
            many += usize::from(found.len() > 1);
            let (n, l) = line(&text, m.start());
            println!("{n}: {} @ {:?}", l.trim(), m.as_str());
            for (f, at) in &found {
                println!("      {} {f}", line(&changed, *at as usize).0);
            }
        }
    }
    println!("total {total} none {none} many {many}");
}
