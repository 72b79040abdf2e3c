//! Programs of csmith, which have one run: the value that each global has at its end is what the compiled program prints.
//!
//! Three questions about each program: whether every global has its value, which the engine must prove; whether the last one has
//! another value, which it must refute by a run; and the first again with inputs in place of the numbers that globals begin with,
//! under the assumption that they are these numbers, so that the solver computes the run. What is not followed is counted, with the
//! reasons. `DAMSON_BMC_CSMITH=n` tries `n` programs, from the seed `DAMSON_FIRST_PROGRAM` on.

use std::collections::BTreeMap;
use std::ops::AddAssign;
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
use damson::spec::Question;

use crate::bmc::{load, tools};
use crate::support::campaign::{campaign, guarded, name_of_check, seeds};

/// Programs of the short version.
const PROGRAMS: u64 = 20;
/// Where csmith's header is.
const INCLUDE: &str = "/usr/include/csmith";
/// Programs that are small enough to be followed.
const OPTIONS: &str = "--concise --no-argc --max-funcs 3 --max-block-depth 2 --max-block-size 4 --max-expr-complexity 4 \
    --max-array-dim 2 --max-array-len-per-dim 4 --max-struct-fields 4 --max-union-fields 3";
/// Prints the value of each global.
const PRINTED: &str =
    "\n#define transparent_crc(value, name, flag) printf(\"value %llu\\n\", (unsigned long long)(value))\n";
/// Bytes of proofs, for one question: a search that takes longer is given up.
const MOST_PROOF_BYTES: u64 = 2 << 20;

/// What became of the programs.
#[derive(Clone, Default, Debug)]
struct Tally {
    /// Those that csmith and the compiler made, and that end.
    programs: usize,
    /// Those that are followed to their end.
    followed: usize,
    /// The same with inputs.
    with_inputs: usize,
    /// Why the others are not.
    open: BTreeMap<String, usize>,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.programs += other.programs;
        self.followed += other.followed;
        self.with_inputs += other.with_inputs;
        for (reason, count) in other.open {
            *self.open.entry(reason).or_default() += count;
        }
    }
}

