//! Ctrl-C: the first one stops the running command, which keeps its results so far; a second one before the command has
//! ended, or one while no command is running, ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use base::Budget;

/// Exit status after Ctrl-C, by the convention of shells.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C.
pub(super) struct Interrupts {
    /// The budget of the running command.
    current: Arc<Mutex<Option<Budget>>>,
    /// True if a full screen was asked to end.
    pub(super) left: Arc<AtomicBool>,
}

impl Interrupts {
    /// Starts listening: from now on Ctrl-C does not end the program at once.
    pub(super) fn listen() -> Interrupts {
        Interrupts::listening(false)
    }

    /// Like [`listen`](Interrupts::listen), for a full screen, which has to restore the terminal.
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
        // If another handler is installed already, it takes precedence.
        let _ = ctrlc::set_handler(handle);
        interrupts
    }

    /// Makes the next Ctrl-C stop the holders of this budget.
    pub(super) fn watch(&self, budget: &Budget) {
        if let Ok(mut current) = self.current.lock() {
            *current = Some(budget.clone());
        }
    }
}
