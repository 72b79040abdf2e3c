//! Watches whether concrete runs are allowed by a boolean program.
//!
//! The runs are the interpreter's, which shares nothing with the abstraction. At each location every predicate that is
//! relevant there is evaluated by its definition; the boolean program must have a transition for the edge taken, whose
//! guard can hold and whose assignments can give exactly these values. Predicates whose value is open (they depend on
//! indeterminate values) keep every value that the boolean program allows. Every other run is one where all such values are
//! settled at once ([`settle`]).

mod settle;

use damson::abstraction::Abstraction;
use damson::abstraction::build::{Built, PropertyOrigin};
use damson::base::ids::Id;
use damson::boolprog::{BoolExpr, BoolId, Transition, Values};
use damson::logic::evaluate::AtomEvaluator;
use damson::logic::{Arena, Formula, translate};
use damson::pipeline::{Prepared, draw};
use damson::program::interp::{Chooser, Interpreter, Random, State, StepOutcome};
use damson::program::{EdgeId, FaultKind, LocationId};
use damson::spec::StatementKind;
pub use settle::settle;

/// Steps of a run.
const STEPS: usize = 40;

/// What is known of each boolean variable: the values that it can have.
type Known = Vec<Values>;

/// A statement of the specification, translated and not simplified.
struct Claim {
    is_assumption: bool,
    statement: usize,
    formula: Formula,
    locations: Vec<LocationId>,
}

/// Watches runs of one procedure.
pub struct Watcher<'a> {
    pub prepared: &'a Prepared,
    built: &'a Built,
    arena: Arena,
    claims: Vec<Claim>,
    /// The edge of each transition of the boolean program.
    edges: Vec<EdgeId>,
}

impl<'a> Watcher<'a> {
    /// The watcher of an analysis; `built` may differ from the abstraction's, to test the watcher.
    pub fn new(prepared: &'a Prepared, abstraction: &Abstraction, built: &'a Built) -> Self {
        let flowchart = prepared.program.flowchart(prepared.entry).expect("a body");
        let edges = built.edges.clone();
        for (edge, transition) in edges.iter().zip(&built.program.transitions) {
            assert_eq!(flowchart.source(*edge), built.locations[transition.source]);
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

    fn evaluator(&self) -> AtomEvaluator<'_> {
        AtomEvaluator::new(&self.arena, &self.prepared.program)
    }

    /// Whether the state satisfies the assumptions there; an open one counts as broken.
    pub fn is_assumed(&self, state: &State, at: LocationId) -> bool {
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
        // The laws between predicates hold wherever a run comes by.
        if !Self::values(&program.points[point].constraint, known).may_be_true {
            return Err("the constraint of the location is false".to_string());
        }
        for claim in self.claims.iter().filter(|claim| !claim.is_assumption && claim.locations.contains(&at)) {
            if self.evaluator().formula(state, &claim.formula) != Some(false) {
                continue;
            }
            let is_meant = |id: &str| self.built.origins.get(id) == Some(&PropertyOrigin::Statement(claim.statement));
            let mut assertions = program.assertions.iter().filter(|found| found.point == point && is_meant(&found.id));
            if !assertions.any(|assertion| Self::values(&assertion.condition, known).may_be_false) {
                return Err("an assertion that fails cannot fail in the boolean program".to_string());
            }
        }
        Ok(())
    }

    /// An edge that fails must have an assertion that can fail.
    fn check_failure(&self, edge: EdgeId, kind: FaultKind, known: &Known) -> Result<(), String> {
        let of_edge = |id: &str| self.built.origins.get(id) == Some(&PropertyOrigin::Access(edge));
        let mut assertions = self.built.program.assertions.iter().filter(|assertion| of_edge(&assertion.id));
        if kind.is_access() && !assertions.any(|found| Self::values(&found.condition, known).may_be_false) {
            return Err(format!("the edge fails ({}), which cannot happen in the boolean program", kind.word()));
        }
        Ok(())
    }

    /// One run; the number of its steps.
    pub fn run(&self, input: &State, random: &mut Random) -> Result<usize, String> {
        let flowchart = self.prepared.program.flowchart(self.prepared.entry).expect("a body");
        let interpreter = Interpreter::new(&self.prepared.program);
        let mut state = input.clone();
        // Every other run has no indeterminate values.
        let settles = random.choose(2) == 1;
        if settles {
            settle(&self.prepared.program, &mut state, random);
        }
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
            let before = state.clone();
            let (edge, to) = match interpreter.step(&mut state, at, random, &mut std::io::sink()) {
                StepOutcome::Moved { edge: Some(edge), to } => (edge, to),
                StepOutcome::Failed { edge: Some(edge), fault } => {
                    let checked = self.check_failure(edge, fault.kind, &known);
                    return checked.map(|()| step).map_err(|problem| explain(&state, &trace, problem));
                }
                _ => return Ok(step),
            };
            if settles {
                // The address of a field of NULL is no determinate value.
                if before.selects_field_of_null(&flowchart.edge(edge).command, &self.prepared.program) {
                    return Ok(step);
                }
                settle(&self.prepared.program, &mut state, random);
            }
            trace.push(damson::program::display::command(&self.prepared.program, &flowchart.edge(edge).command));
            let observed = self.observe(&state, to);
            // A state that an assumption excludes ends the run; what the boolean program does there is of no interest.
            known = self.follow(edge, &known, &observed).map_err(|problem| explain(&state, &trace, problem))?;
            at = to;
        }
        Ok(STEPS)
    }
}
