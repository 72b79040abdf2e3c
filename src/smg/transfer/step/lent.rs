//! Objects that a function without a body may reach through a pointer that another such function has given.
//!
//! Such a pointer may be one to any object whose address an earlier call got, if its type allows that. Which objects these
//! are is not recorded: every object counts whose address the program takes, and every block.

use std::collections::BTreeSet;

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Fault, Interruption};
use crate::domain::object::{Liveness, Object, Origin};
use crate::domain::value::{ObjectId, Value};
use crate::transfer::step::Executor;
use base::ids::Id;
use ctype::{IntegerKind, Type, TypeId, TypeTable};
use program::analysis::CallGraph;
use program::{Expr, ExprNode, FunctionId, Program, outside};

/// The types of the possible targets of unknown pointers.
#[derive(Default)]
pub(super) struct UnknownTargets {
    types: BTreeSet<TypeId>,
    /// True if they may lead to any object.
    any: bool,
}

impl UnknownTargets {
    /// Adds the targets of an argument, unless its value says where it leads.
    pub fn add_argument(&mut self, types: &TypeTable, argument: &Expr, value: Value) {
        if value.object().is_some() || value == Value::ZERO {
            return;
        }
        let mut inner = argument;
        self.add(types, inner.ty);
        while let ExprNode::Cast(operand) = &inner.node {
            inner = operand;
            self.add(types, inner.ty);
        }
    }

    /// Adds the targets of the pointers in objects of a type, and of what they lead to.
    pub fn add(&mut self, types: &TypeTable, ty: TypeId) {
        for target in types.led_to([ty]).into_iter().filter_map(|led_to| types.pointee(led_to)) {
            self.types.insert(target);
            match types.get(target) {
                Type::Void | Type::Function { .. } => self.any = true,
                // An object may be accessed with its type but for the sign, and any object by its bytes.
                Type::Integer { kind: IntegerKind::Char, .. } => self.any = true,
                Type::Integer { kind, signed } => {
                    self.types.extend(types.find(&Type::Integer { kind: *kind, signed: !signed }));
                }
                _ => self.any |= types.size_of(target).is_none(),
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.types.is_empty() && !self.any
    }

    /// Returns true if one of them may be an object of a type or a part of it. `None`: the type is unknown.
    fn include(&self, types: &TypeTable, ty: Option<TypeId>) -> bool {
        self.any || ty.is_none_or(|ty| outside::lead_into(types, &self.types, ty))
    }
}

impl Executor<'_> {
    /// Returns the objects that a call may reach through pointers that other functions without a body have given.
    pub(super) fn lent(
        &self,
        configuration: &Configuration,
        mut targets: UnknownTargets,
        roots: &[ObjectId],
    ) -> Result<Vec<ObjectId>, Interruption> {
        if !configuration.undefined.lent {
            return Ok(Vec::new());
        }
        let (types, graph) = (&self.program.types, &configuration.graph);
        let reached = graph.reachable(roots.iter().copied());
        for (_, object) in graph.objects().filter(|(id, _)| reached[id.index()]) {
            match (object.origin, object.record) {
                (Origin::Variable(variable), _) => {
                    let declared = self.program.variables.get(variable);
                    declared.into_iter().for_each(|declared| targets.add(types, declared.ty));
                }
                (_, Some(record)) => targets.add(types, record),
                (Origin::Literal(_), None) => {}
                (_, None) => targets.any = true,
            }
        }
        if targets.is_empty() {
            return Ok(Vec::new());
        }
        let frame = configuration.frames.last();
        if frame.is_none_or(|frame| is_called(self.program, frame.function)) {
            // Variables of callers are not part of the configuration.
            let what = "what a function without a body reaches through a pointer that another one has given";
            return Err(Fault::without_body(what).into());
        }
        let may_be_lent = |object: &Object| match object.origin {
            _ if object.liveness != Liveness::Valid => false,
            Origin::Variable(variable) => self.program.variables.get(variable).is_some_and(|declared| {
                declared.address_taken && !declared.is_constant && targets.include(types, Some(declared.ty))
            }),
            Origin::Heap(_) | Origin::Input | Origin::HeapOrInput | Origin::Stack => {
                targets.include(types, object.record)
            }
            _ => false,
        };
        Ok(graph.objects().filter(|(_, object)| may_be_lent(object)).map(|(id, _)| id).collect())
    }
}

/// Returns true if a function may be called, by name or through a pointer.
fn is_called(program: &Program, function: FunctionId) -> bool {
    let calls = CallGraph::of(program);
    !calls.callers(function).is_empty() || calls.address_taken().contains(&function)
}
