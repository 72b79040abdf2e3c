//! From texts to one verdict: prepares the input, runs the engines side by side, and puts their answers together.
//!
//! Pure: reads no file and prints nothing. What it returns is data for `report`.
//!
//! A module imports only what its row names, all of it from rows above; `tests/layering.rs` compares this table with the code.
//!
//! | module | imports | what it is |
//! |---|---|---|
//! | `prepare` | | parses and lowers the program, inlines calls, reads specification and hints |
//! | `draw` | | draws states |
//! | `numbers` | | the numbers of a program, which runs are tried with |
//! | `trace` | | tells abstract counterexamples |
//! | `small_heaps` | | makes states of the heaps that SAT finds |
//! | `confirm` | `draw`, `numbers`, `prepare` | concrete runs on small heaps that break something |
//! | `replay` | `confirm`, `draw`, `numbers` | concrete runs that meet what the shape analysis finds |
//! | `settings` | `confirm`, `replay` | how to analyse |
//! | `judge` | | rules out valuations by the theory of heaps |
//! | `model` | `judge`, `prepare`, `settings` | an abstraction with its boolean program |
//! | `evidence` | `confirm`, `model` | which concrete run breaks which property |
//! | `hintcheck` | `draw`, `prepare`, `small_heaps` | proves hints, or tries them |
//! | `open` | `hintcheck`, `replay` | why a property is open |
//! | `property` | `confirm`, `hintcheck`, `open`, `trace` | a property with its answer |
//! | `shapes` | `confirm`, `open`, `prepare`, `property`, `replay`, `settings` | the shape analysis: what it is asked and what it says |
//! | `automatic` | `prepare` | proposes hints |
//! | `deepen` | `automatic`, `confirm`, `evidence`, `hintcheck`, `model`, `prepare`, `settings`, `shapes` | the predicate abstraction: how far it goes |
//! | `backwards` | `confirm`, `evidence`, `model`, `prepare`, `small_heaps` | inputs from abstract counterexamples |
//! | `vacuous` | `confirm`, `model`, `prepare`, `property`, `shapes` | properties that hold only because their location is unreachable |
//! | `verdicts` | `confirm`, `deepen`, `evidence`, `hintcheck`, `model`, `open`, `prepare`, `property`, `trace` | the verdicts of the predicate abstraction and of concrete runs |
//! | `reconcile` | `confirm`, `hintcheck`, `open`, `property`, `replay`, `shapes` | one answer of both engines |
//! | `verify` | `backwards`, `confirm`, `deepen`, `evidence`, `hintcheck`, `model`, `open`, `prepare`, `property`, `reconcile`, `settings`, `shapes`, `vacuous`, `verdicts` | runs everything |

pub mod automatic;
mod backwards;
pub mod confirm;
mod deepen;
pub mod draw;
mod evidence;
pub mod hintcheck;
mod judge;
pub mod model;
mod numbers;
pub mod open;
pub mod prepare;
pub mod property;
pub mod reconcile;
pub mod replay;
pub mod settings;
pub mod shapes;
pub mod small_heaps;
pub mod trace;
mod vacuous;
pub mod verdicts;
mod verify;

pub use confirm::{ConcreteRun, ConcreteStep};
pub use deepen::{ModelProof, ProvingHints};
pub use hintcheck::HintDoubt;
pub use model::{Analysis, analyse};
pub use prepare::{Input, Prepared, Task, lower_text, prepare, prepare_shapes, prepare_task};
pub use property::PropertyVerdict;
pub use settings::{Checker, Settings};
pub use trace::{AbstractStep, AbstractTrace};
pub use verify::{Verification, verify};
