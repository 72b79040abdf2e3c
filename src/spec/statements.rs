//! Whole texts: the specification file together with the `//@` lines of the C file, and hints files.

use std::collections::{BTreeMap, HashMap};

use crate::contracts::{self, Contract};
use crate::definitions::{Definition, Definitions};
use crate::location::{self, Next};
use crate::resolve::{FormulaContext, Resolver, Typing};
use crate::syntax::*;
use crate::{
    ContractCalls, Hint, Specification, StateFormula, Statement, StatementKind, Symbol, SymbolValue, new_blocks, parse,
    scopes, size, split,
};
use base::ids::IdVec;
use base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use ctype::Type;
use frontend::ast::Identifier;
use program::Contracted;
use program::{Annotation, FunctionId, LocationId, Program, SymbolId};

/// A parsed statement and, if it is from a `//@` line, the index of that line in [`Program::annotations`].
struct Found {
    statement: RawStatement,
    annotation: Option<usize>,
}

/// Parses the statements of a specification file, followed by those of the program's annotations.
fn read_all(
    sources: &SourceMap,
    file: Option<FileId>,
    annotations: &[Annotation],
    diagnostics: &mut Diagnostics,
) -> Vec<Found> {
    let mut found = Vec::new();
    if let Some(file) = file {
        read(sources, file, 0, sources.text(file), None, &mut found, diagnostics);
    }
    for (index, annotation) in annotations.iter().enumerate() {
        let Annotation { span, .. } = annotation;
        read(sources, span.file, span.start, sources.snippet(*span), Some(index), &mut found, diagnostics);
    }
    found
}

/// See [`crate::contracted`].
pub(super) fn contracted(
    sources: &SourceMap,
    file: Option<FileId>,
    annotations: &[Annotation],
) -> BTreeMap<String, Contracted> {
    let found = read_all(sources, file, annotations, &mut Diagnostics::new());
    contracts_of(&found).into_iter().map(|contract| (contract.name.name.clone(), contract.known())).collect()
}

/// See [`crate::give_bodies`].
pub(super) fn give_bodies(
    sources: &SourceMap,
    file: Option<FileId>,
    program: &mut Program,
    (entry, calls): (FunctionId, ContractCalls),
    typing: Typing,
) -> Diagnostics {
    // Errors in other statements are reported when the specification is parsed.
    let mut of_others = Diagnostics::new();
    let found = read_all(sources, file, &program.annotations, &mut of_others);
    let mut specification = Specification::default();
    let definitions = define(&found, &mut specification, &mut of_others);
    let mut resolver = resolver(sources, program, entry, typing, FormulaContext::Specification, &definitions);
    declare_symbols(&found, &mut resolver, &mut specification, &mut of_others);
    let mut diagnostics = Diagnostics::new();
    contracts::give_bodies(&mut resolver, &contracts_of(&found), calls, &mut diagnostics);
    diagnostics
}

fn contracts_of(found: &[Found]) -> Vec<&Contract> {
    let contracts = found.iter().filter_map(|item| match &item.statement.kind {
        RawKind::Contract(contract) => Some(contract),
        _ => None,
    });
    contracts.collect()
}

/// See [`crate::parse_specification`].
pub(super) fn specification(
    sources: &SourceMap,
    file: Option<FileId>,
    program: &mut Program,
    entry: FunctionId,
    typing: Typing,
) -> (Specification, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let found = read_all(sources, file, &program.annotations, &mut diagnostics);
    let mut specification = Specification::default();
    let definitions = define(&found, &mut specification, &mut diagnostics);
    let mut resolver = resolver(sources, program, entry, typing, FormulaContext::Specification, &definitions);
    declare_symbols(&found, &mut resolver, &mut specification, &mut diagnostics);
    new_blocks::declare(&mut resolver, new_blocks_of(&found), &specification, &mut diagnostics);
    resolver.first_old_symbol = specification.symbols.len();
    let mut formulas: HashMap<&str, Span> = HashMap::new();
    for item in &found {
        if let RawKind::Ltl { name, .. } = &item.statement.kind
            && let Some(first) = formulas.insert(&name.name, name.span)
        {
            let problem = Diagnostic::error(name.span, format!("the formula '{}' is defined twice", name.name));
            diagnostics.push(problem.with_note(Some(first), "it was defined here first"));
        }
        let span = item.statement.span;
        let means = statement(&mut resolver, item);
        resolver.warnings.drain(..).for_each(|warning| diagnostics.push(warning));
        let means = means.and_then(|outcome| match &outcome {
            Outcome::Means(kind) => size::check_statement(kind, span).map(|()| outcome),
            Outcome::Declares | Outcome::OutOfReach => Ok(outcome),
        });
        match means {
            Ok(Outcome::Means(kind)) => {
                scopes::warning(resolver.program, entry, &kind, span)
                    .into_iter()
                    .for_each(|warning| diagnostics.push(warning));
                let text = split::one_line(sources.snippet(span));
                specification.statements.push(Statement { kind: *kind, text, span });
            }
            Ok(Outcome::Declares) => {}
            Ok(Outcome::OutOfReach) => {
                let message = "this line has no effect: no run of the analysed function gets there";
                diagnostics.warning(span, message);
            }
            Err(problem) => diagnostics.push(problem),
        }
        if diagnostics.is_full() {
            break;
        }
    }
    for contract in contracts_of(&found) {
        if let Err(problem) = contracts::assume(&mut resolver, contract, &mut specification) {
            diagnostics.push(problem);
        }
    }
    if let Err(problem) = keep_old_values(&mut resolver, &mut specification) {
        diagnostics.push(problem);
    }
    tell(program, &specification);
    (specification, diagnostics)
}

