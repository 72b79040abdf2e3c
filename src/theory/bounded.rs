//! Formulas on *all* heaps of up to a given number of nodes, decided by SAT.
//!
//! A heap is encoded as it is: each pointer, of a variable, a symbol or a cell, holds NULL or one of the nodes of its
//! type; where something may have been freed, each node is alive or not. The predicates are then computed from the
//! definitions (paper, section 3): for each set of fields and avoided places, the steps that lead from node to node,
//! and their closure. Claims about all nodes, and numbers of nodes, are written out over the nodes that there are. Integers are
//! only compared, so of them the constants of the formula and a few values beside each stand for all.
//!
//! This never relies on the axioms next door: a formula that holds nowhere here holds in no state with so few nodes, whose
//! pointers are plain ([`Facts::has_plain_pointers`](logic::Facts)). A dangling pointer equals nothing but itself:
//! one way that a run can find it. What cannot be encoded (arithmetic, inner records, …) is refused, never left out.

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits::MOST_NODES;
use crate::points::{Fact, PointerForm, PointerIndex, Points, record_at};
use base::Budget;
use claims::{Claims, is_claim};
use ctype::{FieldId, RecordId, TypeId};
use integers::{field_of, values};
use logic::{Arena, Atom, AtomId, Facts, Formula, TermId, TermNode};
use paths::PathClosure;
use sat::{Circuit, Lit, Model, ProofCheck, Varisat};

pub(super) use integers::is_whole_integer;

mod claims;
mod integers;
mod paths;
mod small_model;

pub use small_model::enough_nodes;

/// What a pointer or an integer holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarValue {
    /// NULL.
    Null,
    /// The address of the node of this number.
    Node(usize),
    /// An integer.
    Integer(i128),
}

/// A node of a heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapNode {
    /// What it is.
    pub record: RecordId,
    /// Whether it was not freed.
    pub is_alive: bool,
    /// The cells that matter; all others may hold anything.
    pub cells: Vec<(FieldId, ScalarValue)>,
}

/// A heap, with the variables and symbols that matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heap {
    /// All nodes.
    pub nodes: Vec<HeapNode>,
    /// Variables' cells and symbols, as terms.
    pub roots: Vec<(TermId, ScalarValue)>,
}

/// Why no answer is given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The program has pointers that heaps of whole nodes do not have.
    #[error("the program has pointers that small heaps of whole blocks do not have")]
    Pointers,
    /// Something in the formula is not encoded.
    #[error("a predicate is not one of pointers to records, or a comparison of integers")]
    Predicate,
    /// The solver gave up.
    #[error("the SAT solver gave up")]
    Solver,
}

/// A heap of at most `nodes` nodes in which the formula (without `*`) holds; `None` where there is none.
pub fn find(
    arena: &Arena,
    facts: &Facts,
    nothing_freed: bool,
    formula: &Formula,
    nodes: usize,
) -> Result<Option<Heap>, Refused> {
    if !facts.has_plain_pointers() {
        return Err(Refused::Pointers);
    }
    if formula.has_unknown() {
        return Err(Refused::Predicate);
    }
    let mut encoder = Encoder::new(arena, nothing_freed || facts.never_frees(), &formula.atoms(), nodes)?;
    let wanted = encoder.formula(formula)?;
    let model = encoder.circuit.model(wanted, &Budget::unlimited()).map_err(|_| Refused::Solver)?;
    Ok(model.map(|model| encoder.heap(&model)))
}

/// The formula that holds where what a hint says contradicts its predicate: whatever each `*` is.
pub fn contradiction(atom: AtomId, says: &Formula) -> Formula {
    let must_be_false = says.resolve_unknown(true).negated();
    let must_be_true = says.resolve_unknown(false);
    Formula::or([
        Formula::and([Formula::Atom(atom), must_be_false]),
        Formula::and([Formula::NotAtom(atom), must_be_true]),
    ])
}

