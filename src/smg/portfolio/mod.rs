//! The party: analyses that prove, and one that hunts (paper, section 0.5.3).
//!
//! The verifiers abstract, so that they end and what they do not report does not happen; of an error that they report they
//! often cannot say that a run has it. The first is coarse: it joins what it can as soon as it can, which is enough for most
//! programs and takes little time. It looks at whole memories. If it comes to no end with that, and has analysed functions again
//! and again, it looks only at what each of them may come to: that may be the same more often. The hunter does not abstract: it
//! looks at short runs first, and what it reports happens. For a short while it is sent out at once, also with a few numbers for
//! all that an input may be. It is sent out for the errors that the verifier is not sure of, and
//! where that came to no end. A program that has few runs it follows to the end of each: then it has proved what it does not
//! report. Where doubts remain, a second verifier keeps more apart, a third one follows how numbers are related and what blocks hold
//! together, a fourth one gives up what it knows of numbers before what it knows of lists, and the hunter goes after what they are
//! not sure of. Each of the verifiers but the fourth has a short turn before the long ones, the third one where all doubts are
//! about the ends of blocks: some programs one of them proves at once where the others are lost.
//! Last of all, where nothing is certain, the hunter goes far down one way after the other, and takes a few numbers for all that
//! an input may be.
//!
//! With more than one thread what may be asked for next is begun while the coarse verifier has its long turn.

mod runs;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::base::Budget;
use crate::program::FaultKind;
use crate::smg::portfolio::runs::Runs;
use crate::smg::solver::engine::{Analysis, Question, Settings};
use crate::smg::solver::findings::{Finding, Site};

/// The hunter may do so much work: as many configurations, if they are small.
const MOST_HUNTED: usize = 20_000;
/// So much where a few numbers stand for all that an input may be, where it goes far down one way after the other, and where something
/// is certain already.
const MOST_SAMPLED: usize = 5_000;
/// So much before that, and before the finer verifier has its long turn: some errors are met soon, and some depend on one number
/// alone.
const FIRST_HUNTED: usize = 500;
/// How many turns of loops it makes then: first few, then many.
const DEPTHS: [u32; 2] = [20, 100];
/// The coarse verifier keeps so many configurations at a loop head apart.
const KEPT_BY_COARSE: usize = 2;
/// So much work each verifier does before the other has its turn: for many programs one of them needs little where the other
/// comes to no end.
const FIRST_TURN: usize = 2_000;
/// The coarse verifier may do so much work: what takes it longer is not for it.
const MOST_BY_COARSE: usize = 40_000;
/// Where the coarse one came to an end, the other may do so many times its work, and some more: otherwise it is lost in details.
const TIMES_COARSE: usize = 2;
const MORE_THAN_COARSE: usize = 15_000;
/// Where functions were analysed so often, calls may have more in common than is seen with the whole memory.
const MANY_REPETITIONS: usize = 3;
/// The part of the time that the coarse verifier may take, and that both may.
const SHARE_OF_COARSE: f64 = 0.3;
const SHARE_OF_BOTH: f64 = 0.7;

/// Runs the verifiers on a question, and the hunter where that may say more.
pub fn analyse(question: Question<'_>, settings: &Settings, budget: &Budget) -> Analysis {
    std::thread::scope(|scope| {
        let party = Party { runs: Runs::new(scope, question, budget, settings.jobs), settings };
        let found = match party.short_turns() {
            ControlFlow::Break(found) => found,
            ControlFlow::Continue((coarse, related)) => party.long_turns(coarse, related),
        };
        party.runs.stop();
        if settings.stops_with(&found.findings) { up_to_first_error(found, settings) } else { found }
    })
}

/// What is known for certain up to the first error, and that error.
fn up_to_first_error(found: Analysis, settings: &Settings) -> Analysis {
    let certain = found.findings.into_iter().filter(|finding| finding.certain);
    let (mut told, mut errors): (Vec<Finding>, Vec<Finding>) =
        certain.partition(|finding| settings.is_warning(finding.kind));
    errors.truncate(1);
    told.append(&mut errors);
    Analysis { findings: told, gaps: Vec::new(), partial: true, ..found }
}

