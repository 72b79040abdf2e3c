//! The axioms of heaps, instantiated for all points of some predicates.
//!
//! Each is an implication, with a reason beside it unless it is obvious. `x`, `y`, `z` stand for points. Every
//! statement about paths is relative to a view: through its fields, around what it avoids.

mod avoided;
mod literals;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;

use crate::integers::{Base, Bases};
use crate::limits::MOST_CLAUSES;
use crate::points::{Avoided, HeapView, PointerForm, PointerIndex, Points, is_function, links};
use ctype::FieldId;
use logic::{Arena, AtomId, TermId};
use sat::{Lit, ProofCheck, Solver, Varisat};

/// Returns the clauses, the literal of each predicate that they define, and the facts about the nodes that integers are
/// read from.
pub(super) fn of(
    arena: &Arena,
    nothing_freed: bool,
    points: Points,
    bases: &IndexMap<TermId, PointerIndex>,
) -> (Varisat, FxHashMap<AtomId, Lit>, Bases) {
    let mut clauses = Varisat::unstoppable(ProofCheck::default());
    let yes = clauses.variable();
    clauses.add(&[yes]);
    let objects = Objects { null: Vec::new(), alive: Vec::new(), equal: FxHashMap::default() };
    let mut axioms = Axioms { arena, points, clauses, yes, objects, views: Vec::new() };
    axioms.values(nothing_freed);
    axioms.equalities();
    axioms.views();
    axioms.relate_views();
    let mut literals = FxHashMap::default();
    for (atom, fact) in axioms.points.facts.clone() {
        let literal = axioms.literal(&fact);
        let literal = if nothing_freed { literal } else { axioms.where_sound(&fact, literal) };
        literals.insert(atom, literal);
    }
    let bases = axioms.bases(nothing_freed, bases);
    (axioms.clauses, literals, bases)
}

/// Facts about values, independent of the view.
struct Objects {
    /// The point is defined, and NULL.
    null: Vec<Lit>,
    /// The point is defined, and the address of a live object.
    alive: Vec<Lit>,
    /// Both points are the same object. Keys are points of one type in ascending order.
    equal: FxHashMap<(PointerIndex, PointerIndex), Lit>,
}

/// A field that leads on from a node.
struct Way {
    /// A literal that is false if the cell is avoided; `None` if it never is.
    open: Option<Lit>,
    /// The value of the cell.
    next: PointerIndex,
}

/// Facts about paths in a view.
struct Paths {
    view: HeapView,
    points: IndexSet<PointerIndex>,
    /// True if paths are unique.
    is_function: bool,
    /// Zero or more steps lead from the first to the second.
    reach: FxHashMap<(PointerIndex, PointerIndex), Lit>,
    /// A path leads from the point to a cycle.
    cyclic: FxHashMap<PointerIndex, Lit>,
    /// One or more steps lead from the point to itself.
    round: FxHashMap<PointerIndex, Lit>,
    /// Some object is reached from both; keys are in ascending order. Empty if no predicate is about sharing: then
    /// reachability implies the axioms about it.
    shared: FxHashMap<(PointerIndex, PointerIndex), Lit>,
    /// True if some predicate is about sharing through these fields.
    has_shared: bool,
}

struct Axioms<'a> {
    arena: &'a Arena,
    points: Points,
    clauses: Varisat,
    yes: Lit,
    objects: Objects,
    views: Vec<Paths>,
}

