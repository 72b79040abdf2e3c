//! The predicates of specifications in a configuration: true, false, or unknown.
//!
//! A path visits typed addresses: from the address of an object to those of its fields, and from that of a cell to the
//! address in the cell. It passes through a list segment without visiting single nodes. Nodes of the segment that are
//! named (where a path starts or must end, or what it must avoid) are materialised first, so that names only point to
//! regions; the result is then a case split on the graph, as with expressions. `None` means that the graph does not
//! determine the truth value: a cell on the path is unknown, or an expression uses memory that may be gone. This module
//! follows the definitions in the design (predicates, "an atom whose expression is undefined is false"), and never
//! changes a configuration.
//!
//! | file | contents |
//! |---|---|
//! | `count` | numbers of nodes |
//! | `cycle` | cyclic paths |
//! | `structure` | claims about everything that paths lead to |
//! | `segments` | the same for the nodes of list segments |

mod count;
mod cycle;
mod segments;
mod structure;

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::configuration::Configuration;
use crate::domain::fault::Interruption;
use crate::domain::graph::Graph;
use crate::domain::object::{Liveness, Object, SegmentShape};
use crate::domain::value::{Address, ObjectId, Target, Value};
use crate::property::limits::MOST_ELEMENTS;
use crate::transfer::compare::{Comparison, compare};
use crate::transfer::segment::{self, End};
use crate::transfer::semantics::Semantics;
use crate::transfer::step::Executor;
use ctype::{FieldId, Type, TypeId};
use program::{BinaryOp, Expr, ExprNode, FaultKind, VariableKind};
use spec::{Predicate, StateFormula};

/// Returns the truth value of a formula in each case of a configuration, in order. `None` if there are too many cases.
pub fn outcomes(
    executor: &Executor<'_>,
    before: &Configuration,
    formula: &StateFormula,
) -> Option<Vec<(Configuration, Option<bool>)>> {
    // C defines no address of a field of NULL, but that is harmless here: no object lies there.
    let executor = &Executor { semantics: Semantics { is_strict: false, ..executor.semantics }, ..*executor };
    let (found, is_all) = executor
        .in_each_case(before.clone(), &|| true, |case| FormulaJudge::new(executor, &mut case.clone()).formula(formula));
    // If a fault prevents its evaluation, the formula is unknown.
    is_all.then(|| found.into_iter().map(|(case, truth)| (case, truth.unwrap_or(None))).collect())
}

/// Returns the object and the offset that an address denotes; `None` if it is unknown, or needs a case split.
pub fn place(executor: &Executor<'_>, before: &Configuration, address: &Expr) -> Option<(ObjectId, i64)> {
    match FormulaJudge::new(executor, &mut before.clone()).value(address) {
        Ok(Some(Value::Address(Address { object, target: Target::Region, offset }))) => Some((object, offset)),
        _ => None,
    }
}

/// An address, and the type of the object there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    address: Address,
    ty: TypeId,
}

/// An evaluated argument of a predicate.
enum Argument {
    Place(Place),
    /// It points to no object.
    Nowhere,
    /// It uses memory that does not exist.
    Undefined,
    /// It was never set, so it may have any value.
    Indeterminate,
    /// Unknown.
    Open,
}

/// The places that a path can visit; `open` if it can also run into something unknown.
#[derive(Default)]
struct Reached {
    places: BTreeSet<Place>,
    open: bool,
}

/// The paths of a predicate: the fields that they follow, and the places that they do not leave.
struct Way<'f> {
    fields: &'f [FieldId],
    avoid: BTreeSet<Place>,
    /// True if a place to be avoided is unknown.
    is_open: bool,
}

/// Evaluates formulas in a configuration, and may name unknown values of it.
pub(super) struct FormulaJudge<'j> {
    executor: &'j Executor<'j>,
    configuration: &'j mut Configuration,
    word: i64,
}

