//! Automatic mode: proposes hints for growing families of predicates from the library of [`templates`], tries them, and
//! keeps those that prove something.
//!
//! A loop is cut at one of its locations: what grows there gets hints, the abstraction runs again, and so on until nothing
//! grows. Every cut is tried with every policy; the abstractions with the fewest predicates are checked first, as the model
//! checker pays for each. All attempts are conservative, so what any of them proves is proved.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::visit::NodeFiltered;

use crate::limits::{MOST_CANDIDATES, MOST_PREDICATES, MOST_ROUNDS};
use crate::policies::{Members, Policy};
use crate::prepare::Prepared;
use abstraction::families::{Family, Grown, Pattern, exact, families, grown, rooted};
use abstraction::templates::{self, Bounds, WalkEnd};
use abstraction::{Abstraction, Cause, Treatment};
use base::{Budget, Diagnostic, Round, SourceMap};
use ctype::FieldId;
use logic::{Arena, Atom, AtomId, translate};
use program::expr::Names;
use program::{Expr, Flowchart, LocationId};
use spec::{self, Hint, Predicate};

/// Proposes hints for one procedure.
#[derive(Clone, Copy)]
pub struct Proposer<'a> {
    prepared: &'a Prepared,
    sources: &'a SourceMap,
}

impl<'a> Proposer<'a> {
    pub fn new(prepared: &'a Prepared, sources: &'a SourceMap) -> Self {
        Proposer { prepared, sources }
    }

    /// Returns all families of an abstraction, by location.
    pub fn families(&self, abstraction: &Abstraction) -> Vec<Family> {
        let Some(flowchart) = self.prepared.program.flowchart(self.prepared.entry) else { return Vec::new() };
        let symbols = self.prepared.specification.symbols.len();
        flowchart.locations().flat_map(|location| families(abstraction, location, symbols)).collect()
    }

    /// Returns the hint for a family: the weakest template that covers it.
    pub fn hint_for(&self, abstraction: &Abstraction, family: &Family) -> Option<Hint> {
        let fields = preferred_fields(&abstraction.arena, &family.pattern, abstraction, family.location)?;
        let bounds = templates::of_family(&abstraction.facts, &family.pattern, &fields);
        self.hint(family.pattern.clone(), family.location, bounds.formula(), false)
    }

    /// Returns hints that leave unconstrained what a cut left unconstrained.
    pub fn free(&self, abstraction: &Abstraction) -> Vec<Hint> {
        let mut arena = abstraction.arena.clone();
        let mut hints = Vec::new();
        for ((atom, location), info) in &abstraction.pairs {
            let Treatment::Free { hint: None, fitting } = &info.treatment else { continue };
            let Some(pattern) = exact(&mut arena, *atom) else { continue };
            let parts = fitting.atoms().into_iter().filter_map(|part| exact(&mut arena, part));
            let parts = parts.map(|part| spec::StateFormula::Atom(part.predicate));
            let both = |left, right| spec::StateFormula::And(Box::new(left), Box::new(right));
            let replacement = parts.reduce(both).unwrap_or(spec::StateFormula::True);
            hints.extend(self.hint(pattern, *location, replacement, true));
        }
        hints
    }

    /// Returns hints for what grows at the locations, two-sided ones for single members first. Empty when nothing
    /// grows.
    pub fn propose(&self, abstraction: &Abstraction, cut: &[LocationId], policy: Policy) -> Proposal {
        let mut proposal = Proposal::default();
        let symbols = self.prepared.specification.symbols.len();
        for location in cut {
            for found in grown(abstraction, *location, symbols) {
                let is_test =
                    matches!(abstraction.arena.get(found.atom), Atom::Equal(..) | Atom::Less(..) | Atom::Allocated(_));
                let limit = if is_test { policy.tests } else { policy.paths };
                let info = abstraction.pairs.get(&(found.atom, *location));
                let is_hinted = info.is_some_and(|info| matches!(info.treatment, Treatment::Hinted { .. }));
                if found.depth >= limit && !is_hinted {
                    self.propose_for(abstraction, *location, &found, policy, &mut proposal);
                }
            }
        }
        if policy.entry {
            self.propose_at_entry(abstraction, policy, &mut proposal);
        }
        proposal
    }

