//! Verification witnesses: evidence that other tools check, and evidence of other tools that Damson checks.
//!
//! The format is that of the software verification competition, version 2.0 in YAML (Ayaziová, Beyer, Lingsch-Rosenfeld,
//! Spiessl, Strejček: *Software Verification Witnesses 2.0*, SPIN 2024): a violation witness is a sequence of waypoints that
//! leads to an error, a correctness witness a set of invariants.
//!
//! A witness is checked by compiling it into the program ([`instrument`]): the program then stops every run that leaves the
//! waypoints, or asserts the invariants. Whatever analyses the result, Damson's engines, another tool or a compiler's
//! sanitizers, checks the witness, and shares nothing with the code that wrote it.
//!
//! Never touches a file or a clock: texts, hashes and times are passed in and out.
//!
//! | file | what stands there |
//! |---|---|
//! | `document` | the format: entries, waypoints, invariants |
//! | `read` | reads a witness; errors have their line and column |
//! | `lint` | the rules of the format that a type cannot express |
//! | `expression` | which texts may be constraints |
//! | `places` | where waypoints and invariants may stand in a C text |
//! | `scope` | which variables can be named at a place |
//! | `visits` | which places a run visits, and in which order |
//! | `violation` | makes a violation witness from a run that has an error |
//! | `resolve` | finds the places that a witness names in a program |
//! | `instrument` | compiles a witness into the text of its program |
//! | `limits` | limits of this crate |

pub mod document;
mod expression;
pub mod instrument;
mod limits;
mod lint;
pub mod places;
pub mod read;
pub mod resolve;
pub mod scope;
pub mod violation;
mod visits;
