//! Facts about a whole procedure, found by one pass over its flowchart.
//!
//! The facts justify shortcuts that would be wrong in general: a pointer cannot point into the middle of a node if no
//! statement takes the address of a field (entry states have no such pointers either, see [`program::start`]). For
//! every fact, `false` is the safe value.

use std::collections::BTreeSet;

use crate::meaning::library::{CallStep, Gives, typed};
use crate::meaning::{self, CallMeaning, ConversionEffect, Meaning, Touched};
use ctype::{FieldId, RecordId, Type, TypeId, TypeTable};
use program::start::Start;
use program::{Command, Expr, ExprNode, Flowchart, Program, VariableId, VariableKind, outside};

/// Facts about a call-free procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    never_frees: bool,
    well_typed: bool,
    whole_blocks: bool,
    exposed_variables: BTreeSet<VariableId>,
    exposed_fields: BTreeSet<FieldId>,
    exposed_elements: bool,
    /// Target types of pointer arithmetic, except on decayed arrays.
    stepped: BTreeSet<TypeId>,
    /// Variables that no pointer leads to, whatever types it is seen at; see [`Facts::is_hidden`].
    hidden: BTreeSet<VariableId>,
}

impl Facts {
    /// Collects the facts of a flowchart, including the program's global initialisers, the specification and the hints.
    pub fn of(program: &Program, flowchart: &Flowchart) -> Facts {
        let mut facts = Facts {
            never_frees: true,
            well_typed: true,
            whole_blocks: true,
            exposed_variables: BTreeSet::new(),
            exposed_fields: BTreeSet::new(),
            exposed_elements: false,
            stepped: BTreeSet::new(),
            hidden: BTreeSet::new(),
        };
        let mut written_behind = BTreeSet::new();
        let edges = || flowchart.edges().map(|id| flowchart.edge(id)).chain(&program.initializers);
        let mut is_followed = true;
        for edge in edges() {
            facts.record_command(program, &edge.command);
            let meaning = meaning::of_command(program, &edge.command);
            if let Meaning::Library(call) = &meaning {
                written_behind.extend(call.written_behind());
            }
            is_followed &= !matches!(meaning, Meaning::Anywhere | Meaning::Open(Touched::Everything));
        }
        facts.record_outside(program, flowchart);
        for stated in &program.stated {
            facts.record_stated(&program.types, stated, false);
        }
        facts.well_typed &= !facts.exposed_fields.iter().any(|field| {
            let has_others = program.types.fields(field.record).len() > 1;
            has_others
                && written_behind.iter().any(|number| contains(&program.types, program.types.field(*field).ty, *number))
        });
        // A pointer to a member, or to an element of one, may be advanced to a neighbour of another type.
        facts.well_typed &= !facts.exposed_fields.iter().any(|field| {
            let has_others = program.types.fields(field.record).len() > 1;
            has_others
                && facts.stepped.iter().any(|part| contains(&program.types, program.types.field(*field).ty, *part))
        });
        // Symbolic constants may point to any global whose address some function takes, even one that is never called.
        let globals = program.variables.enumerate().filter(|(_, variable)| variable.kind == VariableKind::Global);
        facts.exposed_variables.extend(globals.filter(|(_, global)| global.address_taken).map(|(id, _)| id));
        // The inputs of a procedure may point to globals, too.
        facts.record_inputs(program, &Start::of(program, flowchart.location(flowchart.entry).function));
        // When the lifetime of an exposed variable ends, pointers to it dangle.
        if edges().any(|edge| facts.ends_lifetimes(program, &edge.command)) {
            facts.never_frees = false;
        }
        let variables = program.variables.enumerate().map(|(id, _)| id);
        facts.hidden = variables
            .filter(|id| is_followed && !facts.exposed_variables.contains(id) && meaning::is_out_of_reach(program, *id))
            .collect();
        facts
    }

