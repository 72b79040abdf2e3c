//! Numbers that have no influence: a run does the same whatever they are, but for what it prints.
//!
//! The cone of influence of what a run does (E. Clarke, O. Grumberg, D. Peled: Model Checking, 1999, section 13.1). Numbers have
//! influence if they decide branches, addresses or sizes, or are given to the C library; and so have the numbers from which
//! these are computed, in any number of steps, whatever the order of commands. The analysis follows variables, and members
//! of all objects of a record together. A number has influence, too, if the program takes its address, or may access its
//! bytes as something else.
//!
//! That a number has no influence is no reason to leave out what its commands do wrong: an engine may only forget the number.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Callee, Command, Expr, ExprNode, Program, VariableId};
use ctype::{FieldId, RecordId, Type, TypeId, TypeTable};

/// Where a number lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Variable(VariableId),
    /// A member in every object of its record.
    Member(FieldId),
}

/// What becomes of a value.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// It decides something.
    Decides,
    /// It goes into the value of a place.
    StoredIn(Place),
    /// Nothing.
    Nothing,
}

/// The numbers of a program that have influence.
#[derive(Clone, Default, Debug)]
pub struct Influence(BTreeSet<Place>);

impl Influence {
    pub fn of(program: &Program) -> Influence {
        let mut uses = Uses::new(program);
        program.edges().for_each(|edge| uses.command(&edge.command));
        uses.close()
    }

    /// Returns true if an address is that of a number without influence.
    pub fn has_none(&self, program: &Program, address: &Expr) -> bool {
        place_of(&program.types, address).is_some_and(|place| !self.0.contains(&place))
    }

    /// Returns true for a number without influence.
    pub fn variable_has_none(&self, program: &Program, variable: VariableId) -> bool {
        let known = program.variables.get(variable);
        known.is_some_and(|known| program.types.is_integer(known.ty)) && !self.0.contains(&Place::Variable(variable))
    }

    /// Returns true for a number without influence, in every object of the member's record.
    pub fn member_has_none(&self, program: &Program, member: FieldId) -> bool {
        program.types.is_integer(program.types.field(member).ty) && !self.0.contains(&Place::Member(member))
    }
}

/// Returns the place of an integer that an address names.
fn place_of(types: &TypeTable, address: &Expr) -> Option<Place> {
    let is_integer = types.pointee(address.ty).is_some_and(|ty| types.is_integer(ty));
    match address.node {
        ExprNode::VariableAddress(variable) if is_integer => Some(Place::Variable(variable)),
        ExprNode::FieldAddress(_, field) if is_integer => Some(Place::Member(field)),
        _ => None,
    }
}

/// Returns the members of a record itself.
fn members_of(types: &TypeTable, record: RecordId) -> impl Iterator<Item = Place> {
    (0..types.fields(record).len() as u32).map(move |index| Place::Member(FieldId { record, index }))
}

/// The types of objects whose addresses become `void *`, and of those that such pointers lead to.
#[derive(Default)]
struct Untyped {
    from: BTreeSet<TypeId>,
    to: BTreeSet<TypeId>,
}

/// The uses of numbers in the commands seen so far.
struct Uses<'p> {
    program: &'p Program,
    observed: BTreeSet<Place>,
    /// For each place, the places whose values go into its own.
    sources: BTreeMap<Place, BTreeSet<Place>>,
    /// The types of objects whose bytes may be accessed by other types than theirs.
    retyped: BTreeSet<TypeId>,
    untyped: Untyped,
}

impl<'p> Uses<'p> {
    /// Members of unions share their bytes.
    fn new(program: &'p Program) -> Uses<'p> {
        let types = &program.types;
        let unions = || types.records().filter(|(_, record)| record.is_union).map(|(id, _)| id);
        Uses {
            program,
            observed: unions().flat_map(|union| members_of(types, union)).collect(),
            sources: BTreeMap::new(),
            retyped: unions().flat_map(|union| types.fields(union)).map(|member| member.ty).collect(),
            untyped: Untyped::default(),
        }
    }

    /// Adds what has influence by way of other numbers.
    fn close(mut self) -> Influence {
        let types = &self.program.types;
        if self.untyped.from.union(&self.untyped.to).count() > 1 {
            self.retyped.append(&mut self.untyped.from);
        }
        for part in types.with_parts(self.retyped) {
            if let Type::Record(record) = types.get(part) {
                self.observed.extend(members_of(types, *record));
            }
        }
        let mut open: Vec<Place> = self.observed.iter().copied().collect();
        while let Some(place) = open.pop() {
            for source in self.sources.get(&place).into_iter().flatten() {
                if self.observed.insert(*source) {
                    open.push(*source);
                }
            }
        }
        Influence(self.observed)
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Store { address, value } => {
                self.address(address);
                let target = self.stored_in(address);
                self.value(value, target);
            }
            Command::Copy { target, source, .. } => {
                [target, source].into_iter().for_each(|address| self.address(address))
            }
            Command::Havoc { address } => self.address(address),
            Command::Allocate { address, bytes, .. } => {
                self.address(address);
                self.value(bytes, Use::Decides);
            }
            Command::Free(pointer) => self.freed(pointer),
            Command::Call { callee, arguments, result } => self.call(callee, arguments, result.as_ref()),
            Command::Print { arguments, .. } => self.print(arguments),
            Command::Library { arguments, result, .. } => {
                arguments.iter().for_each(|argument| self.given_to_library(argument));
                result.iter().for_each(|address| self.value(address, Use::Decides));
            }
            other => other.expressions().into_iter().for_each(|expr| self.value(expr, Use::Decides)),
        }
    }

