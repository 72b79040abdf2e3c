//! Equality saturation of one atom, by itself or under the assumption of another.
//!
//! The e-graph starts with the atom. Rules are applied until nothing changes, or up to fixed limits on rounds and nodes
//! (never on time: results must not depend on the machine). Then the cheapest formula of the atom's class is extracted.

use egg::{CostFunction, Extractor, Id, Searcher, Subst};

use crate::language::{AtomGraph, ClassAnalysis, ClassMeaning, ENode, FieldsLeaf, StructureLeaf, add_avoid, add_term};
use crate::rules::{self, Check, Operator, Rule, RuleSet, pattern_variable};
use crate::saturate::conditions::holds;
use logic::alias::{self, Aliasing};
use logic::typreach::TypeReachability;
use logic::{Arena, Atom, AtomId, Facts, FieldSetId, Formula, TermId, TermNode, count, translate};
use rewrite::{Condition, RuleSide, RuleVariable};
use spec::StructureClaim;

mod conditions;

/// Maximum number of rounds. Each rule removes something, so this is far more than any atom needs.
const ROUND_LIMIT: usize = 24;
/// Maximum number of nodes of the e-graph.
const NODE_LIMIT: usize = 4_000;

/// Returns the simplest formula that the rules find for an atom.
pub fn saturate(
    rules: &RuleSet,
    facts: &Facts,
    types: &mut TypeReachability,
    arena: &mut Arena,
    atom: AtomId,
) -> Formula {
    if let Atom::Structure { claim, avoid, fields, from } = arena.get(atom) {
        // A claim about the nodes behind NULL holds, and so does a claim about links if there are none. No rule covers
        // other claims.
        let is_null = arena.node(*from) == TermNode::Null;
        let is_about_links = !matches!(claim, StructureClaim::ForAll(_));
        let is_true =
            is_null || is_about_links && is_defined(arena, *from) && arena.has_all_cells(avoid, *from, *fields);
        return if is_true { Formula::True } else { Formula::Atom(atom) };
    }
    if let Atom::Count { comparison, avoid, fields } = arena.get(atom).clone() {
        let found = count::simplified(arena, comparison, &avoid, fields);
        // (This terminates: a path from a node that was counted by itself has no start any more.)
        return found.map_atoms(&mut |part| match arena.get(part) {
            Atom::Count { .. } => Formula::Atom(part),
            _ => saturate(rules, facts, types, arena, part),
        });
    }
    let rules: Vec<&Rule> = rules.iter().filter(|rule| rule.text.given.is_none()).collect();
    saturated(&rules, facts, types, arena, &Formula::Atom(atom))
}

/// Returns true for a term with a value in every state: the value of a variable, or a symbol.
fn is_defined(arena: &Arena, term: TermId) -> bool {
    match arena.node(term) {
        TermNode::Symbol(_) => true,
        TermNode::Load(address) => matches!(arena.node(address), TermNode::VariableAddress(_)),
        _ => false,
    }
}

/// Returns the simplest formula that the rules find for an atom, assuming another.
pub fn saturate_given(
    rules: &RuleSet,
    facts: &Facts,
    types: &mut TypeReachability,
    arena: &mut Arena,
    atom: AtomId,
    given: AtomId,
) -> Formula {
    let rules: Vec<&Rule> = rules.iter().filter(|rule| rule.text.given.is_some()).collect();
    let given = Formula::Atom(given);
    let both = Formula::And(vec![Formula::Atom(atom), given.clone()]);
    match saturated(&rules, facts, types, arena, &both) {
        Formula::And(parts) => Formula::and(parts.into_iter().filter(|part| *part != given)),
        other if other == given => Formula::True,
        other => other,
    }
}

fn saturated(
    rules: &[&Rule],
    facts: &Facts,
    types: &mut TypeReachability,
    arena: &mut Arena,
    formula: &Formula,
) -> Formula {
    let owned = std::mem::replace(arena, Arena::empty());
    let mut graph = AtomGraph::new(ClassAnalysis { arena: owned, facts, types: std::mem::take(types) });
    let root = add_formula(&mut graph, formula);
    graph.rebuild();
    let mut done = Done::default();
    for _ in 0..ROUND_LIMIT {
        if !round(rules, &mut graph, &mut done) || graph.total_number_of_nodes() > NODE_LIMIT {
            break;
        }
    }
    let formula = extract(&mut graph, root);
    let ClassAnalysis { arena: owned, types: kept, .. } = graph.analysis;
    *arena = owned;
    *types = kept;
    formula
}

