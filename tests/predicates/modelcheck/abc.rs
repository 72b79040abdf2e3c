//! The real ABC on programs made by hand.

use crate::modelcheck::build::{
    Build, assert_that_the_second_alone_holds, finally, globally, insertion, not, three_assertions,
};
use crate::modelcheck::machine::aiger;
use crate::modelcheck::random::{self, Random};
use crate::support::{number, tools};
use damson::base::{Budget, Exhausted};
use damson::boolprog::{BooleanProgram, compact};
use damson::emit::Language;
use damson::modelcheck::abc::{Abc, Trouble};
use damson::modelcheck::source_trail::{self, SourceResult, SourceTrail, TrailOrigin};
use damson::modelcheck::spin::Spin;
use damson::modelcheck::{CheckOutcome, Limits, check};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[test]
fn each_violated_assertion_is_found_and_the_rest_holds() {
    if !tools::has_abc("boolean programs are not checked by ABC") {
        return;
    }
    let report = Abc::default().check(&three_assertions(), &Budget::unlimited());
    assert_that_the_second_alone_holds(&report);
    assert_eq!(report.states, None);
}

/// The formula depends on one variable alone, and the whole state comes back after more rounds.
#[test]
fn temporal_properties_are_decided() {
    if !tools::has_abc("temporal properties are not checked by ABC") {
        return;
    }
    let build = Build::new("rounds", &["p", "q", "r"]).point("n1", &[0, 1, 2]).start_where("!b0 && !b1 && !b2").edge(
        "n1",
        "n1",
        "true",
        "b0 = !b0; b1 = (b0 && !b1) || (!b0 && b1); b2 = b1",
    );
    let again = globally(finally(build.at("b0", "n1")));
    let never = globally(not(build.at("b0", "n1")));
    let program = build.ltl("again", again).ltl("never", never).done();
    let report = Abc::default().check(&program, &Budget::unlimited());
    assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
    let CheckOutcome::Violated(path) = &report.properties[1].outcome else { panic!("{report:?}") };
    assert!(path.loop_start.is_some());
    let report = Abc::default().check(&compact::compact(&insertion()), &Budget::unlimited());
    assert_eq!(report.properties[0].outcome, CheckOutcome::Holds);
}

#[test]
fn a_missing_abc_is_a_clear_answer() {
    let abc = Abc { commands: vec!["/nowhere/abc".into()], ..Abc::default() };
    let report = abc.check(&insertion(), &Budget::unlimited());
    assert_eq!(report.properties[0].outcome, CheckOutcome::Unknown(Trouble::NotInstalled.into()));
}

#[test]
fn a_budget_that_ran_out_is_a_clear_answer() {
    let report = Abc::default().check(&insertion(), &Budget::for_duration(Duration::ZERO));
    assert_eq!(report.properties[0].outcome, CheckOutcome::Unknown(Exhausted::Time.into()));
}

/// Whatever a user has in place of a model, a counterexample or an invariant, it is refused or read, and nothing panics.
#[test]
fn damaged_files_are_refused_or_read() {
    let program = Build::new("small", &["p", "q"])
        .point("n1", &[0, 1])
        .point("n2", &[0, 1])
        .point("n3", &[0])
        .start_where("b0")
        .edge("n1", "n2", "b1", "b1 = *")
        .then("n3", "b0 = b1")
        .edge("n1", "n1", "!b1", "b1 = *; b0 = b1")
        .assert("n2", "b0 && b1")
        .done();
    let model = Language::Blif.emit(&program, &Budget::unlimited()).unwrap();
    let counterexample = "# FALSIFYING OUTPUTS: fails_assert1\n# COUNTEREXAMPLE LENGTH: 2\nchoose_0_b0@0=1\nchoose_0_b1@0=1\n\
                          choose_0_b1@1=0\n# DONE\n";
    let invariant = ".i 2\n.o 1\n.p 1\n.ilb location_0 v_b0\n.ob inv\n11 1\n.e\n";
    let folder = tempfile::tempdir().unwrap();
    let (found, blif) = (folder.path().join("found"), folder.path().join("model.blif"));
    let load = |found_text: &str, model_text: &str| {
        std::fs::write(&found, found_text).unwrap();
        std::fs::write(&blif, model_text).unwrap();
        source_trail::load(&Spin::default(), &found, &blif, &Budget::unlimited())
    };
    let Ok(SourceResult::Trail(trail)) = load(counterexample, &model) else {
        panic!("the example is no counterexample")
    };
    let statements: Vec<&str> = trail.steps.iter().map(|step| step.statement.as_str()).collect();
    // The assertion fails inside the transition, before its second step.
    assert_eq!(statements, ["list.c:1: to n2"]);
    assert_eq!(trail.violated, "list.c:2: b0 && b1");
    assert!(load(invariant, &model).is_err());
    let aag = Language::Aiger.emit(&program, &Budget::unlimited()).unwrap();
    let machine = aiger(&aag);
    let names = machine.inputs.join(" ");
    assert_eq!((names.as_str(), machine.latches.len()), ("choose_0_b0 choose_0_b1 take_0", 5));
    let witness = "1\nb0\n00000\n110\n000\n.\n";
    assert!(matches!(load(witness, &aag), Ok(SourceResult::Trail(trail)) if trail.violated == "list.c:2: b0 && b1"));
    let mut random = Random::new(1);
    let mut read = 0;
    for _ in 0..600 {
        let mut damaged = |text: &str| {
            let mut lines: Vec<&str> = text.lines().collect();
            for _ in 0..random.below(3) {
                let (from, to) = (random.below(lines.len()), random.below(lines.len()));
                match random.below(3) {
                    0 => lines[to] = lines[from],
                    1 => lines[to] = lines[to].split_at(lines[to].len() / 2).0,
                    _ => lines.insert(to, lines[from]),
                }
            }
            lines.join("\n")
        };
        let (model, counterexample, invariant) = (damaged(&model), damaged(counterexample), damaged(invariant));
        let (aag, witness) = (damaged(&aag), damaged(witness));
        let _ = load(&witness, &aag);
        read += usize::from(load(&counterexample, &model).is_ok()) + usize::from(load(&invariant, &model).is_ok());
    }
    assert!((1..1200).contains(&read), "{read}");
}

