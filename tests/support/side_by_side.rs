//! Checks of many inputs, two at a time: each is independent of the others, and machines that run tests have two cores.

use std::sync::Mutex;

/// Stack of a thread: as much as parsers of nested inputs need.
const STACK_BYTES: usize = 64 << 20;

/// Runs `check` on every item, and fails with all messages together, each behind the name of its item.
pub fn for_all<T: Sync>(
    items: &[T],
    name: impl Fn(&T) -> String + Sync,
    check: impl Fn(&T) -> Result<(), String> + Sync,
) {
    let failures = failures(items, |item| check(item).map_err(|message| format!("{}: {message}", name(item))));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Runs `check` on every item, and returns all messages, sorted.
pub fn failures<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let next = Mutex::new(items.iter());
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(item) = { next.lock().expect("no panic").next() } {
            if let Err(message) = check(item) {
                failures.lock().expect("no panic").push(message);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    failures
}
