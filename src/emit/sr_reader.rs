//! Reads S/R text back and explores its states, to check what [`super::sr`] writes. Knows the language only: nothing
//! of boolean programs, and no code of the emitter or of the model checkers.

use indexmap::IndexSet;
use pest::Parser;
use pest::iterators::{Pair, Pairs};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use std::collections::{BTreeMap, BTreeSet};

/// The parser that pest makes of the grammar.
mod grammar {
    /// Parses S/R.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/sr.pest"]
    pub(super) struct SrParser;
}
use grammar::{Rule, SrParser};

/// What the exploration found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exploration {
    /// Number of reachable states.
    pub states: usize,
    /// Names of the properties that are violated.
    pub violated: BTreeSet<String>,
    /// Names of all properties.
    pub properties: BTreeSet<String>,
}

/// Deeper nesting than this is refused.
const DEPTH_LIMIT: usize = 1500;

/// Parses the text and visits all reachable states, at most `limit`.
pub fn explore(text: &str, limit: usize) -> Result<Exploration, String> {
    let process = Process::parse(text)?;
    process.explore(limit)
}

/// A variable or a constant.
#[derive(Clone, Copy)]
enum Atom {
    /// Index into the values of all variables.
    Variable(usize),
    Constant(usize),
}

enum Expr {
    Value(Atom),
    Equal(Atom, Atom),
    Not(Box<Expr>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
}

/// A set of values: members with their conditions.
type Choice = Vec<(Atom, Option<Expr>)>;
/// The first alternative whose condition holds.
type Alternatives = Vec<(Choice, Option<Expr>)>;

#[derive(Default)]
struct Process {
    variables: BTreeMap<String, usize>,
    constants: BTreeMap<String, usize>,
    /// How many values each variable has.
    sizes: Vec<usize>,
    state_variables: Vec<usize>,
    selections: Vec<(usize, Alternatives)>,
    initial: Vec<(usize, Choice)>,
    starts: Vec<Expr>,
    next: BTreeMap<usize, Alternatives>,
    kills: Vec<(String, Expr)>,
    cysets: Vec<(String, Expr)>,
}

type Values = Vec<usize>;
type Res<T> = Result<T, String>;

impl Process {
    fn parse(text: &str) -> Res<Process> {
        check_depth(text)?;
        let mut pairs = SrParser::parse(Rule::file, text).map_err(|error| error.to_string())?;
        let file = pairs.next().ok_or("no process")?;
        let mut process = Process::default();
        for pair in file.into_inner() {
            process.item(pair)?;
        }
        Ok(process)
    }

    fn item(&mut self, pair: Pair<'_, Rule>) -> Res<()> {
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        match rule {
            Rule::stvar | Rule::selvar => {
                let name = next(&mut inner)?.as_str().to_string();
                let size = self.domain(next(&mut inner)?)?;
                let index = self.sizes.len();
                self.sizes.push(size);
                if rule == Rule::stvar {
                    self.state_variables.push(index);
                }
                unique(self.variables.insert(name, index))?;
            }
            Rule::initial => {
                let variable = self.variable(next(&mut inner)?)?;
                let choice = self.choice(next(&mut inner)?)?;
                self.initial.push((variable, choice));
            }
            Rule::start => {
                let condition = self.sum(next(&mut inner)?)?;
                self.starts.push(condition);
            }
            Rule::next | Rule::select => {
                let variable = self.variable(next(&mut inner)?)?;
                let alternatives = self.alternatives(next(&mut inner)?)?;
                if rule == Rule::select {
                    self.selections.push((variable, alternatives));
                } else {
                    unique(self.next.insert(variable, alternatives).map(|_| 0))?;
                }
            }
            Rule::kill | Rule::cyset => {
                let name = next(&mut inner)?.as_str().to_string();
                let condition = self.sum(next(&mut inner)?)?;
                let list = if rule == Rule::kill { &mut self.kills } else { &mut self.cysets };
                list.push((name, condition));
            }
            _ => {}
        }
        Ok(())
    }

    fn domain(&mut self, pair: Pair<'_, Rule>) -> Res<usize> {
        let is_range = pair.as_rule() == Rule::range;
        let mut count = 0;
        for part in pair.into_inner() {
            if is_range {
                count = number(part.as_str())? + 1;
            } else {
                unique(self.constants.insert(part.as_str().to_string(), count))?;
                count += 1;
            }
        }
        Ok(count)
    }

    fn variable(&self, pair: Pair<'_, Rule>) -> Res<usize> {
        self.variables.get(pair.as_str()).copied().ok_or_else(|| format!("no variable {}", pair.as_str()))
    }

