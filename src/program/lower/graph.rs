//! Builds one flowchart: edges are added as statements are lowered, then skips are contracted.
//!
//! Never looks at the syntax tree. A location whose only outgoing edge is a skip is merged with its target, unless then
//! control that reaches the target another way would seem to be at the source's label or annotated statement, or an
//! assumption of the specification at the target would seem to hold at the source.

use std::collections::BTreeSet;
use std::sync::Arc;

use petgraph::graph::DiGraph;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{
    Command, DecidingInput, Edge, Expr, ExprNode, Flowchart, FunctionId, Location, LocationId, Program, VariableId,
};
use base::{SourceMap, Span};

pub(crate) type Node = usize;

/// Number of variables in one pass of the liveness analysis: the bits of its sets.
const GROUP: usize = 128;

#[derive(Clone, Debug, Default)]
struct NodeData {
    labels: Vec<String>,
    statements: SmallVec<[Span; 1]>,
    /// An annotation of the text refers to this location: not merged with one that has other predecessors.
    pinned: bool,
    /// The specification may refer to this location, and contains an assumption or contract.
    is_queried: bool,
    /// A call of a function known only by its contract begins here. Not merged into its target, to keep its origin.
    begins_call: bool,
    /// True if an edge leads here.
    entered: bool,
    edges: Vec<Out>,
}

#[derive(Clone, Debug)]
struct Out {
    command: Command,
    span: Span,
    to: u32,
    input: Option<Box<DecidingInput>>,
}

impl Out {
    fn target(&self) -> Node {
        self.to as Node
    }
}

/// Where a location of a copied flowchart comes from.
#[derive(Clone, Debug)]
struct Origin {
    /// The function whose text it belongs to.
    function: FunctionId,
    /// Its span there.
    span: Span,
    /// The copy of the function.
    instance: Option<Arc<str>>,
}

/// A flowchart under construction. Invariant: locations are only added before [`FlowchartBuilder::finish`].
#[derive(Clone, Debug)]
pub(crate) struct FlowchartBuilder {
    nodes: Vec<NodeData>,
    /// For locations of copied flowcharts: where they come from.
    origins: FxHashMap<Node, Origin>,
    entry: Node,
    exit: Node,
    /// The location where lowering continues.
    pub(crate) current: Node,
    stop: Option<Node>,
    blocked: Option<Node>,
}

impl FlowchartBuilder {
    /// Creates a flowchart with an entry and an exit only.
    pub(crate) fn new() -> Self {
        let nodes = vec![NodeData::default(), NodeData::default()];
        FlowchartBuilder {
            nodes,
            origins: FxHashMap::default(),
            entry: 0,
            exit: 1,
            current: 0,
            stop: None,
            blocked: None,
        }
    }

    /// The location that every return leads to.
    pub(crate) fn exit(&self) -> Node {
        self.exit
    }

    pub(crate) fn node(&mut self) -> Node {
        self.nodes.push(NodeData::default());
        self.nodes.len() - 1
    }

    /// Returns the location without successors that failures and `exit` lead to.
    pub(crate) fn stop(&mut self) -> Node {
        if let Some(stop) = self.stop {
            return stop;
        }
        let stop = self.node();
        self.stop = Some(stop);
        stop
    }

    /// Returns a location that is never entered: edges to it are dropped (`assume` with a false condition).
    pub(crate) fn blocked(&mut self) -> Node {
        if let Some(blocked) = self.blocked {
            return blocked;
        }
        let blocked = self.node();
        self.blocked = Some(blocked);
        blocked
    }

    pub(crate) fn edge(&mut self, from: Node, to: Node, command: Command, span: Span) {
        let target = u32::try_from(to).unwrap_or(u32::MAX);
        push_one(&mut self.nodes[from].edges, Out { command, span, to: target, input: None });
        self.nodes[to].entered = true;
    }

    /// Records which input selects the edge added last at `from`.
    pub(crate) fn decide(&mut self, from: Node, input: Box<DecidingInput>) {
        if let Some(edge) = self.nodes[from].edges.last_mut() {
            edge.input = Some(input);
        }
    }

