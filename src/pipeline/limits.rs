//! Limits of the pipeline, each with its unit. Limits that a caller may set are in `settings` and `replay::Limits`; the
//! budgets of attempts with hints are in `policies`.

use modelcheck::Limits;

// Predicate abstraction. A pair is a predicate at a location.
/// Iterations of the first abstractions. What they prove is proved, and a model with few predicates is checked faster.
pub const FIRST_ITERATIONS: [usize; 3] = [8, 16, 32];
/// States and successors of the first models, and of others after nothing has helped.
pub const FIRST_MODEL: Limits = Limits { states: 20_000, successors: 250_000 };
/// Iterations to try before the settings' maximum, after proposed hints have failed: then many more predicates will
/// fail, too, and a small model can be checked.
pub const LAST_ITERATIONS: usize = 12;
/// Pairs, after proposed hints have failed.
pub const LAST_PAIRS: usize = 1_000;

// Attempts with proposed hints.
/// Iterations of an abstraction with proposed hints.
pub const HINTED_ITERATIONS: usize = 30;
/// Pairs of an abstraction with proposed hints. Successful proofs have a few hundred; without a limit, unsuitable hints
/// lead to tens of thousands.
pub const HINTED_PAIRS: usize = 1_200;
/// Pairs for one question, summed over all its abstractions.
pub const QUESTION_PAIRS: usize = 8_000;
/// Sets of hints whose model is checked for one question: each costs an abstraction and a model.
pub const MOST_CANDIDATES: usize = 40;
/// Abstractions for one cut and policy, each with the hints for what grew in the one before.
pub const MOST_ROUNDS: usize = 8;
/// Predicates of an abstraction with proposed hints. With more of them, the model has too many states.
pub const MOST_PREDICATES: usize = 48;
/// Iterations of an abstraction with a cut.
pub const CUT_ITERATIONS: usize = 60;
/// Pairs of an abstraction with a cut: more are not worth the time of the theory of heaps.
pub const CUT_PAIRS: usize = 700;
/// Predicates at one location with a cut.
pub const CUT_PREDICATES: usize = 84;
/// Pairs of an attempt if another engine has a proof: a second one is worth little.
pub const PROVED_PAIRS: usize = 120;
/// The same, summed over all abstractions of one question.
pub const PROVED_QUESTION_PAIRS: usize = 800;
/// States and successors of an attempt's model, counting only states that the theory of heaps does not rule out: each
/// is a query to it. Free choices cost little in comparison.
pub const ATTEMPT_MODEL: Limits = Limits { states: 2_000, successors: 800_000 };
/// The same, if another engine has a proof.
pub const PROVED_MODEL: Limits = Limits { states: 200, successors: 40_000 };
/// States of the model of an attempt.
pub const ATTEMPT_STATES: usize = 4_000;

// Hints that are tried on small heaps.
/// Nodes of heaps that are enumerated: there are too many larger ones.
pub const ENUMERATED_NODES: usize = 3;
/// States on which a hint is evaluated: if nodes have many cells, only heaps of fewer nodes are tried.
pub const ENUMERATED_STATES: usize = 100_000;

// Concrete runs on small heaps.
/// Nodes of the heaps that are tried before anything else: most errors show on them. Larger ones are tried if something
/// is open after a first abstraction, which costs no more than they do.
pub const FIRST_NODES: usize = 3;
/// Steps of all these runs together.
pub const FIRST_STEPS: usize = 20_000;
/// Numbers of the program to try as inputs and free choices, besides the smallest integers.
pub const SMALL_HEAP_NUMBERS: usize = 40;
/// Nodes of the heaps that they are tried with.
pub const NUMBERED_NODES: usize = 2;

// Inputs from abstract counterexamples.
/// Nodes of the largest inputs to search for.
pub const BACKWARDS_NODES: usize = 6;
/// Steps of a path. Longer paths repeat loops so often that their formulas take too long.
pub const BACKWARDS_STEPS: usize = 120;
/// Properties whose paths are followed: if accesses are open, each access of the program is one.
pub const BACKWARDS_PROPERTIES: usize = 4;
/// Predicates of a formula. Larger formulas are abandoned.
pub const BACKWARDS_PREDICATES: usize = 60;
/// Steps of a run on an input that was found.
pub const BACKWARDS_RUN: usize = 20_000;

// Rounds of work.
/// Fraction of the time for all rounds: the rest is for what follows an answer.
pub const SHARE_OF_ROUNDS: f64 = 0.9;

// Concrete runs that confirm errors of the shape analysis.
/// Fraction of the time for the shape analysis: the rest is for those runs.
pub const SHARE_OF_ANALYSIS: f64 = 0.9;
/// Blocks of an input heap.
pub const INPUT_BLOCKS: usize = 12;
/// Numbers to try for one input.
pub const REPLAY_NUMBERS: usize = 160;
/// Strings to try for one argument of `main`.
pub const REPLAY_TEXTS: usize = 24;
/// Runs with arbitrary choices.
pub const FREE_RUNS: u64 = 400;
/// Positions of a run that are saved, to resume from them.
pub const MOST_POINTS: usize = 128;
/// Steps between two saved positions.
pub const POINT_INTERVAL: usize = 24;
/// Steps between two checks of the time.
pub const CLOCK_INTERVAL: u64 = 256;

