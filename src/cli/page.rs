//! `--report DIR`: reads the source files that a page shows, and writes the page.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::console::{Console, cannot_write};
use super::options::{InputFiles, OUTPUT};
use base::{Diagnostic, SourceMap};
use page::functions::FunctionOnPage;
use page::{self, Discovery, DrawnProgram, FIRST_LINE, PageInput, SourceText};
use pipeline::heads::{HeadPictures, SuspectPicture};
use pipeline::invariants::ProofInvariants;
use report::Report;
use report::several::{self, EntryAnswer};
use spec::Question;

/// The name of the page in its folder.
pub(super) const PAGE: &str = "index.html";
/// Bytes of the largest source file that is shown.
const LARGEST_TEXT: u64 = 16 << 20;

/// Where a page is written, if it is wanted.
#[derive(Args, Clone, Debug)]
pub struct PageOption {
    /// Also write the report as one page of HTML, DIR/index.html, which needs no network
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,
}

impl PageOption {
    /// The page that is wanted.
    pub(super) fn wanted<'a>(&'a self, input: &'a InputFiles, command_line: &'a str) -> Option<WantedPage<'a>> {
        self.report.as_deref().map(|folder| WantedPage { folder, file: input.program.file(), command_line })
    }
}

/// What a page shows beside the report.
#[derive(Clone, Copy)]
pub(super) struct ShownOnPage<'a> {
    /// What was asked.
    pub question: Question<'a>,
    /// The texts.
    pub sources: &'a SourceMap,
    /// The predicates that were discovered.
    pub discovery: Option<Discovery<'a>>,
    /// What proofs know.
    pub invariants: &'a [ProofInvariants],
    /// What memory looks like at the heads of loops.
    pub heads: &'a [HeadPictures],
    /// What it looks like where errors are suspected.
    pub suspects: &'a [SuspectPicture],
}

impl<'a> ShownOnPage<'a> {
    /// The program alone.
    pub(super) fn of(question: Question<'a>, sources: &'a SourceMap) -> ShownOnPage<'a> {
        ShownOnPage { question, sources, discovery: None, invariants: &[], heads: &[], suspects: &[] }
    }
}

/// A page that is wanted.
#[derive(Clone, Copy)]
pub(super) struct WantedPage<'a> {
    /// The folder.
    pub folder: &'a Path,
    /// The C file.
    pub file: &'a Path,
    /// The command that was run.
    pub command_line: &'a str,
}

impl WantedPage<'_> {
    /// Writes the page on a report; says where it stands.
    pub(super) fn write(
        &self,
        console: &Console,
        report: Option<&Report<'_>>,
        shown: ShownOnPage<'_>,
    ) -> Result<(), Diagnostic> {
        let ShownOnPage { question, sources, discovery, invariants, heads, suspects } = shown;
        let file = self.file.display().to_string();
        let function = question.program.functions.get(question.entry).map_or("", |function| &function.name);
        let texts = texts(&file, report.map(page::mentioned_files).unwrap_or_default());
        let input = PageInput {
            report,
            file: &file,
            function,
            command_line: self.command_line,
            texts: &texts,
            flowchart: Some(DrawnProgram { program: question.program, entry: question.entry, sources }),
            discovery,
            invariants,
            heads,
            suspects,
        };
        put(console, self.folder, page::write(input))
    }
}

/// Writes the page on several functions, whose own pages stand in folders below.
pub(super) fn write_index(
    console: &Console,
    folder: &Path,
    parts: &[EntryAnswer],
    command_line: &str,
) -> Result<(), Diagnostic> {
    let folders: Vec<String> = parts.iter().map(|part| function_folder(&part.file, part.function.as_deref())).collect();
    let functions: Vec<FunctionOnPage<'_>> =
        parts.iter().zip(&folders).map(|(answer, folder)| FunctionOnPage { answer, folder }).collect();
    put(console, folder, page::functions::index(&functions, several::together(parts), command_line))
}

/// Returns the folder of the page on a function of a file, such as `list.c-insert`.
pub(super) fn function_folder(file: &str, function: Option<&str>) -> String {
    let file = file.replace(['/', '\\'], "_");
    function.map_or_else(|| file.clone(), |function| format!("{file}-{function}"))
}

/// Writes a page that was rendered, and says where it is, unless a page on several functions leads to it.
fn put(console: &Console, folder: &Path, text: Result<String, String>) -> Result<(), Diagnostic> {
    let text = text.map_err(|why| Diagnostic::general(format!("internal error: {why}")))?;
    let path = folder.join(PAGE);
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(&path.display().to_string(), &error))?;
    write_own(&path, &text)?;
    if !console.is_part() {
        console.remark(&format!("damson: report written to {}\n", path.display()));
    }
    Ok(())
}

/// The texts of source files, the program first. A file that cannot be read, such as one that a `.i` file was made from on another
/// machine, is not shown.
fn texts(program: &str, mut names: BTreeSet<String>) -> Vec<SourceText> {
    names.remove(program);
    let text = |name: String| {
        let is_small = std::fs::metadata(&name).is_ok_and(|known| known.is_file() && known.len() <= LARGEST_TEXT);
        let bytes = is_small.then(|| std::fs::read(&name).ok()).flatten()?;
        Some(SourceText { name, text: String::from_utf8_lossy(&bytes).into_owned() })
    };
    std::iter::once(program.to_string()).chain(names).filter_map(text).collect()
}

/// Returns the folder of pages where none is named: in the user's folder for what can be made again.
pub(super) fn default_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")));
    cache.unwrap_or_else(std::env::temp_dir).join("damson").join("report")
}

/// Writes a page. A file that Damson did not write is kept.
pub(super) fn write_own(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let problem = |error: std::io::Error| cannot_write(&path.display().to_string(), &error);
    match std::fs::read(path) {
        Ok(known) if !known.starts_with(FIRST_LINE.as_bytes()) => {
            let message = format!("{} exists and was not written by damson: it is kept", path.display());
            return Err(Diagnostic::general(message));
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(problem(error)),
        Ok(_) | Err(_) => {}
    }
    std::fs::write(path, text).map_err(problem)
}
