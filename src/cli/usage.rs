//! The processor time that this process has used, as Linux reports it in `/proc/self/stat` (proc(5)).
//!
//! [`base::Budget`] asks for it; nothing else depends on it.

/// Microseconds of a tick, in which Linux counts processor time for programs, whatever the kernel itself counts in.
const TICK: u64 = 10_000;
/// Columns behind the name: time of this process in user and system mode, and of the processes that it has waited for.
const COLUMNS: std::ops::Range<usize> = 11..15;

/// Returns the processor time of all threads of this process, and of the processes that it has waited for, in microseconds.
/// `None` where the system does not report it.
pub(super) fn processor_time() -> Option<u64> {
    ticks(&std::fs::read_to_string("/proc/self/stat").ok()?).map(|ticks| ticks.saturating_mul(TICK))
}

/// Returns the ticks in the line that Linux reports.
fn ticks(line: &str) -> Option<u64> {
    // The name of the program may hold blanks and parentheses.
    let (_, columns) = line.rsplit_once(')')?;
    let numbers = columns.split_whitespace().skip(COLUMNS.start).take(COLUMNS.len());
    let numbers: Vec<u64> = numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?;
    (numbers.len() == COLUMNS.len()).then(|| numbers.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn user_and_system_time_are_added_for_this_process_and_its_children() {
        let line = "4711 (a) b) S 1 2 3 4 -1 0 5 6 7 8 100 20 3 4 20 0 9 0 77 88\n";
        assert_eq!(ticks(line), Some(127));
        assert_eq!([ticks(""), ticks("1 (a) S 1 2"), ticks("1 a")], [None; 3]);
    }
}