    /// Records the possible targets of pointers that the procedure takes from outside while it runs: externally known
    /// variables, and members and elements of these and of blocks, whose address external code may have computed.
    fn record_outside(&mut self, program: &Program, flowchart: &Flowchart) {
        let types = &program.types;
        let is_whole = Start::of(program, flowchart.location(flowchart.entry).function).is_whole();
        // Where a procedure starts, objects of other files are inputs.
        let first = program.initializers.iter().filter(|_| is_whole);
        let edges = flowchart.edges().map(|id| flowchart.edge(id)).chain(first);
        let pointed: BTreeSet<TypeId> = edges
            .flat_map(|edge| outside::pointed_types(types, &edge.command))
            .filter(|ty| is_object(types, *ty))
            .collect();
        let is_led_to = |ty: TypeId| outside::lead_into(types, &pointed, ty);
        if pointed.is_empty() {
            return;
        }
        for (id, variable) in outside::known_variables(program).filter(|(_, variable)| is_led_to(variable.ty)) {
            self.exposed_variables.insert(id);
            self.exposed_elements |= matches!(types.get(variable.ty), Type::Array(element, _) if is_led_to(*element));
        }
        types.records().for_each(|(record, _)| self.record_members(types, record, is_led_to));
    }

    /// The inputs of a procedure may point to globals, and into them.
    fn record_inputs(&mut self, program: &Program, start: &Start<'_>) {
        let types = &program.types;
        let is_led_to = |ty: TypeId| outside::lead_into(types, start.pointed(), ty);
        let led_to: BTreeSet<VariableId> = start.all_targets().iter().map(|target| target.variable).collect();
        let of_globals = led_to.iter().filter_map(|id| program.variables.get(*id)).map(|global| global.ty);
        for ty in types.with_parts(of_globals) {
            match types.get(ty) {
                Type::Array(element, _) => self.exposed_elements |= is_led_to(*element),
                Type::Record(record) => self.record_members(types, *record, is_led_to),
                _ => {}
            }
        }
        self.exposed_variables.extend(led_to);
    }

    /// Pointers may point to those members of a record whose type satisfies `is_led_to`, and to their elements.
    fn record_members(&mut self, types: &TypeTable, record: RecordId, is_led_to: impl Fn(TypeId) -> bool) {
        for (index, field) in types.fields(record).iter().enumerate().filter(|(_, field)| is_led_to(field.ty)) {
            self.exposed_fields.insert(FieldId { record, index: index as u32 });
            self.well_typed &= !types.record(record).is_union;
            self.exposed_elements |= matches!(types.get(field.ty), Type::Array(element, _) if is_led_to(*element));
        }
    }

    /// Returns true if the command may end the lifetime of something that a pointer may point to.
    pub fn ends_lifetimes(&self, program: &Program, command: &Command) -> bool {
        match (command, meaning::of_command(program, command)) {
            (Command::Free(_), _) => true,
            (Command::ScopeEnd(ended), _) => !self.is_private(*ended),
            (_, Meaning::Open(touched)) => touched.may_free(),
            (_, Meaning::Anywhere) => true,
            (_, Meaning::Library(call)) => {
                call.touched().is_some_and(Touched::may_free)
                    || call.steps.iter().any(|step| matches!(step, CallStep::Free(_)))
            }
            (_, Meaning::Exact | Meaning::Stops) => false,
        }
    }

    fn record_command(&mut self, program: &Program, command: &Command) {
        let types = &program.types;
        match command {
            Command::Store { address, value } => {
                self.record_place(types, address);
                self.record_value(types, value);
            }
            Command::Copy { target, source, .. } => {
                self.record_place(types, target);
                self.record_place(types, source);
            }
            Command::Assume { condition, .. } => self.record_value(types, condition),
            Command::Allocate { address, bytes, .. } => {
                // A part of an object may exist without the whole.
                let size = constant_size(types, bytes);
                self.record_block(types, types.pointee(address.ty), size);
                self.record_place(types, address);
                self.record_value(types, bytes);
            }
            Command::Free(pointer) => self.record_value(types, pointer),
            Command::Havoc { address } => self.record_place(types, address),
            Command::Call { arguments, result, .. } => {
                self.well_typed = false;
                arguments.iter().for_each(|argument| self.record_value(types, argument));
                result.iter().for_each(|result| self.record_place(types, result));
            }
            Command::Print { arguments, .. } => match meaning::of_command(program, command) {
                Meaning::Library(call) => self.record_call(types, &call, arguments, None),
                _ => self.well_typed = false,
            },
            Command::Library { arguments, result, .. } => match meaning::of_command(program, command) {
                Meaning::Library(call) => self.record_call(types, &call, arguments, result.as_ref()),
                _ => self.well_typed = false,
            },
            Command::Unsupported { .. } => self.well_typed = false,
            Command::Halt(Some(status)) => self.record_value(types, status),
            Command::Skip | Command::ScopeStart(_) | Command::ScopeEnd(_) | Command::Fail(_) | Command::Halt(None) => {}
        }
    }

