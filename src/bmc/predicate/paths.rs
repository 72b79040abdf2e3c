//! Paths through the heap: the typed addresses that are reachable by selecting fields of a set and by following
//! pointers.
//!
//! The addresses that any run can reach from the start are enumerated; a term for each says if the path visits it. A
//! path into an unmodelled part of the entry state may continue unseen: then it is unknown if it meets a place that it
//! was not seen to meet.

use std::collections::BTreeMap;

use crate::content::Place;
use crate::limits::MOST_PATH_PLACES;
use crate::memory::{ObjectKind, Unmodelled};
use crate::predicate::{FormulaEvaluation, FormulaValue, KleeneTruth};
use crate::term::TermId;
use crate::value::{FUNCTIONS, OBJECT_BITS, Scalar, is_object, objects_at};
use ctype::{FieldId, Type, TypeId};
use program::Expr;

/// A typed address: an object, an offset in bytes, and the type of pointers to it.
type PathPlace = (u128, u128, TypeId);

#[derive(Clone, Copy, Debug)]
struct PathStep {
    from: usize,
    to: usize,
    /// The condition under which it exists.
    when: TermId,
    /// True if the step follows a pointer; false if it selects a part of an object.
    reads: bool,
}

/// All places that paths may meet, and the steps between them.
#[derive(Default)]
struct PathGraph {
    places: Vec<PathPlace>,
    known: BTreeMap<PathPlace, usize>,
    /// For each place, the condition under which it is allocated.
    allocated: Vec<TermId>,
    /// For each place, the condition under which its contents are unknown.
    open: Vec<TermId>,
    /// For each place, the reason why it is not modelled, if it is not.
    unmodelled: Vec<Option<Unmodelled>>,
    steps: Vec<PathStep>,
    /// For each place, the condition under which it is in the avoid set.
    avoided: Vec<TermId>,
}

/// The start of paths: places, each with the condition under which paths start there.
type Starts = Vec<(usize, TermId)>;

impl FormulaEvaluation<'_, '_> {
    /// Evaluates `reach[A;F](from, to)`, or `reachp` if `at_least_one`.
    pub(super) fn reach(
        &mut self,
        at_least_one: bool,
        (avoid, fields): (&[Expr], &[FieldId]),
        (from, to): (&Expr, &Expr),
    ) -> KleeneTruth {
        let (start, goal) = (self.argument(from, false), self.argument(to, false));
        let mut graph = PathGraph::default();
        let (starts, open_start) = self.start(&mut graph, start);
        if !self.explore(&mut graph, fields) {
            return self.unknown();
        }
        let avoid_open = self.avoid(&mut graph, avoid);
        let (reached, open) = match at_least_one {
            false => (self.closure(&graph, &starts, true), self.never),
            true => self.after_one_step(&graph, &starts),
        };
        let mut found = self.never;
        for (index, place) in graph.places.iter().enumerate() {
            if place.2 == goal.ty && graph.unmodelled.get(index) == Some(&None) {
                let here = self.is_place(goal.value, *place);
                let meets = self.terms.and(self.mark(&reached, index), here);
                found = self.terms.or(found, meets);
            }
        }
        let runs_on = self.runs_on(&graph, &reached);
        let open = self.terms.any([open, open_start, runs_on]);
        let function = self.is_open_place(&[start, goal]);
        let truth = self.decide(found, open, avoid_open, function);
        self.atom(&[start, goal], truth)
    }

