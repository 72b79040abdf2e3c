//! Compiles a witness into the text of its program.
//!
//! *Violation witness*: the program counts the segments that a run has passed. A run stops if it visits the location of a
//! current waypoint and does not fulfil it, and if it does what is to be avoided. A current waypoint must be fulfilled
//! at the next visit of its location, and one visit serves one segment. An error counts if it happens in the target after all
//! other segments: the run then holds [`Instrumented::passed`], and the first text of [`Instrumented::target`] without the second
//! behind it.
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

/// The function of the C library that is called where an assertion fails, as the library declares it.
const ASSERT_FAIL: &str = "extern void __assert_fail(const char *, const char *, unsigned int, const char *) \
                           __attribute__ ((__nothrow__)) __attribute__ ((__noreturn__));";
/// A run that leaves the witness ends here, without any end of the program. Bounded model checkers know it.
const STOP: &str = "__CPROVER_assume(0);";
const STOP_DECLARED: &str = "extern void __CPROVER_assume(int);";

/// A program with a witness in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instrumented {
    /// The name of the program's file.
    pub name: String,
    pub text: String,
    /// The parts of the text that are not the program's, in bytes.
    pub added: Vec<Range<u32>>,
    /// The text that marks that a run has passed all segments but the target: `damson_segment = 6`. Empty if the target is alone.
    pub passed: String,
    /// The texts that mark the beginning and the end of the target.
    pub target: [String; 2],
    names: Names,
}

/// The names that the witness adds to a program. No name of the program begins as they do.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Names {
    /// Counts segments.
    segment: String,
    /// Whether control is in the target.
    target: String,
    /// The value of a condition or of a call.
    value: String,
    /// The segment at the beginning of a visit.
    now: String,
    /// What the names of functions begin with.
    prefix: String,
}

impl Names {
    fn of(text: &str) -> Names {
        let mut prefix = String::from("damson");
        while text.contains(&prefix) {
            prefix.push('_');
        }
        let name = |name: &str| format!("{prefix}_{name}");
        Names { segment: name("segment"), target: name("target"), value: name("value"), now: name("now"), prefix }
    }
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
    names: &'w Names,
    place: &'w Place,
    waypoints: Vec<Segmented<'w>>,
    /// Number of the last segment, whose waypoint is the target.
    last: usize,
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
        let (names, last) = (Names::of(self.sources.text(self.file)), segments.len().saturating_sub(1));
        let Names { segment, target, .. } = &names;
        let calls = self.places.iter().filter(|place| is_error(place));
        let mut wraps: Vec<Wrap> = calls
            .map(|place| Wrap {
                span: place.span,
                before: format!("({{ if ({segment} != {last} || !{target}) {STOP} "),
                after: "; })".into(),
            })
            .collect();
        wraps.extend(at.into_iter().filter_map(|(place, waypoints)| {
            let place = self.places.get(place)?;
            Some(Visited { original: self, names: &names, place, waypoints, last, may_be_late }.wrap())
        }));
        let head = format!("{STOP_DECLARED} static int {segment}, {target};");
        let passed = if last == 0 { String::new() } else { format!("{segment} = {last}") };
        self.made(&head, wraps, (passed, names))
    }

    /// Returns the program with invariants in it, each asserted by a function of its own.
    pub fn with_invariants(self, invariants: &[PlacedInvariant]) -> Instrumented {
        let (mut wraps, names) = (Vec::new(), Names::of(self.sources.text(self.file)));
        let mut head = String::from(ASSERT_FAIL);
        for (index, invariant) in invariants.iter().enumerate() {
            let Some(place) = self.places.get(invariant.place) else { continue };
            let broken = names.broken(index);
            let number = index + 1;
            let _ = write!(head, " static void {broken}(void) {{ __assert_fail(\"{number}\", \"\", 0, \"\"); }}");
            let check = format!("if (!({})) {broken}();", invariant.value);
            let condition = self.places.condition(place.span);
            match condition.filter(|_| invariant.kind == InvariantKind::LoopInvariant) {
                Some(span) => wraps.push(Wrap { span, before: format!("({{ {check} (_Bool)("), after: "); })".into() }),
                None => wraps.push(self.around_statement(place, &check, "")),
            }
        }
        self.made(&head, wraps, (String::new(), names))
    }

    /// Returns what is put in front of a statement and behind it. A statement in a block gets no block of its own, in which
    /// compound literals would live shorter.
    fn around_statement(self, place: &Place, before: &str, after: &str) -> Wrap {
        // Nothing may stand behind the value of a statement expression.
        let after = if self.places.is_value(place.span) { "" } else { after };
        match place.is_item {
            true => Wrap { span: place.span, before: format!("{before} "), after: format!(" {after}") },
            false => Wrap { span: place.span, before: format!("{{ {before} "), after: format!(" {after} }}") },
        }
    }

    /// Returns the text with texts put around its parts, and with a line in front of it.
    fn made(self, head: &str, wraps: Vec<Wrap>, (passed, names): (String, Names)) -> Instrumented {
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
        let target = [format!("{} = 1", names.target), format!("{} = 0", names.target)];
        Instrumented { name: self.sources.name(self.file).into(), text: out, added, passed, target, names }
    }
}

