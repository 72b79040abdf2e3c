//! State of the library in a run: the positions in standard input and in files, and the exit handlers.

use std::collections::BTreeMap;

use crate::term::{TermId, Terms};
use crate::value::Scalar;

/// Where a stream is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputPosition {
    /// Boolean: a byte was read and put back.
    pub has_unread: TermId,
    /// The byte that was put back.
    pub unread: TermId,
    /// Boolean: the end was seen.
    pub has_ended: TermId,
}

impl InputPosition {
    pub fn start(terms: &Terms) -> InputPosition {
        let no = terms.truth(false);
        InputPosition { has_unread: no, unread: terms.constant(0, 8), has_ended: no }
    }

    /// Returns `yes` where the condition holds, and `no` elsewhere.
    pub fn choose(terms: &Terms, condition: TermId, yes: InputPosition, no: InputPosition) -> InputPosition {
        InputPosition {
            has_unread: terms.choose(condition, yes.has_unread, no.has_unread),
            unread: terms.choose(condition, yes.unread, no.unread),
            has_ended: terms.choose(condition, yes.has_ended, no.has_ended),
        }
    }
}

#[derive(Clone, Debug)]
pub struct LibraryState {
    /// Where standard input is read; during a call that reads from another stream, where that one is.
    pub input: InputPosition,
    /// The files that the run has opened, by the objects of their streams.
    pub files: BTreeMap<u128, InputPosition>,
    /// Boolean: `rand` has returned a number.
    pub has_drawn: TermId,
    /// Boolean: `srand` was called after that, so that numbers may repeat.
    pub is_reseeded: TermId,
    /// The exit handlers, in the order of registration. The last one runs first.
    pub handlers: Vec<ExitHandler>,
}

/// A function registered by `atexit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitHandler {
    /// Condition under which it is registered.
    pub when: TermId,
    pub function: Scalar,
}

impl LibraryState {
    /// Returns the state at the start of a run.
    pub fn new(terms: &Terms) -> LibraryState {
        let no = terms.truth(false);
        LibraryState {
            input: InputPosition::start(terms),
            files: BTreeMap::new(),
            has_drawn: no,
            is_reseeded: no,
            handlers: Vec::new(),
        }
    }

    /// Returns `yes` where the condition holds, and `no` elsewhere.
    pub fn choose(terms: &Terms, condition: TermId, yes: &LibraryState, no: &LibraryState) -> LibraryState {
        let same = yes.handlers.iter().zip(&no.handlers).take_while(|(a, b)| a == b).count();
        let mut handlers: Vec<ExitHandler> = yes.handlers.iter().take(same).copied().collect();
        let otherwise = terms.not(condition);
        for (all, condition) in [(&yes.handlers, condition), (&no.handlers, otherwise)] {
            for handler in all.iter().skip(same) {
                handlers.push(ExitHandler { when: terms.and(handler.when, condition), ..*handler });
            }
        }
        let mut files = no.files.clone();
        for (object, position) in &yes.files {
            // Where a file is not open, its position does not matter.
            let chosen = no.files.get(object).map(|other| InputPosition::choose(terms, condition, *position, *other));
            files.insert(*object, chosen.unwrap_or(*position));
        }
        LibraryState {
            input: InputPosition::choose(terms, condition, yes.input, no.input),
            files,
            has_drawn: terms.choose(condition, yes.has_drawn, no.has_drawn),
            is_reseeded: terms.choose(condition, yes.is_reseeded, no.is_reseeded),
            handlers,
        }
    }
}
