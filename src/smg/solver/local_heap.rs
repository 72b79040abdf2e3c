//! Local heaps and frames of calls (paper, section 0.5.2, on function summaries).
//!
//! A function is analysed on its local heap: its parameters, the globals, and every object connected with these. The
//! frame, which is the rest of the caller's memory, does not change, and is added again when the function returns.
//! Whatever points into the local heap belongs to it, so the two parts are disjoint. Objects of the local heap that
//! only a caller names become *cutpoints* (`Configuration::cutpoints`). So the same call from elsewhere reuses the
//! summary.
//!
//! With abstraction the local heap is all memory: configurations of callers are then joined in the function as well, so
//! fewer are kept apart.
//!
//! In recursion, the memory of callers must not grow with each call. There the local heap is what the function can
//! reach, and the frame may point into it: each address by which it does is a *door*. The function gets a cell that
//! holds the address, which it neither reads nor writes; the frame gets a stub in its place. When the function returns,
//! the stub is replaced by the contents of the cell. The function changes nothing else that the frame could observe, as
//! it reaches nothing of the frame. Relations between numbers of the two parts are dropped: each part keeps its own
//! ranges.

use indexmap::IndexSet;

use crate::domain::configuration::Configuration;
use crate::domain::graph::Graph;
use crate::domain::object::{Fill, Object, Origin};
use crate::domain::value::{Address, ObjectId, Range, Value};
use crate::solver::limits::MOST_DOORS;
use base::ids::Id;

/// The part of the caller's memory that is the local heap of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalPart {
    Whole,
    /// The part connected with parameters and globals.
    Connected,
    /// The part reachable from parameters and globals.
    Reached,
}

/// The frame of a call: the caller's memory without the local heap.
#[derive(PartialEq, Debug)]
pub struct HeapFrame {
    /// Of `configuration`; compared first, as most frames differ.
    fingerprint: u64,
    /// The caller, without the globals and without the local heap.
    configuration: Configuration,
    /// The names whose memory became cutpoints, ascending.
    taken: Vec<Taken>,
    /// The stubs of the doors. Their cells are the cutpoints after those of `taken`.
    doors: Vec<ObjectId>,
    /// Bytes of an address.
    word: i64,
}

/// A name of the caller whose memory is a cutpoint of the function.
#[derive(PartialEq, Debug)]
struct Taken {
    /// The index among the caller's own roots.
    name: usize,
    origin: Origin,
    /// In bytes; no function changes it.
    size: Range,
}

/// Splits a configuration into the local heap of the function whose stack frame is on top, in canonical form, and the
/// frame. `word`: bytes of an address.
pub fn split(mut configuration: Configuration, part: LocalPart, word: i64) -> (Configuration, HeapFrame) {
    let before = (cfg!(debug_assertions) && part != LocalPart::Reached).then(|| configuration.canonical());
    let called = configuration.frames.pop();
    let own = called.iter().flat_map(|frame| frame.variables.values());
    let common = configuration.globals.values().chain(configuration.literals.values());
    // There is one `errno`, which the function may use as well.
    let is_error_number = |object: &Object| object.origin.is_error_number();
    let error_number = configuration.graph.objects().filter(|(_, object)| is_error_number(object)).map(|(id, _)| id);
    let roots: Vec<ObjectId> = own.chain(common).copied().chain(error_number).collect();
    let (taken_objects, doors) = local_part(&configuration, &roots, part);
    // A name without an object belongs to neither part.
    let is_taken = |id: ObjectId| taken_objects.get(id.index()) == Some(&true);
    let mut graph = configuration.graph.clone();
    let (mut taken, mut cutpoints) = (Vec::new(), Vec::new());
    for (index, id) in configuration.own_roots_mut().enumerate().filter(|(_, id)| is_taken(**id)) {
        let Some(object) = graph.object_mut(*id) else { continue };
        taken.push(Taken { name: index, origin: object.origin, size: object.size });
        cutpoints.push(*id);
        // The identity of the variable is irrelevant to the function. The cell of an outer call is an ordinary name
        // here.
        if let Origin::Variable(_) | Origin::Door = object.origin {
            object.origin = Origin::Stack;
        }
    }
    for door in &doors {
        let mut cell = Object::new(Origin::Door, Range::exactly(word.into()), Fill::Any);
        cell.write(0, word, *door);
        cutpoints.push(graph.add(cell));
    }
    let inner = Configuration {
        graph,
        globals: std::mem::take(&mut configuration.globals),
        literals: std::mem::take(&mut configuration.literals),
        frames: called.into_iter().collect(),
        cutpoints,
        handlers: std::mem::take(&mut configuration.handlers),
        obligations: std::mem::take(&mut configuration.obligations),
        trace: None,
        inputs: Vec::new(),
        ..configuration
    };
    for name in configuration.own_roots_mut().filter(|id| is_taken(**id)) {
        *name = ObjectId::NONE;
    }
    let stubs: Vec<ObjectId> = doors.iter().map(|door| closed(&mut configuration.graph, *door, word)).collect();
    for id in (0..taken_objects.len()).map(ObjectId::from_index).filter(|id| is_taken(*id)) {
        configuration.graph.remove(id);
    }
    let (configuration, renamed) = configuration.renumbered();
    let configuration = Configuration { trace: None, ..configuration };
    let doors = stubs.iter().filter_map(|stub| renamed.get(stub.index()).copied().flatten()).collect();
    let inner = inner.canonical();
    let frame = HeapFrame { fingerprint: configuration.fingerprint(), configuration, taken, doors, word };
    debug_assert!(before.is_none_or(|before| frame.with(&inner).canonical() == before), "a split lost a part");
    (inner, frame)
}

