//! The question about one bound as text, for anybody's solver: is there a run that violates a claim, or that is not followed to its
//! end? It has a model exactly if there is one, so that "unsatisfiable" says what "verified" says.
//!
//! Claims and the choices of runs are named, and comments say what they are. Where the program was not unrolled to its end, that is
//! a claim that always fails: a part of the question never looks like a proof.
//!
//! Never asks a solver, and never writes a file. (Where no bound is given, the engine finds it before.)
//!
//! | file | what stands there |
//! |---|---|
//! | `label` | what claims and inputs are, for people |
//! | `dimacs` | clauses |
//! | `smt` | terms, as SMT-LIB 2 has them |

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

/// A language that solvers read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverLanguage {
    /// Clauses, as all SAT solvers read them.
    Dimacs,
    /// Words of bits, in the logic QF_BV of SMT-LIB 2.
    Smt2,
}

/// A question as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedQuestion {
    /// The text.
    pub text: String,
    /// Errors that are asked for, or make an answer unknown.
    pub errors: usize,
    /// Places where runs are not followed to their end.
    pub cuts: usize,
    /// The largest bound.
    pub unwind: u32,
    /// Why the program was not unrolled to its end, if it was not. Then the question always has a model.
    pub stopped: Option<Stop>,
}

/// All that is written.
struct Subject<'m, 'p> {
    machine: &'m Machine<'p>,
    /// Sentences about the whole.
    about: Vec<String>,
    /// The claims; each has the next number, from 1 on.
    claims: Vec<NamedVerificationCondition>,
    /// What runs choose, and everything else that may have any value.
    inputs: Vec<NamedInput>,
}

/// The question about a program. Without a bound it is that for which the engine has its answer.
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
