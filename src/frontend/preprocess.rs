//! Reads and preprocesses files: the only part of the front end that touches files and processes.
//!
//! Text with directives goes through the system's `cc -E`, which drops comments. So `//@` lines pass through it as
//! `#pragma damson_annotation N` and are restored in its output at their original columns. Other text, and `.i` files,
//! are not preprocessed.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::lexer::{parse_line_marker, word_of_contract};
use base::process::{own_group, stop};
use base::{Budget, Diagnostic, Diagnostics, Exhausted, FileId, SourceMap, Span};

/// Preprocessor options from the command line.
#[derive(Clone, Debug)]
pub struct PreprocessOptions {
    /// The preprocessor, usually `cc`.
    pub compiler: String,
    pub include_directories: Vec<PathBuf>,
    /// `-D` and `-U` arguments, in order, as `-DNAME=V` or `-UNAME`.
    pub definitions: Vec<String>,
    pub include_first: Vec<PathBuf>,
    /// Additional arguments, which come first, such as those from a compilation database.
    pub further: Vec<String>,
    /// True for `-m32`, false for `-m64`.
    pub is_32_bit: bool,
    /// The limits of the preprocessor.
    pub budget: Budget,
}

impl Default for PreprocessOptions {
    fn default() -> Self {
        PreprocessOptions {
            compiler: "cc".to_owned(),
            include_directories: Vec::new(),
            definitions: Vec::new(),
            include_first: Vec::new(),
            further: Vec::new(),
            is_32_bit: false,
            budget: Budget::unlimited(),
        }
    }
}

/// The path that denotes standard input.
const STANDARD_INPUT: &str = "-";
/// The name of standard input in messages and reports, and in the output of `cc -E`.
const NAME_OF_STANDARD_INPUT: &str = "<stdin>";

/// Maximum size in bytes of the included files that are read again, for names of macros and for source lines in
/// messages.
const LARGEST_HEADERS: usize = 16 << 20;

const PRAGMA: &str = "#pragma damson_annotation ";

/// Reads a file, preprocesses it if it has directives, and adds the text to `sources` under its path. The path `-` is
/// standard input. Invalid UTF-8 is replaced; outside of comments the lexer reports it.
pub fn load(sources: &mut SourceMap, path: &Path, options: &PreprocessOptions) -> Result<FileId, Diagnostics> {
    let is_standard_input = path == Path::new(STANDARD_INPUT);
    let path = if is_standard_input { Path::new(NAME_OF_STANDARD_INPUT) } else { path };
    let name = path.display().to_string();
    let text = if is_standard_input {
        read_from(&mut io::stdin().lock(), &options.budget)
    } else {
        read_file(path, &options.budget)
    };
    let text = text.map_err(|failure| failure.diagnostics(&name))?;
    let is_preprocessed = path.extension().is_some_and(|extension| extension == "i");
    let changes =
        [options.definitions.len(), options.include_first.len(), options.further.len()].iter().any(|count| *count > 0);
    let text = if !is_preprocessed && (changes || needs_preprocessing(&text)) {
        let output = preprocess(path, &text, options);
        let output = output.map_err(|failure| at_named_place(sources, (&name, &text), &options.compiler, failure))?;
        remember_originals(sources, (&name, text), &output, options);
        output
    } else {
        text
    };
    Ok(sources.add(name, text))
}

fn general(message: String) -> Diagnostics {
    Diagnostic::general(message).into()
}

fn read(path: &Path) -> io::Result<String> {
    std::fs::read(path).map(text_of)
}

/// The reason why a text was not read.
enum ReadFailure {
    System(io::Error),
    TooLarge,
    Stopped(Exhausted),
}

impl ReadFailure {
    fn diagnostics(self, name: &str) -> Diagnostics {
        match self {
            ReadFailure::System(error) => general(format!("cannot read {name}: {error}")),
            ReadFailure::TooLarge => general(format!("{name} is larger than 4 GiB")),
            ReadFailure::Stopped(why) => Diagnostics::stopped_while(&format!("{name} was read"), why),
        }
    }
}

/// Bytes that are read between two checks of the budget.
const READ_BYTES: u64 = 1 << 20;