    pub(crate) fn is_entered(&self, node: Node) -> bool {
        self.nodes[node].entered
    }

    /// Adds an edge from the current location to a new one, which becomes current.
    pub(crate) fn emit(&mut self, command: Command, span: Span) {
        let next = self.node();
        self.edge(self.current, next, command, span);
        self.current = next;
    }

    pub(crate) fn skip_to(&mut self, to: Node, span: Span) {
        self.edge(self.current, to, Command::Skip, span);
    }

    pub(crate) fn skip_to_exit(&mut self, span: Span) {
        self.skip_to(self.exit, span);
    }

    /// Adds a skip from the current location to `to`, which becomes current.
    pub(crate) fn go_to(&mut self, to: Node, span: Span) {
        self.skip_to(to, span);
        self.current = to;
    }

    /// Adds a skip to a new location, which becomes current.
    pub(crate) fn go_to_new(&mut self, span: Span) -> Node {
        let node = self.node();
        self.go_to(node, span);
        node
    }

    /// Adds a skip from the current location; what is lowered next is unreachable until something leads there.
    pub(crate) fn jump_to(&mut self, to: Node, span: Span) {
        self.skip_to(to, span);
        self.dead_end();
    }

    /// Adds an edge for each outcome of a condition, or one skip if it is constant.
    pub(crate) fn branch(&mut self, condition: Expr, yes: Node, no: Node, span: Span) {
        if let ExprNode::Integer(value) = condition.node {
            return self.skip_to(if value != 0 { yes } else { no }, span);
        }
        for (target, holds) in [(yes, true), (no, false)] {
            self.edge(self.current, target, Command::Assume { condition: condition.clone(), holds }, span);
        }
    }

    /// Makes a new location current that nothing leads to yet.
    pub(crate) fn dead_end(&mut self) {
        self.current = self.node();
    }

    pub(crate) fn statement(&mut self, node: Node, span: Span, pinned: bool) {
        self.nodes[node].statements.push(span);
        self.nodes[node].pinned |= pinned;
    }

    pub(crate) fn has_statement(&self, node: Node) -> bool {
        !self.nodes[node].statements.is_empty()
    }

    pub(crate) fn label(&mut self, node: Node, label: &str) {
        self.nodes[node].labels.push(label.to_string());
    }

    pub(crate) fn label_here(&mut self, label: &str) {
        self.label(self.current, label);
    }

    /// Adds a copy of a location of a finished flowchart; `instance` is prefixed to its labels.
    pub(crate) fn copy(
        &mut self,
        location: &Location,
        instance: Option<&Arc<str>>,
        pinned: &impl Fn(Span) -> bool,
    ) -> Node {
        let node = self.node();
        let labels = location.labels.iter();
        self.nodes[node] = NodeData {
            labels: labels.map(|label| instance.map_or(label.clone(), |name| format!("{name}::{label}"))).collect(),
            statements: location.statements.clone(),
            pinned: location.statements.iter().any(|span| pinned(*span)),
            ..NodeData::default()
        };
        let Location { function, span, .. } = *location;
        self.origins.insert(node, Origin { function, span, instance: instance.cloned() });
        node
    }

    /// Marks a location as the beginning of a call of a function known only by its contract.
    pub(crate) fn begin_call(&mut self, node: Node, function: FunctionId, span: Span) {
        let instance = self.instance(node).cloned();
        self.origins.insert(node, Origin { function, span, instance });
        self.nodes[node].begins_call = true;
    }

    /// The copy of a function that a location belongs to.
    fn instance(&self, node: Node) -> Option<&Arc<str>> {
        self.origins.get(&node)?.instance.as_ref()
    }

    /// Makes existing locations the entry and the exit.
    pub(crate) fn set_ends(&mut self, entry: Node, exit: Node) {
        (self.entry, self.exit) = (entry, exit);
    }

    /// Adds a location with the same origin as `other`, if that has one.
    pub(crate) fn node_beside(&mut self, other: Node) -> Node {
        let node = self.node();
        if let Some(origin) = self.origins.get(&other).cloned() {
            self.origins.insert(node, origin);
        }
        node
    }

