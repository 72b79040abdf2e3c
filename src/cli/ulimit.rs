//! The limit that the system sets on the address space of a process (`ulimit -v`). Rust aborts where an allocation
//! fails, so Damson stops before that where it can: the limit, less a margin, is one of every budget. Where a single
//! allocation needs more than the margin, a parent process, which only waits, reports that.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use super::{asked_format, console_of};
use base::Exhausted;

/// Set in the environment of a process whose parent reports its failure.
const SUPERVISED: &str = "DAMSON_SUPERVISED";
/// Address space that is left for the next allocations: at most so many bytes, and at most one part in so many.
const BYTES_LEFT: u64 = 48 << 20;
const PART_LEFT: u64 = 8;
/// With one arena for all threads, the GNU library reserves no address space that it does not need.
const ONE_ARENA: (&str, &str) = ("MALLOC_ARENA_MAX", "1");

/// A size of this process that Linux reports, by its column in `/proc/self/statm`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    AddressSpace = 0,
    Resident = 1,
}

/// Returns a size of this process in bytes. `None` where the system does not report it.
pub(super) fn size_in_use(size: Size) -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(size as usize)?.parse().ok()?;
    Some(pages * 4096)
}

pub(super) fn address_space_in_use() -> Option<u64> {
    size_in_use(Size::AddressSpace)
}

/// Returns the bytes of address space that may be used before the next allocations may fail. `None` without a limit.
pub(super) fn usable_address_space() -> Option<u64> {
    address_space().map(|bytes| bytes - BYTES_LEFT.min(bytes / PART_LEFT))
}

/// Returns the limit on the address space in bytes. `None` without a limit.
fn address_space() -> Option<u64> {
    soft_limit(&std::fs::read_to_string("/proc/self/limits").ok()?)
}

fn soft_limit(limits: &str) -> Option<u64> {
    let row = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    row.split_whitespace().next()?.parse().ok()
}

/// Runs the command in a child process, if the address space is limited. Returns the exit status; `None` if the command
/// is to be run in this process.
pub(super) fn supervise(arguments: &[OsString]) -> Option<ExitCode> {
    let bytes = address_space().filter(|_| std::env::var_os(SUPERVISED).is_none())?;
    let program = std::env::current_exe().ok()?;
    // Ctrl-C also reaches the child, which decides what it means.
    let _ = ctrlc::set_handler(|| {});
    let status = Command::new(program)
        .args(arguments.iter().skip(1))
        .env(SUPERVISED, "1")
        .env(ONE_ARENA.0, ONE_ARENA.1)
        .status();
    match status.map(|status| status.code().and_then(|code| u8::try_from(code).ok())) {
        Ok(Some(code)) => Some(ExitCode::from(code)),
        // A signal has ended it.
        Ok(None) | Err(_) => {
            let console = console_of(asked_format(arguments));
            console.complain(&format!("damson: error: {} MiB of address space are too few\n", bytes >> 20));
            Some(ExitCode::from(console.leave_unknown_by(Exhausted::AddressSpace)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::soft_limit;

    #[test]
    fn the_soft_limit_is_read_from_the_table_of_the_system() {
        let table = |soft: &str| {
            format!(
                "Limit  Soft Limit  Hard Limit  Units\nMax address space         {soft}      unlimited      bytes\n"
            )
        };
        assert_eq!(soft_limit(&table("409600000")), Some(409_600_000));
        assert_eq!([soft_limit(&table("unlimited")), soft_limit("")], [None, None]);
    }
}
