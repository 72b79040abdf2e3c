//! Join, entailment, and the abstraction of adjacent nodes to list segments (paper, sections 4 and 5).
//!
//! Entailment is a join that loses nothing of one side. A join describes at least the memories of both sides. `None` means that
//! there is no join, never that one side is empty. Nothing here executes a command.
//!
//! | module | what it is |
//! |---|---|
//! | `limits` | limits of joins |
//! | `join` | the join of two graphs, which also decides entailment. `join::mode`: what graphs are joined for; `join::insert`: segments, and blocks that may be missing, that one lacks; `join::places`: places in one object; `join::relate`: relations between numbers; `join::disjuncts`: what blocks hold together; `join::size_relations`: which numbers in them give the size of others are; `join::strings`: where their bytes end; `join::pieces`: the contents of two objects side by side; `join::exclude`: what cannot be joined, seen without a joiner |
//! | `abstraction` | widening: which two neighbours of one graph, nodes or segments, become one segment |
//! | `borrowed` | pointers to blocks of another list, which are forgotten where neighbours become a segment |
//! | `signature` | the first part of the join pre-filter: what is seen of a configuration at a glance |
//! | `joined` | the join of two configurations, with their variables and calls; decides whether they may be joined at all (the pre-filter: `signature`, then `join::exclude`). Their graphs are joined by `join` |

pub mod abstraction;
mod borrowed;
pub mod join;
pub mod joined;
pub mod limits;
pub mod signature;
