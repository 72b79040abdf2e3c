//! The conjuncts of preconditions, as the types of the inputs suggest them.
//!
//! An input is a parameter, a global that the procedure uses, or a pointer in an object that one of these points to,
//! such as `queue->head`. A part is evaluated in concrete states by its definition, so that candidates which some known
//! start refutes are never checked.

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::expressions::{compared, read_field, value_of};
use crate::limits::{LONGEST_PRECONDITION, LONGEST_REQUIREMENT, MOST_PARTS_OF_LISTS, MOST_PRECONDITION_PARTS};
use crate::preconditions::extents;
use crate::property::Precondition;
use ctype::{FieldId, Type, TypeId, TypeTable};
use logic::evaluate::AtomEvaluator;
use logic::{Arena, Facts, Formula, translate};
use program::analysis::CallGraph;
use program::expr::{BOUND_NAMES, bound_symbol};
use program::interp::State;
use program::start::Start;
use program::{BinaryOp, Expr, ExprNode, FunctionId, Program, VariableId, variables_in};
use spec::{Predicate, Question, StateFormula, Statement, StatementKind, StructureClaim, field_name};

/// The conjuncts of candidates.
pub struct Parts<'p> {
    parts: Vec<Part>,
    judge: PartsJudge<'p>,
}

#[derive(Clone)]
pub(super) struct Part {
    formula: StateFormula,
    /// In the syntax of specifications. Parts may share some.
    conditions: Vec<String>,
    says: Says,
}

/// What a part says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Says {
    /// An input is not NULL.
    InputNotNull,
    /// The same of a pointer to `void`, which a procedure mostly passes on.
    VoidNotNull,
    /// A pointer in an object is not NULL.
    FieldNotNull,
    /// How a list is linked.
    List,
    /// The same of a list whose first node may be the last one of another list.
    ListOfLast,
    /// A pointer leads to the last node of a list.
    Last,
    /// Two lists share nothing.
    Apart,
    /// As [`Says::Apart`], where the second list may start at the last node of the first.
    ApartFromLast,
    Number,
    /// A pointer leads to a string, or to `n` objects.
    Extent,
    /// A pointer leads to `n` objects, and another number is below `n`, or `n` is positive.
    Bound,
}

impl Says {
    /// Returns how much it asks of a caller: two pointers that are not NULL are less than one in an object.
    fn weight(self) -> usize {
        match self {
            Says::InputNotNull => 1,
            Says::Number | Says::VoidNotNull => 2,
            Says::FieldNotNull | Says::List | Says::Extent => 3,
            Says::Last | Says::ListOfLast | Says::Bound => 4,
            Says::Apart | Says::ApartFromLast => 5,
        }
    }
}

impl Part {
    pub fn new(formula: StateFormula, condition: String, says: Says) -> Part {
        Part { formula, conditions: vec![condition], says }
    }

    /// Returns the conjunction of both.
    pub fn and(self, other: Part) -> Part {
        let conditions = self.conditions.into_iter().chain(other.conditions).collect();
        let formula = StateFormula::And(Box::new(self.formula), Box::new(other.formula));
        Part { formula, conditions, says: other.says }
    }
}

