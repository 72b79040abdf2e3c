//! The entry state of a procedure: any typed state with up to a given number of nodes of each type.
//!
//! `program::start` defines these states: parameters, globals and the cells of nodes hold any number, NULL, the start
//! of a node of their type, or a place of that type in a global. Nodes are heap blocks that existed before. A pointer
//! to a node after the last modelled one is *beyond*: it is neither NULL nor a modelled node, and any other use of it
//! is a cut. So is any use of what is not modelled: the target of a `void` pointer, functions of other files, unions
//! that may hold addresses, padding. Nodes of some types hold several objects ([`Program::array_elements`]), at most as
//! many as there are nodes of the type; a pointer to a larger node is *beyond*, too.
//!
//! | file | contents |
//! |---|---|
//! | `layout` | the scalars of a type |
//! | `numbering` | symmetry breaking: isomorphic heaps occur once |
//! | `describe` | the entry state of a model |

mod describe;
mod layout;
mod numbering;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::claim::{RunCut, What};
use crate::content::{ContentId, ObjectContent};
use crate::entry::layout::{ScalarCell, ScalarKind};
use crate::entry::numbering::NodeNumbers;
use crate::machine::Machine;
use crate::memory::{Memory, ObjectKind, Unmodelled};
use crate::state::{ObjectState, State};
use crate::task::BoundedTask;
use crate::term::{TermId, Terms};
use crate::value::{FUNCTIONS, MemoryCell, OBJECT_BITS, Scalar, is_object, objects_at};
use base::ids::Id;
use ctype::{Type, TypeId};
use program::described::CellOwner;
use program::outside::Places;
use program::start::{GlobalTarget, Start};
use program::{Expr, ExprNode, FunctionId, Program, SymbolId, VariableId};

/// A possible target of a pointer of the entry state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Null,
    /// A node of the pointer's type, by its index among these.
    Node(usize),
    /// A node that is not modelled.
    Beyond,
    Unknown,
    /// A global, or a member or an element of one.
    Global(GlobalTarget),
    Function(FunctionId),
}

/// The input in a scalar of the entry state.
#[derive(Clone, Debug)]
enum CellInput {
    /// A number: its bits, its size in bytes, and its signedness.
    Number { bits: TermId, bytes: u32, signed: bool },
    /// A choice among targets; `element` selects the array element of a global.
    Pointer { ty: TypeId, targets: Vec<Target>, chosen: TermId, element: TermId },
}

#[derive(Clone, Debug)]
struct EntryCell {
    owner: CellOwner,
    offset: u64,
    input: CellInput,
}

/// The nodes of one type.
#[derive(Clone, Debug)]
struct TypedNodes {
    cells: Rc<[ScalarCell]>,
    /// The number of bytes for which there are cells.
    bytes: u64,
    /// True if there are larger nodes, which are *beyond*.
    is_array: bool,
    /// The object of each node, and the index of the first of them among all nodes.
    objects: Vec<TermId>,
    first: usize,
    /// The object that stands for all other nodes.
    beyond: TermId,
    numbers: NodeNumbers,
}

#[derive(Clone, Debug, Default)]
pub struct EntryInputs {
    /// The procedure; `None` if runs start with `main`.
    entry: Option<FunctionId>,
    cells: Vec<EntryCell>,
    /// The type and size in bytes of each node.
    nodes: Vec<(TypeId, TermId)>,
    typed: BTreeMap<TypeId, TypedNodes>,
    /// Constraints on the values of the cells.
    facts: Vec<TermId>,
    /// Conditions under which a cell is *beyond*, for node types whose numbering is not constrained.
    beyond_if_all: Vec<(TypeId, TermId)>,
    /// The object that stands for what is not modelled; `Some` if there are inputs.
    unknown: Option<TermId>,
    symbols: BTreeMap<SymbolId, Scalar>,
}

impl EntryInputs {
    /// Returns true if runs start with a procedure.
    pub fn is_procedure(&self) -> bool {
        self.entry.is_some()
    }

