//! How proofs are tried.

use clap::Args;

use super::AUDIT;

/// How proofs are tried.
#[derive(Args, Clone, Debug)]
pub struct AuditOptions {
    /// Test every proof against concrete runs; if a run contradicts a proof, the exit status is 6
    #[arg(long, help_heading = AUDIT)]
    pub audit: bool,
    /// Test on all heaps of up to NODES nodes
    #[arg(long, value_name = "NODES", default_value_t = audit::Settings::default().nodes, requires = "audit", help_heading = AUDIT)]
    pub audit_nodes: usize,
    /// Number of random heaps of up to 12 nodes for each proof
    #[arg(long, value_name = "HEAPS", default_value_t = audit::Settings::default().heaps, requires = "audit", help_heading = AUDIT)]
    pub audit_heaps: usize,
    /// Maximum number of steps of each of the three tests of a proof
    #[arg(long, value_name = "STEPS", default_value_t = audit::Settings::default().steps, requires = "audit", help_heading = AUDIT)]
    pub audit_steps: usize,
    /// Seed of the random choices
    #[arg(long, value_name = "SEED", default_value_t = audit::Settings::default().seed, requires = "audit", help_heading = AUDIT)]
    pub audit_seed: u64,
}
