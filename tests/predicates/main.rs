//! Predicate abstraction: the logic and its laws on all small heaps, the simplifier, boolean programs, model checkers, models.
//!
//! | module | what it tests |
//! |---|---|
//! | `automatic` | proofs without hints, and the hints that were found |
//! | `avoided_cells` | laws of avoided cells |
//! | `checkers_agree` | built-in checker, SPIN, ABC and the reader of S/R on all models |
//! | `claims` | rules of `tree`, `forall` and `each` |
//! | `cone` | which guards are predicates |
//! | `counterexamples` | abstract violations lead to concrete inputs |
//! | `heap_encoding` | the encoding of heaps for SAT |
//! | `hints` | only hints that are proved for all heaps give "verified" |
//! | `inputs_as_read` | inputs that no run tells apart are tried once |
//! | `laws` | laws that relate predicates to each other |
//! | `modelcheck` | model checkers on small boolean programs |
//! | `models` | every model gives its expected result |
//! | `over_approximation` | boolean programs allow every concrete run |
//! | `published_figures` | the figures of the paper |
//! | `rules` | every rewrite rule is an equivalence |
//! | `simplifier` | whole simplifications keep the value |
//! | `templates` | templates of hints hold in every small state |
//! | `wp_on_small_heaps` | weakest preconditions on all small heaps |

mod automatic;
mod avoided_cells;
mod checkers_agree;
mod claims;
mod cone;
mod counterexamples;
mod heap_encoding;
mod hints;
mod inputs_as_read;
mod laws;
mod modelcheck;
mod models;
mod over_approximation;
mod published_figures;
mod rules;
mod simplifier;
#[path = "../support/mod.rs"]
mod support;
mod templates;
mod wp_on_small_heaps;
