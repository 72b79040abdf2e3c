//! The code itself: its layers, documents, tables and coverage marks.
//!
//! | module | what it tests |
//! |---|---|
//! | `coverage` | every marked case is gone through by a sample |
//! | `documents` | files and links that the documents name |
//! | `layering` | the table of crates, and what modules may use |
//! | `library_table` | engines name no library function |

mod coverage;
mod documents;
mod layering;
mod library_table;
#[path = "../support/mod.rs"]
mod support;
