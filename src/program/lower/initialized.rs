//! What an initialiser has written: zeros for the rest, parts that are initialised again, room for flexible arrays.

use std::collections::HashSet;

use crate::base::Span;
use crate::ctype::{Type, TypeId};
use crate::frontend::ast::Initializer;
use crate::program::lower::initializer::Storage;
use crate::program::lower::{Lowered, Lowerer};
use crate::program::{Command, Expr, ExprNode, VariableKind};

/// Objects with more scalars than this are zeroed by one copy.
const MOST_ZERO_STORES: u64 = 64;

/// What has been written so far.
pub(super) struct Progress {
    pub(super) storage: Storage,
    written: HashSet<Expr>,
    /// Whether `written` is kept: where nothing asks for it, a long list needs no more memory than its stores.
    records: bool,
    /// Whether the designator at hand goes back to a part that may have been initialised before.
    pub(super) again: bool,
}

impl Progress {
    /// Nothing has been written.
    pub(super) fn new(storage: Storage, records: bool) -> Progress {
        Progress { storage, written: HashSet::new(), records, again: false }
    }

    /// Whether it is recorded what is written.
    pub(super) fn keeps_record(&self) -> bool {
        self.records
    }

    /// Records that a place is written; `false` if it was before.
    pub(super) fn record(&mut self, place: &Expr) -> bool {
        !self.records || self.written.insert(place.clone())
    }

    /// Whether an object was written, or a part of it: not only bytes that it shares with another member of a union.
    fn has_part_of(&self, object: &Expr) -> bool {
        self.written.iter().any(|place| place.bases().any(|base| base == object))
    }

    /// Whether an object that a place is a part of was written as a whole.
    pub(super) fn has_whole(&self, place: &Expr) -> bool {
        place.bases().skip(1).any(|base| self.written.contains(base))
    }
}

