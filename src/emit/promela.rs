//! Writes Promela for SPIN; `spin -run` accepts the text as it is.
//!
//! One process holds the control location in `pc` and the variables in single bits; arrays would cost a byte per
//! element. Each transition is one option of one loop and executes atomically: as `d_step` if it is deterministic, as
//! `atomic` if a `*` has to be chosen, since inside a `d_step` SPIN silently takes the first option. Neither leaves
//! intermediate states, nor does a claim see any. The end of the loop is a valid end state.
//!
//! The number of states that SPIN stores is the number of reachable states of the boolean program (a location and its valuation;
//! *blocked* counts as one if it is reached), plus one: SPIN's own first state, in which the initial valuation is yet to be chosen.
//! A process that is never started reads all variables, as SPIN clears those that are overwritten before they are read.
//!
//! LTL formulas are about runs from the initial location on, so they are rewritten to skip SPIN's first state, and runs
//! that an `assume` blocks satisfy each of them. Formulas with the `X` operator are left out: most builds of SPIN
//! reject it, and with it the whole file. This module never runs SPIN; `modelcheck::spin` does.
//!
//! Each step prints its C statement, for trails (`spin -t`). Verifiers print nothing, and SPIN merges it with the next statement.

mod names;

use super::schedule::{self, AssignmentStep};
use boolprog::{BoolExpr, BoolId, BooleanProgram, Ltl, PointId, Step, Transition};
use std::collections::{BTreeMap, BTreeSet};

/// SPIN fails at 2,048 `d_step`s in a model; from this number of transitions on, all are `atomic`.
const D_STEP_LIMIT: usize = 1500;
/// Maximum number of cubes for the initial valuations; beyond it, they are guessed and tested.
const CUBE_LIMIT: usize = 256;
/// Number of assignments in a row within an `atomic`: SPIN merges them, unlike those of a `d_step`, and fails beyond 256.
const MERGED_LIMIT: usize = 100;
/// Characters of a C statement in a trail: SPIN rejects strings of some thousands.
const PRINTED_LIMIT: usize = 160;

/// The beginning of a model, followed by the name of the procedure.
pub(super) const TITLE: &str = "/* Boolean program of the C procedure ";
/// Separates a bit and its predicate.
pub(super) const STANDS_FOR: &str = " stands for ";
/// Follows an assignment that clears a bit because its predicate has no meaning at the next location.
pub(super) const RESET: &str = " /* reset */";

/// Selects the assertions to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assertions {
    All,
    None,
    /// Those with these indices.
    Only(BTreeSet<usize>),
}

/// The meaning of a line of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineOrigin {
    /// The guard of a transition; `None`: the choice of the initial state.
    Enter(Option<usize>),
    /// A nondeterministic assignment, in a step of the transition entered last.
    Choose {
        /// Index of the step in the transition.
        step: usize,
        variable: BoolId,
        value: bool,
    },
    /// A deterministic part of a step.
    Inside {
        /// The transition; `None`: the choice of the initial state.
        transition: Option<usize>,
        step: usize,
    },
}

/// A Promela text, with the meaning of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promela {
    pub text: String,
    /// Lines that belong to a transition, numbered from 1.
    pub lines: BTreeMap<usize, LineOrigin>,
    /// The LTL properties, in the order of the program: the name in the text, or the reason for leaving it out.
    pub ltl: Vec<Result<String, String>>,
    /// Upper bound of the size of SPIN's state vector, in bytes.
    pub vector_bytes: usize,
}

/// Writes the program with all its properties.
pub fn emit(program: &BooleanProgram) -> Result<Promela, String> {
    emit_with(program, Assertions::All)
}

/// Writes the program with some of its assertions, and all temporal properties.
pub fn emit_with(program: &BooleanProgram, assertions: Assertions) -> Result<Promela, String> {
    program.invariant()?;
    let mut writer = Writer::new(program, assertions);
    writer.process();
    Ok(writer.finish())
}

struct Writer<'a> {
    program: &'a BooleanProgram,
    assertions: Assertions,
    /// Lines of the process.
    body: Vec<(String, Option<LineOrigin>)>,
    indent: usize,
    temporaries: usize,
    /// Number of assignments in a row, as far as SPIN may merge them; `None` within a `d_step`.
    merged: Option<usize>,
    may_block: bool,
    /// True if a run may never reach the initial location: there are no initial states, or they are guessed.
    may_stay_at_start: bool,
}