    fn stored_in(&self, address: &Expr) -> Use {
        place_of(&self.program.types, address).map_or(Use::Decides, Use::StoredIn)
    }

    /// A block is freed as a whole, whatever the type of the pointer.
    fn freed(&mut self, pointer: &Expr) {
        let mut pointer = pointer;
        while let ExprNode::Cast(inner) = &pointer.node {
            pointer = inner;
        }
        self.value(pointer, Use::Decides);
    }

    fn call(&mut self, callee: &Callee, arguments: &[Expr], result: Option<&Expr>) {
        let known = match callee {
            Callee::Direct(function) => Some(*function),
            Callee::Indirect(pointer) => {
                self.value(pointer, Use::Decides);
                None
            }
            Callee::Declared(_) => None,
        };
        let callee = known.and_then(|function| self.program.functions.get(function));
        let parameters = callee.map_or(&[][..], |function| &function.parameters);
        let targets = parameters.iter().map(|parameter| Use::StoredIn(Place::Variable(*parameter)));
        for (argument, target) in arguments.iter().zip(targets.chain(std::iter::repeat(Use::Decides))) {
            self.value(argument, target);
        }
        let Some(address) = result else { return };
        self.address(address);
        let returned = callee.and_then(|function| function.result).map(Place::Variable);
        match (self.stored_in(address), returned) {
            (Use::StoredIn(target), Some(returned)) => drop(self.sources.entry(target).or_default().insert(returned)),
            (_, Some(returned)) => drop(self.observed.insert(returned)),
            (_, None) => {}
        }
    }

    /// The C library may look at all bytes that a pointer leads to (`memcmp`).
    fn given_to_library(&mut self, argument: &Expr) {
        let types = &self.program.types;
        self.retyped.extend(argument.bases().filter_map(|base| types.pointee(base.ty)));
        self.value(argument, Use::Decides);
    }

    /// Numbers are only printed, unless the format takes them for the widths of others (`*`) or is not known.
    fn print(&mut self, arguments: &[Expr]) {
        let program = self.program;
        let pointers = || arguments.iter().filter(|argument| program.types.is_pointer(argument.ty));
        let text = |pointer: &Expr| match pointer.bases().last()?.node {
            ExprNode::StringAddress(literal) => program.strings.get(literal),
            _ => None,
        };
        let is_known = pointers().next().is_none() || pointers().any(|pointer| text(pointer).is_some());
        let has_widths = pointers().filter_map(text).any(|text| text.contains(&b'*'));
        let numbers = if is_known && !has_widths { Use::Nothing } else { Use::Decides };
        for argument in arguments {
            self.value(argument, if program.types.is_integer(argument.ty) { numbers } else { Use::Decides });
        }
    }

    /// Adds the uses within the address of an access.
    fn address(&mut self, address: &Expr) {
        match &address.node {
            ExprNode::VariableAddress(_) => {}
            ExprNode::FieldAddress(base, _) => self.address(base),
            ExprNode::ElementAddress(base, index) => {
                self.address(base);
                self.value(index, Use::Decides);
            }
            ExprNode::Cast(base) => {
                self.cast(base, address.ty);
                self.address(base);
            }
            _ => self.value(address, Use::Decides),
        }
    }

    /// Adds the uses within a value.
    fn value(&mut self, value: &Expr, becomes: Use) {
        match &value.node {
            ExprNode::Load(address) => {
                self.address(address);
                match (place_of(&self.program.types, address), becomes) {
                    (Some(place), Use::Decides) => drop(self.observed.insert(place)),
                    (Some(place), Use::StoredIn(target)) => drop(self.sources.entry(target).or_default().insert(place)),
                    _ => {}
                }
            }
            // Whoever has the address may read there.
            ExprNode::VariableAddress(variable) => drop(self.observed.insert(Place::Variable(*variable))),
            ExprNode::FieldAddress(base, field) => {
                self.observed.insert(Place::Member(*field));
                self.address(base);
            }
            // Whoever calls it gets its result.
            ExprNode::FunctionAddress(function) => {
                let result = self.program.functions.get(*function).and_then(|function| function.result);
                self.observed.extend(result.map(Place::Variable));
            }
            ExprNode::ElementAddress(base, index) => {
                self.value(base, becomes);
                self.value(index, Use::Decides);
            }
            ExprNode::Cast(inner) => {
                self.cast(inner, value.ty);
                self.value(inner, becomes);
            }
            _ => value.children().for_each(|child| self.value(child, becomes)),
        }
    }

    /// Adds that a pointer is converted: the members that it leads to may then be accessed as something else.
    fn cast(&mut self, pointer: &Expr, ty: TypeId) {
        let types = &self.program.types;
        let (Some(from), Some(to)) = (types.pointee(pointer.ty), types.pointee(ty)) else { return };
        let is_element = types.parts(from) == [to] && matches!(types.get(from), Type::Array(..));
        match (types.is_void(from), types.is_void(to)) {
            _ if from == to || is_element || matches!(pointer.node, ExprNode::Null | ExprNode::Integer(_)) => {}
            (false, true) => drop(self.untyped.from.insert(from)),
            (true, false) => drop(self.untyped.to.insert(to)),
            _ => self.retyped.extend([from, to]),
        }
    }
}
