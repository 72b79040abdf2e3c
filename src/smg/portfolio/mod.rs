//! The portfolio: over-approximating analyses that prove, and bounded bug finding (paper, section 0.5.3).
//!
//! An over-approximating analysis abstracts and joins. It terminates, and an error that it does not report does not
//! happen, but an error that it reports may be a false alarm. Bounded bug finding never abstracts. It explores short
//! runs first, and an error that it reports happens. If it follows every run to its end, it proves as well.
//!
//! `members` is the table of the members, with their modes and budget slices. The order in which they run is decided
//! here (`first_slices`, `full_slices`). Coarse always runs, first. Fine follows if coarse leaves a suspicion or
//! reaches its limit; relational if suspicions are about bounds or remain, or arrays may have to be summarised or
//! nodes to be counted; counting if suspicions remain; bug finding for suspicions, or if an analysis reached its limit.
//!
//! The coarse, fine and relational members first get a small budget slice each: many programs are proved at once by one
//! of them while another one reaches its limit. What that leaves open, another engine may already know
//! ([`KnownElsewhere`]). Full slices follow. Bug finding with sample values comes last, and only
//! if no error is certain.
//!
//! The slices are those of the first round of work; each further round doubles them.
//!
//! With more than one thread, `runs` starts the runs that are probably needed next during the full slice of the coarse
//! analysis.

mod members;
mod runs;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::portfolio::members::{BRIEF, MODERATE, Member, SOON, Slice};
use crate::portfolio::runs::Runs;
use crate::solver::engine::{Analysis, influence, summarises_arrays};
use crate::solver::findings::{Finding, Site};
use crate::solver::settings::{Settings, SolverRun};
use base::Budget;
use program::FaultKind;
use program::analysis::counters::may_count_blocks;
use reason::{Incompleteness, Stop};
use spec::Question;

// The only limit besides the budget slices in the table of members.

/// Factor: if coarse terminated, fine gets this multiple of its work, in addition to what it is always worth.
const FINE_PER_COARSE: usize = 2;

/// What another engine knows of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KnownElsewhere {
    #[default]
    Nothing,
    /// A run with an error. The verdict is known, so only what is found soon is worth looking for.
    AnError,
    /// All runs, and none of them has an error. Nothing is left to do.
    AllRuns,
}

/// Runs the members on a question, each only if the previous answers leave something open.
pub fn analyse(question: Question<'_>, settings: &Settings, budget: &Budget) -> Analysis {
    analyse_beside(question, settings, &|| KnownElsewhere::Nothing, budget)
}

/// Does the same beside another engine, which `elsewhere` asks if the first slices leave something open.
pub fn analyse_beside(
    question: Question<'_>,
    settings: &Settings,
    elsewhere: &dyn Fn() -> KnownElsewhere,
    budget: &Budget,
) -> Analysis {
    let influence = influence(question);
    std::thread::scope(|scope| {
        let runs = Runs::new(scope, question, influence.as_ref(), settings, budget);
        let portfolio = Portfolio { runs, settings, elsewhere, known: Cell::new(None) };
        let found = match portfolio.first_slices() {
            ControlFlow::Break(found) => found,
            ControlFlow::Continue((coarse, related)) => portfolio.full_slices(coarse, related),
        };
        portfolio.runs.stop();
        if settings.stops_with(&found.findings) { up_to_first_error(found, settings) } else { found }
    })
}

/// Returns the certain warnings, and the first certain error.
fn up_to_first_error(found: Analysis, settings: &Settings) -> Analysis {
    let certain = found.findings.into_iter().filter(|finding| finding.certain);
    let (mut warnings, mut errors): (Vec<Finding>, Vec<Finding>) =
        certain.partition(|finding| settings.is_warning(finding.kind));
    errors.truncate(1);
    warnings.append(&mut errors);
    Analysis { findings: warnings, gaps: Vec::new(), partial: true, ..found }
}

struct Portfolio<'scope, 'env> {
    runs: Runs<'scope, 'env>,
    settings: &'env Settings,
    elsewhere: &'env dyn Fn() -> KnownElsewhere,
    /// What is known elsewhere, once that has been asked.
    known: Cell<Option<KnownElsewhere>>,
}

