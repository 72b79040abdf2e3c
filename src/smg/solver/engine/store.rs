//! The configurations stored at a location, and the join of new ones with them.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::domain::configuration::{Configuration, Feasibility};
use crate::domain::graph::Graph;
use crate::domain::invariants::assert_holds;
use crate::domain::object::{HasValue, Object};
use crate::domain::value::{ObjectId, Value};
use crate::lattice::abstraction::{self, Forks, NamedNeighbours};
use crate::lattice::join::JoinMode;
use crate::lattice::joined::joined;
use crate::lattice::rows;
use crate::lattice::signature::WithSignature;
use crate::solver::engine::calls::Call;
use crate::solver::engine::idle::without_each;
use crate::solver::engine::queue::QueuePosition;
use crate::solver::engine::{Engine, SummaryId};
use crate::solver::limits::{
    COMPARED_PER_WORK, GROWTH_BEFORE_WIDENING, KEPT_AT_MEETINGS, KEPT_BY_NULL, KEPT_NUMBERS, KEPT_SMALL_NUMBERS,
    MOST_FIELDS_TOLD_NULL,
};
use crate::solver::settings::{AbstractionLevel, Numbers};
use program::{Expr, ExprNode, FunctionId, LocationId, Program, VariableId, VariableKind};

impl Engine<'_> {
    /// Adds a configuration to a location, where it waits if it describes anything new.
    pub(super) fn arrive(&mut self, summary: SummaryId, location: LocationId, mut configuration: Configuration) {
        let Some(known) = self.summaries.get(summary) else { return };
        let (function, depth) = (known.function, known.depth);
        let Some(shape) = self.shapes.get(&function) else { return };
        // The entry heaps of a call meet at the entry, and their exit states at the exit; in recursion there may be no
        // end to either.
        let calls_itself = matches!(known.call, Call::Again | Call::Endless);
        let is_called = location == shape.flowchart.entry && calls_itself;
        let is_head = shape.order.is_head(location) || is_called || calls_itself && location == shape.flowchart.exit;
        let number = shape.order.number(location).unwrap_or(u32::MAX);
        if !self.run.mode.abstracts() && shape.order.is_head(location) {
            configuration.iterations += 1;
        }
        let place = QueuePosition { rank: configuration.iterations, depth: Reverse(depth), number, summary, location };
        let meets = shape.meets.get(location.index()).copied().unwrap_or(true);
        if meets || is_called || location == shape.flowchart.exit {
            self.drop_dead(function, location, None, &mut configuration);
            if is_head {
                self.elements.add_globals(self.program, &mut configuration);
                let places = self.elements.places(self.program, &configuration.graph);
                if !places.is_empty() || configuration.graph.has_rows() {
                    // The numbers of dropped variables tell nothing of where elements are. No block leaks with them.
                    configuration.collect_garbage();
                }
                rows::summarise(&mut configuration.graph, &places, self.word);
            }
            if let Some(level) = self.run.mode.abstraction().filter(|_| is_head)
                && abstraction::abstracted(&mut configuration.graph, self.word, level.named, forks(calls_itself, level))
            {
                configuration.mark_possibly_infeasible();
            }
            if is_head {
                // That a list is empty is a case of its own.
                configuration.graph.conclude(self.most_nodes());
            }
            let configuration = configuration.canonical();
            assert_holds(&configuration, self.word, "dead variables were dropped");
            if let Some(kept) = self.store(summary, location, configuration, is_head) {
                self.waiting.push_kept(place, &kept);
            }
        } else {
            if self.settings.keeps {
                self.kept.add(summary, location, &configuration);
            }
            self.waiting.push(place, configuration);
        }
    }

    /// Drops the variables of a running function that are dead at a location: no run names them before it overwrites them,
    /// and no pointer points to them. Of those whose address will be taken only the values are dropped. They stay if a block would leak with them. Variables in `address` are still needed.
    pub(super) fn drop_dead(
        &self,
        function: FunctionId,
        location: LocationId,
        address: Option<&Expr>,
        configuration: &mut Configuration,
    ) {
        let Some(shape) = self.shapes.get(&function) else { return };
        let Some(depth) = configuration.frames.iter().rposition(|frame| frame.function == function) else { return };
        let frame = &configuration.frames[depth];
        let needed = variables_in(address);
        let dead: Vec<_> = frame
            .variables
            .iter()
            .filter(|(variable, object)| {
                let is_out_of_reach = || {
                    !shape.live.is_needed_later(location, **variable)
                        && is_led_to_by_itself(&configuration.graph, **object)
                };
                !needed.contains(variable) && (!shape.live.is_live(location, **variable) || is_out_of_reach())
            })
            .filter(|(variable, _)| function != self.entry || !self.specified.asks_for(**variable))
            .filter(|(variable, _)| {
                self.program.variables.get(**variable).is_some_and(|variable| variable.kind != VariableKind::Global)
            })
            .map(|(variable, object)| (*variable, *object))
            .collect();
        for (variable, object) in dead {
            let leads = configuration.graph.object(object).is_some_and(|object| object.successors().next().is_some());
            let before = leads.then(|| configuration.clone());
            // A pointer may lead to it before it is overwritten, so only its value goes.
            let stays = shape.live.is_live(location, variable) && shape.live.is_named_later(location, variable);
            match configuration.graph.object_mut(object).filter(|_| stays) {
                Some(object) if object.fields().is_empty() => {}
                Some(object) => object.write(0, object.possible_end(), Value::PERHAPS_UNDEFINED),
                None => drop(configuration.frames[depth].variables.remove(&variable)),
            }
            if let Some(before) = before
                && (!configuration.collect_garbage().is_empty() || !configuration.perhaps_lost().is_empty())
            {
                *configuration = before;
            }
        }
    }

    /// Drops the temporaries of a running function that are dead at a location: unlike variables of the program, they
    /// keep no block from leaking. Those in `address` are still needed. Returns true if one of them held an address.
    pub(super) fn drop_temporaries(
        &self,
        function: FunctionId,
        location: LocationId,
        address: Option<&Expr>,
        configuration: &mut Configuration,
    ) -> bool {
        let Some(shape) = self.shapes.get(&function) else { return false };
        let Some(depth) = configuration.frames.iter().rposition(|frame| frame.function == function) else {
            return false;
        };
        let needed = variables_in(address);
        let mut has_led = false;
        configuration.frames[depth].variables.retain(|id, object| {
            let is_done = self.program.is_temporary(*id) && !shape.live.is_live(location, *id) && !needed.contains(id);
            let object = configuration.graph.object(*object).filter(|_| is_done);
            has_led |= object.is_some_and(|object| object.successors().next().is_some());
            !is_done
        });
        has_led
    }

    /// Stores a configuration unless it is subsumed, and joins it with others. Returns `None` if it describes nothing
    /// new. Stored configurations that it subsumes are dropped, and not visited if they still wait.
    fn store(
        &mut self,
        summary: SummaryId,
        location: LocationId,
        configuration: Configuration,
        is_head: bool,
    ) -> Option<Arc<Configuration>> {
        let Some(&level) = self.run.mode.abstraction() else {
            return self.store_exactly(summary, location, configuration);
        };
        let AbstractionLevel { kept_apart, numbers, named } = level;
        let call = self.summaries.get(summary).map(|summary| summary.call);
        let forks = forks(matches!(call, Some(Call::Again | Call::Endless)), &level);
        let most_nodes = self.most_nodes();
        let known = self.stored.entry((summary, location)).or_default();
        let new = WithSignature::new(configuration);
        if known.iter().any(|other| other.says(&new)) {
            return None;
        }
        self.work += known.len() * new.configuration().graph.id_bound() / COMPARED_PER_WORK;
        let mut reached = ReachedAt { program: self.program, known, word: self.word, named, forks, most_nodes };
        let grown = self.grown.entry((summary, location)).or_default();
        let mut new = reached.subsume(new, is_head.then_some(grown))?;
        let function = self.summaries.get(summary).map(|summary| summary.function);
        let idle = function.and_then(|function| self.shapes.get(&function)?.idle.at(location));
        if let Some(idle) = idle.filter(|_| is_head && reached.known.len() >= KEPT_NUMBERS) {
            new = reached.join_idle(new, idle)?;
        }
        if let Some(mode) = join_mode(reached.known.len(), is_head, kept_apart) {
            // What nodes of several kinds hold is less than how they are linked, above all where disjuncts keep it.
            let first = match (mode, numbers) {
                (JoinMode::Shapes, Numbers::RangesFirstJoined) => Some(JoinMode::Numbers),
                (_, Numbers::Related) if is_head => Some(JoinMode::Kinds),
                _ => None,
            };
            if let Some(first) = first {
                new = reached.join_into(new, first, Pairs::All);
            }
            // The coarse member joins as early as possible.
            let tells_null = mode == JoinMode::Shapes && is_head && kept_apart > KEPT_NUMBERS;
            if tells_null && reached.known.len() >= kept_apart {
                new = reached.join_into(new, mode, Pairs::AlikeInNull);
            }
            let most = if tells_null { KEPT_BY_NULL.saturating_mul(kept_apart) } else { kept_apart };
            if first.is_none() || reached.known.len() >= most {
                new = reached.join_into(new, mode, Pairs::All);
            }
        }
        let kept = Arc::clone(new.configuration());
        reached.known.push(new);
        Some(kept)
    }

    /// Without abstraction: returns `None` if an equal configuration is stored.
    fn store_exactly(
        &mut self,
        summary: SummaryId,
        location: LocationId,
        configuration: Configuration,
    ) -> Option<Arc<Configuration>> {
        let known = self.stored.entry((summary, location)).or_default();
        let new = WithSignature::new(configuration);
        let alike = self.hashes.entry((summary, location, new.fingerprint())).or_default();
        if alike.iter().any(|index| known.get(*index).is_some_and(|other| other.says(&new))) {
            return None;
        }
        alike.push(known.len());
        let kept = Arc::clone(new.configuration());
        known.push(new);
        Some(kept)
    }
}

