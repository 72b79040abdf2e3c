//! Every stage ends at every limit, and says which limit it was.
//!
//! [`STAGES`] has a row for each stage. A budget that counts its checks ends each stage at its first checks, at its last one
//! and at some in between, so no clock matters. What a stage then tells must name the limit, or be what it tells without one;
//! a verdict may become "unknown" and nothing else.

use damson::audit;
use damson::base::{Budget, Diagnostics, Exhausted, FileId, SourceMap};
use damson::engine::verdict::Verdict;
use damson::explore::{Session, command};
use damson::frontend::{self, PreprocessOptions};
use damson::modelcheck::spin::Spin;
use damson::pipeline::{self, Input, Prepared, Settings, Subject, VerificationTask};
use damson::pipeline::{confirm, invariants, preconditions, requirements};
use damson::program::interp;
use damson::program::lower::{self, Surroundings};
use damson::program::{Program, inline};
use damson::simplify::RuleSet;
use damson::spec::Question;
use damson::{bmc, ctype, smg};

/// What a stage tells about a fixed input: a verdict, if it has one, and the reasons for what is open.
struct Told {
    verdict: Option<Verdict>,
    text: String,
}

impl From<String> for Told {
    fn from(text: String) -> Told {
        Told { verdict: None, text }
    }
}

/// A stage with the name that a failure of this test shows.
type Stage = (&'static str, fn(&Budget) -> Told);

const STAGES: [Stage; 19] = [
    ("preprocessor", preprocessor),
    ("parser", parser),
    ("lowering", lowering),
    ("inlining", inlining),
    ("predicate abstraction", abstraction),
    ("own model checker", own_checker),
    ("SPIN", spin),
    ("shape analysis", shapes),
    ("bounded engine and SAT solver", bounded),
    ("bounded engine, exported", exported),
    ("interpreter", interpreter),
    ("runs on small heaps", small_heaps),
    ("all engines", all_engines),
    ("runs that confirm errors", confirmation),
    ("a function that only a library has", library),
    ("hints", hints),
    ("audit", audited),
    ("page", page),
    ("exploration", exploration),
];

const LIMITS: [Exhausted; 5] =
    [Exhausted::Time, Exhausted::ProcessorTime, Exhausted::Memory, Exhausted::AddressSpace, Exhausted::Interrupted];

/// Without this many checks, a budget is never exhausted.
const NEVER: u64 = u64::MAX;

const LIST: &str = "typedef struct node { struct node *n; int a; } Node;
Node *step(Node *p) { return p->n; }
Node *reverse(Node *x) { Node *y, *t; y = 0; n1: while (x != 0) { t = y; y = x; x = step(x); y->n = t; } n8: return y; }";
const LIST_PROPERTY: &str = "symbol k : Node *; assume !cyclic[;n](x) @ n1; assert !cyclic[;n](y) @ n8;";
/// Kept false, so that runs are searched for.
const FALSE_PROPERTY: &str = "assert y == NULL @ n8;";
const HINT: &str = "hint x == x->n+ @ n1 ~> if !cyclic[;n](x) then false else *;";
const ERROR: &str = "#include <stdlib.h>
struct node { struct node *n; int a; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 6; i++) { struct node *new = malloc(sizeof *new); if (!new) return 1; new->n = list; new->a = i; list = new; }
  int sum = 0;
  while (list) { struct node *next = list->n; free(list); sum += list->a; list = next; }
  return sum;
}";

fn rules() -> RuleSet {
    RuleSet::embedded().expect("rules")
}

/// Reads a program, with limits only where they are given.
fn read(text: &str, specification: Option<&str>, hints: Option<&str>) -> (SourceMap, Prepared) {
    let mut sources = SourceMap::new();
    let program = sources.add("list.c", text);
    let input = Input {
        specification: specification.map(|text| sources.add("list.spec", text)),
        hints: hints.map(|text| sources.add("list.hints", text)),
        entry: Some("reverse"),
        ..Input::of(program)
    };
    let (prepared, problems) = pipeline::prepare(&mut sources, input);
    let prepared = prepared.unwrap_or_else(|| panic!("{}", problems.render(&sources)));
    (sources, prepared)
}