    /// Evaluates `dshared[A;F](left, right)`.
    pub(super) fn shared(
        &mut self,
        (avoid, fields): (&[Expr], &[FieldId]),
        (left, right): (&Expr, &Expr),
    ) -> KleeneTruth {
        let (left, right) = (self.argument(left, false), self.argument(right, false));
        let mut graph = PathGraph::default();
        let (from_left, open_left) = self.start(&mut graph, left);
        let (from_right, open_right) = self.start(&mut graph, right);
        if !self.explore(&mut graph, fields) {
            return self.unknown();
        }
        let avoid_open = self.avoid(&mut graph, avoid);
        let (of_left, of_right) = (self.closure(&graph, &from_left, true), self.closure(&graph, &from_right, true));
        let mut found = self.never;
        for index in 0..graph.places.len() {
            if graph.unmodelled.get(index) == Some(&None) {
                let both = self.terms.and(self.mark(&of_left, index), self.mark(&of_right, index));
                found = self.terms.or(found, both);
            }
        }
        let (runs_left, runs_right) = (self.runs_on(&graph, &of_left), self.runs_on(&graph, &of_right));
        let open = self.terms.any([open_left, open_right, runs_left, runs_right]);
        let function = self.is_open_place(&[left, right]);
        let truth = self.decide(found, open, avoid_open, function);
        self.atom(&[left, right], truth)
    }

    /// Evaluates `cyclic[A;F](from)`: some reachable place is reachable from itself. An endless path in a finite graph
    /// ends in a cycle.
    pub(super) fn cyclic(&mut self, (avoid, fields): (&[Expr], &[FieldId]), from: &Expr) -> KleeneTruth {
        let start = self.argument(from, false);
        let mut graph = PathGraph::default();
        let (starts, open_start) = self.start(&mut graph, start);
        if !self.explore(&mut graph, fields) {
            return self.unknown();
        }
        let avoid_open = self.avoid(&mut graph, avoid);
        let reached = self.closure(&graph, &starts, true);
        let mut endless = reached.clone();
        for _ in 0..graph.places.len() {
            let before = endless.clone();
            let mut goes_on = vec![self.never; graph.places.len()];
            for step in &graph.steps {
                let (from, to) = (self.mark(&endless, step.from), self.mark(&endless, step.to));
                let passes = self.passes(&graph, step);
                let takes = self.terms.all([from, to, passes]);
                if let Some(mark) = goes_on.get_mut(step.from) {
                    *mark = self.terms.or(*mark, takes);
                }
            }
            endless = goes_on;
            if endless == before || self.machine.is_stopped() {
                break;
            }
        }
        let found = self.terms.any(endless);
        let runs_on = self.runs_on(&graph, &reached);
        let open = self.terms.or(open_start, runs_on);
        let function = self.is_open_place(&[start]);
        let truth = self.decide(found, open, avoid_open, function);
        self.atom(&[start], truth)
    }

    /// Returns for each node of the start's type the condition under which paths visit it, and the condition under
    /// which these are unknown. `None` if paths meet too many places.
    pub(super) fn visited_nodes(
        &mut self,
        start: FormulaValue,
        (avoid, fields): (&[Expr], &[FieldId]),
    ) -> Option<(Vec<TermId>, TermId)> {
        let mut graph = PathGraph::default();
        let (starts, open_start) = self.start(&mut graph, start);
        if !self.explore(&mut graph, fields) {
            return None;
        }
        let avoid_open = self.avoid(&mut graph, avoid);
        let reached = self.closure(&graph, &starts, true);
        let runs_on = self.runs_on(&graph, &reached);
        let function = self.is_open_place(&[start]);
        let places = graph.places.iter().enumerate();
        let nodes = places.filter(|(index, place)| place.2 == start.ty && graph.unmodelled.get(*index) == Some(&None));
        let visited = nodes.map(|(index, _)| self.mark(&reached, index)).collect();
        Some((visited, self.terms.any([open_start, avoid_open, runs_on, function])))
    }

    /// A path that was found counts unless the avoid set is unknown; a missing one unless a path may continue unseen.
    fn decide(&mut self, found: TermId, open: TermId, avoid_open: TermId, no_place: TermId) -> KleeneTruth {
        let terms = self.terms;
        let [found_not, open_not, avoid_not, place] = [found, open, avoid_open, no_place].map(|term| terms.not(term));
        KleeneTruth { holds: terms.all([found, avoid_not, place]), fails: terms.all([found_not, open_not, place]) }
    }

