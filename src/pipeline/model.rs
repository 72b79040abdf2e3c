//! The predicate abstraction of a prepared input: its pairs of predicate and location, its boolean program, and the
//! model checker's results.

use std::time::{Duration, Instant};

use crate::judge::TheoryJudge;
use crate::prepare::Prepared;
use crate::settings::{Checker, Settings};
use abstraction::build::{Built, PropertyOrigin, build};
use abstraction::{self, Abstraction, AbstractionTask, GuardScope, Memo};
use base::{Budget, Diagnostic, SourceMap};
use boolprog::compact::compact;
use boolprog::{BoolExpr, BooleanProgram, PointId};
use engine::topic::Topic;
use modelcheck::abc::Abc;
use modelcheck::spin::Spin;
use modelcheck::{self, CheckReport, Limits, PropertyIndex};
use reason::Limit;
use simplify::RuleSet;
use spec::SpecifiedProperty;

#[derive(Clone, Debug)]
pub struct AbstractModel {
    /// The pairs of predicate and location.
    pub abstraction: Abstraction,
    /// The boolean program as built, with its mapping back to C.
    pub built: Built,
    /// The boolean program that is emitted and checked.
    pub program: BooleanProgram,
    /// Time for abstraction and building.
    pub time: Duration,
}

/// Returns the abstraction task for a prepared input.
pub(super) fn task<'a>(
    prepared: &'a Prepared,
    rules: &'a RuleSet,
    bound: usize,
    check_accesses: bool,
) -> AbstractionTask<'a> {
    AbstractionTask {
        program: &prepared.program,
        entry: prepared.entry,
        specification: &prepared.specification,
        hints: &prepared.hints,
        bound,
        most_pairs: Limit::Pairs.default_count(),
        rules,
        check_accesses,
        cut: None,
        known: None,
        guards: GuardScope::All,
    }
}

/// Computes the abstraction alone, without a boolean program.
pub(super) fn abstracted(task: AbstractionTask<'_>, budget: &Budget) -> Result<Abstraction, Diagnostic> {
    abstracted_with(task, &mut Memo::default(), budget)
}

/// Like [`abstracted`], reusing what earlier abstractions of the same procedure found.
pub(super) fn abstracted_with(
    task: AbstractionTask<'_>,
    memo: &mut Memo,
    budget: &Budget,
) -> Result<Abstraction, Diagnostic> {
    abstraction::abstract_with(task, memo, budget).map_err(|error| match error {
        abstraction::Error::Call(span) => Diagnostic::error(span, error.to_string()),
        abstraction::Error::NoBody => Diagnostic::general(error.to_string()),
    })
}

/// Abstracts a procedure and builds its boolean program.
pub fn analyse(
    prepared: &Prepared,
    sources: &SourceMap,
    rules: &RuleSet,
    settings: &Settings,
    check_accesses: bool,
    budget: &Budget,
) -> Result<AbstractModel, Diagnostic> {
    let task =
        AbstractionTask { most_pairs: settings.most_pairs, ..task(prepared, rules, settings.bound, check_accesses) };
    analyse_task(task, sources, settings, budget)
}

/// Like [`analyse`], for a task.
pub(super) fn analyse_task(
    task: AbstractionTask<'_>,
    sources: &SourceMap,
    settings: &Settings,
    budget: &Budget,
) -> Result<AbstractModel, Diagnostic> {
    let start = Instant::now();
    let abstraction = abstracted(task, budget)?;
    let analysis = analyse_abstraction(task, abstraction, sources, settings, budget);
    Ok(AbstractModel { time: start.elapsed(), ..analysis })
}

/// Builds the boolean program of an abstraction, and rules out valuations that represent no state.
fn analyse_abstraction(
    task: AbstractionTask<'_>,
    abstraction: Abstraction,
    sources: &SourceMap,
    settings: &Settings,
    budget: &Budget,
) -> AbstractModel {
    let start = Instant::now();
    let built = build(task, &abstraction, sources);
    let program = if settings.compact { compact(&built.program) } else { built.program.clone() };
    let mut judge = TheoryJudge::new(&abstraction, &built, settings.theory_work);
    let learnt = sharpened(&program, &mut judge, settings, budget);
    constrained(abstraction, built, program, &learnt, start)
}

