//! Cyclic paths.

use std::collections::BTreeSet;

use super::{FormulaJudge, Place, Way};
use crate::domain::fault::Interruption;
use crate::domain::object::{BackLink, SegmentShape};
use crate::domain::value::Target;
use crate::transfer::segment::{self, End};

/// A step of a depth-first search along paths.
enum Walk {
    /// Visits a place.
    Enter(Place),
    /// Everything reachable from the place was visited.
    Leave(Place),
}

impl FormulaJudge<'_> {
    /// Returns true if a path from one of the places comes back to it.
    pub(super) fn has_cycle(&self, way: &Way<'_>, places: &BTreeSet<Place>) -> Result<Option<bool>, Interruption> {
        let may_come_back = self.may_come_back(way, places);
        let (mut is_open, mut possible) = (false, None);
        for place in places {
            let Some(object) = self.graph().object(place.address.object) else { continue };
            if object.is_tree() && object.linkage().is_some_and(|linkage| linkage.back.is_some()) {
                is_open = true;
                continue;
            }
            if let Some(SegmentShape { head, next, back: Some(BackLink { at, into }), .. }) = object.linkage()
                && [next, at].iter().all(|link| self.cells(way, *place).contains(link))
            {
                // Neighbours point to each other.
                match object.minimum() {
                    // The links may not be fields of the record at the offset that the back link points to.
                    _ if object.level > 0 || into != head => is_open = true,
                    0 | 1 => possible = Some(place.address.object),
                    _ => return Ok(Some(true)),
                }
            }
            // Nodes between the first and the last lead to each other only as these do.
            let is_between = place.address.target == Target::All;
            if is_between || !may_come_back || !self.after_one_step(way, *place)?.places.contains(place) {
                continue;
            }
            match object.minimum() {
                _ if object.level > 0 || object.is_tree() => is_open = true,
                0 => possible = Some(place.address.object),
                _ => return Ok(Some(true)),
            }
        }
        match possible {
            Some(segment) => {
                Err(Interruption::by_segment(segment::materialised(self.graph(), segment, End::First, self.word)))
            }
            None => Ok(if is_open { None } else { Some(false) }),
        }
    }

    /// Returns false only if no path from one of the places comes back to it. Needs a single search, whereas checking
    /// each place needs one search per place. The search passes through segments wherever a path may. Links among the
    /// inner nodes of a segment do not count as cycles.
    fn may_come_back(&self, way: &Way<'_>, places: &BTreeSet<Place>) -> bool {
        let (mut left, mut on_the_way) = (BTreeSet::new(), BTreeSet::new());
        let mut exits = Vec::new();
        for start in places {
            let mut agenda = vec![Walk::Enter(*start)];
            while let Some(next) = agenda.pop() {
                match next {
                    Walk::Enter(place) if on_the_way.contains(&place) => return true,
                    Walk::Enter(place) if way.avoid.contains(&place) || left.contains(&place) => {}
                    Walk::Enter(place) if self.is_allocated(place) != Some(true) => {}
                    Walk::Enter(place) => {
                        on_the_way.insert(place);
                        agenda.push(Walk::Leave(place));
                        self.selections(way, place, &mut exits);
                        self.step(place, &mut exits);
                        let is_way_back = |exit: &Place| *exit != place || place.address.target != Target::All;
                        agenda.extend(exits.drain(..).filter(is_way_back).map(Walk::Enter));
                    }
                    Walk::Leave(place) => {
                        on_the_way.remove(&place);
                        left.insert(place);
                    }
                }
            }
        }
        false
    }
}
