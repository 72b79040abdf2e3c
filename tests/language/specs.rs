//! Specifications and hints: `specs/ok/` and `specs/err/` hold texts about `specs/list.c`, the snapshots what they
//! mean, printed, or what is wrong with them; those in `specs/contracts/` are about `specs/calls.c`. What is printed reads back as the same value.

use std::path::Path;

use damson::base::ids::{Id, IdVec};
use damson::base::{FileId, SourceMap};
use damson::ctype::DataModel;
use damson::frontend;
use damson::pipeline::{self, Input};
use damson::program::expr::Names;
use damson::program::inline::inline;
use damson::program::{self, FunctionId, LocationId, Program, SymbolId, lower};
use damson::spec::{Hint, Specification, StateFormula, StatementKind, Temporal, WhyPassedOver};
use damson::spec::{display, location_name, parse_hints, parse_specification};
use proptest::prelude::*;

/// A program with its texts.
#[derive(Clone)]
struct World {
    sources: SourceMap,
    program: Program,
    entry: FunctionId,
    symbols: IdVec<SymbolId, String>,
}

impl World {
    /// `list.c` with `reverse` as entry, its two calls of `push` inlined.
    fn new() -> Self {
        let mut sources = SourceMap::new();
        let file = sources.add("list.c", include_str!("../specs/list.c"));
        let (unit, mut diagnostics) = frontend::parse(&mut sources, file);
        let (program, more) = lower::lower(&unit, &sources, DataModel::Lp64);
        diagnostics.append(more);
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
        let entry = program.defined_function("reverse").expect("it has a body");
        let program = inline(&program, entry, &sources).expect("nothing is recursive");
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
        |ids| location_name(&self.sources, &self.program, self.entry, ids).unwrap_or_else(|| "?".into())
    }

    fn add(&mut self, text: &str) -> FileId {
        self.sources.add("t", text)
    }

    fn specification(&mut self, text: &str) -> Specification {
        let file = self.add(&format!("symbol k : Node *; {text}"));
        let (found, diagnostics) = parse_specification(&self.sources, Some(file), &mut self.program, self.entry);
        assert!(!diagnostics.has_errors(), "{text}\n{}", diagnostics.render(&self.sources));
        found
    }

    fn statement(&mut self, text: &str) -> StatementKind {
        self.specification(text).statements.pop().expect("one statement").kind
    }

    fn hint(&mut self, text: &str) -> Hint {
        let specification = self.specification("");
        let file = self.add(text);
        let (mut found, diagnostics) = parse_hints(&self.sources, file, &mut self.program, self.entry, &specification);
        assert!(!diagnostics.has_errors(), "{text}\n{}", diagnostics.render(&self.sources));
        found.pop().expect("one hint")
    }

    fn atoms(&mut self) -> Vec<StateFormula> {
        self.program.annotations.clear();
        let read = |text: &&str| match self.statement(&format!("assert {text} @ n1;")) {
            StatementKind::Assert(formula, _) => formula,
            other => panic!("{other:?}"),
        };
        ATOMS.iter().map(read).collect()
    }

    /// Locations that have a name.
    fn named_locations(&self) -> Vec<LocationId> {
        let flowchart = self.program.flowchart(self.entry).expect("it has a body");
        flowchart.locations().filter(|at| self.location()(&[*at]) != "?").collect()
    }
}

