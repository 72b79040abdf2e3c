//! Finds assumptions about the start of a procedure under which a broken or open property holds. The types of the
//! parameters, and of the globals that it uses, suggest candidates; the selected engines check each of them.
//!
//! Candidates are that a pointer is not NULL, that a list is doubly linked, that a list is not cyclic, that two lists
//! share nothing, that an integer is not zero, or not negative, and conjunctions of these, in a fixed order of growing
//! length. A candidate is checked only if it excludes every start that is known to break the property: first by runs on
//! the smallest heaps, then by the shape analysis, then by all engines, which check nothing else. It is proposed only
//! if a run shows that control still reaches the location of the property.
//!
//! Changes no verdict; nothing that is found here is reported as an error.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use itertools::Itertools;

use crate::answer::{Answer, Subject, VerificationTask};
use crate::confirm::{self, SearchResult};
use crate::limits::{
    FIRST_MODEL, LONGEST_PRECONDITION, MOST_PRECONDITION_PARTS, PRECONDITION_ITERATIONS, PRECONDITION_PAIRS,
    PRECONDITION_RUN_STEPS, PRECONDITION_SHAPE_WORK,
};
use crate::prepare::Prepared;
use crate::property::{Precondition, PropertyVerdict};
use crate::reached;
use crate::rounds::Earlier;
use crate::runs::ConcreteRuns;
use crate::settings::{Checker, Settings};
use crate::shapes::ShapeAnalysis;
use crate::verify::{self, Engines, verify};
use base::Budget;
use ctype::{FieldId, IntegerKind, Type, TypeTable};
use engine::topic::Topic;
use engine::verdict::Verdict;
use engine::{Engine, Outcome, Refutation};
use logic::evaluate::AtomEvaluator;
use logic::{Arena, Facts, Formula, translate};
use program::analysis::CallGraph;
use program::expr::{BOUND_NAMES, bound_symbol};
use program::interp::State;
use program::start::Start;
use program::{BinaryOp, Expr, ExprNode, FunctionId, LocationId, Program, VariableId, variables_in};
use reason::OpenReason;
use spec::{
    Predicate, Question, Specification, SpecifiedProperty, StateFormula, Statement, StatementKind, StructureClaim,
    field_name,
};

/// Adds preconditions to properties, with at most `checks` checks. Each gets a small part of the work that the settings
/// allow.
pub fn propose(answer: &mut Answer, task: VerificationTask<'_>, checks: usize) {
    if answer.contradiction() {
        return;
    }
    let settings = reduced(task.settings);
    let question = task.subject.question();
    let specified = question.specification.cloned().unwrap_or_default();
    let mut check = |assumption: Statement, wanted: &[&PropertyVerdict], budget: &Budget| {
        let specification = assuming(&specified, assumption, wanted);
        let prepared =
            task.subject.prepared().map(|known| Prepared { specification: specification.clone(), ..known.clone() });
        let subject = match (task.subject, &prepared) {
            (Subject::ForAllEngines(_, rules), Some(prepared)) => Subject::ForAllEngines(prepared, rules),
            (Subject::Inlined(_), Some(prepared)) => Subject::Inlined(prepared),
            _ => Subject::WithCalls(Question { specification: Some(&specification), ..question }),
        };
        checked(VerificationTask { subject, settings: &settings, budget, ..task }, wanted)
    };
    search(&mut answer.properties, question, (checks, task.budget), &mut check);
}

/// Returns the engines' answers about wanted properties, asking the fast engines first; empty if they contradict each
/// other.
fn checked(task: VerificationTask<'_>, wanted: &[&PropertyVerdict]) -> Vec<CheckedProperty> {
    let question = task.subject.question();
    let answer = match task.subject {
        Subject::ForAllEngines(prepared, _) => {
            let small_heaps = confirm::Shared::new(prepared, task.sources, task.settings.concrete, task.budget);
            if let Some(broken) = CheckedProperty::all_broken(wanted, small_heaps.first()) {
                return broken;
            }
            let shapes = ShapeAnalysis::new(task.of_engines(), task.settings, Some(&small_heaps));
            if let Some(proved) = CheckedProperty::all_proved(wanted, &shapes, small_heaps.first(), question) {
                return proved;
            }
            let engines = Engines { shapes, small_heaps: Some(&small_heaps) };
            verify::round(task, engines, &Earlier::default()).map(|round| round.answer)
        }
        Subject::WithCalls(_) | Subject::ForBoundedEngine(_) | Subject::Inlined(_) => {
            verify(task).map(|(answer, _)| answer)
        }
    };
    let Some(answer) = answer.ok().filter(|answer| !answer.contradiction()) else { return Vec::new() };
    match &answer.predicates {
        Some(found) => CheckedProperty::all(answer.properties, &found.search.reached, question),
        None => {
            let reached = reached::locations(question, PRECONDITION_RUN_STEPS, task.budget);
            CheckedProperty::all(answer.properties, &reached, question)
        }
    }
}

