//! Abstract transformers: the effect of one command on one configuration (paper, section 3).
//!
//! Nothing here compares or joins two configurations. An unsupported command ends in an `Interruption` with the reason,
//! or leaves a value unknown.
//!
//! | module | contents |
//! |---|---|
//! | `limits` | limits of one command |
//! | `semantics` | semantics of all commands in a run: errors, and the precision of numbers |
//! | `segment` | materialisation of segments, of lists and trees |
//! | `choice` | cells that hold one of a few alternatives |
//! | `array` | elements of summarised arrays |
//! | `compare` | equality and order of values |
//! | `disjuncts` | disjunctive invariants of blocks, as recorded for a join and as case splits |
//! | `evaluate` | expressions. `evaluate::operators`: operators and conversions; `evaluate::distance`: address arithmetic; `evaluate::alignment`: masks of addresses; `evaluate::index`: inner arrays; `evaluate::load`: loads; `evaluate::string`: bytes of strings; `evaluate::uninitialized`: maybe uninitialized values; `evaluate::result`, `evaluate::sum`: operations on two numbers; `evaluate::unconstrained`: unconstrained numbers; `evaluate::samples`: sample values of them |
//! | `message` | wording of errors of accesses and of `free`, with the pointer and the block (leaks: `solver::engine::ends`) |
//! | `narrow` | refines the cells that a condition reads, and the parts of a sum |
//! | `step` | commands. `step::call`: calls; `step::declared`: calls of functions that are only declared; `step::lent`: what they reach through pointers that others gave; `step::assume`: conditions; `step::allocate`: allocations; `step::write`: writes of bytes |
//! | `library` | functions of the C library. `library::known`: results that are known; `library::effects`: effects of a row of the table; `library::access_size`: access sizes; `library::overlap`: source and target of a copy; `library::counts`: unknown numbers of bytes; `library::strings`, `library::scan`, `library::input`, `library::allocation`: strings, scanf formats, input, blocks; `library::external`: external memory; `library::options`: options of the command line; `library::tokens`: tokens and lines |

pub mod array;
pub mod choice;
pub mod compare;
pub mod disjuncts;
pub mod evaluate;
pub mod library;
pub mod limits;
pub mod message;
pub mod narrow;
pub mod segment;
pub mod semantics;
pub mod step;
