//! Symbolic program configurations: a graph, and the objects of the variables (paper, section 0.2.3).

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::domain::fault::{Cases, Fault};
use crate::domain::graph::{Graph, LeakCandidate};
use crate::domain::object::{Fill, Object, Origin};
use crate::domain::obligation::Obligation;
use crate::domain::value::{ObjectId, Range};
use base::ids::Id;
use program::{EdgeId, FunctionId, Linkage, Program, StringId, VariableId, VariableKind};

/// The activation of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    pub function: FunctionId,
    pub variables: BTreeMap<VariableId, ObjectId>,
    /// Blocks from `alloca`.
    pub blocks: Vec<ObjectId>,
}

impl Frame {
    /// Returns the activation of a function at its entry, without variables.
    pub fn of(function: FunctionId) -> Frame {
        Frame { function, variables: BTreeMap::new(), blocks: Vec::new() }
    }
}

/// A step of the path to a configuration, linked to the steps before it.
#[derive(Debug)]
pub struct PathStep {
    pub before: Option<Arc<PathStep>>,
    pub made: Made,
    /// The configuration after the step, if it is kept for display.
    pub memory: Option<Box<Configuration>>,
}

/// The kind of a step.
#[derive(Debug)]
pub enum Made {
    /// Across an edge of a function.
    Edge(FunctionId, EdgeId),
    /// Into a function. The steps before belong to one of its callers.
    Entry,
    /// Back from a function, with the last step in it.
    Return(Option<Arc<PathStep>>),
}

impl PathStep {
    /// Returns the last step before entry into the function that contains this step.
    pub fn before_entry(&self) -> Option<&Arc<PathStep>> {
        let mut step = self;
        while !matches!(step.made, Made::Entry) {
            step = step.before.as_deref()?;
        }
        step.before.as_ref()
    }

    fn take_links(&mut self) -> impl Iterator<Item = Arc<PathStep>> + use<> {
        let inside = match &mut self.made {
            Made::Return(inside) => inside.take(),
            _ => None,
        };
        self.before.take().into_iter().chain(inside)
    }
}

impl Drop for PathStep {
    // A chain of a million steps must not be dropped recursively.
    fn drop(&mut self) {
        let mut open: Vec<Arc<PathStep>> = self.take_links().collect();
        while let Some(step) = open.pop() {
            if let Ok(mut step) = Arc::try_unwrap(step) {
                open.extend(step.take_links());
            }
        }
    }
}

/// Certainty that a configuration represents a memory that occurs in some run, in ascending order. Abstraction
/// preserves it; following a case that need not occur lowers it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Feasibility {
    /// Every memory that it represents comes after an error, so C promises nothing about it.
    AfterError,
    /// Possibly infeasible.
    Unknown,
    /// Feasible, unless numbers after an accelerated loop say otherwise.
    ButForIterations,
    Feasible,
}

/// Uses of values that C leaves unspecified: uninitialized ones, and the order of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Undefined {
    /// Some were copied, or others were computed from them, so that two of them may be the same value.
    pub copied: bool,
    /// A condition depended on some of them, and a value was chosen.
    pub chosen: bool,
    /// An order of two blocks was chosen, which may determine the order of others.
    pub ordered: bool,
    /// An address was computed with, read in parts, or written to a place that is not known: unknown values may contain it.
    pub hides_addresses: bool,
    /// A function without a body got an address: a pointer that such a function gives may be one to that object.
    pub lent: bool,
}

impl Undefined {
    /// Returns the union of the uses on two paths.
    pub fn or(self, other: Undefined) -> Undefined {
        Undefined {
            copied: self.copied || other.copied,
            chosen: self.chosen || other.chosen,
            ordered: self.ordered || other.ordered,
            hides_addresses: self.hides_addresses || other.hides_addresses,
            lent: self.lent || other.lent,
        }
    }

    /// Returns true if a memory with this history stands for one with the other history.
    pub fn stands_for(self, other: Undefined) -> bool {
        (self.hides_addresses || !other.hides_addresses) && (self.lent || !other.lent)
    }
}

