//! Each sample says which errors it really has, and which ones are reported though it does not have them.
//!
//! The first lines of a sample are a comment: what it is about, and then its truth, a line each:
//!
//! - `// TRUE: memory-leak in line 22`: an error that some run has;
//! - `// FALSE ALARM: invalid-dereference in line 9: the counter is the length`: reported, but no run has it, and why;
//! - `// SAFE`: no run has any error.
//!
//! Allocations are taken to succeed, as everywhere in Damson. The truth is compared with the report that is kept beside the
//! sample. Errors that are reported only behind another one may be left out.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::samples::c_files;

/// The samples that are safe and reported all the same. What takes one off this list is an improvement.
const REPORTED_THOUGH_SAFE: &[&str] = &[
    "addresses/address_somewhere",
    "addresses/addresses_given_away",
    "addresses/addresses_hidden",
    "addresses/distances",
    "integers/conditions_that_exclude",
    "integers/numbers_computed_then_guarded",
    "integers/wide_numbers",
    "library/input_without_arguments",
    "loops/turns_seen_by_pointers",
    "records/addresses_in_parts",
    "strings/found_before_the_end",
    "strings/found_or_not",
];

/// A line and the kind of an error there.
type Error = (usize, String);

/// What a sample says of itself.
#[derive(Default)]
struct Truth {
    is_safe: bool,
    errors: BTreeSet<Error>,
    false_alarms: BTreeSet<Error>,
}

/// How far a reported error was followed by a concrete run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    Found,
    NotFound,
    /// Another error comes first.
    Behind,
}

struct Report {
    findings: Vec<(Error, Run)>,
    is_complete: bool,
}

#[test]
fn reports_agree_with_what_samples_say_of_themselves() {
    let mut safe_and_reported = Vec::new();
    let mut problems = Vec::new();
    for path in c_files("smg/samples") {
        let folder = path.parent().and_then(Path::file_name).unwrap().to_str().unwrap();
        let name = format!("{folder}/{}", path.file_stem().unwrap().to_str().unwrap());
        let told = Truth::of(&std::fs::read_to_string(&path).unwrap()).and_then(|truth| {
            let report = Report::of(&std::fs::read_to_string(path.with_extension("snap")).unwrap());
            if truth.is_safe && !report.findings.is_empty() {
                safe_and_reported.push(name.clone());
            }
            truth.compare(&report)
        });
        problems.extend(told.err().map(|problem| format!("{name}: {problem}")));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert_eq!(safe_and_reported, REPORTED_THOUGH_SAFE);
}

impl Truth {
    fn of(text: &str) -> Result<Truth, String> {
        let mut comment = text.lines().map_while(|line| line.strip_prefix("// "));
        if comment.next().is_none_or(is_truth) {
            return Err("the first line must say what the sample is about".into());
        }
        let mut truth = Truth::default();
        for line in comment.filter(|line| is_truth(line)) {
            if let Some(error) = line.strip_prefix("TRUE: ") {
                truth.errors.insert(error_of(error)?);
            } else if let Some(error) = line.strip_prefix("FALSE ALARM: ") {
                truth.false_alarms.insert(error_of(error)?);
            } else {
                truth.is_safe = true;
            }
        }
        match truth.is_safe == truth.errors.is_empty() {
            true => Ok(truth),
            false => Err("a sample is either SAFE or has a line TRUE for each error".into()),
        }
    }

    fn compare(&self, report: &Report) -> Result<(), String> {
        for (error, run) in &report.findings {
            let (line, kind) = error;
            let (is_error, is_false) = (self.errors.contains(error), self.false_alarms.contains(error));
            match (is_error, is_false, run) {
                (true, true, _) => return Err(format!("{kind} in line {line} is both TRUE and FALSE ALARM")),
                (false, true, Run::Found) => return Err(format!("a run has the {kind} in line {line}")),
                (false, false, Run::Found | Run::NotFound) => {
                    return Err(format!("{kind} in line {line} is reported: is it TRUE or a FALSE ALARM?"));
                }
                (true, false, _) | (false, true, _) | (false, false, Run::Behind) => {}
            }
        }
        let reported: BTreeSet<&Error> = report.findings.iter().map(|(error, _)| error).collect();
        let missed = self.errors.iter().find(|error| report.is_complete && !reported.contains(error));
        let gone = self.false_alarms.iter().find(|error| !reported.contains(error));
        match (missed, gone) {
            (Some((line, kind)), _) => Err(format!("{kind} in line {line} is TRUE, but not reported")),
            (None, Some((line, kind))) => Err(format!("{kind} in line {line} is no longer reported")),
            (None, None) => Ok(()),
        }
    }
}

fn is_truth(line: &str) -> bool {
    line == "SAFE" || line.starts_with("TRUE: ") || line.starts_with("FALSE ALARM: ")
}

/// `memory-leak in line 22: why`
fn error_of(text: &str) -> Result<Error, String> {
    let malformed = || format!("'{text}' is not 'KIND in line N'");
    let (kind, rest) = text.split_once(" in line ").ok_or_else(malformed)?;
    let line = rest.split(':').next().and_then(|line| line.parse().ok()).ok_or_else(malformed)?;
    Ok((line, kind.into()))
}

impl Report {
    /// Reads the snapshot that `samples_are_reported_as_they_should` compares.
    fn of(snapshot: &str) -> Report {
        let (_, lines) = snapshot.split_once("\n---\n").expect("a snapshot has a head");
        let mut report = Report { findings: Vec::new(), is_complete: true };
        for line in lines.lines() {
            if let Some((_, run)) = report.findings.last_mut().filter(|_| line.starts_with("    ")) {
                if line.starts_with("    run:") {
                    *run = Run::Found;
                } else if line.starts_with("    no run:") {
                    *run = Run::NotFound;
                }
            } else if line.starts_with("not followed:") {
                report.is_complete = false;
            } else if let Some((place, rest)) = line.split_once(": ")
                && let Ok(number) = place.parse()
            {
                let rest = rest.strip_prefix("perhaps ").unwrap_or(rest);
                let (kind, _) = rest.split_once(": ").expect("a kind");
                report.findings.push(((number, kind.into()), Run::Behind));
            }
        }
        report
    }
}
