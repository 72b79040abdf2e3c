//! What is seen of a configuration at a glance: enough to tell most pairs that have no join from the others.
//!
//! Most configurations that meet at a location differ in where their variables lead. A signature holds just that, so that two of
//! them are compared without a look at the graphs' other objects. It only ever rules joins out that a joiner would not find
//! either (`excluded_pairs` compares the two in tests).

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use itertools::Itertools;
use rustc_hash::FxHasher;

use crate::domain::configuration::Configuration;
use crate::domain::graph::Graph;
use crate::domain::object::{Fill, HasValue, Object};
use crate::domain::value::{Address, ObjectId, Value};
use crate::lattice::join::exclude::{have_like_targets, may_be_one};
use crate::lattice::join::{JoinMode, more_general};
use crate::lattice::limits::MOST_BYTES_IN_SIGNATURE;
use program::{FunctionId, StringId, VariableId};

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    /// Nothing that a glance tells.
    Open,
    /// An integer.
    Integer(i128),
    /// Something else that is no address.
    NoAddress,
    /// The address of an object that is there, and the first variable that holds an address of it.
    Address(Address, usize),
    /// Many bytes, which hold numbers as far as they were written: how many there are, and which were written.
    Numbers(i128, u64),
}

/// What an object is known by; and where the names of a function begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    Global(VariableId),
    Literal(StringId),
    Input,
    Cutpoint,
    Frame(FunctionId),
    Local(VariableId),
    Block,
}

/// A signature of a configuration.
#[derive(Clone, Debug)]
pub struct Signature {
    names: Vec<Name>,
    roots: Vec<ObjectId>,
    /// What each named object holds, in the order of [`Configuration::roots`].
    contents: Vec<Content>,
}

impl Signature {
    /// Of a configuration.
    pub fn of(configuration: &Configuration) -> Signature {
        let graph = &configuration.graph;
        let roots = configuration.roots();
        let mut contents: Vec<Content> = Vec::with_capacity(roots.len());
        for root in &roots {
            let content = graph.object(*root).map_or(Content::Open, |object| content(graph, object));
            let content = match content {
                Content::Address(address, _) => {
                    let leads_there =
                        |other: &Content| matches!(other, Content::Address(known, _) if known.object == address.object);
                    Content::Address(address, contents.iter().position(leads_there).unwrap_or(contents.len()))
                }
                other => other,
            };
            contents.push(content);
        }
        Signature { names: names(configuration), roots, contents }
    }

    /// All objects that have a name, in the order of [`Configuration::roots`].
    pub fn roots(&self) -> &[ObjectId] {
        &self.roots
    }

    /// Whether two configurations have the same names, in the same functions: as many roots then, in the same order.
    pub fn has_names_of(&self, other: &Signature) -> bool {
        self.names == other.names
    }

    /// Whether two configurations, whose graphs these are, surely have no join.
    pub fn excludes(&self, other: &Signature, graphs: [&Graph; 2], mode: JoinMode) -> bool {
        if !self.has_names_of(other) {
            return false;
        }
        let mut more = [false, false];
        for (index, pair) in self.contents.iter().zip(&other.contents).enumerate() {
            let is_excluded = match pair {
                (Content::Integer(a), Content::Integer(b)) => a != b && mode.keeps_apart(*a, *b),
                (Content::Numbers(size, a), Content::Numbers(other, b)) => size == other && a != b,
                // Where shapes may change, an object that one side lacks may be missing.
                _ if mode.changes_shapes() => false,
                (Content::Address(a, first), Content::Address(b, other_first)) => {
                    let objects = (graphs[0].object(a.object), graphs[1].object(b.object));
                    let (Some(left), Some(right)) = objects else { continue };
                    let general = more_general(left, right);
                    more = [more[0] | general[0], more[1] | general[1]];
                    let earlier = *first.min(other_first);
                    let both_lead = |at: usize| {
                        let leads =
                            |signature: &Signature| matches!(signature.contents.get(at), Some(Content::Address(..)));
                        leads(self) && leads(other)
                    };
                    a.offset != b.offset
                        || !have_like_targets(*a, *b)
                        || !may_be_one(left, right, mode)
                        || (first != other_first && earlier < index && both_lead(earlier))
                }
                (Content::Address(..), Content::Integer(_) | Content::NoAddress)
                | (Content::Integer(_) | Content::NoAddress, Content::Address(..)) => true,
                _ => false,
            };
            if is_excluded || (mode == JoinMode::Entailment && more == [true, true]) {
                return true;
            }
        }
        false
    }
}

