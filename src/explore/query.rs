//! Queries about the last run. They change nothing.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::answer::{
    Answer, Fate, FlowLine, IterationLine, LocationLine, PredicateLine, Problem, Reason, UpdateLine, WhyLine,
};
use crate::command::{Filter, PredicateKind, Status};
use crate::run::AbstractionRun;
use crate::session::Session;
use abstraction::{Cause, PairInfo};
use base::SourcePosition;
use logic::{Atom, AtomId, TermId, TermNode};
use program::{EdgeId, LocationId, display};
use spec::StructureClaim;

pub(super) fn locations(session: &Session) -> Answer {
    let view = session.run.view();
    let points = &session.run.analysis.built.program.points;
    let line = |location: LocationId| {
        let point = points.get(Session::point(location))?;
        Some(LocationLine {
            name: session.name(location),
            predicates: view.pairs_at(location).count(),
            position: point.position.clone(),
            source_line: point.source_line.clone(),
        })
    };
    Answer::Locations(view.locations().into_iter().filter_map(line).collect())
}

pub(super) fn flow(session: &Session) -> Answer {
    let Some(flowchart) = session.run.flowchart() else { return Answer::Flow(Vec::new()) };
    let line = |edge: EdgeId| FlowLine {
        from: session.name(flowchart.source(edge)),
        to: session.name(flowchart.target(edge)),
        text: edge_text(&session.run, edge),
    };
    Answer::Flow(flowchart.edges().map(line).collect())
}

