//! State of the function being lowered: jump targets, labels, temporaries, and what is pending for the next statement.
//!
//! Invariants of [`FunctionState`]: it is empty outside of functions; `breaks`, `continues` and `switches` are stacks
//! in nesting order, pushed and popped in pairs by `enter_…` and `leave_…`; numbers of temporaries are unique within
//! the function.

use std::collections::{BTreeMap, HashMap};

use crate::lower::graph::Node;
use crate::{FunctionId, VariableId};
use base::Span;
use ctype::TypeId;
use frontend::ast::Identifier;

/// The open blocks of a function, outermost first: their ids and the variables declared in them so far.
pub(super) type ScopeStack = Vec<(u32, Vec<VariableId>)>;

#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) node: Node,
    pub(super) scopes: ScopeStack,
    pub(super) span: Span,
}

/// The name of a label; for one that a block declares by `__label__`, with the number of the declaration.
pub(super) type LabelKey = (String, Option<u32>);

/// A `goto`, connected to its label at the end of the function.
#[derive(Clone, Debug)]
pub(super) struct Goto {
    pub(super) node: Node,
    /// The label, as [`FunctionState::label_meant`] returns it.
    pub(super) label: LabelKey,
    pub(super) target: Identifier,
    pub(super) scopes: ScopeStack,
}

#[derive(Clone, Debug)]
pub(super) struct Switch {
    pub(super) ty: TypeId,
    /// First and last value of each range, its location, the scopes open there, and the span of the label.
    pub(super) cases: Vec<(i128, i128, Node, ScopeStack, Span)>,
    /// The ranges in `cases`: last value by first value. They are disjoint.
    pub(super) taken: BTreeMap<i128, i128>,
    pub(super) default: Option<(Node, ScopeStack)>,
}

impl Switch {
    fn new(ty: TypeId) -> Self {
        Switch { ty, cases: Vec::new(), taken: BTreeMap::new(), default: None }
    }
}

/// A jump's target location and the number of scopes open there.
type JumpTarget = (Node, usize);

/// Default outside of functions.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionState {
    id: Option<FunctionId>,
    result: Option<VariableId>,
    labels: HashMap<LabelKey, Label>,
    /// Labels that open blocks declare by `__label__`, innermost last, each with the number of scopes open in its block.
    local_labels: Vec<(LabelKey, usize)>,
    gotos: Vec<Goto>,
    /// Targets of `break`, innermost last.
    breaks: Vec<JumpTarget>,
    /// Targets of `continue`, innermost last.
    continues: Vec<JumpTarget>,
    switches: Vec<Switch>,
    /// Number of enclosing loops.
    loops: u32,
    /// C labels of the next loop statement, which are put on its test.
    loop_labels: Vec<String>,
    /// Labelled statements that enclose the next statement and begin at the same location.
    outer_statements: Vec<Span>,
    /// The number of the last temporary.
    last_number: u32,
    /// True in an unevaluated operand.
    is_unevaluated: bool,
}

impl FunctionState {
    pub(super) fn of(id: Option<FunctionId>) -> Self {
        FunctionState { id, ..FunctionState::default() }
    }

    /// Returns the state for an unevaluated operand: jumps out of it lead to `exit`, and what it declares is discarded.
    pub(super) fn for_unevaluated(&self, exit: Node) -> FunctionState {
        let outermost = |list: &[JumpTarget]| list.last().map(|_| (exit, 0)).into_iter().collect();
        FunctionState {
            result: self.result,
            breaks: outermost(&self.breaks),
            continues: outermost(&self.continues),
            switches: self.switches.last().map(|switch| Switch::new(switch.ty)).into_iter().collect(),
            loops: u32::from(self.repeats()),
            last_number: self.last_number,
            is_unevaluated: true,
            ..FunctionState::of(self.id)
        }
    }

    pub(super) fn id(&self) -> Option<FunctionId> {
        self.id
    }

