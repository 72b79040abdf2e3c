//! Which solver answers. Each has a name, by which people choose it.

use std::fmt;

use crate::solver::Solver;
use crate::varisat::{ProofCheck, Varisat};

/// What a solver may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverLimits {
    /// Whether it checks its proofs. A solver that cannot does not.
    pub check: ProofCheck,
    /// Bytes of what it learns, over all questions.
    pub proof_bytes: u64,
}

/// Makes solvers of one kind.
#[derive(Clone, Copy)]
pub struct SolverSource {
    name: &'static str,
    make: fn(SolverLimits) -> Box<dyn Solver>,
}

impl SolverSource {
    /// varisat, which checks its proofs.
    pub const VARISAT: SolverSource =
        SolverSource::new("varisat", |limits| Box::new(Varisat::with_proof_limit(limits.check, limits.proof_bytes)));

    /// CaDiCaL, whose proofs nobody checks.
    #[cfg(feature = "cadical")]
    pub const CADICAL: SolverSource = SolverSource::new("cadical", |limits| {
        Box::new(crate::cadical::Cadical::with_learning_limit(limits.proof_bytes))
    });

    /// Solvers with a name.
    pub const fn new(name: &'static str, make: fn(SolverLimits) -> Box<dyn Solver>) -> SolverSource {
        SolverSource { name, make }
    }

    /// The one with a name; otherwise, why there is none.
    pub fn named(name: &str) -> Result<SolverSource, &'static str> {
        match name {
            "varisat" => Ok(SolverSource::VARISAT),
            #[cfg(feature = "cadical")]
            "cadical" => Ok(SolverSource::CADICAL),
            #[cfg(not(feature = "cadical"))]
            "cadical" => {
                Err("this build has no CaDiCaL; build Damson with `--features cadical`, which needs a C++ compiler")
            }
            _ => Err("the solvers are varisat and cadical"),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// A solver without clauses.
    pub fn solver(self, limits: SolverLimits) -> Box<dyn Solver> {
        (self.make)(limits)
    }
}

impl PartialEq for SolverSource {
    fn eq(&self, other: &SolverSource) -> bool {
        self.name == other.name
    }
}

impl Eq for SolverSource {}

impl fmt::Debug for SolverSource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}