/// Adds an assumption to a specification and drops what is not wanted, so that nothing else is decided again.
fn assuming(specification: &Specification, assumption: Statement, wanted: &[&PropertyVerdict]) -> Specification {
    let is_asked = |statement: usize| match specification.statements.get(statement).map(|known| &known.kind) {
        Some(StatementKind::Assert(..) | StatementKind::Ltl(..)) => {
            wanted.iter().any(|property| property.topic.is_of_statement(statement))
        }
        Some(StatementKind::Assume(..) | StatementKind::Watch(..)) | None => true,
    };
    let mut specification = specification.only(is_asked);
    specification.statements.push(assumption);
    specification
}

/// Returns the engines' answers about wanted properties under an assumption; empty if they contradict each other.
type Check<'c> = &'c mut dyn FnMut(Statement, &[&PropertyVerdict], &Budget) -> Vec<CheckedProperty>;

struct CheckedProperty {
    known: PropertyVerdict,
    /// True if a run reaches its location.
    is_reached: bool,
}

impl CheckedProperty {
    /// Returns the properties of a question; `reached` are the locations that runs reach.
    fn all(
        properties: Vec<PropertyVerdict>,
        reached: &BTreeSet<LocationId>,
        question: Question<'_>,
    ) -> Vec<CheckedProperty> {
        let flowchart = question.program.flowchart(question.entry);
        let is_reached = |topic: Topic| {
            let location = match topic {
                Topic::Specified(SpecifiedProperty { location: Some(location), .. }) => Some(location),
                Topic::Assertion { edge, .. } => flowchart.map(|flowchart| flowchart.source(edge)),
                _ => flowchart.map(|flowchart| flowchart.exit),
            };
            location.is_some_and(|location| reached.contains(&location))
        };
        let checked = |known: PropertyVerdict| CheckedProperty { is_reached: is_reached(known.topic), known };
        properties.into_iter().map(checked).collect()
    }

    /// Returns the wanted properties if runs break all of them: then no engine need be asked.
    fn all_broken(wanted: &[&PropertyVerdict], search: &SearchResult) -> Option<Vec<CheckedProperty>> {
        let runs = ConcreteRuns { search };
        let broken = |property: &&PropertyVerdict| {
            let Outcome::Refuted(Refutation::Run(run)) = runs.outcome(property.topic) else { return None };
            let known = PropertyVerdict { verdict: Verdict::Violated, run: Some(run), ..(*property).clone() };
            Some(CheckedProperty { known, is_reached: true })
        };
        wanted.iter().map(broken).collect()
    }

    /// Returns the wanted properties if the shape analysis proves all of them, runs reach their locations, and no run
    /// breaks one. Then no other engine need be asked.
    fn all_proved(
        wanted: &[&PropertyVerdict],
        shapes: &ShapeAnalysis<'_>,
        search: &SearchResult,
        question: Question<'_>,
    ) -> Option<Vec<CheckedProperty>> {
        let is_broken = |topic: Topic| matches!(ConcreteRuns { search }.outcome(topic), Outcome::Refuted(_));
        let is_proved = |topic: Topic| shapes.outcome(topic).is_proved() && !is_broken(topic);
        let proved = |property: &&PropertyVerdict| {
            let (verdict, rests_on) = (Verdict::Verified, Vec::new());
            let known = PropertyVerdict { verdict, rests_on, ..(*property).clone() };
            is_proved(property.topic).then_some(known)
        };
        let proved: Vec<PropertyVerdict> = wanted.iter().map(proved).collect::<Option<_>>()?;
        let checked = CheckedProperty::all(proved, &search.reached, question);
        checked.iter().all(CheckedProperty::is_proved).then_some(checked)
    }

