//! What a call takes with it, and what it leaves behind (paper, section 0.5.2, on function summaries).
//!
//! A function is analysed for what it may come to: its parameters, the globals, and all that has to do with these. The rest
//! of the caller's memory stays as it is and is put back when the function returns. Whatever leads into the part that is
//! taken belongs to it, so that the two parts have nothing in common, and what has a name in a caller only keeps its place
//! among the [anchors](Configuration::anchors). So the same call from elsewhere is seen to be the same.

use crate::base::ids::Id;
use crate::program::LibraryFunction;
use crate::smg::domain::configuration::Configuration;
use crate::smg::domain::object::{Object, Origin};
use crate::smg::domain::value::ObjectId;

/// What a call left behind.
#[derive(PartialEq, Debug)]
pub struct Rest {
    /// Of the configuration; compared first, as most rests differ.
    fingerprint: u64,
    /// The caller, without the globals and without what was taken.
    configuration: Configuration,
    /// Which of its own names have lost their memory to the anchors, ascending, and what memory that was.
    taken: Vec<(usize, Origin)>,
}

/// Parts a configuration with the frame of a function on top that is about to run: into one of that function alone, numbered by
/// where things are found, and the rest. No memory is left in the rest if it is not to be cut.
pub fn cut(mut configuration: Configuration, cuts: bool) -> (Configuration, Rest) {
    let before = cfg!(debug_assertions).then(|| configuration.canonical());
    let called = configuration.frames.pop();
    let own = called.iter().flat_map(|frame| frame.variables.values());
    let common = configuration.globals.values().chain(configuration.literals.values());
    // There is one `errno`, which the function may ask for as well.
    let is_error_number = |object: &Object| object.origin == Origin::Library(LibraryFunction::Errno);
    let is_taken = match cuts {
        true => {
            let told = configuration.graph.objects().filter(|(_, object)| is_error_number(object)).map(|(id, _)| id);
            configuration.graph.connected(own.chain(common).copied().chain(told))
        }
        false => vec![true; configuration.graph.id_bound()],
    };
    let mut graph = configuration.graph.clone();
    let (mut taken, mut anchors) = (Vec::new(), Vec::new());
    for (index, id) in configuration.own_roots_mut().enumerate().filter(|(_, id)| is_taken[id.index()]) {
        let Some(object) = graph.object_mut(*id) else { continue };
        taken.push((index, object.origin));
        anchors.push(*id);
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
        anchors,
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
    let rest = Rest { fingerprint: configuration.fingerprint(), configuration, taken };
    let inner = inner.canonical();
    debug_assert!(before.is_none_or(|before| rest.with(&inner).canonical() == before), "a part got lost in a cut");
    (inner, rest)
}

impl Rest {
    /// The whole again, when the function has come to its end. Its frame is on top of the caller's.
    pub fn with(&self, end: &Configuration) -> Configuration {
        let mut end = end.clone();
        let mut whole = self.configuration.clone();
        let shift = whole.graph.absorb(&end.graph);
        end.roots_mut().for_each(|id| *id = ObjectId::from_index(id.index() + shift));
        let mut taken = self.taken.iter().zip(&end.anchors).peekable();
        for (index, name) in whole.own_roots_mut().enumerate() {
            if let Some((_, anchor)) = taken.next_if(|((place, _), _)| *place == index) {
                *name = *anchor;
            }
        }
        for ((_, origin), anchor) in self.taken.iter().zip(&end.anchors) {
            if let Some(object) = whole.graph.object_mut(*anchor) {
                object.origin = *origin;
            }
        }
        whole.frames.append(&mut end.frames);
        Configuration {
            globals: end.globals,
            literals: end.literals,
            handlers: end.handlers,
            obligations: end.obligations,
            exact: end.exact,
            undefined: end.undefined,
            trace: None,
            ..whole
        }
    }
}