/// Where a pointer points, where it is defined.
#[derive(Clone)]
struct Pointer {
    null: Lit,
    /// For each node of its type.
    at: Vec<Lit>,
}

/// An integer, where it is defined: for each value that integers of its type may have here, whether it has that.
type Integer = Vec<Lit>;

struct Encoder<'a> {
    arena: &'a Arena,
    circuit: Circuit,
    points: Points,
    /// Nodes of each record.
    count: usize,
    /// The records, and the number of the first node of each.
    records: IndexSet<RecordId>,
    alive: Vec<Lit>,
    /// The cells of pointers, by node.
    links: IndexMap<(usize, FieldId), Pointer>,
    /// The cells of integers, by node.
    numbers: IndexMap<(usize, FieldId), Integer>,
    pointers: Vec<Pointer>,
    integers: IndexMap<TermId, Integer>,
    /// The values of the integers of a type, ascending.
    values: BTreeMap<TypeId, Vec<i128>>,
    steps: FxHashMap<usize, PathClosure>,
    facts: FxHashMap<AtomId, Fact>,
    claims: Claims,
}

/// Adds the integers that predicates compare, where they do not compare pointers.
fn compared(arena: &Arena, points: &mut Points, atoms: &[AtomId], terms: &mut IndexSet<TermId>) -> Result<(), Refused> {
    let facts: FxHashSet<AtomId> = points.facts.iter().map(|(atom, _)| *atom).collect();
    for atom in atoms.iter().filter(|atom| !facts.contains(*atom)) {
        let (Atom::Equal(left, right) | Atom::Less(left, right)) = *arena.get(*atom) else {
            return Err(Refused::Predicate);
        };
        // A conversion would be arithmetic.
        if !arena.types().is_integer(arena.type_of(left)) || arena.type_of(left) != arena.type_of(right) {
            return Err(Refused::Predicate);
        }
        terms.extend([left, right]);
    }
    for term in &*terms {
        points.record_base(arena, *term).ok_or(Refused::Predicate)?;
    }
    Ok(())
}

impl<'a> Encoder<'a> {
    fn new(arena: &'a Arena, nothing_freed: bool, atoms: &[AtomId], nodes: usize) -> Result<Self, Refused> {
        let (claims, others): (Vec<AtomId>, Vec<AtomId>) = atoms.iter().partition(|atom| is_claim(arena, **atom));
        let mut points = Points::of(arena, &others);
        let mut terms = IndexSet::new();
        compared(arena, &mut points, &others, &mut terms)?;
        let claims = Claims::of(arena, &claims, &mut points, &mut terms, nodes)?;
        let facts: FxHashMap<AtomId, Fact> = points.facts.iter().cloned().collect();
        let mut encoder = Encoder {
            arena,
            circuit: Circuit::over(Varisat::unstoppable(ProofCheck::default())),
            points,
            count: nodes,
            records: IndexSet::new(),
            alive: Vec::new(),
            links: IndexMap::new(),
            numbers: IndexMap::new(),
            pointers: Vec::new(),
            integers: IndexMap::new(),
            values: values(arena, &terms, &claims.integers, nodes)?,
            steps: FxHashMap::default(),
            facts,
            claims,
        };
        encoder.nodes(nothing_freed)?;
        encoder.cells(&terms);
        encoder.point_values()?;
        encoder.integer_values(&terms)?;
        encoder.break_symmetry();
        Ok(encoder)
    }

    /// The number of the first node of a record.
    fn first(&self, record: RecordId) -> Option<usize> {
        self.records.get_index_of(&record).map(|index| index * self.count)
    }

    fn record_of(&self, node: usize) -> Option<RecordId> {
        self.records.get_index(node / self.count.max(1)).copied()
    }

    /// The record that a field points to.
    fn target(&self, field: FieldId) -> Option<RecordId> {
        record_at(self.arena, self.arena.types().field(field).ty)
    }