pub(super) fn predicates(session: &Session, filter: &Filter) -> Result<Answer, Problem> {
    let run = &session.run;
    let locations = filter.location.as_deref().map(|name| locations_named(session, name)).transpose()?;
    let pairs = &run.analysis.abstraction.pairs;
    if let Some(name) = &filter.variable
        && !is_name(run, name)
    {
        return Err(Problem::Message(format!("there is no variable or symbol '{name}'")));
    }
    let mut found = Vec::new();
    for (index, ((atom, at), info)) in pairs.iter().enumerate() {
        let passes = locations.as_ref().is_none_or(|locations| locations.contains(at))
            && filter.kind.is_none_or(|kind| kind == kind_of(run, *atom))
            && filter.variable.as_deref().is_none_or(|name| mentions(run, *atom, name))
            && filter.iteration.is_none_or(|iteration| iteration == info.iteration)
            && filter.status.is_none_or(|status| has_status(run, info, status));
        if !passes {
            continue;
        }
        let line = session.line(index);
        if filter.text.as_deref().is_none_or(|text| without_blanks(&line.predicate).contains(&without_blanks(text))) {
            found.push((line, run.fate(info)));
        }
    }
    Ok(Answer::Predicates(found, pairs.len()))
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Returns the locations that a name denotes: a label, `entry`, `exit`, `line 12` (all statements that begin there), or
/// the name in emitted models.
fn locations_named(session: &Session, name: &str) -> Result<Vec<LocationId>, Problem> {
    let view = session.run.view();
    let flowchart = session.run.flowchart();
    let begins_on_line = |location: LocationId, line: u32| {
        let statements = flowchart.map(|flowchart| flowchart.location(location).statements.as_slice());
        statements.unwrap_or_default().iter().any(|span| session.sources.position(*span).line == line)
    };
    let line: Option<u32> = name.strip_prefix("line ").and_then(|line| line.parse().ok());
    let fits = |location: &LocationId| {
        let is_named = |text: &str| text == name;
        let labels = flowchart.map(|flowchart| flowchart.location(*location).labels.as_slice()).unwrap_or_default();
        line.is_some_and(|line| begins_on_line(*location, line))
            || is_named(&session.name(*location))
            || is_named(&view.location_name(*location))
            || labels.iter().any(|label| is_named(label))
            || flowchart.is_some_and(|flowchart| {
                (name == "entry" && *location == flowchart.entry) || (name == "exit" && *location == flowchart.exit)
            })
    };
    let found: Vec<LocationId> = view.locations().into_iter().filter(fits).collect();
    if found.is_empty() {
        Err(format!("there is no location '{name}': `locations` lists them").into())
    } else {
        Ok(found)
    }
}

fn kind_of(run: &AbstractionRun, atom: AtomId) -> PredicateKind {
    match run.analysis.abstraction.arena.get(atom) {
        Atom::Reach { at_least_one: false, .. } => PredicateKind::Reach,
        Atom::Reach { at_least_one: true, .. } => PredicateKind::Reachp,
        Atom::Dshared { .. } => PredicateKind::Dshared,
        Atom::Cyclic { .. } => PredicateKind::Cyclic,
        Atom::Structure { claim: StructureClaim::Tree, .. } => PredicateKind::Tree,
        Atom::Structure { claim: StructureClaim::ForAll(_), .. } => PredicateKind::ForAll,
        Atom::Structure { claim: StructureClaim::Each(_), .. } => PredicateKind::Each,
        Atom::Count { .. } => PredicateKind::Count,
        Atom::Allocated(_) => PredicateKind::Allocated,
        Atom::String(_) => PredicateKind::String,
        Atom::Room(..) => PredicateKind::Room,
        Atom::Equal(..) => PredicateKind::Equal,
        Atom::Less(..) => PredicateKind::Less,
    }
}

/// Returns the number of pairs of a kind.
pub(super) fn count_kind(run: &AbstractionRun, kind: PredicateKind) -> usize {
    run.analysis.abstraction.pairs.keys().filter(|(atom, _)| kind_of(run, *atom) == kind).count()
}

fn has_status(run: &AbstractionRun, info: &PairInfo, status: Status) -> bool {
    match run.fate(info) {
        Fate::Computed | Fate::Known(_) => status == Status::Computed,
        Fate::Hinted { .. } | Fate::Free => status == Status::Hinted,
        Fate::Open => status == Status::Open,
    }
}

fn is_name(run: &AbstractionRun, name: &str) -> bool {
    let prepared = &run.prepared;
    prepared.program.variables.iter().any(|variable| variable.name == name || variable.display() == name)
        || prepared.specification.symbols.iter().any(|symbol| symbol.name == name)
}

/// Returns true if a variable or symbol with this name occurs in the predicate.
fn mentions(run: &AbstractionRun, atom: AtomId, name: &str) -> bool {
    let arena = &run.analysis.abstraction.arena;
    let program = &run.prepared.program;
    let mut agenda: Vec<TermId> = arena.get(atom).terms().collect();
    while let Some(term) = agenda.pop() {
        let found = match arena.node(term) {
            TermNode::VariableAddress(id) => {
                program.variables.get(id).is_some_and(|found| found.name == name || found.display() == name)
            }
            TermNode::Symbol(id) => {
                run.prepared.specification.symbols.get(id).is_some_and(|symbol| symbol.name == name)
            }
            _ => false,
        };
        if found {
            return true;
        }
        agenda.extend(arena.children(term));
    }
    false
}

/// `why N`: breadth first from the predicate to its root cause, so that the chain is as short as possible.
pub(super) fn why(session: &Session, number: usize) -> Result<Answer, Problem> {
    let run = &session.run;
    let start = session.find(number)?;
    // For each pair visited, its predecessor towards the start.
    let mut nearer: BTreeMap<usize, usize> = BTreeMap::new();
    let mut seen = BTreeSet::from([start]);
    let mut agenda = VecDeque::from([start]);
    while let Some(index) = agenda.pop_front() {
        let Some((_, info)) = run.pair(index) else { continue };
        if let Some(root) = info.causes.iter().find(|cause| further(cause).is_none()) {
            return Ok(Answer::Why(chain(session, start, index, root, &nearer)));
        }
        for cause in &info.causes {
            let Some(next) = further(cause).and_then(|pair| run.index_of(&pair)) else { continue };
            if seen.insert(next) {
                nearer.insert(next, index);
                agenda.push_back(next);
            }
        }
    }
    Err(Problem::Message(format!("internal error: nothing accounts for predicate {number}")))
}

/// Returns the pair that a cause refers to; `None` for a root cause.
fn further(cause: &Cause) -> Option<abstraction::Pair> {
    match cause {
        Cause::Property(_) | Cause::Guard(_) | Cause::Access(_) => None,
        Cause::Precondition { pair, .. } | Cause::Hint { pair, .. } | Cause::Fitting { pair } => Some(*pair),
    }
}

/// Returns the links from the start to the pair that has the root as a cause.
fn chain(session: &Session, start: usize, last: usize, root: &Cause, nearer: &BTreeMap<usize, usize>) -> Vec<WhyLine> {
    let run = &session.run;
    let mut links = vec![link(session, last, root)];
    let mut current = last;
    while current != start {
        let Some(previous) = nearer.get(&current) else { break };
        let cause = run.pair(*previous).and_then(|(_, info)| {
            info.causes.iter().find(|cause| further(cause).and_then(|pair| run.index_of(&pair)) == Some(current))
        });
        links.extend(cause.map(|cause| link(session, *previous, cause)));
        current = *previous;
    }
    links.reverse();
    links
}

fn link(session: &Session, index: usize, cause: &Cause) -> WhyLine {
    let run = &session.run;
    let number = |pair| run.index_of(pair).map_or(0, |index| run.number(index));
    let (reason, position) = match cause {
        Cause::Property(statement) => {
            let statement = run.prepared.specification.statements.get(*statement);
            let text = statement.map_or_else(String::new, |statement| statement.text.clone());
            (Reason::Property(text), statement.map(|statement| session.sources.position(statement.span)))
        }
        Cause::Guard(edge) => (Reason::Guard(edge_text(run, *edge)), edge_position(session, *edge)),
        Cause::Access(edge) => (Reason::Access(edge_text(run, *edge)), edge_position(session, *edge)),
        Cause::Precondition { edge, pair } => {
            (Reason::Precondition { edge: edge_text(run, *edge), of: number(pair) }, edge_position(session, *edge))
        }
        Cause::Hint { hint, pair } => {
            let known = run.prepared.hints.get(*hint);
            let text = known.map_or_else(String::new, |hint| hint.text.clone());
            let reason = Reason::Hint { hint: run.hint_number(*hint), text, of: number(pair) };
            (reason, known.map(|hint| session.sources.position(hint.span)))
        }
        Cause::Fitting { pair } => (Reason::Fitting(number(pair)), None),
    };
    let position = position.unwrap_or_else(|| SourcePosition { file: String::new(), line: 0, column: 0 });
    WhyLine { line: session.line(index), reason, position }
}

fn edge_text(run: &AbstractionRun, edge: EdgeId) -> String {
    let edge = run.flowchart().and_then(|flowchart| flowchart.graph.edge_weight(edge));
    edge.map_or_else(String::new, |edge| display::command(&run.prepared.program, &edge.command))
}

fn edge_position(session: &Session, edge: EdgeId) -> Option<SourcePosition> {
    let edge = session.run.flowchart()?.graph.edge_weight(edge)?;
    Some(session.sources.position(edge.span))
}

/// `causes N`
pub(super) fn causes(session: &Session, number: usize) -> Result<Answer, Problem> {
    let run = &session.run;
    let start = session.find(number)?;
    let mut effects: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut direct = Vec::new();
    for (index, info) in run.analysis.abstraction.pairs.values().enumerate() {
        for cause in &info.causes {
            let Some(from) = further(cause).and_then(|pair| run.index_of(&pair)) else { continue };
            effects.entry(from).or_default().push(index);
            if from == start {
                direct.push(link(session, index, cause));
            }
        }
    }
    let mut reached = BTreeSet::new();
    let mut agenda = vec![start];
    while let Some(index) = agenda.pop() {
        for next in effects.get(&index).into_iter().flatten() {
            if reached.insert(*next) {
                agenda.push(*next);
            }
        }
    }
    // A predicate in a loop depends on itself; it does not count as its own effect.
    reached.remove(&start);
    Ok(Answer::Causes(session.line(start), direct, reached.len()))
}

pub(super) fn iterations(session: &Session) -> Answer {
    let abstraction = &session.run.analysis.abstraction;
    let mut rows = vec![IterationLine::default(); abstraction.statistics.iterations + 1];
    let mut first: BTreeMap<AtomId, usize> = BTreeMap::new();
    for ((atom, _), info) in &abstraction.pairs {
        if let Some(row) = rows.get_mut(info.iteration) {
            row.pairs += 1;
        }
        let known = first.entry(*atom).or_insert(info.iteration);
        *known = info.iteration.min(*known);
    }
    for iteration in first.values() {
        if let Some(row) = rows.get_mut(*iteration) {
            row.predicates += 1;
        }
    }
    Answer::Iterations(rows)
}

/// `update N`
pub(super) fn update(session: &Session, number: usize) -> Result<Answer, Problem> {
    let run = &session.run;
    let index = session.find(number)?;
    let (Some(((atom, location), info)), Some(flowchart)) = (run.pair(index), run.flowchart()) else {
        return Err(Problem::Message(format!("there is no predicate {number}")));
    };
    let view = run.view();
    let incoming = run.analysis.abstraction.alternatives.iter();
    let incoming = incoming.filter(|alternative| flowchart.target(alternative.edge) == location);
    let lines = incoming
        .map(|alternative| UpdateLine {
            source: session.name(flowchart.source(alternative.edge)),
            edge: edge_text(run, alternative.edge),
            position: session.sources.position(flowchart.edge(alternative.edge).span),
            guard: view.formula(&alternative.guard),
            value: alternative.updates.get(&atom).map_or_else(|| "*".to_string(), |value| view.formula(value)),
        })
        .collect();
    let line: PredicateLine = session.line(index);
    Ok(Answer::Update(line, run.fate(info), lines))
}