impl<'a> Writer<'a> {
    fn new(program: &'a BooleanProgram, assertions: Assertions) -> Self {
        let may_block = program.may_block();
        Writer {
            program,
            assertions,
            body: Vec::new(),
            indent: 0,
            temporaries: 0,
            merged: None,
            may_block,
            may_stay_at_start: false,
        }
    }

    fn line(&mut self, origin: Option<LineOrigin>, text: impl AsRef<str>) {
        let text = format!("{}{}", "  ".repeat(self.indent), text.as_ref());
        self.body.push((text, origin));
    }

    /// Writes an assignment; after many of them a statement that SPIN does not merge with them.
    fn assignment(&mut self, origin: Option<LineOrigin>, text: impl AsRef<str>) {
        self.line(origin, text);
        let Some(merged) = self.merged else { return };
        self.merged = Some(merged + 1);
        if merged + 1 == MERGED_LIMIT {
            self.line(origin, "skip; /* SPIN merges no more */");
            self.merged = Some(0);
        }
    }

    /// Returns assignments that clear bits, in one line.
    fn resets(&self, bits: &[BoolId]) -> String {
        let reset = |id: &BoolId| format!("{} = 0; ", self.name(*id));
        let parts: Vec<String> = bits.chunks(MERGED_LIMIT).map(|chunk| chunk.iter().map(reset).collect()).collect();
        parts.join(if self.merged.is_some() { "skip; " } else { "" })
    }

    fn name(&self, id: BoolId) -> String {
        self.program.variables.get(id).map_or_else(|| "v_".to_string(), |variable| format!("v_{}", variable.name))
    }

    fn location(&self, id: PointId) -> String {
        self.program.points.get(id).map_or_else(|| "at_".to_string(), |point| format!("at_{}", point.name))
    }

    fn expr(&self, expr: &BoolExpr) -> String {
        expr.to_text(&|id| self.name(id))
    }

    // --- the process ---

    fn process(&mut self) {
        self.line(None, "active proctype main_() {");
        self.line(None, "end_: do");
        self.indent = 1;
        self.initial_option();
        let program = self.program;
        for (index, transition) in program.transitions.iter().enumerate() {
            self.transition(index, transition);
        }
        if !self.body.iter().any(|(_, origin)| matches!(origin, Some(LineOrigin::Enter(_)))) {
            self.line(None, ":: false -> skip"); // SPIN refuses a loop without options.
        }
        self.indent = 0;
        self.line(None, "  od");
        self.line(None, "}");
    }

    /// Chooses the initial valuation: one option for each cube of the constraint, or guess and test.
    fn initial_option(&mut self) {
        let program = self.program;
        let constraint = program.start_condition().may_hold();
        let relevant = program.points.get(program.initial).map(|point| point.relevant.clone()).unwrap_or_default();
        let cubes = cubes_of(&constraint, &relevant, CUBE_LIMIT);
        self.may_stay_at_start = cubes.as_ref().is_none_or(Vec::is_empty);
        for cube in cubes.clone().unwrap_or_else(|| vec![BTreeMap::new()]) {
            self.line(None, "/* the initial state */");
            self.line(Some(LineOrigin::Enter(None)), ":: atomic { (pc == init_start) ->");
            self.indent += 2;
            self.merged = Some(0);
            for id in &relevant {
                self.choose(*id, cube.get(id).copied());
            }
            if cubes.is_none() {
                let guard = format!("if :: !({}) ->", self.expr(&constraint));
                self.line(None, guard);
                let resets = self.resets(&relevant);
                self.line(None, format!("     {resets}/* not a start: guess again */"));
                self.line(None, "   :: else ->");
            }
            self.checks(None, 0, program.initial);
            let arrive = format!("pc = {};", self.location(program.initial));
            self.line(Some(LineOrigin::Inside { transition: None, step: 0 }), arrive);
            if cubes.is_none() {
                self.line(None, "fi;");
            }
            self.indent -= 1;
            self.line(None, "}");
            self.indent -= 1;
        }
    }

