//! Prepares a run: parses and lowers the program, inlines calls, reads specification and hints.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base::{Budget, Diagnostic, Diagnostics, FileId, SourceMap, Span};
use ctype::DataModel;
use program::lower::{self, Surroundings};
use program::start::Start;
use program::{FunctionId, Program, UnknownCalls, callers, external_functions, inline, select_entry};
use spec::{self, ContractCalls, Hint, Question, Specification, WhyPassedOver};

/// The source texts of a run, already in a [`SourceMap`].
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The C text, preprocessed.
    pub program: FileId,
    pub specification: Option<FileId>,
    pub hints: Option<FileId>,
    /// `--entry`
    pub entry: Option<&'a str>,
    /// `-m32` or `-m64`
    pub model: DataModel,
    /// `--unknown-calls`
    pub unknown_calls: UnknownCalls,
    /// `--allocation-may-fail`
    pub allocation_may_fail: bool,
    /// `--name-may-be-missing`
    pub name_may_be_missing: bool,
    /// For competitions: any number of blocks may exist at a time.
    pub blocks_are_unlimited: bool,
    /// The function of a competition's property whose call is an error.
    pub error_function: Option<&'a str>,
    /// True if the specification is about all functions that other files may call, each of which is verified by itself.
    pub is_of_library: bool,
    /// The limits of reading it; `None`: without limits.
    pub budget: Option<&'a Budget>,
}

impl Input<'_> {
    /// Creates an input without specification and hints, with default options.
    pub fn of(program: FileId) -> Self {
        let (model, unknown_calls) = (DataModel::default(), UnknownCalls::default());
        Input {
            program,
            specification: None,
            hints: None,
            entry: None,
            model,
            unknown_calls,
            allocation_may_fail: false,
            name_may_be_missing: false,
            blocks_are_unlimited: false,
            error_function: None,
            is_of_library: false,
            budget: None,
        }
    }

    fn budget(&self) -> Budget {
        self.budget.cloned().unwrap_or_default()
    }
}

/// A program, its specification and its hints, all names resolved.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The program after inlining; the entry function contains no call.
    pub program: Program,
    /// The program as it was written, with its calls.
    pub whole: Arc<Program>,
    pub entry: FunctionId,
    /// Empty without a specification file and `//@` lines.
    pub specification: Specification,
    pub hints: Vec<Hint>,
}

impl Prepared {
    pub fn question(&self) -> Question<'_> {
        Question { program: &self.program, entry: self.entry, specification: Some(&self.specification) }
    }

    /// Returns a copy with only the statement of this index, or with none.
    pub fn only(&self, statement_kept: Option<usize>) -> Prepared {
        let specification = self.specification.only(|statement| statement_kept == Some(statement));
        Prepared { specification, ..self.clone() }
    }
}

/// Parses and lowers C text. The program is returned even with errors in the diagnostics, as far as it was understood.
pub fn lower_text(sources: &mut SourceMap, file: FileId, model: DataModel) -> (Program, Diagnostics) {
    lower_input(sources, Input { model, ..Input::of(file) })
}

/// Like [`lower_text`], for a program that a specification file and annotations in its text may refer to.
pub fn lower_input(sources: &mut SourceMap, input: Input<'_>) -> (Program, Diagnostics) {
    let Input { program: file, specification, model, unknown_calls, .. } = input;
    let Input { allocation_may_fail, name_may_be_missing, .. } = input;
    let _span =
        tracing::info_span!("parse and lower", file = sources.name(file), bytes = sources.text(file).len()).entered();
    let budget = input.budget();
    let (unit, mut diagnostics) = frontend::parse_within(sources, file, &budget);
    if diagnostics.stopped().is_some() {
        return (Program::new(model), diagnostics);
    }
    let texts = specification.map(|file| sources.text(file)).into_iter();
    let texts = texts.chain(unit.annotations.iter().map(|annotation| sources.snippet(annotation.span)));
    let observed: BTreeSet<String> = texts.flat_map(spec::names_in).map(str::to_owned).collect();
    // Without the word "contract" nothing needs to be parsed for contracts.
    let contracted = match observed.contains("contract") {
        true => spec::contracted(sources, specification, &unit.annotations),
        false => BTreeMap::new(),
    };
    let error_function = input.error_function.map(str::to_string);
    let surroundings = Surroundings {
        observed,
        contracted,
        unknown_calls,
        allocation_may_fail,
        name_may_be_missing,
        blocks_are_unlimited: input.blocks_are_unlimited,
        error_function,
        budget,
    };
    let (program, more) = lower::lower_among(&unit, sources, model, surroundings);
    diagnostics.append(more);
    diagnostics.drop_warnings_about_included_files(sources);
    (program, diagnostics)
}