/// What a text means: one line a statement, then the diagnostics.
fn read(name: &str, text: &str) -> String {
    let mut world = World::new();
    let file = world.sources.add(name, text);
    let is_hints = name.ends_with("hints");
    let entry = world.entry;
    let (specification, mut diagnostics) =
        parse_specification(&world.sources, Some(file).filter(|_| !is_hints), &mut world.program, entry);
    specification
        .passed_over
        .iter()
        .filter_map(|passed| passed.warning())
        .for_each(|warning| diagnostics.push(warning));
    let mut hints = Vec::new();
    if is_hints {
        let (found, rejected) = parse_hints(&world.sources, file, &mut world.program, entry, &specification);
        hints = found;
        diagnostics.append(rejected);
    }
    world.symbols = specification.symbols.iter().map(|symbol| symbol.name.clone()).collect();
    let names = world.names();
    let locations = |ids: &[LocationId]| {
        let name = world.location()(ids);
        if ids.len() == 1 { name } else { format!("{name} /* {} locations */", ids.len()) }
    };
    let mut out = String::new();
    for symbol in specification.symbols.iter() {
        out += &format!("symbol {} : {};\n", symbol.name, world.program.types.display(symbol.ty));
    }
    let place = |formula, ids: &[LocationId]| format!("{} @ {}", display::formula(formula, names), locations(ids));
    for statement in &specification.statements {
        out += &match &statement.kind {
            StatementKind::Assume(formula, ids) => format!("assume {};\n", place(formula, ids)),
            StatementKind::Assert(formula, ids) => format!("assert {};\n", place(formula, ids)),
            StatementKind::Watch(formula, ids) => format!("watch {};\n", place(formula, ids)),
            StatementKind::Ltl(name, formula) => {
                format!("ltl {name}: {};\n", display::temporal(formula, names, &locations))
            }
        };
    }
    for hint in &hints {
        let chains: Vec<usize> = hint.chains.iter().map(|chain| chain.placeholder.index()).collect();
        out += &format!("{}; // chains {chains:?}\n", display::hint(hint, names, &locations));
    }
    out + &diagnostics.render(&world.sources)
}

