//! Abstract transformers: the effect of one command on one configuration (paper, section 3).
//!
//! Nothing here compares or joins two configurations. An unsupported command ends in a `Interruption` that says why, or leaves a value
//! unknown.
//!
//! | module | what it is |
//! |---|---|
//! | `limits` | limits of what one command does |
//! | `semantics` | what holds for all commands of a run: what is an error, and how far numbers are followed |
//! | `segment` | materialisation: nodes taken out of list segments |
//! | `compare` | equality and order of values |
//! | `disjuncts` | what blocks hold together, for a join and case by case |
//! | `evaluate` | expressions. `evaluate::operators`: operators and conversions; `evaluate::distance`: addresses that are moved; `evaluate::alignment`: masks of addresses; `evaluate::index`: inner arrays; `evaluate::load`: what is read; `evaluate::string`: bytes of strings; `evaluate::uninitialized`: what may never have been written; `evaluate::result`, `evaluate::sum`: operations on two numbers; `evaluate::unconstrained`: numbers that may be anything; `evaluate::samples`: sample values of them |
//! | `message` | how errors of accesses and of `free` name the pointer and the block (leaks: `solver::engine::ends`) |
//! | `narrow` | what a condition says of the cells that it reads, and of the parts of a sum |
//! | `step` | commands. `step::call`: calls; `step::assume`: conditions; `step::allocate`: new blocks; `step::write`: how bytes are written |
//! | `library` | functions of the C library. `library::known`: results that are known; `library::effects`: what a row of the table says is done; `library::access_size`: how many bytes are used; `library::overlap`: source and target of a copy; `library::counts`: numbers of bytes that are not known; `library::strings`, `library::scan`, `library::input`, `library::allocation`: strings, formats that read, input, blocks; `library::external`: memory that belongs to the library |

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