fn read_file(path: &Path, budget: &Budget) -> Result<String, ReadFailure> {
    let mut file = std::fs::File::open(path).map_err(ReadFailure::System)?;
    read_from(&mut file, budget)
}

fn read_from(from: &mut impl Read, budget: &Budget) -> Result<String, ReadFailure> {
    let mut bytes = Vec::new();
    loop {
        budget.check().map_err(ReadFailure::Stopped)?;
        if from.take(READ_BYTES).read_to_end(&mut bytes).map_err(ReadFailure::System)? == 0 {
            return Ok(text_of(bytes));
        }
        if u32::try_from(bytes.len()).is_err() {
            return Err(ReadFailure::TooLarge);
        }
    }
}

/// Decodes the text of a file, without a byte order mark.
fn text_of(bytes: Vec<u8>) -> String {
    let mut text =
        String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    text
}

/// Returns true if a line of `text` starts with a directive other than a line marker or a pragma.
pub fn has_directives(text: &str) -> bool {
    text.lines().any(|line| {
        let Some(directive) = line.trim_start().strip_prefix('#') else { return false };
        let directive = directive.trim();
        let marker = directive.strip_prefix("line").unwrap_or(directive).trim_start();
        !directive.is_empty() && !directive.starts_with("pragma") && parse_line_marker(marker).is_none()
    })
}

/// Returns true if `text` has directives, names that only the preprocessor knows, such as `__LINE__`, or lines that go on
/// in the next one, perhaps in the middle of a token.
pub fn needs_preprocessing(text: &str) -> bool {
    let is_predefined = |word: &str| {
        word == "_Pragma" || (word.starts_with("__") && word.chars().nth(2).is_some_and(|c| c.is_ascii_uppercase()))
    };
    has_directives(text)
        || text.lines().any(|line| line.trim_end().ends_with('\\'))
        || text.split(|c: char| c != '_' && !c.is_ascii_alphanumeric()).any(is_predefined)
}

fn preprocess(path: &Path, text: &str, options: &PreprocessOptions) -> Result<String, Diagnostics> {
    let hidden = Hidden::hide(path, text);
    let output = run(path, &hidden.text, options)?;
    let output = hidden.restore(&output);
    refuse_annotations_in_headers(&output, path)?;
    Ok(output)
}

/// Runs the preprocessor. For `-m32` on a 64-bit system without the headers of a 32-bit C library it uses the native
/// headers.
fn run(path: &Path, text: &str, options: &PreprocessOptions) -> Result<String, Diagnostics> {
    let result = run_with(path, text, options, &[]);
    if options.is_32_bit
        && result.as_ref().is_err_and(|failure| failure.stopped().is_none())
        && let Some((stubs, folder)) = headers_for_both_sizes(&options.compiler)
    {
        return run_with(path, text, options, &[&folder, stubs.path()]).or(result);
    }
    result
}

/// Returns the directory of native architecture-dependent headers, and a temporary one with the files that they lack
/// for 32 bits. The headers of glibc for x86-64 also work for i386, except for the list of stub functions, which is not
/// needed.
fn headers_for_both_sizes(compiler: &str) -> Option<(tempfile::TempDir, PathBuf)> {
    let output = Command::new(compiler).arg("-print-multiarch").stdin(Stdio::null()).output().ok()?;
    let name = String::from_utf8(output.stdout).ok()?;
    let folder = Path::new("/usr/include").join(name.trim());
    if name.trim() != "x86_64-linux-gnu" || !folder.is_dir() {
        return None;
    }
    let stubs = tempfile::tempdir().ok()?;
    std::fs::create_dir(stubs.path().join("gnu")).ok()?;
    std::fs::write(stubs.path().join("gnu/stubs-32.h"), "").ok()?;
    Some((stubs, folder))
}

