//! Advice to raise a limit that would not raise it is dropped: engines have limits of their own below those of the options.
use crate::property::PropertyVerdict;
use crate::replay;
use crate::settings::Settings;
use engine::verdict::Verdict;
use reason::Limit;
use reason::advice::Advice;

/// Drops advice that would not change the limits of `verify`.
pub(super) fn fit(properties: &mut [PropertyVerdict], settings: &Settings) {
    let beside =
        LimitsOfSafety { shapes: &settings.shapes, bounded: settings.bounded.as_ref(), replay: settings.replay };
    keep(properties, |limit| match limit {
        Limit::Bound => settings.bound as u64,
        Limit::Pairs => settings.most_pairs as u64,
        Limit::ModelStates => settings.limits.states as u64,
        Limit::ModelSuccessors => settings.limits.successors as u64,
        Limit::HeapNodes => settings.concrete.nodes as u64,
        Limit::TheoryWork => settings.theory_work as u64,
        Limit::RunSteps => settings.concrete.steps as u64,
        Limit::AllRunSteps => settings.concrete.total_steps as u64,
        limit => beside.value(limit),
    });
}

/// The same, for the limits of `smg`.
pub(super) fn fit_safety(properties: &mut [PropertyVerdict], limits: &LimitsOfSafety<'_>) {
    keep(properties, |limit| limits.value(limit));
}

/// How the engines are limited that look for errors of memory.
pub(super) struct LimitsOfSafety<'s> {
    pub(super) shapes: &'s smg::Settings,
    pub(super) bounded: Option<&'s bmc::Settings>,
    pub(super) replay: replay::Limits,
}

impl LimitsOfSafety<'_> {
    /// The value of a limit. An engine that is not asked, or an option that is not there, limits nothing.
    fn value(&self, limit: Limit) -> u64 {
        let of_bounded = |value: fn(&bmc::Settings) -> u64| self.bounded.map_or(u64::MAX, value);
        match limit {
            Limit::ShapeWork => self.shapes.most_work as u64,
            Limit::ShapeCalls => self.shapes.most_frames as u64,
            Limit::ShapeKept => self.shapes.kept_apart as u64,
            Limit::ReplaySteps => self.replay.steps,
            Limit::Unwind => of_bounded(|bounded| bounded.largest_unwind.into()),
            Limit::Objects => of_bounded(|bounded| bounded.most_objects as u64),
            Limit::Terms => of_bounded(|bounded| bounded.most_terms as u64),
            Limit::Clauses => of_bounded(|bounded| bounded.most_clauses as u64),
            Limit::ProofBytes => of_bounded(|bounded| bounded.most_proof_bytes),
            Limit::Bound
            | Limit::Pairs
            | Limit::ModelStates
            | Limit::ModelSuccessors
            | Limit::TheoryWork
            | Limit::HeapNodes
            | Limit::RunSteps
            | Limit::AllRunSteps => u64::MAX,
        }
    }
}

fn keep(properties: &mut [PropertyVerdict], current: impl Fn(Limit) -> u64) {
    for property in properties.iter_mut().filter(|property| property.verdict == Verdict::Unknown) {
        property.advice.retain(|advice| match advice {
            Advice::Raise { limit, to } => *to > current(*limit),
            _ => true,
        });
        // Whether something helps is said in any case.
        if property.advice.len() > 1 {
            property.advice.retain(|advice| *advice != Advice::Rewrite);
        } else if property.advice.is_empty() {
            property.advice.push(Advice::Rewrite);
        }
    }
}
