//! Concrete initial states: all small ones, and random ones.
//!
//! A *start* is a state in which the procedure may be called, according to `program::heaps`. A *local* state is one at
//! any location, whether or not a run reaches it. The rules that admit local states follow from C and the book, and use
//! no facts of the proof:
//!
//! - every variable of the procedure that is not larger than [`limits::MOST_BYTES`](super::limits::MOST_BYTES), and
//!   every global, holds a value of its type: a pointer is NULL or the start of a live heap block of its target's type,
//!   a number is any number. A pointer may also point to a global of its target's type whose address some function
//!   takes, or that an input may point to where the procedure starts ([`Start::all_targets`]). Other variables are
//!   indeterminate;
//! - `const` globals hold their initial values;
//! - blocks are freed only if some path leads from a `free` to the location;
//! - an unsupported command has any effect that its [`Reach`] allows;
//! - other values of pointers (addresses of locals, fields and elements, blocks of odd sizes, integers made of
//!   pointers) arise by running on from such states: then a statement of the program has made them.
//!
//! This module never runs a command.

use std::collections::BTreeSet;

use crate::limits::{MOST_BYTES, MOST_NESTING, MOST_NUMBERS};
use ctype::{Type, TypeId};
use logic::{Arena, AtomId, TermNode};
use program::heaps::{self, HeapLimits};
use program::interp::{BlockId, BlockKind, Chooser, Interpreter, Liveness, Pointer, Random, State, Value};
use program::start::Start;
use program::{
    Callee, Command, Expr, ExprNode, Flowchart, FunctionId, Linkage, LocationId, Program, Reach, SymbolId, VariableId,
    VariableKind,
};
use spec::Specification;

/// Generates states of one procedure.
pub(super) struct States<'p> {
    program: &'p Program,
    entry: FunctionId,
    symbols: Vec<(SymbolId, TypeId)>,
    /// The locations of control after a `free`.
    freed: BTreeSet<LocationId>,
    /// Integers that occur, their neighbours, and the limits of the types.
    numbers: Vec<i128>,
    /// The values of `const` globals, if the initialisers can be run.
    constants: Vec<(Pointer, TypeId, Value)>,
    /// The initial values of globals that the procedure does not use.
    unused: Vec<(Pointer, TypeId, Value)>,
    /// The program with all variables of its entry function turned into parameters.
    open: Program,
    /// The variables that get values.
    variables: Vec<VariableId>,
}

/// Chooses the last of several possibilities in `percent` per cent of cases; for the pointers of a heap, that is a
/// fresh block.
struct Leaning<'r> {
    random: &'r mut Random,
    percent: usize,
}

impl Chooser for Leaning<'_> {
    fn choose(&mut self, count: usize) -> usize {
        match self.random.choose(100) < self.percent {
            true => count.saturating_sub(1),
            false => self.random.choose(count),
        }
    }
}

