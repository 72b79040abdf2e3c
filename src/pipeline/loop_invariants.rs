//! What the shape analysis knows at the heads of loops, as expressions of C: the invariants of witnesses.
//!
//! Expressions are proposed freely, and kept if they hold in every configuration of every head that belongs to the loop, in
//! all calls. C has no expression for the shape of a list or a tree, for what is allocated and for what nothing points to: that
//! is left out. What reads through a pointer is guarded, so that no invariant has an error itself. Comparisons of integers are
//! of one type, so that nothing is converted and nothing overflows.
//!
//! Never assumes anything: whoever writes an invariant has it validated.

use std::collections::BTreeSet;

use crate::expressions;
use crate::limits::{LONGEST_INVARIANT, MOST_INVARIANT_CANDIDATES};
use base::Budget;
use ctype::{Field, FieldId, Type, TypeId, TypeTable};
use program::analysis::order::LoopOrder;
use program::{BinaryOp, Expr, ExprNode, FunctionId, LocationId, Program, Variable};
use spec::{Question, StateFormula};
use witness::places::{Place, PlaceKind, Places, StatementForm};
use witness::scope;

/// What holds whenever the condition of a loop is tested.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopInvariant {
    /// Index of the loop among the places.
    pub place: usize,
    /// An expression of C.
    pub text: String,
}

/// A proposed invariant.
struct Candidate {
    text: String,
    formula: StateFormula,
}

/// A value of the program that can be named.
#[derive(Clone)]
struct Named {
    text: String,
    value: Expr,
}

/// The invariants of one loop under construction.
struct LoopWork<'w> {
    question: Question<'w>,
    settings: &'w smg::Settings,
    analysis: &'w smg::Analysis,
    function: FunctionId,
    heads: &'w [LocationId],
    budget: &'w Budget,
    /// Candidates that may still be tried.
    left: usize,
    found: Vec<String>,
}

/// Returns the invariants of the loops of a program. `analysis` must cover every run, and must have kept the configurations of
/// all locations.
pub fn of_loops(
    question: Question<'_>,
    (settings, analysis): (&smg::Settings, &smg::Analysis),
    places: &Places,
    budget: &Budget,
) -> Vec<LoopInvariant> {
    if !analysis.is_complete() || !analysis.findings.is_empty() {
        return Vec::new();
    }
    // Expressions of specifications have types that the program may not have, such as that of a variable's address.
    let mut program = question.program.clone();
    let types = &question.program.types;
    let of_fields = types.records().flat_map(|(record, _)| types.fields(record)).map(|field| field.ty);
    let of_variables = question.program.variables.iter().map(|variable| variable.ty);
    let types_of_places: BTreeSet<TypeId> = of_variables.chain(of_fields).collect();
    for ty in types_of_places {
        program.types.pointer(ty);
    }
    let question = Question { program: &program, ..question };
    let mut found = Vec::new();
    for (index, place) in places.iter().enumerate() {
        if budget.check().is_err() {
            break;
        }
        let Some((function, heads)) = heads(&program, places, place) else { continue };
        let work = LoopWork {
            question,
            settings,
            analysis,
            function,
            heads: &heads,
            budget,
            left: MOST_INVARIANT_CANDIDATES,
            found: Vec::new(),
        };
        let text = work.invariant(&named(&program, places, place, function));
        found.extend(text.map(|text| LoopInvariant { place: index, text }));
    }
    found
}

/// Returns the function of a loop, and the locations where its condition is tested. `None` if the place is no such loop.
fn heads(program: &Program, places: &Places, place: &Place) -> Option<(FunctionId, Vec<LocationId>)> {
    let PlaceKind::Statement(StatementForm::Loop) = place.kind else { return None };
    let condition = places.condition(place.span)?;
    let function = program.defined_function(&place.function)?;
    let flowchart = program.flowchart(function)?;
    let tests = |location: &LocationId| {
        flowchart.outgoing(*location).iter().any(|edge| flowchart.edge(*edge).span.lies_in(condition))
    };
    let heads: Vec<LocationId> = LoopOrder::of(flowchart).heads().filter(tests).collect();
    (!heads.is_empty()).then_some((function, heads))
}