    /// Records a block of `bytes` bytes, if known, allocated for a pointer of type `pointer`.
    fn record_block(&mut self, types: &TypeTable, pointer: Option<TypeId>, bytes: Option<u64>) {
        let target = pointer.and_then(|pointer| types.pointee(pointer));
        let is_record = target.is_some_and(|target| matches!(types.get(target), Type::Record(_)));
        let fits =
            target.and_then(|target| types.size_of(target)).zip(bytes).is_some_and(|(size, bytes)| size <= bytes);
        let is_void = target.is_some_and(|target| matches!(types.get(target), Type::Void));
        self.whole_blocks &= fits || is_void;
        // A part of an object may exist without the whole.
        if is_record && !fits {
            self.well_typed = false;
        }
    }

    /// Records a call of a function without a body. Addresses that it only reads from or writes to are places; any
    /// other may be kept.
    fn record_call(&mut self, types: &TypeTable, call: &CallMeaning<'_>, arguments: &[Expr], result: Option<&Expr>) {
        self.well_typed &= call.touched().is_none_or(Touched::keeps_types);
        let is_place = |argument: &Expr| {
            let within = |step: &CallStep<'_>| match step {
                CallStep::Fill { target, .. } => *target == argument,
                CallStep::Copy { target, source, .. } => *target == argument || *source == argument,
                CallStep::Free(_) | CallStep::Touch(_) => false,
            };
            call.steps.iter().any(within) && !matches!(call.gives, Gives::Inside)
        };
        for argument in arguments.iter().map(|argument| typed(types, argument)) {
            if is_place(argument) { self.record_place(types, argument) } else { self.record_value(types, argument) }
        }
        for step in &call.steps {
            // A pointer filled with arbitrary bytes may be no valid address.
            if let CallStep::Fill { object, zero: false, .. } = step {
                self.well_typed &= types.is_integer(*object);
            }
        }
        let Some(result) = result else { return };
        self.record_place(types, result);
        let ty = types.pointee(result.ty);
        match call.gives {
            Gives::Any => {}
            Gives::Argument(argument) => {
                let argument = typed(types, argument);
                self.well_typed &= ty == Some(argument.ty);
                self.record_value(types, argument);
            }
            Gives::Inside => {
                self.exposed_elements = true;
                // The result may point into the middle of anything but an array of its type. (A `void` pointer is
                // converted before anything is read through it, which records the same.)
                let target = ty.and_then(|ty| types.pointee(ty));
                self.well_typed &= target.is_some_and(|target| types.is_integer(target));
            }
            Gives::Block { bytes } => self.record_block(types, ty, bytes),
        }
    }

    /// Records an expression whose value is kept or compared: addresses in it are exposed.
    fn record_value(&mut self, types: &TypeTable, value: &Expr) {
        match &value.node {
            ExprNode::VariableAddress(variable) => {
                self.exposed_variables.insert(*variable);
            }
            ExprNode::FieldAddress(base, field) => {
                self.exposed_fields.insert(*field);
                // A pointer to a member of a union points to all of its members.
                if types.record(field.record).is_union {
                    self.well_typed = false;
                }
                // A pointer to a field of a variable also points into the variable.
                self.record_value(types, base);
            }
            ExprNode::ElementAddress(base, index) => {
                self.exposed_elements = true;
                self.record_step(types, base);
                self.record_value(types, base);
                self.record_value(types, index);
            }
            ExprNode::Load(address) => self.record_place(types, address),
            ExprNode::Cast(inner) => {
                self.record_cast(types, inner, value);
                self.record_value(types, inner);
            }
            _ => value.children().for_each(|child| self.record_value(types, child)),
        }
    }

    /// Records an expression of a specification, or a place that it reads. It makes no pointer that the program could
    /// use, but may see a cell at another type.
    fn record_stated(&mut self, types: &TypeTable, value: &Expr, is_place: bool) {
        match &value.node {
            ExprNode::FieldAddress(base, field) => {
                self.well_typed &= !types.record(field.record).is_union;
                self.record_stated(types, base, true);
            }
            ExprNode::ElementAddress(base, index) => {
                self.exposed_elements |= !is_place;
                self.record_step(types, base);
                self.record_stated(types, base, true);
                self.record_stated(types, index, false);
            }
            ExprNode::Load(address) => self.record_stated(types, address, true),
            ExprNode::Cast(inner) => {
                self.record_cast(types, inner, value);
                self.record_stated(types, inner, is_place);
            }
            ExprNode::Binary(..) => value.children().for_each(|child| {
                self.record_compared(child);
                self.record_stated(types, child, false);
            }),
            _ => value.children().for_each(|child| self.record_stated(types, child, false)),
        }
    }

    /// Records an operand of a comparison in a specification. No pointer points to an object whose address only the
    /// specification takes; but a dangling pointer, or one past an end, may compare equal to that address.
    fn record_compared(&mut self, operand: &Expr) {
        match &operand.node {
            ExprNode::VariableAddress(variable) => {
                self.exposed_variables.insert(*variable);
            }
            ExprNode::FieldAddress(base, field) => {
                self.exposed_fields.insert(*field);
                self.record_compared(base);
            }
            ExprNode::ElementAddress(base, _) | ExprNode::Cast(base) => self.record_compared(base),
            _ => {}
        }
    }

    /// Records pointer arithmetic on `base`. Within an array it stays there, or is an error.
    fn record_step(&mut self, types: &TypeTable, base: &Expr) {
        match &base.node {
            ExprNode::Cast(inner) if meaning::of_conversion(types, inner, base.ty) == ConversionEffect::Decay => {}
            // From a member to its neighbour.
            ExprNode::FieldAddress(_, field) => self.well_typed &= types.fields(field.record).len() == 1,
            _ => self.stepped.extend(types.pointee(base.ty)),
        }
    }

    /// Records an address that is only read from or written to.
    fn record_place(&mut self, types: &TypeTable, address: &Expr) {
        match &address.node {
            ExprNode::VariableAddress(_) => {}
            ExprNode::FieldAddress(base, field) => {
                if types.record(field.record).is_union {
                    self.well_typed = false;
                }
                self.record_place(types, base);
            }
            ExprNode::ElementAddress(base, index) => {
                self.record_step(types, base);
                self.record_place(types, base);
                self.record_value(types, index);
            }
            ExprNode::Cast(inner) if meaning::of_conversion(types, inner, address.ty) == ConversionEffect::Decay => {
                self.record_place(types, inner);
            }
            _ => self.record_value(types, address),
        }
    }

    /// A conversion that shows one block at two types invalidates typed reasoning about aliases.
    fn record_cast(&mut self, types: &TypeTable, from: &Expr, to: &Expr) {
        match meaning::of_conversion(types, from, to.ty) {
            ConversionEffect::Number | ConversionEffect::Decay => {}
            ConversionEffect::Retyped => self.well_typed = false,
        }
    }

    /// Returns true if no statement frees a block or ends the lifetime of an exposed variable. Then every determinate
    /// pointer is NULL or points to something live.
    pub fn never_frees(&self) -> bool {
        self.never_frees
    }

    /// Returns true if no cast, union or unsupported statement uses one address at two types, and no block may be too
    /// small for the record that it is allocated for.
    pub fn well_typed(&self) -> bool {
        self.well_typed
    }

    /// Returns true if every block is at least as large as the target type of the pointer that it is allocated for.
    pub fn has_whole_blocks(&self) -> bool {
        self.whole_blocks
    }

    /// Returns true if no pointer can point to this variable or into it.
    pub fn is_private(&self, variable: VariableId) -> bool {
        self.well_typed && !self.exposed_variables.contains(&variable)
    }

    /// Returns true if no pointer leads to this variable or into it, at any type: its address is never kept, and
    /// nothing runs that may write all memory. Unlike [`Facts::is_private`], this is also meaningful if casts
    /// invalidate typed reasoning.
    pub fn is_hidden(&self, variable: VariableId) -> bool {
        self.hidden.contains(&variable)
    }

    /// Returns true if every pointer has the type of its target and points to the start of a heap block: no address of
    /// a variable, field or element is ever kept.
    pub fn has_plain_pointers(&self) -> bool {
        self.well_typed && self.exposed_variables.is_empty() && self.exposed_fields.is_empty() && !self.exposed_elements
    }

    /// Returns the variables that a pointer may point to.
    pub fn exposed_variables(&self) -> impl Iterator<Item = VariableId> {
        self.exposed_variables.iter().copied()
    }

    /// Returns true if a pointer to `target` may point into the middle of an object. (A member's address becomes a
    /// pointer to void only by a conversion, after which nothing is well typed: so a `target` of `void` adds nothing.)
    pub fn may_point_inside(&self, types: &TypeTable, target: TypeId) -> bool {
        let is_void = matches!(types.get(target), Type::Void);
        !self.no_inner_elements()
            || self.exposed_fields.iter().any(|field| is_void || begins_with(types, types.field(*field).ty, target))
    }

    /// Returns true if no pointer can point to this field of an object: it is reached only through its object.
    pub fn is_inner(&self, field: FieldId) -> bool {
        self.well_typed && !self.exposed_fields.contains(&field)
    }

    /// Returns true if no pointer can point to an element of an array other than its first.
    pub fn no_inner_elements(&self) -> bool {
        self.well_typed && !self.exposed_elements
    }
}

