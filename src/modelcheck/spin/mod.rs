//! Runs SPIN: `spin -a`, the C compiler, `pan`, and `spin -t` for the trail.
//!
//! Each model gets a fresh temporary directory. SPIN's exit status is always 0, so its output is parsed, and not
//! trusted: "holds" needs a complete search for the right property without any error; "violated" needs a trail that our
//! own [`super::replay`] can follow. Everything else is unknown, with the reason.
//!
//! A search that does not stop at violations counts the reachable states. If it meets violations, breadth-first
//! searches follow. Each finds one violated assertion with a short trail, until the rest hold. Temporal properties are
//! checked one by one.
//!
//! This file defines all commands and their options.
//!
//! | file | contents |
//! |---|---|
//! | `output` | parses the output of the verifier |
//! | `trail` | translates a trail to a path of the boolean program |
//! | `source_trail` | translates a user's trail to C statements, using the model alone (`damson replay`) |
//! | `trouble` | reasons why SPIN did not decide a property |

mod output;
pub(crate) mod source_trail;
mod trail;
mod trouble;

use self::output::SpinSummary;
pub use self::trouble::Trouble;
use super::{CheckOutcome, CheckReport, PropertyIndex, PropertyResult, confirmed, ill_formed, no_such_property};
use crate::limits::{MOST_SPIN_TRANSITIONS, SPIN_DEPTHS};
use crate::process::{ProcessFailure, run};
use base::Budget;
use boolprog::BooleanProgram;
use emit::promela::{self, Assertions, Promela};
use reason::Undecided;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path as FilePath, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The file name of the model, which SPIN repeats in trails.
const MODEL: &str = "model.pml";

/// The configuration of SPIN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spin {
    /// The `spin` command.
    pub spin: PathBuf,
    /// The C compiler.
    pub compiler: PathBuf,
    /// Memory limit of each search, in MiB.
    pub memory_mib: usize,
}

impl Default for Spin {
    fn default() -> Self {
        Spin { spin: PathBuf::from("spin"), compiler: PathBuf::from("cc"), memory_mib: 2048 }
    }
}

/// The purpose that a verifier is compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// All states, not stopping at errors.
    Count,
    /// Assertions, breadth first.
    ShortTrail,
    /// Claims.
    Ltl,
}

impl Spin {
    pub fn check(&self, program: &BooleanProgram, budget: &Budget) -> CheckReport {
        let mut report = match self.check_assertions(program, budget) {
            Ok(report) => report,
            Err(reason) => CheckReport::unknown(program, &reason),
        };
        report.properties.retain(|result| matches!(result.property, PropertyIndex::Assertion(_)));
        report.properties.extend(self.check_ltl(program, budget));
        report
    }

    fn check_assertions(&self, program: &BooleanProgram, budget: &Budget) -> Result<CheckReport, Undecided> {
        let model = Model::new(self, program, Assertions::All, Mode::Count, budget)?;
        let search = model.search(&["-c0"])?;
        search.require_complete()?;
        let mut open: BTreeSet<usize> = (0..program.assertions.len()).collect();
        let mut outcomes: BTreeMap<usize, CheckOutcome> = BTreeMap::new();
        if search.require_no_error().is_err() {
            // Each round finds one violated assertion, until the rest hold.
            loop {
                match self.violated_assertion(program, &open, budget) {
                    Ok(None) => break,
                    Ok(Some((index, outcome))) => {
                        open.remove(&index);
                        outcomes.insert(index, outcome);
                    }
                    Err(reason) => {
                        let unknown = |index| (index, CheckOutcome::Unknown(reason.clone()));
                        outcomes.extend(std::mem::take(&mut open).into_iter().map(unknown));
                        break;
                    }
                }
            }
        }
        outcomes.extend(open.into_iter().map(|index| (index, CheckOutcome::Holds)));
        let result = |(index, outcome)| PropertyResult {
            property: PropertyIndex::Assertion(index),
            outcome,
            product_states: None,
        };
        let properties = outcomes.into_iter().map(result).collect();
        // The first state is SPIN's own.
        Ok(CheckReport { properties, states: search.states.map(|states| states.saturating_sub(1)) })
    }

