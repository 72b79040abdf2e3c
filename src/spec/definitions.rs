//! Predicates that a specification defines: `define list(x) = !cyclic[;n](x);`.
//!
//! A use is replaced by the definition with its arguments substituted, as trees: no text is pasted, so operator
//! precedence is that of the definition, and an argument keeps the meaning that it has where it is written. Other names
//! in a definition are resolved in the analysed function. Definitions may use each other in any order, but must not be
//! recursive. This module knows neither names nor types of the program.

use std::collections::HashMap;

use crate::MAX_DEPTH;
use crate::size::MOST_PARTS;
use crate::syntax::{LocatedTerm, PredicateTerm, TermKind, only_name};
use base::{Diagnostic, Diagnostics, Span};
use frontend::ast::Identifier;

/// Words that have a fixed meaning everywhere.
pub(super) const RESERVED: [&str; 9] = ["NULL", "old", "true", "false", "allocated", "sizeof", "if", "then", "else"];

/// A definition as written.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) name: Identifier,
    pub(super) parameters: Vec<Identifier>,
    pub(super) body: LocatedTerm,
}

/// The definitions of a specification.
#[derive(Default, Debug)]
pub(super) struct Definitions {
    known: HashMap<String, Definition>,
    /// The error in each incorrect definition, reported once.
    broken: HashMap<String, Diagnostic>,
}

/// An expanded use: its source position, and the name and the right side of the definition.
#[derive(Clone, Debug)]
struct Use {
    at: Span,
    name: Identifier,
    body: Span,
}

/// A term with expanded definitions, and their uses.
#[derive(Debug)]
pub(super) struct Expanded {
    /// The expanded term.
    pub(super) term: LocatedTerm,
    uses: Vec<Use>,
}

impl Expanded {
    /// Adds notes to a problem with the expanded term: where a definition is used, and where it is defined.
    pub(super) fn explained(&self, mut problem: Diagnostic) -> Diagnostic {
        let Some(mut place) = problem.span else { return problem };
        // From the innermost use outwards.
        for used in self.uses.iter().rev() {
            if place.lies_in(used.body) {
                problem.notes.push((Some(used.at), format!("'{}' is used here", used.name.name)));
                place = used.at;
            } else if place.lies_in(used.at) && place != used.at {
                problem.notes.push((Some(used.name.span), format!("'{}' is defined here", used.name.name)));
                break;
            }
        }
        problem
    }
}

impl Definitions {
    /// Collects the definitions of a specification, and reports their errors.
    pub(super) fn new(found: impl IntoIterator<Item = Definition>, diagnostics: &mut Diagnostics) -> Definitions {
        let mut definitions = Definitions::default();
        let mut order = Vec::new();
        for definition in found {
            if let Some(problem) = definitions.mistake(&definition) {
                diagnostics.push(problem);
                continue;
            }
            order.push(definition.name.name.clone());
            definitions.known.insert(definition.name.name.clone(), definition);
        }
        for name in order {
            let Some(definition) = definitions.known.get(&name) else { continue };
            let mut expansion = Expansion::new(&definitions);
            expansion.under_way.push(name.clone());
            let mut body = definition.body.clone();
            if let Err(problem) = expansion.put_in(&mut body, &HashMap::new(), 1) {
                diagnostics.push(problem.clone());
                definitions.broken.insert(name, problem);
            }
        }
        definitions
    }

    fn mistake(&self, definition: &Definition) -> Option<Diagnostic> {
        let Identifier { name, span } = &definition.name;
        if RESERVED.contains(&name.as_str()) {
            return Some(Diagnostic::error(*span, format!("'{name}' has a meaning already")));
        }
        if let Some(first) = self.known.get(name) {
            let problem = Diagnostic::error(*span, format!("'{name}' is defined twice"));
            return Some(problem.with_note(Some(first.name.span), "it was defined here first"));
        }
        let repeated = definition.parameters.iter().enumerate().find(|(index, parameter)| {
            RESERVED.contains(&parameter.name.as_str())
                || definition.parameters.iter().take(*index).any(|other| other.name == parameter.name)
        });
        repeated.map(|(_, parameter)| {
            Diagnostic::error(parameter.span, format!("'{}' cannot be the name of a parameter here", parameter.name))
        })
    }

    /// Expands all definitions in a term.
    pub(super) fn expand(&self, term: &LocatedTerm) -> Result<Expanded, Diagnostic> {
        let mut expansion = Expansion::new(self);
        let mut term = term.clone();
        match expansion.put_in(&mut term, &HashMap::new(), 1) {
            Ok(()) => Ok(Expanded { term, uses: expansion.uses }),
            Err(problem) if self.broken.values().any(|known| *known == problem) => Err(problem),
            Err(problem) => Err(Expanded { term, uses: expansion.uses }.explained(problem)),
        }
    }
}

/// A term that replaces a parameter, and its size.
type Argument = (LocatedTerm, usize);
/// Arguments by parameter name.
type Arguments = HashMap<String, Argument>;

/// Expands definitions in a term.
struct Expansion<'d> {
    definitions: &'d Definitions,
    uses: Vec<Use>,
    /// The definitions whose right sides are being expanded, outermost first.
    under_way: Vec<String>,
    /// Number of bound names created.
    names: usize,
    size: usize,
}