/// What all members of the party know.
struct Party<'scope, 'env> {
    runs: Runs<'scope, 'env>,
    settings: &'env Settings,
}

impl Party<'_, '_> {
    /// The finer verifier. Both look at whole memories.
    fn fine(&self) -> Settings {
        Settings { cuts_calls: false, ..self.settings.clone() }
    }

    fn coarse(&self) -> Settings {
        let kept_apart = KEPT_BY_COARSE.min(self.settings.kept_apart);
        Settings { kept_apart, most_work: MOST_BY_COARSE.min(self.settings.most_work), ..self.fine() }
    }

    /// The coarse verifier, that looks only at what each function may come to.
    fn cutting(&self) -> Settings {
        Settings { cuts_calls: true, ..self.coarse() }
    }

    /// The finer verifier, that gives up numbers before it gives up lists.
    fn counting(&self) -> Settings {
        let most_work = MORE_THAN_COARSE.min(self.settings.most_work);
        Settings { gives_up_numbers: true, most_work, ..self.fine() }
    }

    /// The finer verifier, that follows how numbers are related and what blocks hold together.
    fn relating(&self) -> Settings {
        let most_work = MORE_THAN_COARSE.min(self.settings.most_work);
        Settings { relates_numbers: true, most_work, ..self.fine() }
    }

    /// Whether there is a verifier that is finer than the coarse one.
    fn has_finer(&self) -> bool {
        KEPT_BY_COARSE < self.settings.kept_apart
    }

    /// Whether there is no more to ask.
    fn is_answer(&self, found: &Analysis) -> bool {
        let is_complete = found.gaps.is_empty() && !found.findings.iter().any(is_doubted);
        is_complete || self.settings.stops_with(&found.findings)
    }

    fn verified(&self, settings: &Settings, share: f64) -> Analysis {
        self.runs.analyse(settings, share)
    }

    /// The short turns of both verifiers, and a long one of the coarse one if neither came to its end. Breaks off with what the
    /// finer one has found if that came to its end, and goes on with what the coarse one has found otherwise, and with what the
    /// verifier has found that relates numbers, if it had a turn.
    fn short_turns(&self) -> ControlFlow<Analysis, (Analysis, Option<Analysis>)> {
        let coarse = self.verified(&short(self.coarse()), SHARE_OF_COARSE);
        if coarse.work < FIRST_TURN || !self.has_finer() {
            return ControlFlow::Continue((coarse, None));
        }
        if coarse.repetitions >= MANY_REPETITIONS {
            let cutting = self.verified(&short(self.cutting()), SHARE_OF_COARSE);
            if self.is_answer(&cutting) {
                return ControlFlow::Break(cutting);
            }
        }
        if has_certain(&coarse) && !coarse.gaps.is_empty() {
            // The verdict is known: what else there is, the coarse one tells soonest.
            return ControlFlow::Continue((self.verified(&self.coarse(), SHARE_OF_COARSE), None));
        }
        let fine = self.verified(&short(self.fine()), SHARE_OF_COARSE);
        if !fine.gaps.is_empty() {
            let found = better(coarse, fine);
            let mut related = self.related_first(&found);
            if let Some(answer) = related.take_if(|related| self.is_answer(related)) {
                return ControlFlow::Break(better(found, answer));
            }
            // What is asked for next if the coarse verifier comes to no end.
            self.runs.begin([hunter(self.settings, BTreeSet::new(), MOST_HUNTED), self.fine()]);
            return ControlFlow::Continue((self.verified(&self.coarse(), SHARE_OF_COARSE), related));
        }
        let found = better(coarse, fine);
        if self.is_answer(&found) {
            return ControlFlow::Break(found);
        }
        let hunt = self.hunted(&found, MOST_HUNTED);
        ControlFlow::Break(self.hunted_far(with_prey(found, hunt)))
    }