    /// Returns one of these assertions that is violated, with its short trail; `None` if all of them hold.
    fn violated_assertion(
        &self,
        program: &BooleanProgram,
        among: &BTreeSet<usize>,
        budget: &Budget,
    ) -> Result<Option<(usize, CheckOutcome)>, Undecided> {
        let model = Model::new(self, program, Assertions::Only(among.clone()), Mode::ShortTrail, budget)?;
        let search = model.search(&["-c1"])?;
        let Some(index) = search.violated_assertion()? else {
            search.require_complete()?;
            search.require_no_error()?;
            return Ok(None);
        };
        if !among.contains(&index) {
            return Err(Trouble::OtherAssertion.into());
        }
        let property = PropertyIndex::Assertion(index);
        let path = trail::path_of(program, &model.promela, property, &model.trail()?, budget)?;
        Ok(Some((index, confirmed(program, property, path))))
    }

    fn check_ltl(&self, program: &BooleanProgram, budget: &Budget) -> Vec<PropertyResult> {
        let all = 0..program.ltl.len();
        let result = |index, outcome, product_states| PropertyResult {
            property: PropertyIndex::Ltl(index),
            outcome,
            product_states,
        };
        if all.is_empty() {
            return Vec::new();
        }
        let model = match Model::new(self, program, Assertions::None, Mode::Ltl, budget) {
            Ok(model) => model,
            Err(reason) => {
                return all.map(|index| result(index, CheckOutcome::Unknown(reason.clone()), None)).collect();
            }
        };
        all.map(|index| match self.check_formula(program, &model, index, budget) {
            Ok((outcome, states)) => result(index, outcome, states),
            Err(reason) => result(index, CheckOutcome::Unknown(reason), None),
        })
        .collect()
    }

    fn check_formula(
        &self,
        program: &BooleanProgram,
        model: &Model<'_>,
        index: usize,
        budget: &Budget,
    ) -> Result<(CheckOutcome, Option<usize>), Undecided> {
        let written = model.promela.ltl.get(index).ok_or_else(no_such_property)?;
        let claim = written.as_ref().map_err(|reason| Trouble::LeftOut(reason.clone()))?;
        let search = model.search(&["-a", "-N", claim])?;
        if search.claim.as_ref() != Some(claim) {
            return Err(Trouble::OtherProperty.into());
        }
        if !search.found_claim_violation {
            search.require_complete()?;
            search.require_no_error()?;
            return Ok((CheckOutcome::Holds, search.states));
        }
        let property = PropertyIndex::Ltl(index);
        let path = trail::path_of(program, &model.promela, property, &model.trail()?, budget)?;
        Ok((confirmed(program, property, path), search.states))
    }
}

/// A compiled model in its directory.
struct Model<'a> {
    spin: &'a Spin,
    promela: Promela,
    directory: TempDir,
    mode: Mode,
    budget: &'a Budget,
}

impl<'a> Model<'a> {
    fn new(
        spin: &'a Spin,
        program: &BooleanProgram,
        assertions: Assertions,
        mode: Mode,
        budget: &'a Budget,
    ) -> Result<Self, Undecided> {
        if program.transitions.len() > MOST_SPIN_TRANSITIONS {
            return Err(Trouble::TooManyTransitions(MOST_SPIN_TRANSITIONS).into());
        }
        let promela = promela::emit_with(program, assertions).map_err(|message| ill_formed(&message))?;
        let directory = tempfile::tempdir().map_err(|error| Trouble::NoDirectory(error.to_string()))?;
        let model = Model { spin, promela, directory, mode, budget };
        model.compile()?;
        Ok(model)
    }

    fn path(&self) -> &FilePath {
        self.directory.path()
    }

