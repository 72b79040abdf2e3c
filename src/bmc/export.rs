//! Exports the question about one bound for other solvers: is there a run that violates a claim, or that is cut? It is
//! satisfiable exactly if there is such a run, so that "unsatisfiable" means "verified".
//!
//! Claims and choices of runs have names, which comments explain. If the program was not unrolled completely, that is a
//! claim that always fails: an incomplete question never looks like a proof.
//!
//! Writes no files, and calls a solver only to find the bound if none is given.
//!
//! | file | contents |
//! |---|---|
//! | `label` | human-readable labels of claims and inputs |
//! | `dimacs` | clauses, as DIMACS CNF |
//! | `smt` | terms, as SMT-LIB 2 |

mod dimacs;
mod label;
pub mod smt;

use crate::bounds::UnwindBounds;
use crate::export::label::{Labels, NamedInput, NamedVerificationCondition};
use crate::machine::Machine;
use crate::task::BoundedTask;
use crate::term::Terms;
use crate::unroll::unrolled;
use crate::{Settings, deepened};
use base::{Budget, SourceMap};
use reason::Stop;
use spec::Question;

/// An input format of solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverLanguage {
    /// DIMACS CNF.
    Dimacs,
    /// SMT-LIB 2, logic QF_BV.
    Smt2,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedQuestion {
    pub text: String,
    /// Number of error claims, including those that were not asked for and only make the answer unknown.
    pub errors: usize,
    /// Number of cuts.
    pub cuts: usize,
    /// The largest bound on loop iterations and recursion.
    pub unwind: u32,
    /// The reason why the program was not unrolled completely, if it was not. The question is then always satisfiable.
    pub stopped: Option<Stop>,
}

/// The content of the exported text.
struct Subject<'m, 'p> {
    machine: &'m Machine<'p>,
    /// Comment lines about the whole question.
    about: Vec<String>,
    /// The claims, numbered from 1.
    claims: Vec<NamedVerificationCondition>,
    /// The choices of runs, and all other free variables.
    inputs: Vec<NamedInput>,
}

/// Exports the question about a program. By default, the bound is the one at which the engine has its answer.
pub fn question(
    task: Question<'_>,
    settings: &Settings,
    (language, sources): (SolverLanguage, &SourceMap),
    budget: &Budget,
) -> Result<ExportedQuestion, Stop> {
    let bounds = match settings.unwind {
        Some(bound) => UnwindBounds::all(bound),
        None => deepened(task, settings, budget).1,
    };
    let task = BoundedTask::new(task, settings, &bounds, budget);
    let terms = Terms::new(task.word());
    let machine = unrolled(&task, &terms);
    let always = terms.truth(true);
    let labels = Labels::new(&machine, sources);
    let mut claims = labels.claims();
    let cuts = claims.iter().filter(|claim| claim.is_cut).count();
    let errors = claims.len() - cuts;
    claims.extend(machine.stopped().map(|why| NamedVerificationCondition {
        label: format!("the program was not followed further: {why}"),
        condition: always,
        is_cut: true,
    }));
    let inputs = labels.inputs(&claims);
    let subject = Subject { machine: &machine, about: labels.about(&claims), claims, inputs };
    let text = match language {
        SolverLanguage::Dimacs => dimacs::text(&subject)?,
        SolverLanguage::Smt2 => smt::text(&subject),
    };
    Ok(ExportedQuestion { text, errors, cuts, unwind: bounds.largest(), stopped: machine.stopped() })
}