impl<'p> States<'p> {
    pub(super) fn new(
        program: &'p Program,
        entry: FunctionId,
        specification: Option<&Specification>,
        arena: &Arena,
        atoms: &[AtomId],
    ) -> States<'p> {
        let flowchart = program.flowchart(entry);
        let locals = program.functions.get(entry).map_or(&[][..], |function| &function.locals);
        let is_small = |id: &VariableId| program.size_of_variable(*id).is_some_and(|size| size <= MOST_BYTES);
        let variables: Vec<VariableId> = locals.iter().copied().filter(is_small).collect();
        let used = used_variables(program, entry, specification);
        States {
            open: opened(program, entry, &variables),
            freed: flowchart.map_or_else(BTreeSet::new, behind_frees),
            numbers: flowchart.map_or_else(Vec::new, |flowchart| numbers(flowchart, arena, atoms)),
            constants: initial_values(program, entry, |id| is_constant(program, id)),
            unused: initial_values(program, entry, |id| !is_constant(program, id) && !used.contains(&id)),
            program,
            entry,
            symbols: specification.map_or_else(Vec::new, Specification::symbol_types),
            variables,
        }
    }

    /// Returns all states of up to this many nodes in which the procedure may be called.
    pub(super) fn starts(&self, nodes: usize) -> Option<heaps::Enumeration<'p>> {
        let limits = HeapLimits::new(nodes, &[0, 1]);
        heaps::enumerate(self.program, self.entry, &self.symbols, &limits).ok()
    }

    /// Returns a random state in which the procedure may be called.
    pub(super) fn random_start(&self, nodes: usize, random: &mut Random) -> Option<State> {
        let limits = HeapLimits::new(nodes, &self.palette(random));
        let mut chooser = Leaning { percent: [0, 50, 80][random.choose(3)], random };
        let mut state = heaps::chosen(self.program, self.entry, &self.symbols, &limits, &mut chooser).ok()?;
        if random.choose(3) == 0 {
            self.link(&mut state, random);
        }
        Some(state)
    }

    /// Returns the program with the variables turned into parameters, from which local states are enumerated.
    pub(super) fn opened(&self, variables: &BTreeSet<VariableId>) -> Program {
        let chosen: Vec<VariableId> = self.variables.iter().copied().filter(|id| variables.contains(id)).collect();
        opened(self.program, self.entry, &chosen)
    }

    /// Returns all small local states of an opened program.
    pub(super) fn locals<'o>(&self, open: &'o Program, nodes: usize) -> Option<heaps::Enumeration<'o>> {
        heaps::enumerate(open, self.entry, &self.symbols, &HeapLimits::new(nodes, &[0, 1])).ok()
    }

    /// Returns a random local state at a location.
    pub(super) fn random_local(&self, location: LocationId, nodes: usize, random: &mut Random) -> Option<State> {
        let limits = HeapLimits::new(nodes, &self.palette(random));
        let percent = [0, 40, 70, 90][random.choose(4)];
        let mut chooser = Leaning { percent, random };
        let mut state = heaps::chosen(&self.open, self.entry, &self.symbols, &limits, &mut chooser).ok()?;
        if random.choose(2) == 1 {
            self.link(&mut state, random);
        }
        if random.choose(2) == 1 {
            self.redirect(&mut state, random);
        }
        self.complete(&mut state, location, random);
        Some(state)
    }

    /// Links all blocks of one type into a list by one of their pointers: random choices rarely make long lists.
    fn link(&self, state: &mut State, random: &mut Random) {
        let types: BTreeSet<TypeId> = state
            .blocks()
            .filter_map(|(_, block)| match block.kind {
                BlockKind::Heap(element) => element,
                _ => None,
            })
            .collect();
        let types: Vec<TypeId> = types.into_iter().collect();
        let Some(ty) = types.get(random.choose(types.len())).copied() else { return };
        let mut links = Vec::new();
        cells(self.program, ty, 0, 0, &mut |offset, cell| {
            if self.program.types.get(cell) == &Type::Pointer(ty) {
                links.push((offset, cell));
            }
        });
        let Some((offset, cell)) = links.get(random.choose(links.len())).copied() else { return };
        let mut nodes = live_blocks(state, Some(ty));
        if random.choose(2) == 1 {
            nodes.sort_by_cached_key(|_| random.next_bits());
        }
        let last = match random.choose(3) {
            0 => nodes.get(random.choose(nodes.len())).map_or(Value::NULL, |id| Value::pointer_to(*id)),
            _ => Value::NULL,
        };
        let next = nodes.iter().skip(1).map(|id| Value::pointer_to(*id)).chain([last]);
        for (block, next) in nodes.iter().zip(next) {
            let place = Pointer::To { block: *block, offset: i64::try_from(offset).unwrap_or(i64::MAX) };
            let _ = state.store(place, next, cell, &self.program.types);
        }
    }

    /// Adds to a local state what no enumeration chooses: constants, all kinds of integers, freed blocks.
    pub(super) fn complete(&self, state: &mut State, location: LocationId, random: &mut Random) {
        for (place, ty, value) in &self.constants {
            // A place that cannot be written keeps its value.
            let _ = state.store(*place, *value, *ty, &self.program.types);
        }
        if self.freed.contains(&location) && random.choose(2) == 1 {
            for _ in 0..=random.choose(2) {
                let blocks: Vec<BlockId> = live_blocks(state, None);
                if let Some(block) = blocks.get(random.choose(blocks.len())) {
                    let _ = state.free(Value::pointer_to(*block));
                }
            }
        }
    }

    /// Returns a random selection of the integers: if there are many, equal ones rarely meet.
    fn palette(&self, random: &mut Random) -> Vec<i128> {
        let mut palette = vec![0];
        for _ in 0..1 + random.choose(3) {
            palette.extend(self.numbers.get(random.choose(self.numbers.len())));
        }
        if random.choose(4) == 0 {
            palette.push(random.integer(64, true));
        }
        palette
    }

    /// Redirects some pointer variables, and changes some integers.
    fn redirect(&self, state: &mut State, random: &mut Random) {
        for variable in &self.variables {
            if random.choose(3) != 0 {
                continue;
            }
            let (Some(place), Some(declared)) =
                (state.variable_address(*variable), self.program.variables.get(*variable))
            else {
                continue;
            };
            let Some(value) = self.any_value(state, declared.ty, random) else { continue };
            let _ = state.store(place, value, declared.ty, &self.program.types);
        }
    }

    /// Returns the addresses of the globals of a type whose address some function takes.
    fn known_globals<'s>(&'s self, state: &'s State, target: TypeId) -> impl Iterator<Item = Value> + 's {
        let globals = self.program.variables.enumerate().filter(move |(_, variable)| {
            variable.kind == VariableKind::Global && variable.address_taken && variable.ty == target
        });
        globals.filter_map(|(id, _)| state.variable_address(id).map(Value::Pointer))
    }

    /// Gives irrelevant globals their initial values, as at the start of the shape analysis.
    pub(super) fn plain_start(&self, state: &mut State) {
        for (place, ty, value) in self.constants.iter().chain(&self.unused) {
            let _ = state.store(*place, *value, *ty, &self.program.types);
        }
    }

    /// Returns the blocks of globals that may change.
    fn globals(&self, state: &State) -> Vec<(BlockId, TypeId)> {
        let is_changing = |kind: VariableKind, constant: bool| kind == VariableKind::Global && !constant;
        let variables = self.program.variables.enumerate();
        let globals = variables.filter(|(_, variable)| is_changing(variable.kind, variable.is_constant));
        globals.filter_map(|(id, variable)| Some((block_of(state, id)?, variable.ty))).collect()
    }

    /// Simulates a random part of the effect of an unsupported command.
    pub(super) fn disturb(&self, state: &mut State, reach: Reach, random: &mut Random) {
        if reach == Reach::Nothing {
            return;
        }
        // It is unknown if external code knows the address of a local: so none is changed.
        let locals = self.variables.iter().copied().filter(|_| reach != Reach::Elsewhere);
        let locals = locals.filter_map(|id| Some((block_of(state, id)?, self.program.variables.get(id)?.ty)));
        let mut objects: Vec<(BlockId, TypeId)> = self.globals(state);
        objects.extend(locals);
        objects.extend(state.blocks().filter(|(_, block)| block.liveness == Liveness::Live).filter_map(
            |(id, block)| match block.kind {
                BlockKind::Heap(Some(element)) => Some((id, element)),
                _ => None,
            },
        ));
        for _ in 0..random.choose(4) {
            let Some((block, ty)) = objects.get(random.choose(objects.len())).copied() else { break };
            let mut places = Vec::new();
            cells(self.program, ty, 0, 0, &mut |offset, ty| places.push((offset, ty)));
            let Some((offset, ty)) = places.get(random.choose(places.len())).copied() else { continue };
            let place = Pointer::To { block, offset: i64::try_from(offset).unwrap_or(i64::MAX) };
            if let Some(value) = self.any_value(state, ty, random) {
                let _ = state.store(place, value, ty, &self.program.types);
            }
        }
        let blocks = live_blocks(state, None);
        if random.choose(3) == 0
            && let Some(block) = blocks.get(random.choose(blocks.len()))
        {
            let _ = state.free(Value::pointer_to(*block));
        }
    }

    fn any_value(&self, state: &State, ty: TypeId, random: &mut Random) -> Option<Value> {
        match self.program.types.get(ty) {
            Type::Pointer(target) => {
                let mut known: Vec<Value> =
                    live_blocks(state, Some(*target)).into_iter().map(Value::pointer_to).collect();
                known.extend(self.known_globals(state, *target));
                Some(known.get(random.choose(known.len() + 1)).copied().unwrap_or(Value::NULL))
            }
            Type::Integer { .. } => {
                let number = self.numbers.get(random.choose(self.numbers.len())).copied().unwrap_or(0);
                let format = self.program.types.integer_format(ty).unwrap_or((32, true));
                Some(Value::Integer(base::integer::wrap(number, format)))
            }
            _ => None,
        }
    }

    /// Gives every indeterminate scalar of live heap blocks and of variables a random value of its type: C lets it hold
    /// any.
    pub(super) fn settle(&self, state: &mut State, random: &mut Random) {
        let objects: Vec<(BlockId, TypeId)> = state
            .blocks()
            .filter(|(_, block)| block.liveness == Liveness::Live)
            .filter_map(|(id, block)| {
                let ty = match block.kind {
                    BlockKind::Heap(element) => {
                        element.filter(|ty| self.program.types.size_of(*ty) == Some(block.size()))?
                    }
                    BlockKind::Local(variable) | BlockKind::Global(variable) => {
                        self.program.variables.get(variable)?.ty
                    }
                    _ => return None,
                };
                Some((id, ty))
            })
            .collect();
        let types = &self.program.types;
        for (block, ty) in objects {
            let mut places = Vec::new();
            cells(self.program, ty, 0, 0, &mut |offset, ty| places.push((offset, ty)));
            for (offset, ty) in places {
                let place = Pointer::To { block, offset: i64::try_from(offset).unwrap_or(i64::MAX) };
                if state.load(place, ty, types) != Ok(Value::Undefined) {
                    continue;
                }
                let value = match types.get(ty) {
                    Type::Pointer(target) => {
                        let known = live_blocks(state, Some(*target));
                        known.get(random.choose(known.len() + 1)).map_or(Value::NULL, |id| Value::pointer_to(*id))
                    }
                    Type::Integer { .. } => Value::Integer(random.choose(3) as i128),
                    _ => continue,
                };
                let _ = state.store(place, value, ty, types);
            }
        }
    }
}

