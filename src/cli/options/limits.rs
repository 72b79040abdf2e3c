//! `--limit NAME=VALUE`: limits of work that have no option of their own, in one table.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use clap::Args;
use itertools::Itertools;

use super::LIMITS;
use crate::pipeline::Settings;

/// A limit of work: it is the same on every machine.
struct WorkLimit {
    name: &'static str,
    unit: &'static str,
    /// What ends or is left out where it is reached.
    meaning: &'static str,
    /// Whether it is one of the shape analysis, and so of `smg`.
    of_shapes: bool,
    /// The values that it may have. Beyond, it would be no limit.
    range: RangeInclusive<usize>,
    place: fn(&mut Settings) -> &mut usize,
}

/// The table.
const LIMITS_OF_WORK: [WorkLimit; 9] = [
    WorkLimit {
        name: "pairs",
        unit: "pairs of a predicate and a location",
        meaning: "the predicate abstraction stops",
        of_shapes: false,
        range: 0..=MOST,
        place: |settings| &mut settings.most_pairs,
    },
    WorkLimit {
        name: "model-states",
        unit: "states",
        meaning: "the search of a boolean program stops",
        of_shapes: false,
        range: 0..=MOST,
        place: |settings| &mut settings.limits.states,
    },
    WorkLimit {
        name: "model-successors",
        unit: "computed states, known ones counted as well",
        meaning: "the search of a boolean program stops",
        of_shapes: false,
        range: 0..=MOST,
        place: |settings| &mut settings.limits.successors,
    },
    WorkLimit {
        name: "theory-work",
        unit: "clauses of the theory of heaps, counted once for each question",
        meaning: "a boolean program may keep valuations that stand for no state of C",
        of_shapes: false,
        range: 0..=MOST,
        place: |settings| &mut settings.theory_work,
    },
    WorkLimit {
        name: "shape-work",
        unit: "small configurations",
        meaning: "the shape analysis stops",
        of_shapes: true,
        range: 0..=MOST,
        place: |settings| &mut settings.shapes.most_work,
    },
    WorkLimit {
        name: "shape-calls",
        unit: "nested calls",
        meaning: "the shape analysis does not follow a call",
        of_shapes: true,
        range: 0..=1_000,
        place: |settings| &mut settings.shapes.most_frames,
    },
    WorkLimit {
        name: "shape-kept",
        unit: "configurations of a location",
        meaning: "the shape analysis joins configurations, and may lose what distinguishes them",
        of_shapes: true,
        range: 1..=10_000,
        place: |settings| &mut settings.shapes.kept_apart,
    },
    WorkLimit {
        name: "run-steps",
        unit: "steps",
        meaning: "a concrete run on a small heap is cut",
        of_shapes: false,
        range: 0..=MOST,
        place: |settings| &mut settings.concrete.steps,
    },
    WorkLimit {
        name: "all-run-steps",
        unit: "steps",
        meaning: "the search for concrete runs on small heaps stops",
        of_shapes: false,
        range: 0..=MOST,
        place: |settings| &mut settings.concrete.total_steps,
    },
];

/// The largest value of any limit.
const MOST: usize = 1_000_000_000;

/// How many rounds of work there are.
#[derive(Args, Clone, Debug)]
pub struct RoundsOption {
    /// While the verdict is unknown and more work may change that, work in up to N rounds, each with twice the work of the one
    /// before; 0: as many as the time limit allows
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = LIMITS)]
    pub rounds: u32,
}

impl RoundsOption {
    /// How many rounds there may be; `None`: as many as there is time for.
    pub fn most(&self) -> Option<NonZeroU32> {
        NonZeroU32::new(self.rounds)
    }
}

/// Limits of work of `verify`.
#[derive(Args, Clone, Debug)]
pub struct WorkLimitOptions {
    /// How often the work doubles
    #[command(flatten)]
    pub rounds: RoundsOption,
    /// Set a limit of work; --help lists them. May be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = of_verify, long_help = help(false), help_heading = LIMITS)]
    pub limit: Vec<ChosenLimit>,
}

/// Limits of work of `smg`.
#[derive(Args, Clone, Debug)]
pub struct ShapeLimitOptions {
    /// How often the work doubles
    #[command(flatten)]
    pub rounds: RoundsOption,
    /// Set a limit of work; --help lists them. May be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = of_shapes, long_help = help(true), help_heading = LIMITS)]
    pub limit: Vec<ChosenLimit>,
}

/// A limit with its value.
#[derive(Clone, Copy, Debug)]
pub struct ChosenLimit {
    row: usize,
    value: usize,
}

/// Changes the settings.
pub fn apply(limits: &[ChosenLimit], settings: &mut Settings) {
    for ChosenLimit { row, value } in limits {
        if let Some(limit) = LIMITS_OF_WORK.get(*row) {
            *(limit.place)(settings) = *value;
        }
    }
}

fn of_verify(text: &str) -> Result<ChosenLimit, String> {
    chosen(text, false)
}

fn of_shapes(text: &str) -> Result<ChosenLimit, String> {
    chosen(text, true)
}

/// The rows of the table, for all commands or for `smg`.
fn rows(of_shapes: bool) -> impl Iterator<Item = (usize, &'static WorkLimit)> {
    LIMITS_OF_WORK.iter().enumerate().filter(move |(_, limit)| limit.of_shapes || !of_shapes)
}

fn chosen(text: &str, of_shapes: bool) -> Result<ChosenLimit, String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let (row, limit) = rows(of_shapes).find(|(_, limit)| limit.name == name).ok_or_else(|| {
        let names = rows(of_shapes).map(|(_, limit)| limit.name).join(", ");
        format!("there is no limit '{name}'; there are: {names}")
    })?;
    let (least, most) = (limit.range.start(), limit.range.end());
    let value = value.parse().ok().filter(|value| limit.range.contains(value));
    let value = value.ok_or_else(|| format!("expected a number from {least} to {most}"))?;
    Ok(ChosenLimit { row, value })
}

/// What `--help` says of the option: the table with the defaults.
fn help(of_shapes: bool) -> String {
    let mut settings = Settings::default();
    let row = |(_, limit): (usize, &WorkLimit)| {
        let WorkLimit { name, unit, meaning, place, .. } = limit;
        format!("{name}={} ({unit}): beyond, {meaning}\n", *place(&mut settings))
    };
    let table: String = rows(of_shapes).map(row).collect();
    format!(
        "Set a limit of work of the first round, which is the same on every machine; each further round doubles it (--rounds). May be \
         repeated. The limits with their defaults:\n\n{table}"
    )
}

#[cfg(test)]
mod tests {
    use super::{LIMITS_OF_WORK, apply, chosen};
    use crate::pipeline::Settings;

    #[test]
    fn each_limit_sets_its_own_field() {
        for limit in &LIMITS_OF_WORK {
            let mut settings = Settings::default();
            apply(&[chosen(&format!("{}=7", limit.name), false).unwrap()], &mut settings);
            let changed: Vec<&str> = LIMITS_OF_WORK
                .iter()
                .filter(|other| *(other.place)(&mut settings) != *(other.place)(&mut Settings::default()))
                .map(|other| other.name)
                .collect();
            assert_eq!(changed, [limit.name]);
        }
        for wrong in ["pairs", "pears=3", "pairs=", "pairs=-1", "=3", "shape-kept=0"] {
            assert!(chosen(wrong, false).is_err(), "{wrong}");
        }
        assert!(chosen("pairs=3", true).is_err());
    }
}
