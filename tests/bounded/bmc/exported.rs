//! The questions that `--emit` writes, read back: other solvers give the answers that the engine gives, and both languages mean the
//! same.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use damson::base::Budget;
use damson::bmc::SolverSource;
use damson::bmc::export::{self, SolverLanguage};
use damson::engine::verdict::Verdict;

use crate::bmc::{answer, asked, bit_vectors, examples, options, tools};

/// A question in DIMACS, as far as comments and clauses say.
#[derive(Default)]
struct Question {
    variables: usize,
    clauses: Vec<Vec<i64>>,
    /// What each claim is.
    claims: Vec<String>,
    /// The literals of each input.
    inputs: BTreeMap<String, Vec<i64>>,
}

/// A number with its sign.
fn numbers(text: &str) -> Vec<i64> {
    text.split_whitespace().map(|word| word.parse().unwrap_or_else(|_| panic!("no number: {word}"))).collect()
}

fn read(text: &str) -> Question {
    let mut question = Question::default();
    let mut announced = None;
    for line in text.lines() {
        if let Some(claim) = line.strip_prefix("c claim ") {
            let (number, label) = claim.split_once(": ").expect("a claim");
            question.claims.push(label.into());
            assert_eq!(number.parse(), Ok(question.claims.len()), "{line}");
        } else if let Some(comment) = line.strip_prefix("c ") {
            let is_input = |name: &str| ["choice-", "input-", "guess-"].iter().any(|start| name.starts_with(start));
            if let Some((name, rest)) = comment.split_once(": ").filter(|(name, _)| is_input(name)) {
                let literals = numbers(rest.split(';').next().unwrap_or_default());
                question.inputs.insert(name.into(), literals);
            }
        } else if let Some(header) = line.strip_prefix("p cnf ") {
            let [variables, clauses] = numbers(header)[..] else { panic!("{line}") };
            question.variables = variables as usize;
            announced = Some(clauses as usize);
        } else {
            let mut clause = numbers(line);
            assert_eq!(clause.pop(), Some(0), "{line}");
            assert!(clause.iter().all(|literal| literal.unsigned_abs() as usize <= question.variables), "{line}");
            question.clauses.push(clause);
        }
    }
    assert_eq!(announced, Some(question.clauses.len()), "the header");
    question
}

impl Question {
    /// A model, as batsat finds it: the truth of each variable.
    fn model(&self, assumptions: &[i64]) -> Option<Vec<bool>> {
        let mut solver = BasicSolver::default();
        let variables: Vec<Var> = (0..self.variables).map(|_| solver.new_var_default()).collect();
        let literal = |number: &i64| Lit::new(variables[number.unsigned_abs() as usize - 1], *number > 0);
        for clause in &self.clauses {
            let mut clause: Vec<Lit> = clause.iter().map(literal).collect();
            solver.add_clause_reuse(&mut clause);
        }
        let assumptions: Vec<Lit> = assumptions.iter().map(literal).collect();
        let answer = solver.solve_limited(&assumptions);
        assert!(answer == lbool::TRUE || answer == lbool::FALSE, "batsat has an answer");
        let is_true = |variable: &Var| solver.value_var(*variable) == lbool::TRUE;
        (answer == lbool::TRUE).then(|| variables.iter().map(is_true).collect())
    }
}

fn is_true(model: &[bool], literal: i64) -> bool {
    model[literal.unsigned_abs() as usize - 1] == (literal > 0)
}

fn bits(model: &[bool], literals: &[i64]) -> u128 {
    literals.iter().enumerate().fold(0, |bits, (place, literal)| bits | u128::from(is_true(model, *literal)) << place)
}

/// The question about an example in a language.
fn text(path: &Path, words: &str, language: SolverLanguage) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let exported = asked(path, options(&words, SolverSource::VARISAT), |question, sources, settings| {
        export::question(question, settings, (language, sources), &Budget::unlimited())
    });
    let exported = exported.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    assert_eq!(exported.stopped, None, "{}", path.display());
    exported.text
}

