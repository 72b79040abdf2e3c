//! What a function may do with the memory of its callers, from its text and that of the functions that it calls.
//!
//! Each effect is one that *may* happen: the order of commands and the outcomes of branches do not matter. What is not
//! among the effects does not happen, as long as functions without a body do no more than their types allow. Pointers in
//! memory may have any value; only variables are followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::CallGraph;
use crate::library::{Effect, Returns};
use crate::{
    Callee, Command, Edge, Expr, ExprNode, FunctionId, LibraryFunction, PointerUse, Program, Reach, VariableId,
    VariableKind, display,
};
use ctype::{Type, TypeId};

/// What a function may do.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Effects {
    /// The types of the blocks that it allocates, as C writes them; `None` where no type is known.
    pub allocates: BTreeSet<Option<String>>,
    /// The types of the blocks that it frees.
    pub frees: BTreeSet<Option<String>>,
    /// Its parameters that something may still lead to when it has returned, other than its result.
    pub keeps: Vec<String>,
    /// True if its result is a pointer that may be NULL, provided that allocations succeed if the program assumes so.
    pub may_return_null: bool,
    /// True if it changes memory: blocks, global variables, variables of its callers.
    pub changes_memory: bool,
    /// The functions without a body that it calls: they do what their declarations allow.
    pub calls: BTreeSet<String>,
}

impl Effects {
    /// Returns what a function may do; `None` if a construct of it or of what it calls is not followed.
    pub fn of(program: &Program, function: FunctionId) -> Option<Effects> {
        let graph = CallGraph::of(program);
        let mut called = graph.reachable(function);
        if called.iter().any(|caller| calls_back(program, *caller)) {
            called = graph.reachable_by_any(function);
        }
        let mut flow = Flow { program, effects: Effects::default(), into: BTreeMap::new() };
        for caller in called.iter().copied() {
            let Some(flowchart) = program.flowchart(caller) else { continue };
            let calls = graph.calls(caller);
            for edge in flowchart.edges() {
                let callees: Vec<FunctionId> =
                    calls.iter().filter(|call| call.edge == edge).map(|call| call.callee).collect();
                flow.command(flowchart.edge(edge), &callees)?;
            }
        }
        Some(flow.finish(function))
    }

    /// Returns true if nothing but its result tells that it was called.
    pub fn changes_nothing(&self) -> bool {
        let Effects { allocates, frees, changes_memory, calls, .. } = self;
        allocates.is_empty() && frees.is_empty() && !changes_memory && calls.is_empty()
    }
}

impl fmt::Display for Effects {
    /// The effects, separated by commas; empty if there are none but changes of memory.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.changes_nothing() {
            let null = if self.may_return_null { ", may return NULL" } else { "" };
            return write!(out, "changes nothing{null}");
        }
        let of_blocks = |word: &str, types: &BTreeSet<Option<String>>| {
            let types: Vec<&str> = types.iter().map(|ty| ty.as_deref().unwrap_or("blocks")).collect();
            (!types.is_empty()).then(|| format!("{word} {}", types.join(" and ")))
        };
        let calls: Vec<&str> = self.calls.iter().map(String::as_str).collect();
        let parts = [
            of_blocks("allocates", &self.allocates),
            of_blocks("frees", &self.frees),
            (!self.keeps.is_empty()).then(|| format!("keeps {}", self.keeps.join(" and "))),
            self.may_return_null.then(|| "may return NULL".to_string()),
            (!calls.is_empty()).then(|| format!("calls {}", calls.join(" and "))),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        out.write_str(&parts.join(", "))
    }
}

/// Where the value of a variable may come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    Variable(VariableId),
    /// NULL, or a value that is not followed.
    Unknown,
}

/// Where the value of a variable may go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Target {
    Variable(VariableId),
    /// Memory that outlives the call.
    Memory,
}

/// The flow of values between variables.
struct Flow<'p> {
    program: &'p Program,
    effects: Effects,
    /// For each target, where its values come from.
    into: BTreeMap<Target, BTreeSet<Source>>,
}

