//! The arrays of a memory that a loop may summarise: those of the program's types whose elements are pointers, or records
//! with pointers, and are accessed by an index that is no constant.

use std::collections::BTreeSet;

use crate::domain::configuration::Configuration;
use crate::domain::graph::Graph;
use crate::domain::object::{Kind, Liveness, Object, Origin};
use crate::domain::roles::{self, VariableRoles};
use crate::domain::value::{Address, ObjectId, Target, Value};
use crate::lattice::rows::ArrayPlace;
use crate::solver::limits::SMALL_ARRAY;
use ctype::{ConstantBits, Type, TypeId, TypeTable};
use program::outside::holds_pointers;
use program::{Command, Expr, ExprNode, Program, Variable, VariableId, VariableKind};
use spec::Question;

/// Returns true if the relational analysis of a question may summarise arrays.
pub fn summarises_arrays(question: Question<'_>) -> bool {
    !ElementTypes::asked_by(question).types.is_empty()
}

/// An array in an object of a type.
struct ElementArray {
    element: TypeId,
    /// The offset of the first element.
    offset: i64,
    /// The number of elements; `None` if they reach to the end of the object.
    count: Option<i64>,
}

impl ElementArray {
    /// Returns true unless each element is better followed on its own.
    fn is_large(&self) -> bool {
        self.count.is_none_or(|count| count > SMALL_ARRAY)
    }
}

/// The element types of arrays that may be summarised.
#[derive(Clone, Debug, Default)]
pub(super) struct ElementTypes {
    types: BTreeSet<TypeId>,
    /// The global variables with such arrays. They are summarised before the first access, which may be anywhere.
    globals: Vec<VariableId>,
    /// The variables that index such arrays, and none that is better followed element by element.
    indices: BTreeSet<VariableId>,
}

impl ElementTypes {
    pub fn of(program: &Program) -> ElementTypes {
        let types = &program.types;
        let mut found = ElementTypes::default();
        // Those of arrays that are better followed element by element.
        let mut apart: BTreeSet<VariableId> = BTreeSet::new();
        let mut note = |expr: &Expr| {
            if let ExprNode::ElementAddress(base, index) = &expr.node
                && !matches!(index.node, ExprNode::Integer(_))
                && let Some(element) = types.pointee(base.ty).filter(|element| holds_pointers(types, *element))
            {
                found.types.insert(element);
                let indices = if is_small_array(types, base) { &mut apart } else { &mut found.indices };
                indices.extend(roles::variables(index));
            }
        };
        for expr in program.edges().flat_map(|edge| Command::expressions(&edge.command)) {
            expr.visit(&mut note);
        }
        found.indices.retain(|variable| !apart.contains(variable));
        let has_array = |variable: &Variable| {
            let mut members = Vec::new();
            found.add_members(types, (variable.ty, 0), &mut members);
            variable.kind == VariableKind::Global && members.iter().any(ElementArray::is_large)
        };
        found.globals = program.variables.enumerate().filter(|(_, it)| has_array(it)).map(|(id, _)| id).collect();
        found
    }

    /// Returns the types if the relational analysis may summarise arrays. The predicates of specifications know no rows.
    pub fn asked_by(question: Question<'_>) -> ElementTypes {
        if question.specification.is_none() { ElementTypes::of(question.program) } else { ElementTypes::default() }
    }

    /// Returns the roles of the program's variables.
    pub fn roles(&self, program: &Program) -> VariableRoles {
        VariableRoles::of(program, &self.indices)
    }

    /// Gives global variables with such arrays storage.
    pub fn add_globals(&self, program: &Program, configuration: &mut Configuration) {
        for id in &self.globals {
            if configuration.variable(*id).is_none() {
                // Without storage, it is not summarised.
                _ = configuration.give_storage(program, *id);
            }
        }
    }