    /// Changes the target and command of the outgoing edge number `index`.
    pub(crate) fn replace_edge(&mut self, from: Node, index: usize, to: Node, command: Command) {
        if let Some(edge) = self.nodes[from].edges.get_mut(index) {
            edge.to = u32::try_from(to).unwrap_or(u32::MAX);
            edge.command = command;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn has_edges(&self) -> bool {
        self.nodes.iter().any(|node| !node.edges.is_empty())
    }

    /// Returns true if only skips are reachable from the start. A constant condition is lowered to one skip.
    pub(crate) fn does_nothing(&self) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let node = &self.nodes[at];
            if node.edges.iter().any(|edge| edge.command != Command::Skip) {
                return false;
            }
            open.extend(node.edges.iter().map(|edge| edge.to as usize));
        }
        true
    }

    /// Returns the finished flowchart of a function. `sources` maps spans to lines that a specification may name.
    pub(crate) fn finish(
        mut self,
        program: &Program,
        sources: Option<&SourceMap>,
        function: FunctionId,
        end: Span,
    ) -> Flowchart {
        self.prune();
        self.mark_queried(&program.observed, sources);
        self.drop_scope_commands(program);
        self.contract();
        self.freeze(function, end)
    }

    fn reachable(&self, from: Node) -> Vec<bool> {
        let mut seen = vec![false; self.nodes.len()];
        let mut work = vec![from];
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                work.extend(self.nodes[node].edges.iter().map(Out::target));
            }
        }
        seen
    }

    /// Drops edges that no run can take: those into the blocked location and those out of unreachable ones.
    fn prune(&mut self) {
        if let Some(blocked) = self.blocked {
            self.nodes.iter_mut().for_each(|node| node.edges.retain(|edge| edge.target() != blocked));
        }
        let reachable = self.reachable(self.entry);
        for (node, reached) in self.nodes.iter_mut().zip(reachable) {
            if !reached {
                node.edges.clear();
            }
        }
    }

    /// Marks the locations that a specification with assumptions may refer to: an assumption at one location says
    /// nothing about those that runs pass before it.
    fn mark_queried(&mut self, observed: &BTreeSet<String>, sources: Option<&SourceMap>) {
        if !observed.contains("assume") && !observed.contains("contract") {
            return;
        }
        let lines: Option<&SourceMap> = sources.filter(|_| observed.contains("line"));
        let on_line =
            |span: &Span| lines.is_some_and(|sources| observed.contains(&sources.position(*span).line.to_string()));
        let by_name = |label: &String| observed.contains(label.rsplit("::").next().unwrap_or(label));
        for node in &mut self.nodes {
            node.is_queried = node.pinned || node.labels.iter().any(by_name) || node.statements.iter().any(on_line);
        }
        self.nodes[self.entry].is_queried |= observed.contains("entry");
        self.nodes[self.exit].is_queried |= observed.contains("exit");
    }

    /// Turns scope starts and ends without an observable effect into skips: no pointer reaches the variable and, for a
    /// start, the program writes it before reading it. In loops, starts of variables that the specification names are
    /// kept.
    fn drop_scope_commands(&mut self, program: &Program) {
        let address_taken = |variable: VariableId| program.variables[variable].address_taken;
        let is_observed = |variable: VariableId| program.is_observed(&program.variables[variable].name);
        let (mut needless, mut begun) = (Vec::new(), Vec::new());
        for (node, data) in self.nodes.iter().enumerate() {
            for (index, edge) in data.edges.iter().enumerate() {
                match edge.command {
                    Command::ScopeEnd(variable) if !address_taken(variable) => needless.push((node, index)),
                    // Outside of loops there is no value of an earlier iteration that the specification could see.
                    Command::ScopeStart(variable) if is_observed(variable) && self.reachable(edge.target())[node] => {}
                    Command::ScopeStart(variable) if !address_taken(variable) => {
                        begun.push((node, index, edge.target(), variable))
                    }
                    _ => {}
                }
            }
        }
        // In groups, so that large functions need no large tables.
        for group in begun.chunks(GROUP) {
            let variables: Vec<VariableId> = group.iter().map(|(.., variable)| *variable).collect();
            let live = self.live(&variables);
            for (position, (node, index, to, _)) in group.iter().enumerate() {
                if live[*to] >> position & 1 == 0 {
                    needless.push((*node, *index));
                }
            }
        }
        for (node, index) in needless {
            self.nodes[node].edges[index].command = Command::Skip;
        }
    }

    /// Returns a bit set per location: which of at most [`GROUP`] variables may be read before they are wholly written.
    fn live(&self, variables: &[VariableId]) -> Vec<u128> {
        let mut uses: Vec<(Node, Node, u128, u128)> = Vec::new();
        for (node, data) in self.nodes.iter().enumerate() {
            for edge in &data.edges {
                let (reads, writes) = uses_of(&edge.command, variables);
                uses.push((node, edge.target(), reads, writes));
            }
        }
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (index, (_, to, ..)) in uses.iter().enumerate() {
            into[*to].push(index);
        }
        let mut live = vec![0u128; self.nodes.len()];
        let mut work: Vec<Node> = Vec::new();
        for (node, _, reads, _) in &uses {
            if *reads & !live[*node] != 0 {
                live[*node] |= reads;
                work.push(*node);
            }
        }
        while let Some(changed) = work.pop() {
            for index in &into[changed] {
                let (node, to, reads, writes) = uses[*index];
                let new = reads | (live[to] & !writes);
                if new & !live[node] != 0 {
                    live[node] |= new;
                    work.push(node);
                }
            }
        }
        live
    }

    fn contract(&mut self) {
        let mut alias: Vec<Node> = (0..self.nodes.len()).collect();
        loop {
            self.drop_double_skips(&mut alias);
            let mut incoming = vec![0usize; self.nodes.len()];
            for data in &self.nodes {
                data.edges.iter().for_each(|edge| incoming[edge.target()] += 1);
            }
            let mut changed = false;
            for node in 0..self.nodes.len() {
                changed |= self.merge_into_target(node, &mut alias, &mut incoming);
            }
            if !changed {
                break;
            }
        }
        self.entry = find(&mut alias, self.entry);
    }

    /// Merges `node` with the target of its only edge if that is a skip and the merge is sound. Returns true if it did.
    fn merge_into_target(&mut self, node: Node, alias: &mut [Node], incoming: &mut [usize]) -> bool {
        let [edge @ Out { command: Command::Skip, .. }] = self.nodes[node].edges.as_slice() else { return false };
        let target = find(alias, edge.target());
        let data = &self.nodes[node];
        let alone = incoming[target] == 1 && target != find(alias, self.entry);
        let exact = data.pinned || !data.labels.is_empty() || node == find(alias, self.entry);
        let both_queried = data.is_queried && self.nodes[target].is_queried;
        // What an annotation names are variables of its own copy.
        let leaves_copy = data.pinned && self.instance(node).is_some_and(|copy| self.instance(target) != Some(copy));
        if target == node || both_queried || data.begins_call || (exact && !alone) || leaves_copy {
            return false;
        }
        let data = std::mem::take(&mut self.nodes[node]);
        if alone {
            let into = &mut self.nodes[target];
            into.labels.splice(0..0, data.labels);
            into.statements.insert_many(0, data.statements);
            into.pinned |= data.pinned;
            into.is_queried |= data.is_queried;
        }
        incoming[target] = (incoming[target] + incoming[node]).saturating_sub(1);
        alias[node] = target;
        true
    }

    /// Resolves the targets of all edges through `alias` and drops duplicate skips between the same locations.
    fn drop_double_skips(&mut self, alias: &mut [Node]) {
        for data in &mut self.nodes {
            let mut skips = Vec::new();
            data.edges.retain_mut(|edge| {
                let to = find(alias, edge.target());
                edge.to = u32::try_from(to).unwrap_or(u32::MAX);
                if edge.command != Command::Skip {
                    return true;
                }
                let first = !skips.contains(&to);
                skips.push(to);
                first
            });
        }
    }

    /// Returns the locations to keep: reachable ones in the order of the text (reverse postorder), then the stop if
    /// reachable, the exit always, and dead ones with labels or annotations, which specifications may name.
    fn order(&self) -> Vec<Node> {
        let mut seen = vec![false; self.nodes.len()];
        let mut postorder = Vec::new();
        let mut work = vec![(self.entry, false)];
        while let Some((node, done)) = work.pop() {
            if done {
                postorder.push(node);
            } else if !std::mem::replace(&mut seen[node], true) {
                work.push((node, true));
                // The last edge is visited first, so that the first one comes first in the reversed order.
                work.extend(self.nodes[node].edges.iter().map(|edge| (edge.target(), false)));
            }
        }
        postorder.reverse();
        let is_end = |node: &Node| *node == self.exit || Some(*node) == self.stop;
        let mut order: Vec<Node> =
            postorder.iter().copied().filter(|node| !is_end(node) || *node == self.entry).collect();
        order.extend(self.stop.filter(|stop| seen[*stop] && *stop != self.entry));
        order.extend(Some(self.exit).filter(|exit| *exit != self.entry));
        let dead = |node: &Node| !seen[*node] && *node != self.exit && self.nodes[*node].is_named();
        order.extend((0..self.nodes.len()).filter(dead));
        order
    }

    fn freeze(mut self, function: FunctionId, end: Span) -> Flowchart {
        let order = self.order();
        // Without spare capacity: a program may have very many functions.
        let edges = order.iter().map(|node| self.nodes[*node].edges.len()).sum();
        let mut graph = DiGraph::with_capacity(order.len(), edges);
        let mut place = vec![LocationId::new(0); self.nodes.len()];
        for node in &order {
            let data = &mut self.nodes[*node];
            let first_edge = data.edges.first().map(|edge| edge.span);
            // Blocks and declarations without code share the location of the next statement: show that one.
            let span = data.statements.last().copied().or(first_edge).unwrap_or(end);
            let own = Origin { function, span, instance: None };
            let Origin { function, span, instance } = self.origins.remove(node).unwrap_or(own);
            let (labels, statements) = (std::mem::take(&mut data.labels), std::mem::take(&mut data.statements));
            place[*node] = graph.add_node(Location { labels, statements, span, function, instance });
        }
        for node in order {
            for Out { command, span, to, input } in std::mem::take(&mut self.nodes[node].edges) {
                graph.add_edge(place[node], place[to as Node], Edge { command, span, input });
            }
        }
        Flowchart { graph, entry: place[self.entry], exit: place[self.exit] }
    }
}

