//! Random programs whose functions without a body get addresses in every way: as pointers, in records, as numbers, through
//! globals. A model of what such functions may do ([`World`]), which shares nothing with Damson, says whether they may change
//! what the program asserts.
//!
//! `DAMSON_BODILESS_PROGRAMS=n` tries `n` programs, from the seed `DAMSON_FIRST_PROGRAM` on.

mod world;

use std::time::Duration;

use crate::support::campaign::{Verdicts, campaign, guarded, seeds};
use damson::base::{Budget, SourceMap};
use damson::engine::verdict::Verdict;
use damson::pipeline::{self, Input, Settings, VerificationTask};
use damson::program::interp::Random;
use damson::simplify::RuleSet;
use world::{By, Call, Cell, NUMBERS, PAIRS, POINTERS, Statement, World};

/// Programs of the short version.
const PROGRAMS: u64 = 60;
/// Statements of a program, before the assertion, but for those that belong together.
const LONGEST: usize = 9;

const DECLARATIONS: &str = "void reach_error(void);
void *memcpy(void *target, const void *source, unsigned long size);
struct pair { int *at; struct pair *next; long number; };
int input(void);
void change(int *at);
void look(const int *at);
void redirect(int **at);
void change_all(struct pair *pair);
void look_all(const struct pair *pair);
void take(struct pair pair);
void change_number(long number);
static int *same(int *at) { return at; }
static void set(int *at, int number) { *at = number; }
static void step(void) { input(); }
static void give(int *at) { change(at); }
static int again(int *at, int turns) { return turns > 0 ? again(at, turns - 1) : (change(at), 0); }
static int s; int g;
static int *sp; int *gp;
static struct pair sw; struct pair gw;
";

#[test]
fn functions_without_a_body_change_what_they_may_and_no_more() {
    let seeds = seeds("DAMSON_BODILESS_PROGRAMS", PROGRAMS);
    let told = |seed, message: &str| format!("program {seed}: {message}\n{}", text(&program(seed)));
    let (tally, failures): (Verdicts, _) =
        campaign(&seeds, Duration::from_secs(20), |seed| guarded(|| check(&program(seed))), told);
    println!("{} programs: {tally:?}", seeds.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(tally.verified > 0 && tally.violated > 0, "{tally:?}");
}

/// Statements, and the variable whose number is asserted at the end.
struct Written {
    statements: Vec<Statement>,
    asserted: usize,
}

fn program(seed: u64) -> Written {
    let mut random = Random::new(seed);
    let mut below = |limit: usize| (random.next_bits() >> 8) as usize % limit;
    let length = 2 + below(LONGEST - 1);
    let mut statements = Vec::new();
    while statements.len() < length {
        let cell = POINTERS[below(POINTERS.len())];
        let (pair, number) = (below(PAIRS.len()), below(NUMBERS.len()));
        match below(16) {
            0 | 1 => statements.push(Statement::Assign(number, 2 + below(5), below(2) == 0)),
            2..=4 => statements.push(Statement::Address(cell, number, below(2) == 0)),
            5 => statements.push(Statement::Pointer(cell, POINTERS[below(POINTERS.len())])),
            6 | 7 => statements.push(Statement::Next(pair, below(PAIRS.len()))),
            8 | 9 => {
                statements.push(Statement::Address(cell, number, false));
                statements.push(Statement::Number(pair, cell, below(3)));
                statements.push(Statement::Call(Call::Number(pair)));
            }
            10 => statements.push(Statement::Call(Call::Input(below(2) == 0))),
            11 => {
                let by = [By::Itself, By::Constant, By::Function, By::Recursion][below(4)];
                statements.push(Statement::Call(Call::Change(cell, by)));
            }
            12 => statements.push(Statement::Call(Call::Redirect(cell))),
            13 => statements.push(Statement::Call(Call::Number(pair))),
            14 => statements.push(Statement::Call(Call::Take(pair))),
            _ => statements.push(Statement::Call(Call::All(pair, below(3) == 0))),
        }
    }
    Written { statements, asserted: below(NUMBERS.len()) }
}

/// The value that a variable has if no other function changes it.
fn value(written: &Written) -> usize {
    let assigned = |statement: &Statement| match statement {
        Statement::Assign(variable, value, _) if *variable == written.asserted => Some(*value),
        _ => None,
    };
    written.statements.iter().rev().find_map(assigned).unwrap_or(0)
}

fn text(written: &Written) -> String {
    let mut out = format!(
        "{DECLARATIONS}int main(void) {{\n    int a = 0, b = 0;\n    int *p = 0;\n    struct pair w = {{ 0, 0, 0 }};\n"
    );
    for statement in &written.statements {
        out.push_str(&format!("    {}\n", statement.text()));
    }
    let (name, value) = (NUMBERS[written.asserted].name, value(written));
    out + &format!("    if ({name} != {value}) {{\n        reach_error();\n    }}\n    return 0;\n}}\n")
}

fn check(written: &Written) -> Result<Verdicts, String> {
    let mut world = World::default();
    written.statements.iter().for_each(|statement| world.run(statement));
    let may_change = world.changed.contains(&Cell::Number(written.asserted));
    match verdict(&text(written)) {
        Verdict::Verified if may_change => Err("verified: the functions may change it".into()),
        Verdict::Violated if !may_change => Err("violated: no function may change it".into()),
        verdict => Ok(verdict.into()),
    }
}

fn verdict(text: &str) -> Verdict {
    let mut sources = SourceMap::new();
    let input = Input::of(sources.add("program.c", text));
    let (job, problems) = pipeline::prepare_job(&mut sources, input);
    let job = job.unwrap_or_else(|| panic!("{}", problems.render(&sources)));
    let (rules, settings) = (RuleSet::embedded().expect("rules"), Settings::default());
    let budget = Budget::for_duration(Duration::from_secs(10));
    let subject = job.for_all_engines(&rules);
    let task = VerificationTask { subject, sources: &sources, settings: &settings, budget: &budget };
    let (answer, _) = pipeline::verify(task).unwrap_or_else(|problems| panic!("{}", problems.render(&sources)));
    assert!(!answer.contradiction(), "{:#?}", answer.contradictions);
    answer.verdict
}
