//! The flowcharts of the function that is analysed, and of those with findings, as pictures.

use super::DrawnProgram;
use super::limits::MOST_FLOWCHARTS;
use program::{FunctionId, display};
use report::{DefectEvidence, Report, svg};

/// The flowchart of a function.
pub(super) struct FlowchartPicture {
    pub function: String,
    /// The picture, or the reason why there is none.
    pub picture: Result<String, String>,
}

/// Returns the flowcharts of the entry, and of the functions with findings.
pub(super) fn pictures(drawn: DrawnProgram<'_>, report: &Report<'_>) -> Vec<FlowchartPicture> {
    let DrawnProgram { program, entry, .. } = drawn;
    let mut functions = vec![entry];
    for finding in &report.findings {
        let DefectEvidence::Alarm(alarm) = finding.evidence else { continue };
        functions.extend(program.defined_function(&alarm.function).filter(|id| !functions.contains(id)));
    }
    functions.truncate(MOST_FLOWCHARTS);
    functions.into_iter().enumerate().map(|(number, function)| picture(drawn, number, function)).collect()
}

fn picture(drawn: DrawnProgram<'_>, number: usize, function: FunctionId) -> FlowchartPicture {
    let DrawnProgram { program, sources, .. } = drawn;
    let picture = svg::from_dot(&display::dot(program, &[function], sources));
    let name = program.functions.get(function).map_or_else(String::new, |function| function.name.clone());
    FlowchartPicture { function: name, picture: picture.map(|drawn| within_page(&drawn, number)) }
}

/// Embeds a picture in a page: removes the XML declaration, and makes its names unique. The replaced strings contain
/// quotation marks, which are escaped in texts of the program.
fn within_page(svg: &str, number: usize) -> String {
    let svg = svg.split_once("?>").map_or(svg, |(_, rest)| rest);
    svg.replace("id=\"", &format!("id=\"chart{number}-"))
        .replace("=\"url(#", &format!("=\"url(#chart{number}-"))
        .replace("href=\"#", &format!("href=\"#chart{number}-"))
}
