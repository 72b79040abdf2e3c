//! Prepares the input, runs the engines side by side, and merges their claims into one verdict.
//!
//! Pure: reads no file and prints nothing. Its results are data for `report`.
//!
//! A module imports only what its row names, all of it from rows above; `tests/house/layering.rs` compares this table with the code.
//!
//! | module | imports | what it is |
//! |---|---|---|
//! | `limits` | | limits of what is tried, apart from those that a user sets (`settings`, `replay::Limits`) |
//! | `expressions` | | expressions about a state: values of variables and fields, comparisons |
//! | `prepare` | | parses and lowers the program, inlines calls, reads specification and hints |
//! | `property` | | a property with its verdict |
//! | `reconcile` | `property` | one verdict from the claims of all engines |
//! | `draw` | `limits` | draws states |
//! | `picture` | `draw`, `limits` | pictures of the states of a run |
//! | `numbers` | | the constants of a program, tried as inputs |
//! | `trace` | `limits` | the steps of concrete runs, and abstract counterexamples, in C lines |
//! | `notes` | `limits`, `picture` | notes on an error, each at another place, read off the end of its run |
//! | `small_heaps` | | makes states of the heaps that SAT finds |
//! | `smallest` | `limits` | small inputs for runs that have an error |
//! | `old_values` | `prepare` | the constants for values at the entry, in concrete runs |
//! | `dependence` | `limits`, `numbers` | errors that depend on what functions without a body give |
//! | `confirm` | `draw`, `limits`, `notes`, `numbers`, `old_values`, `picture`, `prepare`, `smallest`, `trace` | concrete runs on small heaps that violate something. `confirm::statements`: assertions and assumptions of a run; `confirm::smaller`: smaller inputs; `confirm::shared`: the search for all engines, the smallest heaps first |
//! | `confirmer` | `confirm`, `dependence`, `old_values`, `smallest` | the run that a witness stands for, and whether it has an error |
//! | `evidence` | `draw`, `notes`, `picture`, `trace` | what is told of a run that has an error |
//! | `replay` | `confirm`, `confirmer`, `dependence`, `evidence`, `limits`, `notes`, `numbers`, `old_values`, `smallest`, `trace` | concrete runs that confirm errors of the shape analysis. `replay::goal`: when a run does; `replay::Limits`: how many steps of the interpreter |
//! | `settings` | `confirm`, `limits`, `replay` | how to analyse |
//! | `heads` | `trace` | pictures of memory at the heads of loops, as the shape analysis has proved |
//! | `known` | | what the shape analysis knows of predicates |
//! | `shapes` | `confirm`, `heads`, `known`, `limits`, `notes`, `property`, `replay`, `settings`, `trace` | the shape analysis as an engine: every finding is replayed, and is an error only if a run meets it |
//! | `bounded` | `confirm`, `confirmer`, `dependence`, `evidence`, `notes`, `trace` | the bounded engine as an engine: every finding is an error only if a run has it |
//! | `targets` | `bounded` | what is left open, asked of the bounded engine one by one |
//! | `settlement` | `bounded`, `shapes` | what becomes of suspicions, once the bounded engine has answered |
//! | `judge` | | excludes valuations by the theory of heaps |
//! | `model` | `judge`, `prepare`, `settings` | an abstraction with its boolean program |
//! | `runs` | `confirm`, `model`, `prepare` | the concrete runs as an engine |
//! | `hintcheck` | `draw`, `limits`, `prepare`, `small_heaps` | proves hints, or tries them on small heaps: up to how many nodes is said in `settings` (by SAT) and `limits` (one after the other) |
//! | `policies` | `limits` | the search for hints: a table of attempts |
//! | `automatic` | `limits`, `policies`, `prepare` | proposes hints |
//! | `strengthen` | `automatic`, `confirm`, `hintcheck`, `known`, `limits`, `model`, `policies`, `prepare`, `reconcile`, `runs`, `settings`, `shapes` | iterative strengthening of the predicate abstraction, query by query. `strengthen::attempts`: proposed hints and cuts; `strengthen::lean`: proofs with less to discover |
//! | `claims` | `confirm`, `strengthen`, `hintcheck`, `model`, `prepare`, `property`, `reconcile`, `runs`, `trace` | the predicate abstraction as an engine |
//! | `backwards` | `confirm`, `limits`, `model`, `prepare`, `runs`, `small_heaps` | inputs from abstract counterexamples |
//! | `vacuous` | `confirm`, `model`, `prepare`, `property` | properties that hold only because their location is unreachable |
//! | `answer` | `bounded`, `confirm`, `hintcheck`, `model`, `prepare`, `property`, `reconcile`, `settings`, `shapes`, `strengthen` | what is asked, and what all engines together answer |
//! | `predicates` | `answer`, `backwards`, `claims`, `confirm`, `hintcheck`, `prepare`, `property`, `reconcile`, `runs`, `settings`, `shapes`, `strengthen`, `vacuous` | the predicate abstraction and the concrete runs, which help each other |
//! | `advice` | `answer`, `bounded`, `property`, `settings` | drops advice that would not change anything |
//! | `scopes` | `property` | the reason of properties that name variables whose scope has ended |
//! | `beside` | `answer`, `bounded`, `limits`, `settlement`, `shapes`, `targets` | the bounded engine at a glance, and on what the shape analysis leaves open |
//! | `rounds` | `answer`, `limits`, `property`, `shapes`, `strengthen` | rounds of work, each with twice the work of the one before, and what later ones take from earlier ones |
//! | `verify` | `advice`, `answer`, `beside`, `bounded`, `claims`, `confirm`, `predicates`, `prepare`, `property`, `reconcile`, `rounds`, `runs`, `scopes`, `settings`, `settlement`, `shapes`, `vacuous` | the way from a question to an answer; a new engine is entered there |
//! | `reached` | `confirm`, `limits`, `old_values` | where runs from small inputs come, calls and all |
//! | `preconditions` | `answer`, `beside`, `confirm`, `expressions`, `limits`, `prepare`, `property`, `reached`, `rounds`, `runs`, `settings`, `shapes`, `verify` | assumptions about the start under which a broken property holds. `preconditions::parts`: their conjuncts; `preconditions::search`: the order of checks |
//! | `requirements` | `answer`, `preconditions`, `property` | what a function of a library requires of its callers |
//! | `loop_invariants` | `expressions`, `limits` | what the shape analysis knows at the heads of loops, as expressions of C |
//! | `validation` | `answer`, `confirmer`, `limits`, `prepare`, `settings`, `verify` | whether a witness of an error or of a proof is right: the program with the witness in it is verified. `validation::rerun`: the run that a witness was made from, made once more |
//! | `invariants` | `answer`, `limits`, `model`, `prepare`, `property`, `strengthen` | what proofs know at the heads of loops |

