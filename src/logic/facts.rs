//! What a whole procedure never does, found by one look at its flowchart.
//!
//! The facts justify shortcuts that would be wrong in general: a pointer cannot point into the middle of a node if
//! no statement takes the address of a field (entry states have no such pointers either, see [`crate::program::start`]). Every fact
//! is phrased so that `false` is the safe value.

use std::collections::BTreeSet;

use crate::ctype::{FieldId, Type, TypeId, TypeTable};
use crate::program::start::Start;
use crate::program::{Command, Expr, ExprNode, Flowchart, Program, VariableId, VariableKind};

/// Facts about a call-free procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    never_frees: bool,
    well_typed: bool,
    exposed_variables: BTreeSet<VariableId>,
    exposed_fields: BTreeSet<FieldId>,
    exposed_elements: bool,
}

impl Facts {
    /// The facts of a flowchart, with the initialisers of the program's globals.
    pub fn of(program: &Program, flowchart: &Flowchart) -> Facts {
        let mut facts = Facts {
            never_frees: true,
            well_typed: true,
            exposed_variables: BTreeSet::new(),
            exposed_fields: BTreeSet::new(),
            exposed_elements: false,
        };
        let edges = flowchart.edges().map(|id| flowchart.edge(id)).chain(&program.initializers);
        for edge in edges {
            facts.note_command(&program.types, &edge.command);
        }
        // Symbolic constants may lead to any global whose address some function takes, even one that is never called.
        let globals = program.variables.enumerate().filter(|(_, variable)| variable.kind == VariableKind::Global);
        facts.exposed_variables.extend(globals.filter(|(_, global)| global.address_taken).map(|(id, _)| id));
        // What a procedure is called with may lead to globals, too.
        let entry = flowchart.location(flowchart.entry).function;
        for target in Start::of(program, entry).all_targets() {
            facts.exposed_variables.insert(target.variable);
            let is_array = program
                .variables
                .get(target.variable)
                .is_some_and(|global| matches!(program.types.get(global.ty), Type::Array(..)));
            facts.exposed_elements |= is_array;
        }
        // The lifetime of an exposed variable ends: pointers to it dangle.
        let ends = |id| matches!(&flowchart.edge(id).command, Command::ScopeEnd(ended) if !facts.is_private(*ended));
        if flowchart.edges().any(ends) {
            facts.never_frees = false;
        }
        facts
    }

    fn note_command(&mut self, types: &TypeTable, command: &Command) {
        match command {
            Command::Store { address, value } => {
                self.note_place(types, address);
                self.note_value(types, value);
            }
            Command::Copy { target, source, .. } => {
                self.note_place(types, target);
                self.note_place(types, source);
            }
            Command::Assume { condition, .. } => self.note_value(types, condition),
            Command::Allocate { address, bytes, .. } => {
                // A part of an object may exist without the whole.
                let target = types.pointee(address.ty).and_then(|pointer| types.pointee(pointer));
                if target.is_some_and(|target| matches!(types.get(target), Type::Record(_)))
                    && !holds_target(types, bytes, target)
                {
                    self.well_typed = false;
                }
                self.note_place(types, address);
                self.note_value(types, bytes);
            }
            Command::Free(pointer) => {
                self.never_frees = false;
                self.note_value(types, pointer);
            }
            Command::Havoc { address } => self.note_place(types, address),
            Command::Call { arguments, .. } | Command::Print { arguments, .. } => {
                arguments.iter().for_each(|argument| self.note_value(types, argument));
            }
            Command::Library { function, arguments, result } => {
                self.well_typed &= function.touches_nothing() || function.prints();
                arguments.iter().for_each(|argument| self.note_value(types, argument));
                result.iter().for_each(|result| self.note_place(types, result));
            }
            Command::Unsupported { .. } => self.well_typed = false,
            Command::Skip | Command::ScopeStart(_) | Command::ScopeEnd(_) | Command::Fail(_) | Command::Halt(_) => {}
        }
    }

    /// An expression whose value is kept or compared: an address in it becomes known to the program.
    fn note_value(&mut self, types: &TypeTable, value: &Expr) {
        match &value.node {
            ExprNode::VariableAddress(variable) => {
                self.exposed_variables.insert(*variable);
            }
            ExprNode::FieldAddress(base, field) => {
                self.exposed_fields.insert(*field);
                // A pointer to a field of a variable is also a pointer into the variable.
                self.note_value(types, base);
            }
            ExprNode::ElementAddress(base, index) => {
                self.exposed_elements = true;
                self.note_value(types, base);
                self.note_value(types, index);
            }
            ExprNode::Load(address) => self.note_place(types, address),
            ExprNode::Cast(inner) => {
                self.note_cast(types, inner, value);
                self.note_value(types, inner);
            }
            _ => value.children().for_each(|child| self.note_value(types, child)),
        }
    }

