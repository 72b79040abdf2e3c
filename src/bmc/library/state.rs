//! What the library knows of a run: how far standard input was read, and what runs at the end.

use crate::term::{TermId, Terms};
use crate::value::Scalar;

/// What the library knows.
#[derive(Clone, Debug)]
pub struct LibraryState {
    /// Whether a byte of standard input was read and put back: a truth.
    pub has_unread: TermId,
    /// That byte.
    pub unread: TermId,
    /// Whether the end of standard input was seen: a truth.
    pub has_ended: TermId,
    /// Whether `rand` has given a number: a truth.
    pub has_drawn: TermId,
    /// Whether it was given a seed after that, so that numbers may come again: a truth.
    pub is_reseeded: TermId,
    /// What runs when the program ends, the first one last.
    pub handlers: Vec<ExitHandler>,
}

/// A function that runs when the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitHandler {
    /// In which runs it is registered: a truth.
    pub when: TermId,
    /// The address of the function.
    pub function: Scalar,
}

impl LibraryState {
    /// Nothing has happened yet.
    pub fn new(terms: &Terms) -> LibraryState {
        let no = terms.truth(false);
        LibraryState {
            has_unread: no,
            unread: terms.constant(0, 8),
            has_ended: no,
            has_drawn: no,
            is_reseeded: no,
            handlers: Vec::new(),
        }
    }

    /// The first where the condition holds, else the second.
    pub fn choose(terms: &Terms, condition: TermId, yes: &LibraryState, no: &LibraryState) -> LibraryState {
        let same = yes.handlers.iter().zip(&no.handlers).take_while(|(a, b)| a == b).count();
        let mut handlers: Vec<ExitHandler> = yes.handlers.iter().take(same).copied().collect();
        let otherwise = terms.not(condition);
        for (all, condition) in [(&yes.handlers, condition), (&no.handlers, otherwise)] {
            for handler in all.iter().skip(same) {
                handlers.push(ExitHandler { when: terms.and(handler.when, condition), ..*handler });
            }
        }
        LibraryState {
            has_unread: terms.choose(condition, yes.has_unread, no.has_unread),
            unread: terms.choose(condition, yes.unread, no.unread),
            has_ended: terms.choose(condition, yes.has_ended, no.has_ended),
            has_drawn: terms.choose(condition, yes.has_drawn, no.has_drawn),
            is_reseeded: terms.choose(condition, yes.is_reseeded, no.is_reseeded),
            handlers,
        }
    }
}
