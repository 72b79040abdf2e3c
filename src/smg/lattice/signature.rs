//! Signatures of configurations: the first part of the join pre-filter.
//!
//! Most configurations that meet at a location differ in the targets of their variables. A signature records just
//! these, so that two configurations are compared without looking at other objects of their graphs. It only rules out
//! joins that a joiner would not find either (`excluded_pairs` compares the two in tests).

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use itertools::Itertools;
use rustc_hash::FxHasher;

use crate::domain::configuration::Configuration;
use crate::domain::graph::Graph;
use crate::domain::object::{Fill, HasValue, Object};
use crate::domain::value::{Address, ObjectId, Value};
use crate::lattice::compared::{self, Comparison};
use crate::lattice::join::exclude::{have_like_targets, may_be_one};
use crate::lattice::join::{JoinMode, more_general};
use crate::lattice::limits::MOST_BYTES_IN_SIGNATURE;
use program::{FunctionId, StringId, VariableId};

/// The contents of a named object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Content {
    /// Not recorded.
    Open,
    Integer(i128),
    /// The value of a variable that counts.
    Counter(i128),
    /// Something else that is not an address.
    NoAddress,
    /// The address of an object that certainly exists, and the index of the first variable with an address of the same
    /// object.
    Address(Address, usize),
    /// Numbers in the bytes that were written: the size of the variable, and a hash of which bytes were written.
    Numbers(i128, u64),
}

/// The name of a root, or the start of the names of a function.
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

#[derive(Clone, Debug)]
pub struct Signature {
    names: Vec<Name>,
    roots: Vec<ObjectId>,
    /// The contents of each named object, in the order of [`Configuration::roots`].
    contents: Vec<Content>,
    comparisons: Vec<Comparison>,
}

impl Signature {
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
        let comparisons = compared::comparisons(graph, &roots);
        Signature { names: names(configuration), roots, contents, comparisons }
    }

    /// Returns all objects that have a name, in the order of [`Configuration::roots`].
    pub fn roots(&self) -> &[ObjectId] {
        &self.roots
    }

    /// Returns true if two configurations have the same names in the same functions. Then they have as many roots, in
    /// the same order.
    pub fn has_names_of(&self, other: &Signature) -> bool {
        self.names == other.names
    }

    /// Returns true if two configurations have a join and are better kept apart: by the same comparison, the program has
    /// taken different branches.
    pub fn is_kept_from(&self, other: &Signature, mode: JoinMode) -> bool {
        mode.keeps_what_is_there()
            && self.has_names_of(other)
            && compared::contradict(&self.comparisons, &other.comparisons)
    }

    /// Returns true if two configurations with these graphs certainly have no join.
    pub fn excludes(&self, other: &Signature, graphs: [&Graph; 2], mode: JoinMode) -> bool {
        if !self.has_names_of(other) {
            return false;
        }
        let mut more = [false, false];
        for (index, pair) in self.contents.iter().zip(&other.contents).enumerate() {
            let is_excluded = match pair {
                (Content::Integer(a), Content::Integer(b)) => a != b && mode.keeps_apart(*a, *b),
                (Content::Counter(a), Content::Counter(b)) => {
                    a != b && !mode.joins_counters() && mode.keeps_apart(*a, *b)
                }
                (Content::Numbers(size, a), Content::Numbers(other, b)) => size == other && a != b,
                // If shapes may change, an object that one side lacks may be missing.
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

/// Returns the contents of a named object.
fn content(graph: &Graph, object: &Object) -> Content {
    match object.size.single() {
        Some(size) if size > MOST_BYTES_IN_SIGNATURE => written(object, size),
        _ => small_content(graph, object),
    }
}

/// Returns the written bytes of a large variable.
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

/// Returns the contents of a small variable.
fn small_content(graph: &Graph, object: &Object) -> Content {
    let size = object.size.single().filter(|size| (1..=MOST_BYTES_IN_SIGNATURE).contains(size));
    let value = size.and_then(|size| object.piece(0, i64::try_from(size).ok()?));
    match value {
        None | Some(Value::Inside { .. }) => Content::Open,
        Some(Value::Integer(integer)) if graph.is_counter(object) => Content::Counter(integer),
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

#[derive(Clone, Debug)]
pub struct WithSignature {
    configuration: Arc<Configuration>,
    /// Computed on demand: bug finding compares nothing.
    signature: OnceCell<Signature>,
    /// Computed on demand.
    fingerprint: OnceCell<u64>,
    /// Hashes of the configuration without single variables, by these. Computed on demand.
    rests: OnceCell<Vec<(VariableId, u64)>>,
}

impl WithSignature {
    pub fn new(configuration: Configuration) -> WithSignature {
        WithSignature {
            configuration: Arc::new(configuration),
            signature: OnceCell::new(),
            fingerprint: OnceCell::new(),
            rests: OnceCell::new(),
        }
    }

    /// Returns what `compute`, which must be the same function at each call, says of the configuration without single
    /// variables.
    pub fn rests(&self, compute: impl FnOnce(&Configuration) -> Vec<(VariableId, u64)>) -> &[(VariableId, u64)] {
        self.rests.get_or_init(|| compute(&self.configuration))
    }

    pub fn configuration(&self) -> &Arc<Configuration> {
        &self.configuration
    }

    pub fn into_configuration(self) -> Configuration {
        Arc::unwrap_or_clone(self.configuration)
    }

    pub fn signature(&self) -> &Signature {
        self.signature.get_or_init(|| Signature::of(&self.configuration))
    }

    pub fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| self.configuration.fingerprint())
    }

    /// Returns true if the configurations are equal, and this one is at least as feasible, and stands for the other.
    pub fn says(&self, other: &WithSignature) -> bool {
        let (own, others) = (&self.configuration, &other.configuration);
        self.fingerprint() == other.fingerprint()
            && own == others
            && own.feasible >= others.feasible
            && own.undefined.stands_for(others.undefined)
    }

    /// Returns true if the two certainly have no join.
    pub fn excludes(&self, other: &WithSignature, mode: JoinMode) -> bool {
        let graphs = [&self.configuration.graph, &other.configuration.graph];
        self.signature().excludes(other.signature(), graphs, mode)
    }
}
