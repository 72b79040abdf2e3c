//! Task definitions (`.yml`): which program is checked for which properties (BenchExec's `doc/benchexec.md`, "Task-Definition
//! Files", format versions 1.0, 2.0 and 2.1).
//!
//! Expected verdicts are not even read: an answer must not depend on them. What else the format has and the answer does not
//! depend on is passed over.

use serde::Deserialize;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use serde_saphyr::{Location, MessageFormatter, Spanned, UserMessageFormatter};

use crate::limits::{MOST_ALIASED, MOST_ANCHORS, MOST_DEPTH, MOST_EVENTS};
use base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use ctype::DataModel;

/// The versions of the format that are read.
const VERSIONS: [&str; 3] = ["1.0", "2.0", "2.1"];

/// A task: a C program with the files of its properties. Paths are relative to the folder of the definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskDefinition {
    /// The C file.
    pub program: String,
    /// The property files, each once, in their order.
    pub properties: Vec<String>,
    /// For which word size the program is compiled; `None` if the task does not say.
    pub model: Option<DataModel>,
}

/// The file, as far as it is read.
#[derive(Deserialize)]
struct TaskFile {
    format_version: Spanned<String>,
    input_files: Spanned<Names>,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
    #[serde(default)]
    options: TaskOptions,
}

/// One name, or a list.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the name of a file, or a list of such names")]
enum Names {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
struct PropertyEntry {
    property_file: String,
}

#[derive(Deserialize, Default)]
struct TaskOptions {
    language: Option<Spanned<String>>,
    data_model: Option<Spanned<String>>,
}

impl TaskDefinition {
    /// Reads the text of a task definition. The errors say what is wrong with it, with its place.
    pub fn read(sources: &SourceMap, file: FileId) -> Result<TaskDefinition, Diagnostics> {
        read(sources.text(file), file).map_err(Diagnostics::from)
    }
}

fn read(text: &str, file: FileId) -> Result<TaskDefinition, Diagnostic> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: MOST_DEPTH,
            flow_nesting_limit: MOST_DEPTH,
            max_events: MOST_EVENTS,
            max_nodes: MOST_EVENTS,
            max_documents: 1,
            max_anchors: MOST_ANCHORS,
            max_aliases: MOST_ANCHORS,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: MOST_ALIASED,
            max_replay_stack_depth: MOST_DEPTH,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        with_snippet: false,
    };
    let task: TaskFile =
        serde_saphyr::from_str_with_options(text, options).map_err(|error| told(text, file, &error))?;
    let version = &task.format_version;
    if !VERSIONS.contains(&version.value.as_str()) {
        let message = format!("format version '{}' is not read, only {}", shown(&version.value), VERSIONS.join(", "));
        return Err(Diagnostic::error(span(text, file, version.referenced), message));
    }
    let program = program(text, file, task.input_files)?;
    if let Some(language) = task.options.language.filter(|language| language.value != "C") {
        let message = format!("the language of the task is '{}', not C", shown(&language.value));
        return Err(Diagnostic::error(span(text, file, language.referenced), message));
    }
    let model = task.options.data_model.map(|named| match named.value.as_str() {
        "ILP32" => Ok(DataModel::Ilp32),
        "LP64" => Ok(DataModel::Lp64),
        other => {
            let message = format!("the data model is '{}', not ILP32 or LP64", shown(other));
            Err(Diagnostic::error(span(text, file, named.referenced), message))
        }
    });
    let mut properties: Vec<String> = Vec::new();
    for PropertyEntry { property_file } in task.properties {
        if !properties.contains(&property_file) {
            properties.push(property_file);
        }
    }
    Ok(TaskDefinition { program, properties, model: model.transpose()? })
}

/// Returns the only input file.
fn program(text: &str, file: FileId, names: Spanned<Names>) -> Result<String, Diagnostic> {
    let place = span(text, file, names.referenced);
    match names.value {
        Names::One(name) => Ok(name),
        Names::Several(names) => match <[String; 1]>::try_from(names) {
            Ok([name]) => Ok(name),
            Err(names) => {
                let message = format!("a task has one input file, and this one has {}", names.len());
                Err(Diagnostic::error(place, message)
                    .with_note(None, "files of one program are given as they are: FILE FILE"))
            }
        },
    }
}

/// Says what is wrong with a text that is not such a file.
fn told(text: &str, file: FileId, error: &serde_saphyr::Error) -> Diagnostic {
    let error = error.without_snippet();
    let place = span(text, file, error.location().unwrap_or(Location::UNKNOWN));
    let message = shown(&UserMessageFormatter.format_message(error));
    Diagnostic::error(place, format!("this is no task definition: {message}"))
}

