//! What a selector selects, and the tiers that `for` blocks raise.

use indexmap::IndexMap;

use crate::check::words;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{Owner, Tier, ToolId};
use crate::syntax::ast::{self, ItemKind, SelectorKind};

use super::collect::effect;
use super::{BlockUse, Model, Narrowness, dotted};

/// What one selector selects.
#[derive(Debug, Default)]
pub(crate) struct Selected {
    /// The tools, with the mappings of the selected effect.
    pub(crate) tools: Vec<(ToolId, Vec<usize>)>,
    /// How narrow it is.
    pub(crate) narrowness: Option<Narrowness>,
}

/// Finds what each `for` selects, and raises the tiers that they tighten.
pub(super) fn select_all(model: &mut Model<'_>, findings: &mut Findings) {
    // A raised tier may bring a tool under further rules, which may raise it again: at most once for each tier.
    for _ in 0..3 {
        if !raise_tiers(model) {
            break;
        }
    }
    for index in 0..model.blocks.len() {
        let Some(block) = model.blocks.get(index) else { continue };
        let mut uses: IndexMap<ToolId, BlockUse> = IndexMap::new();
        for selector in &block.tree.selectors {
            match resolve(model, block.section, selector) {
                Ok(selected) => {
                    let narrowness = selected.narrowness.unwrap_or(Narrowness::Tier);
                    for (tool, mappings) in selected.tools {
                        let entry = uses.entry(tool).or_insert_with(|| BlockUse {
                            block: index,
                            narrowness,
                            mappings: Vec::new(),
                        });
                        entry.narrowness = entry.narrowness.min(narrowness);
                        entry.mappings.extend(mappings);
                    }
                }
                Err(finding) => findings.add(*finding),
            }
        }
        loosened(model, index, &uses, findings);
        uses.sort_unstable_keys();
        if let Some(block) = model.blocks.get_mut(index) {
            block.tools = uses.keys().copied().collect();
        }
        for (tool, mut used) in uses {
            used.mappings.sort_unstable();
            used.mappings.dedup();
            if let Some(tool) = model.tools.get_mut(tool.index()) {
                tool.uses.push(used);
            }
        }
    }
}

/// One round of `tier` clauses; says whether any tool's tier was raised.
fn raise_tiers(model: &mut Model<'_>) -> bool {
    let mut raised = Vec::new();
    for block in &model.blocks {
        let tiers = block.items.iter().filter_map(|item| match &item.kind {
            ItemKind::TierAtLeast(name) => Tier::from_name(&name.text),
            _ => None,
        });
        let Some(tier) = tiers.max() else { continue };
        for selector in &block.tree.selectors {
            let selected = resolve(model, block.section, selector).unwrap_or_default();
            raised.extend(selected.tools.into_iter().map(|(tool, _)| (tool, tier)));
        }
    }
    let mut changed = false;
    for (tool, tier) in raised {
        let Some(tool) = model.tools.get_mut(tool.index()) else { continue };
        if tool.tier < tier {
            tool.tier = tier;
            tool.tiers.push(tier);
            changed = true;
        }
    }
    changed
}

/// Reports a `tier` that would loosen what a tool declares.
fn loosened(model: &Model<'_>, index: usize, uses: &IndexMap<ToolId, BlockUse>, findings: &mut Findings) {
    let Some(block) = model.blocks.get(index) else { return };
    for item in &block.items {
        let ItemKind::TierAtLeast(name) = &item.kind else { continue };
        let Some(tier) = Tier::from_name(&name.text) else {
            findings.add(words::unknown(name, "tier", words::TIERS));
            continue;
        };
        for tool in uses.keys().filter_map(|id| model.tool(*id)) {
            let declared = tool.tiers.first().copied().unwrap_or(Tier::Irreversible);
            if tier < declared {
                let at = tool.items.iter().find_map(|item| match &item.kind {
                    ItemKind::Tier(name) => Some(name.span),
                    _ => None,
                });
                let stricter = words::tier_word(declared);
                findings.add(
                    Diagnostic::new(
                        Code::ClauseConflict,
                        name.span,
                        format!("`tier {}` would loosen `{}`, which is `{stricter}`", name.text, tool.full_name),
                    )
                    .label(at.unwrap_or(tool.name.span), format!("`{stricter}` here"))
                    .help("a `for` may only tighten: take the line out, or select fewer tools"),
                );
            }
        }
    }
}

