//! The invariants at the heads of loops that proofs have found: why the program is safe.

use super::heap::{self, HeapDrawing};
use super::limits::MOST_HEADS;
use super::place::{ListedLines, PlaceLink};
use engine::evidence::PredicateValues;
use pipeline::heads::{AbstractPicture, HeadPictures};
use pipeline::invariants::{KnownThere, ProofInvariants};
use report::Report;

/// The invariants of a proof.
pub(super) struct ProofSection {
    /// The properties that it proves: number and text.
    pub properties: Vec<(usize, String)>,
    pub locations: Vec<InvariantRow>,
    /// True if it has too many states to visit.
    pub is_too_large: bool,
}

/// The invariant of a location.
pub(super) struct InvariantRow {
    pub name: String,
    pub line: String,
    pub place: PlaceLink,
    pub is_loop_head: bool,
    pub is_unreachable: bool,
    /// Predicates that always hold.
    pub always: Vec<String>,
    /// A disjunction of these conjunctions holds.
    pub cases: Vec<String>,
    /// Number of combinations of the other predicates, if there are too many to list.
    pub combinations: Option<usize>,
}

/// Returns the invariants of all proofs.
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
    // Literals that are false come last.
    let with = |wanted: bool| values.iter().filter(move |(_, value)| *value == wanted);
    with(true).chain(with(false)).map(text).collect()
}

/// Formats a predicate, or its negation. `!(x->n == NULL)` is not `x->n != NULL`: both are false if `x` is NULL.
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

/// The head of a loop: one of the drawings describes memory there.
pub(super) struct HeadSection {
    pub function: String,
    pub name: String,
    pub line: String,
    pub place: PlaceLink,
    pub drawings: Vec<HeapDrawing>,
    /// Number of drawings not shown.
    pub left_out: usize,
    pub is_up_to_symmetry: bool,
}

/// Drawings of memory at the heads of loops.
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