impl<'p> Parts<'p> {
    /// Collects the parts for the inputs: no pointer is NULL, lists are doubly linked, no list is cyclic, no two lists
    /// share a node, no integer is zero or negative.
    pub fn of(question: Question<'p>) -> Parts<'p> {
        let inputs = named_inputs(question.program, question.entry);
        let pointers = PointerInput::all(question.program, &inputs);
        let parts = parts(question, (&inputs, &pointers), usize::MAX).take(MOST_PRECONDITION_PARTS).collect();
        Parts::judged(question, parts)
    }

    /// As [`Parts::of`], with parts for the pointers in objects that inputs point to.
    pub fn of_library(question: Question<'p>) -> Parts<'p> {
        let inputs = named_inputs(question.program, question.entry);
        let mut pointers = PointerInput::all(question.program, &inputs);
        let fields: Vec<PointerInput> = pointers.iter().flat_map(|pointer| pointer.fields(question.program)).collect();
        pointers.extend(fields);
        let parts = parts(question, (&inputs, &pointers), MOST_PARTS_OF_LISTS).collect();
        Parts::judged(question, parts)
    }

    fn judged(question: Question<'p>, parts: Vec<Part>) -> Parts<'p> {
        Parts { judge: PartsJudge::of(question, &parts), parts }
    }

    /// Returns the conjunction of the fewest parts that excludes all of `starts` and was not tried, as indices of its
    /// parts.
    pub fn first(&self, starts: &[State], tried: &[Vec<usize>]) -> Option<Vec<usize>> {
        let excluded = self.excluded(starts);
        let mut conjunctions = (1..=LONGEST_PRECONDITION).flat_map(|length| (0..self.parts.len()).combinations(length));
        conjunctions.find(|parts| exclude_all(&excluded, parts) && !tried.contains(parts))
    }

    /// Returns such a conjunction of parts that exclude some start each: of the shortest, and those with one part more, the
    /// one that says least.
    pub fn simplest(&self, starts: &[State], tried: &[Vec<usize>]) -> Option<Vec<usize>> {
        let excluded = self.excluded(starts);
        let of_length = |length: usize| {
            let mut found = BTreeSet::new();
            add_covers(&excluded, &mut Vec::new(), length, &mut found);
            found.retain(|parts| !tried.contains(parts) && self.is_consistent(parts));
            found
        };
        let weight = |parts: &Vec<usize>| {
            let says = parts.iter().filter_map(|part| self.parts.get(*part)).map(|part| part.says.weight());
            says.sum::<usize>()
        };
        let by_length = (1..=LONGEST_REQUIREMENT).map(of_length).skip_while(BTreeSet::is_empty);
        by_length.take(2).flatten().min_by_key(weight)
    }

    /// Returns false for parts which say that a pointer leads to the last node of a list, and that it does not.
    fn is_consistent(&self, parts: &[usize]) -> bool {
        let has = |says: Says| parts.iter().any(|part| self.parts.get(*part).is_some_and(|part| part.says == says));
        !has(Says::Last) || !(has(Says::ApartFromLast) || has(Says::ListOfLast))
    }

    /// Returns for each start whether each part is false there.
    fn excluded(&self, starts: &[State]) -> Vec<Vec<bool>> {
        starts.iter().map(|start| self.judge.excluded_by(start)).collect()
    }

    /// Returns true if some part is false in a start.
    pub fn exclude(&self, start: &State) -> bool {
        self.judge.excluded_by(start).contains(&true)
    }

    /// Returns the conjunctions to check where no start is known that breaks a property: no pointer is NULL; pointers lead to
    /// strings and arrays; inputs are not NULL, and lists are as usual, either with pointers to their last nodes or each
    /// apart; all of it.
    pub fn strong(&self) -> impl Iterator<Item = Vec<usize>> {
        let weaker = [
            self.all(|says| matches!(says, Says::InputNotNull | Says::VoidNotNull | Says::FieldNotNull)),
            self.all(|says| matches!(says, Says::InputNotNull | Says::FieldNotNull | Says::Extent)),
            self.all(|says| matches!(says, Says::InputNotNull | Says::List | Says::Last | Says::Apart)),
            self.all(|says| {
                matches!(says, Says::InputNotNull | Says::List | Says::ListOfLast | Says::Apart | Says::ApartFromLast)
            }),
        ];
        weaker.into_iter().chain(self.strongest())
    }

    fn strongest(&self) -> [Vec<usize>; 2] {
        [
            self.all(|says| !matches!(says, Says::VoidNotNull | Says::Bound | Says::ListOfLast | Says::ApartFromLast)),
            self.all(|says| !matches!(says, Says::VoidNotNull | Says::Bound | Says::Last)),
        ]
    }

    /// Returns true for one of the strongest conjunctions.
    pub fn is_strongest(&self, chosen: &[usize]) -> bool {
        self.strongest().iter().any(|strongest| strongest == chosen)
    }

    /// Returns all parts that say something of a kind.
    fn all(&self, is_of_kind: fn(Says) -> bool) -> Vec<usize> {
        let parts = self.parts.iter().enumerate().filter(|(_, part)| is_of_kind(part.says));
        parts.map(|(index, _)| index).collect()
    }

    /// Returns the conditions of a conjunction, in the syntax of specifications.
    pub fn conditions(&self, chosen: &[usize]) -> Vec<String> {
        let parts = chosen.iter().filter_map(|part| self.parts.get(*part));
        parts.flat_map(|part| &part.conditions).unique().cloned().collect()
    }

    /// Returns a conjunction as a precondition.
    pub fn precondition(&self, chosen: &[usize]) -> Precondition {
        let mut parts = chosen.iter().filter_map(|part| self.parts.get(*part));
        let speaks_of_arrays = parts.any(|part| matches!(part.says, Says::Extent | Says::Bound));
        Precondition { conditions: self.conditions(chosen), speaks_of_arrays }
    }

    /// Returns the statement that assumes a conjunction at the entry of the procedure.
    pub fn assumption(&self, question: Question<'_>, chosen: &[usize]) -> Option<Statement> {
        let formulas = chosen.iter().filter_map(|part| self.parts.get(*part)).map(|part| part.formula.clone());
        let formula = formulas.reduce(|left, right| StateFormula::And(Box::new(left), Box::new(right)))?;
        let text = self.conditions(chosen).join(" && ");
        let function = question.program.functions.get(question.entry)?;
        let entry = function.flowchart.as_ref()?.entry;
        Some(Statement { kind: StatementKind::Assume(formula, vec![entry]), text, span: function.span })
    }
}

/// Adds the sets of `length` parts that exclude all starts. Each part of a set excludes a start that the parts chosen before it
/// do not exclude: a search tree for hitting sets.
fn add_covers(excluded: &[Vec<bool>], chosen: &mut Vec<usize>, length: usize, found: &mut BTreeSet<Vec<usize>>) {
    let is_excluded = |start: &&Vec<bool>| chosen.iter().any(|part| start.get(*part).copied().unwrap_or_default());
    let Some(open) = excluded.iter().find(|start| !is_excluded(start)) else {
        if chosen.len() == length {
            found.insert(chosen.iter().copied().sorted().collect());
        }
        return;
    };
    if chosen.len() == length {
        return;
    }
    for (part, _) in open.iter().enumerate().filter(|(_, excludes)| **excludes) {
        chosen.push(part);
        add_covers(excluded, chosen, length, found);
        chosen.pop();
    }
}

/// Returns true if each start is excluded by one of the parts.
fn exclude_all(excluded: &[Vec<bool>], parts: &[usize]) -> bool {
    let is_excluded = |start: &Vec<bool>| parts.iter().any(|part| start.get(*part).copied().unwrap_or_default());
    excluded.iter().all(is_excluded)
}

/// Returns the parts on inputs, with at most `most_of_lists` on lists.
fn parts<'a>(
    question: Question<'a>,
    (inputs, pointers): (&'a [VariableId], &'a [PointerInput]),
    most_of_lists: usize,
) -> impl Iterator<Item = Part> + 'a {
    let program = question.program;
    let not_null = pointers.iter().filter_map(|pointer| pointer.is_not_null(&program.types));
    let of_lists = structure_parts(question, pointers).take(most_of_lists);
    let of_numbers = inputs.iter().filter_map(|input| integer_parts(program, *input)).flatten();
    not_null.chain(of_lists).chain(of_numbers).chain(extents::parts(program, (inputs, pointers)))
}

/// Returns the parts on lists: those of one pointer, then those of two.
fn structure_parts<'a>(question: Question<'a>, pointers: &'a [PointerInput]) -> impl Iterator<Item = Part> + 'a {
    let types = &question.program.types;
    let doubly_linked = pointers.iter().filter_map(move |pointer| pointer.is_doubly_linked(question));
    let acyclic = pointers.iter().flat_map(move |pointer| pointer.are_not_cyclic(types));
    let pairs = || pointers.iter().array_combinations();
    let ends = pairs().filter_map(move |[first, last]| first.ends_in(last, types));
    let apart = pairs().flat_map(move |[left, right]| left.shares_nothing_with(right, types));
    doubly_linked.chain(acyclic).chain(ends).chain(apart)
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
        Some(Part::new(formula, format!("{} {sign} 0", variable.name), Says::Number))
    };
    Some([
        part(BinaryOp::NotEqual, (&value, &zero), "!=")?,
        part(BinaryOp::LessEqual, (&zero, &value), ">=")?,
        part(BinaryOp::Less, (&zero, &value), ">")?,
    ])
}

