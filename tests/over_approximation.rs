//! Every concrete run of every model is allowed by its boolean program.
//!
//! Entry states, all small ones and larger random ones, that satisfy the assumptions are run by the interpreter, which shares
//! nothing with the abstraction. At each location every predicate that is relevant there is evaluated by its definition; the
//! boolean program must have a transition for the edge taken, whose guard can hold and whose assignments can give
//! exactly these values. Predicates whose value is open (they depend on indeterminate values) keep every value
//! that the boolean program allows. A failure here is a hole in soundness.
//!
//! `DAMSON_RUNS=n` makes `n` random runs of each model.

mod model_files;

use damson::abstraction::Abstraction;
use damson::abstraction::build::{Built, Origin};
use damson::base::ids::Id;
use damson::boolprog::{BoolExpr, BoolId, Transition, Values};
use damson::ctype::TypeId;
use damson::logic::evaluate::Evaluator;
use damson::logic::{Arena, Formula, translate};
use damson::pipeline::{self, Prepared, Settings, draw};
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{FaultKind, Interpreter, Outcome, Random, State};
use damson::program::{EdgeId, LocationId, SymbolId};
use damson::simplify::RuleSet;
use damson::spec::StatementKind;

/// Iterations of the abstraction: what is cut off becomes `*`, which must be allowed like everything else.
const BOUND: usize = 8;
/// Steps of a run.
const STEPS: usize = 40;
/// Runs from one entry state.
const RUNS_OF_INPUT: usize = 3;
/// Small entry states, at most.
const SMALL_STATES: usize = 400;
/// Integers of entry states.
const INTEGERS: [i128; 3] = [0, 1, 2];

/// What is known of each boolean variable: the values that it can have.
type Known = Vec<Values>;

/// A statement of the specification, translated and not simplified.
struct Claim {
    is_assumption: bool,
    statement: usize,
    formula: Formula,
    locations: Vec<LocationId>,
}

struct Watcher<'a> {
    prepared: &'a Prepared,
    built: &'a Built,
    arena: Arena,
    claims: Vec<Claim>,
    /// The edge of each transition of the boolean program.
    edges: Vec<EdgeId>,
}

impl<'a> Watcher<'a> {
    fn new(prepared: &'a Prepared, abstraction: &Abstraction, built: &'a Built) -> Self {
        let flowchart = prepared.program.flowchart(prepared.entry).expect("a body");
        // `build` writes one transition for each alternative and sorts them by source, keeping the order of equals.
        let mut edges: Vec<EdgeId> = abstraction.alternatives.iter().map(|alternative| alternative.edge).collect();
        edges.sort_by_key(|edge| flowchart.source(*edge));
        assert_eq!(edges.len(), built.program.transitions.len());
        for (edge, transition) in edges.iter().zip(&built.program.transitions) {
            assert_eq!(flowchart.source(*edge), built.locations[transition.source]);
            assert_eq!(flowchart.target(*edge), built.locations[transition.steps[0].target]);
        }
        let mut arena = abstraction.arena.clone();
        let mut claims = Vec::new();
        for (statement, found) in prepared.specification.statements.iter().enumerate() {
            let (formula, locations) = match &found.kind {
                StatementKind::Assume(formula, locations) | StatementKind::Assert(formula, locations) => {
                    (formula, locations.clone())
                }
                StatementKind::Watch(..) | StatementKind::Ltl(..) => continue,
            };
            let is_assumption = matches!(found.kind, StatementKind::Assume(..));
            let formula = translate::formula(&mut arena, &abstraction.facts, formula);
            claims.push(Claim { is_assumption, statement, formula, locations });
        }
        Watcher { prepared, built, arena, claims, edges }
    }

    fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.arena, &self.prepared.program)
    }

    /// Whether the state satisfies the assumptions there; an open one counts as broken.
    fn is_assumed(&self, state: &State, at: LocationId) -> bool {
        let here = self.claims.iter().filter(|claim| claim.is_assumption && claim.locations.contains(&at));
        here.into_iter().all(|claim| self.evaluator().formula(state, &claim.formula) == Some(true))
    }

    /// What the definitions say of each variable that is relevant at the location; all others are false.
    fn observe(&self, state: &State, at: LocationId) -> Known {
        let program = &self.built.program;
        let mut known = vec![Values::only(false); program.variables.len()];
        for variable in &program.points[damson::boolprog::PointId::from_index(at.index())].relevant {
            // Variables behind the predicates are open choices.
            let atom = self.built.atoms.get(*variable);
            let value = atom.and_then(|atom| self.evaluator().atom(state, *atom));
            known[variable.index()] = value.map_or(Values::BOTH, Values::only);
        }
        known
    }

    /// Every value that was observed must be allowed; what was not observed keeps what is allowed.
    fn meet(&self, allowed: Known, observed: Known) -> Result<Known, String> {
        let ids = self.built.program.variables.ids();
        ids.zip(allowed.into_iter().zip(observed))
            .map(|(id, (allowed, observed))| {
                let both = Values {
                    may_be_true: allowed.may_be_true && observed.may_be_true,
                    may_be_false: allowed.may_be_false && observed.may_be_false,
                };
                if both.may_be_true || both.may_be_false {
                    return Ok(both);
                }
                let predicate = &self.built.program.variables[id].predicate;
                Err(format!("{predicate} is {}, which is not allowed", observed.may_be_true))
            })
            .collect()
    }

    fn values(expr: &BoolExpr, known: &Known) -> Values {
        expr.possible_values(&|id: BoolId| known[id.index()])
    }

    /// One transition from what is known to what is observed.
    fn take(&self, transition: &Transition, before: &Known, observed: &Known) -> Result<Known, String> {
        let step = &transition.steps[0];
        if !Self::values(&step.guard, before).may_be_true {
            return Err("its guard is false".to_string());
        }
        let mut allowed = vec![Values::only(false); before.len()];
        for id in &self.built.program.points[step.target].relevant {
            let assigned = step.assignments.iter().find(|(variable, _)| variable == id);
            allowed[id.index()] = match assigned {
                Some((_, expr)) => Self::values(expr, before),
                None => before[id.index()],
            };
        }
        self.meet(allowed, observed.clone())
    }

    /// Some transition of the edge must lead to what is observed.
    fn follow(&self, edge: EdgeId, before: &Known, observed: &Known) -> Result<Known, String> {
        let mut problems = Vec::new();
        for (found, transition) in self.edges.iter().zip(&self.built.program.transitions) {
            if *found == edge {
                match self.take(transition, before, observed) {
                    Ok(after) => return Ok(after),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        Err(problems.join("; "))
    }

    /// Assumptions that hold must be able to hold, and assertions that fail must be able to fail.
    fn check_claims(&self, state: &State, at: LocationId, known: &Known) -> Result<(), String> {
        let point = damson::boolprog::PointId::from_index(at.index());
        let program = &self.built.program;
        if !Self::values(&program.points[point].assumption, known).may_be_true {
            return Err("the assumption of the location is false".to_string());
        }
        for claim in self.claims.iter().filter(|claim| !claim.is_assumption && claim.locations.contains(&at)) {
            if self.evaluator().formula(state, &claim.formula) != Some(false) {
                continue;
            }
            let is_meant = |id: &str| self.built.origins.get(id) == Some(&Origin::Statement(claim.statement));
            let mut assertions = program.assertions.iter().filter(|found| found.point == point && is_meant(&found.id));
            if !assertions.any(|assertion| Self::values(&assertion.condition, known).may_be_false) {
                return Err("an assertion that fails cannot fail in the boolean program".to_string());
            }
        }
        Ok(())
    }

    /// An edge that fails must have an assertion that can fail.
    fn check_failure(&self, edge: EdgeId, kind: FaultKind, known: &Known) -> Result<(), String> {
        let is_access = matches!(
            kind,
            FaultKind::InvalidDereference | FaultKind::UseAfterFree | FaultKind::DoubleFree | FaultKind::InvalidFree
        );
        let of_edge = |id: &str| self.built.origins.get(id) == Some(&Origin::Access(edge));
        let mut assertions = self.built.program.assertions.iter().filter(|assertion| of_edge(&assertion.id));
        if is_access && !assertions.any(|found| Self::values(&found.condition, known).may_be_false) {
            return Err(format!("the edge fails ({}), which cannot happen in the boolean program", kind.word()));
        }
        Ok(())
    }

    /// One run; the number of its steps.
    fn run(&self, input: &State, random: &mut Random) -> Result<usize, String> {
        let flowchart = self.prepared.program.flowchart(self.prepared.entry).expect("a body");
        let interpreter = Interpreter::new(&self.prepared.program);
        let mut state = input.clone();
        let mut at = flowchart.entry;
        let mut known = self.observe(&state, at);
        let mut trace = Vec::new();
        let explain = |state: &State, trace: &[String], problem: String| {
            let draw = |state| draw::state(&self.prepared.program, &self.prepared.specification, state);
            format!("{problem}\n  input:\n{}\n  steps: {}\n  then:\n{}", draw(input), trace.join("; "), draw(state))
        };
        if !Self::values(&self.built.program.initial_constraint, &known).may_be_true {
            return Err(explain(&state, &trace, "the initial constraint is false".to_string()));
        }
        for step in 0..STEPS {
            if !self.is_assumed(&state, at) {
                return Ok(step);
            }
            self.check_claims(&state, at, &known).map_err(|problem| explain(&state, &trace, problem))?;
            let (edge, to) = match interpreter.step(&mut state, at, random, &mut std::io::sink()) {
                Outcome::Moved { edge: Some(edge), to } => (edge, to),
                Outcome::Failed { edge: Some(edge), fault } => {
                    let checked = self.check_failure(edge, fault.kind, &known);
                    return checked.map(|()| step).map_err(|problem| explain(&state, &trace, problem));
                }
                _ => return Ok(step),
            };
            trace.push(damson::program::display::command(&self.prepared.program, &flowchart.edge(edge).command));
            let observed = self.observe(&state, to);
            // A state that an assumption excludes ends the run; what the boolean program does there is of no interest.
            known = self.follow(edge, &known, &observed).map_err(|problem| explain(&state, &trace, problem))?;
            at = to;
        }
        Ok(STEPS)
    }
}

/// Entry states that satisfy the assumptions: small ones in order, then random ones.
fn inputs(watcher: &Watcher<'_>, random: &mut Random, wanted: usize) -> Vec<State> {
    let (program, entry) = (&watcher.prepared.program, watcher.prepared.entry);
    let start = program.flowchart(entry).expect("a body").entry;
    let symbols: Vec<(SymbolId, TypeId)> =
        watcher.prepared.specification.symbols.enumerate().map(|(id, symbol)| (id, symbol.ty)).collect();
    let small = HeapLimits::new(2, &INTEGERS[..1]);
    let all = heaps::enumerate(program, entry, &symbols, &small).expect("states");
    let mut states: Vec<State> = all.take(SMALL_STATES).filter(|state| watcher.is_assumed(state, start)).collect();
    // Random heaps seldom satisfy strong assumptions.
    let mut random_states = 0;
    for attempt in 0..400 * wanted {
        if random_states == wanted {
            break;
        }
        let limits = HeapLimits::new(2 + attempt % 4, &INTEGERS);
        let state = heaps::random(program, entry, &symbols, &limits, random).expect("a state");
        if watcher.is_assumed(&state, start) {
            states.push(state);
            random_states += 1;
        }
    }
    states
}

#[test]
fn every_concrete_run_is_allowed() {
    let rules = RuleSet::embedded().expect("rules");
    let wanted = std::env::var("DAMSON_RUNS").ok().and_then(|text| text.parse().ok()).unwrap_or(200);
    let totals = std::sync::Mutex::new((0, 0));
    model_files::for_all(&model_files::questions(), |question| {
        let (sources, prepared) = question.prepare();
        let settings = Settings { bound: BOUND, ..model_files::settings() };
        let analysis = pipeline::analyse(&prepared, &sources, &rules, &settings, true, &model_files::budget());
        let analysis = analysis.map_err(|problem| problem.message)?;
        let watcher = Watcher::new(&prepared, &analysis.abstraction, &analysis.built);
        let mut random = Random::new(1);
        let inputs = inputs(&watcher, &mut random, wanted);
        let mut steps = 0;
        for input in &inputs {
            // Free choices make different runs of one input.
            for _ in 0..RUNS_OF_INPUT {
                steps += watcher.run(input, &mut random)?;
            }
        }
        let runs = RUNS_OF_INPUT * inputs.len();
        println!("{}: {runs} runs, {steps} steps", question.name);
        let mut totals = totals.lock().expect("no panic");
        *totals = (totals.0 + runs, totals.1 + steps);
        // An assumption that no state satisfies would make the test, and the proof, worth nothing.
        if runs >= 20 && steps >= 50 { Ok(()) } else { Err(format!("only {runs} runs of {steps} steps in all")) }
    });
    let (runs, steps) = totals.into_inner().expect("no panic");
    println!("{runs} runs, {steps} steps");
}

/// The test itself is tested: a boolean program with one wrong assignment is found out.
#[test]
fn a_wrong_assignment_is_noticed() {
    let rules = RuleSet::embedded().expect("rules");
    for name in ["list_insert/list_insert", "list_reverse/list_reverse", "swap/swap"] {
        let (sources, prepared) = model_files::question(name).prepare();
        let settings = Settings { bound: 30, ..model_files::settings() };
        let analysis = pipeline::analyse(&prepared, &sources, &rules, &settings, true, &model_files::budget());
        let analysis = analysis.expect("an analysis");
        let (mut wrong, mut noticed) = (0, 0);
        for transition in 0..analysis.built.program.transitions.len() {
            let assignments = analysis.built.program.transitions[transition].steps[0].assignments.len();
            for assignment in 0..assignments {
                let mut built = analysis.built.clone();
                let step = &mut built.program.transitions[transition].steps[0];
                let (variable, value) = &mut step.assignments[assignment];
                let is_relevant = built.program.points[step.target].relevant.contains(variable);
                if value.has_choice() || !is_relevant {
                    continue;
                }
                *value = BoolExpr::not(value.clone());
                wrong += 1;
                let watcher = Watcher::new(&prepared, &analysis.abstraction, &built);
                let mut random = Random::new(1);
                let inputs = inputs(&watcher, &mut random, 40);
                noticed += usize::from(inputs.iter().any(|input| watcher.run(input, &mut random).is_err()));
            }
        }
        println!("{name}: {noticed} of {wrong} wrong assignments noticed");
        // What is never reached, or only with open values, cannot be noticed.
        assert!(wrong > 3 && 10 * noticed >= 9 * wrong, "{name}: {noticed} of {wrong}");
    }
}
