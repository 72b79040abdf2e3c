//! The commands.

use std::collections::BTreeSet;
use std::path::Path;

use super::console::Console;
use super::exported::NOT_WHOLE;
use super::interrupt::Interrupts;
use super::options::ShapeLimitOptions;
use super::options::limits;
use super::options::{
    AbstractionOptions, AnswerOptions, AuditOptions, BoundedOptions, Checks, Drawing, InputFiles, PlainFormat,
    ProgramInput, ReportFormat, ShapeOptions, SoughtPreconditions, Subcommand, TargetLine, Verify,
};
use super::page::{ShownOnPage, WantedPage};
use super::plot::MissingGraphs;
use super::witness::{Evidence, WantedWitness};
use super::{BAD_INPUT, INTERNAL_ERROR, input};
use audit::{self, Audit};
use base::{Budget, Diagnostic, FileId, SourceMap};
use bmc::{self};
use emit::{Language, NotWritten};
use page::Discovery;
use pipeline::preconditions;
use pipeline::requirements::{self, Requirement};
use pipeline::settings::{Settings, checked_behaviour};
use pipeline::{
    self, AbstractModel, Answer, ModelProof, Prepared, Subject, VerificationTask, analyse, hintcheck, replay,
};
use program::analysis::{CallGraph, print};
use program::{FunctionId, Program, display, inline, interp, select_entry};
use report::several::Ended;
use report::{self, Report};

/// Runs a command. Returns the exit status.
pub(super) fn run(mut command: Subcommand, command_line: &str) -> u8 {
    if let Some(level) = command.streams().log {
        super::log::start(level);
    }
    let mut console = Console::new(command.streams(), command.format());
    if let Err(error) = console.redirect(command.output()) {
        return refuse(&console, &SourceMap::new(), error);
    }
    // Other commands are interactive, or finish at once.
    let interrupts = command.takes_long().then(Interrupts::listen);
    if let Some(interrupts) = &interrupts {
        interrupts.watch(console.budget());
        console.show_status();
    }
    if let Err(status) = super::competition::take_task(&console, &mut command) {
        return console.finish(status);
    }
    if let Some(limits) = command.guarded() {
        console.guard(limits.hard());
    }
    let status = super::several::run(&console, command, command_line);
    console.finish(status)
}

/// Runs a command on one program. A limit that ended the reading of the program leaves the answer unknown.
pub(super) fn carry_out(console: &Console, command: Subcommand, command_line: &str) -> Ended {
    let ended = answer_or_refuse(console, command, command_line);
    match ended.status {
        BAD_INPUT if console.is_stopped() => console.leave_unknown().into(),
        _ => ended,
    }
}

fn answer_or_refuse(console: &Console, command: Subcommand, command_line: &str) -> Ended {
    match command {
        Subcommand::Verify(options) if options.competition.svcomp => {
            super::competition::verify(console, &options, command_line)
        }
        Subcommand::Verify(options) => verify(console, &options, command_line),
        Subcommand::Smg {
            program,
            entry,
            every,
            spec,
            checks,
            analysis,
            beside,
            threads,
            search,
            replay,
            limits,
            work,
            answer,
            page,
            ..
        } => {
            let input = InputFiles { program, entry, spec, hints: None, limits };
            let mut settings = Settings {
                bounded: beside.effort(replay.replay_steps),
                replay: replay::Limits { steps: replay.replay_steps },
                ..shape_settings(&analysis, &checks, (threads.jobs, page.report.is_some()), &work)
            };
            settings.shapes.keeps = answer.witness.is_some();
            let (page, sought) = (page.wanted(&input, command_line), search.sought(&input.program, &every));
            let written = (analysis.plot.as_deref(), WantedFiles { page, witness: answer.witness(&input) }, &answer);
            shapes(console, &input, (&settings, sought), written, command_line)
        }
        Subcommand::Bmc { program, entry, spec, checks, analysis, exports, replay, limits, answer, page, .. } => {
            let input = InputFiles { program, entry, spec, hints: None, limits };
            let settings = bounded_settings(&analysis, &checks, replay.replay_steps);
            match exports.emit {
                Some(language) => {
                    super::exported::question(console, &input, settings, &analysis.target, language).into()
                }
                None => {
                    let page = page.wanted(&input, command_line);
                    let files = WantedFiles { page, witness: answer.witness(&input) };
                    let written = (exports.harness.as_deref(), files, &answer);
                    bounded(console, &input, settings, &analysis.target, written)
                }
            }
        }
        other => carry_out_without_answer(console, other, command_line).into(),
    }
}