    pub fn symbol(&self, symbol: SymbolId) -> Option<Scalar> {
        self.symbols.get(&symbol).copied()
    }

    /// Returns the targets that a pointer of type `ty` may have, as far as this is known without the solver. NULL comes
    /// first.
    fn targets_of(
        &self,
        task: &BoundedTask<'_>,
        terms: &Terms,
        start: &Start<'_>,
        ty: TypeId,
        order: Order,
        is_symbol: bool,
    ) -> Vec<Target> {
        let mut targets = vec![Target::Null];
        let Some(target) = task.program.types.pointee(ty) else { return targets };
        let Some(node_type) = node_type(task, ScalarKind::Pointer(ty)) else {
            targets.extend(start.functions(target).iter().copied().map(Target::Function));
            targets.push(Target::Unknown);
            return targets;
        };
        if let Some(typed) = self.typed.get(&node_type).cloned() {
            for node in 0..typed.objects.len() {
                let may_be = typed.numbers.may_be_next(terms, node);
                if order == Order::Any || !terms.is_false(may_be) {
                    targets.push(Target::Node(node));
                }
            }
            let all = typed.numbers.all_found(terms);
            if order == Order::Any || typed.is_array || !terms.is_false(all) {
                targets.push(Target::Beyond);
            }
        }
        let globals = if is_symbol { start.symbol_targets(target) } else { start.targets(target) };
        let in_global = |global: GlobalTarget| match global.places.is_exact {
            true => Target::Global(global),
            false => Target::Unknown,
        };
        targets.extend(globals.into_iter().map(in_global));
        targets
    }

    /// Adds constraints for nodes whose numbering is free: a pointer is *beyond* only if some cell points to each of
    /// them.
    fn limit_beyond(&mut self, terms: &Terms) {
        for (ty, is_it) in std::mem::take(&mut self.beyond_if_all) {
            let Some(typed) = self.typed.get(&ty).cloned() else { continue };
            let all = typed.numbers.all_found(terms);
            self.facts.push(terms.or(terms.not(is_it), all));
        }
    }

    /// Returns the strongly connected components of the node types, each before those that it points to.
    fn groups(&self, task: &BoundedTask<'_>) -> Vec<Vec<TypeId>> {
        let mut graph: DiGraph<TypeId, ()> = DiGraph::new();
        let places: BTreeMap<TypeId, NodeIndex> = self.typed.keys().map(|ty| (*ty, graph.add_node(*ty))).collect();
        for (ty, typed) in &self.typed {
            for target in typed.cells.iter().filter_map(|cell| node_type(task, cell.kind)) {
                if let (Some(from), Some(to)) = (places.get(ty), places.get(&target)) {
                    graph.update_edge(*from, *to, ());
                }
            }
        }
        let groups = tarjan_scc(&graph).into_iter().rev();
        groups.map(|group| group.into_iter().filter_map(|place| graph.node_weight(place).copied()).collect()).collect()
    }
}

/// The numbering of the nodes of a component of types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Nodes are numbered in the order in which they are found.
    AsFound,
    /// The numbering is not constrained.
    Any,
}

/// Returns the variables that hold inputs of a procedure and may be read: those that the program or a specification
/// names, or that pointers lead to.
pub fn input_variables(program: &Program, start: &Start<'_>, symbols: &[(SymbolId, TypeId)]) -> BTreeSet<VariableId> {
    let mut used = program.used_variables();
    let initial = program.initializers.iter().flat_map(|edge| edge.command.expressions());
    for expression in initial.chain(&program.stated) {
        expression.visit(&mut |part: &Expr| {
            if let ExprNode::VariableAddress(variable) = part.node {
                used.insert(variable);
            }
        });
    }
    used.extend(start.all_targets().iter().map(|target| target.variable));
    for target in symbols.iter().filter_map(|(_, ty)| program.types.pointee(*ty)) {
        used.extend(start.symbol_targets(target).iter().map(|target| target.variable));
    }
    start.inputs().into_iter().filter(|variable| used.contains(variable)).collect()
}

