//! The answer of all engines together.
//!
//! | module | what it tests |
//! |---|---|
//! | `audit` | the audit finds wrong proofs |
//! | `best_engine` | what any engine decides, `verify` decides |
//! | `contradiction` | the message when engines contradict each other |
//! | `discarded` | values that are thrown away are evaluated |
//! | `expected_verdicts` | programs that were once answered wrongly |
//! | `limits` | every stage ends at every limit |
//! | `random_programs` | random programs: no concrete run breaks what is verified |
//! | `without_body` | random programs: functions without a body change what they may, and no more |

mod audit;
mod best_engine;
mod contradiction;
mod discarded;
mod expected_verdicts;
mod limits;
mod random_programs;
#[path = "../support/mod.rs"]
mod support;
mod without_body;
