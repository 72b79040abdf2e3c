//! Programs built by hand, for tests.

use crate::*;
use base::ids::Id;
use base::{FileId, Span};
use ctype::{DataModel, DeclaredMember, FieldId, Type, TypeId};

/// A program with `typedef struct node { struct node *n; int data; } Node;` and one function under construction.
pub(crate) struct Fixture {
    pub program: Program,
    pub function: FunctionId,
    pub int: TypeId,
    pub node: TypeId,
    pub node_pointer: TypeId,
    pub next: FieldId,
    pub data: FieldId,
    last: LocationId,
}

fn span() -> Span {
    Span { file: FileId::from_index(0), start: 0, end: 0 }
}

fn location(function: FunctionId) -> Location {
    Location { labels: Vec::new(), statements: Default::default(), span: span(), function, instance: None }
}

pub(crate) fn empty_program() -> Program {
    Program::new(DataModel::Lp64)
}

impl Fixture {
    /// Creates a fixture whose function is called `name` and returns `int`.
    pub(crate) fn new(name: &str) -> Self {
        let mut program = empty_program();
        let types = &mut program.types;
        let record = types.declare_record(false, "Node", false);
        let node = types.intern(Type::Record(record));
        let (node_pointer, int) = (types.pointer(node), types.int());
        let member = |name: &str, ty| DeclaredMember::new(name, ty);
        types.complete_record(record, vec![member("n", node_pointer), member("data", int)], false, None);
        let (next, data) = (FieldId { record, index: 0 }, FieldId { record, index: 1 });
        let function = FunctionId::from_index(0);
        let last = LocationId::new(0);
        let mut fixture = Fixture { program, function, int, node, node_pointer, next, data, last };
        fixture.begin(name);
        fixture
    }

    /// Starts another function that returns `int`; later edges are added to it.
    pub(crate) fn begin(&mut self, name: &str) -> FunctionId {
        let ty =
            self.program.types.intern(Type::Function { result: self.int, parameters: Vec::new(), variadic: false });
        let mut graph = petgraph::graph::DiGraph::new();
        let id = FunctionId::from_index(self.program.functions.len());
        let (entry, exit) = (graph.add_node(location(id)), graph.add_node(location(id)));
        self.function = self.program.functions.push(Function {
            name: name.into(),
            ty,
            parameters: Vec::new(),
            result: None,
            locals: Vec::new(),
            flowchart: Some(Flowchart { graph, entry, exit }),
            is_static: false,
            span: span(),
        });
        self.last = entry;
        let result = self.variable("\\result", self.int, VariableKind::Result);
        self.program.functions[self.function].result = Some(result);
        self.function
    }

    pub(crate) fn variable(&mut self, name: &str, ty: TypeId, kind: VariableKind) -> VariableId {
        let function = (kind != VariableKind::Global).then_some(self.function);
        let id = self.program.variables.push(Variable {
            name: name.into(),
            ty,
            kind,
            function,
            instance: None,
            in_block: false,
            address_taken: true,
            extra_bytes: 0,
            is_constant: false,
            is_chosen: false,
            linkage: Linkage::Internal,
            span: span(),
        });
        if function.is_some() {
            self.program.functions[self.function].locals.push(id);
        }
        if kind == VariableKind::Parameter {
            self.program.functions[self.function].parameters.push(id);
        }
        id
    }

    pub(crate) fn flowchart(&mut self) -> &mut Flowchart {
        self.program.functions[self.function].flowchart.as_mut().unwrap()
    }

    /// Adds a location.
    pub(crate) fn place(&mut self) -> LocationId {
        let function = self.function;
        self.flowchart().graph.add_node(location(function))
    }

    pub(crate) fn edge(&mut self, from: LocationId, command: Command, to: LocationId) -> EdgeId {
        self.flowchart().graph.add_edge(from, to, Edge { command, span: span(), input: None })
    }

    /// Adds an edge from the last location to a new one.
    pub(crate) fn then(&mut self, command: Command) -> LocationId {
        let (from, to) = (self.last, self.place());
        self.edge(from, command, to);
        self.last = to;
        to
    }

    /// Adds an edge from the last location to the exit.
    pub(crate) fn finish(&mut self, command: Command) {
        let (from, to) = (self.last, self.flowchart().exit);
        self.edge(from, command, to);
    }

    /// `&x`
    pub(crate) fn address(&mut self, variable: VariableId) -> Expr {
        let declared = self.program.variables[variable].clone();
        Expr::variable_address(&mut self.program.types, variable, &declared)
    }

    /// `x`
    pub(crate) fn value(&mut self, variable: VariableId) -> Expr {
        let address = self.address(variable);
        Expr::load(&self.program.types, address).unwrap()
    }

    /// `&e->f`
    pub(crate) fn field(&mut self, base: Expr, field: FieldId) -> Expr {
        Expr::field_address(&mut self.program.types, base, field)
    }

    /// `e->f`
    pub(crate) fn load_field(&mut self, base: Expr, field: FieldId) -> Expr {
        let address = self.field(base, field);
        Expr::load(&self.program.types, address).unwrap()
    }

    pub(crate) fn null(&self) -> Expr {
        Expr::new(ExprNode::Null, self.node_pointer)
    }

    pub(crate) fn number(&self, value: i128) -> Expr {
        Expr::integer(value, self.int)
    }

    pub(crate) fn binary(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::new(ExprNode::Binary(op, Box::new(left), Box::new(right)), self.int)
    }

    /// `x = e`
    pub(crate) fn set(&mut self, variable: VariableId, value: Expr) -> Command {
        Command::Store { address: self.address(variable), value }
    }

    /// `x = malloc(sizeof(Node))`
    pub(crate) fn malloc(&mut self, variable: VariableId) -> Command {
        let size = self.program.types.size_type();
        Command::Allocate {
            address: self.address(variable),
            bytes: Expr::integer(16, size),
            element: Some(self.node),
            zeroed: false,
            may_fail: false,
        }
    }
}
