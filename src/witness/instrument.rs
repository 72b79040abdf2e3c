//! Compiles a witness into the text of its program.
//!
//! *Violation witness*: the program counts the segments that a run has passed. A run that comes to the location of a current
//! waypoint and does not fulfil it stops; so does one that does what is to be avoided. A current waypoint must be fulfilled
//! at the next visit of its location, and one visit serves one segment. An error counts if it happens at the target after all
//! segments: the program then holds [`Instrumented::reached`].
//!
//! *Correctness witness*: each invariant becomes an assertion at its place, in a loop's condition or in front of a statement.
//!
//! Lines stay what they are; columns move. Never looks at how a program runs.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use crate::document::{InvariantKind, WaypointKind};
use crate::places::{BranchForm, Place, PlaceKind, Places, StatementForm};
use crate::resolve::{PlacedInvariant, PlacedSegment, PlacedWaypoint};
use base::{FileId, SourceMap, Span};
use competition::{CompetitionProperty, PropertySet};

/// The variable that counts segments.
const SEGMENT: &str = "damson_segment";
/// The value of a condition or of a call.
const VALUE: &str = "damson_value";
/// The value of the condition that is the target.
const CONDITION: &str = "damson_condition";

/// The function of the C library that is called where an assertion fails, as the library declares it.
const ASSERT_FAIL: &str = "extern void __assert_fail(const char *, const char *, unsigned int, const char *) \
                           __attribute__ ((__nothrow__)) __attribute__ ((__noreturn__));";

/// A program with a witness in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instrumented {
    /// The name of the program's file.
    pub name: String,
    pub text: String,
    /// The parts of the text that are not the program's, in bytes.
    pub added: Vec<Range<u32>>,
    /// The text that marks the place at which a run has passed all segments: `damson_segment = 7`.
    pub reached: String,
}

/// Text that is put around a part of a program.
struct Wrap {
    span: Span,
    before: String,
    after: String,
}

/// A program whose text is extended.
#[derive(Clone, Copy)]
pub struct Original<'o> {
    pub sources: &'o SourceMap,
    pub file: FileId,
    pub places: &'o Places,
}

/// A waypoint with its segment.
#[derive(Clone, Copy)]
struct Segmented<'w> {
    segment: usize,
    waypoint: &'w PlacedWaypoint,
    /// True if it is to be followed, false if it is to be avoided.
    follows: bool,
}

/// A place with the waypoints there.
struct Visited<'w> {
    original: Original<'w>,
    place: &'w Place,
    waypoints: Vec<Segmented<'w>>,
    /// Number of segments of the witness.
    segments: usize,
    /// True if the error may come after the target.
    may_be_late: bool,
}

