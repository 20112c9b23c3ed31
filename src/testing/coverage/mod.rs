//! What of a policy the cases reach: each condition seen true, false and unknown, each slot known by each of its sources
//! and unknown, each guard and each clause of a result taken and not.

mod exempt;
mod hint;
mod listing;

use std::sync::Arc;

use crate::eval::Seen;
use crate::load::shipped_text;
use crate::policy::Policy;
use crate::span::{FileSet, Span};

pub use crate::eval::{Clause, Side};
pub use exempt::Exemption;
pub use hint::Form;

/// What was reached of one or more policies, file by file.
///
/// ```
/// use chk::testing::{Clause, Options, run_text};
///
/// let lamp = r#"
/// language 1
/// provider lamp {
///   tool dim {
///     reversible
///     slot level: integer from user_answer
///     require not_too_bright: level <= 80 else hold "Too bright."
///   }
/// }
/// "#;
/// let cases = r#"
/// policy: lamp.chk
/// cases:
///   - name: it is not too bright
///     with: { chk: 1, call: { tool: lamp.dim, arguments: {} }, answers: { level: 40 } }
///     expect: { decision: execute }
/// "#;
/// let load = |name: &str| chk::Policy::from_text(name, lamp);
/// let report = run_text("lamp.test.yaml", cases, load, Options { coverage: true, ..Options::default() })?;
/// let share = report.coverage.unwrap().share(Clause::Condition);
/// assert_eq!((share.seen, share.of), (1, 3));
/// # Ok::<(), chk::testing::TestErrors>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// In the order of their names.
    pub files: Vec<FileCoverage>,
    /// What the library brings and the policies use; it has cases of its own and counts in no share.
    pub shipped: Vec<FileCoverage>,
}

/// One file of a policy.
#[derive(Clone, Debug)]
pub struct FileCoverage {
    /// The name under which it was read.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
    /// What it says that can be reached, in the order of the text.
    pub items: Vec<Item>,
    /// Exemptions that are wrong: covered after all, without a reason, or in front of nothing.
    pub exemptions: Vec<Exemption>,
}

/// A clause with its sides.
#[derive(Clone, Debug)]
pub struct Item {
    /// What kind it is of.
    pub clause: Clause,
    /// What it is, more closely.
    pub form: Form,
    /// The id of what it belongs to; of a result's clause its kind.
    pub id: Arc<str>,
    /// A tool that it concerns, the first of them.
    pub tool: Option<Arc<str>>,
    /// Its text, or its name.
    pub text: String,
    /// Its first byte and the byte after its last.
    pub place: (u32, u32),
    /// Its line, from 1.
    pub line: usize,
    /// The line where what it belongs to is declared, from 1.
    pub declared: usize,
    /// The names that it reads.
    pub reads: Vec<Arc<str>>,
    /// Its sides.
    pub sides: Vec<SideCount>,
}

/// A side of a clause, and how often it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideCount {
    /// Which.
    pub side: Side,
    /// How often; one case may see it several times.
    pub times: usize,
    /// Why it need not be seen, as the policy says.
    pub exempt: Option<Arc<str>>,
}

impl SideCount {
    /// Neither seen nor exempt.
    pub fn is_missing(&self) -> bool {
        self.times == 0 && self.exempt.is_none()
    }
}

/// How many sides were seen, of those that are not exempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Seen.
    pub seen: usize,
    /// All that count.
    pub of: usize,
    /// Sides that need not be seen.
    pub exempt: usize,
}

impl Share {
    /// In percent; of nothing, all was seen.
    pub fn percent(self) -> f64 {
        if self.of == 0 { 100.0 } else { self.seen as f64 * 100.0 / self.of as f64 }
    }

    fn add(&mut self, side: &SideCount) {
        match (side.times, &side.exempt) {
            (0, Some(_)) => self.exempt += 1,
            (0, None) => self.of += 1,
            _ => {
                self.of += 1;
                self.seen += 1;
            }
        }
    }
}

