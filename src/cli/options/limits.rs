//! `--limit NAME=VALUE`: limits of work that have no option of their own, in one table.

use std::num::NonZeroU32;

use clap::Args;
use itertools::Itertools;

use super::LIMITS;
use pipeline::Settings;
use reason::Limit;
use reason::limit::{LimitOption, LimitRow};

/// A limit of work that is set by its name, and where its value goes.
struct NamedLimit {
    limit: Limit,
    /// Whether it is one of the shape analysis, and so of `smg`.
    of_shapes: bool,
    place: fn(&mut Settings) -> &mut usize,
}

impl NamedLimit {
    /// The name; the test below sees that each has one.
    fn name(&self) -> &'static str {
        match self.limit.row().option {
            LimitOption::Own(name) | LimitOption::Named(name) => name,
        }
    }
}

/// All of them.
const NAMED_LIMITS: [NamedLimit; 9] = [
    NamedLimit { limit: Limit::Pairs, of_shapes: false, place: |settings| &mut settings.most_pairs },
    NamedLimit { limit: Limit::ModelStates, of_shapes: false, place: |settings| &mut settings.limits.states },
    NamedLimit { limit: Limit::ModelSuccessors, of_shapes: false, place: |settings| &mut settings.limits.successors },
    NamedLimit { limit: Limit::TheoryWork, of_shapes: false, place: |settings| &mut settings.theory_work },
    NamedLimit { limit: Limit::ShapeWork, of_shapes: true, place: |settings| &mut settings.shapes.most_work },
    NamedLimit { limit: Limit::ShapeCalls, of_shapes: true, place: |settings| &mut settings.shapes.most_frames },
    NamedLimit { limit: Limit::ShapeKept, of_shapes: true, place: |settings| &mut settings.shapes.kept_apart },
    NamedLimit { limit: Limit::RunSteps, of_shapes: false, place: |settings| &mut settings.concrete.steps },
    NamedLimit { limit: Limit::AllRunSteps, of_shapes: false, place: |settings| &mut settings.concrete.total_steps },
];

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
        if let Some(limit) = NAMED_LIMITS.get(*row) {
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
fn rows(of_shapes: bool) -> impl Iterator<Item = (usize, &'static NamedLimit)> {
    NAMED_LIMITS.iter().enumerate().filter(move |(_, limit)| limit.of_shapes || !of_shapes)
}

fn chosen(text: &str, of_shapes: bool) -> Result<ChosenLimit, String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let (row, named) = rows(of_shapes).find(|(_, named)| named.name() == name).ok_or_else(|| {
        let names = rows(of_shapes).map(|(_, named)| named.name()).join(", ");
        format!("there is no limit '{name}'; there are: {names}")
    })?;
    let range = &named.limit.row().range;
    let value = value.parse().ok().filter(|value| range.contains(&(*value as u64)));
    let value = value.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))?;
    Ok(ChosenLimit { row, value })
}

/// What `--help` says of the option: the table with the defaults.
fn help(of_shapes: bool) -> String {
    let row = |(_, named): (usize, &NamedLimit)| {
        let LimitRow { default, unit, effect, .. } = named.limit.row();
        format!("{}={default} ({unit}): beyond, {effect}\n", named.name())
    };
    let table: String = rows(of_shapes).map(row).collect();
    format!(
        "Set a limit of work of the first round, which is the same on every machine; each further round doubles it (--rounds). May be \
         repeated. The limits with their defaults:\n\n{table}"
    )
}

#[cfg(test)]
mod tests {
    use super::{NAMED_LIMITS, NamedLimit, apply, chosen};
    use pipeline::Settings;
    use reason::limit::LimitOption;

    #[test]
    fn each_limit_sets_its_own_field_whose_default_is_in_the_table() {
        for named in &NAMED_LIMITS {
            let row = named.limit.row();
            assert_eq!(row.option, LimitOption::Named(named.name()));
            assert_eq!(*(named.place)(&mut Settings::default()) as u64, row.default, "{}", named.name());
            let mut settings = Settings::default();
            apply(&[chosen(&format!("{}=7", named.name()), false).unwrap()], &mut settings);
            let changed: Vec<&str> = NAMED_LIMITS
                .iter()
                .filter(|other| *(other.place)(&mut settings) != *(other.place)(&mut Settings::default()))
                .map(NamedLimit::name)
                .collect();
            assert_eq!(changed, [named.name()]);
        }
        for wrong in ["pairs", "pears=3", "pairs=", "pairs=-1", "=3", "shape-kept=0"] {
            assert!(chosen(wrong, false).is_err(), "{wrong}");
        }
        assert!(chosen("pairs=3", true).is_err());
    }
}