    /// Assigns an initial value to a variable.
    fn choose(&mut self, variable: BoolId, fixed: Option<bool>) {
        let name = self.name(variable);
        let origin = |value| Some(LineOrigin::Choose { step: 0, variable, value });
        match fixed {
            Some(value) => self.assignment(origin(value), format!("{name} = {};", u8::from(value))),
            None => {
                self.line(None, "if");
                self.line(origin(false), format!(":: {name} = 0"));
                self.line(origin(true), format!(":: {name} = 1"));
                self.line(None, "fi;");
                self.merged = Some(0);
            }
        }
    }

    fn transition(&mut self, index: usize, transition: &Transition) {
        let Some(first) = transition.steps.first() else { return };
        let guard = first.guard.may_hold();
        if guard == BoolExpr::False {
            return;
        }
        let has_choice =
            transition.steps.iter().any(|step| step.assignments.iter().any(|(_, value)| value.has_choice()));
        let atomic = has_choice || self.program.transitions.len() > D_STEP_LIMIT;
        let keyword = if atomic { "atomic" } else { "d_step" };
        self.merged = atomic.then_some(0);
        let control = format!("pc == {}", self.location(transition.source));
        let condition = match guard {
            BoolExpr::True => format!("({control})"),
            guard => format!("({control} && ({}))", self.expr(&guard)),
        };
        self.line(None, c_line(first));
        self.line(Some(LineOrigin::Enter(Some(index))), format!(":: {keyword} {{ {condition} ->"));
        self.indent += 2;
        let mut open = 0;
        let mut at = transition.source;
        for (number, step) in transition.steps.iter().enumerate() {
            if number > 0 {
                self.line(None, c_line(step));
            }
            if let Some(printed) = printed(step) {
                self.line(Some(LineOrigin::Inside { transition: Some(index), step: number }), printed);
            }
            self.step(index, number, at, step);
            open += usize::from(self.blocking(step.target));
            self.checks(Some(index), number, step.target);
            at = step.target;
        }
        let arrive = format!("pc = {};", self.location(at));
        let last = transition.steps.len().saturating_sub(1);
        self.line(Some(LineOrigin::Inside { transition: Some(index), step: last }), arrive);
        for _ in 0..open {
            self.line(None, "fi;");
        }
        self.indent -= 1;
        self.line(None, "}");
        self.indent -= 1;
    }

    /// The simultaneous assignment of a step, including resets.
    fn step(&mut self, index: usize, number: usize, source: PointId, step: &Step) {
        let program = self.program;
        let relevant = |point: PointId| program.points.get(point).map(|point| &point.relevant[..]).unwrap_or_default();
        let resets = relevant(source).iter().filter(|id| relevant(step.target).binary_search(id).is_err());
        let mut assignments: BTreeMap<BoolId, BoolExpr> = resets.map(|id| (*id, BoolExpr::False)).collect();
        for (id, value) in &step.assignments {
            if relevant(step.target).binary_search(id).is_ok() {
                assignments.insert(*id, value.clone());
            }
        }
        let inside = Some(LineOrigin::Inside { transition: Some(index), step: number });
        let mut temporaries = 0;
        for action in schedule::sequence(assignments.into_iter().collect()) {
            match action {
                AssignmentStep::Save(id, slot) => {
                    temporaries = temporaries.max(slot + 1);
                    let text = format!("t_{slot} = {};", self.name(id));
                    self.assignment(inside, text);
                }
                AssignmentStep::Assign { target, .. } if relevant(step.target).binary_search(&target).is_err() => {
                    let text = format!("{} = 0;{RESET}", self.name(target));
                    self.assignment(inside, text);
                }
                AssignmentStep::Assign { target, value, saved } => self.assign(index, number, target, &value, &saved),
            }
        }
        self.temporaries = self.temporaries.max(temporaries);
        for slot in 0..temporaries {
            self.assignment(inside, format!("t_{slot} = 0;"));
        }
    }