/// Returns the treatment of nodes from which two lists start. The coarse analysis takes them for two lists, the others for a tree.
fn forks(calls_itself: bool, level: &AbstractionLevel) -> Forks {
    let is_fine = level.named == NamedNeighbours::KeptApart || level.numbers == Numbers::Related;
    if calls_itself || is_fine { Forks::Folded } else { Forks::Kept }
}

/// Returns true if nothing except for the object itself points to an object.
fn is_led_to_by_itself(graph: &Graph, object: ObjectId) -> bool {
    graph.references(object).into_iter().all(|(holder, ..)| holder == object)
}

/// Returns the variables whose addresses occur in an expression.
fn variables_in(expr: Option<&Expr>) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    let mut note = |part: &Expr| {
        if let ExprNode::VariableAddress(variable) = part.node {
            found.insert(variable);
        }
    };
    expr.into_iter().for_each(|expr| expr.visit(&mut note));
    found
}

/// Returns the mode of joining with the stored configurations, chosen by their number; `None` if they are kept apart.
fn join_mode(known: usize, is_head: bool, kept_apart: usize) -> Option<JoinMode> {
    match known {
        // Where branches meet nothing goes on forever, but each branching may double the number.
        some if !is_head && some < KEPT_AT_MEETINGS.saturating_mul(kept_apart) => None,
        many if !is_head && many < KEPT_SMALL_NUMBERS.saturating_mul(kept_apart) => Some(JoinMode::Widening),
        few if few < KEPT_NUMBERS => None,
        some if some < kept_apart => Some(JoinMode::Widening),
        many if many < KEPT_SMALL_NUMBERS.saturating_mul(kept_apart) => Some(JoinMode::Shapes),
        _ => Some(JoinMode::Union),
    }
}

