//! The session: its state, and the execution of each command.

use crate::answer::{Answer, Figures, HintState, Opening, PredicateLine, Problem, RunChange};
use crate::command::{PredicateKind, Request};
use crate::counterexample::{Cursor, Example, Suspicions};
use crate::history::History;
use crate::limits::{ITERATIONS, MOST_LINES, MOST_PAIRS, QUICK_ITERATIONS};
use crate::numbering::Numbering;
use crate::run::AbstractionRun;
use crate::{examples, hints, query};
use base::ids::Id;
use base::{Budget, Diagnostic, SourceMap, SourcePosition};
use boolprog::PointId;
use emit::{self, Language};
use pipeline::claims::judge;
use pipeline::confirm::{self, SearchResult};
use pipeline::model::{self, analyse};
use pipeline::{Checker, Prepared, PropertyVerdict, Settings, hintcheck};
use program::LocationId;
use reason::Limit;
use reason::assumption::KeptContract;
use simplify::RuleSet;

#[derive(Debug)]
pub struct Session {
    pub(super) sources: SourceMap,
    /// With the current hints; those of the last run are in `run`.
    pub(super) prepared: Prepared,
    pub(super) hint_numbers: Vec<usize>,
    pub(super) last_hint_number: usize,
    pub(super) rules: RuleSet,
    pub(super) settings: Settings,
    /// The settings of `prove`.
    pub(super) verified: Settings,
    pub(super) names: Vec<String>,
    numbering: Numbering,
    pub(super) run: AbstractionRun,
    /// The results of concrete runs, which depend neither on hints nor on the bound.
    pub(super) search: Option<SearchResult>,
    pub(super) cursor: Option<Cursor>,
    /// The hints that `propose` has listed for the last run.
    pub(super) proposals: Vec<spec::Hint>,
    pub(super) history: History,
    /// The last verdicts of `prove`: violations by runs depend neither on hints nor on the bound.
    pub(super) proved: Vec<PropertyVerdict>,
    /// The suspicions of the shape analysis at that time.
    pub(super) suspicions: Suspicions,
}

/// The extent of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quick {
    /// According to the settings.
    No,
    /// A few iterations, regardless of the budget, for an immediate result.
    Yes,
}

impl Quick {
    pub(super) fn when(condition: bool) -> Quick {
        if condition { Quick::Yes } else { Quick::No }
    }
}

impl Session {
    /// Starts with only the predicates of properties and guards, which takes no time: `prove` or `run` comes next.
    /// Fails if the program cannot be abstracted.
    pub fn open(
        sources: SourceMap,
        prepared: Prepared,
        rules: RuleSet,
        settings: Settings,
    ) -> Result<(Self, Answer), (SourceMap, Diagnostic)> {
        let hint_numbers: Vec<usize> = (1..=prepared.hints.len()).collect();
        let mut numbering = Numbering::default();
        let settings = settings.with_run_pictures();
        let mut verified = settings.clone();
        // Suspected errors can be stepped through, too.
        verified.shapes.heads = true;
        let bound = if settings.bound == Limit::Bound.default_count() { ITERATIONS } else { settings.bound };
        let settings = Settings { bound, most_pairs: settings.most_pairs.min(MOST_PAIRS), ..settings };
        let nothing = Settings { bound: 0, ..settings.clone() };
        let task = Task { sources: &sources, rules: &rules, settings: &nothing, budget: &Budget::unlimited() };
        let run = match task.abstracted(&prepared, &hint_numbers, &mut numbering) {
            Ok(run) => run.into_sketch(),
            Err(problem) => return Err((sources, problem)),
        };
        let mut session = Session {
            names: Vec::new(),
            last_hint_number: hint_numbers.len(),
            sources,
            prepared,
            hint_numbers,
            rules,
            settings,
            verified,
            numbering,
            run,
            search: None,
            cursor: None,
            proposals: Vec::new(),
            history: History::default(),
            proved: Vec::new(),
            suspicions: Suspicions::default(),
        };
        session.names = session.location_names();
        let answer = Answer::Opened(session.opening());
        Ok((session, answer))
    }

