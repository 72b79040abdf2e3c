//! An audit of proofs that shares nothing with them: `--audit`.
//!
//! A proof of the predicate abstraction is a boolean program that allows at least what the C program does. The audit
//! tries every edge of it against the concrete interpreter: what the predicates say before and after a step must be
//! something that the boolean program allows. A proof of the shape analysis is a set of configurations at each
//! location, and each state of a run must be described by one of those at its location. One state that is not allowed, a [`Miss`], shows that
//! Damson has a defect; no number of states shows that it has none.
//!
//! | part | what it is |
//! |---|---|
//! | `meaning` | what a predicate says of a state, by the definitions |
//! | `states` | states to start from, and why they are admitted |
//! | `watch` | whether a boolean program allows a step |
//! | `tries` | tries the proof of one boolean program, and says in which states: runs from all small starts, each edge by itself, runs from somewhere in the middle |
//! | `shapes` | tries a proof of the shape analysis: runs beside its configurations |
//! | `limits` | the limits, each with its unit |
//! | `compaction` | whether the boolean program that is checked has all steps of the one that was built |
//!
//! What is left out: runs end where the interpreter does not support the program, and are counted; the passes that the
//! model checkers apply to the boolean program are tested elsewhere. Nothing here imports weakest preconditions,
//! rewrite rules, the theory of heaps or the facts of a procedure, nor the evaluator that those are tested with.

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

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Most nodes of the heaps that are all tried.
    pub nodes: usize,
    /// Random heaps, of up to [`limits::MOST_NODES`] nodes.
    pub heaps: usize,
    /// Seed of all choices.
    pub seed: u64,
    /// Most steps of each of the three ways to try a proof.
    pub steps: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { nodes: 3, heaps: 2_000, seed: 1, steps: 50_000 }
    }
}

/// What is not as it must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Discrepancy {
    /// The boolean program has no transition for the step.
    NoTransition,
    /// The guard is false for each of them.
    Guard,
    /// A predicate has a value after the step that no assignment gives it.
    Value {
        /// The predicate.
        predicate: String,
        /// Its value.
        found: bool,
    },
    /// A comparison that the step leaves open can only have one outcome.
    NotFree {
        /// The comparison.
        predicate: String,
        /// The outcome.
        allowed: bool,
    },
    /// A law that the predicates of a location are said to keep.
    Constraint(String),
    /// A hint contradicts the predicate that it stands for.
    Hint {
        /// The hint.
        hint: String,
        /// What it says of the predicate.
        says: bool,
    },
    /// The shape analysis says that a predicate always has another value here.
    Fact {
        /// The predicate.
        predicate: String,
        /// What it says of the predicate.
        says: bool,
    },
    /// The boolean program cannot start here.
    Start,
    /// An assumption holds that cannot hold in the boolean program.
    Assumption,
    /// A claim that is broken cannot fail, or part of a temporal property cannot have its value.
    Claim(String),
    /// The step is an error that the boolean program does not have.
    Failure(FaultKind),
    /// A step that was built is not in the compacted boolean program.
    Compaction,
    /// No configuration of the shape analysis describes the state, for this reason.
    Uncovered(String),
}

impl Discrepancy {
    /// Of two reasons why an edge cannot be taken, the one that came further.
    fn more_telling(self, other: Discrepancy) -> Discrepancy {
        let rank = |kind: &Discrepancy| match kind {
            Discrepancy::NoTransition => 0,
            Discrepancy::Guard => 1,
            _ => 2,
        };
        if rank(&other) > rank(&self) { other } else { self }
    }
}

/// A predicate with its value in a state; `None` where C leaves it open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    /// As users write it.
    pub predicate: String,
    /// Its value.
    pub value: Option<bool>,
}

/// A state with what it says of the predicates of its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The heap, drawn.
    pub heap: String,
    /// The predicates that are relevant there.
    pub predicates: Vec<Valued>,
}

/// Something that a proof does not allow, though the program does it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Miss {
    /// What is wrong.
    pub kind: Discrepancy,
    /// Where: the step, or the location.
    pub position: SourcePosition,
    /// The text of the step; empty for a location.
    pub statement: String,
    /// The state before it, or at the location.
    pub before: Option<Moment>,
    /// The state after it.
    pub after: Option<Moment>,
}

/// How much was tried for one proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Edges of the flowchart.
    pub edges: usize,
    /// Those that no try has taken: their places and texts.
    pub never_taken: Vec<String>,
    /// States in which predicates were evaluated.
    pub states: usize,
    /// Steps that were compared.
    pub steps: usize,
    /// All starts of up to this many nodes were tried.
    pub complete_nodes: usize,
    /// Runs that ended where the interpreter does not support the program.
    pub not_followed: usize,
    /// Whether time or memory ran out before everything was tried.
    pub was_stopped: bool,
}

/// What the audit of a proof has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofAudit {
    /// Whether it is a proof that accesses are to allocated memory.
    pub of_accesses: bool,
    /// How much was tried.
    pub tally: Tally,
    /// The first miss.
    pub miss: Option<Miss>,
}

/// The same for the shape analysis.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShapeAudit {
    /// States that were compared.
    pub states: usize,
    /// Those for which the search for an embedding took too long.
    pub undecided: usize,
    /// The first miss.
    pub miss: Option<Miss>,
}

/// What an audit has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Audit {
    /// For each boolean program that proves something.
    pub proofs: Vec<ProofAudit>,
    /// For the configurations of the shape analysis, where it has followed every run.
    pub shapes: Option<ShapeAudit>,
}

impl Audit {
    /// All misses.
    pub fn misses(&self) -> impl Iterator<Item = &Miss> {
        let of_shapes = self.shapes.iter().filter_map(|shapes| shapes.miss.as_ref());
        self.proofs.iter().filter_map(|proof| proof.miss.as_ref()).chain(of_shapes)
    }
}

/// Audits everything that an answer rests on. The proofs and configurations must have been kept: see
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

/// `file:line:column: text` of an edge.
fn edge_text(question: &Prepared, sources: &SourceMap, edge: EdgeId) -> String {
    let Some(flowchart) = question.program.flowchart(question.entry) else { return String::new() };
    let found = flowchart.edge(edge);
    format!("{}: {}", sources.position(found.span), display::command(&question.program, &found.command))
}

fn drawn(question: &Prepared, state: &State) -> String {
    draw::state(&question.program, &question.specification, state)
}

/// The edges that were not taken, for people.
fn never_taken(question: &Prepared, sources: &SourceMap, taken: &BTreeSet<EdgeId>) -> Vec<String> {
    let Some(flowchart) = question.program.flowchart(question.entry) else { return Vec::new() };
    let missing = flowchart.edges().filter(|edge| !taken.contains(edge));
    missing.map(|edge| edge_text(question, sources, edge)).collect()
}
