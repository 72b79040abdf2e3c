//! Calls of functions that are only declared: they do what [`program::outside`] says.
//!
//! A block that such a function gets leaves the graph, and nothing is known of a pointer to it: what is there is open
//! ([`message::unknown_pointer`](crate::transfer::message::unknown_pointer)), and so is whether it leaks. A pointer that
//! the function gives is an unknown value with a name: once the program knows that it is not NULL, what it reads there is
//! any value.

use std::collections::BTreeSet;

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::{Fill, Liveness, Origin};
use crate::domain::value::{ObjectId, Range, Value};
use crate::transfer::evaluate::ObjectBytes;
use crate::transfer::step::{Executor, write};
use base::ids::Id;
use ctype::{ConstantBits, Type};
use program::{DeclaredCallee, Expr, FaultKind, VariableId};

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
        configuration: &mut Configuration,
        callee: &DeclaredCallee,
        (arguments, result): (&[Expr], Option<&Expr>),
    ) -> Result<Option<Fault>, Interruption> {
        let mut roots = Vec::new();
        for (argument, is_copied) in arguments.iter().zip(&callee.is_copied) {
            let value = self.evaluator(configuration).value(argument)?;
            self.evaluator(configuration).settle(value)?;
            let Some(id) = value.object() else { continue };
            match (is_copied, configuration.graph.object(id)) {
                (true, Some(object)) => roots.extend(object.successors().map(|(_, target)| target)),
                _ => roots.push(id),
            }
        }
        for variable in &self.program.changed_elsewhere {
            let known = configuration.globals.get(variable).copied();
            roots.extend(known.or_else(|| configuration.give_storage(self.program, *variable).ok()));
        }
        let reached = self.reached(configuration, roots)?;
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
        let name = self.program.functions.get(callee.function).map_or("", |function| &function.name);
        let message = format!(
            "loss of the block that `{name}` gets, if its body, which is not known, neither frees nor keeps it"
        );
        let leak = || Fault::possible(FaultKind::MemoryLeak, message);
        Ok((!reached.blocks.is_empty()).then(leak))
    }

    fn give_result(
        &self,
        configuration: &mut Configuration,
        callee: &DeclaredCallee,
        address: &Expr,
    ) -> Result<(), Interruption> {
        self.havoc(configuration, address)?;
        let types = &self.program.types;
        let pointer = types.pointee(address.ty).filter(|ty| types.is_pointer(*ty));
        if let Some(ty) = pointer.filter(|_| callee.returns_nonnull) {
            let mut evaluator = self.evaluator(configuration);
            let place = evaluator.sound_address(address)?;
            let result = evaluator.load(place, ty, None)?;
            configuration.graph.record_different(result, Value::ZERO);
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
                Origin::External | Origin::Door => true,
                Origin::Library(_) | Origin::Literal(_) => false,
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

/// Removes blocks. Nothing is known any more of a pointer to one.
fn hand_over(configuration: &mut Configuration, blocks: &BTreeSet<ObjectId>) {
    let is_handed_over = |value: Value| value.object().is_some_and(|object| blocks.contains(&object));
    configuration.graph.map_values(|value| if is_handed_over(value) { Value::ANY } else { value });
    blocks.iter().for_each(|block| configuration.graph.remove(*block));
}
