//! What is printed reads back as the same value.

use super::*;
use crate::base::{FileId, SourceMap};
use crate::program::{FunctionId, Program};
use crate::spec::testing::{TYPING, program};
use crate::spec::{Specification, StatementKind, location_name, statements};
use proptest::prelude::*;

/// The conditions and predicates that random formulas are made of.
const ATOMS: [&str; 22] = [
    "x",
    "*(&x->data)",
    "&x->data",
    "x == y->n",
    "x != NULL",
    "(!x) == count",
    "!(count > 3)",
    "(count < 3) == limit",
    "-count",
    "~count + 1",
    "count - (limit - -1) * 2 << 3",
    "(count & 1) == 0",
    "count | 1 ^ limit & 3",
    "(Node *)item == k",
    "pool[count].payload",
    "reach[;](x, NULL)",
    "reach[&x->n, y; n](x->n->n, &local)",
    "reachp[; struct ring.next, prev, Item.links](&item->links, item)",
    "dshared[; n, payload](x, item)",
    "cyclic[&item->payload; payload, n](item)",
    "allocated(x)",
    "push#1::fresh == \\result",
];

/// A program with its texts.
#[derive(Clone)]
struct World {
    sources: SourceMap,
    program: Program,
    entry: FunctionId,
    symbols: IdVec<SymbolId, String>,
}

impl World {
    fn new() -> Self {
        let (sources, mut program, entry) = program();
        program.annotations.clear();
        World { sources, program, entry, symbols: ["k".to_string()].into_iter().collect() }
    }

    fn names(&self) -> Names<'_> {
        Names {
            types: &self.program.types,
            variables: &self.program.variables,
            functions: &self.program.functions,
            symbols: &self.symbols,
        }
    }

    fn location(&self) -> impl Fn(&[LocationId]) -> String + '_ {
        |ids| location_name(&self.sources, &self.program, self.entry, ids).expect("every location has a name")
    }

    fn add(&mut self, text: &str) -> FileId {
        self.sources.add("t", text)
    }

    fn specification(&mut self, text: &str) -> Specification {
        let file = self.add(&format!("symbol k : Node *; {text}"));
        let (found, diagnostics) =
            statements::specification(&self.sources, Some(file), &mut self.program, self.entry, TYPING);
        assert!(!diagnostics.has_errors(), "{text}\n{}", diagnostics.render(&self.sources));
        found
    }

    fn statement(&mut self, text: &str) -> StatementKind {
        self.specification(text).statements.pop().expect("one statement").kind
    }

    fn hint(&mut self, text: &str) -> Hint {
        let specification = self.specification("");
        let file = self.add(text);
        let (mut found, diagnostics) =
            statements::hints(&self.sources, file, &mut self.program, self.entry, &specification, TYPING);
        assert!(!diagnostics.has_errors(), "{text}\n{}", diagnostics.render(&self.sources));
        found.pop().expect("one hint")
    }

    fn atoms(&mut self) -> Vec<Formula> {
        let read = |text: &&str| match self.statement(&format!("assert {text} @ n1;")) {
            StatementKind::Assert(formula, _) => formula,
            other => panic!("{other:?}"),
        };
        ATOMS.iter().map(read).collect()
    }
}

fn formulas(atoms: Vec<Formula>, in_hint: bool) -> BoxedStrategy<Formula> {
    let constants = if in_hint { vec![Formula::True, Formula::Unknown] } else { vec![Formula::True, Formula::False] };
    let leaf = prop_oneof![4 => proptest::sample::select(atoms), 1 => proptest::sample::select(constants)];
    let grown = leaf.prop_recursive(5, 40, 3, move |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        let choices = if in_hint { 6usize } else { 5 };
        (0..choices, pair, inner).prop_map(|(choice, (a, b), c)| match choice {
            0 => Formula::Not(a),
            1 => Formula::And(a, b),
            2 => Formula::Or(a, b),
            3 => Formula::Implies(a, b),
            4 => Formula::Iff(a, b),
            _ => Formula::IfThenElse(a, b, Box::new(c)),
        })
    });
    grown.boxed()
}