    fn is_proved(&self) -> bool {
        let PropertyVerdict { verdict, vacuous, rests_on, .. } = &self.known;
        self.is_reached && *verdict == Verdict::Verified && !vacuous && rests_on.is_empty()
    }
}

/// Searches for preconditions of properties, with at most `checks` checks.
fn search(
    properties: &mut [PropertyVerdict],
    question: Question<'_>,
    (checks, budget): (usize, &Budget),
    check: Check<'_>,
) {
    if checks == 0 || Start::of(question.program, question.entry).is_whole() {
        return;
    }
    let mut wanted: Vec<WantedPrecondition> =
        properties.iter().enumerate().filter_map(|(index, known)| wanted(index, known)).collect();
    if wanted.is_empty() {
        return;
    }
    let (budget, parts) = (&budget.doing("preconditions"), Parts::of(question));
    let mut tried: Vec<Vec<usize>> = Vec::new();
    while tried.len() < checks && budget.check().is_ok() {
        let Some(chosen) = wanted.iter().find_map(|property| parts.first(&property.starts, &tried)) else { return };
        let Some(assumption) = parts.assumption(question, &chosen) else { return };
        let precondition = Precondition { condition: assumption.text.clone() };
        // What is found under an assumption is no error of the program.
        let asked: Vec<&PropertyVerdict> = wanted.iter().filter_map(|wanted| properties.get(wanted.index)).collect();
        let answers = check(assumption, &asked, &budget.aside());
        wanted.retain_mut(|property| {
            let known = &mut properties[property.index];
            let is_same =
                |answer: &&CheckedProperty| (&answer.known.id, answer.known.topic) == (&known.id, known.topic);
            match answers.iter().find(is_same) {
                Some(answer) if answer.is_proved() => {
                    // Chosen for another property: a shorter one may exist.
                    let is_own = parts.first(&property.starts, &tried).as_ref() == Some(&chosen);
                    if is_own || known.holds_if.is_none() {
                        known.holds_if = Some(precondition.clone());
                    }
                    !is_own
                }
                Some(answer) => {
                    property.starts.extend(start_of(&answer.known));
                    true
                }
                None => true,
            }
        });
        tried.push(chosen);
    }
}

/// Returns the start of the run that is known to break a property.
fn start_of(property: &PropertyVerdict) -> Option<State> {
    let of_alarm = || property.alarm.as_ref()?.confirmed.as_ref().ok()?.start.as_deref();
    property.run.as_ref().map(|run| &*run.start).or_else(of_alarm).cloned()
}

/// A property for which a precondition is wanted.
struct WantedPrecondition {
    /// Index into the properties.
    index: usize,
    starts: Vec<State>,
}

fn wanted(index: usize, property: &PropertyVerdict) -> Option<WantedPrecondition> {
    let starts = start_of(property).into_iter().collect();
    let is_wanted = match property.verdict {
        Verdict::Violated => true,
        Verdict::Unknown => property.reason.as_ref().is_some_and(is_suspicion),
        Verdict::Verified => false,
    };
    is_wanted.then_some(WantedPrecondition { index, starts })
}

/// Returns true if something may break the property; false if an engine merely gave up.
fn is_suspicion(reason: &OpenReason) -> bool {
    match reason {
        OpenReason::Suspected { .. } | OpenReason::Unconfirmed { .. } => true,
        OpenReason::Access { because, .. } => is_suspicion(because),
        OpenReason::Disputed(_)
        | OpenReason::UnsoundHint
        | OpenReason::UnfitHint
        | OpenReason::UnprovedHints(_)
        | OpenReason::Stopped { .. }
        | OpenReason::NotConverged { .. }
        | OpenReason::NotChecked { .. }
        | OpenReason::NotFollowed { .. }
        | OpenReason::NotShownDefined
        | OpenReason::NotRead
        | OpenReason::ScopeEnded { .. }
        | OpenReason::ErrorMayComeBefore
        | OpenReason::EndsBefore { .. }
        | OpenReason::Incomplete(_)
        | OpenReason::Cut { .. }
        | OpenReason::Undefined { .. } => false,
    }
}