    /// An address that is only read from or written to.
    fn note_place(&mut self, types: &TypeTable, address: &Expr) {
        match &address.node {
            ExprNode::VariableAddress(_) => {}
            ExprNode::FieldAddress(base, field) => {
                if types.record(field.record).is_union {
                    self.well_typed = false;
                }
                self.note_place(types, base);
            }
            ExprNode::ElementAddress(base, index) => {
                self.note_place(types, base);
                self.note_value(types, index);
            }
            ExprNode::Cast(inner) if is_array_decay(types, inner) => self.note_place(types, inner),
            _ => self.note_value(types, address),
        }
    }

    /// A conversion that lets one block be seen under two types makes typed reasoning about aliases wrong.
    fn note_cast(&mut self, types: &TypeTable, from: &Expr, to: &Expr) {
        let harmless = matches!(from.node, ExprNode::Null | ExprNode::Integer(0))
            || from.ty == to.ty
            || !types.is_pointer(to.ty) && !types.is_pointer(from.ty)
            || is_array_decay(types, from);
        if !harmless {
            self.well_typed = false;
        }
    }

    /// No statement frees a block or ends the life of a variable that a pointer may know: so every pointer that has a
    /// determinate value is NULL or points to something alive.
    pub fn never_frees(&self) -> bool {
        self.never_frees
    }

    /// No cast, union or unsupported statement lets one address be used under two types, and no block is allocated for a
    /// record that it may be too small for.
    pub fn well_typed(&self) -> bool {
        self.well_typed
    }

    /// No pointer can point to this variable or into it.
    pub fn is_private(&self, variable: VariableId) -> bool {
        self.well_typed && !self.exposed_variables.contains(&variable)
    }

    /// Every pointer has the type of what it points to, and points to the start of a block of the heap: no address of a
    /// variable, of a field or of an element is kept anywhere.
    pub fn has_plain_pointers(&self) -> bool {
        self.well_typed && self.exposed_variables.is_empty() && self.exposed_fields.is_empty() && !self.exposed_elements
    }

    /// The variables that a pointer may know.
    pub fn exposed_variables(&self) -> impl Iterator<Item = VariableId> {
        self.exposed_variables.iter().copied()
    }

    /// Whether a pointer to `target` may point into the middle of an object.
    pub fn may_point_inside(&self, types: &TypeTable, target: TypeId) -> bool {
        let is_void = matches!(types.get(target), Type::Void);
        !self.no_inner_elements()
            || self.exposed_fields.iter().any(|field| is_void || begins_with(types, types.field(*field).ty, target))
    }

    /// No pointer can point to this field of an object: it is reached through its object only.
    pub fn is_inner(&self, field: FieldId) -> bool {
        self.well_typed && !self.exposed_fields.contains(&field)
    }

    /// No pointer can point to an element of an array other than its first.
    pub fn no_inner_elements(&self) -> bool {
        self.well_typed && !self.exposed_elements
    }
}

/// Whether a block of so many bytes surely holds a whole object of type `target`.
pub(crate) fn holds_target(types: &TypeTable, bytes: &Expr, target: Option<TypeId>) -> bool {
    let needed = target.and_then(|target| types.size_of(target));
    match (&bytes.node, needed) {
        (ExprNode::Integer(bytes), Some(needed)) => *bytes >= i128::from(needed),
        (ExprNode::Cast(inner), _) => holds_target(types, inner, target),
        _ => false,
    }
}

/// Whether an object of type `whole` is one of type `part`, or an array whose first element is.
pub(crate) fn begins_with(types: &TypeTable, whole: TypeId, part: TypeId) -> bool {
    let mut inner = whole;
    while let Type::Array(element, _) = types.get(inner) {
        if inner == part {
            return true;
        }
        inner = *element;
    }
    inner == part
}

/// Whether `inner` is the address of an array, about to become the address of its first element.
fn is_array_decay(types: &TypeTable, inner: &Expr) -> bool {
    types.pointee(inner.ty).is_some_and(|target| matches!(types.get(target), Type::Array(..)))
}
