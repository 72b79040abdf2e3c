//! The portfolio: over-approximating analyses that prove, and bounded bug finding (paper, section 0.5.3).
//!
//! An over-approximating analysis abstracts and joins. It terminates, and an error that it does not report does not happen; an
//! error that it reports may be a false alarm. Bounded bug finding never abstracts. It explores short runs first, and an error that
//! it reports happens. Where it follows every run to its end, it proves as well.
//!
//! | member | how it differs | when it runs |
//! |---|---|---|
//! | coarse | joins as much and as early as it can; enough for most programs | always, first |
//! | local | coarse, on the part of memory that a call can reach, with summaries | functions were analysed many times |
//! | fine | keeps more configurations apart | coarse leaves a suspicion or reaches its limit |
//! | relational | fine, with relations between numbers, and disjunctive invariants of blocks | suspicions are about bounds, or remain |
//! | counting | fine, but widens numbers before it abstracts lists | suspicions remain |
//! | bug finding | no abstraction; also with sample values for inputs, and along one path at a time | for suspicions, or where an analysis reached its limit |
//!
//! The coarse, local, fine and relational members first get a small budget slice each: many programs are proved at once by one
//! of them, while another reaches its limit. Full slices follow. Bug finding along single paths, and with sample values, comes last,
//! and only if no error is certain.
//!
//! With more than one thread, the runs that are probably needed next start while the coarse analysis has its full slice.

mod runs;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::base::Budget;
use crate::program::FaultKind;
use crate::smg::portfolio::runs::Runs;
use crate::smg::solver::engine::{Analysis, Question, Settings};
use crate::smg::solver::findings::{Finding, Site};

// Budgets. Work is counted in configurations; a large configuration counts as several.

/// Bug finding, its full slice.
const BUG_FINDING_WORK: usize = 20_000;
/// Bug finding with sample values, along single paths, or after an error that is certain.
const SAMPLED_WORK: usize = 5_000;
/// Bug finding before the full slice of the fine analysis: some errors are found early, and some depend on one number.
const FIRST_BUG_FINDING_WORK: usize = 500;
/// Loop iterations of bug finding along single paths: first few, then many.
const DEPTHS: [u32; 2] = [20, 100];
/// Configurations that the coarse analysis keeps apart at a loop head.
const KEPT_BY_COARSE: usize = 2;
/// The first slice of each member.
const FIRST_SLICE: usize = 2_000;
/// The full slice of the coarse analysis: a program that needs more is one for another member.
const COARSE_WORK: usize = 40_000;
/// Where the coarse analysis terminates, the fine one gets this multiple of its work, and [`MORE_THAN_COARSE`] on top.
const TIMES_COARSE: usize = 2;
const MORE_THAN_COARSE: usize = 15_000;
/// Analyses of one function after which the local analysis is tried.
const MANY_REPETITIONS: usize = 3;
/// The share of the remaining time that the coarse analysis may take, and the one that coarse and fine may take together.
const SHARE_OF_COARSE: f64 = 0.3;
const SHARE_OF_BOTH: f64 = 0.7;

/// Runs the members on a question, each as far as the answers before leave something open.
pub fn analyse(question: Question<'_>, settings: &Settings, budget: &Budget) -> Analysis {
    std::thread::scope(|scope| {
        let portfolio = Portfolio { runs: Runs::new(scope, question, budget, settings.jobs), settings };
        let found = match portfolio.first_slices() {
            ControlFlow::Break(found) => found,
            ControlFlow::Continue((coarse, related)) => portfolio.full_slices(coarse, related),
        };
        portfolio.runs.stop();
        if settings.stops_with(&found.findings) { up_to_first_error(found, settings) } else { found }
    })
}

/// The certain findings up to the first error, and that error.
fn up_to_first_error(found: Analysis, settings: &Settings) -> Analysis {
    let certain = found.findings.into_iter().filter(|finding| finding.certain);
    let (mut warnings, mut errors): (Vec<Finding>, Vec<Finding>) =
        certain.partition(|finding| settings.is_warning(finding.kind));
    errors.truncate(1);
    warnings.append(&mut errors);
    Analysis { findings: warnings, gaps: Vec::new(), partial: true, ..found }
}

/// What all members share.
struct Portfolio<'scope, 'env> {
    runs: Runs<'scope, 'env>,
    settings: &'env Settings,
}