/// Notes in the program what a specification says of its memory.
fn tell(program: &mut Program, specification: &Specification) {
    program.stated.extend(specification.expressions().into_iter().cloned());
    program.array_elements = specification.array_elements(&program.types);
}

/// Returns the symbols for new blocks among the statements, with the locations of their allocations.
fn new_blocks_of(found: &[Found]) -> impl Iterator<Item = (&Identifier, &LocationName)> {
    found.iter().filter_map(|item| match &item.statement.kind {
        RawKind::NewBlock { name, location } => Some((name, location)),
        _ => None,
    })
}

/// Collects the definitions among the statements.
fn define(found: &[Found], specification: &mut Specification, diagnostics: &mut Diagnostics) -> Definitions {
    let defined = found.iter().filter_map(|item| match &item.statement.kind {
        RawKind::Define(definition) => Some((definition.clone(), item.statement.span)),
        _ => None,
    });
    let (defined, places): (Vec<Definition>, Vec<Span>) = defined.unzip();
    specification.definitions = places;
    Definitions::new(defined, diagnostics)
}

/// Adds the constants for old values, and the assumptions about them.
fn keep_old_values(resolver: &mut Resolver<'_>, specification: &mut Specification) -> Result<(), Diagnostic> {
    let (Some(first), Some(flowchart)) = (resolver.old_symbols.first(), resolver.program.flowchart(resolver.entry))
    else {
        return Ok(());
    };
    let entry = flowchart.entry;
    // An assumption at a location applies whenever control is there.
    if flowchart.edges().any(|edge| flowchart.target(edge) == entry) {
        return Err(Diagnostic::error(first.span, "a loop leads back to the entry: put a statement before the loop"));
    }
    let assumptions = resolver.old_assumptions(entry)?;
    specification.statements.extend(assumptions);
    for symbol in resolver.old_symbols.drain(..) {
        specification.symbols.push(symbol);
    }
    Ok(())
}

/// Creates a resolver without symbols.
fn resolver<'a>(
    sources: &'a SourceMap,
    program: &'a mut Program,
    entry: FunctionId,
    typing: Typing,
    place: FormulaContext,
    definitions: &'a Definitions,
) -> Resolver<'a> {
    Resolver {
        sources,
        program,
        entry,
        typing,
        place,
        symbols: HashMap::new(),
        chains: Vec::new(),
        symbol_count: 0,
        any_avoid: false,
        definitions,
        old_symbols: Vec::new(),
        first_old_symbol: 0,
        keeps_old_symbols: false,
        old_conditions: Vec::new(),
        warnings: Vec::new(),
    }
}

/// See [`crate::parse_hints`].
pub(super) fn hints(
    sources: &SourceMap,
    file: FileId,
    program: &mut Program,
    entry: FunctionId,
    specification: &Specification,
    typing: Typing,
) -> (Vec<Hint>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let mut found = Vec::new();
    let symbols = specification.symbols.enumerate();
    let symbols: HashMap<_, _> = symbols.map(|(id, symbol)| (symbol.name.clone(), (id, symbol.ty))).collect();
    // Errors in definitions were reported when the specification was parsed.
    let definitions = Definitions::new(defined_at(sources, &specification.definitions), &mut Diagnostics::new());
    for span in split::statements(file, 0, sources.text(file), &mut diagnostics) {
        let mut resolver = resolver(sources, program, entry, typing, FormulaContext::Pattern, &definitions);
        resolver.symbols = symbols.clone();
        resolver.symbol_count = specification.symbols.len();
        resolver.first_old_symbol = specification.free_symbols().len();
        resolver.old_symbols = specification.symbols.iter().skip(resolver.first_old_symbol).cloned().collect();
        resolver.keeps_old_symbols = true;
        let means = parse::hint_statement(sources, span).and_then(|statement| hint(&mut resolver, &statement));
        resolver.warnings.drain(..).for_each(|warning| diagnostics.push(warning));
        match means.and_then(|hint| size::check_formula(&hint.replacement, span).map(|()| hint)) {
            Ok(hint) => found.push(hint),
            Err(problem) => diagnostics.push(problem),
        }
        if diagnostics.is_full() {
            break;
        }
    }
    program.stated.extend(found.iter().flat_map(|hint: &Hint| hint.expressions()).cloned());
    (found, diagnostics)
}

