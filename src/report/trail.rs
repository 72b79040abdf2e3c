//! A trail of SPIN in C statements and predicates, for people.

use std::fmt::Write;

use crate::base::fold::{Fold, fold};
use crate::modelcheck::spin::source_trail::{SourceStep, SourceTrail};

/// How deep a line of a repeated part is indented below the one that counts.
const DEEPER: usize = 2;

/// The trail as text.
pub fn text(trail: &SourceTrail) -> String {
    let mut out = format!("a run of the model of {}, from SPIN's trail\n\nstart\n", trail.procedure);
    values(&mut out, 0, &trail.start);
    let (before, repeated) = trail.steps.split_at(trail.loop_start.unwrap_or(trail.steps.len()).min(trail.steps.len()));
    fold(before).iter().for_each(|part| self::part(&mut out, 0, before, part));
    if trail.loop_start.is_some() {
        out.push_str(if repeated.is_empty() { "here the run ends\n" } else { "again and again, for ever:\n" });
        fold(repeated).iter().for_each(|part| self::part(&mut out, DEEPER, repeated, part));
    }
    let _ = write!(
        out,
        "\nviolated in the model: {}\nThis is a run of the model. damson verify looks for one of the C program.\n",
        trail.violated
    );
    out
}

fn part(out: &mut String, indent: usize, steps: &[SourceStep], fold: &Fold) {
    let space = " ".repeat(indent);
    match fold {
        Fold::Step(index) => {
            let Some(SourceStep { statement, changes, dropped }) = steps.get(*index) else { return };
            let _ = writeln!(out, "{space}{statement}");
            values(out, indent, changes);
            for predicate in dropped {
                let _ = writeln!(out, "{space}    -      {predicate}");
            }
        }
        Fold::Loop { times, body, .. } => {
            let _ = writeln!(out, "{space}{times} times:");
            body.iter().for_each(|fold| part(out, indent + DEEPER, steps, fold));
        }
    }
}

fn values(out: &mut String, indent: usize, values: &[(String, bool)]) {
    for (predicate, value) in values {
        let _ = writeln!(out, "{}    {:<5}  {predicate}", " ".repeat(indent), value);
    }
}
