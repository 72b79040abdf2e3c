//! S/R, the input language of COSPAN, kept to a small core. COSPAN is not publicly available: the text was never run
//! through COSPAN itself; [`super::sr_reader`] reads it back and explores it. The core, and what it means here:
//!
//! - `proc NAME … end NAME`: one process. `/* … */` is a comment.
//! - `stvar v : (0..1)`, `stvar v : (a, b)`: a state variable with its values; constants have one name each. A state is a
//!   value for each of them.
//! - `selvar v : …`: a selection variable. It holds no state: in every state it gets a value by its `asgn v := …`, from
//!   the state variables and the selection variables declared before it.
//! - `init v := c`: the value in initial states; `init (e)`: initial states satisfy `e`.
//! - `asgn v -> c1 ? e1 | c2 ? e2 | c3`: the next value of a state variable: `c1` where `e1` holds, else `c2` where `e2`
//!   holds, else `c3`. A `c` is a variable, a constant, or a set `{0, 1}`, any member of which may be chosen,
//!   independently at each place; a member `c ? e` belongs to the set where `e` holds.
//! - expressions: `~` not, `*` and, `+` or, `=` equal; a variable with values 0 and 1 is an expression.
//! - `kill NAME : e`: the property NAME is violated when a state and a selection with `e` are reachable.
//!
//! `take` selects the transition; `stay` repeats the last state of a run that has ended. The values inside a transition are
//! selection variables, so that the states are those of the boolean program: the reachable pairs of location and
//! valuation, and `blocked` once. Temporal properties are left out (`cyset` alone cannot say all of them); the text names them.

use crate::base::ids::Id;
use crate::boolprog::{BoolExpr, BoolId, BooleanProgram, PointId, Transition};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The text of the program with its assertions.
pub fn emit(program: &BooleanProgram) -> Result<String, String> {
    program.invariant()?;
    let mut writer = Writer { program, selections: String::new(), next: BTreeMap::new(), kills: BTreeMap::new() };
    writer.take();
    for (index, transition) in program.transitions.iter().enumerate() {
        writer.transition(index, transition);
    }
    Ok(writer.finish())
}

/// Names of the current values of variables: state variables, or selections inside a transition.
type Names = BTreeMap<BoolId, String>;

struct Writer<'a> {
    program: &'a BooleanProgram,
    /// Declarations and assignments of selection variables.
    selections: String,
    /// For each state variable (`None`: the location) the alternatives of its next value.
    next: BTreeMap<Option<BoolId>, Vec<String>>,
    /// For each assertion when it fails.
    kills: BTreeMap<usize, Vec<String>>,
}

