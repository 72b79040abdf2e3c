//! The state of the screen: the selection, and the reaction to each event.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui_textarea::TextArea;

use crate::data::{ListedPredicate, PaneData, source_lines};
use crate::derivation::PredicateTree;
use crate::keys::{KeyAction, Motion, action};
use crate::layout::{Areas, Pane};
use crate::limits::ANSWER_LINES;
use crate::steps::StepsView;
use crate::style::Theme;
use crate::work::{self, Finished, ScreenWork};
use engine::verdict::Verdict;
use explore::answer::{Answer, CheckedProperty, Opening, RunChange};
use explore::{Request, Session, command, text};

/// A request to the front end.
#[derive(Debug)]
pub enum Wish {
    Quit,
    /// Execute a command, and return its result to [`Screen::finished`].
    Work(ScreenWork),
    /// Stop the running command.
    Stop,
    /// Write a file, and report the result to [`Screen::written`].
    Write {
        file: String,
        /// The contents of the file.
        text: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum PredicateOrder {
    #[default]
    Number,
    Text,
    Status,
}

/// The purpose of a line of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LinePurpose {
    Filter,
    Search,
    Command,
}

/// A line that is being typed.
#[derive(Debug)]
pub(super) struct Typed {
    pub(super) purpose: LinePurpose,
    pub(super) area: TextArea<'static>,
}

/// A window in front of the panes.
#[derive(Clone, Debug)]
pub(super) struct Window {
    pub(super) title: String,
    /// `None`: the list of keys.
    pub(super) lines: Option<Vec<String>>,
    pub(super) scroll: usize,
}

#[derive(Debug)]
pub struct Screen {
    /// `None` while a command is running.
    pub(super) session: Option<Box<Session>>,
    pub(super) data: PaneData,
    /// The lines of the file as its author wrote them.
    source: Option<Vec<(u32, String)>>,
    pub(super) theme: Theme,
    pub(super) title: String,
    pub(super) focus: Pane,
    pub(super) zoomed: bool,
    /// The selected location, by index.
    pub(super) at: usize,
    /// The selected predicate, by its number.
    pub(super) predicate: Option<usize>,
    pub(super) everywhere: bool,
    pub(super) filter: String,
    /// If set, only predicates of this iteration are shown.
    pub(super) iteration: Option<usize>,
    pub(super) sort: PredicateOrder,
    pub(super) derivation: PredicateTree,
    /// The selected row among hints and proposals.
    pub(super) hint: usize,
    pub(super) steps: Option<StepsView>,
    pub(super) typed: Option<Typed>,
    pub(super) window: Option<Window>,
    /// The running command, and its duration in ticks.
    pub(super) work: Option<(&'static str, usize)>,
    /// The activity of the engines.
    pub(super) doing: String,
    pub(super) message: String,
    /// True if hints have changed since they were saved.
    pub(super) unsaved: bool,
    pub(super) areas: Areas,
}

impl Screen {
    /// Creates a screen for a session that was just opened, with its answer. `source` is the text of the file as its
    /// author wrote it, if known.
    pub fn new(mut session: Session, opened: &Answer, source: Option<&str>, theme: Theme) -> Screen {
        let source = source.map(source_lines);
        let mut data = PaneData::gather(&mut session, Vec::new());
        data.replace_source(source.as_deref());
        let at = 0;
        let title = match opened {
            Answer::Opened(Opening { function, position: Some(at), .. }) => {
                format!("{function} ({}:{})", at.file, at.line)
            }
            _ => String::new(),
        };
        let mut screen = Screen {
            session: Some(Box::new(session)),
            data,
            source,
            theme,
            title,
            focus: Pane::default(),
            zoomed: false,
            at,
            predicate: None,
            everywhere: false,
            filter: String::new(),
            iteration: None,
            sort: PredicateOrder::default(),
            derivation: PredicateTree::default(),
            hint: 0,
            steps: None,
            typed: None,
            window: None,
            work: None,
            doing: String::new(),
            message: String::new(),
            unsaved: false,
            areas: Areas::default(),
        };
        screen.follow_location(at);
        screen
    }

    /// Starts a command that may take long. `None` if another one is running.
    pub fn begin(&mut self, request: Request) -> Option<Wish> {
        let Some(session) = self.session.take() else {
            self.message = "a command is under way: Esc stops it".into();
            return None;
        };
        self.work = Some((work::name(&request), 0));
        self.message.clear();
        self.doing.clear();
        Some(Wish::Work(ScreenWork { session, request, properties: self.data.properties.clone() }))
    }

