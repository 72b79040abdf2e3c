//! Emits the writes of an initialiser: its values in the order of the text, and zeros for the rest (C11 6.7.9,
//! paragraphs 10, 21 and 23).
//!
//! The values of the subobjects come from `initializer`. Padding, and the bytes of a union that its member does not
//! cover, are left unchanged.

use crate::lower::either_order::has_effects;
use crate::lower::graph::FlowchartBuilder;
use crate::lower::initializer::{
    Given, Initialization, Initialized, InitializerText, Storage, count_elements, count_parts, is_aggregate,
};
use crate::lower::string::units;
use crate::lower::value::{LoweredValue, store_command};
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Command, Expr, ExprNode, Program, VariableKind};
use base::Span;
use ctype::{FieldId, Type, TypeId, TypeTable};
use frontend::ast::{Expression, ExpressionKind, Initializer, InitializerItem, TypeName};

/// Objects with more scalars than this are zeroed by one copy.
const MOST_ZERO_STORES: u64 = 64;

/// A value and its destination.
struct Leaf<'i> {
    /// Ordinal number of the value in the text.
    order: usize,
    /// Address of the object; `None` for a value that another one replaces.
    place: Option<Expr>,
    given: Given<'i>,
}

impl Lowerer<'_> {
    pub(super) fn initialize(&mut self, address: Expr, initialization: &Initialization<'_>) -> Lowered<()> {
        let Initialization { ty, storage, object, replaced, initializer } = initialization;
        let (ty, storage, span) = (*ty, *storage, initializer.span());
        if let (Storage::Automatic, InitializerText::List(items, span)) = (storage, initializer) {
            self.check_list_order(items, *span);
        }
        let is_whole = matches!(object, Initialized::Whole(_, Given::Expression(_)));
        let is_zeroed = storage == Storage::Static || is_whole || self.zero_if_large(&address, ty, span);
        let mut leaves = Vec::new();
        self.add_leaves(&address, object, initialization, &mut leaves)?;
        let replaced = replaced.iter().filter(|_| storage == Storage::Automatic);
        leaves.extend(replaced.map(|(order, value)| Leaf {
            order: *order,
            place: None,
            given: Given::Expression(value),
        }));
        leaves.sort_by_key(|leaf| leaf.order);
        for leaf in leaves {
            self.write_leaf(leaf, storage, span)?;
        }
        make_room(&mut self.program, &address, ty, object);
        if is_zeroed { Ok(()) } else { self.zero_rest(address, ty, Some(object), span) }
    }

    fn write_leaf(&mut self, leaf: Leaf<'_>, storage: Storage, span: Span) -> Lowered<()> {
        let Some(place) = leaf.place else {
            let Given::Expression(value) = leaf.given else { return Ok(()) };
            return match has_effects(value) {
                true => Ok(()),
                false => self.full_expression(|lowerer| {
                    let computed = lowerer.value(value)?;
                    lowerer.discard(computed, value.span)
                }),
            };
        };
        let Some(ty) = self.program.types.pointee(place.ty) else { return Ok(()) };
        match leaf.given {
            Given::Expression(value) if matches!(self.program.types.get(ty), Type::Array(..)) => {
                self.write_string(&place, ty, value, storage)
            }
            Given::Expression(value) => self.write_value(place, ty, value, storage),
            Given::Number(number) => {
                let value = Expr::wrapped(&self.program.types, number, ty);
                self.write(Command::Store { address: place, value }, span, storage);
                Ok(())
            }
            Given::Table(bytes) => {
                self.write_table(&place, &bytes, span, storage);
                Ok(())
            }
        }
    }

    /// (p11, p13) Writes a value to a scalar, struct or union.
    fn write_value(&mut self, place: Expr, ty: TypeId, value: &Expression, storage: Storage) -> Lowered<()> {
        if storage == Storage::Static {
            return self.write_constant(place, ty, value);
        }
        self.check_order(value);
        // The initialiser of one object is a full expression, also in a list.
        self.full_expression(|lowerer| {
            let computed = lowerer.value_to_convert(value)?;
            if reads_other_parts(&computed, &place) {
                lowerer.record_open_list_order(value.span);
            }
            let computed = lowerer.assign_convert(computed, ty, "initialisation", value.span)?;
            lowerer.finish(computed, place, value.span)
        })
    }

    /// (p4) Writes a constant to an object with static storage duration. It is zero already, so zeros need no store.
    fn write_constant(&mut self, place: Expr, ty: TypeId, value: &Expression) -> Lowered<()> {
        // GNU C allows a compound literal for an object of its type.
        if let ExpressionKind::CompoundLiteral(_, items) = &value.kind
            && is_aggregate(&self.program.types, ty)
            && self.has_type(value, ty)?
        {
            let initialization = self.initialization(ty, InitializerText::List(items, value.span), Storage::Static)?;
            return self.deeper(value.span, |lowerer| lowerer.initialize(place, &initialization));
        }
        if let ExpressionKind::CompoundLiteral(name, items) = &value.kind
            && let [InitializerItem { designators, initializer: Initializer::Expression(item) }] = &**items
            && designators.is_empty()
            && !is_aggregate(&self.program.types, ty)
        {
            let kind = ExpressionKind::Cast(name.clone(), Box::new(item.clone()));
            return self.deeper(value.span, |lowerer| {
                lowerer.write_constant(place, ty, &Expression { kind, span: value.span })
            });
        }
        let builder = std::mem::replace(&mut self.builder, FlowchartBuilder::new());
        let computed = self.within_constant(|lowerer| {
            lowerer.at_once(|lowerer| {
                let computed = lowerer.value(value)?;
                lowerer.assign_convert(computed, ty, "initialisation", value.span)
            })
        });
        let used = std::mem::replace(&mut self.builder, builder);
        match computed? {
            LoweredValue::Pure(expr) if used.does_nothing() && is_constant(&expr) => {
                if !matches!(expr.node, ExprNode::Integer(0) | ExprNode::Null) {
                    self.emitter
                        .program
                        .initialize_global(store_command(&self.emitter.program.types, place, expr), value.span);
                }
                Ok(())
            }
            _ => self.reporter.fail(value.span, "the initialiser is not constant"),
        }
    }

    // ---- compound literals

    /// Lowers `(type){ … }`; returns the address of a new object.
    pub(super) fn compound_literal(
        &mut self,
        ty_name: &TypeName,
        items: &[InitializerItem],
        span: Span,
    ) -> Lowered<Expr> {
        let (kind, storage) = match self.function.is_under_way() {
            false => (VariableKind::Global, Storage::Static),
            true => (VariableKind::Local, Storage::Automatic),
        };
        let ty = self.type_name(ty_name)?;
        let list = InitializerText::List(items, span);
        let initialization = match self.program.types.get(ty) {
            Type::Record(_) if self.program.types.size_of(ty).is_none() => None,
            _ => Some(self.initialization(ty, list, storage)?),
        };
        let ty = initialization.as_ref().map_or(ty, |known| known.ty);
        let Some(initialization) = initialization.filter(|known| self.program.types.size_of(known.ty).is_some()) else {
            let ty = self.program.types.display(ty);
            return self.reporter.fail(span, format!("an object of the incomplete type '{ty}'"));
        };
        let name = format!("literal#{}", self.scopes.fresh_number());
        let variable = self.variable(&name, ty, kind, span);
        self.qualifiers.record_variable(
            &mut self.emitter,
            variable,
            &ty_name.specifiers,
            &ty_name.declarator.derivations,
        );
        if kind == VariableKind::Local {
            self.start_lifetime(variable, span);
        }
        let address = self.program.address_of(variable);
        self.initialize(address.clone(), &initialization)?;
        Ok(address)
    }
}

