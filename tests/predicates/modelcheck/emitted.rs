//! The texts that are written for the list insertion of the paper.

use crate::modelcheck::build::insertion;
use damson::base::Budget;
use damson::boolprog::compact;
use damson::emit::promela::LineOrigin;
use damson::emit::promela_reader::ModelLine;
use damson::emit::{promela, promela_reader, sr, sr_reader};

#[test]
fn promela_of_insertion() {
    insta::assert_snapshot!(promela::emit(&insertion()).unwrap().text);
}

#[test]
fn promela_of_compacted_insertion() {
    insta::assert_snapshot!(promela::emit(&compact::compact(&insertion())).unwrap().text);
}

#[test]
fn sr_of_insertion() {
    insta::assert_snapshot!(sr::emit(&insertion()).unwrap());
}

#[test]
fn sr_of_compacted_insertion() {
    insta::assert_snapshot!(sr::emit(&compact::compact(&insertion())).unwrap());
}

#[test]
fn sr_of_the_temporal_property_of_insertion() {
    let text = sr::emit_ltl(&compact::compact(&insertion()), 0, &Budget::unlimited()).unwrap();
    assert!(sr_reader::explore(&text, 1000).unwrap().violated.is_empty());
    insta::assert_snapshot!(text);
}

#[test]
fn a_model_says_what_its_lines_do() {
    let program = compact::compact(&insertion());
    let written = promela::emit(&program).unwrap();
    let read = promela_reader::read(&written.text).unwrap();
    assert_eq!(read.procedure, program.name);
    let predicates: Vec<&String> = program.variables.iter().map(|variable| &variable.predicate).collect();
    assert_eq!(read.predicates.values().collect::<Vec<_>>(), predicates);
    // Each line that begins a statement belongs to the step that has it.
    let mut steps = 0;
    for (number, line) in &read.lines {
        if let ModelLine::Statement(text) = line {
            let Some(LineOrigin::Inside { transition: Some(transition), step }) = written.lines.get(number) else {
                panic!("line {number} belongs to no step");
            };
            let step = &program.transitions[*transition].steps[*step];
            assert_eq!(*text, format!("{}:{}: {}", step.position.file, step.position.line, step.text));
            steps += 1;
        }
    }
    assert_eq!(steps, program.transitions.iter().map(|transition| transition.steps.len()).sum::<usize>());
    assert_eq!(read.formulas["kept"], "kept");
    assert_eq!(promela_reader::read("int x;\n"), None);
    assert_eq!(promela_reader::read(""), None);
}
