//! The initial state of a program: the one definition used by every engine.
//!
//! **`main`** starts with initialised globals: zero unless the program says otherwise. `argc` is positive, as on Linux, or
//! perhaps zero ([`Program::name_may_be_missing`]); `argv` points to an array of `argc` pointers followed by NULL, each to a
//! NUL-terminated string; array and strings stay allocated and may be written. A further parameter of `main` (the
//! environment) is an array of such pointers that ends with NULL.
//!
//! **Any other procedure** starts in any typed state. Memory that the program cannot have changed holds its initial
//! value: string literals, `const` objects, and choices made by a specification, which are NULL. Every other global,
//! every parameter and every field of a block is an input: integers are arbitrary, and pointers are NULL, or lead to
//! the start of a block of their type that has its own `malloc`, or to a global of their type, or to a member or an
//! element of a global. The address of that global must be known ([`Start::targets`], [`crate::outside`]): other files
//! may take the address of globals that are not `static`, only the program itself that of the others. A pointer to a
//! function is NULL or leads to a function of its type ([`Start::functions`]). A `void *` leads
//! to a global only if the procedure, what it may call, or the specification names that global: what the procedure could
//! do with another one, it does with a block. `stdin`, `stdout` and `stderr` point to open streams.
//!
//! A block of a caller holds one object of its type. Where a specification speaks of strings or room, blocks of the types that it
//! speaks of hold one or more ([`Program::array_elements`]), and have at most [`LARGEST_INPUT_ARRAY`](crate::limits::LARGEST_INPUT_ARRAY) bytes.
//!
//! An engine that cannot represent this exactly must allow more, never less; only a search for concrete runs may try
//! less.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::CallGraph;
use crate::outside::{self, Places};
use crate::{
    Command, Edge, Expr, ExprNode, FunctionId, Linkage, Program, Variable, VariableId, VariableKind, variables_in,
};
use ctype::{Type, TypeId};

/// The initial states of a program that starts at `entry`.
#[derive(Clone, Debug)]
pub struct Start<'p> {
    program: &'p Program,
    entry: FunctionId,
    /// The pointed-to types of inputs.
    pointed: BTreeSet<TypeId>,
    /// The possible targets of inputs in globals.
    all_targets: Vec<GlobalTarget>,
    /// The possible targets of pointers to functions, by type.
    functions: BTreeMap<TypeId, Vec<FunctionId>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arguments {
    /// `argc`
    pub count: Option<VariableId>,
    /// `argv`
    pub vector: Option<VariableId>,
}

/// Places in a global that a pointer may lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GlobalTarget {
    pub variable: VariableId,
    /// The whole global if it has the type, else members and elements.
    pub places: Places,
}

/// The initial value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initial {
    /// An integer in this inclusive range.
    Integer(i128, i128),
    Null,
}

pub const MAIN: &str = "main";

impl<'p> Start<'p> {
    pub fn of(program: &'p Program, entry: FunctionId) -> Start<'p> {
        let (pointed, functions) = (BTreeSet::new(), BTreeMap::new());
        let mut start = Start { program, entry, pointed, all_targets: Vec::new(), functions };
        if !start.is_whole() {
            start.pointed = start.pointed_types();
            start.all_targets = start.find_targets();
            start.functions = start.find_functions();
        }
        start
    }

    /// Returns true if the whole program runs, from `main`.
    pub fn is_whole(&self) -> bool {
        self.program.functions.get(self.entry).is_some_and(|function| function.name == MAIN)
    }

    fn parameters(&self) -> &'p [VariableId] {
        self.program.functions.get(self.entry).map_or(&[], |function| &function.parameters)
    }

    /// Returns the parameters of `main`; `None` if its signature is not one of C's.
    pub fn arguments(&self) -> Option<Arguments> {
        let types = &self.program.types;
        let type_of = |id: VariableId| self.program.variables.get(id).map(|variable| variable.ty);
        let is_count = |id: VariableId| type_of(id).is_some_and(|ty| types.is_integer(ty));
        let is_vector = |id: VariableId| {
            let string = type_of(id).and_then(|ty| types.pointee(ty));
            string.and_then(|ty| types.pointee(ty)).is_some()
        };
        match *self.parameters() {
            [] => Some(Arguments::default()),
            [count] if is_count(count) => Some(Arguments { count: Some(count), vector: None }),
            [count, vector] if is_count(count) && is_vector(vector) => {
                Some(Arguments { count: Some(count), vector: Some(vector) })
            }
            _ => None,
        }
    }