    /// Pointer fields that are followed or read.
    fn pointer_fields(&self) -> IndexSet<FieldId> {
        let followed = self.points.views().flat_map(|(view, _)| self.arena.fields(view.fields).iter().copied());
        let read = (0..self.points.len()).filter_map(|point| match self.points.origin(point) {
            PointerForm::Field(_, field) => Some(field),
            PointerForm::Root | PointerForm::Other => None,
        });
        followed.chain(read).collect()
    }

    /// Every record that a point or a followed field knows gets its nodes.
    fn nodes(&mut self, nothing_freed: bool) -> Result<(), Refused> {
        let fields = self.pointer_fields();
        let mut records: IndexSet<RecordId> = (0..self.points.len()).map(|point| self.points.record(point)).collect();
        // What only nodes that nothing can point to would hold is of no interest.
        let mut next = 0;
        while let Some(record) = records.get_index(next).copied() {
            next += 1;
            let targets = fields.iter().filter(|field| field.record == record).filter_map(|field| self.target(*field));
            records.extend(targets.collect::<Vec<_>>());
        }
        self.records = records;
        let all = self.records.len() * self.count;
        if all > MOST_NODES.max(self.count) {
            return Err(Refused::Predicate);
        }
        for _ in 0..all {
            let alive = if nothing_freed { self.circuit.yes() } else { self.circuit.variable() };
            self.alive.push(alive);
        }
        Ok(())
    }

    /// What the cells hold that matter.
    fn cells(&mut self, terms: &IndexSet<TermId>) {
        for field in self.pointer_fields() {
            let (Some(first), Some(_)) = (self.first(field.record), self.target(field)) else { continue };
            for node in first..first + self.count {
                let cell = self.any_pointer();
                self.links.insert((node, field), cell);
            }
        }
        for term in terms {
            let Some(field) = field_of(self.arena, *term) else { continue };
            let Some(first) = self.first(field.record) else { continue };
            for node in first..first + self.count {
                if !self.numbers.contains_key(&(node, field)) {
                    let cell = self.any_integer(self.arena.type_of(*term));
                    self.numbers.insert((node, field), cell);
                }
            }
        }
    }

    fn any_pointer(&mut self) -> Pointer {
        let mut choices = self.circuit.exactly_one(self.count + 1);
        let null = choices.pop().unwrap_or(self.circuit.yes());
        Pointer { null, at: choices }
    }

    fn any_integer(&mut self, ty: TypeId) -> Integer {
        let count = self.values.get(&ty).map_or(0, Vec::len);
        self.circuit.exactly_one(count)
    }

    /// Where each point points. What a point is read from comes before it.
    fn point_values(&mut self) -> Result<(), Refused> {
        for point in 0..self.points.len() {
            let value = self.point_value(point)?;
            self.pointers.push(value);
        }
        Ok(())
    }

    fn point_value(&mut self, point: PointerIndex) -> Result<Pointer, Refused> {
        let (base, field) = match self.points.origin(point) {
            PointerForm::Root if self.claims.binds(point) => return Ok(self.pointer_to(None)),
            PointerForm::Root => return Ok(self.any_pointer()),
            PointerForm::Other => return Err(Refused::Predicate),
            PointerForm::Field(base, field) => (base, field),
        };
        let bases = self.living(base)?;
        let cells: Option<Vec<Pointer>> =
            bases.iter().map(|(node, _)| self.links.get(&(*node, field)).cloned()).collect();
        let cells = cells.ok_or(Refused::Predicate)?;
        let mut read = |content: &dyn Fn(&Pointer) -> Lit| {
            let both = bases.iter().zip(&cells);
            let ways: Vec<Lit> =
                both.map(|((_, is_base), cell)| self.circuit.and(&[*is_base, content(cell)])).collect();
            self.circuit.or(&ways)
        };
        let null = read(&|cell| cell.null);
        let at = (0..self.count).map(|node| read(&|cell| cell.at[node])).collect();
        Ok(Pointer { null, at })
    }

