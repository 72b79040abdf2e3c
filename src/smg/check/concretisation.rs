//! The concretisation check: decides whether the configurations of a location describe a concrete state, by embedding
//! the concrete memory into a graph.
//!
//! The soundness of the analysis is tested with this check, so it shares nothing with the join, the abstraction and the
//! execution of commands: it defines the meaning of symbolic memory graphs (paper, section 0.2.3). A region is a block;
//! a segment is a chain of blocks, or a tree of them, each with its own copy of what is nested below the segment; an unknown value has one
//! meaning wherever it occurs. Lengths of segments are found by search.

mod alternatives;
mod elements;
mod meaning;
mod related;
mod segments;
mod trees;

use std::collections::{BTreeMap, BTreeSet};

use crate::check::concretisation::elements::OpenRun;
use crate::check::concretisation::meaning::{
    ConcreteMeaning, ObjectMemory, block_at, is_disjunct, is_measured, low_bits, moved_back, of_content,
};
use crate::domain::configuration::Configuration;
use crate::domain::object::{HasValue, Kind, Liveness, Object, Origin};
use crate::domain::value::{ANYWHERE, Address, ObjectId, Range, Target, UnknownId, Value};
use crate::plot;
use crate::solver::reached::ReachedSet;
use base::ids::Id;
use program::analysis::live::LiveVariables;
use program::interp::{Block, BlockId, BlockKind, Content, Liveness as Life, Pointer, State, Value as Concrete};
use program::{EdgeId, FunctionId, LocationId, Program, SymbolId};

/// The outcome of the check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Concretised {
    /// A configuration of the location describes the state.
    Yes,
    /// No configuration does; with the contradiction in the one that fits best.
    No(String),
    /// The search took too long.
    Undecided,
}

/// Steps of the search in one configuration.
const FUEL: usize = 5_000;

impl ReachedSet {
    /// Checks whether a state at a location is described. All live heap blocks must be among the objects, except for
    /// those in `lost`; with `None` this is not required.
    pub fn concretises(
        &self,
        program: &Program,
        state: &State,
        location: LocationId,
        lost: Option<&BTreeSet<BlockId>>,
    ) -> Concretised {
        let (mut undecided, mut best) = (false, (0, "the analysis never came here".to_string()));
        for configuration in self.at(calls_of(state), location) {
            let mut search = Search {
                configuration,
                state,
                program,
                live: self.live_variables(),
                location,
                word: program.types.model().word_bytes() as i64,
                lost,
                fuel: FUEL,
                best: (0, String::new()),
            };
            match search.run() {
                Some(true) => return Concretised::Yes,
                Some(false) if search.best.0 >= best.0 => best = search.best,
                Some(false) => {}
                None => undecided = true,
            }
        }
        if undecided { Concretised::Undecided } else { Concretised::No(best.1) }
    }

    /// Returns the configurations at the location of a state, for display.
    pub fn describe(&self, program: &Program, state: &State, location: LocationId) -> String {
        let texts = self.at(calls_of(state), location).map(|configuration| plot::text(program, configuration));
        texts.collect::<Vec<_>>().join("----\n")
    }
}

/// Returns the functions that run in a state, each with the edge that called it, outermost first.
fn calls_of(state: &State) -> impl Iterator<Item = (FunctionId, Option<EdgeId>)> {
    state.frames().iter().map(|frame| (frame.function, frame.caller()))
}

/// An object, with the node of each segment that it is nested below, outermost first.
type Instance = (ObjectId, Vec<BlockId>);

/// A condition to check: a value describes the contents of a cell.
#[derive(Clone, Debug)]
struct Obligation {
    value: Value,
    /// The nodes that the value is nested below.
    below: Vec<BlockId>,
    /// Bytes of the cell.
    size: i64,
    content: Content,
    /// True for a cell of a dead variable: the analysis may have forgotten that it was written.
    is_dead: bool,
    /// The object and offset of the cell, for messages.
    place: (ObjectId, i64),
}

/// A partial embedding.
#[derive(Clone, Default)]
struct Embedding {
    regions: BTreeMap<Instance, BlockId>,
    segments: BTreeMap<Instance, Nodes>,
    /// The index of the alternative that each choice is.
    choices: BTreeMap<Instance, usize>,
    /// Each block is used by one object.
    used: BTreeSet<BlockId>,
    unknowns: BTreeMap<UnknownId, ConcreteMeaning>,
    open: Vec<Obligation>,
    /// Obligations about segments whose length, and choices whose alternative, is not chosen yet.
    waiting: Vec<Obligation>,
    /// Runs of elements whose ends are not chosen yet.
    runs: Vec<OpenRun>,
}