mod advice;
pub mod answer;
pub mod automatic;
mod backwards;
mod beside;
pub mod bounded;
pub mod claims;
pub mod confirm;
pub mod confirmer;
mod dependence;
pub mod draw;
mod evidence;
mod expressions;
pub mod heads;
pub mod hintcheck;
pub mod invariants;
mod judge;
mod known;
mod limits;
pub mod loop_invariants;
pub mod model;
mod notes;
mod numbers;
mod old_values;
pub mod picture;
mod policies;
pub mod preconditions;
mod predicates;
pub mod prepare;
pub mod property;
mod reached;
pub mod reconcile;
pub mod replay;
pub mod requirements;
pub mod rounds;
pub mod runs;
mod scopes;
pub mod settings;
mod settlement;
pub mod shapes;
pub mod small_heaps;
mod smallest;
mod strengthen;
pub mod targets;
pub mod trace;
mod vacuous;
pub mod validation;
mod verify;

#[cfg(test)]
mod reconcile_tests;

pub use answer::{Answer, Subject, VerificationTask};
pub use model::{AbstractModel, analyse};
pub use prepare::{Input, Job, Prepared, lower_input, lower_text, prepare, prepare_job, prepare_shapes};
pub use property::PropertyVerdict;
pub use settings::{Checker, Settings};
pub use strengthen::{ModelProof, ProvingHints};
pub use verify::verify;
