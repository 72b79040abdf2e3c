//! The functions that statements are about.
//!
//! A text may speak of several functions, each of which is verified by itself. A statement at a place of another function
//! than the analysed one is passed over, and [`Specification::passed_over`](crate::Specification::passed_over) has it. A
//! `//@` line in a function whose body inlining has copied holds in each copy, and its names are those of the copy.

use std::sync::Arc;

use crate::location;
use crate::old;
use crate::resolve::Resolver;
use crate::syntax::*;
use base::{Diagnostic, Span};
use program::{FunctionId, LocationId, Program, Variable, VariableKind};

/// A statement that does not apply to the analysed function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassedOver {
    pub span: Span,
    /// The function that it is about.
    pub function: FunctionId,
    pub why: WhyPassedOver,
}

/// Why a statement does not apply to the analysed function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyPassedOver {
    /// It names the entry or the exit of another function.
    OfOther,
    /// It names a label of a function that the analysed one does not call.
    NotCalled,
    /// No run of the analysed function gets there.
    NotReached,
    /// Runs of the analysed function get there by calls, which are not inlined.
    InCalls,
    /// It is in a function that the analysed one calls, and speaks of that function's old values or static variables.
    OfItsOwnCalls,
}

impl PassedOver {
    /// Returns the warning that the statement has no effect where one function alone is analysed.
    pub fn warning(&self) -> Option<Diagnostic> {
        let message = match self.why {
            WhyPassedOver::OfOther | WhyPassedOver::NotCalled => return None,
            WhyPassedOver::NotReached => "this line has no effect: no run of the analysed function gets there",
            WhyPassedOver::InCalls => {
                "this line has no effect: it is not in the analysed function, and calls are not inlined where a function \
                 calls itself, is called by the library, or has no body"
            }
            WhyPassedOver::OfItsOwnCalls => {
                "this line has no effect: it speaks of old values or static variables of a function that is not the \
                 analysed one"
            }
        };
        Some(Diagnostic::warning(self.span, message))
    }
}

/// Returns the function other than the entry whose place a statement names, and why the statement does not apply.
pub(super) fn other_function(
    program: &Program,
    entry: FunctionId,
    kind: &RawKind,
) -> Option<(FunctionId, WhyPassedOver)> {
    match kind {
        RawKind::Located { location: Some(name), .. }
        | RawKind::NewBlock { location: name, .. }
        | RawKind::Hint { location: name, .. } => location::function_elsewhere(program, entry, name),
        RawKind::Ltl { formula, .. } => {
            let mut names = formula.terms().into_iter().filter_map(|term| match &term.kind {
                TermKind::At(_, name) => Some(name),
                _ => None,
            });
            names.find_map(|name| location::function_elsewhere(program, entry, name))
        }
        RawKind::Located { location: None, .. }
        | RawKind::Symbol { .. }
        | RawKind::Define(_)
        | RawKind::Contract(_) => None,
    }
}

/// A `//@` line in one copy of its function.
pub(super) struct Copy {
    /// What it says, in names of the analysed function.
    pub(super) formula: LocatedTerm,
    pub(super) locations: Vec<LocationId>,
}

/// Returns what a statement at a named place says, once for each copy of a function whose variables it names. At a label
/// of a function, names are those of that function, as far as it has them, unless there are old values, which it cannot
/// have here. Anywhere else they are those of the analysed one.
pub(super) fn copies_at(
    resolver: &Resolver<'_>,
    formula: &LocatedTerm,
    (name, locations): (&LocationName, Vec<LocationId>),
) -> Vec<Copy> {
    let (program, entry) = (&*resolver.program, resolver.entry);
    let named = location::labelled_function(program, entry, name).filter(|_| !formula.has_old_value());
    let is_local = |name: &str| named.is_some_and(|function| owned(program, function, name).is_some());
    if formula.first_name(&is_local).is_none() {
        return vec![Copy { formula: formula.clone(), locations }];
    }
    let in_copy = |at: LocationId| {
        let instance = location::labelled_copy(program, entry, name, at);
        let formula = instance.map_or_else(|| formula.clone(), |instance| formula.renamed(&is_local, instance));
        Copy { formula, locations: vec![at] }
    };
    locations.into_iter().map(in_copy).collect()
}