/// The verification problem.
#[derive(Clone, Debug)]
pub enum Job {
    /// Nothing is specified; or some function is recursive or called back by the library, so that inlining cannot
    /// remove all calls; or the specification speaks of strings or room, which the predicate abstraction does not follow.
    /// Only the engines that follow calls are asked.
    OfCalls {
        /// The program, calls kept.
        program: Program,
        entry: FunctionId,
        specification: Option<Specification>,
    },
    /// All other programs: all engines are asked.
    OfAll(Prepared),
}

impl Job {
    pub fn question(&self) -> Question<'_> {
        match self {
            Job::OfCalls { program, entry, specification } => {
                Question { program, entry: *entry, specification: specification.as_ref() }
            }
            Job::OfAll(prepared) => prepared.question(),
        }
    }
}

/// Prepares a run. Returns `None` if the diagnostics contain an error.
pub fn prepare(sources: &mut SourceMap, input: Input<'_>) -> (Option<Prepared>, Diagnostics) {
    let (lowered, mut diagnostics) = lower_entry(sources, input);
    let Some((program, entry)) = lowered else { return (None, diagnostics) };
    let (prepared, more) = specify(sources, input, program, entry);
    diagnostics.append(more);
    (prepared, diagnostics)
}

/// Prepares a run of `verify`: a whole program without specification and hints is [`Job::OfCalls`]. Returns `None` if
/// the diagnostics contain an error.
pub fn prepare_job(sources: &mut SourceMap, input: Input<'_>) -> (Option<Job>, Diagnostics) {
    prepare_job_where(sources, input, |program, entry| Start::of(program, entry).is_whole())
}

/// Like [`prepare_job`], for the shape analysis alone: any procedure without specification is [`Job::OfCalls`].
pub fn prepare_shapes(sources: &mut SourceMap, input: Input<'_>) -> (Option<Job>, Diagnostics) {
    prepare_job_where(sources, input, |_, _| true)
}

fn prepare_job_where(
    sources: &mut SourceMap,
    input: Input<'_>,
    is_of_memory: impl Fn(&Program, FunctionId) -> bool,
) -> (Option<Job>, Diagnostics) {
    let (lowered, mut diagnostics) = lower_entry(sources, input);
    let Some((program, entry)) = lowered else { return (None, diagnostics) };
    let has_statements = match input.is_of_library {
        true => spec::concerns(sources, input.specification, &program, entry),
        false => input.specification.is_some() || !program.annotations.is_empty(),
    };
    let says_nothing = input.hints.is_none() && !has_statements;
    let has_further_calls = inline::has_further_calls(&program, entry);
    if says_nothing && (has_further_calls || is_of_memory(&program, entry)) {
        return (Some(Job::OfCalls { program, entry, specification: None }), diagnostics);
    }
    if has_further_calls {
        let (job, more) = specify_calls(sources, input, program, entry);
        diagnostics.append(more);
        return (job, diagnostics);
    }
    if may_name_extents(sources, input, &program) {
        let (job, more) = specify_calls(sources, input, program.clone(), entry);
        if job.as_ref().is_some_and(|job| !job.question().program.array_elements.is_empty()) {
            diagnostics.append(more);
            return (job, diagnostics);
        }
    }
    let (prepared, more) = specify(sources, input, program, entry);
    diagnostics.append(more);
    (prepared.map(Job::OfAll), diagnostics)
}

/// Returns true if the specification may speak of strings or room.
fn may_name_extents(sources: &SourceMap, input: Input<'_>, program: &Program) -> bool {
    let file = input.specification.map(|file| sources.text(file));
    let annotations = program.annotations.iter().map(|annotation| sources.snippet(annotation.span));
    file.into_iter().chain(annotations).any(spec::may_name_extents)
}