fn texts_in(directory: &str) -> Vec<(String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specs").join(directory);
    let mut paths: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn texts_mean_what_the_snapshots_say() {
    for (name, text) in texts_in("ok") {
        let found = read(&name, &text);
        assert!(!found.contains("error:"), "{found}");
        insta::assert_snapshot!(name, found);
    }
}

#[test]
fn mistakes_give_messages() {
    for (name, text) in texts_in("err") {
        let found = read(&name, &text);
        assert!(found.contains("error:"), "{found}");
        insta::assert_snapshot!(name, found);
    }
}

/// What contracts about `specs/calls.c` come to: the flowchart of its function, with what is required and ensured, and the messages.
fn contracted(name: &str, text: &str) -> String {
    let mut sources = SourceMap::new();
    let program = sources.add("calls.c", include_str!("../specs/calls.c"));
    let specification = Some(sources.add(name, text));
    let input = Input { specification, entry: Some("f"), ..Input::of(program) };
    let (prepared, diagnostics) = pipeline::prepare(&mut sources, input);
    let diagnostics = diagnostics.errors_alone();
    let Some(prepared) = prepared else { return diagnostics.render(&sources) };
    let (program, specification) = (&prepared.program, &prepared.specification);
    let symbols = specification.symbols.iter().map(|symbol| symbol.name.clone()).collect();
    let (types, variables, functions) = (&program.types, &program.variables, &program.functions);
    let names = Names { types, variables, functions, symbols: &symbols };
    let location = |ids: &[LocationId]| location_name(&sources, program, prepared.entry, ids).unwrap_or_default();
    let mut out = program::display::text(program, prepared.entry, &sources);
    for statement in &specification.statements {
        let (word, formula, at) = match &statement.kind {
            StatementKind::Assume(formula, at) => ("assume", formula, at),
            StatementKind::Assert(formula, at) => ("assert", formula, at),
            StatementKind::Watch(..) | StatementKind::Ltl(..) => continue,
        };
        let formula = display::formula(formula, names);
        out += &format!("{}\n    {word} {formula} @ {}\n", statement.text, location(at));
    }
    out + &diagnostics.render(&sources)
}

#[test]
fn contracts_mean_what_the_snapshots_say() {
    for (name, text) in texts_in("contracts") {
        let found = contracted(&name, &text);
        let is_wrong = name.starts_with("wrong") || name.starts_with("between");
        assert_eq!(found.contains("error:"), is_wrong, "{found}");
        insta::assert_snapshot!(format!("contracts_{name}"), found);
    }
}

#[test]
fn a_line_before_no_statement_is_an_error() {
    let mut sources = SourceMap::new();
    let text =
        "//@ assert x;\nint x; //@ ltl a: G(x); symbol k : int *;\nint main(void) { return x; } //@ assert x @ exit;\n";
    let file = sources.add("a.c", text);
    let (unit, _) = frontend::parse(&mut sources, file);
    let (mut program, _) = lower::lower(&unit, &sources, DataModel::Lp64);
    let entry = program.defined_function("main").expect("it has a body");
    let (specification, diagnostics) = parse_specification(&sources, None, &mut program, entry);
    assert_eq!((specification.statements.len(), specification.symbols.len()), (2, 1));
    let messages: Vec<&str> = diagnostics.iter().map(|item| item.message.as_str()).collect();
    assert_eq!(messages, ["no statement follows this line"]);
}

/// What the `//@` lines of a program mean in runs of `main`, with calls inlined, and what is wrong with them.
fn lines_of(text: &str) -> (Specification, Vec<String>) {
    let mut sources = SourceMap::new();
    let file = sources.add("a.c", text);
    let (unit, _) = frontend::parse(&mut sources, file);
    let (program, _) = lower::lower(&unit, &sources, DataModel::Lp64);
    let entry = program.defined_function("main").expect("it has a body");
    let mut program = inline(&program, entry, &sources).expect("nothing is recursive");
    let (specification, diagnostics) = parse_specification(&sources, None, &mut program, entry);
    (specification, diagnostics.iter().map(|item| item.message.clone()).collect())
}

#[test]
fn a_line_in_an_inlined_function_holds_in_every_copy_and_names_its_variables() {
    let text = "int g;\nvoid f(int x) {\n//@ assert g == 0; assert x == 0; assert f#1::x == 0;\ng = x; }\n\
                int main(void) { int x = 1; f(x); f(2); return g; }\n";
    let (specification, messages) = lines_of(text);
    let places = specification.statements.iter().map(|statement| match &statement.kind {
        StatementKind::Assert(_, locations) => (statement.text.as_str(), locations.len()),
        other => panic!("{other:?}"),
    });
    let wanted = [("assert g == 0", 2), ("assert x == 0", 1), ("assert x == 0", 1), ("assert f#1::x == 0", 2)];
    assert_eq!(places.collect::<Vec<_>>(), wanted);
    assert!(messages.is_empty(), "{messages:?}");
}

#[test]
fn a_line_in_an_inlined_function_names_no_variable_of_its_caller() {
    let text = "int g;\nvoid f(int x) {\n//@ assert y == x;\ng = x; }\nint main(void) { int y = 1; f(y); return g; }\n";
    assert_eq!(lines_of(text).1, ["'y' is a local variable of 'main', which this line is not in"]);
}

#[test]
fn names_at_a_label_of_an_inlined_function_are_those_of_its_copy() {
    let text = "//@ assert x == y @ f::here;\nint g;\nvoid f(int x) {\nhere: g = x; }\n\
                int main(void) { int x = 1, y = 2; f(x); f(y); return g; }\n";
    let (specification, messages) = lines_of(text);
    assert!(messages.is_empty(), "{messages:?}");
    let named = specification.statements.iter().map(|statement| match &statement.kind {
        StatementKind::Assert(_, locations) => locations.len(),
        other => panic!("{other:?}"),
    });
    assert_eq!(named.collect::<Vec<_>>(), [1, 1]);
}

/// No call of the program leads there, but the library may.
#[test]
fn a_line_in_a_function_that_the_library_calls_is_not_out_of_reach() {
    let text = "int g;\nstatic int f(const void *a, const void *b) {\n//@ assert g == 0;\nreturn 0; }\n\
                int (*compare)(const void *, const void *) = f;\nint main(void) { return g; }\n";
    let passed: Vec<_> = lines_of(text).0.passed_over.iter().map(|passed| passed.why).collect();
    assert_eq!(passed, [WhyPassedOver::InCalls]);
}

#[test]
fn a_line_with_old_values_is_about_runs_that_start_with_its_function() {
    let text = "int g;\nvoid f(int x) {\n//@ assert g == old(g);\ng = x; }\nint main(void) { f(1); return g; }\n";
    let passed: Vec<_> = lines_of(text).0.passed_over.iter().map(|passed| passed.why).collect();
    assert_eq!(passed, [WhyPassedOver::OfItsOwnCalls]);
}

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

fn formulas(atoms: Vec<StateFormula>, in_hint: bool) -> BoxedStrategy<StateFormula> {
    let constants = if in_hint {
        vec![StateFormula::True, StateFormula::Unknown]
    } else {
        vec![StateFormula::True, StateFormula::False]
    };
    let leaf = prop_oneof![4 => proptest::sample::select(atoms), 1 => proptest::sample::select(constants)];
    let grown = leaf.prop_recursive(5, 40, 3, move |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        let choices = if in_hint { 6usize } else { 5 };
        (0..choices, pair, inner).prop_map(|(choice, (a, b), c)| match choice {
            0 => StateFormula::Not(a),
            1 => StateFormula::And(a, b),
            2 => StateFormula::Or(a, b),
            3 => StateFormula::Implies(a, b),
            4 => StateFormula::Iff(a, b),
            _ => StateFormula::IfThenElse(a, b, Box::new(c)),
        })
    });
    grown.boxed()
}