    /// Proposes hints at the entry. No command computes predicates there: assumptions about other predicates bound
    /// them.
    fn propose_at_entry(&self, abstraction: &Abstraction, policy: Policy, proposal: &mut Proposal) {
        let Some(flowchart) = self.prepared.program.flowchart(self.prepared.entry) else { return };
        let (entry, facts) = (flowchart.entry, &abstraction.facts);
        let mut arena = abstraction.arena.clone();
        let fields = spec::pointer_fields(arena.types());
        let open = abstraction.pairs.iter().filter(|((_, at), info)| {
            *at == entry
                && !matches!(info.treatment, Treatment::Hinted { .. })
                && !info.causes.iter().any(|cause| matches!(cause, Cause::Property(_)))
        });
        for ((atom, _), _) in open {
            let Some(pattern) = exact(&mut arena, *atom) else { continue };
            let of_family = rooted(&mut arena, self.prepared.specification.symbols.len(), *atom).map(|whole| {
                let fields = preferred_fields(&arena, &whole, abstraction, entry).unwrap_or(fields.clone());
                templates::of_family(facts, &whole, &fields)
            });
            let of_member = templates::of_member(arena.types(), facts, &pattern.predicate, &[], stop(policy));
            let bounds = match policy.members {
                Members::None | Members::Lower => [of_family, of_member],
                Members::Both | Members::Unmet => [of_member, of_family],
            };
            let mut is_of_use = |bounds: &Bounds| {
                let known = translate::formula(&mut arena, facts, &bounds.clone().formula());
                let is_there = |part: &AtomId| *part != *atom && abstraction.pairs.contains_key(&(*part, entry));
                bounds.upper.is_some() && known.atoms().iter().any(is_there)
            };
            if let Some(bounds) = bounds.into_iter().flatten().find(|bounds| is_of_use(bounds)) {
                proposal.members.extend(self.hint(pattern, entry, bounds.formula(), false));
            }
        }
    }

    fn propose_for(
        &self,
        abstraction: &Abstraction,
        location: LocationId,
        found: &Grown,
        policy: Policy,
        proposal: &mut Proposal,
    ) {
        let mut arena = abstraction.arena.clone();
        let stable = avoided(&found.pattern).to_vec();
        if policy.members != Members::None {
            let first = (policy.whole && found.depth == 1).then_some(found.from);
            for atom in first.into_iter().chain([found.atom]) {
                let Some(pattern) = exact(&mut arena, atom) else { continue };
                let facts = &abstraction.facts;
                let bounds = templates::of_member(arena.types(), facts, &pattern.predicate, &stable, stop(policy));
                let Some(mut bounds) = bounds else { continue };
                if policy.members == Members::Lower {
                    bounds = bounds.lower_only();
                }
                proposal.members.extend(self.hint(pattern, location, bounds.formula(), false));
            }
        }
        // Among tests, those before the family grew decide when the loop ends.
        let is_test = matches!(found.pattern.predicate, Predicate::Allocated(_) | Predicate::Condition(_));
        let mut pattern = if policy.whole && !is_test { found.pattern.clone() } else { found.beyond.clone() };
        if policy.whole && pattern.any_avoid {
            forget_avoided(&mut pattern);
        }
        let Some(fields) = preferred_fields(&arena, &pattern, abstraction, location) else { return };
        let bounds = templates::of_family(&abstraction.facts, &pattern, &fields);
        proposal.families.extend(self.hint(pattern, location, bounds.formula(), false));
        if !policy.whole || is_test && !matches!(arena.get(found.atom), Atom::Equal(..)) {
            return;
        }
        // The predicate that the family grew from may have the same bound.
        let Some(mut pattern) = rooted(&mut arena, self.prepared.specification.symbols.len(), found.from) else {
            return;
        };
        forget_avoided(&mut pattern);
        let Some(fields) = preferred_fields(&arena, &pattern, abstraction, location) else { return };
        let bounds = templates::of_family(&abstraction.facts, &pattern, &fields);
        if bounds.upper.is_some() {
            proposal.families.extend(self.hint(pattern, location, bounds.formula(), false));
        }
    }