/// Under the values of a model each claim says in SMT-LIB what it says in DIMACS.
fn is_same(question: &Question, model: &[bool], smt: &str) -> Result<(), String> {
    let input = |name: &str| question.inputs.get(name).map_or(0, |literals| bits(model, literals));
    let values = bit_vectors::values(smt, &input);
    for claim in 1..=question.claims.len() {
        let known = values.get(&format!("claim-{claim}")).ok_or("a claim is missing")?;
        if (known.bits == 1) != is_true(model, claim as i64) {
            return Err(format!("claim {claim} differs: {}", question.claims[claim - 1]));
        }
    }
    let holds = values["assert"].bits == 1;
    if holds { Ok(()) } else { Err("the assertion does not hold".into()) }
}

/// What the question about an example says, against what the engine says.
fn problem(path: &Path, words: &str) -> Result<Verdict, String> {
    let split: Vec<&str> = words.split_whitespace().collect();
    let found = answer(path, options(&split, SolverSource::VARISAT));
    let (verdict, _) = found.verdict();
    let question = read(&text(path, words, SolverLanguage::Dimacs));
    let model = question.model(&[]);
    if model.is_some() == (verdict == Verdict::Verified) {
        return Err(format!("{verdict:?}, but a model: {}", model.is_some()));
    }
    let smt = text(path, words, SolverLanguage::Smt2);
    let errors = (1..=question.claims.len()).filter(|claim| {
        let label = &question.claims[claim - 1];
        !label.starts_with("cut: ") && !label.ends_with("(not asked for: makes the answer unknown)")
    });
    // Of each claim about an error, whether some run violates it.
    let mut has_error = false;
    for claim in errors {
        if let Some(model) = question.model(&[claim as i64]) {
            has_error = true;
            is_same(&question, &model, &smt)?;
        }
    }
    // The solver knows what may be an error; a run of the interpreter then tells whether it is one.
    if has_error == found.findings.is_empty() {
        return Err(format!("{verdict:?} with {} findings, but an error: {has_error}", found.findings.len()));
    }
    if let Some(model) = model {
        is_same(&question, &model, &smt)?;
    }
    Ok(verdict)
}

#[test]
fn other_solvers_give_the_same_answers_to_what_is_written() {
    let (mut problems, mut counts) = (Vec::new(), BTreeMap::new());
    for (path, words, _) in examples() {
        match problem(&path, &words) {
            Ok(verdict) => *counts.entry(verdict.word()).or_insert(0) += 1,
            Err(message) => problems.push(format!("{} {words}: {message}", path.display())),
        }
    }
    println!("{counts:?}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(counts.len() == 3, "{counts:?}");
}

/// The first SMT solver that is installed, with the arguments with which it reads standard input.
fn smt_solver() -> Option<(&'static str, &'static [&'static str])> {
    let known: [(&str, &[&str]); 4] =
        [("z3", &["-in"]), ("cvc5", &["--lang", "smt2"]), ("bitwuzla", &[]), ("boolector", &["--smt2"])];
    known
        .into_iter()
        .find(|(name, _)| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
}

#[test]
fn an_smt_solver_gives_the_same_answers() {
    let Some((solver, arguments)) = smt_solver() else {
        return tools::absent("an SMT solver", "questions in SMT-LIB are read by the tests alone");
    };
    let mut problems = Vec::new();
    for (path, words, _) in examples() {
        let split: Vec<&str> = words.split_whitespace().collect();
        let (verdict, _) = answer(&path, options(&split, SolverSource::VARISAT)).verdict();
        let text = text(&path, &words, SolverLanguage::Smt2);
        let mut child = Command::new(solver)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the solver starts");
        let mut input = child.stdin.take().expect("its input");
        let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let output = child.wait_with_output().expect("it ends");
        writer.join().expect("no panic").expect("it reads");
        let said = String::from_utf8_lossy(&output.stdout);
        let expected = if verdict == Verdict::Verified { "unsat" } else { "sat" };
        if said.lines().next() != Some(expected) {
            problems.push(format!("{} {words}: {}, but {said}", path.display(), verdict.word()));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
