//! Decides formulas on *all* heaps with up to a given number of nodes, by SAT.
//!
//! A heap is encoded explicitly: each pointer, of a variable, a symbol or a cell, holds NULL or one of the nodes of its
//! type; if something may have been freed, each node is live or not. The predicates are then computed by their
//! definitions (paper, section 3): for each set of fields and avoided places, the edges between nodes and their
//! transitive closure. Claims about all nodes, and node counts, are expanded over the existing nodes. Integers are only
//! compared, so the constants of the formula and a few values beside each represent all.
//!
//! This never relies on the axioms in this crate. A formula that holds nowhere here holds in no state with at most that
//! many nodes and plain pointers ([`Facts::has_plain_pointers`](logic::Facts)). A dangling pointer equals only itself:
//! one possible outcome in a run. Whatever cannot be encoded (arithmetic, inner records, …) is refused, never ignored.

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

/// The value of a pointer or an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarValue {
    Null,
    /// The address of the node with this index.
    Node(usize),
    Integer(i128),
}

/// A node of a heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapNode {
    pub record: RecordId,
    /// False if it was freed.
    pub is_alive: bool,
    /// The relevant cells; all others may hold anything.
    pub cells: Vec<(FieldId, ScalarValue)>,
}

/// A heap, with the relevant variables and symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heap {
    pub nodes: Vec<HeapNode>,
    /// Cells of variables, and symbols, as terms.
    pub roots: Vec<(TermId, ScalarValue)>,
}

/// The reason for not answering.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The program has pointers that heaps of whole nodes do not have.
    #[error("the program has pointers that small heaps of whole blocks do not have")]
    Pointers,
    /// The encoding does not support a part of the formula.
    #[error("a predicate is not one of pointers to records, or a comparison of integers")]
    Predicate,
    /// The solver gave up.
    #[error("the SAT solver gave up")]
    Solver,
}

/// Finds a heap of at most `nodes` nodes in which the formula (without `*`) holds; `None` if there is none.
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

/// Returns a formula for the states in which a hint contradicts its predicate, whatever the value of each `*`.
pub fn contradiction(atom: AtomId, says: &Formula) -> Formula {
    let must_be_false = says.resolve_unknown(true).negated();
    let must_be_true = says.resolve_unknown(false);
    Formula::or([
        Formula::and([Formula::Atom(atom), must_be_false]),
        Formula::and([Formula::NotAtom(atom), must_be_true]),
    ])
}

/// The target of a pointer, if it is defined.
#[derive(Clone)]
struct Pointer {
    null: Lit,
    /// One literal for each node of its type.
    at: Vec<Lit>,
}

/// The value of an integer, if it is defined: one literal for each candidate value of its type.
type Integer = Vec<Lit>;

struct Encoder<'a> {
    arena: &'a Arena,
    circuit: Circuit,
    points: Points,
    /// Number of nodes of each record.
    count: usize,
    /// The records. The nodes of the i-th record start at index `i * count`.
    records: IndexSet<RecordId>,
    alive: Vec<Lit>,
    /// The pointer cells of each node.
    links: IndexMap<(usize, FieldId), Pointer>,
    /// The integer cells of each node.
    numbers: IndexMap<(usize, FieldId), Integer>,
    pointers: Vec<Pointer>,
    integers: IndexMap<TermId, Integer>,
    /// The candidate values of the integers of each type, in ascending order.
    values: BTreeMap<TypeId, Vec<i128>>,
    steps: FxHashMap<usize, PathClosure>,
    facts: FxHashMap<AtomId, Fact>,
    claims: Claims,
}

/// Adds the integers that the predicates compare, except comparisons of pointers.
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

    /// Returns the index of the first node of a record.
    fn first(&self, record: RecordId) -> Option<usize> {
        self.records.get_index_of(&record).map(|index| index * self.count)
    }

    fn record_of(&self, node: usize) -> Option<RecordId> {
        self.records.get_index(node / self.count.max(1)).copied()
    }

    /// Returns the record that a field points to.
    fn target(&self, field: FieldId) -> Option<RecordId> {
        record_at(self.arena, self.arena.types().field(field).ty)
    }

    /// Returns the pointer fields that are followed or read.
    fn pointer_fields(&self) -> IndexSet<FieldId> {
        let followed = self.points.views().flat_map(|(view, _)| self.arena.fields(view.fields).iter().copied());
        let read = (0..self.points.len()).filter_map(|point| match self.points.origin(point) {
            PointerForm::Field(_, field) => Some(field),
            PointerForm::Root | PointerForm::Other => None,
        });
        followed.chain(read).collect()
    }

    /// Creates the nodes of every record that a point or a followed field can point to.
    fn nodes(&mut self, nothing_freed: bool) -> Result<(), Refused> {
        let fields = self.pointer_fields();
        let mut records: IndexSet<RecordId> = (0..self.points.len()).map(|point| self.points.record(point)).collect();
        // Records without a pointer to them are irrelevant.
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

    /// Creates the relevant cells.
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

    /// Computes the target of each point. A point comes after the points that it is read from.
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

    /// Returns the nodes that a point may point to, each with the literal "the point points to it, and it is live".
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

    /// Returns the points of variables and symbols, which may point anywhere.
    fn roots(&self) -> impl Iterator<Item = PointerIndex> {
        (0..self.points.len())
            .filter(|point| self.points.origin(*point) == PointerForm::Root && !self.claims.binds(*point))
    }

    /// Of heaps that differ only in the order of their nodes, one is enough: roots use nodes in ascending order. And
    /// the nodes in use, of all records together, are at most as many as the bound for one record.
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
        // True for each node with a pointer to it.
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

    /// Requires that at most `most` of the literals are true.
    fn at_most(&mut self, literals: &[Lit], most: usize) {
        if let Some(too_many) = self.at_least(literals, most + 1).last() {
            self.circuit.require(&[!*too_many]);
        }
    }

    /// Unary counter: the i-th result is true if at least i + 1 of the literals are true, up to `most`.
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
                // An avoided node is not left for its cell.
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

    /// For each node, true if zero or more steps lead there.
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

    /// Reads the heap from a model.
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