impl Original<'_> {
    /// Returns the program with a violation witness in it. Runs that call the error function elsewhere than at the target stop
    /// before they do.
    pub fn with_segments(self, segments: &[PlacedSegment], properties: &PropertySet) -> Instrumented {
        let error_function = properties.error_function();
        // A block may be lost long after the statement that did not free it.
        let (tracks, cleans) = (CompetitionProperty::ValidMemtrack, CompetitionProperty::ValidMemcleanup);
        let may_be_late = properties.contains(&tracks) || properties.contains(&cleans);
        let mut at: BTreeMap<usize, Vec<Segmented<'_>>> = BTreeMap::new();
        for (segment, PlacedSegment { avoid, follow }) in segments.iter().enumerate() {
            let avoided = avoid.iter().map(|waypoint| Segmented { segment, waypoint, follows: false });
            for waypoint in avoided.chain([Segmented { segment, waypoint: follow, follows: true }]) {
                at.entry(waypoint.waypoint.place).or_default().push(waypoint);
            }
        }
        let is_error = |place: &Place| match &place.kind {
            PlaceKind::Call { callee } => callee.as_deref() == error_function && error_function.is_some(),
            _ => false,
        };
        let calls = self.places.iter().filter(|place| is_error(place));
        let mut wraps: Vec<Wrap> = calls
            .map(|place| Wrap {
                span: place.span,
                before: format!("({{ if ({SEGMENT} != {}) abort(); ", segments.len()),
                after: "; })".into(),
            })
            .collect();
        wraps.extend(at.into_iter().filter_map(|(place, waypoints)| {
            let place = self.places.get(place)?;
            Some(Visited { original: self, place, waypoints, segments: segments.len(), may_be_late }.wrap())
        }));
        let head = format!("extern void abort(void); static int {SEGMENT};");
        let reached = format!("{SEGMENT} = {}", segments.len());
        self.made(&head, wraps, reached)
    }

    /// Returns the program with invariants in it, each asserted by a function of its own.
    pub fn with_invariants(self, invariants: &[PlacedInvariant]) -> Instrumented {
        let mut wraps = Vec::new();
        let mut head = String::from(ASSERT_FAIL);
        for (index, invariant) in invariants.iter().enumerate() {
            let Some(place) = self.places.get(invariant.place) else { continue };
            let _ = write!(
                head,
                " static void {}(void) {{ __assert_fail(\"{}\", \"\", 0, \"\"); }}",
                broken(index),
                index + 1
            );
            let check = format!("if (!({})) {}();", invariant.value, broken(index));
            let condition = self.places.iter().find_map(|other| match other.kind {
                PlaceKind::Branch { form: BranchForm::Loop | BranchForm::DoWhile, condition, .. }
                    if other.span == place.span =>
                {
                    Some(condition)
                }
                _ => None,
            });
            match condition.filter(|_| invariant.kind == InvariantKind::LoopInvariant) {
                Some(span) => wraps.push(Wrap { span, before: format!("({{ {check} (_Bool)("), after: "); })".into() }),
                None => wraps.push(around_statement(place, &check, "")),
            }
        }
        self.made(&head, wraps, String::new())
    }

    /// Returns the text with texts put around its parts, and with a line in front of it.
    fn made(self, head: &str, wraps: Vec<Wrap>, reached: String) -> Instrumented {
        let text = self.sources.text(self.file);
        let mut put: Vec<(u32, bool, u32, usize, &str)> = Vec::new();
        for (index, Wrap { span, before, after }) in wraps.iter().enumerate() {
            // What ends somewhere ends before anything begins there. Outer parts begin first and end last.
            put.push((span.start, true, u32::MAX - span.end, index, before));
            put.push((span.end, false, u32::MAX - span.start, wraps.len() - index, after));
        }
        put.sort_by_key(|(at, begins, order, index, _)| (*at, *begins, *order, *index));
        let name = self.sources.name(self.file).replace('\\', "\\\\").replace('"', "\\\"");
        let mut out = format!("{head}\n# 1 \"{name}\"\n");
        let length = |text: &str| u32::try_from(text.len()).unwrap_or(u32::MAX);
        let mut added = Vec::from([Range { start: 0, end: length(&out) }]);
        let mut done = 0;
        for (at, _, _, _, more) in put {
            let at = at as usize;
            out.push_str(text.get(done..at).unwrap_or(""));
            let start = length(&out);
            out.push_str(more);
            added.push(start..length(&out));
            done = at;
        }
        out.push_str(text.get(done..).unwrap_or(""));
        Instrumented { name: self.sources.name(self.file).into(), text: out, added, reached }
    }
}

