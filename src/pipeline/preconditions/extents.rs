//! The conjuncts of preconditions on strings, on room, and on numbers below the bound of room.

use itertools::Itertools;

use crate::expressions::{compared, read_field, value_of};
use crate::limits::MOST_PARTS_OF_ARRAYS;
use crate::preconditions::parts::{Part, PointerInput, Says, plain};
use ctype::{FieldId, IntegerKind, Type, TypeId, TypeTable};
use program::outside::holds_pointers;
use program::{BinaryOp, Expr, ExprNode, Program, VariableId};
use spec::{Predicate, StateFormula, field_name};

/// An integer that the caller gives.
pub(super) struct NumberInput {
    value: Expr,
    name: String,
    /// For a number in an object: the pointer to the object.
    object: Option<PointerInput>,
}

impl NumberInput {
    /// Returns the integers among the inputs, and those in the objects that pointers lead to.
    pub fn all(program: &Program, (inputs, pointers): (&[VariableId], &[PointerInput])) -> Vec<NumberInput> {
        let of_inputs = inputs.iter().filter_map(|input| NumberInput::of(program, *input));
        of_inputs.chain(pointers.iter().flat_map(|pointer| NumberInput::fields(&program.types, pointer))).collect()
    }

    fn of(program: &Program, input: VariableId) -> Option<NumberInput> {
        let variable = program.variables.get(input).filter(|variable| may_count(&program.types, variable.ty))?;
        Some(NumberInput { value: value_of(program, input)?, name: variable.name.clone(), object: None })
    }

    fn fields(types: &TypeTable, pointer: &PointerInput) -> Vec<NumberInput> {
        let Some(Type::Record(record)) = types.pointee(pointer.value.ty).map(|target| types.get(target)) else {
            return Vec::new();
        };
        let of_field = |index: u32| {
            let field = FieldId { record: *record, index };
            let known = types.field(field);
            let is_number = may_count(types, known.ty) && known.bits.is_none() && !types.record(*record).is_union;
            let value = read_field(types, pointer.value.clone(), field).filter(|_| is_number)?;
            let name = format!("{}->{}", pointer.name, plain(&field_name(types, field)?));
            Some(NumberInput { value, name, object: Some(pointer.without_links()) })
        };
        (0..types.fields(*record).len() as u32).filter_map(of_field).collect()
    }

    /// Returns true for two numbers of one type in one place.
    fn is_beside(&self, other: &NumberInput) -> bool {
        let place = |number: &NumberInput| number.object.as_ref().map(|object| object.value.clone());
        self.value != other.value && self.value.ty == other.value.ty && place(self) == place(other)
    }

    /// `n > 0`
    fn is_positive(&self, types: &TypeTable) -> Option<Part> {
        let formula = compared(types, BinaryOp::Less, self.zero(), self.value.clone())?;
        Some(Part::new(formula, format!("{} > 0", self.name), Says::Bound))
    }

    fn zero(&self) -> Expr {
        Expr::new(ExprNode::Integer(0), self.value.ty)
    }

    /// `x < n` or `x <= n`, and `0 <= x` unless all such numbers are.
    fn is_below(&self, bound: &NumberInput, (op, sign): (BinaryOp, &str), types: &TypeTable) -> Option<Part> {
        let below = compared(types, op, self.value.clone(), bound.value.clone())?;
        let below = Part::new(below, format!("{} {sign} {}", self.name, bound.name), Says::Bound);
        if !types.integer_format(self.value.ty)?.1 {
            return Some(below);
        }
        let not_negative = compared(types, BinaryOp::LessEqual, self.zero(), self.value.clone())?;
        Some(Part::new(not_negative, format!("0 <= {}", self.name), Says::Bound).and(below))
    }
}

/// Returns true for the type of a number that may count objects: an integer, but no character.
fn may_count(types: &TypeTable, ty: TypeId) -> bool {
    types.integer_format(ty).is_some_and(|(width, _)| width > 8)
}

impl PointerInput {
    /// `string(p)`
    fn is_string(&self, types: &TypeTable) -> Option<Part> {
        // An array of `unsigned char` rarely holds a string.
        let is_character =
            |target: TypeId| matches!(types.get(target), Type::Integer { kind: IntegerKind::Char, signed: true });
        types.pointee(self.value.ty).filter(|target| is_character(*target))?;
        let formula = StateFormula::Atom(Predicate::String(self.value.clone()));
        self.part(types, formula, format!("string({})", self.name), Says::Extent)
    }

    /// `room(p, n)`. One record that leads to others is rarely one of several.
    fn has_room(&self, number: &NumberInput, types: &TypeTable) -> Option<Part> {
        let place = number.object.as_ref().map(|object| &object.value);
        let is_beside = place == self.object.as_ref().map(|object| &object.value);
        let target = types.pointee(self.value.ty).filter(|_| is_beside)?;
        let leads_on = matches!(types.get(target), Type::Record(_)) && holds_pointers(types, target);
        types.size_of(target).filter(|size| *size > 0 && !leads_on)?;
        let formula = StateFormula::Atom(Predicate::Room(self.value.clone(), number.value.clone()));
        self.part(types, formula, format!("room({}, {})", self.name, number.name), Says::Extent)
    }
}

/// Returns the parts on strings and room, then those on room and numbers below its bound.
pub(super) fn parts(program: &Program, (inputs, pointers): (&[VariableId], &[PointerInput])) -> Vec<Part> {
    let types = &program.types;
    let numbers = NumberInput::all(program, (inputs, pointers));
    let mut found: Vec<Part> = pointers.iter().filter_map(|pointer| pointer.is_string(types)).collect();
    let mut bounds = Vec::new();
    for (pointer, number) in pointers.iter().cartesian_product(&numbers) {
        let Some(room) = pointer.has_room(number, types) else { continue };
        let others = numbers.iter().filter(|other| other.is_beside(number));
        let signs = [(BinaryOp::LessEqual, "<="), (BinaryOp::Less, "<")];
        let below = others.cartesian_product(signs).filter_map(|(other, sign)| other.is_below(number, sign, types));
        bounds.extend(number.is_positive(types).into_iter().chain(below).map(|bound| room.clone().and(bound)));
        found.push(room);
    }
    found.extend(bounds);
    found.truncate(MOST_PARTS_OF_ARRAYS);
    found
}
