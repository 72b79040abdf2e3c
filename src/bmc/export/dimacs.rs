//! The question as DIMACS CNF. Variable N is true where claim N is violated. Comments list the literals of each input.

use std::fmt::Write;

use crate::export::Subject;
use crate::gates::Gates;
use crate::term::TermId;
use reason::Stop;
use sat::recorder::number_of;
use sat::{Circuit, ClauseRecorder, Lit};

pub(super) fn text(subject: &Subject<'_, '_>) -> Result<String, Stop> {
    let machine = subject.machine;
    let recorder = ClauseRecorder::default();
    let mut gates = Gates::new(Circuit::over(recorder.clone()));
    let limits = (machine.task.settings.most_clauses, machine.task.budget);
    let conditions: Vec<TermId> = subject.claims.iter().map(|claim| claim.condition).collect();
    gates.add(machine.terms, &conditions, limits)?;
    let guards: Vec<TermId> = subject.inputs.iter().filter_map(|input| input.made).collect();
    gates.add(machine.terms, &guards, limits)?;
    // The claims have the first variables. Like terms, there are fewer than 2^31.
    let before = u32::try_from(conditions.len()).unwrap_or(u32::MAX);
    let number = |literal: Lit| number_of(literal, before);
    let mut out = String::new();
    for line in &subject.about {
        comment(&mut out, line);
    }
    comment(&mut out, "Variable N is true where claim N is violated.");
    for (index, claim) in subject.claims.iter().enumerate() {
        comment(&mut out, &format!("claim {}: {}", index + 1, claim.label));
    }
    comment(
        &mut out,
        "The literals of the bits of each input, the lowest first. Where a choice is not made, its value means nothing.",
    );
    for input in &subject.inputs {
        let bits = gates.known(input.value).unwrap_or(&[]);
        let literals: Vec<String> = bits.iter().map(|bit| number(*bit).to_string()).collect();
        let made = input.made.map_or_else(String::new, |guard| format!(" made where {}", number(gates.truth(guard))));
        comment(&mut out, &format!("{}: {};{made}; {}", input.name, literals.join(" "), input.label));
    }
    let clauses = recorder.clauses() + 2 * conditions.len() + 1;
    // Writing to a string cannot fail.
    let _ = writeln!(out, "p cnf {} {clauses}", u64::from(before) + u64::from(recorder.variables()));
    let all: Vec<String> = (1..=conditions.len()).map(|claim| format!("{claim} ")).collect();
    let _ = writeln!(out, "{}0", all.concat());
    for (index, condition) in conditions.iter().enumerate() {
        let (claim, literal) = (index + 1, number(gates.truth(*condition)));
        let _ = writeln!(out, "-{claim} {literal} 0\n{claim} {} 0", -literal);
    }
    let _ = recorder.write(&mut out, before);
    Ok(out)
}

fn comment(out: &mut String, line: &str) {
    let _ = writeln!(out, "c {line}");
}
