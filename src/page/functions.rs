//! The page on several functions: the table of `--all-entries`, with a link to the page on each function.

use askama::Template;

use super::summary::VerdictMark;
use engine::verdict::Verdict;
use report::several::{self, EntryAnswer};

/// The answer for a function, and where its own page is.
#[derive(Clone, Copy, Debug)]
pub struct FunctionOnPage<'a> {
    pub answer: &'a EntryAnswer,
    /// The folder of its page, below that of this one. Without a verdict there is no page.
    pub folder: &'a str,
}

struct Row<'a> {
    file: &'a str,
    function: &'a str,
    /// `None` if there is no verdict.
    mark: Option<VerdictMark>,
    remark: &'a str,
    effects: &'a str,
    folder: Option<&'a str>,
}

impl<'a> Row<'a> {
    fn of(one: &FunctionOnPage<'a>) -> Row<'a> {
        let FunctionOnPage { answer, folder } = *one;
        Row {
            file: &answer.file,
            function: answer.function(),
            mark: answer.verdict().map(VerdictMark::of),
            remark: answer.ended.remark.as_deref().unwrap_or_default(),
            effects: answer.ended.effects.as_deref().unwrap_or_default(),
            folder: answer.verdict().is_some().then_some(folder),
        }
    }
}

#[derive(Template)]
#[template(path = "functions.html")]
struct FunctionsPage<'a> {
    verdict: VerdictMark,
    counts: String,
    rows: Vec<Row<'a>>,
    assumed: Vec<String>,
    command_line: &'a str,
}

/// Renders the page. The error is a message about a template that cannot be filled in, which is a defect of Damson.
pub fn index(functions: &[FunctionOnPage<'_>], verdict: Verdict, command_line: &str) -> Result<String, String> {
    let answers = || functions.iter().map(|one| one.answer);
    let page = FunctionsPage {
        verdict: VerdictMark::of(verdict),
        counts: several::counts(answers()),
        rows: functions.iter().map(Row::of).collect(),
        assumed: several::assumed_by(answers()),
        command_line,
    };
    page.render().map_err(|error| error.to_string())
}