/// A text of the user's in a message: in one line, and not too long.
fn shown(text: &str) -> String {
    text.chars().take(200).flat_map(char::escape_debug).filter(|letter| *letter != '\\').collect()
}

/// Returns the byte at a place; the start of the text where no place is known.
fn offset_of(text: &str, place: Location) -> usize {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    if let Some(at) = place.span().byte_offset() {
        return number(at).min(text.len());
    }
    let before = text.split_inclusive('\n').take(number(place.line()).saturating_sub(1)).map(str::len).sum::<usize>();
    let line = text.get(before..).unwrap_or_default();
    before + line.chars().take(number(place.column()).saturating_sub(1)).map(char::len_utf8).sum::<usize>()
}

/// Returns the word at a place.
fn span(text: &str, file: FileId, place: Location) -> Span {
    let at = offset_of(text, place);
    let rest = text.get(at..).unwrap_or_default();
    let word = rest.chars().take_while(|letter| !letter.is_whitespace()).take(60).map(char::len_utf8).sum::<usize>();
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span { file, start: offset(at), end: offset(at + word) }
}

#[cfg(test)]
mod tests {
    use super::TaskDefinition;
    use base::SourceMap;
    use ctype::DataModel;

    fn read(text: &str) -> Result<TaskDefinition, String> {
        let mut sources = SourceMap::new();
        let file = sources.add("a.yml", text);
        TaskDefinition::read(&sources, file).map_err(|diagnostics| diagnostics.render(&sources))
    }

    const TASK: &str = "format_version: '2.0'\n\
        # Comments may stand anywhere.\n\
        input_files: 'a.i'\n\
        properties:\n\
        \x20 - property_file: ../properties/valid-memsafety.prp\n\
        \x20   expected_verdict: false\n\
        \x20   subproperty: valid-deref\n\
        \x20 - property_file: ../properties/unreach-call.prp\n\
        \x20   expected_verdict: true\n\
        options:\n\
        \x20 language: C\n\
        \x20 data_model: ILP32\n";

    #[test]
    fn a_task_of_the_competition_is_read() {
        let task = read(TASK).unwrap();
        assert_eq!((task.program.as_str(), task.model), ("a.i", Some(DataModel::Ilp32)));
        assert_eq!(task.properties, ["../properties/valid-memsafety.prp", "../properties/unreach-call.prp"]);
    }

    #[test]
    fn what_may_be_missing_may_be_missing() {
        let task = read("format_version: 1.0\ninput_files: [b.c]\nadditional_information: {a: [1, 2]}\n").unwrap();
        assert_eq!(task, TaskDefinition { program: "b.c".into(), properties: Vec::new(), model: None });
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        let deep = format!("format_version: '2.0'\ninput_files: a.c\nx: {}{}\n", "[".repeat(200), "]".repeat(200));
        let mut multiplied =
            String::from("format_version: '2.0'\ninput_files: a.c\na0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for level in 1..9 {
            let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
            multiplied.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
        }
        let mistakes = [
            ("", "a.yml:1:1"),
            ("input_files: a.c\n", "a.yml:1:1"),
            ("format_version: '3.0'\ninput_files: a.c\n", "a.yml:1:17"),
            ("format_version: '2.0'\ninput_files: [a.c, b.c]\n", "a.yml:2:14"),
            ("format_version: '2.0'\ninput_files: []\n", "a.yml:2:14"),
            ("format_version: '2.0'\ninput_files: a.c\ninput_files: b.c\n", "a.yml:3:1"),
            ("format_version: '2.0'\ninput_files: a.c\noptions:\n  language: Java\n", "a.yml:4:13"),
            ("format_version: '2.0'\ninput_files: a.c\noptions:\n  data_model: LLP64\n", "a.yml:4:15"),
            ("format_version: '2.0'\ninput_files: {a: b}\n", "a.yml:2:14"),
            ("format_version: '2.0'\ninput_files: a.c\nproperties: [{expected_verdict: true}]\n", "a.yml:3"),
            ("format_version: '2.0\ninput_files: a.c\n", "a.yml:"),
            (deep.as_str(), "a.yml:"),
            (multiplied.as_str(), "a.yml:"),
        ];
        let mut all = String::new();
        for (text, place) in mistakes {
            let shown = read(text).unwrap_err();
            let first = shown.lines().next().unwrap_or_default();
            all.push_str(first);
            all.push('\n');
            assert!(first.starts_with(place), "{place}: {shown}");
        }
        assert!(all.contains("this one has 2"), "{all}");
    }
}
