//! The limits of what the pipeline tries, each with its unit. What a caller may set stands in `settings` and `replay::Limits`; the budgets of attempts
//! with hints in `policies`.

use modelcheck::Limits;

// Predicate abstraction: how far it goes. A pair is a predicate at a location.
/// Iterations of the first abstractions. What they prove is proved; and a model of few predicates is checked faster than one of many.
pub const FIRST_ITERATIONS: [usize; 3] = [8, 16, 32];
/// States and successors of the first models, and of others where nothing helped so far.
pub const FIRST_MODEL: Limits = Limits { states: 20_000, successors: 250_000 };
/// Iterations that are tried before all that the settings allow, where proposed hints did not help: then neither do many more
/// predicates, and a small model can be looked at.
pub const LAST_ITERATIONS: usize = 12;
/// Pairs, where proposed hints did not help.
pub const LAST_PAIRS: usize = 1_000;

// Attempts with proposed hints.
/// Iterations of an abstraction with proposed hints.
pub const HINTED_ITERATIONS: usize = 30;
/// Pairs of an abstraction with proposed hints. What is proved has a few hundred; without a limit, hints that fit badly lead to tens
/// of thousands.
pub const HINTED_PAIRS: usize = 1_200;
/// Pairs that are looked at for one question, all its abstractions together.
pub const QUESTION_PAIRS: usize = 8_000;
/// Sets of hints whose model is checked for one question: each costs an abstraction and a model.
pub const MOST_CANDIDATES: usize = 40;
/// Abstractions for one cut and policy, each with the hints for what grew in the one before.
pub const MOST_ROUNDS: usize = 8;
/// Predicates of an abstraction with proposed hints. With more of them, the model has too many states.
pub const MOST_PREDICATES: usize = 48;
/// Iterations of an abstraction with a cut.
pub const CUT_ITERATIONS: usize = 60;
/// Pairs of an abstraction with a cut: more is not worth the time of the theory of heaps.
pub const CUT_PAIRS: usize = 700;
/// Predicates at one location with a cut.
pub const CUT_PREDICATES: usize = 84;
/// Pairs of an attempt where another engine has a proof: little is spent on a second one.
pub const PROVED_PAIRS: usize = 120;
/// Pairs that are looked at for one question there, all its abstractions together.
pub const PROVED_QUESTION_PAIRS: usize = 800;
/// States and successors of the model of an attempt that the theory of heaps does not rule out: each state is a question to it.
/// Free choices cost little beside that.
pub const ATTEMPT_MODEL: Limits = Limits { states: 2_000, successors: 800_000 };
/// The same, where another engine has a proof.
pub const PROVED_MODEL: Limits = Limits { states: 200, successors: 40_000 };
/// States of the model of an attempt.
pub const ATTEMPT_STATES: usize = 4_000;

// Hints that are tried on small heaps.
/// Nodes of heaps that are tried one after the other: there are too many larger ones.
pub const ENUMERATED_NODES: usize = 3;
/// States on which a hint is evaluated: where nodes have many cells, those of fewer nodes are all that is tried.
pub const ENUMERATED_STATES: usize = 100_000;

// Concrete runs on small heaps.
/// Nodes of the heaps that are tried before anything else: most of what is wrong shows on them. Larger ones are tried where something
/// is open after a first abstraction: it costs no more than they do.
pub const FIRST_NODES: usize = 3;
/// Steps of all these runs.
pub const FIRST_STEPS: usize = 20_000;
/// Numbers of the program that inputs and free choices take, beside the smallest integers.
pub const SMALL_HEAP_NUMBERS: usize = 40;
/// Nodes of the heaps that they are tried with.
pub const NUMBERED_NODES: usize = 2;

// Inputs from abstract counterexamples.
/// Nodes of the largest inputs that are looked for.
pub const BACKWARDS_NODES: usize = 6;
/// Steps of a path. Longer ones go through a loop so often that nobody waits for their formulas.
pub const BACKWARDS_STEPS: usize = 120;
/// Properties whose paths are followed: where accesses are open, there are as many as the program has of them.
pub const BACKWARDS_PROPERTIES: usize = 4;
/// Predicates of a formula. A larger one is given up.
pub const BACKWARDS_PREDICATES: usize = 60;
/// Steps of a run on an input that was found.
pub const BACKWARDS_RUN: usize = 20_000;

