//! The code itself: its layers, documents, tables and coverage marks.
//!
//! | module | what it tests |
//! |---|---|
//! | `container` | the recipe for an image has what a build needs |
//! | `coverage` | every marked case is gone through by a sample |
//! | `documents` | files and links that the documents name |
//! | `layering` | the table of crates, and what modules may use |
//! | `library_table` | engines name no library function |

mod container;
mod coverage;
mod documents;
mod layering;
mod library_table;
#[path = "../support/mod.rs"]
mod support;
