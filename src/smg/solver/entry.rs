//! The initial configurations of a procedure, which together describe every state of [`program::start`]. Parameters and
//! globals, the fields of input blocks and the symbolic constants of the specification are NULL or point to the start
//! of a block of their type, or to a global, with any aliasing and any cycles.
//!
//! Singly linked lists are described exactly: there is a region wherever a name points to, lists meet, or a list turns
//! back, with segments of any length between them. The same holds for doubly linked lists if the specification assumes
//! that each node points back to its predecessor. Nothing is assumed about pointers that lead back to a type in any
//! other way, such as those of trees, nor about the targets of pointers in list nodes.
//!
//! | file | contents |
//! |---|---|
//! | `lists` | targets of pointers, and continuations of lists |
//! | `back_links` | assumptions about back links in `each` |

mod back_links;
mod lists;

use std::collections::BTreeSet;

use crate::domain::configuration::{Configuration, Frame};
use crate::domain::fault::Fault;
use crate::domain::object::{Fill, Object, Origin, SegmentShape};
use crate::domain::value::{Address, ObjectId, Range, Value};
use crate::property::specified::{Specified, visit_formula};
use crate::property::{old_value, predicate};
use crate::solver::entry::back_links::DoublyLinked;
use crate::solver::limits::{MOST_ELEMENTS, MOST_STARTS};
use crate::transfer::step::Executor;
use base::Budget;
use base::ids::{Id, IdVec};
use ctype::{Type, TypeId};
use program::analysis::CallGraph;
use program::limits::DEEPEST_TYPE;
use program::start::{self, Initial};
use program::{Command, Expr, ExprNode, FunctionId, Program, SymbolId, VariableId, VariableKind};
use reason::Incompleteness;
use spec::{StateFormula, Symbol, SymbolValue};

/// A procedure with the assumptions about its call.
pub struct Call<'c> {
    pub executor: &'c Executor<'c>,
    pub function: FunctionId,
    /// The symbolic constants of the specification, in order.
    pub symbols: &'c IdVec<SymbolId, Symbol>,
    /// The assumptions at its entry.
    pub assumed: Vec<&'c StateFormula>,
    pub specified: &'c Specified<'c>,
    /// The budget for enumerating its initial configurations.
    pub budget: &'c Budget,
}

/// A cell whose value is still to be chosen.
#[derive(Clone, Copy, Debug)]
enum Cell {
    /// A pointer to a type.
    Pointer { object: ObjectId, offset: i64, target: TypeId },
    /// The next link of a list node: the rest of the list.
    Rest { node: ObjectId, target: TypeId, shape: SegmentShape },
    /// The back link of the first node of a list.
    Back { node: ObjectId, target: TypeId, at: i64 },
}

/// A part of an object.
struct Leaf {
    offset: i64,
    size: i64,
    of: Part,
}

enum Part {
    Number(Range),
    /// A pointer to a type.
    Pointer(TypeId),
    Other,
}

/// The pointers of a block that get values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pointers {
    /// All, except for those that lead back to a type and form no list.
    ButBackTo(TypeId),
    All,
    /// None: nothing is known of pointers in segment nodes either.
    None,
}

/// An initial configuration under construction.
#[derive(Clone)]
struct Start {
    configuration: Configuration,
    open: Vec<Cell>,
    /// Nodes of doubly linked lists whose back links are decided: no other list may end in them.
    settled: BTreeSet<ObjectId>,
}

/// A start of input values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Root {
    Variable(VariableId),
    Symbol(SymbolId),
}

/// Returns all initial configurations of a procedure. `before` has the globals as initialised by the program source.
pub fn starts(call: &Call<'_>, before: Configuration) -> Result<Vec<Configuration>, Incompleteness> {
    let program = call.executor.program;
    let start = start::Start::of(program, call.function);
    let doubly_linked = back_links::doubly_linked(program, &call.assumed);
    let builder = Builder { call, program, start, doubly_linked, word: program.types.model().word_bytes() as i64 };
    builder.starts(before)
}

