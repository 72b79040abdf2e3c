//! The party: analyses that prove, and one that hunts (paper, section 0.5.3).
//!
//! The verifiers abstract, so that they end and what they do not report does not happen; of an error that they report they
//! often cannot say that a run has it. The first is coarse: it joins what it can as soon as it can, which is enough for most
//! programs and takes little time. It looks at whole memories. If it comes to no end with that, and has analysed functions again
//! and again, it looks only at what each of them may come to: that may be the same more often. The hunter does not abstract: it
//! looks at short runs first, and what it reports happens. It is sent out for the errors that the verifier is not sure of, and
//! where that came to no end. A program that has few runs it follows to the end of each: then it has proved what it does not
//! report. Where doubts remain, a second verifier keeps more apart, and the hunter goes after what that is not sure of. Each of
//! the two verifiers has a short turn before the long ones: some programs one of them proves at once where the other is lost.
//! Last of all, where nothing is certain, the hunter takes a few numbers for all that an input may be.

use std::collections::BTreeSet;

use crate::base::Budget;
use crate::smg::engine::{Analysis, Question, Settings, analyse as analyse_alone};
use crate::smg::findings::Finding;

/// The hunter may do so much work: as many configurations, if they are small.
const MOST_HUNTED: usize = 20_000;
/// So much where a few numbers stand for all that an input may be.
const MOST_SAMPLED: usize = 5_000;
/// The coarse verifier keeps so many configurations at a loop head apart.
const KEPT_BY_COARSE: usize = 2;
/// So much work each verifier does before the other has its turn: for many programs one of them needs little where the other
/// comes to no end.
const FIRST_TURN: usize = 2_000;
/// The coarse verifier may do so much work: what takes it longer is not for it.
const MOST_BY_COARSE: usize = 40_000;
/// Where the coarse one came to an end, the other may do so many times its work, and some more: otherwise it is lost in details.
const TIMES_COARSE: usize = 2;
const MORE_THAN_COARSE: usize = 10_000;
/// Where functions were analysed so often, calls may have more in common than is seen with the whole memory.
const MANY_REPETITIONS: usize = 3;
/// The part of the time that the coarse verifier may take, and that both may.
const SHARE_OF_COARSE: f64 = 0.3;
const SHARE_OF_BOTH: f64 = 0.7;

/// Runs the verifiers on a question, and the hunter where that may say more.
pub fn analyse(question: Question<'_>, settings: &Settings, budget: &Budget) -> Analysis {
    let whole = Settings { cuts_calls: false, ..settings.clone() };
    let kept_apart = KEPT_BY_COARSE.min(settings.kept_apart);
    let most_work = MOST_BY_COARSE.min(settings.most_work);
    let coarse_settings = Settings { kept_apart, most_work, ..whole.clone() };
    let mut coarse = analyse_alone(question, &first_turn(&coarse_settings), &budget.share(SHARE_OF_COARSE));
    if coarse.work >= FIRST_TURN && kept_apart < settings.kept_apart {
        let fine = analyse_alone(question, &first_turn(&whole), &budget.share(SHARE_OF_COARSE));
        if fine.gaps.is_empty() {
            let fine = better(coarse, fine);
            if is_answer(&fine) {
                return fine;
            }
            let hunt = hunted(question, settings, &fine, MOST_HUNTED, budget);
            return sampled(question, settings, with_prey(fine, hunt), budget);
        }
        coarse = analyse_alone(question, &coarse_settings, &budget.share(SHARE_OF_COARSE));
    }
    if !coarse.gaps.is_empty() && coarse.repetitions >= MANY_REPETITIONS {
        let cutting_settings = Settings { cuts_calls: true, ..coarse_settings };
        coarse = better(coarse, analyse_alone(question, &cutting_settings, &budget.share(SHARE_OF_COARSE)));
    }
    if is_answer(&coarse) {
        return coarse;
    }
    let hunted_first = match coarse.gaps.is_empty() {
        true => FIRST_TURN.max(coarse.work).min(MOST_HUNTED),
        false => MOST_HUNTED,
    };
    let first_hunt = hunted(question, settings, &coarse, hunted_first, budget);
    let has_seen_all_it_could = hunted_first == MOST_HUNTED && !first_hunt.gaps.is_empty();
    let coarse = with_prey(coarse, first_hunt);
    if is_answer(&coarse) || kept_apart == settings.kept_apart {
        return coarse;
    }
    let most_work = match coarse.gaps.is_empty() {
        true => TIMES_COARSE * coarse.work + MORE_THAN_COARSE,
        false if has_certain(&coarse) => MORE_THAN_COARSE,
        false => settings.most_work,
    };
    let most_work = most_work.min(settings.most_work);
    let fine_settings = Settings { most_work, ..whole };
    let fine = analyse_alone(question, &fine_settings, &budget.share(SHARE_OF_BOTH));
    let found = better(coarse, fine);
    if is_answer(&found) {
        return found;
    }
    let found = match has_seen_all_it_could {
        true => found,
        false => {
            let most_work = if has_certain(&found) { MORE_THAN_COARSE } else { MOST_HUNTED };
            let second_hunt = hunted(question, settings, &found, most_work, budget);
            with_prey(found, second_hunt)
        }
    };
    sampled(question, settings, found, budget)
}

/// Sends a hunter out who looks at a few numbers of each input, where nothing else was certain.
fn sampled(question: Question<'_>, settings: &Settings, found: Analysis, budget: &Budget) -> Analysis {
    if is_answer(&found) || has_certain(&found) {
        return found;
    }
    let samples = Settings { samples: true, ..settings.clone() };
    let hunt = hunted(question, &samples, &found, MOST_SAMPLED, budget);
    with_prey(found, hunt)
}

/// What a verifier may do before another has its turn.
fn first_turn(settings: &Settings) -> Settings {
    Settings { most_work: FIRST_TURN.min(settings.most_work), ..settings.clone() }
}

/// Sends the hunter after what a verifier is not sure of; after every error if that came to no end.
fn hunted(
    question: Question<'_>,
    settings: &Settings,
    found: &Analysis,
    most_work: usize,
    budget: &Budget,
) -> Analysis {
    let doubted = found.findings.iter().filter(|finding| is_doubted(finding)).map(Finding::site);
    let hunter = Settings {
        abstracts: false,
        cuts_calls: true,
        most_work: most_work.min(settings.most_work),
        wanted: if found.gaps.is_empty() { doubted.collect() } else { BTreeSet::new() },
        ..settings.clone()
    };
    analyse_alone(question, &hunter, budget)
}

/// What a verifier has found, with what the hunter knows for certain.
fn with_prey(mut found: Analysis, hunted: Analysis) -> Analysis {
    let states = found.states + hunted.states;
    if hunted.gaps.is_empty() && !hunted.partial {
        // It has followed all runs: there are no other errors than those that it found.
        return Analysis { pictures: found.pictures, kept: found.kept, states, ..hunted };
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

/// Whether there is no more to ask.
fn is_answer(found: &Analysis) -> bool {
    found.gaps.is_empty() && !found.findings.iter().any(is_doubted)
}

fn has_certain(found: &Analysis) -> bool {
    found.findings.iter().any(|finding| finding.certain)
}

/// Whether an error may be one that no run has.
fn is_doubted(finding: &Finding) -> bool {
    !finding.certain && !finding.after_error
}