/// The memory that a function may access, as far as it is known, and the calls that have not returned.
#[derive(Clone, Debug)]
pub struct Configuration {
    pub graph: Graph,
    pub globals: BTreeMap<VariableId, ObjectId>,
    pub literals: BTreeMap<StringId, ObjectId>,
    /// The running function. There are several, outermost first, only if the program ends in the middle of calls.
    pub frames: Vec<Frame>,
    /// Memory that has a name only in the callers: mostly their variables.
    pub cutpoints: Vec<ObjectId>,
    /// Functions registered by `atexit`, the first one first.
    pub handlers: Vec<FunctionId>,
    /// Cells that keep the initial values of a procedure: those of the specification's symbolic constants in order,
    /// then one for each pointer among the parameters and globals.
    pub inputs: Vec<ObjectId>,
    pub obligations: BTreeSet<Obligation>,
    pub feasible: Feasibility,
    /// Uses of values that C leaves unspecified. Of these, only hidden and lent addresses are compared.
    pub undefined: Undefined,
    /// Number of loop iterations, if they are counted. Not compared.
    pub iterations: u32,
    /// The path to the configuration. Not compared.
    pub trace: Option<Arc<PathStep>>,
}

/// Compares the meaning of two configurations, not their origin.
impl PartialEq for Configuration {
    fn eq(&self, other: &Self) -> bool {
        self.frames == other.frames
            && self.handlers == other.handlers
            && self.inputs == other.inputs
            && self.cutpoints == other.cutpoints
            && self.obligations == other.obligations
            && self.globals == other.globals
            && self.literals == other.literals
            && self.graph == other.graph
    }
}

impl Configuration {
    pub fn new() -> Configuration {
        Configuration {
            graph: Graph::default(),
            globals: BTreeMap::new(),
            literals: BTreeMap::new(),
            frames: Vec::new(),
            handlers: Vec::new(),
            inputs: Vec::new(),
            cutpoints: Vec::new(),
            obligations: BTreeSet::new(),
            feasible: Feasibility::Feasible,
            undefined: Undefined::default(),
            iterations: 0,
            trace: None,
        }
    }

    pub fn variable(&self, id: VariableId) -> Option<ObjectId> {
        let local = self.frames.last().and_then(|frame| frame.variables.get(&id));
        local.or_else(|| self.globals.get(&id)).copied()
    }

    /// Adds a new object for a variable, global or of the running function.
    pub fn give_storage(&mut self, program: &Program, id: VariableId) -> Result<ObjectId, Fault> {
        let object = self.graph.add(fresh_object(program, id)?);
        match self.frames.last_mut() {
            Some(frame) if !program.is_global(id) => frame.variables.insert(id, object),
            _ => self.globals.insert(id, object),
        };
        Ok(object)
    }

    /// Marks this state as possibly infeasible.
    pub fn mark_possibly_infeasible(&mut self) {
        self.feasible = self.feasible.min(Feasibility::Unknown);
    }

    /// Records that the graph forgets where an address is: unknown values may contain it.
    pub fn hide_address(&mut self) {
        self.mark_possibly_infeasible();
        self.undefined.hides_addresses = true;
    }