    fn alternatives(&self, pair: Pair<'_, Rule>) -> Res<Alternatives> {
        let alternative = |pair: Pair<'_, Rule>| {
            let mut inner = pair.into_inner();
            let choice = self.choice(next(&mut inner)?)?;
            let condition = inner.next().map(|pair| self.sum(pair)).transpose()?;
            Ok((choice, condition))
        };
        pair.into_inner().map(alternative).collect()
    }

    fn choice(&self, pair: Pair<'_, Rule>) -> Res<Choice> {
        let member = |pair: Pair<'_, Rule>| {
            let mut inner = pair.into_inner();
            let atom = self.atom(next(&mut inner)?)?;
            let condition = inner.next().map(|pair| self.sum(pair)).transpose()?;
            Ok((atom, condition))
        };
        pair.into_inner().map(member).collect()
    }

    fn atom(&self, pair: Pair<'_, Rule>) -> Res<Atom> {
        let text = pair.as_str();
        if let Some(index) = self.variables.get(text) {
            return Ok(Atom::Variable(*index));
        }
        match self.constants.get(text) {
            Some(value) => Ok(Atom::Constant(*value)),
            None => number(text).map(Atom::Constant),
        }
    }

    fn sum(&self, pair: Pair<'_, Rule>) -> Res<Expr> {
        let product = |pair: Pair<'_, Rule>| {
            let factors = pair.into_inner().map(|pair| self.factor(pair)).collect::<Res<Vec<_>>>()?;
            Ok(Expr::All(factors))
        };
        Ok(Expr::Any(pair.into_inner().map(product).collect::<Res<Vec<_>>>()?))
    }

    fn factor(&self, pair: Pair<'_, Rule>) -> Res<Expr> {
        let inner = next(&mut pair.into_inner())?;
        match inner.as_rule() {
            Rule::sum => self.sum(inner),
            Rule::negation => Ok(Expr::Not(Box::new(self.factor(next(&mut inner.into_inner())?)?))),
            _ => {
                let mut atoms = inner.into_inner();
                let left = self.atom(next(&mut atoms)?)?;
                match atoms.next() {
                    Some(right) => Ok(Expr::Equal(left, self.atom(right)?)),
                    None => Ok(Expr::Value(left)),
                }
            }
        }
    }

    // --- exploration ---

    fn explore(&self, limit: usize) -> Res<Exploration> {
        let mut states: IndexSet<Values> = IndexSet::new();
        let mut violated = BTreeSet::new();
        states.extend(self.initial_states(limit)?);
        // Edges between states, with the cysets that they lie in.
        let mut graph: DiGraph<(), BTreeSet<usize>> = DiGraph::new();
        let mut index = 0;
        while let Some(state) = states.get_index(index).cloned() {
            for selection in self.selections(state, limit)? {
                for (name, condition) in &self.kills {
                    if holds(condition, &selection)? {
                        violated.insert(name.clone());
                    }
                }
                let within = self.cysets_at(&selection)?;
                for successor in self.successors(&selection, limit)? {
                    let (target, _) = states.insert_full(successor);
                    connect(&mut graph, index, target, &within);
                }
            }
            if states.len() > limit {
                return Err(format!("more than {limit} states"));
            }
            index += 1;
        }
        violated.extend(self.violated_cysets(&graph));
        let properties = self.kills.iter().chain(&self.cysets).map(|(name, _)| name.clone()).collect();
        Ok(Exploration { states: states.len(), violated, properties })
    }

    /// The cysets that the state and its selection lie in.
    fn cysets_at(&self, selection: &Values) -> Res<BTreeSet<usize>> {
        let mut found = BTreeSet::new();
        for (index, (_, condition)) in self.cysets.iter().enumerate() {
            if holds(condition, selection)? {
                found.insert(index);
            }
        }
        Ok(found)
    }

    /// Properties for which a strongly connected component has, for each of their cysets, an edge outside of it.
    fn violated_cysets(&self, graph: &DiGraph<(), BTreeSet<usize>>) -> BTreeSet<String> {
        let mut violated = BTreeSet::new();
        for component in kosaraju_scc(graph) {
            let members: BTreeSet<NodeIndex> = component.into_iter().collect();
            let edges = members.iter().flat_map(|node| graph.edges(*node));
            let inner: Vec<&BTreeSet<usize>> =
                edges.filter(|edge| members.contains(&edge.target())).map(|edge| edge.weight()).collect();
            for (name, _) in self.cysets.iter().filter(|_| !inner.is_empty()) {
                let mut own = self.cysets.iter().enumerate().filter(|(_, (other, _))| other == name);
                if own.all(|(index, _)| inner.iter().any(|within| !within.contains(&index))) {
                    violated.insert(name.clone());
                }
            }
        }
        violated
    }

    fn initial_states(&self, limit: usize) -> Res<Vec<Values>> {
        let mut states = vec![vec![0; self.sizes.len()]];
        for (variable, choice) in &self.initial {
            states = self.extended(states, *variable, |values| members(choice, values), limit)?;
        }
        let mut starting = Vec::new();
        for state in states {
            if !any_is(false, &self.starts, &state)? {
                starting.push(state);
            }
        }
        Ok(starting)
    }

    /// The state with every selection.
    fn selections(&self, state: Values, limit: usize) -> Res<Vec<Values>> {
        let mut all = vec![state];
        for (variable, alternatives) in &self.selections {
            all = self.extended(all, *variable, |values| chosen(alternatives, values), limit)?;
        }
        Ok(all)
    }

    /// Next states; selection variables are 0 in them.
    fn successors(&self, now: &Values, limit: usize) -> Res<Vec<Values>> {
        let mut all = vec![vec![0; self.sizes.len()]];
        for variable in &self.state_variables {
            let alternatives = self.next.get(variable).ok_or("a state variable has no next value")?;
            let possible = chosen(alternatives, now)?;
            all = self.extended(all, *variable, |_| Ok(possible.clone()), limit)?;
        }
        Ok(all)
    }

    fn extended(
        &self,
        all: Vec<Values>,
        variable: usize,
        possible: impl Fn(&Values) -> Res<BTreeSet<usize>>,
        limit: usize,
    ) -> Res<Vec<Values>> {
        let size = self.sizes.get(variable).copied().unwrap_or(0);
        let mut extended = Vec::new();
        for values in all {
            for value in possible(&values)? {
                if value >= size {
                    return Err("a value is out of range".to_string());
                }
                let mut longer = values.clone();
                if let Some(slot) = longer.get_mut(variable) {
                    *slot = value;
                }
                extended.push(longer);
            }
            if extended.len() > limit {
                return Err(format!("more than {limit} choices"));
            }
        }
        Ok(extended)
    }
}

