//! Adding, dropping, listing and saving hints; growing families, and hints for them.

use itertools::Itertools;

use crate::answer::{Answer, FamilyLine, HintLine, HintState, Problem};
use crate::session::Session;
use abstraction::families::Family;
use abstraction::hints as matching;
use base::Diagnostics;
use logic::AtomId;
use pipeline::automatic::Proposer;
use pipeline::hintcheck::{HintRefutation, Standing};
use program::LocationId;
use reason::assumption::HintEvidence;
use simplify::Simplifier;

/// `hint …`, in the syntax of hints files.
pub(super) fn add(session: &mut Session, text: &str) -> Result<Answer, Problem> {
    // A comment would hide the semicolon.
    let text = text.split("//").next().unwrap_or_default().trim_end();
    let end = if text.ends_with(';') { "" } else { ";" };
    let found = parse(session, format!("hint {text}{end}")).map_err(Problem::Diagnostics)?;
    if found.is_empty() {
        return Err(Problem::Message("that is no hint: the usage is `hint PREDICATE @ LOCATION ~> FORMULA`".into()));
    }
    session.remember("hint");
    Ok(Answer::HintAdded(session.add_hints(found)))
}

/// Parses hints. This may add types to the program even if the text is wrong, which has no other effect.
fn parse(session: &mut Session, text: String) -> Result<Vec<spec::Hint>, Diagnostics> {
    let file = session.sources.add("<hint>", text);
    let prepared = &mut session.prepared;
    let (found, diagnostics) =
        spec::parse_hints(&session.sources, file, &mut prepared.program, prepared.entry, &prepared.specification);
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(found) }
}

pub(super) fn families(session: &Session) -> Answer {
    let run = &session.run;
    let proposer = Proposer::new(&run.prepared, &session.sources);
    let members = |family: &Family| {
        let pairs = family.members.iter().filter_map(|atom| run.index_of(&(*atom, family.location)));
        pairs.map(|index| session.line(index)).collect()
    };
    let (open, covered) = open_families(session, &proposer);
    let lines = open.iter().map(|family| FamilyLine {
        pattern: proposer.text(&family.pattern),
        location: session.name(family.location),
        edge: run.view().edge_text(family.edge),
        members: members(family),
    });
    Answer::Families(lines.collect(), covered)
}

/// Returns the growing families that no hint covers, and the number of those covered. Hints added since the last run
/// count as well.
fn open_families(session: &Session, proposer: &Proposer<'_>) -> (Vec<Family>, usize) {
    let run = &session.run;
    let found = proposer.families(&run.analysis.abstraction);
    let all = found.len();
    let mut arena = run.analysis.abstraction.arena.clone();
    let facts = &run.analysis.abstraction.facts;
    let mut simplifier = Simplifier::new(&session.rules, facts.clone());
    let hints = matching::prepare(&mut arena, facts, &mut simplifier, &session.prepared.hints);
    let is_matched = |atom: AtomId, at: LocationId| hints.iter().any(|hint| hint.matches(&arena, atom, at));
    // A family's first member has not grown, so a hint for the others suffices.
    let is_covered = |family: &Family| {
        let mut grown = family.members.iter().skip(1).peekable();
        grown.peek().is_some() && grown.all(|atom| is_matched(*atom, family.location))
    };
    let open: Vec<Family> = found.into_iter().filter(|family| !is_covered(family)).collect();
    let covered = all - open.len();
    (open, covered)
}

pub(super) fn propose(session: &mut Session) -> Answer {
    let proposer = Proposer::new(&session.run.prepared, &session.sources);
    let abstraction = &session.run.analysis.abstraction;
    let (open, _) = open_families(session, &proposer);
    let is_new = |hint: &spec::Hint| session.prepared.hints.iter().all(|known| known.text != hint.text);
    let found = open.iter().filter_map(|family| proposer.hint_for(abstraction, family));
    session.proposals = found.filter(is_new).unique_by(|hint| hint.text.clone()).collect();
    Answer::Proposals(session.proposals.iter().map(|hint| hint.text.clone()).collect())
}

/// `accept N…`; no number means all.
pub(super) fn accept(session: &mut Session, numbers: &[usize]) -> Result<Answer, Problem> {
    if session.proposals.is_empty() {
        propose(session);
    }
    let all = session.proposals.len();
    if all == 0 {
        return Err(Problem::Message("nothing is proposed: nothing grows that hints do not stand for".into()));
    }
    let everything: Vec<usize> = (1..=all).collect();
    let wanted = if numbers.is_empty() { &everything[..] } else { numbers };
    let mut new = Vec::new();
    for number in wanted {
        let proposed = number.checked_sub(1).and_then(|index| session.proposals.get(index));
        let hint = proposed.ok_or_else(|| format!("there is no proposal {number}: `propose` lists {all}"))?;
        let is_known = session.prepared.hints.iter().chain(&new).any(|known| known.text == hint.text);
        if !is_known {
            new.push(hint.clone());
        } else if !numbers.is_empty() {
            return Err(Problem::Message(format!("proposal {number} is a hint already: {}", hint.text)));
        }
    }
    session.remember("accept");
    Ok(Answer::HintAdded(session.add_hints(new)))
}

impl Session {
    /// Adds hints; returns their numbers.
    pub(super) fn add_hints(&mut self, new: Vec<spec::Hint>) -> Vec<usize> {
        let first = self.last_hint_number + 1;
        self.last_hint_number += new.len();
        self.hint_numbers.extend(first..=self.last_hint_number);
        self.prepared.hints.extend(new);
        (first..=self.last_hint_number).collect()
    }
}

/// `unhint N`
pub(super) fn drop(session: &mut Session, number: usize) -> Result<Answer, Problem> {
    let index = session.hint_numbers.iter().position(|known| *known == number);
    let index = index.ok_or_else(|| format!("there is no hint {number}: `hints` lists them"))?;
    session.remember("unhint");
    session.hint_numbers.remove(index);
    session.prepared.hints.remove(index);
    Ok(Answer::HintDropped(number))
}

/// `save FILE`: checks that the text reads back as the same hints.
pub(super) fn save(session: &mut Session, file: &str) -> Result<Answer, Problem> {
    let text: String = session.prepared.hints.iter().map(|hint| format!("{};\n", hint.text)).collect();
    let again = parse(session, text.clone()).map_err(Problem::Diagnostics)?;
    let patterns = |hints: &[spec::Hint]| -> Vec<String> { hints.iter().map(|hint| hint.text.clone()).collect() };
    if patterns(&again) != patterns(&session.prepared.hints) {
        return Err(Problem::Message("internal error: the hints would read back as others".into()));
    }
    Ok(Answer::Document { file: Some(file.to_string()), text })
}

/// Returns the lines of `hints`.
pub(super) fn list(session: &Session) -> Vec<HintLine> {
    let hints = session.hint_numbers.iter().zip(&session.prepared.hints);
    hints
        .map(|(number, hint)| HintLine {
            number: *number,
            text: hint.text.clone(),
            locations: hint.locations.iter().map(|location| session.name(*location)).collect(),
            state: state(session, *number),
        })
        .collect()
}

/// Returns the state of a hint after the last run.
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