/// Returns the live heap blocks, or those that hold one object of a type.
fn live_blocks(state: &State, target: Option<TypeId>) -> Vec<BlockId> {
    let fits = |kind: BlockKind| match (kind, target) {
        (BlockKind::Heap(_), None) => true,
        (BlockKind::Heap(element), Some(_)) => element == target,
        _ => false,
    };
    let blocks = state.blocks().filter(|(_, block)| block.liveness == Liveness::Live && fits(block.kind));
    blocks.map(|(id, _)| id).collect()
}

/// Returns the program with exactly these variables as inputs of the entry function, which is not `main`.
fn opened(program: &Program, entry: FunctionId, variables: &[VariableId]) -> Program {
    let mut open = program.clone();
    // The variables are no real inputs: they point to no globals but those that inputs, or the program, may point to.
    let known: BTreeSet<VariableId> =
        Start::of(program, entry).all_targets().iter().map(|target| target.variable).collect();
    for (id, variable) in program.variables.enumerate() {
        if variable.kind == VariableKind::Global && !known.contains(&id) {
            open.variables[id].linkage = Linkage::Internal;
        }
    }
    for variable in variables {
        open.variables[*variable].kind = VariableKind::Parameter;
    }
    if program.functions.get(entry).is_some() {
        let function = &mut open.functions[entry];
        function.parameters = variables.to_vec();
        // `main` starts with initialised globals, which only applies to starts.
        function.name.push_str(" somewhere");
    }
    open
}