impl Portfolio<'_, '_> {
    /// Returns true if nothing remains to be decided.
    fn is_answer(&self, found: &Analysis) -> bool {
        let is_complete = found.gaps.is_empty() && !found.findings.iter().any(is_suspected);
        is_complete || self.settings.stops_with(&found.findings)
    }

    /// Asks what is known elsewhere about what is still open. An error that is certain here needs no other engine.
    fn known_elsewhere(&self, found: &Analysis) -> KnownElsewhere {
        let is_known = has_certain(found) || self.is_answer(found);
        let known = self.known.get().unwrap_or_else(|| match is_known {
            true => KnownElsewhere::Nothing,
            false => (self.elsewhere)(),
        });
        self.known.set(Some(known));
        known
    }

    /// Looks for more errors in what is known to have one: only for those that are found soon.
    fn briefly(&self, found: Analysis) -> Analysis {
        let work = self.settings.round.limit(BRIEF);
        let found = match found.gaps.is_empty() {
            true => found,
            false => better(found, self.runs.analyse(&self.run(Member::Coarse, work), SOON)),
        };
        let bugs = self.find_bugs(Member::BugFinding, &found, work);
        let mut found = with_bugs(found, bugs);
        // A larger limit is not what helps.
        for (why, _) in &mut found.gaps {
            if matches!(why, Incompleteness::Stopped(Stop::Limit(..) | Stop::Share(..))) {
                *why = Incompleteness::AfterError;
            }
        }
        found
    }

    /// Runs the first slice of a proving member.
    fn first(&self, member: Member) -> Analysis {
        let Slice { work, share } = member.first(self.settings.round);
        self.runs.analyse(&self.run(member, work), share)
    }

    /// Runs the full slice of a proving member.
    fn full(&self, member: Member) -> Analysis {
        let Slice { work, share } = member.full(self.settings.round);
        self.runs.analyse(&self.run(member, work), share)
    }

    /// Runs a proving member with the rest of the work, where no other one can decide.
    fn rest(&self, member: Member) -> Analysis {
        let work = Member::Fine.full(self.settings.round).work;
        self.runs.analyse(&self.run(member, work), member.full(self.settings.round).share)
    }

    /// Returns the work limit of a member's first slice.
    fn first_work(&self, member: Member) -> usize {
        member.first(self.settings.round).work
    }

    /// Returns the work limit of a member's full slice.
    fn full_work(&self, member: Member) -> usize {
        member.full(self.settings.round).work
    }

    /// Returns a run of a member that looks for every error.
    fn run(&self, member: Member, work: usize) -> SolverRun {
        member.run(self.settings, BTreeSet::new(), work)
    }

    /// Runs the first slices, and the full slice of the coarse analysis if neither coarse nor fine terminated. Breaks
    /// if the fine analysis terminated or the relational one gives an answer; otherwise continues with the result of
    /// the coarse analysis, and of the relational one if it ran.
    fn first_slices(&self) -> ControlFlow<Analysis, (Analysis, Option<Analysis>)> {
        let coarse = self.first(Member::Coarse);
        if coarse.work < self.first_work(Member::Coarse) || !Member::has_finer(self.settings) {
            return ControlFlow::Continue((coarse, None));
        }
        if has_certain(&coarse) && !coarse.gaps.is_empty() {
            // The verdict is known, and the coarse analysis finds the remaining errors soonest.
            return ControlFlow::Continue((self.full(Member::Coarse), None));
        }
        let fine = self.first(Member::Fine);
        if !fine.gaps.is_empty() {
            let found = better(coarse, fine);
            let mut related = self.related_first(&found);
            if let Some(answer) = related.take_if(|related| self.is_answer(related)) {
                return ControlFlow::Break(better(found, answer));
            }
            match self.known_elsewhere(&found) {
                KnownElsewhere::Nothing => {}
                KnownElsewhere::AnError => return ControlFlow::Break(self.briefly(found)),
                KnownElsewhere::AllRuns => return ControlFlow::Break(found),
            }
            // Needed next if the coarse analysis does not terminate.
            let next = [Member::BugFinding, Member::Fine];
            self.runs.begin(next.map(|member| self.run(member, self.full_work(member))));
            return ControlFlow::Continue((self.full(Member::Coarse), related));
        }
        let found = better(coarse, fine);
        if self.is_answer(&found) {
            return ControlFlow::Break(found);
        }
        let bugs = self.find_bugs(Member::BugFinding, &found, self.full_work(Member::BugFinding));
        ControlFlow::Break(self.sampled(with_bugs(found, bugs), self.full_work(Member::Sampling)))
    }

