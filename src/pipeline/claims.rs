//! The claims of the predicate abstraction, derived from the model checker's results and from the hints that they rest
//! on.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::confirm::SearchResult;
use crate::hintcheck::HintCheck;
use crate::model::{AbstractModel, topic_of};
use crate::prepare::Prepared;
use crate::property::{MEMORY_ACCESS, PropertyVerdict};
use crate::reconcile::reconcile;
use crate::runs::ConcreteRuns;
use crate::strengthen::{ProvingHints, StrengtheningResult, Support};
use crate::trace;
use abstraction::build::PropertyOrigin;
use abstraction::{Statistics, Treatment};
use base::{SourceMap, SourcePosition};
use boolprog::{Ltl, PointId, Step, StepObstacle};
use engine::topic::Topic;
use engine::{Engine, Open, Outcome, Proof, ProofScope, Property, WorkDone};
use modelcheck::{self, CheckReport};
use program::LocationId;
use reason::assumption::add_unproved;
use reason::{EngineName, OpenReason};

pub const PREDICATE_ABSTRACTION: EngineName = EngineName("the predicate abstraction");

#[derive(Default)]
pub(super) struct PredicateAbstraction {
    /// The properties of the specification, and the program's own assertions.
    pub(super) specified: Vec<(Property, Outcome)>,
    /// The claim that all accesses are to allocated memory, if that was asked.
    pub(super) accesses: Option<Outcome>,
    /// Unreachable locations of the entry function.
    pub(super) unreachable: BTreeSet<LocationId>,
    pub(super) figures: WorkDone,
}

impl PredicateAbstraction {
    /// Returns the properties of the boolean program.
    pub(super) fn properties(&self) -> Vec<Property> {
        self.specified.iter().map(|(property, _)| property.clone()).collect()
    }
}

impl Engine for PredicateAbstraction {
    fn name(&self) -> EngineName {
        PREDICATE_ABSTRACTION
    }

    fn outcome(&self, topic: Topic) -> Outcome {
        match topic {
            Topic::Accesses => self.accesses.clone().unwrap_or(Outcome::Silent),
            Topic::Unreachable(location) if self.unreachable.contains(&location) => {
                Outcome::Proved(Proof::whole(self.figures.clone()))
            }
            Topic::Assertion { .. } | Topic::Specified(_) => {
                let known = self.specified.iter().find(|(property, _)| property.topic == topic);
                known.map_or(Outcome::Silent, |(_, outcome)| outcome.clone())
            }
            Topic::UndefinedBehaviour
            | Topic::Leaks
            | Topic::Assertions
            | Topic::Statement(_)
            | Topic::Unreachable(_) => Outcome::Silent,
        }
    }
}

/// Returns the verdicts on the properties of one analysis, from the results of the model checker, the concrete runs and
/// the check of the hints.
pub fn judge(
    analysis: &AbstractModel,
    report: &CheckReport,
    search: &SearchResult,
    prepared: &Prepared,
    hints: &HintCheck,
    sources: &SourceMap,
    trust_hints: bool,
) -> Vec<PropertyVerdict> {
    let unproved = hints.unproved(&prepared.hints, sources);
    let checked = Checked { prepared, analysis, report, tried: search.complete_nodes, trust_hints };
    let figures = figures(analysis.abstraction.statistics, &[]);
    let mut specified = checked.specified(&vec![Support { unproved, facts: 0 }; report.properties.len()], &figures);
    if hints.refuted().next().is_some() {
        for (_, outcome) in specified.iter_mut().filter(|(_, outcome)| outcome.is_proved()) {
            *outcome = Outcome::open(OpenReason::UnsoundHint);
        }
    }
    let predicates = PredicateAbstraction { specified, figures, ..PredicateAbstraction::default() };
    reconcile(&predicates.properties(), &[&predicates, &ConcreteRuns { search }]).properties
}

/// Returns the figures of an abstraction, with the hints that were proposed for it.
pub fn figures(statistics: Statistics, proposed: &[ProvingHints]) -> WorkDone {
    let Statistics { iterations, pairs, predicates, converged } = statistics;
    WorkDone {
        counts: vec![(iterations, "iterations"), (pairs, "pairs"), (predicates, "predicates")],
        note: Some(if converged { "converged" } else { "not converged" }),
        time: None,
        hints: proposed.iter().map(ProvingHints::file).collect(),
    }
}

