//! The party: an analysis that proves, and one that hunts (paper, section 0.5.2).
//!
//! The verifier abstracts, so that it ends and what it does not report does not happen; of an error that it reports it often
//! cannot say that a run has it. The hunter does not abstract: it looks at short runs first, and what it reports happens. It
//! is sent out for the errors that the verifier is not sure of, and where the verifier came to no end.

use std::collections::BTreeSet;

use crate::base::Budget;
use crate::program::{FunctionId, Program};
use crate::smg::engine::{Analysis, Settings, analyse as analyse_alone};
use crate::smg::findings::Finding;

/// The hunter looks at so many configurations.
const MOST_HUNTED: usize = 20_000;
/// The part of the time that the verifier may take.
const SHARE_OF_VERIFIER: f64 = 0.7;

/// Runs the verifier from a function, and the hunter where that may say more.
pub fn analyse(program: &Program, entry: FunctionId, settings: &Settings, budget: &Budget) -> Analysis {
    let mut found = analyse_alone(program, entry, settings, &budget.share(SHARE_OF_VERIFIER));
    let doubted = |finding: &&Finding| !finding.certain && !finding.after_error;
    let wanted: BTreeSet<_> =
        found.findings.iter().filter(doubted).map(|finding| (finding.kind, finding.span)).collect();
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
    let hunted = analyse_alone(program, entry, &hunter, budget);
    found.states += hunted.states;
    for certain in hunted.findings.into_iter().filter(|finding| finding.certain) {
        let same = |known: &&mut Finding| (known.kind, known.span) == (certain.kind, certain.span);
        match found.findings.iter_mut().find(same) {
            Some(known) if known.confirmed => {}
            Some(known) => *known = certain,
            None => found.findings.push(certain),
        }
    }
    found
}
