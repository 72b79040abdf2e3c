//! An order in which to visit locations, and the loop nest.
//!
//! One depth-first search computes both: reverse postorder, and the loops by Wei, Mao, Zou, Chen, "A new algorithm for
//! identifying loops in decompilation" (2007). The graph may be irreducible: in a loop with several entries the
//! location that the search reaches first is the head. So every cycle of the flowchart passes a loop head.

use crate::{Flowchart, LocationId};

/// Reverse postorder and loops of a flowchart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopOrder {
    /// Reachable locations in reverse postorder: a location follows all its predecessors, except over back edges.
    order: Vec<LocationId>,
    places: Vec<Place>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Place {
    /// Position in the order; `None` if unreachable.
    number: Option<u32>,
    /// Head of the innermost enclosing loop, other than the location itself.
    around: Option<LocationId>,
    is_head: bool,
    /// Number of enclosing loops, including its own if it is a head.
    depth: u32,
}

impl LoopOrder {
    pub fn of(flowchart: &Flowchart) -> Self {
        let mut search = Search::new(flowchart);
        search.run();
        let mut order = search.postorder;
        order.reverse();
        let mut places = search.places;
        for (number, location) in order.iter().enumerate() {
            // The enclosing loop's head comes earlier in the order, so its depth is known.
            let around = places[location.index()].around;
            let depth = around.map_or(0, |head| places[head.index()].depth);
            let place = &mut places[location.index()];
            place.number = u32::try_from(number).ok();
            place.depth = depth + u32::from(place.is_head);
        }
        LoopOrder { order, places }
    }

    /// The reachable locations in reverse postorder.
    pub fn locations(&self) -> &[LocationId] {
        &self.order
    }

    /// Returns the position of a location in that order; `None` if it is unreachable.
    pub fn number(&self, location: LocationId) -> Option<u32> {
        self.place(location).number
    }

    /// Returns true for a loop head. Every cycle passes at least one.
    pub fn is_head(&self, location: LocationId) -> bool {
        self.place(location).is_head
    }

    /// Returns the loop heads in reverse postorder: outer loops before inner ones.
    pub fn heads(&self) -> impl Iterator<Item = LocationId> + '_ {
        self.order.iter().copied().filter(|location| self.is_head(*location))
    }

    /// Returns the head of the innermost loop that contains the location; a head is in its own loop.
    pub fn innermost(&self, location: LocationId) -> Option<LocationId> {
        if self.is_head(location) { Some(location) } else { self.place(location).around }
    }

    /// Returns the head of the innermost enclosing loop; for a head, its own loop does not count.
    pub fn around(&self, location: LocationId) -> Option<LocationId> {
        self.place(location).around
    }

    /// Returns the number of loops that contain the location.
    pub fn depth(&self, location: LocationId) -> u32 {
        self.place(location).depth
    }

    /// Returns true if the location is in the loop of `head`.
    pub fn is_inside(&self, location: LocationId, head: LocationId) -> bool {
        std::iter::successors(self.innermost(location), |head| self.around(*head)).any(|found| found == head)
    }

    /// Returns the locations of the loop of `head`, including inner loops, in reverse postorder.
    pub fn body(&self, head: LocationId) -> impl Iterator<Item = LocationId> + '_ {
        self.order.iter().copied().filter(move |location| self.is_inside(*location, head))
    }

    /// Returns true if an edge from `source` to `target` is a back edge: its target is not later in the order.
    pub fn goes_back(&self, source: LocationId, target: LocationId) -> bool {
        matches!((self.number(source), self.number(target)), (Some(source), Some(target)) if target <= source)
    }

    fn place(&self, location: LocationId) -> Place {
        self.places.get(location.index()).copied().unwrap_or_default()
    }
}

/// An iterative depth-first search.
struct Search<'f> {
    flowchart: &'f Flowchart,
    places: Vec<Place>,
    visited: Vec<bool>,
    /// Position on the path from the entry to the current location, starting at 1; 0 if it is not on the path.
    on_path: Vec<u32>,
    postorder: Vec<LocationId>,
}

impl<'f> Search<'f> {
    fn new(flowchart: &'f Flowchart) -> Self {
        let count = flowchart.graph.node_count();
        Search {
            flowchart,
            places: vec![Place::default(); count],
            visited: vec![false; count],
            on_path: vec![0; count],
            postorder: Vec::with_capacity(count),
        }
    }

    /// Returns the successors of a location, first one last, so that the order follows the source.
    fn successors(&self, location: LocationId) -> Vec<LocationId> {
        self.flowchart.outgoing(location).into_iter().map(|edge| self.flowchart.target(edge)).collect()
    }

    fn run(&mut self) {
        let mut path: Vec<(LocationId, Vec<LocationId>)> = Vec::new();
        self.enter(self.flowchart.entry, &mut path);
        while let Some((location, rest)) = path.last_mut() {
            let location = *location;
            let Some(next) = rest.pop() else {
                path.pop();
                self.on_path[location.index()] = 0;
                self.postorder.push(location);
                let around = self.places[location.index()].around;
                if let (Some((before, _)), Some(head)) = (path.last(), around) {
                    self.put_inside(*before, head);
                }
                continue;
            };
            if !self.visited[next.index()] {
                self.enter(next, &mut path);
            } else if self.on_path[next.index()] > 0 {
                self.places[next.index()].is_head = true;
                self.put_inside(location, next);
            } else {
                // `next` is finished: only loops that are still on the path enclose `location`.
                let open = |head: &LocationId| self.on_path[head.index()] > 0;
                let heads = std::iter::successors(self.places[next.index()].around, |h| self.places[h.index()].around);
                if let Some(head) = heads.into_iter().find(open) {
                    self.put_inside(location, head);
                }
            }
        }
    }

    fn enter(&mut self, location: LocationId, path: &mut Vec<(LocationId, Vec<LocationId>)>) {
        self.visited[location.index()] = true;
        path.push((location, self.successors(location)));
        self.on_path[location.index()] = u32::try_from(path.len()).unwrap_or(u32::MAX);
    }

    /// Records that `location` is in the loop of `head`, keeping the chain of enclosing heads sorted, innermost first.
    fn put_inside(&mut self, location: LocationId, head: LocationId) {
        let (mut inner, mut outer) = (location, head);
        if inner == outer {
            return;
        }
        while let Some(around) = self.places[inner.index()].around {
            if around == outer {
                return;
            }
            if self.on_path[around.index()] < self.on_path[outer.index()] {
                self.places[inner.index()].around = Some(outer);
                (inner, outer) = (outer, around);
            } else {
                inner = around;
            }
        }
        self.places[inner.index()].around = Some(outer);
    }
}
