//! Initialisers: element by element, nested and designated, the rest zero.

use crate::base::Span;
use crate::ctype::{FieldId, Type, TypeId};
use crate::frontend::ast::{Designator, Expression, ExpressionKind, Initializer, InitializerItem, TypeName};
use crate::program::lower::either_order::has_call;
use crate::program::lower::graph::FlowchartBuilder;
use crate::program::lower::initialized::Progress;
use crate::program::lower::sequence::may_write;
use crate::program::lower::string::units;
use crate::program::lower::value::LoweredValue;
use crate::program::lower::{Lowered, Lowerer};
use crate::program::{Command, Expr, ExprNode, VariableKind};

/// The longest range of a designator `[a ... b]`.
const LONGEST_RANGE: i128 = 1 << 16;
/// Initialisers are lowered twice where a type depends on them; this bounds how often that nests.
const MOST_DOUBLINGS: u32 = 8;

/// When an object is initialised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    /// Before the program starts, by constants.
    Static,
    /// Where control reaches the declaration.
    Automatic,
}

/// A position in a braced list.
struct Cursor<'i> {
    items: &'i [InitializerItem],
    next: usize,
}

impl<'i> Cursor<'i> {
    fn peek(&self) -> Option<&'i InitializerItem> {
        self.items.get(self.next)
    }
}

