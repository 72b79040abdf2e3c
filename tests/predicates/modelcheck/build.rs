//! Boolean programs by hand: a builder whose expressions are written as text.

use damson::base::SourcePosition;
use damson::base::ids::Id;
use damson::boolprog::{
    Assertion, BoolExpr, BoolId, BoolVariable, BooleanProgram, Ltl, LtlProperty, Point, PointId, Step, Transition,
};
use damson::modelcheck::{CheckOutcome, CheckReport};

/// Builds a program; the first location added is the initial one.
pub struct Build {
    program: BooleanProgram,
}

impl Build {
    /// A program with variables `b0`, `b1`, ...: one for each predicate.
    pub fn new(name: &str, predicates: &[&str]) -> Build {
        let variable = |(index, predicate): (usize, &&str)| BoolVariable {
            name: format!("b{index}"),
            predicate: predicate.to_string(),
        };
        Build {
            program: BooleanProgram {
                name: name.to_string(),
                variables: predicates.iter().enumerate().map(variable).collect(),
                points: Default::default(),
                initial: PointId::from_index(0),
                initial_constraint: BoolExpr::True,
                transitions: Vec::new(),
                assertions: Vec::new(),
                ltl: Vec::new(),
            },
        }
    }

    /// Adds a location where the variables with these numbers have a meaning.
    pub fn point(mut self, name: &str, relevant: &[usize]) -> Build {
        let line = self.program.points.len() as u32 + 1;
        self.program.points.push(Point {
            name: name.to_string(),
            position: position(line),
            source_line: format!("{name}:"),
            relevant: relevant.iter().map(|index| BoolId::from_index(*index)).collect(),
            assumption: BoolExpr::True,
            constraint: BoolExpr::True,
            stored: true,
        });
        self
    }

    pub fn assume(mut self, point: &str, text: &str) -> Build {
        let id = self.id(point);
        self.program.points[id].assumption = expr(text);
        self
    }

    pub fn start_where(mut self, text: &str) -> Build {
        self.program.initial_constraint = expr(text);
        self
    }

    /// Adds a transition of one step: `edge("n1", "n2", "b0", "b1 = b0; b2 = *")`.
    pub fn edge(mut self, from: &str, to: &str, guard: &str, assignments: &str) -> Build {
        let source = self.id(from);
        let step = self.step(to, guard, assignments);
        self.program.transitions.push(Transition { source, steps: vec![step] });
        self
    }

    /// Adds a step to the transition added last; where that ended is no longer stored.
    pub fn then(mut self, to: &str, assignments: &str) -> Build {
        let step = self.step(to, "true", assignments);
        let last = self.program.transitions.last_mut().unwrap();
        let middle = last.steps.last().unwrap().target;
        last.steps.push(step);
        self.program.points[middle].stored = false;
        self
    }

    pub fn assert(mut self, point: &str, text: &str) -> Build {
        let point = self.id(point);
        let id = format!("assert{}", self.program.assertions.len() + 1);
        self.program.assertions.push(Assertion { id, point, condition: expr(text), text: text.to_string() });
        self
    }

    pub fn ltl(mut self, name: &str, formula: Ltl) -> Build {
        self.program.ltl.push(LtlProperty { name: name.to_string(), formula, text: name.to_string() });
        self
    }

    /// The atom `text @ point`.
    pub fn at(&self, text: &str, point: &str) -> Ltl {
        Ltl::At(self.id(point), expr(text))
    }

    pub fn done(mut self) -> BooleanProgram {
        self.program.transitions.sort_by_key(|transition| transition.source);
        assert_eq!(self.program.invariant(), Ok(()));
        self.program
    }

    fn id(&self, name: &str) -> PointId {
        self.program.points.enumerate().find(|(_, point)| point.name == name).unwrap().0
    }