/// What a selector of a section selects, or what is wrong with it.
pub(crate) fn resolve(
    model: &Model<'_>,
    section: usize,
    selector: &ast::Selector,
) -> Result<Selected, Box<Diagnostic>> {
    let owner = model.section(section).map_or(Owner::Fixed, |section| section.owner);
    // A provider selects among its own tools.
    let own = |tool: &ToolId| owner != Owner::Provider || model.tool(*tool).is_some_and(|tool| tool.section == section);
    let plain = |tools: Vec<ToolId>, narrowness| Selected {
        tools: tools.into_iter().filter(|tool| own(tool)).map(|tool| (tool, Vec::new())).collect(),
        narrowness: Some(narrowness),
    };
    let every = |section: usize| -> Vec<ToolId> {
        model.section(section).map(|section| section.tools.values().copied().collect()).unwrap_or_default()
    };
    let selected = match &selector.kind {
        SelectorKind::Effect(name) => {
            let effect = effect(model, name)?;
            let mut selected = Selected { tools: Vec::new(), narrowness: Some(Narrowness::Effect) };
            for (id, tool) in (0..).map(ToolId).zip(&model.tools).filter(|(id, _)| own(id)) {
                let mappings: Vec<usize> = (0..)
                    .zip(&tool.produces)
                    .filter(|(_, produces)| produces.effect == effect)
                    .map(|(at, _)| at)
                    .collect();
                if !mappings.is_empty() {
                    selected.tools.push((id, mappings));
                }
            }
            selected
        }
        SelectorKind::AllOf(name) => {
            let text = dotted(name);
            match model.providers.get(text.as_str()) {
                Some(provider) => plain(every(*provider), Narrowness::Provider),
                None if model.bad_names.contains(&text) => return Ok(Selected::default()),
                None => {
                    return Err(Box::new(words::unknown_name(
                        "provider",
                        &text,
                        name.span,
                        model.providers.keys().copied(),
                    )));
                }
            }
        }
        SelectorKind::Name(name) => {
            let text = dotted(name);
            match Tier::from_name(&text) {
                Some(tier) => plain(
                    (0..)
                        .map(ToolId)
                        .zip(&model.tools)
                        .filter(|(_, tool)| tool.tiers.contains(&tier))
                        .map(|(id, _)| id)
                        .collect(),
                    Narrowness::Tier,
                ),
                None => match tool(model, section, name) {
                    Ok(tool) => plain(vec![tool], Narrowness::Tool),
                    Err(_) if model.bad_names.contains(&text) => return Ok(Selected::default()),
                    Err(finding) => return Err(finding),
                },
            }
        }
    };
    if selected.tools.is_empty() {
        let what = match &selector.kind {
            SelectorKind::Effect(name) => format!("no tool produces the effect `{}`", dotted(name)),
            SelectorKind::AllOf(name) => format!("the provider `{}` has no tools here", dotted(name)),
            SelectorKind::Name(name) => match Tier::from_name(&dotted(name)) {
                Some(_) => format!("no tool here is `{}`", dotted(name)),
                None => format!("`{}` is another provider's tool", dotted(name)),
            },
        };
        let help = if owner == Owner::Provider {
            "a provider selects among its own tools; rules for others stand in `fixed` or `user`"
        } else {
            "rules for nothing never hold: select a declared tool, or take the rules out"
        };
        return Err(Box::new(
            Diagnostic::new(Code::EmptySelector, selector.span, what).here("selects nothing").help(help),
        ));
    }
    Ok(selected)
}

/// The tool of this name, seen from a section: `bank.transfer`, or bare in its own provider.
pub(crate) fn tool(model: &Model<'_>, section: usize, name: &ast::DottedName) -> Result<ToolId, Box<Diagnostic>> {
    let text = dotted(name);
    let own = model.section(section).and_then(|section| section.tools.get(text.as_str()).copied());
    if let Some(tool) = own.or_else(|| model.tools_by_name.get(text.as_str()).copied()) {
        return Ok(tool);
    }
    // Elsewhere a bare name is no name; the help says the full one.
    let elsewhere = model.tools_by_bare_name.get(text.as_str()).and_then(|tools| tools.first());
    let finding = match elsewhere.and_then(|tool| model.tool(*tool)) {
        Some(tool) => Diagnostic::new(Code::UnknownName, name.span, format!("no tool is called `{text}` here"))
            .help(format!("outside of its provider it is `{}`", tool.full_name)),
        None => {
            let own = model.section(section).map(|section| section.tools.keys().copied()).into_iter().flatten();
            let bare = model.tools_by_bare_name.keys().copied().filter(|_| name.parts.len() == 1);
            let near = crate::nearest::nearest(&text, own.chain(model.tools_by_name.keys().map(|name| &**name)));
            let by_bare = || {
                let bare = crate::nearest::nearest(&text, bare)?;
                let id = model.tools_by_bare_name.get(bare)?.first()?;
                model.tool(*id).map(|tool| tool.full_name.to_string())
            };
            let near = near.map(str::to_owned).or_else(by_bare);
            let help = near.map(|near| format!("did you mean `{near}`?")).or_else(|| there_are(model, section, name));
            Diagnostic::new(Code::UnknownName, name.span, format!("no tool is called `{text}`")).maybe_help(help)
        }
    };
    Err(Box::new(finding))
}

/// The tools that could have been meant: those of the provider that is named, or of the section around, or all.
fn there_are(model: &Model<'_>, section: usize, name: &ast::DottedName) -> Option<String> {
    let of = |section: usize| {
        let tools = model.section(section).map(|section| section.tools.keys().copied().collect::<Vec<_>>());
        tools.unwrap_or_default()
    };
    if let [provider, _, ..] = name.parts.as_slice()
        && let Some(named) = model.section_named(&provider.text)
    {
        let tools = words::several(&of(named)).unwrap_or_else(|| "no tools".to_owned());
        return Some(format!("`{}` has {tools}", provider.text));
    }
    let own = of(section);
    let all: Vec<&str> = model.tools_by_name.keys().map(|name| &**name).collect();
    let known = if own.is_empty() { words::several(&all) } else { words::several(&own) };
    known.map(|known| format!("there {} {known}", if own.len().max(1) == 1 && all.len() == 1 { "is" } else { "are" }))
}
