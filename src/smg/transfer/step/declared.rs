//! Calls of functions that are only declared: they do what [`program::outside`] says.
//!
//! A block that such a function gets leaves the graph, and nothing is known of a pointer to it: what is there is open
//! ([`message::unknown_pointer`](crate::transfer::message::unknown_pointer)), and so is whether it leaks. A pointer that
//! the function gives is an unknown value with a name: once the program knows that it is not NULL, what it reads there is
//! any value.

use std::collections::BTreeSet;

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::graph::Graph;
use crate::domain::object::{Fill, Liveness, Object, Origin};
use crate::domain::value::{ObjectId, Range, Value};
use crate::transfer::evaluate::ObjectBytes;
use crate::transfer::message;
use crate::transfer::step::lent::UnknownTargets;
use crate::transfer::step::{CommandOutcome, Executor, write};
use base::ids::Id;
use ctype::{ConstantBits, Type};
use program::{DeclaredCallee, Expr, FaultKind, PointerUse, VariableId};

/// What a call gets.
#[derive(Default)]
struct Given {
    /// Objects that it only reads, and what they lead to.
    read: Vec<ObjectId>,
    /// Objects from which it may change what it reaches.
    changed: Vec<ObjectId>,
    /// Possible targets of unknown pointers.
    unknown: UnknownTargets,
    /// True if it gets the address of something that may change.
    is_lent: bool,
    /// True if a number may be an address that was computed with.
    gets_number: bool,
    /// An error that depends on the function.
    note: Option<Fault>,
}

/// The objects that a call reaches.
#[derive(Default)]
struct Reached {
    /// Variables that get any value.
    variables: Vec<(VariableId, ObjectId)>,
    /// Blocks of the stack, among them variables of callers: they may become anything, but stay.
    stack: Vec<ObjectId>,
    /// Blocks of which nothing is known from now on.
    blocks: BTreeSet<ObjectId>,
}