    /// Returns the overview of the input.
    fn opening(&self) -> Opening {
        let function = self.prepared.program.functions.get(self.prepared.entry);
        let count = |wanted: fn(&spec::StatementKind) -> bool| {
            self.prepared.specification.statements.iter().filter(|statement| wanted(&statement.kind)).count()
        };
        Opening {
            function: function.map_or_else(String::new, |function| function.name.clone()),
            position: function.map(|function| self.sources.position(function.span)),
            locations: self.names.len(),
            properties: count(|kind| matches!(kind, spec::StatementKind::Assert(..) | spec::StatementKind::Ltl(..))),
            assumptions: count(|kind| matches!(kind, spec::StatementKind::Assume(..))),
            hints: self.prepared.hints.len(),
            contracts: KeptContract::all(self.prepared.question(), &self.sources),
        }
    }

    /// Returns the source texts, for rendering diagnostics.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Returns the lines of the procedure with their numbers, from its first one to the last of its locations.
    pub fn lines(&self) -> Vec<(u32, String)> {
        let Some(function) = self.prepared.program.functions.get(self.prepared.entry) else { return Vec::new() };
        let start = self.sources.position(function.span);
        let Some(flowchart) = self.run.flowchart() else { return Vec::new() };
        let positions = flowchart.locations().map(|location| self.sources.position(flowchart.location(location).span));
        let own: Vec<u32> = positions.filter(|at| at.file == start.file).map(|at| at.line).collect();
        let first = own.iter().copied().min().unwrap_or(start.line).min(start.line);
        let last = own.iter().copied().max().unwrap_or(start.line).min(first.saturating_add(MOST_LINES));
        let line = |line: u32| {
            let position = SourcePosition { line, ..start.clone() };
            (line, self.sources.line_at(&position).unwrap_or_default().to_string())
        };
        (first..=last).map(line).collect()
    }

    /// Returns the name of the first location on the line of a position.
    pub(super) fn name_at(&self, position: &SourcePosition) -> Option<String> {
        let flowchart = self.run.flowchart()?;
        let is_there = |location: &LocationId| {
            let here = self.sources.position(flowchart.location(*location).span);
            (&here.file, here.line) == (&position.file, position.line)
        };
        flowchart.locations().find(is_there).map(|location| self.name(location))
    }

    /// Executes a command.
    pub fn execute(&mut self, command: &Request, budget: &Budget) -> Result<Answer, Problem> {
        match command {
            Request::Nothing => Ok(Answer::Nothing),
            Request::Quit => Ok(Answer::Quit),
            Request::Help(entry) => Ok(Answer::Help(*entry)),
            Request::Locations => Ok(query::locations(self)),
            Request::Flow => Ok(query::flow(self)),
            Request::Predicates(filter) => query::predicates(self, filter),
            Request::Why(number) => query::why(self, *number),
            Request::Causes(number) => query::causes(self, *number),
            Request::Iterations => Ok(query::iterations(self)),
            Request::Statistics => Ok(Answer::Statistics(self.figures())),
            Request::Update(number) => query::update(self, *number),
            Request::Prove => self.prove(budget),
            Request::Families => Ok(hints::families(self)),
            Request::Propose => Ok(hints::propose(self)),
            Request::Accept(numbers) => hints::accept(self, numbers),
            Request::Hint(text) => hints::add(self, text),
            Request::Hints => Ok(Answer::Hints(hints::list(self))),
            Request::Unhint(number) => hints::drop(self, *number),
            Request::Undo => self.undo(),
            Request::Save(file) => hints::save(self, file),
            Request::Bound(bound, pairs) => Ok(self.set_bound(*bound, *pairs)),
            Request::Run => self.run(budget),
            Request::Emit { language, property, file } => self.emit(*language, property.as_deref(), file, budget),
            Request::Check(checker) => {
                self.check(*checker, budget);
                self.verdicts()
            }
            Request::Trace(id) => self.trace(id.as_deref(), budget),
            Request::Example(id) => self.example(id.as_deref(), budget),
            Request::Step(count) => self.travel(|at| at.saturating_add(*count)),
            Request::Back(count) => self.travel(|at| at.saturating_sub(*count)),
            Request::Goto(step) => self.travel(|_| *step),
            Request::Show => self.show(),
        }
    }

    /// Returns the name of a location in hints and specifications, or else in emitted models.
    pub(super) fn name(&self, location: LocationId) -> String {
        self.names.get(location.index()).cloned().unwrap_or_default()
    }

    fn location_names(&self) -> Vec<String> {
        let view = self.run.view();
        let name = |location: LocationId| {
            let written = spec::location_name(&self.sources, &self.prepared.program, self.prepared.entry, &[location]);
            written.unwrap_or_else(|| view.location_name(location))
        };
        view.locations().into_iter().map(name).collect()
    }

    pub(super) fn line(&self, index: usize) -> PredicateLine {
        self.run.line(index, &|location| self.name(location))
    }