fn run_with(path: &Path, text: &str, options: &PreprocessOptions, last: &[&Path]) -> Result<String, Diagnostics> {
    let compiler = &options.compiler;
    let mut command = Command::new(compiler);
    command.args(["-E", "-x", "c", "-std=gnu11", if options.is_32_bit { "-m32" } else { "-m64" }]);
    command.args(&options.further);
    // For standard input, `#include "…"` searches the current directory.
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    command.arg("-iquote").arg(directory);
    options.include_directories.iter().for_each(|include| {
        command.arg("-I").arg(include);
    });
    last.iter().for_each(|include| {
        command.arg("-idirafter").arg(include);
    });
    command.args(&options.definitions);
    options.include_first.iter().for_each(|file| {
        command.arg("-include").arg(file);
    });
    command.arg("-");
    let failed = |what: &dyn std::fmt::Display| general(format!("cannot run the preprocessor {compiler}: {what}"));
    let output = output_of(command, text, &options.budget).map_err(|error| failed(&error))?;
    let output = output.map_err(|why| Diagnostics::stopped_while("the program was preprocessed", why))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let mut diagnostic = Diagnostic::general(format!("the preprocessor {compiler} failed on {}", path.display()));
    for line in said.lines().filter(|line| !line.trim().is_empty()).take(20) {
        diagnostic = diagnostic.with_note(None, line);
    }
    if options.is_32_bit {
        let need =
            "-m32 needs the headers of a 32-bit C library (Debian's package gcc-multilib), or a preprocessed file";
        diagnostic = diagnostic.with_note(None, need);
    }
    Err(diagnostic.into())
}

/// Gives the failure of the preprocessor the place in the file that it names, if it names one.
fn at_named_place(
    sources: &mut SourceMap,
    (name, text): (&str, &str),
    compiler: &str,
    failure: Diagnostics,
) -> Diagnostics {
    let said: Vec<&str> =
        failure.iter().flat_map(|diagnostic| &diagnostic.notes).map(|(_, line)| line.as_str()).collect();
    let named = said.iter().find_map(|line| Some((*line, named_place(line, (name, text))?)));
    let Some((first, (start, end, what))) = named else { return failure };
    let file = sources.add(name, text);
    let mut diagnostic =
        Diagnostic::error(Span { file, start, end }, format!("the preprocessor {compiler} failed: {what}"));
    // The excerpt of the compiler is not repeated.
    let is_excerpt = |line: &str| line.starts_with([' ', '\t']) || line == "compilation terminated.";
    for line in said.into_iter().filter(|line| *line != first && !is_excerpt(line)) {
        diagnostic = diagnostic.with_note(None, line);
    }
    diagnostic.into()
}

/// Returns the part of a file, up to the end of the line, that a line such as `a.c:1:10: fatal error: …` is about, and
/// what is wrong there.
fn named_place<'m>(said: &'m str, (name, text): (&str, &str)) -> Option<(u32, u32, &'m str)> {
    let mut parts = said.strip_prefix(name)?.strip_prefix(':')?.splitn(4, ':');
    let (line, column) = (parts.next()?.parse::<usize>().ok()?, parts.next()?.parse::<usize>().ok()?);
    let is_error = parts.next()?.trim().ends_with("error");
    let before = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum::<usize>();
    let line = text.get(before..)?.lines().next().filter(|_| is_error)?;
    // Compilers may count characters, and more for a tab: a column is wrong rather than not in the line.
    let column = column.checked_sub(1)?.min(line.trim_end().len());
    let column = (0..=column).rev().find(|column| line.is_char_boundary(*column))?;
    let offset = |column: usize| u32::try_from(before + column).ok();
    Some((offset(column)?, offset(line.trim_end().len())?, parts.next()?.trim()))
}

/// Time between two checks of the budget while the preprocessor works.
const PREPROCESSOR_PAUSE: Duration = Duration::from_millis(10);

/// Runs a command with a text as its input, and returns its output. Stops it when the budget is exhausted.
fn output_of(mut command: Command, text: &str, budget: &Budget) -> io::Result<Result<Output, Exhausted>> {
    if let Err(why) = budget.check() {
        return Ok(Err(why));
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    own_group(&mut command);
    let mut child = command.spawn()?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let (input, output, errors) = pipes;
        // Write and read concurrently, as each pipe may fill up. A compiler that stops reading reports the reason
        // itself.
        scope.spawn(move || input.map(|mut input| input.write_all(text.as_bytes())));
        let errors = scope.spawn(move || read_all(errors));
        // Nobody waits any more if the command was stopped.
        scope.spawn(move || sender.send(read_all(output)));
        let stdout = wait_for(&receiver, &mut child, budget);
        let stderr = errors.join().unwrap_or_else(|_| Ok(Vec::new()));
        match stdout {
            Ok(stdout) => Ok(Ok(Output { status: child.wait()?, stdout: stdout?, stderr: stderr? })),
            Err(why) => Ok(Err(why)),
        }
    })
}