/// Returns true if a block of this many bytes surely exists and holds an object of type `target`. (An allocation of 0
/// bytes may return NULL.)
pub fn holds_target(types: &TypeTable, bytes: &Expr, target: Option<TypeId>) -> bool {
    let needed = target.and_then(|target| types.size_of(target));
    constant_size(types, bytes).zip(needed).is_some_and(|(bytes, needed)| bytes >= needed.max(1))
}

/// Returns the value of a constant size, converted as in C; `None` if unknown.
fn constant_size(types: &TypeTable, bytes: &Expr) -> Option<u64> {
    let value = match &bytes.node {
        ExprNode::Integer(value) => *value,
        ExprNode::Cast(inner) => i128::from(constant_size(types, inner)?),
        _ => return None,
    };
    let (width, signed) = types.integer_format(bytes.ty)?;
    // A value out of the range of its type is not converted. (Lowering leaves none.)
    let most = if width >= 64 { i128::from(u64::MAX) } else { (1 << (width - u32::from(signed))) - 1 };
    u64::try_from(value).ok().filter(|_| (0..=most).contains(&value))
}

/// Returns true if the type is an object type, so that data pointers can point to it.
fn is_object(types: &TypeTable, ty: TypeId) -> bool {
    !matches!(types.get(ty), Type::Function { .. })
}

/// Returns true if an object of type `whole` has a cell of the scalar type `part`.
fn contains(types: &TypeTable, whole: TypeId, part: TypeId) -> bool {
    match types.get(whole) {
        Type::Array(element, _) => contains(types, *element, part),
        Type::Record(record) => types.fields(*record).iter().any(|field| contains(types, field.ty, part)),
        Type::Void | Type::Integer { .. } | Type::Float(_) | Type::Pointer(_) | Type::Function { .. } => whole == part,
    }
}

/// Returns true if an object of type `whole` has type `part`, or is an array whose first element has.
pub fn begins_with(types: &TypeTable, whole: TypeId, part: TypeId) -> bool {
    let mut inner = whole;
    while let Type::Array(element, _) = types.get(inner) {
        if inner == part {
            return true;
        }
        inner = *element;
    }
    inner == part
}
