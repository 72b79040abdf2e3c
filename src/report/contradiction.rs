//! The message when one engine proves what another one refutes: how to reproduce it, and the evidence of both.

use std::fmt::Write;

use crate::statement_text;
use crate::text::{self, concrete_run};
use crate::trace::{self, TraceLength};
use base::{FileId, SourceMap, version};
use engine::Refutation;
use engine::evidence::Broken;
use pipeline::reconcile::Contradiction;

/// Returns the message about contradictions; empty if there are none. `statements` are the texts of the specification's
/// statements, `command` is the command line, and `texts` are the preprocessed C text, the specification and the hints.
pub fn message(
    (contradictions, statements): (&[Contradiction], &[String]),
    command: &str,
    sources: &SourceMap,
    texts: &[FileId],
) -> String {
    if contradictions.is_empty() {
        return String::new();
    }
    let mut out =
        "damson: error: internal error: the engines contradict each other; please report this text\n".to_string();
    let _ = writeln!(out, "version: {}", version::version());
    let _ = writeln!(out, "command line: {command}");
    for contradiction in contradictions {
        let _ = writeln!(out, "\nproperty {}: {}", contradiction.id, contradiction.text);
        proof(&mut out, contradiction);
        refutation(&mut out, statements, contradiction);
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

fn proof(out: &mut String, contradiction: &Contradiction) {
    let figures = &contradiction.proof.figures;
    let _ = writeln!(out, "proved by {}: {}", contradiction.prover, text::figures(figures));
    for file in &figures.hints {
        let _ = write!(out, "hints proposed and used:\n{file}");
    }
}

fn refutation(out: &mut String, statements: &[String], contradiction: &Contradiction) {
    match &contradiction.refutation {
        Refutation::Run(run) => {
            let what = match &run.broken {
                Broken::Fault(kind, message) => format!("{message} [{}]", kind.word()),
                Broken::Statement(index) => format!("violated: {}", statement_text(statements, *index)),
            };
            let _ = writeln!(out, "refuted by a concrete run: {}: {what}", run.position);
            concrete_run(out, run, TraceLength::Whole);
        }
        Refutation::Alarm(alarm) => {
            let (refuter, kind) = (contradiction.refuter, alarm.kind.word());
            let _ = writeln!(out, "refuted by {refuter}: {}: {} [{kind}]", alarm.position, alarm.message);
            trace::steps(out, &alarm.steps, TraceLength::Whole);
        }
    }
}
