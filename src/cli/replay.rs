//! `damson replay`: prints a trail of SPIN or a counterexample of ABC as C statements, and an invariant of ABC as predicates.

use std::path::{Path, PathBuf};

use super::commands::refuse;
use super::console::Console;
use super::options::{PlainFormat, TrailInput};
use base::{Diagnostic, SourceMap};
use modelcheck::source_trail::{self, SourceResult};
use modelcheck::spin::Spin;

/// Prints the trail. Returns the exit status.
pub(super) fn replay(console: &Console, options: &TrailInput) -> u8 {
    let refused = |message: String| refuse(console, &SourceMap::new(), Diagnostic::general(message));
    let Some(model) = options.model.clone().or_else(|| model_of(&options.trail)) else {
        return refused(format!(
            "{} does not end in .trail, .cex, .pla or .wit: name the model, too",
            options.trail.display()
        ));
    };
    if let Err(error) = std::fs::metadata(&options.trail) {
        return refused(format!("cannot read {}: {error}", options.trail.display()));
    }
    if options.model.is_none() && !model.exists() {
        let (trail, model) = (options.trail.display(), model.display());
        return refused(format!("{trail} is named after the model {model}, which does not exist: name the model, too"));
    }
    match source_trail::load(&Spin::default(), &options.trail, &model, &options.limits.of_answer(console.budget())) {
        Ok(found) => {
            console.print(&match (found, options.format) {
                (SourceResult::Trail(trail), PlainFormat::Text) => report::trail::text(&trail),
                (SourceResult::Trail(trail), PlainFormat::Json) => report::trail::json(&trail),
                (SourceResult::Invariant(invariant), PlainFormat::Text) => report::invariant::text(&invariant),
                (SourceResult::Invariant(invariant), PlainFormat::Json) => report::invariant::json(&invariant),
            });
            0
        }
        Err(why) => refused(format!("{}: {why}", options.trail.display())),
    }
}

/// Returns the model beside its trail: `list.pml` for `list.pml.trail`, and for `list.pml3.trail`, the fourth one of a
/// search; `list.blif` for `list.blif.cex` and `list.blif.pla`.
fn model_of(trail: &Path) -> Option<PathBuf> {
    let name = trail.file_name()?.to_str()?;
    let name = [".trail", ".cex", ".pla", ".wit"].iter().find_map(|end| name.strip_suffix(end))?;
    let path = trail.with_file_name(name);
    let first = trail.with_file_name(name.trim_end_matches(|c: char| c.is_ascii_digit()));
    Some(if path.exists() { path } else { first })
}