/// Builds the boolean program of an abstraction. Returns `None` if it cannot prove the `open` properties (indices into
/// the report): a run that the theory of heaps does not rule out breaks one of them, or there are too many states.
/// Finding one such run takes few states, whereas ruling out all that can be ruled out takes all of them.
pub(super) fn analyse_hopeful(
    task: AbstractionTask<'_>,
    abstraction: Abstraction,
    open: &[usize],
    limits: Limits,
    sources: &SourceMap,
    settings: &Settings,
    budget: &Budget,
) -> Option<AbstractModel> {
    let start = Instant::now();
    let built = build(task, &abstraction, sources);
    let program = if settings.compact { compact(&built.program) } else { built.program.clone() };
    let mut judge = TheoryJudge::new(&abstraction, &built, usize::MAX);
    let properties = PropertyIndex::all(&program);
    let wanted: Vec<PropertyIndex> = open.iter().filter_map(|index| properties.get(*index).copied()).collect();
    if !modelcheck::may_hold(&program, &mut judge, &wanted, limits, budget) {
        return None;
    }
    let learnt = sharpened(&program, &mut judge, settings, budget);
    Some(constrained(abstraction, built, program, &learnt, start))
}

/// Rules out valuations by the theory of heaps, if the settings ask for it.
fn sharpened(
    program: &BooleanProgram,
    judge: &mut TheoryJudge<'_>,
    settings: &Settings,
    budget: &Budget,
) -> Vec<(PointId, BoolExpr)> {
    settings.sharpening.map_or_else(Vec::new, |limits| modelcheck::learn(program, judge, limits, budget))
}

fn constrained(
    abstraction: Abstraction,
    mut built: Built,
    mut program: BooleanProgram,
    learnt: &[(PointId, BoolExpr)],
    start: Instant,
) -> AbstractModel {
    program.constrain(learnt);
    built.program.constrain(learnt);
    AbstractModel { abstraction, built, program, time: start.elapsed() }
}

/// Model-checks a boolean program.
pub fn check(program: &BooleanProgram, settings: &Settings, budget: &Budget) -> CheckReport {
    match settings.checker {
        Checker::BuiltIn => modelcheck::check(program, settings.limits, budget),
        Checker::Spin => Spin::default().check(program, budget),
        Checker::Abc => Abc::default().check(program, budget),
    }
}
/// Returns what a property of the boolean program stands for.
pub(super) fn origin_of(analysis: &AbstractModel, property: PropertyIndex) -> Option<&PropertyOrigin> {
    let id = match property {
        PropertyIndex::Assertion(index) => &analysis.program.assertions.get(index)?.id,
        PropertyIndex::Ltl(index) => &analysis.program.ltl.get(index)?.name,
    };
    analysis.built.origins.get(id)
}

/// Returns the topic of a property of the boolean program; `None` for a single access.
pub(super) fn topic_of(prepared: &Prepared, analysis: &AbstractModel, property: PropertyIndex) -> Option<Topic> {
    match *origin_of(analysis, property)? {
        PropertyOrigin::Statement(statement) => {
            let location = match property {
                PropertyIndex::Assertion(index) => {
                    Some(*analysis.built.locations.get(analysis.program.assertions.get(index)?.point)?)
                }
                PropertyIndex::Ltl(_) => None,
            };
            Some(Topic::Specified(SpecifiedProperty { statement, location }))
        }
        PropertyOrigin::Failure(edge) => {
            let span = prepared.program.flowchart(prepared.entry)?.edge(edge).span;
            Some(Topic::Assertion { span, edge })
        }
        PropertyOrigin::Access(_) => None,
    }
}
