//! Inputs: values of any type that a run chooses.

use crate::interp::arithmetic;
use crate::interp::choice::Chooser;
use crate::interp::declared::pointer_from_outside;
use crate::interp::evaluate::refuse_beyond;
use crate::interp::fault::Fault;
use crate::interp::memory::{BlockKind, Liveness, Pointer, Value};
use crate::interp::state::State;
use crate::interp::step::Interpreter;
use crate::outside::{self, Places};
use crate::{Expr, VariableId, VariableKind};
use base::integer::wrap;
use ctype::{FloatKind, Type, TypeId};

/// The targets that a pointer may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pointers {
    /// NULL, and objects of the run that have the pointed-to type.
    Known,
    /// Memory of which nothing is known; perhaps NULL.
    Outside { may_be_null: bool },
}

/// Maximum number of places in one variable that a pointer from external code may point to.
const MOST_PLACES: usize = 8;

impl Interpreter<'_> {
    /// Assigns any value of the type that the address points to.
    pub(super) fn havoc(&self, state: &mut State, address: &Expr, chooser: &mut dyn Chooser) -> Result<(), Fault> {
        let (pointer, is_beyond) = state.evaluate_place(address, self.program, chooser)?;
        refuse_beyond(is_beyond)?;
        self.havoc_place(state, (pointer, address), Pointers::Known, chooser)
    }

    /// Stores any value at an address that was evaluated.
    pub(super) fn havoc_place(
        &self,
        state: &mut State,
        (pointer, address): (Value, &Expr),
        pointers: Pointers,
        chooser: &mut dyn Chooser,
    ) -> Result<(), Fault> {
        let ty = self.program.types.pointee(address.ty);
        let ty = ty.ok_or_else(|| Fault::unsupported("an input through something that is no pointer"))?;
        if self.program.types.is_scalar(ty) {
            let value = self.any_value(state, ty, pointers, chooser)?;
            return state.store_through(pointer, address, value, self.program);
        }
        // (C11 6.2.6.1p6) The padding has unspecified values, too.
        state.fill(pointer, 0, self.size_of(ty)?, self.program.types.model().word_bytes())?;
        self.havoc_object(state, pointer, ty, pointers, (chooser, 0))
    }

    pub(super) fn havoc_object(
        &self,
        state: &mut State,
        pointer: Value,
        ty: TypeId,
        pointers: Pointers,
        (chooser, depth): (&mut dyn Chooser, u32),
    ) -> Result<(), Fault> {
        let types = &self.program.types;
        let parts: Vec<(u64, TypeId)> = match types.get(ty) {
            _ if types.is_scalar(ty) => {
                let value = self.any_value(state, ty, pointers, chooser)?;
                return state.store_at(pointer, value, ty, types);
            }
            Type::Array(element, Some(count)) if *count <= 4096 && depth < 20 => {
                let size = self.size_of(*element)?;
                (0..*count).map(|index| (index.saturating_mul(size), *element)).collect()
            }
            Type::Record(record) if types.record(*record).is_union && depth < 20 => {
                return self.havoc_union(state, pointer, ty, pointers, (chooser, depth));
            }
            Type::Record(record) if depth < 20 => {
                for field in types.fields(*record) {
                    let place = part_of(state, pointer, field.offset)?;
                    match field.bits {
                        Some((first, width)) => {
                            let value = self.any_value(state, field.ty, pointers, chooser)?;
                            state.store_bits(place, first, width, value)?;
                        }
                        None => {
                            let at = Value::Pointer(place);
                            self.havoc_object(state, at, field.ty, pointers, (chooser, depth + 1))?;
                        }
                    }
                }
                return Ok(());
            }
            _ => return Err(Fault::unsupported("an input of this type")),
        };
        for (offset, part) in parts {
            let place = part_of(state, pointer, offset)?;
            self.havoc_object(state, Value::Pointer(place), part, pointers, (chooser, depth + 1))?;
        }
        Ok(())
    }

    /// Assigns any value to one member; the remaining bytes are zero.
    fn havoc_union(
        &self,
        state: &mut State,
        pointer: Value,
        ty: TypeId,
        pointers: Pointers,
        (chooser, depth): (&mut dyn Chooser, u32),
    ) -> Result<(), Fault> {
        let types = &self.program.types;
        state.fill(pointer, 0, self.size_of(ty)?, types.model().word_bytes())?;
        let Type::Record(record) = types.get(ty) else { return Ok(()) };
        let members = types.fields(*record);
        let Some(member) = members.get(chooser.choose(members.len().max(1))) else { return Ok(()) };
        let place = part_of(state, pointer, member.offset)?;
        match member.bits {
            Some((first, width)) => {
                let value = self.any_value(state, member.ty, pointers, chooser)?;
                state.store_bits(place, first, width, value)
            }
            None => self.havoc_object(state, Value::Pointer(place), member.ty, pointers, (chooser, depth + 1)),
        }
    }

    fn any_value(
        &self,
        state: &mut State,
        ty: TypeId,
        pointers: Pointers,
        chooser: &mut dyn Chooser,
    ) -> Result<Value, Fault> {
        match self.program.types.get(ty) {
            Type::Integer { .. } => {
                let format = self.program.types.integer_format(ty).unwrap_or((32, true));
                Ok(Value::Integer(wrap(chooser.integer(format.0, format.1), format)))
            }
            Type::Float(kind @ (FloatKind::Float | FloatKind::Double | FloatKind::LongDouble)) => {
                let bits = self.program.types.size_of(ty).map_or(64, |bytes| 8 * bytes as u32);
                arithmetic::round(chooser.float(bits), *kind)
            }
            Type::Pointer(target) => {
                if let Pointers::Outside { may_be_null } = pointers {
                    return pointer_from_outside(state, may_be_null);
                }
                let candidates = self.blocks_of_type(state, *target);
                let choice = chooser.choose(candidates.len() + 1);
                Ok(choice.checked_sub(1).and_then(|index| candidates.get(index).copied()).unwrap_or(Value::NULL))
            }
            _ => Err(Fault::unsupported("an input of this type")),
        }
    }

    /// Returns the possible targets of a pointer from external code with this pointed-to type: starts of live heap
    /// blocks, variables whose address is taken, and variables that external code can know, including their members and
    /// elements.
    fn blocks_of_type(&self, state: &State, ty: TypeId) -> Vec<Value> {
        let mut found = Vec::new();
        for (block, known) in state.blocks().filter(|(_, block)| block.liveness == Liveness::Live) {
            let places = match known.kind {
                BlockKind::Heap(element) if element == Some(ty) => vec![0],
                BlockKind::Heap(_)
                | BlockKind::String(_)
                | BlockKind::Arguments
                | BlockKind::Stack
                | BlockKind::Outside { .. } => Vec::new(),
                BlockKind::Global(id) | BlockKind::Local(id) => self.places_in(id, ty),
            };
            let offsets = places.into_iter().filter_map(|offset| i64::try_from(offset).ok());
            found.extend(offsets.map(|offset| Value::Pointer(Pointer::To { block, offset })));
        }
        found
    }

    fn places_in(&self, id: VariableId, ty: TypeId) -> Vec<u64> {
        match self.program.variables.get(id) {
            // External code does not write through such a pointer to constants.
            Some(variable) if outside::secret(variable).is_none() => {
                let (bits, types) = (self.program.constant_bits(id), &self.program.types);
                let size = types.size_of(ty).unwrap_or(1);
                let is_constant = |place: &u64| bits.meets(8 * place, 8 * place.saturating_add(size));
                let exact = outside::places(types, variable.ty, ty).into_iter().filter(|places| places.is_exact);
                exact.flat_map(Places::some).take(MOST_PLACES).filter(|place| !is_constant(place)).collect()
            }
            Some(variable) if variable.kind != VariableKind::Global && variable.address_taken && variable.ty == ty => {
                vec![0]
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the address this many bytes after the start of an object.
fn part_of(state: &State, object: Value, offset: u64) -> Result<Pointer, Fault> {
    match object {
        Value::Pointer(Pointer::To { block, offset: start }) => {
            Ok(Pointer::To { block, offset: start.saturating_add_unsigned(offset) })
        }
        // The access check reports the fault.
        other => {
            state.check_access(other, 1)?;
            Err(Fault::unsupported("an input to no object"))
        }
    }
}
