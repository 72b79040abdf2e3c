//! Generates bodies for functions that have only a contract: cells that the contract allows to change get any
//! value, or the value that the contract states; nothing else happens. If calls are inlined, preconditions and
//! postconditions are not commands: a specification states them at the locations [`CALLED`], [`KEPT`] and [`ENSURED`],
//! which every inlined call copies. Otherwise commands check them.
//!
//! A cell behind a NULL pointer does not exist and is skipped. Places are evaluated at the call, before anything
//! changes.

use crate::lower::graph::{FlowchartBuilder, Node};
use crate::{BinaryOp, Command, Expr, ExprNode, Failure, FailureKind, FunctionId, Program, Reach, VariableId};
use base::{SourceMap, Span};
use ctype::{FieldId, TypeId};

/// Label at the start of a call.
pub const CALLED: &str = "contract";
/// Label of the location at which the variables of [`ContractEffects::truths`] have their values.
pub const KEPT: &str = "old";
/// Label of the location at which the postcondition holds.
pub const ENSURED: &str = "ensures";

/// A cell that the function changes.
#[derive(Clone, Debug)]
pub struct ChangedCell {
    pub address: Expr,
    /// Its new value, if known; it does not depend on anything that changes.
    pub value: Option<Expr>,
    /// Span in the contract.
    pub span: Span,
}

/// A condition that commands check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContractCondition {
    Constant(bool),
    /// A comparison; false if a pointer that it dereferences is NULL. Everything else that it reads is determinate.
    Holds(Expr),
    /// Negation.
    Not(Box<ContractCondition>),
    /// Conjunction.
    Both(Box<ContractCondition>, Box<ContractCondition>),
}

/// A variable that records whether a condition held at the call.
#[derive(Clone, Debug)]
pub struct KeptTruth {
    pub variable: VariableId,
    /// The condition, if commands can check it; otherwise the variable gets any value.
    pub condition: Option<ContractCondition>,
    /// Span in the contract.
    pub span: Span,
}

/// Preconditions and postconditions that commands check.
#[derive(Clone, Debug, Default)]
pub struct ContractClaims {
    /// Preconditions, each with its message.
    pub required: Vec<(ContractCondition, String, Span)>,
    /// Postconditions.
    pub ensured: Vec<(ContractCondition, Span)>,
}

/// A list whose nodes are all freed.
#[derive(Clone, Debug)]
pub struct FreedList {
    /// Pointer to the first node.
    pub start: Expr,
    /// The link from each node to the next; NULL in the last node.
    pub link: FieldId,
    /// Span in the contract.
    pub span: Span,
}

/// The effects of a contract, in terms of the function's parameters.
#[derive(Clone, Debug)]
pub struct ContractEffects {
    /// Span of the whole contract.
    pub span: Span,
    /// Variables that save the value of an expression at the call.
    pub kept: Vec<(VariableId, Expr, Span)>,
    /// Variables that record whether a condition held at the call.
    pub truths: Vec<KeptTruth>,
    pub claims: ContractClaims,
    /// Span of the clause that makes the result a new block.
    pub allocates: Option<Span>,
    /// The cells that change; `None` if the contract does not say, so that any memory may change.
    pub changed: Option<Vec<ChangedCell>>,
    /// Pointers to freed blocks.
    pub freed: Vec<(Expr, Span)>,
    /// Lists whose nodes are all freed, before anything changes.
    pub freed_lists: Vec<FreedList>,
    /// The result, if its value is known after all other effects; otherwise it is any value.
    pub result: Option<Expr>,
    /// Span of the postcondition.
    pub ensured: Option<Span>,
}

/// Gives a function the body that a contract describes. The parameters and the result variable must exist already.
pub fn give_body(program: &mut Program, sources: &SourceMap, function: FunctionId, effects: &ContractEffects) {
    let mut body = Body { program, builder: FlowchartBuilder::new(), function };
    let first = body.builder.current;
    body.builder.label(first, CALLED);
    body.require(effects);
    body.keep(effects);
    body.keep_truths(effects);
    let places = body.places(effects);
    body.free_lists(effects);
    body.change(effects, &places);
    body.result(effects);
    body.ensure(effects);
    if effects.ensured.is_some() {
        let last = body.builder.current;
        body.builder.label(last, ENSURED);
    }
    body.builder.skip_to(body.builder.exit(), effects.span);
    let Body { builder, .. } = body;
    let end = Span { start: effects.span.end.saturating_sub(1), ..effects.span };
    let flowchart = builder.finish(program, Some(sources), function, end);
    program.functions[function].flowchart = Some(flowchart);
}