fn many_functions() -> String {
    (0..60).map(|index| format!("int f{index}(int x) {{ return x + {index} * x; }}\n")).collect()
}

fn text_of(diagnostics: &Diagnostics, sources: &SourceMap) -> Told {
    diagnostics.render(sources).into()
}

fn load(text: &str, budget: &Budget) -> (SourceMap, Result<FileId, Diagnostics>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("program.c");
    std::fs::write(&path, text).expect("it can be written");
    let mut sources = SourceMap::new();
    let options = PreprocessOptions { budget: budget.clone(), ..PreprocessOptions::default() };
    let found = frontend::load(&mut sources, &path, &options);
    (sources, found)
}

fn preprocessor(budget: &Budget) -> Told {
    let (sources, found) = load("#define A 1\nint main(void) { return A; }\n", budget);
    found.map_or_else(|diagnostics| text_of(&diagnostics, &sources), |_| "read".to_string().into())
}

fn parser(budget: &Budget) -> Told {
    let mut sources = SourceMap::new();
    let file = sources.add("f.c", many_functions());
    let (_, diagnostics) = frontend::parse_within(&mut sources, file, budget);
    text_of(&diagnostics, &sources)
}

fn lowering(budget: &Budget) -> Told {
    let mut sources = SourceMap::new();
    let file = sources.add("f.c", many_functions());
    let (unit, _) = frontend::parse(&mut sources, file);
    let surroundings = Surroundings { budget: budget.clone(), ..Surroundings::default() };
    let (_, diagnostics) = lower::lower_among(&unit, &sources, ctype::DataModel::default(), surroundings);
    text_of(&diagnostics, &sources)
}

fn inlining(budget: &Budget) -> Told {
    let (sources, program) = lowered(LIST);
    let entry = program.defined_function("reverse").expect("a body");
    let found = inline::inline_within(&program, entry, &sources, budget);
    found.map_or_else(|diagnostics| text_of(&diagnostics, &sources), |_| "inlined".to_string().into())
}

fn lowered(text: &str) -> (SourceMap, Program) {
    let mut sources = SourceMap::new();
    let file = sources.add("list.c", text);
    let (program, diagnostics) = pipeline::lower_text(&mut sources, file, ctype::DataModel::default());
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    (sources, program)
}

fn abstraction(budget: &Budget) -> Told {
    let (sources, prepared) = read(LIST, Some(LIST_PROPERTY), None);
    let settings = Settings { bound: 6, ..Settings::default() };
    let found = pipeline::analyse(&prepared, &sources, &rules(), &settings, false, budget);
    match found {
        Ok(model) => model.abstraction.stopped.map_or_else(String::new, |why| why.to_string()).into(),
        Err(error) => error.message.into(),
    }
}

fn model_for_checkers() -> pipeline::AbstractModel {
    let (sources, prepared) = read(LIST, Some(LIST_PROPERTY), None);
    let settings = Settings { bound: 3, ..Settings::default() };
    let found = pipeline::analyse(&prepared, &sources, &rules(), &settings, false, &Budget::unlimited());
    found.unwrap_or_else(|error| panic!("{error:?}"))
}

fn reasons(report: &damson::modelcheck::CheckReport) -> Told {
    let reason = |result: &damson::modelcheck::PropertyResult| match &result.outcome {
        damson::modelcheck::CheckOutcome::Unknown(why) => why.to_string(),
        _ => "decided".to_string(),
    };
    report.properties.iter().map(reason).collect::<Vec<String>>().join("\n").into()
}

fn own_checker(budget: &Budget) -> Told {
    reasons(&pipeline::model::check(&model_for_checkers().program, &Settings::default(), budget))
}

fn spin(budget: &Budget) -> Told {
    reasons(&Spin::default().check(&model_for_checkers().program, budget))
}

/// Returns the question about a program without specification.
fn whole(program: &Program) -> Question<'_> {
    let entry = program.defined_function("main").expect("a body");
    Question { program, entry, specification: None }
}

