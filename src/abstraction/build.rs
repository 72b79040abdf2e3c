//! Builds the boolean program of an abstraction.
//!
//! A pair that a hint approximates, or that was left unmarked, needs no variable: wherever the predicate is read at
//! that location, the hint's formula (or `*`) is read instead. All other predicates at a location are its relevant
//! variables.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::limits::MOST_HINTS_IN_TURN;
use crate::{Abstraction, AbstractionTask, Alternative, PropertyFormulas, Treatment};
use base::ids::IdVec;
use base::{SourceMap, SourcePosition};
use boolprog::{
    Assertion, BoolExpr, BoolId, BoolVariable, BooleanProgram, Ltl, LtlProperty, Point, PointId, Step, StepObstacle,
    Transition,
};
use ctype::Type;
use logic::display::Printer;
use logic::meaning::{self, Meaning};
use logic::{Atom, AtomId, Formula, TermId, TermNode};
use program::start::{Initial, Start};
use program::{Command, Edge, EdgeId, Flowchart, LocationId, Reach, SymbolId, expr};
use spec::{StatementKind, Temporal};

/// The origin of a property of the boolean program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PropertyOrigin {
    /// A statement of the specification, by index; several locations give several assertions.
    Statement(usize),
    /// An edge that fails: `assert`, `reach_error`.
    Failure(EdgeId),
    /// An edge that must access allocated memory only.
    Access(EdgeId),
}

/// A boolean program, with the map back to C.
#[derive(Clone, Debug)]
pub struct Built {
    /// The program, not compacted.
    pub program: BooleanProgram,
    /// The location of each point.
    pub locations: IdVec<PointId, LocationId>,
    /// The predicate of each variable. Variables after these stand for nondeterministic choices in temporal properties.
    pub atoms: IdVec<BoolId, AtomId>,
    /// The origins of assertions (by id) and of temporal properties (by name).
    pub origins: IndexMap<String, PropertyOrigin>,
    /// The edge of each transition.
    pub edges: Vec<EdgeId>,
}

pub fn build(task: AbstractionTask<'_>, abstraction: &Abstraction, sources: &SourceMap) -> Built {
    let symbols = task.specification.symbol_names();
    let function = &task.program.functions[task.entry];
    let Some(flowchart) = function.flowchart.as_ref() else { return empty(&function.name) };
    let mut builder =
        Builder { task, abstraction, sources, flowchart, variables: IndexMap::new(), built: empty(&function.name) };
    builder.number_variables(&symbols);
    builder.points();
    builder.transitions(&symbols);
    builder.properties();
    builder.failures();
    if task.check_accesses {
        builder.accesses();
    }
    builder.built
}

fn empty(name: &str) -> Built {
    let mut points = IdVec::new();
    let initial = points.push(Point {
        name: "entry".into(),
        position: SourcePosition { file: String::new(), line: 0, column: 0 },
        source_line: String::new(),
        relevant: Vec::new(),
        assumption: BoolExpr::True,
        constraint: BoolExpr::True,
        stored: true,
    });
    let program = BooleanProgram {
        name: name.into(),
        variables: IdVec::new(),
        points,
        initial,
        initial_constraint: BoolExpr::True,
        transitions: Vec::new(),
        assertions: Vec::new(),
        ltl: Vec::new(),
    };
    Built { program, locations: IdVec::new(), atoms: IdVec::new(), origins: IndexMap::new(), edges: Vec::new() }
}

struct Builder<'a> {
    task: AbstractionTask<'a>,
    abstraction: &'a Abstraction,
    sources: &'a SourceMap,
    flowchart: &'a Flowchart,
    variables: IndexMap<AtomId, BoolId>,
    built: Built,
}