    /// Returns a pattern in the syntax of hints.
    pub fn text(&self, pattern: &Pattern) -> String {
        self.with_names(|names| {
            let symbols = spec::display::chain_symbols(&pattern.chains, names);
            spec::display::pattern(&pattern.predicate, pattern.any_avoid, Names { symbols: &symbols, ..names })
        })
    }

    fn with_names(&self, print: impl Fn(Names<'_>) -> String) -> String {
        let program = &self.prepared.program;
        let symbols = self.prepared.specification.symbol_names();
        print(Names {
            types: &program.types,
            variables: &program.variables,
            functions: &program.functions,
            symbols: &symbols,
        })
    }

    /// Returns `None` if the location has no name.
    fn hint(
        &self,
        pattern: Pattern,
        location: LocationId,
        replacement: spec::StateFormula,
        is_free: bool,
    ) -> Option<Hint> {
        let program = &self.prepared.program;
        let place = spec::location_name(self.sources, program, self.prepared.entry, &[location])?;
        let span = program.flowchart(self.prepared.entry)?.location(location).span;
        let mut hint = Hint {
            pattern: pattern.predicate,
            chains: pattern.chains,
            any_avoid: pattern.any_avoid,
            locations: vec![location],
            replacement,
            is_free,
            text: String::new(),
            span,
        };
        hint.text = self.with_names(|names| spec::display::hint(&hint, names, &|_| place.clone()));
        Some(hint)
    }
}

#[derive(Clone, Default, Debug)]
pub struct Proposal {
    pub members: Vec<Hint>,
    pub families: Vec<Hint>,
}

impl Proposal {
    /// Adds what is new; returns false if nothing is.
    fn absorb(&mut self, other: Proposal) -> bool {
        let add = |known: &mut Vec<Hint>, new: Vec<Hint>| {
            let before = known.len();
            for hint in new {
                if known.iter().all(|other| other.text != hint.text) {
                    known.push(hint);
                }
            }
            known.len() > before
        };
        let members = add(&mut self.members, other.members);
        add(&mut self.families, other.families) || members
    }