impl Executor<'_> {
    pub(super) fn call_declared(
        &self,
        mut after: Configuration,
        callee: &DeclaredCallee,
        (arguments, result): (&[Expr], Option<&Expr>),
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        let configuration = &mut after;
        let name = self.program.functions.get(callee.function).map_or("", |function| function.name.as_str());
        let Given { read, mut changed, unknown, is_lent, gets_number, mut note } =
            self.given(configuration, callee, arguments)?;
        // A graph forgets where addresses are: they may have been given before, whatever it says.
        for variable in self.program.shared_variables().filter(|_| !callee.changes_nothing) {
            let known = configuration.globals.get(variable).copied();
            changed.extend(known.or_else(|| configuration.give_storage(self.program, *variable).ok()));
        }
        if configuration.undefined.hides_addresses && (gets_number || !changed.is_empty()) {
            let what = "what a function without a body reaches by an address that was computed with, or read in parts";
            return Err(Fault::without_body(what).into());
        }
        if !callee.changes_nothing {
            let lent = self.lent(configuration, unknown, &changed)?;
            changed.extend(lent);
            if holds_functions(&configuration.graph, changed.iter().copied()) {
                return Err(calls_back(name));
            }
            let texts = texts_of_library(&configuration.graph);
            hand_over(configuration, &texts);
        }
        let all = read.into_iter().chain(changed.iter().copied());
        note = note.or_else(|| dead(&configuration.graph, all, name));
        let reached = self.reached(configuration, changed)?;
        // The program may have stored addresses where the function finds them by itself.
        let finds_more = reached.variables.iter().any(|(variable, _)| !self.program.is_shared(*variable))
            || !reached.stack.is_empty()
            || !reached.blocks.is_empty();
        configuration.undefined.lent |= is_lent || finds_more;
        if !callee.changes_nothing {
            configuration.graph.forget_given();
        }
        hand_over(configuration, &reached.blocks);
        for object in reached.stack {
            if let Some(object) = configuration.graph.object_mut(object) {
                *object = object.emptied(Fill::Any);
            }
        }
        for (variable, object) in reached.variables {
            self.change(configuration, variable, object);
        }
        if let Some(address) = result {
            self.give_result(configuration, callee, address)?;
        }
        let leak = || dependent(FaultKind::MemoryLeak, format!("loss of the block that `{name}` gets"), name);
        let error = note.or_else(|| (!reached.blocks.is_empty()).then(leak));
        Ok(vec![CommandOutcome::Passed(after).surviving(error)])
    }

    /// Returns what a call gets.
    fn given(
        &self,
        configuration: &mut Configuration,
        callee: &DeclaredCallee,
        arguments: &[Expr],
    ) -> Result<Given, Interruption> {
        let name = self.program.functions.get(callee.function).map_or("", |function| function.name.as_str());
        let (mut found, mut copied, mut gets_functions) = (Given::default(), Vec::new(), false);
        for (argument, used) in arguments.iter().zip(&callee.uses) {
            let value = self.evaluator(configuration).value(argument)?;
            self.evaluator(configuration).settle(value)?;
            let (graph, types) = (&configuration.graph, &self.program.types);
            let is_pointer = types.is_pointer(argument.ty);
            let is_undefined = is_pointer && graph.is_undefined(value);
            found.note = found.note.or_else(|| is_undefined.then(|| uninitialized(name)));
            found.gets_number |= !is_pointer && !matches!(value, Value::Integer(_));
            gets_functions |= matches!(value, Value::Function(_));
            if *used != PointerUse::Reads && is_pointer {
                found.unknown.add_argument(types, argument, value);
            }
            if let (PointerUse::Copies, Some(ty)) = (used, types.pointee(argument.ty)) {
                found.unknown.add(types, ty);
            }
            let Some(id) = value.object() else { continue };
            found.is_lent |= graph.object(id).is_some_and(|object| !matches!(object.origin, Origin::Literal(_)));
            match (used, graph.object(id)) {
                (PointerUse::Reads, _) => found.read.push(id),
                (PointerUse::Copies, Some(object)) => {
                    copied.push(id);
                    found.changed.extend(object.successors().map(|(_, target)| target));
                }
                _ => found.changed.push(id),
            }
        }
        let all = found.read.iter().chain(&copied).chain(&found.changed).copied();
        if gets_functions || holds_functions(&configuration.graph, all) {
            return Err(calls_back(name));
        }
        Ok(found)
    }

    fn give_result(
        &self,
        configuration: &mut Configuration,
        callee: &DeclaredCallee,
        address: &Expr,
    ) -> Result<(), Interruption> {
        self.havoc(configuration, address)?;
        let types = &self.program.types;
        if let Some(ty) = types.pointee(address.ty).filter(|ty| types.is_pointer(*ty)) {
            let mut evaluator = self.evaluator(configuration);
            let given = evaluator.given_pointer(ty);
            let place = evaluator.sound_address(address)?;
            if callee.returns_nonnull {
                configuration.graph.record_different(given, Value::ZERO);
            }
            self.store_through(configuration, place, address.ty, given, None, address.root_variable())?;
        }
        Ok(())
    }

    fn reached(&self, configuration: &Configuration, roots: Vec<ObjectId>) -> Result<Reached, Interruption> {
        let graph = &configuration.graph;
        let (seen, mut found) = (graph.reachable(roots), Reached::default());
        let named: BTreeSet<ObjectId> = configuration.roots().into_iter().collect();
        for (id, object) in graph.objects().filter(|(id, _)| seen[id.index()]) {
            let is_open = match object.origin {
                _ if object.liveness != Liveness::Valid => false,
                Origin::Variable(variable) => {
                    let declared = self.program.variables.get(variable);
                    if declared.is_some_and(|declared| !declared.is_constant) {
                        found.variables.push((variable, id));
                    }
                    // Of some of its bytes, the type or the size does not say what they may become.
                    let has_more = declared.is_none_or(|declared| declared.extra_bytes > 0);
                    let constant = self.program.constant_bits(variable);
                    has_more || !matches!(constant, ConstantBits::None | ConstantBits::All)
                }
                Origin::Stack => {
                    found.stack.push(id);
                    false
                }
                Origin::Heap(_) | Origin::Input | Origin::HeapOrInput => {
                    found.blocks.insert(id);
                    named.contains(&id)
                }
                Origin::External
                | Origin::Library(_)
                | Origin::Arguments
                | Origin::Argument
                | Origin::Door
                | Origin::Elements => true,
                // A choice is part of the cell that holds its address.
                Origin::Literal(_) | Origin::Choice => false,
            };
            if is_open {
                return Err(Fault::without_body("memory that a function without a body gets").into());
            }
        }
        Ok(found)
    }

    /// Gives a variable any value of its type.
    fn change(&self, configuration: &mut Configuration, variable: VariableId, object: ObjectId) {
        let Some(declared) = self.program.variables.get(variable) else { return };
        let graph = &mut configuration.graph;
        let Some(known) = graph.object_mut(object) else { return };
        *known = known.emptied(Fill::Any);
        let size = known.sure_end();
        let types = &self.program.types;
        let range = match types.get(declared.ty) {
            Type::Pointer(_) => Range::ALL,
            Type::Integer { .. } => match self.evaluator(configuration).format(declared.ty) {
                Some(format) => Range::of_format(format),
                None => return,
            },
            _ => return,
        };
        let value = configuration.graph.unknown(range);
        write(configuration, ObjectBytes::at(object, 0), size, value);
    }
}

