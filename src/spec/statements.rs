//! Whole texts: the specification file together with the `//@` lines of the C file, and hints files.

use std::collections::{BTreeMap, HashMap};

use crate::about::{self, Copy, PassedOver, WhyPassedOver};
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
use program::analysis::CallGraph;
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

/// See [`crate::concerns`].
pub(super) fn concerns(sources: &SourceMap, file: Option<FileId>, program: &Program, entry: FunctionId) -> bool {
    let mut diagnostics = Diagnostics::new();
    let found = read_all(sources, file, &program.annotations, &mut diagnostics);
    let called = CallGraph::of(program).reachable_by_any(entry);
    let is_called = |name: &str| called.iter().any(|function| program.functions[*function].name == name);
    let is_about_it = |item: &Found| match (&item.statement.kind, item.annotation) {
        (RawKind::Symbol { .. } | RawKind::NewBlock { .. } | RawKind::Define(_) | RawKind::Hint { .. }, _) => false,
        (RawKind::Contract(contract), _) => is_called(&contract.name.name),
        (RawKind::Located { location: None, .. }, Some(line)) => {
            match location::after_annotation(program, entry, &program.annotations[line]) {
                Next::At { .. } | Next::Nowhere => true,
                Next::Elsewhere(function) => called.contains(&function),
            }
        }
        (kind, _) => about::other_function(program, entry, kind).is_none_or(|(other, _)| called.contains(&other)),
    };
    diagnostics.has_errors() || found.iter().any(is_about_it)
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
    let own = |item: &&Found| about::other_function(resolver.program, entry, &item.statement.kind).is_none();
    let own: Vec<&Found> = found.iter().filter(own).collect();
    new_blocks::declare(&mut resolver, new_blocks_of(&own), &specification, &mut diagnostics);
    resolver.first_old_symbol = specification.symbols.len();
    let mut formulas: HashMap<&str, Span> = HashMap::new();
    for item in &found {
        if let RawKind::Ltl { name, .. } = &item.statement.kind
            && let Some(first) = formulas.insert(&name.name, name.span)
        {
            let problem = Diagnostic::error(name.span, format!("the formula '{}' is defined twice", name.name));
            diagnostics.push(problem.with_note(Some(first), "it was defined here first"));
        }
        add(&mut resolver, item, &mut specification, &mut diagnostics);
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

/// Resolves a statement, and adds what it means.
fn add(resolver: &mut Resolver<'_>, item: &Found, specification: &mut Specification, diagnostics: &mut Diagnostics) {
    let span = item.statement.span;
    let means = statement(resolver, item);
    resolver.warnings.drain(..).for_each(|warning| diagnostics.push(warning));
    let kinds = match means {
        Ok(Outcome::Means(kinds)) => kinds,
        Ok(Outcome::Declares) => return,
        Ok(Outcome::PassedOver(function, why)) => {
            return specification.passed_over.push(PassedOver { span, function, why });
        }
        Err(problem) => return diagnostics.push(problem),
    };
    for kind in kinds {
        match size::check_statement(&kind, span) {
            Ok(()) => {
                let warning = scopes::warning(resolver.program, resolver.entry, &kind, span);
                warning.into_iter().for_each(|warning| diagnostics.push(warning));
                let text = split::one_line(resolver.sources.snippet(span));
                specification.statements.push(Statement { kind, text, span });
            }
            Err(problem) => return diagnostics.push(problem),
        }
    }
}

/// Notes in the program what a specification says of its memory.
fn tell(program: &mut Program, specification: &Specification) {
    program.stated.extend(specification.expressions().into_iter().cloned());
    program.array_elements = specification.array_elements(&program.types);
}

/// Returns the symbols for new blocks among the statements, with the locations of their allocations.
fn new_blocks_of<'f>(found: &[&'f Found]) -> impl Iterator<Item = (&'f Identifier, &'f LocationName)> {
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
        let checked = |hint: Hint| size::check_formula(&hint.replacement, span).map(|()| hint);
        match means.and_then(|hint| hint.map(checked).transpose()) {
            Ok(hint) => found.extend(hint),
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
    /// Statements of the specification: several if each copy of a function has its own.
    Means(Vec<StatementKind>),
    /// A declaration or definition, processed before.
    Declares,
    /// It is about a function that is not analysed here.
    PassedOver(FunctionId, WhyPassedOver),
}

fn statement(resolver: &mut Resolver<'_>, item: &Found) -> Result<Outcome, Diagnostic> {
    if let Some((other, why)) = about::other_function(resolver.program, resolver.entry, &item.statement.kind) {
        return Ok(Outcome::PassedOver(other, why));
    }
    match &item.statement.kind {
        RawKind::Ltl { name, formula } => {
            let formula = resolver.whole(formula, Resolver::temporal)?;
            Ok(Outcome::Means(vec![StatementKind::Ltl(name.name.clone(), formula)]))
        }
        RawKind::Located { word, formula, location: Some(name) } => {
            let locations = resolver.locations(name)?;
            let means = resolver.whole(formula, |resolver, formula| {
                let copies = about::copies_at(resolver, formula, (name, locations));
                in_copies(resolver, *word, copies)
            })?;
            Ok(Outcome::Means(means))
        }
        RawKind::Located { word, formula, location: None } => in_text(resolver, item, *word, formula),
        RawKind::Symbol { .. }
        | RawKind::NewBlock { .. }
        | RawKind::Define(_)
        | RawKind::Contract(_)
        | RawKind::Hint { .. } => Ok(Outcome::Declares),
    }
}

impl LocatedWord {
    fn statement(self, formula: StateFormula, locations: Vec<LocationId>) -> StatementKind {
        match self {
            LocatedWord::Assume => StatementKind::Assume(formula, locations),
            LocatedWord::Assert => StatementKind::Assert(formula, locations),
            LocatedWord::Watch => StatementKind::Watch(formula, locations),
        }
    }
}

/// Resolves what a statement says in each copy of a function.
fn in_copies(
    resolver: &mut Resolver<'_>,
    word: LocatedWord,
    copies: Vec<Copy>,
) -> Result<Vec<StatementKind>, Diagnostic> {
    let resolved = copies.into_iter().map(|copy| {
        let formula = resolver.formula(&copy.formula)?;
        Ok(word.statement(formula, copy.locations))
    });
    resolved.collect()
}

/// Resolves a statement without `@`: it holds at the statement that follows its `//@` line.
fn in_text(
    resolver: &mut Resolver<'_>,
    item: &Found,
    word: LocatedWord,
    formula: &LocatedTerm,
) -> Result<Outcome, Diagnostic> {
    let span = item.statement.span;
    let annotation = item.annotation.and_then(|index| resolver.program.annotations.get(index));
    let Some(annotation) = annotation else {
        let end = Span { start: span.end.saturating_sub(1), ..span };
        return Err(Diagnostic::error(end, "a location is needed here: '@' and a label, 'line 12', 'entry' or 'exit'"));
    };
    let (function, locations) = match location::after_annotation(resolver.program, resolver.entry, annotation) {
        Next::At { function, locations } => (function, locations),
        Next::Elsewhere(function) => {
            let is_called = CallGraph::of(resolver.program).reachable_by_any(resolver.entry).contains(&function);
            let why = if is_called { WhyPassedOver::InCalls } else { WhyPassedOver::NotReached };
            return Ok(Outcome::PassedOver(function, why));
        }
        Next::Nowhere => {
            let problem = Diagnostic::error(span, "no statement follows this line");
            return Err(problem.with_note(None, "such a line stands before a statement, or names a location by '@'"));
        }
    };
    let means = resolver.whole(formula, |resolver, formula| {
        let Some(copies) = about::copies(resolver, function, formula, locations)? else { return Ok(None) };
        in_copies(resolver, word, copies).map(Some)
    })?;
    Ok(means.map_or(Outcome::PassedOver(function, WhyPassedOver::OfItsOwnCalls), Outcome::Means))
}

/// Resolves a hint. `None` if it is about a function that is not analysed here.
fn hint(resolver: &mut Resolver<'_>, statement: &RawStatement) -> Result<Option<Hint>, Diagnostic> {
    let RawKind::Hint { pattern, location, replacement, is_free } = &statement.kind else {
        return Err(Diagnostic::error(statement.span, "a hint is expected here"));
    };
    if about::other_function(resolver.program, resolver.entry, &statement.kind).is_some() {
        return Ok(None);
    }
    let resolved = resolver.whole(pattern, Resolver::formula)?;
    let StateFormula::Atom(predicate) = resolved else {
        let message = "the left side of a hint is one predicate, without connectives";
        return Err(Diagnostic::error(pattern.span, message));
    };
    let locations = resolver.locations(location)?;
    resolver.place = FormulaContext::Replacement;
    let replacement =
        replacement.as_ref().map_or(Ok(StateFormula::True), |formula| resolver.whole(formula, Resolver::formula))?;
    Ok(Some(Hint {
        pattern: predicate,
        chains: std::mem::take(&mut resolver.chains),
        any_avoid: resolver.any_avoid,
        locations,
        replacement,
        is_free: *is_free,
        text: split::one_line(resolver.sources.snippet(statement.span)),
        span: statement.span,
    }))
}
