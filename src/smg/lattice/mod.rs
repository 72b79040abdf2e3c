//! Joins, entailment, and the abstraction of adjacent nodes to segments (paper, sections 4 and 5).
//!
//! Entailment is a join that loses nothing of one side. A join describes at least the memories of both sides. `None`
//! means that there is no join, never that one side is empty. Nothing here executes a command.
//!
//! | module | contents |
//! |---|---|
//! | `limits` | limits of joins |
//! | `join` | the join of two graphs, which also decides entailment. `join::mode`: join modes; `join::contents`: the contents of two objects; `join::choice`: cells with several alternatives; `join::kinds`: which of these become one; `join::insert`: segments, and blocks that may be missing, that one side lacks; `join::places`: places in one object; `join::rows`: summarised arrays; `join::relate`: relations between numbers; `join::lengths`: equations between lengths of lists and numbers; `join::disjuncts`: disjunctive invariants of blocks; `join::size_relations`: numbers in blocks that give their sizes, or those of other blocks; `join::strings`: NUL-terminated strings; `join::undefined`: what was perhaps never written; `join::given`: pointers from functions without a body; `join::freed`: links left dangling; `join::pieces`: the contents of two objects side by side; `join::exclude`: pairs that have no join, detected without a joiner |
//! | `abstraction` | widening: merges two neighbours of one graph, nodes or segments, into a segment |
//! | `borrowed` | pointers to blocks of another list, which are forgotten when neighbours become a segment |
//! | `compared` | nodes with a number that was compared with one of a variable, which widening keeps |
//! | `folding` | nodes that are linked like a tree become one segment |
//! | `likened` | nodes of two graphs that correspond to each other get one shape, before a join |
//! | `orientation` | doubly linked lists, as seen from the other end |
//! | `rows` | arrays become rows of runs, which are merged by `abstraction` |
//! | `signature` | the first part of the join pre-filter: a summary of a configuration's variables |
//! | `joined` | the join of two configurations, with their variables and calls; decides whether they may be joined at all (the pre-filter: `signature`, then `join::exclude`). Their graphs are joined by `join` |

pub mod abstraction;
mod borrowed;
mod compared;
mod folding;
pub mod join;
pub mod joined;
mod likened;
pub mod limits;
mod orientation;
pub mod rows;
pub mod signature;
