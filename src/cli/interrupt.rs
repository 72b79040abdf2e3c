//! Ctrl-C: the first one stops the command under way, and what is known by then stays; a second one before the
//! command has ended, or one where none is under way, ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use base::Budget;

/// Exit status after Ctrl-C, as shells have it.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C.
pub(super) struct Interrupts {
    /// The budget of what is under way.
    current: Arc<Mutex<Option<Budget>>>,
    /// Whether a full screen was asked to end.
    pub(super) left: Arc<AtomicBool>,
}

impl Interrupts {
    /// From now on Ctrl-C does not end the program at once.
    pub(super) fn listen() -> Interrupts {
        Interrupts::listening(false)
    }

    /// The same where there is a full screen, which has to end properly.
    pub(super) fn listen_for_screen() -> Interrupts {
        Interrupts::listening(true)
    }

    fn listening(restores: bool) -> Interrupts {
        let interrupts = Interrupts { current: Arc::default(), left: Arc::default() };
        let (current, left) = (Arc::clone(&interrupts.current), Arc::clone(&interrupts.left));
        let handle = move || {
            let taken = current.lock().ok().and_then(|mut current| current.take());
            match taken {
                Some(budget) => budget.interrupt(),
                None if restores => left.store(true, Ordering::Relaxed),
                None => std::process::exit(INTERRUPTED),
            }
        };
        // Where somebody listens already, Ctrl-C does what they say.
        let _ = ctrlc::set_handler(handle);
        interrupts
    }

    /// The next Ctrl-C stops the holders of this budget.
    pub(super) fn watch(&self, budget: &Budget) {
        if let Ok(mut current) = self.current.lock() {
            *current = Some(budget.clone());
        }
    }
}
