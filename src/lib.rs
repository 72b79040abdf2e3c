//! Damson proves what C code does to its linked structures.
//!
//! It reads C, discovers the heap predicates that a property depends on by iterated weakest preconditions, writes a boolean
//! program over them, and model-checks it. The method is Dams' and Namjoshi's *Shape analysis through predicate abstraction and
//! model checking*; comments that say "paper" mean it. A shape analysis by symbolic memory graphs and a bounded engine work on the same flowcharts.
//!
//! # Example
//!
//! ```
//! use damson::base::{Budget, SourceMap};
//! use damson::pipeline::{self, Input, Settings, VerificationTask};
//! use damson::simplify::RuleSet;
//! use damson::engine::verdict::Verdict;
//!
//! let mut sources = SourceMap::new();
//! let program = sources.add(
//!     "push.c",
//!     "typedef struct node { struct node *n; } Node;
//!      Node *push(Node *x, Node *t) { n1: t->n = x; n2: return t; }",
//! );
//! let specification = sources.add(
//!     "push.spec",
//!     "symbol k : Node *;
//!      assume t != NULL && reach[&t->n;n](x, k) @ n1;
//!      assert reach[;n](t, k) @ n2;",
//! );
//! let input = Input { specification: Some(specification), ..Input::of(program) };
//! let (job, diagnostics) = pipeline::prepare_job(&mut sources, input);
//! let job = job.ok_or_else(|| diagnostics.render(&sources)).unwrap();
//! let (rules, settings, budget) = (RuleSet::embedded().unwrap(), Settings::default(), Budget::unlimited());
//! let subject = job.for_all_engines(&rules);
//! let task = VerificationTask { subject, sources: &sources, settings: &settings, budget: &budget };
//! let (answer, _) = pipeline::verify(task).unwrap();
//! assert_eq!(answer.verdict, Verdict::Verified);
//! ```
//!
//! # Architecture
//!
//! Data flows one way:
//!
//! ```text
//! C text -> frontend -> program (flowchart) -> wp + simplify -> abstraction -> boolprog -> emit, modelcheck
//!                          |                                                                   |
//!                          +-> program::interp (concrete runs) --------------------------> pipeline -> report
//!                          +-> smg (shape analysis) ---------------------------------------> pipeline -> report
//!                          +-> bmc (all runs up to a bound) -------------------------------> pipeline -> report
//! ```
//!
//! Each folder is a crate, whose `Cargo.toml` lets it use only what its row names, all of it from rows above; here they are one
//! library. `tests/house/layering.rs` compares this table with the crates.
//!
//! | crate | uses | what it is |
//! |---|---|---|
//! | `base` | | ids, source map, diagnostics, budgets: no word of C or of logic |
//! | `rewrite` | `base` | files of rewrite rules, read and checked for every crate that rewrites by rules |
//! | `sat` | `base` | propositional questions, answered by a SAT solver: clauses, gates, arithmetic made of gates |
//! | `ctype` | `base` | types of C and their layout, for 64 and 32 bits |
//! | `competition` | `base`, `ctype` | what a competition asks: its property files and task definitions, and the results that it reads |
//! | `frontend` | `base` | runs the system's preprocessor; lexer, parser, syntax tree |
//! | `program` | `base`, `ctype`, `frontend` | flowcharts; `lower` makes them, `analysis` knows their loops and live variables, `inline` removes calls, `interp` runs them |
//! | `spec` | `base`, `ctype`, `frontend`, `program` | specifications and hints, names and types settled, no meaning |
//! | `reason` | `base`, `program`, `spec` | why something is open, for all engines: one vocabulary of reasons and limits, and what may help |
//! | `logic` | `base`, `ctype`, `program`, `spec` | terms, predicates, formulas; their value in a concrete state |
//! | `theory` | `base`, `ctype`, `logic`, `program`, `sat`, `spec` | what predicates of one state say about each other, decided by SAT |
//! | `wp` | `base`, `ctype`, `logic`, `program`, `spec` | weakest preconditions of one statement |
//! | `simplify` | `base`, `ctype`, `logic`, `rewrite`, `sat`, `spec` | rewriting predicates by the rules in `rewrite-rules/` |
//! | `boolprog` | `base`, `reason` | boolean programs |
//! | `abstraction` | `base`, `boolprog`, `ctype`, `logic`, `program`, `reason`, `simplify`, `spec`, `wp` | the algorithm, and its result as a boolean program |
//! | `emit` | `base`, `boolprog`, `reason` | models for other checkers: Promela, S/R, AIGER, BLIF, BTOR2, SMV |
//! | `modelcheck` | `base`, `boolprog`, `emit`, `reason`, `sat` | decides boolean programs: our own search, SPIN, and ABC |
//! | `smg` | `base`, `ctype`, `program`, `reason`, `spec` | an engine: shape analysis by symbolic memory graphs |
//! | `bmc` | `base`, `ctype`, `program`, `reason`, `rewrite`, `sat`, `spec` | an engine: all runs up to a bound, bit by bit, as questions to the SAT solver |
//! | `engine` | `base`, `program`, `reason`, `spec` | what every engine has in common: a task goes in, claims come out |
//! | `witness` | `base`, `competition`, `engine`, `frontend`, `program` | evidence for other tools, and of other tools: what runs and proofs say, in terms of the C text |
//! | `pipeline` | `abstraction`, `base`, `bmc`, `boolprog`, `competition`, `ctype`, `engine`, `frontend`, `logic`, `modelcheck`, `program`, `reason`, `simplify`, `smg`, `spec`, `theory`, `witness`, `wp` | from texts to one verdict |
//! | `harness` | `base`, `ctype`, `pipeline`, `program`, `spec` | C programs that show errors to a compiler's sanitizers |
//! | `audit` | `abstraction`, `base`, `boolprog`, `ctype`, `logic`, `pipeline`, `program`, `smg`, `spec` | tests proofs against concrete runs, without any reasoning shared with them |
//! | `report` | `abstraction`, `audit`, `base`, `bmc`, `boolprog`, `competition`, `engine`, `harness`, `logic`, `modelcheck`, `pipeline`, `program`, `reason`, `spec`, `witness` | results as text, JSON and SARIF |
//! | `page` | `abstraction`, `base`, `engine`, `pipeline`, `program`, `reason`, `report` | the answer as one page of HTML (`--report`) |
//! | `explore` | `abstraction`, `base`, `boolprog`, `emit`, `engine`, `logic`, `pipeline`, `program`, `reason`, `report`, `simplify`, `spec` | sessions: questions about predicates, hints tried out |
//! | `screen` | `base`, `engine`, `explore` | the full screen of explorations: panes, keys, drawing; touches no terminal |
//! | `cli` | `audit`, `base`, `bmc`, `competition`, `ctype`, `emit`, `engine`, `explore`, `frontend`, `harness`, `modelcheck`, `page`, `pipeline`, `program`, `reason`, `report`, `screen`, `simplify`, `smg`, `spec`, `witness` | options, files; `cli::commands` decides with which exit status a command ends |
//!
//! What never happens, checked by the same test where that is possible:
//!
//! - Only `frontend::preprocess`, `modelcheck` and `cli` touch files or processes, which [`base::process`] stops.
//!   Everything else works on texts
//!   that were handed to it, and returns data.
//! - Only `program::lower` reads the syntax tree of a program; `spec` reuses its nodes for expressions, and `witness` looks where its
//!   parts stand.
//! - `emit::sr_reader` does not use boolean programs, and `modelcheck::replay` does not use the searches: they check the
//!   others' results.
//! - No clock decides a result, except through a [`base::Budget`]. The same input gives the same output, byte by byte.
//! - No global state. What a module needs is passed to it. (Coverage marks are for tests only: `base::marks`.)
//! - No `unsafe`.
//!
//! # Soundness
//!
//! The verdict is "verified" if the boolean program, which over-approximates the C program, satisfies its properties, or if the
//! shape analysis, whose graphs over-approximate the reachable memories, is complete and finds no error. The bounded engine is
//! asked about what these leave open: it proves where it has followed every run to its end, and removes a suspicion where it has
//! followed every run that comes there. Everything that could
//! make that wrong ends in "unknown" with the reason: an unsupported construct, a function without a body, a limit, a hint that
//! is not proved for all heaps. The verdict is "violated" only with a concrete run of [`program::interp`], which no engine that
//! proves uses (`tests/house/layering.rs`). They share the program, its layouts, the library table and [`base::integer`], which tests
//! compare with the C compiler; and the crate `rustc_apfloat`, for constants of floating-point types. The shape analysis reports an error with a path to it, and [`pipeline::replay`] follows that path
//! in the interpreter. The bounded engine reports what a run is given that has an error, and [`pipeline::confirmer`] makes that run. An error that no run confirms is a warning and does not affect the verdict.
//!
//! One engine uses what another knows in one place only: a proof of the predicate abstraction that is found in no other way may use
//! predicates whose value the shape analysis knows. The answer says so, and runs on small heaps assert each of them.
//!
//! Each engine returns claims ([`engine::Claim`]), and [`pipeline::reconcile`] merges them. "Unknown" from one engine does not
//! affect the others. If one engine refutes what another proves, that is an internal error with its own exit status.

pub use ::abstraction;
pub use ::audit;
pub use ::base;
pub use ::bmc;
pub use ::boolprog;
pub use ::cli;
pub use ::competition;
pub use ::ctype;
pub use ::emit;
pub use ::engine;
pub use ::explore;
pub use ::frontend;
pub use ::harness;
pub use ::logic;
pub use ::modelcheck;
pub use ::page;
pub use ::pipeline;
pub use ::program;
pub use ::reason;
pub use ::report;
pub use ::rewrite;
pub use ::sat;
pub use ::screen;
pub use ::simplify;
pub use ::smg;
pub use ::spec;
pub use ::theory;
pub use ::witness;
pub use ::wp;