fn with_headers(text: &str) -> (SourceMap, Program) {
    let (mut sources, file) = load(text, &Budget::unlimited());
    let file = file.unwrap_or_else(|diagnostics| panic!("{}", diagnostics.render(&sources)));
    let (program, diagnostics) = pipeline::lower_text(&mut sources, file, ctype::DataModel::default());
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    (sources, program)
}

fn shapes(budget: &Budget) -> Told {
    let (_, program) = with_headers(ERROR);
    let found = smg::portfolio::analyse(whole(&program), &smg::Settings::default(), budget);
    let gaps: Vec<String> = found.gaps.iter().map(|(why, _)| why.to_string()).collect();
    gaps.join("\n").into()
}

fn bounded(budget: &Budget) -> Told {
    let (sources, program) = with_headers(ERROR);
    let found = pipeline::bounded::analyse(whole(&program), &sources, &bmc::Settings::default(), budget);
    let (verdict, reason) = found.verdict();
    Told { verdict: Some(verdict), text: reason.map_or_else(String::new, |reason| reason.to_string()) }
}

fn exported(budget: &Budget) -> Told {
    let (sources, program) = with_headers(ERROR);
    let asked = (bmc::export::SolverLanguage::Dimacs, &sources);
    match bmc::export::question(whole(&program), &bmc::Settings::default(), asked, budget) {
        Ok(found) => found.stopped.map_or_else(String::new, |why| why.to_string()).into(),
        Err(why) => why.to_string().into(),
    }
}

fn interpreter(budget: &Budget) -> Told {
    let (sources, program) = lowered("int main(void) { unsigned x = 1; while (x) x = x * 2 + 1; return 0; }");
    let limits = interp::Limits { steps: 100_000, budget: budget.clone(), ..interp::Limits::default() };
    let found = interp::run_main(&program, &["a.out".into()], &mut Vec::new(), &limits);
    damson::report::text::run_end(&sources, &found).0.into()
}

/// What is found by then counts; nothing found proves nothing.
fn small_heaps(budget: &Budget) -> Told {
    let (sources, prepared) = read(LIST, Some(FALSE_PROPERTY), None);
    let found = confirm::search(&prepared, &sources, Settings::default().concrete, budget);
    let verdict = if found.runs.is_empty() { Verdict::Unknown } else { Verdict::Violated };
    Told { verdict: Some(verdict), text: String::new() }
}

/// Returns what the answer of the engines tells, with everything that follows it.
fn told(answer: &pipeline::Answer) -> Told {
    assert!(!answer.contradiction());
    let reasons = answer.properties.iter().filter_map(|property| property.reason.as_ref());
    let text = reasons.map(ToString::to_string).collect::<Vec<String>>().join("\n");
    Told { verdict: Some(answer.verdict), text }
}

fn verified(
    prepared: &Prepared,
    sources: &SourceMap,
    settings: &Settings,
    budget: &Budget,
) -> Option<pipeline::Answer> {
    let rules = rules();
    let subject = Subject::ForAllEngines(prepared, &rules);
    pipeline::verify(VerificationTask { subject, sources, settings, budget }).ok().map(|(answer, _)| answer)
}

fn all_engines(budget: &Budget) -> Told {
    let (sources, prepared) = read(LIST, Some(LIST_PROPERTY), None);
    told(&verified(&prepared, &sources, &Settings::default(), budget).expect("an answer"))
}

fn confirmation(budget: &Budget) -> Told {
    let (sources, program) = with_headers(ERROR);
    let settings = Settings { bounded: None, ..Settings::default() };
    let subject = Subject::WithCalls(whole(&program));
    let task = VerificationTask { subject, sources: &sources, settings: &settings, budget };
    told(&pipeline::verify(task).expect("an answer").0)
}