    /// The nodes that a point may point to, each with a literal that it does, and that the node is alive.
    fn living(&mut self, point: PointerIndex) -> Result<Vec<(usize, Lit)>, Refused> {
        let first = self.first(self.points.record(point)).ok_or(Refused::Predicate)?;
        let at = self.pointers.get(point).ok_or(Refused::Predicate)?.at.clone();
        let nodes = at.iter().enumerate().map(|(index, at)| (first + index, *at));
        Ok(nodes.map(|(node, at)| (node, self.circuit.and(&[at, self.alive[node]]))).collect())
    }

    fn integer_values(&mut self, terms: &IndexSet<TermId>) -> Result<(), Refused> {
        for term in terms {
            let value = self.integer_value(*term)?;
            self.integers.insert(*term, value);
        }
        Ok(())
    }

    fn integer_value(&mut self, term: TermId) -> Result<Integer, Refused> {
        let ty = self.arena.type_of(term);
        let address = match self.arena.node(term) {
            TermNode::Integer(constant) => {
                let values = self.values.get(&ty).map_or(&[][..], Vec::as_slice);
                return Ok(values.iter().map(|value| self.circuit.constant(*value == constant)).collect());
            }
            TermNode::Symbol(_) => return Ok(self.any_integer(ty)),
            TermNode::Load(address) if self.arena.is_variable_cell(address) => return Ok(self.any_integer(ty)),
            TermNode::Load(address) => address,
            _ => return Err(Refused::Predicate),
        };
        let TermNode::FieldAddress(base, field) = self.arena.node(address) else { return Err(Refused::Predicate) };
        let base = self.points.find(base).ok_or(Refused::Predicate)?;
        let bases = self.living(base)?;
        let count = self.values.get(&ty).map_or(0, Vec::len);
        let mut value = Vec::with_capacity(count);
        for index in 0..count {
            let mut ways = Vec::new();
            for (node, is_base) in &bases {
                let cell = self.numbers.get(&(*node, field)).ok_or(Refused::Predicate)?[index];
                ways.push(self.circuit.and(&[*is_base, cell]));
            }
            value.push(self.circuit.or(&ways));
        }
        Ok(value)
    }

    /// Points of variables and symbols that may point anywhere.
    fn roots(&self) -> impl Iterator<Item = PointerIndex> {
        (0..self.points.len())
            .filter(|point| self.points.origin(*point) == PointerForm::Root && !self.claims.binds(*point))
    }

    /// Of all heaps that differ in the order of their nodes only, one is enough: roots name nodes in ascending order. And of
    /// several records there are no more nodes together than of one.
    fn break_symmetry(&mut self) {
        for record in self.records.clone() {
            let roots = self.roots().filter(|point| self.points.record(*point) == record);
            let roots: Vec<Vec<Lit>> = roots.map(|point| self.pointers[point].at.clone()).collect();
            for (index, root) in roots.iter().enumerate() {
                for node in 1..self.count {
                    let before = roots[..index].iter().map(|root| root[node - 1]);
                    let clause: Vec<Lit> = std::iter::once(!root[node]).chain(before).collect();
                    self.circuit.require(&clause);
                }
            }
        }
        if self.records.len() < 2 {
            return;
        }
        // Whether anything points to the node.
        let mut used = vec![Vec::new(); self.alive.len()];
        for point in self.roots() {
            let first = self.first(self.points.record(point)).unwrap_or(0);
            self.pointers[point].at.iter().enumerate().for_each(|(index, at)| used[first + index].push(*at));
        }
        for ((_, field), cell) in &self.links {
            let first = self.target(*field).and_then(|record| self.first(record)).unwrap_or(0);
            cell.at.iter().enumerate().for_each(|(index, at)| used[first + index].push(*at));
        }
        let used: Vec<Lit> = used.iter().map(|ways| self.circuit.or(ways)).collect();
        self.at_most(&used, self.count);
    }