/// A pointer that the caller gives.
#[derive(Clone)]
pub(super) struct PointerInput {
    pub value: Expr,
    pub name: String,
    /// The fields of the pointed-to type that point to the same type, with their names.
    links: Vec<(FieldId, String)>,
    /// For a pointer in an object: its variable, whose pointer to the object must not be NULL.
    pub object: Option<Box<PointerInput>>,
    /// True if the object has another pointer of the type before it.
    may_be_last: bool,
}

impl PointerInput {
    fn all(program: &Program, inputs: &[VariableId]) -> Vec<PointerInput> {
        inputs.iter().filter_map(|input| PointerInput::of(program, *input)).collect()
    }

    fn of(program: &Program, input: VariableId) -> Option<PointerInput> {
        let variable = program.variables.get(input)?;
        let links = links(&program.types, variable.ty)?;
        Some(PointerInput {
            value: value_of(program, input)?,
            name: variable.name.clone(),
            links,
            object: None,
            may_be_last: false,
        })
    }

    /// Returns the pointers in the object that it points to, except for the links of a list.
    fn fields(&self, program: &Program) -> Vec<PointerInput> {
        let types = &program.types;
        let record = match types.pointee(self.value.ty).map(|target| types.get(target)) {
            Some(Type::Record(record)) => record,
            Some(Type::Pointer(_)) => return self.target(types).into_iter().collect(),
            _ => return Vec::new(),
        };
        if types.record(*record).is_union {
            return Vec::new();
        }
        let fields = types.fields(*record);
        let of_field = |index: u32| {
            let field = FieldId { record: *record, index };
            let (ty, name) = (types.field(field).ty, field_name(types, field)?);
            let links = links(types, ty).filter(|_| ty != self.value.ty)?;
            let value = read_field(types, self.value.clone(), field)?;
            Some(PointerInput {
                value,
                name: format!("{}->{}", self.name, plain(&name)),
                links,
                object: Some(Box::new(self.without_links())),
                may_be_last: fields.iter().take(index as usize).any(|field| field.ty == ty),
            })
        };
        (0..fields.len() as u32).filter_map(of_field).collect()
    }

