//! Terms, predicates and formulas about states, in the paper's memory model (section 3.1).
//!
//! Everything is interned in an [`Arena`]: equal terms and equal atoms have equal ids. A [`Formula`] is three-valued:
//! [`Formula::Unknown`] (`*`) may take either value, independently at each occurrence. An atom whose expression is
//! undefined (NULL or a freed block dereferenced) is false; an atom that depends on an indeterminate value has either
//! value.
//!
//! Never computes a weakest precondition (that is `wp`), never rewrites (that is `simplify`).
//!
//! | file | what stands there |
//! |---|---|
//! | `atom` | the forms of atoms |
//! | `arena` | interned terms and atoms |
//! | `count` | comparisons of numbers of nodes in normal form |
//! | `formula` | three-valued formulas |
//! | `meaning` | the table of meanings: for each construct whether weakest preconditions follow it exactly, or which predicates become free |
//! | `translate` | from expressions and specifications to terms and formulas |
//! | `evaluate` | the value of atoms and formulas in a concrete state |
//! | `alias` | when two addresses are equal |
//! | `facts` | what a whole procedure never does |
//! | `typreach` | type reachability |
//! | `display` | terms, atoms and formulas as users write them |

pub mod alias;
pub mod arena;
pub mod atom;
pub mod count;
pub mod display;
pub mod evaluate;
pub mod facts;
pub mod formula;
pub mod meaning;
pub mod translate;
pub mod typreach;

pub use alias::Aliasing;
pub use arena::{Arena, AtomId, FieldSetId, TermId, TermNode};
pub use atom::Atom;
pub use facts::Facts;
pub use formula::Formula;
