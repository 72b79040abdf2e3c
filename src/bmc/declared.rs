//! Calls of functions that are only declared: they do what [`program::outside`] says.
//!
//! Followed is a call that reaches the same variables in all runs, and nothing else, and that yields no pointers. Any other
//! one is a cut.

use std::collections::BTreeSet;

use crate::claim::RunCut;
use crate::machine::Machine;
use crate::memory::ObjectKind;
use crate::state::State;
use crate::value::{FUNCTIONS, OBJECT_BITS, Scalar};
use ctype::ConstantBits;
use program::{DeclaredCallee, Expr, VariableId, outside};

impl Machine<'_> {
    pub fn call_declared(
        &mut self,
        state: &mut State,
        callee: &DeclaredCallee,
        (arguments, result): (&[Expr], Option<&Expr>),
    ) {
        let holds_numbers = |address: &Expr| {
            let types = &self.task.program.types;
            types.pointee(address.ty).is_some_and(|ty| !outside::holds_pointers(types, ty))
        };
        let is_number = result.is_none_or(holds_numbers);
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
        let mut open: Vec<u128> = Vec::new();
        for (argument, is_copied) in arguments.iter().zip(&callee.is_copied) {
            let pointer = self.evaluate(state, argument);
            let number = self.terms.value(pointer.object)?;
            match is_copied {
                true => open.extend(self.targets(state, number)?),
                false => open.push(number),
            }
        }
        let shared = self.task.program.changed_elsewhere.iter();
        open.extend(shared.filter_map(|variable| self.terms.value(self.storage.global(*variable)?)));
        let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
        while let Some(number) = open.pop() {
            if number == 0 || number >= FUNCTIONS || !seen.insert(number) {
                continue;
            }
            match self.memory.object(number)?.kind {
                ObjectKind::Global(variable) | ObjectKind::Local(variable) => {
                    let is_live = self.memory.state_of(state, number).is_live;
                    if self.terms.is_false(is_live) {
                        continue;
                    }
                    let declared = self.task.program.variables.get(variable)?;
                    let constant = self.task.program.constant_bits(variable);
                    if !self.terms.is_true(is_live) || declared.extra_bytes > 0 {
                        return None;
                    }
                    let types = &self.task.program.types;
                    match constant {
                        ConstantBits::None if outside::holds_pointers(types, declared.ty) => return None,
                        ConstantBits::None => found.push((variable, number)),
                        ConstantBits::All => {}
                        _ => return None,
                    }
                    open.extend(self.targets(state, number)?);
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

    /// Returns the objects that pointers in an object lead to; `None` if these are not the same in all runs.
    fn targets(&mut self, state: &State, number: u128) -> Option<Vec<u128>> {
        if self.memory.object(number).is_none() {
            return Some(Vec::new());
        }
        let content = self.memory.state_of(state, number).content;
        let (places, bytes) = (self.memory.contents.address_places(content)?, self.task.word() / 8);
        let cells = places.iter().map(|place| self.memory.contents.read(content, *place, bytes));
        cells.map(|cell| self.terms.value(cell.object).filter(|_| self.terms.is_false(cell.is_torn))).collect()
    }
}