    /// At most this many of the literals are true.
    fn at_most(&mut self, literals: &[Lit], most: usize) {
        if let Some(too_many) = self.at_least(literals, most + 1).last() {
            self.circuit.require(&[!*too_many]);
        }
    }

    /// For each number from one to this one whether so many of the literals are true.
    fn at_least(&mut self, literals: &[Lit], most: usize) -> Vec<Lit> {
        let mut so_far = vec![self.circuit.no(); most];
        for literal in literals {
            let before = so_far.clone();
            for (count, reached) in so_far.iter_mut().enumerate() {
                let fewer = if count == 0 { self.circuit.yes() } else { before[count - 1] };
                let more = self.circuit.and(&[fewer, *literal]);
                *reached = self.circuit.or(&[before[count], more]);
            }
        }
        so_far
    }

    fn formula(&mut self, formula: &Formula) -> Result<Lit, Refused> {
        Ok(match formula {
            Formula::True => self.circuit.yes(),
            Formula::False => self.circuit.no(),
            Formula::Unknown => return Err(Refused::Predicate),
            Formula::Atom(atom) => self.atom(*atom)?,
            Formula::NotAtom(atom) => !self.atom(*atom)?,
            Formula::And(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.formula(part)).collect::<Result<_, _>>()?;
                self.circuit.and(&parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|part| self.formula(part)).collect::<Result<_, _>>()?;
                self.circuit.or(&parts)
            }
        })
    }

    fn atom(&mut self, atom: AtomId) -> Result<Lit, Refused> {
        let Some(fact) = self.facts.get(&atom).cloned() else { return self.comparison(atom) };
        Ok(match fact {
            Fact::Never => self.circuit.no(),
            Fact::Null(point) => self.pointers[point].null,
            Fact::Equal(left, right) => {
                let (left_value, right_value) = (self.pointers[left].clone(), self.pointers[right].clone());
                let mut ways = vec![self.circuit.and(&[left_value.null, right_value.null])];
                if self.points.record(left) == self.points.record(right) {
                    for (left, right) in left_value.at.iter().zip(&right_value.at) {
                        ways.push(self.circuit.and(&[*left, *right]));
                    }
                }
                self.circuit.or(&ways)
            }
            Fact::Alive(point) => {
                let living: Vec<Lit> = self.living(point)?.into_iter().map(|(_, alive)| alive).collect();
                self.circuit.or(&living)
            }
            Fact::Reach { at_least_one, view, from, to } => self.reach(view, from, to, at_least_one)?,
            Fact::ReachCell { view, from, to } => {
                let reach = self.reach(view, from, to, false)?;
                // A node that is avoided is not left for its cell.
                let bars = self.steps(view)?.avoided.clone();
                let ends: Vec<Lit> = self
                    .living(to)?
                    .into_iter()
                    .map(|(node, is_end)| self.circuit.and(&[is_end, !bars[node]]))
                    .collect();
                let ends = self.circuit.or(&ends);
                self.circuit.and(&[reach, ends])
            }
            Fact::Shared { view, left, right } => {
                let (left, right) = (self.reached(view, left)?, self.reached(view, right)?);
                let both: Vec<Lit> =
                    left.iter().zip(&right).map(|(left, right)| self.circuit.and(&[*left, *right])).collect();
                self.circuit.or(&both)
            }
            Fact::Cyclic { view, from } => {
                let reached = self.reached(view, from)?;
                let round: Vec<Lit> = (0..reached.len())
                    .map(|node| Ok(self.steps(view)?.closure[node][node]))
                    .collect::<Result<_, _>>()?;
                let ways: Vec<Lit> =
                    reached.iter().zip(&round).map(|(there, round)| self.circuit.and(&[*there, *round])).collect();
                self.circuit.or(&ways)
            }
        })
    }

    fn comparison(&mut self, atom: AtomId) -> Result<Lit, Refused> {
        let (left, right, is_less) = match *self.arena.get(atom) {
            Atom::Equal(left, right) => (left, right, false),
            Atom::Less(left, right) => (left, right, true),
            _ => return self.claim(atom),
        };
        let value = |term| self.integers.get(&term).cloned().ok_or(Refused::Predicate);
        let (left, right) = (value(left)?, value(right)?);
        let mut ways = Vec::new();
        for (index, smaller) in left.iter().enumerate() {
            let fitting = if is_less { index + 1..right.len() } else { index..index + 1 };
            for other in &right[fitting] {
                ways.push(self.circuit.and(&[*smaller, *other]));
            }
        }
        Ok(self.circuit.or(&ways))
    }

    fn reach(&mut self, view: usize, from: PointerIndex, to: PointerIndex, at_least_one: bool) -> Result<Lit, Refused> {
        let (starts, ends) = (self.living(from)?, self.living(to)?);
        let mut ways = Vec::new();
        for (start, is_start) in &starts {
            for (end, is_end) in &ends {
                let leads = match start == end && !at_least_one {
                    true => self.circuit.yes(),
                    false => self.steps(view)?.closure[*start][*end],
                };
                ways.push(self.circuit.and(&[*is_start, *is_end, leads]));
            }
        }
        Ok(self.circuit.or(&ways))
    }

    /// For each node whether zero or more steps lead there.
    fn reached(&mut self, view: usize, from: PointerIndex) -> Result<Vec<Lit>, Refused> {
        let starts = self.living(from)?;
        let mut found = Vec::with_capacity(self.alive.len());
        for end in 0..self.alive.len() {
            let mut ways = Vec::new();
            for (start, is_start) in &starts {
                let leads = self.steps(view)?.closure[*start][end];
                ways.push(if *start == end { *is_start } else { self.circuit.and(&[*is_start, leads]) });
            }
            found.push(self.circuit.or(&ways));
        }
        Ok(found)
    }

    /// The heap of a model.
    fn heap(&self, model: &Model) -> Heap {
        let pointer = |value: &Pointer, record: RecordId| {
            let at = value.at.iter().position(|at| model.is_true(*at));
            match (at, self.first(record)) {
                (Some(index), Some(first)) => ScalarValue::Node(first + index),
                _ => ScalarValue::Null,
            }
        };
        let integer = |value: &Integer, ty: TypeId| {
            let index = value.iter().position(|is_it| model.is_true(*is_it)).unwrap_or(0);
            let values = self.values.get(&ty);
            ScalarValue::Integer(values.and_then(|values| values.get(index)).copied().unwrap_or(0))
        };
        let mut nodes: Vec<HeapNode> = (0..self.alive.len())
            .filter_map(|node| {
                let is_alive = model.is_true(self.alive[node]);
                Some(HeapNode { record: self.record_of(node)?, is_alive, cells: Vec::new() })
            })
            .collect();
        for ((node, field), cell) in &self.links {
            if let (Some(target), Some(node)) = (self.target(*field), nodes.get_mut(*node)) {
                node.cells.push((*field, pointer(cell, target)));
            }
        }
        for ((node, field), cell) in &self.numbers {
            if let Some(node) = nodes.get_mut(*node) {
                node.cells.push((*field, integer(cell, self.arena.types().field(*field).ty)));
            }
        }
        let terms: Vec<TermId> = self.points.terms().collect();
        let root = |point: PointerIndex| (terms[point], pointer(&self.pointers[point], self.points.record(point)));
        let mut roots: Vec<(TermId, ScalarValue)> = self.roots().map(root).collect();
        for (term, value) in &self.integers {
            if field_of(self.arena, *term).is_none() && !matches!(self.arena.node(*term), TermNode::Integer(_)) {
                roots.push((*term, integer(value, self.arena.type_of(*term))));
            }
        }
        Heap { nodes, roots }
    }
}