    /// What is done about the doubts that the coarse verifier leaves.
    fn long_turns(&self, mut coarse: Analysis, related: Option<Analysis>) -> Analysis {
        if !coarse.gaps.is_empty() && coarse.repetitions >= MANY_REPETITIONS {
            coarse = better(coarse, self.verified(&self.cutting(), SHARE_OF_COARSE));
        }
        if self.is_answer(&coarse) {
            return coarse;
        }
        let mut relating = related.or_else(|| self.related_first(&coarse));
        if let Some(answer) = relating.take_if(|found| self.is_answer(found)) {
            return better(coarse, answer);
        }
        let (coarse, has_seen_all_it_could) = self.hunted_first(coarse);
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
            // What was begun took it that nothing would be known by now.
            self.runs.stop();
        }
        let mut found = self.with_others(better(coarse, self.verified(&fine, SHARE_OF_BOTH)), relating);
        if !self.is_answer(&found) && !has_seen_all_it_could {
            let most_work = if has_certain(&found) { MOST_SAMPLED } else { MOST_HUNTED };
            let hunt = self.hunted(&found, most_work);
            found = with_prey(found, hunt);
        }
        self.hunted_far(found)
    }

    /// The hunter goes after what the coarse verifier is not sure of: for a short while, with a few numbers of each input, and for
    /// longer. Tells whether it has come to no end in all the time that it may have.
    fn hunted_first(&self, coarse: Analysis) -> (Analysis, bool) {
        let first = self.hunted(&coarse, FIRST_HUNTED);
        let has_seen_all = first.gaps.is_empty();
        let coarse = with_prey(coarse, first);
        if has_seen_all || self.is_answer(&coarse) {
            return (coarse, false);
        }
        let coarse = self.sampled(coarse, FIRST_HUNTED);
        let most_hunted = match coarse.gaps.is_empty() {
            true => FIRST_TURN.max(coarse.work).min(MOST_HUNTED),
            false if has_certain(&coarse) => MOST_SAMPLED,
            false => MOST_HUNTED,
        };
        let hunt = self.hunted(&coarse, most_hunted);
        let has_seen_all_it_could = most_hunted == MOST_HUNTED && !hunt.gaps.is_empty();
        (with_prey(coarse, hunt), has_seen_all_it_could)
    }

    /// A short turn of the verifier that follows how numbers are related, if all doubts are about the ends of blocks.
    fn related_first(&self, coarse: &Analysis) -> Option<Analysis> {
        let doubted: Vec<&Finding> = coarse.findings.iter().filter(|finding| is_doubted(finding)).collect();
        let is_for_it = !doubted.is_empty() && doubted.into_iter().all(is_about_bounds);
        is_for_it.then(|| self.verified(&short(self.relating()), SHARE_OF_COARSE))
    }

    /// What is found with the verifiers that follow how numbers are related, and that give up numbers before lists. The first may
    /// have had a short turn: if it came to its end, a long one would find the same.
    fn with_others(&self, mut found: Analysis, related: Option<Analysis>) -> Analysis {
        let is_wanted = [!has_certain(&found) || found.findings.iter().any(is_about_numbers), !has_certain(&found)];
        let related = related.filter(|related| related.gaps.is_empty());
        let others = [(self.relating(), related), (self.counting(), None)];
        for ((settings, known), is_wanted) in others.into_iter().zip(is_wanted) {
            if self.is_answer(&found) || !is_wanted {
                continue;
            }
            let other = known.unwrap_or_else(|| self.verified(&settings, SHARE_OF_BOTH));
            let says_more = match (other.gaps.is_empty(), found.gaps.is_empty()) {
                (true, false) => true,
                (true, true) => number_of_doubts(&other) < number_of_doubts(&found),
                (false, _) => other.gaps == found.gaps && other.findings.len() < found.findings.len(),
            };
            if self.is_answer(&other) || says_more {
                found = better(found, other);
            }
        }
        found
    }

    /// Sends hunters out who go far down one way after the other, and one who looks at a few numbers of each input, until
    /// something is certain.
    fn hunted_far(&self, mut found: Analysis) -> Analysis {
        let wanted = doubts(&found);
        let hunts = DEPTHS.map(|turns| {
            let settings = Settings { most_turns: Some(turns), ..self.settings.clone() };
            hunter(&settings, wanted.clone(), MOST_SAMPLED)
        });
        self.runs.begin(hunts.iter().skip(1).cloned());
        for hunt in hunts {
            if self.is_answer(&found) || has_certain(&found) {
                break;
            }
            found = with_prey(found, self.runs.analyse(&hunt, 1.0));
        }
        self.sampled(found, MOST_SAMPLED)
    }

    /// Sends a hunter out who looks at a few numbers of each input, unless something is certain.
    fn sampled(&self, found: Analysis, most_work: usize) -> Analysis {
        if self.is_answer(&found) || has_certain(&found) {
            return found;
        }
        let settings = Settings { samples: true, ..self.settings.clone() };
        let hunt = self.runs.analyse(&hunter(&settings, doubts(&found), most_work), 1.0);
        with_prey(found, hunt)
    }

    /// Sends the hunter after what a verifier is not sure of; after every error if that came to no end.
    fn hunted(&self, found: &Analysis, most_work: usize) -> Analysis {
        self.runs.analyse(&hunter(self.settings, doubts(found), most_work), 1.0)
    }
}

