//! Assigns the values of an initialiser to subobjects. Follows C11 6.7.9; (p17) refers to its paragraph 17.
//!
//! A braced list is walked with the *current object* (p17): the path of subobjects from the object of the enclosing
//! braces to the one that the next value is for. A designator sets the path anew (p18), a value descends from there
//! until a type accepts it (p13, p14, p20), and then the path advances to the next subobject (p17, p20). The result is
//! a tree of the subobjects that are given a value: a later value replaces an earlier one for the same subobject (p19),
//! and what is not in the tree is zero (p21).
//!
//! Nothing is evaluated or written here (`initialized` does that), so that the size of an array (p22) comes from the
//! same walk. Initialisers on which compilers disagree are unsupported.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::lower::either_order::has_effects;
use crate::lower::string::{is_string_of, units};
use crate::lower::{Lowered, Lowerer};
use crate::{Command, Reach};
use base::Span;
use ctype::{Type, TypeId, TypeTable};
use frontend::ast::{Designator, Expression, ExpressionKind, Identifier, Initializer, InitializerItem, Unary};

/// Maximum number of values that the ranges of designators, `[a ... b]`, may stand for in one initialiser.
const MOST_VALUES_OF_RANGES: u64 = 1 << 18;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    /// Before the program starts, by constants.
    Static,
    /// When control reaches the declaration.
    Automatic,
}

/// The values given to an object.
#[derive(Clone, Debug)]
pub(super) enum Initialized<'i> {
    /// A value for the whole object, with its ordinal number in the text.
    Whole(usize, Given<'i>),
    /// Values for some of its subobjects, by index; for at most one member of a union.
    Parts(BTreeMap<u64, Initialized<'i>>),
}

/// One value of an initialiser.
#[derive(Clone, Debug)]
pub(super) enum Given<'i> {
    Expression(&'i Expression),
    /// A character of a string, or a number of a table.
    Number(i128),
    /// A long table of numbers, in its memory representation.
    Table(Rc<[u8]>),
}

/// Result of walking an initialiser.
pub(super) struct Initialization<'i> {
    /// The type of the object, with the size of an array completed.
    pub(super) ty: TypeId,
    pub(super) storage: Storage,
    pub(super) object: Initialized<'i>,
    /// Values that later ones replaced, with their ordinal numbers. C leaves open whether they are evaluated.
    pub(super) replaced: Vec<(usize, &'i Expression)>,
    pub(super) initializer: InitializerText<'i>,
}

#[derive(Clone, Copy)]
pub(super) enum InitializerText<'i> {
    /// `= e`
    Expression(&'i Expression),
    /// `= { … }`, or the list of a compound literal.
    List(&'i [InitializerItem], Span),
}

impl<'i> From<&'i Initializer> for InitializerText<'i> {
    fn from(initializer: &'i Initializer) -> Self {
        match initializer {
            Initializer::Expression(value) => InitializerText::Expression(value),
            Initializer::List(items, span) => InitializerText::List(items, *span),
        }
    }
}

impl InitializerText<'_> {
    pub(super) fn span(self) -> Span {
        match self {
            InitializerText::Expression(value) => value.span,
            InitializerText::List(_, span) => span,
        }
    }
}

/// One step of the path to the current object: a subobject of an aggregate, or several for a range.
#[derive(Clone, Copy)]
struct Step {
    aggregate: TypeId,
    first: u64,
    last: u64,
    /// Set by braces or a designator; false if the braces are left out (p20).
    is_designated: bool,
}

/// Walks the lists of one initialiser.
struct Walker<'w, 's, 'i> {
    lowerer: &'w mut Lowerer<'s>,
    storage: Storage,
    values: usize,
    values_of_ranges: u64,
    replaced: Vec<(usize, &'i Expression)>,
}