impl Emitter<'_> {
    /// Adds the values of an object to `found`.
    fn add_leaves<'i>(
        &mut self,
        place: &Expr,
        object: &Initialized<'i>,
        initialization: &Initialization<'i>,
        found: &mut Vec<Leaf<'i>>,
    ) -> Lowered<()> {
        let span = initialization.initializer.span();
        let Some(ty) = self.program.types.pointee(place.ty) else { return Ok(()) };
        if matches!(self.program.types.get(ty), Type::Array(_, None))
            && !matches!(object, Initialized::Parts(parts) if parts.is_empty())
            && !(initialization.storage == Storage::Static && is_outermost_member(&self.program.types, place))
        {
            return self.reporter.fail(span, "a flexible array is initialised that gets no room");
        }
        match object {
            Initialized::Whole(order, given) => {
                found.push(Leaf { order: *order, place: Some(place.clone()), given: given.clone() });
            }
            Initialized::Parts(parts) => {
                for (index, part) in parts {
                    let (place, _) = self.part(place, ty, *index, span)?;
                    self.add_leaves(&place, part, initialization, found)?;
                }
            }
        }
        Ok(())
    }

    /// Fills an array of characters from a string. A flexible array takes all of the string.
    fn write_string(&mut self, place: &Expr, ty: TypeId, value: &Expression, storage: Storage) -> Lowered<()> {
        let (&Type::Array(element, count), ExpressionKind::String { bytes, encoding }) =
            (self.program.types.get(ty), &value.kind)
        else {
            return self.reporter.fail(value.span, "an array must be initialised by a list");
        };
        let count = count.unwrap_or(units(bytes, *encoding).len() as u64 + 1);
        let ty = self.program.types.intern(Type::Array(element, Some(count)));
        let pointer = self.program.types.pointer(ty);
        // Cast directly from the `char *`, as the array may also be one of `unsigned char`.
        let source = self.program.string_place(bytes, *encoding).node;
        let (target, source) = (Expr::new(place.node.clone(), pointer), Expr::new(source, pointer));
        self.write(Command::Copy { target, source, ty }, value.span, storage);
        Ok(())
    }

    pub(super) fn write(&mut self, command: Command, span: Span, storage: Storage) {
        match storage {
            Storage::Static => self.program.initialize_global(command, span),
            Storage::Automatic => self.builder.emit(command, span),
        }
    }

    /// Returns the address and type of a part of the aggregate at `address`.
    pub(super) fn part(&mut self, address: &Expr, ty: TypeId, index: u64, span: Span) -> Lowered<(Expr, TypeId)> {
        match self.program.types.get(ty).clone() {
            Type::Record(record) => {
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                let field = FieldId { record, index };
                let place = Expr::field_address(&mut self.program.types, address.clone(), field);
                Ok((place, self.program.types.field(field).ty))
            }
            Type::Array(element, _) => {
                let base = Expr::new(ExprNode::Cast(Box::new(address.clone())), self.program.types.pointer(element));
                let word = self.program.types.difference_type();
                let place = self.element(base, Expr::integer(i128::from(index), word), span)?;
                Ok((place, element))
            }
            _ => Ok((address.clone(), ty)),
        }
    }

    // ---- zeros

    /// (p21) Stores zeros to the parts of a local that its initialiser does not give a value.
    fn zero_rest(&mut self, address: Expr, ty: TypeId, object: Option<&Initialized<'_>>, span: Span) -> Lowered<()> {
        let parts = match object {
            Some(Initialized::Whole(..)) => return Ok(()),
            Some(Initialized::Parts(parts)) => Some(parts),
            None => None,
        };
        match *self.program.types.get(ty) {
            Type::Record(record) if self.program.types.record(record).is_union => {
                match parts.and_then(|parts| parts.iter().next()) {
                    Some((index, part)) => {
                        let (place, ty) = self.part(&address, ty, *index, span)?;
                        self.zero_rest(place, ty, Some(part), span)
                    }
                    None => self.zero_union(address, ty, span),
                }
            }
            Type::Array(_, None) => Ok(()),
            Type::Array(..) | Type::Record(_) => (0..count_parts(&self.program.types, ty)).try_for_each(|index| {
                let (place, part) = self.part(&address, ty, index, span)?;
                self.zero_rest(place, part, parts.and_then(|parts| parts.get(&index)), span)
            }),
            _ => {
                self.store(address, Expr::zero(&self.program.types, ty), span);
                Ok(())
            }
        }
    }

    /// (p10) Zeroes a union without an initialiser as a whole.
    fn zero_union(&mut self, address: Expr, ty: TypeId, span: Span) -> Lowered<()> {
        if count_parts(&self.program.types, ty) == 0 {
            return Ok(());
        }
        let (place, part) = self.part(&address, ty, 0, span)?;
        if self.program.types.size_of(part) == self.program.types.size_of(ty) {
            return self.zero_rest(place, part, None, span);
        }
        self.copy_zeros(address, ty, span);
        Ok(())
    }

    /// Zeroes a large local by a copy of a global that stays zero. Returns true if it did.
    fn zero_if_large(&mut self, address: &Expr, ty: TypeId, span: Span) -> bool {
        let is_large = count_scalars(&self.program.types, ty) > MOST_ZERO_STORES;
        if is_large {
            self.copy_zeros(address.clone(), ty, span);
        }
        is_large
    }

    /// Zeroes an object by a copy of a global that stays zero.
    fn copy_zeros(&mut self, target: Expr, ty: TypeId, span: Span) {
        let name = format!("zero#{}", self.scopes.fresh_number());
        let variable = self.variable(&name, ty, VariableKind::Global, span);
        self.program.variables[variable].is_constant = true;
        let source = self.program.address_of(variable);
        self.builder.emit(Command::Copy { target, source, ty }, span);
    }
}