/// What a named object holds.
fn content(graph: &Graph, object: &Object) -> Content {
    match object.size.single() {
        Some(size) if size > MOST_BYTES_IN_SIGNATURE => written(object, size),
        _ => small_content(graph, object),
    }
}

/// Which bytes of a large variable were written.
fn written(object: &Object, size: i128) -> Content {
    let is_recorded = |field: &HasValue| matches!(field.value, Value::Integer(_) | Value::Any(_) | Value::Unknown(_));
    if object.is_heap() || object.fill() != Fill::Undefined || !object.fields().iter().all(is_recorded) {
        return Content::Open;
    }
    let mut hasher = FxHasher::default();
    for (start, end) in object.fields().iter().map(|field| (field.offset, field.offset + field.size)).coalesce(
        |(start, end), (next, last)| if end == next { Ok((start, last)) } else { Err(((start, end), (next, last))) },
    ) {
        (start, end).hash(&mut hasher);
    }
    Content::Numbers(size, hasher.finish())
}

/// What a variable of a few bytes holds.
fn small_content(graph: &Graph, object: &Object) -> Content {
    let size = object.size.single().filter(|size| (1..=MOST_BYTES_IN_SIGNATURE).contains(size));
    let value = size.and_then(|size| object.piece(0, i64::try_from(size).ok()?));
    match value {
        None | Some(Value::Inside { .. }) => Content::Open,
        Some(Value::Integer(integer)) => Content::Integer(integer),
        Some(Value::Address(address)) => match graph.object(address.object) {
            Some(target) if target.minimum() > 0 => Content::Address(address, 0),
            _ => Content::Open,
        },
        Some(_) => Content::NoAddress,
    }
}

fn names(configuration: &Configuration) -> Vec<Name> {
    let Configuration { globals, literals, inputs, cutpoints, frames, .. } = configuration;
    let globals = globals.keys().map(|id| Name::Global(*id));
    let literals = literals.keys().map(|id| Name::Literal(*id));
    let nameless = inputs.iter().map(|_| Name::Input).chain(cutpoints.iter().map(|_| Name::Cutpoint));
    let mut names: Vec<Name> = globals.chain(literals).chain(nameless).collect();
    for frame in frames {
        names.push(Name::Frame(frame.function));
        names.extend(frame.variables.keys().map(|id| Name::Local(*id)));
        names.extend(frame.blocks.iter().map(|_| Name::Block));
    }
    names
}

/// A configuration with its signature.
#[derive(Clone, Debug)]
pub struct WithSignature {
    configuration: Arc<Configuration>,
    /// Drawn when it is first asked for: bug finding compares nothing.
    signature: OnceCell<Signature>,
    /// Computed when it is first asked for.
    fingerprint: OnceCell<u64>,
}

impl WithSignature {
    /// A configuration, looked at.
    pub fn new(configuration: Configuration) -> WithSignature {
        WithSignature {
            configuration: Arc::new(configuration),
            signature: OnceCell::new(),
            fingerprint: OnceCell::new(),
        }
    }

    /// The configuration.
    pub fn configuration(&self) -> &Arc<Configuration> {
        &self.configuration
    }

    /// The configuration.
    pub fn into_configuration(self) -> Configuration {
        Arc::unwrap_or_clone(self.configuration)
    }

    /// Its signature.
    pub fn signature(&self) -> &Signature {
        self.signature.get_or_init(|| Signature::of(&self.configuration))
    }

    /// The configuration's fingerprint.
    pub fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| self.configuration.fingerprint())
    }

    /// Whether it says the same as the other, and is no less feasible.
    pub fn says(&self, other: &WithSignature) -> bool {
        let (own, others) = (&self.configuration, &other.configuration);
        self.fingerprint() == other.fingerprint() && own == others && own.feasible >= others.feasible
    }

    /// Whether the two surely have no join.
    pub fn excludes(&self, other: &WithSignature, mode: JoinMode) -> bool {
        let graphs = [&self.configuration.graph, &other.configuration.graph];
        self.signature().excludes(other.signature(), graphs, mode)
    }
}