/// Returns the settings of a check: a small part of the work, and nothing that only a report needs. The bounded engine
/// is off: its work cannot be reduced.
fn reduced(settings: &Settings) -> Settings {
    let mut reduced = settings.clone();
    reduced.bound = settings.bound.min(PRECONDITION_ITERATIONS);
    reduced.most_pairs = settings.most_pairs.min(PRECONDITION_PAIRS);
    reduced.limits.states = settings.limits.states.min(FIRST_MODEL.states);
    reduced.limits.successors = settings.limits.successors.min(FIRST_MODEL.successors);
    reduced.concrete.total_steps = settings.concrete.total_steps.min(PRECONDITION_RUN_STEPS);
    reduced.concrete.keeps_states = false;
    reduced.replay.steps = settings.replay.steps.min(PRECONDITION_RUN_STEPS as u64);
    let most_work = settings.shapes.most_work.min(PRECONDITION_SHAPE_WORK);
    let shown = smg::Settings { keeps: false, heads: false, pictures: false, run_pictures: false, ..reduced.shapes };
    reduced.shapes = smg::Settings { most_work, ..shown };
    let rounds = Some(NonZeroU32::MIN);
    Settings { checker: Checker::BuiltIn, rounds, automatic: false, bounded: None, keeps_proofs: false, ..reduced }
}

/// The conjuncts of candidates.
struct Parts<'p> {
    parts: Vec<Part>,
    judge: PartsJudge<'p>,
}

struct Part {
    formula: StateFormula,
    text: String,
}

/// A parameter or a global that is a pointer.
struct PointerInput {
    value: Expr,
    name: String,
    /// The fields of the pointed-to type that point to the same type, with their names.
    links: Vec<(FieldId, String)>,
}