impl Lowerer<'_> {
    /// Determines the values that an initialiser gives to an object, which may be an array of unknown size (p3).
    pub(super) fn initialization<'i>(
        &mut self,
        ty: TypeId,
        initializer: InitializerText<'i>,
        storage: Storage,
    ) -> Lowered<Initialization<'i>> {
        let mut walker = Walker { lowerer: self, storage, values: 0, values_of_ranges: 0, replaced: Vec::new() };
        let object = match initializer {
            InitializerText::List(items, span) => walker.list(ty, items, span)?,
            InitializerText::Expression(value) => walker.single(ty, value)?,
        };
        let replaced = walker.replaced;
        let ty = completed_by(&mut self.program.types, ty, &object);
        Ok(Initialization { ty, storage, object, replaced, initializer })
    }

    /// (p13) Returns true if an expression is a value of the record type `ty`.
    pub(super) fn has_type(&mut self, value: &Expression, ty: TypeId) -> Lowered<bool> {
        if !matches!(self.program.types.get(ty), Type::Record(_)) || !may_be_record(value) {
            return Ok(false);
        }
        if let ExpressionKind::CompoundLiteral(name, _) = &value.kind {
            return self.unevaluated(|lowerer| lowerer.type_name(name)).map(|found| found == ty);
        }
        self.doubled(value.span, |lowerer| lowerer.type_of(value)).map(|found| found == ty)
    }
}

