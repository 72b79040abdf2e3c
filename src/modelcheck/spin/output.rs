//! Parses the output of SPIN's verifier.

use super::Trouble;
use crate::limits::LONGEST_TOOL_MESSAGE;

/// The summary of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct SpinSummary {
    /// From `errors: N`.
    pub errors: Option<usize>,
    /// From `N states, stored`.
    pub states: Option<usize>,
    /// The claim that was checked.
    pub claim: Option<String>,
    /// A run was found that the claim describes.
    pub found_claim_violation: bool,
    /// From `max search depth too small`.
    pub too_shallow: bool,
    /// The search ended regularly: there is a summary, and no sign of an aborted search.
    pub complete: bool,
    /// Number (from 1) of an assertion reported as violated, from its tag.
    assertion: Option<usize>,
    /// Number of lines that report an error, and the first of an unknown kind.
    error_lines: usize,
    strange: Option<String>,
}

impl SpinSummary {
    /// Fails unless all reachable states were visited.
    pub fn require_complete(&self) -> Result<(), Trouble> {
        if self.too_shallow {
            return Err(Trouble::TooShallow);
        }
        if let Some(line) = &self.strange {
            return Err(Trouble::Strange(line.clone()));
        }
        if !self.complete || self.states.is_none() || self.errors.is_none() {
            return Err(Trouble::Incomplete);
        }
        Ok(())
    }

    /// Fails if there is an error of any kind.
    pub fn require_no_error(&self) -> Result<(), Trouble> {
        if self.errors == Some(0) && self.error_lines == 0 { Ok(()) } else { Err(Trouble::OtherError) }
    }

    /// Returns the index of the assertion that a search for one error found violated.
    pub fn violated_assertion(&self) -> Result<Option<usize>, Trouble> {
        match (self.errors, self.error_lines, self.assertion) {
            (Some(0), 0, None) => Ok(None),
            (Some(1), 1, Some(number)) => Ok(number.checked_sub(1)),
            _ => Err(Trouble::OtherError),
        }
    }
}

/// Messages that invalidate the search.
const CUT_SHORT: [&str; 7] = [
    "out of memory",
    "VECTORSZ",
    "-DMEMLIM",
    "hash-compact",
    "bit statespace search",
    "block in d_step",
    "interrupted",
];

/// Parses the whole output.
pub(super) fn read(text: &str) -> SpinSummary {
    let mut search = SpinSummary::default();
    let (mut has_header, mut is_cut) = (false, false);
    for line in text.lines() {
        if line.contains("max search depth too small") {
            search.too_shallow = true;
        } else if let Some(message) = error_message(line) {
            search.error_lines += 1;
            read_error(&mut search, message);
        } else if let Some(rest) = line.trim().strip_prefix("never claim").map(str::trim) {
            search.claim = rest.strip_prefix("+ (").and_then(|rest| rest.strip_suffix(')')).map(str::to_string);
        } else if line.starts_with("State-vector") {
            search.errors = line.split("errors:").nth(1).and_then(|number| number.trim().parse().ok());
        } else if line.contains("states, stored") {
            search.states = line.split_whitespace().next().and_then(|number| number.parse().ok());
        }
        has_header |= line.starts_with("Full statespace search for:");
        is_cut |= line.contains("Search not completed") || CUT_SHORT.iter().any(|message| line.contains(message));
    }
    search.complete = has_header && !is_cut && !search.too_shallow;
    search
}

/// Returns the message of a line `pan:1: message (at depth 5)`.
fn error_message(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pan:")?;
    let (number, message) = rest.split_once(':')?;
    number.trim().parse::<usize>().ok()?;
    Some(message.trim())
}

fn read_error(search: &mut SpinSummary, message: &str) {
    if let Some(text) = message.strip_prefix("assertion violated") {
        // Our assertions begin with the tag `(7==0)`, those of a claim with `!`.
        let tag = text.trim_start().trim_start_matches('(').split_once("==0)").and_then(|(tag, _)| tag.parse().ok());
        match tag {
            Some(number) => search.assertion = Some(number),
            None => search.found_claim_violation = true,
        }
    } else if ["acceptance cycle", "claim violated", "end state in claim reached"]
        .iter()
        .any(|kind| message.starts_with(kind))
    {
        search.found_claim_violation = true;
    } else if search.strange.is_none() {
        search.strange = Some(message.chars().take(LONGEST_TOOL_MESSAGE).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMMARY: &str = "Full statespace search for:\n\tnever claim         \t+ (ltl_p)\n\
        State-vector 20 byte, depth reached 12, errors: 0\n       21 states, stored (34 visited)\n";

    #[test]
    fn a_complete_search_without_error_is_evidence() {
        let search = read(SUMMARY);
        assert_eq!((search.require_complete(), search.require_no_error()), (Ok(()), Ok(())));
        assert_eq!((search.states, search.claim.as_deref()), (Some(21), Some("ltl_p")));
    }

    #[test]
    fn silence_and_searches_cut_short_are_no_evidence() {
        assert!(read("").require_complete().is_err());
        for sign in
            ["error: max search depth too small", "Warning: Search not completed", "pan: reached -DMEMLIM bound"]
        {
            assert!(read(&format!("{sign}\n{SUMMARY}")).require_complete().is_err(), "{sign}");
        }
    }

    #[test]
    fn errors_are_told_apart() {
        let ours = read("pan:1: assertion violated ((12==0)||v_b0) (at depth 2)\nState-vector 1 byte, errors: 1\n");
        assert_eq!(ours.violated_assertion(), Ok(Some(11)));
        let claim = read("pan:1: assertion violated  !( !(v_b0)) (at depth 5)\n");
        assert!(claim.found_claim_violation);
        let deadlock = read("pan:1: invalid end state (at depth 5)\nState-vector 1 byte, errors: 1\n");
        assert!(deadlock.violated_assertion().is_err() && deadlock.require_complete().is_err());
        let miscounted =
            read("pan:1: assertion violated ((1==0)||v_b0) (at depth 2)\nState-vector 1 byte, errors: 2\n");
        assert!(miscounted.violated_assertion().is_err());
    }
}
