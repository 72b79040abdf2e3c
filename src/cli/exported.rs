//! What `bmc` writes for other tools: the question for a solver, and C programs that show errors.

use std::path::Path;

use super::BAD_INPUT;
use super::console::Console;
use super::options::{BoundedExports, InputFiles, TargetLine};
use super::{commands, input};
use crate::base::{Diagnostic, SourceMap};
use crate::bmc::export::SolverLanguage;
use crate::bmc::{EarlyStop, Settings};
use crate::pipeline::bounded;

/// The exit status where a question was written as a whole: nothing is claimed by it.
const WRITTEN: u8 = 0;
/// The exit status where the program was not unrolled to its end.
const NOT_WHOLE: u8 = 5;

/// Writes the question about a program, in place of an answer; the exit status.
pub(super) fn question(
    options: &InputFiles,
    settings: Settings,
    lines: &[TargetLine],
    (language, exports): (SolverLanguage, &BoundedExports),
) -> u8 {
    let (mut sources, console) = (SourceMap::new(), options.program.console());
    let Ok((job, _)) = input::prepare_shapes(options, &mut sources) else { return BAD_INPUT };
    let target = match input::target(&job, &sources, lines) {
        Ok(target) => target,
        Err(problem) => return commands::refuse(console, &sources, problem),
    };
    let settings = Settings { target, ..settings };
    let asked = (language, &sources);
    let exported = match bounded::export(job.question(), &settings, asked, &options.limits.budget()) {
        Ok(exported) => exported,
        Err(why) => return not_whole(console, "no question was written", why),
    };
    match exports.output.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => {
            if let Err(error) = std::fs::write(path, &exported.text) {
                let message = format!("cannot write {}: {error}", path.display());
                return commands::refuse(console, &sources, Diagnostic::general(message));
            }
        }
        None => console.print(&exported.text),
    }
    let (errors, cuts) = (exported.errors, exported.cuts);
    console.complain(&format!(
        "damson: unwinding {}; claims about errors: {errors}, about cuts: {cuts}\n",
        exported.unwind
    ));
    match exported.stopped {
        Some(why) => not_whole(console, "the question is not about the whole program, and always has a model", why),
        None => WRITTEN,
    }
}

fn not_whole(console: Console, what: &str, why: EarlyStop) -> u8 {
    console.complain(&format!("damson: {what}: {why}\n"));
    NOT_WHOLE
}