impl Machine<'_> {
    /// Gives the parameters and globals of a procedure arbitrary values of their types. Their objects exist already.
    pub fn start_inputs(&mut self, state: &mut State, entry: FunctionId) {
        let program = self.task.program;
        let symbols = &self.task.symbols();
        let start = Start::of(program, entry);
        self.inputs.entry = Some(entry);
        let variables = input_variables(program, &start, symbols);
        let mut roots: Vec<(VariableId, TypeId)> = Vec::new();
        for id in start.inputs().into_iter().filter(|id| variables.contains(id)) {
            roots.extend(program.variables.get(id).map(|variable| (id, variable.ty)));
        }
        self.make_nodes(state, &roots, symbols);
        for (variable, ty) in roots {
            let Some(place) = self.storage.variable(self.terms, state, variable) else { continue };
            let Some(size) = program.types.size_of(ty) else { continue };
            let content = blank(self.terms, &mut self.memory, size);
            let cells = layout::scalars(&program.types, ty);
            let found = self.terms.truth(true);
            let content =
                self.fill_cells(&start, (CellOwner::Variable(variable), content), &cells, found, Order::AsFound);
            set_content(self.terms, &mut self.memory, state, place.object, content);
        }
        for (symbol, ty) in symbols {
            self.start_symbol(&start, *symbol, *ty);
        }
        self.fill_nodes(state, &start);
        let facts = std::mem::take(&mut self.inputs.facts);
        state.guard = self.terms.and(state.guard, self.terms.all(facts));
    }

    /// Creates the nodes of all types that the roots lead to, without contents, and the object for what is not
    /// modelled.
    fn make_nodes(&mut self, state: &mut State, roots: &[(VariableId, TypeId)], symbols: &[(SymbolId, TypeId)]) {
        let types = &self.task.program.types;
        let mut pending: Vec<TypeId> = Vec::new();
        for (_, ty) in roots {
            pending.extend(layout::scalars(types, *ty).iter().filter_map(|cell| node_type(self.task, cell.kind)));
        }
        pending.extend(symbols.iter().filter_map(|(_, ty)| node_type(self.task, ScalarKind::Pointer(*ty))));
        while let Some(ty) = pending.pop() {
            let Some(bytes) = self.task.program.types.size_of(ty).filter(|_| !self.inputs.typed.contains_key(&ty))
            else {
                continue;
            };
            let is_array = self.task.program.array_elements.contains(&ty);
            let most = if is_array { u64::from(self.task.heap_nodes) } else { 1 };
            let cells: Rc<[ScalarCell]> = layout::several(&self.task.program.types, (ty, bytes), most).into();
            pending.extend(cells.iter().filter_map(|cell| node_type(self.task, cell.kind)));
            let first = self.inputs.nodes.len();
            let mut objects = Vec::new();
            for _ in 0..self.task.heap_nodes {
                let size = self.any_size(bytes, most);
                let object = self.memory.create(state, ObjectKind::Heap, size, ObjectContent::Unwritten);
                self.inputs.nodes.push((ty, size));
                objects.push(object);
            }
            let size = self.terms.word_constant(bytes);
            objects.iter().for_each(|object| self.memory.mark_input(*object));
            let beyond =
                self.memory.create(state, ObjectKind::Unmodelled(Unmodelled::Beyond), size, ObjectContent::Unwritten);
            let numbers = NodeNumbers::new(self.terms, objects.len());
            let bytes = bytes.saturating_mul(most);
            self.inputs.typed.insert(ty, TypedNodes { cells, bytes, is_array, objects, first, beyond, numbers });
        }
        let size = self.terms.word_constant(1);
        let unknown =
            self.memory.create(state, ObjectKind::Unmodelled(Unmodelled::Unknown), size, ObjectContent::Unwritten);
        self.inputs.unknown = Some(unknown);
    }

    /// Returns the size of a node of one to `most` objects.
    fn any_size(&mut self, bytes: u64, most: u64) -> TermId {
        let terms = self.terms;
        if most == 1 {
            return terms.word_constant(bytes);
        }
        let (count, most) = (terms.variable(self.task.word()), terms.word_constant(most));
        self.inputs.facts.push(terms.and(terms.is_nonzero(count), terms.at_most(count, most)));
        terms.multiply(count, terms.word_constant(bytes))
    }

    /// Writes arbitrary values to the cells of an object, in the runs in which the object is found.
    fn fill_cells(
        &mut self,
        start: &Start<'_>,
        (owner, content): (CellOwner, ContentId),
        cells: &[ScalarCell],
        is_found: TermId,
        order: Order,
    ) -> ContentId {
        let mut content = content;
        for cell in cells {
            let value = self.any_cell(start, (owner, cell.offset), (cell.kind, false), (is_found, order));
            let bytes = match cell.kind {
                ScalarKind::Number(_, bytes) => bytes,
                ScalarKind::Pointer(_) => self.task.word() / 8,
            };
            let bits = self.terms.resize(value.bits, 8 * bytes, false);
            let cell_value = MemoryCell::of(self.terms, Scalar { bits, ..value });
            content = self.memory.contents.write(content, self.terms.word_constant(cell.offset), cell_value);
            if self.is_stopped() {
                break;
            }
        }
        content
    }

    fn any_cell(
        &mut self,
        start: &Start<'_>,
        (owner, offset): (CellOwner, u64),
        (kind, signed): (ScalarKind, bool),
        (is_found, order): (TermId, Order),
    ) -> Scalar {
        let (value, input) = match kind {
            ScalarKind::Number(width, bytes) => {
                let bits = self.terms.variable(width);
                (Scalar::number(self.terms, bits), CellInput::Number { bits, bytes, signed })
            }
            ScalarKind::Pointer(ty) => {
                let targets = self.inputs.targets_of(
                    self.task,
                    self.terms,
                    start,
                    ty,
                    order,
                    matches!(owner, CellOwner::Symbol(_)),
                );
                self.any_pointer(ty, targets, (is_found, order))
            }
        };
        self.inputs.cells.push(EntryCell { owner, offset, input });
        value
    }

    /// Creates a pointer to one of `targets`; the first target is NULL. In an object that is not found it is NULL.
    fn any_pointer(
        &mut self,
        ty: TypeId,
        targets: Vec<Target>,
        (is_found, order): (TermId, Order),
    ) -> (Scalar, CellInput) {
        let word = self.task.word();
        let width = usize::BITS - (targets.len().max(2) - 1).leading_zeros();
        let chosen = self.terms.variable(width);
        let counts =
            targets.iter().map(|target| if let Target::Global(global) = target { global.places.count } else { 1 });
        let most = counts.max().unwrap_or(1);
        let element = match most {
            1 => self.terms.constant(0, word),
            _ => self.terms.variable(word),
        };
        let limit = self.terms.constant(targets.len() as u128 - 1, width);
        let mut allowed = vec![self.terms.at_most(chosen, limit)];
        allowed.push(self.terms.or(is_found, self.terms.equal(chosen, self.terms.constant(0, width))));
        let mut value = Scalar::null(self.terms);
        let node_type = node_type(self.task, ScalarKind::Pointer(ty));
        for (index, target) in targets.iter().enumerate().skip(1).rev() {
            let index = self.terms.constant(index as u128, width);
            let is_it = self.terms.equal(chosen, index);
            let (address, fact) = self.target_address(*target, node_type, (is_it, element), order);
            allowed.push(self.terms.or(self.terms.not(is_it), fact));
            value = Scalar::choose(self.terms, is_it, address, value);
        }
        for (index, target) in targets.iter().enumerate() {
            if let (Target::Node(node), Some(node_type)) = (target, node_type) {
                let index = self.terms.constant(index as u128, width);
                let is_it = self.terms.equal(chosen, index);
                if let Some(typed) = self.inputs.typed.get_mut(&node_type) {
                    typed.numbers.find(self.terms, *node, is_it);
                }
            }
        }
        self.inputs.facts.push(self.terms.all(allowed));
        (value, CellInput::Pointer { ty, targets, chosen, element })
    }

    /// Returns the address of a target, and the constraint under which a pointer may lead there.
    fn target_address(
        &mut self,
        target: Target,
        node_type: Option<TypeId>,
        (is_it, element): (TermId, TermId),
        order: Order,
    ) -> (Scalar, TermId) {
        let always = self.terms.truth(true);
        let typed = node_type.and_then(|ty| self.inputs.typed.get(&ty)).cloned();
        let none = self.terms.constant(0, OBJECT_BITS);
        let (object, fact) = match (target, typed) {
            (Target::Node(node), Some(typed)) => {
                let object = typed.objects.get(node).copied().unwrap_or(none);
                match order {
                    Order::AsFound => (object, typed.numbers.may_be_next(self.terms, node)),
                    Order::Any => (object, always),
                }
            }
            (Target::Beyond, Some(typed)) => match order {
                _ if typed.is_array => (typed.beyond, always),
                Order::AsFound => (typed.beyond, typed.numbers.all_found(self.terms)),
                Order::Any => {
                    self.inputs.beyond_if_all.extend(node_type.map(|ty| (ty, is_it)));
                    (typed.beyond, always)
                }
            },
            (Target::Global(global), _) => {
                let object = self.storage.global(global.variable);
                // A global without storage here is not modelled.
                let object = object.or(self.inputs.unknown).unwrap_or(none);
                let Places { offset, count, stride, .. } = global.places;
                let [offset, count, stride] = [offset, count, stride].map(|number| self.terms.word_constant(number));
                let inside = self.terms.less(element, count);
                let bits = self.terms.add(offset, self.terms.multiply(element, stride));
                return (Scalar { bits, ..Scalar::address(self.terms, object) }, inside);
            }
            (Target::Function(function), _) => {
                (self.terms.constant(FUNCTIONS + function.index() as u128, OBJECT_BITS), always)
            }
            (Target::Unknown, _) => (self.inputs.unknown.unwrap_or(none), always),
            (Target::Null | Target::Node(_) | Target::Beyond, _) => (none, always),
        };
        (Scalar::address(self.terms, object), fact)
    }

    fn start_symbol(&mut self, start: &Start<'_>, symbol: SymbolId, ty: TypeId) {
        let kind = match self.task.program.types.get(ty) {
            Type::Pointer(_) => Some((ScalarKind::Pointer(ty), false)),
            _ => self.task.shape(ty).map(|shape| (ScalarKind::Number(shape.width, shape.bytes), shape.signed)),
        };
        let Some(kind) = kind else { return };
        let found = self.terms.truth(true);
        let value = self.any_cell(start, (CellOwner::Symbol(symbol), 0), kind, (found, Order::AsFound));
        self.inputs.symbols.insert(symbol, value);
    }

    /// Fills the nodes. Types come before those that they point to.
    fn fill_nodes(&mut self, state: &mut State, start: &Start<'_>) {
        for group in self.inputs.groups(self.task) {
            let order = if group.len() == 1 { Order::AsFound } else { Order::Any };
            let mut fillings = Vec::new();
            for ty in group {
                let Some(typed) = self.inputs.typed.get(&ty).cloned() else { continue };
                for (index, object) in typed.objects.iter().enumerate() {
                    fillings.push((ty, index, typed.first + index, *object));
                }
            }
            for (ty, index, node, object) in fillings.iter().copied() {
                let Some(typed) = self.inputs.typed.get(&ty).cloned() else { continue };
                let is_found = match order {
                    Order::AsFound => typed.numbers.is_found(self.terms, index),
                    Order::Any => self.terms.truth(true),
                };
                let content = blank(self.terms, &mut self.memory, typed.bytes);
                let content = self.fill_cells(start, (CellOwner::Node(node), content), &typed.cells, is_found, order);
                set_content(self.terms, &mut self.memory, state, object, content);
            }
            self.inputs.limit_beyond(self.terms);
        }
    }

    /// Ends the runs that use a pointer to an unmodelled part of the entry state.
    pub fn refuse_unmodelled(&mut self, state: &mut State, pointer: Scalar) {
        for (cut, is_it) in self.unmodelled(pointer) {
            self.events.ends(state, is_it, What::Cut(cut));
        }
    }

    /// Like [`Machine::refuse_unmodelled`], for two pointers that are compared by order. All nodes that are *beyond*
    /// share one object, but not one place.
    pub fn refuse_unmodelled_order(&mut self, state: &mut State, (a, b): (Scalar, Scalar)) {
        for (one, other) in [(a, b), (b, a)] {
            for (cut, is_it) in self.unmodelled(one) {
                let both = self.terms.all([is_it, self.terms.is_nonzero(other.object), other.is_defined]);
                self.events.ends(state, both, What::Cut(cut));
            }
        }
    }

    /// Like [`Machine::refuse_unmodelled`], for two pointers that are compared for equality. A node that is *beyond*
    /// differs from all modelled nodes.
    pub fn refuse_unmodelled_pair(&mut self, state: &mut State, (a, b): (Scalar, Scalar)) {
        for (one, other) in [(a, b), (b, a)] {
            for (cut, is_it) in self.unmodelled(one) {
                let meets = match cut {
                    RunCut::HeapNodes(_) => {
                        let others = self.unmodelled(other);
                        self.terms.any(others.into_iter().map(|(_, is_it)| is_it))
                    }
                    _ => self.terms.is_nonzero(other.object),
                };
                self.events.ends(state, self.terms.all([is_it, meets, other.is_defined]), What::Cut(cut));
            }
        }
    }

    /// Returns the unmodelled targets of a pointer: the cut, and the condition under which it points there.
    fn unmodelled(&mut self, pointer: Scalar) -> Vec<(RunCut, TermId)> {
        let mut found = Vec::new();
        for number in objects_at(self.terms, pointer.object) {
            let Some(ObjectKind::Unmodelled(why)) = self.memory.object(number).map(|object| object.kind) else {
                continue;
            };
            let cut = match why {
                Unmodelled::Beyond => RunCut::HeapNodes(self.task.heap_nodes),
                Unmodelled::Unknown => RunCut::Unsupported("an input pointer to something that no type tells".into()),
            };
            found.push((cut, self.terms.and(is_object(self.terms, pointer.object, number), pointer.is_defined)));
        }
        found
    }
}

