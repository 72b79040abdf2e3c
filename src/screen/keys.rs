//! The table of keys: their actions and their descriptions. The line at the bottom and the help are derived from it.

use ratatui::crossterm::event::KeyCode;

use crate::layout::Pane;

/// The action of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyAction {
    NextPane,
    PreviousPane,
    Go(Pane),
    Move(Motion),
    Left,
    Right,
    Jump,
    Search,
    Everywhere,
    Sort,
    Why,
    Causes,
    Prove,
    Run,
    Check,
    Accept,
    DropHint,
    Undo,
    Example,
    Trace,
    StepBack,
    StepOn,
    Zoom,
    Ask(&'static str),
    Help,
    Stop,
    Quit,
}

/// A motion of the selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Motion {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    pub keys: &'static [KeyCode],
    /// The names of the keys.
    pub label: &'static str,
    /// Their action, in a few words.
    pub help: &'static str,
    /// A word for the line at the bottom; `None` if they are not shown there.
    pub brief: Option<&'static str>,
    pub(super) action: KeyAction,
}

const fn row(
    keys: &'static [KeyCode],
    label: &'static str,
    action: KeyAction,
    brief: Option<&'static str>,
    help: &'static str,
) -> KeyRow {
    KeyRow { keys, label, help, brief, action }
}

use KeyAction::{
    Accept, Ask, Causes, Check, DropHint, Everywhere, Example, Go, Help, Jump, Left, Move, NextPane, PreviousPane,
    Prove, Quit, Right, Run, Search, Sort, StepBack, StepOn, Stop, Trace, Undo, Why, Zoom,
};
use KeyCode::Char;
use Motion::{Down, First, Last, PageDown, PageUp, Up};

/// All keys, in the order of the help.
pub const KEYS: &[KeyRow] = &[
    row(&[KeyCode::Up, Char('k')], "↑ k", Move(Up), Some("move"), "select the row above"),
    row(&[KeyCode::Down, Char('j')], "↓ j", Move(Down), None, "select the row below"),
    row(&[KeyCode::PageUp], "PgUp", Move(PageUp), None, "ten rows up"),
    row(&[KeyCode::PageDown], "PgDn", Move(PageDown), None, "ten rows down"),
    row(&[KeyCode::Home], "Home", Move(First), None, "the first row"),
    row(&[KeyCode::End], "End", Move(Last), None, "the last row"),
    row(&[KeyCode::Left], "←", Left, None, "a step back in the run; close a node of the tree"),
    row(&[KeyCode::Right], "→", Right, None, "a step on in the run; open a node of the tree"),
    row(&[KeyCode::Tab], "Tab", NextPane, Some("pane"), "the next pane (also: 1 to 7, and the mouse)"),
    row(&[KeyCode::BackTab], "Shift-Tab", PreviousPane, None, "the pane before"),
    row(&[Char('1')], "1", Go(Pane::Source), None, "the source"),
    row(&[Char('2')], "2", Go(Pane::Flow), None, "the flowchart"),
    row(&[Char('3')], "3", Go(Pane::Predicates), None, "the predicates at the selected location"),
    row(&[Char('4')], "4", Go(Pane::Derivation), None, "where the selected predicate comes from"),
    row(&[Char('5')], "5", Go(Pane::Growth), None, "how many predicates each iteration found"),
    row(&[Char('6')], "6", Go(Pane::Hints), None, "hints and proposals"),
    row(&[Char('7')], "7", Go(Pane::Steps), None, "the run that is stepped through"),
    row(&[KeyCode::Enter], "Enter", Jump, Some("jump"), "go where the row leads; accept a proposal"),
    row(&[Char('/')], "/", Search, Some("search"), "filter the predicates, or search the source"),
    row(&[Char('a')], "a", Everywhere, None, "predicates of all locations, or of the selected one"),
    row(&[Char('s')], "s", Sort, None, "sort predicates by number, text or status"),
    row(&[Char('w')], "w", Why, None, "show why the selected predicate is there"),
    row(&[Char('c')], "c", Causes, None, "show what follows from the selected predicate"),
    row(&[Char('n')], "n", StepBack, None, "a step back in the run"),
    row(&[Char('m')], "m", StepOn, Some("step"), "a step on in the run"),
    row(&[Char('x')], "x", Example, None, "step through a concrete run that breaks a property"),
    row(&[Char('t')], "t", Trace, None, "step through a counterexample of the boolean program"),
    row(&[Char('P')], "P", Prove, None, "prove as `damson verify` does, and take over its hints"),
    row(&[Char('r')], "r", Run, Some("run"), "abstract again with the present hints and bound"),
    row(&[Char('v')], "v", Check, Some("verify"), "decide the properties with the present predicates"),
    row(&[Char('p')], "p", Accept, None, "accept all proposals"),
    row(&[Char('h')], "h", Ask("hint "), None, "write a hint"),
    row(&[Char('d'), KeyCode::Delete], "d", DropHint, None, "drop the selected hint"),
    row(&[Char('u')], "u", Undo, Some("undo"), "take back the last change"),
    row(&[Char('b')], "b", Ask("bound "), None, "set the bound"),
    row(&[Char('e')], "e", Ask("emit promela "), None, "write the boolean program"),
    row(&[Char('S')], "S", Ask("save "), None, "write the hints to a file"),
    row(&[Char(':')], ":", Ask(""), None, "any command; its answer is shown in a window"),
    row(&[Char('z')], "z", Zoom, Some("zoom"), "give the pane all of the screen, or take it back"),
    row(&[KeyCode::Esc], "Esc", Stop, None, "stop the work under way; close a window"),
    row(&[Char('?'), KeyCode::F(1)], "?", Help, Some("help"), "this list"),
    row(&[Char('q')], "q", Quit, Some("quit"), "leave"),
];

impl KeyRow {
    /// Returns true for keys that every screen must mention.
    pub(super) fn is_needed(&self) -> bool {
        matches!(self.action, KeyAction::Help | KeyAction::Quit)
    }
}

/// Returns the action of a key.
pub(super) fn action(code: KeyCode) -> Option<KeyAction> {
    KEYS.iter().find(|row| row.keys.contains(&code)).map(|row| row.action)
}
