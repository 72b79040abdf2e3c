//! `--plot DIR`: writes the graphs of the shape analysis as files, named by place, with an index page.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use super::console::cannot_write;
use super::page::write_own;
use base::{Budget, Diagnostic, SourceMap};
use page::plot::{self, PlotGroup, PlottedGraph};
use program::Program;
use smg::solver::engine::Picture;
use smg::{self};

const INDEX: &str = "index.html";

/// Numbers of graphs that are missing.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Undrawn {
    /// Written, but not drawn.
    too_large: usize,
    /// Not written, because a limit was reached.
    too_late: usize,
}

impl fmt::Display for Undrawn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Undrawn { too_large, too_late } = self;
        if *too_large > 0 {
            writeln!(out, "damson: {too_large} graphs are too large to be drawn: no SVG was written")?;
        }
        if *too_late > 0 {
            writeln!(out, "damson: {too_late} graphs were not written: a limit was reached")?;
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
) -> Result<Undrawn, Diagnostic> {
    let problem = |error: std::io::Error| cannot_write(&folder.display().to_string(), &error);
    std::fs::create_dir_all(folder).map_err(problem)?;
    let mut undrawn = Undrawn::default();
    let (mut groups, mut numbers) = (BTreeMap::<_, PlotGroup>::new(), BTreeMap::<String, usize>::new());
    for plotted in pictures(program, sources, analysis) {
        if !plotted.is_error && budget.check().is_err() {
            undrawn.too_late += 1;
            continue;
        }
        let number = numbers.entry(plotted.name.clone()).or_default();
        *number += 1;
        let name = if plotted.is_error && *number == 1 { plotted.name } else { format!("{}-{number}", plotted.name) };
        std::fs::write(folder.join(format!("{name}.txt")), &plotted.picture.text).map_err(problem)?;
        std::fs::write(folder.join(format!("{name}.dot")), &plotted.picture.dot).map_err(problem)?;
        let drawn = report::svg::from_dot(&plotted.picture.dot);
        match &drawn {
            Ok(svg) => std::fs::write(folder.join(format!("{name}.svg")), svg).map_err(problem)?,
            Err(_) => undrawn.too_large += 1,
        }
        let group = groups.entry((!plotted.is_error, plotted.function.clone(), plotted.position.line));
        let group = group.or_insert_with(|| PlotGroup {
            title: plotted.title,
            place: plotted.position.to_string(),
            line: plotted.position.line,
            graphs: Vec::new(),
        });
        group.graphs.push(PlottedGraph { name, is_drawn: drawn.is_ok() });
    }
    let groups: Vec<PlotGroup> = groups.into_values().collect();
    let page = plot::index(&groups).map_err(|why| Diagnostic::general(format!("internal error: {why}")))?;
    write_own(&folder.join(INDEX), &page)?;
    Ok(undrawn)
}

/// A graph, named after its place.
struct Plotted<'a> {
    is_error: bool,
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
        Some(Plotted { is_error: true, name, title: kind.into(), function: function(picture), position, picture })
    });
    let where_edges_meet = analysis.pictures.iter().filter_map(|picture| {
        let flowchart = program.flowchart(picture.function)?;
        let position = sources.position(flowchart.location(picture.location).span);
        let function = function(picture);
        let name = format!("{function}-line-{}", position.line);
        Some(Plotted { is_error: false, name, title: function.clone(), function, position, picture })
    });
    at_errors.chain(where_edges_meet).collect()
}
