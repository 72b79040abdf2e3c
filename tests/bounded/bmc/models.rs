//! The models, whose truth a person has written down: no answer contradicts it, and most of what is false is found.

use damson::base::Budget;
use damson::bmc::Settings;
use damson::engine::verdict::Verdict;
use damson::pipeline::bounded;

use crate::bmc::{model_files, side_by_side};

/// The sentence about all accesses, as `verify` has it.
const ACCESSES: &str = "every access through a determinate pointer is to allocated memory";

#[test]
fn no_answer_about_a_model_is_wrong() {
    let questions = model_files::questions();
    let counts = std::sync::Mutex::new((0, 0, 0));
    side_by_side::for_all(&questions, model_files::Question::name, |question| {
        let expected = std::fs::read_to_string(&question.expected).map_err(|error| error.to_string())?;
        let truths = expected.lines().filter_map(|line| line.strip_prefix("truth ")?.split_once(' '));
        let truths: Vec<(bool, &str)> = truths.map(|(truth, text)| (truth == "true", text)).collect();
        let (sources, prepared) = question.prepare();
        let task = prepared.question();
        let settings = Settings { unwind: Some(4), most_terms: 150_000, most_clauses: 300_000, ..Settings::default() };
        let found = bounded::analyse(task, &sources, &settings, &Budget::unlimited());
        let (verdict, _) = found.verdict();
        if verdict == Verdict::Verified && truths.iter().any(|(truth, _)| !truth) {
            return Err(format!("{}: verified", question.name));
        }
        let mut counts = counts.lock().expect("no panic");
        counts.0 += usize::from(verdict == Verdict::Verified);
        for alarm in &found.findings {
            let claim = alarm.claim.and_then(|claim| prepared.specification.statements.get(claim.statement));
            let text = claim.map_or(ACCESSES, |statement| &statement.text);
            if let Err(why) = &alarm.confirmed {
                return Err(format!("{}: no run breaks {text}: {why}", question.name));
            }
            if truths.contains(&(true, text)) && (claim.is_some() || alarm.kind.is_access()) {
                return Err(format!("{}: {} violates {text}", question.name, alarm.message));
            }
        }
        for (_, text) in truths.iter().filter(|(truth, _)| !truth) {
            let is_it =
                |claim: usize| prepared.specification.statements.get(claim).is_some_and(|known| known.text == *text);
            let shown = found.findings.iter().any(|alarm| match alarm.claim {
                Some(claim) => is_it(claim.statement),
                None => *text == ACCESSES && alarm.kind.is_access(),
            });
            counts.1 += usize::from(shown);
            counts.2 += 1;
            if !shown {
                println!("{}: not found: {text}", question.name);
            }
        }
        Ok(())
    });
    let (verified, shown, wrong) = counts.into_inner().expect("no panic");
    println!("{verified} of {} models verified, {shown} of {wrong} mistakes shown", questions.len());
    assert!(2 * shown > wrong, "{shown} of {wrong} mistakes are shown");
}