/// As the parser builds them: connectives over mere state formulas are state formulas.
fn temporals(atoms: Vec<Formula>) -> BoxedStrategy<Temporal> {
    use Temporal::{And, At, Finally, Globally, Holds, Iff, Implies, Next, Not, Or, Release, Until, WeakUntil};
    let state = formulas(atoms, false);
    let places = (0..10usize).prop_map(LocationId::new);
    let leaf = prop_oneof![
        state.clone().prop_map(Holds),
        (state, places).prop_map(|(formula, place)| At(formula, vec![place])),
    ];
    let grown = leaf.prop_recursive(5, 40, 2, |inner| {
        (0..11usize, inner.clone(), inner).prop_map(|(choice, a, b)| {
            if let (Holds(p), Holds(q)) = (&a, &b) {
                let (p, q) = (Box::new(p.clone()), Box::new(q.clone()));
                match choice {
                    0 => return Holds(Formula::Not(p)),
                    1 => return Holds(Formula::And(p, q)),
                    2 => return Holds(Formula::Or(p, q)),
                    3 => return Holds(Formula::Implies(p, q)),
                    4 => return Holds(Formula::Iff(p, q)),
                    _ => {}
                }
            }
            let (a, b) = (Box::new(a), Box::new(b));
            match choice {
                0 if matches!(*a, Holds(_)) => Next(a),
                0 => Not(a),
                1 => And(a, b),
                2 => Or(a, b),
                3 => Implies(a, b),
                4 => Iff(a, b),
                5 => Next(a),
                6 => Globally(a),
                7 => Finally(a),
                8 => Until(a, b),
                9 => WeakUntil(a, b),
                _ => Release(a, b),
            }
        })
    });
    grown.boxed()
}

#[test]
fn state_formulas_read_back_as_printed() {
    // Types get their numbers as they are met: all cases start from the world that the atoms were read in.
    let mut start = World::new();
    let atoms = start.atoms();
    proptest!(|(formula in formulas(atoms, false))| {
        let mut world = start.clone();
        let text = super::formula(&formula, world.names());
        let read = world.statement(&format!("assert ({text}) @ n1;"));
        prop_assert_eq!(read, StatementKind::Assert(formula, vec![LocationId::new(0)]), "{}", text);
    });
}

#[test]
fn temporal_formulas_read_back_as_printed() {
    // Types get their numbers as they are met: all cases start from the world that the atoms were read in.
    let mut start = World::new();
    let atoms = start.atoms();
    proptest!(|(formula in temporals(atoms))| {
        let mut world = start.clone();
        let text = temporal(&formula, world.names(), &world.location());
        let read = world.statement(&format!("ltl name: {text};"));
        prop_assert_eq!(read, StatementKind::Ltl("name".into(), formula), "{}", text);
    });
}

#[test]
fn hints_read_back_as_printed() {
    // Types get their numbers as they are met: all cases start from the world that the atoms were read in.
    let mut start = World::new();
    let atoms = start.atoms();
    let patterns = [
        "x == y",
        "count",
        "reach[?A ; n](t, x->n+)",
        "x->n+ == x->n+->n+->n",
        "cyclic[&x->n+->n, ?B; n](x->n->n+)",
        "((Node *)item)->n+ == (&local)->n+",
        "reach[&pool[1].links; struct ring.next](&item->links, k)",
    ];
    proptest!(|(replacement in formulas(atoms, true), pattern in proptest::sample::select(patterns.to_vec()))| {
        let mut world = start.clone();
        let mut hint = world.hint(&format!("hint {pattern} @ n3 ~> *;"));
        hint.replacement = replacement;
        let text = super::hint(&hint, world.names(), &world.location());
        let read = world.hint(&format!("{text};"));
        prop_assert_eq!(read.text, text.clone());
        hint.text = text;
        hint.span = read.span;
        prop_assert_eq!(Hint { text: hint.text.clone(), ..read }, hint);
    });
}