/// Runs a command that gives no answer about a program. Returns the exit status.
fn carry_out_without_answer(console: &Console, command: Subcommand, command_line: &str) -> u8 {
    match command {
        Subcommand::Abstract { input, abstraction, audit, emit, format, page, .. } => {
            let page = page.wanted(&input, command_line);
            abstract_procedure(console, &input, (&abstraction, &audit), (emit, format, page), command_line)
        }
        Subcommand::Explore(options) => super::explore::explore(console, &options),
        Subcommand::Run { program, seed, limits, steps, arguments, .. } => {
            let limits = interp::Limits { steps, seed, budget: limits.of_run(), ..interp::Limits::default() };
            run_main(console, &program, &limits, arguments)
        }
        Subcommand::Replay(options) => super::replay::replay(console, &options),
        Subcommand::Validate(options) => super::validate::validate(console, &options),
        Subcommand::Man { folder, .. } => super::documents::write_pages(console, &folder),
        Subcommand::Completions { shell, .. } => super::documents::completions(console, shell),
        Subcommand::Schema { .. } => super::documents::schema(console),
        Subcommand::Lsp { options, .. } => super::lsp::serve(options),
        Subcommand::Cfg { program, entry, format, inline, facts, .. } => {
            cfg(console, &program, entry.entry.as_deref(), format, (inline, facts))
        }
        // These have answers.
        Subcommand::Verify(_) | Subcommand::Smg { .. } | Subcommand::Bmc { .. } => INTERNAL_ERROR,
    }
}

/// Returns the settings of `smg`.
fn shape_settings(
    options: &ShapeOptions,
    checks: &Checks,
    (jobs, has_page): (usize, bool),
    work: &ShapeLimitOptions,
) -> Settings {
    let mut settings = Settings { rounds: work.rounds.most(), ..Settings::default() };
    limits::apply(&work.limit, &mut settings);
    settings.shapes = smg::Settings {
        leaks_at_exit: options.leaks_at_exit,
        leaks_are_warnings: options.leaks_as_warnings,
        undefined_is_any: options.uninitialized_is_any,
        undefined_behaviour: if checks.undefined_behaviour() { checked_behaviour(true) } else { Default::default() },
        stops_at_first_error: options.stop_at_first_error,
        checks_alignment: options.alignment,
        error_labels: options.error_label.clone(),
        pictures: options.plot.is_some(),
        heads: has_page,
        jobs,
        ..settings.shapes
    };
    if has_page { settings.with_run_pictures() } else { settings }
}

/// Returns the settings of `verify`.
pub(super) fn verify_settings(options: &Verify) -> Settings {
    let mut settings = input::settings(&options.abstraction, Some(&options.decision));
    limits::apply(&options.work.limit, &mut settings);
    settings.automatic = !options.no_auto;
    settings.rounds = options.work.rounds.most();
    settings.bounded = options.beside.effort(options.replay.replay_steps);
    settings.replay = replay::Limits { steps: options.replay.replay_steps };
    settings.shapes.jobs = options.threads.jobs;
    settings.shapes.undefined_behaviour = checked_behaviour(options.checks.undefined_behaviour());
    settings.shapes.keeps = options.audit.audit || options.answer.witness.is_some();
    settings.shapes.heads = options.page.report.is_some();
    settings.keeps_proofs = options.audit.audit || options.page.report.is_some();
    if options.page.report.is_some() { settings.with_run_pictures() } else { settings }
}

