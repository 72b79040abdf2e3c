//! A writer of S/R, the input language of COSPAN, restricted to a small core. COSPAN is not publicly available: the
//! text was never run through COSPAN itself; [`super::sr_reader`] reads it back and explores it. The core, and its
//! meaning here:
//!
//! - `proc NAME … end NAME`: one process. `/* … */` is a comment.
//! - `stvar v : (0..1)`, `stvar v : (a, b)`: a state variable with its values; constants have one name each. A state is
//!   a value for each of them.
//! - `selvar v : …`: a selection variable. It holds no state: in every state it gets a value by its `asgn v := …`, from
//!   the state variables and the selection variables declared before it.
//! - `init v := c`: the value in initial states; `init (e)`: initial states satisfy `e`.
//! - `asgn v -> c1 ? e1 | c2 ? e2 | c3`: the next value of a state variable: `c1` if `e1` holds, else `c2` if `e2` holds,
//!   else `c3`. A `c` is a variable, a constant, or a set `{0, 1}`, where any member may be chosen,
//!   independently at each place; a member `c ? e` belongs to the set where `e` holds.
//! - expressions: `~` not, `*` and, `+` or, `=` equal; a variable with values 0 and 1 is an expression.
//! - `kill NAME : e`: the property NAME is violated if a state and a selection with `e` are reachable.
//!
//! `take` selects the transition; `stay` repeats the last state of a run that has ended. The values inside a transition
//! are selection variables, so that the states are those of the boolean program: the reachable pairs of location and
//! valuation, and `blocked` once.
//!
//! A temporal property gets a text of its own ([`emit_ltl`]), with a monitor that guesses how a run violates the
//! formula: a state variable `monitor` that follows the automaton of the violating runs.
//!
//! - `cyset NAME : e`: runs that satisfy `e` forever from some point on do not count for NAME. The property is violated
//!   if an infinite run remains that none of its `cyset`s excludes. There is one for runs that are blocked, one for
//!   monitors that guessed wrong, and one for each `until` of the negated formula: runs that postpone it forever.

use base::Budget;
use boolprog::automaton::{Automaton, AutomatonEdge};
use boolprog::{BoolExpr, BoolId, BooleanProgram, LtlProperty, PointId, Step, Transition};
use reason::Stop;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Writes the program with its assertions.
pub fn emit(program: &BooleanProgram) -> Result<String, String> {
    program.invariant()?;
    Ok(Writer::of(program).finish(None))
}

/// Writes the program with one temporal property.
pub fn emit_ltl(program: &BooleanProgram, index: usize, budget: &Budget) -> Result<String, String> {
    program.invariant()?;
    let property = program.ltl.get(index).ok_or("no such property")?;
    let writer = Writer::of(program);
    let monitor = Monitor::new(&writer, property, budget).map_err(|reason| reason.to_string())?;
    Ok(writer.finish(Some(&monitor)))
}

/// The parts of a text that monitor a temporal property.
struct Monitor {
    declaration: String,
    selections: String,
    next: String,
    cysets: String,
}

