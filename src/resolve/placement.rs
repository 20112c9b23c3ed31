//! Which item may stand where.

use crate::diagnostic::{Code, Diagnostic};
use crate::program::Owner;
use crate::span::Span;
use crate::syntax::ast::ItemKind;

/// Where an item stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// At top level.
    Top,
    /// In a section.
    Section(Owner),
    /// In a tool.
    Tool,
    /// Under a `for` of a section.
    For(Owner),
    /// In an object's braces.
    Object,
}

impl Place {
    fn describe(self) -> &'static str {
        match self {
            Place::Top => "at top level",
            Place::Section(Owner::Fixed) => "in `fixed`",
            Place::Section(Owner::Provider) => "in a provider",
            Place::Section(Owner::User) => "in `user`",
            Place::Tool => "in a tool",
            Place::For(Owner::Provider) => "under a provider's `for`",
            Place::For(_) => "under `for`",
            Place::Object => "in an object",
        }
    }
}

/// The words that open an item, and where it may stand.
fn rule(kind: &ItemKind) -> (&'static str, &'static str, fn(Place) -> bool) {
    let top: fn(Place) -> bool = |place| place == Place::Top;
    let section: fn(Place) -> bool = |place| matches!(place, Place::Section(_));
    let tool: fn(Place) -> bool = |place| place == Place::Tool;
    let rules: fn(Place) -> bool = |place| !matches!(place, Place::Top | Place::Object);
    let judged: fn(Place) -> bool = |place| matches!(place, Place::Tool | Place::For(_) | Place::Section(Owner::Fixed));
    let tighten: fn(Place) -> bool = |place| matches!(place, Place::For(Owner::Fixed | Owner::User));
    const RULES: &str = "in a section, in a tool or under `for`";
    match kind {
        ItemKind::Use(_) => ("use", "at top level", top),
        ItemKind::EffectDef(_) => ("effect", "at top level", top),
        ItemKind::Assertion(_) => ("assertion", "at top level", top),
        ItemKind::Whitelist(_) => ("whitelist", "at top level", top),
        ItemKind::Vocabulary(_) => ("vocabulary", "at top level", top),
        ItemKind::Table(_) => ("table", "at top level", top),
        ItemKind::PatternDef(_) => ("pattern", "at top level", top),
        ItemKind::Section(section) => match section.owner {
            Owner::Fixed => ("fixed", "at top level", top),
            Owner::Provider => ("provider", "at top level", top),
            Owner::User => ("user", "at top level", top),
        },
        ItemKind::Lookup(_) => ("lookup", "in a section", section),
        ItemKind::Tool(_) => ("tool", "in a provider", |place| place == Place::Section(Owner::Provider)),
        ItemKind::For(_) => ("for", "in a section", section),
        ItemKind::UnlistedTools => ("unlisted tools", "in `fixed` or `user`", |place| {
            matches!(place, Place::Section(Owner::Fixed | Owner::User))
        }),
        ItemKind::Slot(_) => ("slot", "in a tool, in `fixed`, in `user` or in an object", |place| {
            matches!(place, Place::Tool | Place::Object | Place::Section(Owner::Fixed | Owner::User))
        }),
        ItemKind::Fact(_) => ("fact", RULES, rules),
        ItemKind::Let(_) => ("let", RULES, rules),
        ItemKind::Require(_) => ("require", RULES, rules),
        ItemKind::Forbid(_) => ("forbid", RULES, rules),
        ItemKind::Confirm(_) => ("confirm", RULES, rules),
        ItemKind::Notice(_) => ("notice", RULES, rules),
        ItemKind::Guard(_) => ("guard", "in `fixed`, in `user`, under their `for`, or in a tool", |place| {
            matches!(
                place,
                Place::Tool | Place::Section(Owner::Fixed | Owner::User) | Place::For(Owner::Fixed | Owner::User)
            )
        }),
        ItemKind::Budget(_) => {
            ("budget", "in a section or under `for`", |place| matches!(place, Place::Section(_) | Place::For(_)))
        }
        ItemKind::Tier(_) => ("a tier", "in a tool", tool),
        ItemKind::TierAtLeast(_) => ("tier", "under a `for` of `fixed` or `user`", tighten),
        ItemKind::Only(_) => ("only", "under a `for` of `fixed` or `user`", tighten),
        ItemKind::Produces(_) => ("effect", "in a tool", tool),
        ItemKind::Group(_) => ("group", "in a tool", tool),
        ItemKind::Result(_) => ("result", "in a tool, under `for` or in `fixed`", judged),
        ItemKind::OnFailure(_) => ("on failure", "in a tool, under `for` or in `fixed`", judged),
        ItemKind::SameBy(_) => ("same by", "in a tool", tool),
        ItemKind::OncePer(_) => ("once per", "in a tool", tool),
        ItemKind::AfterTimeout(_) => ("after timeout", "in a tool", tool),
        ItemKind::Changes(_) => ("changes", "in a tool", tool),
        ItemKind::OtherArguments(_) => ("other arguments", "in a tool", tool),
    }
}

/// What is wrong with an item of this kind in this place; none where it may stand there.
pub(crate) fn misplaced(kind: &ItemKind, place: Place, span: Span) -> Option<Diagnostic> {
    let (word, places, allowed) = rule(kind);
    if allowed(place) {
        return None;
    }
    let span = match kind {
        ItemKind::Tier(name) => name.span,
        // Only the word that opens the item: the item itself may be long.
        _ => {
            let length = word.split(' ').next().map_or(0, str::len);
            Span::new(span.file, span.start as usize, span.start as usize + length)
        }
    };
    let word = if word.starts_with("a ") { word.to_owned() } else { format!("`{word}`") };
    let message = format!("{word} may not stand {}", place.describe());
    let finding = Diagnostic::new(Code::MisplacedItem, span, message).here(format!("stands {places}"));
    Some(match (kind, place) {
        (ItemKind::Slot(_), Place::Section(Owner::Provider) | Place::For(_)) => {
            finding.help("an argument belongs into its tool; what a rule reads is a `fact`")
        }
        (ItemKind::Guard(_), _) => finding.help("move it into the tool that it judges"),
        _ => finding.help(format!("move it: {word} stands {places}")),
    })
}
