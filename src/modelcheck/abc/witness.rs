//! Reads a witness of AIGER 1.9, which model checkers of hardware write: the values of inputs, cycle by cycle.
//!
//! Follows Biere, Heljanko, Wieringa, *AIGER 1.9 and beyond*, 2011. A witness of justice does not say where the run begins to
//! repeat, and is refused.

use super::Trouble;
use super::counterexample::Stimuli;
use super::trouble::first_line;
use crate::limits::{MOST_CYCLES, MOST_STIMULI};
use emit::circuit_model::CircuitModel;

/// Returns true if a text begins as a witness does.
pub(super) fn is_witness(text: &str) -> bool {
    text.lines().map(str::trim).next() == Some("1")
}

/// Reads a witness: `1`, the property, the first state, a line of inputs for each cycle, and a full stop.
pub(super) fn read(model: &CircuitModel, text: &str) -> Result<Stimuli, Trouble> {
    let unreadable = |line: &str| Trouble::CounterexampleUnreadable(first_line(line));
    let mut lines = text.lines().map(str::trim).skip(1);
    let property = lines.next().unwrap_or_default();
    if property.starts_with('j') {
        return Err(unreadable("it is about a temporal property: use --emit blif and ABC"));
    }
    let output = property.strip_prefix('b').and_then(|number| model.outputs.get(number.parse::<usize>().ok()?));
    let (violated, _) = output.ok_or_else(|| unreadable(property))?;
    let first = bits(lines.next(), model.latches.len()).ok_or_else(|| unreadable("its first state"))?;
    if first.contains(&true) {
        return Err(unreadable("its first state is another one"));
    }
    let mut inputs = Vec::new();
    let mut has_end = false;
    for line in lines {
        if line == "." {
            has_end = true;
            break;
        }
        inputs.push(bits(Some(line), model.inputs.len()).ok_or_else(|| unreadable(line))?);
        if inputs.len() > MOST_CYCLES || inputs.len().saturating_mul(model.inputs.len()) > MOST_STIMULI {
            return Err(unreadable("it is too long"));
        }
    }
    if !has_end {
        return Err(unreadable("it has no end"));
    }
    Ok(Stimuli { inputs, repeat: None, violated: violated.clone() })
}

/// Reads this many values; `x` means that any value will do.
fn bits(line: Option<&str>, count: usize) -> Option<Vec<bool>> {
    let line = line?;
    let is_whole = line.len() == count && line.chars().all(|c| matches!(c, '0' | '1' | 'x'));
    is_whole.then(|| line.chars().map(|c| c == '1').collect())
}
