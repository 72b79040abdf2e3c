//! The fixpoint over a flowchart (paper, section 1): from the initial states of a program to the configurations of
//! every location, and the errors found on the way.
//!
//! The solver chooses the next configuration, decides when to join, and enforces the limits. `transfer` defines the
//! effect of commands, `lattice` defines joins.
//!
//! | module | contents |
//! |---|---|
//! | `limits` | limits of the fixpoint |
//! | `local_heap` | local heaps and frames of calls |
//! | `entry` | initial configurations of a procedure other than `main` |
//! | `acceleration` | loop acceleration: loops that count through their whole type, or to a large bound |
//! | `findings` | the errors found: which kinds are looked for, and how their messages are composed. A new kind of fault is entered there, too |
//! | `settings` | options of a run: what is an error, limits, and whether it proves or finds bugs |
//! | `engine` | the fixpoint. `engine::start`: its start; `engine::store`: configurations kept at each location; `engine::arrays`: arrays that may be summarised; `engine::idle`: lists that a loop does not look at; `engine::queue`: the order of exploration; `engine::calls`: function summaries and their reuse; `engine::ends`: the end of a program, and memory leaks; `engine::loops`: loops that the analysis has left |
//! | `reached` | the reached set |

pub mod acceleration;
pub mod engine;
pub mod entry;
pub mod findings;
mod limits;
pub mod local_heap;
pub mod reached;
pub mod settings;
