//! The small states of a world, each once, and the values of predicates in them, each computed once.

use damson::ctype::Type;
use damson::logic::evaluate::{AtomEvaluator, TermExpressions};
use damson::logic::{Arena, AtomId, Formula};
use damson::program::heaps::{self, HeapLimits, enumerate};
use damson::program::interp::{
    Block, BlockKind, Chooser, Interpreter, Liveness, Pointer, Random, State, StepOutcome, Successor, Value,
};
use damson::program::{Command, EdgeId, ExprNode};
use rustc_hash::FxHashMap;

use super::exhaustive;
use super::number;
use super::world::{Step, World};

/// Integers that inputs take.
pub const INTEGERS: [i128; 2] = [0, 1];

/// Entry states in one bank where all are tried; more banks follow. It bounds memory.
const CHUNK: usize = 5_000;

/// Where a world has more entry states, a sample is drawn instead of enumerating them.
const ENUMERATED: usize = 100_000;

/// In an exhaustive world where nodes are freed, a command that frees nothing is tried in one in this number of entry states,
/// where nothing has been freed yet: the world without frees tries it in all of them. `DAMSON_ENTRIES_EVERY` sets another
/// number.
const ENTRIES_EVERY: usize = 16;

/// Banks with the states on which a claim about a world is tried. Of an exhaustive world, all entry states with up to
/// `nodes` nodes, some thousands per bank, and each of them after every command that frees; of any other world, one bank
/// with the sample of [`Bank::new`].
pub fn banks<'w>(
    world: &'w World,
    nodes: usize,
    limit: usize,
    walks: usize,
) -> Box<dyn Iterator<Item = Bank<'w>> + 'w> {
    if !exhaustive::ALL.iter().any(|text| text.name == world.text.name) {
        return Box::new(std::iter::once_with(move || Bank::new(world, nodes, limit, walks)));
    }
    let mut states = entry_states(world, nodes).peekable();
    let mut seed = 0;
    Box::new(std::iter::from_fn(move || {
        states.peek()?;
        let mut bank = Bank::of(world, states.by_ref().take(CHUNK));
        bank.free_everywhere();
        seed += 1;
        bank.walk(walks, seed);
        Some(bank)
    }))
}

fn limits(nodes: usize) -> HeapLimits {
    HeapLimits::new(nodes, &INTEGERS)
}

fn entry_states(world: &World, nodes: usize) -> impl Iterator<Item = State> {
    enumerate(&world.program, world.function, &world.symbol_types, &limits(nodes)).unwrap()
}

/// All entry states with at most one node, and `limit` of those with up to `nodes` nodes, evenly chosen; or drawn at
/// random where there are too many.
fn sample(world: &World, nodes: usize, limit: usize) -> Vec<State> {
    let count = entry_states(world, nodes).take(ENUMERATED + 1).count();
    if count > ENUMERATED {
        let mut random = Random::new(5);
        let limits = limits(nodes);
        let mut draw =
            || heaps::random(&world.program, world.function, &world.symbol_types, &limits, &mut random).unwrap();
        return entry_states(world, 1).chain((0..limit).map(|_| draw())).collect();
    }
    let stride = count.div_ceil(limit);
    let is_small = |state: &State| state.blocks().filter(|(_, block)| block.at_entry).count() < 2;
    let chosen = entry_states(world, nodes).enumerate().filter(|(index, state)| index % stride == 0 || is_small(state));
    chosen.map(|(_, state)| state).collect()
}

/// A run of a step without error.
#[derive(Clone, Copy)]
pub struct Passed {
    /// The edge taken.
    pub edge: EdgeId,
    /// The number of the state then.
    pub after: usize,
    /// Whether a block was allocated.
    pub grown: bool,
}