impl Portfolio<'_, '_> {
    /// The fine analysis. Like the coarse one, it looks at the whole memory.
    fn fine(&self) -> Settings {
        Settings { local_heaps: false, ..self.settings.clone() }
    }

    fn coarse(&self) -> Settings {
        let kept_apart = KEPT_BY_COARSE.min(self.settings.kept_apart);
        Settings { kept_apart, most_work: COARSE_WORK.min(self.settings.most_work), ..self.fine() }
    }

    /// The coarse analysis on local heaps.
    fn local(&self) -> Settings {
        Settings { local_heaps: true, ..self.coarse() }
    }

    /// The fine analysis, which widens numbers before it abstracts lists.
    fn counting(&self) -> Settings {
        let most_work = MORE_THAN_COARSE.min(self.settings.most_work);
        Settings { gives_up_numbers: true, most_work, ..self.fine() }
    }

    /// The fine analysis with relations between numbers and disjunctive invariants of blocks.
    fn relational(&self) -> Settings {
        let most_work = MORE_THAN_COARSE.min(self.settings.most_work);
        Settings { relates_numbers: true, most_work, ..self.fine() }
    }

    /// Whether the fine analysis differs from the coarse one.
    fn has_finer(&self) -> bool {
        KEPT_BY_COARSE < self.settings.kept_apart
    }

    /// Whether nothing is left open.
    fn is_answer(&self, found: &Analysis) -> bool {
        let is_complete = found.gaps.is_empty() && !found.findings.iter().any(is_suspected);
        is_complete || self.settings.stops_with(&found.findings)
    }

    fn verified(&self, settings: &Settings, share: f64) -> Analysis {
        self.runs.analyse(settings, share)
    }

    /// The first slices, and the full slice of the coarse analysis if neither coarse nor fine terminated. Breaks with the answer if
    /// the fine analysis terminated; otherwise continues with the findings of the coarse analysis, and of the relational one if it
    /// ran.
    fn first_slices(&self) -> ControlFlow<Analysis, (Analysis, Option<Analysis>)> {
        let coarse = self.verified(&first_slice(self.coarse()), SHARE_OF_COARSE);
        if coarse.work < FIRST_SLICE || !self.has_finer() {
            return ControlFlow::Continue((coarse, None));
        }
        if coarse.repetitions >= MANY_REPETITIONS {
            let local = self.verified(&first_slice(self.local()), SHARE_OF_COARSE);
            if self.is_answer(&local) {
                return ControlFlow::Break(local);
            }
        }
        if has_certain(&coarse) && !coarse.gaps.is_empty() {
            // The verdict is known, and the coarse analysis finds the remaining errors soonest.
            return ControlFlow::Continue((self.verified(&self.coarse(), SHARE_OF_COARSE), None));
        }
        let fine = self.verified(&first_slice(self.fine()), SHARE_OF_COARSE);
        if !fine.gaps.is_empty() {
            let found = better(coarse, fine);
            let mut related = self.related_first(&found);
            if let Some(answer) = related.take_if(|related| self.is_answer(related)) {
                return ControlFlow::Break(better(found, answer));
            }
            // Needed next if the coarse analysis does not terminate.
            self.runs.begin([bug_finding(self.settings, BTreeSet::new(), BUG_FINDING_WORK), self.fine()]);
            return ControlFlow::Continue((self.verified(&self.coarse(), SHARE_OF_COARSE), related));
        }
        let found = better(coarse, fine);
        if self.is_answer(&found) {
            return ControlFlow::Break(found);
        }
        let bugs = self.find_bugs(&found, BUG_FINDING_WORK);
        ControlFlow::Break(self.find_bugs_deep(with_bugs(found, bugs)))
    }