impl<'p> Parts<'p> {
    /// Collects the parts for the inputs: no pointer is NULL, lists are doubly linked, no list is cyclic, no two lists
    /// share a node, no integer is zero or negative.
    fn of(question: Question<'p>) -> Parts<'p> {
        let program = question.program;
        let inputs = named_inputs(program, question.entry);
        let pointers: Vec<PointerInput> = inputs.iter().filter_map(|input| PointerInput::of(program, *input)).collect();
        let mut parts: Vec<Part> = pointers.iter().filter_map(|pointer| pointer.is_not_null(&program.types)).collect();
        parts.extend(pointers.iter().filter_map(|pointer| pointer.is_doubly_linked(question)));
        parts.extend(pointers.iter().flat_map(PointerInput::are_not_cyclic));
        for [left, right] in pointers.iter().array_combinations() {
            parts.extend(left.shares_nothing_with(right));
        }
        parts.extend(inputs.iter().filter_map(|input| integer_parts(program, *input)).flatten());
        parts.truncate(MOST_PRECONDITION_PARTS);
        let judge = PartsJudge::of(question, &parts);
        Parts { parts, judge }
    }

    /// Returns the first conjunction that excludes all of `starts` and was not tried, as indices of its parts.
    fn first(&self, starts: &[State], tried: &[Vec<usize>]) -> Option<Vec<usize>> {
        let excluded: Vec<Vec<bool>> = starts.iter().map(|start| self.judge.excluded_by(start)).collect();
        let mut conjunctions = (1..=LONGEST_PRECONDITION).flat_map(|length| (0..self.parts.len()).combinations(length));
        conjunctions.find(|parts| {
            let excludes = |start: &Vec<bool>| parts.iter().any(|part| start.get(*part).copied().unwrap_or_default());
            excluded.iter().all(excludes) && !tried.contains(parts)
        })
    }

    /// Returns the statement that assumes a conjunction at the entry of the procedure.
    fn assumption(&self, question: Question<'_>, chosen: &[usize]) -> Option<Statement> {
        let parts = || chosen.iter().filter_map(|part| self.parts.get(*part));
        let formulas = parts().map(|part| part.formula.clone());
        let formula = formulas.reduce(|left, right| StateFormula::And(Box::new(left), Box::new(right)))?;
        let text = parts().map(|part| part.text.as_str()).join(" && ");
        let function = question.program.functions.get(question.entry)?;
        let entry = function.flowchart.as_ref()?.entry;
        Some(Statement { kind: StatementKind::Assume(formula, vec![entry]), text, span: function.span })
    }
}

/// Returns the parameters of a procedure, and the other inputs that it uses and that no parameter hides.
fn named_inputs(program: &Program, entry: FunctionId) -> Vec<VariableId> {
    let Some(function) = program.functions.get(entry) else { return Vec::new() };
    // Where calls are inlined, the function calls no other.
    let called = CallGraph::of(program).reachable(entry).into_iter().filter_map(|function| program.flowchart(function));
    let used = variables_in(called.flat_map(|flowchart| flowchart.graph.edge_weights()));
    let name = |id: VariableId| program.variables.get(id).map(|variable| variable.name.as_str());
    let is_own = |id: &VariableId| function.parameters.contains(id);
    let is_hidden =
        |id: VariableId| function.locals.iter().chain(&function.parameters).any(|own| name(*own) == name(id));
    let inputs = Start::of(program, entry).inputs().into_iter();
    inputs.filter(|id| is_own(id) || used.contains(id) && !is_hidden(*id)).collect()
}

fn value_of(program: &Program, variable: VariableId) -> Option<Expr> {
    let types = &program.types;
    let ty = program.variables.get(variable)?.ty;
    Expr::load(types, Expr::new(ExprNode::VariableAddress(variable), types.find(&Type::Pointer(ty))?))
}

fn compared(types: &TypeTable, op: BinaryOp, left: Expr, right: Expr) -> Option<StateFormula> {
    let int = types.find(&Type::Integer { kind: IntegerKind::Int, signed: true })?;
    let node = ExprNode::Binary(op, Box::new(left), Box::new(right));
    Some(StateFormula::Atom(Predicate::Condition(Expr::new(node, int))))
}

/// Returns `n != 0`, `n >= 0` and `n > 0` for an integer that is not subject to promotion.
fn integer_parts(program: &Program, input: VariableId) -> Option<[Part; 3]> {
    let (types, variable) = (&program.types, program.variables.get(input)?);
    if !matches!(types.integer_format(variable.ty), Some((32.., true))) {
        return None;
    }
    let value = value_of(program, input)?;
    let zero = Expr::new(ExprNode::Integer(0), variable.ty);
    let part = |op, (left, right): (&Expr, &Expr), sign: &str| {
        let formula = compared(types, op, left.clone(), right.clone())?;
        Some(Part { formula, text: format!("{} {sign} 0", variable.name) })
    };
    Some([
        part(BinaryOp::NotEqual, (&value, &zero), "!=")?,
        part(BinaryOp::LessEqual, (&zero, &value), ">=")?,
        part(BinaryOp::Less, (&zero, &value), ">")?,
    ])
}

impl PointerInput {
    fn of(program: &Program, input: VariableId) -> Option<PointerInput> {
        let (types, variable) = (&program.types, program.variables.get(input)?);
        let target = types.pointee(variable.ty)?;
        let value = value_of(program, input)?;
        let links = match types.get(target) {
            Type::Record(record) => {
                let fields = types.fields(*record).iter().zip(0..).filter(|(field, _)| field.ty == variable.ty);
                let fields = fields.map(|(_, index)| FieldId { record: *record, index });
                fields.filter_map(|field| Some((field, field_name(types, field)?))).collect()
            }
            _ => Vec::new(),
        };
        Some(PointerInput { value, name: variable.name.clone(), links })
    }

    /// `x != NULL`
    fn is_not_null(&self, types: &TypeTable) -> Option<Part> {
        let null = Expr::new(ExprNode::Null, self.value.ty);
        let formula = compared(types, BinaryOp::NotEqual, self.value.clone(), null)?;
        Some(Part { formula, text: format!("{} != NULL", self.name) })
    }

