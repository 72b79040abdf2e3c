//! The objects that predicates name, and the paths that they ask about.

use indexmap::{IndexMap, IndexSet};

use crate::bounded::is_whole_integer;
use crate::integers::cell_of;
use base::ids::Id;
use ctype::{FieldId, RecordId, Type, TypeId};
use logic::{Arena, Atom, AtomId, FieldSetId, TermId, TermNode};

/// The index of a point, a pointer to a record.
pub(super) type PointerIndex = usize;

/// Whether a point is defined, by its form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PointerForm {
    /// A variable or symbol: always defined.
    Root,
    /// `x->f`: defined exactly if `x` is live.
    Field(PointerIndex, FieldId),
    Other,
}

/// An avoided place: all cells of a node, or one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Avoided {
    pub node: PointerIndex,
    /// `None`: the node itself.
    pub field: Option<FieldId>,
}

/// A restriction of paths: the fields that may be followed, and the places to avoid.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct HeapView {
    pub fields: FieldSetId,
    /// In ascending order.
    pub avoid: Vec<Avoided>,
}

/// A predicate in terms of points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    Never,
    Null(PointerIndex),
    Equal(PointerIndex, PointerIndex),
    Alive(PointerIndex),
    Reach { at_least_one: bool, view: usize, from: PointerIndex, to: PointerIndex },
    ReachCell { view: usize, from: PointerIndex, to: PointerIndex },
    Shared { view: usize, left: PointerIndex, right: PointerIndex },
    Cyclic { view: usize, from: PointerIndex },
}

/// All points, and all views with the points that matter in each.
#[derive(Default)]
pub(super) struct Points {
    terms: IndexSet<TermId>,
    origins: Vec<PointerForm>,
    records: Vec<RecordId>,
    views: IndexMap<HeapView, IndexSet<PointerIndex>>,
    pub facts: Vec<(AtomId, Fact)>,
}

impl Points {
    pub fn of(arena: &Arena, atoms: &[AtomId]) -> Points {
        let mut points = Points::default();
        points.add(arena, atoms);
        points.complete_views();
        points
    }

    /// Adds predicates. This adds no points to views.
    pub fn add(&mut self, arena: &Arena, atoms: &[AtomId]) {
        for atom in atoms {
            if let Some(fact) = self.fact(arena, *atom) {
                self.facts.push((*atom, fact));
            }
        }
    }

    /// Also adds the nodes that integers are read from, and returns them by the terms that point to them.
    pub fn with_bases(arena: &Arena, atoms: &[AtomId]) -> (Points, IndexMap<TermId, PointerIndex>) {
        let mut points = Points::of(arena, atoms);
        let mut bases = IndexMap::new();
        let compares = |atom: &&AtomId| matches!(arena.get(**atom), Atom::Equal(..) | Atom::Less(..));
        let known: Vec<AtomId> = points.facts.iter().map(|(atom, _)| *atom).collect();
        let mut agenda: Vec<TermId> = atoms
            .iter()
            .filter(compares)
            .filter(|atom| !known.contains(atom))
            .flat_map(|atom| arena.get(*atom).terms())
            .collect();
        while let Some(term) = agenda.pop() {
            agenda.extend(arena.children(term));
            let Some(cell) = cell_of(arena, term) else { continue };
            if arena.types().is_integer(arena.type_of(term))
                && let Some(point) = points.point(arena, cell.base)
            {
                bases.insert(cell.base, point);
            }
        }
        points.complete_views();
        (points, bases)
    }

    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn origin(&self, point: PointerIndex) -> PointerForm {
        self.origins[point]
    }

    pub fn record(&self, point: PointerIndex) -> RecordId {
        self.records[point]
    }

    pub fn views(&self) -> impl Iterator<Item = (&HeapView, &IndexSet<PointerIndex>)> {
        self.views.iter()
    }

    pub fn terms(&self) -> impl Iterator<Item = TermId> {
        self.terms.iter().copied()
    }

    pub fn find(&self, term: TermId) -> Option<PointerIndex> {
        self.terms.get_index_of(&term)
    }

