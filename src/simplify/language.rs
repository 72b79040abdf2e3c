//! The e-graph's language, and its e-class analysis: the term, field, field set or avoid set of a class, and impossible
//! formulas.

use egg::{Analysis, DidMerge, EGraph, Id};

use ctype::FieldId;
use logic::typreach::TypeReachability;
use logic::{Arena, AtomId, Facts, FieldSetId, TermId, TermNode};

/// A term that is opaque to rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Leaf(pub TermId);
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldLeaf(pub FieldId);
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldsLeaf(pub FieldSetId);

/// A claim about nodes or node counts, opaque to rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StructureLeaf(pub AtomId);

/// Leaves are interned ids: they have no textual form in rule files.
macro_rules! leaf_without_text {
    ($($name:ident),*) => {$(
        impl std::str::FromStr for $name {
            type Err = ();
            fn from_str(_: &str) -> Result<Self, ()> {
                Err(())
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{:?}", self.0)
            }
        }
    )*};
}
leaf_without_text!(Leaf, FieldLeaf, FieldsLeaf, StructureLeaf);

/// The generated enumeration. (Rule files show the textual form of each variant.)
mod node {
    use super::{FieldLeaf, FieldsLeaf, Leaf, StructureLeaf};
    use egg::{Id, define_language};
    define_language! {
        /// Nodes of the e-graph. `A` is an avoid set, `F` a set of fields.
        pub enum ENode {
            "true" = True,
            "false" = False,
            "not" = Not([Id; 1]),
            "and" = And([Id; 2]),
            "or" = Or([Id; 2]),
            "reach" = Reach([Id; 4]),
            "reachp" = Reachp([Id; 4]),
            "dshared" = Dshared([Id; 4]),
            "cyclic" = Cyclic([Id; 3]),
            "allocated" = Allocated([Id; 1]),
            "equal" = Equal([Id; 2]),
            "less" = Less([Id; 2]),
            "avoid" = Avoid(Box<[Id]>),
            "field" = Field([Id; 2]),
            "load" = Load([Id; 1]),
            Term(Leaf),
            FieldName(FieldLeaf),
            Fields(FieldsLeaf),
            Structure(StructureLeaf),
        }
    }
}
pub use node::ENode;

/// The analysis data of an e-class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClassMeaning {
    /// A formula.
    Formula {
        /// An undefined argument or type reachability makes it false in every state.
        impossible: bool,
    },
    Term(TermId),
    Field(FieldId),
    Fields(FieldSetId),
    /// The members of an avoid set.
    Avoid(Vec<TermId>),
}

/// The analysis. It owns the arena while the e-graph lives.
pub struct ClassAnalysis<'f> {
    pub arena: Arena,
    pub facts: &'f Facts,
    pub types: TypeReachability,
}

pub type AtomGraph<'f> = EGraph<ENode, ClassAnalysis<'f>>;