    /// Returns the pointer that it points to.
    fn target(&self, types: &TypeTable) -> Option<PointerInput> {
        let value = Expr::load(types, self.value.clone())?;
        let (links, object) = (links(types, value.ty)?, Some(Box::new(self.without_links())));
        Some(PointerInput { value, name: format!("*{}", self.name), links, object, may_be_last: false })
    }

    pub fn without_links(&self) -> PointerInput {
        PointerInput { object: None, links: Vec::new(), ..self.clone() }
    }

    /// Returns a part about the pointer, with what must hold for it to exist.
    pub fn part(&self, types: &TypeTable, formula: StateFormula, condition: String, says: Says) -> Option<Part> {
        let part = Part::new(formula, condition, says);
        match &self.object {
            None => Some(part),
            Some(object) => Some(object.is_not_null(types)?.and(part)),
        }
    }

    /// `x != NULL`
    pub fn is_not_null(&self, types: &TypeTable) -> Option<Part> {
        let formula = compared(types, BinaryOp::NotEqual, self.value.clone(), self.null())?;
        let is_void = types.pointee(self.value.ty).is_some_and(|target| types.is_void(target));
        let says = match self.object {
            _ if is_void => Says::VoidNotNull,
            Some(_) => Says::FieldNotNull,
            None => Says::InputNotNull,
        };
        self.part(types, formula, format!("{} != NULL", self.name), says)
    }

    /// Returns true for two pointers of one type in one object.
    fn is_beside(&self, other: &PointerInput) -> bool {
        let object = |pointer: &PointerInput| pointer.object.as_ref().map(|object| object.value.clone());
        self.object.is_some() && object(self) == object(other) && self.value.ty == other.value.ty
    }

    fn says_of_list(&self) -> Says {
        if self.may_be_last { Says::ListOfLast } else { Says::List }
    }

    fn null(&self) -> Expr {
        Expr::new(ExprNode::Null, self.value.ty)
    }

    /// `each[;n](u, v : x; v->p == u) && (x == NULL || x->p == NULL)`, if there are two links. The first one is the
    /// forward link: the other way round `x` would be the last node, which is rarely what a procedure expects. A field
    /// whose name says that it leads back is not the forward link.
    fn is_doubly_linked(&self, question: Question<'_>) -> Option<Part> {
        let [first, second] = &self.links[..] else { return None };
        let leads_back = plain(&first.1).starts_with("prev");
        let ((next, name), (back, back_name)) = if leads_back { (second, first) } else { (first, second) };
        let types = &question.program.types;
        let equal = |left: Expr, right: Expr| compared(types, BinaryOp::Equal, left, right);
        let bound = |index| Expr::new(ExprNode::Symbol(bound_symbol(index)), self.value.ty);
        let claim = StructureClaim::Each(Box::new(equal(read_field(types, bound(1), *back)?, bound(0))?));
        let (avoid, fields, from) = (Vec::new(), vec![*next], self.value.clone());
        let each = StateFormula::Atom(Predicate::Structure { claim, avoid, fields, from });
        let is_empty = equal(self.value.clone(), self.null())?;
        let is_first = equal(read_field(types, self.value.clone(), *back)?, self.null())?;
        let begins = StateFormula::Or(Box::new(is_empty), Box::new(is_first));
        let ([u, v], x, field) = (free_names(question)?, &self.name, plain(back_name));
        let each_text = format!("each[;{name}]({u}, {v} : {x}; {v}->{field} == {u})");
        let node = if x.starts_with('*') { format!("({x})") } else { x.clone() };
        let first = Part::new(begins, format!("({x} == NULL || {node}->{field} == NULL)"), self.says_of_list());
        Some(self.part(types, each, each_text, self.says_of_list())?.and(first))
    }