impl Flow<'_> {
    /// Takes a command with the functions that it may call. `None` if it is not followed.
    fn command(&mut self, edge: &Edge, callees: &[FunctionId]) -> Option<()> {
        match &edge.command {
            Command::Skip
            | Command::Assume { .. }
            | Command::ScopeStart(_)
            | Command::ScopeEnd(_)
            | Command::Fail(_)
            | Command::Halt(_)
            | Command::Print { .. }
            | Command::Unsupported { reach: Reach::Nothing, .. } => {}
            Command::Unsupported { .. } => return None,
            Command::Store { address, value } => self.assign(address, sources(value)),
            Command::Copy { target, source, .. } => {
                let from = root(source).map_or(Source::Unknown, Source::Variable);
                self.assign(target, BTreeSet::from([from]));
            }
            Command::Havoc { address } => self.assign(address, BTreeSet::from([Source::Unknown])),
            Command::Allocate { address, element, may_fail, .. } => {
                self.effects.allocates.insert(element.map(|ty| self.program.types.display(ty)));
                self.assign(address, may_fail.then_some(Source::Unknown).into_iter().collect());
            }
            Command::Free(pointer) => self.free(pointer),
            Command::Call { callee, arguments, result } => self.call(callee, callees, (arguments, result.as_ref())),
            Command::Library { function, arguments, result, .. } => {
                self.library(*function, arguments, result.as_ref());
            }
        }
        Some(())
    }

    /// Values from these sources are stored at an address.
    fn assign(&mut self, address: &Expr, values: BTreeSet<Source>) {
        let variable = root(address);
        let is_local = |variable: VariableId| self.program.variables[variable].kind != VariableKind::Global;
        self.effects.changes_memory |= !variable.is_some_and(is_local);
        let target = match variable {
            Some(variable) if self.is_own(variable) => Target::Variable(variable),
            _ => Target::Memory,
        };
        self.into.entry(target).or_default().extend(values);
    }

    /// Returns true if a variable ends with its call, and no pointer leads to it.
    fn is_own(&self, variable: VariableId) -> bool {
        let known = &self.program.variables[variable];
        known.kind != VariableKind::Global && !known.address_taken
    }

    fn free(&mut self, pointer: &Expr) {
        let ty = self.block_type(pointer);
        self.effects.frees.insert(ty);
    }

    /// Returns the type of the block that a pointer leads to, whatever it was converted to.
    fn block_type(&self, pointer: &Expr) -> Option<String> {
        let own = self.pointee(pointer.ty);
        match &pointer.node {
            ExprNode::Cast(inner) if own.is_none() => self.block_type(inner),
            _ => own,
        }
    }

    /// Returns the name of the type that a pointer type leads to; `None` for `void *`.
    fn pointee(&self, pointer: TypeId) -> Option<String> {
        let types = &self.program.types;
        let pointee = types.pointee(pointer).filter(|ty| !types.is_void(*ty))?;
        Some(types.display(pointee))
    }

    fn call(&mut self, callee: &Callee, callees: &[FunctionId], (arguments, result): (&[Expr], Option<&Expr>)) {
        let mut results = BTreeSet::new();
        for callee in callees {
            let function = &self.program.functions[*callee];
            for (parameter, argument) in function.parameters.iter().zip(arguments) {
                self.into.entry(Target::Variable(*parameter)).or_default().extend(sources(argument));
            }
            results.extend(function.result.map(Source::Variable));
            if function.flowchart.is_none() {
                self.declared(*callee, arguments);
                results.insert(Source::Unknown);
            }
        }
        match callee {
            Callee::Declared(declared) => {
                self.effects.calls.insert(self.program.functions[declared.function].name.clone());
                let changed = declared.uses.iter().zip(arguments).filter(|(used, _)| **used == PointerUse::Changes);
                let kept: BTreeSet<Source> = changed.flat_map(|(_, argument)| sources(argument)).collect();
                self.into.entry(Target::Memory).or_default().extend(kept);
                results.extend((!declared.returns_nonnull).then_some(Source::Unknown));
            }
            // It may also lead to a function of the caller.
            Callee::Indirect(pointer) => {
                let name = display::pointer_name(self.program, pointer).unwrap_or_else(|| "a function".into());
                self.effects.calls.insert(format!("*{name}"));
                self.into.entry(Target::Memory).or_default().extend(arguments.iter().flat_map(sources));
                results.insert(Source::Unknown);
            }
            Callee::Direct(_) => {}
        }
        result.into_iter().for_each(|address| self.assign(address, results.clone()));
    }

    /// A function without a body may keep what it gets.
    fn declared(&mut self, function: FunctionId, arguments: &[Expr]) {
        self.effects.calls.insert(self.program.functions[function].name.clone());
        self.into.entry(Target::Memory).or_default().extend(arguments.iter().flat_map(sources));
    }

    fn library(&mut self, function: LibraryFunction, arguments: &[Expr], result: Option<&Expr>) {
        let entry = function.entry();
        let mut is_new = false;
        for effect in entry.effects {
            match effect {
                Effect::Allocates(allocation) if !allocation.on_stack => {
                    let pointer = result.and_then(|address| self.program.types.pointee(address.ty));
                    let ty = pointer.and_then(|pointer| self.pointee(pointer));
                    self.effects.allocates.insert(ty);
                    is_new = !self.program.allocation_may_fail;
                }
                Effect::Frees(argument) => {
                    arguments.get(usize::from(*argument)).into_iter().for_each(|pointer| self.free(pointer));
                }
                Effect::CallsBack(..) | Effect::WritesElsewhere => {
                    self.effects.calls.insert(function.name().to_string());
                }
                _ => {}
            }
        }
        if entry.stores_end || entry.effects.iter().any(may_keep) {
            self.into.entry(Target::Memory).or_default().extend(arguments.iter().flat_map(sources));
        }
        let only_reads = |effect: &Effect| matches!(effect, Effect::Reads(..) | Effect::ReadsRest(_));
        let others = entry.effects.iter().filter(|effect| !only_reads(effect));
        let is_of_stream = |effect: &Effect| matches!(effect, Effect::UsesStream(_) | Effect::ClosesStream(_));
        let changes = (!function.touches_nothing() && others.count() > 0) || entry.effects.iter().any(is_of_stream);
        self.effects.changes_memory |= changes;
        let of_argument = |argument: u8| arguments.get(usize::from(argument)).map(sources).unwrap_or_default();
        let values = match entry.returns {
            Returns::Argument(argument) => of_argument(argument),
            Returns::ArgumentOrNull(argument) | Returns::Inside { object: argument, or_null: true, .. } => {
                of_argument(argument).into_iter().chain([Source::Unknown]).collect()
            }
            Returns::Inside { object, or_null: false, .. } => of_argument(object),
            Returns::Block if is_new => BTreeSet::new(),
            _ => BTreeSet::from([Source::Unknown]),
        };
        result.into_iter().for_each(|address| self.assign(address, values.clone()));
    }

    /// Computes what depends on the flow of all commands.
    fn finish(mut self, function: FunctionId) -> Effects {
        let known = &self.program.functions[function];
        let reaching = |target: Target| {
            let mut found: BTreeSet<Source> = BTreeSet::new();
            let mut open = vec![target];
            while let Some(target) = open.pop() {
                for source in self.into.get(&target).into_iter().flatten() {
                    if found.insert(*source)
                        && let Source::Variable(variable) = source
                    {
                        open.push(Target::Variable(*variable));
                    }
                }
            }
            found
        };
        let (kept, returned) =
            (reaching(Target::Memory), known.result.map(|result| reaching(Target::Variable(result))));
        let ty = |variable: VariableId| self.program.variables[variable].ty;
        let is_pointer = |variable: VariableId| self.program.types.is_pointer(ty(variable));
        let is_record = |variable: VariableId| matches!(self.program.types.get(ty(variable)), Type::Record(_));
        let keeps = known.parameters.iter().filter(|parameter| {
            let may_go_on = kept.contains(&Source::Variable(**parameter)) || !self.is_own(**parameter);
            (is_pointer(**parameter) || is_record(**parameter)) && may_go_on
        });
        self.effects.keeps = keeps.map(|parameter| self.program.variables[*parameter].name.clone()).collect();
        let may_be_null = |source: &Source| match source {
            Source::Unknown => true,
            Source::Variable(variable) => known.parameters.contains(variable) || !self.is_own(*variable),
        };
        self.effects.may_return_null =
            known.result.is_some_and(is_pointer) && returned.is_some_and(|found| found.iter().any(may_be_null));
        self.effects
    }
}