impl<'d> Expansion<'d> {
    fn new(definitions: &'d Definitions) -> Expansion<'d> {
        Expansion { definitions, uses: Vec::new(), under_way: Vec::new(), names: 0, size: 0 }
    }

    /// `level` is the number of operators and definitions above the term.
    fn put_in(&mut self, term: &mut LocatedTerm, arguments: &Arguments, level: u32) -> Result<(), Diagnostic> {
        if level > MAX_DEPTH {
            return Err(too_deep(term.span));
        }
        self.grow(1, term.span)?;
        match &mut term.kind {
            TermKind::Predicate(predicate) if !predicate.bound.is_empty() && !arguments.is_empty() => {
                let renamed = self.renamed(predicate, arguments);
                return self.put_in_parts(term, &renamed, level);
            }
            TermKind::Identifier(name) => {
                if let Some((argument, size)) = arguments.get(name.as_str()) {
                    self.grow(*size, term.span)?;
                    *term = argument.clone();
                    // It replaces the parameter, whatever operators are around it.
                    term.closed = true;
                }
                return Ok(());
            }
            // `sizeof(x)` may be about a type or a value; a parameter is a value.
            TermKind::SizeofType(ty) => {
                if let Some((argument, size)) = only_name(ty).and_then(|name| arguments.get(name.name.as_str())) {
                    self.grow(*size, term.span)?;
                    term.kind = TermKind::SizeofTerm(Box::new(LocatedTerm { closed: true, ..argument.clone() }));
                    return self.put_in_parts(term, &Arguments::new(), level);
                }
                return Ok(());
            }
            TermKind::Call(function, given) => {
                if let TermKind::Identifier(name) = &function.kind
                    && let Some(definition) = self.definitions.known.get(name)
                {
                    for argument in given.iter_mut() {
                        self.put_in(argument, arguments, level + 1)?;
                    }
                    let given = std::mem::take(given);
                    *term = self.used(definition, given, term.span, level)?;
                    return Ok(());
                }
            }
            _ => {}
        }
        self.put_in_parts(term, arguments, level)
    }

    /// Renames the names that a quantifier in a definition binds, so that no argument can contain them.
    fn renamed(&mut self, predicate: &mut PredicateTerm, arguments: &Arguments) -> Arguments {
        let mut renamed = arguments.clone();
        for name in &mut predicate.bound {
            self.names += 1;
            let fresh = format!("{}'{}", name.name, self.names);
            let kind = TermKind::Identifier(fresh.clone());
            let term = LocatedTerm { kind, span: name.span, depth: 1, closed: true };
            renamed.insert(std::mem::replace(&mut name.name, fresh), (term, 1));
        }
        renamed
    }

    fn put_in_parts(&mut self, term: &mut LocatedTerm, arguments: &Arguments, level: u32) -> Result<(), Diagnostic> {
        let mut deepest = 0;
        for child in term.children_mut() {
            self.put_in(child, arguments, level + 1)?;
            deepest = deepest.max(child.depth);
        }
        term.depth = 1 + deepest;
        if term.depth > MAX_DEPTH { Err(too_deep(term.span)) } else { Ok(()) }
    }

    /// Returns the right side of a definition, instantiated with the arguments of a use.
    fn used(
        &mut self,
        definition: &'d Definition,
        given: Vec<LocatedTerm>,
        at: Span,
        level: u32,
    ) -> Result<LocatedTerm, Diagnostic> {
        let Definition { name, parameters, body } = definition;
        if let Some(problem) = self.definitions.broken.get(&name.name) {
            return Err(problem.clone());
        }
        if self.under_way.contains(&name.name) {
            let problem = Diagnostic::error(at, format!("the definition of '{}' uses itself", name.name));
            return Err(problem.with_note(Some(name.span), "it is defined here"));
        }
        if parameters.len() != given.len() {
            let message = format!("'{}' takes {}, not {}", name.name, arguments(parameters.len()), given.len());
            return Err(Diagnostic::error(at, message).with_note(Some(name.span), "it is defined here"));
        }
        self.uses.push(Use { at, name: name.clone(), body: body.span });
        let names = parameters.iter().map(|parameter| parameter.name.clone());
        let sized = given.into_iter().map(|argument| {
            let size = argument.size();
            (argument, size)
        });
        let given: Arguments = names.zip(sized).collect();
        let mut body = body.clone();
        self.under_way.push(name.name.clone());
        self.put_in(&mut body, &given, level + 1)?;
        self.under_way.pop();
        body.closed = true;
        Ok(body)
    }

    fn grow(&mut self, by: usize, at: Span) -> Result<(), Diagnostic> {
        self.size = self.size.saturating_add(by);
        if self.size as u64 <= MOST_PARTS {
            return Ok(());
        }
        let message = format!("this formula has more than {MOST_PARTS} parts once its definitions are put in");
        Err(Diagnostic::error(at, message))
    }
}

fn too_deep(at: Span) -> Diagnostic {
    Diagnostic::error(
        at,
        format!("this formula nests deeper than {MAX_DEPTH} operators once its definitions are put in"),
    )
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".into(),
        1 => "one argument".into(),
        count => format!("{count} arguments"),
    }
}