/// (p23) Returns true if the value for a part of an object reads the object: other parts may be written or not by then.
fn reads_other_parts(value: &LoweredValue, place: &Expr) -> bool {
    let is_part = !matches!(place.node, ExprNode::VariableAddress(_));
    let (LoweredValue::Pure(value), Some(object), true) = (value, place.root_variable(), is_part) else { return false };
    let mut reads = false;
    value.visit(&mut |part| {
        reads |= matches!(&part.node, ExprNode::Load(address) if address.root_variable() == Some(object));
    });
    reads
}

/// Returns true if a value is known before the program starts: it reads no memory.
fn is_constant(expr: &Expr) -> bool {
    let mut constant = true;
    expr.visit(&mut |part| constant &= !matches!(part.node, ExprNode::Load(_)));
    constant
}

fn is_outermost_member(types: &TypeTable, place: &Expr) -> bool {
    match &place.node {
        ExprNode::FieldAddress(base, field) => {
            matches!(base.node, ExprNode::VariableAddress(_)) && !types.record(field.record).is_union
        }
        _ => false,
    }
}

/// Returns an upper bound on the number of scalars in a type.
fn count_scalars(types: &TypeTable, ty: TypeId) -> u64 {
    match types.get(ty) {
        Type::Array(element, count) => count_scalars(types, *element).saturating_mul(count.unwrap_or(0)),
        Type::Record(record) => {
            // The number of its bytes bounds that of its scalars, so nested types need not be walked.
            types.record(*record).layout.as_ref().map_or(0, |layout| layout.size.max(1))
        }
        _ => 1,
    }
}

/// Extends a variable whose flexible array member is initialised by room for it behind its type.
fn make_room(program: &mut Program, address: &Expr, ty: TypeId, object: &Initialized<'_>) {
    let types = &program.types;
    let (ExprNode::VariableAddress(variable), Type::Record(record), Initialized::Parts(parts)) =
        (&address.node, types.get(ty), object)
    else {
        return;
    };
    let fields = types.fields(*record);
    let Some(last) = fields.last() else { return };
    let (Type::Array(element, None), Some(given)) = (types.get(last.ty), parts.get(&(fields.len() as u64 - 1))) else {
        return;
    };
    let count = count_elements(&program.types, *element, given);
    let end = last.offset.saturating_add(count.saturating_mul(types.size_of(*element).unwrap_or(0)));
    program.variables[*variable].extra_bytes = end.saturating_sub(types.size_of(ty).unwrap_or(0));
}
