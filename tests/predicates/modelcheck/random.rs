//! Random boolean programs that keep to the invariant, from a fixed seed each.

use crate::modelcheck::build::position;
use damson::base::ids::Id;
use damson::boolprog::{
    Assertion, BoolExpr, BoolId, BoolVariable, BooleanProgram, Ltl, LtlProperty, Point, PointId, Step, Transition,
};

/// SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(1))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `0..bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    fn subset<T: Clone>(&mut self, items: &[T], percent: usize) -> Vec<T> {
        items.iter().filter(|_| self.chance(percent)).cloned().collect()
    }
}

fn expr(random: &mut Random, over: &[BoolId], depth: usize, choice: bool) -> BoolExpr {
    if depth == 0 || random.chance(30) {
        return match random.below(12) {
            0 => BoolExpr::True,
            1 => BoolExpr::False,
            2 | 3 if choice => BoolExpr::Choice,
            _ if over.is_empty() => BoolExpr::constant(random.chance(50)),
            _ => BoolExpr::Variable(random.pick(over)),
        };
    }
    let count = 2 + random.below(2);
    match random.below(3) {
        0 => BoolExpr::not(expr(random, over, depth - 1, choice)),
        1 => BoolExpr::and((0..count).map(|_| expr(random, over, depth - 1, choice)).collect::<Vec<_>>()),
        _ => BoolExpr::or((0..count).map(|_| expr(random, over, depth - 1, choice)).collect::<Vec<_>>()),
    }
}

fn mostly_true(random: &mut Random, over: &[BoolId], percent: usize) -> BoolExpr {
    if random.chance(percent) { BoolExpr::True } else { expr(random, over, 2, true) }
}

/// A step between the two locations that gives a value to all that need one.
fn step(random: &mut Random, points: &[Point], source: &[BoolId], target: PointId, guard: BoolExpr) -> Step {
    let relevant = &points[target.index()].relevant;
    let mut assignments = Vec::new();
    for id in relevant {
        if !source.contains(id) || random.chance(60) {
            assignments.push((*id, expr(random, source, 2, true)));
        }
    }
    Step { target, guard, assignments, text: "x = y; /* odd */".to_string(), position: position(7), obstacle: None }
}

fn formula(random: &mut Random, points: &[Point], stored: &[PointId], depth: usize, next: bool) -> Ltl {
    let atom = |random: &mut Random| {
        let point = random.pick(stored);
        Ltl::At(point, mostly(random, &points[point.index()].relevant))
    };
    if depth == 0 || random.chance(10) {
        return match random.below(10) {
            0 => Ltl::True,
            1 => Ltl::False,
            _ => atom(random),
        };
    }
    let kind = random.below(if next { 9 } else { 8 });
    let mut part = || Box::new(formula(random, points, stored, depth - 1, next));
    match kind {
        0 => Ltl::Not(part()),
        1 => Ltl::And(part(), part()),
        2 => Ltl::Or(part(), part()),
        3 => Ltl::Until(part(), part()),
        4 => Ltl::Release(part(), part()),
        5 => Ltl::Until(Box::new(Ltl::True), part()),
        6 => Ltl::Release(Box::new(Ltl::False), part()),
        7 => Ltl::Or(Box::new(Ltl::Not(part())), part()),
        _ => Ltl::Next(part()),
    }
}

fn mostly(random: &mut Random, over: &[BoolId]) -> BoolExpr {
    if random.chance(40) { BoolExpr::True } else { expr(random, over, 1, false) }
}

/// A program; with `next`, its formulas may hold `X`.
pub fn program(seed: u64, next: bool) -> BooleanProgram {
    let mut random = Random::new(seed);
    let random = &mut random;
    let ids: Vec<BoolId> = (0..1 + random.below(5)).map(BoolId::from_index).collect();
    let (stored_count, middle_count) = (2 + random.below(4), random.below(3));
    let point = |random: &mut Random, index: usize| {
        let relevant = random.subset(&ids, 60);
        let assumption = mostly_true(random, &relevant, if index == 0 { 100 } else { 80 });
        let constraint = mostly_true(random, &relevant, 85);
        let stored = index < stored_count;
        Point {
            name: format!("n{index}"),
            position: position(index as u32 + 1),
            source_line: "while (x) /* \\ */".to_string(),
            relevant,
            assumption,
            constraint,
            stored,
        }
    };
    let points: Vec<Point> = (0..stored_count + middle_count).map(|index| point(random, index)).collect();
    let all: Vec<PointId> = (0..points.len()).map(PointId::from_index).collect();
    let (stored, middle) = all.split_at(stored_count);
    let mut transitions = Vec::new();
    for _ in 0..1 + random.below(2 * stored_count) {
        let source = random.pick(stored);
        let mut at = source;
        let mut steps = Vec::new();
        let mut guard = mostly_true(random, &points[source.index()].relevant, 50);
        for middle in random.subset(middle, 40) {
            steps.push(step(random, &points, &points[at.index()].relevant, middle, guard));
            guard = BoolExpr::True;
            at = middle;
        }
        let target = random.pick(stored);
        steps.push(step(random, &points, &points[at.index()].relevant, target, guard));
        transitions.push(Transition { source, steps });
    }
    transitions.sort_by_key(|transition| transition.source);
    let assertion = |random: &mut Random, index: usize| {
        let point = random.pick(&all);
        let choice = random.below(8) == 0;
        let condition = expr(random, &points[point.index()].relevant, 2, choice);
        Assertion { id: format!("assert{index}"), point, condition, text: "p == q".to_string() }
    };
    let assertions = (0..random.below(4)).map(|index| assertion(random, index)).collect();
    let property = |random: &mut Random, index: usize| {
        let depth = 1 + random.below(3);
        let formula = formula(random, &points, stored, depth, next);
        LtlProperty { name: format!("p{index}"), formula, text: "G p".to_string() }
    };
    let ltl = (0..1 + random.below(2)).map(|index| property(random, index)).collect();
    let initial_constraint = mostly_true(random, &points[0].relevant, 50);
    let variable = |id: &BoolId| BoolVariable { name: format!("b{}", id.index()), predicate: "x == y".to_string() };
    let program = BooleanProgram {
        name: format!("random{seed}"),
        variables: ids.iter().map(variable).collect(),
        points: points.into_iter().collect(),
        initial: PointId::from_index(0),
        initial_constraint,
        transitions,
        assertions,
        ltl,
    };
    assert_eq!(program.invariant(), Ok(()), "seed {seed}");
    program
}