fn verify(console: &Console, options: &Verify, command_line: &str) -> Ended {
    let page = options.page.wanted(&options.input, command_line);
    let files = WantedFiles { page, witness: options.answer.witness(&options.input) };
    let mut sources = SourceMap::new();
    let budget = options.input.limits.of_answer(console.budget());
    let Ok((job, texts)) = input::prepare_job(console, &options.input, &mut sources, &budget) else {
        return BAD_INPUT.into();
    };
    let Ok(rules) = input::rules(&options.abstraction, &mut sources, console) else { return BAD_INPUT.into() };
    let task = VerificationTask {
        subject: job.for_all_engines(&rules),
        sources: &sources,
        settings: &verify_settings(options),
        budget: &budget,
    };
    let presentation =
        Presentation { console, command_line, texts: &texts, with_properties: true, format: &options.answer };
    let sought = options.decision.search.sought(&options.input.program, &options.every);
    let Ok((answer, requirement)) = answer(console, task, sought) else { return BAD_INPUT.into() };
    let audited = input::audit(&options.audit)
        .map(|settings| audit::audit(task.subject.question(), &answer, &sources, settings, task.budget));
    let ended = presentation.show(task, (&answer, requirement.as_ref()), audited.as_ref(), files);
    let audit_status = after_audit(console, audited.as_ref(), command_line);
    audit_status.filter(|_| !answer.contradiction()).map_or(ended, Ended::from)
}

/// Returns the answer. On `Err` the input is at fault, and the error has been printed.
pub(super) fn verified(console: &Console, task: VerificationTask<'_>) -> Result<Answer, ()> {
    let verified = pipeline::verify(task);
    let (answer, diagnostics) = verified.map_err(|diagnostics| console.diagnostics(task.sources, &diagnostics))?;
    console.diagnostics(task.sources, &diagnostics);
    Ok(answer)
}

/// Returns the answer with preconditions, and for a function of a library what it requires. On `Err` the input is at
/// fault, and the error has been printed.
fn answer(
    console: &Console,
    task: VerificationTask<'_>,
    sought: SoughtPreconditions,
) -> Result<(Answer, Option<Requirement>), ()> {
    let mut answer = verified(console, task)?;
    let requirement = match sought {
        SoughtPreconditions::OfProperties(checks) => {
            preconditions::propose(&mut answer, task, checks);
            None
        }
        SoughtPreconditions::OfFunction(checks) => requirements::requirement(&mut answer, task, checks),
    };
    Ok((answer, requirement))
}

/// Files that are written beside the report.
#[derive(Clone, Copy)]
pub(super) struct WantedFiles<'a> {
    pub(super) page: Option<WantedPage<'a>>,
    pub(super) witness: Option<WantedWitness<'a>>,
}

/// How an answer is presented.
pub(super) struct Presentation<'a> {
    pub console: &'a Console,
    pub command_line: &'a str,
    /// The source texts to include in a message about a contradiction.
    pub texts: &'a [FileId],
    /// True if the text report lists properties.
    pub with_properties: bool,
    pub format: &'a AnswerOptions,
}

impl Presentation<'_> {
    /// Prints an answer, and writes it as a page if requested. Returns the exit status.
    pub(super) fn show(
        &self,
        task: VerificationTask<'_>,
        (answer, requirement): (&Answer, Option<&Requirement>),
        audited: Option<&Audit>,
        files: WantedFiles<'_>,
    ) -> Ended {
        let (question, sources) = (task.subject.question(), task.sources);
        let report = Report::of_answer(answer, audited, self.with_properties).to(question, sources);
        let report = match requirement {
            Some(requirement) => report.of_library(requirement).with_effects(question),
            None => report,
        };
        let report = report.with_known(self.format.baseline.as_ref(), sources);
        let proved = task.subject.prepared().zip(answer.predicates.as_ref()).filter(|_| files.page.is_some());
        let invariants = proved
            .map_or_else(Vec::new, |(prepared, _)| pipeline::invariants::of_answer(prepared, answer, task.budget));
        let shown = ShownOnPage {
            discovery: proved.map(|(prepared, found)| Discovery { prepared, analysis: &found.analysis, sources }),
            invariants: &invariants,
            heads: &answer.shapes.heads,
            suspects: &answer.shapes.suspects,
            ..ShownOnPage::of(question, sources)
        };
        let witness = files.witness.map(|witness| witness.knowing(task.settings, answer));
        let files = WantedFiles { witness, ..files };
        let ended = print_report(self.console, &report, (self.format, files), shown, task.budget);
        if !answer.contradiction() {
            return ended;
        }
        let found = (&answer.contradictions[..], &answer.statement_texts[..]);
        self.console.complain(&report::contradiction::message(found, self.command_line, sources, self.texts));
        INTERNAL_ERROR.into()
    }
}