/// Applies every rule once to every match; returns true if the e-graph changed.
fn round(rules: &[&Rule], graph: &mut AtomGraph<'_>, done: &mut Done) -> bool {
    let present = done.operators(graph);
    let mut found: Vec<(&Rule, Id, Subst)> = Vec::new();
    for rule in rules.iter().copied().filter(|rule| present.contains(&rule.compiled.root)) {
        for matches in rule.compiled.left.search(graph) {
            found.extend(matches.substs.into_iter().map(|subst| (rule, matches.eclass, subst)));
        }
    }
    let mut changed = false;
    for (rule, class, subst) in found {
        changed |= apply(rule, graph, class, &subst, &rule.text.conditions);
    }
    graph.rebuild();
    changed
}

/// The operators of the e-graph's nodes; the buffer is reused between rounds.
#[derive(Default)]
struct Done {
    operators: Vec<Operator>,
}

impl Done {
    fn operators(&mut self, graph: &AtomGraph<'_>) -> &[Operator] {
        self.operators.clear();
        for class in graph.classes() {
            for operator in class.nodes.iter().filter_map(rules::operator) {
                if !self.operators.contains(&operator) {
                    self.operators.push(operator);
                }
            }
        }
        &self.operators
    }
}

/// Applies a rule at a match, for every way to satisfy the remaining conditions.
fn apply(rule: &Rule, graph: &mut AtomGraph<'_>, class: Id, subst: &Subst, conditions: &[Condition<Check>]) -> bool {
    match conditions.split_first() {
        None => match build(graph, subst, &rule.compiled.right) {
            Some(right) => graph.union(class, right),
            None => false,
        },
        Some((Condition::Check(check, variables), rest)) => {
            holds(graph, *check, &meanings(graph, subst, variables)) && apply(rule, graph, class, subst, rest)
        }
        Some((Condition::Member(member, set), rest)) => {
            let Some(ClassMeaning::Avoid(terms)) = meaning(graph, subst, *set) else { return false };
            let mut changed = false;
            for term in terms {
                let mut extended = subst.clone();
                let id = add_term(graph, term);
                extended.insert(pattern_variable(*member), id);
                changed |= apply(rule, graph, class, &extended, rest);
            }
            changed
        }
    }
}

fn meaning(graph: &AtomGraph<'_>, subst: &Subst, variable: RuleVariable) -> Option<ClassMeaning> {
    subst.get(pattern_variable(variable)).map(|id| graph[*id].data.clone())
}

fn meanings(graph: &AtomGraph<'_>, subst: &Subst, variables: &[RuleVariable]) -> Vec<ClassMeaning> {
    variables.iter().filter_map(|variable| meaning(graph, subst, *variable)).collect()
}

/// Builds the right side; `None` if a computed operator does not apply.
fn build(graph: &mut AtomGraph<'_>, subst: &Subst, template: &RuleSide<Operator>) -> Option<Id> {
    let (operator, parts) = match template {
        RuleSide::Variable(variable) => return subst.get(pattern_variable(*variable)).copied(),
        RuleSide::Apply(operator, parts) => (*operator, parts),
    };
    let ids: Vec<Id> = parts.iter().map(|part| build(graph, subst, part)).collect::<Option<_>>()?;
    let data = |graph: &AtomGraph<'_>, index: usize| ids.get(index).map(|id: &Id| graph[*id].data.clone());
    match operator {
        Operator::Without => match (data(graph, 0)?, data(graph, 1)?) {
            (ClassMeaning::Avoid(members), ClassMeaning::Term(term)) => {
                let rest: Vec<TermId> = members.into_iter().filter(|member| *member != term).collect();
                Some(add_avoid(graph, &rest))
            }
            _ => None,
        },
        Operator::Defined => match data(graph, 0)? {
            ClassMeaning::Term(term) => {
                let formula = translate::defined_term(&mut graph.analysis.arena, term);
                Some(add_formula(graph, &formula))
            }
            _ => None,
        },
        Operator::IsNullTest => match data(graph, 0)? {
            ClassMeaning::Term(term) => {
                let ty = graph.analysis.arena.type_of(term);
                let null = graph.analysis.arena.null(ty);
                let (low, high) = (term.min(null), term.max(null));
                let (low, high) = (add_term(graph, low), add_term(graph, high));
                Some(graph.add(ENode::Equal([low, high])))
            }
            _ => None,
        },
        Operator::Equal | Operator::Dshared => {
            // Symmetric arguments are kept in ascending order.
            let mut ids = ids;
            let at = ids.len().checked_sub(2)?;
            if let (ClassMeaning::Term(left), ClassMeaning::Term(right)) =
                (graph[ids[at]].data.clone(), graph[ids[at + 1]].data.clone())
                && left > right
            {
                ids.swap(at, at + 1);
            }
            rules::node(operator, &ids).map(|node| graph.add(node))
        }
        _ => rules::node(operator, &ids).map(|node| graph.add(node)),
    }
}