impl Axioms<'_> {
    /// Adds the clause "all premises imply one of the conclusions".
    fn gives(&mut self, premises: &[Lit], conclusions: &[Lit]) {
        let clause: Vec<Lit> = premises.iter().map(|lit| !*lit).chain(conclusions.iter().copied()).collect();
        if !conclusions.contains(&self.yes) {
            self.clauses.add(&clause);
        }
    }

    fn alive(&self, point: PointerIndex) -> Lit {
        self.objects.alive[point]
    }

    fn null(&self, point: PointerIndex) -> Lit {
        self.objects.null[point]
    }

    /// Both points are the same object.
    fn equal(&self, left: PointerIndex, right: PointerIndex) -> Lit {
        if left == right {
            return self.alive(left);
        }
        let key = (left.min(right), left.max(right));
        self.objects.equal.get(&key).copied().unwrap_or(!self.yes)
    }

    fn bases(&mut self, nothing_freed: bool, points: &IndexMap<TermId, PointerIndex>) -> Bases {
        let mut bases = Bases::default();
        for (index, (term, point)) in points.iter().enumerate() {
            let sound = if nothing_freed { self.yes } else { self.sound(*point) };
            bases.known.insert(*term, Base { alive: self.alive(*point), sound });
            let others = points.iter().take(index).map(|(other, at)| (*other, *term, self.equal(*at, *point)));
            bases.equal.extend(others.filter(|(.., equal)| *equal != !self.yes));
        }
        bases
    }

    /// The point is defined.
    fn defined(&self, point: PointerIndex) -> Option<Lit> {
        match self.points.origin(point) {
            PointerForm::Root => Some(self.yes),
            PointerForm::Field(base, _) => Some(self.alive(base)),
            PointerForm::Other => None,
        }
    }

    /// A point is undefined, NULL, live, or dangling.
    fn values(&mut self, nothing_freed: bool) {
        for _ in 0..self.points.len() {
            let (null, alive) = (self.clauses.variable(), self.clauses.variable());
            self.objects.null.push(null);
            self.objects.alive.push(alive);
        }
        for point in 0..self.points.len() {
            let (null, alive) = (self.null(point), self.alive(point));
            self.gives(&[null, alive], &[]);
            let Some(defined) = self.defined(point) else { continue };
            self.gives(&[null], &[defined]);
            self.gives(&[alive], &[defined]);
            if nothing_freed {
                self.gives(&[defined], &[null, alive]);
            }
        }
    }

    /// Identity of objects is an equivalence, and identical objects have identical contents.
    fn equalities(&mut self) {
        let count = self.points.len();
        for left in 0..count {
            for right in left + 1..count {
                if self.points.record(left) == self.points.record(right) {
                    let equal = self.clauses.variable();
                    self.objects.equal.insert((left, right), equal);
                }
            }
        }
        for left in 0..count {
            for right in (0..count).filter(|right| *right != left) {
                let equal = self.equal(left, right);
                if equal == !self.yes {
                    continue;
                }
                self.gives(&[equal], &[self.alive(left)]);
                for third in right + 1..count {
                    if third != left {
                        self.gives(&[self.equal(right, left), self.equal(left, third)], &[self.equal(right, third)]);
                    }
                }
                if let (PointerForm::Field(base, field), PointerForm::Field(other, same)) =
                    (self.points.origin(left), self.points.origin(right))
                    && field == same
                {
                    let bases = self.equal(base, other);
                    self.gives(&[bases, self.null(left)], &[self.null(right)]);
                    self.gives(&[bases, self.alive(left)], &[equal]);
                }
            }
        }
    }

    fn views(&mut self) {
        let views: Vec<(HeapView, IndexSet<PointerIndex>)> =
            self.points.views().map(|(view, points)| (view.clone(), points.clone())).collect();
        for (view, points) in views {
            let mut paths = Paths {
                is_function: is_function(self.arena, view.fields),
                has_shared: self.points.speaks_of_sharing(view.fields),
                view,
                points,
                reach: FxHashMap::default(),
                cyclic: FxHashMap::default(),
                round: FxHashMap::default(),
                shared: FxHashMap::default(),
            };
            for from in paths.points.iter().copied() {
                paths.cyclic.insert(from, self.clauses.variable());
                paths.round.insert(from, self.clauses.variable());
                for to in paths.points.iter().copied() {
                    let reach = if from == to { self.alive(from) } else { self.clauses.variable() };
                    paths.reach.insert((from, to), reach);
                    if paths.has_shared && from < to {
                        paths.shared.insert((from, to), self.clauses.variable());
                    }
                }
            }
            self.reachability(&paths);
            self.steps(&paths);
            self.cycles(&paths);
            if paths.has_shared {
                self.sharing(&paths);
            }
            self.views.push(paths);
        }
    }

    /// Literals one of which is true if the place `&x->f` is avoided.
    fn barred(&self, view: &HeapView, point: PointerIndex, field: FieldId) -> Vec<Lit> {
        let bars = |avoided: &&Avoided| avoided.field.is_none_or(|avoided| avoided == field);
        view.avoid.iter().filter(bars).map(|avoided| self.equal(point, avoided.node)).collect()
    }

    fn reachability(&mut self, paths: &Paths) {
        let points: Vec<PointerIndex> = paths.points.iter().copied().collect();
        for x in points.iter().copied() {
            for y in points.iter().copied().filter(|y| *y != x) {
                let reach = paths.reach[&(x, y)];
                self.gives(&[reach], &[self.alive(x)]);
                self.gives(&[reach], &[self.alive(y)]);
                self.gives(&[self.equal(x, y)], &[reach]);
                for z in points.iter().copied().filter(|z| *z != y && *z != x) {
                    self.gives(&[reach, paths.reach[&(y, z)]], &[paths.reach[&(x, z)]]);
                    // If paths are unique, the nodes reached from a node are linearly ordered.
                    if paths.is_function && y < z {
                        let lined = [paths.reach[&(y, z)], paths.reach[&(z, y)]];
                        self.gives(&[reach, paths.reach[&(x, z)]], &lined);
                    }
                }
            }
        }
    }

    /// A path is empty, or continues from a value of the node's own cells.
    fn steps(&mut self, paths: &Paths) {
        for x in paths.points.iter().copied() {
            let links = links(self.arena, paths.view.fields, self.points.record(x));
            for field in &links {
                let Some(next) = self.points.field_of(x, *field).filter(|next| paths.points.contains(next)) else {
                    continue;
                };
                // A cell that is not avoided leads on.
                let mut conclusions = self.barred(&paths.view, x, *field);
                let bars = conclusions.clone();
                conclusions.push(paths.reach[&(x, next)]);
                self.gives(&[self.alive(next)], &conclusions);
                let mut conclusions = bars.clone();
                conclusions.push(paths.round[&x]);
                self.gives(&[paths.reach[&(next, x)]], &conclusions);
            }
            let Some(ways) = self.ways(&paths.view, x, paths) else { continue };
            for y in paths.points.iter().copied() {
                let reach = paths.reach[&(x, y)];
                self.leads_on(reach, &[self.equal(x, y)], &ways, |_, next| paths.reach[&(next, y)]);
                if paths.has_shared {
                    let shared = shared_of(self, paths, x, y);
                    self.leads_on(shared, &[paths.reach[&(y, x)]], &ways, |axioms, next| {
                        shared_of(axioms, paths, next, y)
                    });
                }
            }
            self.leads_on(paths.round[&x], &[], &ways, |_, next| paths.reach[&(next, x)]);
            self.leads_on(paths.cyclic[&x], &[], &ways, |_, next| paths.cyclic[&next]);
        }
    }

    /// Returns a literal that is false if the cell `&x->f` is avoided; `None` if it never is.
    fn open(&mut self, view: &HeapView, x: PointerIndex, field: FieldId) -> Option<Lit> {
        let bars = self.barred(view, x, field);
        let can_bar: Vec<Lit> = bars.into_iter().filter(|bar| *bar != !self.yes).collect();
        if can_bar.is_empty() {
            return None;
        }
        let open = self.clauses.variable();
        can_bar.into_iter().for_each(|bar| self.gives(&[open, bar], &[]));
        Some(open)
    }

    /// Returns the ways that lead on from a point around what a view avoids, if the `known` view has all their targets.
    fn ways(&mut self, view: &HeapView, x: PointerIndex, known: &Paths) -> Option<Vec<Way>> {
        let fields = links(self.arena, view.fields, self.points.record(x));
        let next = |field: &FieldId| self.points.field_of(x, *field).filter(|next| known.points.contains(next));
        let ways: Vec<(FieldId, PointerIndex)> =
            fields.iter().map(|field| Some((*field, next(field)?))).collect::<Option<_>>()?;
        Some(ways.into_iter().map(|(field, next)| Way { open: self.open(view, x, field), next }).collect())
    }

    /// The premise implies one of the conclusions, or that one of the ways is open and the claim about its next node
    /// holds.
    fn leads_on(&mut self, premise: Lit, otherwise: &[Lit], ways: &[Way], said: impl Fn(&Self, PointerIndex) -> Lit) {
        let parts: Vec<Vec<Lit>> =
            ways.iter().map(|way| way.open.into_iter().chain([said(self, way.next)]).collect()).collect();
        self.gives_some(premise, otherwise, &parts);
    }

    /// The premise implies one of the conclusions, or all literals of one of the parts. Few parts need clauses only;
    /// many get a variable for each part.
    fn gives_some(&mut self, premise: Lit, conclusions: &[Lit], parts: &[Vec<Lit>]) {
        let clauses = parts.iter().fold(1_usize, |count, part| count.saturating_mul(part.len()));
        let conclusions: Vec<Lit> = conclusions.iter().copied().filter(|lit| *lit != !self.yes).collect();
        if clauses <= MOST_CLAUSES {
            let mut all = vec![conclusions];
            for part in parts {
                let longer = |clause: &Vec<Lit>, lit: &Lit| [&clause[..], &[*lit]].concat();
                all = all.iter().flat_map(|clause| part.iter().map(move |lit| longer(clause, lit))).collect();
            }
            all.iter().for_each(|clause| self.gives(&[premise], clause));
            return;
        }
        let mut clause = conclusions;
        for part in parts {
            let holds = self.clauses.variable();
            part.iter().for_each(|lit| self.gives(&[holds], &[*lit]));
            clause.push(holds);
        }
        self.gives(&[premise], &clause);
    }

    fn cycles(&mut self, paths: &Paths) {
        for x in paths.points.iter().copied() {
            let (cyclic, round) = (paths.cyclic[&x], paths.round[&x]);
            self.gives(&[cyclic], &[self.alive(x)]);
            self.gives(&[round], &[cyclic]);
            for y in paths.points.iter().copied().filter(|y| *y != x) {
                let there = paths.reach[&(x, y)];
                let back = paths.reach[&(y, x)];
                self.gives(&[there, paths.cyclic[&y]], &[cyclic]);
                self.gives(&[there, back], &[self.equal(x, y), round]);
                self.gives(&[self.equal(x, y), round], &[paths.round[&y]]);
                if paths.is_function {
                    self.gives(&[there, cyclic], &[paths.cyclic[&y]]);
                    // On a cycle, the only way leads around it.
                    self.gives(&[there, round], &[back]);
                    self.gives(&[there, round], &[paths.round[&y]]);
                }
            }
            // If the only way is avoided, nothing leads on.
            let links = links(self.arena, paths.view.fields, self.points.record(x));
            if let [field] = links[..] {
                for bar in self.barred(&paths.view, x, field) {
                    self.gives(&[bar, cyclic], &[]);
                    for y in paths.points.iter().copied().filter(|y| *y != x) {
                        self.gives(&[bar, paths.reach[&(x, y)]], &[self.equal(x, y)]);
                    }
                }
            }
            if links.is_empty() {
                self.gives(&[cyclic], &[]);
                for y in paths.points.iter().copied().filter(|y| *y != x) {
                    self.gives(&[paths.reach[&(x, y)]], &[self.equal(x, y)]);
                }
            }
        }
    }

    fn sharing(&mut self, paths: &Paths) {
        let points: Vec<PointerIndex> = paths.points.iter().copied().collect();
        for x in points.iter().copied() {
            for y in points.iter().copied().filter(|y| *y != x) {
                let shared = shared_of(self, paths, x, y);
                self.gives(&[shared], &[self.alive(x)]);
                self.gives(&[paths.reach[&(x, y)]], &[shared]);
                if paths.is_function {
                    // Both end in the same cycle.
                    self.gives(&[shared, paths.cyclic[&x]], &[paths.cyclic[&y]]);
                }
                for z in points.iter().copied().filter(|z| *z != y && *z != x) {
                    let (first, second) = (paths.reach[&(x, z)], shared_of(self, paths, z, y));
                    self.gives(&[first, second], &[shared]);
                    if paths.is_function {
                        let first = shared_of(self, paths, x, z);
                        self.gives(&[first, second], &[shared]);
                    }
                }
            }
        }
    }
}

/// Some object is reached from both.
fn shared_of(axioms: &Axioms<'_>, paths: &Paths, left: PointerIndex, right: PointerIndex) -> Lit {
    if left == right {
        return axioms.alive(left);
    }
    paths.shared[&(left.min(right), left.max(right))]
}
