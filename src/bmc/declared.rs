//! Calls of functions that are only declared: they do what [`program::outside`] says.
//!
//! Followed is a call that reaches the same variables in all runs, and nothing else, and that yields no pointers. Any other
//! one is a cut.

use std::collections::BTreeSet;

use crate::claim::RunCut;
use crate::content::Place;
use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::value::{FUNCTIONS, OBJECT_BITS, Scalar};
use ctype::{ConstantBits, TypeId};
use program::{DeclaredCallee, Expr, PointerUse, VariableId, outside};

impl Machine<'_> {
    pub fn call_declared(
        &mut self,
        state: &mut State,
        callee: &DeclaredCallee,
        (arguments, result): (&[Expr], Option<&Expr>),
    ) {
        let result_type = result.and_then(|address| self.task.program.types.pointee(address.ty));
        let is_number = result.is_none() || result_type.is_some_and(|ty| self.holds_numbers(ty));
        let Some(variables) = self.reached_variables(state, callee, arguments).filter(|_| is_number) else {
            let name = self.task.program.functions.get(callee.function).map_or("", |function| &function.name);
            return self.events.cut(state, RunCut::NoBody(format!("function '{name}' has no body").into()));
        };
        for (variable, number) in variables {
            let Some(ty) = self.task.program.variables.get(variable).map(|variable| variable.ty) else { continue };
            let object = self.terms.constant(number, OBJECT_BITS);
            let place = Scalar::address(self.terms, object);
            self.havoc_padding(state, place, ty, None);
            self.havoc_object(state, place, (ty, 0), None);
        }
        if let Some(address) = result {
            self.havoc(state, address);
        }
    }

    /// Returns the variables that the call changes, with their objects, in the order in which a run chooses their values;
    /// `None` if it reaches anything else, or not the same in all runs.
    fn reached_variables(
        &mut self,
        state: &mut State,
        callee: &DeclaredCallee,
        arguments: &[Expr],
    ) -> Option<Vec<(VariableId, u128)>> {
        if self.storage.has_texts() && !callee.changes_nothing {
            return None;
        }
        let (mut read, mut changed) = (Vec::new(), Vec::new());
        for (argument, used) in arguments.iter().zip(&callee.uses) {
            let pointer = self.evaluate(state, argument);
            let number = self.terms.value(pointer.object).filter(|_| self.terms.is_true(pointer.is_defined))?;
            match used {
                PointerUse::Reads => read.push(number),
                PointerUse::Changes => changed.push(number),
                PointerUse::Copies => changed.extend(self.targets(state, number)?),
            }
        }
        let shared = self.task.program.shared_variables().filter(|_| !callee.changes_nothing);
        changed.extend(shared.filter_map(|variable| self.terms.value(self.storage.global(*variable)?)));
        self.reached(state, read)?;
        let mut found = Vec::new();
        let given: BTreeSet<u128> = changed.iter().copied().collect();
        for number in self.reached(state, changed)? {
            match self.memory.object(number)?.kind {
                ObjectKind::Global(variable) | ObjectKind::Local(variable) => {
                    let declared = self.task.program.variables.get(variable)?;
                    let is_whole = declared.extra_bytes == 0;
                    match self.task.program.constant_bits(variable) {
                        ConstantBits::All => {}
                        // Types do not say whether a pointer in an object is one to `const`.
                        ConstantBits::None
                            if is_whole && self.holds_numbers(declared.ty) && given.contains(&number) =>
                        {
                            found.push((variable, number));
                        }
                        _ => return None,
                    }
                }
                ObjectKind::String(_) | ObjectKind::Unmodelled(_) => {}
                ObjectKind::Heap
                | ObjectKind::Stack
                | ObjectKind::ArgumentVector
                | ObjectKind::ArgumentString
                | ObjectKind::External => return None,
            }
        }
        found.sort_unstable();
        Some(found)
    }

    fn holds_numbers(&self, ty: TypeId) -> bool {
        !outside::holds_pointers(&self.task.program.types, ty)
    }

    /// Returns the objects reached from some; `None` if these are not the same in all runs, or one of them may be gone.
    fn reached(&mut self, state: &State, mut open: Vec<u128>) -> Option<BTreeSet<u128>> {
        let mut seen = BTreeSet::new();
        while let Some(number) = open.pop() {
            // A function that it is given, it may call.
            if number >= FUNCTIONS {
                return None;
            }
            if number == 0 || !seen.insert(number) {
                continue;
            }
            let is_live = self.memory.state_of(state, number).is_live;
            if !self.terms.is_true(is_live) {
                return None;
            }
            open.extend(self.targets(state, number)?);
        }
        Some(seen)
    }

    /// Returns the objects that pointers in an object lead to; `None` if these are not the same in all runs.
    fn targets(&mut self, state: &State, number: u128) -> Option<Vec<u128>> {
        if self.memory.object(number).is_none() {
            return Some(Vec::new());
        }
        let content = self.memory.state_of(state, number).content;
        let (places, bytes) = (self.memory.contents.address_places(content)?, self.task.word() / 8);
        let room = self.memory.room_of(number);
        let cells =
            places.iter().map(|place| self.memory.contents.read(content, Place { offset: *place, bytes, room }));
        cells.map(|cell| self.terms.value(cell.object).filter(|_| self.terms.is_false(cell.is_torn))).collect()
    }
}
