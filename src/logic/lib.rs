//! Terms, predicates and formulas about states, in the paper's memory model (section 3.1).
//!
//! Terms and atoms are interned in an [`Arena`]: equal ones have equal ids. A [`Formula`] is three-valued:
//! [`Formula::Unknown`] (`*`) may take either value, independently at each occurrence. An atom whose expression is
//! undefined (it dereferences NULL or a freed block) is false; an atom that depends on an indeterminate value has
//! either value.
//!
//! This crate never computes a weakest precondition (that is `wp`), and never rewrites (that is `simplify`).
//!
//! | file | contents |
//! |---|---|
//! | `atom` | the forms of atoms |
//! | `arena` | interned terms and atoms |
//! | `count` | comparisons of node counts in normal form |
//! | `formula` | three-valued formulas |
//! | `meaning` | the table of meanings: says for each construct whether weakest preconditions follow it exactly, or else which predicates become `*` |
//! | `translate` | translates expressions and specifications to terms and formulas |
//! | `evaluate` | the value of atoms and formulas in a concrete state |
//! | `alias` | when two addresses are equal |
//! | `facts` | facts about a whole procedure |
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