    /// Returns all hints, in the order in which they apply.
    pub fn hints(&self) -> Vec<Hint> {
        self.members.iter().chain(&self.families).cloned().collect()
    }
}

/// Returns why paths do not continue from avoided cells.
fn stop(policy: Policy) -> WalkEnd {
    if policy.members == Members::Unmet { WalkEnd::NeverMet } else { WalkEnd::AtNull }
}

/// Lets the pattern match any avoid set.
fn forget_avoided(pattern: &mut Pattern) {
    match &mut pattern.predicate {
        Predicate::Reach { avoid, .. }
        | Predicate::Dshared { avoid, .. }
        | Predicate::Cyclic { avoid, .. }
        | Predicate::Structure { avoid, .. }
        | Predicate::Count { avoid, .. } => avoid.clear(),
        Predicate::Allocated(_) | Predicate::String(_) | Predicate::Room(..) | Predicate::Condition(_) => {}
    }
}

fn avoided(pattern: &Pattern) -> &[Expr] {
    match &pattern.predicate {
        Predicate::Reach { avoid, .. }
        | Predicate::Dshared { avoid, .. }
        | Predicate::Cyclic { avoid, .. }
        | Predicate::Structure { avoid, .. }
        | Predicate::Count { avoid, .. } => avoid,
        Predicate::Allocated(_) | Predicate::String(_) | Predicate::Room(..) | Predicate::Condition(_) => &[],
    }
}

/// Returns the fields for bounds of predicates that have none: those of path predicates at the location that can follow
/// the chain.
fn preferred_fields(
    arena: &Arena,
    pattern: &Pattern,
    abstraction: &Abstraction,
    location: LocationId,
) -> Option<Vec<FieldId>> {
    let fits = |fields: &&[FieldId]| pattern.chains.iter().all(|chain| fields.contains(&chain.field));
    let of_pair = |(atom, at): &(AtomId, LocationId)| {
        arena.get(*atom).fields().filter(|_| *at == location).map(|fields| arena.fields(fields))
    };
    let used = abstraction.pairs.keys().filter_map(of_pair).find(fits).map(<[FieldId]>::to_vec);
    used.or_else(|| Some(pattern.chains.iter().map(|chain| chain.field).collect()))
}

/// Returns sets of locations that cut all loops. Each location has a name that hints can use.
pub fn cuts(prepared: &Prepared, sources: &SourceMap) -> Vec<Vec<LocationId>> {
    let Some(flowchart) = prepared.program.flowchart(prepared.entry) else { return Vec::new() };
    let is_named = |at: &LocationId| spec::location_name(sources, &prepared.program, prepared.entry, &[*at]).is_some();
    let everything: BTreeSet<LocationId> = flowchart.locations().collect();
    let choices: Vec<Vec<Vec<LocationId>>> = loops(flowchart, &everything)
        .into_iter()
        .map(|within| {
            let named = within.iter().filter(|at| is_named(at));
            named.map(|at| cut_with(flowchart, &within, *at)).collect()
        })
        .collect();
    let most = choices.iter().map(Vec::len).max().unwrap_or(0);
    // Advance in all loops at once: the places in different loops hardly depend on each other.
    let combine = |index: usize| {
        choices.iter().filter_map(|options| options.get(index % options.len().max(1))).flatten().copied().collect()
    };
    // Without loops there is nothing to cut.
    if most == 0 { vec![Vec::new()] } else { (0..most).map(combine).collect() }
}

/// Returns the strongly connected components that contain a cycle.
fn loops(flowchart: &Flowchart, within: &BTreeSet<LocationId>) -> Vec<BTreeSet<LocationId>> {
    let part = NodeFiltered::from_fn(&flowchart.graph, |at| within.contains(&at));
    let has_cycle = |component: &Vec<LocationId>| {
        component.len() > 1 || component.iter().any(|at| flowchart.graph.contains_edge(*at, *at))
    };
    let mut found: Vec<BTreeSet<LocationId>> =
        tarjan_scc(&part).into_iter().filter(has_cycle).map(|component| component.into_iter().collect()).collect();
    found.sort();
    found
}

/// Returns a location, and the first one of every loop that remains without it.
fn cut_with(flowchart: &Flowchart, within: &BTreeSet<LocationId>, first: LocationId) -> Vec<LocationId> {
    let mut rest = within.clone();
    rest.remove(&first);
    let mut cut = vec![first];
    for inner in loops(flowchart, &rest) {
        if let Some(head) = inner.iter().next() {
            cut.extend(cut_with(flowchart, &inner, *head));
        }
    }
    cut
}

/// Returns the largest number of variables at one location.
pub fn most_at_a_location(abstraction: &Abstraction) -> usize {
    let mut counts: BTreeMap<LocationId, usize> = BTreeMap::new();
    let variables = abstraction.pairs.iter().filter(|(_, info)| info.treatment.is_variable());
    variables.for_each(|((_, location), _)| *counts.entry(*location).or_default() += 1);
    counts.into_values().max().unwrap_or(0)
}

/// Work spent on a question.
#[derive(Clone, Default, Debug)]
pub struct Work {
    attempts: usize,
    pairs: usize,
    most_pairs: usize,
    round: Round,
    /// The texts of hints that were tried.
    tried: BTreeSet<Vec<String>>,
}

impl Work {
    /// Returns a fresh count, limited to `most_pairs` pairs in a round of work.
    pub fn up_to(most_pairs: usize, round: Round) -> Work {
        Work { most_pairs, round, ..Work::default() }
    }
}

/// A set of hints under which nothing grows at a cut.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The user's own hints first.
    pub hints: Vec<Hint>,
    /// True if the abstraction converges.
    converges: bool,
    /// Number of predicates that are left.
    predicates: usize,
}