/// Returns the local heap of a call, as flags by object, and the doors, in the order in which they are found from the
/// roots of the frame. Falls back to the connected part if there are more than [`MOST_DOORS`].
fn local_part(configuration: &Configuration, roots: &[ObjectId], part: LocalPart) -> (Vec<bool>, IndexSet<Value>) {
    let graph = &configuration.graph;
    if part == LocalPart::Reached {
        // Only asked for ids and successors of existing objects, so within bounds.
        let is_taken = graph.reachable(roots.iter().copied());
        let (_, order) = graph.canonical(configuration.roots());
        let place = |id: &ObjectId| order.get(id.index()).copied().flatten();
        let mut rest: Vec<ObjectId> =
            graph.objects().map(|(id, _)| id).filter(|id| !is_taken[id.index()] && place(id).is_some()).collect();
        rest.sort_by_key(place);
        let fields = rest.iter().filter_map(|id| graph.object(*id)).flat_map(Object::successors);
        let doors: IndexSet<Value> =
            fields.filter(|(_, to)| is_taken.get(to.index()) == Some(&true)).map(|(field, _)| field.value).collect();
        if doors.len() <= MOST_DOORS {
            return (is_taken, doors);
        }
    }
    let is_taken = match part {
        LocalPart::Whole => vec![true; graph.id_bound()],
        LocalPart::Connected | LocalPart::Reached => graph.connected(roots.iter().copied()),
    };
    (is_taken, IndexSet::new())
}

/// Replaces an address by that of a new stub.
fn closed(graph: &mut Graph, door: Value, word: i64) -> ObjectId {
    let stub = graph.add(Object::new(Origin::External, Range::exactly(word.into()), Fill::Any));
    graph.map_values(|value| if value == door { Value::Address(Address::region(stub)) } else { value });
    stub
}

impl HeapFrame {
    /// Returns true if this may be an exit state of the call. Calls that share a summary may have different names and
    /// doors in their frames, so an exit state of one need not fit another. A function neither adds nor removes
    /// cutpoints or doors, does not turn one into the other, and changes no sizes.
    pub fn fits(&self, end: &Configuration) -> bool {
        let object = |id: &ObjectId| end.graph.object(*id);
        let is_door = |id: &ObjectId| object(id).is_some_and(|object| object.origin == Origin::Door);
        let Some((names, doors)) = end.cutpoints.split_at_checked(self.taken.len()) else { return false };
        let is_same = |(taken, id): (&Taken, &ObjectId)| {
            !is_door(id) && object(id).is_some_and(|object| object.size.intersection(taken.size).is_some())
        };
        self.taken.iter().zip(names).all(is_same) && doors.len() == self.doors.len() && doors.iter().all(is_door)
    }

    /// Returns the whole memory at an exit state of the function, which fits: it has a cutpoint for each name and door.
    /// The function's stack frame is on top of the caller's.
    pub fn with(&self, end: &Configuration) -> Configuration {
        let mut end = end.clone();
        let mut whole = self.configuration.clone();
        let shift = whole.graph.absorb(&end.graph);
        end.roots_mut().for_each(|id| *id = ObjectId::from_index(id.index() + shift));
        let mut taken = self.taken.iter().zip(&end.cutpoints).peekable();
        for (index, name) in whole.own_roots_mut().enumerate() {
            if let Some((_, cutpoint)) = taken.next_if(|(taken, _)| taken.name == index) {
                *name = *cutpoint;
            }
        }
        for (taken, cutpoint) in self.taken.iter().zip(&end.cutpoints) {
            if let Some(object) = whole.graph.object_mut(*cutpoint) {
                object.origin = taken.origin;
            }
        }
        self.open_doors(&mut whole.graph, &end.cutpoints);
        whole.frames.append(&mut end.frames);
        Configuration {
            globals: end.globals,
            literals: end.literals,
            handlers: end.handlers,
            obligations: end.obligations,
            feasible: end.feasible,
            undefined: end.undefined,
            trace: None,
            ..whole
        }
    }

    /// Replaces the stubs by the contents of the doors' cells.
    fn open_doors(&self, graph: &mut Graph, cutpoints: &[ObjectId]) {
        for (stub, cell) in self.doors.iter().zip(cutpoints.iter().skip(self.taken.len())) {
            let held = graph.object(*cell).and_then(|object| object.piece(0, self.word)).unwrap_or(Value::ANY);
            graph.redirect(*stub, |_| held);
            graph.remove(*stub);
            graph.remove(*cell);
        }
    }
}
