//! The front end's oracle: what lowering and the interpreter make of C, compared with gcc and clang.
//!
//! All engines share the lowering, so that none of their comparisons sees a mistake there. Each row of [`table`] is a construct
//! of C, named by its paragraph of the standard, with a generator of [`Case`]s: declarations, and statements that print.
//! [`batch`] compiles many cases as one program; what both compilers print, and no sanitizer complains of, counts, and the interpreter
//! must print the same. [`syntax`] says which forms of the syntax tree the cases have: each that lowering accepts must occur.
//!
//! `DAMSON_FRONT_END=50000` tries more cases, from the seed `DAMSON_FIRST_PROGRAM` on; `DAMSON_ROW=6.5.7` only those of rows that begin
//! so. A case that fails is made smaller and printed with its seed.

mod batch;
mod bit_fields;
use crate::support::campaign;
mod case;
mod conversions;
mod expressions;
mod extended;
mod functions;
mod initializers;
mod operators;
mod scopes;
mod statements;
mod syntax;
mod table;
mod texts;
use crate::support::tools;
mod types;

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::time::Duration;

use batch::{Compilers, Outcome};
use case::{Case, Dice};
use syntax::Forms;
use table::{CONSTRUCTS, Construct};

/// Cases of the short campaign.
const CASES: u64 = 500;
/// Cases in one program.
const BATCH: usize = 125;
/// Each row has this number of cases that count, in the short campaign.
const LEAST: usize = 5;

/// What became of the cases.
#[derive(Default)]
struct Tally {
    /// Cases that count, by row.
    compared: BTreeMap<usize, usize>,
    /// Forms of the syntax tree in them.
    forms: Forms,
    /// Cases that do not compile, are undefined, or that the compilers disagree about, by row.
    uncounted: BTreeMap<usize, Vec<String>>,
    /// Cases that Damson refuses, by reason.
    refused: BTreeMap<String, usize>,
    failures: Vec<String>,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        for (row, count) in other.compared {
            *self.compared.entry(row).or_default() += count;
        }
        for (row, reasons) in other.uncounted {
            self.uncounted.entry(row).or_default().extend(reasons);
        }
        for (reason, count) in other.refused {
            *self.refused.entry(reason).or_default() += count;
        }
        self.forms += other.forms;
        self.failures.extend(other.failures);
    }
}

/// The rows that are tried.
fn rows() -> Vec<usize> {
    let wanted = std::env::var("DAMSON_ROW").unwrap_or_default();
    let named = |row: &usize| format!("{} {}", CONSTRUCTS[*row].paragraph, CONSTRUCTS[*row].name).starts_with(&wanted);
    (0..CONSTRUCTS.len()).filter(named).collect()
}

/// The case of a seed: one row after the other.
fn case(rows: &[usize], seed: u64) -> (usize, Case) {
    let row = rows[(seed % rows.len() as u64) as usize];
    let Construct { generate, .. } = &CONSTRUCTS[row];
    (row, generate(seed / rows.len() as u64, &mut Dice::new(seed)))
}

#[test]
fn constructs_mean_what_the_compilers_make_of_them() {
    let Some(compilers) = Compilers::found() else {
        return tools::missing("gcc or clang", "the front end is not compared with compilers");
    };
    let (rows, seeds) = (rows(), campaign::seeds("DAMSON_FRONT_END", CASES));
    let batches: Vec<&[u64]> = seeds.chunks(BATCH).collect();
    let numbers: Vec<u64> = (0..batches.len() as u64).collect();
    let check = |number: u64| Ok(check(&compilers, &rows, batches[number as usize]));
    let (tally, stopped) = campaign::campaign(&numbers, Duration::from_secs(60), check, |_, message| message.into());
    print(&tally, &rows);
    assert!(
        stopped.is_empty() && tally.failures.is_empty(),
        "{}\n{} failures",
        tally.failures.join("\n"),
        tally.failures.len()
    );
    if rows.len() == CONSTRUCTS.len() && seeds.len() as u64 >= CASES {
        let compared = |row| tally.compared.get(row).copied().unwrap_or(0);
        let rare = rows.iter().filter(|row| compared(row) < LEAST);
        let rare: Vec<_> = rare.map(|row| (CONSTRUCTS[*row].paragraph, CONSTRUCTS[*row].name, compared(row))).collect();
        assert!(rare.is_empty(), "fewer than {LEAST} cases count: {rare:?}");
        let missing = tally.forms.missing();
        assert!(missing.is_empty(), "no case that counts has {missing:?}");
    }
}

fn print(tally: &Tally, rows: &[usize]) {
    tally.refused.iter().for_each(|(reason, count)| println!("{count:6} refused: {reason}"));
    for row in rows {
        let Construct { paragraph, name, .. } = &CONSTRUCTS[*row];
        let uncounted = tally.uncounted.get(row).map_or(&[][..], Vec::as_slice);
        let compared = tally.compared.get(row).copied().unwrap_or(0);
        println!("{compared:6} {paragraph} {name}; {} uncounted", uncounted.len());
        if std::env::var_os("DAMSON_SHOW_UNCOUNTED").is_some() {
            uncounted.iter().for_each(|reason| println!("{reason}"));
        }
    }
}

/// A reason without the numbers in its names.
fn without_numbers(reason: &str) -> String {
    reason.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

/// Tries the cases of some seeds, as one program.
fn check(compilers: &Compilers, rows: &[usize], seeds: &[u64]) -> Tally {
    let made: Vec<(usize, Case)> = seeds.iter().map(|seed| case(rows, *seed)).collect();
    let cases: Vec<&Case> = made.iter().map(|(_, case)| case).collect();
    let mut tally = Tally::default();
    for (index, outcome) in compilers.compare(&cases).into_iter().enumerate() {
        let (row, case) = &made[index];
        match outcome {
            Outcome::Same(forms) => {
                *tally.compared.entry(*row).or_default() += 1;
                tally.forms += forms;
            }
            Outcome::Uncounted(reason) => {
                let text = format!("seed {}: {reason}\n{case}", seeds[index]);
                tally.uncounted.entry(*row).or_default().push(text);
            }
            Outcome::Refused(reason) => {
                // Behind the place.
                let line = reason.lines().next().unwrap_or_default();
                let reason = line.rsplit_once("error: ").map_or(line, |(_, reason)| reason);
                *tally.refused.entry(without_numbers(reason)).or_default() += 1;
            }
            Outcome::Failed(message) => {
                let Construct { paragraph, name, .. } = &CONSTRUCTS[*row];
                let (case, message) = compilers.reduced(case, message);
                let told = format!("seed {} ({paragraph} {name}): {message}\n{case}", seeds[index]);
                eprintln!("{told}");
                tally.failures.push(told);
            }
        }
    }
    tally
}