    pub(super) fn is_under_way(&self) -> bool {
        self.id.is_some()
    }

    /// Returns true if commands that are emitted belong to the function: not outside of one, nor in an unevaluated operand.
    pub(super) fn is_evaluated(&self) -> bool {
        self.is_under_way() && !self.is_unevaluated
    }

    pub(super) fn result(&self) -> Option<VariableId> {
        self.result
    }

    pub(super) fn set_result(&mut self, result: VariableId) {
        self.result = Some(result);
    }

    pub(super) fn fresh_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    /// Returns true if the code being lowered may run more than once per call.
    pub(super) fn repeats(&self) -> bool {
        self.loops > 0 || !self.labels.is_empty()
    }

    // ---- labels

    /// Adds a label, or returns the span of an earlier one with the same name.
    pub(super) fn add_label(&mut self, name: &str, label: Label) -> Option<Span> {
        let key = self.label_meant(name);
        if let Some(earlier) = self.labels.get(&key) {
            return Some(earlier.span);
        }
        self.labels.insert(key, label);
        None
    }

    pub(super) fn label(&self, key: &LabelKey) -> Option<&Label> {
        self.labels.get(key)
    }

    /// Declares a label of the innermost block, in which `depth` scopes are open.
    pub(super) fn declare_label(&mut self, name: &str, depth: usize) {
        let number = self.fresh_number();
        self.local_labels.push(((name.to_string(), Some(number)), depth));
    }

    /// Forgets the labels of blocks that have ended: `depth` scopes are open.
    pub(super) fn end_labels(&mut self, depth: usize) {
        while self.local_labels.pop_if(|(_, declared)| *declared > depth).is_some() {}
    }

    /// Returns the label that a name means here: that of the innermost block which declares it, else the function's.
    pub(super) fn label_meant(&self, name: &str) -> LabelKey {
        let declared = self.local_labels.iter().rev().find(|((known, _), _)| known == name);
        declared.map_or_else(|| (name.to_string(), None), |(key, _)| key.clone())
    }

    pub(super) fn add_goto(&mut self, goto: Goto) {
        self.gotos.push(goto);
    }

    pub(super) fn take_gotos(&mut self) -> Vec<Goto> {
        std::mem::take(&mut self.gotos)
    }

    pub(super) fn add_loop_label(&mut self, name: &str) {
        self.loop_labels.push(name.to_string());
    }

    pub(super) fn take_loop_labels(&mut self) -> Vec<String> {
        std::mem::take(&mut self.loop_labels)
    }

    pub(super) fn add_outer_statement(&mut self, span: Span) {
        self.outer_statements.push(span);
    }

    pub(super) fn take_outer_statements(&mut self) -> Vec<Span> {
        std::mem::take(&mut self.outer_statements)
    }

    // ---- loops and switches

    pub(super) fn enter_loop(&mut self) {
        self.loops += 1;
    }

    pub(super) fn leave_loop(&mut self) {
        self.loops = self.loops.saturating_sub(1);
    }

    pub(super) fn enter_loop_body(&mut self, after: Node, next: Node, open: usize) {
        self.breaks.push((after, open));
        self.continues.push((next, open));
    }

    pub(super) fn leave_loop_body(&mut self) {
        self.breaks.pop();
        self.continues.pop();
    }

    pub(super) fn break_target(&self) -> Option<JumpTarget> {
        self.breaks.last().copied()
    }

    pub(super) fn continue_target(&self) -> Option<JumpTarget> {
        self.continues.last().copied()
    }

    pub(super) fn enter_switch(&mut self, ty: TypeId, after: Node, open: usize) {
        self.switches.push(Switch::new(ty));
        self.breaks.push((after, open));
    }

    pub(super) fn leave_switch(&mut self) -> Option<Switch> {
        self.breaks.pop();
        self.switches.pop()
    }

    pub(super) fn switch(&mut self) -> Option<&mut Switch> {
        self.switches.last_mut()
    }
}
