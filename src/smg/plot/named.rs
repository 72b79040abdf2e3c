//! Configurations with the program's names for their parts: variables, types and members instead of numbers and
//! offsets.
//!
//! A named configuration omits relations between numbers, so it over-approximates its configuration.

use std::collections::BTreeMap;

use crate::domain::configuration::Configuration;
use crate::domain::object::{Kind, Liveness, Object, Origin};
use crate::domain::value::{Address, ObjectId, Range, Target, Value};
use ctype::{Field, Type, TypeId};
use program::{Program, VariableKind};

/// Number of scalars that are shown of an object.
const MOST_CELLS: usize = 24;
/// Nesting depth of records up to which members are shown.
const DEEPEST: usize = 4;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct NamedConfiguration {
    /// The variables of the running function, and the globals that point to something.
    pub variables: Vec<NamedCell>,
    /// The other objects reachable from these variables, numbered from 1.
    pub objects: Vec<NamedObject>,
}

/// A variable, or a member of an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NamedCell {
    pub name: String,
    pub value: NamedValue,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NamedValue {
    Null,
    /// Never written.
    Undefined,
    /// A number, or a description of its range.
    Plain(String),
    Object {
        number: usize,
        /// The offset and the node that it points to, as text; empty for the start of the object.
        place: String,
    },
}

/// An object other than a variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NamedObject {
    /// Counted from 1.
    pub number: usize,
    /// `None` if it is unknown.
    pub type_name: Option<String>,
    /// The least number of bytes.
    pub bytes: u64,
    /// The number of blocks that it represents unless that is one: `1+`, `0–1`.
    pub count: Option<String>,
    /// False if it was freed or is out of scope.
    pub is_allocated: bool,
    pub cells: Vec<NamedCell>,
}

pub fn named(program: &Program, configuration: &Configuration) -> NamedConfiguration {
    let mut namer = Namer { program, configuration, numbers: BTreeMap::new(), open: Vec::new() };
    let locals = configuration.frames.last().into_iter().flat_map(|frame| &frame.variables);
    let mut variables = Vec::new();
    for (variable, id) in locals {
        let declared = &program.variables[*variable];
        if declared.kind != VariableKind::Temporary {
            namer.cells(*id, declared.ty, 0, declared.display(), 0, &mut variables);
        }
    }
    for (variable, id) in &configuration.globals {
        let leads = configuration.graph.object(*id).is_some_and(|object| object.successors().next().is_some());
        if leads {
            let declared = &program.variables[*variable];
            namer.cells(*id, declared.ty, 0, declared.display(), 0, &mut variables);
        }
    }
    let mut objects = Vec::new();
    // Rendering an object may number further ones.
    while let Some((id, ty)) = namer.open.get(objects.len()).copied() {
        objects.extend(namer.object(objects.len() + 1, id, ty));
    }
    NamedConfiguration { variables, objects }
}

struct Namer<'a> {
    program: &'a Program,
    configuration: &'a Configuration,
    numbers: BTreeMap<ObjectId, usize>,
    /// The objects by number, each with its type if that is known.
    open: Vec<(ObjectId, Option<TypeId>)>,
}