    /// The full slices, for the suspicions that the coarse analysis leaves.
    fn full_slices(&self, mut coarse: Analysis, related: Option<Analysis>) -> Analysis {
        if !coarse.gaps.is_empty() && coarse.repetitions >= MANY_REPETITIONS {
            coarse = better(coarse, self.verified(&self.local(), SHARE_OF_COARSE));
        }
        if self.is_answer(&coarse) {
            return coarse;
        }
        let mut relational = related.or_else(|| self.related_first(&coarse));
        if let Some(answer) = relational.take_if(|found| self.is_answer(found)) {
            return better(coarse, answer);
        }
        let (coarse, is_exhausted) = self.find_bugs_first(coarse);
        if self.is_answer(&coarse) || !self.has_finer() {
            return coarse;
        }
        let most_work = match coarse.gaps.is_empty() {
            true => TIMES_COARSE * coarse.work + MORE_THAN_COARSE,
            false if has_certain(&coarse) => MORE_THAN_COARSE,
            false => self.settings.most_work,
        };
        let fine = Settings { most_work: most_work.min(self.settings.most_work), ..self.fine() };
        if fine != self.fine() {
            // The runs under way have other settings.
            self.runs.stop();
        }
        let mut found = self.with_others(better(coarse, self.verified(&fine, SHARE_OF_BOTH)), relational);
        if !self.is_answer(&found) && !is_exhausted {
            let most_work = if has_certain(&found) { SAMPLED_WORK } else { BUG_FINDING_WORK };
            let bugs = self.find_bugs(&found, most_work);
            found = with_bugs(found, bugs);
        }
        self.find_bugs_deep(found)
    }

    /// Bug finding for the suspicions of the coarse analysis: briefly, with sample values, and for longer. Returns also whether
    /// its full slice was not enough.
    fn find_bugs_first(&self, coarse: Analysis) -> (Analysis, bool) {
        let first = self.find_bugs(&coarse, FIRST_BUG_FINDING_WORK);
        let has_seen_all = first.gaps.is_empty();
        let coarse = with_bugs(coarse, first);
        if has_seen_all || self.is_answer(&coarse) {
            return (coarse, false);
        }
        let coarse = self.sampled(coarse, FIRST_BUG_FINDING_WORK);
        let most_work = match coarse.gaps.is_empty() {
            true => FIRST_SLICE.max(coarse.work).min(BUG_FINDING_WORK),
            false if has_certain(&coarse) => SAMPLED_WORK,
            false => BUG_FINDING_WORK,
        };
        let bugs = self.find_bugs(&coarse, most_work);
        let is_exhausted = most_work == BUG_FINDING_WORK && !bugs.gaps.is_empty();
        (with_bugs(coarse, bugs), is_exhausted)
    }

    /// The first slice of the relational analysis, if all suspicions are about bounds.
    fn related_first(&self, coarse: &Analysis) -> Option<Analysis> {
        let suspected: Vec<&Finding> = coarse.findings.iter().filter(|finding| is_suspected(finding)).collect();
        let is_relational = !suspected.is_empty() && suspected.into_iter().all(is_about_bounds);
        is_relational.then(|| self.verified(&first_slice(self.relational()), SHARE_OF_COARSE))
    }

    /// Adds the findings of the relational and the counting analysis. The relational one may have had its first slice: if it
    /// terminated, its full slice would find the same.
    fn with_others(&self, mut found: Analysis, related: Option<Analysis>) -> Analysis {
        let is_wanted = [!has_certain(&found) || found.findings.iter().any(is_about_numbers), !has_certain(&found)];
        let related = related.filter(|related| related.gaps.is_empty());
        let others = [(self.relational(), related), (self.counting(), None)];
        for ((settings, known), is_wanted) in others.into_iter().zip(is_wanted) {
            if self.is_answer(&found) || !is_wanted {
                continue;
            }
            let other = known.unwrap_or_else(|| self.verified(&settings, SHARE_OF_BOTH));
            let says_more = match (other.gaps.is_empty(), found.gaps.is_empty()) {
                (true, false) => true,
                (true, true) => number_of_suspicions(&other) < number_of_suspicions(&found),
                (false, _) => other.gaps == found.gaps && other.findings.len() < found.findings.len(),
            };
            if self.is_answer(&other) || says_more {
                found = better(found, other);
            }
        }
        found
    }

    /// Bug finding along single paths, then with sample values, until an error is certain.
    fn find_bugs_deep(&self, mut found: Analysis) -> Analysis {
        let wanted = suspicions(&found);
        let searches = DEPTHS.map(|turns| {
            let settings = Settings { most_turns: Some(turns), ..self.settings.clone() };
            bug_finding(&settings, wanted.clone(), SAMPLED_WORK)
        });
        self.runs.begin(searches.iter().skip(1).cloned());
        for search in searches {
            if self.is_answer(&found) || has_certain(&found) {
                break;
            }
            found = with_bugs(found, self.runs.analyse(&search, 1.0));
        }
        self.sampled(found, SAMPLED_WORK)
    }