fn read(
    sources: &SourceMap,
    file: FileId,
    base: u32,
    text: &str,
    annotation: Option<usize>,
    found: &mut Vec<Found>,
    diagnostics: &mut Diagnostics,
) {
    for span in split::statements(file, base, text, diagnostics) {
        match parse::specification_statement(sources, span) {
            Ok(statement) => found.push(Found { statement, annotation }),
            Err(problem) => diagnostics.push(problem),
        }
        if diagnostics.is_full() {
            break;
        }
    }
}

/// Parses the definitions at some positions again.
fn defined_at(sources: &SourceMap, places: &[Span]) -> Vec<Definition> {
    let statements = places.iter().filter_map(|span| parse::specification_statement(sources, *span).ok());
    let definition = |statement: RawStatement| match statement.kind {
        RawKind::Define(definition) => Some(definition),
        _ => None,
    };
    statements.filter_map(definition).collect()
}

fn declare_symbols(
    found: &[Found],
    resolver: &mut Resolver<'_>,
    specification: &mut Specification,
    diagnostics: &mut Diagnostics,
) {
    for item in found {
        if let RawKind::Symbol { name, ty } = &item.statement.kind
            && let Err(problem) = declare(resolver, &mut specification.symbols, name, ty)
        {
            diagnostics.push(problem);
        }
    }
}

/// Checks the name of a new symbol.
pub(super) fn check_name(
    resolver: &Resolver<'_>,
    symbols: &IdVec<SymbolId, Symbol>,
    name: &Identifier,
) -> Result<(), Diagnostic> {
    if let Some(first) = symbols.iter().find(|symbol| symbol.name == name.name) {
        let problem = Diagnostic::error(name.span, format!("the symbol '{}' is declared twice", name.name));
        return Err(problem.with_note(Some(first.span), "it was declared here first"));
    }
    if matches!(name.name.as_str(), "NULL" | "true" | "false") {
        return Err(Diagnostic::error(name.span, format!("'{}' has a meaning already", name.name)));
    }
    let entry = resolver.entry;
    let hidden = resolver.program.variables.iter().find(|variable| {
        variable.name == name.name
            && variable.instance.is_none()
            && variable.function.is_none_or(|function| function == entry)
    });
    if let Some(variable) = hidden {
        let message = match variable.is_chosen {
            true => format!("the symbol '{}' is declared twice", name.name),
            false => format!("the program has a variable '{}' already", name.name),
        };
        let problem = Diagnostic::error(name.span, message);
        return Err(problem.with_note(Some(variable.span), "it is declared here"));
    }
    Ok(())
}

fn declare(
    resolver: &mut Resolver<'_>,
    symbols: &mut IdVec<SymbolId, Symbol>,
    name: &Identifier,
    ty: &frontend::ast::TypeName,
) -> Result<(), Diagnostic> {
    check_name(resolver, symbols, name)?;
    let id = (resolver.typing.type_name)(resolver.program, resolver.entry, ty)?;
    let types = &resolver.program.types;
    if !types.is_pointer(id) && !types.is_integer(id) {
        let message = format!("a symbol is a pointer or an integer, not of type '{}'", types.display(id));
        let problem = Diagnostic::error(ty.specifiers.span, message);
        let is_record = matches!(types.get(id), Type::Record(_));
        let written = resolver.sources.snippet(ty.specifiers.span).trim();
        return Err(if is_record { problem.with_note(None, format!("write '{written} *'")) } else { problem });
    }
    let symbol = symbols.push(Symbol { name: name.name.clone(), ty: id, span: name.span, value: SymbolValue::Any });
    resolver.symbols.insert(name.name.clone(), (symbol, id));
    Ok(())
}

/// The result of resolving a statement.
enum Outcome {
    /// A statement of the specification.
    Means(Box<StatementKind>),
    /// A declaration or definition, processed before.
    Declares,
    /// It is in a function that the entry never calls.
    OutOfReach,
}