/// Returns true if a function lets the library call a function of the program.
fn calls_back(program: &Program, function: FunctionId) -> bool {
    let edges = program
        .flowchart(function)
        .into_iter()
        .flat_map(|flowchart| flowchart.edges().map(move |edge| &flowchart.edge(edge).command));
    let calls_back = |effect: &Effect| matches!(effect, Effect::CallsBack(..));
    edges.into_iter().any(|command| match command {
        Command::Library { function, .. } => function.entry().effects.iter().any(calls_back),
        _ => false,
    })
}

/// Returns true if a library function with this effect may store a pointer that it gets.
fn may_keep(effect: &Effect) -> bool {
    match effect {
        Effect::Reads(..)
        | Effect::ReadsRest(_)
        | Effect::Writes(..)
        | Effect::WritesRest(_)
        | Effect::Fills { .. }
        | Effect::Copies { .. }
        | Effect::Allocates(_)
        | Effect::Frees(_)
        | Effect::EndsLife(_)
        | Effect::UsesStream(_)
        | Effect::UsesStandardStream(_)
        | Effect::ClosesStream(_)
        | Effect::SetsErrno
        | Effect::Output
        | Effect::Input
        | Effect::Ends(_)
        | Effect::ForgetsHandlers
        | Effect::Fails(_)
        | Effect::Asserts(_)
        | Effect::Assumes(_) => false,
        Effect::WritesElsewhere
        | Effect::ReadsLine { .. }
        | Effect::TakesOption
        | Effect::TakesToken { .. }
        | Effect::ChangesEnvironment
        | Effect::CallsBack(..) => true,
    }
}

