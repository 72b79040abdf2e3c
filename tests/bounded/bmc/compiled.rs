//! Random programs with two small inputs: what the engine says, against all runs of the compiled program.
//!
//! The compiler's sanitizers stop a run at its first error. A program is right exactly if no run stops; whatever the engine decides
//! must say so, and every error that it suspects must be one. `DAMSON_BMC_PROGRAMS=n` tries `n` programs, from the seed
//! `DAMSON_FIRST_PROGRAM` on.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use damson::base::Budget;
use damson::bmc::Settings;
use damson::ctype::DataModel;
use damson::engine::verdict::Verdict;
use damson::frontend::PreprocessOptions;
use damson::pipeline::bounded;
use damson::program::{UndefinedBehaviour, select_entry};
use damson::reason::OpenReason;

use crate::bmc::{generate, load, tools};
use crate::support::campaign::{Verdicts, campaign, guarded, name_of_check, seeds};
use crate::support::second_opinion::WATCHED;
use damson::spec::Question;

/// Programs of the short version.
const PROGRAMS: u64 = 100;
/// Runs each input of a program in a process of its own, and ends with how many of these stop.
const DRIVER: &str = "
#include <sys/wait.h>
#include <unistd.h>
static int inputs[2], next;
unsigned char __VERIFIER_nondet_uchar(void) { return inputs[next++ & 1]; }
int main(void) {
  int stopped = 0;
  for (inputs[0] = 0; inputs[0] < 4; inputs[0]++)
    for (inputs[1] = 0; inputs[1] < 4; inputs[1]++) {
      int status, child = fork();
      char text[] = {4 + inputs[0], 4 + inputs[1], 0}, *arguments[] = {text, text, 0};
      if (!child) { close(2); program(2, arguments); _exit(0); }
      waitpid(child, &status, 0);
      stopped += status != 0;
    }
  return stopped;
}
";
/// What Damson takes for defined, as GCC does, is no error: shifts of negative numbers. Leaks are the engine's own question.
const FLAGS: &[&str] = &[
    "-w",
    "-O0",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-sanitize=pointer-overflow,alignment,shift-base",
];

#[test]
fn answers_about_random_programs_are_those_of_all_their_runs() {
    if !tools::has_compiler("random programs are not compared with compiled ones") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let all = seeds("DAMSON_BMC_PROGRAMS", PROGRAMS);
    let checked = |seed| guarded(|| check(folder.path(), seed));
    let told = |seed, message: &str| {
        format!("{} in program {seed}: {message}\n{}", name_of_check(message), generate::program(seed))
    };
    let (tally, failures) = campaign(&all, Duration::from_secs(20), checked, told);
    println!("{} programs: {tally:?}", all.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // A campaign in which little is decided says little.
    assert!(4 * tally.unknown < all.len() && tally.verified > 0 && tally.violated > 0, "{tally:?}");
}

fn check(folder: &Path, seed: u64) -> Result<Verdicts, String> {
    let text = generate::program(seed);
    let stopped = stopped(folder, seed, &text)?;
    let path = folder.join(format!("program{seed}.c"));
    std::fs::write(&path, &text).map_err(|problem| format!("file: {problem}"))?;
    let (program, sources) =
        load(&path, &PreprocessOptions::default(), DataModel::Lp64).ok_or("refused: by the front end")?;
    let entry = select_entry(&program, &sources, None).map_err(|_| "refused: no entry")?;
    let settings = Settings {
        unwind: Some(4),
        undefined_behaviour: UndefinedBehaviour::All,
        checks_proofs: false,
        solver: WATCHED,
        ..Settings::default()
    };
    let found = bounded::analyse(Question::of_memory(&program, entry), &sources, &settings, &Budget::unlimited());
    match found.verdict() {
        (Verdict::Verified, _) if stopped > 0 => Err(format!("wrong proof: {stopped} of 16 runs stop")),
        (Verdict::Unknown, Some(OpenReason::Suspected { position, kind, why })) => {
            Err(format!("unconfirmed: the {} at line {}: {why}", kind.word(), position.line))
        }
        // What is violated, the interpreter has run; the sanitizers do not see every overflow that a compiler computes.
        (verdict, _) => Ok(verdict.into()),
    }
}

/// How many of the sixteen runs of a program stop with an error.
fn stopped(folder: &Path, seed: u64, text: &str) -> Result<i32, String> {
    let (source, binary) = (folder.join(format!("run{seed}.c")), folder.join(format!("run{seed}")));
    let takes_none = text.replacen("int main(void)", "int main(int argc, char **argv)", 1);
    let text = takes_none.replacen("int main(", "static int program(", 1) + DRIVER;
    std::fs::write(&source, text).map_err(|problem| format!("file: {problem}"))?;
    let compiled = Command::new("cc").args(FLAGS).arg("-o").arg(&binary).arg(&source).output();
    let compiled = compiled.map_err(|problem| format!("compiler: {problem}"))?;
    if !compiled.status.success() {
        return Err(format!("uncompiled: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let run = Command::new(&binary).env("ASAN_OPTIONS", "detect_leaks=0").output();
    let run = run.map_err(|problem| format!("run: {problem}"))?;
    run.status.code().ok_or_else(|| "run: it was stopped".into())
}