fn read_all(pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes))?;
    Ok(bytes)
}

/// Waits for the output of a process. Stops the process when the budget is exhausted.
fn wait_for(
    output: &mpsc::Receiver<io::Result<Vec<u8>>>,
    child: &mut Child,
    budget: &Budget,
) -> Result<io::Result<Vec<u8>>, Exhausted> {
    loop {
        match output.recv_timeout(PREPROCESSOR_PAUSE) {
            Ok(bytes) => return Ok(bytes),
            Err(mpsc::RecvTimeoutError::Timeout) => {
                if let Err(why) = budget.check() {
                    stop(child);
                    return Err(why);
                }
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }
}

/// A text whose `//@` lines are hidden from the preprocessor.
struct Hidden {
    text: String,
    /// The hidden lines: the text before `//@` as blanks, and the rest of the line.
    lines: Vec<String>,
}

impl Hidden {
    fn hide(path: &Path, text: &str) -> Self {
        let name = path.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
        let mut hidden = Hidden { text: format!("#line 1 \"{name}\"\n"), lines: Vec::new() };
        let mut state = State::Code;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let (annotation, next) = find_annotation(line, state);
            state = next;
            match annotation {
                Some(at) => hidden.hide_line(line, at, index + 1),
                None => hidden.text.push_str(line),
            }
        }
        hidden
    }

    fn hide_line(&mut self, line: &str, at: usize, number: usize) {
        let (before, annotation) = line.split_at(at);
        if !before.trim().is_empty() {
            // The pragma takes a line of its own, which must not be counted.
            self.text.push_str(&format!("{before}\n#line {number}\n"));
        }
        let blanks: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        self.text.push_str(&format!("{PRAGMA}{}\n", self.lines.len()));
        self.lines.push(format!("{blanks}{}", annotation.trim_end()));
    }

    fn restore(&self, output: &str) -> String {
        let mut text = String::with_capacity(output.len());
        for line in output.split_inclusive('\n') {
            let hidden = line
                .strip_prefix(PRAGMA)
                .and_then(|number| number.trim().parse::<usize>().ok())
                .and_then(|number| self.lines.get(number));
            match hidden {
                Some(hidden) => {
                    text.push_str(hidden);
                    text.push('\n');
                }
                None => text.push_str(line),
            }
        }
        text
    }
}

/// The lexical state at the start of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Code,
    BlockComment,
    LineComment,
}

/// Returns the offset at which `//@` starts a comment in a line, and the state at the next line.
fn find_annotation(line: &str, state: State) -> (Option<usize>, State) {
    let bytes = line.as_bytes();
    let spliced = line.trim_end().ends_with('\\');
    let line_comment = if spliced { State::LineComment } else { State::Code };
    let mut at = 0;
    let mut in_comment = match state {
        State::LineComment => return (None, line_comment),
        State::BlockComment => true,
        State::Code => false,
    };
    while let Some(byte) = bytes.get(at).copied() {
        let next = bytes.get(at + 1).copied();
        match (byte, next) {
            (b'*', Some(b'/')) if in_comment => {
                in_comment = false;
                at += 2;
            }
            _ if in_comment => at += 1,
            (b'/', Some(b'*')) => {
                in_comment = true;
                at += 2;
            }
            (b'/', Some(b'/')) if bytes.get(at + 2) == Some(&b'@') => return (Some(at), State::Code),
            (b'/', Some(b'/')) => return (None, line_comment),
            (b'"' | b'\'', _) => at = behind_quoted(bytes, at),
            _ => at += 1,
        }
    }
    (None, if in_comment { State::BlockComment } else { State::Code })
}