impl Namer<'_> {
    fn object(&mut self, number: usize, id: ObjectId, ty: Option<TypeId>) -> Option<NamedObject> {
        let object = self.configuration.graph.object(id)?;
        let mut cells = Vec::new();
        let is_allocated = object.liveness == Liveness::Valid;
        if let Some(ty) = ty.filter(|_| is_allocated) {
            self.cells(id, ty, 0, String::new(), 0, &mut cells);
        }
        Some(NamedObject {
            number,
            type_name: ty.map(|ty| self.program.types.display(ty).to_string()),
            bytes: u64::try_from(object.size.low()).unwrap_or(0),
            count: count(object),
            is_allocated,
            cells,
        })
    }

    /// Appends the scalars of an object with their paths.
    fn cells(&mut self, id: ObjectId, ty: TypeId, at: i64, path: String, depth: usize, cells: &mut Vec<NamedCell>) {
        if cells.len() >= MOST_CELLS {
            return;
        }
        let types = &self.program.types;
        match types.get(ty) {
            Type::Record(record) if depth < DEEPEST => {
                for field in types.fields(*record).iter().take(MOST_CELLS) {
                    let name = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
                    match (field.bits, i64::try_from(field.offset)) {
                        (None, Ok(offset)) => self.cells(id, field.ty, at + offset, name, depth + 1, cells),
                        _ => cells.push(NamedCell { name, value: NamedValue::Plain("…".into()) }),
                    }
                }
            }
            Type::Record(_) | Type::Array(..) => {
                cells.push(NamedCell { name: path, value: NamedValue::Plain("…".into()) });
            }
            _ => {
                let size = types.size_of(ty).and_then(|size| i64::try_from(size).ok());
                let object = self.configuration.graph.object(id);
                let (Some(size), Some(object)) = (size, object) else { return };
                let value = object.read(at, size);
                let value = self.value(value, ty);
                cells.push(NamedCell { name: path, value });
            }
        }
    }

    fn value(&mut self, value: Value, ty: TypeId) -> NamedValue {
        let is_pointer = self.program.types.is_pointer(ty);
        match value {
            Value::Undefined => NamedValue::Undefined,
            Value::Integer(0) if is_pointer => NamedValue::Null,
            Value::Integer(integer) => NamedValue::Plain(integer.to_string()),
            Value::Function(function) => {
                NamedValue::Plain(self.program.functions.get(function).map_or("", |function| &function.name).into())
            }
            Value::Address(address) => self.address(address, ty),
            Value::Inside { object, .. } => match self.number(object, None) {
                Some(number) => NamedValue::Object { number, place: " somewhere".into() },
                None => NamedValue::Plain("an address".into()),
            },
            Value::PerhapsUndefined(_) | Value::Bits(_) => NamedValue::Plain("any or ?".into()),
            Value::Unknown(_) | Value::Any(_) => NamedValue::Plain(match self.configuration.graph.range(value) {
                Some(range) if !is_pointer && !self.is_whole(range, ty) => range_text(range),
                _ => "any".into(),
            }),
        }
    }

    /// Returns true if a range includes all values of a type.
    fn is_whole(&self, range: Range, ty: TypeId) -> bool {
        let types = &self.program.types;
        let bits = types.size_of(ty).and_then(|bytes| u32::try_from(8 * bytes).ok());
        match (types.get(ty), bits) {
            (Type::Integer { signed, .. }, Some(bits)) => range.includes(Range::of_format((bits, *signed))),
            _ => false,
        }
    }

    fn address(&mut self, address: Address, ty: TypeId) -> NamedValue {
        let pointee = self.program.types.pointee(ty).filter(|_| address.offset == 0);
        let node = match address.target {
            Target::Region | Target::First => "",
            Target::Last => " last",
            Target::All => " its node",
        };
        let offset = if address.offset == 0 { String::new() } else { self.place(address) };
        match self.number(address.object, pointee) {
            Some(number) => NamedValue::Object { number, place: format!("{offset}{node}") },
            None => NamedValue::Plain(format!("&{}{offset}", self.variable_name(address.object))),
        }
    }

    /// Returns the offset of an address in its object, as the name of a member or a number of bytes.
    fn place(&self, address: Address) -> String {
        let types = &self.program.types;
        let record = self.configuration.graph.object(address.object).and_then(|object| object.record);
        let fields = record.and_then(|ty| match types.get(ty) {
            Type::Record(record) => Some(types.fields(*record)),
            _ => None,
        });
        let is_there = |offset: u64| i64::try_from(offset) == Ok(address.offset);
        let field = fields.into_iter().flatten().find(|field| is_there(field.offset));
        field.map_or_else(|| format!("{:+}", address.offset), |field| format!(".{}", field.name))
    }

    /// Returns the number of an object that is not a variable. `pointee`: the target type of a pointer to it.
    fn number(&mut self, id: ObjectId, pointee: Option<TypeId>) -> Option<usize> {
        let object = self.configuration.graph.object(id)?;
        if matches!(object.origin, Origin::Variable(_) | Origin::Literal(_)) {
            return None;
        }
        let types = &self.program.types;
        let is_useful = |ty: &TypeId| !matches!(types.get(*ty), Type::Void | Type::Function { .. });
        let ty = object.record.or(pointee.filter(is_useful));
        let next = self.open.len() + 1;
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.open.push((id, ty));
        }
        Some(number)
    }

    fn variable_name(&self, id: ObjectId) -> String {
        match self.configuration.graph.object(id).map(|object| object.origin) {
            Some(Origin::Variable(variable)) => {
                self.program.variables.get(variable).map_or_else(String::new, |variable| variable.display())
            }
            _ => "\"…\"".into(),
        }
    }
}

/// Returns the path of the member at an offset of an object: `next`, or `link.next`, or `+8` if no member starts there.
pub fn member(program: &Program, object: &Object, offset: i64) -> String {
    let types = &program.types;
    let declared = match object.origin {
        Origin::Variable(variable) => program.variables.get(variable).map(|variable| variable.ty),
        _ => object.record,
    };
    let (mut path, mut ty, mut left) = (Vec::new(), declared, offset);
    while let Some(Type::Record(record)) = ty.map(|ty| types.get(ty)).filter(|_| path.len() < DEEPEST) {
        let begins = |field: &&Field| i64::try_from(field.offset).is_ok_and(|begin| begin <= left);
        let Some(field) = types.fields(*record).iter().rfind(begins) else { break };
        left -= i64::try_from(field.offset).unwrap_or(0);
        path.push(field.name.as_str());
        ty = Some(field.ty);
    }
    if left == 0 && !path.is_empty() { path.join(".") } else { format!("+{offset}") }
}

/// Returns the number of blocks that an object represents, unless that is one.
fn count(object: &Object) -> Option<String> {
    match object.kind {
        Kind::Region | Kind::Choice { .. } => None,
        Kind::Optional | Kind::Segment { optional: true, .. } => Some("0–1".into()),
        Kind::Segment { minimum, .. } => Some(format!("{minimum}+")),
    }
}

fn range_text(range: Range) -> String {
    match (range.low() == Range::ALL.low(), range.high() == Range::ALL.high()) {
        (true, true) => "any".into(),
        (false, true) => format!("≥ {}", range.low()),
        (true, false) => format!("≤ {}", range.high()),
        (false, false) => format!("{}..{}", range.low(), range.high()),
    }
}