/// A boolean program with the model checker's results.
pub(super) struct Checked<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) analysis: &'a AbstractModel,
    pub(super) report: &'a CheckReport,
    /// All runs on heaps of up to this many nodes were tried.
    pub(super) tried: Option<usize>,
    /// True if unproved hints are assumed.
    pub(super) trust_hints: bool,
}

impl Checked<'_> {
    /// Returns the properties of the boolean program with their claims, sorted by name. `rests_on`: for each result of
    /// the model checker, the support of its proof.
    pub(super) fn specified(&self, rests_on: &[Support], figures: &WorkDone) -> Vec<(Property, Outcome)> {
        let all = self.report.properties.iter().enumerate();
        let mut found: Vec<(Property, Outcome)> = all
            .filter_map(|(index, result)| {
                let property = self.property(result.property)?;
                let rests_on = rests_on.get(index).cloned().unwrap_or_default();
                Some((property, self.outcome(&result.outcome, rests_on, figures)))
            })
            .collect();
        found.sort_by_key(|(property, _)| natural(&property.id));
        found
    }

    fn property(&self, property: modelcheck::PropertyIndex) -> Option<Property> {
        let program = &self.analysis.program;
        let (id, text, point) = match property {
            modelcheck::PropertyIndex::Assertion(index) => {
                let assertion = program.assertions.get(index)?;
                (assertion.id.clone(), assertion.text.clone(), assertion.point)
            }
            modelcheck::PropertyIndex::Ltl(index) => {
                let property = program.ltl.get(index)?;
                let point = first_point(&property.formula).unwrap_or(program.initial);
                (property.name.clone(), property.text.clone(), point)
            }
        };
        let topic = topic_of(self.prepared, self.analysis, property)?;
        Some(Property { id, text, position: program.points[point].position.clone(), topic })
    }

    /// An abstract counterexample alone leaves a property open.
    fn outcome(&self, checked: &modelcheck::CheckOutcome, rests_on: Support, figures: &WorkDone) -> Outcome {
        match checked {
            modelcheck::CheckOutcome::Holds => self.proved(rests_on, figures),
            modelcheck::CheckOutcome::Unknown(why) => {
                let is_complete = self.analysis.abstraction.statistics.converged;
                let before = (!is_complete).then(|| Box::new(self.spurious()));
                Outcome::open(OpenReason::NotChecked { why: why.clone(), before })
            }
            modelcheck::CheckOutcome::Violated(path) => Outcome::Open(Open {
                reason: self.not_followed(path).unwrap_or_else(|| self.spurious()),
                rests_on: Vec::new(),
                path: Some(trace::abstract_trace(&self.analysis.program, path)),
            }),
        }
    }

    /// Unproved hints prove nothing, unless they are trusted.
    fn proved(&self, Support { unproved: rests_on, facts }: Support, figures: &WorkDone) -> Outcome {
        if rests_on.is_empty() || self.trust_hints {
            let (scope, figures) = (ProofScope::DeadAccesses, figures.clone());
            return Outcome::Proved(Proof { rests_on, facts, scope, figures });
        }
        Outcome::Open(Open { reason: OpenReason::UnprovedHints(rests_on.clone()), rests_on, path: None })
    }

    /// Returns the first step of an abstract counterexample at which predicates are unconstrained because the step is
    /// not modelled.
    fn not_followed(&self, path: &modelcheck::Path) -> Option<OpenReason> {
        path.moves.iter().find_map(|moved| {
            let transition = self.analysis.program.transitions.get(moved.transition)?;
            obstacle_in(transition.steps.get(moved.step)?)
        })
    }

    /// Returns the unmodelled construct on the edge whose access is checked.
    fn obstacle_of(&self, origin: &PropertyOrigin) -> Option<OpenReason> {
        let PropertyOrigin::Access(edge) = origin else { return None };
        let built = &self.analysis.built;
        let index = built.edges.iter().position(|known| known == edge)?;
        let step = built.program.transitions.get(index)?.steps.first()?;
        obstacle_in(step)
    }

    /// Returns why an abstract counterexample decides nothing.
    fn spurious(&self) -> OpenReason {
        let abstraction = &self.analysis.abstraction;
        let Statistics { converged, iterations, .. } = abstraction.statistics;
        match abstraction.stopped {
            Some(stop) => OpenReason::Stopped { stop, iterations: Some(iterations) },
            None if converged => OpenReason::Unconfirmed { tried: self.tried },
            None => OpenReason::NotConverged { iterations, left_at: self.left_at() },
        }
    }

    /// Returns the location with the most predicates whose weakest preconditions were not computed; the first of
    /// several.
    fn left_at(&self) -> Option<SourcePosition> {
        let mut left: IndexMap<LocationId, usize> = IndexMap::new();
        for ((_, location), info) in &self.analysis.abstraction.pairs {
            if info.treatment == Treatment::Unmarked {
                *left.entry(*location).or_default() += 1;
            }
        }
        let most = left.values().copied().max()?;
        let (location, _) = left.into_iter().find(|(_, count)| *count == most)?;
        let built = &self.analysis.built;
        let point = built.program.points.ids().find(|point| built.locations.get(*point) == Some(&location))?;
        Some(built.program.points[point].position.clone())
    }

    /// Returns why not all accesses are proved to be to allocated memory: the first access that is not.
    fn open_access(&self) -> Option<OpenReason> {
        self.report.properties.iter().find_map(|result| {
            let modelcheck::PropertyIndex::Assertion(index) = result.property else { return None };
            let assertion = &self.analysis.program.assertions[index];
            let origin = self.analysis.built.origins.get(&assertion.id);
            match (&result.outcome, origin) {
                (modelcheck::CheckOutcome::Holds, _) | (_, Some(PropertyOrigin::Failure(_))) => None,
                (modelcheck::CheckOutcome::Unknown(why), _) => {
                    Some(OpenReason::NotChecked { why: why.clone(), before: None })
                }
                (modelcheck::CheckOutcome::Violated(path), _) => {
                    let own = origin.and_then(|origin| self.obstacle_of(origin));
                    let because = own.or_else(|| self.not_followed(path)).unwrap_or_else(|| self.spurious());
                    Some(OpenReason::Access {
                        position: self.analysis.program.points[assertion.point].position.clone(),
                        access: assertion.text.clone(),
                        because: Box::new(because),
                    })
                }
            }
        })
    }
}