fn statement(resolver: &mut Resolver<'_>, item: &Found) -> Result<Outcome, Diagnostic> {
    match &item.statement.kind {
        RawKind::Ltl { name, formula } => {
            let formula = resolver.whole(formula, Resolver::temporal)?;
            Ok(Outcome::Means(Box::new(StatementKind::Ltl(name.name.clone(), formula))))
        }
        RawKind::Located { word, formula, location } => {
            let locations = match location {
                Some(name) => resolver.locations(name)?,
                None => match next_statement(resolver, item)? {
                    Some(locations) => locations,
                    None => return Ok(Outcome::OutOfReach),
                },
            };
            let formula = resolver.whole(formula, |resolver, formula| {
                if location.is_none() {
                    check_scope(resolver, formula, &locations)?;
                }
                resolver.formula(formula)
            })?;
            Ok(Outcome::Means(Box::new(match word {
                LocatedWord::Assume => StatementKind::Assume(formula, locations),
                LocatedWord::Assert => StatementKind::Assert(formula, locations),
                LocatedWord::Watch => StatementKind::Watch(formula, locations),
            })))
        }
        RawKind::Symbol { .. }
        | RawKind::NewBlock { .. }
        | RawKind::Define(_)
        | RawKind::Contract(_)
        | RawKind::Hint { .. } => Ok(Outcome::Declares),
    }
}

/// Returns the location of a statement without `@`: the statement that follows its `//@` line. `None` if that one is
/// not part of the flowchart.
fn next_statement(resolver: &Resolver<'_>, item: &Found) -> Result<Option<Vec<LocationId>>, Diagnostic> {
    let span = item.statement.span;
    let annotation = item.annotation.and_then(|index| resolver.program.annotations.get(index));
    let Some(annotation) = annotation else {
        let end = Span { start: span.end.saturating_sub(1), ..span };
        return Err(Diagnostic::error(end, "a location is needed here: '@' and a label, 'line 12', 'entry' or 'exit'"));
    };
    match location::after_annotation(resolver.program, resolver.entry, annotation) {
        Next::At(locations) => Ok(Some(locations)),
        Next::Elsewhere => Ok(None),
        Next::Nowhere => {
            let problem = Diagnostic::error(span, "no statement follows this line");
            Err(problem.with_note(None, "such a line stands before a statement, or names a location by '@'"))
        }
    }
}

/// Names are resolved in the entry function. So a `//@` line in another function, whose body is copied into the
/// flowchart, may not mention names that denote a local variable in either of the two.
fn check_scope(resolver: &Resolver<'_>, formula: &LocatedTerm, locations: &[LocationId]) -> Result<(), Diagnostic> {
    let program = &*resolver.program;
    let Some(flowchart) = program.flowchart(resolver.entry) else { return Ok(()) };
    let functions: Vec<FunctionId> = locations.iter().map(|at| flowchart.location(*at).function).collect();
    if functions.iter().all(|function| *function == resolver.entry) {
        return Ok(());
    }
    let is_local = |name: &str| {
        program.variables.iter().any(|variable| {
            let owner = variable.function;
            variable.name == name && owner.is_some_and(|owner| owner == resolver.entry || functions.contains(&owner))
        })
    };
    match formula.first_name(&|name| is_local(name)) {
        None => Ok(()),
        Some((name, span)) => {
            let message =
                format!("'{name}' is a local variable: this line is read in the scope of the analysed function");
            let note = "name a location by '@', and the copy's variable as in 'f#1::x'";
            Err(Diagnostic::error(span, message).with_note(None, note))
        }
    }
}

fn hint(resolver: &mut Resolver<'_>, statement: &RawStatement) -> Result<Hint, Diagnostic> {
    let RawKind::Hint { pattern, location, replacement, is_free } = &statement.kind else {
        return Err(Diagnostic::error(statement.span, "a hint is expected here"));
    };
    let resolved = resolver.whole(pattern, Resolver::formula)?;
    let StateFormula::Atom(predicate) = resolved else {
        let message = "the left side of a hint is one predicate, without connectives";
        return Err(Diagnostic::error(pattern.span, message));
    };
    let locations = resolver.locations(location)?;
    resolver.place = FormulaContext::Replacement;
    let replacement =
        replacement.as_ref().map_or(Ok(StateFormula::True), |formula| resolver.whole(formula, Resolver::formula))?;
    Ok(Hint {
        pattern: predicate,
        chains: std::mem::take(&mut resolver.chains),
        any_avoid: resolver.any_avoid,
        locations,
        replacement,
        is_free: *is_free,
        text: split::one_line(resolver.sources.snippet(statement.span)),
        span: statement.span,
    })
}
