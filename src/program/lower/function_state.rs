//! The function under way: where its jumps lead, and what is put off to the statement to come.

use std::collections::{BTreeMap, HashMap};

use crate::lower::graph::Node;
use crate::{FunctionId, VariableId};
use base::Span;
use ctype::TypeId;
use frontend::ast::Identifier;

/// The open blocks of a function, outermost first: their ids and the variables declared so far.
pub(super) type ScopeStack = Vec<(u32, Vec<VariableId>)>;

/// A label with the place where `goto` leads.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) node: Node,
    pub(super) scopes: ScopeStack,
    pub(super) span: Span,
}

/// A `goto` to be connected at the end of the function.
#[derive(Clone, Debug)]
pub(super) struct Goto {
    pub(super) node: Node,
    pub(super) target: Identifier,
    pub(super) scopes: ScopeStack,
}

/// A switch whose body is being lowered.
#[derive(Clone, Debug)]
pub(super) struct Switch {
    pub(super) ty: TypeId,
    /// First and last value, where to, and the scopes there.
    pub(super) cases: Vec<(i128, i128, Node, ScopeStack, Span)>,
    /// The same values: last by first.
    pub(super) taken: BTreeMap<i128, i128>,
    pub(super) default: Option<(Node, ScopeStack)>,
}

impl Switch {
    fn new(ty: TypeId) -> Self {
        Switch { ty, cases: Vec::new(), taken: BTreeMap::new(), default: None }
    }
}

/// Where a jump leads, and how many scopes are open there.
type JumpTarget = (Node, usize);

/// Outside of all functions it is empty.
#[derive(Clone, Debug, Default)]
pub(super) struct FunctionState {
    id: Option<FunctionId>,
    result: Option<VariableId>,
    labels: HashMap<String, Label>,
    gotos: Vec<Goto>,
    /// Where `break` leads, innermost last.
    breaks: Vec<JumpTarget>,
    /// Where `continue` leads.
    continues: Vec<JumpTarget>,
    switches: Vec<Switch>,
    /// How many loops are around.
    loops: u32,
    /// C labels of the loop statement to come: they go to its test.
    loop_labels: Vec<String>,
    /// Labelled statements around the statement to come: they begin where it begins.
    outer_statements: Vec<Span>,
    /// The number of the last temporary.
    last_number: u32,
}

impl FunctionState {
    pub(super) fn of(id: Option<FunctionId>) -> Self {
        FunctionState { id, ..FunctionState::default() }
    }

    /// What an operand that is not evaluated may know: jumps out of it lead to `exit`, and what it declares is forgotten.
    pub(super) fn for_unevaluated(&self, exit: Node) -> FunctionState {
        let outermost = |list: &[JumpTarget]| list.last().map(|_| (exit, 0)).into_iter().collect();
        FunctionState {
            result: self.result,
            breaks: outermost(&self.breaks),
            continues: outermost(&self.continues),
            switches: self.switches.last().map(|switch| Switch::new(switch.ty)).into_iter().collect(),
            loops: u32::from(self.repeats()),
            last_number: self.last_number,
            ..FunctionState::of(self.id)
        }
    }

    pub(super) fn id(&self) -> Option<FunctionId> {
        self.id
    }

    pub(super) fn is_under_way(&self) -> bool {
        self.id.is_some()
    }

    pub(super) fn result(&self) -> Option<VariableId> {
        self.result
    }

    pub(super) fn set_result(&mut self, result: VariableId) {
        self.result = Some(result);
    }

    /// A number for a temporary.
    pub(super) fn fresh_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    /// Whether the code being lowered may run more than once in a call.
    pub(super) fn repeats(&self) -> bool {
        self.loops > 0 || !self.labels.is_empty()
    }

    // ---- labels

    /// Adds a label; gives the place of the one that has its name already.
    pub(super) fn add_label(&mut self, name: &str, label: Label) -> Option<Span> {
        if let Some(earlier) = self.labels.get(name) {
            return Some(earlier.span);
        }
        self.labels.insert(name.to_string(), label);
        None
    }

    pub(super) fn label(&self, name: &str) -> Option<&Label> {
        self.labels.get(name)
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