    /// Returns the condition under which one of some values is a function, which is no place.
    fn is_open_place(&mut self, values: &[FormulaValue]) -> TermId {
        let terms = self.terms;
        let functions: Vec<TermId> = values.iter().map(|value| value.value.is_function(terms)).collect();
        terms.any(functions)
    }

    fn mark(&self, marks: &[TermId], index: usize) -> TermId {
        marks.get(index).copied().unwrap_or(self.never)
    }

    /// Returns the condition under which a value is the address of a place.
    fn is_place(&mut self, value: Scalar, (object, offset, _): PathPlace) -> TermId {
        let is_object = is_object(self.terms, value.object, object);
        let offset = self.word(offset);
        self.terms.and(is_object, self.terms.equal(value.bits, offset))
    }

    fn word(&mut self, value: u128) -> TermId {
        self.terms.constant(value, self.machine.task.word())
    }

    /// Enumerates the places that a value may point to, each with its condition; also returns the condition under which
    /// it is somewhere else.
    fn constants(&mut self, value: Scalar) -> (Vec<(u128, u128, TermId)>, TermId) {
        let is_address = self.terms.is_nonzero(value.object);
        if self.terms.is_false(is_address) {
            return (Vec::new(), is_address);
        }
        let (Some(objects), Some(offsets)) = (self.terms.choices(value.object), self.terms.choices(value.bits)) else {
            return (Vec::new(), is_address);
        };
        let mut found = Vec::new();
        for object in objects.iter().copied().filter(|object| (1..FUNCTIONS).contains(object)) {
            for offset in offsets.iter().copied() {
                let width = self.machine.task.word();
                let is_object = is_object(self.terms, value.object, object);
                let when = self.terms.and(is_object, self.terms.equal(value.bits, self.terms.constant(offset, width)));
                if !self.terms.is_false(when) {
                    found.push((object, offset, when));
                }
            }
        }
        (found, self.never)
    }

    /// Adds the places where a path starts; also returns the condition under which the start is unknown.
    fn start(&mut self, graph: &mut PathGraph, value: FormulaValue) -> (Starts, TermId) {
        let (places, open) = self.constants(value.value);
        let starts = places.into_iter().map(|(object, offset, when)| (graph.add((object, offset, value.ty)), when));
        (starts.collect(), open)
    }

    /// Finds all places that paths may meet; returns false if there are too many.
    fn explore(&mut self, graph: &mut PathGraph, fields: &[FieldId]) -> bool {
        let mut next = 0;
        while let Some(place) = graph.places.get(next).copied() {
            if graph.places.len() > MOST_PATH_PLACES || self.machine.is_stopped() {
                return false;
            }
            let (object, offset, ty) = place;
            let kind = self.machine.memory.object(object).map(|object| object.kind);
            let unmodelled = match kind {
                Some(ObjectKind::Unmodelled(why)) => Some(why),
                _ => None,
            };
            let offset_term = self.word(offset);
            let is_defined = self.terms.truth(true);
            let value = Scalar { object: self.terms.constant(object, OBJECT_BITS), bits: offset_term, is_defined };
            let Some(types) = self.machine.task.part_types.as_ref() else { return false };
            let bytes = types.pointee(ty).and_then(|target| types.size_of(target)).unwrap_or(1);
            // The target of an unknown pointer may be allocated.
            let allocated = match unmodelled {
                Some(Unmodelled::Unknown) => self.terms.truth(true),
                Some(Unmodelled::Beyond) | None => self.is_allocated(value, bytes).0,
            };
            graph.allocated.push(allocated);
            graph.unmodelled.push(unmodelled);
            graph.avoided.push(self.never);
            graph.open.push(self.never);
            if unmodelled.is_none() && !self.terms.is_false(allocated) {
                self.select(graph, next, fields);
                self.follow(graph, next);
            }
            next += 1;
        }
        true
    }

