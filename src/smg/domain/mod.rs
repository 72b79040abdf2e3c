//! What symbolic memory graphs are made of (paper, section 2): values, objects, graphs, and configurations, which name objects.
//!
//! Nothing here runs a command, joins two graphs, or reads a specification. Each type keeps its own invariants;
//! [`invariants`] asserts in debug builds those that concern several.
//!
//! | module | what it is |
//! |---|---|
//! | `limits` | limits of what graphs hold |
//! | `value` | ranges, addresses, values |
//! | `arithmetic` | integers with known ranges |
//! | `object` | objects and their contents, read and written by bytes. `object::disjuncts`: what blocks hold together; `object::size_relations`: which numbers in them give the size of others are; `object::strings`: where their bytes end |
//! | `thresholds` | numbers at which widening stops for a while |
//! | `graph` | graphs of objects, and facts about unknown values. `graph::recent_facts`: what is kept until configurations are compared; `graph::reachability`: what roots reach, and what refers to an object (leaks: `configuration`); `graph::relations`: how numbers are related; `graph::term`: linear forms; `graph::strings`: where strings end; `graph::uninitialized`: cells that may never have been written |
//! | `obligation` | what a configuration owes to a temporal formula |
//! | `configuration` | a graph with the variables and the calls under way; which blocks nothing leads to any more |
//! | `fault` | errors of memory, and what ends the work on a configuration |
//! | `invariants` | what holds of every configuration, asserted in debug builds |

pub mod arithmetic;
pub mod configuration;
pub mod fault;
pub mod graph;
pub mod invariants;
pub mod limits;
pub mod object;
pub mod obligation;
pub mod thresholds;
pub mod value;
