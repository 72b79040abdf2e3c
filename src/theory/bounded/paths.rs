//! The reachability relation between nodes in a view: through its fields, around what it avoids.

use rustc_hash::FxHashMap;

use super::{Encoder, Refused};
use crate::points::HeapView;
use ctype::FieldId;
use sat::Lit;

/// The paths between nodes in a view. Nodes of all records are numbered together.
pub(super) struct PathClosure {
    /// Paths of one or more steps.
    pub closure: Vec<Vec<Lit>>,
    /// True for nodes that are avoided as a whole.
    pub avoided: Vec<Lit>,
    /// The links between each two nodes, each with the literal that it exists and is not avoided.
    pub links: Vec<Vec<Vec<Lit>>>,
}

impl Encoder<'_> {
    /// Returns the steps of a view, by its index.
    pub(super) fn steps(&mut self, index: usize) -> Result<&PathClosure, Refused> {
        if !self.steps.contains_key(&index) {
            let view = self.points.views().nth(index).map(|(view, _)| view.clone()).ok_or(Refused::Predicate)?;
            let steps = self.steps_of(&view)?;
            self.steps.insert(index, steps);
        }
        self.steps.get(&index).ok_or(Refused::Predicate)
    }

    fn steps_of(&mut self, view: &HeapView) -> Result<PathClosure, Refused> {
        let all = self.alive.len();
        let mut avoided: Vec<Vec<Lit>> = vec![Vec::new(); all];
        let mut barred: FxHashMap<(usize, FieldId), Vec<Lit>> = FxHashMap::default();
        for place in &view.avoid {
            for (node, is_it) in self.living(place.node)? {
                match place.field {
                    None => avoided[node].push(is_it),
                    Some(field) => barred.entry((node, field)).or_default().push(is_it),
                }
            }
        }
        let avoided: Vec<Lit> = avoided.iter().map(|ways| self.circuit.or(ways)).collect();
        let mut ways: Vec<Vec<Vec<Lit>>> = vec![vec![Vec::new(); all]; all];
        for field in self.arena.fields(view.fields) {
            let (Some(first), Some(target)) = (self.first(field.record), self.target(*field)) else { continue };
            let Some(first_target) = self.first(target) else { continue };
            for node in first..first + self.count {
                let bars = barred.get(&(node, *field)).map_or(&[][..], Vec::as_slice).to_vec();
                let bar = self.circuit.or(&bars);
                let cell = self.links.get(&(node, *field)).ok_or(Refused::Predicate)?.clone();
                for (index, at) in cell.at.iter().enumerate() {
                    let next = first_target + index;
                    let open = [*at, !bar, !avoided[node], self.alive[node], self.alive[next]];
                    let way = self.circuit.and(&open);
                    ways[node][next].push(way);
                }
            }
        }
        let step: Vec<Vec<Lit>> =
            ways.iter().map(|row| row.iter().map(|ways| self.circuit.or(ways)).collect()).collect();
        Ok(PathClosure { closure: self.closure(step), avoided, links: ways })
    }

    /// Transitive closure, by squaring.
    fn closure(&mut self, mut reach: Vec<Vec<Lit>>) -> Vec<Vec<Lit>> {
        let all = reach.len();
        let mut length = 1;
        // A simple path has at most as many steps as there are nodes.
        while length < all {
            let before = reach.clone();
            for from in 0..all {
                for to in 0..all {
                    let mut ways = vec![before[from][to]];
                    for (first, behind) in before[from].iter().zip(&before) {
                        ways.push(self.circuit.and(&[*first, behind[to]]));
                    }
                    reach[from][to] = self.circuit.or(&ways);
                }
            }
            length *= 2;
        }
        reach
    }
}
