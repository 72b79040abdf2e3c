//! The flowchart of the function that is analysed, as a picture.

use crate::base::SourceMap;
use crate::program::{FunctionId, Program, display};
use crate::report::svg;

/// The picture, or why there is none.
pub(super) fn picture(program: &Program, entry: FunctionId, sources: &SourceMap) -> Result<String, String> {
    let drawn = svg::from_dot(&display::dot(program, &[entry], sources))?;
    // Within a page there is no declaration of XML.
    Ok(drawn.split_once("?>").map_or(drawn.as_str(), |(_, rest)| rest).to_string())
}