/// The part of the reached set at one location.
struct ReachedAt<'s> {
    program: &'s Program,
    known: &'s mut Vec<WithSignature>,
    word: i64,
    named: NamedNeighbours,
    forks: Forks,
    /// The greatest number of nodes that a list is assumed to have.
    most_nodes: i128,
}

/// The pairs of configurations that are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pairs {
    All,
    /// Those in which the same pointers are NULL: which of them are empty is what programs ask first of their lists.
    AlikeInNull,
}

/// Returns true if a pointer in a variable is NULL in one of two configurations, and certainly leads to something in the other.
fn differ_in_null(left: &Configuration, right: &Configuration) -> bool {
    let (mut ours, mut theirs) = (left.roots().into_iter(), right.roots().into_iter());
    let differ = |a: &Object, b: &Object| {
        let leads = |graph: &Graph, value: Value| {
            value.object().and_then(|to| graph.object(to)).is_some_and(|to| to.minimum() > 0)
        };
        let is_null = |object: &Object, field: &HasValue| object.read(field.offset, field.size) == Value::ZERO;
        a.fields().iter().any(|field| leads(&left.graph, field.value) && is_null(b, field))
            || b.fields().iter().any(|field| leads(&right.graph, field.value) && is_null(a, field))
    };
    std::iter::from_fn(|| Some((ours.next()?, theirs.next()?))).any(|(a, b)| {
        let objects = left.graph.object(a).zip(right.graph.object(b));
        objects.is_some_and(|(a, b)| a.fields().len() <= MOST_FIELDS_TOLD_NULL && a.origin == b.origin && differ(a, b))
    })
}

