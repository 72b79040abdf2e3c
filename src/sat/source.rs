//! Selection of a SAT solver by name.

use std::fmt;

use crate::solver::Solver;
use crate::varisat::{ProofCheck, Varisat};

/// Limits of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverLimits {
    /// Whether it checks its proofs. Ignored by a solver that cannot.
    pub check: ProofCheck,
    /// Bytes of learnt clauses or proofs, over all queries.
    pub proof_bytes: u64,
}

/// A named constructor of solvers.
#[derive(Clone, Copy)]
pub struct SolverSource {
    name: &'static str,
    make: fn(SolverLimits) -> Box<dyn Solver>,
}

impl SolverSource {
    /// varisat, the only solver here that can check its proofs.
    pub const VARISAT: SolverSource =
        SolverSource::new("varisat", |limits| Box::new(Varisat::with_proof_limit(limits.check, limits.proof_bytes)));

    /// CaDiCaL; its proofs are not checked.
    #[cfg(feature = "cadical")]
    pub const CADICAL: SolverSource = SolverSource::new("cadical", |limits| {
        Box::new(crate::cadical::Cadical::with_learning_limit(limits.proof_bytes))
    });

    pub const fn new(name: &'static str, make: fn(SolverLimits) -> Box<dyn Solver>) -> SolverSource {
        SolverSource { name, make }
    }

    /// Looks up a solver by name. The error is a message for the user.
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

    pub fn name(self) -> &'static str {
        self.name
    }

    /// Creates a solver without clauses.
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
