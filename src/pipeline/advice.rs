//! Advice to raise a limit that would not raise it is dropped: engines have limits of their own below those of the options.

use crate::bmc;
use crate::engine::advice::{Advice, RaisedLimit};
use crate::pipeline::property::PropertyVerdict;
use crate::pipeline::replay;
use crate::pipeline::settings::Settings;
use crate::smg;
use crate::verdict::Verdict;

/// Drops advice that would not change the limits of `verify`.
pub(super) fn fit(properties: &mut [PropertyVerdict], settings: &Settings) {
    let beside =
        LimitsOfSafety { shapes: &settings.shapes, bounded: settings.bounded.as_ref(), replay: settings.replay };
    keep(properties, |limit| match limit {
        RaisedLimit::Bound => settings.bound as u64,
        RaisedLimit::Pairs => settings.most_pairs as u64,
        RaisedLimit::ModelStates => settings.limits.states as u64,
        RaisedLimit::ModelSuccessors => settings.limits.successors as u64,
        RaisedLimit::HeapNodes => settings.concrete.nodes as u64,
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
    fn value(&self, limit: RaisedLimit) -> u64 {
        let of_bounded = |value: fn(&bmc::Settings) -> u64| self.bounded.map_or(u64::MAX, value);
        match limit {
            RaisedLimit::ShapeWork => self.shapes.most_work as u64,
            RaisedLimit::ShapeCalls => self.shapes.most_frames as u64,
            RaisedLimit::ReplaySteps => self.replay.steps,
            RaisedLimit::Unwind => of_bounded(|bounded| bounded.largest_unwind.into()),
            RaisedLimit::Objects => of_bounded(|bounded| bounded.most_objects as u64),
            RaisedLimit::Terms => of_bounded(|bounded| bounded.most_terms as u64),
            RaisedLimit::Clauses => of_bounded(|bounded| bounded.most_clauses as u64),
            RaisedLimit::ProofBytes => of_bounded(|bounded| bounded.most_proof_bytes),
            RaisedLimit::Bound
            | RaisedLimit::Pairs
            | RaisedLimit::ModelStates
            | RaisedLimit::ModelSuccessors
            | RaisedLimit::HeapNodes => u64::MAX,
        }
    }
}

fn keep(properties: &mut [PropertyVerdict], current: impl Fn(RaisedLimit) -> u64) {
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