    /// Adds the node that an integer term is read from, if any. `None` for an unsupported term: one that is no constant
    /// or symbol, nor the value of a variable or of a field of a node.
    pub fn record_base(&mut self, arena: &Arena, term: TermId) -> Option<()> {
        match arena.node(term) {
            TermNode::Integer(_) | TermNode::Symbol(_) => Some(()),
            TermNode::Load(address) if arena.is_variable_cell(address) => Some(()),
            TermNode::Load(address) => match arena.node(address) {
                TermNode::FieldAddress(base, field) if is_whole_integer(arena, field) => {
                    self.point(arena, base).map(|_| ())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns true if some predicate is about sharing through these fields.
    pub fn speaks_of_sharing(&self, fields: FieldSetId) -> bool {
        let fields_of = |view: usize| self.views.get_index(view).map(|(view, _)| view.fields);
        self.facts.iter().any(|(_, fact)| matches!(fact, Fact::Shared { view, .. } if fields_of(*view) == Some(fields)))
    }

    pub fn view_of(&self, view: &HeapView) -> Option<usize> {
        self.views.get_index_of(view)
    }

    /// Returns the point `x->f`, if there is one.
    pub fn field_of(&self, point: PointerIndex, field: FieldId) -> Option<PointerIndex> {
        self.origins.iter().position(|origin| *origin == PointerForm::Field(point, field))
    }

    fn fact(&mut self, arena: &Arena, atom: AtomId) -> Option<Fact> {
        let is_null = |term: TermId| arena.node(term) == TermNode::Null;
        Some(match arena.get(atom) {
            Atom::Equal(left, right) if is_null(*left) && !is_null(*right) => Fact::Null(self.point(arena, *right)?),
            Atom::Equal(left, right) if is_null(*right) && !is_null(*left) => Fact::Null(self.point(arena, *left)?),
            Atom::Equal(left, right) => Fact::Equal(self.point(arena, *left)?, self.point(arena, *right)?),
            // The axioms do not cover claims about all nodes and node counts.
            Atom::Less(..) | Atom::Structure { .. } | Atom::Count { .. } => return None,
            Atom::Allocated(term) => Fact::Alive(self.object(arena, *term)?),
            found => {
                let arguments: Vec<TermId> = found.arguments().collect();
                if arguments.iter().any(|term| is_null(*term)) {
                    return Some(Fact::Never);
                }
                let fields = found.fields()?;
                // A cell that is followed is reached through its node.
                let cell = match (found, arguments.get(1).map(|term| arena.node(*term))) {
                    (Atom::Reach { at_least_one: false, .. }, Some(TermNode::FieldAddress(node, field)))
                        if arena.fields(fields).contains(&field) =>
                    {
                        Some(node)
                    }
                    _ => None,
                };
                let ends = arguments.iter().take(1).copied().chain(cell.or(arguments.get(1).copied()));
                let (view, arguments) = self.paths(arena, fields, found.avoid(), ends)?;
                match (found, &arguments[..]) {
                    (Atom::Reach { .. }, [from, to]) if cell.is_some() => {
                        Fact::ReachCell { view, from: *from, to: *to }
                    }
                    (Atom::Reach { at_least_one, .. }, [from, to]) => {
                        Fact::Reach { at_least_one: *at_least_one, view, from: *from, to: *to }
                    }
                    (Atom::Dshared { .. }, [left, right]) => Fact::Shared { view, left: *left, right: *right },
                    (Atom::Cyclic { .. }, [from]) => Fact::Cyclic { view, from: *from },
                    _ => return None,
                }
            }
        })
    }

    /// Returns the view of paths through `fields` around `avoid`, and the points of their ends. `None` if a link or an
    /// end is no pointer to a record.
    pub fn paths(
        &mut self,
        arena: &Arena,
        fields: FieldSetId,
        avoid: &[TermId],
        ends: impl Iterator<Item = TermId>,
    ) -> Option<(usize, Vec<PointerIndex>)> {
        if !has_plain_links(arena, fields) {
            return None;
        }
        let ends: Option<Vec<PointerIndex>> = ends.map(|term| self.point(arena, term)).collect();
        let ends = ends?;
        let avoid = self.avoided(arena, fields, avoid)?;
        let nodes: Vec<PointerIndex> = avoid.iter().map(|avoided| avoided.node).collect();
        let entry = self.views.entry(HeapView { fields, avoid });
        let view = entry.index();
        entry.or_default().extend(ends.iter().copied().chain(nodes));
        Some((view, ends))
    }

    /// Adds the point of a term that is a pointer to a record, and the points that it is read from.
    fn point(&mut self, arena: &Arena, term: TermId) -> Option<PointerIndex> {
        if let Some(known) = self.terms.get_index_of(&term) {
            return Some(known);
        }
        let record = record_at(arena, arena.type_of(term))?;
        let origin = match arena.node(term) {
            TermNode::Symbol(_) => PointerForm::Root,
            // Another member may have been written.
            TermNode::Load(address) if arena.lies_in_union(address) => PointerForm::Other,
            TermNode::Load(address) if arena.is_variable_cell(address) => PointerForm::Root,
            TermNode::Load(address) => match arena.node(address) {
                TermNode::FieldAddress(base, field) => match self.point(arena, base) {
                    Some(base) => PointerForm::Field(base, field),
                    None => PointerForm::Other,
                },
                _ => PointerForm::Other,
            },
            _ => return None,
        };
        self.origins.push(origin);
        self.records.push(record);
        Some(self.terms.insert_full(term).0)
    }

    /// Returns the object that contains an address.
    fn object(&mut self, arena: &Arena, address: TermId) -> Option<PointerIndex> {
        match arena.node(address) {
            TermNode::FieldAddress(base, _) => self.object(arena, base),
            _ => self.point(arena, address),
        }
    }

    /// Returns the avoided places that a path through the fields could visit.
    fn avoided(&mut self, arena: &Arena, fields: FieldSetId, avoid: &[TermId]) -> Option<Vec<Avoided>> {
        let mut found = Vec::new();
        for address in avoid {
            // No path reaches NULL, or leads into a variable that no pointer points to.
            if arena.is_null_place(*address) || arena.is_variable_cell(*address) {
                continue;
            }
            match arena.node(*address) {
                TermNode::FieldAddress(_, field) if !arena.fields(fields).contains(&field) => {}
                TermNode::FieldAddress(base, field) => {
                    found.push(Avoided { node: self.point(arena, base)?, field: Some(field) });
                }
                _ => found.push(Avoided { node: self.point(arena, *address)?, field: None }),
            }
        }
        found.sort();
        found.dedup();
        Some(found)
    }

    /// Adds, for every set of fields, a view that avoids nothing, with all points; and to every view, whatever is read
    /// from its points.
    fn complete_views(&mut self) {
        let sets: IndexSet<FieldSetId> = self.views.keys().map(|view| view.fields).collect();
        for fields in sets {
            let all = self.views.entry(HeapView { fields, avoid: Vec::new() }).or_default();
            all.extend(0..self.terms.len());
        }
        for points in self.views.values_mut() {
            for (point, origin) in self.origins.iter().enumerate() {
                if let PointerForm::Field(base, _) = origin
                    && points.contains(base)
                {
                    points.insert(point);
                }
            }
        }
    }
}

/// Returns the record that a pointer of this type points to.
pub(super) fn record_at(arena: &Arena, ty: TypeId) -> Option<RecordId> {
    let target = arena.types().pointee(ty)?;
    match arena.types().get(target) {
        Type::Record(record) if arena.types().record(*record).layout.is_some() => Some(*record),
        _ => None,
    }
}

/// Returns true if every field of the set is a pointer to a record, and no union member.
fn has_plain_links(arena: &Arena, fields: FieldSetId) -> bool {
    let types = arena.types();
    let is_plain =
        |field: &FieldId| !types.record(field.record).is_union && record_at(arena, types.field(*field).ty).is_some();
    arena.fields(fields).iter().all(is_plain)
}

/// Returns the fields of a record that belong to the set.
pub(super) fn links(arena: &Arena, fields: FieldSetId, record: RecordId) -> Vec<FieldId> {
    arena.fields(fields).iter().copied().filter(|field| field.record == record).collect()
}

/// Returns true if every record has at most one field of the set.
pub(super) fn is_function(arena: &Arena, fields: FieldSetId) -> bool {
    let mut records: Vec<usize> = arena.fields(fields).iter().map(|field| field.record.index()).collect();
    let count = records.len();
    records.sort_unstable();
    records.dedup();
    records.len() == count
}
