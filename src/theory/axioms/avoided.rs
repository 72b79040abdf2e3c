//! Laws that relate views that avoid different cells, or follow different fields.
//!
//! `A` is what the wide view avoids, `B` what the narrow one avoids in addition, and `reach[A](x,y)` a path around `A`.
//! `x.f` is the value of the cell. Most proofs take a path without repeated nodes. Such a path leaves each node once,
//! and never returns to its start. Uniqueness of paths is used only where stated. `tests/predicates/avoided_cells.rs` checks each
//! law on all small heaps.

use crate::axioms::{Axioms, Paths, Way, shared_of};
use crate::points::{Avoided, HeapView, PointerIndex, links};
use logic::FieldSetId;
use sat::Lit;

/// Two views of the same fields; one avoids more.
struct Pair<'p> {
    wide: &'p Paths,
    narrow: &'p Paths,
    /// The places that only the narrow view avoids.
    added: Vec<Avoided>,
    /// The points of both views.
    common: Vec<PointerIndex>,
}

impl<'p> Pair<'p> {
    fn new(wide: &'p Paths, narrow: &'p Paths) -> Pair<'p> {
        let added = narrow.view.avoid.iter().filter(|avoided| !wide.view.avoid.contains(avoided)).copied().collect();
        let common = narrow.points.iter().copied().filter(|point| wide.points.contains(point)).collect();
        Pair { wide, narrow, added, common }
    }

    /// Returns the nodes of `added`, without repetition.
    fn nodes(&self) -> Vec<PointerIndex> {
        let mut nodes: Vec<PointerIndex> = self.added.iter().map(|avoided| avoided.node).collect();
        nodes.dedup();
        nodes
    }

    /// Returns all ordered pairs of different points of both views.
    fn two_points(&self) -> impl Iterator<Item = (PointerIndex, PointerIndex)> + '_ {
        self.common.iter().flat_map(|x| self.common.iter().filter(move |y| *y != x).map(move |y| (*x, *y)))
    }
}