fn connect(graph: &mut DiGraph<(), BTreeSet<usize>>, from: usize, to: usize, within: &BTreeSet<usize>) {
    while graph.node_count() <= from.max(to) {
        graph.add_node(());
    }
    graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), within.clone());
}

fn value(atom: Atom, values: &Values) -> Res<usize> {
    match atom {
        Atom::Variable(index) => values.get(index).copied().ok_or_else(|| "no such variable".to_string()),
        Atom::Constant(value) => Ok(value),
    }
}

fn holds(expr: &Expr, values: &Values) -> Res<bool> {
    match expr {
        Expr::Value(atom) => Ok(value(*atom, values)? != 0),
        Expr::Equal(left, right) => Ok(value(*left, values)? == value(*right, values)?),
        Expr::Not(inner) => Ok(!holds(inner, values)?),
        Expr::All(items) => Ok(!any_is(false, items, values)?),
        Expr::Any(items) => any_is(true, items, values),
    }
}

/// Whether one of the conditions has this value. Those behind the first that has are not looked at.
fn any_is(wanted: bool, items: &[Expr], values: &Values) -> Res<bool> {
    for item in items {
        if holds(item, values)? == wanted {
            return Ok(true);
        }
    }
    Ok(false)
}

fn members(choice: &Choice, values: &Values) -> Res<BTreeSet<usize>> {
    let mut found = BTreeSet::new();
    for (atom, condition) in choice {
        if condition.as_ref().map_or(Ok(true), |condition| holds(condition, values))? {
            found.insert(value(*atom, values)?);
        }
    }
    if found.is_empty() { Err("a choice from nothing".to_string()) } else { Ok(found) }
}

fn chosen(alternatives: &Alternatives, values: &Values) -> Res<BTreeSet<usize>> {
    for (choice, condition) in alternatives {
        if condition.as_ref().map_or(Ok(true), |condition| holds(condition, values))? {
            return members(choice, values);
        }
    }
    Err("no alternative applies".to_string())
}

fn next<'i>(pairs: &mut Pairs<'i, Rule>) -> Res<Pair<'i, Rule>> {
    pairs.next().ok_or_else(|| "incomplete item".to_string())
}

fn number(text: &str) -> Res<usize> {
    text.parse().map_err(|_| format!("unknown name or number {text}"))
}

fn unique(old: Option<usize>) -> Res<()> {
    if old.is_none() { Ok(()) } else { Err("declared twice".to_string()) }
}

/// Refuses text whose parentheses and negations are nested too deeply for a recursive parser.
fn check_depth(text: &str) -> Res<()> {
    let mut depth = 0_usize;
    let mut negations = 0_usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '~' => negations += 1,
            c if c.is_whitespace() => {}
            _ => negations = 0,
        }
        if depth + negations > DEPTH_LIMIT {
            return Err("nested too deeply".to_string());
        }
    }
    Ok(())
}
