//! Pictures of graphs, drawn by `layout-rs`: no installed Graphviz is needed.

use layout::backends::svg::SVGWriter;
use layout::gv::{DotParser, GraphBuilder};

/// Larger graphs take too long to lay out: use the `dot` form and Graphviz.
const NODE_LIMIT: usize = 120;

/// Draws a graph given in the language of Graphviz.
pub fn from_dot(dot: &str) -> Result<String, String> {
    let nodes = dot.lines().filter(|line| line.contains("label=") && !line.contains("->")).count();
    if nodes > NODE_LIMIT {
        return Err(format!("a graph of {nodes} nodes is too large to draw"));
    }
    if nodes == 0 {
        // The library cannot lay out an empty graph.
        return Ok(SVGWriter::new().finalize());
    }
    let mut parser = DotParser::new(dot);
    let tree = parser.process()?;
    let mut builder = GraphBuilder::new();
    builder.visit_graph(&tree);
    let mut graph = builder.get();
    let mut writer = SVGWriter::new();
    graph.do_it(false, false, false, &mut writer);
    Ok(with_sorted_styles(&writer.finalize()))
}

/// Sorts the styles of a picture: the library writes them in the order of a hash table.
fn with_sorted_styles(svg: &str) -> String {
    let (begin, end) = ("<style>\n", "</style>");
    let split = svg.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?)));
    let Some((before, (styles, behind))) = split else { return svg.to_string() };
    let mut lines: Vec<&str> = styles.lines().collect();
    lines.sort_unstable();
    format!("{before}{begin}{}\n{end}{behind}", lines.join("\n"))
}