fn add_atom(graph: &mut AtomGraph<'_>, id: AtomId) -> Id {
    let atom = graph.analysis.arena.get(id).clone();
    let arguments: Vec<Id> = atom.arguments().map(|term| add_term(graph, term)).collect();
    let set = |graph: &mut AtomGraph<'_>, fields: FieldSetId| graph.add(ENode::Fields(FieldsLeaf(fields)));
    match atom {
        Atom::Reach { at_least_one, avoid, fields, .. } => {
            let children = [add_avoid(graph, &avoid), set(graph, fields), arguments[0], arguments[1]];
            graph.add(if at_least_one { ENode::Reachp(children) } else { ENode::Reach(children) })
        }
        Atom::Dshared { avoid, fields, .. } => {
            let children = [add_avoid(graph, &avoid), set(graph, fields), arguments[0], arguments[1]];
            graph.add(ENode::Dshared(children))
        }
        Atom::Cyclic { avoid, fields, .. } => {
            let children = [add_avoid(graph, &avoid), set(graph, fields), arguments[0]];
            graph.add(ENode::Cyclic(children))
        }
        // Opaque to rules.
        Atom::Structure { .. } | Atom::Count { .. } | Atom::String(_) | Atom::Room(..) => {
            graph.add(ENode::Structure(StructureLeaf(id)))
        }
        Atom::Allocated(_) => graph.add(ENode::Allocated([arguments[0]])),
        Atom::Equal(..) => graph.add(ENode::Equal([arguments[0], arguments[1]])),
        Atom::Less(..) => graph.add(ENode::Less([arguments[0], arguments[1]])),
    }
}

/// Adds a formula without `*`.
fn add_formula(graph: &mut AtomGraph<'_>, formula: &Formula) -> Id {
    match formula {
        Formula::True => graph.add(ENode::True),
        Formula::False | Formula::Unknown => graph.add(ENode::False),
        Formula::Atom(atom) => add_atom(graph, *atom),
        Formula::NotAtom(atom) => {
            let atom = add_atom(graph, *atom);
            graph.add(ENode::Not([atom]))
        }
        Formula::And(parts) => add_chain(graph, parts, ENode::True, ENode::And),
        Formula::Or(parts) => add_chain(graph, parts, ENode::False, ENode::Or),
    }
}

fn add_chain(graph: &mut AtomGraph<'_>, parts: &[Formula], unit: ENode, join: fn([Id; 2]) -> ENode) -> Id {
    let mut ids: Vec<Id> = parts.iter().map(|part| add_formula(graph, part)).collect();
    let Some(mut joined) = ids.pop() else { return graph.add(unit) };
    while let Some(id) = ids.pop() {
        joined = graph.add(join([id, joined]));
    }
    joined
}

/// Prefers few predicates, simple kinds, small avoid sets and small terms, in this order.
struct Cost;

impl CostFunction<ENode> for Cost {
    type Cost = usize;

    fn cost<C: FnMut(Id) -> usize>(&mut self, node: &ENode, mut costs: C) -> usize {
        let own = match node {
            ENode::True | ENode::False => 0,
            ENode::Not(_) | ENode::And(_) | ENode::Or(_) => 1,
            ENode::Equal(_) | ENode::Less(_) => 1_000,
            ENode::Allocated(_) => 1_100,
            ENode::Reach(_) => 10_000,
            ENode::Reachp(_) => 11_000,
            ENode::Cyclic(_) => 12_000,
            ENode::Dshared(_) => 13_000,
            ENode::Structure(_) => 14_000,
            ENode::Avoid(members) => 100 * members.len(),
            _ => 1,
        };
        egg::Language::fold(node, own, |sum, child| sum.saturating_add(costs(child)))
    }
}

