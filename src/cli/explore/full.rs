//! The full screen of `damson explore`: passes events to [`Screen`], draws it, and performs its work in a thread.
//!
//! The terminal is restored however the session ends: by leaving, an error, or a panic.

use std::io::{self, stdout};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;

use super::{Exploration, Interrupts};
use crate::INTERNAL_ERROR;
use base::Budget;
use base::stack::STACK_BYTES;
use explore::{Answer, Request};
use screen::{Finished, Screen, ScreenWork, Theme, Wish};

/// Time to wait for an event while work is in progress, so that the screen shows progress.
const TICK: Duration = Duration::from_millis(100);
/// Time to wait for an event otherwise.
const IDLE: Duration = Duration::from_millis(500);

/// The terminal in full-screen mode.
struct FullScreen {
    terminal: DefaultTerminal,
}

impl FullScreen {
    /// Enters full-screen mode. A panic restores the terminal before its message is printed.
    fn take() -> io::Result<FullScreen> {
        let terminal = ratatui::try_init()?;
        let screen = FullScreen { terminal };
        execute!(stdout(), EnableMouseCapture, EnableBracketedPaste)?;
        Ok(screen)
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        // Errors cannot be reported any more.
        let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste);
        let _ = ratatui::try_restore();
    }
}

/// Work in a thread.
struct Running {
    budget: Budget,
    done: Receiver<Finished>,
}

/// Why the session ends.
enum End {
    Left,
    /// The thread is gone: its panic has printed a message.
    Lost,
}

impl Exploration<'_> {
    /// Explores on the whole terminal. Returns the exit status.
    pub(super) fn full_screen(self, opened: &Answer) -> u8 {
        let Exploration { console, options, session, interrupts } = self;
        let theme = if console.is_colored() { Theme::Colored } else { Theme::Plain };
        // For display only: if it cannot be read again, the session still has the text.
        let source = std::fs::read(options.input.program.file()).ok();
        let source = source.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let mut screen = Screen::new(session, opened, source.as_deref(), theme);
        let first = if options.no_auto { Request::Run } else { Request::Prove };
        let first = screen.begin(first);
        let shown = FullScreen::take().and_then(|mut full| {
            let mut front = FrontEnd { screen: &mut screen, running: None, interrupts: &interrupts };
            front.converse(&mut full.terminal, first, &|| options.input.limits.budget())
        });
        match shown {
            Ok(End::Left) => 0,
            Ok(End::Lost) => INTERNAL_ERROR,
            Err(error) => {
                console.complain(&format!("damson: error: cannot use the terminal: {error} (try --plain)\n"));
                super::BAD_INPUT
            }
        }
    }
}

struct FrontEnd<'s> {
    screen: &'s mut Screen,
    running: Option<Running>,
    interrupts: &'s Interrupts,
}

impl FrontEnd<'_> {
    fn converse(
        &mut self,
        terminal: &mut DefaultTerminal,
        first: Option<Wish>,
        budget: &dyn Fn() -> Budget,
    ) -> io::Result<End> {
        let mut wish = first;
        loop {
            while let Some(wanted) = wish.take() {
                match wanted {
                    Wish::Quit => return Ok(self.leave()),
                    Wish::Stop => self.stop(),
                    Wish::Work(work) => self.running = Some(start(work, budget())?),
                    Wish::Write { file, text } => {
                        let result = std::fs::write(&file, text).map_err(|error| error.to_string());
                        self.screen.written(&file, result);
                    }
                }
            }
            terminal.draw(|frame| self.screen.draw(frame))?;
            if self.interrupts.left.load(Ordering::Relaxed) {
                return Ok(self.leave());
            }
            if event::poll(if self.running.is_some() { TICK } else { IDLE })? {
                wish = self.screen.handle(&event::read()?);
            } else {
                self.screen.tick(&self.doing());
            }
            match self.running.as_ref().map(|running| running.done.try_recv()) {
                Some(Ok(finished)) if wish.is_none() => {
                    self.running = None;
                    wish = self.screen.finished(finished);
                }
                // A request to stop or to leave takes precedence.
                Some(Ok(finished)) => {
                    self.running = None;
                    let next = self.screen.finished(finished);
                    wish = wish.filter(|wanted| matches!(wanted, Wish::Quit)).or(next);
                }
                Some(Err(TryRecvError::Disconnected)) => return Ok(End::Lost),
                Some(Err(TryRecvError::Empty)) | None => {}
            }
        }
    }

    /// Describes the running activities, with the amount of work done.
    fn doing(&self) -> String {
        let activities = self.running.as_ref().map(|running| running.budget.progress().activities());
        let told = activities.unwrap_or_default().into_iter().map(|(name, work)| format!("{name}: {work}"));
        told.collect::<Vec<_>>().join(", ")
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.budget.interrupt();
        }
    }

    /// Does not wait for running work: the process ends.
    fn leave(&self) -> End {
        self.stop();
        End::Left
    }
}

/// Starts work in a thread of its own.
fn start(work: ScreenWork, budget: Budget) -> io::Result<Running> {
    let (sender, done) = channel();
    let own = budget.clone();
    std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        // After leaving, nothing receives the answer.
        let _ = sender.send(work.perform(&own));
    })?;
    Ok(Running { budget, done })
}
