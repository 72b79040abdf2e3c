//! Shape analysis by symbolic memory graphs (*Algorithmic Details behind the Predator Shape Analyser Based on Symbolic
//! Memory Graphs*; comments here say "paper").
//!
//! A second engine, which shares the program with the predicate abstraction and nothing else. It works on flowcharts whose
//! calls are kept, byte-precisely, and looks for errors of memory: it reports every one that some run has, or says what it
//! did not follow. With a specification it reports as well where that does not hold. That it reports one does not mean that a
//! run has it; where it does, the finding says so.
//!
//! | module | what it is |
//! |---|---|
//! | `value` | ranges, addresses, values |
//! | `object` | objects and their contents: reading and writing by bytes. `object::variants`: what blocks hold together; `object::lengths`: which numbers in them tell how large others are; `object::texts`: where their bytes end |
//! | `graph` | graphs of objects; what is known of unknown values. `graph::notes`: what is remembered until configurations are compared; `graph::relations`: how numbers are related; `graph::texts`: where texts end; `graph::doubts`: cells that may never have been written |
//! | `invariants` | what holds of every configuration, asserted in debug builds |
//! | `segment` | nodes taken out of list segments |
//! | `varied` | what blocks hold together, for a join and case by case |
//! | `landmarks` | numbers at which widening stops for a while |
//! | `cut` | what a call takes with it of a configuration, and what it leaves behind |
//! | `configuration` | a graph with the variables and the calls under way |
//! | `arithmetic` | integers of which a range is known |
//! | `compare` | equality and order of values |
//! | `evaluate` | expressions. `evaluate::distance`: addresses that are moved; `evaluate::alignment`: masks of addresses; `evaluate::index`: inner arrays; `evaluate::load`: what is read; `evaluate::text`: bytes of texts; `evaluate::doubt`: what may never have been written; `evaluate::result`: operations on two numbers |
//! | `step`, `library` | commands, and functions of the C library. `step::call`: calls; `step::assume`: conditions; `step::write`: how bytes are written; `library::extent`: how many are used; `library::texts`, `library::scan`, `library::input`, `library::allocation`, `library::foreign`: its own memory |
//! | `narrow` | what a condition says of the cells that it reads, and of the parts of a sum |
//! | `join`, `joined` | the join of two graphs, which also decides entailment; of two configurations. `join::purpose`: what graphs are joined for; `join::insert`: segments, and blocks that may be missing, that one lacks; `join::places`: places in one object; `join::relate`: relations between numbers; `join::vary`: what blocks hold together; `join::measure`: which numbers in them tell how large others are; `join::texts`: where their bytes end; `join::exclude`: what cannot be joined, seen without a joiner |
//! | `abstraction` | neighbours that become segments |
//! | `sketch` | what is seen of a configuration at a glance |
//! | `entry` | the configurations in which a procedure starts that is not `main` |
//! | `symmetry` | symbolic constants that a specification treats alike |
//! | `predicate`, `specified` | the predicates of a specification in a configuration; what it asks of runs |
//! | `engine` | the fixpoint. `engine::start`: where it begins; `engine::store`: what is kept at a location; `engine::queue`: what is looked at next; `engine::calls`: what calls have in common; `engine::ends`: how a program ends |
//! | `far` | loops that count through their whole type, or far to a bound |
//! | `party` | analyses that prove, coarser and finer ones, and those that hunt for errors. `party::runs`: on one thread or more |
//! | `findings` | errors |
//! | `cover` | whether configurations describe a concrete state, for tests. `cover::meaning`: what cells hold; `cover::related`: how numbers are related |
//! | `plot` | configurations as pictures and as text |

pub mod cover;
pub mod engine;
pub mod far;
pub mod findings;
pub mod party;

mod abstraction;
mod arithmetic;
mod compare;
mod configuration;
mod cut;
mod entry;
mod evaluate;
mod fault;
mod graph;
mod invariants;
mod join;
mod joined;
mod landmarks;
mod library;
mod narrow;
mod object;
mod plot;
mod predicate;
mod segment;
mod sketch;
mod specified;
mod step;
mod symmetry;
mod value;
mod varied;

pub use engine::{Analysis, Question, Settings, analyse};
pub use findings::{Finding, UndefinedBehaviour, looks_for};
pub use joined::excluded_pairs;
pub use specified::Claim;