impl ClassAnalysis<'_> {
    fn meaning(&mut self, node: &ENode, of: &dyn Fn(Id) -> ClassMeaning) -> ClassMeaning {
        let term = |id: Id| match of(id) {
            ClassMeaning::Term(term) => Some(term),
            _ => None,
        };
        let fields = |id: Id| match of(id) {
            ClassMeaning::Fields(fields) => Some(fields),
            _ => None,
        };
        let found = match node {
            ENode::Term(leaf) => Some(ClassMeaning::Term(leaf.0)),
            ENode::FieldName(leaf) => Some(ClassMeaning::Field(leaf.0)),
            ENode::Fields(leaf) => Some(ClassMeaning::Fields(leaf.0)),
            ENode::Avoid(members) => {
                members.iter().map(|id| term(*id)).collect::<Option<Vec<_>>>().map(ClassMeaning::Avoid)
            }
            ENode::Load([address]) => term(*address).map(|address| ClassMeaning::Term(self.arena.load(address))),
            ENode::Field([field, base]) => match (of(*field), term(*base)) {
                (ClassMeaning::Field(field), Some(base)) => {
                    Some(ClassMeaning::Term(self.arena.field_address(base, field)))
                }
                _ => None,
            },
            _ => None,
        };
        found.unwrap_or_else(|| ClassMeaning::Formula {
            impossible: self.impossible(node, &term, &fields).unwrap_or(false),
        })
    }

    /// Returns `Some(true)` if the atom is false in every state: an argument is undefined or, by type reachability
    /// (paper, section 4.1), there is no path of types. `None` if the node is no atom about paths, or types say
    /// nothing.
    fn impossible(
        &mut self,
        node: &ENode,
        term: &dyn Fn(Id) -> Option<TermId>,
        fields: &dyn Fn(Id) -> Option<FieldSetId>,
    ) -> Option<bool> {
        if egg::Language::children(node).iter().any(|id| term(*id).is_some_and(|term| self.arena.is_undefined(term))) {
            return Some(true);
        }
        // Paths follow types only if no cast or union lets a cell be read at two types.
        if !self.facts.well_typed() {
            return None;
        }
        let arena = &self.arena;
        let ty = |id: Id| term(id).map(|term| arena.type_of(term));
        match node {
            ENode::Reach([_, set, from, to]) | ENode::Reachp([_, set, from, to]) => {
                Some(!self.types.may_reach(arena, fields(*set)?, ty(*from)?, ty(*to)?))
            }
            ENode::Dshared([_, set, left, right]) => {
                Some(!self.types.may_share(arena, fields(*set)?, ty(*left)?, ty(*right)?))
            }
            ENode::Cyclic([_, set, from]) => Some(!self.types.may_cycle(arena, fields(*set)?, ty(*from)?)),
            _ => None,
        }
    }
}

impl Analysis<ENode> for ClassAnalysis<'_> {
    type Data = ClassMeaning;

    fn make(graph: &mut AtomGraph<'_>, node: &ENode, _: Id) -> ClassMeaning {
        // Copies the children's data: the analysis itself needs the arena mutably.
        let mut children: Vec<(Id, ClassMeaning)> = Vec::new();
        for child in egg::Language::children(node) {
            children.push((*child, graph[*child].data.clone()));
        }
        let of = |id: Id| {
            children
                .iter()
                .find(|(child, _)| *child == id)
                .map_or(ClassMeaning::Formula { impossible: false }, |(_, meaning)| meaning.clone())
        };
        graph.analysis.meaning(node, &of)
    }

    fn merge(&mut self, to: &mut ClassMeaning, from: ClassMeaning) -> DidMerge {
        match (to, from) {
            (ClassMeaning::Formula { impossible }, ClassMeaning::Formula { impossible: also }) => {
                let before = *impossible;
                *impossible |= also;
                DidMerge(*impossible != before, *impossible != also)
            }
            // Terms are interned: classes of terms merge only if equal.
            _ => DidMerge(false, false),
        }
    }

    fn modify(graph: &mut AtomGraph<'_>, id: Id) {
        if graph[id].data == (ClassMeaning::Formula { impossible: true }) {
            let falsum = graph.add(ENode::False);
            graph.union(id, falsum);
        }
    }
}

/// Adds a term to an e-graph, with its fields and loads visible to rules.
pub fn add_term(graph: &mut AtomGraph<'_>, term: TermId) -> Id {
    match graph.analysis.arena.node(term) {
        TermNode::FieldAddress(base, field) => {
            let field = graph.add(ENode::FieldName(FieldLeaf(field)));
            let base = add_term(graph, base);
            graph.add(ENode::Field([field, base]))
        }
        TermNode::Load(address) => {
            let address = add_term(graph, address);
            graph.add(ENode::Load([address]))
        }
        _ => graph.add(ENode::Term(Leaf(term))),
    }
}

/// Adds an avoid set, with its members in order.
pub fn add_avoid(graph: &mut AtomGraph<'_>, avoid: &[TermId]) -> Id {
    let members: Vec<Id> = avoid.iter().map(|term| add_term(graph, *term)).collect();
    graph.add(ENode::Avoid(members.into_boxed_slice()))
}