    /// Adds the parts of the object at a place: fields of the set, elements of arrays.
    fn select(&mut self, graph: &mut PathGraph, index: usize, fields: &[FieldId]) {
        let Some((object, offset, ty)) = graph.places.get(index).copied() else { return };
        let always = self.terms.truth(true);
        let Some(types) = self.machine.task.part_types.as_ref() else { return };
        let Some(target) = types.pointee(ty) else { return };
        let mut parts: Vec<(u64, TypeId)> = Vec::new();
        match types.get(target) {
            Type::Record(record) => {
                let own = fields.iter().filter(|field| field.record == *record).map(|field| types.field(*field));
                parts.extend(own.map(|field| (field.offset, field.ty)));
            }
            Type::Array(element, Some(count)) => {
                let size = types.size_of(*element).unwrap_or(0);
                let count = (*count).min(MOST_PATH_PLACES as u64 + 1);
                parts.extend((0..count).map(|index| (index.saturating_mul(size), *element)));
            }
            _ => {}
        }
        for (bytes, part) in parts {
            if let Some(pointer) = types.find(&Type::Pointer(part)) {
                let to = graph.add((object, offset.wrapping_add(u128::from(bytes)), pointer));
                graph.steps.push(PathStep { from: index, to, when: always, reads: false });
            }
        }
    }

    /// Adds the targets of the pointer at a place, if there is one.
    fn follow(&mut self, graph: &mut PathGraph, index: usize) {
        let Some((object, offset, ty)) = graph.places.get(index).copied() else { return };
        let Some(types) = self.machine.task.part_types.as_ref() else { return };
        let Some(target) = types.pointee(ty).filter(|target| types.is_pointer(*target)) else { return };
        let content = self.machine.memory.state_of(self.state, object).content;
        let (bytes, room) = (self.machine.task.word() / 8, self.machine.memory.room_of(object));
        let place = Place { offset: self.word(offset), bytes, room };
        let cell = self.machine.memory.contents.read(content, place);
        let value = cell.scalar(self.terms);
        let (places, elsewhere) = self.constants(value);
        let undefined = self.terms.not(value.is_defined);
        let coincides = self.may_coincide(value);
        let open = self.terms.any([undefined, cell.is_torn, elsewhere, coincides]);
        if let Some(known) = graph.open.get_mut(index) {
            *known = open;
        }
        for (object, offset, when) in places {
            let when = self.terms.and(when, value.is_defined);
            let to = graph.add((object, offset, target));
            graph.steps.push(PathStep { from: index, to, when, reads: true });
        }
    }

    /// Marks the places in the avoid set; returns the condition under which a member of the set is unknown.
    fn avoid(&mut self, graph: &mut PathGraph, avoid: &[Expr]) -> TermId {
        let mut open = self.never;
        for expr in avoid {
            let nowhere = self.is_nowhere(expr);
            let found = self.value(expr);
            let terms = self.terms;
            let somewhere = terms.not(nowhere);
            open = terms.or(open, terms.and(found.open, somewhere));
            let counts = terms.all([somewhere, terms.not(found.undefined), terms.not(found.open)]);
            for index in 0..graph.places.len() {
                let Some(place) = graph.places.get(index).copied().filter(|place| place.2 == expr.ty) else { continue };
                let here = self.is_place(found.value, place);
                let here = self.terms.and(here, counts);
                if let Some(avoided) = graph.avoided.get_mut(index) {
                    *avoided = self.terms.or(*avoided, here);
                }
            }
        }
        open
    }

    /// Returns the condition under which a step is taken from a place that is visited.
    fn passes(&mut self, graph: &PathGraph, step: &PathStep) -> TermId {
        let avoided = graph.avoided.get(step.from).copied().unwrap_or(step.when);
        self.terms.and(self.terms.not(avoided), step.when)
    }

