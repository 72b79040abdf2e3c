//! The full screen of `damson explore` in a real terminal, which tmux provides: from the first screen to the shell behind it.

use crate::support::tools;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal of 120 columns and 40 rows with a shell.
struct Terminal {
    socket: String,
}

impl Terminal {
    /// `None` where there is no tmux.
    fn start(name: &str, command: &str) -> Option<Terminal> {
        let socket = format!("damson-{name}-{}", std::process::id());
        let terminal = Terminal { socket };
        let size = ["-x", "120", "-y", "40"];
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        let shell = ["env", "-u", "NO_COLOR", "PS1=ready> ", "TERM=screen-256color", "bash", "--norc", "--noprofile"];
        let mut tmux = terminal.tmux(&["-f", "/dev/null", "new-session", "-d"]);
        let started = tmux.args(size).arg("-c").arg(models).args(shell).status().ok()?;
        assert!(started.success(), "tmux does not start");
        terminal.wait("ready>");
        terminal.keys(&[command, "Enter"]);
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("tmux");
        // Whatever the language of the machine is, boxes are drawn.
        command.env("LC_ALL", "C.UTF-8").args(["-u", "-L", &self.socket]).args(arguments);
        command
    }

    fn keys(&self, keys: &[&str]) {
        for key in keys {
            let sent = self.tmux(&["send-keys", key]).status().expect("tmux is there");
            assert!(sent.success());
        }
    }

    fn shown(&self) -> String {
        let output = self.tmux(&["capture-pane", "-p"]).output().expect("tmux is there");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Waits until a text is shown.
    fn wait(&self, text: &str) -> String {
        self.wait_for(text, |shown| shown.contains(text))
    }

    /// Waits for the prompt: what is typed before is lost.
    fn wait_for_prompt(&self) {
        self.wait_for("the prompt", |shown| shown.trim_end().ends_with("damson>"));
        std::thread::sleep(Duration::from_millis(100));
    }

    fn wait_for(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let shown = self.shown();
            if is_there(&shown) {
                return shown;
            }
            assert!(start.elapsed() < PATIENCE, "{what} does not appear:\n{shown}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]).status();
    }
}

#[test]
fn an_exploration_fills_the_terminal_and_gives_it_back() {
    if Command::new("tmux").arg("-V").output().is_err() {
        return tools::missing("tmux", "no full screen is tried");
    }
    let damson = env!("CARGO_BIN_EXE_damson");
    let line = format!("{damson} explore dll_delete/faulty.c --spec dll_delete/faulty.spec; echo status $?");
    let Some(terminal) = Terminal::start("explore", &line) else { return };
    // The run that breaks the property is there without a key being pressed.
    let shown = terminal.wait("Run that breaks");
    assert!(shown.contains("1 faulty.c @") && shown.contains("3 Predicates @"), "{shown}");
    terminal.keys(&["m", "m", "m"]);
    assert!(terminal.wait("3/6").contains("●─┼──▸│"), "{}", terminal.shown());
    terminal.keys(&["End"]);
    terminal.wait("#1 freed");
    // On a smaller screen the panes are stacked.
    let resized = terminal.tmux(&["resize-window", "-x", "80", "-y", "24"]).status().expect("tmux is there");
    assert!(resized.success());
    terminal.wait("1Source  2Flow");
    terminal.keys(&[":", "statistics", "Enter"]);
    terminal.wait("boolean program:");
    terminal.keys(&["Escape"]);
    // Escape and what follows it at once would be another key.
    std::thread::sleep(Duration::from_millis(700));
    terminal.keys(&["q"]);
    let shown = terminal.wait("status 0");
    assert!(!shown.contains("Predicates @"), "{shown}");
}

/// Line by line: Ctrl-C stops what is under way, and the session goes on.
#[test]
fn a_command_can_be_interrupted() {
    if Command::new("tmux").arg("-V").output().is_err() {
        return tools::missing("tmux", "no full screen is tried");
    }
    let damson = env!("CARGO_BIN_EXE_damson");
    let line = format!("{damson} explore list_reverse/list_reverse.c --spec list_reverse/list_reverse.spec --plain");
    let Some(terminal) = Terminal::start("plain", &format!("{line}; echo status $?")) else { return };
    // Without hints, nobody waits for that many iterations.
    for (command, answer) in [("undo", "is undone"), ("bound 1000 100000", "bound: 1000 iterations"), ("run", "> run")]
    {
        terminal.wait_for_prompt();
        terminal.keys(&[command, "Enter"]);
        terminal.wait(answer);
    }
    std::thread::sleep(Duration::from_millis(700));
    terminal.keys(&["C-c"]);
    // What is shown depends on how far the run came. Left alone, it would take longer than anybody waits here.
    terminal.wait_for_prompt();
    terminal.keys(&["quit", "Enter"]);
    terminal.wait("status 0");
}

/// What cannot be explored is said in the shell: the terminal is never taken.
#[test]
fn bad_input_leaves_the_terminal_alone() {
    if Command::new("tmux").arg("-V").output().is_err() {
        return tools::missing("tmux", "no full screen is tried");
    }
    let line = format!("{} explore nothing.c; echo status $?", env!("CARGO_BIN_EXE_damson"));
    let Some(terminal) = Terminal::start("nothing", &line) else { return };
    assert!(terminal.wait("status 2").contains("nothing.c"));
}
