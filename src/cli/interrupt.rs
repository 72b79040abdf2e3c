//! Ctrl-C: the first one stops the command under way, and what is known by then stays; a second one before the command has ended
//! ends the program.

use std::sync::{Arc, Mutex};

use crate::base::Budget;

/// Exit status after a second Ctrl-C, as shells have it.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C.
pub(super) struct Interrupts {
    /// The budget of what is under way.
    current: Arc<Mutex<Option<Budget>>>,
}

impl Interrupts {
    /// From now on Ctrl-C does not end the program at once.
    pub(super) fn listen() -> Interrupts {
        let current: Arc<Mutex<Option<Budget>>> = Arc::default();
        let seen = Arc::clone(&current);
        let handle = move || {
            let taken = seen.lock().ok().and_then(|mut current| current.take());
            match taken {
                Some(budget) => budget.interrupt(),
                None => std::process::exit(INTERRUPTED),
            }
        };
        // Where somebody listens already, Ctrl-C does what they say.
        let _ = ctrlc::set_handler(handle);
        Interrupts { current }
    }

    /// The next Ctrl-C stops the holders of this budget.
    pub(super) fn watch(&self, budget: &Budget) {
        if let Ok(mut current) = self.current.lock() {
            *current = Some(budget.clone());
        }
    }
}