/// Returns the locations reachable from an edge that frees a block.
fn behind_frees(flowchart: &Flowchart) -> BTreeSet<LocationId> {
    let ends = |command: &Command| matches!(command, Command::Free(_));
    let first = flowchart.edges().filter(|edge| ends(&flowchart.edge(*edge).command));
    let mut agenda: Vec<LocationId> = first.map(|edge| flowchart.target(edge)).collect();
    let mut found = BTreeSet::new();
    while let Some(location) = agenda.pop() {
        if found.insert(location) {
            agenda.extend(flowchart.outgoing(location).into_iter().map(|edge| flowchart.target(edge)));
        }
    }
    found
}

/// Returns the integers of the program and of the predicates with their neighbours, and the limits of the types.
fn numbers(flowchart: &Flowchart, arena: &Arena, atoms: &[AtomId]) -> Vec<i128> {
    let mut found: BTreeSet<i128> = BTreeSet::new();
    for edge in flowchart.edges() {
        for expression in flowchart.edge(edge).command.expressions() {
            expression.visit(&mut |part| {
                if let ExprNode::Integer(number) = part.node {
                    found.insert(number);
                }
            });
        }
    }
    let mut agenda: Vec<_> = atoms.iter().flat_map(|atom| arena.get(*atom).terms().collect::<Vec<_>>()).collect();
    while let Some(term) = agenda.pop() {
        if let TermNode::Integer(number) = arena.node(term) {
            found.insert(number);
        }
        agenda.extend(arena.children(term));
    }
    let near = |number: i128| [number.saturating_sub(1), number, number.saturating_add(1)];
    let near: BTreeSet<i128> = found.into_iter().take(MOST_NUMBERS).flat_map(near).collect();
    // Doubled or squared values are compared with such integers.
    let halves = near.iter().map(|number| number / 2);
    let roots = near.iter().filter(|number| **number > 0).map(|number| number.isqrt());
    let mut all: Vec<i128> = near.iter().copied().chain(halves).chain(roots).collect();
    all.extend([0, 1, 2, 3, 5, 8, -1, -2]);
    all.extend([7, 8, 15, 16, 31, 32, 63].into_iter().flat_map(|bits: u32| {
        let power = 1_i128 << bits;
        [power - 1, power, -power]
    }));
    all
}

