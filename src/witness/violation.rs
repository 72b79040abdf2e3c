//! Makes a violation witness from a run that has an error.
//!
//! What the run is given becomes waypoints: the value of a variable in front of the next statement, or else the result of a
//! call. Every visit of a location that some waypoint names gets a waypoint of its own, since a validator asks each at the
//! next visit of its location. No waypoint compares an address with a number.
//!
//! Never decides whether the run has the error: the interpreter did.

use std::collections::BTreeSet;
use std::fmt;

use crate::document::{
    Action, Constraint, ExpressionFormat, Location, SegmentItem, Waypoint, WaypointItem, WaypointKind,
};
use crate::limits::MOST_WAYPOINTS;
use crate::places::{BranchForm, Place, PlaceKind, Places, StatementForm};
use crate::scope;
use crate::visits::Visits;
use base::integer::wrap;
use base::{SourceMap, Span};
use engine::evidence::RunCourse;
use program::witness::{RequestedValue, RunRequest};
use program::{Command, Edge, ExprNode, Program, Variable};

/// A program with the places of its text.
#[derive(Clone, Copy)]
pub struct Text<'t> {
    pub program: &'t Program,
    pub sources: &'t SourceMap,
    pub places: &'t Places,
}

impl Text<'_> {
    /// Returns the location of a place, as witnesses name it.
    pub fn location(self, place: usize) -> Option<Location> {
        let place = self.places.get(place)?;
        let position = place.position(self.sources);
        let function = Some(place.function.to_string());
        Some(Location { file_name: position.file, line: position.line, column: Some(position.column), function })
    }
}

/// Why a run has no witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritable {
    /// The error is not in a statement of the user's files.
    NoPlace,
    /// It needs more waypoints than a witness may have.
    TooLong,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::NoPlace => write!(out, "the error is not in a statement of the program"),
            Unwritable::TooLong => write!(out, "it would have more than {MOST_WAYPOINTS} waypoints"),
        }
    }
}

/// What a waypoint says when a run comes to its location.
struct Said {
    /// The step of the run in front of which it holds.
    step: usize,
    /// The place, and the kind of waypoint: together they are the location.
    at: (usize, WaypointKind),
    value: String,
}

/// A witness under construction.
struct Writer<'t> {
    text: Text<'t>,
    course: &'t RunCourse,
    visits: Visits,
    said: Vec<Said>,
    /// Index of the place of the error.
    target: usize,
}

/// Returns the segments of the witness of a run whose error is at a span.
pub fn segments(text: Text<'_>, course: &RunCourse, error: Span) -> Result<Vec<SegmentItem>, Unwritable> {
    let visits = Visits::of(text.program, text.places, &course.steps);
    // A block that is lost at the end of a function is lost behind its last statement.
    let last =
        course.steps.last().and_then(|(function, edge)| Some(text.program.flowchart(*function)?.edge(*edge).span));
    let target = target_place(text.places, error).or_else(|| target_place(text.places, last?));
    let target = target.ok_or(Unwritable::NoPlace)?;
    let mut writer = Writer { text, course, visits, said: Vec::new(), target };
    if course.requests.len() > MOST_WAYPOINTS {
        return Err(Unwritable::TooLong);
    }
    course.requests.iter().for_each(|request| writer.add_request(request));
    writer.add_decided_branches();
    writer.fill(target);
    writer.finish(target)
}

/// Returns the place of an error: the full expression, or else the statement.
fn target_place(places: &Places, error: Span) -> Option<usize> {
    let is_meant = |place: &Place| matches!(place.kind, PlaceKind::FullExpression | PlaceKind::Statement(_));
    places.innermost(error, is_meant)
}