/// Returns the variables that can be named at a loop, in the order of their names.
fn named(program: &Program, places: &Places, place: &Place, function: FunctionId) -> Vec<Named> {
    let is_of = |variable: &Variable| variable.function.is_none_or(|owner| owner == function);
    let visible = program.variables.enumerate().filter(|(_, variable)| {
        is_of(variable) && !variable.is_chosen && scope::is_visible(program, places, variable, place)
    });
    let mut found: Vec<Named> = visible
        .filter_map(|(id, variable)| {
            Some(Named { text: variable.name.clone(), value: expressions::value_of(program, id)? })
        })
        .collect();
    found.sort_by(|one, other| one.text.cmp(&other.text));
    found
}

impl LoopWork<'_> {
    fn types(&self) -> &TypeTable {
        &self.question.program.types
    }

    /// Returns true if a formula holds at all heads.
    fn holds(&mut self, formula: &StateFormula) -> bool {
        if self.left == 0 || self.budget.check().is_err() {
            return false;
        }
        self.left -= 1;
        let holds_at =
            |head: &LocationId| self.analysis.kept.holds(self.question, self.settings, formula, (self.function, *head));
        self.heads.iter().all(holds_at)
    }

    /// Keeps the first of some candidates that holds. Returns its index.
    fn keep_first(&mut self, candidates: Vec<Candidate>) -> Option<usize> {
        let index = candidates.iter().position(|candidate| self.holds(&candidate.formula))?;
        self.found.extend(candidates.into_iter().nth(index).map(|candidate| candidate.text));
        Some(index)
    }

    /// Returns the conjunction of everything that holds; `None` if nothing does.
    fn invariant(mut self, named: &[Named]) -> Option<String> {
        let is_pointer = |named: &&Named| self.types().is_pointer(named.value.ty);
        let pointers: Vec<Named> = named.iter().filter(is_pointer).cloned().collect();
        let is_number = |named: &&Named| matches!(self.types().integer_format(named.value.ty), Some((32.., _)));
        let numbers: Vec<Named> = named.iter().filter(is_number).cloned().collect();
        let mut null: BTreeSet<String> = BTreeSet::new();
        for pointer in &pointers {
            let candidates = self.nullness(pointer);
            match self.keep_first(candidates) {
                Some(0) => drop(null.insert(pointer.text.clone())),
                kept => self.fields(pointer, kept == Some(1)),
            }
        }
        for (index, one) in pointers.iter().enumerate() {
            for other in pointers.iter().skip(index + 1) {
                let is_null = null.contains(&one.text) || null.contains(&other.text);
                if !is_null && one.value.ty == other.value.ty {
                    let candidates = self.equality(one, other);
                    self.keep_first(candidates);
                }
            }
        }
        for (index, one) in numbers.iter().enumerate() {
            let candidates = self.sign(one);
            self.keep_first(candidates);
            for other in numbers.iter().skip(index + 1).filter(|other| other.value.ty == one.value.ty) {
                let candidates = self.order(one, other);
                self.keep_first(candidates);
            }
        }
        let mut text = String::new();
        for conjunct in &self.found {
            let joined = if text.is_empty() { format!("({conjunct})") } else { format!("{text} && ({conjunct})") };
            if joined.len() > LONGEST_INVARIANT {
                break;
            }
            text = joined;
        }
        (!text.is_empty()).then_some(text)
    }

    /// Returns what a pointer is compared with: `(struct node *)0` for a type that has a name everywhere.
    fn null_text(&self, ty: TypeId) -> String {
        match self.types().display(ty) {
            name if name.starts_with("struct ") || name.starts_with("union ") => format!("({name})0"),
            _ => "0".into(),
        }
    }

    /// A candidate `left op right`, where its operands have one type.
    fn compared(&self, (op, left, right): (BinaryOp, &Named, &Named)) -> Option<Candidate> {
        let formula = expressions::compared(self.types(), op, left.value.clone(), right.value.clone())?;
        Some(Candidate { text: format!("{} {} {}", left.text, op.symbol(), right.text), formula })
    }

    fn null(&self, ty: TypeId) -> Named {
        Named { text: self.null_text(ty), value: Expr::new(ExprNode::Null, ty) }
    }

    /// `p == 0`, `p != 0`.
    fn nullness(&self, pointer: &Named) -> Vec<Candidate> {
        let null = self.null(pointer.value.ty);
        let both = [BinaryOp::Equal, BinaryOp::NotEqual];
        both.into_iter().filter_map(|op| self.compared((op, pointer, &null))).collect()
    }

    fn equality(&self, one: &Named, other: &Named) -> Vec<Candidate> {
        let both = [BinaryOp::Equal, BinaryOp::NotEqual];
        both.into_iter().filter_map(|op| self.compared((op, one, other))).collect()
    }

    /// `0 <= n`.
    fn sign(&self, number: &Named) -> Vec<Candidate> {
        let zero = Named { text: "0".into(), value: Expr::integer(0, number.value.ty) };
        let is_signed = self.types().integer_format(number.value.ty).is_some_and(|(_, signed)| signed);
        let candidate = is_signed.then(|| self.compared((BinaryOp::LessEqual, &zero, number))).flatten();
        candidate.into_iter().collect()
    }

    /// `m == n`, `m <= n`, `n <= m`.
    fn order(&self, one: &Named, other: &Named) -> Vec<Candidate> {
        let all = [(BinaryOp::Equal, one, other), (BinaryOp::LessEqual, one, other), (BinaryOp::LessEqual, other, one)];
        all.into_iter().filter_map(|comparison| self.compared(comparison)).collect()
    }

    /// Adds what the pointers in the object that a pointer leads to are. `is_set`: the pointer is not NULL.
    fn fields(&mut self, pointer: &Named, is_set: bool) {
        let mut null_links = BTreeSet::new();
        for (id, field) in self.pointer_fields(pointer) {
            let plain = self.nullness(&field);
            let guarded = plain.into_iter().filter_map(|candidate| self.guarded(pointer, is_set, candidate)).collect();
            if self.keep_first(guarded) == Some(0) {
                null_links.insert(id);
            }
        }
        for (link, candidate) in self.back_links(pointer, is_set) {
            // Nothing comes back over a link that leads nowhere.
            if !null_links.contains(&link) {
                self.keep_first(vec![candidate]);
            }
        }
    }

    /// Returns `p == 0 || candidate`, or the candidate alone if the pointer is not NULL.
    fn guarded(&self, pointer: &Named, is_set: bool, candidate: Candidate) -> Option<Candidate> {
        if is_set {
            return Some(candidate);
        }
        let guard = self.compared((BinaryOp::Equal, pointer, &self.null(pointer.value.ty)))?;
        Some(Candidate {
            text: format!("{} || {}", guard.text, candidate.text),
            formula: StateFormula::Or(Box::new(guard.formula), Box::new(candidate.formula)),
        })
    }

    /// Returns the fields of the object that a pointer leads to which are pointers themselves: `p->next`. None of a union: which
    /// of its members is there is not known.
    fn pointer_fields(&self, pointer: &Named) -> Vec<(FieldId, Named)> {
        let types = self.types();
        let target = types.pointee(pointer.value.ty).map(|target| types.get(target));
        let Some(Type::Record(record)) = target else { return Vec::new() };
        if types.record(*record).is_union {
            return Vec::new();
        }
        let named = |(index, known): (usize, &Field)| {
            let field = FieldId { record: *record, index: u32::try_from(index).ok()? };
            let value = expressions::read_field(types, pointer.value.clone(), field)?;
            let is_meant = types.is_pointer(known.ty) && !known.name.is_empty();
            is_meant.then(|| (field, Named { text: format!("{}->{}", pointer.text, known.name), value }))
        };
        types.fields(*record).iter().enumerate().filter_map(named).collect()
    }

    /// `p->next == 0 || p->next->prev == p`, each with the field that leads there.
    fn back_links(&self, pointer: &Named, is_set: bool) -> Vec<(FieldId, Candidate)> {
        let links: Vec<(FieldId, Named)> =
            self.pointer_fields(pointer).into_iter().filter(|(_, link)| link.value.ty == pointer.value.ty).collect();
        let is_link = |field: FieldId| links.iter().any(|(known, _)| *known == field);
        let mut found = Vec::new();
        for (there, link) in &links {
            let backs = self.pointer_fields(link).into_iter().filter(|(back, _)| back != there && is_link(*back));
            for (_, returned) in backs {
                let leads_back = self.compared((BinaryOp::Equal, &returned, pointer));
                let candidate = leads_back.and_then(|candidate| self.guarded(link, false, candidate));
                let candidate = candidate.and_then(|candidate| self.guarded(pointer, is_set, candidate));
                found.extend(candidate.map(|candidate| (*there, candidate)));
            }
        }
        found
    }
}