fn behind_quoted(bytes: &[u8], start: usize) -> usize {
    let quote = bytes.get(start);
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            _ if Some(byte) == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// Keeps the original texts, so that positions in the output are shown as the user wrote them.
fn remember_originals(
    sources: &mut SourceMap,
    (name, text): (&str, String),
    output: &str,
    options: &PreprocessOptions,
) {
    let mut left = LARGEST_HEADERS;
    let mut headers = BTreeMap::new();
    for marker in output.lines().filter_map(|line| line.strip_prefix("# ")) {
        let is_system = is_of_system_header(marker);
        if let Some(file) = parse_line_marker(marker).and_then(|marker| marker.file) {
            // Expansions of macros from system headers are marked like text of those headers.
            headers.entry(file).and_modify(|known| *known &= is_system).or_insert(is_system);
        }
    }
    for (header, is_system) in headers.into_iter().filter(|(header, _)| header != name) {
        let Ok(text) = read(Path::new(&header)) else { continue };
        left = left.saturating_sub(text.len());
        match (left, is_system) {
            (0, _) => break,
            (_, true) => sources.add_definitions(text),
            (_, false) => sources.add_original(header, text),
        }
    }
    let defined = options.definitions.iter().filter_map(|option| option.strip_prefix("-D"));
    sources
        .add_definitions(defined.map(|option| format!("#define {}\n", option.replace('=', " "))).collect::<String>());
    sources.add_original(name, text);
}

/// Returns true if a line marker is that of a system header.
fn is_of_system_header(marker: &str) -> bool {
    const SYSTEM_HEADER: &str = "3";
    marker.rsplit('"').next().unwrap_or("").split_whitespace().any(|flag| flag == SYSTEM_HEADER)
}

/// Rejects annotations in the user's headers, which would be silently lost.
fn refuse_annotations_in_headers(output: &str, path: &Path) -> Result<(), Diagnostics> {
    let mut headers = std::collections::BTreeSet::new();
    for marker in output.lines().filter_map(|line| line.strip_prefix("# ")) {
        if is_of_system_header(marker) {
            continue;
        }
        if let Some(file) = parse_line_marker(marker).and_then(|marker| marker.file) {
            headers.insert(file);
        }
    }
    let mut diagnostics = Diagnostics::new();
    for header in headers.iter().filter(|header| Path::new(header) != path) {
        let text = read(Path::new(header)).unwrap_or_default();
        if let Some(line) = first_annotation(&text) {
            let message = format!("{header}:{line}: a `//@` line in an included file is not supported");
            diagnostics.push(Diagnostic::general(message));
        }
    }
    if diagnostics.has_errors() { Err(diagnostics) } else { Ok(()) }
}

/// Returns the number of the first line with an annotation.
fn first_annotation(text: &str) -> Option<usize> {
    let mut state = State::Code;
    for (index, line) in text.lines().enumerate() {
        let (annotation, next) = find_annotation(line, state);
        state = next;
        let text = annotation.and_then(|at| line.get(at + "//@".len()..));
        if text.is_some_and(|text| word_of_contract(text).is_none()) {
            return Some(index + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directives_that_need_the_preprocessor_count() {
        for text in ["int a;", "# 1 \"f.h\" 1 3\nint a;", "#line 7\n", "#pragma pack(1)\n", "  #\n", "x = '#';"] {
            assert!(!has_directives(text), "{text}");
        }
        for text in ["#include <a.h>", "  # define X", "#if 0\n#endif", "#linear"] {
            assert!(has_directives(text), "{text}");
        }
    }

    #[test]
    fn annotations_are_found_outside_of_comments_and_literals_only() {
        let find = |line| find_annotation(line, State::Code);
        assert_eq!(find("  //@ assert x;"), (Some(2), State::Code));
        assert_eq!(find("x = '\"'; //@ y"), (Some(9), State::Code));
        assert_eq!(find("char *s = \"//@ no\";"), (None, State::Code));
        assert_eq!(find("// see //@ no"), (None, State::Code));
        assert_eq!(find("/* //@ no"), (None, State::BlockComment));
        assert_eq!(find_annotation("//@ no */ //@ yes", State::BlockComment), (Some(10), State::Code));
    }
}
