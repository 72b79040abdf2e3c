//! The question, and the merged answer of all engines.

use std::fmt;
use std::time::Duration;

use crate::bounded::Bounded;
use crate::confirm::SearchResult;
use crate::hintcheck::HintCheck;
use crate::model::AbstractModel;
use crate::prepare::{Job, Prepared};
use crate::property::{PropertyVerdict, overall};
use crate::reconcile::{Contradiction, Reconciled};
use crate::settings::Settings;
use crate::shapes::Shapes;
use crate::strengthen::{ModelProof, ProvingHints};
use abstraction::Statistics;
use base::{Budget, Exhausted, Round, SourceMap};
use engine::Engine;
use engine::evidence::{Alarm, ConcreteRun};
use engine::topic::Topic;
use engine::verdict::Verdict;
use reason::OpenReason;
use reason::assumption::{UnprovedHint, add_unproved};
use simplify::RuleSet;
use spec::Question;

/// The question and the engines to ask. If the shape analysis is asked, the bounded engine is asked about what that
/// leaves open.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// A program with its calls: no other engine can follow them.
    WithCalls(Question<'a>),
    /// Like `WithCalls`, for the bounded engine alone.
    ForBoundedEngine(Question<'a>),
    /// A program whose calls are inlined: runs on small heaps may break the specification.
    Inlined(&'a Prepared),
    /// Like `Inlined`, for all engines, with the rules of the predicate abstraction.
    ForAllEngines(&'a Prepared, &'a RuleSet),
}

impl<'a> Subject<'a> {
    pub fn question(self) -> Question<'a> {
        match self {
            Subject::WithCalls(question) | Subject::ForBoundedEngine(question) => question,
            Subject::Inlined(prepared) | Subject::ForAllEngines(prepared, _) => prepared.question(),
        }
    }

    /// Returns the inlined program, if an engine that needs it is asked.
    pub fn prepared(self) -> Option<&'a Prepared> {
        match self {
            Subject::WithCalls(_) | Subject::ForBoundedEngine(_) => None,
            Subject::Inlined(prepared) | Subject::ForAllEngines(prepared, _) => Some(prepared),
        }
    }
}

impl Job {
    /// Returns the subject of `verify`: all engines, if calls can be inlined.
    pub fn for_all_engines<'a>(&'a self, rules: &'a RuleSet) -> Subject<'a> {
        match self {
            Job::OfCalls { .. } => Subject::WithCalls(self.question()),
            Job::OfAll(prepared) => Subject::ForAllEngines(prepared, rules),
        }
    }

    /// Returns the subject of `smg`.
    pub fn for_shape_analysis(&self) -> Subject<'_> {
        match self {
            Job::OfCalls { .. } => Subject::WithCalls(self.question()),
            Job::OfAll(prepared) => Subject::Inlined(prepared),
        }
    }
}

#[derive(Clone, Copy)]
pub struct VerificationTask<'a> {
    pub subject: Subject<'a>,
    /// The texts that spans refer to.
    pub sources: &'a SourceMap,
    pub settings: &'a Settings,
    pub budget: &'a Budget,
}

impl<'a> VerificationTask<'a> {
    /// Returns the task that each engine is given.
    pub(super) fn of_engines(self) -> engine::Task<'a> {
        let Question { program, entry, specification } = self.subject.question();
        engine::Task { program, entry, specification, sources: self.sources, budget: self.budget }
    }
}

/// Why rounds ended although more work might decide something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundsEnd {
    /// The requested number of rounds was reached.
    Most,
    /// Time or memory was exhausted, or the run was interrupted.
    CutShort(Exhausted),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RoundsDone {
    /// The last round that finished, or else the first.
    pub last: Round,
    /// Why rounds ended; `None` if no more were needed, or none would help.
    pub ended: Option<RoundsEnd>,
}

impl RoundsDone {
    /// Returns true if there was more than one round, or another one was begun.
    pub fn is_telling(&self) -> bool {
        self.last != Round::default() || matches!(self.ended, Some(RoundsEnd::CutShort(_)))
    }
}

impl fmt::Display for RoundsDone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.last.number();
        match number {
            1 => write!(out, "1 round of work")?,
            _ => write!(out, "{number} rounds of work, each with twice the work of the one before")?,
        }
        match self.ended {
            None => Ok(()),
            Some(RoundsEnd::Most) => write!(out, "; there may be more (--rounds)"),
            Some(RoundsEnd::CutShort(why)) => write!(out, "; {why}"),
        }
    }
}

/// The merged answer of the engines.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The verdict on the whole question.
    pub verdict: Verdict,
    /// For "unknown": why.
    pub reason: Option<OpenReason>,
    pub properties: Vec<PropertyVerdict>,
    /// The statements of the specification, as written.
    pub statement_texts: Vec<String>,
    /// Topics that one engine proved and another refuted.
    pub contradictions: Vec<Contradiction>,
    pub rounds: RoundsDone,
    /// The findings of the shape analysis, and whether they were confirmed.
    pub shapes: Shapes,
    /// The verdict of the shape analysis alone; if all engines were asked, with its reason. `None` if it was not asked.
    pub by_shapes: Option<(Verdict, Option<OpenReason>)>,
    /// The findings of the bounded engine, where they were needed.
    pub bounded: Option<Bounded>,
    /// The findings of the predicate abstraction and the concrete runs, if they were asked.
    pub predicates: Option<PredicateFindings>,
}