/// As the parser builds them: connectives over mere state formulas are state formulas.
fn temporals(atoms: Vec<StateFormula>, places: Vec<LocationId>) -> BoxedStrategy<Temporal> {
    use Temporal::{And, At, Finally, Globally, Holds, Iff, Implies, Next, Not, Or, Release, Until, WeakUntil};
    let state = formulas(atoms, false);
    let places = proptest::sample::select(places);
    let leaf = prop_oneof![
        state.clone().prop_map(Holds),
        (state, places).prop_map(|(formula, place)| At(formula, vec![place])),
    ];
    let grown = leaf.prop_recursive(5, 40, 2, |inner| {
        (0..11usize, inner.clone(), inner).prop_map(|(choice, a, b)| {
            if let (Holds(p), Holds(q)) = (&a, &b) {
                let (p, q) = (Box::new(p.clone()), Box::new(q.clone()));
                match choice {
                    0 => return Holds(StateFormula::Not(p)),
                    1 => return Holds(StateFormula::And(p, q)),
                    2 => return Holds(StateFormula::Or(p, q)),
                    3 => return Holds(StateFormula::Implies(p, q)),
                    4 => return Holds(StateFormula::Iff(p, q)),
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
    let StatementKind::Assert(_, n1) = start.statement("assert x @ n1;") else { panic!("no assertion") };
    proptest!(|(formula in formulas(atoms, false))| {
        let mut world = start.clone();
        let text = display::formula(&formula, world.names());
        let read = world.statement(&format!("assert ({text}) @ n1;"));
        prop_assert_eq!(read, StatementKind::Assert(formula, n1.clone()), "{}", text);
    });
}

#[test]
fn temporal_formulas_read_back_as_printed() {
    // Types get their numbers as they are met: all cases start from the world that the atoms were read in.
    let mut start = World::new();
    let atoms = start.atoms();
    proptest!(|(formula in temporals(atoms, start.named_locations()))| {
        let mut world = start.clone();
        let text = display::temporal(&formula, world.names(), &world.location());
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
        let text = display::hint(&hint, world.names(), &world.location());
        let read = world.hint(&format!("{text};"));
        prop_assert_eq!(read.text, text.clone());
        hint.text = text;
        hint.span = read.span;
        prop_assert_eq!(Hint { text: hint.text.clone(), ..read }, hint);
    });
}

#[test]
fn the_largest_formulas_pass_and_larger_ones_get_a_message() {
    let mut world = World::new();
    world.program.annotations.clear();
    let chain = |length: usize| format!("assert {} @ n1;", vec!["x == y"; length].join(" && "));
    let StatementKind::Assert(formula, _) = world.statement(&chain(398)) else { panic!("no assertion") };
    assert_eq!(display::formula(&formula.clone(), world.names()).matches("&&").count(), 397);
    assert!(read("t.spec", &chain(500)).contains("nests deeper than 400"));
    assert!(!read("t.spec", &format!("assert {}x @ n1;", "!".repeat(390))).contains("error"));
    let nested = |depth: usize| format!("assert {}x{} == 0 @ n1;", "*&(".repeat(depth), ")".repeat(depth));
    assert!(!read("t.spec", &nested(80)).contains("error"));
    assert!(read("t.spec", &nested(149)).contains("error"));
    assert!(read("t.spec", &format!("assert x{} @ n1;", "->n".repeat(390))).contains("error"));
}

#[test]
fn garbage_is_answered_quickly() {
    for unit in ["x;", "(", "assert x", "\u{1F4A3}\n", "hint x ~> y;", "assert x @ nowhere;"] {
        let garbage = unit.repeat(10_000_000 / unit.len());
        let start = std::time::Instant::now();
        assert!(read("t.spec", &garbage).contains("error"));
        assert!(start.elapsed().as_secs() < 20, "{unit} took {:?}", start.elapsed());
    }
}