// Rounds of work.
/// A share of the time that all rounds may take: the rest is for what follows an answer.
pub const SHARE_OF_ROUNDS: f64 = 0.9;

// Concrete runs that meet what the shape analysis finds.
/// A share of the time that the shape analysis may take: the rest is for those runs.
pub const SHARE_OF_ANALYSIS: f64 = 0.9;
/// Blocks of an input heap.
pub const INPUT_BLOCKS: usize = 12;
/// Numbers that are tried for one input.
pub const REPLAY_NUMBERS: usize = 160;
/// Runs with any choices.
pub const FREE_RUNS: u64 = 400;
/// Points of a run that are kept to be taken up at.
pub const MOST_POINTS: usize = 128;
/// Steps between two points.
pub const POINT_INTERVAL: usize = 24;
/// Steps between two looks at the time.
pub const CLOCK_INTERVAL: u64 = 256;

// Smaller inputs for a run that has an error.
/// Runs for one error.
pub const SMALLER_RUNS: usize = 200;
/// Steps of the interpreter of these runs together. They cost less than a question to a solver.
pub const SMALLER_STEPS: u64 = 40_000;
/// Steps that one of these runs may make beyond twice those of the known run.
pub const SMALLER_EXTRA_STEPS: u64 = 64;

// The bounded engine beside other engines: it is asked only about what they leave open.
/// Iterations of each loop, and calls of a function within itself.
pub const BESIDE_UNWIND: u32 = 8;
/// Objects for one bound.
pub const BESIDE_OBJECTS: usize = 2_000;
/// Terms for one bound.
pub const BESIDE_TERMS: usize = 400_000;
/// Clauses for one bound.
pub const BESIDE_CLAUSES: usize = 1_000_000;
/// Bytes that the solver writes of its proofs for one bound.
pub const BESIDE_PROOF_BYTES: u64 = 1 << 22;

// What is drawn.
/// Cells of a block that are listed one by one.
pub const DRAWN_CELLS: usize = 16;
/// Bytes of a line of C that stands for an input in a report: a longer one is not shown.
pub const LONGEST_INPUT: usize = 60;

// What is pictured of the states of a run.
/// Blocks of a picture: more of them nobody can follow.
pub const PICTURED_BLOCKS: usize = 64;
/// Scalars of an object.
pub const PICTURED_NUMBERS: usize = 32;
/// Objects within each other.
pub const PICTURED_DEPTH: usize = 4;
/// States of a long run: as many at its start, and as many at its end.
pub const PICTURED_STATES: usize = 200;
/// Steps of a run that is made once more for its pictures: a longer one has none.
pub const PICTURED_RUN: usize = 20_000;

// What is shown of proofs.
/// States of a model that are visited to know what holds at its locations.
pub const INVARIANT_STATES: usize = 20_000;
/// Predicates that are not always of one value: with more, nobody reads the formula.
pub const INVARIANT_VARIABLES: usize = 16;
/// Combinations of their values.
pub const INVARIANT_CASES: usize = 64;

// What is noted of errors.
/// Calls under way that are named, the innermost ones.
pub const MOST_CALLS: usize = 8;

// Preconditions that are looked for where a property is broken. Each check is a verification with these limits, or the smaller ones that
// the settings have.
/// Parts that conjunctions are made of.
pub const MOST_PRECONDITION_PARTS: usize = 12;
/// Parts of a conjunction. Longer ones are no answer that somebody can use.
pub const LONGEST_PRECONDITION: usize = 3;
/// Iterations of the predicate abstraction.
pub const PRECONDITION_ITERATIONS: usize = 16;
/// Pairs of a predicate and a location.
pub const PRECONDITION_PAIRS: usize = 400;
/// Configurations of the shape analysis: a tenth of what an answer may take.
pub const PRECONDITION_SHAPE_WORK: usize = 40_000;
/// Steps of all concrete runs, and of the runs that confirm one error.
pub const PRECONDITION_RUN_STEPS: usize = 50_000;

// Runs that show where control comes.
/// Nodes of their inputs.
pub const REACHING_NODES: usize = 3;
/// Numbers of their inputs.
pub const REACHING_NUMBERS: [i128; 3] = [0, 1, 2];
/// Steps of one of them.
pub const REACHING_RUN_STEPS: usize = 400;
