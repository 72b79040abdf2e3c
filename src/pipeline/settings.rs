//! How to analyse: what every engine of a run is given.

use crate::abstraction;
use crate::modelcheck::Limits;
use crate::pipeline::confirm::SearchBounds;
use crate::pipeline::replay;
use crate::smg;

/// Who decides the boolean program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Checker {
    /// Our own explicit-state search.
    #[default]
    BuiltIn,
    /// The real SPIN.
    Spin,
}

impl Checker {
    /// All of them, by the names that users give.
    pub const NAMES: &'static [(&'static str, Checker)] = &[("builtin", Checker::BuiltIn), ("spin", Checker::Spin)];
}

/// How to analyse.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Maximum number of weakest-precondition iterations.
    pub bound: usize,
    /// Most pairs of predicate and location.
    pub most_pairs: usize,
    /// Who decides.
    pub checker: Checker,
    /// Merge straight-line code in the boolean program.
    pub compact: bool,
    /// Nodes of the heaps on which hints are tried that are not proved.
    pub hint_nodes: usize,
    /// Whether hints of the user's that are not proved are assumed.
    pub trust_hints: bool,
    /// Bounds of the search for concrete runs.
    pub concrete: SearchBounds,
    /// Limits of the model checker.
    pub limits: Limits,
    /// How far the boolean program is searched for valuations that stand for no state of C.
    pub sharpening: Limits,
    /// Whether hints are proposed where the abstraction does not converge.
    pub automatic: bool,
    /// How the shape analysis works.
    pub shapes: smg::Settings,
    /// Whether undefined behaviour that is no error of memory is checked.
    pub undefined_behaviour: bool,
    /// Whether the boolean programs that prove something are kept, for an audit.
    pub keeps_proofs: bool,
    /// Bounds of the search for runs that meet what the shape analysis finds.
    pub replay: replay::Limits,
}

/// Iterations without `--bound`.
pub const DEFAULT_BOUND: usize = 60;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            bound: DEFAULT_BOUND,
            most_pairs: abstraction::limits::MOST_PAIRS,
            checker: Checker::BuiltIn,
            compact: true,
            hint_nodes: 6,
            trust_hints: false,
            concrete: SearchBounds::default(),
            limits: Limits::default(),
            sharpening: Limits { states: 2_000, successors: 60_000 },
            automatic: true,
            shapes: smg::Settings::default(),
            undefined_behaviour: false,
            keeps_proofs: false,
            replay: replay::Limits::default(),
        }
    }
}