/// Returns the strings that the C library keeps, such as those of the environment: any function may change them.
fn texts_of_library(graph: &Graph) -> BTreeSet<ObjectId> {
    let is_text =
        |object: &Object| matches!(object.origin, Origin::Library(function) if function.returns_changing_text());
    graph.objects().filter(|(_, object)| is_text(object)).map(|(id, _)| id).collect()
}

/// Returns an error that happens only if the body of a function says so.
fn dependent(kind: FaultKind, message: String, function: &str) -> Fault {
    let mut fault = Fault::possible(kind, message);
    fault.subject.depends_on = Some(function.to_string());
    fault
}

/// The reason why nothing is known behind a call that reaches functions.
fn calls_back(name: &str) -> Interruption {
    Fault::without_body(format!("'{name}' has no body, and gets functions that it may call")).into()
}

/// Returns true if an object that is reached holds the address of a function.
fn holds_functions(graph: &Graph, roots: impl IntoIterator<Item = ObjectId>) -> bool {
    let seen = graph.reachable(roots);
    let mut reached = graph.objects().filter(|(id, _)| seen[id.index()]);
    reached.any(|(_, object)| object.fields().iter().any(|field| matches!(field.value, Value::Function(_))))
}

fn uninitialized(function: &str) -> Fault {
    dependent(FaultKind::Uninitialized, format!("use of an uninitialized pointer by `{function}`"), function)
}

/// Returns the error that a function without a body makes if it uses an object that it reaches, and that is gone.
fn dead(graph: &Graph, roots: impl IntoIterator<Item = ObjectId>, function: &str) -> Option<Fault> {
    let seen = graph.reachable(roots);
    let mut reached = graph.objects().filter(|(id, _)| seen[id.index()]).map(|(_, object)| object);
    let object = reached.find(|object| object.liveness != Liveness::Valid)?;
    Some(match object.liveness {
        Liveness::OutOfScope => {
            let message = format!("use of a variable by `{function}` after the end of its scope");
            dependent(FaultKind::UseAfterScope, message, function)
        }
        Liveness::Freed | Liveness::Valid => {
            let fault = dependent(FaultKind::UseAfterFree, format!("use of the freed block by `{function}`"), function);
            fault.of_block(message::allocated(object))
        }
    })
}

/// Removes blocks. Nothing is known any more of a pointer to one.
fn hand_over(configuration: &mut Configuration, blocks: &BTreeSet<ObjectId>) {
    let is_handed_over = |value: Value| value.object().is_some_and(|object| blocks.contains(&object));
    configuration.graph.map_values(|value| if is_handed_over(value) { Value::ANY } else { value });
    blocks.iter().for_each(|block| configuration.graph.remove(*block));
}