// Errors that depend on what functions without a body give. Where these end, an error stays one.
/// Numbers of a run that are tried with other values one by one. All together are tried in any case.
pub const MOST_GIVEN_NUMBERS: usize = 16;
/// Constants of the program that are tried as values.
pub const MOST_GIVEN_CONSTANTS: usize = 48;

// Smaller inputs for a run that has an error.
/// Runs for one error.
pub const SMALLER_RUNS: usize = 200;
/// Interpreter steps of these runs together. They cost less than a solver query.
pub const SMALLER_STEPS: u64 = 40_000;
/// Steps that one of these runs may take beyond twice the length of the known run.
pub const SMALLER_EXTRA_STEPS: u64 = 64;

// The bounded engine beside other engines: it is asked only about what they leave open.
/// Iterations of each loop, and recursion depth of each function.
pub const BESIDE_UNWIND: u32 = 8;
/// Objects for one bound.
pub const BESIDE_OBJECTS: usize = 2_000;
/// Terms for one bound.
pub const BESIDE_TERMS: usize = 400_000;
/// Clauses for one bound.
pub const BESIDE_CLAUSES: usize = 1_000_000;
/// Bytes of proof that the solver may write for one bound.
pub const BESIDE_PROOF_BYTES: u64 = 1 << 22;

// Its glance at the program, if the first slices of the shape analysis leave something open. Nearly all errors that it
// finds within ten seconds show at these limits, which cost a fraction of a second.
/// Iterations of each loop, and recursion depth of each function.
pub const GLANCE_UNWIND: u32 = 32;
/// Terms for the smallest bound, and for each of the larger ones: what is large there grows fast with the bound.
pub const GLANCE_TERMS: [usize; 2] = [60_000, 20_000];
/// Clauses, likewise.
pub const GLANCE_CLAUSES: [usize; 2] = [150_000, 20_000];
/// Bytes of proof that the solver may write for one bound.
pub const GLANCE_PROOF_BYTES: u64 = 1 << 20;

// What is drawn.
/// Cells of a block that are listed one by one.
pub const DRAWN_CELLS: usize = 16;
/// Bytes of a C line that stands for an input in a report: longer ones are not shown.
pub const LONGEST_INPUT: usize = 60;

// What is pictured of the states of a run.
/// Blocks of a picture: larger ones are unreadable.
pub const PICTURED_BLOCKS: usize = 64;
/// Scalars of an object.
pub const PICTURED_NUMBERS: usize = 32;
/// Nesting depth of objects.
pub const PICTURED_DEPTH: usize = 4;
/// States of a long run: this many at its start, and this many at its end.
pub const PICTURED_STATES: usize = 200;
/// Steps of a run that is repeated for its pictures: longer runs have none.
pub const PICTURED_RUN: usize = 20_000;

// What is shown of proofs.
/// States of a model that are visited to compute invariants.
pub const INVARIANT_STATES: usize = 20_000;
/// Predicates without a fixed value: with more, the formula is unreadable.
pub const INVARIANT_VARIABLES: usize = 16;
/// Combinations of their values.
pub const INVARIANT_CASES: usize = 64;

// Notes on errors.
/// Active calls that are named, the innermost ones.
pub const MOST_CALLS: usize = 8;

// Preconditions of broken properties. Each check is a verification with these limits, or with smaller ones from the
// settings.
/// Conjuncts to choose from.
pub const MOST_PRECONDITION_PARTS: usize = 12;
/// Conjuncts of a precondition. Longer ones are of no use.
pub const LONGEST_PRECONDITION: usize = 3;
/// Conjuncts of what a function of a library requires, where the starts that break it tell which: more of them are
/// found by weakening the strongest precondition.
pub const LONGEST_REQUIREMENT: usize = 5;
/// Conjuncts on lists to choose from for a function of a library.
pub const MOST_PARTS_OF_LISTS: usize = 24;
/// Conjuncts on strings and room to choose from for a function of a library.
pub const MOST_PARTS_OF_ARRAYS: usize = 48;
/// Iterations of the predicate abstraction.
pub const PRECONDITION_ITERATIONS: usize = 16;
/// Pairs of a predicate and a location.
pub const PRECONDITION_PAIRS: usize = 400;
/// Configurations of the shape analysis: a tenth of what an answer may take.
pub const PRECONDITION_SHAPE_WORK: usize = 40_000;
/// Steps of all concrete runs, and of the runs that confirm one error.
pub const PRECONDITION_RUN_STEPS: usize = 50_000;

// Runs that show which locations are reachable.
/// Nodes of their inputs.
pub const REACHING_NODES: usize = 3;
/// Numbers in their inputs.
pub const REACHING_NUMBERS: [i128; 3] = [0, 1, 2];
/// Steps of one of them.
pub const REACHING_RUN_STEPS: usize = 400;

/// Candidates for invariants that are tried at one loop. Each looks at all configurations of its head; pairs of variables grow
/// with the square of their number, and 32 pointers of one type have 992 comparisons.
pub const MOST_INVARIANT_CANDIDATES: usize = 1_000;
/// Length of an invariant in bytes: longer ones nobody reads, and validators are slow with.
pub const LONGEST_INVARIANT: usize = 2_000;

/// Steps that a witness may add to one step of a run: a statement has few waypoints of the current segment.
pub const STEPS_OF_STEP: u64 = 16;
/// Steps that it may add to any run.
pub const STEPS_BESIDE: u64 = 10_000;

/// Steps that a run makes from a leak to its end.
pub const MOST_STEPS_TO_END: usize = 100_000;