impl Monitor {
    fn new(writer: &Writer<'_>, property: &LtlProperty, budget: &Budget) -> Result<Monitor, Stop> {
        let mut automaton = Automaton::of_violations(&property.formula);
        let names = writer.state_names();
        // States and edges in order of their discovery.
        let (mut states, mut edges, mut selection, mut next) = (1, Vec::new(), String::new(), String::new());
        let mut state = 0;
        while state < states {
            let (mut members, mut conditions) = (Vec::new(), Vec::new());
            for edge in automaton.edges(state, budget)?.iter() {
                let name = format!("e{}", edges.len());
                let condition = literals(writer, &automaton, edge, &names);
                members.push(if condition == "1" { name.clone() } else { format!("{name} ? {condition}") });
                conditions.push(format!("({condition})"));
                let _ = writeln!(next, "      q{} ? follow = {name} |", edge.target);
                states = states.max(edge.target + 1);
                edges.push((name, edge.postponed.clone()));
            }
            if !members.is_empty() {
                let any = format!("(monitor = q{state}) * ({})", conditions.join(" + "));
                let _ = writeln!(selection, "      {{{}}} ? {any} |", members.join(", "));
            }
            state += 1;
        }
        let list: String = (0..states).map(|state| format!("q{state}, ")).collect();
        let all_edges: String = edges.iter().map(|(name, _)| format!("{name}, ")).collect();
        let mut cysets = format!("  /* {} */\n  cyset {} : monitor = wrong\n", comment(&property.text), property.name);
        if writer.program.may_block() {
            let _ = writeln!(cysets, "  cyset {} : pc = blocked", property.name);
        }
        for until in automaton.untils() {
            let off = edges.iter().filter(|(_, postponed)| postponed.contains(&until));
            let off: Vec<String> = off.map(|(name, _)| format!("(follow = {name})")).collect();
            if !off.is_empty() {
                let _ = writeln!(cysets, "  cyset {} : {}", property.name, off.join(" + "));
            }
        }
        Ok(Monitor {
            declaration: format!("  stvar monitor : ({list}wrong)\n"),
            selections: format!("  selvar follow : ({all_edges}none)\n  asgn follow :=\n{selection}      none\n"),
            next: format!("  asgn monitor ->\n{next}      wrong\n"),
            cysets,
        })
    }
}

/// Returns the requirements of an automaton edge on the present state.
fn literals(writer: &Writer<'_>, automaton: &Automaton, edge: &AutomatonEdge, names: &Names) -> String {
    let literal = |(atom, positive): (&usize, &bool)| {
        let (point, expr) = automaton.atoms().get_index(*atom)?;
        let atom = conjunction(&[format!("pc = {}", writer.location(*point)), text(expr, names)]);
        Some(if *positive { atom } else { format!("~({atom})") })
    };
    conjunction(&edge.literals.iter().filter_map(literal).collect::<Vec<_>>())
}

/// Names of the current values of variables: state variables, or selections inside a transition.
type Names = BTreeMap<BoolId, String>;

struct Writer<'a> {
    program: &'a BooleanProgram,
    /// Declarations and assignments of selection variables.
    selections: String,
    /// For each state variable (`None`: the location) the alternatives of its next value.
    next: BTreeMap<Option<BoolId>, Vec<String>>,
    /// For each assertion, the conditions under which it fails.
    kills: BTreeMap<usize, Vec<String>>,
}