    /// Returns true if a global still holds its initialiser. Objects defined elsewhere hold anything.
    pub fn keeps_initial_value(&self, id: VariableId) -> bool {
        let Some(variable) = self.program.variables.get(id) else { return false };
        let is_known = self.is_whole() || variable.is_constant || variable.is_chosen;
        variable.kind == VariableKind::Global && is_known && variable.linkage != Linkage::Elsewhere
    }

    /// Returns what is known about the initial value of a scalar variable; `None` if it may be anything.
    pub fn initial(&self, id: VariableId) -> Option<Initial> {
        let types = &self.program.types;
        let ty = self.program.variables.get(id)?.ty;
        let is_count = self.is_whole() && self.arguments().is_some_and(|known| known.count == Some(id));
        if is_count {
            let (width, signed) = types.integer_format(ty)?;
            let highest = 1_i128.checked_shl(width.checked_sub(u32::from(signed))?)?.checked_sub(1)?;
            return Some(Initial::Integer(i128::from(!self.program.name_may_be_missing), highest));
        }
        if !self.keeps_initial_value(id) || !(types.is_integer(ty) || types.is_pointer(ty)) {
            return None;
        }
        let mut value = if types.is_pointer(ty) { Initial::Null } else { Initial::Integer(0, 0) };
        for edge in &self.program.initializers {
            if edge.command.written().and_then(Expr::root_variable) != Some(id) {
                continue;
            }
            let Command::Store { address, value: stored } = &edge.command else { return None };
            let is_whole = matches!(address.node, ExprNode::VariableAddress(_));
            value = match &stored.node {
                ExprNode::Integer(integer) if is_whole && stored.ty == ty => Initial::Integer(*integer, *integer),
                ExprNode::Null if is_whole => Initial::Null,
                _ => return None,
            };
        }
        Some(value)
    }

    /// Returns the parameters and globals that hold any value of their type, in this order; none for `main`. Streams
    /// are excluded: the library initialises them and owns their contents.
    pub fn inputs(&self) -> Vec<VariableId> {
        if self.is_whole() {
            return Vec::new();
        }
        let globals = self.program.variables.enumerate().filter(|(_, variable)| variable.kind == VariableKind::Global);
        let streams: BTreeSet<VariableId> = self.program.streams().map(|(id, _)| id).collect();
        let globals = globals.map(|(id, _)| id).filter(|id| !self.keeps_initial_value(*id) && !streams.contains(id));
        self.parameters().iter().copied().chain(globals).collect()
    }

    /// Collects the globals that functions in the call tree name, and the specification; and those that the initial values
    /// of such globals name.
    fn find_named(&self) -> BTreeSet<VariableId> {
        let functions = CallGraph::of(self.program).reachable(self.entry);
        let flowcharts = functions.into_iter().filter_map(|function| self.program.flowchart(function));
        let mut named = variables_in(flowcharts.flat_map(|chart| chart.edges().map(|edge| chart.edge(edge))));
        for stated in &self.program.stated {
            stated.visit(&mut |part| {
                if let ExprNode::VariableAddress(variable) = part.node {
                    named.insert(variable);
                }
            });
        }
        let is_observed = |(_, variable): &(VariableId, &Variable)| self.program.is_observed(&variable.name);
        named.extend(self.program.variables.enumerate().filter(is_observed).map(|(id, _)| id));
        loop {
            let is_of_named = |edge: &&Edge| {
                edge.command.written().and_then(Expr::root_variable).is_some_and(|root| named.contains(&root))
            };
            let more = variables_in(self.program.initializers.iter().filter(is_of_named));
            let before = named.len();
            named.extend(more);
            if named.len() == before {
                return named;
            }
        }
    }

