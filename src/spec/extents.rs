//! `string(p)` and `room(p, n)`: what a pointer leads to beyond the first object. Extensions of the syntax, written like calls.
//!
//! `string(p)`: `p` leads into a live block in which each byte from there to some zero byte has a value. `room(p, n)`: `n` is
//! not positive, or `p` leads into a live block that does not end before `n` objects of the type of `*p`.

use std::collections::BTreeSet;

use crate::resolve::{FormulaContext, Resolved, Resolver};
use crate::syntax::{LocatedTerm, TermKind};
use crate::{Predicate, Specification};
use base::{Diagnostic, Span};
use ctype::{TypeId, TypeTable};

const STRING: &str = "string";
const ROOM: &str = "room";

/// Returns true if a text may contain such a predicate.
pub fn may_name_extents(text: &str) -> bool {
    crate::names_in(text).any(|word| matches!(word, STRING | ROOM))
}

/// Returns the word of such a predicate.
pub(super) fn word(function: &LocatedTerm) -> Option<&'static str> {
    let TermKind::Identifier(name) = &function.kind else { return None };
    [STRING, ROOM].into_iter().find(|word| word == name)
}

impl Specification {
    /// Returns the types of which input blocks hold any number of objects, because a predicate speaks of strings or room.
    pub fn array_elements(&self, types: &TypeTable) -> BTreeSet<TypeId> {
        let mut found = BTreeSet::new();
        let mut note = |predicate: &Predicate| {
            if let Predicate::String(pointer) | Predicate::Room(pointer, _) = predicate {
                found.extend(types.pointee(pointer.ty));
            }
        };
        self.formulas().into_iter().for_each(|formula| formula.visit_predicates(&mut note));
        found
    }

    /// Returns the place of the first statement that speaks of strings or room.
    pub fn first_extent(&self) -> Option<Span> {
        let mut statements = self.statements.iter();
        let found = statements.find(|statement| {
            let mut is_extent = false;
            let mut note =
                |predicate: &Predicate| is_extent |= matches!(predicate, Predicate::String(_) | Predicate::Room(..));
            statement.formulas().into_iter().for_each(|formula| formula.visit_predicates(&mut note));
            is_extent
        });
        found.map(|statement| statement.span)
    }
}

impl Resolver<'_> {
    /// Resolves `string(p)` and `room(p, n)`; `None` for any other term.
    pub(super) fn extent(&mut self, term: &LocatedTerm) -> Resolved<Option<Predicate>> {
        let TermKind::Call(function, arguments) = &term.kind else { return Ok(None) };
        let Some(word) = word(function) else { return Ok(None) };
        let problem = |message: &str| Err(Diagnostic::error(term.span, message));
        match (word, arguments.as_slice()) {
            _ if self.place != FormulaContext::Specification => {
                problem(&format!("'{word}' stands in specifications only"))
            }
            (STRING, [pointer]) => self.string(pointer).map(Some),
            (STRING, _) => problem("'string' takes one argument: a pointer to characters"),
            (_, [pointer, count]) => self.room(pointer, count).map(Some),
            _ => problem("'room' takes two arguments: a pointer and a number of objects"),
        }
    }

    fn string(&mut self, pointer: &LocatedTerm) -> Resolved<Predicate> {
        let value = self.address(pointer, STRING)?;
        let types = &self.program.types;
        if types.pointee(value.ty).and_then(|target| types.integer_format(target)).is_some_and(|(width, _)| width == 8)
        {
            return Ok(Predicate::String(value));
        }
        let message =
            format!("'string' needs a pointer to characters, but this has type '{}'", types.display(value.ty));
        Err(Diagnostic::error(pointer.span, message))
    }

    fn room(&mut self, pointer: &LocatedTerm, count: &LocatedTerm) -> Resolved<Predicate> {
        let (value, number) = (self.address(pointer, ROOM)?, self.value(count)?);
        let types = &self.program.types;
        if types.pointee(value.ty).and_then(|target| types.size_of(target)).is_none_or(|size| size == 0) {
            let message = format!("'room' needs to know the size of what '{}' points to", types.display(value.ty));
            return Err(Diagnostic::error(pointer.span, message));
        }
        if types.is_integer(number.ty) {
            return Ok(Predicate::Room(value, number));
        }
        let message = format!("'room' counts objects, but this has type '{}'", types.display(number.ty));
        Err(Diagnostic::error(count.span, message))
    }
}