    /// Returns the configuration in each case, the last case first.
    pub fn cases(&self, cases: Cases) -> impl Iterator<Item = Configuration> + '_ {
        let feasible = if cases.occur { self.feasible } else { self.feasible.min(Feasibility::Unknown) };
        cases.graphs.into_iter().rev().map(move |graph| Configuration { graph, feasible, ..self.clone() })
    }

    /// Returns a hash: equal for equal configurations.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (&self.graph, &self.globals, &self.literals, &self.frames, &self.handlers).hash(&mut hasher);
        (&self.inputs, &self.cutpoints, &self.obligations).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns all objects that have a name, in a fixed order.
    pub fn roots(&self) -> Vec<ObjectId> {
        let in_frames = self.frames.iter().map(|frame| frame.variables.len() + frame.blocks.len()).sum::<usize>();
        let count = self.globals.len() + self.literals.len() + self.inputs.len() + self.cutpoints.len() + in_frames;
        let mut roots = Vec::with_capacity(count);
        roots.extend(self.globals.values().chain(self.literals.values()).chain(&self.inputs).chain(&self.cutpoints));
        for frame in &self.frames {
            roots.extend(frame.variables.values().chain(&frame.blocks));
        }
        roots
    }

    /// As [`Configuration::roots`], mutably and in the same order.
    pub fn roots_mut(&mut self) -> impl Iterator<Item = &mut ObjectId> {
        let common = self.globals.values_mut().chain(self.literals.values_mut());
        common.chain(own_roots(&mut self.inputs, &mut self.cutpoints, &mut self.frames))
    }

    /// Returns the roots that a callee does not know, mutably: all but globals and literals.
    pub fn own_roots_mut(&mut self) -> impl Iterator<Item = &mut ObjectId> {
        own_roots(&mut self.inputs, &mut self.cutpoints, &mut self.frames)
    }

    /// Removes all unreachable objects. Returns the heap blocks that leak, as they were before.
    pub fn collect_garbage(&mut self) -> Vec<LeakCandidate> {
        let seen = self.graph.reachable(self.roots().into_iter().chain(self.graph.recorded_arguments()));
        let lost: Vec<ObjectId> = self.graph.objects().map(|(id, _)| id).filter(|id| !seen[id.index()]).collect();
        let is_own = |id: &ObjectId| {
            let origin = self.graph.object(*id).map(|object| object.origin);
            !matches!(origin, Some(Origin::Input | Origin::HeapOrInput))
        };
        let leaked = match lost.iter().all(is_own) {
            true => self.graph.blocks_among(lost.iter().copied()),
            false => self.without_callers(&lost),
        };
        for id in lost {
            self.graph.remove(id);
        }
        leaked
    }

    /// Returns the leaked blocks, except for those that caller blocks point to. A block that a caller block possibly
    /// points to possibly leaks. Blocks that a lost caller block may point to and that are not lost yet are marked now,
    /// because the reference is gone later.
    fn without_callers(&mut self, lost: &[ObjectId]) -> Vec<LeakCandidate> {
        let of = |origin: Origin| -> Vec<ObjectId> {
            let is_such = |id: &&ObjectId| self.graph.object(**id).is_some_and(|object| object.origin == origin);
            lost.iter().filter(is_such).copied().collect()
        };
        let (callers, perhaps) = (of(Origin::Input), of(Origin::HeapOrInput));
        let sure = self.graph.surely_reachable(callers.iter().copied());
        let possible = self.graph.reachable(callers.into_iter().chain(perhaps));
        let led_to: Vec<ObjectId> = self.graph.objects().map(|(id, _)| id).filter(|id| possible[id.index()]).collect();
        for id in led_to {
            if let Some(object) = self.graph.object_mut(id).filter(|object| matches!(object.origin, Origin::Heap(_))) {
                object.origin = Origin::HeapOrInput;
            }
        }
        self.graph.blocks_among(lost.iter().filter(|id| !sure[id.index()]).copied())
    }

    /// Returns the reachable heap blocks that leak if the segments that may be empty are.
    pub fn perhaps_lost(&self) -> Vec<Object> {
        let may_be_empty = |(_, object): (ObjectId, &Object)| object.minimum() == 0;
        if !self.graph.objects().any(may_be_empty) {
            return Vec::new();
        }
        let (seen, sure) = (self.graph.reachable(self.roots()), self.graph.surely_reachable(self.roots()));
        let lost = self.graph.objects().filter(|(id, _)| seen[id.index()] && !sure[id.index()]);
        lost.map(|(_, object)| object).filter(|object| object.can_be_lost()).cloned().collect()
    }

    /// Returns the same configuration with objects and values renumbered canonically.
    pub fn canonical(&self) -> Configuration {
        self.renumbered().0
    }

    /// As [`Configuration::canonical`], with the new id of every object.
    pub fn renumbered(&self) -> (Configuration, Vec<Option<ObjectId>>) {
        let (graph, renamed) = self.graph.canonical(self.roots());
        let of = |id: &ObjectId| renamed.get(id.index()).copied().flatten().unwrap_or(ObjectId::NONE);
        let mut found = Configuration { graph, ..self.clone() };
        found.roots_mut().for_each(|id| *id = of(id));
        (found, renamed)
    }
}

fn own_roots<'c>(
    inputs: &'c mut [ObjectId],
    cutpoints: &'c mut [ObjectId],
    frames: &'c mut [Frame],
) -> impl Iterator<Item = &'c mut ObjectId> {
    let in_frames = frames.iter_mut().flat_map(|frame| frame.variables.values_mut().chain(&mut frame.blocks));
    inputs.iter_mut().chain(cutpoints).chain(in_frames)
}

/// Returns the object of a variable that was never written to: zero for globals defined in this program, arbitrary for
/// globals defined elsewhere, and undefined for others.
pub fn fresh_object(program: &Program, id: VariableId) -> Result<Object, Fault> {
    let variable = program.variables.get(id).ok_or_else(|| Fault::unsupported("an unknown variable"))?;
    let size = program.size_of_variable(id);
    let size = size.ok_or_else(|| Fault::unsupported("a variable of incomplete type"))?;
    let fill = match (variable.kind, variable.linkage) {
        (VariableKind::Global, Linkage::Elsewhere) => Fill::Any,
        (VariableKind::Global, _) => Fill::Zero,
        _ => Fill::Undefined,
    };
    Ok(Object::new(Origin::Variable(id), Range::exactly(i128::from(size)), fill))
}

impl Default for Configuration {
    fn default() -> Self {
        Self::new()
    }
}