impl Writer<'_> {
    fn variable(&self, id: BoolId) -> String {
        self.program.variables.get(id).map_or_else(String::new, |variable| format!("v_{}", variable.name))
    }

    fn location(&self, id: PointId) -> String {
        self.program.points.get(id).map_or_else(String::new, |point| format!("at_{}", point.name))
    }

    fn relevant(&self, id: PointId) -> Vec<BoolId> {
        self.program.points.get(id).map(|point| point.relevant.clone()).unwrap_or_default()
    }

    fn used(&self) -> BTreeSet<BoolId> {
        self.program.points.iter().flat_map(|point| point.relevant.iter().copied()).collect()
    }

    fn state_names(&self) -> Names {
        self.used().into_iter().map(|id| (id, self.variable(id))).collect()
    }

    /// Selects a transition whose guard may hold.
    fn take(&mut self) {
        let program = self.program;
        let names = self.state_names();
        let all: Vec<String> = (0..program.transitions.len()).map(|index| format!(", t{index}")).collect();
        let mut alternatives = String::new();
        for point in program.points.ids() {
            let outgoing = program.transitions.iter().enumerate().filter(|(_, transition)| transition.source == point);
            let guards: Vec<(usize, BoolExpr)> = outgoing
                .filter_map(|(index, transition)| Some((index, transition.steps.first()?.guard.may_hold())))
                .filter(|(_, guard)| *guard != BoolExpr::False)
                .collect();
            if guards.is_empty() {
                continue;
            }
            let any = BoolExpr::or(guards.iter().map(|(_, guard)| guard.clone()));
            let members: Vec<String> = guards
                .iter()
                .map(|(index, guard)| match guard {
                    BoolExpr::True => format!("t{index}"),
                    guard => format!("t{index} ? {}", text(guard, &names)),
                })
                .collect();
            let condition = conjunction(&[format!("pc = {}", self.location(point)), text(&any, &names)]);
            let _ = writeln!(alternatives, "      {{{}}} ? {condition} |", members.join(", "));
        }
        let all = all.concat();
        let _ = write!(self.selections, "  selvar take : (stay{all})\n  asgn take :=\n{alternatives}      stay\n");
    }

    fn transition(&mut self, index: usize, transition: &Transition) {
        let program = self.program;
        let take = format!("take = t{index}");
        let mut names = self.state_names();
        let mut source = transition.source;
        // Conditions under which the run is not blocked on the way.
        let mut alive = vec![take.clone()];
        for (number, step) in transition.steps.iter().enumerate() {
            let place = format!("{}:{}: {}", step.position.file, step.position.line, step.text);
            let _ = writeln!(self.selections, "  /* t{index}: {} */", comment(&place));
            names = self.step(index, number, source, &names, step);
            source = step.target;
            let assumption = program.points.get(source).map_or(BoolExpr::True, |point| point.assumption.may_hold());
            if assumption != BoolExpr::True {
                alive.push(text(&assumption, &names));
            }
            if number + 1 < transition.steps.len() {
                let alive = conjunction(&alive);
                self.kill(source, &alive, &names);
            }
        }
        let alive = conjunction(&alive);
        let target = self.location(source);
        self.alternative(None, format!("{target} ? {alive}"));
        if self.may_block() {
            self.alternative(None, format!("blocked ? {take}"));
        }
        for id in self.used() {
            match names.get(&id) {
                Some(value) => self.alternative(Some(id), format!("{value} ? {alive}")),
                None => self.alternative(Some(id), format!("0 ? {take}")),
            }
            if self.may_block() && names.contains_key(&id) {
                self.alternative(Some(id), format!("0 ? {take}"));
            }
        }
    }

    fn alternative(&mut self, of: Option<BoolId>, alternative: String) {
        self.next.entry(of).or_default().push(alternative);
    }

    fn may_block(&self) -> bool {
        self.program.points.iter().any(|point| point.assumption != BoolExpr::True)
    }

    /// Declares the values after a step; returns the names of the variables that have a meaning then.
    fn step(
        &mut self,
        index: usize,
        number: usize,
        source: PointId,
        before: &Names,
        step: &crate::boolprog::Step,
    ) -> Names {
        let known = self.relevant(source);
        let mut after = Names::new();
        for id in self.relevant(step.target) {
            let value = step.assignments.iter().find(|(assigned, _)| *assigned == id).map(|(_, value)| value);
            let unchanged = before.get(&id).filter(|_| known.contains(&id));
            match (value, unchanged) {
                (None, Some(name)) => {
                    after.insert(id, name.clone());
                }
                (value, _) => {
                    let name = format!("t{index}_{number}_{}", self.variable(id));
                    let value = value.cloned().unwrap_or(BoolExpr::False);
                    let take = format!("take = t{index}");
                    let (may, must) = (value.may_hold(), value.must_hold());
                    let _ = writeln!(self.selections, "  selvar {name} : (0..1)");
                    let choice = BoolExpr::and([may, BoolExpr::not(must.clone())]);
                    let mut alternatives = String::new();
                    if choice != BoolExpr::False && value.has_choice() {
                        let condition = conjunction(&[take.clone(), text(&choice, before)]);
                        let _ = write!(alternatives, "{{0, 1}} ? {condition} | ");
                    }
                    let condition = conjunction(&[take, text(&must, before)]);
                    let _ = writeln!(self.selections, "  asgn {name} := {alternatives}1 ? {condition} | 0");
                    after.insert(id, name);
                }
            }
        }
        after
    }

    /// Assertions at a location that is reached where `alive` holds.
    fn kill(&mut self, point: PointId, alive: &str, names: &Names) {
        for (index, assertion) in self.program.assertions.iter().enumerate().filter(|(_, item)| item.point == point) {
            let fails = BoolExpr::not(assertion.condition.must_hold());
            let condition = conjunction(&[alive.to_string(), text(&fails, names)]);
            self.kills.entry(index).or_default().push(condition);
        }
    }

    fn finish(mut self) -> String {
        let program = self.program;
        let names = self.state_names();
        for (id, point) in program.points.enumerate().filter(|(_, point)| point.stored) {
            self.kill(id, &format!("pc = at_{}", point.name), &names);
        }
        let mut out = format!("/* Boolean program of the C procedure {}.\n", comment(&program.name));
        out.push_str(" * Never run through COSPAN itself. */\n");
        let _ = writeln!(out, "proc main_");
        let mut locations: Vec<String> =
            program.points.iter().filter(|point| point.stored).map(|point| format!("at_{}", point.name)).collect();
        if self.may_block() {
            locations.push("blocked".to_string());
        }
        let _ = writeln!(out, "  stvar pc : ({})", locations.join(", "));
        let initial = self.relevant(program.initial);
        for id in self.used() {
            let predicate = program.variables.get(id).map_or("", |variable| &variable.predicate);
            let _ = writeln!(out, "  stvar {} : (0..1) /* {} */", self.variable(id), comment(predicate));
        }
        let _ = writeln!(out, "\n  init pc := {}", self.location(program.initial));
        for id in self.used() {
            let value = if initial.contains(&id) { "{0, 1}" } else { "0" };
            let _ = writeln!(out, "  init {} := {value}", self.variable(id));
        }
        let constraint = program.initial_constraint.may_hold();
        if constraint != BoolExpr::True {
            let _ = writeln!(out, "  init ({})", text(&constraint, &names));
        }
        let _ = write!(out, "\n{}\n", self.selections);
        for of in std::iter::once(None).chain(self.used().into_iter().map(Some)) {
            let name = of.map_or_else(|| "pc".to_string(), |id| self.variable(id));
            let _ = writeln!(out, "  asgn {name} ->");
            for alternative in self.next.remove(&of).unwrap_or_default() {
                let _ = writeln!(out, "      {alternative} |");
            }
            let _ = writeln!(out, "      {name}");
        }
        out.push('\n');
        for (index, assertion) in program.assertions.iter().enumerate() {
            let conditions = self.kills.get(&index).map(Vec::as_slice).unwrap_or_default();
            let all: Vec<String> = conditions.iter().map(|condition| format!("({condition})")).collect();
            let all = if all.is_empty() { "0".to_string() } else { all.join("\n    + ") };
            let _ = writeln!(out, "  /* {} */\n  kill {} : {all}", comment(&assertion.text), assertion.id);
        }
        for property in &program.ltl {
            let _ = writeln!(out, "  /* left out: ltl {}: {} */", property.name, comment(&property.text));
        }
        let _ = writeln!(out, "end main_");
        out
    }
}