/// Reads the specification of a program whose calls are not inlined. Returns `None` if the diagnostics contain an
/// error.
fn specify_calls(
    sources: &mut SourceMap,
    input: Input<'_>,
    mut program: Program,
    entry: FunctionId,
) -> (Option<Job>, Diagnostics) {
    let (specification, mut diagnostics) = read_specification(sources, input, &mut program, entry);
    if let Some(hints) = input.hints {
        let start = Span { file: hints, start: 0, end: 0 };
        let text = "these hints are not used: a function calls itself, is called by the library, or has no body, or the specification speaks of strings or room, so that the predicate abstraction is not asked";
        diagnostics.push(Diagnostic::warning(start, text));
    }
    let specification = Some(specification);
    ((!diagnostics.has_errors()).then_some(Job::OfCalls { program, entry, specification }), diagnostics)
}

/// Reads the specification, and says which of its statements have no effect.
fn read_specification(
    sources: &SourceMap,
    input: Input<'_>,
    program: &mut Program,
    entry: FunctionId,
) -> (Specification, Diagnostics) {
    let (specification, mut diagnostics) = spec::parse_specification(sources, input.specification, program, entry);
    let is_external = |function: &FunctionId| external_functions(program, sources).contains(function);
    for passed in &specification.passed_over {
        let name = program.functions.get(passed.function).map_or("", |function| function.name.as_str());
        let warning = match input.is_of_library {
            // It has its effect where that function is verified.
            true if is_external(&passed.function) => None,
            true => match passed.why {
                WhyPassedOver::OfOther => Some(Diagnostic::warning(
                    passed.span,
                    format!("this has no effect: no other file calls '{name}', so that it is not verified by itself"),
                )),
                WhyPassedOver::NotReached | WhyPassedOver::NotCalled => None,
                WhyPassedOver::InCalls | WhyPassedOver::OfItsOwnCalls => passed.warning(),
            },
            false => passed.warning(),
        };
        warning.into_iter().for_each(|warning| diagnostics.push(warning));
    }
    (specification, diagnostics)
}

/// Lowers the program and finds its entry. Returns `None` if the diagnostics contain an error.
fn lower_entry(sources: &mut SourceMap, input: Input<'_>) -> (Option<(Program, FunctionId)>, Diagnostics) {
    let (program, mut diagnostics) = lower_input(sources, input);
    if diagnostics.has_errors() {
        return (None, diagnostics);
    }
    match select_entry(&program, sources, input.entry) {
        Ok(entry) => {
            let mut program = program;
            diagnostics.append(give_bodies(sources, input, &mut program, entry));
            callers::settle_entry(&mut program, entry);
            ((!diagnostics.has_errors()).then_some((program, entry)), diagnostics)
        }
        Err(error) => {
            diagnostics.push(error);
            (None, diagnostics)
        }
    }
}

/// Gives functions with a contract their bodies. Where calls are inlined, the inlined code states what the contract
/// requires and ensures; elsewhere, commands of the bodies decide it.
fn give_bodies(sources: &SourceMap, input: Input<'_>, program: &mut Program, entry: FunctionId) -> Diagnostics {
    if program.contracted.is_empty() {
        return Diagnostics::new();
    }
    let keeps_calls = inline::has_further_calls(program, entry) || may_name_extents(sources, input, program);
    let calls = match keeps_calls {
        true => ContractCalls::Kept,
        false => ContractCalls::Inlined,
    };
    spec::give_bodies(sources, input.specification, program, (entry, calls))
}

/// Inlines calls, and reads specification and hints. Returns `None` if the diagnostics contain an error.
fn specify(
    sources: &mut SourceMap,
    input: Input<'_>,
    whole: Program,
    entry: FunctionId,
) -> (Option<Prepared>, Diagnostics) {
    let _span = tracing::info_span!("inline and specify").entered();
    let mut program = match inline::inline_within(&whole, entry, sources, &input.budget()) {
        Ok(program) => program,
        Err(diagnostics) => return (None, diagnostics),
    };
    let (specification, mut diagnostics) = read_specification(sources, input, &mut program, entry);
    if let Some(extent) = specification.first_extent() {
        let text = "the predicate abstraction does not follow 'string' and 'room'; 'damson verify' and 'damson smg' do";
        diagnostics.push(Diagnostic::error(extent, text));
    }
    let hints = match input.hints {
        Some(file) => {
            let (hints, more) = spec::parse_hints(sources, file, &mut program, entry, &specification);
            diagnostics.append(more);
            hints
        }
        None => Vec::new(),
    };
    let whole = Arc::new(whole);
    let prepared = Prepared { program, whole, entry, specification, hints };
    ((!diagnostics.has_errors()).then_some(prepared), diagnostics)
}