impl<'i> Walker<'_, '_, 'i> {
    /// Walks an initialiser without braces for the declared object.
    fn single(&mut self, ty: TypeId, value: &'i Expression) -> Lowered<Initialized<'i>> {
        let Type::Array(element, _) = *self.lowerer.program.types.get(ty) else { return Ok(self.whole(value)) };
        if self.takes(ty, value)? {
            return Ok(self.string(ty, value));
        }
        // GNU C: a compound literal may initialise a static array.
        if let ExpressionKind::CompoundLiteral(name, items) = &value.kind
            && self.storage == Storage::Static
        {
            let literal = self.lowerer.type_name(name)?;
            let is_same = matches!(*self.lowerer.program.types.get(literal), Type::Array(other, _) if other == element);
            if is_same && (literal == ty || self.lowerer.program.types.size_of(ty).is_none()) {
                return self.list(literal, items, value.span);
            }
        }
        self.lowerer.reporter.fail(value.span, "an array must be initialised by a list")
    }

    /// Walks a braced list for the object that it initialises.
    fn list(&mut self, ty: TypeId, items: &'i [InitializerItem], span: Span) -> Lowered<Initialized<'i>> {
        if let [InitializerItem { designators, initializer: Initializer::Expression(only) }] = items
            && designators.is_empty()
            && !matches!(self.lowerer.program.types.get(ty), Type::Record(_))
            && self.takes(ty, only)?
        {
            // (p11) A scalar, or (p14, p15) a string, optionally in braces.
            return Ok(self.string(ty, only));
        }
        if let Some(bytes) = self.lowerer.table(ty, items)? {
            self.values += 1;
            return Ok(Initialized::Whole(self.values, Given::Table(bytes)));
        }
        let replaced = std::mem::take(&mut self.replaced);
        self.lowerer.deeper(span, |lowerer| {
            let (storage, values, values_of_ranges) = (self.storage, self.values, self.values_of_ranges);
            let mut inner = Walker { lowerer, storage, values, values_of_ranges, replaced };
            let object = match is_aggregate(&inner.lowerer.program.types, ty) {
                true => inner.aggregate(ty, items),
                false => inner.scalar(ty, items, span),
            };
            (self.values, self.values_of_ranges) = (inner.values, inner.values_of_ranges);
            self.replaced = inner.replaced;
            object
        })
    }

    /// Walks a scalar in more than one pair of braces, which compilers accept.
    fn scalar(&mut self, ty: TypeId, items: &'i [InitializerItem], span: Span) -> Lowered<Initialized<'i>> {
        let Some((first, excess)) = items.split_first() else { return Ok(Initialized::Parts(BTreeMap::new())) };
        if items.iter().any(|item| !item.designators.is_empty()) {
            return self.lowerer.reporter.fail(span, "a designator in the initialiser of a scalar");
        }
        excess.iter().enumerate().try_for_each(|(index, item)| self.excess(item, index > 0))?;
        match &first.initializer {
            Initializer::Expression(value) => Ok(self.whole(value)),
            Initializer::List(items, span) => self.list(ty, items, *span),
        }
    }

    /// (p17 to p20) Walks the list of an aggregate or union.
    fn aggregate(&mut self, ty: TypeId, items: &'i [InitializerItem]) -> Lowered<Initialized<'i>> {
        let mut object = Initialized::Parts(BTreeMap::new());
        // `None` before the first subobject, when there is none to advance from.
        let mut current: Option<Vec<Step>> = None;
        for item in items {
            let is_behind = current.as_ref().is_some_and(Vec::is_empty);
            if is_behind && !item.designators.is_empty() {
                // Clang stops at the first value without an object.
                self.refuse("a designator behind more initialisers than elements", item_span(item));
            }
            let path = match (item.designators.is_empty(), current.take()) {
                (false, _) => self.designated(ty, &item.designators)?,
                (true, None) if count_parts(&self.lowerer.program.types, ty) > 0 => {
                    vec![Step { aggregate: ty, first: 0, last: 0, is_designated: true }]
                }
                (true, None) => Vec::new(),
                (true, Some(path)) => self.next(path, item)?,
            };
            current = Some(match path.is_empty() {
                true => {
                    self.excess(item, is_behind)?;
                    path
                }
                false => self.item(&mut object, path, &item.initializer)?,
            });
        }
        Ok(object)
    }

    /// (p18) Returns the path that a designator list leads to, from the object of the enclosing braces.
    fn designated(&mut self, ty: TypeId, designators: &[Designator]) -> Lowered<Vec<Step>> {
        let (mut ty, mut path) = (ty, Vec::new());
        for designator in designators {
            match designator {
                Designator::Field(name) => {
                    for (aggregate, index) in self.fields(ty, name)? {
                        path.push(Step { aggregate, first: index, last: index, is_designated: true });
                    }
                }
                Designator::Index(index) => path.push(self.elements(ty, index, index)?),
                Designator::Range(low, high) => path.push(self.elements(ty, low, high)?),
            }
            ty = path.last().map_or(ty, |step| part_type(&self.lowerer.program.types, step.aggregate, step.first));
        }
        Ok(path)
    }

    /// (p7) Returns the steps to a member, including those through anonymous structs and unions.
    fn fields(&mut self, ty: TypeId, name: &Identifier) -> Lowered<Vec<(TypeId, u64)>> {
        let Type::Record(record) = *self.lowerer.program.types.get(ty) else {
            return self
                .lowerer
                .reporter
                .fail(name.span, format!("member '{}' of something that is not a struct", name.name));
        };
        let Some(path) = self.lowerer.program.types.find_field(record, &name.name) else {
            return self.lowerer.reporter.fail(name.span, format!("there is no member '{}'", name.name));
        };
        let types = &mut self.lowerer.program.types;
        Ok(path.into_iter().map(|field| (types.intern(Type::Record(field.record)), u64::from(field.index))).collect())
    }

    /// (p6) Returns the step to an array element, or to GNU C's range of elements.
    fn elements(&mut self, ty: TypeId, low: &Expression, high: &Expression) -> Lowered<Step> {
        let (first, last) = (self.lowerer.constant(low)?, self.lowerer.constant(high)?);
        let is_array = matches!(self.lowerer.program.types.get(ty), Type::Array(..));
        if !is_array || first < 0 || last < first || last >= i128::from(count_parts(&self.lowerer.program.types, ty)) {
            return self.lowerer.reporter.fail(low.span, "the designator does not fit the array");
        }
        Ok(Step { aggregate: ty, first: first as u64, last: last as u64, is_designated: true })
    }

    /// (p17) Returns the path to the subobject after the one initialised last; after a member of a union, the one after
    /// the union. The path is empty if there is none.
    fn next(&mut self, mut path: Vec<Step>, item: &InitializerItem) -> Lowered<Vec<Step>> {
        while let Some(step) = path.pop() {
            let index = step.last + 1;
            if is_union(&self.lowerer.program.types, step.aggregate)
                || index >= count_parts(&self.lowerer.program.types, step.aggregate)
            {
                continue;
            }
            if !step.is_designated && path.iter().any(|outer| outer.first < outer.last) {
                // GCC continues in the last element of the range, Clang in all.
                self.refuse("a list goes on inside of the elements of a range, without braces", item_span(item));
            }
            path.iter_mut().for_each(|outer| outer.first = outer.last);
            path.push(Step { first: index, last: index, ..step });
            break;
        }
        Ok(path)
    }

    /// Gives a value to the current object, or to its first part that accepts the value. Returns the path to that.
    fn item(
        &mut self,
        object: &mut Initialized<'i>,
        mut path: Vec<Step>,
        initializer: &'i Initializer,
    ) -> Lowered<Vec<Step>> {
        let Some(step) = path.last() else { return Ok(path) };
        let mut ty = part_type(&self.lowerer.program.types, step.aggregate, step.first);
        let given = loop {
            match initializer {
                Initializer::List(items, span) => break self.list(ty, items, *span)?,
                Initializer::Expression(value) if self.takes(ty, value)? => break self.string(ty, value),
                Initializer::Expression(value) if count_parts(&self.lowerer.program.types, ty) == 0 => {
                    // Compilers disagree about what follows an empty struct.
                    return self.lowerer.reporter.fail(value.span, "this value initialises nothing");
                }
                Initializer::Expression(_) => {
                    path.push(Step { aggregate: ty, first: 0, last: 0, is_designated: false });
                    ty = part_type(&self.lowerer.program.types, ty, 0);
                }
            }
        };
        if path.iter().any(|step| step.first < step.last) && initializer_has_effects(initializer) {
            self.refuse("a range that is given a value with effects", written_span(initializer));
        }
        self.put(object, &path, given, written_span(initializer))?;
        Ok(path)
    }

    /// Returns true if an expression initialises an object of the type as a whole.
    fn takes(&mut self, ty: TypeId, value: &'i Expression) -> Lowered<bool> {
        match *self.lowerer.program.types.get(ty) {
            // (p14, p15)
            Type::Array(element, _) => Ok(is_string_of(&mut self.lowerer.program.types, element, value)),
            // (p13)
            Type::Record(_) => self.lowerer.has_type(value, ty),
            // (p11)
            _ => Ok(true),
        }
    }

    fn whole(&mut self, value: &'i Expression) -> Initialized<'i> {
        self.values += 1;
        Initialized::Whole(self.values, Given::Expression(value))
    }

    /// (p14) The characters of a string initialise the elements one by one, the final NUL if there is room. A string
    /// that fills the array exactly stays whole.
    fn string(&mut self, ty: TypeId, value: &'i Expression) -> Initialized<'i> {
        let whole = self.whole(value);
        let (&Type::Array(_, Some(count)), ExpressionKind::String { bytes, encoding }) =
            (self.lowerer.program.types.get(ty), &value.kind)
        else {
            return whole;
        };
        let length = units(bytes, *encoding).len() as u64;
        if length > count {
            self.lowerer.reporter.warn(value.span, "the string is longer than the array");
        }
        if length + 1 == count { whole } else { self.characters(ty, whole) }
    }

    /// Splits a string or a table into its elements.
    fn characters(&mut self, ty: TypeId, whole: Initialized<'i>) -> Initialized<'i> {
        let Type::Array(element, count) = *self.lowerer.program.types.get(ty) else { return whole };
        let Initialized::Whole(order, given) = whole else { return whole };
        let numbers: Vec<i128> = match &given {
            Given::Expression(Expression { kind: ExpressionKind::String { bytes, encoding }, .. }) => {
                units(bytes, *encoding).into_iter().map(i128::from).collect()
            }
            Given::Table(bytes) => {
                let size = self.lowerer.program.types.size_of(element).unwrap_or(1).clamp(1, 16) as usize;
                bytes.chunks(size).map(little_endian).collect()
            }
            _ => return Initialized::Whole(order, given),
        };
        let numbers = (0..count.unwrap_or(u64::MAX)).zip(numbers);
        Initialized::Parts(
            numbers.map(|(index, number)| (index, Initialized::Whole(order, Given::Number(number)))).collect(),
        )
    }

    /// (p19) Replaces what the subobjects at `path` were given before.
    fn put(&mut self, object: &mut Initialized<'i>, path: &[Step], given: Initialized<'i>, span: Span) -> Lowered<()> {
        let Some((step, rest)) = path.split_first() else {
            let before = std::mem::replace(object, given);
            return self.replace(before, span);
        };
        self.open(object, step, span)?;
        let Initialized::Parts(parts) = object else { return Ok(()) };
        if is_union(&self.lowerer.program.types, step.aggregate) && !parts.contains_key(&step.first) {
            // Another member of the union replaces the one that was given a value.
            for (_, before) in std::mem::take(parts) {
                self.replace(before, span)?;
            }
        }
        for index in step.first..step.last {
            self.values_of_ranges += count_values(&given);
            if self.values_of_ranges > MOST_VALUES_OF_RANGES {
                return self.lowerer.reporter.fail(span, "the range of a designator is too long");
            }
            let part = parts.entry(index).or_insert_with(nothing);
            self.put(part, rest, given.clone(), span)?;
        }
        self.put(parts.entry(step.last).or_insert_with(nothing), rest, given, span)
    }

    /// Prepares an object, which may have a value as a whole, for a value of one of its subobjects.
    fn open(&mut self, object: &mut Initialized<'i>, step: &Step, span: Span) -> Lowered<()> {
        let of_characters = |parts: &BTreeMap<u64, Initialized<'_>>| {
            parts.values().any(|part| matches!(part, Initialized::Whole(_, Given::Number(_))))
        };
        match object {
            // Clang drops the rest of a string here.
            Initialized::Parts(parts) if !step.is_designated && of_characters(parts) => {}
            Initialized::Parts(_) => return Ok(()),
            Initialized::Whole(..) if step.is_designated => {
                let whole = std::mem::replace(object, nothing());
                *object = self.characters(step.aggregate, whole);
                if let Initialized::Parts(_) = object {
                    return Ok(());
                }
            }
            Initialized::Whole(..) => {}
        }
        // Compilers differ in the values of the remaining parts (C committee, defect report 413).
        self.refuse("a part is initialised again of what one value has initialised", span);
        let before = std::mem::replace(object, nothing());
        self.replace(before, span)
    }

    /// Records replaced values: C leaves open whether they are evaluated.
    fn replace(&mut self, before: Initialized<'i>, span: Span) -> Lowered<()> {
        let mut work = vec![before];
        while let Some(object) = work.pop() {
            match object {
                Initialized::Parts(parts) => work.extend(parts.into_values()),
                Initialized::Whole(_, Given::Expression(value)) if has_effects(value) => {
                    self.refuse("a part is initialised twice, first by a value with effects", span);
                }
                Initialized::Whole(order, Given::Expression(value)) => self.replaced.push((order, value)),
                Initialized::Whole(..) => {}
            }
        }
        Ok(())
    }

    /// (p2) Handles a value without an object. Compilers warn and do not evaluate it; one warning per list.
    fn excess(&mut self, item: &InitializerItem, is_known: bool) -> Lowered<()> {
        let span = item_span(item);
        if initializer_has_effects(&item.initializer) {
            return self.lowerer.reporter.fail(span, "more initialisers than elements, with effects");
        }
        if !is_known {
            self.lowerer.reporter.warn(span, "more initialisers than elements");
        }
        Ok(())
    }

    /// Reports an unsupported initialiser: the contents of the object are unknown, as are other effects.
    fn refuse(&mut self, reason: &str, span: Span) {
        match self.storage {
            Storage::Automatic => {
                self.lowerer.unsupported(&format!("initialiser at {}", span.start), reason.into(), span)
            }
            Storage::Static => {
                let key = format!("unsupported initialiser at {}", span.start);
                self.lowerer.reporter.warn_once(key, span, format!("unsupported: {reason}"));
                let command = Command::Unsupported { reason: reason.into(), reach: Reach::Memory };
                self.lowerer.program.initialize_global(command, span);
            }
        }
    }
}

fn nothing<'i>() -> Initialized<'i> {
    Initialized::Parts(BTreeMap::new())
}

/// Returns the number of nodes in the tree, at least one.
fn count_values(object: &Initialized<'_>) -> u64 {
    let (mut count, mut work) = (0, vec![object]);
    while let Some(object) = work.pop() {
        match object {
            Initialized::Parts(parts) => work.extend(parts.values()),
            Initialized::Whole(..) => {}
        }
        count += 1;
    }
    count
}

/// Returns the unsigned number that bytes represent in memory.
fn little_endian(bytes: &[u8]) -> i128 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | i128::from(*byte))
}

fn item_span(item: &InitializerItem) -> Span {
    written_span(&item.initializer)
}

fn written_span(initializer: &Initializer) -> Span {
    InitializerText::from(initializer).span()
}

/// Returns true if evaluating an initialiser may change anything. The parser limits the nesting of lists.
fn initializer_has_effects(initializer: &Initializer) -> bool {
    match initializer {
        Initializer::Expression(value) => has_effects(value),
        Initializer::List(items, _) => items.iter().any(|item| initializer_has_effects(&item.initializer)),
    }
}

/// Returns false if an expression is syntactically no struct.
fn may_be_record(value: &Expression) -> bool {
    if let ExpressionKind::Binary(_, left, right) = &value.kind {
        return may_be_record(left) || may_be_record(right);
    }
    !matches!(
        value.kind,
        ExpressionKind::Integer { .. }
            | ExpressionKind::Float { .. }
            | ExpressionKind::LongDouble(_)
            | ExpressionKind::Character { .. }
            | ExpressionKind::String { .. }
            | ExpressionKind::Unary(Unary::AddressOf, _)
            | ExpressionKind::SizeofExpression(_)
            | ExpressionKind::SizeofType(_)
    )
}

/// (p22) The largest indexed element determines the size of an array of unknown size.
fn completed_by(types: &mut TypeTable, ty: TypeId, object: &Initialized<'_>) -> TypeId {
    let Type::Array(element, None) = *types.get(ty) else { return ty };
    let count = count_elements(types, element, object);
    types.intern(Type::Array(element, Some(count)))
}

/// Returns the number of elements that an array of unknown size, or a flexible one, has by its initialiser.
pub(super) fn count_elements(types: &TypeTable, element: TypeId, object: &Initialized<'_>) -> u64 {
    match object {
        Initialized::Parts(parts) => parts.keys().next_back().map_or(0, |last| last + 1),
        Initialized::Whole(_, Given::Expression(value)) => match &value.kind {
            ExpressionKind::String { bytes, encoding } => units(bytes, *encoding).len() as u64 + 1,
            _ => 0,
        },
        Initialized::Whole(_, Given::Number(_)) => 0,
        Initialized::Whole(_, Given::Table(bytes)) => bytes.len() as u64 / types.size_of(element).unwrap_or(1).max(1),
    }
}

pub(super) fn is_aggregate(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Array(..) | Type::Record(_))
}

fn is_union(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Record(record) if types.record(*record).is_union)
}

/// Returns the number of subobjects that a list walks: at most one of a union (p17), no unnamed bit-fields (p9).
pub(super) fn count_parts(types: &TypeTable, ty: TypeId) -> u64 {
    match types.get(ty) {
        Type::Array(_, count) => count.unwrap_or(1 << 40),
        Type::Record(record) => {
            let count = types.fields(*record).len() as u64;
            if types.record(*record).is_union { count.min(1) } else { count }
        }
        _ => 0,
    }
}

fn part_type(types: &TypeTable, ty: TypeId, index: u64) -> TypeId {
    match types.get(ty) {
        Type::Array(element, _) => *element,
        Type::Record(record) => {
            let index = usize::try_from(index).unwrap_or(usize::MAX);
            types.fields(*record).get(index).map_or(ty, |field| field.ty)
        }
        _ => ty,
    }
}