/// States by number, and values of atoms there.
pub struct Bank<'w> {
    pub world: &'w World,
    pub states: Vec<State>,
    numbers: FxHashMap<State, usize>,
    values: FxHashMap<AtomId, Vec<u8>>,
    /// What the terms of atoms mean.
    expressions: TermExpressions,
    entries_every: usize,
    /// The states from which steps are tried: entry states, then states after a few commands.
    pub starts: usize,
    /// Those of them that are entry states.
    pub entries: usize,
}

impl<'w> Bank<'w> {
    /// A sample of the entry states with up to `nodes` nodes (all of those with at most one node, and about `limit` others),
    /// and the states that `walks` random runs of a few commands reach.
    pub fn new(world: &'w World, nodes: usize, limit: usize, walks: usize) -> Bank<'w> {
        let mut bank = Bank::of(world, sample(world, nodes, limit));
        bank.walk(walks, 7);
        bank
    }

    fn of(world: &'w World, entries: impl IntoIterator<Item = State>) -> Bank<'w> {
        let (states, numbers, values) = (Vec::new(), FxHashMap::default(), FxHashMap::default());
        let expressions = TermExpressions::default();
        let entries_every = number("DAMSON_ENTRIES_EVERY").unwrap_or(ENTRIES_EVERY);
        let mut bank = Bank { world, states, numbers, values, expressions, entries_every, starts: 0, entries: 0 };
        for state in entries {
            bank.add(state);
        }
        bank.entries = bank.states.len();
        bank.starts = bank.entries;
        bank
    }

    /// Adds what each command that frees makes of each entry state.
    fn free_everywhere(&mut self) {
        for step in self.world.steps.iter().filter(|step| step.frees()) {
            for number in 0..self.entries {
                self.successors(number, step);
            }
        }
        self.starts = self.states.len();
    }

    /// Adds the states that random runs of a few commands reach.
    fn walk(&mut self, walks: usize, seed: u64) {
        let mut random = Random::new(seed);
        for _ in 0..walks {
            let mut number = random.choose(self.entries);
            for _ in 0..1 + random.choose(5) {
                let step = &self.world.steps[random.choose(self.world.steps.len())];
                let mut after = self.successors(number, step);
                if !after.is_empty() {
                    number = after.swap_remove(random.choose(after.len())).after;
                }
            }
        }
        self.starts = self.states.len();
    }

    /// Whether a step is tried in a start state: see [`ENTRIES_EVERY`].
    pub fn tries(&self, number: usize, step: &Step) -> bool {
        let frees = exhaustive::FREED.iter().any(|text| text.name == self.world.text.name);
        let is_tried_without_frees = frees && number < self.entries && !step.frees();
        !is_tried_without_frees || number.is_multiple_of(self.entries_every)
    }

    fn add(&mut self, state: State) -> usize {
        let state = state.canonical();
        if let Some(number) = self.numbers.get(&state) {
            return *number;
        }
        self.numbers.insert(state.clone(), self.states.len());
        self.states.push(state);
        self.states.len() - 1
    }

    /// What the interpreter makes of a step, errors left out.
    pub fn successors(&mut self, number: usize, step: &Step) -> Vec<Passed> {
        if self.restarts_live_variable(number, step) || self.computes_from_null(number, step) {
            return Vec::new();
        }
        let before = self.states[number].clone();
        let found = Interpreter::new(&self.world.program).successors(&before, step.at, &INTEGERS);
        let mut passed = Vec::new();
        for Successor { outcome, state } in found {
            if let StepOutcome::Moved { edge: Some(edge), .. } = outcome {
                let grown = state.blocks().count() > before.blocks().count();
                passed.push(Passed { edge, after: self.add(state), grown });
            }
        }
        passed
    }

    /// Lowering starts the scope of a variable that pointers may know only when its last one has ended.
    fn restarts_live_variable(&self, number: usize, step: &Step) -> bool {
        let Some(name) = step.text.strip_prefix("start ") else { return false };
        let (id, variable) = self.world.program.variables.enumerate().find(|(_, other)| other.name == name).unwrap();
        if !variable.address_taken {
            return false;
        }
        let state = &self.states[number];
        let Some(Pointer::To { block, .. }) = state.variable_address(id) else { return false };
        state.block(block).is_some_and(|block| block.liveness == Liveness::Live)
    }

    /// C does not define `&x->n` and `x + 1` where `x` is NULL.
    fn computes_from_null(&self, number: usize, step: &Step) -> bool {
        let (state, program) = (&self.states[number], &self.world.program);
        let mut found = false;
        for edge in &step.edges {
            let Command::Store { value, .. } = &self.world.flowchart().edge(*edge).command else { continue };
            value.visit(&mut |part| {
                if let ExprNode::FieldAddress(base, _) | ExprNode::ElementAddress(base, _) = &part.node {
                    let base = state.evaluate(base, program);
                    found |= matches!(base, Ok(Value::Pointer(Pointer::Null) | Value::Integer(_)));
                }
            });
        }
        found
    }

    /// The value of an atom in a state.
    pub fn atom(&mut self, arena: &Arena, number: usize, atom: AtomId) -> Option<bool> {
        let values = self.values.entry(atom).or_default();
        if values.len() <= number {
            values.resize(number + 1, 0);
        }
        if values[number] == 0 {
            let evaluator = AtomEvaluator::with_expressions(arena, &self.world.program, self.expressions.clone());
            let value = evaluator.atom(&self.states[number], atom);
            values[number] = match value {
                None => 1,
                Some(false) => 2,
                Some(true) => 3,
            };
        }
        [None, None, Some(false), Some(true)][values[number] as usize]
    }

    /// The value of a formula in a state.
    pub fn formula(&mut self, arena: &Arena, number: usize, formula: &Formula) -> Option<bool> {
        formula.evaluate(&mut |atom| self.atom(arena, number, atom))
    }

    /// Values of an arena that is used no more.
    pub fn forget_values(&mut self) {
        self.values.clear();
        self.expressions = TermExpressions::default();
    }

    /// A state for a message: variables, then blocks with their cells.
    pub fn describe(&self, number: usize) -> String {
        let (state, world) = (&self.states[number], self.world);
        let mut text = String::new();
        for (id, variable) in world.program.variables.enumerate() {
            if let Some(Pointer::To { block, .. }) = state.variable_address(id) {
                text.push_str(&format!("{} in {block:?}; ", variable.name));
            }
        }
        for (symbol, _) in &world.symbol_types {
            text.push_str(&format!("k = {:?}; ", state.symbol(*symbol)));
        }
        for (id, block) in state.blocks() {
            text.push_str(&format!(
                "\n      {id:?} {:?} {:?}: {}",
                block.kind,
                block.liveness,
                self.cells(state, id, block)
            ));
        }
        text
    }

    fn cells(&self, state: &State, id: damson::program::interp::BlockId, block: &Block) -> String {
        let program = &self.world.program;
        let ty = match block.kind {
            BlockKind::Local(variable) | BlockKind::Global(variable) => Some(program.variables[variable].ty),
            BlockKind::Heap(ty) => ty,
            _ => None,
        };
        let fields = match ty.map(|ty| (ty, program.types.get(ty))) {
            Some((_, Type::Record(record))) => {
                program.types.fields(*record).iter().map(|field| (field.name.clone(), field.offset, field.ty)).collect()
            }
            Some((_, Type::Array(element, Some(count)))) => {
                let size = program.types.size_of(*element).unwrap();
                (0..*count).map(|index| (format!("[{index}]"), index * size, *element)).collect()
            }
            Some((ty, _)) => vec![(String::new(), 0, ty)],
            None => Vec::new(),
        };
        let show = |(name, offset, ty): (String, u64, _)| {
            let value = state.load(Pointer::To { block: id, offset: offset as i64 }, ty, &program.types);
            format!("{name} {}", value.map_or("-".into(), |value| format!("{value:?}")))
        };
        fields.into_iter().map(show).collect::<Vec<_>>().join(", ")
    }
}