impl Instrumented {
    /// Returns the name of the function that is called where an invariant does not hold.
    pub fn broken(&self, invariant: usize) -> String {
        self.names.broken(invariant)
    }
}

impl Names {
    fn broken(&self, invariant: usize) -> String {
        format!("{}_invariant_{}_broken", self.prefix, invariant + 1)
    }
}

impl Visited<'_> {
    /// Returns what is put around the place.
    fn wrap(&self) -> Wrap {
        match &self.place.kind {
            PlaceKind::Statement(form) => self.around_statement(*form),
            PlaceKind::Branch { form, condition, .. } => self.around_branch(*form, *condition),
            PlaceKind::Call { .. } => self.around_call(),
            PlaceKind::FullExpression => self.around_expression(),
        }
    }

    /// Returns the waypoints of a kind.
    fn of_kind(&self, kind: WaypointKind) -> impl Iterator<Item = Segmented<'_>> {
        self.waypoints.iter().filter(move |waypoint| waypoint.waypoint.kind == kind).copied()
    }

    /// Returns the statements by which control enters the target and leaves it, if this is the target. Who leaves it without
    /// the error after all other segments stops.
    fn target(&self) -> [String; 2] {
        let Names { segment, target, .. } = self.names;
        // Nothing happens in a jump that could be an error.
        let jumps = matches!(self.place.kind, PlaceKind::Statement(StatementForm::Other));
        if self.of_kind(WaypointKind::Target).next().is_none() || jumps {
            return Default::default();
        }
        let leave = match self.may_be_late {
            true => String::new(),
            false => format!("if ({segment} == {}) {STOP} {target} = 0;", self.last),
        };
        [format!("{target} = 1;"), leave]
    }

    fn around_statement(&self, form: StatementForm) -> Wrap {
        let assumed = |waypoint: &PlacedWaypoint| format!("({})", waypoint.value);
        let steps = self.steps(WaypointKind::Assumption, assumed);
        let [enter, leave] = self.target();
        let ends_here = matches!(form, StatementForm::Expression | StatementForm::Declaration);
        let leave = if ends_here { leave } else { String::new() };
        self.original.around_statement(self.place, &format!("{steps}{enter}"), &leave)
    }

    fn around_expression(&self) -> Wrap {
        let (span, value) = (self.place.span, &self.names.value);
        let (text, [enter, leave]) = (self.original.sources.snippet(span), self.target());
        match self.is_clause() {
            true => Wrap { span, before: format!("({{ {enter} ("), after: format!("); {leave} }})") },
            // Arrays are converted to pointers, as they are where the value is used.
            false => Wrap {
                span,
                before: format!("({{ {enter} __typeof__((0, ({text}))) {value} = ("),
                after: format!("); {leave} {value}; }})"),
            },
        }
    }

    fn around_branch(&self, form: BranchForm, condition: Span) -> Wrap {
        let steps = self.steps(WaypointKind::Branching, |waypoint| self.outcome(waypoint, form));
        let (text, name) = (self.original.sources.snippet(condition), &self.names.value);
        let (ty, value) = match form {
            BranchForm::Switch => (format!("__typeof__((0, ({text})))"), ""),
            _ => ("int".into(), " != 0"),
        };
        Wrap {
            span: condition,
            before: format!("({{ {ty} {name} = ("),
            after: format!("){value}; {steps} {name}; }})"),
        }
    }

    fn around_call(&self) -> Wrap {
        let (span, name) = (self.place.span, &self.names.value);
        let enters = self.steps(WaypointKind::FunctionEnter, |_| "1".into());
        let result = |waypoint: &PlacedWaypoint| format!("({})", waypoint.value.replace("\\result", name));
        let returns = self.steps(WaypointKind::FunctionReturn, result);
        match returns.is_empty() {
            true => Wrap { span, before: format!("({{ {enters} "), after: "; })".into() },
            false => Wrap {
                span,
                before: format!("({{ {enters} __typeof__({}) {name} = ", self.original.sources.snippet(span)),
                after: format!("; {returns} {name}; }})"),
            },
        }
    }

    /// Returns the statements that look at the waypoints of a kind, from the first segment to the last. One visit serves one
    /// segment.
    fn steps(&self, kind: WaypointKind, fulfilled: impl Fn(&PlacedWaypoint) -> String) -> String {
        let mut by_segment: BTreeMap<usize, Vec<Segmented<'_>>> = BTreeMap::new();
        self.of_kind(kind).for_each(|waypoint| by_segment.entry(waypoint.segment).or_default().push(waypoint));
        if by_segment.is_empty() {
            return String::new();
        }
        let Names { segment, now, .. } = self.names;
        let mut out = format!("{{ int {now} = {segment};");
        for (number, mut waypoints) in by_segment {
            let _ = write!(out, " if ({now} == {number}) {{");
            // What is to be avoided comes first.
            waypoints.sort_by_key(|waypoint| waypoint.follows);
            for Segmented { waypoint, follows, .. } in waypoints {
                let condition = fulfilled(waypoint);
                let _ = match follows {
                    true => write!(out, " if (!{condition}) {STOP} {segment} = {};", number + 1),
                    false => write!(out, " if ({condition}) {STOP}"),
                };
            }
            out.push_str(" }");
        }
        out.push_str(" } ");
        out
    }

    /// Returns true for a clause of `for` whose value nobody needs.
    fn is_clause(&self) -> bool {
        let span = self.place.span;
        let places = self.original.places;
        let is_condition =
            places.iter().any(|place| matches!(place.kind, PlaceKind::Branch { condition, .. } if condition == span));
        let is_returned = places.statement(span).and_then(|statement| places.get(statement));
        let is_returned = is_returned.is_some_and(|place| place.kind == PlaceKind::Statement(StatementForm::Return));
        !is_condition && !is_returned
    }

    /// Returns the condition that a branch goes as a waypoint says.
    fn outcome(&self, waypoint: &PlacedWaypoint, form: BranchForm) -> String {
        let value = &self.names.value;
        match (waypoint.value.trim(), form) {
            ("default", BranchForm::Switch) => {
                let labels = self.original.places.labels(self.place.span).into_iter().map(|label| {
                    let (first, last) =
                        (self.original.sources.snippet(label.first), self.original.sources.snippet(label.last));
                    format!("({value} >= ({first}) && {value} <= ({last}))")
                });
                let labels: Vec<String> = labels.collect();
                if labels.is_empty() { "1".into() } else { format!("!({})", labels.join(" || ")) }
            }
            (label, BranchForm::Switch) => format!("({value} == ({label}))"),
            ("true", _) => value.clone(),
            // The reader takes nothing else.
            _ => format!("!{value}"),
        }
    }
}
