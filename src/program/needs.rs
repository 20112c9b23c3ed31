//! Without which entries an expression has no value, whatever the others hold.

use super::{EntryId, Expr, ExprKind, Is, LookupRead, Step};

impl Expr {
    /// The entries that have to be known for this to have a value, in order, each once. What may be settled without an
    /// entry, as `a or b` without `b`, does not need it.
    pub fn needs(&self) -> Vec<EntryId> {
        let mut needs = match &self.kind {
            ExprKind::Entry(id) => vec![*id],
            // Settled by an unknown too: its lookup may have failed.
            ExprKind::Is { what: Is::Failed, .. } => Vec::new(),
            ExprKind::Path(head, steps) => {
                let mut needs = head.needs();
                needs.extend(Step::needs(steps));
                needs
            }
            ExprKind::Logic(_, left, right) | ExprKind::If(_, left, right) => shared(left.needs(), &right.needs()),
            // Over an unknown list nothing is known; an empty one settles what is said of its elements.
            ExprKind::Quantifier { lists, .. } => lists.iter().flat_map(Expr::needs).collect(),
            _ => {
                let mut needs = Vec::new();
                self.each_part(&mut |part| needs.extend(part.needs()));
                needs
            }
        };
        needs.sort_unstable();
        needs.dedup();
        needs
    }
}

impl Step {
    /// The entries without which a path leads nowhere. A condition on rows is not among them: there may be no row.
    fn needs(steps: &[Step]) -> Vec<EntryId> {
        let keys = steps.iter().filter_map(|step| match step {
            Step::Key(key) => Some(key.needs()),
            Step::Field(_) | Step::All | Step::Where(_) => None,
        });
        keys.flatten().collect()
    }
}

impl LookupRead {
    /// The entries without which it cannot be asked for, or holds nothing.
    pub fn needs(&self) -> Vec<EntryId> {
        let mut needs: Vec<EntryId> = self.arguments.iter().flatten().flat_map(Expr::needs).collect();
        needs.extend(Step::needs(&self.steps));
        needs
    }
}

fn shared(left: Vec<EntryId>, right: &[EntryId]) -> Vec<EntryId> {
    left.into_iter().filter(|id| right.contains(id)).collect()
}
