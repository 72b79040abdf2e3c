//! The parts of a symbolic memory graph (paper, section 2): values, objects, graphs, and configurations, which name
//! objects.
//!
//! Nothing here runs a command, joins two graphs, or reads a specification. Each type keeps its own invariants;
//! [`invariants`] asserts those that span several types, in debug builds.
//!
//! | module | contents |
//! |---|---|
//! | `limits` | size limits of graphs |
//! | `value` | ranges, addresses, values |
//! | `arithmetic` | interval arithmetic on C integers |
//! | `object` | objects and their contents, read and written byte by byte. `object::field`: bytes that hold a value; `object::shape`: how nodes of segments are linked; `object::disjuncts`: disjunctive invariants of blocks; `object::size_relations`: numbers in blocks that give their sizes, or those of other blocks; `object::strings`: NUL-terminated strings |
//! | `roles` | which variables count or index arrays, as the program's text suggests. `roles::fields`: members of records that count |
//! | `thresholds` | widening thresholds |
//! | `equations`, `inequalities` | linear equations between quantities, and their affine hull; linear inequalities |
//! | `graph` | graphs of objects, and facts about unknown values. `graph::recent_facts`: facts kept until configurations are compared; `graph::reachability`: reachability and references (leaks: `configuration`); `graph::relations`: relations between numbers; `graph::term`: linear forms; `graph::strings`: string lengths; `graph::uninitialized`: maybe uninitialized cells; `graph::rows`: summarised arrays; `graph::lengths`, `graph::inequalities`: equations and inequalities between lengths of lists and numbers; `graph::renumbered`: relations after numbers and objects got new ids |
//! | `obligation` | monitor obligations of a configuration towards a temporal formula |
//! | `configuration` | a graph with the variables and the calls under way; memory leaks |
//! | `fault` | memory errors, and other reasons to stop executing a command |
//! | `invariants` | consistency of configurations, asserted in debug builds |

pub mod arithmetic;
pub mod configuration;
pub mod equations;
pub mod fault;
pub mod graph;
pub mod inequalities;
pub mod invariants;
pub mod limits;
pub mod object;
pub mod obligation;
pub mod roles;
pub mod thresholds;
pub mod value;
