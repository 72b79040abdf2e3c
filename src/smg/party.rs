//! The party: analyses that prove, and one that hunts (paper, section 0.5.2).
//!
//! The verifiers abstract, so that they end and what they do not report does not happen; of an error that they report they
//! often cannot say that a run has it. The first is coarse: it joins what it can as soon as it can, which is enough for most
//! programs and takes little time. Where it is in doubt, a second one keeps more apart. The hunter does not abstract: it
//! looks at short runs first, and what it reports happens. It is sent out for the errors that the verifiers are not sure of,
//! and where they came to no end. A program that has few runs it follows to the end of each: then it has proved what it does
//! not report.

use std::collections::BTreeSet;

use crate::base::Budget;
use crate::smg::engine::{Analysis, Question, Settings, analyse as analyse_alone};
use crate::smg::findings::Finding;

/// The hunter looks at so many configurations.
const MOST_HUNTED: usize = 20_000;
/// The coarse verifier keeps so many configurations at a loop head apart.
const KEPT_BY_COARSE: usize = 2;
/// The coarse verifier looks at so many configurations: what takes it longer is not for it.
const MOST_BY_COARSE: usize = 40_000;
/// The part of the time that the coarse verifier may take, and that both may.
const SHARE_OF_COARSE: f64 = 0.3;
const SHARE_OF_BOTH: f64 = 0.7;

/// Runs the verifiers on a question, and the hunter where that may say more.
pub fn analyse(question: Question<'_>, settings: &Settings, budget: &Budget) -> Analysis {
    let mut found = verified(question, settings, budget);
    let wanted: BTreeSet<_> = found.findings.iter().filter(|finding| is_doubted(finding)).map(Finding::site).collect();
    let has_certain = found.findings.iter().any(|finding| finding.certain);
    if wanted.is_empty() && (found.gaps.is_empty() || has_certain) {
        return found;
    }
    let hunter = Settings {
        abstracts: false,
        most_configurations: MOST_HUNTED.min(settings.most_configurations),
        wanted,
        ..settings.clone()
    };
    let mut hunted = analyse_alone(question, &hunter, budget);
    if hunted.gaps.is_empty() && !hunted.partial {
        // It has followed all runs: there are no other errors than those that it found.
        hunted.states += found.states;
        return Analysis { pictures: found.pictures, kept: found.kept, ..hunted };
    }
    found.states += hunted.states;
    for certain in hunted.findings.into_iter().filter(|finding| finding.certain) {
        let same = |known: &&mut Finding| known.site() == certain.site();
        match found.findings.iter_mut().find(same) {
            Some(known) if known.confirmed => {}
            Some(known) => *known = certain,
            None => found.findings.push(certain),
        }
    }
    found
}

/// What the verifiers find: the coarse one alone if it has no doubt.
fn verified(question: Question<'_>, settings: &Settings, budget: &Budget) -> Analysis {
    let kept_apart = KEPT_BY_COARSE.min(settings.kept_apart);
    let most_configurations = MOST_BY_COARSE.min(settings.most_configurations);
    let coarse_settings = Settings { kept_apart, most_configurations, ..settings.clone() };
    let coarse = analyse_alone(question, &coarse_settings, &budget.share(SHARE_OF_COARSE));
    let has_doubts = |found: &Analysis| !found.gaps.is_empty() || found.findings.iter().any(is_doubted);
    if !has_doubts(&coarse) || kept_apart == settings.kept_apart {
        return coarse;
    }
    let fine = analyse_alone(question, settings, &budget.share(SHARE_OF_BOTH));
    // Each has found every error unless it says that it left something out.
    let (mut better, states) = match (coarse.gaps.is_empty(), fine.gaps.is_empty()) {
        (true, false) => (coarse, fine.states),
        _ => (fine, coarse.states),
    };
    better.states += states;
    better
}

/// Whether an error may be one that no run has.
fn is_doubted(finding: &Finding) -> bool {
    !finding.certain && !finding.after_error
}