/// A body under construction.
struct Body<'p> {
    program: &'p mut Program,
    builder: FlowchartBuilder,
    function: FunctionId,
}

/// The addresses of changed cells and the pointers to freed blocks, as evaluated at the call.
struct Places {
    changed: Vec<Expr>,
    freed: Vec<Expr>,
}

impl Body<'_> {
    /// Saves values at the call. An expression that dereferences NULL gets any value.
    fn keep(&mut self, effects: &ContractEffects) {
        for (variable, value, span) in &effects.kept {
            let address = self.address_of(*variable);
            let store = Command::Store { address: address.clone(), value: value.clone() };
            self.guarded(value, *span, (store, Some(Command::Havoc { address })));
        }
    }

    /// Ends the run with a failed assertion if a precondition does not hold.
    fn require(&mut self, effects: &ContractEffects) {
        for (condition, text, span) in &effects.claims.required {
            let (holds, fails) = (self.builder.node(), self.builder.node());
            self.decide(condition, (holds, fails), *span);
            let failure = Failure { kind: FailureKind::Assertion, message: text.clone(), ends: true };
            let stop = self.builder.stop();
            self.builder.edge(fails, stop, Command::Fail(failure), *span);
            self.builder.current = holds;
        }
    }

    /// Blocks runs on which a postcondition does not hold.
    fn ensure(&mut self, effects: &ContractEffects) {
        for (condition, span) in &effects.claims.ensured {
            let (holds, blocked) = (self.builder.node(), self.builder.blocked());
            self.decide(condition, (holds, blocked), *span);
            self.builder.current = holds;
        }
    }

    fn keep_truths(&mut self, effects: &ContractEffects) {
        for KeptTruth { variable, condition, span } in &effects.truths {
            let address = self.address_of(*variable);
            let Some(condition) = condition else {
                self.builder.emit(Command::Havoc { address }, *span);
                continue;
            };
            let (yes, no, join) = (self.builder.node(), self.builder.node(), self.builder.node());
            self.decide(condition, (yes, no), *span);
            for (node, truth) in [(yes, 1), (no, 0)] {
                let value = Expr::integer(truth, self.program.types.int());
                self.builder.edge(node, join, Command::Store { address: address.clone(), value }, *span);
            }
            self.builder.current = join;
        }
        if !effects.truths.is_empty() {
            let here = self.builder.current;
            self.builder.label(here, KEPT);
        }
    }

    /// Branches to `yes` if the condition holds, and to `no` otherwise.
    fn decide(&mut self, condition: &ContractCondition, (yes, no): (Node, Node), span: Span) {
        match condition {
            ContractCondition::Constant(holds) => self.builder.skip_to(if *holds { yes } else { no }, span),
            ContractCondition::Holds(expr) => {
                self.leave_null(self.pointers_behind(expr), no, span);
                let from = self.builder.current;
                for (to, holds) in [(yes, true), (no, false)] {
                    self.builder.edge(from, to, Command::Assume { condition: expr.clone(), holds }, span);
                }
            }
            ContractCondition::Not(inner) => self.decide(inner, (no, yes), span),
            ContractCondition::Both(left, right) => {
                let next = self.builder.node();
                self.decide(left, (next, no), span);
                self.builder.current = next;
                self.decide(right, (yes, no), span);
            }
        }
    }

    /// Frees the nodes of lists one by one. In a cyclic list this uses the first node after it is freed, which is an
    /// error.
    fn free_lists(&mut self, effects: &ContractEffects) {
        // All lists start where they did at the call.
        let starts: Vec<Expr> = effects.freed_lists.iter().map(|list| self.saved(&list.start, list.span)).collect();
        for (FreedList { link, span, .. }, node) in effects.freed_lists.iter().zip(starts) {
            let (head, inside, done) = (self.builder.node(), self.builder.node(), self.builder.node());
            self.builder.skip_to(head, *span);
            let condition = self.is_null(node.clone());
            for (to, holds) in [(inside, false), (done, true)] {
                self.builder.edge(head, to, Command::Assume { condition: condition.clone(), holds }, *span);
            }
            self.builder.current = inside;
            let next = Expr::field_address(&mut self.program.types, node.clone(), *link);
            let value = Expr::new(ExprNode::Load(Box::new(next)), node.ty);
            let address = self.temporary(node.ty, *span);
            self.builder.emit(Command::Store { address: address.clone(), value }, *span);
            self.builder.emit(Command::Free(node.clone()), *span);
            if let ExprNode::Load(current) = node.node {
                let value = Expr::new(ExprNode::Load(Box::new(address)), node.ty);
                self.builder.emit(Command::Store { address: *current, value }, *span);
            }
            self.builder.skip_to(head, *span);
            self.builder.current = done;
        }
    }

    fn places(&mut self, effects: &ContractEffects) -> Places {
        let changed = effects.changed.iter().flatten();
        let is_one = changed.clone().count() + effects.freed.len() + effects.freed_lists.len() <= 1;
        let mut places = Places { changed: Vec::new(), freed: Vec::new() };
        for cell in changed {
            let is_fixed = is_one || is_fixed(self.program, self.function, &cell.address);
            places.changed.push(if is_fixed { cell.address.clone() } else { self.saved(&cell.address, cell.span) });
        }
        for (pointer, span) in &effects.freed {
            let is_fixed = is_one || is_fixed(self.program, self.function, pointer);
            places.freed.push(if is_fixed { pointer.clone() } else { self.saved(pointer, *span) });
        }
        places
    }

    fn change(&mut self, effects: &ContractEffects, places: &Places) {
        if let (Some(span), Some(result)) = (effects.allocates, self.program.functions[self.function].result) {
            self.allocate(result, span);
        }
        match &effects.changed {
            Some(changed) => {
                for (cell, address) in changed.iter().zip(&places.changed) {
                    let address = address.clone();
                    let command = match cell.value.clone() {
                        Some(value) => Command::Store { address: address.clone(), value },
                        None => Command::Havoc { address: address.clone() },
                    };
                    let place = Expr::new(ExprNode::Load(Box::new(address.clone())), address.ty);
                    self.guarded(&place, cell.span, (command, None));
                }
            }
            None => {
                let name = &self.program.functions[self.function].name;
                let reason = format!("the contract of '{name}' does not say what it assigns");
                self.builder.emit(Command::Unsupported { reason, reach: Reach::Elsewhere }, effects.span);
            }
        }
        for ((_, span), pointer) in effects.freed.iter().zip(&places.freed) {
            self.guarded(&pointer.clone(), *span, (Command::Free(pointer.clone()), None));
        }
    }

    /// Makes the result a new block of its pointed-to type with indeterminate contents. As with `malloc`, the allocation
    /// succeeds unless the program says otherwise.
    fn allocate(&mut self, result: VariableId, span: Span) {
        let (address, may_fail) = (self.address_of(result), self.program.allocation_may_fail);
        let types = &mut self.program.types;
        let element = types.pointee(address.ty).and_then(|pointer| types.pointee(pointer));
        let (bytes, word) = (element.and_then(|element| types.size_of(element)).unwrap_or(0), types.size_type());
        let bytes = Expr::integer(bytes.into(), word);
        self.builder.emit(Command::Allocate { address, bytes, element, zeroed: false, may_fail }, span);
    }

    fn result(&mut self, effects: &ContractEffects) {
        let Some(result) = self.program.functions[self.function].result.filter(|_| effects.allocates.is_none()) else {
            return;
        };
        let (address, span) = (self.address_of(result), effects.ensured.unwrap_or(effects.span));
        match effects.result.clone() {
            Some(value) => self.builder.emit(Command::Store { address, value }, span),
            None => self.builder.emit(Command::Havoc { address }, span),
        }
    }

    /// Emits a command that runs if none of the pointers dereferenced by `expr` is NULL; otherwise `otherwise` runs, if
    /// any.
    fn guarded(&mut self, expr: &Expr, span: Span, (command, otherwise): (Command, Option<Command>)) {
        let pointers = self.pointers_behind(expr);
        if pointers.is_empty() {
            return self.builder.emit(command, span);
        }
        let (none, join) = (self.builder.node(), self.builder.node());
        self.leave_null(pointers, none, span);
        self.builder.edge(self.builder.current, join, command, span);
        self.builder.edge(none, join, otherwise.unwrap_or(Command::Skip), span);
        self.builder.current = join;
    }

    /// Returns the pointers dereferenced by an expression that may be NULL.
    fn pointers_behind(&self, expr: &Expr) -> Vec<Expr> {
        let mut pointers = pointers_of(expr);
        // The result can be dereferenced only if it is a new block, which is not NULL.
        let result = self.program.functions[self.function].result;
        pointers.retain(|pointer| match &pointer.node {
            ExprNode::Load(address) => address.root_variable().is_none_or(|root| Some(root) != result),
            _ => true,
        });
        pointers
    }

    /// Continues if none of the pointers is NULL, and branches to `none` otherwise.
    fn leave_null(&mut self, pointers: Vec<Expr>, none: Node, span: Span) {
        for pointer in pointers {
            let condition = self.is_null(pointer);
            let there = self.builder.node();
            let from = self.builder.current;
            self.builder.edge(from, there, Command::Assume { condition: condition.clone(), holds: false }, span);
            self.builder.edge(from, none, Command::Assume { condition, holds: true }, span);
            self.builder.current = there;
        }
    }

    /// Saves an address in a new variable: NULL if the address is computed through a NULL pointer.
    fn saved(&mut self, address: &Expr, span: Span) -> Expr {
        let target = self.temporary(address.ty, span);
        let null = Expr::new(ExprNode::Null, address.ty);
        let (store, none) = (
            Command::Store { address: target.clone(), value: address.clone() },
            Command::Store { address: target.clone(), value: null },
        );
        // The address of a field is computed from the pointer to its object.
        let place = Expr::new(ExprNode::Load(Box::new(address.clone())), address.ty);
        self.guarded(&place, span, (store, Some(none)));
        Expr::new(ExprNode::Load(Box::new(target)), address.ty)
    }

    /// Returns the address of a new temporary of the body.
    fn temporary(&mut self, ty: TypeId, span: Span) -> Expr {
        let variable = self.program.add_temporary(self.function, "place", ty, span);
        self.address_of(variable)
    }

    fn is_null(&mut self, pointer: Expr) -> Expr {
        let (null, int) = (Expr::new(ExprNode::Null, pointer.ty), self.program.types.int());
        Expr::new(ExprNode::Binary(BinaryOp::Equal, Box::new(pointer), Box::new(null)), int)
    }

    fn address_of(&mut self, variable: VariableId) -> Expr {
        Expr::variable_address(&mut self.program.types, variable, &self.program.variables[variable])
    }
}

/// Returns true if the expression reads only values that stay fixed throughout the body: the function's own variables,
/// that is parameters and values saved at the call.
pub fn is_fixed(program: &Program, function: FunctionId, expr: &Expr) -> bool {
    let is_own = |variable| program.variables.get(variable).is_some_and(|known| known.function == Some(function));
    let mut is_fixed = true;
    expr.visit(&mut |part| {
        if let ExprNode::Load(address) = &part.node {
            is_fixed &= matches!(address.node, ExprNode::VariableAddress(variable) if is_own(variable));
        }
    });
    is_fixed
}

/// Returns the pointers that an expression dereferences, in order of evaluation.
fn pointers_of(expr: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    collect_pointers(expr, &mut found);
    found
}

fn collect_pointers(expr: &Expr, found: &mut Vec<Expr>) {
    expr.children().for_each(|child| collect_pointers(child, found));
    let ExprNode::Load(address) = &expr.node else { return };
    let Some(base) = address.bases().last() else { return };
    if !matches!(base.node, ExprNode::VariableAddress(_)) && !found.contains(base) {
        found.push(base.clone());
    }
}
