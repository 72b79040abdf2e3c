//! Inputs: any value of a type, which a run chooses.

use crate::content::{CopySource, Room};
use crate::evaluate::beyond_array;
use crate::events::Events;
use crate::library::content_with;
use crate::limits::{MOST_INPUT_BYTES, MOST_INPUT_ELEMENTS};
use crate::machine::Machine;
use crate::state::State;
use crate::task::BoundedTask;
use crate::term::TermId;
use crate::value::Scalar;
use ctype::{Type, TypeId};
use program::limits::DEEPEST_TYPE;
use program::witness::ChoiceKind;
use program::{Expr, VariableId};

impl Machine<'_> {
    /// Stores an arbitrary value of the pointee type at an address.
    pub fn havoc(&mut self, state: &mut State, address: &Expr) {
        let (pointer, is_beyond) = self.evaluate_place(state, address);
        beyond_array(&mut self.events, state, is_beyond);
        let Some(ty) = self.task.program.types.pointee(address.ty) else {
            return self.events.give_up(state, "an input through something that is no pointer");
        };
        if self.task.program.types.is_scalar(ty) {
            let value = self.any_value(state, ty);
            return self.store_through(state, (pointer, address), value, address.root_variable());
        }
        if gives_up_large_input(self.task, &mut self.events, state, ty) {
            return;
        }
        self.havoc_padding(state, pointer, ty, address.root_variable());
        self.havoc_object(state, pointer, (ty, 0), address.root_variable());
    }

    /// Gives the padding bytes of an object unspecified values (C11 6.2.6.1p6), which no choice of the run determines.
    pub fn havoc_padding(&mut self, state: &mut State, pointer: Scalar, ty: TypeId, unlocked: Option<VariableId>) {
        let Some(size) =
            self.task.program.types.size_of(ty).filter(|size| *size > self.task.program.types.scalar_bytes(ty))
        else {
            return;
        };
        if gives_up_large_input(self.task, &mut self.events, state, ty) {
            return;
        }
        let bytes: Vec<TermId> = (0..size).map(|_| self.terms.variable(8)).collect();
        let (content, start, length) = (
            content_with(self.terms, &mut self.memory, &bytes),
            self.terms.word_constant(0),
            self.terms.word_constant(size),
        );
        self.check_writable(state, pointer, length, unlocked);
        let source = CopySource { content, start, room: Room(size) };
        self.memory.copy_from(state, pointer, source, length);
    }

    pub fn havoc_object(
        &mut self,
        state: &mut State,
        pointer: Scalar,
        (ty, depth): (TypeId, u32),
        unlocked: Option<VariableId>,
    ) {
        let types = &self.task.program.types;
        let parts: Vec<(u64, TypeId)> = match types.get(ty) {
            _ if types.is_scalar(ty) => {
                let value = self.any_value(state, ty);
                return self.store(state, pointer, value, ty, unlocked);
            }
            Type::Array(element, Some(count)) if *count <= MOST_INPUT_ELEMENTS && depth < DEEPEST_TYPE => {
                let size = types.size_of(*element).unwrap_or(0);
                (0..*count).map(|index| (index.saturating_mul(size), *element)).collect()
            }
            Type::Record(record) if !types.record(*record).is_union && depth < DEEPEST_TYPE => {
                let fields = types.fields(*record);
                if fields.iter().any(|field| field.bits.is_some()) {
                    return self.events.give_up(state, "an input with bit-fields");
                }
                fields.iter().map(|field| (field.offset, field.ty)).collect()
            }
            _ => return self.events.give_up(state, "an input of this type"),
        };
        for (offset, part) in parts {
            let place = Scalar { bits: self.terms.add(pointer.bits, self.terms.word_constant(offset)), ..pointer };
            self.havoc_object(state, place, (part, depth + 1), unlocked);
        }
    }

    fn any_value(&mut self, state: &mut State, ty: TypeId) -> Scalar {
        let Some(shape) = self.task.shape(ty) else { return self.no_scalar(state, ty) };
        let kind = match self.task.program.types.get(ty) {
            Type::Integer { .. } => ChoiceKind::Integer(shape.width, shape.signed),
            Type::Float(_) => ChoiceKind::Float(shape.width),
            Type::Pointer(_) => return self.pointer_input(state, (ty, shape.width)),
            _ => return self.no_scalar(state, ty),
        };
        let bits = self.events.choose(state, kind, shape.width);
        Scalar::number(self.terms, bits)
    }

    /// Returns NULL. Other input pointers are a cut, as the interpreter tries few of them.
    fn pointer_input(&mut self, state: &mut State, (ty, width): (TypeId, u32)) -> Scalar {
        let leads = self.events.choose(state, ChoiceKind::Pointer, 1);
        let what = format!("an input of type {} that is not NULL", self.task.program.types.display(ty));
        self.events.unsupported(state, leads, what);
        Scalar::constant(self.terms, 0, width)
    }
}

fn gives_up_large_input(task: &BoundedTask<'_>, events: &mut Events<'_>, state: &mut State, ty: TypeId) -> bool {
    let is_large = task.program.types.size_of(ty).is_none_or(|size| size > MOST_INPUT_BYTES);
    if is_large {
        events.give_up(state, format!("an input of more than {MOST_INPUT_BYTES} bytes"));
    }
    is_large
}