/// A short turn with these settings.
fn short(settings: Settings) -> Settings {
    Settings { most_work: FIRST_TURN.min(settings.most_work), ..settings }
}

/// A hunter for these errors.
fn hunter(settings: &Settings, wanted: BTreeSet<Site>, most_work: usize) -> Settings {
    let most_work = most_work.min(settings.most_work);
    Settings { abstracts: false, cuts_calls: true, most_work, wanted, ..settings.clone() }
}

/// The errors that a verifier is not sure of; none, which stands for every error, if it came to no end.
fn doubts(found: &Analysis) -> BTreeSet<Site> {
    match found.gaps.is_empty() {
        true => found.findings.iter().filter(|finding| is_doubted(finding)).map(Finding::site).collect(),
        false => BTreeSet::new(),
    }
}

/// What a verifier has found, with what the hunter knows for certain.
fn with_prey(mut found: Analysis, hunted: Analysis) -> Analysis {
    let states = found.states + hunted.states;
    let is_finer = !found.gaps.is_empty() || number_of_doubts(&hunted) <= number_of_doubts(&found);
    if hunted.gaps.is_empty() && !hunted.partial && is_finer {
        // It has followed all runs: there are no other errors than those that it found. Configurations that are kept are those of
        // somebody who came to an end.
        let kept = if found.gaps.is_empty() { found.kept } else { hunted.kept };
        return Analysis { pictures: found.pictures, kept, states, ..hunted };
    }
    add_certain(&mut found, hunted.findings);
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

/// What two verifiers have found. Each has found every error unless it says that it left something out.
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

/// Whether it may be that something is used beyond its end, which numbers tell that are related.
fn is_about_bounds(finding: &Finding) -> bool {
    is_doubted(finding) && matches!(finding.kind, FaultKind::OutOfBounds | FaultKind::BeyondArray)
}

/// Whether it may be that something happens which numbers tell that are related, or that a block holds together.
fn is_about_numbers(finding: &Finding) -> bool {
    is_about_bounds(finding)
        || (is_doubted(finding) && matches!(finding.kind, FaultKind::Assertion | FaultKind::ReachError))
}

fn number_of_doubts(found: &Analysis) -> usize {
    found.findings.iter().filter(|finding| is_doubted(finding)).count()
}

/// Whether an error may be one that no run has.
fn is_doubted(finding: &Finding) -> bool {
    !finding.certain && !finding.after_error
}
