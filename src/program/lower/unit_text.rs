//! The translation unit as it was read, and what is derived from it alone. Invariant: nothing here changes during
//! lowering; `summaries` is computed once, on first use.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::lower::effects::EffectSummaries;
use crate::{Program, VariableId};
use base::{SourceMap, Span};
use frontend::ast::TranslationUnit;

#[derive(Default)]
pub(super) struct UnitText<'s> {
    sources: Option<&'s SourceMap>,
    /// `None` while an expression of a specification is lowered.
    unit: Option<&'s TranslationUnit>,
    annotated: HashSet<u32>,
    summaries: OnceCell<EffectSummaries<'s>>,
}

impl<'s> UnitText<'s> {
    pub(super) fn new(unit: &'s TranslationUnit, sources: &'s SourceMap) -> Self {
        let annotated = unit.annotations.iter().map(|annotation| annotation.next_token).collect();
        UnitText { sources: Some(sources), unit: Some(unit), annotated, summaries: OnceCell::new() }
    }

    pub(super) fn sources(&self) -> Option<&'s SourceMap> {
        self.sources
    }

    pub(super) fn is_annotated(&self, statement: Span) -> bool {
        self.annotated.contains(&statement.start)
    }

    /// Returns the limit that `#pragma pack` sets at a byte offset of the text, if any.
    pub(super) fn pack_at(&self, offset: u32) -> Option<u64> {
        let packs = &self.unit?.packs;
        let behind = packs.partition_point(|(start, _)| *start <= offset);
        packs.get(behind.checked_sub(1)?)?.1.map(u64::from)
    }

    /// Returns the effect summaries of the program's functions, computed on first use; `None` without a unit.
    pub(super) fn summaries(&self, program: &Program) -> Option<&EffectSummaries<'s>> {
        let unit = self.unit?;
        Some(self.summaries.get_or_init(|| EffectSummaries::new(unit, program.contracted.clone())))
    }

    /// Returns true if the address of a variable is taken so far or may be taken further below, by name.
    pub(super) fn may_have_address_taken(&self, program: &Program, variable: VariableId) -> bool {
        let variable = &program.variables[variable];
        let is_named = |summaries: &EffectSummaries<'_>| summaries.addressed.contains(variable.name.as_str());
        variable.address_taken || self.summaries(program).is_none_or(is_named)
    }
}