    /// Returns the index of the pair with a number that the user gave.
    pub(super) fn find(&self, number: usize) -> Result<usize, Problem> {
        self.run.index(number).ok_or_else(|| match self.numbering.get(number) {
            Some((text, location)) => {
                Problem::Message(format!("the last run did not find {number}, {text} @ {}", self.name(location)))
            }
            None => Problem::Message(format!("there is no predicate {number}: `predicates` lists them")),
        })
    }

    /// Abstracts with the current hints and bounds.
    pub(super) fn run_again(&mut self, quick: Quick, budget: &Budget) -> Result<RunChange, Problem> {
        let short = Settings { bound: self.settings.bound.min(QUICK_ITERATIONS), ..self.settings.clone() };
        let unlimited = Budget::unlimited();
        let (settings, budget) = match quick {
            Quick::Yes => (&short, &unlimited),
            Quick::No => (&self.settings, budget),
        };
        let task = Task { sources: &self.sources, rules: &self.rules, settings, budget };
        let run = task.abstracted(&self.prepared, &self.hint_numbers, &mut self.numbering).map_err(|problem| {
            let mut diagnostics = base::Diagnostics::new();
            diagnostics.push(problem);
            Problem::Diagnostics(diagnostics)
        })?;
        let before = std::mem::replace(&mut self.run, run);
        self.cursor = None;
        self.proposals.clear();
        let change = self.change((!before.is_sketch).then_some(&before));
        if !before.is_sketch {
            self.remember_run(before);
        }
        Ok(change)
    }

    fn run(&mut self, budget: &Budget) -> Result<Answer, Problem> {
        // The first run cannot be undone: there is no previous state.
        if self.run.is_sketch {
            return self.run_again(Quick::No, budget).map(Answer::Run);
        }
        self.remember("run");
        self.run_again(Quick::No, budget).map(Answer::Run).inspect_err(|_| self.forget())
    }

    fn set_bound(&mut self, bound: Option<usize>, pairs: Option<usize>) -> Answer {
        if bound.is_some() {
            self.remember("bound");
        }
        self.settings.bound = bound.unwrap_or(self.settings.bound);
        self.settings.most_pairs = pairs.unwrap_or(self.settings.most_pairs);
        Answer::Bound(self.settings.bound, self.settings.most_pairs)
    }

    /// Returns the changes by the last run.
    fn change(&self, before: Option<&AbstractionRun>) -> RunChange {
        let name = |location| self.name(location);
        let missing = |run: &AbstractionRun, other: &AbstractionRun| -> Vec<PredicateLine> {
            let indices = 0..run.numbers.len();
            indices.filter(|index| other.index(run.number(*index)).is_none()).map(|at| run.line(at, &name)).collect()
        };
        let remarkable =
            |state: &HintState| !matches!(state, HintState::Proved { .. } | HintState::Free { .. } | HintState::New);
        let mut remarks = hints::list(self);
        remarks.retain(|hint| remarkable(&hint.state));
        let abstraction = &self.run.analysis.abstraction;
        RunChange {
            before: before.map(|run| run.analysis.abstraction.statistics),
            after: abstraction.statistics,
            stopped: abstraction.stopped.map(|reason| reason.to_string()),
            gained: before.map_or_else(Vec::new, |before| missing(&self.run, before)),
            lost: before.map_or_else(Vec::new, |before| missing(before, &self.run)),
            hints: remarks,
        }
    }

    fn figures(&self) -> Figures {
        let fates = || self.run.analysis.abstraction.pairs.values().map(|info| self.run.fate(info));
        let kinds =
            PredicateKind::NAMES.iter().map(|(name, kind)| (*name, query::count_kind(&self.run, *kind))).collect();
        let program = &self.run.analysis.program;
        Figures {
            statistics: self.run.analysis.abstraction.statistics,
            bound: self.run.bound,
            kinds,
            hinted: fates().filter(|fate| matches!(fate, super::answer::Fate::Hinted { .. })).count(),
            open: fates().filter(|fate| matches!(fate, super::answer::Fate::Open)).count(),
            variables: program.variables.len(),
            stored_points: program.points.iter().filter(|point| point.stored).count(),
            transitions: program.transitions.len(),
            properties: program.assertions.len() + program.ltl.len(),
        }
    }