/// The conjunction of texts.
fn conjunction(parts: &[String]) -> String {
    let parts: Vec<String> = parts.iter().filter(|part| *part != "1").map(|part| format!("({part})")).collect();
    if parts.is_empty() { "1".to_string() } else { parts.join(" * ") }
}

fn text(expr: &BoolExpr, names: &Names) -> String {
    let join = |items: &[BoolExpr], operator: &str| {
        items.iter().map(|item| operand(item, names)).collect::<Vec<_>>().join(operator)
    };
    match expr {
        BoolExpr::True => "1".to_string(),
        // `*` is resolved before anything is written.
        BoolExpr::False | BoolExpr::Choice => "0".to_string(),
        BoolExpr::Variable(id) => names.get(id).cloned().unwrap_or_else(|| "0".to_string()),
        BoolExpr::Not(inner) => format!("~{}", operand(inner, names)),
        BoolExpr::And(items) => join(items, " * "),
        BoolExpr::Or(items) => join(items, " + "),
    }
}

fn operand(expr: &BoolExpr, names: &Names) -> String {
    match expr {
        BoolExpr::And(_) | BoolExpr::Or(_) => format!("({})", text(expr, names)),
        _ => text(expr, names),
    }
}

/// Text that can stand inside a comment, on one line.
fn comment(text: &str) -> String {
    let one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    one_line.replace("*/", "* /").replace("/*", "/ *")
}