/// Returns the variable whose own bytes an address is in.
fn root(address: &Expr) -> Option<VariableId> {
    match &address.node {
        ExprNode::VariableAddress(variable) => Some(*variable),
        ExprNode::FieldAddress(base, _) | ExprNode::ElementAddress(base, _) | ExprNode::Cast(base) => root(base),
        _ => None,
    }
}

/// Returns where the value of an expression may come from.
fn sources(value: &Expr) -> BTreeSet<Source> {
    match &value.node {
        ExprNode::Load(address) => BTreeSet::from([root(address).map_or(Source::Unknown, Source::Variable)]),
        ExprNode::VariableAddress(_) | ExprNode::StringAddress(_) | ExprNode::FunctionAddress(_) => BTreeSet::new(),
        ExprNode::FieldAddress(base, _) | ExprNode::ElementAddress(base, _) => {
            // No place in an object is NULL.
            sources(base).into_iter().filter(|source| *source != Source::Unknown).collect()
        }
        ExprNode::Cast(inner) | ExprNode::Unary(_, inner) => sources(inner),
        ExprNode::Binary(_, left, right) | ExprNode::PointerDifference(left, right) => {
            sources(left).into_iter().chain(sources(right)).collect()
        }
        ExprNode::Null | ExprNode::Integer(_) | ExprNode::Float(_) | ExprNode::LongDouble(_) | ExprNode::Symbol(_) => {
            BTreeSet::from([Source::Unknown])
        }
    }
}