#[test]
fn values_of_csmith_programs_are_those_of_the_compiled_ones() {
    let unchecked = "values of csmith programs are not compared";
    if !tools::has_compiler(unchecked) {
        return;
    }
    if Command::new("csmith").arg("--version").output().is_err() || !Path::new(INCLUDE).exists() {
        return tools::missing("csmith", unchecked);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let all = seeds("DAMSON_BMC_CSMITH", PROGRAMS);
    let checked = |seed| guarded(|| check(folder.path(), seed));
    let told = |seed, message: &str| format!("{} in csmith's program {seed}: {message}", name_of_check(message));
    let (tally, failures) = campaign(&all, Duration::from_secs(20), checked, told);
    let Tally { programs, followed, with_inputs, open } = tally;
    println!("{programs} programs: {followed} followed to their end, {with_inputs} with inputs; of the others");
    for (reason, count) in open {
        println!("{count:5} {reason}");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(3 * followed > programs && 6 * with_inputs > programs, "{followed} and {with_inputs} of {programs}");
}

fn check(folder: &Path, seed: u64) -> Result<Tally, String> {
    let Some(text) = generated(folder, seed) else { return Ok(Tally::default()) };
    let Some(values) = printed(folder, seed, &text)? else { return Ok(Tally::default()) };
    let mut tally = Tally { programs: 1, ..Tally::default() };
    match asked(folder, seed, &stated(&text, &values))? {
        Answer::Verified => tally.followed = 1,
        Answer::Open(reason) => {
            tally.open.insert(reason, 1);
            return Ok(tally);
        }
        Answer::Violated(what) => return Err(format!("wrong error: {what}\n{}", stated(&text, &values))),
    }
    if let Some((last, others)) = values.split_last() {
        let wrong = stated(&text, &[others, &[last ^ 1]].concat());
        match asked(folder, seed, &wrong)? {
            Answer::Violated(what) if what == "assertion" => {}
            answer => return Err(format!("no error: {answer:?} where a value is wrong\n{wrong}")),
        }
    }
    let symbolic = with_inputs(&stated(&text, &values));
    match asked(folder, seed, &symbolic)? {
        Answer::Verified => tally.with_inputs = 1,
        Answer::Open(reason) => *tally.open.entry(format!("with inputs: {reason}")).or_default() += 1,
        Answer::Violated(what) => return Err(format!("wrong error with inputs: {what}\n{symbolic}")),
    }
    Ok(tally)
}

/// The program of a seed.
fn generated(folder: &Path, seed: u64) -> Option<String> {
    let arguments = OPTIONS.split_whitespace();
    let made = Command::new("timeout")
        .args(["20", "csmith", "--seed", &seed.to_string()])
        .args(arguments)
        .current_dir(folder)
        .output()
        .ok()?;
    made.status.success().then(|| String::from_utf8_lossy(&made.stdout).into_owned())
}

/// The values that the compiled program prints; `None` if it does not end soon.
fn printed(folder: &Path, seed: u64, text: &str) -> Result<Option<Vec<u64>>, String> {
    let (source, binary) = (folder.join(format!("run{seed}.c")), folder.join(format!("run{seed}")));
    std::fs::write(&source, behind_header(text, PRINTED)).map_err(|problem| format!("file: {problem}"))?;
    let compiled = Command::new("cc").args(["-w", "-O0", "-I", INCLUDE, "-o"]).arg(&binary).arg(&source).output();
    let compiled = compiled.map_err(|problem| format!("compiler: {problem}"))?;
    if !compiled.status.success() {
        return Err(format!("uncompiled: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let run = Command::new("timeout").arg("2").arg(&binary).output().map_err(|problem| format!("run: {problem}"))?;
    let lines = String::from_utf8_lossy(&run.stdout).into_owned();
    let values = lines.lines().filter_map(|line| line.strip_prefix("value ")?.parse().ok()).collect();
    Ok(run.status.success().then_some(values))
}

/// A program with some text behind the line that includes csmith's header.
fn behind_header(text: &str, more: &str) -> String {
    text.replacen("#include \"csmith.h\"", &format!("#include \"csmith.h\"{more}"), 1)
}

/// A program that asserts the values.
fn stated(text: &str, values: &[u64]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("{value}u")).collect();
    let more = format!(
        "\n#include <assert.h>\nstatic int place;\nstatic const unsigned long expected[] = {{{}}};\n\
         #define transparent_crc(value, name, flag) assert((unsigned long)(value) == expected[place++])\n",
        [values, vec!["0".into()]].concat().join(", ")
    );
    let without_sum = text.replace("platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);", "");
    behind_header(&without_sum.replace("crc32_gentab();", ""), &more)
}

/// A program whose globals begin with inputs, which are assumed to be what they began with.
fn with_inputs(text: &str) -> String {
    let mut read = String::from("(void)0;\n");
    for line in text.lines() {
        let Some((declared, value)) = line.strip_prefix("static ").and_then(|line| line.split_once(" = ")) else {
            continue;
        };
        let (Some(value), Some((ty, name))) = (value.strip_suffix(';'), declared.split_once(' ')) else { continue };
        if name.starts_with("g_") && !name.contains(['[', ' ']) && ty.ends_with("_t") {
            read.push_str(&format!(
                "{{ unsigned long input = __VERIFIER_nondet_ulong(); if (input != (unsigned long)({ty})({value})) return 0; {name} = input; }}\n"
            ));
        }
    }
    let text = behind_header(text, "\nextern unsigned long __VERIFIER_nondet_ulong(void);\n");
    text.replacen("platform_main_begin();", &format!("platform_main_begin();\n{read}"), 1)
}

/// What the engine says.
#[derive(Debug)]
enum Answer {
    Verified,
    Violated(String),
    /// With the reason, without its place.
    Open(String),
}

fn asked(folder: &Path, seed: u64, text: &str) -> Result<Answer, String> {
    let path = folder.join(format!("asked{seed}.c"));
    std::fs::write(&path, text).map_err(|problem| format!("file: {problem}"))?;
    let options = PreprocessOptions { include_directories: vec![INCLUDE.into()], ..PreprocessOptions::default() };
    let Some((program, sources)) = load(&path, &options, DataModel::Lp64) else {
        return Ok(Answer::Open("refused by the front end".into()));
    };
    let entry = select_entry(&program, &sources, None).map_err(|_| "refused: no entry")?;
    let settings = Settings {
        unwind: Some(2),
        undefined_behaviour: UndefinedBehaviour::All,
        checks_proofs: false,
        most_terms: 200_000,
        most_clauses: 200_000,
        most_proof_bytes: MOST_PROOF_BYTES,
        ..Settings::default()
    };
    let found = bounded::analyse(Question::of_memory(&program, entry), &sources, &settings, &Budget::unlimited());
    Ok(match found.verdict() {
        (Verdict::Verified, _) => Answer::Verified,
        (Verdict::Violated, _) => {
            Answer::Violated(found.findings.iter().map(|alarm| alarm.kind.word()).collect::<Vec<_>>().join(", "))
        }
        (Verdict::Unknown, Some(OpenReason::Suspected { position, kind, why })) => {
            return Err(format!("unconfirmed: the {} at line {}: {why}\n{text}", kind.word(), position.line));
        }
        (Verdict::Unknown, reason) => {
            let reason = reason.map_or(String::new(), |reason| reason.to_string());
            let place = reason.find(": ").filter(|_| reason.contains(".c:"));
            Answer::Open(place.map_or(reason.as_str(), |at| &reason[at + 2..]).into())
        }
    })
}