/// The blocks that a segment represents.
#[derive(Clone, Default)]
struct Nodes {
    /// The first node of a list, or the root of a tree, comes first.
    blocks: Vec<BlockId>,
    /// The node that holds what follows, with the offset of its link that does.
    last: Option<(BlockId, i64)>,
}

struct Search<'s> {
    configuration: &'s Configuration,
    state: &'s State,
    program: &'s Program,
    live: &'s BTreeMap<FunctionId, LiveVariables>,
    location: LocationId,
    word: i64,
    lost: Option<&'s BTreeSet<BlockId>>,
    fuel: usize,
    /// The contradiction found in the largest partial embedding, with its number of blocks.
    best: (usize, String),
}

impl Search<'_> {
    /// Returns true if there is an embedding; `None` if the search takes too long.
    fn run(&mut self) -> Option<bool> {
        let mut embedding = Embedding::default();
        match self.begin(&mut embedding) {
            Ok(()) => self.complete(embedding),
            Err(reason) => {
                self.note(&embedding, reason);
                Some(false)
            }
        }
    }

    fn note(&mut self, embedding: &Embedding, reason: String) {
        if embedding.used.len() >= self.best.0 {
            self.best = (embedding.used.len(), reason);
        }
    }

    /// Embeds the objects of variables, literals and symbolic constants.
    fn begin(&self, embedding: &mut Embedding) -> Result<(), String> {
        // The callers' memory is only described as far as the function may access it.
        let frames = self.state.frames();
        let frames = &frames[frames.len().saturating_sub(self.configuration.frames.len())..];
        for (id, object) in &self.configuration.globals {
            if let Some(Pointer::To { block, .. }) = self.state.variable_address(*id) {
                self.region(embedding, *object, Vec::new(), block)?;
            }
        }
        for (id, object) in &self.configuration.literals {
            if let Some(Pointer::To { block, .. }) = self.state.string_address(*id) {
                self.region(embedding, *object, Vec::new(), block)?;
            }
        }
        for (index, object) in self.configuration.inputs.iter().enumerate() {
            if let Some(value) = self.state.symbol(SymbolId::from_index(index)) {
                embedding.open.push(self.symbol(*object, value)?);
            }
        }
        for (index, (frame, described)) in frames.iter().zip(&self.configuration.frames).enumerate() {
            if frame.function != described.function {
                return Err("another function runs".into());
            }
            let live = self.live.get(&frame.function).ok_or("a function runs that was never called")?;
            // In a function that waits for a call, control is after the call.
            let call = frames.get(index + 1).and_then(|callee| callee.call);
            let flowchart = self.program.flowchart(frame.function).ok_or("a function without a body runs")?;
            let location = call.map_or(self.location, |call| flowchart.target(call));
            for (id, object) in &described.variables {
                let block = frame.variables.get(*id).ok_or("a variable has no block")?;
                let open = embedding.open.len();
                self.region(embedding, *object, Vec::new(), block)?;
                if !live.is_live(location, *id) {
                    embedding.open[open..].iter_mut().for_each(|obligation| obligation.is_dead = true);
                }
            }
        }
        Ok(())
    }

    /// Returns the obligation that the cell of a symbolic constant describes its value.
    fn symbol(&self, cell: ObjectId, value: Concrete) -> Result<Obligation, String> {
        let content = match value {
            Concrete::Pointer(Pointer::Null) => Content::Bits(0),
            Concrete::Pointer(Pointer::To { .. }) => Content::Address(value),
            _ => Content::Defined,
        };
        let value = self.object(cell)?.read(0, self.word);
        Ok(Obligation { value, below: Vec::new(), size: self.word, content, is_dead: false, place: (cell, 0) })
    }

    /// Discharges all obligations, and chooses lengths of segments until none is open.
    fn complete(&mut self, mut embedding: Embedding) -> Option<bool> {
        while let Some(obligation) = embedding.open.pop() {
            self.fuel = self.fuel.checked_sub(1)?;
            if let Err(reason) = self.fulfil(&mut embedding, &obligation) {
                let (object, offset) = obligation.place;
                let text = format!(
                    "object {} at {offset}: {:?} is no {} of {} bytes: {reason}",
                    object.index(),
                    obligation.content,
                    plot::value(self.configuration, obligation.value),
                    obligation.size
                );
                self.note(&embedding, text);
                return Some(false);
            }
        }
        if let Some(run) = embedding.runs.pop() {
            return self.complete_with_ends(&embedding, &run);
        }
        let mut waiting = embedding.waiting.iter().filter_map(|obligation| match obligation.value {
            Value::Address(address) => Some((obligation.clone(), address)),
            _ => None,
        });
        let is_first = |(_, address): &(Obligation, Address)| address.target != Target::Last;
        let Some((obligation, address)) = waiting.clone().find(is_first).or_else(|| waiting.next()) else {
            return Some(match self.end(&embedding) {
                Ok(()) => true,
                Err(reason) => {
                    self.note(&embedding, reason);
                    false
                }
            });
        };
        if self.configuration.graph.object(address.object).is_some_and(Object::is_choice) {
            return self.complete_with_alternatives(&embedding, &obligation, address.object);
        }
        let chains = match self.configuration.graph.object(address.object).is_some_and(Object::is_tree) {
            true => self.trees(&embedding, &obligation, address),
            false => self.chains(&embedding, &obligation, address),
        };
        if chains.is_empty() {
            self.note(
                &embedding,
                format!("no chain of blocks is {}", plot::value(self.configuration, obligation.value)),
            );
        }
        for chain in chains {
            let mut next = embedding.clone();
            match self.segment(&mut next, address.object, &obligation, chain) {
                Ok(()) => match self.complete(next) {
                    Some(false) => {}
                    decided => return decided,
                },
                Err(reason) => self.note(&embedding, reason),
            }
        }
        Some(false)
    }

    /// Returns true if a value may never have been written.
    fn may_be_undefined(&self, value: Value) -> bool {
        matches!(value, Value::PerhapsUndefined(_)) || self.configuration.graph.is_maybe_uninitialized(value)
    }

    fn object(&self, id: ObjectId) -> Result<&Object, String> {
        self.configuration.graph.object(id).ok_or_else(|| "an address leads to no object".to_string())
    }

    /// Returns the instance of an object that a value below these nodes points to.
    fn instance(&self, id: ObjectId, below: &[BlockId]) -> Result<Instance, String> {
        let level = usize::from(self.object(id)?.level);
        let nodes = below.get(..level).ok_or("an address leads below a segment from outside")?;
        Ok((id, nodes.to_vec()))
    }

    /// Fulfils an obligation. A dangling pointer that the run has compared equal to another address may be either of
    /// them.
    fn fulfil(&self, embedding: &mut Embedding, obligation: &Obligation) -> Result<(), String> {
        self.fulfil_as(embedding, obligation).or_else(|reason| {
            let Content::Address(address) = obligation.content else { return Err(reason) };
            let other = |value| Obligation { content: Content::Address(value), ..obligation.clone() };
            let mut others = self.state.coinciding(address).into_iter().map(other);
            if others.any(|other| self.fulfil_as(embedding, &other).is_ok()) { Ok(()) } else { Err(reason) }
        })
    }

    fn fulfil_as(&self, embedding: &mut Embedding, obligation: &Obligation) -> Result<(), String> {
        match obligation.value {
            Value::Address(address) => self.address(embedding, obligation, address),
            Value::Inside { object, low, high, .. } => match obligation.content {
                Content::Address(Concrete::Pointer(Pointer::To { block, offset }))
                    if (low..=high).contains(&offset) || (low, high) == (-ANYWHERE, ANYWHERE) =>
                {
                    let known = self.object(object)?;
                    if known.is_abstract() {
                        return in_own_node(known, obligation, block);
                    }
                    if let Some(steps) = obligation.value.steps() {
                        let number = steps.to_offset(offset).ok_or("between two steps")?;
                        self.bind(embedding, steps.number(), ConcreteMeaning::Integers(vec![number.into()]))?;
                    }
                    let (object, below) = self.instance(object, &obligation.below)?;
                    self.region(embedding, object, below, block)
                }
                _ => Err("no address in there".into()),
            },
            Value::Undefined => match obligation.content {
                Content::Undefined => Ok(()),
                _ if obligation.is_dead => Ok(()),
                _ => Err("it is defined".into()),
            },
            Value::Function(function) => match obligation.content {
                Content::Address(Concrete::Function(found)) if found == function => Ok(()),
                _ => Err("not this function".into()),
            },
            Value::Integer(integer) => match obligation.content {
                Content::Bits(bits) if bits == low_bits(integer as u128, obligation.size) => Ok(()),
                _ => Err("another integer".into()),
            },
            Value::Bits(byte) => match obligation.content {
                Content::Mixed(bits, known)
                    if low_bits(!known, 1) == byte.unwritten().into()
                        && bits & known & !u128::from(byte.unknown()) == byte.bits().into() =>
                {
                    Ok(())
                }
                _ => Err("other bits were written".into()),
            },
            Value::Any(range) => of_content(obligation.content, obligation.size, range).map(|_| ()),
            value if obligation.content == Content::Undefined && self.may_be_undefined(value) => Ok(()),
            Value::PerhapsUndefined(range) => of_content(obligation.content, obligation.size, range).map(|_| ()),
            Value::Unknown(id) => {
                let range = self.configuration.graph.range(obligation.value).unwrap_or(Range::ALL);
                self.bind(embedding, id, of_content(obligation.content, obligation.size, range)?)
            }
        }
    }

    fn address(&self, embedding: &mut Embedding, obligation: &Obligation, address: Address) -> Result<(), String> {
        let object = self.object(address.object)?;
        if !object.is_abstract() {
            let block = match obligation.content {
                // Only the library knows the offset of a stream's address.
                Content::Address(Concrete::Pointer(Pointer::To { block, .. }))
                    if self.is_open_stream(object, block) =>
                {
                    block
                }
                content => block_at(content, address.offset)?,
            };
            let (object, below) = self.instance(address.object, &obligation.below)?;
            return self.region(embedding, object, below, block);
        }
        if object.is_choice() {
            return self.alternative(embedding, obligation, address);
        }
        if address.target == Target::All {
            return in_own_node(object, obligation, block_at(obligation.content, address.offset)?);
        }
        let instance = self.instance(address.object, &obligation.below)?;
        let Some(chain) = embedding.segments.get(&instance) else {
            embedding.waiting.push(obligation.clone());
            return Ok(());
        };
        let is_first = address.target != Target::Last;
        let node = if is_first { chain.blocks.first().copied() } else { chain.last.map(|(last, _)| last) };
        if let Some(node) = node {
            let block = block_at(obligation.content, address.offset)?;
            return if block == node { Ok(()) } else { Err("it leads to another node of the segment".into()) };
        }
        // The segment is empty: its addresses point past it. The address of a missing block is NULL.
        let (head, value) = match object.linkage() {
            Some(linkage) => {
                let field = linkage.beyond(address.target).ok_or("no way back")?;
                (linkage.entry(address.target), object.read(field, self.word))
            }
            None => (0, Value::ZERO),
        };
        let content = moved_back(obligation.content, address.offset - head);
        embedding.open.push(Obligation { value, below: instance.1, content, ..obligation.clone() });
        Ok(())
    }

    fn is_open_stream(&self, object: &Object, block: BlockId) -> bool {
        self.state.block(block).is_some_and(|block| is_stream(object, block))
    }

    /// Returns `Ok` if the memory of an object is one of its disjuncts, and has the sizes that its numbers give.
    fn is_as_recorded(&self, object: &Object, memory: ObjectMemory) -> Result<(), String> {
        is_disjunct(&self.configuration.graph, object, memory, self.word)?;
        is_measured(object, memory, self.state, self.word)
    }

    /// Embeds a region as a block.
    fn region(
        &self,
        embedding: &mut Embedding,
        id: ObjectId,
        below: Vec<BlockId>,
        block: BlockId,
    ) -> Result<(), String> {
        let instance = (id, below);
        match embedding.regions.get(&instance) {
            Some(known) if *known == block => return Ok(()),
            Some(_) => return Err("it leads to another block".into()),
            None => {}
        }
        let object = self.object(id)?;
        if object.kind != Kind::Region {
            return Err("it leads to a segment".into());
        }
        let found = self.block(embedding, object, block)?;
        if object.liveness == Liveness::Valid && !is_stream(object, found) {
            self.is_as_recorded(object, ObjectMemory { block: found, start: 0, children: &[] })?;
            self.strings(embedding, object, found)?;
            let all = [(0, i64::try_from(found.size()).unwrap_or(i64::MAX))];
            embedding.open.extend(self.contents(id, object, &instance.1, found, &all));
            embedding.runs.extend(self.first_runs(object, &instance, block));
        }
        embedding.used.insert(block);
        embedding.regions.insert(instance, block);
        Ok(())
    }

    /// Returns the block, if it may be represented by an object or a node of it.
    fn block(&self, embedding: &Embedding, object: &Object, id: BlockId) -> Result<&Block, String> {
        let block = self.state.block(id).ok_or("no such block")?;
        let same_kind = match (object.origin, block.kind) {
            (Origin::Variable(id), BlockKind::Global(other) | BlockKind::Local(other)) => id == other,
            (Origin::Heap(_) | Origin::Input | Origin::HeapOrInput, BlockKind::Heap(_)) => true,
            (Origin::Literal(id), BlockKind::String(other)) => id == other,
            (Origin::Arguments | Origin::Argument, kind) => kind == BlockKind::Arguments,
            (Origin::External | Origin::Library(_) | Origin::Stack | Origin::Door, _) => true,
            _ => false,
        };
        let same_life = matches!(
            (object.liveness, block.liveness),
            (Liveness::Valid, Life::Live) | (Liveness::Freed, Life::Freed) | (Liveness::OutOfScope, Life::OutOfScope)
        );
        match () {
            () if !same_kind => Err(format!("a block of {:?}", block.kind)),
            () if !same_life => Err(format!("the block is {:?}", block.liveness)),
            () if !is_stream(object, block) && !object.size.includes(Range::exactly(i128::from(block.size()))) => {
                Err(format!("the block has {} bytes", block.size()))
            }
            () if embedding.used.contains(&id) => Err("the block is another object".into()),
            () => Ok(block),
        }
    }

    /// Returns the obligations for the contents of parts of a block.
    fn contents(
        &self,
        id: ObjectId,
        object: &Object,
        below: &[BlockId],
        block: &Block,
        parts: &[(i64, i64)],
    ) -> Vec<Obligation> {
        // Elements of summarised arrays are embedded on their own.
        let graph = &self.configuration.graph;
        let is_row =
            |piece: &HasValue| graph.rows_between(object, piece.offset, piece.end(), self.word).next().is_some();
        let pieces = parts.iter().flat_map(|(start, end)| object.pieces(*start, *end)).filter(|piece| !is_row(piece));
        let obligation = |HasValue { offset, size, value }: HasValue| {
            let content = block.content(offset.unsigned_abs(), size.unsigned_abs(), self.word.unsigned_abs());
            Obligation { value, below: below.to_vec(), size, content, is_dead: false, place: (id, offset) }
        };
        pieces.map(obligation).collect()
    }

    /// Checks the remaining conditions when every object has its blocks.
    fn end(&self, embedding: &Embedding) -> Result<(), String> {
        for (id, other) in self.configuration.graph.differences() {
            let Some(meaning) = embedding.unknowns.get(&id) else { continue };
            let same = match (meaning, other) {
                (_, Value::Unknown(other)) => embedding.unknowns.get(&other) == Some(meaning),
                (ConcreteMeaning::Integers(all), Value::Integer(other)) => *all == [other],
                (ConcreteMeaning::Other(Concrete::Pointer(Pointer::To { block, offset })), Value::Address(address)) => {
                    let object = embedding.regions.get(&(address.object, Vec::new()));
                    object == Some(block) && *offset == address.offset
                }
                (ConcreteMeaning::Other(Concrete::Function(found)), Value::Function(function)) => *found == function,
                _ => false,
            };
            if same {
                return Err(format!("{:?} is {meaning:?}, but it differs from that", Value::Unknown(id)));
            }
        }
        self.relations_hold(embedding)?;
        let live = |block: &Block| matches!(block.kind, BlockKind::Heap(_)) && block.liveness == Life::Live;
        let is_whole = self.configuration.frames.len() == self.state.frames().len();
        let Some(lost) = self.lost.filter(|_| is_whole) else { return Ok(()) };
        // Blocks that only an empty segment points to may be anywhere.
        let is_outer = |object: &Object| object.level == 0 && object.is_block();
        let mut outer = self.configuration.graph.objects().filter(|(_, object)| is_outer(object));
        let is_known = |id: ObjectId| {
            let instance = (id, Vec::new());
            embedding.regions.contains_key(&instance) || embedding.segments.contains_key(&instance)
        };
        if outer.any(|(id, _)| !is_known(id)) {
            return Ok(());
        }
        let mut blocks = self.state.blocks().filter(|(_, block)| live(block));
        match blocks.find(|(id, _)| !embedding.used.contains(id) && !lost.contains(id)) {
            Some((id, _)) => Err(format!("block {} is no object", id.index())),
            None => Ok(()),
        }
    }
}

/// Checks that an address points to the node of a segment that its own cell is in, or nested below.
fn in_own_node(segment: &Object, obligation: &Obligation, block: BlockId) -> Result<(), String> {
    let node = obligation.below.get(usize::from(segment.level)).ok_or("no node is around it")?;
    if block == *node { Ok(()) } else { Err("it leads to another node".into()) }
}

/// Returns true if an object represents a stream, whose size and contents only the library knows.
fn is_stream(object: &Object, block: &Block) -> bool {
    object.origin == Origin::External && block.kind == BlockKind::Arguments
}