    /// Runs the full slices, for what the coarse analysis leaves open.
    fn full_slices(&self, coarse: Analysis, related: Option<Analysis>) -> Analysis {
        if self.is_answer(&coarse) {
            return coarse;
        }
        let mut relational = related.or_else(|| self.related_first(&coarse));
        if let Some(answer) = relational.take_if(|found| self.is_answer(found)) {
            return better(coarse, answer);
        }
        let (coarse, is_exhausted) = self.find_bugs_first(coarse);
        if self.is_answer(&coarse) || !Member::has_finer(self.settings) {
            return coarse;
        }
        let Slice { work: all, share } = Member::Fine.full(self.settings.round);
        let work = match coarse.gaps.is_empty() {
            true => (FINE_PER_COARSE * coarse.work).saturating_add(self.settings.round.limit(MODERATE)),
            false if has_certain(&coarse) => self.settings.round.limit(MODERATE),
            false => all,
        };
        let fine = self.run(Member::Fine, work);
        if fine != self.run(Member::Fine, all) {
            // The runs started ahead have other budget slices.
            self.runs.stop();
        }
        let found = better(coarse, self.runs.analyse(&fine, share));
        // Where coarse terminates, fine takes no longer than asking elsewhere.
        match self.known_elsewhere(&found) {
            KnownElsewhere::Nothing => {}
            KnownElsewhere::AnError => return self.briefly(found),
            KnownElsewhere::AllRuns => return found,
        }
        let mut found = self.with_others(found, relational);
        if !self.is_answer(&found) && !is_exhausted {
            let work =
                if has_certain(&found) { self.settings.round.limit(BRIEF) } else { self.full_work(Member::BugFinding) };
            let bugs = self.find_bugs(Member::BugFinding, &found, work);
            found = with_bugs(found, bugs);
        }
        self.sampled(found, self.full_work(Member::Sampling))
    }

    /// Runs bug finding for the suspicions of the coarse analysis: briefly, then with sample values, then for longer.
    /// Also returns true if its full slice was exhausted.
    fn find_bugs_first(&self, coarse: Analysis) -> (Analysis, bool) {
        let first = self.find_bugs(Member::BugFinding, &coarse, self.first_work(Member::BugFinding));
        let has_seen_all = first.gaps.is_empty();
        let coarse = with_bugs(coarse, first);
        if has_seen_all || self.is_answer(&coarse) {
            return (coarse, false);
        }
        let coarse = self.sampled(coarse, self.first_work(Member::Sampling));
        let all = self.full_work(Member::BugFinding);
        let work = match coarse.gaps.is_empty() {
            true => self.first_work(Member::Coarse).max(coarse.work).min(all),
            false if has_certain(&coarse) => self.settings.round.limit(BRIEF),
            false => all,
        };
        let bugs = self.find_bugs(Member::BugFinding, &coarse, work);
        let is_exhausted = work == all && !bugs.gaps.is_empty();
        (with_bugs(coarse, bugs), is_exhausted)
    }