#[derive(Clone, Debug)]
pub struct PredicateFindings {
    /// Their verdict on the specification and on the program's own assertions.
    pub verdict: Verdict,
    /// The analysis of the specification's properties.
    pub analysis: AbstractModel,
    /// The figures of the analysis of accesses, if there was one.
    pub accesses: Option<Statistics>,
    /// Number of reachable states of the boolean program.
    pub states: Option<usize>,
    /// The concrete runs that break something.
    pub search: SearchResult,
    /// Runs with undefined behaviour that was not checked for.
    pub outside: Vec<ConcreteRun>,
    /// The results of checking the hints.
    pub hints: HintCheck,
    /// Proposed hints that proved something.
    pub proposed: Vec<ProvingHints>,
    /// The boolean programs that prove something, if they were to be kept.
    pub proofs: Vec<ModelProof>,
    /// Time of the predicate abstraction and of checking its model.
    pub abstraction_time: Duration,
    /// Time of the concrete runs.
    pub search_time: Duration,
}

impl PredicateFindings {
    /// Returns measures of work that grow with the work done.
    fn work(&self) -> impl Iterator<Item = usize> {
        let statistics = [Some(self.analysis.abstraction.statistics), self.accesses].into_iter().flatten();
        let pairs = statistics.flat_map(|done| [done.iterations, done.pairs]);
        pairs.chain([self.search.complete_nodes.unwrap_or(0), self.search.cut_runs, self.states.unwrap_or(0)])
    }
}

impl Answer {
    /// Returns the findings of the engines that follow calls.
    pub fn findings(&self) -> impl Iterator<Item = &Alarm> {
        let bounded = self.bounded.iter().flat_map(|bounded| &bounded.findings);
        self.shapes.findings.iter().chain(bounded)
    }

    /// Creates an answer from reconciled properties, with the verdict still undecided.
    pub(super) fn undecided(question: Question<'_>, reconciled: Reconciled) -> Answer {
        let Reconciled { properties, contradictions } = reconciled;
        let statements = question.specification.iter().flat_map(|specification| &specification.statements);
        Answer {
            verdict: Verdict::Unknown,
            reason: None,
            properties,
            statement_texts: statements.map(|statement| statement.text.clone()).collect(),
            contradictions,
            rounds: RoundsDone::default(),
            shapes: Shapes::default(),
            by_shapes: None,
            bounded: None,
            predicates: None,
        }
    }

    /// Returns the unproved hints that verified properties rest on.
    pub fn assumptions(&self) -> Vec<UnprovedHint> {
        let mut found = Vec::new();
        for property in &self.properties {
            add_unproved(&mut found, property.assumptions().to_vec());
        }
        found
    }

    /// Returns true if the engines contradict each other: exit status 6.
    pub fn contradiction(&self) -> bool {
        !self.contradictions.is_empty()
    }

    /// Returns measures of work that grow with the work done.
    pub(super) fn work(&self) -> Vec<usize> {
        let of_predicates = self.predicates.iter().flat_map(PredicateFindings::work);
        self.bounded.iter().flat_map(Bounded::work).chain([self.shapes.states]).chain(of_predicates).collect()
    }

    /// Sets the verdict and its reason: from the properties; without the predicate abstraction, from the findings; for
    /// the bounded engine alone, from its own verdict.
    pub(super) fn decide(&mut self) {
        (self.verdict, self.reason) = match (&self.predicates, &self.by_shapes, &self.bounded) {
            (Some(_), ..) => on_properties(&self.properties),
            (None, None, Some(bounded)) => bounded.verdict(),
            (None, ..) => self.on_findings(),
        };
    }

    /// Returns the verdict of the engines that follow calls, on everything that the shape analysis looked at, after
    /// suspicions are settled.
    fn on_findings(&self) -> (Verdict, Option<OpenReason>) {
        if self.contradiction() {
            let mut reasons = self.properties.iter().filter_map(|property| property.reason.clone());
            return (Verdict::Unknown, reasons.find(OpenReason::is_dispute));
        }
        let proves_defined = |bounded: &Bounded| bounded.outcome(Topic::UndefinedBehaviour).is_proved();
        let is_defined = self.bounded.as_ref().is_some_and(proves_defined);
        let is_all_proved = !self.properties.is_empty() && overall(&self.properties) == Verdict::Verified;
        match self.shapes.verdict() {
            (Verdict::Unknown, Some(OpenReason::NotShownDefined)) if is_defined => (Verdict::Verified, None),
            // Each round may have proved another property.
            (Verdict::Unknown, _) if is_all_proved => (Verdict::Verified, None),
            of_shapes => of_shapes,
        }
    }
}

/// Returns the verdict on all properties together, and for "unknown" the reason.
fn on_properties(properties: &[PropertyVerdict]) -> (Verdict, Option<OpenReason>) {
    let verdict = overall(properties);
    let decisive = properties.iter().find(|property| property.verdict == verdict);
    let reason = match verdict {
        Verdict::Unknown => decisive.and_then(|found| found.reason.clone()),
        Verdict::Verified | Verdict::Violated => None,
    };
    (verdict, reason)
}