/// Returns the type of the nodes that a pointer leads to; `None` for `void`, functions and incomplete types.
fn node_type(task: &BoundedTask<'_>, kind: ScalarKind) -> Option<TypeId> {
    let ScalarKind::Pointer(ty) = kind else { return None };
    let target = task.program.types.pointee(ty)?;
    let is_object = !matches!(task.program.types.get(target), Type::Void | Type::Function { .. });
    (is_object && task.program.types.size_of(target).is_some()).then_some(target)
}

/// Returns the content of an object of the entry state before its cells are written: bytes outside of cells cannot be
/// read.
fn blank(terms: &Terms, memory: &mut Memory<'_>, bytes: u64) -> ContentId {
    let before = memory.contents.intern(ObjectContent::Unwritten);
    let (offset, length) = (terms.word_constant(0), terms.word_constant(bytes));
    let byte = MemoryCell { is_torn: terms.truth(true), ..MemoryCell::known(terms, 0, 8) };
    memory.contents.intern(ObjectContent::Fill { before, offset, length, byte })
}

fn set_content(terms: &Terms, memory: &mut Memory<'_>, state: &mut State, object: TermId, content: ContentId) {
    if let Some(number) = terms.value(object) {
        let known = memory.state_of(state, number);
        memory.set_object(state, number, ObjectState { content, ..known });
    }
}