    fn assign(&mut self, index: usize, step: usize, target: BoolId, value: &BoolExpr, saved: &BTreeMap<BoolId, usize>) {
        let read = |id: BoolId| saved.get(&id).map_or_else(|| self.name(id), |slot| format!("t_{slot}"));
        let name = self.name(target);
        if !value.has_choice() {
            let text = format!("{name} = {};", number_text(value, &read));
            self.assignment(Some(LineOrigin::Inside { transition: Some(index), step }), text);
            return;
        }
        let option = |result: bool| {
            let may = if result { value.may_hold() } else { BoolExpr::not(value.must_hold()) };
            match may {
                BoolExpr::False => None,
                BoolExpr::True => Some(format!(":: {name} = {}", u8::from(result))),
                may => Some(format!(":: ({}) -> {name} = {}", may.to_text(&read), u8::from(result))),
            }
        };
        let options = [(false, option(false)), (true, option(true))];
        self.line(None, "if");
        for (result, text) in options {
            if let Some(text) = text {
                self.line(Some(LineOrigin::Choose { step, variable: target, value: result }), text);
            }
        }
        self.line(None, "fi;");
        self.merged = self.merged.map(|_| 0);
    }

    /// On arrival at a location with an assumption: go to the sink, or on. Returns true if an `if` was opened.
    fn blocking(&mut self, target: PointId) -> bool {
        let Some(point) = self.program.points.get(target) else { return false };
        let assumption = point.admission().may_hold();
        if assumption == BoolExpr::True {
            return false;
        }
        let relevant = point.relevant.clone();
        let guard = format!("if :: !({}) -> /* excluded */", self.expr(&assumption));
        self.line(None, guard);
        let resets = self.resets(&relevant);
        self.line(None, format!("     {resets}pc = sink_blocked"));
        self.line(None, "   :: else ->");
        self.merged = self.merged.map(|_| 0);
        true
    }

    /// The assertions at a location that was just reached.
    fn checks(&mut self, transition: Option<usize>, step: usize, point: PointId) {
        let program = self.program;
        for (index, assertion) in program.assertions.iter().enumerate().filter(|(_, item)| item.point == point) {
            let wanted = match &self.assertions {
                Assertions::All => true,
                Assertions::None => false,
                Assertions::Only(some) => some.contains(&index),
            };
            let condition = assertion.condition.must_hold();
            if wanted && condition != BoolExpr::True {
                let text = format!(
                    "assert(property_{} || ({})); /* {} */",
                    assertion.id,
                    self.expr(&condition),
                    comment(&assertion.text)
                );
                self.line(Some(LineOrigin::Inside { transition, step }), text);
            }
        }
    }

    // --- temporal properties ---

    /// Rewrites the formula for SPIN's first state, so that it has the value of `formula` in the next state.
    fn seen_from_start(&self, formula: &Ltl) -> String {
        if !formula.parts().iter().any(|part| matches!(part, Ltl::Until(..) | Ltl::Release(..))) {
            // A formula about the initial state alone.
            return match formula.value_where_nothing_holds() {
                Some(true) => {
                    let negated = Ltl::Not(Box::new(formula.clone()));
                    format!("(!(start_ U {}))", self.formula(&negated))
                }
                _ => format!("(start_ U {})", self.formula(formula)),
            };
        }
        // `start_ || f` and `!start_ && f`, without the first part if it changes nothing.
        let or_start = |part: &Ltl| match part.value_where_nothing_holds() {
            Some(true) => self.formula(part),
            _ => format!("(start_ || {})", self.formula(part)),
        };
        let and_started = |part: &Ltl| match part.value_where_nothing_holds() {
            Some(false) => self.formula(part),
            _ => format!("(!start_ && {})", self.formula(part)),
        };
        match formula {
            Ltl::Until(left, right) => until(&or_start(left), &and_started(right), **left == Ltl::True),
            Ltl::Release(left, right) => release(&and_started(left), &or_start(right), **left == Ltl::False),
            Ltl::Not(inner) => format!("(!{})", self.seen_from_start(inner)), // `!!` is an operator of its own
            Ltl::And(left, right) => format!("({} && {})", self.seen_from_start(left), self.seen_from_start(right)),
            Ltl::Or(left, right) => format!("({} || {})", self.seen_from_start(left), self.seen_from_start(right)),
            Ltl::True | Ltl::False | Ltl::At(..) | Ltl::Next(_) => self.formula(formula),
        }
    }