    /// Returns true if a command is running.
    pub fn is_working(&self) -> bool {
        self.work.is_some()
    }

    /// Call this every tenth of a second. `doing` describes the activity of the engines.
    pub fn tick(&mut self, doing: &str) {
        self.doing = doing.to_string();
        if let Some((_, ticks)) = &mut self.work {
            *ticks += 1;
        }
    }

    /// Takes back a session with the result of its command.
    pub fn finished(&mut self, finished: Finished) -> Option<Wish> {
        let Finished { session, request, result, data } = finished;
        self.work = None;
        self.session = Some(session);
        let is_new_run = matches!(request, Request::Run | Request::Prove | Request::Undo);
        self.data = data;
        self.data.replace_source(self.source.as_deref());
        if is_new_run {
            self.derivation.clear();
            self.steps = None;
        }
        let changes_hints = matches!(
            request,
            Request::Hint(_) | Request::Unhint(_) | Request::Accept(_) | Request::Undo | Request::Prove
        );
        self.unsaved |= changes_hints && result.is_ok();
        let wish = match result {
            Ok(answer) => self.answered(&request, answer),
            Err(problem) => {
                let told = self.session.as_ref().map(|session| text::problem(&problem, session.sources()));
                let told = told.unwrap_or_default();
                self.tell(&request, &told);
                // An unsound hint ends the search for proofs, but not the session.
                if request == Request::Prove { self.begin(Request::Run) } else { None }
            }
        };
        self.keep_selection();
        wish
    }

    fn answered(&mut self, request: &Request, answer: Answer) -> Option<Wish> {
        self.data.take(answer.clone());
        if let Some(steps) = StepsView::of(&answer) {
            self.steps = Some(steps);
            self.go(Pane::Steps);
            self.follow_step();
        }
        match (request, answer) {
            (_, Answer::Quit) => return Some(Wish::Quit),
            (_, Answer::Document { file: Some(file), text }) => {
                self.unsaved &= !matches!(request, Request::Save(_));
                return Some(Wish::Write { file, text });
            }
            (Request::Prove, answer @ Answer::Proved(_)) => {
                self.message = summary(&self.data.properties);
                // Show the violation at once.
                let is_broken = self.data.properties.iter().any(|property| property.confirmed);
                drop(answer);
                if is_broken && self.steps.is_none() {
                    return self.begin(Request::Example(None));
                }
            }
            (Request::Check(_), _) => self.message = summary(&self.data.properties),
            (Request::Run, Answer::Run(change)) => self.message = told_run(&change),
            (_, Answer::HintAdded(numbers)) => {
                let names: Vec<String> = numbers.iter().map(usize::to_string).collect();
                self.message = format!("added: hints {}; r uses them", names.join(", "));
            }
            (Request::Example(_) | Request::Trace(_), _) => {}
            (request, answer) => self.tell(request, &text::answer(&answer)),
        }
        None
    }

    /// Shows a text: in the line at the bottom if it fits, else in a window.
    fn tell(&mut self, request: &Request, told: &str) {
        let mut lines: Vec<String> = told.lines().take(ANSWER_LINES).map(crate::data::clean).collect();
        if lines.len() == 1 {
            self.message = lines.pop().unwrap_or_default();
        } else if !lines.is_empty() {
            let title = match request {
                Request::Run => "What the run changed",
                Request::Prove => "Proofs",
                _ => "Answer",
            };
            self.window = Some(Window { title: title.into(), lines: Some(lines), scroll: 0 });
        }
    }

    /// Reports the result of writing a file.
    pub fn written(&mut self, file: &str, result: Result<(), String>) {
        self.message = match result {
            Ok(()) => format!("{file} is written"),
            Err(error) => format!("error: cannot write {file}: {error}"),
        };
    }

