//! `--report DIR`: the answer to a command as one HTML page that needs neither network nor scripts.
//!
//! Pure functions from data to text: this crate makes no decisions, and touches no file. A page says what the
//! [`Report`] says. Texts of the program reach the page only through templates (`templates/`), which escape them.
//!
//! | file | contents |
//! |---|---|
//! | `summary` | the verdict in a sentence, properties, engines |
//! | `finding` | a defect: its excerpt, its inputs, its trace |
//! | `heap` | a heap as boxes and arrows |
//! | `invariants` | the invariants at the heads of loops that proofs have found |
//! | `predicates` | predicates by location, with their causes |
//! | `flowchart` | flowcharts as pictures |
//! | `listing` | the source text with annotated lines |
//! | `place` | the listed lines, and links to them |
//! | `functions` | the page on several functions |
//! | `plot` | the page that shows the graphs of `--plot` |
//! | `limits` | how much is shown |

mod finding;
mod flowchart;
pub mod functions;
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

/// The first line of every page: a file that begins otherwise was written by something else.
pub const FIRST_LINE: &str = "<!DOCTYPE html><!-- damson report -->";

/// A source file as the user wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceText {
    /// The name used in positions.
    pub name: String,
    pub text: String,
}

/// The contents of a page.
#[derive(Clone, Copy, Debug)]
pub struct PageInput<'a> {
    /// The answer; `None` if no verdict was asked for.
    pub report: Option<&'a Report<'a>>,
    pub file: &'a str,
    /// The function that is analysed.
    pub function: &'a str,
    /// The command that was run.
    pub command_line: &'a str,
    /// The files whose lines are shown: those of [`mentioned_files`] that can be read.
    pub texts: &'a [SourceText],
    /// The program, for its flowchart.
    pub flowchart: Option<DrawnProgram<'a>>,
    /// The discovered predicates.
    pub discovery: Option<Discovery<'a>>,
    /// The invariants of proofs.
    pub invariants: &'a [ProofInvariants],
    /// Drawings of memory at the heads of loops, if proved.
    pub heads: &'a [HeadPictures],
    /// Drawings of memory where errors are suspected.
    pub suspects: &'a [SuspectPicture],
}

/// A function whose flowchart is shown.
#[derive(Clone, Copy, Debug)]
pub struct DrawnProgram<'a> {
    pub program: &'a Program,
    pub entry: FunctionId,
    /// The source texts of its positions.
    pub sources: &'a SourceMap,
}

/// The predicates that were discovered for a question.
#[derive(Clone, Copy, Debug)]
pub struct Discovery<'a> {
    pub prepared: &'a Prepared,
    pub analysis: &'a AbstractModel,
    /// The source texts of its positions.
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
    requires: Option<String>,
    effects: Option<String>,
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

/// Renders the page. The error is a message about a template that cannot be filled in, which is a defect of Damson.
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
        requires: summary::requires(report),
        effects: report.effects.as_ref().map(ToString::to_string).filter(|text| !text.is_empty()),
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

/// Returns the files whose lines a page on a report shows, if they can be read.
pub fn mentioned_files(report: &Report<'_>) -> BTreeSet<String> {
    place::mentioned(report).into_iter().map(|(file, _)| file.to_string()).collect()
}