fn block_of(state: &State, variable: VariableId) -> Option<BlockId> {
    match state.variable_address(variable) {
        Some(Pointer::To { block, .. }) => Some(block),
        _ => None,
    }
}

fn is_constant(program: &Program, id: VariableId) -> bool {
    program.variables.get(id).is_some_and(|variable| variable.is_constant)
}

/// Returns the scalars of some globals after initialisation.
fn initial_values(
    program: &Program,
    entry: FunctionId,
    is_wanted: impl Fn(VariableId) -> bool,
) -> Vec<(Pointer, TypeId, Value)> {
    let Ok(mut state) = State::at_entry(program, entry) else { return Vec::new() };
    if Interpreter::new(program).initialize_globals(&mut state, &mut Random::new(0)).is_err() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let globals = program.variables.enumerate().filter(|(_, variable)| variable.kind == VariableKind::Global);
    for (id, variable) in globals.filter(|(id, _)| is_wanted(*id)) {
        let Some(block) = block_of(&state, id) else { continue };
        cells(program, variable.ty, 0, 0, &mut |offset, ty| {
            let place = Pointer::To { block, offset: i64::try_from(offset).unwrap_or(i64::MAX) };
            if let Ok(value) = state.load(place, ty, &program.types) {
                found.push((place, ty, value));
            }
        });
    }
    found
}

/// Returns the variables named by the procedure, its callees and its specification. Any function may be called through
/// a pointer.
fn used_variables(program: &Program, entry: FunctionId, specification: Option<&Specification>) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    let mut note = |expression: &Expr| {
        expression.visit(&mut |part| {
            if let ExprNode::VariableAddress(variable) = part.node {
                found.insert(variable);
            }
        });
    };
    let mut seen = BTreeSet::from([entry]);
    let mut agenda = vec![entry];
    while let Some(function) = agenda.pop() {
        let Some(flowchart) = program.flowchart(function) else { continue };
        for edge in flowchart.edges() {
            let command = &flowchart.edge(edge).command;
            command.expressions().into_iter().for_each(&mut note);
            let called: Vec<FunctionId> = match command {
                Command::Call { callee: Callee::Direct(callee), .. } => vec![*callee],
                Command::Call { .. } | Command::Library { .. } => program.defined_functions().collect(),
                _ => Vec::new(),
            };
            agenda.extend(called.into_iter().filter(|callee| seen.insert(*callee)));
        }
    }
    specification.into_iter().flat_map(Specification::expressions).for_each(note);
    found
}

/// Visits the scalars of an object with their offsets, except bit-fields and those of unions and large objects.
fn cells(program: &Program, ty: TypeId, offset: u64, depth: u32, visit: &mut dyn FnMut(u64, TypeId)) {
    let types = &program.types;
    if depth > MOST_NESTING || types.size_of(ty).is_none_or(|size| size > MOST_BYTES) {
        return;
    }
    match types.get(ty) {
        Type::Record(record) if types.record(*record).is_union => {}
        Type::Record(record) => {
            for field in types.fields(*record).iter().filter(|field| field.bits.is_none()) {
                cells(program, field.ty, offset.saturating_add(field.offset), depth + 1, visit);
            }
        }
        Type::Array(element, Some(count)) => {
            let size = types.size_of(*element).unwrap_or(0);
            for index in 0..*count {
                let at = offset.saturating_add(index.saturating_mul(size));
                cells(program, *element, at, depth + 1, visit);
            }
        }
        _ => visit(offset, ty),
    }
}
