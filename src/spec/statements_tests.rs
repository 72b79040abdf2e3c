//! The texts in `tests/specs` against `tests/specs/list.c`: what they mean, printed, or what is wrong.

use super::*;
use crate::base::ids::Id;
use crate::program::expr::Names;
use crate::spec::testing::{TYPING, program};
use crate::spec::{display, location_name};

/// What the printed form of a text looks like: one line a statement, then the diagnostics.
fn read(name: &str, text: &str) -> String {
    let (mut sources, mut program, entry) = program();
    let file = sources.add(name, text);
    let (specification, mut diagnostics) = specification(&sources, Some(file), &mut program, entry, TYPING);
    let symbols: IdVec<SymbolId, String> = specification.symbols.iter().map(|symbol| symbol.name.clone()).collect();
    let (found, rejected) = if name.ends_with("hints") {
        diagnostics = Diagnostics::new();
        hints(&sources, file, &mut program, entry, &Specification::default(), TYPING)
    } else {
        Default::default()
    };
    diagnostics.append(rejected);
    let names = Names {
        types: &program.types,
        variables: &program.variables,
        functions: &program.functions,
        symbols: &symbols,
    };
    let locations = |ids: &[LocationId]| {
        let name = location_name(&sources, &program, entry, ids).unwrap_or_else(|| "?".into());
        let ids: Vec<String> = ids.iter().map(|id| id.index().to_string()).collect();
        format!("{name} /*{}*/", ids.join(" "))
    };
    let mut out = String::new();
    for symbol in specification.symbols.iter() {
        out += &format!("symbol {} : {};\n", symbol.name, program.types.display(symbol.ty));
    }
    for statement in &specification.statements {
        let place = |formula, ids: &[LocationId]| format!("{} @ {}", display::formula(formula, names), locations(ids));
        out += &match &statement.kind {
            StatementKind::Assume(formula, ids) => format!("assume {};\n", place(formula, ids)),
            StatementKind::Assert(formula, ids) => format!("assert {};\n", place(formula, ids)),
            StatementKind::Watch(formula, ids) => format!("watch {};\n", place(formula, ids)),
            StatementKind::Ltl(name, formula) => {
                format!("ltl {name}: {};\n", display::temporal(formula, names, &locations))
            }
        };
    }
    for hint in &found {
        let chains: Vec<usize> = hint.chains.iter().map(|chain| chain.placeholder.index()).collect();
        out += &format!("{}; // chains {chains:?}\n", display::hint(hint, names, &locations));
    }
    out + &diagnostics.render(&sources)
}

#[test]
fn texts_mean_what_the_snapshots_say() {
    let mut paths: Vec<_> = ["tests/specs/ok", "tests/specs/err"]
        .iter()
        .flat_map(|directory| std::fs::read_dir(directory).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        let found = read(name, &std::fs::read_to_string(&path).unwrap());
        assert_eq!(found.contains("error:"), path.starts_with("tests/specs/err"), "{found}");
        insta::assert_snapshot!(name, found);
    }
}