    fn emit(
        &self,
        language: Language,
        property: Option<&str>,
        file: &Option<String>,
        budget: &Budget,
    ) -> Result<Answer, Problem> {
        let program = &self.run.analysis.program;
        let text = match (language, property) {
            (Language::Sr, Some(name)) => {
                let index = program.ltl.iter().position(|property| property.name == name);
                let index = index.ok_or_else(|| format!("there is no temporal property '{name}'"))?;
                emit::sr::emit_ltl(program, index, budget)?
            }
            _ => language.emit(program, budget).map_err(|why| why.to_string())?,
        };
        Ok(Answer::Document { file: file.clone(), text })
    }

    /// Decides the properties of the last run.
    fn check(&mut self, checker: Option<Checker>, budget: &Budget) {
        let checker = checker.unwrap_or(self.settings.checker);
        let settings = Settings { checker, ..self.settings.clone() };
        let report = model::check(&self.run.analysis.program, &settings, budget);
        let (prepared, sources, bounds) = (&self.prepared, &self.sources, self.settings.concrete);
        let search = self.search.get_or_insert_with(|| confirm::search(prepared, sources, bounds, budget));
        let AbstractionRun { analysis, prepared, hints, .. } = &self.run;
        let properties = judge(analysis, &report, search, prepared, hints, sources, self.settings.trust_hints);
        self.run.checked = Some((properties, report.states));
    }

    fn verdicts(&self) -> Result<Answer, Problem> {
        let (properties, states) = self.run.checked.as_ref().ok_or_else(|| "nothing was checked".to_string())?;
        let properties = properties.iter().map(Into::into).collect();
        Ok(Answer::Check(super::answer::CheckView { properties, states: *states }))
    }

    fn trace(&mut self, id: Option<&str>, budget: &Budget) -> Result<Answer, Problem> {
        if self.run.checked.is_none() {
            self.check(None, budget);
        }
        let (properties, _) = self.run.checked.as_ref().ok_or_else(|| "nothing was checked".to_string())?;
        let cursor = Cursor::new(properties, id)?;
        let answer = cursor.answer(false);
        self.cursor = Some(cursor);
        Ok(answer)
    }

    fn example(&mut self, id: Option<&str>, budget: &Budget) -> Result<Answer, Problem> {
        // `prove` has found the violations by concrete runs: no need to check the model.
        if self.run.checked.is_none() && self.proved.is_empty() {
            self.check(None, budget);
        }
        let checked = self.run.checked.iter().flat_map(|(properties, _)| properties);
        let properties: Vec<&PropertyVerdict> = self.proved.iter().chain(checked).collect();
        let cursor = Cursor::of_run(&properties, &self.suspicions, id, |evidence| match evidence {
            Example::Run(run) => examples::moments(self, run),
            Example::Replay(replay) => examples::moments_of_replay(self, replay),
            Example::Suspicion(alarm, suspect, _) => examples::moments_of_suspicion(self, alarm, suspect),
        })?;
        let answer = cursor.answer(false);
        self.cursor = Some(cursor);
        Ok(answer)
    }

    fn travel(&mut self, target: impl Fn(usize) -> usize) -> Result<Answer, Problem> {
        let cursor = self.cursor.as_mut().ok_or_else(no_trace)?;
        let reached = cursor.go(target);
        Ok(cursor.answer(!reached))
    }

    fn show(&self) -> Result<Answer, Problem> {
        let cursor = self.cursor.as_ref().ok_or_else(no_trace)?;
        Ok(cursor.shown(&self.run.analysis.program))
    }

    /// Returns the point of the boolean program at a location.
    pub(super) fn point(location: LocationId) -> PointId {
        PointId::from_index(location.index())
    }
}

fn no_trace() -> Problem {
    Problem::Message("no counterexample is being looked at: use `trace` or `example` first".to_string())
}

/// The parameters of a run of the abstraction, except its input.
struct Task<'s> {
    sources: &'s SourceMap,
    rules: &'s RuleSet,
    settings: &'s Settings,
    budget: &'s Budget,
}

impl Task<'_> {
    fn abstracted(
        &self,
        prepared: &Prepared,
        hint_numbers: &[usize],
        numbering: &mut Numbering,
    ) -> Result<AbstractionRun, Diagnostic> {
        let Task { sources, rules, settings, budget } = self;
        let analysis = analyse(prepared, sources, rules, settings, false, budget)?;
        let checked = hintcheck::check(prepared, &analysis.abstraction, settings.hint_nodes, budget);
        Ok(AbstractionRun::new(prepared.clone(), hint_numbers.to_vec(), settings.bound, analysis, checked, numbering))
    }
}
