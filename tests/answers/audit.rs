//! The audit finds proofs that are wrong: boolean programs with one wrong assignment, guard or law, and hints that fail on large
//! heaps only. That it finds nothing wrong with right proofs is tested on all models (`models.rs`) and on random programs
//! (`random_programs`); here it is tested on programs of other tests, with whatever specification and hints they have.

use crate::support::model_files;
use crate::support::number;
use crate::support::samples;
use crate::support::side_by_side;

use std::path::PathBuf;
use std::process::Command;

use damson::audit::{self, Discrepancy, ProofAudit};
use damson::base::{Budget, SourceMap};
use damson::boolprog::{BoolExpr, BoolId};
use damson::pipeline::{self, Input, ModelProof, Settings};
use damson::report;
use damson::simplify::RuleSet;

/// Enough to see each of the mistakes below.
const SETTINGS: audit::Settings = audit::Settings { nodes: 3, heaps: 150, seed: 1, steps: 1_500 };

/// The whole abstraction of a model's question.
fn proof(name: &str) -> (SourceMap, ModelProof) {
    let (sources, question) = model_files::question(name).prepare();
    let rules = RuleSet::embedded().expect("rules");
    let settings = Settings { bound: 30, ..model_files::settings() };
    let analysis = pipeline::analyse(&question, &sources, &rules, &settings, true, &model_files::budget());
    (sources, ModelProof { question, analysis: analysis.expect("an analysis"), checks_accesses: true })
}

fn tried(proof: &ModelProof, sources: &SourceMap) -> ProofAudit {
    audit::audit_proof(proof, sources, SETTINGS, &Budget::unlimited())
}

/// The proof with a boolean program that somebody has changed, compacted or not.
fn changed(proof: &ModelProof, change: impl Fn(&mut ModelProof)) -> ModelProof {
    let mut wrong = proof.clone();
    change(&mut wrong);
    wrong.analysis.program = wrong.analysis.built.program.clone();
    wrong
}

#[test]
fn wrong_assignments_and_guards_are_found() {
    for name in ["list_insert/list_insert", "list_reverse/list_reverse", "swap/swap"] {
        let (sources, proof) = proof(name);
        let right = tried(&proof, &sources);
        assert_eq!(right.miss, None, "{name}");
        let (mut wrong, mut found) = (0, 0);
        let mut check = |changed: ModelProof| {
            wrong += 1;
            found += usize::from(tried(&changed, &sources).miss.is_some());
        };
        for (index, transition) in proof.analysis.built.program.transitions.iter().enumerate() {
            let step = &transition.steps[0];
            for (place, (variable, value)) in step.assignments.iter().enumerate() {
                let is_relevant = proof.analysis.built.program.points[step.target].relevant.contains(variable);
                if value.has_choice() || !is_relevant {
                    continue;
                }
                check(changed(&proof, |wrong| {
                    let value = &mut wrong.analysis.built.program.transitions[index].steps[0].assignments[place].1;
                    *value = BoolExpr::not(value.clone());
                }));
            }
            if step.guard != BoolExpr::True {
                check(changed(&proof, |wrong| {
                    let guard = &mut wrong.analysis.built.program.transitions[index].steps[0].guard;
                    *guard = BoolExpr::not(guard.clone());
                }));
            }
        }
        println!("{name}: {found} of {wrong} changes found");
        // Some values are open in every state, and some constant: nothing is wrong then.
        assert!(wrong > 3 && 10 * found >= 9 * wrong, "{name}: {found} of {wrong}");
    }
}

#[test]
fn a_law_that_is_none_is_found() {
    let (sources, proof) = proof("list_reverse/list_reverse");
    let points = &proof.analysis.built.program.points;
    let at = points.ids().find(|id| points[*id].relevant.len() > 1).expect("predicates");
    let literals: Vec<BoolId> = points[at].relevant.clone();
    let wrong = changed(&proof, |wrong| {
        let clause = BoolExpr::or(literals.iter().map(|id| BoolExpr::Variable(*id)));
        wrong.analysis.built.program.points[at].constraint = clause;
    });
    let miss = tried(&wrong, &sources).miss.expect("a miss");
    assert!(matches!(miss.kind, Discrepancy::Constraint(_)), "{}", report::audit::description(&miss));
}

#[test]
fn a_step_that_compaction_drops_is_found() {
    let (sources, mut proof) = proof("list_reverse/list_reverse");
    proof.analysis.program.transitions.pop();
    assert_eq!(tried(&proof, &sources).miss.expect("a miss").kind, Discrepancy::Compaction);
}

#[test]
fn a_start_that_is_excluded_is_found() {
    let (sources, proof) = proof("list_reverse/list_reverse");
    let wrong = changed(&proof, |wrong| wrong.analysis.built.program.initial_constraint = BoolExpr::False);
    assert_eq!(tried(&wrong, &sources).miss.expect("a miss").kind, Discrepancy::Start);
}

