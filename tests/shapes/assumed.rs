//! What a specification assumes where a procedure starts, in concrete states.

use damson::logic::evaluate::AtomEvaluator;
use damson::logic::{Arena, Facts, Formula, translate};
use damson::program::Program;
use damson::program::interp::State;
use damson::spec::{Question, StatementKind};

pub struct Assumed<'p> {
    program: &'p Program,
    arena: Arena,
    formulas: Vec<Formula>,
}

impl<'p> Assumed<'p> {
    pub fn of(question: Question<'p>) -> Self {
        let program = question.program;
        let flowchart = program.flowchart(question.entry).expect("a body");
        let (mut arena, facts) = (Arena::new(program.types.clone()), Facts::of(program, flowchart));
        let mut formulas = Vec::new();
        for statement in question.specification.into_iter().flat_map(|known| &known.statements) {
            if let StatementKind::Assume(formula, _) = &statement.kind {
                formulas.push(translate::formula(&mut arena, &facts, formula));
            }
        }
        Assumed { program, arena, formulas }
    }

    pub fn holds(&self, state: &State) -> bool {
        let evaluator = AtomEvaluator::new(&self.arena, self.program);
        self.formulas.iter().all(|formula| evaluator.formula(state, formula) == Some(true))
    }
}
