//! What is told when one engine proves what another one refutes: all that is needed to see it again, and the evidence of both.

use std::fmt::Write;

use crate::base::{FileId, SourceMap};
use crate::pipeline::Verification;
use crate::pipeline::confirm::Broken;
use crate::pipeline::property::MEMORY_ACCESS;
use crate::pipeline::reconcile::{Contradiction, Prover, Refutation};
use crate::report::shapes::{figures, notes};
use crate::report::text::{self, concrete_run};

/// The message about the contradictions of a verification; empty if there are none. `command` is the command line, and the
/// texts are the C text as preprocessed, the specification and the hints.
pub fn message(verification: &Verification, command: &str, sources: &SourceMap, texts: &[FileId]) -> String {
    if verification.contradictions.is_empty() {
        return String::new();
    }
    let mut out =
        "damson: error: internal error: the engines contradict each other; please report this text\n".to_string();
    let _ = writeln!(out, "version: {}", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(out, "command line: {command}");
    for contradiction in &verification.contradictions {
        let _ = writeln!(out, "\nproperty {}: {}", contradiction.id, contradiction.text);
        proof(&mut out, verification, contradiction);
        refutation(&mut out, verification, contradiction);
    }
    for file in texts {
        let (name, text) = (sources.name(*file), sources.text(*file));
        let _ = writeln!(out, "\n---- input {name}, {} bytes, as it was read", text.len());
        out.push_str(text);
        if !text.ends_with('\n') {
            out.push('\n');
        }
        let _ = writeln!(out, "---- end of {name}");
    }
    out
}

fn proof(out: &mut String, verification: &Verification, contradiction: &Contradiction) {
    match contradiction.prover {
        Prover::PredicateAbstraction => {
            let of_accesses = verification.accesses.filter(|_| contradiction.id == MEMORY_ACCESS);
            let statistics = of_accesses.unwrap_or(verification.analysis.abstraction.statistics);
            let _ = write!(out, "proved by the predicate abstraction: {}", text::figures(statistics));
            for proof in &verification.proposed {
                let _ = write!(out, "hints proposed and used:\n{}", proof.file());
            }
        }
        Prover::ShapeAnalysis => {
            let _ = writeln!(out, "proved by the shape analysis: {}", figures(&verification.shapes));
        }
    }
}

fn refutation(out: &mut String, verification: &Verification, contradiction: &Contradiction) {
    match &contradiction.refutation {
        Refutation::Run(run) => {
            let what = match &run.broken {
                Broken::Fault(kind, message) => format!("{message} [{}]", kind.word()),
                Broken::Statement(index) => format!("violated: {}", verification.statement_text(*index)),
            };
            let _ = writeln!(out, "refuted by a concrete run: {}: {what}", run.position);
            concrete_run(out, run);
        }
        Refutation::Shape(finding) => {
            let kind = finding.kind.word();
            let _ = writeln!(out, "refuted by the shape analysis: {}: {} [{kind}]", finding.position, finding.message);
            notes(out, &finding.steps);
        }
    }
}
