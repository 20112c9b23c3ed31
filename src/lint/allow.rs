//! `# chk-allow: CODE reason`: findings that are meant to be there.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::nearest::did_you_mean;
use crate::span::Span;
use crate::syntax::{Allow, ast};

use super::desk::Desk;

/// Every allowance of a policy.
pub(super) struct Allowances<'d, 'a> {
    desk: &'d Desk<'a>,
    list: Vec<Allowance<'a>>,
}

/// One allowance.
struct Allowance<'a> {
    tree: &'a Allow,
    /// What it allows, or what is wrong with it.
    code: Result<Code, Diagnostic>,
    /// The item for which it holds.
    extent: Span,
}

impl<'d, 'a> Allowances<'d, 'a> {
    pub(super) fn of(desk: &'d Desk<'a>) -> Allowances<'d, 'a> {
        let items = desk.items();
        let allows = desk.files.iter().flat_map(|(_, parsed)| &parsed.allows).filter(|allow| desk.is_own(allow.span));
        let list = allows.map(|tree| Allowance { tree, code: code(tree), extent: extent(tree, &items) });
        Allowances { desk, list: list.collect() }
    }

    /// What is left of the findings, with what is wrong with the allowances themselves.
    pub(super) fn judge(self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut matched = vec![false; self.list.len()];
        let mut left = Vec::new();
        for finding in found {
            let mut is_allowed = false;
            for (allowance, matched) in self.list.iter().zip(&mut matched) {
                if allowance.holds_for(&finding) {
                    (*matched, is_allowed) = (true, true);
                }
            }
            if !is_allowed {
                left.push(finding);
            }
        }
        for (allowance, matched) in self.list.into_iter().zip(matched) {
            match allowance.code {
                Err(wrong) => left.push(wrong),
                Ok(code) if !matched => left.push(
                    Diagnostic::new(
                        Code::UnmatchedAllowance,
                        allowance.tree.span,
                        format!("nothing here is `{code}`, so that there is nothing to allow"),
                    )
                    .help("take the comment out, or put it on the line above what it is about")
                    .edit(self.desk.cut(allowance.tree.span), ""),
                ),
                Ok(_) => {}
            }
        }
        left.sort_by_key(|finding| finding.span().map(|span| (span.file, span.start, span.end)));
        left
    }
}

impl Allowance<'_> {
    fn holds_for(&self, finding: &Diagnostic) -> bool {
        let stands_in = |span: Span| {
            span.file == self.extent.file && self.extent.start <= span.start && span.start < self.extent.end
        };
        self.code.as_ref() == Ok(&finding.code()) && finding.span().is_some_and(stands_in)
    }
}

/// What an allowance allows.
fn code(allow: &Allow) -> Result<Code, Diagnostic> {
    let wrong = |message: String| Diagnostic::new(Code::BadAllowance, allow.span, message);
    let form = "write `# chk-allow: CODE reason` on the line above what it is about";
    if allow.code.is_empty() {
        return Err(wrong("this allowance names no code".into()).help(form));
    }
    let Some(code) = Code::from_name(&allow.code) else {
        let codes = Code::ALL.iter().filter(|code| code.severity() != Severity::Error).map(|code| code.as_str());
        let help = did_you_mean(&allow.code, codes);
        return Err(wrong(format!("no code is called `{}`", allow.code)).maybe_help(help));
    };
    if code.severity() == Severity::Error {
        let message = format!("`{code}` is an error, and errors cannot be allowed");
        return Err(wrong(message).help(format!("mend what it is about; `chk explain {code}` says how")));
    }
    if allow.reason.is_empty() {
        return Err(wrong(format!("this allowance of `{code}` gives no reason")).help(form));
    }
    Ok(code)
}

/// The item, clause or line that begins where an allowance points.
fn extent(allow: &Allow, items: &[&ast::Item]) -> Span {
    let file = allow.span.file;
    let starts = |span: &Span| span.file == file && span.start == allow.target;
    let clauses = items.iter().flat_map(|item| match &item.kind {
        ast::ItemKind::Slot(slot) | ast::ItemKind::Fact(slot) => slot.clauses.as_slice(),
        _ => &[],
    });
    let spans = items.iter().map(|item| item.span).chain(clauses.map(|clause| clause.span));
    let whole = spans.filter(starts).max_by_key(|span| span.end);
    whole.unwrap_or(Span { file, start: allow.target, end: allow.target.saturating_add(1) })
}
