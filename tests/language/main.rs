//! What C means: texts to syntax trees, layouts, flowcharts and runs, compared with the C compilers.
//!
//! | module | what it tests |
//! |---|---|
//! | `analysis` | loops, dominators, live variables and calls of flowcharts |
//! | `csmith` | programs of csmith do in the interpreter what they do compiled |
//! | `effects` | what functions may do with the memory of their callers, against runs |
//! | `front_end` | the oracle: generated C, compared with gcc and clang construct by construct |
//! | `frontend` | programs and their syntax trees, mistakes and their messages |
//! | `frontend_expression` | lone expressions |
//! | `frontend_limits` | deep, huge and broken texts |
//! | `frontend_preprocess` | when the preprocessor runs, and that positions survive it |
//! | `interp` | sample programs run as their `.out` files say |
//! | `layout` | sizes and offsets of generated types are the compiler's |
//! | `lowering` | programs and their flowcharts |
//! | `lowering_runs` | flowcharts do what the compiled program does |
//! | `regressions` | inputs that once made a parser crash or hang |
//! | `shared_arithmetic` | integers that engines and interpreter share, against the C compiler |
//! | `specs` | specifications and hints: their meaning, their mistakes |

mod analysis;
mod csmith;
mod effects;
mod front_end;
mod frontend;
mod frontend_expression;
mod frontend_limits;
mod frontend_preprocess;
mod interp;
mod layout;
mod lowering;
mod lowering_runs;
mod regressions;
mod shared_arithmetic;
mod specs;
#[path = "../support/mod.rs"]
mod support;