    /// `!cyclic[;n](x)` for each link.
    fn are_not_cyclic<'a>(&'a self, types: &'a TypeTable) -> impl Iterator<Item = Part> + 'a {
        self.links.iter().filter_map(move |(link, field)| {
            let cyclic = Predicate::Cyclic { avoid: Vec::new(), fields: vec![*link], from: self.value.clone() };
            self.part(types, not(cyclic), format!("!cyclic[;{field}]({})", self.name), self.says_of_list())
        })
    }

    /// `!dshared[;n](x, y)` for each link, if the types are the same.
    fn shares_nothing_with<'a>(
        &'a self,
        other: &'a PointerInput,
        types: &'a TypeTable,
    ) -> impl Iterator<Item = Part> + 'a {
        let links = self.links.iter().filter(|_| self.value.ty == other.value.ty);
        links.filter_map(move |(link, field)| {
            let (left, right) = (self.value.clone(), other.value.clone());
            let shared = Predicate::Dshared { avoid: Vec::new(), fields: vec![*link], left, right };
            let says = if self.is_beside(other) { Says::ApartFromLast } else { Says::Apart };
            let text = format!("!dshared[;{field}]({}, {})", self.name, other.name);
            let part = self.part(types, not(shared), text, says)?;
            match &other.object {
                None => Some(part),
                Some(object) => Some(object.is_not_null(types)?.and(part)),
            }
        })
    }

    /// For two pointers in one object: both are NULL, or the second one leads to the last node of the first one's list.
    fn ends_in(&self, last: &PointerInput, types: &TypeTable) -> Option<Part> {
        let (next, name) = self.links.iter().find(|(_, name)| !plain(name).starts_with("prev"))?;
        if !self.is_beside(last) {
            return None;
        }
        let compared = |op, pointer: &PointerInput| compared(types, op, pointer.value.clone(), self.null());
        let and = |left, right| StateFormula::And(Box::new(left), Box::new(right));
        let is_empty = and(compared(BinaryOp::Equal, self)?, compared(BinaryOp::Equal, last)?);
        let reaches = StateFormula::Atom(Predicate::Reach {
            at_least_one: false,
            avoid: Vec::new(),
            fields: vec![*next],
            from: self.value.clone(),
            to: last.value.clone(),
        });
        let after = PointerInput { value: read_field(types, last.value.clone(), *next)?, ..last.clone() };
        let both = and(compared(BinaryOp::NotEqual, self)?, compared(BinaryOp::NotEqual, last)?);
        let ends = and(and(both, reaches), compared(BinaryOp::Equal, &after)?);
        let (first, last, field) = (&self.name, &last.name, plain(name));
        let text = format!(
            "({first} == NULL && {last} == NULL || {first} != NULL && {last} != NULL && reach[;{name}]({first}, {last}) && {last}->{field} == NULL)"
        );
        self.part(types, StateFormula::Or(Box::new(is_empty), Box::new(ends)), text, Says::Last)
    }
}

/// Returns the links of the nodes that a pointer leads to; `None` if the type is no pointer type.
fn links(types: &TypeTable, pointer: TypeId) -> Option<Vec<(FieldId, String)>> {
    let Type::Pointer(target) = types.get(pointer) else { return None };
    let Type::Record(record) = types.get(*target) else { return Some(Vec::new()) };
    let fields = types.fields(*record).iter().zip(0..).filter(|(field, _)| field.ty == pointer);
    let fields = fields.map(|(_, index)| FieldId { record: *record, index });
    Some(fields.filter_map(|field| Some((field, field_name(types, field)?))).collect())
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
pub(super) fn plain(name: &str) -> &str {
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