impl Coverage {
    /// Everything that a policy says, with nothing of it seen.
    pub(super) fn of(policy: &Policy) -> Coverage {
        let files = policy.files();
        let mut items = listing::items(policy.program(), files);
        let mut coverage = Coverage::default();
        for (id, file) in files.iter() {
            let is_shipped = shipped_text(file.name()) == Some(&**file.text());
            let mut own: Vec<Item> = items.extract_if(.., |(at, _)| at.file == id).map(|(_, item)| item).collect();
            own.sort_by_key(|item| (item.place, item.clause));
            let list = if is_shipped { &mut coverage.shipped } else { &mut coverage.files };
            list.push(FileCoverage {
                name: file.name().to_owned(),
                text: Arc::clone(file.text()),
                items: own,
                exemptions: Vec::new(),
            });
        }
        coverage.settle();
        coverage
    }

    /// Counts what was seen.
    pub(super) fn count(&mut self, seen: &Seen, files: &FileSet) {
        for (clause, at, side) in &seen.list {
            let Some(item) = self.item(*clause, *at, files) else { continue };
            item.sides.iter_mut().filter(|count| count.side == *side).for_each(|count| count.times += 1);
        }
        self.settle();
    }

    fn item(&mut self, clause: Clause, at: Span, files: &FileSet) -> Option<&mut Item> {
        let name = files.file(at.file)?.name();
        let file = self.files.iter_mut().chain(&mut self.shipped).find(|file| file.name == name)?;
        let is_it = |item: &&mut Item| item.clause == clause && item.place == (at.start, at.end);
        file.items.iter_mut().find(is_it)
    }

    /// Takes over what another run reached: of a file that both know, the counts add up.
    pub fn join(&mut self, other: Coverage) {
        for (list, more) in [(&mut self.files, other.files), (&mut self.shipped, other.shipped)] {
            for file in more {
                match list.iter_mut().find(|own| own.name == file.name && own.text == file.text) {
                    Some(own) => own.join(file),
                    None => list.push(file),
                }
            }
        }
        self.settle();
    }

    /// Puts the files in order and marks what their comments exempt.
    fn settle(&mut self) {
        for list in [&mut self.files, &mut self.shipped] {
            list.sort_by(|left, right| left.name.cmp(&right.name));
            list.iter_mut().for_each(exempt::apply);
        }
    }

    /// How many sides of the clauses of a kind were seen.
    pub fn share(&self, clause: Clause) -> Share {
        let mut share = Share::default();
        self.files.iter().for_each(|file| file.sides(clause).for_each(|side| share.add(side)));
        share
    }
}

impl FileCoverage {
    /// How many sides of the clauses of a kind were seen.
    pub fn share(&self, clause: Clause) -> Share {
        let mut share = Share::default();
        self.sides(clause).for_each(|side| share.add(side));
        share
    }

    fn sides(&self, clause: Clause) -> impl Iterator<Item = &SideCount> {
        self.items.iter().filter(move |item| item.clause == clause).flat_map(|item| &item.sides)
    }

    /// A file that several policies use may be unfolded further in one of them.
    fn join(&mut self, other: FileCoverage) {
        for item in other.items {
            let is_it = |own: &&mut Item| own.clause == item.clause && own.place == item.place;
            match self.items.iter_mut().find(is_it) {
                Some(own) => own.join(item),
                None => self.items.push(item),
            }
        }
        self.items.sort_by_key(|item| (item.place, item.clause));
    }
}

impl Item {
    fn join(&mut self, other: Item) {
        for count in other.sides {
            match self.sides.iter_mut().find(|own| own.side == count.side) {
                Some(own) => own.times += count.times,
                None => self.sides.push(count),
            }
        }
        self.sides.sort_by(|left, right| left.side.cmp(&right.side));
    }
}
