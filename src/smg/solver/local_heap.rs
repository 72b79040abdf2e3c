//! Local heaps of calls, and their frames (paper, section 0.5.2, on function summaries).
//!
//! A function is analysed on its local heap: its parameters, the globals, and every object connected with these. The frame, which
//! is the rest of the caller's memory, does not change, and is put back when the function returns. Whatever points into the local
//! heap belongs to it, so that the two parts are disjoint. Objects of the local heap that only a caller names keep their place among
//! the [cutpoints](Configuration::cutpoints). So the same call from elsewhere reuses the summary.
//!
//! With abstraction the local heap is all memory: configurations of callers are joined in the function as well, so that fewer are
//! kept apart.

use crate::base::ids::Id;
use crate::smg::domain::configuration::Configuration;
use crate::smg::domain::object::{Object, Origin};
use crate::smg::domain::value::ObjectId;

/// The frame of a call: what it cannot reach.
#[derive(PartialEq, Debug)]
pub struct HeapFrame {
    /// Of the configuration; compared first, as most frames differ.
    fingerprint: u64,
    /// The caller, without the globals and without what was taken.
    configuration: Configuration,
    /// Which of its own names have lost their memory to the cutpoints, ascending, and what memory that was.
    taken: Vec<(usize, Origin)>,
}

/// Splits a configuration, with the stack frame of a function on top that is about to run, into the local heap of that function,
/// in canonical form, and the frame. Unless `is_local`, all memory is in the local heap.
pub fn split(mut configuration: Configuration, is_local: bool) -> (Configuration, HeapFrame) {
    let before = cfg!(debug_assertions).then(|| configuration.canonical());
    let called = configuration.frames.pop();
    let own = called.iter().flat_map(|frame| frame.variables.values());
    let common = configuration.globals.values().chain(configuration.literals.values());
    // There is one `errno`, which the function may ask for as well.
    let is_error_number = |object: &Object| object.origin.is_error_number();
    let is_taken = match is_local {
        true => {
            let error_number =
                configuration.graph.objects().filter(|(_, object)| is_error_number(object)).map(|(id, _)| id);
            configuration.graph.connected(own.chain(common).copied().chain(error_number))
        }
        false => vec![true; configuration.graph.id_bound()],
    };
    let mut graph = configuration.graph.clone();
    let (mut taken, mut cutpoints) = (Vec::new(), Vec::new());
    for (index, id) in configuration.own_roots_mut().enumerate().filter(|(_, id)| is_taken[id.index()]) {
        let Some(object) = graph.object_mut(*id) else { continue };
        taken.push((index, object.origin));
        cutpoints.push(*id);
        // Whose variable it is makes no difference to the function.
        if let Origin::Variable(_) = object.origin {
            object.origin = Origin::Stack;
        }
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
    for name in configuration.own_roots_mut().filter(|id| is_taken[id.index()]) {
        *name = ObjectId::from_index(usize::MAX);
    }
    for index in (0..is_taken.len()).filter(|index| is_taken[*index]) {
        configuration.graph.remove(ObjectId::from_index(index));
    }
    let configuration = Configuration { trace: None, ..configuration.canonical() };
    let frame = HeapFrame { fingerprint: configuration.fingerprint(), configuration, taken };
    let inner = inner.canonical();
    debug_assert!(before.is_none_or(|before| frame.with(&inner).canonical() == before), "a split lost a part");
    (inner, frame)
}

impl HeapFrame {
    /// The whole memory again, at the end of the function. Its stack frame is on top of the caller's.
    pub fn with(&self, end: &Configuration) -> Configuration {
        let mut end = end.clone();
        let mut whole = self.configuration.clone();
        let shift = whole.graph.absorb(&end.graph);
        end.roots_mut().for_each(|id| *id = ObjectId::from_index(id.index() + shift));
        let mut taken = self.taken.iter().zip(&end.cutpoints).peekable();
        for (index, name) in whole.own_roots_mut().enumerate() {
            if let Some((_, cutpoint)) = taken.next_if(|((place, _), _)| *place == index) {
                *name = *cutpoint;
            }
        }
        for ((_, origin), cutpoint) in self.taken.iter().zip(&end.cutpoints) {
            if let Some(object) = whole.graph.object_mut(*cutpoint) {
                object.origin = *origin;
            }
        }
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
}
