//! Why it is safe: what proofs know at the heads of loops.

use super::heap::{self, HeapDrawing};
use super::limits::MOST_HEADS;
use super::place::{ListedLines, PlaceLink};
use engine::evidence::PredicateValues;
use pipeline::heads::{AbstractPicture, HeadPictures};
use pipeline::invariants::{KnownThere, ProofInvariants};
use report::Report;

/// What a proof knows.
pub(super) struct ProofSection {
    /// The properties that it proves: number and text.
    pub properties: Vec<(usize, String)>,
    pub locations: Vec<InvariantRow>,
    /// Whether its states are too many to be visited.
    pub is_too_large: bool,
}

/// What holds whenever control is at a location.
pub(super) struct InvariantRow {
    pub name: String,
    pub line: String,
    pub place: PlaceLink,
    pub is_loop_head: bool,
    pub is_unreachable: bool,
    /// What always holds.
    pub always: Vec<String>,
    /// One of these holds, each a conjunction.
    pub cases: Vec<String>,
    /// How many combinations there are of the other predicates, where they are too many to be written.
    pub combinations: Option<usize>,
}

/// What the proofs know.
pub(super) fn sections(proofs: &[ProofInvariants], report: &Report<'_>, places: &ListedLines<'_>) -> Vec<ProofSection> {
    let section = |proof: &ProofInvariants| {
        let properties = report.properties.iter().enumerate();
        let proved = properties.filter(|(_, property)| proof.properties.contains(&property.id));
        let locations = proof.locations.iter().flatten().map(|found| {
            let (is_unreachable, always, cases, combinations) = match &found.known {
                KnownThere::Unreachable => (true, Vec::new(), Vec::new(), None),
                KnownThere::Formula { always, cases } => {
                    (false, texts(always), cases.iter().map(conjunction).collect(), None)
                }
                KnownThere::Combinations { always, count } => (false, texts(always), Vec::new(), Some(*count)),
            };
            InvariantRow {
                name: found.name.clone(),
                line: places.line(&found.position, &found.source_line),
                place: places.place(&found.position),
                is_loop_head: found.is_loop_head,
                is_unreachable,
                always,
                cases,
                combinations,
            }
        });
        ProofSection {
            properties: proved.map(|(index, property)| (index + 1, property.text.clone())).collect(),
            locations: locations.collect(),
            is_too_large: proof.locations.is_none(),
        }
    };
    proofs.iter().map(section).collect()
}

fn texts(values: &PredicateValues) -> Vec<String> {
    // What does not hold comes last.
    let with = |wanted: bool| values.iter().filter(move |(_, value)| *value == wanted);
    with(true).chain(with(false)).map(text).collect()
}

/// A predicate, or its negation. `!(x->n == NULL)` is not `x->n != NULL`: both are false where `x` is NULL.
fn text((predicate, value): &(String, bool)) -> String {
    let is_call = predicate.ends_with(')')
        && !predicate.starts_with('(')
        && ![" == ", " < "].iter().any(|sign| predicate.contains(sign));
    match (value, is_call) {
        (true, _) => predicate.clone(),
        (false, true) => format!("!{predicate}"),
        (false, false) => format!("!({predicate})"),
    }
}

fn conjunction(values: &PredicateValues) -> String {
    texts(values).join(" && ")
}

/// The head of a loop: memory there looks like one of some pictures.
pub(super) struct HeadSection {
    pub function: String,
    pub name: String,
    pub line: String,
    pub place: PlaceLink,
    pub drawings: Vec<HeapDrawing>,
    /// How many more there are.
    pub left_out: usize,
    pub is_up_to_symmetry: bool,
}

/// What memory looks like at the heads of loops.
pub(super) fn heads(heads: &[HeadPictures], places: &ListedLines<'_>) -> Vec<HeadSection> {
    let drawing = |known: &AbstractPicture| heap::abstract_drawing(&known.picture, &known.many);
    let section = |head: &HeadPictures| HeadSection {
        function: head.function.clone(),
        name: head.name.clone(),
        line: places.line(&head.position, ""),
        place: places.place(&head.position),
        drawings: head.pictures.iter().map(drawing).collect(),
        left_out: head.left_out,
        is_up_to_symmetry: head.is_up_to_symmetry,
    };
    heads.iter().take(MOST_HEADS).map(section).collect()
}
