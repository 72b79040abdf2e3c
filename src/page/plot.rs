//! The page that shows the graphs of `--plot`, which are files beside it.

use askama::Template;

/// The graphs at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlotGroup {
    /// The kind of an error, or the name of a function.
    pub title: String,
    /// `list.c:12:5`
    pub place: String,
    pub line: u32,
    pub graphs: Vec<PlottedGraph>,
}

/// A graph in files of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlottedGraph {
    /// The name of its files, without extension.
    pub name: String,
    /// True if it is drawn; otherwise it is too large.
    pub is_drawn: bool,
}

#[derive(Template)]
#[template(path = "plot.html")]
struct PlotPage<'a> {
    groups: &'a [PlotGroup],
    count: usize,
    left_out: usize,
}

/// Renders the page; so many further graphs are not shown. The error is a message about a template that cannot be filled in, which is a defect of Damson.
pub fn index(groups: &[PlotGroup], left_out: usize) -> Result<String, String> {
    let count = groups.iter().map(|group| group.graphs.len()).sum();
    PlotPage { groups, count, left_out }.render().map_err(|error| error.to_string())
}