    fn compile(&self) -> Result<(), Undecided> {
        std::fs::write(self.path().join(MODEL), &self.promela.text)
            .map_err(|error| Trouble::NotWritten(error.to_string()))?;
        let mut generate = Command::new(&self.spin.spin);
        generate.args(["-a", MODEL]);
        let output = self.run(generate, "spin")?;
        if !self.path().join("pan.c").exists() || output.contains("Error") {
            return Err(Trouble::ModelRefused(first_line(&output)).into());
        }
        // The search is short compared to compilation, so nothing is optimised.
        let mut compile = Command::new(&self.spin.compiler);
        compile.args(["-w", "-O0", "-std=gnu99", "-DNOREDUCE", "-o", "pan"]);
        compile.arg(format!("-DVECTORSZ={}", self.promela.vector_bytes.max(1024)));
        compile.arg(format!("-DMEMLIM={}", self.spin.memory_mib));
        match self.mode {
            Mode::Count => compile.args(["-DSAFETY", "-DNOCLAIM"]),
            Mode::ShortTrail => compile.args(["-DSAFETY", "-DNOCLAIM", "-DBFS"]),
            Mode::Ltl => &mut compile,
        };
        compile.arg("pan.c");
        let output = self.run(compile, "the C compiler")?;
        if self.path().join("pan").exists() { Ok(()) } else { Err(Trouble::NotCompiled(first_line(&output)).into()) }
    }

    /// Runs the verifier, with increasing depth as long as the depth was insufficient.
    fn search(&self, arguments: &[&str]) -> Result<SpinSummary, Undecided> {
        let mut last = SpinSummary::default();
        for depth in SPIN_DEPTHS {
            let mut pan = Command::new(self.path().join("pan"));
            pan.args(arguments).args([format!("-m{depth}"), "-w20".to_string()]);
            last = output::read(&self.run(pan, "SPIN's verifier")?);
            if !last.too_shallow {
                break;
            }
        }
        Ok(last)
    }

    /// Returns the trail that the last search left, in the format of `spin -t`.
    fn trail(&self) -> Result<String, Undecided> {
        let trail = format!("{MODEL}.trail");
        if !self.path().join(&trail).exists() {
            return Err(Trouble::NoTrail.into());
        }
        self.spin.follow(self.path(), &trail, &[], self.budget)
    }

    fn run(&self, command: Command, what: &'static str) -> Result<String, Undecided> {
        run_in(self.path(), command, what, self.budget)
    }
}

impl Spin {
    /// Returns the output of SPIN when it follows a trail in the directory of the model, line by line of the model.
    /// Suppresses the output of the model itself, which contains text of the C program.
    fn follow(
        &self,
        directory: &FilePath,
        trail: &str,
        further: &[&str],
        budget: &Budget,
    ) -> Result<String, Undecided> {
        let mut follow = Command::new(&self.spin);
        follow.args(["-t", "-p", "-b"]).args(further).args(["-k", trail, MODEL]);
        run_in(directory, follow, "spin", budget)
    }
}

/// Returns the output of a command that is run in a directory.
fn run_in(
    directory: &FilePath,
    mut command: Command,
    what: &'static str,
    budget: &Budget,
) -> Result<String, Undecided> {
    command.current_dir(directory);
    run(command, directory, budget).map_err(|failure| match failure {
        ProcessFailure::Missing => Trouble::NotInstalled(what).into(),
        ProcessFailure::Stopped(exhausted) => exhausted.into(),
        ProcessFailure::Broken(error) => Trouble::NotRun { what, error: error.to_string() }.into(),
    })
}

fn first_line(output: &str) -> String {
    let is_error = |line: &&str| line.to_ascii_lowercase().contains("error");
    let line = output.lines().find(is_error).or_else(|| output.lines().find(|line| !line.trim().is_empty()));
    line.unwrap_or("no message").trim().chars().take(300).collect()
}