    fn formula(&self, formula: &Ltl) -> String {
        match formula {
            Ltl::True => "true".to_string(),
            Ltl::False => "false".to_string(),
            Ltl::At(point, BoolExpr::True) => format!("(pc == {})", self.location(*point)),
            Ltl::At(point, expr) => format!("(pc == {} && ({}))", self.location(*point), self.expr(expr)),
            Ltl::Not(inner) => format!("(!{})", self.formula(inner)),
            Ltl::And(left, right) => format!("({} && {})", self.formula(left), self.formula(right)),
            Ltl::Or(left, right) => format!("({} || {})", self.formula(left), self.formula(right)),
            Ltl::Next(inner) => format!("(X {})", self.formula(inner)),
            Ltl::Until(left, right) => until(&self.formula(left), &self.formula(right), **left == Ltl::True),
            Ltl::Release(left, right) => release(&self.formula(left), &self.formula(right), **left == Ltl::False),
        }
    }

    fn ltl_blocks(&self, out: &mut String) -> Vec<Result<String, String>> {
        let mut written = Vec::new();
        for (property, name) in self.program.ltl.iter().zip(names::of_formulas(&self.program.ltl)) {
            out.push_str(&format!("\n/* {} */\n", comment(&property.text)));
            if property.formula.uses_next() {
                let reason = "it uses X, which most builds of SPIN do not know";
                out.push_str(&format!("/* ltl {} is left out: {reason} */\n", property.name));
                written.push(Err(reason.to_string()));
                continue;
            }
            let mut text = self.seen_from_start(&property.formula);
            if self.may_stay_at_start {
                text = format!("([] start_) || {text}");
            }
            if self.may_block {
                text = format!("(<> (pc == sink_blocked)) || {text}");
            }
            out.push_str(&format!("ltl {name} {{ {text} }}\n"));
            written.push(Ok(name));
        }
        written
    }

    // --- the rest of the file ---