    /// `each[;n](u, v : x; v->p == u) && (x == NULL || x->p == NULL)`, if there are two links. The first one is the
    /// forward link: the other way round `x` would be the last node, which is rarely what a procedure expects.
    fn is_doubly_linked(&self, question: Question<'_>) -> Option<Part> {
        let [(next, name), (back, back_name)] = &self.links[..] else { return None };
        let types = &question.program.types;
        let equal = |left: Expr, right: Expr| compared(types, BinaryOp::Equal, left, right);
        let read_back = |node: Expr| {
            let ty = types.find(&Type::Pointer(types.field(*back).ty))?;
            Expr::load(types, Expr::new(ExprNode::FieldAddress(Box::new(node), *back), ty))
        };
        let bound = |index| Expr::new(ExprNode::Symbol(bound_symbol(index)), self.value.ty);
        let null = || Expr::new(ExprNode::Null, self.value.ty);
        let claim = StructureClaim::Each(Box::new(equal(read_back(bound(1))?, bound(0))?));
        let (avoid, fields, from) = (Vec::new(), vec![*next], self.value.clone());
        let each = StateFormula::Atom(Predicate::Structure { claim, avoid, fields, from });
        let is_empty = equal(self.value.clone(), null())?;
        let is_first = equal(read_back(self.value.clone())?, null())?;
        let begins = StateFormula::Or(Box::new(is_empty), Box::new(is_first));
        let ([u, v], x, field) = (free_names(question)?, &self.name, plain(back_name));
        let text =
            format!("each[;{name}]({u}, {v} : {x}; {v}->{field} == {u}) && ({x} == NULL || {x}->{field} == NULL)");
        Some(Part { formula: StateFormula::And(Box::new(each), Box::new(begins)), text })
    }

    /// `!cyclic[;n](x)` for each link.
    fn are_not_cyclic(&self) -> impl Iterator<Item = Part> {
        self.links.iter().map(|(link, field)| {
            let cyclic = Predicate::Cyclic { avoid: Vec::new(), fields: vec![*link], from: self.value.clone() };
            Part { formula: not(cyclic), text: format!("!cyclic[;{field}]({})", self.name) }
        })
    }

    /// `!dshared[;n](x, y)` for each link, if the types are the same.
    fn shares_nothing_with(&self, other: &PointerInput) -> impl Iterator<Item = Part> {
        let links = self.links.iter().filter(|_| self.value.ty == other.value.ty);
        links.map(|(link, field)| {
            let (left, right) = (self.value.clone(), other.value.clone());
            let shared = Predicate::Dshared { avoid: Vec::new(), fields: vec![*link], left, right };
            Part { formula: not(shared), text: format!("!dshared[;{field}]({}, {})", self.name, other.name) }
        })
    }
}

/// Returns names for two nodes that nothing else in a question uses.
fn free_names(question: Question<'_>) -> Option<[&'static str; 2]> {
    let variables = question.program.variables.iter().map(|variable| variable.name.as_str());
    let symbols =
        question.specification.iter().flat_map(|known| known.symbols.iter()).map(|symbol| symbol.name.as_str());
    let taken: BTreeSet<&str> = variables.chain(symbols).collect();
    let pairs = [BOUND_NAMES, ["node", "next_node"], ["first_node", "second_node"]];
    pairs.into_iter().find(|pair| !pair.iter().any(|name| taken.contains(name)))
}

/// Strips the name of the struct from that of a field.
fn plain(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn not(predicate: Predicate) -> StateFormula {
    StateFormula::Not(Box::new(StateFormula::Atom(predicate)))
}

/// Evaluates the parts in concrete states.
struct PartsJudge<'p> {
    program: &'p Program,
    arena: Arena,
    formulas: Vec<Formula>,
}

impl<'p> PartsJudge<'p> {
    fn of(question: Question<'p>, parts: &[Part]) -> Self {
        let program = question.program;
        let mut arena = Arena::new(program.types.clone());
        let facts = program.flowchart(question.entry).map(|flowchart| Facts::of(program, flowchart));
        let translated = facts.map_or_else(Vec::new, |facts| {
            parts.iter().map(|part| translate::formula(&mut arena, &facts, &part.formula)).collect()
        });
        PartsJudge { program, arena, formulas: translated }
    }

    /// Returns for each part whether it is false in `start`.
    fn excluded_by(&self, start: &State) -> Vec<bool> {
        let evaluator = AtomEvaluator::new(&self.arena, self.program);
        self.formulas.iter().map(|formula| evaluator.formula(start, formula) == Some(false)).collect()
    }
}