impl Writer<'_> {
    fn edge(&self, step: usize) -> Option<&Edge> {
        let (function, edge) = self.course.steps.get(step)?;
        Some(self.text.program.flowchart(*function)?.edge(*edge))
    }

    fn say(&mut self, step: usize, at: (usize, WaypointKind), value: String) {
        self.said.push(Said { step, at, value });
    }

    /// Adds what the run was given in answer to a request, if a waypoint can say it.
    fn add_request(&mut self, request: &RunRequest) {
        let Some(step) = request.step else { return };
        let Some(edge) = self.edge(step) else { return };
        let (span, address) = match &edge.command {
            Command::Havoc { address } => (edge.span, address.clone()),
            Command::Allocate { address, .. } => (edge.span, address.clone()),
            _ => return,
        };
        let is_allocation = matches!(edge.command, Command::Allocate { .. });
        let Some(condition) = condition(request.value, is_allocation) else { return };
        let variable = match address.node {
            ExprNode::VariableAddress(variable) => self.text.program.variables.get(variable),
            _ => None,
        };
        let assumed = variable.and_then(|variable| Some((self.next_in_scope(step, variable)?, variable.name.clone())));
        let call = if is_allocation { None } else { self.call_in(span) };
        // Some validators try all waypoints of a statement at its first visit; calls they take one by one. And one visit of the
        // target serves the target alone.
        let is_visited_once = |place: usize| self.visits.counts.get(place) == Some(&1);
        match (assumed, call) {
            (Some(((step, place), name)), call)
                if call.is_none() || is_visited_once(place) && !self.is_target(place) =>
            {
                self.say(step, (place, WaypointKind::Assumption), format!("{name} {condition}"));
            }
            (_, Some(call)) => self.say(step, (call, WaypointKind::FunctionReturn), format!("\\result {condition}")),
            (_, None) => {}
        }
    }

    /// Returns true if a statement is the target, or has it in it.
    fn is_target(&self, place: usize) -> bool {
        let (place, target) = (self.text.places.get(place), self.text.places.get(self.target));
        place.zip(target).is_some_and(|(place, target)| target.span.lies_in(place.span))
    }

    /// Returns the place of the call in a span, if there is exactly one.
    fn call_in(&self, span: Span) -> Option<usize> {
        let is_call = |place: &Place| matches!(place.kind, PlaceKind::Call { .. }) && place.span.lies_in(span);
        let mut calls = self.text.places.iter().enumerate().filter(|(_, place)| is_call(place));
        let (place, _) = calls.next()?;
        calls.next().is_none().then_some(place)
    }

    /// Adds the inputs that no variable stores and that decide which way the run goes on.
    fn add_decided_branches(&mut self) {
        for step in 0..self.course.steps.len() {
            let Some(input) = self.edge(step).filter(|edge| edge.command == Command::Skip) else { continue };
            let Some(input) = input.input.as_deref() else { continue };
            if let Some(number) = input.number {
                let call = self.call_in(input.operand);
                let said = call.map(|call| (call, WaypointKind::FunctionReturn));
                said.into_iter().for_each(|at| self.say(step, at, format!("\\result == {number}")));
            }
        }
    }

    /// Returns the next statement of the same call, if a variable can be named in front of it, with the step that begins it.
    fn next_in_scope(&self, step: usize, variable: &Variable) -> Option<(usize, usize)> {
        let visit = self.visits.next(step)?;
        let place = self.text.places.get(visit.place)?;
        let is_plain = !matches!(place.kind, PlaceKind::Statement(StatementForm::DoWhile));
        let is_visible = is_plain && scope::is_visible(self.text.program, self.text.places, variable, place);
        is_visible.then_some((visit.step, visit.place))
    }

    /// Adds waypoints for all other visits of the locations that have one. Visits of the target before the last one are told
    /// apart by the condition around it, if there is one.
    fn fill(&mut self, target: usize) {
        let mut named: BTreeSet<usize> =
            self.said.iter().filter(|said| said.at.1 == WaypointKind::Assumption).map(|said| said.at.0).collect();
        let outcomes = self.condition_around(target).map(|branch| (branch, self.outcomes(branch)));
        let of_target = self.visits.counts.get(target).copied().unwrap_or(0);
        let is_condition =
            matches!(self.text.places.get(target).map(|place| &place.kind), Some(PlaceKind::FullExpression));
        match outcomes {
            Some((branch, outcomes)) if is_condition || of_target > 1 => {
                for (step, holds) in outcomes {
                    self.say(step, (branch, WaypointKind::Branching), holds.to_string());
                }
            }
            _ if of_target > 1 => drop(named.insert(target)),
            _ => {}
        }
        let known: BTreeSet<(usize, usize)> = self.said.iter().map(|said| (said.step, said.at.0)).collect();
        let last = self.visits.list.iter().rposition(|visit| visit.place == target);
        let visits = self.visits.list.iter().enumerate();
        let missing: Vec<(usize, usize)> = visits
            .filter(|(index, visit)| named.contains(&visit.place) && Some(*index) != last)
            .map(|(_, visit)| (visit.step, visit.place))
            .filter(|visit| !known.contains(visit))
            .collect();
        for (step, place) in missing {
            self.say(step, (place, WaypointKind::Assumption), "1".into());
        }
    }

    /// Returns the innermost condition of a statement whose body, or which itself, has a place.
    fn condition_around(&self, place: usize) -> Option<usize> {
        let span = self.text.places.get(place)?.span;
        self.text.places.innermost(span, |place| match &place.kind {
            PlaceKind::Branch { form: BranchForm::If | BranchForm::Loop, condition, body } => {
                span.lies_in(*condition) || span.lies_in(*body)
            }
            _ => false,
        })
    }

    /// Returns the outcomes of a condition in the run: each with the step behind the condition.
    fn outcomes(&self, branch: usize) -> Vec<(usize, bool)> {
        let Some(PlaceKind::Branch { condition, body, .. }) = self.text.places.get(branch).map(|place| &place.kind)
        else {
            return Vec::new();
        };
        let is_in = |step: usize, span: Span| self.edge(step).is_some_and(|edge| edge.span.lies_in(span));
        let steps = 0..self.course.steps.len();
        let inside = steps.clone().filter(|step| is_in(*step, *condition));
        let behind = inside.filter_map(|step| {
            let call = self.visits.calls.get(step)?;
            // What is called in the condition belongs to it.
            let next = steps.clone().skip(step + 1).find(|next| self.visits.calls.get(*next) == Some(call))?;
            (!is_in(next, *condition)).then(|| (next, is_in(next, *body)))
        });
        behind.collect()
    }

    fn finish(mut self, target: usize) -> Result<Vec<SegmentItem>, Unwritable> {
        if self.said.len() >= MOST_WAYPOINTS {
            return Err(Unwritable::TooLong);
        }
        self.said.sort_by_key(|said| said.step);
        let mut merged: Vec<Said> = Vec::new();
        for said in self.said {
            match merged.last_mut() {
                // What several inputs of one statement give is known in front of the same next statement.
                Some(last) if (last.step, last.at) == (said.step, said.at) => {
                    last.value = format!("{} && {}", last.value, said.value);
                }
                _ => merged.push(said),
            }
        }
        let location = |place: usize| self.text.location(place);
        let mut segments = Vec::new();
        for said in merged {
            let (place, kind) = said.at;
            let format = match kind {
                WaypointKind::Assumption => Some(ExpressionFormat::CExpression),
                WaypointKind::FunctionReturn => Some(ExpressionFormat::AcslExpression),
                WaypointKind::Branching | WaypointKind::FunctionEnter | WaypointKind::Target => None,
            };
            let constraint = Some(Constraint { value: said.value, format });
            let location = location(place).ok_or(Unwritable::NoPlace)?;
            segments.push(segment(Waypoint { kind, action: Action::Follow, constraint, location }));
        }
        let location = location(target).ok_or(Unwritable::NoPlace)?;
        segments.push(segment(Waypoint {
            kind: WaypointKind::Target,
            action: Action::Follow,
            constraint: None,
            location,
        }));
        Ok(segments)
    }
}

