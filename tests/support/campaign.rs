//! Campaigns: the programs of many seeds are tried on two threads, and those that fail are printed.

use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::support::{number, side_by_side};
use damson::engine::verdict::Verdict;

/// How many programs were given which verdict.
#[derive(Clone, Copy, Default, Debug)]
pub struct Verdicts {
    pub verified: usize,
    pub violated: usize,
    pub unknown: usize,
}

impl From<Verdict> for Verdicts {
    fn from(verdict: Verdict) -> Verdicts {
        let count = |other: Verdict| usize::from(verdict == other);
        let [verified, violated, unknown] = [Verdict::Verified, Verdict::Violated, Verdict::Unknown].map(count);
        Verdicts { verified, violated, unknown }
    }
}

impl AddAssign for Verdicts {
    fn add_assign(&mut self, other: Verdicts) {
        self.verified += other.verified;
        self.violated += other.violated;
        self.unknown += other.unknown;
    }
}

/// The seeds of a campaign: as many as the variable `count` says, else `default`, from the seed `DAMSON_FIRST_PROGRAM` on.
pub fn seeds(count: &str, default: u64) -> Vec<u64> {
    let first = number("DAMSON_FIRST_PROGRAM").unwrap_or(0);
    (first..first + number(count).unwrap_or(default)).collect()
}

/// Tries the program of each seed, and says which took longer than `slow`. Gives the sum of what the good ones gave, and
/// what `told` makes of the message of each that failed.
pub fn campaign<Tally: Default + AddAssign + Send>(
    seeds: &[u64],
    slow: Duration,
    check: impl Fn(u64) -> Result<Tally, String> + Sync,
    told: impl Fn(u64, &str) -> String + Sync,
) -> (Tally, Vec<String>) {
    let tally = Mutex::new(Tally::default());
    let failures = side_by_side::failures(seeds, |&seed| {
        let start = Instant::now();
        let checked = check(seed);
        if start.elapsed() > slow {
            println!("program {seed} took {:?}", start.elapsed());
        }
        match checked {
            Ok(more) => *tally.lock().expect("no panic") += more,
            Err(message) => {
                let text = told(seed, &message);
                eprintln!("{text}");
                return Err(text);
            }
        }
        Ok(())
    });
    (tally.into_inner().expect("no panic"), failures)
}

/// What a check says; a panic is what is wrong, too.
pub fn guarded<Tally>(check: impl FnOnce() -> Result<Tally, String>) -> Result<Tally, String> {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        Err(format!("panic: {}", text.unwrap_or_default()))
    })
}

/// The first word of a message, which names the check that failed.
pub fn name_of_check(message: &str) -> &str {
    message.split(':').next().unwrap_or_default()
}