impl Lowerer<'_> {
    /// Initialises the object at `address`.
    pub(super) fn initialize(&mut self, address: Expr, initializer: &Initializer, storage: Storage) -> Lowered<()> {
        let Some(ty) = self.program.types.pointee(address.ty) else { return Ok(()) };
        let mut progress = Progress::new(storage, self.needs_record(ty, initializer, storage));
        match initializer {
            Initializer::Expression(expression) if !self.is_string_for(ty, expression) => {
                self.initialize_scalar(address, ty, expression, &mut progress)
            }
            Initializer::Expression(expression) => {
                let span = expression.span;
                let large = self.zero_if_large(&address, ty, storage, span);
                self.initialize_string(&address, ty, expression, &mut progress)?;
                if large { Ok(()) } else { self.zero_rest(address, ty, &progress, span) }
            }
            Initializer::List(items, span) => {
                if storage == Storage::Automatic {
                    self.check_list_order(items, *span);
                }
                let large = self.zero_if_large(&address, ty, storage, *span);
                self.braced(address.clone(), ty, items, *span, &mut progress)?;
                self.make_room(&address, ty, &progress);
                if large { Ok(()) } else { self.zero_rest(address, ty, &progress, *span) }
            }
        }
    }

    fn doubling<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        if self.doublings >= MOST_DOUBLINGS {
            return self.fail(span, "initialisers are nested too deeply");
        }
        self.doublings += 1;
        let result = work(self);
        self.doublings -= 1;
        result
    }

    /// The type of an array whose size its initialiser gives.
    pub(super) fn completed_by(&mut self, ty: TypeId, initializer: Option<&Initializer>) -> Lowered<TypeId> {
        let (Type::Array(element, None), Some(initializer)) = (self.program.types.get(ty).clone(), initializer) else {
            return Ok(ty);
        };
        let count = match initializer {
            Initializer::Expression(Expression { kind: ExpressionKind::String { bytes, encoding }, .. }) => {
                units(bytes, *encoding).len() as u64 + 1
            }
            Initializer::Expression(expression) => {
                return self.fail(expression.span, "an array must be initialised by a list");
            }
            Initializer::List(items, span) => self.count_elements(element, items, *span)?,
        };
        Ok(self.program.types.intern(Type::Array(element, Some(count))))
    }

    /// How many elements a list initialises: it is gone through without effect.
    fn count_elements(&mut self, element: TypeId, items: &[InitializerItem], span: Span) -> Lowered<u64> {
        if let [InitializerItem { designators, initializer: Initializer::Expression(only) }] = items
            && let ExpressionKind::String { bytes, encoding } = &only.kind
            && designators.is_empty()
            && self.is_string_of(element, only)
        {
            return Ok(units(bytes, *encoding).len() as u64 + 1);
        }
        // Each value is one element where that is a scalar.
        if !self.is_aggregate(element) && items.iter().all(|item| item.designators.is_empty()) {
            return Ok(items.len() as u64);
        }
        let open = self.program.types.intern(Type::Array(element, None));
        let pointer = self.program.types.pointer(open);
        let base = self.null(pointer);
        self.doubling(span, |lowerer| {
            lowerer.unevaluated(|lowerer| {
                let mut progress = Progress::new(Storage::Automatic, false);
                lowerer.fill(base, open, &mut Cursor { items, next: 0 }, true, &mut progress)
            })
        })
    }

    fn braced(
        &mut self,
        address: Expr,
        ty: TypeId,
        items: &[InitializerItem],
        span: Span,
        progress: &mut Progress,
    ) -> Lowered<()> {
        if let [InitializerItem { designators, initializer }] = items
            && designators.is_empty()
            && let Initializer::Expression(only) = initializer
            && self.initialize_string(&address, ty, only, progress)?
        {
            return Ok(());
        }
        if !self.is_aggregate(ty) {
            return match items {
                [] => Ok(()),
                [InitializerItem { initializer: Initializer::Expression(value), .. }, ..] => {
                    self.initialize_scalar(address, ty, value, progress)
                }
                [InitializerItem { initializer: Initializer::List(inner, span), .. }, ..] => {
                    self.deeper(*span, |lowerer| lowerer.braced(address, ty, inner, *span, progress))
                }
            };
        }
        if self.initialize_table(&address, ty, items, span, progress)? {
            return Ok(());
        }
        let mut cursor = Cursor { items, next: 0 };
        self.deeper(span, |lowerer| lowerer.fill(address, ty, &mut cursor, true, progress))?;
        if cursor.next < items.len() {
            self.diagnostics.warning(span, "more initialisers than elements");
        }
        Ok(())
    }

    pub(super) fn is_aggregate(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Array(..) | Type::Record(_))
    }

    /// Initialises the parts of an aggregate from a list, its own (`braced`) or that of an outer one. Returns
    /// how many parts there are behind the last one initialised.
    fn fill(
        &mut self,
        address: Expr,
        ty: TypeId,
        cursor: &mut Cursor<'_>,
        braced: bool,
        progress: &mut Progress,
    ) -> Lowered<u64> {
        let (mut index, mut count, mut nested) = (0u64, 0u64, false);
        let mut done: Vec<(u64, u64)> = Vec::new();
        while let Some(item) = cursor.peek() {
            if let Some(first) = item.designators.first() {
                if !braced {
                    break;
                }
                let rest = self.behind_first(ty, &item.designators);
                let (low, high) = self.designated(ty, first)?;
                self.check_range(low, high, item);
                progress.again = low < count;
                let is_again = done.iter().any(|(first, last)| *first <= high && low <= *last);
                if is_again && cursor.items[..cursor.next].iter().any(|item| has_effects(&item.initializer)) {
                    // C leaves open whether what is initialised again is evaluated the first time.
                    let span = item_span(item);
                    let reason = "a part may be initialised twice, behind a value with effects";
                    self.unsupported(&format!("again at {}", span.start), reason.into(), span);
                }
                for part in low..=high {
                    let (place, part_ty) = self.part(&address, ty, part, item_span(item))?;
                    if is_again && !rest.is_empty() {
                        self.check_part_of_value(&cursor.items[..cursor.next], part_ty, item)?;
                    }
                    self.designated_part(place, part_ty, rest, item, progress)?;
                }
                cursor.next += 1;
                add_range(&mut done, low, high);
                (index, nested) = (high + 1, self.goes_on_inside(&address, ty, low, rest, item)?);
            } else {
                if index >= self.parts(ty) {
                    break;
                }
                if nested {
                    return self.fail(item_span(item), "a value without designator behind a nested designator");
                }
                let (place, part_ty) = self.part(&address, ty, index, item_span(item))?;
                self.element_from(place, part_ty, cursor, progress)?;
                add_range(&mut done, index, index);
                index += 1;
            }
            count = count.max(index);
        }
        Ok(count)
    }

    /// Takes the next value, or the next few for an aggregate without braces of its own.
    fn element_from(
        &mut self,
        place: Expr,
        ty: TypeId,
        cursor: &mut Cursor<'_>,
        progress: &mut Progress,
    ) -> Lowered<()> {
        let Some(item) = cursor.peek() else { return Ok(()) };
        match &item.initializer {
            Initializer::List(items, span) => {
                cursor.next += 1;
                self.braced(place, ty, items, *span, progress)
            }
            Initializer::Expression(value) => {
                if self.initialize_string(&place, ty, value, progress)? {
                    cursor.next += 1;
                    return Ok(());
                }
                if self.is_aggregate(ty) && !self.has_type(value, ty)? {
                    let before = cursor.next;
                    self.deeper(value.span, |lowerer| lowerer.fill(place, ty, cursor, false, progress))?;
                    // An empty struct takes nothing; it must not be asked for ever.
                    if cursor.next == before {
                        return self.fail(value.span, "this value initialises nothing");
                    }
                    return Ok(());
                }
                cursor.next += 1;
                self.initialize_scalar(place, ty, value, progress)
            }
        }
    }

    /// Whether an expression is a value of the record type `ty`.
    fn has_type(&mut self, value: &Expression, ty: TypeId) -> Lowered<bool> {
        if !matches!(self.program.types.get(ty), Type::Record(_)) || !may_be_record(value) {
            return Ok(false);
        }
        self.doubling(value.span, |lowerer| lowerer.type_of(value)).map(|found| found == ty)
    }

    /// Compilers differ in what the rest of an object holds that a record initialised, and then a part of it is given anew
    /// (C committee, report 413).
    fn check_part_of_value(&mut self, before: &[InitializerItem], ty: TypeId, item: &InitializerItem) -> Lowered<()> {
        for earlier in before {
            if let Initializer::Expression(value) = &earlier.initializer
                && self.has_type(value, ty)?
            {
                let span = item_span(item);
                let reason = "a part is initialised again of what a struct has initialised";
                self.unsupported(&format!("part again at {}", span.start), reason.into(), span);
                break;
            }
        }
        Ok(())
    }

    /// First and last part that a designator names.
    fn designated(&mut self, ty: TypeId, designator: &Designator) -> Lowered<(u64, u64)> {
        let (low, high, span) = match designator {
            Designator::Field(name) => {
                let Type::Record(record) = self.program.types.get(ty) else {
                    return self.fail(name.span, format!("member '{}' of something that is not a struct", name.name));
                };
                let path = self.program.types.find_field(*record, &name.name);
                return match path.as_deref() {
                    Some([first, ..]) => Ok((u64::from(first.index), u64::from(first.index))),
                    _ => self.fail(name.span, format!("there is no member '{}'", name.name)),
                };
            }
            Designator::Index(index) => {
                let value = self.constant(index)?;
                (value, value, index.span)
            }
            Designator::Range(low, high) => (self.constant(low)?, self.constant(high)?, low.span),
        };
        let most = i128::from(self.parts(ty));
        let is_array = matches!(self.program.types.get(ty), Type::Array(..));
        if !is_array || low < 0 || high < low || high >= most || high - low > LONGEST_RANGE {
            return self.fail(span, "the designator does not fit the array");
        }
        Ok((low as u64, high as u64))
    }

    /// GCC evaluates the value for a range once: one with effects is not followed.
    fn check_range(&mut self, low: u64, high: u64, item: &InitializerItem) {
        if low < high && has_effects(&item.initializer) {
            let span = item_span(item);
            self.unsupported(
                &format!("range at {}", span.start),
                "a range that is given a value with effects".into(),
                span,
            );
        }
    }

    /// Follows the rest of a designator and initialises what it leads to.
    fn designated_part(
        &mut self,
        place: Expr,
        ty: TypeId,
        rest: &[Designator],
        item: &InitializerItem,
        progress: &mut Progress,
    ) -> Lowered<()> {
        if let Some(first) = rest.first() {
            let rest = self.behind_first(ty, rest);
            let (low, high) = self.designated(ty, first)?;
            self.check_range(low, high, item);
            for part in low..=high {
                let (place, ty) = self.part(&place, ty, part, item_span(item))?;
                self.designated_part(place, ty, rest, item, progress)?;
            }
            return Ok(());
        }
        if std::mem::take(&mut progress.again) && self.is_aggregate(ty) {
            self.forget_parts(&place, item_span(item), progress)?;
        }
        let undesignated = InitializerItem { designators: Box::default(), initializer: item.initializer.clone() };
        let items = std::slice::from_ref(&undesignated);
        self.element_from(place, ty, &mut Cursor { items, next: 0 }, progress)
    }

    /// What of a designator is left within the part of `ty` that its first step leads to: all of it, where that is an
    /// anonymous struct or union, through which its member is named.
    fn behind_first<'d>(&self, ty: TypeId, designators: &'d [Designator]) -> &'d [Designator] {
        let through_anonymous = match (self.program.types.get(ty), designators.first()) {
            (Type::Record(record), Some(Designator::Field(name))) => {
                self.program.types.find_field(*record, &name.name).is_some_and(|path| path.len() > 1)
            }
            _ => false,
        };
        if through_anonymous { designators } else { designators.get(1..).unwrap_or_default() }
    }

    /// Whether what follows without a designator goes to parts of the part that was named last: not behind the member of an
    /// anonymous union.
    fn goes_on_inside(
        &mut self,
        address: &Expr,
        ty: TypeId,
        part: u64,
        rest: &[Designator],
        item: &InitializerItem,
    ) -> Lowered<bool> {
        if rest.is_empty() {
            return Ok(false);
        }
        let (_, inner) = self.part(address, ty, part, item_span(item))?;
        let is_union = match self.program.types.get(inner) {
            Type::Record(record) => self.program.types.record(*record).is_union,
            _ => false,
        };
        Ok(!(is_union && self.behind_first(inner, rest).is_empty()))
    }

    /// How many parts an aggregate has that a list can initialise: one of a union.
    pub(super) fn parts(&self, ty: TypeId) -> u64 {
        match self.program.types.get(ty) {
            Type::Array(_, count) => count.unwrap_or(1 << 40),
            Type::Record(record) => {
                let count = self.program.types.fields(*record).len() as u64;
                if self.program.types.record(*record).is_union { count.min(1) } else { count }
            }
            _ => 1,
        }
    }

    /// Address and type of a part of the aggregate at `address`.
    pub(super) fn part(&mut self, address: &Expr, ty: TypeId, index: u64, span: Span) -> Lowered<(Expr, TypeId)> {
        match self.program.types.get(ty).clone() {
            Type::Record(record) => {
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                let field = FieldId { record, index };
                let place = self.field_address(address.clone(), field);
                Ok((place, self.program.types.field(field).ty))
            }
            Type::Array(element, _) => {
                let pointer = self.program.types.pointer(element);
                let base = Expr::new(ExprNode::Cast(Box::new(address.clone())), pointer);
                let word = self.program.types.difference_type();
                let place = self.element(base, Expr::integer(i128::from(index), word), span)?;
                Ok((place, element))
            }
            _ => Ok((address.clone(), ty)),
        }
    }

    fn is_string_for(&mut self, ty: TypeId, value: &Expression) -> bool {
        match *self.program.types.get(ty) {
            Type::Array(element, Some(_)) => self.is_string_of(element, value),
            _ => false,
        }
    }

    /// An array of characters from a string; `false` if it is something else.
    fn initialize_string(
        &mut self,
        address: &Expr,
        ty: TypeId,
        value: &Expression,
        progress: &mut Progress,
    ) -> Lowered<bool> {
        let (&Type::Array(element, count), ExpressionKind::String { bytes, encoding }) =
            (self.program.types.get(ty), &value.kind)
        else {
            return Ok(false);
        };
        if !self.is_string_of(element, value) {
            return Ok(false);
        }
        let units = units(bytes, *encoding);
        // A flexible array takes all of the string.
        let count = count.unwrap_or(units.len() as u64 + 1);
        let ty = self.program.types.intern(Type::Array(element, Some(count)));
        let pointer = self.program.types.pointer(ty);
        let address = &Expr::new(address.node.clone(), pointer);
        let length = units.len() as u64;
        if length > count {
            self.diagnostics.warning(value.span, "the string is longer than the array");
        }
        if length + 1 == count {
            // Through the `char *` itself: an array of `unsigned char` may be filled, too.
            let source = match self.string_place(bytes, *encoding).node {
                ExprNode::Cast(string) => Expr::new(ExprNode::Cast(string), address.ty),
                node => Expr::new(node, address.ty),
            };
            self.write(Command::Copy { target: address.clone(), source, ty }, value.span, progress.storage);
            progress.record(address);
            return Ok(true);
        }
        for (index, unit) in units.iter().take(usize::try_from(count).unwrap_or(usize::MAX)).enumerate() {
            let (place, element) = self.part(address, ty, index as u64, value.span)?;
            let unit = self.wrapped(i128::from(*unit), element);
            progress.record(&place);
            self.write(Command::Store { address: place, value: unit }, value.span, progress.storage);
        }
        Ok(true)
    }

    fn initialize_scalar(
        &mut self,
        place: Expr,
        ty: TypeId,
        value: &Expression,
        progress: &mut Progress,
    ) -> Lowered<()> {
        if matches!(self.program.types.get(ty), Type::Array(..)) {
            return self.fail(value.span, "an array must be initialised by a list");
        }
        let again = !progress.record(&place) || progress.has_whole(&place);
        if progress.storage == Storage::Static {
            return self.initialize_static(place, ty, value, again);
        }
        self.check_order(value);
        // What initialises one object is a full expression, also in a list.
        self.full_expression(|lowerer| {
            let computed = lowerer.value(value)?;
            let computed = lowerer.assign_convert(computed, ty, "initialisation", value.span)?;
            lowerer.finish(computed, place, value.span)
        })
    }

    /// A constant for an object of static storage. Zeros need no store, unless something else is there (`again`).
    fn initialize_static(&mut self, place: Expr, ty: TypeId, value: &Expression, again: bool) -> Lowered<()> {
        let builder = std::mem::replace(&mut self.builder, FlowchartBuilder::new());
        let computed = self.at_once(|lowerer| {
            let computed = match &value.kind {
                // GNU C allows a compound literal for an object of its type.
                ExpressionKind::CompoundLiteral(_, items) => {
                    lowerer.type_of(value)?;
                    let list = Initializer::List(items.to_vec(), value.span);
                    if lowerer.is_aggregate(ty) {
                        lowerer.initialize(place.clone(), &list, Storage::Static)?;
                        return Ok(None);
                    }
                    lowerer.value(value)?
                }
                _ => lowerer.value(value)?,
            };
            lowerer.assign_convert(computed, ty, "initialisation", value.span).map(Some)
        });
        let used = std::mem::replace(&mut self.builder, builder);
        match computed? {
            None => Ok(()),
            Some(LoweredValue::Pure(expr)) if used.does_nothing() && is_constant(&expr) => {
                if again || !matches!(expr.node, ExprNode::Integer(0) | ExprNode::Null) {
                    let command = self.store_command(place, expr);
                    self.initialize_global(command, value.span);
                }
                Ok(())
            }
            Some(_) => self.fail(value.span, "the initialiser is not constant"),
        }
    }

    pub(super) fn write(&mut self, command: Command, span: Span, storage: Storage) {
        match storage {
            Storage::Static => self.initialize_global(command, span),
            Storage::Automatic => self.emit(command, span),
        }
    }

    // ---- compound literals

    /// `(type){ … }`: the address of a new object.
    pub(super) fn compound_literal(
        &mut self,
        ty_name: &TypeName,
        items: &[InitializerItem],
        span: Span,
    ) -> Lowered<Expr> {
        let ty = self.type_name(ty_name)?;
        let list = Initializer::List(items.to_vec(), span);
        let ty = self.completed_by(ty, Some(&list))?;
        if self.program.types.size_of(ty).is_none() {
            let ty = self.show(ty);
            return self.fail(span, format!("an object of the incomplete type '{ty}'"));
        }
        self.fresh += 1;
        let name = format!("literal#{}", self.fresh);
        let (kind, storage) = match self.function {
            None => (VariableKind::Global, Storage::Static),
            Some(_) => (VariableKind::Local, Storage::Automatic),
        };
        let variable = self.variable(&name, ty, kind, span);
        self.record_constant_variable(variable, &ty_name.specifiers, &ty_name.declarator.derivations);
        if kind == VariableKind::Local {
            self.start_lifetime(variable, span);
        }
        let address = self.address_of(variable);
        self.initialize(address.clone(), &list, storage)?;
        Ok(address)
    }
}