impl Builder<'_> {
    /// Creates a variable for each predicate that is computed at some location, in order of discovery.
    fn number_variables(&mut self, symbols: &IdVec<SymbolId, String>) {
        let printer = Printer::new(&self.abstraction.arena, self.task.program, symbols);
        for ((atom, _), info) in &self.abstraction.pairs {
            if info.treatment.is_variable() && !self.variables.contains_key(atom) {
                let name = format!("b{}", self.variables.len());
                let id = self.built.program.variables.push(BoolVariable { name, predicate: printer.atom(*atom) });
                self.built.atoms.push(*atom);
                self.variables.insert(*atom, id);
            }
        }
    }

    fn points(&mut self) {
        let mut names = BTreeSet::new();
        let mut points = IdVec::new();
        for location in self.flowchart.locations() {
            let span = self.flowchart.location(location).span;
            let mut relevant: Vec<BoolId> = self
                .abstraction
                .pairs
                .iter()
                .filter(|((_, at), info)| *at == location && info.treatment.is_variable())
                .filter_map(|((atom, _), _)| self.variables.get(atom).copied())
                .collect();
            relevant.sort();
            let name = self.point_name(location, &mut names);
            let constraint = self.abstraction.constraints.get(&location);
            points.push(Point {
                name,
                position: self.sources.position(span),
                source_line: self.sources.source_line(span).trim().to_string(),
                relevant,
                assumption: BoolExpr::True,
                constraint: constraint.map_or(BoolExpr::True, |clauses| self.expression(clauses, location)),
                stored: true,
            });
            self.built.locations.push(location);
        }
        self.built.program.points = points;
        self.built.program.initial = self.point(self.flowchart.entry);
    }

    /// Returns a unique name for a location: its first label, or else `entry`, `exit` or `line_12`.
    fn point_name(&self, location: LocationId, names: &mut BTreeSet<String>) -> String {
        let place = self.flowchart.location(location);
        let base = match place.labels.first() {
            Some(label) => label.clone(),
            None if location == self.flowchart.entry => "entry".into(),
            None if location == self.flowchart.exit => "exit".into(),
            None => format!("line_{}", self.sources.position(place.span).line),
        };
        let base: String = base.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let mut name = base.clone();
        let mut count = 1;
        while !names.insert(name.clone()) {
            count += 1;
            name = format!("{base}_{count}");
        }
        name
    }

    fn point(&self, location: LocationId) -> PointId {
        base::ids::Id::from_index(location.index())
    }

    /// Translates a formula at a location to an expression over variables.
    fn expression(&self, formula: &Formula, location: LocationId) -> BoolExpr {
        match formula {
            Formula::True => BoolExpr::True,
            Formula::False => BoolExpr::False,
            Formula::Unknown => BoolExpr::Choice,
            Formula::Atom(atom) => self.atom(*atom, location),
            Formula::NotAtom(atom) => BoolExpr::not(self.atom(*atom, location)),
            Formula::And(parts) => BoolExpr::and(parts.iter().map(|part| self.expression(part, location))),
            Formula::Or(parts) => BoolExpr::or(parts.iter().map(|part| self.expression(part, location))),
        }
    }

    fn atom(&self, atom: AtomId, location: LocationId) -> BoolExpr {
        match self.abstraction.pairs.get(&(atom, location)).map(|info| &info.treatment) {
            Some(Treatment::Computed | Treatment::Free { .. }) => {
                self.variables.get(&atom).map_or(BoolExpr::Choice, |id| BoolExpr::Variable(*id))
            }
            Some(Treatment::Known(truth)) => BoolExpr::constant(*truth),
            // The hint's predicates are pairs of their own here, and a hint never depends on itself.
            Some(Treatment::Hinted { replacement, .. }) if !replacement.atoms().contains(&atom) => {
                self.hinted(replacement, location, &mut vec![atom])
            }
            _ => BoolExpr::Choice,
        }
    }

    /// Replacements may contain predicates with hints; cyclic hints become `*`.
    fn hinted(&self, formula: &Formula, location: LocationId, above: &mut Vec<AtomId>) -> BoolExpr {
        let replaced = formula.map_atoms(&mut |atom| match self
            .abstraction
            .pairs
            .get(&(atom, location))
            .map(|info| &info.treatment)
        {
            Some(Treatment::Computed | Treatment::Free { .. } | Treatment::Known(_)) => Formula::Atom(atom),
            _ if above.contains(&atom) || above.len() > MOST_HINTS_IN_TURN => Formula::Unknown,
            Some(Treatment::Hinted { replacement, .. }) => replacement.clone(),
            _ => Formula::Unknown,
        });
        if replaced == *formula {
            return self.expression(&replaced, location);
        }
        above.extend(formula.atoms());
        self.hinted(&replaced, location, above)
    }

    fn transitions(&mut self, symbols: &IdVec<SymbolId, String>) {
        let mut transitions: Vec<(EdgeId, Transition)> = Vec::new();
        for alternative in &self.abstraction.alternatives {
            let edge = alternative.edge;
            let source = self.flowchart.source(edge);
            let command = &self.flowchart.edge(edge).command;
            let targets: Vec<LocationId> = match meaning::of_command(self.task.program, command) {
                Meaning::Anywhere => self.flowchart.locations().collect(),
                Meaning::Exact | Meaning::Stops | Meaning::Library(_) | Meaning::Open(_) => {
                    vec![self.flowchart.target(edge)]
                }
            };
            for target in targets {
                let assignments = self.assignments(alternative, source, target);
                let guard = self.expression(&alternative.guard, source);
                let step = self.step(edge, target, guard, assignments, symbols);
                transitions.push((edge, Transition { source: self.point(source), steps: vec![step] }));
            }
        }
        transitions.extend(self.stays(symbols));
        transitions.sort_by_key(|(_, transition)| transition.source);
        (self.built.edges, self.built.program.transitions) = transitions.into_iter().unzip();
    }

    /// Self-loops at edges that are over-approximated: control may never return from them. For a temporal formula, that
    /// is the same as staying at the location.
    fn stays(&self, symbols: &IdVec<SymbolId, String>) -> Vec<(EdgeId, Transition)> {
        let statements = &self.task.specification.statements;
        if !statements.iter().any(|statement| matches!(statement.kind, StatementKind::Ltl(..))) {
            return Vec::new();
        }
        let is_open = |edge: &EdgeId| meaning::may_not_return(self.task.program, &self.flowchart.edge(*edge).command);
        let stay = |edge: EdgeId| {
            let source = self.flowchart.source(edge);
            let step = self.step(edge, source, BoolExpr::True, Vec::new(), symbols);
            (edge, Transition { source: self.point(source), steps: vec![step] })
        };
        self.flowchart.edges().filter(is_open).map(stay).collect()
    }

    /// Returns the assignments of an alternative to the variables of its source and of a possible target.
    fn assignments(
        &self,
        alternative: &Alternative,
        source: LocationId,
        target: LocationId,
    ) -> Vec<(BoolId, BoolExpr)> {
        let is_own = target == self.flowchart.target(alternative.edge);
        let target_point = &self.built.program.points[self.point(target)];
        let mut assignments: Vec<(BoolId, BoolExpr)> = Vec::new();
        for variable in &target_point.relevant {
            let atom = self.built.atoms[*variable];
            // Every computed pair at the target was computed over every edge into it; a free one has any value. (If
            // control may continue anywhere, all memory is arbitrary, so its updates would constrain no more.)
            let formula = alternative.updates.get(&atom).filter(|_| is_own);
            let value = formula.map_or(BoolExpr::Choice, |formula| self.expression(formula, source));
            if value != BoolExpr::Variable(*variable) {
                assignments.push((*variable, value));
            }
        }
        let source_relevant = &self.built.program.points[self.point(source)].relevant;
        for variable in source_relevant {
            if !target_point.relevant.contains(variable) {
                assignments.push((*variable, BoolExpr::False));
            }
        }
        assignments.sort_by_key(|(variable, _)| *variable);
        assignments
    }

    fn step(
        &self,
        edge: EdgeId,
        target: LocationId,
        guard: BoolExpr,
        assignments: Vec<(BoolId, BoolExpr)>,
        symbols: &IdVec<SymbolId, String>,
    ) -> Step {
        let Edge { command, span, .. } = self.flowchart.edge(edge);
        Step {
            target: self.point(target),
            guard,
            assignments,
            text: self.text(edge, symbols),
            position: self.sources.position(*span),
            obstacle: meaning::obstacle(self.task.program, command).map(|construct| {
                let lacks_body = matches!(command, Command::Unsupported { reach: Reach::Elsewhere, .. });
                StepObstacle { construct, lacks_body }
            }),
        }
    }

    /// Returns the C text of an edge, on one line; for a guard, the condition under which control passes.
    fn text(&self, edge: EdgeId, symbols: &IdVec<SymbolId, String>) -> String {
        let edge = self.flowchart.edge(edge);
        let Command::Assume { condition, holds } = &edge.command else {
            // If the statement contains a macro from a header, the preprocessor inserts line markers.
            let lines = self.sources.snippet(edge.span).lines().filter(|line| !line.starts_with("# "));
            let text = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
            // The entry of a loop: its body has steps of its own.
            let head = text.split_once('{').filter(|_| edge.command == Command::Skip);
            let text = head.map_or(text.as_str(), |(head, _)| head.trim_end());
            return text.trim_end_matches(';').to_string();
        };
        let program = self.task.program;
        let names = expr::Names {
            types: &program.types,
            variables: &program.variables,
            functions: &program.functions,
            symbols,
        };
        let condition = expr::display(condition, names);
        if *holds { format!("assume({condition})") } else { format!("assume(!({condition}))") }
    }

    fn assertion(&mut self, point: PointId, condition: BoolExpr, text: String, origin: PropertyOrigin) {
        let id = format!("assertion{}", self.built.program.assertions.len() + 1);
        self.built.origins.insert(id.clone(), origin);
        self.built.program.assertions.push(Assertion { id, point, condition, text });
    }

    fn properties(&mut self) {
        let mut initial = vec![BoolExpr::True];
        initial.extend(self.typed_entry());
        initial.extend(self.initial_values());
        for (index, statement) in self.task.specification.statements.iter().enumerate() {
            let Some(property) = self.abstraction.properties.get(index) else { continue };
            match (&statement.kind, property) {
                (StatementKind::Assume(_, locations), PropertyFormulas::State(formula)) => {
                    for location in locations {
                        let condition = self.expression(formula, *location);
                        let point = self.point(*location);
                        if *location == self.flowchart.entry {
                            initial.push(condition.clone());
                        }
                        // The entry may also be the head of a loop: then later visits are assumed, too.
                        let point = &mut self.built.program.points[point];
                        point.assumption = BoolExpr::and([point.assumption.clone(), condition]);
                    }
                }
                (StatementKind::Assert(_, locations), PropertyFormulas::State(formula)) => {
                    for location in locations {
                        let condition = self.expression(formula, *location);
                        self.assertion(
                            self.point(*location),
                            condition,
                            statement.text.clone(),
                            PropertyOrigin::Statement(index),
                        );
                    }
                }
                (StatementKind::Ltl(name, temporal), PropertyFormulas::Temporal(formulas)) => {
                    let formula = self.temporal(temporal, &mut formulas.iter());
                    let text = statement.text.clone();
                    self.built.origins.insert(name.clone(), PropertyOrigin::Statement(index));
                    self.built.program.ltl.push(LtlProperty { name: name.clone(), formula, text });
                }
                _ => {}
            }
        }
        self.built.program.initial_constraint = BoolExpr::and(initial);
    }

    /// A procedure other than `main` starts with pointers that are NULL or point to something live. This is assumed for
    /// each input for which both predicates exist.
    fn typed_entry(&self) -> Vec<BoolExpr> {
        let arena = &self.abstraction.arena;
        let program = self.task.program;
        let inputs = Start::of(program, self.task.entry).inputs();
        let is_input = |term: TermId| {
            let TermNode::Load(address) = arena.node(term) else { return false };
            let TermNode::VariableAddress(variable) = arena.node(address) else { return false };
            let target = program.types.pointee(program.variables[variable].ty);
            let target = target.filter(|target| !matches!(program.types.get(*target), Type::Function { .. }));
            inputs.contains(&variable)
                && target.and_then(|target| program.types.size_of(target)).is_some_and(|size| size > 0)
        };
        let relevant = &self.built.program.points[self.built.program.initial].relevant;
        let null_test = |term: TermId| {
            relevant.iter().copied().find(|variable| match arena.get(self.built.atoms[*variable]) {
                Atom::Equal(left, right) => {
                    (*left == term && arena.node(*right) == TermNode::Null)
                        || (*right == term && arena.node(*left) == TermNode::Null)
                }
                _ => false,
            })
        };
        let said = relevant.iter().filter_map(|variable| match arena.get(self.built.atoms[*variable]) {
            Atom::Allocated(term) if is_input(*term) => {
                let is_null = null_test(*term)?;
                Some(BoolExpr::or([BoolExpr::Variable(is_null), BoolExpr::Variable(*variable)]))
            }
            _ => None,
        });
        said.collect()
    }

    /// Predicates at the entry that the initial values of variables decide; see [`program::start`].
    fn initial_values(&self) -> Vec<BoolExpr> {
        let start = Start::of(self.task.program, self.task.entry);
        let arena = &self.abstraction.arena;
        let value = |term: TermId| match arena.node(term) {
            TermNode::Integer(integer) => Some(Initial::Integer(integer, integer)),
            TermNode::Null => Some(Initial::Null),
            TermNode::Load(address) => match arena.node(address) {
                TermNode::VariableAddress(variable)
                    if arena.type_of(term) == self.task.program.variables[variable].ty =>
                {
                    start.initial(variable)
                }
                _ => None,
            },
            _ => None,
        };
        let decided = |atom: AtomId| match arena.get(atom) {
            Atom::Equal(left, right) => match (value(*left)?, value(*right)?) {
                (Initial::Null, Initial::Null) => Some(true),
                (Initial::Integer(a, b), Initial::Integer(c, d)) if b < c || d < a => Some(false),
                // Only `argc` has more than one initial value.
                (Initial::Integer(a, b), Initial::Integer(c, d)) if a == b && (a, b) == (c, d) => Some(true),
                _ => None,
            },
            Atom::Less(left, right) => match (value(*left)?, value(*right)?) {
                (Initial::Integer(_, b), Initial::Integer(c, _)) if b < c => Some(true),
                (Initial::Integer(a, _), Initial::Integer(_, d)) if a >= d => Some(false),
                _ => None,
            },
            _ => None,
        };
        let relevant = &self.built.program.points[self.built.program.initial].relevant;
        let said = relevant.iter().filter_map(|id| {
            let variable = BoolExpr::Variable(*id);
            let holds = decided(*self.built.atoms.get(*id)?)?;
            Some(if holds { variable } else { BoolExpr::not(variable) })
        });
        said.collect()
    }

    fn temporal<'f>(&mut self, formula: &Temporal, parts: &mut impl Iterator<Item = &'f Formula>) -> Ltl {
        let mut both = |this: &mut Self, left: &Temporal, right: &Temporal| {
            let left = this.temporal(left, &mut *parts);
            (Box::new(left), Box::new(this.temporal(right, &mut *parts)))
        };
        match formula {
            Temporal::At(_, locations) => {
                let part = parts.next().cloned().unwrap_or(Formula::Unknown);
                self.at_any(&part, locations.iter().copied())
            }
            Temporal::Holds(_) => {
                let part = parts.next().cloned().unwrap_or(Formula::Unknown);
                let locations = self.flowchart.locations();
                self.at_any(&part, locations)
            }
            Temporal::Not(inner) => Ltl::Not(Box::new(self.temporal(inner, parts))),
            Temporal::Next(inner) => Ltl::Next(Box::new(self.temporal(inner, parts))),
            Temporal::Globally(inner) => Ltl::Release(Box::new(Ltl::False), Box::new(self.temporal(inner, parts))),
            Temporal::Finally(inner) => Ltl::Until(Box::new(Ltl::True), Box::new(self.temporal(inner, parts))),
            Temporal::And(left, right) => {
                let (left, right) = both(self, left, right);
                Ltl::And(left, right)
            }
            Temporal::Or(left, right) => {
                let (left, right) = both(self, left, right);
                Ltl::Or(left, right)
            }
            Temporal::Implies(left, right) => {
                let (left, right) = both(self, left, right);
                Ltl::Or(Box::new(Ltl::Not(left)), right)
            }
            Temporal::Iff(left, right) => {
                let (left, right) = both(self, left, right);
                let same = Ltl::And(left.clone(), right.clone());
                let neither = Ltl::And(Box::new(Ltl::Not(left)), Box::new(Ltl::Not(right)));
                Ltl::Or(Box::new(same), Box::new(neither))
            }
            Temporal::Until(left, right) => {
                let (left, right) = both(self, left, right);
                Ltl::Until(left, right)
            }
            Temporal::Release(left, right) => {
                let (left, right) = both(self, left, right);
                Ltl::Release(left, right)
            }
            // f W g is g R (f || g).
            Temporal::WeakUntil(left, right) => {
                let (left, right) = both(self, left, right);
                Ltl::Release(right.clone(), Box::new(Ltl::Or(left, right)))
            }
        }
    }

    fn at_any(&mut self, formula: &Formula, locations: impl Iterator<Item = LocationId>) -> Ltl {
        locations
            .map(|location| {
                let point = self.point(location);
                let expression = self.expression(formula, location);
                Ltl::At(point, self.settled(expression, point))
            })
            .reduce(|left, right| Ltl::Or(Box::new(left), Box::new(right)))
            .unwrap_or(Ltl::False)
    }

    /// Removes `*` from the expression: a choice at a location is made on arrival, and kept in a variable of its own.
    fn settled(&mut self, expression: BoolExpr, point: PointId) -> BoolExpr {
        match expression {
            BoolExpr::Choice => {
                let program = &mut self.built.program;
                let name = format!("c{}", program.variables.len());
                let predicate = format!("open choice at {}", program.points[point].name);
                let variable = program.variables.push(BoolVariable { name, predicate });
                program.points[point].relevant.push(variable);
                for transition in &mut program.transitions {
                    for step in &mut transition.steps {
                        if step.target == point {
                            step.assignments.push((variable, BoolExpr::Choice));
                        } else if transition.source == point {
                            step.assignments.push((variable, BoolExpr::False));
                        }
                    }
                }
                BoolExpr::Variable(variable)
            }
            BoolExpr::Not(inner) => BoolExpr::not(self.settled(*inner, point)),
            BoolExpr::And(parts) => {
                let parts: Vec<BoolExpr> = parts.into_iter().map(|part| self.settled(part, point)).collect();
                BoolExpr::and(parts)
            }
            BoolExpr::Or(parts) => {
                let parts: Vec<BoolExpr> = parts.into_iter().map(|part| self.settled(part, point)).collect();
                BoolExpr::or(parts)
            }
            settled => settled,
        }
    }

    /// A failing edge is an assertion that its source is unreachable.
    fn failures(&mut self) {
        for edge in self.flowchart.edges() {
            let Command::Fail(failure) = &self.flowchart.edge(edge).command else { continue };
            let source = self.flowchart.source(edge);
            // The failing edge has no successor states.
            let text = format!("assert({})", failure.message);
            self.assertion(self.point(source), BoolExpr::False, text, PropertyOrigin::Failure(edge));
        }
    }

    /// Asserts at the source of each edge that its accesses are to allocated memory.
    fn accesses(&mut self) {
        let mut seen = BTreeSet::new();
        for alternative in &self.abstraction.alternatives {
            if alternative.safe == Formula::True || !seen.insert(alternative.edge) {
                continue;
            }
            let source = self.flowchart.source(alternative.edge);
            let condition = self.expression(&alternative.safe, source);
            let text = self.text(alternative.edge, &IdVec::new());
            let text = format!("valid memory access: {text}");
            self.assertion(self.point(source), condition, text, PropertyOrigin::Access(alternative.edge));
        }
    }
}