impl<'a> Writer<'a> {
    fn of(program: &'a BooleanProgram) -> Self {
        let mut writer = Writer { program, selections: String::new(), next: BTreeMap::new(), kills: BTreeMap::new() };
        writer.take();
        for (index, transition) in program.transitions.iter().enumerate() {
            writer.transition(index, transition);
        }
        writer
    }

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
            let place = format!("{}:{}: {}", step.position.file, step.position.line, step.description());
            let _ = writeln!(self.selections, "  /* t{index}: {} */", comment(&place));
            names = self.step(index, number, source, &names, step);
            source = step.target;
            let assumption = program.points.get(source).map_or(BoolExpr::True, |point| point.admission().may_hold());
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
        if self.program.may_block() {
            self.alternative(None, format!("blocked ? {take}"));
        }
        for id in self.used() {
            match names.get(&id) {
                Some(value) => self.alternative(Some(id), format!("{value} ? {alive}")),
                None => self.alternative(Some(id), format!("0 ? {take}")),
            }
            if self.program.may_block() && names.contains_key(&id) {
                self.alternative(Some(id), format!("0 ? {take}"));
            }
        }
    }

    fn alternative(&mut self, of: Option<BoolId>, alternative: String) {
        self.next.entry(of).or_default().push(alternative);
    }

    /// Declares the values after a step; returns the names of the variables that have a meaning then.
    fn step(&mut self, index: usize, number: usize, source: PointId, before: &Names, step: &Step) -> Names {
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

    /// Adds the assertions at a location that is reached if `alive` holds.
    fn kill(&mut self, point: PointId, alive: &str, names: &Names) {
        for (index, assertion) in self.program.assertions.iter().enumerate().filter(|(_, item)| item.point == point) {
            let fails = BoolExpr::not(assertion.condition.must_hold());
            let condition = conjunction(&[alive.to_string(), text(&fails, names)]);
            self.kills.entry(index).or_default().push(condition);
        }
    }

    fn finish(mut self, monitor: Option<&Monitor>) -> String {
        let part = |part: fn(&Monitor) -> &String| monitor.map(part).map_or("", String::as_str);
        let mut out = format!("/* Boolean program of the C procedure {}.\n", comment(&self.program.name));
        out.push_str(" * Never run through COSPAN itself. */\nproc main_\n");
        self.declarations(&mut out);
        out.push_str(part(|monitor| &monitor.declaration));
        self.initial(&mut out);
        if monitor.is_some() {
            out.push_str("  init monitor := q0\n");
        }
        let _ = write!(out, "\n{}{}\n", self.selections, part(|monitor| &monitor.selections));
        self.next_values(&mut out);
        out.push_str(part(|monitor| &monitor.next));
        out.push('\n');
        match monitor {
            Some(monitor) => out.push_str(&monitor.cysets),
            None => self.properties(&mut out),
        }
        out.push_str("end main_\n");
        out
    }

    fn declarations(&self, out: &mut String) {
        let stored = self.program.points.iter().filter(|point| point.stored);
        let mut locations: Vec<String> = stored.map(|point| format!("at_{}", point.name)).collect();
        if self.program.may_block() {
            locations.push("blocked".to_string());
        }
        let _ = writeln!(out, "  stvar pc : ({})", locations.join(", "));
        for id in self.used() {
            let predicate = self.program.variables.get(id).map_or("", |variable| &variable.predicate);
            let _ = writeln!(out, "  stvar {} : (0..1) /* {} */", self.variable(id), comment(predicate));
        }
    }

    fn initial(&self, out: &mut String) {
        let relevant = self.relevant(self.program.initial);
        let _ = writeln!(out, "\n  init pc := {}", self.location(self.program.initial));
        for id in self.used() {
            let value = if relevant.contains(&id) { "{0, 1}" } else { "0" };
            let _ = writeln!(out, "  init {} := {value}", self.variable(id));
        }
        let constraint = self.program.start_condition().may_hold();
        if constraint != BoolExpr::True {
            let _ = writeln!(out, "  init ({})", text(&constraint, &self.state_names()));
        }
    }

    fn next_values(&mut self, out: &mut String) {
        for of in std::iter::once(None).chain(self.used().into_iter().map(Some)) {
            let name = of.map_or_else(|| "pc".to_string(), |id| self.variable(id));
            let _ = writeln!(out, "  asgn {name} ->");
            for alternative in self.next.remove(&of).unwrap_or_default() {
                let _ = writeln!(out, "      {alternative} |");
            }
            let _ = writeln!(out, "      {name}");
        }
    }

    fn properties(&mut self, out: &mut String) {
        let names = self.state_names();
        let program = self.program;
        for (id, point) in program.points.enumerate().filter(|(_, point)| point.stored) {
            self.kill(id, &format!("pc = at_{}", point.name), &names);
        }
        for (index, assertion) in program.assertions.iter().enumerate() {
            let conditions = self.kills.get(&index).map(Vec::as_slice).unwrap_or_default();
            let all: Vec<String> = conditions.iter().map(|condition| format!("({condition})")).collect();
            let all = if all.is_empty() { "0".to_string() } else { all.join("\n    + ") };
            let _ = writeln!(out, "  /* {} */\n  kill {} : {all}", comment(&assertion.text), assertion.id);
        }
        for property in &program.ltl {
            let _ = writeln!(out, "  /* in a text of its own: ltl {}: {} */", property.name, comment(&property.text));
        }
    }
}

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

/// Escapes text for a comment on one line.
fn comment(text: &str) -> String {
    let one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    one_line.replace("*/", "* /").replace("/*", "/ *")
}