impl Visited<'_> {
    /// Returns what is put around the place.
    fn wrap(&self) -> Wrap {
        let span = self.place.span;
        match &self.place.kind {
            PlaceKind::Statement(form) => self.around_statement(*form),
            PlaceKind::Branch { form, condition, .. } => self.around_branch(*form, *condition),
            PlaceKind::Call { .. } => self.around_call(),
            PlaceKind::FullExpression => {
                let (arm, text, end) = (self.arm(), self.original.sources.snippet(span), self.disarm());
                match self.is_condition() {
                    true => Wrap {
                        span,
                        before: format!("({{ {arm} __typeof__({text}) {CONDITION} = ("),
                        after: format!("); {end} {CONDITION}; }})"),
                    },
                    false => Wrap { span, before: format!("({{ {arm} ("), after: format!("); {end} }})") },
                }
            }
        }
    }

    /// Returns the waypoints of a kind.
    fn of_kind(&self, kind: WaypointKind) -> impl Iterator<Item = Segmented<'_>> {
        self.waypoints.iter().filter(move |waypoint| waypoint.waypoint.kind == kind).copied()
    }

    /// Returns the statement by which a run comes to the target, if this is the target.
    fn arm(&self) -> String {
        // Nothing happens in a jump that could be an error.
        let jumps = matches!(self.place.kind, PlaceKind::Statement(StatementForm::Other));
        let last = self.segments.saturating_sub(1);
        match self.of_kind(WaypointKind::Target).next().is_some() && !jumps {
            true => format!("if ({SEGMENT} == {last}) {SEGMENT} = {};", self.segments),
            false => String::new(),
        }
    }

    /// Returns the statement that stops a run which has passed the target without the error.
    fn disarm(&self) -> String {
        if self.may_be_late {
            return String::new();
        }
        format!("if ({SEGMENT} == {}) abort();", self.segments)
    }

    fn around_statement(&self, form: StatementForm) -> Wrap {
        let assumed = |waypoint: &PlacedWaypoint| format!("({})", waypoint.value);
        let (steps, arm) = (steps(self.of_kind(WaypointKind::Assumption), assumed), self.arm());
        let before = match steps.is_empty() || arm.is_empty() {
            true => format!("{steps}{arm}"),
            // One visit serves one segment.
            false => format!("{steps} else {arm}"),
        };
        let ends_here = matches!(form, StatementForm::Expression | StatementForm::Declaration);
        let after = if !arm.is_empty() && ends_here { self.disarm() } else { String::new() };
        around_statement(self.place, &before, &after)
    }

    fn around_branch(&self, form: BranchForm, condition: Span) -> Wrap {
        let steps = steps(self.of_kind(WaypointKind::Branching), |waypoint| self.outcome(waypoint, form));
        let text = self.original.sources.snippet(condition);
        let (ty, value) = match form {
            BranchForm::Switch => (format!("__typeof__({text})"), ""),
            _ => ("int".into(), " != 0"),
        };
        Wrap {
            span: condition,
            before: format!("({{ {ty} {VALUE} = ("),
            after: format!("){value}; {steps} {VALUE}; }})"),
        }
    }

    fn around_call(&self) -> Wrap {
        let span = self.place.span;
        let enters = steps(self.of_kind(WaypointKind::FunctionEnter), |_| "1".into());
        let result = |waypoint: &PlacedWaypoint| format!("({})", waypoint.value.replace("\\result", VALUE));
        let returns = steps(self.of_kind(WaypointKind::FunctionReturn), result);
        match returns.is_empty() {
            true => Wrap { span, before: format!("({{ {enters} "), after: "; })".into() },
            false => Wrap {
                span,
                before: format!("({{ {enters} __typeof__({}) {VALUE} = ", self.original.sources.snippet(span)),
                after: format!("; {returns} {VALUE}; }})"),
            },
        }
    }

    /// Returns true if an expression is a condition, and not a clause of `for` whose value nobody needs.
    fn is_condition(&self) -> bool {
        let span = self.place.span;
        let is_it = |place: &Place| matches!(place.kind, PlaceKind::Branch { condition, .. } if condition == span);
        self.original.places.iter().any(is_it)
    }

    /// Returns the condition that a branch goes as a waypoint says.
    fn outcome(&self, waypoint: &PlacedWaypoint, form: BranchForm) -> String {
        match (waypoint.value.trim(), form) {
            ("default", BranchForm::Switch) => {
                let labels = self.original.places.labels(self.place.span).into_iter().map(|label| {
                    let (first, last) =
                        (self.original.sources.snippet(label.first), self.original.sources.snippet(label.last));
                    format!("({VALUE} >= ({first}) && {VALUE} <= ({last}))")
                });
                let labels: Vec<String> = labels.collect();
                if labels.is_empty() { "1".into() } else { format!("!({})", labels.join(" || ")) }
            }
            (label, BranchForm::Switch) => format!("({VALUE} == ({label}))"),
            ("true", _) => VALUE.into(),
            ("false", _) => format!("!{VALUE}"),
            // Nothing else is an outcome: the waypoint is never fulfilled.
            _ => "0".into(),
        }
    }
}

/// Returns the name of the function that is called where an invariant does not hold.
pub fn broken(invariant: usize) -> String {
    format!("damson_invariant_{}_broken", invariant + 1)
}

/// Returns the statements that look at the waypoints of a place, from the first segment to the last.
fn steps<'w>(waypoints: impl Iterator<Item = Segmented<'w>>, fulfilled: impl Fn(&PlacedWaypoint) -> String) -> String {
    let mut by_segment: BTreeMap<usize, Vec<Segmented<'_>>> = BTreeMap::new();
    waypoints.for_each(|waypoint| by_segment.entry(waypoint.segment).or_default().push(waypoint));
    let mut out = String::new();
    for (segment, mut waypoints) in by_segment {
        let lead = if out.is_empty() { "" } else { " else " };
        let _ = write!(out, "{lead}if ({SEGMENT} == {segment}) {{");
        // What is to be avoided comes first.
        waypoints.sort_by_key(|waypoint| waypoint.follows);
        for Segmented { waypoint, follows, .. } in waypoints {
            let condition = fulfilled(waypoint);
            let _ = match follows {
                true => write!(out, " if (!{condition}) abort(); {SEGMENT} = {};", segment + 1),
                false => write!(out, " if ({condition}) abort();"),
            };
        }
        out.push_str(" }");
    }
    out
}

/// Returns what is put in front of a statement and behind it.
fn around_statement(place: &Place, before: &str, after: &str) -> Wrap {
    match place.kind {
        // A declaration stands in a block, where a statement may stand beside it.
        PlaceKind::Statement(StatementForm::Declaration) => {
            Wrap { span: place.span, before: format!("{before} "), after: after.into() }
        }
        _ => Wrap { span: place.span, before: format!("{{ {before} "), after: format!("{after} }}") },
    }
}
