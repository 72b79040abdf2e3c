//! Transcripts: texts that show commands with what they print, checked by running them.
//!
//! A fenced block marked `console` holds commands, each on a line that starts with `$ `, and below each what it prints
//! (both streams, as on a terminal). A last line `[10]` is an exit status other than 0. Times differ from run to run:
//! numbers before `ms` and behind `"seconds": ` are not compared. A block marked `console spin` (`console abc`) needs SPIN (ABC): where that is missing,
//! it is only text.
//!
//! `DAMSON_UPDATE=1 cargo test --test interface cli::` writes what the commands print now into the transcripts.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::tools;

/// Runs every command of a transcript in `folder` and compares.
pub fn check(transcript: &Path, folder: &Path) {
    let text = std::fs::read_to_string(transcript).unwrap();
    let blocks = Blocks::split(&text);
    assert!(!blocks.commands().is_empty(), "{} shows no command", transcript.display());
    let found: Vec<String> = blocks.commands().iter().map(|shown| run(shown.command, folder)).collect();
    let differs = |(shown, found): (&Shown<'_>, &String)| without_times(&shown.output) != without_times(found);
    let wrong: Vec<usize> =
        blocks.commands().iter().zip(&found).enumerate().filter(|(_, pair)| differs(*pair)).map(|(at, _)| at).collect();
    if wrong.is_empty() {
        return;
    }
    if std::env::var_os("DAMSON_UPDATE").is_some() {
        std::fs::write(transcript, blocks.with_outputs(&wrong, &found)).unwrap();
        return;
    }
    let mut message = format!("{} shows other outputs; to accept: DAMSON_UPDATE=1\n", transcript.display());
    for at in wrong {
        let shown = &blocks.commands()[at];
        message.push_str(&format!("$ {}\n--- shown\n{}--- now\n{}", shown.command, shown.output, found[at]));
    }
    panic!("{message}");
}

/// Returns the number of lines of the longest output in a transcript.
pub fn longest_output(transcript: &Path) -> usize {
    let text = std::fs::read_to_string(transcript).unwrap();
    Blocks::split(&text).commands().iter().map(|shown| shown.output.lines().count()).max().unwrap_or(0)
}

/// A command with its output as the transcript has it.
struct Shown<'a> {
    command: &'a str,
    output: String,
}

/// A transcript: texts, with a command behind each but the last.
struct Blocks<'a> {
    texts: Vec<String>,
    shown: Vec<Shown<'a>>,
}

impl<'a> Blocks<'a> {
    fn split(text: &'a str) -> Self {
        let mut blocks = Blocks { texts: vec![String::new()], shown: Vec::new() };
        let mut inside = false;
        for line in text.split_inclusive('\n') {
            let fence = line.starts_with("```");
            let command = line.strip_prefix("$ ").filter(|_| inside);
            if let Some(command) = command {
                blocks.shown.push(Shown { command: command.trim_end(), output: String::new() });
                blocks.texts.push(String::new());
            } else if let Some(shown) = blocks.shown.last_mut().filter(|_| inside && !fence) {
                shown.output.push_str(line);
            } else if let Some(text) = blocks.texts.last_mut() {
                text.push_str(line);
            }
            if fence {
                inside = match line.trim_end() {
                    "```console" => true,
                    "```console spin" => tools::has_spin("what it prints in transcripts is not compared"),
                    "```console abc" => tools::has_abc("what it prints in transcripts is not compared"),
                    _ => false,
                };
            }
        }
        blocks
    }

    fn commands(&self) -> &[Shown<'a>] {
        &self.shown
    }

    /// The transcript with new outputs for some commands.
    fn with_outputs(&self, changed: &[usize], found: &[String]) -> String {
        let mut out = self.texts[0].clone();
        for (at, shown) in self.shown.iter().enumerate() {
            let output = if changed.contains(&at) { &found[at] } else { &shown.output };
            out.push_str(&format!("$ {}\n{output}{}", shown.command, self.texts[at + 1]));
        }
        out
    }
}

/// Runs a command line, `damson` being the program under test, and returns what it prints.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_damson")).parent().unwrap().display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", format!("{program}:{path}"))
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => {}
        Some(status) => text.push_str(&format!("[{status}]\n")),
        None => text.push_str("[killed]\n"),
    }
    text
}

/// The text with every duration replaced by `…`.
pub fn without_times(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let line = match line.split_once("\"seconds\": ") {
            Some((before, after)) => {
                format!("{before}\"seconds\": …{}", after.trim_start_matches(|c: char| "0123456789.e-".contains(c)))
            }
            None => line.to_string(),
        };
        let mut rest = line.as_str();
        while let Some(at) = rest.find(" ms") {
            let (before, after) = rest.split_at(at);
            out.push_str(before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'));
            out.push_str("… ms");
            rest = &after[" ms".len()..];
        }
        out.push_str(rest);
    }
    out
}