    /// Runs the first slice of the relational analysis, if all suspicions are about bounds, or if arrays may have to be
    /// summarised or the nodes of lists counted: only that analysis does. It also runs if nothing is suspected but the
    /// configurations are too many: it alone knows nodes of several kinds and sizes.
    fn related_first(&self, coarse: &Analysis) -> Option<Analysis> {
        if summarises_arrays(self.runs.question()) {
            return Some(self.first(Member::Relational));
        }
        let suspected: Vec<&Finding> = coarse.findings.iter().filter(|finding| is_suspected(finding)).collect();
        let counts = || may_count_blocks(self.runs.question().program, false);
        let is_relational = match suspected.is_empty() {
            true => !coarse.gaps.is_empty(),
            false => suspected.into_iter().all(is_about_bounds) || counts(),
        };
        is_relational.then(|| self.first(Member::Relational))
    }

    /// Adds the findings of the relational and the counting analysis. `related` is the result of the relational one's
    /// first slice; if that terminated, its full slice would find the same.
    fn with_others(&self, mut found: Analysis, related: Option<Analysis>) -> Analysis {
        let is_wanted = [!has_certain(&found) || found.findings.iter().any(is_about_numbers), !has_certain(&found)];
        let related = related.filter(|related| related.gaps.is_empty());
        let others = [(Member::Relational, related), (Member::Counting, None)];
        for ((member, known), is_wanted) in others.into_iter().zip(is_wanted) {
            if self.is_answer(&found) || !is_wanted {
                continue;
            }
            let other = known.unwrap_or_else(|| match member {
                Member::Relational if needs_relations(&found) => self.rest(member),
                _ => self.full(member),
            });
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

    /// Runs bug finding with sample values for inputs, unless an error is certain.
    fn sampled(&self, found: Analysis, work: usize) -> Analysis {
        if self.is_answer(&found) || has_certain(&found) {
            return found;
        }
        let bugs = self.find_bugs(Member::Sampling, &found, work);
        with_bugs(found, bugs)
    }

    /// Runs bug finding for the suspicions of an analysis, or for every error if that analysis did not terminate.
    fn find_bugs(&self, member: Member, found: &Analysis, work: usize) -> Analysis {
        self.runs.analyse(&member.run(self.settings, suspicions(found), work), member.full(self.settings.round).share)
    }
}

/// Returns the errors that an analysis suspects; empty, which stands for every error, if it did not terminate.
fn suspicions(found: &Analysis) -> BTreeSet<Site> {
    match found.gaps.is_empty() {
        true => found.findings.iter().filter(|finding| is_suspected(finding)).map(Finding::site).collect(),
        false => BTreeSet::new(),
    }
}

/// Returns the findings of an analysis, with the certain ones of bug finding.
fn with_bugs(mut found: Analysis, bugs: Analysis) -> Analysis {
    let states = found.states + bugs.states;
    let is_finer = !found.gaps.is_empty() || number_of_suspicions(&bugs) <= number_of_suspicions(&found);
    if bugs.is_complete() && is_finer {
        // It has followed all runs, so there are no other errors. The reached set is that of an analysis that
        // terminated.
        let (kept, heads) = match found.gaps.is_empty() {
            true => (found.kept, found.heads),
            false => (bugs.kept, bugs.heads),
        };
        return Analysis { pictures: found.pictures, kept, heads, states, ..bugs };
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

/// Merges the results of two analyses. Each of them reports every error unless it has a gap.
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

/// Returns true for a suspicion about bounds, which relations between numbers may refute.
fn is_about_bounds(finding: &Finding) -> bool {
    is_suspected(finding) && matches!(finding.kind, FaultKind::OutOfBounds | FaultKind::BeyondArray)
}

/// Returns true for a suspicion that relations between numbers, or disjunctive invariants, may refute.
fn is_about_numbers(finding: &Finding) -> bool {
    is_about_bounds(finding)
        || (is_suspected(finding) && matches!(finding.kind, FaultKind::Assertion | FaultKind::ReachError))
}

/// Returns true if an analysis has suspicions that only relations between numbers may refute.
fn needs_relations(found: &Analysis) -> bool {
    found.findings.iter().any(is_about_numbers)
}

fn number_of_suspicions(found: &Analysis) -> usize {
    found.findings.iter().filter(|finding| is_suspected(finding)).count()
}

/// Returns true for an error that may be a false alarm.
fn is_suspected(finding: &Finding) -> bool {
    !finding.certain && !finding.after_error
}