fn extract(graph: &mut AtomGraph<'_>, root: Id) -> Formula {
    let nodes = {
        let extractor = Extractor::new(graph, Cost);
        let mut nodes = Vec::new();
        collect(&extractor, graph, root, &mut nodes);
        nodes
    };
    formula_of(graph, &nodes, root)
}

/// Collects the best node of each class of formulas under `id`.
fn collect(
    extractor: &Extractor<'_, Cost, ENode, ClassAnalysis<'_>>,
    graph: &AtomGraph<'_>,
    id: Id,
    nodes: &mut Vec<(Id, ENode)>,
) {
    let id = graph.find(id);
    if nodes.iter().any(|(known, _)| *known == id) {
        return;
    }
    let node = extractor.find_best_node(id).clone();
    nodes.push((id, node.clone()));
    if let ENode::Not(_) | ENode::And(_) | ENode::Or(_) = node {
        egg::Language::for_each(&node, |child| collect(extractor, graph, child, nodes));
    }
}

fn formula_of(graph: &mut AtomGraph<'_>, nodes: &[(Id, ENode)], id: Id) -> Formula {
    let id = graph.find(id);
    let Some((_, node)) = nodes.iter().find(|(known, _)| *known == id) else { return Formula::Unknown };
    let term = |graph: &AtomGraph<'_>, id: Id| match graph[id].data {
        ClassMeaning::Term(term) => Some(term),
        _ => None,
    };
    let shape = |graph: &AtomGraph<'_>, avoid: Id, fields: Id| match (&graph[avoid].data, &graph[fields].data) {
        (ClassMeaning::Avoid(avoid), ClassMeaning::Fields(fields)) => Some((avoid.clone().into_boxed_slice(), *fields)),
        _ => None,
    };
    let atom = match node {
        ENode::True => return Formula::True,
        ENode::False => return Formula::False,
        ENode::Not([p]) => return formula_of(graph, nodes, *p).negated(),
        ENode::And([p, q]) => {
            let p = formula_of(graph, nodes, *p);
            return Formula::and([p, formula_of(graph, nodes, *q)]);
        }
        ENode::Or([p, q]) => {
            let p = formula_of(graph, nodes, *p);
            return Formula::or([p, formula_of(graph, nodes, *q)]);
        }
        ENode::Reach([a, f, x, b]) | ENode::Reachp([a, f, x, b]) => {
            let at_least_one = matches!(node, ENode::Reachp(_));
            shape(graph, *a, *f)
                .zip(term(graph, *x).zip(term(graph, *b)))
                .map(|((avoid, fields), (from, to))| Atom::Reach { at_least_one, avoid, fields, from, to })
        }
        ENode::Dshared([a, f, x, y]) => shape(graph, *a, *f)
            .zip(term(graph, *x).zip(term(graph, *y)))
            .map(|((avoid, fields), (left, right))| Atom::Dshared { avoid, fields, left, right }),
        ENode::Cyclic([a, f, x]) => shape(graph, *a, *f)
            .zip(term(graph, *x))
            .map(|((avoid, fields), from)| Atom::Cyclic { avoid, fields, from }),
        ENode::Structure(leaf) => Some(graph.analysis.arena.get(leaf.0).clone()),
        ENode::Allocated([x]) => term(graph, *x).map(Atom::Allocated),
        ENode::Equal([x, y]) => term(graph, *x).zip(term(graph, *y)).map(|(x, y)| Atom::Equal(x, y)),
        ENode::Less([x, y]) => term(graph, *x).zip(term(graph, *y)).map(|(x, y)| Atom::Less(x, y)),
        _ => None,
    };
    // The best node of a class of formulas always has a meaning; if not, `*` is sound.
    atom.map_or(Formula::Unknown, |atom| Formula::Atom(graph.analysis.arena.atom(atom)))
}

fn same_address(graph: &AtomGraph<'_>, left: TermId, right: TermId) -> Aliasing {
    alias::same_address(&graph.analysis.arena, graph.analysis.facts, left, right)
}