/// The preconditions and what the function requires are searched for behind the answer.
fn library(budget: &Budget) -> Told {
    let (sources, program) =
        lowered("struct node { struct node *n; }; struct node *f(struct node *p) { return p->n; }");
    let entry = program.defined_function("f").expect("a body");
    let subject = Subject::WithCalls(Question { program: &program, entry, specification: None });
    let settings = Settings::default();
    let task = VerificationTask { subject, sources: &sources, settings: &settings, budget };
    let (mut answer, _) = pipeline::verify(task).expect("an answer");
    preconditions::propose(&mut answer, task, 4);
    let _ = requirements::requirement(&mut answer, task, 4);
    told(&answer)
}

fn hints(budget: &Budget) -> Told {
    let (sources, prepared) = read(LIST, Some(LIST_PROPERTY), Some(HINT));
    let mut settings = Settings { automatic: false, bounded: None, bound: 6, ..Settings::default() };
    settings.concrete.nodes = 3;
    told(&verified(&prepared, &sources, &settings, budget).expect("an answer"))
}

fn audited(budget: &Budget) -> Told {
    let (sources, prepared) = read(LIST, Some(LIST_PROPERTY), None);
    let mut settings = Settings { keeps_proofs: true, ..Settings::default() };
    settings.shapes.keeps = true;
    let answer = verified(&prepared, &sources, &settings, &Budget::unlimited()).expect("an answer");
    let few = audit::Settings { heaps: 20, steps: 2_000, ..audit::Settings::default() };
    let found = audit::audit(prepared.question(), &answer, &sources, few, budget);
    assert_eq!(found.misses().count(), 0);
    String::new().into()
}

fn page(budget: &Budget) -> Told {
    let (sources, prepared) = read(LIST, Some(LIST_PROPERTY), None);
    let settings = Settings { keeps_proofs: true, ..Settings::default() };
    let answer = verified(&prepared, &sources, &settings, &Budget::unlimited()).expect("an answer");
    let _ = invariants::of_answer(&prepared, &answer, budget);
    String::new().into()
}

fn exploration(budget: &Budget) -> Told {
    let (sources, prepared) = read(LIST, Some(LIST_PROPERTY), None);
    let (mut session, _) = Session::open(sources, prepared, rules(), Settings::default()).expect("a session");
    let mut told = Vec::new();
    for line in ["run", "check", "prove"] {
        match session.execute(&command::parse(line).expect("a command"), budget) {
            Ok(answer) => told.push(damson::explore::text::answer(&answer)),
            Err(problem) => told.push(damson::explore::text::problem(&problem, session.sources())),
        }
    }
    told.concat().into()
}

/// Stages that find less without saying so: what they find counts, and that they find nothing proves nothing.
const SILENT: [&str; 3] = ["runs on small heaps", "audit", "page"];

/// Returns the numbers of checks after which the budget of a stage ends.
fn ends(stage: &str, checks: u64) -> Vec<u64> {
    // It waits for another process, and the number of checks is not the same every time.
    if stage == "SPIN" {
        return vec![0, 1];
    }
    let mut ends = vec![0, 1, checks / 8, checks / 4, checks / 2, checks * 3 / 4, checks.saturating_sub(1)];
    ends.retain(|end| *end < checks);
    ends.sort_unstable();
    ends.dedup();
    ends
}

#[test]
fn every_stage_ends_at_every_limit_and_names_it() {
    for (name, stage) in STAGES {
        let whole = Budget::for_checks(NEVER, Exhausted::Time);
        let without = stage(&whole);
        let checks = whole.checks_made();
        assert!(checks > 0 || name == "SPIN", "{name}: it never looks at its budget");
        for (end, why) in ends(name, checks).into_iter().zip(LIMITS.into_iter().cycle()) {
            let with = stage(&Budget::for_checks(end, why));
            let what = format!("{name}, after {end} of {checks} checks: {why}\n{}", with.text);
            let is_same = (with.verdict, &with.text) == (without.verdict, &without.text);
            let lost = with.verdict == without.verdict || with.verdict == Some(Verdict::Unknown);
            assert!(lost, "{what}: another verdict");
            let names_it = with.text.contains(&why.to_string()) || SILENT.contains(&name);
            let is_known = with.verdict.is_some_and(|verdict| verdict != Verdict::Unknown);
            assert!(is_same || names_it || is_known, "{what}: the limit is not named");
        }
    }
}
