//! Stack space for recursion over user input.

/// Sufficient for the deepest input that the nesting limits admit, even in an unoptimised build.
pub const STACK_BYTES: usize = 256 << 20;

/// Runs `work` on a thread with a large stack, independent of the caller's. A panic of `work` propagates to the caller.
/// Fails if the system cannot start a thread.
pub fn with_room<T: Send>(name: &str, work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name(name.into()).stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        thread.join().or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::with_room;

    fn depth(left: u32) -> u32 {
        if left == 0 { 0 } else { std::hint::black_box(1 + depth(left - 1)) }
    }

    #[test]
    fn a_million_calls_fit() {
        assert_eq!(with_room("deep", || depth(1_000_000)).unwrap(), 1_000_000);
    }
}