    /// Reacts to an event.
    pub fn handle(&mut self, event: &Event) -> Option<Wish> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row),
                MouseEventKind::ScrollDown => self.wheel(mouse.column, mouse.row, Motion::Down),
                MouseEventKind::ScrollUp => self.wheel(mouse.column, mouse.row, Motion::Up),
                _ => None,
            },
            Event::Paste(text) => {
                if let Some(typed) = &mut self.typed {
                    typed.area.insert_str(text.replace(['\n', '\r'], " "));
                }
                None
            }
            _ => None,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return self.interrupt();
        }
        if self.typed.is_some() {
            return self.type_key(key);
        }
        if let Some(window) = &mut self.window {
            match key.code {
                KeyCode::Down | KeyCode::Char('j') => window.scroll += 1,
                KeyCode::Up | KeyCode::Char('k') => window.scroll = window.scroll.saturating_sub(1),
                KeyCode::PageDown | KeyCode::Char(' ') => window.scroll += 10,
                KeyCode::PageUp => window.scroll = window.scroll.saturating_sub(10),
                KeyCode::Home => window.scroll = 0,
                _ => self.window = None,
            }
            return None;
        }
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return None;
        }
        let action = action(key.code)?;
        if action != KeyAction::Quit {
            self.message.clear();
        }
        self.act(action)
    }

    /// Ctrl-C: stops the running command, or else explains how to quit.
    fn interrupt(&mut self) -> Option<Wish> {
        if self.is_working() {
            return self.act(KeyAction::Stop);
        }
        self.typed = None;
        self.window = None;
        self.message = "q leaves".into();
        None
    }

    fn type_key(&mut self, key: KeyEvent) -> Option<Wish> {
        match key.code {
            KeyCode::Esc => {
                let typed = self.typed.take();
                if typed.is_some_and(|typed| typed.purpose == LinePurpose::Filter) {
                    self.filter.clear();
                    self.keep_selection();
                }
                None
            }
            KeyCode::Enter => {
                let typed = self.typed.take()?;
                let line = typed.area.lines().concat();
                match typed.purpose {
                    LinePurpose::Command => return self.command(&line),
                    LinePurpose::Search => self.search(&line),
                    LinePurpose::Filter => {}
                }
                None
            }
            _ => {
                let typed = self.typed.as_mut()?;
                typed.area.input(key);
                if typed.purpose == LinePurpose::Filter {
                    self.filter = typed.area.lines().concat();
                    self.keep_selection();
                }
                None
            }
        }
    }

    fn command(&mut self, line: &str) -> Option<Wish> {
        match command::parse(line) {
            Ok(Request::Nothing) => None,
            Ok(request) => self.begin(request),
            Err(problem) => {
                self.message = format!("error: {problem}");
                None
            }
        }
    }

    /// Returns the rows of the predicates pane.
    pub(super) fn predicate_rows(&self) -> Vec<&ListedPredicate> {
        let wanted: String = self.filter.split_whitespace().collect();
        let of_iteration = |row: &&ListedPredicate| match self.iteration {
            None => self.everywhere || row.at == self.at,
            Some(iteration) => row.iteration == iteration,
        };
        let passes = |row: &&ListedPredicate| {
            wanted.is_empty() || row.text.split_whitespace().collect::<String>().contains(&wanted)
        };
        let mut rows: Vec<&ListedPredicate> = self.data.predicates.iter().filter(of_iteration).filter(passes).collect();
        match self.sort {
            PredicateOrder::Number => {}
            PredicateOrder::Text => rows.sort_by(|one, other| one.text.cmp(&other.text)),
            PredicateOrder::Status => rows.sort_by_key(|row| row.status()),
        }
        rows
    }

    /// Returns the number of rows of the hints pane: hints, then proposals.
    pub(super) fn hint_rows(&self) -> usize {
        self.data.hints.len() + self.data.proposals.len()
    }
}

/// Returns the changes by a run, in one line.
fn told_run(change: &RunChange) -> String {
    let statistics = change.after;
    let end = if statistics.converged { "converged" } else { "not converged" };
    let changes = match &change.before {
        Some(_) => format!("; {} lost, {} gained", change.lost.len(), change.gained.len()),
        None => String::new(),
    };
    let stopped = change.stopped.as_ref().map_or_else(String::new, |reason| format!("; stopped early: {reason}"));
    format!("{} iterations, {} pairs, {end}{changes}{stopped}", statistics.iterations, statistics.pairs)
}

/// Returns the verdicts, in one line.
pub(super) fn summary(properties: &[CheckedProperty]) -> String {
    let told = properties.iter().map(|property| format!("{}: {}", property.id, property.verdict));
    told.collect::<Vec<_>>().join("  ")
}

/// Returns the worst verdict, and how many of the properties have it: `unknown 1/2`.
pub(super) fn worst(properties: &[CheckedProperty]) -> String {
    let count = |word: &str| properties.iter().filter(|property| property.verdict == word).count();
    let words = [Verdict::Violated, Verdict::Unknown, Verdict::Verified].map(Verdict::word);
    match words.iter().find(|word| count(word) > 0) {
        Some(word) if properties.len() > 1 => format!("{word} {}/{}", count(word), properties.len()),
        word => word.map_or_else(String::new, |word| word.to_string()),
    }
}