/// The kind of miss that the audit of a program's proof finds.
fn miss(text: &str, specification: &str, hints: Option<&str>, tried: audit::Settings) -> Option<Discrepancy> {
    let mut sources = SourceMap::new();
    let program = sources.add("subject.c", text);
    let specification = Some(sources.add("subject.spec", specification));
    let hints = hints.map(|hints| sources.add("subject.hints", hints));
    let input = Input { specification, hints, entry: Some("subject"), ..Input::of(program) };
    let (question, problems) = pipeline::prepare(&mut sources, input);
    let question = question.unwrap_or_else(|| panic!("{}", problems.render(&sources)));
    let rules = RuleSet::embedded().expect("rules");
    let settings = Settings::default();
    let analysis = pipeline::analyse(&question, &sources, &rules, &settings, false, &Budget::unlimited());
    let proof = ModelProof { question, analysis: analysis.expect("an analysis"), checks_accesses: false };
    audit::audit_proof(&proof, &sources, tried, &Budget::unlimited()).miss.map(|miss| miss.kind)
}

const NODE: &str = "typedef struct Node { struct Node *n; struct Node *m; int d; } Node;\n";

#[test]
fn hints_that_fail_on_large_heaps_are_found() {
    let subject = format!("{NODE}void subject(Node *x, Node *t, int i) {{ M: t = t; }}");
    let tried = audit::Settings::default();
    let seven = "hint t == x->n->n->n->n->n->n @ M ~> if t && !cyclic[;n](x) then false else *;";
    let asked = "assume !cyclic[;n](x) @ entry; assert !(t && t == x->n->n->n->n->n->n) @ M;";
    assert!(matches!(miss(&subject, asked, Some(seven), tried), Some(Discrepancy::Hint { .. })));
    let number = "hint i + i == 200 @ M ~> false;";
    assert!(matches!(miss(&subject, "assert i + i != 200 @ M;", Some(number), tried), Some(Discrepancy::Hint { .. })));
    let sound = "hint reach[;n](x, t) @ M ~> if x == t && x then true else *;";
    assert_eq!(miss(&subject, "assert reach[;n](x, t) @ M;", Some(sound), tried), None);
}

/// States that the audit makes up must be such as proofs speak of: freed blocks, addresses of fields and locals, casts, constants.
#[test]
fn right_proofs_have_no_miss() {
    let bodies = [
        "void subject(Node *x, Node *y) { if (x) { free(x); } if (x == y) { L: ; } }",
        "void subject(Node *x, Node *y) { Node **p = &y; if (x) p = &x->m; *p = x; L: ; }",
        "void subject(Node *x, Node *y) { Node s; s.n = x; s.m = &s; y = &s; y->n = y; L: ; }",
        "const int limit = 5; void subject(Node *x, Node *y) { if (x) x->d = limit; L: ; }",
        "Node g; Node *h = &g; void subject(Node *x, Node *y) { g.n = x; if (h) h->n = y; L: ; }",
        "void subject(Node *x, Node *y) { char *c = (char *)x; if (c) c[0] = 1; L: ; }",
        "void other(Node *); void subject(Node *x, Node *y) { other(x); L: ; }",
        "void subject(Node *x, Node *y) { Node *t = malloc(sizeof(Node)); t->n = x; x = t; free(y); L: ; }",
    ];
    let asked =
        ["reach[;n](x, y)", "x == y", "!cyclic[;n](x)", "!x || x->d == 5", "allocated(x)", "!dshared[;n,m](x,y)"];
    for body in bodies {
        let text = format!("void *malloc(unsigned long); void free(void *);\n{NODE}{body}");
        for formula in asked {
            assert_eq!(miss(&text, &format!("assert {formula} @ L;"), None, SETTINGS), None, "{body} {formula}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_audit() {
    let (sources, proof) = proof("list_insert/list_insert");
    let first = tried(&proof, &sources);
    assert_eq!(first, tried(&proof, &sources));
    assert!(first.tally.states > 1_000 && first.tally.complete_nodes > 0, "{:?}", first.tally);
}

/// Of the programs of other tests, CI audits one in so many. `DAMSON_AUDIT_EVERY=1` audits all.
const PROGRAMS_EVERY: usize = 50;

#[test]
fn answers_about_programs_of_other_tests_pass_their_audit() {
    let every = number("DAMSON_AUDIT_EVERY").unwrap_or(PROGRAMS_EVERY);
    let folders = ["smg/samples", "regressions", "bmc", "interp"];
    let programs = folders.iter().flat_map(|folder| samples::c_files(folder));
    let programs: Vec<PathBuf> = programs.step_by(every).collect();
    side_by_side::for_all(&programs, |path| path.display().to_string(), audited);
}

/// Exit status 6 is that of a miss, and of engines that contradict each other.
fn audited(path: &PathBuf) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damson"));
    command.args(["verify", "--audit", "--timeout", "20"]).arg(path);
    for (option, ending) in [("--spec", "spec"), ("--hints", "hints")] {
        let file = path.with_extension(ending);
        if file.exists() {
            command.arg(option).arg(file);
        }
    }
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(0 | 2 | 5 | 10) => Ok(()),
        _ => Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr))),
    }
}