impl Axioms<'_> {
    /// Avoiding more finds less; and paths that are lost go through a place avoided in addition.
    pub(super) fn relate_views(&mut self) {
        let views = std::mem::take(&mut self.views);
        for wide in &views {
            for narrow in views.iter().filter(|narrow| is_narrower(narrow, wide)) {
                if !views.iter().any(|between| is_between(wide, between, narrow)) {
                    let pair = Pair::new(wide, narrow);
                    self.find_less(&pair);
                    self.meet(&pair);
                    self.leave(&pair);
                    self.change_one_cell(&pair);
                    self.return_never(&pair);
                    self.use_last(&pair);
                }
            }
            self.come_to_one_first(&views, wide);
            for other in &views {
                self.unite(&views, wide, other);
                self.follow_more(wide, other);
            }
        }
        self.views = views;
    }

    /// Paths of the narrow view are paths of the wide view.
    fn find_less(&mut self, pair: &Pair<'_>) {
        let (wide, narrow) = (pair.wide, pair.narrow);
        for x in &pair.common {
            self.gives(&[narrow.cyclic[x]], &[wide.cyclic[x]]);
            self.gives(&[narrow.round[x]], &[wide.round[x]]);
        }
        for (x, y) in pair.two_points() {
            self.gives(&[narrow.reach[&(x, y)]], &[wide.reach[&(x, y)]]);
            if wide.has_shared {
                let (shared, less) = (shared_of(self, wide, x, y), shared_of(self, narrow, x, y));
                self.gives(&[less], &[shared]);
            }
        }
    }

    /// A path that is lost meets one of the new places first, which is not its end.
    fn meet(&mut self, pair: &Pair<'_>) {
        let (wide, narrow, nodes) = (pair.wide, pair.narrow, pair.nodes());
        for x in pair.common.iter().copied() {
            let met: Vec<Lit> = nodes.iter().map(|node| narrow.reach[&(x, *node)]).collect();
            self.gives(&[wide.cyclic[&x]], &[&[narrow.cyclic[&x]][..], &met[..]].concat());
            self.gives(&[wide.round[&x]], &[&[narrow.round[&x]][..], &met[..]].concat());
        }
        if !nodes.iter().all(|node| wide.points.contains(node)) {
            return;
        }
        for (x, y) in pair.two_points() {
            let way =
                |node: &PointerIndex| vec![narrow.reach[&(x, *node)], wide.reach[&(*node, y)], !self.equal(*node, y)];
            let ways: Vec<Vec<Lit>> = nodes.iter().map(way).collect();
            self.gives_some(wide.reach[&(x, y)], &[narrow.reach[&(x, y)]], &ways);
            if wide.has_shared {
                let (shared, less) = (shared_of(self, wide, x, y), shared_of(self, narrow, x, y));
                let way = |(node, near, far)| vec![narrow.reach[&(near, node)], shared_of(self, wide, node, far)];
                let met = nodes.iter().flat_map(|node| [(*node, x, y), (*node, y, x)]);
                let ways: Vec<Vec<Lit>> = met.map(way).collect();
                self.gives_some(shared, &[less], &ways);
            }
        }
    }

    /// A path from a node with a new place does not return to that node. After its first step, it avoids the new places
    /// as well, or meets another node that has one.
    fn leave(&mut self, pair: &Pair<'_>) {
        let (wide, narrow, nodes) = (pair.wide, pair.narrow, pair.nodes());
        for x in wide.points.iter().copied() {
            let mut starts: Vec<Lit> = nodes.iter().map(|node| self.equal(x, *node)).collect();
            starts.retain(|is_start| *is_start != !self.yes);
            if starts.is_empty() {
                continue;
            }
            let Some(ways) = self.ways(&wide.view, x, narrow) else { continue };
            for y in pair.common.iter().copied().filter(|y| *y != x) {
                let mut parts: Vec<Vec<Lit>> = Vec::new();
                for Way { open, next } in &ways {
                    parts.push(open.iter().copied().chain([narrow.reach[&(*next, y)]]).collect());
                    for node in nodes.iter().filter(|node| **node != x) {
                        let goes_on = wide.reach.get(&(*node, y)).copied();
                        let differs = [!self.equal(*node, x), !self.equal(*node, y)];
                        let differs = differs.into_iter().filter(|lit| *lit != self.yes);
                        let way = open.iter().copied().chain([narrow.reach[&(*next, *node)]]);
                        parts.push(way.chain(goes_on).chain(differs).collect());
                    }
                }
                for is_start in &starts {
                    let otherwise = [!*is_start, self.equal(x, y)];
                    self.gives_some(wide.reach[&(x, y)], &otherwise, &parts);
                }
            }
        }
    }

    /// Views that differ in one cell of a node `u`, which holds `n`: a path uses the cell once, or not at all.
    fn change_one_cell(&mut self, pair: &Pair<'_>) {
        let [Avoided { node: u, field: Some(field) }] = pair.added[..] else { return };
        let (wide, narrow) = (pair.wide, pair.narrow);
        let Some(n) = self.points.field_of(u, field).filter(|n| narrow.points.contains(n)) else { return };
        // The cell may be avoided by both views under another name.
        let bars = self.barred(&wide.view, u, field);
        for x in pair.common.iter().copied() {
            let there = narrow.reach[&(x, u)];
            self.either(wide.round[&x], narrow.round[&x], &[vec![there, narrow.reach[&(n, x)]]], &bars);
            let cycles = [vec![there, narrow.cyclic[&n]], vec![there, narrow.reach[&(n, u)]]];
            self.either(wide.cyclic[&x], narrow.cyclic[&x], &cycles, &bars);
        }
        for (x, y) in pair.two_points() {
            let through = [vec![narrow.reach[&(x, u)], narrow.reach[&(n, y)]]];
            self.either(wide.reach[&(x, y)], narrow.reach[&(x, y)], &through, &bars);
            if wide.has_shared && x < y {
                let through = [
                    vec![narrow.reach[&(x, u)], shared_of(self, narrow, n, y)],
                    vec![narrow.reach[&(y, u)], shared_of(self, narrow, x, n)],
                ];
                self.either(shared_of(self, wide, x, y), shared_of(self, narrow, x, y), &through, &bars);
            }
        }
    }

    /// `wide` is equivalent to `narrow` or all literals of one of the parts; but a part need not imply it if one of the
    /// bars is true.
    fn either(&mut self, wide: Lit, narrow: Lit, parts: &[Vec<Lit>], bars: &[Lit]) {
        self.gives_some(wide, &[narrow], parts);
        for part in parts {
            self.gives(part, &[&[wide][..], bars].concat());
        }
    }

    /// If all ways from a node are avoided in addition: what is on no cycle with that node is found, after its first
    /// step, without it.
    fn return_never(&mut self, pair: &Pair<'_>) {
        let [added] = pair.added[..] else { return };
        let (wide, narrow) = (pair.wide, pair.narrow);
        for x in wide.points.iter().copied() {
            let is_start = self.equal(x, added.node);
            if is_start == !self.yes || !self.leads_all(&wide.view, x, added) {
                continue;
            }
            let Some(ways) = self.ways(&wide.view, x, narrow) else { continue };
            self.leads_on(wide.cyclic[&x], &[!is_start, wide.round[&x]], &ways, |_, next| narrow.cyclic[&next]);
            if !wide.has_shared {
                continue;
            }
            for y in pair.common.iter().copied().filter(|y| *y != x) {
                let (premise, back) = (shared_of(self, wide, x, y), wide.reach[&(y, x)]);
                self.leads_on(premise, &[!is_start, back], &ways, |axioms, next| shared_of(axioms, narrow, next, y));
            }
        }
    }

    /// A path that uses some of several new cells uses one of them last.
    fn use_last(&mut self, pair: &Pair<'_>) {
        // `change_one_cell` covers a single cell, and says more.
        if pair.added.len() < 2 {
            return;
        }
        let (wide, narrow) = (pair.wide, pair.narrow);
        let mut cells: Vec<(PointerIndex, PointerIndex)> = Vec::new();
        for place in &pair.added {
            let all = links(self.arena, wide.view.fields, self.points.record(place.node));
            for field in all.into_iter().filter(|field| place.field.is_none_or(|only| only == *field)) {
                let next = self.points.field_of(place.node, field).filter(|next| narrow.points.contains(next));
                let Some(next) = next.filter(|_| wide.points.contains(&place.node)) else { return };
                cells.push((place.node, next));
            }
        }
        for (x, y) in pair.two_points() {
            let way = |(node, next): &(PointerIndex, PointerIndex)| {
                vec![wide.reach[&(x, *node)], narrow.reach[&(*next, y)], !self.equal(*node, y)]
            };
            let ways: Vec<Vec<Lit>> = cells.iter().map(way).collect();
            self.gives_some(wide.reach[&(x, y)], &[narrow.reach[&(x, y)]], &ways);
        }
    }

    /// Of two nodes that are reached, one is reached without leaving the other.
    fn come_to_one_first(&mut self, views: &[Paths], wide: &Paths) {
        let without: Vec<(&Paths, PointerIndex)> = views
            .iter()
            .filter(|narrow| is_narrower(narrow, wide))
            .filter_map(|narrow| match Pair::new(wide, narrow).added[..] {
                [place] if self.leads_all(&wide.view, place.node, place) => Some((narrow, place.node)),
                _ => None,
            })
            .collect();
        for (index, (around_y, y)) in without.iter().enumerate() {
            for (around_z, z) in without.iter().skip(index + 1) {
                let knows = |x: &PointerIndex| around_y.points.contains(x) && around_z.points.contains(x);
                if y == z || !wide.points.contains(y) || !wide.points.contains(z) || !knows(y) || !knows(z) {
                    continue;
                }
                for x in wide.points.iter().copied().filter(knows) {
                    let premises = [wide.reach[&(x, *y)], wide.reach[&(x, *z)]];
                    let conclusions = [self.equal(*y, *z), around_y.reach[&(x, *z)], around_z.reach[&(x, *y)]];
                    self.gives(&premises, &conclusions);
                }
            }
        }
    }

    /// Returns true if the avoided place is the only way on from a node of the record of `x`.
    fn leads_all(&self, view: &HeapView, x: PointerIndex, place: Avoided) -> bool {
        let links = links(self.arena, view.fields, self.points.record(x));
        place.field.is_none_or(|field| links == [field])
    }

    /// Paths through some fields are also paths through more fields, around at most the same places.
    fn follow_more(&mut self, few: &Paths, many: &Paths) {
        if few.view.fields == many.view.fields || !self.is_part(few.view.fields, many.view.fields) {
            return;
        }
        // Avoided places of other fields do not matter to the few.
        let few_fields = self.arena.fields(few.view.fields);
        let matters = |avoided: &&Avoided| avoided.field.is_none_or(|field| few_fields.contains(&field));
        if !many.view.avoid.iter().filter(matters).all(|avoided| few.view.avoid.contains(avoided)) {
            return;
        }
        for x in few.points.iter().copied().filter(|x| many.points.contains(x)) {
            self.gives(&[few.cyclic[&x]], &[many.cyclic[&x]]);
            self.gives(&[few.round[&x]], &[many.round[&x]]);
            for y in few.points.iter().copied().filter(|y| *y != x && many.points.contains(y)) {
                self.gives(&[few.reach[&(x, y)]], &[many.reach[&(x, y)]]);
                if few.has_shared && many.has_shared {
                    let (less, shared) = (shared_of(self, few, x, y), shared_of(self, many, x, y));
                    self.gives(&[less], &[shared]);
                }
            }
        }
    }

    /// Returns true if `few` is a subset of `many`.
    fn is_part(&self, few: FieldSetId, many: FieldSetId) -> bool {
        let many = self.arena.fields(many);
        self.arena.fields(few).iter().all(|field| many.contains(field))
    }

    /// If paths are unique, a path that avoids some places and one that avoids others are the same path.
    fn unite(&mut self, views: &[Paths], one: &Paths, other: &Paths) {
        if !one.is_function || one.view.fields != other.view.fields {
            return;
        }
        let mut avoid = [&one.view.avoid[..], &other.view.avoid[..]].concat();
        avoid.sort();
        avoid.dedup();
        let wanted = HeapView { fields: one.view.fields, avoid };
        if wanted == one.view || wanted == other.view {
            return;
        }
        let Some(both) = self.points.view_of(&wanted).and_then(|index| views.get(index)) else { return };
        for ((x, y), reach) in &both.reach {
            if let (Some(first), Some(second)) = (one.reach.get(&(*x, *y)), other.reach.get(&(*x, *y))) {
                self.gives(&[*first, *second], &[*reach]);
            }
        }
    }
}

/// Returns true if `narrow` follows the same fields as `wide`, and avoids more.
fn is_narrower(narrow: &Paths, wide: &Paths) -> bool {
    narrow.view.fields == wide.view.fields
        && narrow.view != wide.view
        && wide.view.avoid.iter().all(|avoided| narrow.view.avoid.contains(avoided))
}

/// Returns true if the relation of two views follows from their relations to a third: it lies between them, and has all
/// their common points.
fn is_between(wide: &Paths, between: &Paths, narrow: &Paths) -> bool {
    is_narrower(between, wide)
        && is_narrower(narrow, between)
        && narrow.points.iter().filter(|point| wide.points.contains(*point)).all(|point| between.points.contains(point))
}
