//! The fixpoint over a flowchart (paper, section 1): from the states in which a program starts to the configurations of every
//! location, and the errors met on the way.
//!
//! The solver chooses the next configuration, decides when to join, and enforces the limits. What a command does is
//! decided in `transfer`, what a join is in `lattice`.
//!
//! | module | what it is |
//! |---|---|
//! | `limits` | limits of the fixpoint |
//! | `local_heap` | the part of a configuration that a call can reach, and its frame |
//! | `entry` | the configurations in which a procedure starts that is not `main` |
//! | `acceleration` | loop acceleration: loops that count through their whole type, or to a large bound |
//! | `findings` | the errors found: which kinds are looked for, and how their sentence is put together. A new kind of fault is entered there, too |
//! | `settings` | what a run is asked to do: what is an error, limits, and whether it proves or finds bugs |
//! | `engine` | the fixpoint. `engine::start`: where it begins; `engine::store`: configurations kept at each location; `engine::queue`: in which order they are taken; `engine::calls`: summaries of functions, kept and reused; `engine::ends`: how a program ends, and leaks: which blocks are lost, and how that is worded |
//! | `reached` | the configurations of each location at the end |

pub mod acceleration;
pub mod engine;
pub mod entry;
pub mod findings;
mod limits;
pub mod local_heap;
pub mod reached;
pub mod settings;
