//! Adding, dropping, listing and saving hints; what grows, and hints for it.

use crate::abstraction::families::Family;
use crate::base::Diagnostics;
use crate::engine::assumption::HintEvidence;
use crate::explore::answer::{Answer, FamilyLine, HintLine, HintState, Problem};
use crate::explore::session::Session;
use crate::pipeline::automatic::Proposer;
use crate::pipeline::hintcheck::{HintRefutation, Standing};
use crate::spec;

/// `hint …`: read by the reader of hints files.
pub(super) fn add(session: &mut Session, text: &str) -> Result<Answer, Problem> {
    // A comment would hide the semicolon.
    let text = text.split("//").next().unwrap_or_default().trim_end();
    let end = if text.ends_with(';') { "" } else { ";" };
    let found = parse(session, format!("hint {text}{end}")).map_err(Problem::Diagnostics)?;
    if found.is_empty() {
        return Err(Problem::Message("that is no hint: the usage is `hint PREDICATE @ LOCATION ~> FORMULA`".into()));
    }
    let first = session.last_hint_number + 1;
    session.last_hint_number += found.len();
    session.hint_numbers.extend(first..=session.last_hint_number);
    session.prepared.hints.extend(found);
    Ok(Answer::HintAdded((first..=session.last_hint_number).collect()))
}

/// Reads hints. Types may be added to the program even where the text is wrong, which nothing else depends on.
fn parse(session: &mut Session, text: String) -> Result<Vec<spec::Hint>, Diagnostics> {
    let file = session.sources.add("<hint>", text);
    let prepared = &mut session.prepared;
    let (found, diagnostics) =
        spec::parse_hints(&session.sources, file, &mut prepared.program, prepared.entry, &prepared.specification);
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(found) }
}

/// `families`
pub(super) fn families(session: &Session) -> Vec<FamilyLine> {
    let run = &session.run;
    let proposer = Proposer::new(&run.prepared, &session.sources);
    let members = |family: &Family| {
        let pairs = family.members.iter().filter_map(|atom| run.index_of(&(*atom, family.location)));
        pairs.map(|index| session.line(index)).collect()
    };
    let found = proposer.families(&run.analysis.abstraction);
    let lines = found.iter().map(|family| FamilyLine {
        pattern: proposer.text(&family.pattern),
        location: session.name(family.location),
        edge: run.view().edge_text(family.edge),
        members: members(family),
    });
    lines.collect()
}

/// `propose`
pub(super) fn proposals(session: &Session) -> Vec<String> {
    let run = &session.run;
    let abstraction = &run.analysis.abstraction;
    let proposer = Proposer::new(&run.prepared, &session.sources);
    let found = proposer.families(abstraction);
    found.iter().filter_map(|family| proposer.hint_for(abstraction, family)).map(|hint| hint.text).collect()
}

/// `unhint N`
pub(super) fn drop(session: &mut Session, number: usize) -> Result<Answer, Problem> {
    let index = session.hint_numbers.iter().position(|known| *known == number);
    let index = index.ok_or_else(|| format!("there is no hint {number}: `hints` lists them"))?;
    session.hint_numbers.remove(index);
    session.prepared.hints.remove(index);
    Ok(Answer::HintDropped(number))
}

/// `save FILE`: a text that reads back as the same hints.
pub(super) fn save(session: &mut Session, file: &str) -> Result<Answer, Problem> {
    let text: String = session.prepared.hints.iter().map(|hint| format!("{};\n", hint.text)).collect();
    let again = parse(session, text.clone()).map_err(Problem::Diagnostics)?;
    let patterns = |hints: &[spec::Hint]| -> Vec<String> { hints.iter().map(|hint| hint.text.clone()).collect() };
    if patterns(&again) != patterns(&session.prepared.hints) {
        return Err(Problem::Message("internal error: the hints would read back as others".into()));
    }
    Ok(Answer::Document { file: Some(file.to_string()), text })
}

/// `hints`
pub(super) fn list(session: &Session) -> Vec<HintLine> {
    let hints = session.hint_numbers.iter().zip(&session.prepared.hints);
    hints
        .map(|(number, hint)| HintLine { number: *number, text: hint.text.clone(), state: state(session, *number) })
        .collect()
}

/// What the last run found out about the hint of a number.
fn state(session: &Session, number: usize) -> HintState {
    let run = &session.run;
    let Some(index) = run.hint_numbers.iter().position(|known| *known == number) else { return HintState::New };
    let uses = run.analysis.abstraction.hint_uses.get(index).copied().unwrap_or(0);
    let Some(worst) = run.hints.worst(index) else {
        return if uses == 0 { HintState::Unused } else { HintState::Free { uses } };
    };
    match &worst.standing {
        Standing::Proved(_) => HintState::Proved { uses },
        Standing::Tried { nodes, all_integers } => {
            HintState::Tried { uses, known: HintEvidence::Tried { nodes: *nodes, all_integers: *all_integers } }
        }
        Standing::Unchecked(obstacle) => HintState::Unchecked { uses, reason: obstacle.to_string() },
        Standing::Refuted(HintRefutation { value, state }) => {
            HintState::Refuted { predicate: worst.predicate.clone(), value: *value, state: state.clone() }
        }
    }
}