/// Pushes without the spare capacity of a growing `Vec`: most lists here hold one element.
fn push_one<T>(list: &mut Vec<T>, thing: T) {
    if list.is_empty() {
        list.reserve_exact(1);
    }
    list.push(thing);
}

impl NodeData {
    fn is_named(&self) -> bool {
        self.pinned || !self.labels.is_empty()
    }
}

fn find(alias: &mut [Node], node: Node) -> Node {
    let mut root = node;
    while alias[root] != root {
        root = alias[root];
    }
    let mut walk = node;
    while alias[walk] != root {
        walk = std::mem::replace(&mut alias[walk], root);
    }
    root
}

/// Returns bit sets of the variables that a command reads and wholly writes. No pointer may reach the variables.
fn uses_of(command: &Command, variables: &[VariableId]) -> (u128, u128) {
    let bit = |variable: &VariableId| {
        let positions = variables.iter().enumerate().filter(|(_, other)| *other == variable);
        positions.fold(0u128, |bits, (position, _)| bits | 1 << position)
    };
    if let Command::ScopeStart(variable) | Command::ScopeEnd(variable) = command {
        return (0, bit(variable));
    }
    let target = command.written();
    let (mut reads, mut writes) = (0, 0);
    for expression in command.expressions() {
        match (&expression.node, target) {
            (ExprNode::VariableAddress(variable), Some(target)) if target == expression => writes |= bit(variable),
            _ => expression.visit(&mut |part: &Expr| {
                if let ExprNode::VariableAddress(variable) = &part.node {
                    reads |= bit(variable);
                }
            }),
        }
    }
    (reads, writes)
}
