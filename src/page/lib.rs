//! `--report DIR`: the answer to a command as one page of HTML that needs no network and no script.
//!
//! Data in, text out: nothing here decides anything, and no file is touched. What a page says is what the [`Report`] says. Texts
//! of the program reach the page through templates only (`templates/`), which escape them.
//!
//! | file | what stands there |
//! |---|---|
//! | `summary` | the verdict in a sentence, properties, engines |
//! | `finding` | a defect: its excerpt, its inputs, the way to it |
//! | `heap` | a heap as boxes and arrows |
//! | `invariants` | why it is safe: what proofs know at the heads of loops |
//! | `predicates` | predicates by location, with where they come from |
//! | `flowchart` | flowcharts as pictures |
//! | `listing` | the source text with marks at its lines |
//! | `place` | which lines are listed, and links to them |
//! | `plot` | the page that shows the graphs of `--plot` |
//! | `limits` | how much is shown |

mod finding;
mod flowchart;
mod heap;
mod invariants;
mod limits;
mod listing;
mod place;
pub mod plot;
mod predicates;
mod summary;

use std::collections::BTreeSet;

use askama::Template;

use base::SourceMap;
use finding::{FindingCard, StartState, TraceRow};
use flowchart::FlowchartPicture;
use invariants::{HeadSection, ProofSection};
use listing::{Listing, ListingRow};
use pipeline::heads::{HeadPictures, SuspectPicture};
use pipeline::invariants::ProofInvariants;
use pipeline::{AbstractModel, Prepared};
use place::ListedLines;
use predicates::PredicateSection;
use program::{FunctionId, Program};
use report::Report;
use summary::{EngineRow, HintFile, PropertyRow, VerdictMark};

/// What every page begins with: a file that begins otherwise was written by something else.
pub const FIRST_LINE: &str = "<!DOCTYPE html><!-- damson report -->";

/// A source file as the user wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceText {
    /// Its name, as positions have it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What a page is made from.
#[derive(Clone, Copy, Debug)]
pub struct PageInput<'a> {
    /// The answer; `None` where nobody was asked for a verdict.
    pub report: Option<&'a Report<'a>>,
    /// The C file.
    pub file: &'a str,
    /// The function that is analysed.
    pub function: &'a str,
    /// The command that was run.
    pub command_line: &'a str,
    /// The files whose lines are shown; those of [`mentioned_files`] that can be read.
    pub texts: &'a [SourceText],
    /// The program, for its flowchart.
    pub flowchart: Option<DrawnProgram<'a>>,
    /// The predicates that were discovered.
    pub discovery: Option<Discovery<'a>>,
    /// What proofs know.
    pub invariants: &'a [ProofInvariants],
    /// What memory looks like at the heads of loops, where that is proved.
    pub heads: &'a [HeadPictures],
    /// What it looks like where errors are suspected.
    pub suspects: &'a [SuspectPicture],
}

/// A function whose flowchart is shown.
#[derive(Clone, Copy, Debug)]
pub struct DrawnProgram<'a> {
    /// Its program.
    pub program: &'a Program,
    /// The function.
    pub entry: FunctionId,
    /// The texts that its places are in.
    pub sources: &'a SourceMap,
}

/// The predicates that were discovered for a question.
#[derive(Clone, Copy, Debug)]
pub struct Discovery<'a> {
    /// The question.
    pub prepared: &'a Prepared,
    /// The abstraction.
    pub analysis: &'a AbstractModel,
    /// The texts that its places are in.
    pub sources: &'a SourceMap,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    input: PageInput<'a>,
    verdict: VerdictMark,
    sentence: String,
    reason: Option<String>,
    advice: Vec<String>,
    assumptions: Vec<String>,
    properties: Vec<PropertyRow>,
    findings: Vec<FindingCard>,
    proofs: Vec<ProofSection>,
    heads: Vec<HeadSection>,
    predicates: Option<PredicateSection>,
    flowcharts: Vec<FlowchartPicture>,
    engines: Vec<EngineRow>,
    hints: Vec<HintFile>,
    listings: Vec<Listing>,
}

/// The page. `Err`: a message about a template that cannot be filled in, which is a defect of Damson.
pub fn write(input: PageInput<'_>) -> Result<String, String> {
    let nothing = Report::of_nothing();
    let report = input.report.unwrap_or(&nothing);
    let places = ListedLines::new(report, input.texts);
    let findings = finding::cards(report, &places, input.suspects);
    let page = Page {
        input,
        verdict: VerdictMark::of(report.verdict),
        sentence: summary::sentence(report),
        reason: report.reason.as_ref().map(ToString::to_string),
        advice: report.advice().iter().map(ToString::to_string).collect(),
        assumptions: summary::assumptions(report),
        properties: summary::properties(report, &places),
        proofs: invariants::sections(input.invariants, report, &places),
        heads: invariants::heads(input.heads, &places),
        predicates: input.discovery.map(|discovery| predicates::section(discovery, &places)),
        flowcharts: input.flowchart.map_or_else(Vec::new, |drawn| flowchart::pictures(drawn, report)),
        engines: summary::engines(report),
        hints: summary::hints(report),
        listings: listing::listings(report, &places, &findings),
        findings,
    };
    page.render().map_err(|error| error.to_string())
}

/// The files that a page on a report shows lines of, if they can be read.
pub fn mentioned_files(report: &Report<'_>) -> BTreeSet<String> {
    place::mentioned(report).into_iter().map(|(file, _)| file.to_string()).collect()
}
