//! The small states of a world, each once, and the values of predicates in them, each computed once.

use damson::ctype::Type;
use damson::logic::evaluate::Evaluator;
use damson::logic::{Arena, AtomId, Formula};
use damson::program::heaps::{HeapLimits, enumerate};
use damson::program::interp::{
    Block, BlockKind, Chooser, Interpreter, Liveness, Outcome, Pointer, Random, State, Successor, Value,
};
use damson::program::{Command, EdgeId, ExprNode};
use rustc_hash::FxHashMap;

use super::world::{Step, World};

/// Integers that inputs take.
pub const INTEGERS: [i128; 2] = [0, 1];

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
    /// The states from which steps are tried: entry states, then states after a few commands.
    pub starts: usize,
    /// Those of them that are entry states.
    pub entries: usize,
}

impl<'w> Bank<'w> {
    /// The entry states with up to `nodes` nodes (all of those with one node, and of the others evenly chosen ones if
    /// there are more than `limit`), and the states that `walks` random runs of a few commands come to.
    pub fn new(world: &'w World, nodes: usize, limit: usize, walks: usize) -> Bank<'w> {
        let mut bank = Bank {
            world,
            states: Vec::new(),
            numbers: FxHashMap::default(),
            values: FxHashMap::default(),
            starts: 0,
            entries: 0,
        };
        let limits = HeapLimits::new(nodes, &INTEGERS);
        let enumerated = || enumerate(&world.program, world.function, &world.symbol_types, &limits).unwrap();
        let stride = enumerated().count().div_ceil(limit);
        for (index, state) in enumerated().enumerate() {
            let small = state.blocks().filter(|(_, block)| block.at_entry).count() < 2;
            if small || index % stride == 0 {
                bank.add(state);
            }
        }
        bank.entries = bank.states.len();
        let mut random = Random::new(7);
        for _ in 0..walks {
            let mut number = random.choose(bank.entries);
            for _ in 0..1 + random.choose(5) {
                let step = &world.steps[random.choose(world.steps.len())];
                let mut after = bank.successors(number, step);
                if !after.is_empty() {
                    number = after.swap_remove(random.choose(after.len())).after;
                }
            }
        }
        bank.starts = bank.states.len();
        bank
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
            if let Outcome::Moved { edge: Some(edge), .. } = outcome {
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
        let count = self.states.len();
        let values = self.values.entry(atom).or_default();
        if values.len() < count {
            values.resize(count, 0);
        }
        if values[number] == 0 {
            let value = Evaluator::new(arena, &self.world.program).atom(&self.states[number], atom);
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