impl ReachedAt<'_> {
    /// Removes the configurations that the new one subsumes. Returns `None` if one of them subsumes the new one. At a
    /// loop head subsumptions are counted, and after too many the first one subsumed is widened by the new one.
    fn subsume(&mut self, mut new: WithSignature, mut grown: Option<&mut u32>) -> Option<WithSignature> {
        let (program, word) = (self.program, self.word);
        let (mut index, mut is_widened) = (0, false);
        while index < self.known.len() {
            let [known, other] = [self.known[index].configuration(), new.configuration()];
            let feasible = [known.feasible, other.feasible];
            let covers = [known.undefined.stands_for(other.undefined), other.undefined.stands_for(known.undefined)];
            match joined(program, &self.known[index], &new, JoinMode::Entailment, word) {
                Some((_, [false, _])) if feasible[0] >= feasible[1] && covers[0] => return None,
                Some((_, [_, false])) if feasible[1] >= feasible[0] && covers[1] => {
                    let less = self.known.remove(index);
                    let Some(grown) = grown.as_deref_mut() else { continue };
                    *grown += 1;
                    if *grown > GROWTH_BEFORE_WIDENING
                        && !is_widened
                        && let Some((union, _)) = joined(program, &less, &new, JoinMode::Widening, word)
                    {
                        new = self.join_of(&less, &new, union);
                        (index, is_widened) = (0, true);
                    }
                }
                _ => index += 1,
            }
        }
        Some(new)
    }

    /// Joins the new configuration with all stored ones that it can be joined with, and removes these.
    fn join_into(&mut self, mut new: WithSignature, mode: JoinMode, pairs: Pairs) -> WithSignature {
        let mut index = 0;
        while index < self.known.len() {
            let old = &self.known[index];
            // Configurations after an error are visited last, and only for a while.
            let is_after_error = |one: &WithSignature| one.configuration().feasible == Feasibility::AfterError;
            let apart = is_after_error(old) != is_after_error(&new);
            let found = if apart { None } else { joined(self.program, old, &new, mode, self.word) };
            // Asked last: most pairs have no join.
            let may_be_joined = || pairs == Pairs::All || !differ_in_null(old.configuration(), new.configuration());
            match found.filter(|_| may_be_joined()) {
                Some((union, _)) => {
                    new = self.join_of(old, &new, union);
                    self.known.remove(index);
                }
                None => index += 1,
            }
        }
        new
    }

    /// Joins the new configuration with stored ones that differ from it only in what one of these variables leads to, and
    /// removes these. Returns `None` if another one then subsumes it.
    fn join_idle(&mut self, mut new: WithSignature, idle: &BTreeSet<VariableId>) -> Option<WithSignature> {
        let rests = |one: &WithSignature| one.rests(|configuration| without_each(configuration, idle)).to_vec();
        loop {
            let own = rests(&new);
            let alike = |old: &WithSignature| {
                let feasible = [old, &new].map(|one| one.configuration().feasible);
                feasible[0] == feasible[1] && rests(old).iter().any(|rest| own.contains(rest))
            };
            let found = self.known.iter().enumerate().filter(|(_, old)| alike(old)).find_map(|(index, old)| {
                let (union, _) = joined(self.program, old, &new, JoinMode::Shapes, self.word)?;
                Some((index, self.join_of(old, &new, union)))
            });
            let Some((index, union)) = found else { return Some(new) };
            self.known.remove(index);
            new = self.subsume(union, None)?;
        }
    }

    /// Returns the join of two configurations, with the trace of the newer one.
    fn join_of(&self, old: &WithSignature, new: &WithSignature, mut union: Configuration) -> WithSignature {
        let (old, new) = (old.configuration(), new.configuration());
        let forgets = abstraction::abstracted(&mut union.graph, self.word, self.named, self.forks);
        union.graph.conclude(self.most_nodes);
        let most = if forgets { Feasibility::Unknown } else { Feasibility::Feasible };
        let feasible = new.feasible.max(old.feasible.min(Feasibility::Unknown)).min(most);
        let (trace, undefined) = (new.trace.clone(), new.undefined.or(old.undefined));
        WithSignature::new(Configuration { trace, feasible, undefined, ..union.canonical() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_many_rounds_nothing_is_joined_that_need_not_be() {
        let many = usize::MAX / 2;
        assert_eq!(join_mode(100, false, many), None);
        assert_eq!(join_mode(100, true, many), Some(JoinMode::Widening));
        assert_eq!(join_mode(many, true, many), Some(JoinMode::Shapes));
    }
}
