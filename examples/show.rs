fn main() {
    let t = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    for d in chk::syntax::parse(chk::span::FileSet::new().add("x", t.as_str()), &t).diagnostics {
        println!("{}: {} @{:?} [{:?}]", d.code(), d.message(), d.span(), d.help_text());
    }
}
