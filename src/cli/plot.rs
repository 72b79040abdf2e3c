//! `--plot DIR`: writes the graphs of the shape analysis as files, named by place, with an index page: as many as people
//! look at.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use super::console::cannot_write;
use super::page::write_own;
use base::{Budget, Diagnostic, SourceMap};
use page::plot::{self, PlotGroup, PlottedGraph};
use program::analysis::order::LoopOrder;
use program::{FunctionId, Program};
use smg::solver::engine::Picture;
use smg::{self};

const INDEX: &str = "index.html";
/// Number of graphs that are written; nobody looks at more. A large program has thousands.
const MOST_GRAPHS: usize = 100;

/// Numbers of graphs that are missing.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MissingGraphs {
    /// Written, but not drawn.
    too_large: usize,
    /// Not written, because a limit was reached.
    too_late: usize,
    /// Not written, because nobody looks at so many.
    left_out: usize,
}

impl fmt::Display for MissingGraphs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissingGraphs { too_large, too_late, left_out } = self;
        if *too_large > 0 {
            writeln!(out, "damson: {too_large} graphs are too large to be drawn: no SVG was written")?;
        }
        if *too_late > 0 {
            writeln!(out, "damson: {too_late} graphs were not written: a limit was reached")?;
        }
        if *left_out > 0 {
            writeln!(out, "damson: {left_out} more graphs were not written")?;
        }
        Ok(())
    }
}

/// Writes the configurations of an analysis to files of a folder, those at errors first: as text, for Graphviz, and
/// drawn. Once the budget is exhausted, only those at errors are written. Returns how many are missing.
pub(super) fn draw(
    folder: &Path,
    program: &Program,
    sources: &SourceMap,
    analysis: &smg::Analysis,
    budget: &Budget,
) -> Result<MissingGraphs, Diagnostic> {
    let problem = |error: std::io::Error| cannot_write(&folder.display().to_string(), &error);
    std::fs::create_dir_all(folder).map_err(problem)?;
    let (mut groups, mut numbers) = (BTreeMap::<_, PlotGroup>::new(), BTreeMap::<String, usize>::new());
    let (shown, left_out) = chosen(pictures(program, sources, analysis));
    let mut missing = MissingGraphs { left_out, ..MissingGraphs::default() };
    for plotted in shown {
        if plotted.rank != Rank::Error && budget.check().is_err() {
            missing.too_late += 1;
            continue;
        }
        let number = numbers.entry(plotted.name.clone()).or_default();
        *number += 1;
        let name = if plotted.rank == Rank::Error && *number == 1 {
            plotted.name
        } else {
            format!("{}-{number}", plotted.name)
        };
        std::fs::write(folder.join(format!("{name}.txt")), &plotted.picture.text).map_err(problem)?;
        std::fs::write(folder.join(format!("{name}.dot")), &plotted.picture.dot).map_err(problem)?;
        let drawn = report::svg::from_dot(&plotted.picture.dot);
        match &drawn {
            Ok(svg) => std::fs::write(folder.join(format!("{name}.svg")), svg).map_err(problem)?,
            Err(_) => missing.too_large += 1,
        }
        let group = groups.entry((plotted.rank, plotted.function.clone(), plotted.position.line));
        let group = group.or_insert_with(|| PlotGroup {
            title: plotted.title,
            place: plotted.position.to_string(),
            line: plotted.position.line,
            graphs: Vec::new(),
        });
        group.graphs.push(PlottedGraph { name, is_drawn: drawn.is_ok() });
    }
    let groups: Vec<PlotGroup> = groups.into_values().collect();
    let page = plot::index(&groups, left_out).map_err(|why| Diagnostic::general(format!("internal error: {why}")))?;
    write_own(&folder.join(INDEX), &page)?;
    Ok(missing)
}

/// The kinds of places, the most telling ones first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    Error,
    /// The head of a loop: all that may be in memory whenever its condition is tested.
    LoopHead,
    /// Another place where edges meet.
    Join,
}

/// Returns the graphs that are written, and the number of the others. The first graph of each place comes before the second
/// one of any place of the same kind.
fn chosen(all: Vec<Plotted<'_>>) -> (Vec<Plotted<'_>>, usize) {
    let left_out = all.len().saturating_sub(MOST_GRAPHS);
    let mut seen = BTreeMap::<String, usize>::new();
    let mut numbered: Vec<((Rank, usize, usize), Plotted<'_>)> = Vec::new();
    for (index, plotted) in all.into_iter().enumerate() {
        let number = seen.entry(plotted.name.clone()).or_default();
        *number += 1;
        numbered.push(((plotted.rank, *number, index), plotted));
    }
    numbered.sort_by_key(|(key, _)| *key);
    numbered.truncate(MOST_GRAPHS);
    numbered.sort_by_key(|((_, _, index), _)| *index);
    (numbered.into_iter().map(|(_, plotted)| plotted).collect(), left_out)
}

/// A graph, named after its place.
struct Plotted<'a> {
    rank: Rank,
    name: String,
    title: String,
    function: String,
    position: base::SourcePosition,
    picture: &'a Picture,
}

/// Returns the graphs at errors, and then those where edges meet.
fn pictures<'a>(program: &'a Program, sources: &SourceMap, analysis: &'a smg::Analysis) -> Vec<Plotted<'a>> {
    let function = |picture: &Picture| {
        program.functions.get(picture.function).map_or_else(String::new, |function| function.name.clone())
    };
    let at_errors = analysis.findings.iter().filter_map(|finding| {
        let picture = finding.evidence.picture.as_ref()?;
        let (position, kind) = (sources.position(finding.span), finding.kind.word());
        let name = format!("error-{kind}-line-{}", position.line);
        Some(Plotted { rank: Rank::Error, name, title: kind.into(), function: function(picture), position, picture })
    });
    let mut orders = BTreeMap::<FunctionId, LoopOrder>::new();
    let where_edges_meet = analysis.pictures.iter().filter_map(|picture| {
        let flowchart = program.flowchart(picture.function)?;
        let order = orders.entry(picture.function).or_insert_with(|| LoopOrder::of(flowchart));
        let rank = if order.is_head(picture.location) { Rank::LoopHead } else { Rank::Join };
        let position = sources.position(flowchart.location(picture.location).span);
        let function = function(picture);
        let name = format!("{function}-line-{}", position.line);
        Some(Plotted { rank, name, title: function.clone(), function, position, picture })
    });
    at_errors.chain(where_edges_meet).collect()
}