/// Runs the abstraction with a bound on its iterations.
pub type RunAbstraction<'r> = &'r mut dyn FnMut(&Prepared, usize) -> Result<Abstraction, Diagnostic>;

/// Returns the candidates of a policy, those with the fewest predicates first, without those tried before. The
/// abstraction makes at most `iterations` iterations.
pub fn candidates(
    prepared: &Prepared,
    sources: &SourceMap,
    (policy, iterations): (Policy, usize),
    work: &mut Work,
    run: RunAbstraction<'_>,
    budget: &Budget,
) -> Result<Vec<Candidate>, Diagnostic> {
    let mut found: Vec<Candidate> = Vec::new();
    let proposer = Proposer::new(prepared, sources);
    for cut in cuts(prepared, sources) {
        if budget.check().is_err() || work.pairs > work.most_pairs {
            break;
        }
        let Some(candidate) = grow(prepared, &proposer, &cut, (policy, iterations), work, run)? else { continue };
        let texts = candidate.hints.iter().map(|hint| hint.text.clone()).collect();
        if work.tried.insert(texts) {
            found.push(candidate);
        }
    }
    found.sort_by_key(|candidate| (!candidate.converges, candidate.predicates));
    found.truncate(work.round.limit(MOST_CANDIDATES).saturating_sub(work.attempts));
    work.attempts += found.len();
    Ok(found)
}

/// Adds hints until nothing grows at the cut. Returns `None` if too many predicates are left.
fn grow(
    prepared: &Prepared,
    proposer: &Proposer<'_>,
    cut: &[LocationId],
    (policy, iterations): (Policy, usize),
    work: &mut Work,
    run: RunAbstraction<'_>,
) -> Result<Option<Candidate>, Diagnostic> {
    let flowchart = prepared.program.flowchart(prepared.entry);
    let locations = flowchart.map_or(1, |flowchart| flowchart.locations().count());
    let mut proposal = Proposal::default();
    let mut hinted = prepared.clone();
    // Growth shows early; later rounds see what is left.
    let mut bound = iterations.min(locations + 6);
    let mut rounds = 0;
    let [most_predicates, most_rounds] = [MOST_PREDICATES, MOST_ROUNDS].map(|limit| work.round.limit(limit));
    loop {
        let abstraction = run(&hinted, bound)?;
        work.pairs += abstraction.pairs.len();
        rounds += 1;
        // Later rounds only make it worse: hints replace some predicates, and more follow from the others.
        if abstraction.statistics.predicates > 2 * most_predicates || work.pairs > work.most_pairs {
            return Ok(None);
        }
        if rounds < most_rounds && proposal.absorb(proposer.propose(&abstraction, cut, policy)) {
            hinted.hints = prepared.hints.iter().cloned().chain(proposal.hints()).collect();
            continue;
        }
        let statistics = abstraction.statistics;
        if statistics.predicates > most_predicates {
            return Ok(None);
        }
        if !statistics.converged && bound < iterations && rounds < most_rounds {
            bound = iterations;
            continue;
        }
        // The user's own hints stay, whether they are used or not.
        let given = prepared.hints.len();
        let mut kept = abstraction.hint_uses.iter().enumerate().map(|(index, uses)| index < given || *uses > 0);
        hinted.hints.retain(|_| kept.next().unwrap_or(true));
        let (converges, predicates) = (statistics.converged, statistics.predicates);
        return Ok(Some(Candidate { hints: hinted.hints, converges, predicates }));
    }
}
