//! Facts about flowcharts that every engine may ask for: the order of locations and the nest of loops ([`order`]),
//! dominators ([`dominators`]), live variables ([`live`]) and who calls whom ([`calls`]); [`print`] shows it all.
//!
//! All of it is computed from a finished flowchart, of a function with its calls kept or of an entry with all calls
//! inlined, and never changes one. Nothing here follows values: pointers are taken to point anywhere that they may.

pub mod calls;
pub mod dominators;
pub mod live;
pub mod order;
pub mod print;

pub use calls::CallGraph;
pub use dominators::Dominators;
pub use live::LiveVariables;
pub use order::LoopOrder;