/// Returns the initial configuration of a whole program. `before` has the globals as initialised by the program source.
pub fn of_main(call: &Call<'_>, mut before: Configuration) -> Result<Configuration, Fault> {
    let (program, executor) = (call.executor.program, call.executor);
    let word = program.types.model().word_bytes() as i64;
    let start = start::Start::of(program, call.function);
    let used = program.used_variables();
    let is_unset = |id: VariableId| call.specified.asks_for(id) && !used.contains(&id);
    let mut globals = program.variables.enumerate().filter(|(_, variable)| variable.kind == VariableKind::Global);
    if globals.any(|(id, _)| is_unset(id) && !start.keeps_initial_value(id)) {
        return Err(Fault::unsupported("an object that is defined elsewhere, and that only the specification names"));
    }
    before.frames.push(Frame::of(call.function));
    let parameters = program.functions.get(call.function).map_or(&[][..], |function| &function.parameters);
    let counted = start.arguments().and_then(|known| known.count);
    let mut count = None;
    for parameter in parameters {
        let is_count = counted == Some(*parameter);
        let storage = before.give_storage(program, *parameter)?;
        let ty = program.variables.get(*parameter).map(|variable| variable.ty);
        let format = ty.and_then(|ty| executor.evaluator(&mut before).format(ty));
        let is_pointer = ty.is_some_and(|ty| program.types.is_pointer(ty));
        let value = match format {
            Some(format) if !is_pointer => {
                let range = Range::of_format(format);
                let range = match start.initial(*parameter).filter(|_| is_count) {
                    Some(Initial::Integer(least, most)) => Range::new(least, most).unwrap_or(range),
                    _ => range,
                };
                let value = before.graph.unknown(range);
                count = is_count.then_some(value).or(count);
                value
            }
            // The length of the environment is unknown.
            _ => Value::Address(Address::region(array(&mut before, count.take(), word))),
        };
        if let Some(object) = before.graph.object_mut(storage) {
            object.write(0, object.sure_end(), value);
        }
    }
    let builder = Builder { call, program, start, doubly_linked: Vec::new(), word };
    before.inputs = builder.symbol_cells(&mut before);
    for (symbol, cell) in call.symbols.iter().zip(before.inputs.clone()) {
        // If there are several cases, the constant may have any value.
        if let [kept] = &old_value::keep(executor, before.clone(), cell, &symbol.value)[..] {
            before = kept.clone();
        }
    }
    Ok(before)
}

/// Returns the function that an argument denotes.
fn called_back(argument: &Expr) -> Option<FunctionId> {
    match &argument.node {
        ExprNode::FunctionAddress(function) => Some(*function),
        ExprNode::Cast(inner) => called_back(inner),
        _ => None,
    }
}

/// Returns an array of addresses followed by NULL: `count` arguments, or the environment, whose length is unknown.
fn array(before: &mut Configuration, count: Option<Value>, word: i64) -> ObjectId {
    let most = count.and_then(|count| before.graph.range(count)).map_or(i128::from(i32::MAX), Range::high);
    let size = Range::up_to(word.into(), (most + 1) * i128::from(word));
    let origin = if count.is_some() { Origin::Arguments } else { Origin::External };
    let array = before.graph.add(Object::new(origin, size, Fill::Any));
    let count = count.and_then(|count| before.graph.term(count));
    let recorded = count.and_then(|count| count.times(word.into())?.plus(word.into()));
    if let Some(recorded) = recorded {
        before.graph.record_size_term(array, recorded);
    }
    array
}

struct Builder<'b> {
    call: &'b Call<'b>,
    program: &'b Program,
    start: start::Start<'b>,
    doubly_linked: Vec<DoublyLinked<'b>>,
    word: i64,
}