    fn step(&self, to: &str, guard: &str, assignments: &str) -> Step {
        let mut list: Vec<(BoolId, BoolExpr)> = Vec::new();
        for assignment in assignments.split(';').filter(|text| !text.trim().is_empty()) {
            let (target, value) = assignment.split_once('=').unwrap();
            list.push((variable(target.trim()), expr(value)));
        }
        list.sort();
        let target = self.id(to);
        let line = self.program.transitions.len() as u32 + 1;
        Step {
            target,
            guard: expr(guard),
            assignments: list,
            text: format!("to {to}"),
            position: position(line),
            obstacle: None,
        }
    }
}

pub fn position(line: u32) -> SourcePosition {
    SourcePosition { file: "list.c".to_string(), line, column: 1 }
}

fn variable(text: &str) -> BoolId {
    BoolId::from_index(text.strip_prefix('b').unwrap().parse().unwrap())
}

/// Reads `b0 && !(b1 || *)`.
pub fn expr(text: &str) -> BoolExpr {
    let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('!', " ! ");
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    words.reverse();
    let result = disjunction(&mut words);
    assert!(words.is_empty(), "{text}");
    result
}

fn disjunction(words: &mut Vec<&str>) -> BoolExpr {
    let mut items = vec![conjunction(words)];
    while words.last() == Some(&"||") {
        words.pop();
        items.push(conjunction(words));
    }
    BoolExpr::or(items)
}

fn conjunction(words: &mut Vec<&str>) -> BoolExpr {
    let mut items = vec![unary(words)];
    while words.last() == Some(&"&&") {
        words.pop();
        items.push(unary(words));
    }
    BoolExpr::and(items)
}

fn unary(words: &mut Vec<&str>) -> BoolExpr {
    match words.pop().unwrap() {
        "!" => BoolExpr::not(unary(words)),
        "(" => {
            let inner = disjunction(words);
            assert_eq!(words.pop(), Some(")"));
            inner
        }
        "true" => BoolExpr::True,
        "false" => BoolExpr::False,
        "*" => BoolExpr::Choice,
        name => BoolExpr::Variable(variable(name)),
    }
}

pub fn not(formula: Ltl) -> Ltl {
    Ltl::Not(Box::new(formula))
}

pub fn implies(left: Ltl, right: Ltl) -> Ltl {
    Ltl::Or(Box::new(not(left)), Box::new(right))
}

pub fn globally(formula: Ltl) -> Ltl {
    Ltl::Release(Box::new(Ltl::False), Box::new(formula))
}

pub fn finally(formula: Ltl) -> Ltl {
    Ltl::Until(Box::new(Ltl::True), Box::new(formula))
}

/// A program with three assertions, of which only the second holds.
pub fn three_assertions() -> BooleanProgram {
    Build::new("three", &["p", "q"])
        .point("n1", &[0, 1])
        .point("n2", &[0, 1])
        .start_where("b0")
        .edge("n1", "n2", "true", "b0 = b1; b1 = b0")
        .assert("n2", "b0")
        .assert("n2", "b1")
        .assert("n1", "b1")
        .done()
}

pub fn assert_that_the_second_alone_holds(report: &CheckReport) {
    let violated = |index: usize| matches!(report.properties[index].outcome, CheckOutcome::Violated(_));
    assert_eq!([violated(0), violated(1), violated(2)], [true, false, true]);
    assert_eq!(report.properties[1].outcome, CheckOutcome::Holds);
}

/// List insertion as in figure 2 of the paper.
pub fn insertion() -> BooleanProgram {
    let build = Build::new("insert", &["reach[;n](x, k)", "reach[;n](t, k)", "reach[&t->n;n](x, k)", "t == k"])
        .point("n1", &[0])
        .point("n2", &[2, 3])
        .point("n3", &[2, 3])
        .point("n4", &[1])
        .point("ne", &[0])
        .edge("n1", "n2", "true", "b2 = b0; b3 = false")
        .edge("n2", "n3", "true", "")
        .edge("n3", "n4", "true", "b1 = b2 || b3")
        .edge("n4", "ne", "true", "b0 = b1");
    let kept_at_end = globally(implies(build.at("true", "ne"), build.at("b0", "ne")));
    let kept = globally(implies(build.at("b0", "n1"), kept_at_end));
    build.ltl("kept", kept).done()
}