    /// Returns the arrays in the memory of variables, with more than a few elements, and in blocks of the heap.
    pub fn places(&self, program: &Program, graph: &Graph) -> Vec<ArrayPlace> {
        if self.types.is_empty() {
            return Vec::new();
        }
        let is_candidate = |object: &Object| {
            object.level == 0
                && object.kind == Kind::Region
                && object.liveness == Liveness::Valid
                && !object.is_elements()
                && !has_constants(program, object)
        };
        let mut found = Vec::new();
        for (id, object) in graph.objects().filter(|(_, object)| is_candidate(object)) {
            let ty = declared(program, object);
            let mut members = Vec::new();
            if let Some(ty) = ty {
                self.add_members(&program.types, (ty, 0), &mut members);
            }
            if members.is_empty() && object.is_heap() {
                let element = self.element_of_block(program, graph, (id, object));
                members.extend(element.map(|element| ElementArray { element, offset: 0, count: None }));
            }
            let place = |ElementArray { element, offset, count }: ElementArray| {
                let stride = i64::try_from(program.types.size_of(element)?).ok()?;
                Some(ArrayPlace { object: id, offset, stride, count })
            };
            found.extend(members.into_iter().filter(ElementArray::is_large).filter_map(place));
        }
        found
    }

    /// Adds the arrays in an object of a type, with their offsets and numbers of elements.
    fn add_members(&self, types: &TypeTable, (ty, at): (TypeId, i64), found: &mut Vec<ElementArray>) {
        match types.get(ty) {
            Type::Array(element, Some(count)) if self.types.contains(element) => {
                found.push(ElementArray { element: *element, offset: at, count: i64::try_from(*count).ok() });
            }
            Type::Record(record) if !types.record(*record).is_union => {
                for field in types.fields(*record) {
                    let offset = i64::try_from(field.offset).unwrap_or(i64::MAX);
                    self.add_members(types, (field.ty, at.saturating_add(offset)), found);
                }
            }
            _ => {}
        }
    }

    /// Returns the type of the elements of a block, as pointers to its start are declared.
    fn element_of_block(&self, program: &Program, graph: &Graph, (id, object): (ObjectId, &Object)) -> Option<TypeId> {
        let types = &program.types;
        let is_array_of = |element: &TypeId| {
            let size = types.size_of(*element).map_or(0, i128::from);
            self.types.contains(element) && size > 0 && object.size.high() >= 2 * size
        };
        // A pointer to a member of a node is not one to an array.
        if let Some(record) = object.record {
            return Some(record).filter(is_array_of);
        }
        graph.references(id).into_iter().find_map(|(holder, at, value)| {
            let is_start = matches!(value, Value::Address(Address { target: Target::Region, offset: 0, .. }));
            let holder = graph.object(holder).filter(|_| is_start)?;
            let pointer = scalar_at(types, declared(program, holder)?, u64::try_from(at).ok()?)?;
            types.pointee(pointer).filter(is_array_of)
        })
    }
}

/// Returns true if the address of the first element of an array is that of one with few elements.
fn is_small_array(types: &TypeTable, base: &Expr) -> bool {
    let ExprNode::Cast(array) = &base.node else { return false };
    let array = types.pointee(array.ty).map(|array| types.get(array));
    matches!(array, Some(Type::Array(_, Some(count))) if i64::try_from(*count).is_ok_and(|count| count <= SMALL_ARRAY))
}

/// Returns the type of an object, if it is known.
fn declared(program: &Program, object: &Object) -> Option<TypeId> {
    match object.origin {
        Origin::Variable(id) => program.variables.get(id).map(|variable| variable.ty),
        _ => object.record,
    }
}

/// Returns true if an object has bytes that nothing may write to. A write to an element is not checked for that.
fn has_constants(program: &Program, object: &Object) -> bool {
    matches!(object.origin, Origin::Variable(id) if program.constant_bits(id) != ConstantBits::None)
}

/// Returns the type of the scalar at an offset in an object of a type.
fn scalar_at(types: &TypeTable, ty: TypeId, at: u64) -> Option<TypeId> {
    match types.get(ty) {
        Type::Array(element, _) => {
            let size = types.size_of(*element).filter(|size| *size > 0)?;
            scalar_at(types, *element, at % size)
        }
        Type::Record(record) => {
            let is_around = |field: &&ctype::Field| {
                let size = types.size_of(field.ty).unwrap_or(0);
                (field.offset..field.offset + size).contains(&at)
            };
            let field = types.fields(*record).iter().find(is_around)?;
            scalar_at(types, field.ty, at - field.offset)
        }
        _ => (at == 0).then_some(ty),
    }
}