/// Returns the variable of a function that has a name.
fn owned<'p>(program: &'p Program, owner: FunctionId, name: &str) -> Option<&'p Variable> {
    let mut variables = program.variables.iter().filter(|variable| variable.instance.is_none());
    variables.find(|variable| variable.function == Some(owner) && variable.name == name)
}

/// Returns what a `//@` line in the body of `function` says, once for each copy whose variables it names. `None` if it
/// speaks of what only `function` itself has, when it is analysed.
pub(super) fn copies(
    resolver: &Resolver<'_>,
    function: FunctionId,
    formula: &LocatedTerm,
    locations: Vec<LocationId>,
) -> Result<Option<Vec<Copy>>, Diagnostic> {
    let (program, entry) = (&*resolver.program, resolver.entry);
    if function == entry {
        return Ok(Some(vec![Copy { formula: formula.clone(), locations }]));
    }
    let owns = |owner: FunctionId, name: &str| owned(program, owner, name);
    let is_static = |name: &str| owns(function, name).is_some_and(|found| found.kind == VariableKind::Global);
    if formula.first_name(&is_static).is_some() || formula.has_old_value() {
        return Ok(None);
    }
    let is_local = |name: &str| owns(function, name).is_some();
    let hidden = formula.first_name(&|name| !is_local(name) && owns(entry, name).is_some());
    if let Some((name, span)) = hidden {
        let analysed = program.functions.get(entry).map_or("", |function| function.name.as_str());
        let message = format!("'{name}' is a local variable of '{analysed}', which this line is not in");
        return Err(Diagnostic::error(span, message));
    }
    if formula.first_name(&is_local).is_none() {
        return Ok(Some(vec![Copy { formula: formula.clone(), locations }]));
    }
    let Some(flowchart) = program.flowchart(entry) else { return Ok(None) };
    let in_copy = |at: LocationId| {
        let instance: &Arc<str> = flowchart.location(at).instance.as_ref()?;
        Some(Copy { formula: formula.renamed(&is_local, instance), locations: vec![at] })
    };
    Ok(locations.into_iter().map(in_copy).collect())
}

impl LocatedTerm {
    /// Returns the term and all its parts, left to right.
    fn terms(&self) -> Vec<&LocatedTerm> {
        let mut found = Vec::new();
        let mut agenda = vec![self];
        while let Some(term) = agenda.pop() {
            found.push(term);
            agenda.extend(term.children().into_iter().rev());
        }
        found
    }

    /// Returns true if an old value occurs.
    fn has_old_value(&self) -> bool {
        self.terms().into_iter().any(|term| old::argument(term).is_some())
    }

    /// Returns the term with the names of a function's variables turned into those of a copy: `f#2::x` for `x`.
    fn renamed(&self, is_local: &dyn Fn(&str) -> bool, instance: &str) -> LocatedTerm {
        let mut term = self.clone();
        term.rename(is_local, instance);
        term
    }

    fn rename(&mut self, is_local: &dyn Fn(&str) -> bool, instance: &str) {
        match &mut self.kind {
            TermKind::Identifier(name) if is_local(name) => *name = format!("{instance}::{name}"),
            TermKind::Result => self.kind = TermKind::Identifier(format!("{instance}::\\result")),
            TermKind::Predicate(predicate) if !predicate.bound.is_empty() => {
                let bound: Vec<String> = predicate.bound.iter().map(|name| name.name.clone()).collect();
                if let Some(body) = predicate.body.as_deref_mut() {
                    body.rename(&|name| is_local(name) && !bound.iter().any(|known| known == name), instance);
                }
                let PredicateTerm { avoid, arguments, .. } = predicate;
                avoid.iter_mut().chain(arguments).for_each(|part| part.rename(is_local, instance));
            }
            _ => self.children_mut().into_iter().for_each(|child| child.rename(is_local, instance)),
        }
    }
}
