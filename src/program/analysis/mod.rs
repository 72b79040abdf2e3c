//! Facts about flowcharts for all engines: the order of locations and the loop nest ([`order`]), dominators
//! ([`dominators`]), live variables ([`live`]), the call graph ([`calls`]), numbers that may count blocks ([`counters`])
//! and those that decide nothing ([`influence`]), parameters that return values (`outputs`), what
//! functions may do with the memory of their callers ([`effects`]); [`print`](mod@print) prints
//! them.
//!
//! They are computed from a finished flowchart, either of a function with its calls or of an entry with all calls
//! inlined, and never change it. No analysis here tracks values: pointers are assumed to point anywhere they may.

pub mod calls;
pub mod counters;
pub mod dominators;
pub mod effects;
pub mod influence;
pub mod live;
pub mod order;
mod outputs;
pub mod print;

pub use calls::CallGraph;
pub use dominators::Dominators;
pub use effects::Effects;
pub use influence::Influence;
pub use live::LiveVariables;
pub use order::LoopOrder;