impl Builder<'_> {
    fn starts(&self, mut before: Configuration) -> Result<Vec<Configuration>, Incompleteness> {
        let function = self.call.function;
        let known = self.program.functions.get(function).ok_or_else(|| Fault::unsupported("an unknown function"))?;
        before.frames.push(Frame::of(function));
        let used = self.used();
        let led_to: BTreeSet<VariableId> = self.start.all_targets().iter().map(|target| target.variable).collect();
        let matters = |id: &VariableId| known.parameters.contains(id) || used.contains(id) || led_to.contains(id);
        let variables: Vec<VariableId> = self.start.inputs().into_iter().filter(matters).collect();
        for id in &led_to {
            if before.variable(*id).is_none() {
                before.give_storage(self.program, *id)?;
            }
        }
        // The initialisers in the program source do not apply to inputs, so nothing may read them before they have
        // values.
        for id in &variables {
            if let Some(object) = before.variable(*id).and_then(|object| before.graph.object_mut(object)) {
                *object = object.emptied(Fill::Undefined);
            }
        }
        before.inputs = self.symbol_cells(&mut before);
        // Pointers to a global lead on from there, so assumptions are evaluated only once these globals have values.
        let leads_on = variables.iter().copied().filter(|id| led_to.contains(id));
        let waiting: BTreeSet<Root> = leads_on.map(Root::Variable).collect();
        let mut starts = vec![Start { configuration: before, open: Vec::new(), settled: BTreeSet::new() }];
        let mut done = BTreeSet::new();
        let mut recorded = vec![false; self.call.assumed.len()];
        // More is known about the nodes of doubly linked lists than about the targets of other pointers.
        let is_list = |id: &VariableId| self.doubly_linked.iter().any(|list| list.names(*id));
        let (lists, others): (Vec<VariableId>, Vec<VariableId>) = variables.into_iter().partition(is_list);
        let roots = lists.into_iter().chain(others).map(Root::Variable);
        for root in roots.chain(self.call.symbols.enumerate().map(|(id, _)| Root::Symbol(id))) {
            let mut next = Vec::new();
            for start in starts {
                self.given(start, root, &mut next)?;
            }
            done.insert(root);
            starts = if waiting.is_subset(&done) { self.admitted(next, &done, &mut recorded)? } else { next };
        }
        if !self.doubly_linked.is_empty() {
            // A later list may have changed the back link of an earlier one's first node.
            recorded.fill(false);
            starts = self.admitted(starts, &done, &mut recorded)?;
        }
        let mut starts: Vec<Configuration> = starts.into_iter().map(|start| start.configuration).collect();
        for start in &mut starts {
            self.keep_arguments(start, &known.parameters);
        }
        Ok(starts)
    }

    /// Returns the globals that the procedure, its callees, or the specification use; others are irrelevant.
    fn used(&self) -> BTreeSet<VariableId> {
        let mut found = BTreeSet::new();
        let mut note = |expr: &Expr| {
            if let ExprNode::VariableAddress(id) = expr.node {
                found.insert(id);
            }
        };
        for function in self.functions_run() {
            let Some(flowchart) = self.program.flowchart(function) else { continue };
            for edge in flowchart.edges() {
                let expressions = flowchart.edge(edge).command.expressions();
                expressions.into_iter().for_each(|expr| expr.visit(&mut |part| note(part)));
            }
        }
        // Targets of constants are used wherever the constants are.
        for edge in &self.program.initializers {
            if edge.command.written().and_then(Expr::root_variable).is_some_and(|id| self.start.keeps_initial_value(id))
            {
                edge.command.expressions().into_iter().for_each(|expr| expr.visit(&mut |part| note(part)));
            }
        }
        found.extend(
            self.program.variables.enumerate().map(|(id, _)| id).filter(|id| self.call.specified.asks_for(*id)),
        );
        found
    }

    /// Returns the procedure, its callees, and callbacks that it passes to the library.
    fn functions_run(&self) -> BTreeSet<FunctionId> {
        let calls = CallGraph::of(self.program);
        let mut found = BTreeSet::new();
        let mut open = vec![self.call.function];
        while let Some(next) = open.pop() {
            for function in calls.reachable(next) {
                let Some(flowchart) = self.program.flowchart(function).filter(|_| found.insert(function)) else {
                    continue;
                };
                for edge in flowchart.edges() {
                    let Command::Library { arguments, .. } = &flowchart.edge(edge).command else { continue };
                    open.extend(arguments.iter().filter_map(called_back));
                }
            }
        }
        found
    }

    /// Adds cells for the symbolic constants.
    fn symbol_cells(&self, configuration: &mut Configuration) -> Vec<ObjectId> {
        let size = |ty: TypeId| i128::from(self.program.types.size_of(ty).unwrap_or(0));
        let cell = |symbol: &Symbol| Object::new(Origin::External, Range::exactly(size(symbol.ty)), Fill::Any);
        self.call.symbols.iter().map(|symbol| configuration.graph.add(cell(symbol))).collect()
    }

    /// Adds the start with each possible value of a root.
    fn given(&self, mut start: Start, root: Root, found: &mut Vec<Start>) -> Result<(), Incompleteness> {
        let configuration = &mut start.configuration;
        let (object, ty) = match root {
            Root::Variable(id) => {
                let Some(variable) = self.program.variables.get(id) else { return Ok(()) };
                // A global of incomplete type has no storage.
                if self.program.size_of_variable(id).is_none() {
                    found.push(start);
                    return Ok(());
                }
                let object = match configuration.variable(id) {
                    Some(object) => object,
                    None => configuration.give_storage(self.program, id)?,
                };
                (object, variable.ty)
            }
            Root::Symbol(id) => {
                let (Some(object), Some(symbol)) =
                    (configuration.inputs.get(id.index()).copied(), self.call.symbols.get(id))
                else {
                    return Ok(());
                };
                if symbol.value != SymbolValue::Any {
                    let Start { configuration, settled, .. } = start;
                    let kept = old_value::keep(self.call.executor, configuration, object, &symbol.value);
                    let of = |configuration| Start { configuration, open: Vec::new(), settled: settled.clone() };
                    found.extend(kept.into_iter().map(of));
                    return within_limit(found);
                }
                (object, symbol.ty)
            }
        };
        self.fill(&mut start, object, ty, Pointers::All);
        let mut open = vec![start];
        while let Some(mut start) = open.pop() {
            self.call.budget.check()?;
            let Some(cell) = start.open.pop() else {
                found.push(start);
                within_limit(found)?;
                continue;
            };
            let before = open.len();
            match cell {
                Cell::Pointer { object, offset, target } => {
                    let is_symbol = matches!(root, Root::Symbol(_));
                    self.point(&start, (object, offset), target, is_symbol, &mut open);
                }
                Cell::Rest { node, target, shape } => self.go_on(&start, node, target, shape, &mut open),
                Cell::Back { node, target, at } => self.lead_back(&start, node, target, at, &mut open),
            }
            open[before..].reverse();
        }
        Ok(())
    }

    /// Gives values to the parts of an object: numbers now, pointers later. Padding is undefined, except in globals, of
    /// which all bytes were written at the start of the program.
    fn fill(&self, start: &mut Start, object: ObjectId, ty: TypeId, pointers: Pointers) {
        let (mut leaves, mut open) = (Vec::new(), Vec::new());
        self.leaves(ty, 0, DEEPEST_TYPE, &mut leaves);
        if let Some(object) = start.configuration.graph.object_mut(object) {
            let is_global = matches!(object.origin, Origin::Variable(id) if self.program.is_global(id));
            *object = object.emptied(if is_global { Fill::Any } else { Fill::Undefined });
        }
        for Leaf { offset, size, of } in leaves {
            let graph = &mut start.configuration.graph;
            let value = match of {
                Part::Number(range) => graph.unknown(range),
                Part::Pointer(_) | Part::Other => Value::ANY,
            };
            if let Some(object) = graph.object_mut(object) {
                object.write(offset, size, value);
            }
            let Part::Pointer(target) = of else { continue };
            let is_recorded = match pointers {
                Pointers::All => true,
                // A list is described as a whole, wherever its nodes point.
                Pointers::ButBackTo(ty) => {
                    !self.leads(target, ty) || self.links(start, (object, offset), target).is_some()
                }
                Pointers::None => false,
            };
            if is_recorded && (self.is_block(target) || self.start.has_functions_of_callers(target)) {
                open.push(Cell::Pointer { object, offset, target });
            }
        }
        // Doubly linked lists come last, because the last cell gets its value first.
        open.sort_by_cached_key(|cell| self.is_doubly_linked(start, *cell));
        start.open.append(&mut open);
    }

    /// Appends the scalars of a type. An aggregate that is not described in detail is one part.
    fn leaves(&self, ty: TypeId, offset: i64, nesting: u32, found: &mut Vec<Leaf>) {
        let types = &self.program.types;
        let size = types.size_of(ty).and_then(|size| i64::try_from(size).ok()).unwrap_or(0);
        let mut leaf = |of: Part| found.push(Leaf { offset, size, of });
        let Some(nesting) = nesting.checked_sub(1) else { return leaf(Part::Other) };
        match types.get(ty) {
            Type::Integer { .. } => {
                leaf(types.integer_format(ty).map_or(Part::Other, |format| Part::Number(Range::of_format(format))));
            }
            Type::Pointer(target) => leaf(Part::Pointer(*target)),
            Type::Array(element, Some(count)) if *count <= MOST_ELEMENTS => {
                let step = types.size_of(*element).unwrap_or(0) as i64;
                (0..*count as i64).for_each(|index| self.leaves(*element, offset + index * step, nesting, found));
            }
            Type::Record(record) if !types.record(*record).is_union => {
                for field in types.fields(*record) {
                    let at = offset + field.offset as i64;
                    match field.bits {
                        None => self.leaves(field.ty, at, nesting, found),
                        Some((first, width)) => {
                            let (start, end) = (i64::from(first / 8), i64::from((first + width).div_ceil(8)));
                            found.push(Leaf { offset: at + start, size: end - start, of: Part::Other });
                        }
                    }
                }
            }
            _ => leaf(Part::Other),
        }
    }

    /// Returns true if pointers to a type can point to blocks of their own.
    fn is_block(&self, target: TypeId) -> bool {
        let types = &self.program.types;
        !matches!(types.get(target), Type::Void | Type::Function { .. })
            && types.size_of(target).is_some_and(|size| size > 0)
    }

    /// Returns true if objects of the first type contain or lead to one of the second, in any number of steps.
    fn leads(&self, from: TypeId, to: TypeId) -> bool {
        self.program.types.led_to([from]).contains(&to)
    }

    /// Drops the starts that an assumption excludes, as soon as everything that it mentions has values.
    fn admitted(
        &self,
        mut starts: Vec<Start>,
        done: &BTreeSet<Root>,
        recorded: &mut [bool],
    ) -> Result<Vec<Start>, Incompleteness> {
        for (formula, recorded) in self.call.assumed.iter().zip(recorded) {
            if *recorded || !self.roots(formula).is_subset(done) {
                continue;
            }
            *recorded = true;
            let mut admitted = Vec::with_capacity(starts.len());
            for start in starts {
                self.call.budget.check()?;
                let cases = predicate::outcomes(self.call.executor, &start.configuration, formula);
                if cases.is_none_or(|cases| cases.iter().any(|(_, truth)| *truth != Some(false))) {
                    admitted.push(start);
                }
            }
            starts = admitted;
        }
        Ok(starts)
    }

    fn roots(&self, formula: &StateFormula) -> BTreeSet<Root> {
        let mut found = BTreeSet::new();
        visit_formula(formula, &mut |expr| match expr.node {
            ExprNode::VariableAddress(id) => drop(found.insert(Root::Variable(id))),
            // Other symbols are bound to the nodes that a claim is about.
            ExprNode::Symbol(id) if self.call.symbols.get(id).is_some() => drop(found.insert(Root::Symbol(id))),
            _ => {}
        });
        found
    }

    /// Keeps the pointers that the caller has passed, because the caller keeps them.
    fn keep_arguments(&self, configuration: &mut Configuration, parameters: &[VariableId]) {
        let objects = parameters.iter().filter_map(|id| configuration.graph.object(configuration.variable(*id)?));
        let leads = |object: &&Object| object.successors().next().is_some();
        let kept: Vec<Object> = objects.filter(leads).cloned().collect();
        for mut object in kept {
            object.origin = Origin::External;
            configuration.inputs.push(configuration.graph.add(object));
        }
    }
}

/// Returns an error if there are more than [`MOST_STARTS`] initial configurations.
fn within_limit(found: &[Start]) -> Result<(), Incompleteness> {
    if found.len() > MOST_STARTS {
        return Err(Fault::unsupported(format!("more than {MOST_STARTS} ways to start")).into());
    }
    Ok(())
}

/// Appends the conjuncts of a formula.
pub fn conjuncts<'f>(formula: &'f StateFormula, found: &mut Vec<&'f StateFormula>) {
    match formula {
        StateFormula::And(left, right) => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        other => found.push(other),
    }
}
