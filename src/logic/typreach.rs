//! Type reachability (paper, section 4.1): which types of objects can be reached from an object by selecting fields
//! of `F`, selecting array elements, and dereferencing.
//!
//! If `typreach[F](t1, t2)` fails, no path leads from an address of type `t1` to one of type `t2`, whatever the state.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Arena, FieldSetId};
use ctype::{FieldId, Type, TypeId};

/// Memoised type reachability.
#[derive(Clone, Default, Debug)]
pub struct TypeReachability {
    reachable: FxHashMap<(FieldSetId, TypeId), FxHashSet<Reached>>,
}

/// The type of an address that may be reached; `None` if the type table lacks that type: then it may be anything.
type Reached = Option<TypeId>;

impl TypeReachability {
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns true if an address of pointer type `goal` may be reached from an address of pointer type `start`.
    /// `void *` and incomplete types may reach and be anything.
    pub fn may_reach(&mut self, arena: &Arena, fields: FieldSetId, start: TypeId, goal: TypeId) -> bool {
        if is_opaque(arena, Some(goal)) {
            return true;
        }
        let reachable = self.reachable(arena, fields, start);
        reachable.contains(&Some(goal)) || reachable.iter().any(|ty| is_opaque(arena, *ty))
    }

    /// Returns true if some address may be reached from both `left` and `right`.
    pub fn may_share(&mut self, arena: &Arena, fields: FieldSetId, left: TypeId, right: TypeId) -> bool {
        let left = self.reachable(arena, fields, left).clone();
        let right = self.reachable(arena, fields, right);
        left.iter().any(|ty| right.contains(ty) || is_opaque(arena, *ty))
            || right.iter().any(|ty| is_opaque(arena, *ty))
    }

    /// Returns true if a cycle of types can be reached from `start`. Otherwise, no state has a cycle there.
    pub fn may_cycle(&mut self, arena: &Arena, fields: FieldSetId, start: TypeId) -> bool {
        let reachable: Vec<Reached> = self.reachable(arena, fields, start).iter().copied().collect();
        reachable.iter().any(|ty| {
            let Some(ty) = ty.filter(|_| !is_opaque(arena, *ty)) else { return true };
            let mut next = successors(arena, fields, ty).into_iter();
            next.any(|next| next.is_none_or(|next| self.may_reach(arena, fields, next, ty)))
        })
    }

    fn reachable(&mut self, arena: &Arena, fields: FieldSetId, start: TypeId) -> &FxHashSet<Reached> {
        self.reachable.entry((fields, start)).or_insert_with(|| {
            let mut found = FxHashSet::default();
            let mut agenda = vec![Some(start)];
            while let Some(ty) = agenda.pop() {
                if found.insert(ty) {
                    agenda.extend(ty.map_or(Vec::new(), |ty| successors(arena, fields, ty)));
                }
            }
            found
        })
    }
}

/// Returns true if an address of this type may be the address of anything: `void *`, a pointer to an incomplete record
/// or function, an integer used as an address.
fn is_opaque(arena: &Arena, ty: Reached) -> bool {
    let Some(ty) = ty else { return true };
    match arena.types().get(ty) {
        Type::Pointer(target) => match arena.types().get(*target) {
            Type::Void | Type::Function { .. } => true,
            Type::Record(record) => arena.types().record(*record).layout.is_none(),
            _ => false,
        },
        _ => true,
    }
}

/// Types of the addresses that are one selection or one memory step away from an address of pointer type `ty`.
fn successors(arena: &Arena, fields: FieldSetId, ty: TypeId) -> Vec<Reached> {
    let types = arena.types();
    let Type::Pointer(target) = types.get(ty) else { return Vec::new() };
    match types.get(*target) {
        Type::Pointer(_) => vec![Some(*target)],
        Type::Record(record) => arena
            .fields(fields)
            .iter()
            .filter(|field: &&FieldId| field.record == *record)
            .map(|field| types.find(&Type::Pointer(types.field(*field).ty)))
            .collect(),
        Type::Array(element, _) => vec![types.find(&Type::Pointer(*element))],
        _ => Vec::new(),
    }
}
