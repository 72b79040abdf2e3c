//! An audit of proofs that shares nothing with them: `--audit`.
//!
//! A proof of the predicate abstraction is a boolean program that over-approximates the C program. The audit tests
//! every edge of it against the concrete interpreter: the boolean program must allow the values of the predicates
//! before and after a step. A proof of the shape analysis is a set of configurations at each location; one of them must
//! describe each state of a run there. A single state that is not allowed, a [`Miss`], proves a defect of Damson; no
//! number of states proves that there is none.
//!
//! | part | contents |
//! |---|---|
//! | `meaning` | evaluates predicates in a state, by their definitions |
//! | `states` | states to start from, and why they are admitted |
//! | `watch` | checks that a boolean program allows a step |
//! | `tries` | tests the proof of one boolean program: runs from all small starts, each edge by itself, runs from random locations |
//! | `shapes` | tests a proof of the shape analysis: compares runs with its configurations |
//! | `limits` | the limits, each with its unit |
//! | `compaction` | checks that the boolean program that is model-checked has all steps of the one that was built |
//!
//! Not covered: runs end where the interpreter does not support the program, and are counted; other tests cover the
//! passes that the model checkers apply to the boolean program. Nothing here imports weakest preconditions, rewrite
//! rules, the theory of heaps or the facts of a procedure, nor the evaluator that those are tested with.

mod compaction;
pub mod limits;
mod meaning;
mod shapes;
mod states;
mod tries;
mod watch;

use std::collections::BTreeSet;

use base::{Budget, SourceMap, SourcePosition};
use pipeline::{Answer, ModelProof, Prepared, draw};
use program::interp::State;
use program::{EdgeId, FaultKind, display};

use spec::Question;

/// The effort of an audit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Maximum number of nodes of exhaustively enumerated heaps.
    pub nodes: usize,
    /// Number of random heaps, of up to [`limits::MOST_NODES`] nodes.
    pub heaps: usize,
    /// Seed of all choices.
    pub seed: u64,
    /// Maximum number of steps of each of the three kinds of tests.
    pub steps: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { nodes: 3, heaps: 2_000, seed: 1, steps: 50_000 }
    }
}

/// A difference between a proof and the program's behaviour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Discrepancy {
    /// The boolean program has no transition for the step.
    NoTransition,
    /// The guard of every transition is false.
    Guard,
    /// No assignment gives a predicate its value after the step.
    Value {
        predicate: String,
        /// The concrete value.
        found: bool,
    },
    /// The step makes a comparison indeterminate, but the boolean program allows only one outcome.
    NotFree {
        /// The comparison.
        predicate: String,
        /// The outcome that is allowed.
        allowed: bool,
    },
    /// The state violates a law about the predicates of the location.
    Constraint(String),
    /// A hint contradicts the predicate that it approximates.
    Hint {
        hint: String,
        /// The value that the hint claims.
        says: bool,
    },
    /// The shape analysis claims that a predicate always has another value here.
    Fact {
        predicate: String,
        /// The value that it claims.
        says: bool,
    },
    /// The boolean program cannot start here.
    Start,
    /// An assumption holds that cannot hold in the boolean program.
    Assumption,
    /// A violated claim cannot fail, or a part of a temporal property cannot have its value.
    Claim(String),
    /// The step is an error that the boolean program does not have.
    Failure(FaultKind),
    /// The compacted boolean program lacks a step.
    Compaction,
    /// No configuration of the shape analysis describes the state, for this reason.
    Uncovered(String),
}

impl Discrepancy {
    /// Of two reasons why an edge cannot be taken, returns the more specific one.
    fn more_telling(self, other: Discrepancy) -> Discrepancy {
        let rank = |kind: &Discrepancy| match kind {
            Discrepancy::NoTransition => 0,
            Discrepancy::Guard => 1,
            _ => 2,
        };
        if rank(&other) > rank(&self) { other } else { self }
    }
}

/// A predicate with its value in a state; `None` if C leaves it indeterminate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    /// As users write it.
    pub predicate: String,
    pub value: Option<bool>,
}