    /// Bug finding with sample values for inputs, unless an error is certain.
    fn sampled(&self, found: Analysis, most_work: usize) -> Analysis {
        if self.is_answer(&found) || has_certain(&found) {
            return found;
        }
        let settings = Settings { samples: true, ..self.settings.clone() };
        let bugs = self.runs.analyse(&bug_finding(&settings, suspicions(&found), most_work), 1.0);
        with_bugs(found, bugs)
    }

    /// Bug finding for the suspicions of an analysis; for every error if that analysis did not terminate.
    fn find_bugs(&self, found: &Analysis, most_work: usize) -> Analysis {
        self.runs.analyse(&bug_finding(self.settings, suspicions(found), most_work), 1.0)
    }
}

/// The first slice with these settings.
fn first_slice(settings: Settings) -> Settings {
    Settings { most_work: FIRST_SLICE.min(settings.most_work), ..settings }
}

/// Bounded bug finding for these errors.
fn bug_finding(settings: &Settings, wanted: BTreeSet<Site>, most_work: usize) -> Settings {
    let most_work = most_work.min(settings.most_work);
    Settings { abstracts: false, local_heaps: true, most_work, wanted, ..settings.clone() }
}

/// The errors that an analysis suspects; none, which stands for every error, if it did not terminate.
fn suspicions(found: &Analysis) -> BTreeSet<Site> {
    match found.gaps.is_empty() {
        true => found.findings.iter().filter(|finding| is_suspected(finding)).map(Finding::site).collect(),
        false => BTreeSet::new(),
    }
}

/// The findings of an analysis, with the certain ones of bug finding.
fn with_bugs(mut found: Analysis, bugs: Analysis) -> Analysis {
    let states = found.states + bugs.states;
    let is_finer = !found.gaps.is_empty() || number_of_suspicions(&bugs) <= number_of_suspicions(&found);
    if bugs.gaps.is_empty() && !bugs.partial && is_finer {
        // It has followed all runs, so that there are no errors but these. The reached set is that of a run that terminated.
        let kept = if found.gaps.is_empty() { found.kept } else { bugs.kept };
        return Analysis { pictures: found.pictures, kept, states, ..bugs };
    }
    add_certain(&mut found, bugs.findings);
    Analysis { states, ..found }
}

fn add_certain(found: &mut Analysis, findings: Vec<Finding>) {
    for certain in findings.into_iter().filter(|finding| finding.certain) {
        let same = |known: &&mut Finding| known.site() == certain.site();
        match found.findings.iter_mut().find(same) {
            Some(known) if known.confirmed => {}
            Some(known) => *known = certain,
            None => found.findings.push(certain),
        }
    }
}

/// The findings of two analyses. Each reports every error unless it has a gap.
fn better(coarse: Analysis, fine: Analysis) -> Analysis {
    let states = coarse.states + fine.states;
    let (mut better, other) = match (coarse.gaps.is_empty(), fine.gaps.is_empty()) {
        (true, false) => (coarse, fine),
        _ => (fine, coarse),
    };
    add_certain(&mut better, other.findings);
    Analysis { states, ..better }
}

fn has_certain(found: &Analysis) -> bool {
    found.findings.iter().any(|finding| finding.certain)
}

/// Whether it is a suspicion about bounds, which relations between numbers may refute.
fn is_about_bounds(finding: &Finding) -> bool {
    is_suspected(finding) && matches!(finding.kind, FaultKind::OutOfBounds | FaultKind::BeyondArray)
}

/// Whether it is a suspicion that relations between numbers, or disjunctive invariants, may refute.
fn is_about_numbers(finding: &Finding) -> bool {
    is_about_bounds(finding)
        || (is_suspected(finding) && matches!(finding.kind, FaultKind::Assertion | FaultKind::ReachError))
}

fn number_of_suspicions(found: &Analysis) -> usize {
    found.findings.iter().filter(|finding| is_suspected(finding)).count()
}

/// Whether it may be a false alarm.
fn is_suspected(finding: &Finding) -> bool {
    !finding.certain && !finding.after_error
}