    /// Returns the places that paths visit: the starts, if allocated, and all places that steps lead to; without
    /// `also_reads`, only by selecting parts.
    fn closure(&mut self, graph: &PathGraph, starts: &Starts, also_reads: bool) -> Vec<TermId> {
        let mut marks = vec![self.never; graph.places.len()];
        for (index, when) in starts {
            self.visit(graph, &mut marks, *index, *when);
        }
        let steps: Vec<PathStep> = graph.steps.iter().copied().filter(|step| also_reads || !step.reads).collect();
        for _ in 0..graph.places.len() {
            let before = marks.clone();
            for step in &steps {
                let passes = self.passes(graph, step);
                let when = self.terms.and(self.mark(&marks, step.from), passes);
                self.visit(graph, &mut marks, step.to, when);
            }
            if marks == before || self.machine.is_stopped() {
                break;
            }
        }
        marks
    }

    fn visit(&mut self, graph: &PathGraph, marks: &mut [TermId], index: usize, when: TermId) {
        let (Some(allocated), Some(mark)) = (graph.allocated.get(index), marks.get_mut(index)) else { return };
        *mark = self.terms.or(*mark, self.terms.and(*allocated, when));
    }

    /// Returns the places that paths with at least one pointer step visit, and the condition under which the first such
    /// step is unknown.
    fn after_one_step(&mut self, graph: &PathGraph, starts: &Starts) -> (Vec<TermId>, TermId) {
        let parts = self.closure(graph, starts, false);
        let open = self.runs_on(graph, &parts);
        let mut targets = Starts::new();
        for step in graph.steps.iter().filter(|step| step.reads) {
            let passes = self.passes(graph, step);
            targets.push((step.to, self.terms.and(self.mark(&parts, step.from), passes)));
        }
        (self.closure(graph, &targets, true), open)
    }

    /// Returns the condition under which a path may continue unseen from one of the marked places.
    fn runs_on(&mut self, graph: &PathGraph, marks: &[TermId]) -> TermId {
        let mut found = self.never;
        for index in 0..graph.places.len() {
            let mark = self.mark(marks, index);
            let unmodelled = graph.unmodelled.get(index).copied().flatten();
            if unmodelled == Some(Unmodelled::Beyond) {
                self.beyond = self.terms.or(self.beyond, self.terms.and(mark, self.state.guard));
            }
            let open = match (unmodelled, graph.open.get(index), graph.avoided.get(index)) {
                (Some(_), ..) => self.terms.truth(true),
                (None, Some(open), Some(avoided)) => self.terms.and(*open, self.terms.not(*avoided)),
                _ => self.terms.truth(true),
            };
            found = self.terms.or(found, self.terms.and(mark, open));
        }
        found
    }

    /// Returns the condition under which `bytes` bytes from an address on lie in a live object, and the condition under
    /// which this is not modelled.
    pub(super) fn is_allocated(&mut self, value: Scalar, bytes: u64) -> (TermId, TermId) {
        let size = self.terms.word_constant(bytes);
        let mut found = self.never;
        let mut open = self.terms.truth(self.terms.choices(value.object).is_none());
        for number in objects_at(self.terms, value.object) {
            let Some(object) = self.machine.memory.object(number).copied() else { continue };
            let is_it = is_object(self.terms, value.object, number);
            let is_live = self.machine.memory.state_of(self.state, number).is_live;
            let terms = self.terms;
            if object.kind == ObjectKind::Unmodelled(Unmodelled::Unknown) {
                open = terms.or(open, is_it);
                continue;
            }
            let fits = terms.at_most(size, object.size);
            let here = terms.all([is_it, is_live, fits, terms.at_most(value.bits, terms.subtract(object.size, size))]);
            found = terms.or(found, here);
        }
        (found, self.terms.or(open, value.is_function(self.terms)))
    }
}

impl PathGraph {
    /// Returns the index of a place, which is added if it is new.
    fn add(&mut self, place: PathPlace) -> usize {
        let next = self.places.len();
        let index = *self.known.entry(place).or_insert(next);
        if index == next {
            self.places.push(place);
        }
        index
    }
}