/// Returns the unmodelled construct of a step.
fn obstacle_in(step: &Step) -> Option<OpenReason> {
    let StepObstacle { construct, lacks_body } = step.obstacle.clone()?;
    Some(OpenReason::NotFollowed { position: step.position.clone(), construct, lacks_body })
}

/// Returns one claim for all accesses together. `answer` is `None` where a hint does not fit.
pub(super) fn of_accesses(
    prepared: &Prepared,
    answer: Option<&StrengtheningResult>,
    tried: Option<usize>,
    trust_hints: bool,
    proposed: &[ProvingHints],
) -> Outcome {
    let Some(StrengtheningResult { analysis, report, rests_on, .. }) = answer else {
        return Outcome::open(OpenReason::UnfitHint);
    };
    let checked = Checked { prepared, analysis, report, tried, trust_hints };
    if let Some(reason) = checked.open_access() {
        return Outcome::open(reason);
    }
    let mut together = Vec::new();
    rests_on.iter().for_each(|of_one| add_unproved(&mut together, of_one.unproved.clone()));
    checked.proved(Support { unproved: together, facts: 0 }, &figures(analysis.abstraction.statistics, proposed))
}

pub(super) fn accesses(position: SourcePosition) -> Property {
    let text = "every access through a determinate pointer is to allocated memory".into();
    Property { id: MEMORY_ACCESS.into(), text, position, topic: Topic::Accesses }
}

/// Sort key under which `assertion10` comes after `assertion9`.
fn natural(id: &str) -> (String, usize) {
    let digits = id.chars().rev().take_while(char::is_ascii_digit).count();
    let (head, tail) = id.split_at(id.len() - digits);
    (head.to_string(), tail.parse().unwrap_or(0))
}

fn first_point(formula: &Ltl) -> Option<PointId> {
    match formula {
        Ltl::At(point, _) => Some(*point),
        Ltl::True | Ltl::False => None,
        Ltl::Not(inner) | Ltl::Next(inner) => first_point(inner),
        Ltl::And(left, right) | Ltl::Or(left, right) | Ltl::Until(left, right) | Ltl::Release(left, right) => {
            first_point(left).or_else(|| first_point(right))
        }
    }
}