/// Prints the result of an audit. Returns an exit status if it missed something.
fn after_audit(console: &Console, audited: Option<&Audit>, command_line: &str) -> Option<u8> {
    let audited = audited?;
    console.complain(&report::audit::message(audited, command_line));
    audited.misses().next().map(|_| INTERNAL_ERROR)
}

/// Prints a report, and writes it as a page if requested. Returns the exit status.
fn print_report(
    console: &Console,
    report: &Report<'_>,
    (answer, files): (&AnswerOptions, WantedFiles<'_>),
    shown: ShownOnPage<'_>,
    budget: &Budget,
) -> Ended {
    match answer.format {
        ReportFormat::Text | ReportFormat::Competition => {
            console.print_styled(&report::text::write(report, answer.verbose, shown.sources))
        }
        ReportFormat::Json => console.print(&report::json::write(report)),
        ReportFormat::Sarif => console.print(&report::sarif::write(report, shown.sources)),
    }
    let written =
        files.witness.map_or(Ok(()), |witness| witness.write(console, Evidence::of_report(report), &shown, budget));
    match written.and_then(|()| files.page.map_or(Ok(()), |page| page.write(console, Some(report), shown))) {
        Ok(()) => report.into(),
        Err(error) => refuse(console, shown.sources, error).into(),
    }
}

fn abstract_procedure(
    console: &Console,
    options: &InputFiles,
    (abstraction, audited): (&AbstractionOptions, &AuditOptions),
    (language, format, page): (Option<Language>, PlainFormat, Option<WantedPage<'_>>),
    command_line: &str,
) -> u8 {
    let mut sources = SourceMap::new();
    let budget = options.limits.of_answer(console.budget()).doing("predicate abstraction");
    let Ok(prepared) = input::prepare(console, options, &mut sources, &budget) else { return BAD_INPUT };
    let Ok(rules) = input::rules(abstraction, &mut sources, console) else { return BAD_INPUT };
    let is_listed = language.is_none() && page.is_none() && input::audit(audited).is_none();
    let settings = discovery_settings(abstraction, is_listed);
    let analysis = match analyse(&prepared, &sources, &rules, &settings, false, &budget) {
        Ok(analysis) => analysis,
        Err(error) => return refuse(console, &sources, error),
    };
    let checked = hintcheck::check(&prepared, &analysis.abstraction, settings.hint_nodes, &budget);
    let mut diagnostics =
        hintcheck::diagnostics::hint_diagnostics(&prepared, &analysis.abstraction, &checked, settings.bound);
    if !settings.trust_hints {
        diagnostics.append(hintcheck::diagnostics::unproved_hints(&prepared, &checked));
    }
    console.diagnostics(&sources, &diagnostics);
    if diagnostics.has_errors() {
        return BAD_INPUT;
    }
    let text = match model(&prepared, &analysis, (language, format), &budget) {
        Ok(text) => text,
        Err(why) => return not_written(console, &why),
    };
    console.print(&text);
    if language.is_some() {
        console.remark(&report::text::statistics(&analysis));
    }
    if let Some(page) = page {
        let discovery = Some(Discovery { prepared: &prepared, analysis: &analysis, sources: &sources });
        let shown = ShownOnPage { discovery, ..ShownOnPage::of(prepared.question(), &sources) };
        if let Err(error) = page.write(console, None, shown) {
            return refuse(console, &sources, error);
        }
    }
    if let Some(stop) = &analysis.abstraction.stopped {
        console.remark(&format!("damson: not all predicates were found: {stop}\n"));
    }
    // Predicates that are still open make every answer about them inconclusive.
    let status = if analysis.abstraction.statistics.converged { 0 } else { 5 };
    // Damson does not claim what rests on an unproved hint.
    let is_claimed = checked.unproved(&prepared.hints, &sources).is_empty();
    let audited = input::audit(audited).filter(|_| is_claimed).map(|settings| {
        let proof = ModelProof { question: prepared, analysis, checks_accesses: false };
        Audit { proofs: vec![audit::audit_proof(&proof, &sources, settings, &budget)], shapes: None }
    });
    // Standard output is reserved for the model.
    console.remark(&audited.as_ref().map_or_else(String::new, report::audit::text));
    after_audit(console, audited.as_ref(), command_line).unwrap_or(status)
}

/// Says why there is no model. Returns the exit status.
fn not_written(console: &Console, why: &NotWritten) -> u8 {
    console.complain(&format!("damson: error: {why}\n"));
    match why {
        NotWritten::IllFormed(_) => INTERNAL_ERROR,
        NotWritten::Stopped(_) => NOT_WHOLE,
    }
}

/// Returns the settings for discovering predicates. If they are only listed, nothing queries the boolean program, so it
/// is not sharpened.
fn discovery_settings(options: &AbstractionOptions, is_listed: bool) -> Settings {
    let settings = input::settings(options, None);
    Settings { sharpening: settings.sharpening.filter(|_| !is_listed), ..settings }
}

pub(super) fn refuse(console: &Console, sources: &SourceMap, error: Diagnostic) -> u8 {
    console.diagnostics(sources, &error.into());
    BAD_INPUT
}

fn model(
    prepared: &Prepared,
    analysis: &AbstractModel,
    (language, format): (Option<Language>, PlainFormat),
    budget: &Budget,
) -> Result<String, NotWritten> {
    match language {
        Some(language) => language.emit(&analysis.program, budget),
        None => Ok(match format {
            PlainFormat::Json => report::json::abstraction(prepared, analysis),
            PlainFormat::Text => report::text::abstraction(prepared, analysis),
        }),
    }
}

/// Returns the settings of the bounded engine for `bmc`.
fn bounded_settings(options: &BoundedOptions, checks: &Checks, replay_steps: u64) -> bmc::Settings {
    bmc::Settings {
        unwind: options.unwind,
        heap_nodes: options.heap_nodes,
        leaks_at_exit: options.leaks_at_exit,
        undefined_behaviour: checked_behaviour(checks.undefined_behaviour()),
        undefined_is_any: options.uninitialized_is_any,
        solver: options.solver,
        replay_steps,
        ..options.work.or(bmc::Settings::default())
    }
}

fn bounded(
    console: &Console,
    options: &InputFiles,
    settings: bmc::Settings,
    lines: &[TargetLine],
    (harness, files, format): (Option<&Path>, WantedFiles<'_>, &AnswerOptions),
) -> Ended {
    let mut sources = SourceMap::new();
    let budget = options.limits.of_answer(console.budget());
    let Ok((job, _)) = input::prepare_shapes(console, options, &mut sources, &budget) else { return BAD_INPUT.into() };
    let target = match input::target(&job, &sources, lines) {
        Ok(target) => target,
        Err(problem) => return refuse(console, &sources, problem).into(),
    };
    let settings = bmc::Settings { target, ..settings };
    let asked = Settings { bounded: Some(settings.clone()), ..Settings::default() };
    let subject = Subject::ForBoundedEngine(job.question());
    let task = VerificationTask { subject, sources: &sources, settings: &asked, budget: &budget };
    let Ok((answer, _)) = answer(console, task, SoughtPreconditions::OfProperties(0)) else { return BAD_INPUT.into() };
    let report = Report::of_answer(&answer, None, false).to(job.question(), &sources);
    let mut report = report.with_known(format.baseline.as_ref(), &sources);
    if let Some((folder, found)) = harness.zip(answer.bounded.as_ref()) {
        let harnesses =
            super::exported::harnesses(&options.program, (job.question(), &settings), &sources, (found, folder));
        match harnesses {
            Ok(harnesses) => report.harnesses = harnesses,
            Err(error) => return refuse(console, &sources, error).into(),
        }
    }
    print_report(console, &report, (format, files), ShownOnPage::of(job.question(), &sources), &budget)
}

fn shapes(
    console: &Console,
    options: &InputFiles,
    (settings, sought): (&Settings, SoughtPreconditions),
    (plot, files, format): (Option<&Path>, WantedFiles<'_>, &AnswerOptions),
    command_line: &str,
) -> Ended {
    let mut sources = SourceMap::new();
    let budget = options.limits.of_answer(console.budget());
    let Ok((job, texts)) = input::prepare_shapes(console, options, &mut sources, &budget) else {
        return BAD_INPUT.into();
    };
    let unknown = settings.shapes.error_labels.iter().filter(|label| !job.question().program.has_label(label));
    unknown.for_each(|label| {
        console.remark(&format!("damson: warning: no statement has the label {label} (--error-label)\n"))
    });
    let task = VerificationTask { subject: job.for_shape_analysis(), sources: &sources, settings, budget: &budget };
    let Ok((answer, requirement)) = answer(console, task, sought) else { return BAD_INPUT.into() };
    let question = job.question();
    let with_properties = question.specification.is_some();
    let presentation = Presentation { console, command_line, texts: &texts, with_properties, format };
    let ended = presentation.show(task, (&answer, requirement.as_ref()), None, files);
    let graphs = plot.zip(answer.shapes.analysis.as_ref());
    let drawn = graphs.map_or(Ok(MissingGraphs::default()), |(folder, graphs)| {
        super::plot::draw(folder, question.program, &sources, graphs, &budget)
    });
    match drawn {
        Ok(missing) => console.remark(&missing.to_string()),
        Err(error) => return refuse(console, &sources, error).into(),
    }
    ended
}

fn run_main(console: &Console, options: &ProgramInput, limits: &interp::Limits, mut arguments: Vec<String>) -> u8 {
    let mut sources = SourceMap::new();
    let Ok(program) = input::program(console, options, &mut sources, &limits.budget) else { return BAD_INPUT };
    if program.defined_function("main").is_none() {
        return refuse(console, &sources, Diagnostic::general("the program has no function main to run"));
    }
    arguments.insert(0, options.file().display().to_string());
    let result = interp::run_main_on(&program, &arguments, &mut std::io::stdin().lock(), &mut console.writer(), limits);
    console.flush();
    let (message, status) = report::text::run_end(&sources, &result);
    // A failure to write the output is reported only when the command ends.
    if !console.has_failed() {
        console.complain(&message);
    }
    status
}

fn cfg(
    console: &Console,
    options: &ProgramInput,
    entry: Option<&str>,
    format: Drawing,
    (is_inlined, facts): (bool, bool),
) -> u8 {
    let mut sources = SourceMap::new();
    let unlimited = Budget::unlimited();
    let Ok(mut program) = input::program(console, options, &mut sources, &unlimited) else { return BAD_INPUT };
    let mut functions = functions_of_interest(&program, &sources);
    // All functions are printed, unless one is named or its calls are to be inlined.
    if is_inlined || entry.is_some() || functions.is_empty() {
        let selected = match select_entry(&program, &sources, entry) {
            Ok(selected) => selected,
            Err(error) => return refuse(console, &sources, error),
        };
        functions = vec![selected];
        if is_inlined {
            program = match inline::inline(&program, selected, &sources) {
                Ok(program) => program,
                Err(diagnostics) => {
                    console.diagnostics(&sources, &diagnostics);
                    return BAD_INPUT;
                }
            };
        }
    }
    let drawing = || display::dot(&program, &functions, &sources);
    match format {
        Drawing::Text => {
            if entry.is_none() {
                console.print(&display::initializers_text(&program, &sources));
            }
            for function in &functions {
                console.print(&display::text(&program, *function, &sources));
            }
            if facts {
                functions.iter().for_each(|function| console.print(&print::facts(&program, *function)));
                console.print(&print::calls(&program));
                console.print(&print::influence(&program));
            }
        }
        Drawing::Dot => console.print(&drawing()),
        Drawing::Svg => match report::svg::from_dot(&drawing()) {
            Ok(svg) => console.print(&svg),
            Err(message) => {
                let message = format!("{message}: use --format dot, or name a function with --entry");
                return refuse(console, &sources, Diagnostic::general(message));
            }
        },
    }
    0
}

/// Returns the functions with a body in the user's own file, and their callees: header files define much that is
/// unused.
fn functions_of_interest(program: &Program, sources: &SourceMap) -> Vec<FunctionId> {
    let calls = CallGraph::of(program);
    let is_own = |id: &FunctionId| sources.is_in_own_file(program.functions[*id].span);
    let own = program.defined_functions().filter(is_own);
    let used: BTreeSet<FunctionId> = own.flat_map(|id| calls.reachable(id)).collect();
    program.defined_functions().filter(|id| used.is_empty() || used.contains(id)).collect()
}
