//! Indeterminate contents made determinate: C lets a variable or cell that was never written hold anything, so a run in which
//! it holds a value of its type is a run of the program. Without this, what depends on such contents is open, and
//! an abstraction that takes them for zero would never be found out.

use damson::ctype::{Type, TypeId};
use damson::program::Program;
use damson::program::interp::{BlockKind, Chooser, Liveness, Pointer, Random, State, Value};

/// Gives every indeterminate scalar of live heap blocks and variables a random value of its type.
pub fn settle(program: &Program, state: &mut State, random: &mut Random) {
    let objects: Vec<(Pointer, TypeId)> = state
        .blocks()
        .filter(|(_, block)| block.liveness == Liveness::Live)
        .filter_map(|(block, found)| {
            let ty = match found.kind {
                BlockKind::Heap(element) => element.filter(|ty| program.types.size_of(*ty) == Some(found.size()))?,
                BlockKind::Local(variable) | BlockKind::Global(variable) => program.variables[variable].ty,
                _ => return None,
            };
            Some((Pointer::To { block, offset: 0 }, ty))
        })
        .collect();
    for (place, ty) in objects {
        settle_object(program, state, place, ty, random);
    }
}

fn settle_object(program: &Program, state: &mut State, place: Pointer, ty: TypeId, random: &mut Random) {
    let Pointer::To { block, offset } = place else { return };
    let at = |more: u64| Pointer::To { block, offset: offset + more as i64 };
    match program.types.get(ty) {
        Type::Record(record) if !program.types.record(*record).is_union => {
            for field in program.types.fields(*record).iter().filter(|field| field.bits.is_none()) {
                settle_object(program, state, at(field.offset), field.ty, random);
            }
        }
        Type::Array(element, Some(count)) => {
            let size = program.types.size_of(*element).unwrap_or(0);
            (0..*count).for_each(|index| settle_object(program, state, at(index * size), *element, random));
        }
        Type::Pointer(target) if is_indeterminate(program, state, place, ty) => {
            let starts = state.blocks().filter_map(|(id, block)| {
                let fits = block.kind == BlockKind::Heap(Some(*target)) && block.liveness == Liveness::Live;
                fits.then_some(Value::pointer_to(id))
            });
            let values: Vec<Value> = starts.chain([Value::NULL]).collect();
            let value = values[random.choose(values.len())];
            state.store(place, value, ty, &program.types).expect("a cell");
        }
        Type::Integer { .. } if is_indeterminate(program, state, place, ty) => {
            let value = Value::Integer(random.choose(3) as i128);
            state.store(place, value, ty, &program.types).expect("a cell");
        }
        _ => {}
    }
}

fn is_indeterminate(program: &Program, state: &State, place: Pointer, ty: TypeId) -> bool {
    state.load(place, ty, &program.types) == Ok(Value::Undefined)
}