/// A state with the values of the predicates of its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The heap, as a drawing.
    pub heap: String,
    /// The predicates that are relevant there.
    pub predicates: Vec<Valued>,
}

/// A behaviour of the program that a proof does not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Miss {
    pub kind: Discrepancy,
    /// The step, or the location.
    pub position: SourcePosition,
    /// The text of the step; empty for a location.
    pub statement: String,
    /// The state before the step, or at the location.
    pub before: Option<Moment>,
    /// The state after the step.
    pub after: Option<Moment>,
}

/// Coverage of the tests of one proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Number of edges of the flowchart.
    pub edges: usize,
    /// Positions and texts of the edges that no test has taken.
    pub never_taken: Vec<String>,
    /// Number of states in which predicates were evaluated.
    pub states: usize,
    /// Number of steps that were compared.
    pub steps: usize,
    /// All starts of up to this many nodes were tested.
    pub complete_nodes: usize,
    /// Number of runs that ended where the interpreter does not support the program.
    pub not_followed: usize,
    /// True if the budget was exhausted before all tests ended.
    pub was_stopped: bool,
}

/// The result of auditing a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofAudit {
    /// True for a proof that accesses are to allocated memory.
    pub of_accesses: bool,
    pub tally: Tally,
    /// The first miss.
    pub miss: Option<Miss>,
}

/// The result of auditing the shape analysis.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShapeAudit {
    /// Number of compared states.
    pub states: usize,
    /// Number of states for which the search for an embedding took too long.
    pub undecided: usize,
    /// The first miss.
    pub miss: Option<Miss>,
}

/// The result of an audit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// One for each boolean program that proves something.
    pub proofs: Vec<ProofAudit>,
    /// The configurations of the shape analysis; `None` unless it has followed every run.
    pub shapes: Option<ShapeAudit>,
}

impl Audit {
    /// Returns all misses.
    pub fn misses(&self) -> impl Iterator<Item = &Miss> {
        let of_shapes = self.shapes.iter().filter_map(|shapes| shapes.miss.as_ref());
        self.proofs.iter().filter_map(|proof| proof.miss.as_ref()).chain(of_shapes)
    }
}

/// Audits all proofs that an answer rests on. The proofs and configurations must have been kept: see
/// [`pipeline::Settings::keeps_proofs`] and [`smg::Settings::keeps`].
pub fn audit(
    question: Question<'_>,
    answer: &Answer,
    sources: &SourceMap,
    settings: Settings,
    budget: &Budget,
) -> Audit {
    let proofs = answer.predicates.iter().flat_map(|predicates| &predicates.proofs);
    let shapes = answer.shapes.kept().map(|kept| shapes::audit(question, kept, sources, settings, budget));
    Audit { proofs: proofs.map(|proof| audit_proof(proof, sources, settings, budget)).collect(), shapes }
}

/// Audits one boolean program.
pub fn audit_proof(proof: &ModelProof, sources: &SourceMap, settings: Settings, budget: &Budget) -> ProofAudit {
    let (tally, miss) = tries::audit(proof, sources, settings, budget);
    ProofAudit { of_accesses: proof.checks_accesses, tally, miss }
}

/// Returns `file:line:column: text` of an edge.
fn edge_text(question: &Prepared, sources: &SourceMap, edge: EdgeId) -> String {
    let Some(flowchart) = question.program.flowchart(question.entry) else { return String::new() };
    let found = flowchart.edge(edge);
    format!("{}: {}", sources.position(found.span), display::command(&question.program, &found.command))
}

fn drawn(question: &Prepared, state: &State) -> String {
    draw::state(&question.program, &question.specification, state)
}

/// Descriptions of the edges that were not taken.
fn never_taken(question: &Prepared, sources: &SourceMap, taken: &BTreeSet<EdgeId>) -> Vec<String> {
    let Some(flowchart) = question.program.flowchart(question.entry) else { return Vec::new() };
    let missing = flowchart.edges().filter(|edge| !taken.contains(edge));
    missing.map(|edge| edge_text(question, sources, edge)).collect()
}