    fn finish(self) -> Promela {
        let program = self.program;
        let used: BTreeSet<BoolId> = program.points.iter().flat_map(|point| point.relevant.iter().copied()).collect();
        let mut head = self.header(&used);
        head.push_str(&self.declarations(&used));
        head.push('\n');
        let mut text = head;
        let first = text.lines().count() + 1;
        let lines = (first..).zip(&self.body).filter_map(|(line, (_, origin))| Some((line, (*origin)?))).collect();
        for (line, _) in &self.body {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str(&self.observer(&used));
        let ltl = self.ltl_blocks(&mut text);
        let vector_bytes = 64 + (used.len() + self.temporaries).div_ceil(8) * 2;
        Promela { text, lines, ltl, vector_bytes }
    }

    fn header(&self, used: &BTreeSet<BoolId>) -> String {
        let program = self.program;
        let mut out = format!("{TITLE}{}.\n *\n", comment(&program.name));
        for (id, variable) in program.variables.enumerate().filter(|(id, _)| used.contains(id)) {
            out.push_str(&format!(" * {}{STANDS_FOR}{}\n", self.name(id), comment(&variable.predicate)));
        }
        out.push_str(" *\n * SPIN stores one state for each reachable pair of a location and values of the bits, and one more at\n");
        out.push_str(" * its start");
        if self.may_block {
            out.push_str("; all runs that an assumption or a law of the predicates excludes share one state");
        }
        out.push_str(".\n * A bit is reset where its predicate has no meaning.\n");
        out.push_str(" * Assertions: spin -run -DSAFETY -noclaim FILE\n");
        let formulas = program.ltl.iter().zip(names::of_formulas(&program.ltl));
        for (_, name) in formulas.filter(|(property, _)| !property.formula.uses_next()) {
            out.push_str(&format!(" * The temporal property {name}: spin -run -a -ltl {name} FILE\n"));
        }
        out.push_str(" * A trail in C lines: damson replay FILE.trail\n */\n\n");
        out
    }

    fn declarations(&self, used: &BTreeSet<BoolId>) -> String {
        let program = self.program;
        let mut out = String::from("#define init_start 0\n");
        let mut count = 1;
        for (_, point) in program.points.enumerate().filter(|(_, point)| point.stored) {
            let place = format!("{}:{}", point.position.file, point.position.line);
            let place = comment(&format!("{place}: {}", point.source_line));
            out.push_str(&format!("#define at_{} {count} /* {place} */\n", point.name));
            count += 1;
        }
        if self.may_block {
            out.push_str(&format!("#define sink_blocked {count} /* the sink of runs that do not count */\n"));
            count += 1;
        }
        if !program.ltl.is_empty() {
            out.push_str("#define start_ (pc == init_start)\n");
        }
        for (number, assertion) in (1..).zip(&program.assertions) {
            // False; its number appears in SPIN's message about a violation.
            out.push_str(&format!("#define property_{} ({number} == 0)\n", assertion.id));
        }
        let kind = match count {
            0..=256 => "byte",
            257..=32_768 => "short",
            _ => "int",
        };
        out.push_str(&format!("\n{kind} pc = init_start;\n"));
        for id in used {
            out.push_str(&format!("bit {};\n", self.name(*id)));
        }
        for slot in 0..self.temporaries {
            out.push_str(&format!("bit t_{slot}; /* holds an old value during a step */\n"));
        }
        out
    }

    fn observer(&self, used: &BTreeSet<BoolId>) -> String {
        let reads: String = used.iter().map(|id| format!(" || {}", self.name(*id))).collect();
        format!(
            "\n/* Never started. As it reads all variables, SPIN does not clear them behind our back. */\n\
             proctype observer_() {{ (pc == 0{reads}) }}\n"
        )
    }
}

fn until(left: &str, right: &str, is_eventually: bool) -> String {
    if is_eventually { format!("(<> {right})") } else { format!("({left} U {right})") }
}

fn release(left: &str, right: &str, is_always: bool) -> String {
    if is_always { format!("([] {right})") } else { format!("({left} V {right})") }
}

/// Returns an expression as the right side of an assignment to a bit.
fn number_text(expr: &BoolExpr, name: &impl Fn(BoolId) -> String) -> String {
    match expr {
        BoolExpr::True => "1".to_string(),
        BoolExpr::False => "0".to_string(),
        BoolExpr::Variable(_) => expr.to_text(name),
        _ => format!("({})", expr.to_text(name)),
    }
}

fn c_line(step: &Step) -> String {
    format!("/* {}:{}: {} */", comment(&step.position.file), step.position.line, comment(&step.description()))
}

/// Returns a statement that prints the C statement of a step when SPIN follows a trail; `None` if there is none.
fn printed(step: &Step) -> Option<String> {
    let text = step.description();
    let all = format!("{}:{}: {}", comment(&step.position.file), step.position.line, comment(&text));
    let shown: String = match all.char_indices().nth(PRINTED_LIMIT) {
        Some((end, _)) => format!("{} ...", all.get(..end).unwrap_or_default()),
        None => all,
    };
    // SPIN's strings have no escaped quotes.
    let format = shown.replace('%', "%%").replace('"', "'");
    (!text.is_empty()).then(|| format!("printf(\"{format}\\n\");"))
}

/// Escapes text for a comment: on one line, without comment marks, printable.
fn comment(text: &str) -> String {
    let one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    one_line.replace("*/", "* /").replace("/*", "/ *").replace('\\', "/")
}

/// Returns the satisfying valuations as disjoint cubes; `None` if there are more than `limit`.
fn cubes_of(constraint: &BoolExpr, over: &[BoolId], limit: usize) -> Option<Vec<BTreeMap<BoolId, bool>>> {
    use boolprog::Values;
    let used = constraint.variables();
    let order: Vec<BoolId> = over.iter().filter(|id| used.contains(id)).copied().collect();
    let mut cubes = Vec::new();
    let mut open = vec![BTreeMap::new()];
    let mut work = limit.saturating_mul(64);
    while let Some(cube) = open.pop() {
        work = work.checked_sub(1)?;
        let values = constraint.possible_values(&|id| cube.get(&id).map_or(Values::BOTH, |value| Values::only(*value)));
        if !values.may_be_true {
            continue;
        }
        match order.iter().find(|id| !cube.contains_key(*id)) {
            // All values of the rest satisfy it.
            _ if !values.may_be_false => cubes.push(cube),
            None => cubes.push(cube),
            Some(id) => {
                for value in [true, false] {
                    let mut longer = cube.clone();
                    longer.insert(*id, value);
                    open.push(longer);
                }
            }
        }
        if cubes.len() > limit {
            return None;
        }
    }
    Some(cubes)
}