fn segment(waypoint: Waypoint) -> SegmentItem {
    SegmentItem { segment: vec![WaypointItem { waypoint }] }
}

/// Returns what a value that a run was given is compared with: `== 7`. `None` if C has no way to say it.
fn condition(value: RequestedValue, is_allocation: bool) -> Option<String> {
    match value {
        RequestedValue::Integer { width, signed, bits } if width <= 64 => {
            Some(format!("== {}", constant(wrap(bits as i128, (width, signed)))))
        }
        // Of an allocation, the second way is that it fails; of a pointer, the first one is NULL.
        RequestedValue::Way { way, .. } => Some(if (way == 1) == is_allocation { "== 0" } else { "!= 0" }.into()),
        RequestedValue::Float { width, bits } => {
            let number = if width == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits as u64) };
            number.is_finite().then(|| format!("== {number:?}"))
        }
        RequestedValue::Integer { .. } | RequestedValue::Byte(_) | RequestedValue::ByteOfFile(_) => None,
    }
}

/// Returns a number as a constant of C that has its value.
fn constant(number: i128) -> String {
    const LEAST: i128 = i64::MIN as i128;
    match number {
        // The digits alone are too large for every signed type.
        LEAST => format!("(-{}LL - 1)", i64::MAX),
        _ if number > i128::from(i64::MAX) => format!("{number}ULL"),
        _ if i32::try_from(number).is_err() => format!("{number}LL"),
        -2_147_483_648 => "(-2147483647 - 1)".into(),
        _ => number.to_string(),
    }
}