    /// Collects the pointed-to types of inputs and of the blocks that they lead to.
    fn pointed_types(&self) -> BTreeSet<TypeId> {
        let types = &self.program.types;
        let type_of = |id: VariableId| self.program.variables.get(id).map(|variable| variable.ty);
        let led_to = types.led_to(self.inputs().into_iter().filter_map(type_of));
        let target = |ty: TypeId| match types.get(ty) {
            Type::Pointer(target) => Some(*target),
            _ => None,
        };
        led_to.into_iter().filter_map(target).collect()
    }

    /// Returns the globals that an input of type "pointer to `target`" may lead to or into.
    pub fn targets(&self, target: TypeId) -> Vec<GlobalTarget> {
        if self.is_whole() { Vec::new() } else { self.globals_of(target) }
    }

    /// Returns the places of type `target` in globals whose address can be known.
    fn globals_of(&self, target: TypeId) -> Vec<GlobalTarget> {
        let types = &self.program.types;
        let is_object = |id: VariableId| self.program.size_of_variable(id).is_some();
        let known = outside::known_variables(self.program).filter(|(id, _)| is_object(*id));
        let inside = |(variable, known): (VariableId, &Variable)| {
            let places = outside::places(types, known.ty, target);
            places.into_iter().map(move |places| GlobalTarget { variable, places })
        };
        known.flat_map(inside).collect()
    }

    /// Returns the functions that an input of type "pointer to `target`" may lead to. Where a function stands for those of
    /// the callers, these are it, the functions that other files can name, and those that the program uses as values.
    pub fn functions(&self, target: TypeId) -> &[FunctionId] {
        self.functions.get(&target).map_or(&[], Vec::as_slice)
    }

    /// Returns true if callers may give functions of this type that the program does not have.
    pub fn has_functions_of_callers(&self, target: TypeId) -> bool {
        self.functions(target).iter().any(|id| self.program.of_callers.contains(id))
    }

    fn find_functions(&self) -> BTreeMap<TypeId, Vec<FunctionId>> {
        let mut found: BTreeMap<TypeId, Vec<FunctionId>> = BTreeMap::new();
        for (id, function) in self.program.functions.enumerate().filter(|(_, function)| function.flowchart.is_some()) {
            found.entry(function.ty).or_default().push(id);
        }
        let of_callers = &self.program.of_callers;
        if !of_callers.is_empty() {
            let calls = CallGraph::of(self.program);
            let with_those = found.values_mut().filter(|functions| functions.iter().any(|id| of_callers.contains(id)));
            with_those.for_each(|functions| functions.retain(|id| calls.address_taken().contains(id)));
        }
        found
    }

    /// Returns the globals that a symbolic constant of type "pointer to `target`" may lead to or into: the targets of
    /// inputs, and globals of that type whose address the program takes.
    pub fn symbol_targets(&self, target: TypeId) -> Vec<GlobalTarget> {
        let is_input = |found: &GlobalTarget| self.all_targets.contains(found);
        let is_taken = |found: &GlobalTarget| {
            let variable = self.program.variables.get(found.variable);
            variable.is_some_and(|variable| variable.address_taken && variable.ty == target)
        };
        self.globals_of(target).into_iter().filter(|found| is_input(found) || is_taken(found)).collect()
    }

    /// The pointed-to types of inputs and of fields of blocks that they lead to.
    pub fn pointed(&self) -> &BTreeSet<TypeId> {
        &self.pointed
    }

    /// The globals that some input may lead to or into.
    pub fn all_targets(&self) -> &[GlobalTarget] {
        &self.all_targets
    }

    fn find_targets(&self) -> Vec<GlobalTarget> {
        let types = &self.program.types;
        let mut found: Vec<GlobalTarget> = self.pointed.iter().flat_map(|target| self.targets(*target)).collect();
        // A `void *` may lead to all that are named.
        if self.pointed.iter().any(|target| matches!(types.get(*target), Type::Void)) {
            let named = self.find_named();
            let declared = named.iter().filter_map(|id| self.program.variables.get(*id)).map(|variable| variable.ty);
            let parts = types.with_parts(declared);
            let anywhere = parts.into_iter().flat_map(|target| self.targets(target));
            found.extend(anywhere.filter(|target| named.contains(&target.variable)));
        }
        found.sort();
        found.dedup();
        found
    }
}