impl<'j> FormulaJudge<'j> {
    pub(super) fn new(executor: &'j Executor<'j>, configuration: &'j mut Configuration) -> FormulaJudge<'j> {
        let word = executor.program.types.model().word_bytes() as i64;
        FormulaJudge { executor, configuration, word }
    }

    pub(super) fn executor(&self) -> &'j Executor<'j> {
        self.executor
    }

    pub(super) fn configuration(&self) -> &Configuration {
        self.configuration
    }

    pub(super) fn graph(&self) -> &Graph {
        &self.configuration.graph
    }

    fn formula(&mut self, formula: &StateFormula) -> Result<Option<bool>, Interruption> {
        Ok(match formula {
            StateFormula::True => Some(true),
            StateFormula::False => Some(false),
            StateFormula::Unknown => None,
            StateFormula::Atom(atom) => self.atom(atom)?,
            StateFormula::Not(inner) => self.formula(inner)?.map(|truth| !truth),
            StateFormula::And(left, right) => self.both(left, right, true)?,
            StateFormula::Or(left, right) => self.both(left, right, false)?,
            StateFormula::Implies(left, right) => match self.formula(left)? {
                Some(false) => Some(true),
                Some(true) => self.formula(right)?,
                None => self.formula(right)?.filter(|truth| *truth),
            },
            StateFormula::Iff(left, right) => match (self.formula(left)?, self.formula(right)?) {
                (Some(left), Some(right)) => Some(left == right),
                _ => None,
            },
            StateFormula::IfThenElse(condition, yes, no) => match self.formula(condition)? {
                Some(true) => self.formula(yes)?,
                Some(false) => self.formula(no)?,
                None => {
                    let (yes, no) = (self.formula(yes)?, self.formula(no)?);
                    if yes == no { yes } else { None }
                }
            },
        })
    }

    /// Evaluates a conjunction or a disjunction. `neutral` is the value of the left side for which the right side
    /// decides.
    fn both(&mut self, left: &StateFormula, right: &StateFormula, neutral: bool) -> Result<Option<bool>, Interruption> {
        Ok(match self.formula(left)? {
            Some(truth) if truth == neutral => self.formula(right)?,
            Some(truth) => Some(truth),
            None => self.formula(right)?.filter(|truth| *truth != neutral),
        })
    }

    fn atom(&mut self, atom: &Predicate) -> Result<Option<bool>, Interruption> {
        match atom {
            Predicate::Condition(expr) => self.condition(expr),
            Predicate::Allocated(expr) => Ok(match self.argument(expr)? {
                Argument::Place(place) => self.is_allocated(place),
                Argument::Nowhere | Argument::Undefined => Some(false),
                Argument::Open | Argument::Indeterminate => None,
            }),
            Predicate::Reach { at_least_one, avoid, fields, from, to } => {
                let [from, to] = match self.arguments([from, to])? {
                    Ok(places) => places,
                    Err(truth) => return Ok(truth),
                };
                let way = self.way(fields, avoid)?;
                let reached = match at_least_one {
                    true => self.after_one_step(&way, from)?,
                    false => self.reachable(&way, vec![from])?,
                };
                Ok(decide(reached.places.contains(&to), reached.open, &way))
            }
            Predicate::Dshared { avoid, fields, left, right } => {
                let [left, right] = match self.arguments([left, right])? {
                    Ok(places) => places,
                    Err(truth) => return Ok(truth),
                };
                let way = self.way(fields, avoid)?;
                let (left, right) = (self.reachable(&way, vec![left])?, self.reachable(&way, vec![right])?);
                let shared = self.meet(&left.places, &right.places)?;
                Ok(shared.and_then(|shared| decide(shared, left.open || right.open, &way)))
            }
            Predicate::String(pointer) => self.string(pointer),
            Predicate::Room(pointer, count) => self.room(pointer, count),
            Predicate::Structure { claim, avoid, fields, from } => self.structure(claim, (avoid, fields), from),
            Predicate::Count { comparison, avoid, fields } => self.count(comparison, (avoid, fields)),
            Predicate::Cyclic { avoid, fields, from } => {
                let [from, _] = match self.arguments([from, from])? {
                    Ok(places) => places,
                    Err(truth) => return Ok(truth),
                };
                let way = self.way(fields, avoid)?;
                let reached = self.reachable(&way, vec![from])?;
                let cyclic = self.has_cycle(&way, &reached.places)?;
                Ok(cyclic.and_then(|cyclic| decide(cyclic, reached.open, &way)))
            }
        }
    }

    /// Returns the places of two arguments, or the truth value of the atom if one has none.
    fn arguments(&mut self, arguments: [&Expr; 2]) -> Result<Result<[Place; 2], Option<bool>>, Interruption> {
        let [left, right] = [self.argument(arguments[0])?, self.argument(arguments[1])?];
        Ok(match (left, right) {
            (Argument::Place(left), Argument::Place(right)) => Ok([left, right]),
            // An atom with an undefined expression is false, and no path visits what is not an object.
            (Argument::Undefined, _) | (_, Argument::Undefined) => Err(Some(false)),
            (Argument::Indeterminate, _) | (_, Argument::Indeterminate) => Err(None),
            (Argument::Nowhere, _) | (_, Argument::Nowhere) => Err(Some(false)),
            _ => Err(None),
        })
    }

    fn argument(&mut self, expr: &Expr) -> Result<Argument, Interruption> {
        let Some(ty) = self.executor.program.types.pointee(expr.ty) else { return Ok(Argument::Open) };
        // Checked first, because the evaluator would allocate memory for it.
        if self.names_dead_variable(expr) {
            return Ok(Argument::Indeterminate);
        }
        let Some(value) = self.value(expr)? else { return Ok(Argument::Undefined) };
        if self.graph().is_undefined(value) {
            return Ok(Argument::Indeterminate);
        }
        Ok(match value {
            Value::Address(address) => match self.named(address)? {
                Some(address) => Argument::Place(Place { address, ty }),
                None => Argument::Open,
            },
            Value::Integer(_) | Value::Function(_) => Argument::Nowhere,
            _ => Argument::Open,
        })
    }

    /// Returns the value of an expression; `None` if it is undefined, [`Value::ANY`] if it may be.
    pub(super) fn value(&mut self, expr: &Expr) -> Result<Option<Value>, Interruption> {
        match self.executor.evaluator(self.configuration).value(expr) {
            Ok(value) => Ok(Some(value)),
            Err(Interruption::Fault(fault)) => Ok(match fault.kind {
                FaultKind::InvalidDereference
                | FaultKind::UseAfterFree
                | FaultKind::UseAfterScope
                | FaultKind::OutOfBounds
                    if fault.certain =>
                {
                    None
                }
                _ => Some(Value::ANY),
            }),
            Err(split) => Err(split),
        }
    }

    /// Materialises the node that an address of a segment points to, so that it is a region. `None` for an address of
    /// each node.
    fn named(&self, address: Address) -> Result<Option<Address>, Interruption> {
        let end = match address.target {
            Target::Region => return Ok(Some(address)),
            Target::First => End::First,
            Target::Last => End::Last,
            Target::All => return Ok(None),
        };
        Err(Interruption::by_segment(segment::materialised(self.graph(), address.object, end, self.word)))
    }

    /// Returns true if a local variable occurs that is not in scope here. Predicates about it are unspecified.
    pub(super) fn names_dead_variable(&self, expr: &Expr) -> bool {
        let program = self.executor.program;
        let mut found = false;
        expr.visit(&mut |part| {
            if let ExprNode::VariableAddress(id) = part.node {
                let is_local = program.variables.get(id).is_some_and(|variable| variable.kind != VariableKind::Global);
                found |= is_local && self.configuration.variable(id).is_none();
            }
        });
        found
    }

    fn condition(&mut self, expr: &Expr) -> Result<Option<bool>, Interruption> {
        if self.names_dead_variable(expr) {
            return Ok(None);
        }
        if let ExprNode::Binary(_, left, right) = &expr.node
            && (self.is_nowhere(left)? || self.is_nowhere(right)?)
        {
            return Ok(None);
        }
        let Some(value) = self.value(expr)? else { return Ok(Some(false)) };
        if self.graph().may_be_undefined(value) || self.compares_dangling(expr)? {
            return Ok(None);
        }
        Ok(match compare(self.graph(), BinaryOp::NotEqual, value, Value::ZERO, self.word)? {
            Comparison::Is(truth) => Some(truth),
            Comparison::Open => None,
        })
    }

    /// Returns true if the value depends on a comparison with a dangling pointer, whose outcome is unspecified.
    fn compares_dangling(&mut self, expr: &Expr) -> Result<bool, Interruption> {
        let types = &self.executor.program.types;
        if types.is_pointer(expr.ty)
            && let Some(Value::Address(address)) = self.value(expr)?
            && self.graph().object(address.object).is_some_and(|object| object.liveness != Liveness::Valid)
        {
            return Ok(true);
        }
        // A pointer that is loaded from is not compared.
        if matches!(expr.node, ExprNode::Load(_)) || types.is_pointer(expr.ty) {
            return Ok(false);
        }
        for part in expr.children() {
            if self.compares_dangling(part)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns true for the address of a part of NULL: C does not define comparisons with it.
    fn is_nowhere(&mut self, expr: &Expr) -> Result<bool, Interruption> {
        match &expr.node {
            ExprNode::FieldAddress(base, _) => {
                Ok(self.is_nowhere(base)? || matches!(self.value(base)?, Some(Value::ZERO)))
            }
            ExprNode::ElementAddress(base, _) | ExprNode::Cast(base) => self.is_nowhere(base),
            _ => Ok(false),
        }
    }

    fn way<'f>(&mut self, fields: &'f [FieldId], avoid: &[Expr]) -> Result<Way<'f>, Interruption> {
        let mut way = Way { fields, avoid: BTreeSet::new(), is_open: false };
        for expr in avoid {
            match self.argument(expr)? {
                Argument::Place(place) => drop(way.avoid.insert(place)),
                Argument::Nowhere | Argument::Undefined => {}
                Argument::Open | Argument::Indeterminate => way.is_open = true,
            }
        }
        Ok(way)
    }

    /// Returns true if an object of its type fits at a place; `None` if it is unknown.
    fn is_allocated(&self, place: Place) -> Option<bool> {
        let Some(object) = self.graph().object(place.address.object) else { return Some(false) };
        let size = self.executor.program.types.size_of(place.ty).unwrap_or(1);
        let end = i128::from(place.address.offset) + i128::from(size);
        match object.liveness {
            Liveness::Freed | Liveness::OutOfScope => Some(false),
            Liveness::Valid if place.address.offset < 0 || end > object.size.high() => Some(false),
            Liveness::Valid if end > object.size.low() => None,
            Liveness::Valid => Some(true),
        }
    }

    /// Returns all places that a path of zero or more steps from `starts` can visit.
    fn reachable(&self, way: &Way<'_>, starts: Vec<Place>) -> Result<Reached, Interruption> {
        let mut reached = Reached::default();
        let mut agenda = starts;
        while let Some(place) = agenda.pop() {
            match self.is_allocated(place) {
                Some(true) => {}
                Some(false) => continue,
                None => {
                    reached.open = true;
                    continue;
                }
            }
            if !self.is_passable(way, place)? {
                reached.open = true;
                continue;
            }
            if !reached.places.insert(place) || way.avoid.contains(&place) {
                continue;
            }
            reached.open |= !self.selections(way, place, &mut agenda);
            reached.open |= !self.step(place, &mut agenda);
        }
        Ok(reached)
    }

    /// Returns all places that a path of one or more memory steps from a place can visit.
    fn after_one_step(&self, way: &Way<'_>, start: Place) -> Result<Reached, Interruption> {
        let (mut cells, mut agenda, mut targets, mut open) = (BTreeSet::new(), vec![start], Vec::new(), false);
        while let Some(place) = agenda.pop() {
            match self.is_allocated(place) {
                Some(true) => {}
                Some(false) => continue,
                None => {
                    open = true;
                    continue;
                }
            }
            if way.avoid.contains(&place) || !cells.insert(place) {
                continue;
            }
            open |= !self.selections(way, place, &mut agenda);
            open |= !self.step(place, &mut targets);
        }
        let mut reached = self.reachable(way, targets)?;
        reached.open |= open;
        Ok(reached)
    }

    /// Returns true unless the emptiness of a segment is relevant: a path through a segment that may be empty visits
    /// what it would visit past the segment if it follows only the link onward. Otherwise splits on whether the segment
    /// is empty. A nested segment may be empty below one node and not below another, so the result is false.
    fn is_passable(&self, way: &Way<'_>, place: Place) -> Result<bool, Interruption> {
        let address = place.address;
        let object = self.graph().object(address.object).filter(|object| object.minimum() == 0);
        let Some(object) = object else { return Ok(true) };
        let linkage = object.linkage();
        let link = match address.target {
            Target::First | Target::Last => linkage.and_then(|linkage| linkage.beyond(address.target)),
            Target::Region | Target::All => return Ok(true),
        };
        let cells = self.cells(way, place);
        let leads_nowhere =
            |offset: i64| matches!(object.read(offset, self.word), Value::Integer(_) | Value::Function(_));
        let only_on = cells.iter().all(|offset| Some(*offset) == link || leads_nowhere(*offset));
        let is_head = linkage.is_some_and(|linkage| address.offset == linkage.entry(address.target));
        if only_on && is_head && !object.is_tree() && link.is_some_and(|link| cells.contains(&link)) {
            return Ok(true);
        }
        if object.level > 0 {
            return Ok(false);
        }
        Err(Interruption::by_segment(segment::decided(self.graph(), address.object, self.word)))
    }

    /// Returns the offsets of the pointers that a path from a place reaches without a memory step.
    fn cells(&self, way: &Way<'_>, place: Place) -> BTreeSet<i64> {
        let (mut agenda, mut seen, mut found) = (vec![place], BTreeSet::new(), BTreeSet::new());
        while let Some(next) = agenda.pop() {
            if self.executor.program.types.is_pointer(next.ty) {
                found.insert(next.address.offset);
            }
            if seen.insert(next) {
                self.selections(way, next, &mut agenda);
            }
        }
        found
    }

    /// Adds the parts of a place that paths continue to. Returns false if there may be others.
    fn selections(&self, way: &Way<'_>, place: Place, out: &mut Vec<Place>) -> bool {
        let types = &self.executor.program.types;
        let mut are_near = true;
        let mut at = |offset: u64, ty: TypeId| match place.address.moved(i128::from(offset)) {
            Some(address) => out.push(Place { address, ty }),
            None => are_near = false,
        };
        let are_followed = match types.get(place.ty) {
            Type::Record(record) => {
                for field in way.fields.iter().filter(|field| field.record == *record) {
                    let field = types.field(*field);
                    at(field.offset, field.ty);
                }
                true
            }
            Type::Array(element, Some(count)) => {
                let size = types.size_of(*element).unwrap_or(0);
                (0..(*count).min(MOST_ELEMENTS)).for_each(|index| at(index * size, *element));
                *count <= MOST_ELEMENTS
            }
            _ => true,
        };
        are_followed && are_near
    }

    /// Adds the target of the pointer at a place, if there is one. Returns false if the target is unknown.
    fn step(&self, place: Place, out: &mut Vec<Place>) -> bool {
        let types = &self.executor.program.types;
        if !types.is_pointer(place.ty) {
            return true;
        }
        let (Some(ty), Some(object)) = (types.pointee(place.ty), self.graph().object(place.address.object)) else {
            return false;
        };
        if let Some(linkage) = object.linkage() {
            // Nobody knows which link of a node of a tree leads to which node.
            if linkage.is_tree() && linkage.has(place.address.offset) {
                return false;
            }
            out.extend(inner_steps(place.address, linkage).map(|address| Place { address, ty }));
        }
        match object.read(place.address.offset, self.word) {
            // Each node points to an object of its own, and all of these have the same name.
            Value::Address(Address { target: Target::All, .. }) => false,
            // One of a few targets.
            Value::Address(address) if self.graph().object(address.object).is_some_and(Object::is_choice) => false,
            Value::Address(address) => {
                out.push(Place { address, ty });
                true
            }
            Value::Integer(_) | Value::Function(_) => true,
            _ => false,
        }
    }

    /// Returns true if two sets of places have one in common.
    fn meet(&self, left: &BTreeSet<Place>, right: &BTreeSet<Place>) -> Result<Option<bool>, Interruption> {
        let mut is_open = false;
        let mut possible = None;
        for place in left.intersection(right) {
            match self.graph().object(place.address.object) {
                Some(object) if object.level > 0 => is_open = true,
                // Nodes other than the first and the last may be missing.
                Some(_) if place.address.target == Target::All => is_open = true,
                Some(object) if object.minimum() == 0 => possible = Some(place.address.object),
                Some(_) => return Ok(Some(true)),
                None => {}
            }
        }
        // The first node of a segment may be its last.
        let of = |places: &BTreeSet<Place>| -> BTreeMap<ObjectId, Target> {
            places.iter().map(|place| (place.address.object, place.address.target)).collect()
        };
        let (mine, other) = (of(left), of(right));
        let touched = mine.iter().filter(|(object, target)| other.get(object).is_some_and(|other| other != *target));
        let short = touched.map(|(object, _)| *object).find(|id| self.graph().object(*id).is_some_and(is_short));
        if let Some(segment) = possible.or(short) {
            return Err(Interruption::by_segment(segment::materialised(self.graph(), segment, End::First, self.word)));
        }
        Ok(if is_open { None } else { Some(false) })
    }
}

/// Returns the targets of a link of a segment node inside of the segment.
fn inner_steps(from: Address, linkage: SegmentShape) -> impl Iterator<Item = Address> {
    let forward = from.offset == linkage.next && matches!(from.target, Target::First | Target::All);
    let backward = Some(from.offset) == linkage.prev() && matches!(from.target, Target::Last | Target::All);
    let (head, into) = (linkage.entry(Target::First), linkage.entry(Target::Last));
    let found = [
        (forward, Target::All, head),
        (forward && linkage.back.is_some(), Target::Last, head),
        (backward, Target::All, into),
        (backward, Target::First, into),
    ];
    let to = move |(leads, target, offset): (bool, Target, i64)| leads.then_some(Address { target, offset, ..from });
    found.into_iter().filter_map(to)
}

/// Returns true if a segment may have a single node.
fn is_short(object: &Object) -> bool {
    object.linkage().is_some() && object.minimum() < 2 && !object.is_tree()
}

/// Decides a predicate. A found path counts unless a place to be avoided is unknown; an absent one counts unless a path
/// may continue through something unknown.
fn decide(found: bool, open: bool, way: &Way<'_>) -> Option<bool> {
    match found {
        true if way.is_open => None,
        true => Some(true),
        false if open => None,
        false => Some(false),
    }
}