/// What `damson replay` makes of a counterexample that was written as a witness for the model in AIGER.
fn as_witness(program: &BooleanProgram, assertion: usize, counterexample: &str, folder: &Path) -> SourceTrail {
    let model = Language::Aiger.emit(program, &Budget::unlimited()).unwrap();
    let machine = aiger(&model);
    let length = counterexample.lines().find_map(|line| line.strip_prefix("# COUNTEREXAMPLE LENGTH: ")).unwrap();
    let mut witness = format!("1\nb{assertion}\n{}\n", "0".repeat(machine.latches.len()));
    for cycle in 0..length.parse::<usize>().unwrap() {
        let bit = |name: &String| if counterexample.contains(&format!("\n{name}@{cycle}=1\n")) { '1' } else { '0' };
        witness.extend(machine.inputs.iter().map(bit));
        witness.push('\n');
    }
    witness.push_str(".\n");
    let (found, aag) = (folder.join("witness"), folder.join("model.aag"));
    std::fs::write(&found, witness).unwrap();
    std::fs::write(&aag, model).unwrap();
    match source_trail::load(&Spin::default(), &found, &aag, &Budget::unlimited()) {
        Ok(SourceResult::Trail(trail)) if trail.origin == TrailOrigin::Aiger => trail,
        other => panic!("{other:?}"),
    }
}

/// The model that users get has all properties. Each of its outputs can be 1 exactly if its property is violated, and `damson
/// replay` reads every counterexample and proves every invariant.
#[test]
fn the_model_for_users_has_every_property() {
    if !tools::has_abc("models in BLIF are not checked by ABC") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: String| folder.path().join(name);
    let mut script = String::new();
    let programs: Vec<_> =
        (0..number("DAMSON_ABC_MODELS").unwrap_or(60)).map(|seed| random::program(seed, true)).collect();
    for (seed, program) in programs.iter().enumerate() {
        std::fs::write(path(format!("{seed}.blif")), Language::Blif.emit(program, &Budget::unlimited()).unwrap())
            .unwrap();
        for output in 0..program.assertions.len() + program.ltl.len() {
            let name = format!("{seed}_{output}");
            script += &format!(
                "read_blif {seed}.blif\nstrash\ncone -O {output} -s\npdr -d -I {name}.pla\nwrite_cex -n {name}.cex\n"
            );
        }
    }
    std::fs::write(path("script".into()), script).unwrap();
    Command::new("berkeley-abc").args(["-s", "-f", "script"]).current_dir(folder.path()).output().unwrap();
    let mut seen = [0, 0];
    for (seed, program) in programs.iter().enumerate() {
        let ours = check(program, Limits::default(), &Budget::unlimited());
        for (output, result) in ours.properties.iter().enumerate() {
            let is_violated = matches!(result.outcome, CheckOutcome::Violated(_));
            let ending = if is_violated { "cex" } else { "pla" };
            assert_eq!(path(format!("{seed}_{output}.cex")).exists(), is_violated, "seed {seed}: {result:?}");
            let (found, model) = (path(format!("{seed}_{output}.{ending}")), path(format!("{seed}.blif")));
            let read = source_trail::load(&Spin::default(), &found, &model, &Budget::unlimited());
            match read.unwrap_or_else(|why| panic!("seed {seed}, output {output}: {why}")) {
                SourceResult::Trail(trail) => {
                    assert!(is_violated && !trail.violated.is_empty(), "seed {seed}");
                    if output < program.assertions.len() {
                        let counterexample = std::fs::read_to_string(&found).unwrap();
                        let same = as_witness(program, output, &counterexample, folder.path());
                        assert_eq!(SourceTrail { origin: TrailOrigin::Abc, ..same }, trail, "seed {seed}");
                    }
                }
                SourceResult::Invariant(invariant) => {
                    assert!(!is_violated && !invariant.proved.is_empty(), "seed {seed}")
                }
            }
            seen[usize::from(is_violated)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count >= 20), "{seen:?}");
}