/// Adds a range behind others; one that goes on with the last lengthens it.
fn add_range(ranges: &mut Vec<(u64, u64)>, low: u64, high: u64) {
    match ranges.last_mut() {
        Some((_, last)) if last.checked_add(1) == Some(low) => *last = high,
        _ => ranges.push((low, high)),
    }
}

fn item_span(item: &InitializerItem) -> Span {
    match &item.initializer {
        Initializer::Expression(expression) => expression.span,
        Initializer::List(_, span) => *span,
    }
}

/// Whether something happens when an initialiser is evaluated.
fn has_effects(initializer: &Initializer) -> bool {
    match initializer {
        Initializer::Expression(value) => has_call(value) || may_write(value),
        Initializer::List(items, _) => items.iter().any(|item| has_effects(&item.initializer)),
    }
}

/// Whether an expression can be a struct by its form; constants cannot.
fn may_be_record(value: &Expression) -> bool {
    !matches!(
        value.kind,
        ExpressionKind::Integer { .. }
            | ExpressionKind::Float { .. }
            | ExpressionKind::LongDouble(_)
            | ExpressionKind::Character { .. }
            | ExpressionKind::String { .. }
            | ExpressionKind::Binary(..)
            | ExpressionKind::SizeofExpression(_)
            | ExpressionKind::SizeofType(_)
    )
}

/// Whether a value is known before the program starts: it reads no memory.
fn is_constant(expr: &Expr) -> bool {
    let mut constant = true;
    expr.visit(&mut |part| constant &= !matches!(part.node, ExprNode::Load(_)));
    constant
}