impl Lowerer<'_> {
    /// Whether it matters later what an initialiser has written: for the zeros of a local, for what is initialised again,
    /// and for the room of a flexible array.
    pub(super) fn needs_record(&self, ty: TypeId, initializer: &Initializer, storage: Storage) -> bool {
        storage == Storage::Automatic
            || matches!(self.program.types.get(ty), Type::Record(_))
            || designates(initializer)
    }

    /// Stores zeros to the parts of a local that its initialiser did not mention.
    pub(super) fn zero_rest(&mut self, address: Expr, ty: TypeId, progress: &Progress, span: Span) -> Lowered<()> {
        if progress.storage == Storage::Static || progress.written.contains(&address) {
            return Ok(());
        }
        if !self.is_aggregate(ty) {
            let zero = self.zero(ty);
            self.store(address, zero, span);
            return Ok(());
        }
        let is_union =
            matches!(self.program.types.get(ty), Type::Record(id) if self.program.types.record(*id).is_union);
        if is_union {
            return self.zero_rest_of_union(address, ty, progress, span);
        }
        if matches!(self.program.types.get(ty), Type::Array(_, None)) {
            return Ok(());
        }
        for index in 0..self.parts(ty) {
            let (place, part) = self.part(&address, ty, index, span)?;
            self.zero_rest(place, part, progress, span)?;
        }
        Ok(())
    }

    /// Of a union the rest of the member that is initialised. One that is left out is zero as a whole.
    fn zero_rest_of_union(&mut self, address: Expr, ty: TypeId, progress: &Progress, span: Span) -> Lowered<()> {
        let Type::Record(record) = *self.program.types.get(ty) else { return Ok(()) };
        let count = self.program.types.fields(record).len() as u64;
        for index in 0..count {
            let (place, part) = self.part(&address, ty, index, span)?;
            if progress.has_part_of(&place) {
                return self.zero_rest(place, part, progress, span);
            }
        }
        if count == 0 {
            return Ok(());
        }
        let (place, part) = self.part(&address, ty, 0, span)?;
        if self.program.types.size_of(part) == self.program.types.size_of(ty) {
            return self.zero_rest(place, part, progress, span);
        }
        self.copy_zeros(address, ty, span);
        Ok(())
    }

    /// How many scalars a type holds, up to a large number.
    fn count_scalars(&self, ty: TypeId) -> u64 {
        match self.program.types.get(ty) {
            Type::Array(element, count) => self.count_scalars(*element).saturating_mul(count.unwrap_or(0)),
            Type::Record(record) => {
                // A record counts at most its bytes, so that nested ones need not be gone through.
                self.program.types.record(*record).layout.as_ref().map_or(0, |layout| layout.size.max(1))
            }
            _ => 1,
        }
    }

    /// Zeroes a large local by a copy of a global that stays zero.
    pub(super) fn zero_if_large(&mut self, address: &Expr, ty: TypeId, storage: Storage, span: Span) -> bool {
        if storage == Storage::Static || self.count_scalars(ty) <= MOST_ZERO_STORES {
            return false;
        }
        self.copy_zeros(address.clone(), ty, span);
        true
    }

    /// Zeroes an object by a copy of a global that stays zero.
    fn copy_zeros(&mut self, target: Expr, ty: TypeId, span: Span) {
        self.fresh += 1;
        let name = format!("zero#{}", self.fresh);
        let variable = self.variable(&name, ty, VariableKind::Global, span);
        self.program.variables[variable].is_constant = true;
        let source = self.address_of(variable);
        self.emit(Command::Copy { target, source, ty }, span);
    }

    /// An object is initialised again as a whole: what its parts were given before counts no more.
    pub(super) fn forget_parts(&mut self, object: &Expr, span: Span, progress: &mut Progress) -> Lowered<()> {
        let mut parts: Vec<Expr> =
            progress.written.iter().filter(|place| self.lies_in(place, object)).cloned().collect();
        parts.sort_by_cached_key(|place| format!("{place:?}"));
        for place in parts {
            let Some(ty) = self.program.types.pointee(place.ty) else { continue };
            progress.written.remove(&place);
            if self.program.types.is_scalar(ty) {
                let zero = self.zero(ty);
                self.write(Command::Store { address: place, value: zero }, span, progress.storage);
            } else {
                return self.fail(span, "a whole part is initialised again: that is not supported");
            }
        }
        Ok(())
    }

    /// A variable whose flexible array is initialised gets room for it behind its type.
    pub(super) fn make_room(&mut self, address: &Expr, ty: TypeId, progress: &Progress) {
        let (ExprNode::VariableAddress(variable), Type::Record(record)) =
            (&address.node, self.program.types.get(ty).clone())
        else {
            return;
        };
        let fields = self.program.types.fields(record);
        let is_open = |ty| matches!(self.program.types.get(ty), Type::Array(_, None | Some(0)));
        if !fields.last().is_some_and(|last| is_open(last.ty)) || self.program.types.record(record).is_union {
            return;
        }
        let size = self.program.types.size_of(ty).unwrap_or(0);
        let ends = progress.written.iter().filter_map(|place| {
            let bytes = self.program.types.size_of(self.program.types.pointee(place.ty)?)?;
            self.offset_in(place, address)?.checked_add(bytes)
        });
        self.program.variables[*variable].extra_bytes = ends.max().unwrap_or(0).saturating_sub(size);
    }

    /// Whether `place` is a part of the object at `object`.
    fn lies_in(&self, place: &Expr, object: &Expr) -> bool {
        let root = root_of(object);
        let (Some(place), Some(start)) = (self.offset_in(place, root), self.offset_in(object, root)) else {
            return false;
        };
        let size = self.program.types.pointee(object.ty).and_then(|ty| self.program.types.size_of(ty));
        place >= start && size.is_none_or(|size| place - start < size)
    }

    /// How many bytes a part of an object is behind the object's start.
    fn offset_in(&self, place: &Expr, object: &Expr) -> Option<u64> {
        let (mut root, mut offset) = (place, 0_u64);
        while root != object {
            root = match &root.node {
                ExprNode::Cast(base) => base,
                ExprNode::FieldAddress(base, field) => {
                    offset = offset.checked_add(self.program.types.field(*field).offset)?;
                    base
                }
                ExprNode::ElementAddress(base, index) => {
                    let ExprNode::Integer(index) = index.node else { return None };
                    let size = self.program.types.size_of(self.program.types.pointee(base.ty)?)?;
                    offset = offset.checked_add(u64::try_from(index).ok()?.checked_mul(size)?)?;
                    base
                }
                _ => return None,
            };
        }
        Some(offset)
    }
}

/// The object that a place is a part of, as a whole.
fn root_of(place: &Expr) -> &Expr {
    let mut root = place;
    while let ExprNode::FieldAddress(base, _) | ExprNode::ElementAddress(base, _) | ExprNode::Cast(base) = &root.node {
        root = base;
    }
    root
}

/// Whether a designator stands anywhere in an initialiser. The parser limits how deep lists nest.
fn designates(initializer: &Initializer) -> bool {
    match initializer {
        Initializer::Expression(_) => false,
        Initializer::List(items, _) => {
            items.iter().any(|item| !item.designators.is_empty() || designates(&item.initializer))
        }
    }
}
