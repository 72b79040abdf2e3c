//! A world: record types, variables, a symbol and commands, written as short texts. Each command is an edge of its own
//! from a location of its own to the exit, so that facts are those of a procedure that holds all the commands.

use damson::base::ids::{Id, IdVec};
use damson::base::{SourceMap, Span};
use damson::ctype::{DataModel, DeclaredMember, FieldId, Type, TypeId, TypeTable};
use damson::logic::Facts;
use damson::program::{
    BinaryOp, Command, Edge, EdgeId, Expr, ExprNode, Flowchart, Function, FunctionId, Location, LocationId, Program,
    SymbolId, UnaryOp, Variable, VariableKind,
};
use petgraph::graph::DiGraph;

/// The text of a world.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// For messages.
    pub name: &'static str,
    /// `node: n node*, data int`; a record may refer to any other.
    pub records: &'static [&'static str],
    /// `x node*`: parameters, whose values at entry are enumerated.
    pub parameters: &'static [&'static str],
    /// Locals, indeterminate at entry.
    pub locals: &'static [&'static str],
    /// Type of the symbol `k`; none where empty.
    pub symbol: &'static str,
    /// `x = y->n`, `x = malloc`, `x = malloc?`, `x = calloc`, `free x`, `havoc x`, `start v`, `end v`, `copy *x = *y`,
    /// `test x == NULL`.
    pub commands: &'static [&'static str],
    /// Sets of fields for predicates: `n`, `l r`.
    pub field_sets: &'static [&'static str],
    /// Expressions for the arguments of path predicates and equalities.
    pub pointers: &'static [&'static str],
    /// Expressions for avoid sets.
    pub avoided: &'static [&'static str],
    /// Expressions for comparisons.
    pub integers: &'static [&'static str],
}

/// A command and the location where it stands.
pub struct Step {
    pub text: &'static str,
    pub at: LocationId,
    /// Both outcomes of a test; else one edge.
    pub edges: Vec<EdgeId>,
}

impl Step {
    pub fn frees(&self) -> bool {
        self.text.starts_with("free ")
    }
}

/// A world, built.
pub struct World {
    pub text: Text,
    pub program: Program,
    pub function: FunctionId,
    pub facts: Facts,
    pub symbols: IdVec<SymbolId, String>,
    pub symbol_types: Vec<(SymbolId, TypeId)>,
    pub steps: Vec<Step>,
    pub field_sets: Vec<Vec<FieldId>>,
    pub pointers: Vec<Expr>,
    pub avoided: Vec<Expr>,
    pub integers: Vec<Expr>,
}

fn span() -> Span {
    let file = SourceMap::new().add("world.c", "");
    Span { file, start: 0, end: 0 }
}

impl World {
    pub fn new(text: Text) -> World {
        let mut types = TypeTable::new(DataModel::Lp64);
        types.int();
        declare_records(&mut types, text.records);
        let function = FunctionId::from_index(0);
        let mut variables = IdVec::new();
        let declared = text.parameters.iter().map(|declared| (declared, VariableKind::Parameter));
        for (declared, kind) in declared.chain(text.locals.iter().map(|declared| (declared, VariableKind::Local))) {
            let (name, ty) = declared.split_once(' ').unwrap();
            let ty = parse_type(&mut types, ty);
            let (function, instance, address_taken) = (Some(function), None, false);
            variables.push(Variable {
                name: name.into(),
                ty,
                kind,
                function,
                instance,
                in_block: false,
                address_taken,
                extra_bytes: 0,
                is_constant: false,
                is_chosen: false,
                linkage: damson::program::Linkage::Internal,
                span: span(),
            });
        }
        let mut symbols = IdVec::new();
        let mut symbol_types = Vec::new();
        if !text.symbol.is_empty() {
            symbol_types.push((symbols.push("k".to_string()), parse_type(&mut types, text.symbol)));
        }
        let locals: Vec<_> = variables.ids().collect();
        let parameters = locals[..text.parameters.len()].to_vec();
        let ty = types.void();
        let functions = [Function {
            name: "f".into(),
            ty,
            parameters,
            result: None,
            locals,
            flowchart: None,
            is_static: false,
            span: span(),
        }];
        let functions = functions.into_iter().collect();
        let program = Program { types, variables, functions, ..Program::new(DataModel::Lp64) };
        let mut parser = Parser { program, symbol_types: symbol_types.clone(), tokens: Vec::new(), at: 0 };
        let field_sets = text.field_sets.iter().map(|set| set.split(' ').map(|name| parser.field(name)).collect());
        let field_sets = field_sets.collect();
        let (flowchart, steps) = flowchart(&mut parser, text.commands);
        let mut values = |texts: &[&str]| texts.iter().map(|text| parser.value(text)).collect::<Vec<Expr>>();
        let (pointers, avoided, integers) = (values(text.pointers), values(text.avoided), values(text.integers));
        let mut program = parser.program;
        let facts = Facts::of(&program, &flowchart);
        for variable in program.variables.ids() {
            program.variables[variable].address_taken = !facts.is_private(variable);
        }
        program.functions[function].flowchart = Some(flowchart);
        World { text, program, function, facts, symbols, symbol_types, steps, field_sets, pointers, avoided, integers }
    }

    /// The flowchart with all commands.
    pub fn flowchart(&self) -> &Flowchart {
        self.program.flowchart(self.function).unwrap()
    }

    /// An expression over the world's names.
    pub fn value(&self, text: &str) -> Expr {
        let mut parser = Parser {
            program: self.program.clone(),
            symbol_types: self.symbol_types.clone(),
            tokens: Vec::new(),
            at: 0,
        };
        parser.value(text)
    }
}

fn declare_records(types: &mut TypeTable, records: &[&str]) {
    let ids: Vec<_> = records
        .iter()
        .map(|text| {
            let name = text.split(':').next().unwrap();
            let union = name.strip_prefix("union ");
            types.declare_record(union.is_some(), union.unwrap_or(name), true)
        })
        .collect();
    ids.iter().for_each(|id| {
        types.intern(Type::Record(*id));
    });
    for (id, text) in ids.iter().zip(records) {
        let members = text.split(": ").nth(1).unwrap().split(", ").map(|member| {
            let (name, ty) = member.split_once(' ').unwrap();
            DeclaredMember::new(name, parse_type(types, ty))
        });
        let members = members.collect();
        types.complete_record(*id, members, false, None);
    }
}

/// `int`, `node`, `node*`, `node**`, `node*[2]`.
fn parse_type(types: &mut TypeTable, text: &str) -> TypeId {
    if let Some((element, count)) = text.split_once('[') {
        let element = parse_type(types, element);
        let count = count.trim_end_matches(']').parse().unwrap();
        return types.intern(Type::Array(element, Some(count)));
    }
    if let Some(target) = text.strip_suffix('*') {
        let target = parse_type(types, target);
        return types.pointer(target);
    }
    match text {
        "int" => types.int(),
        "void" => types.void(),
        name => {
            let (record, _) = types.records().find(|(_, record)| record.name == name).unwrap();
            types.intern(Type::Record(record))
        }
    }
}

fn flowchart(parser: &mut Parser, commands: &'static [&'static str]) -> (Flowchart, Vec<Step>) {
    let mut graph: DiGraph<Location, Edge, u32> = DiGraph::default();
    let place = || Location {
        labels: Vec::new(),
        statements: Default::default(),
        span: span(),
        function: FunctionId::from_index(0),
        instance: None,
    };
    let (entry, exit) = (graph.add_node(place()), graph.add_node(place()));
    let mut steps = Vec::new();
    for text in commands {
        let at = graph.add_node(place());
        let commands = parser.commands(text);
        let edges = commands
            .into_iter()
            .map(|command| graph.add_edge(at, exit, Edge { command, span: span(), input: None }))
            .collect();
        steps.push(Step { text, at, edges });
    }
    (Flowchart { graph, entry, exit }, steps)
}

/// A small parser of C expressions without side effects.
struct Parser {
    program: Program,
    symbol_types: Vec<(SymbolId, TypeId)>,
    tokens: Vec<String>,
    at: usize,
}

/// Something with an address, or a mere value.
enum Parsed {
    Place(Expr),
    Value(Expr),
}

impl Parser {
    fn field(&self, name: &str) -> FieldId {
        let types = &self.program.types;
        let found = types.records().find_map(|(record, _)| types.find_field(record, name));
        found.and_then(|path| path.first().copied()).unwrap_or_else(|| panic!("no field {name}"))
    }

    fn commands(&mut self, text: &str) -> Vec<Command> {
        let (word, rest) = text.split_once(' ').unwrap();
        let local = |parser: &Parser| {
            parser.program.variables.enumerate().find(|(_, variable)| variable.name == rest).unwrap().0
        };
        match word {
            "free" => return vec![Command::Free(self.value(rest))],
            "havoc" => return vec![Command::Havoc { address: self.place(rest) }],
            "start" => return vec![Command::ScopeStart(local(self))],
            "end" => return vec![Command::ScopeEnd(local(self))],
            "test" => {
                let condition = self.value(rest);
                return [true, false].map(|holds| Command::Assume { condition: condition.clone(), holds }).into();
            }
            "copy" => {
                let (target, source) = rest.split_once(" = ").unwrap();
                let (target, source) = (self.place(target), self.place(source));
                let ty = self.program.types.pointee(target.ty).unwrap();
                return vec![Command::Copy { target, source, ty }];
            }
            _ => {}
        }
        let (target, value) = text.split_once(" = ").unwrap();
        let address = self.place(target);
        let pointer = self.program.types.pointee(address.ty).unwrap();
        let element = self.program.types.pointee(pointer);
        let (kind, size) = value.split_once(' ').unwrap_or((value, ""));
        if ["malloc", "malloc?", "calloc"].contains(&kind) {
            let size_type = self.program.types.size_type();
            let whole = self.program.types.size_of(element.unwrap()).unwrap() as i128;
            let bytes = Expr::integer(if size.is_empty() { whole } else { size.parse().unwrap() }, size_type);
            return vec![Command::Allocate {
                address,
                bytes,
                element,
                zeroed: kind == "calloc",
                may_fail: kind == "malloc?",
            }];
        }
        let mut value = self.value(value);
        // NULL takes the type of the place.
        if value.node == ExprNode::Null {
            value.ty = pointer;
        }
        vec![Command::Store { address, value }]
    }

    fn start(&mut self, text: &str) {
        self.tokens.clear();
        self.at = 0;
        let mut rest = text.trim();
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let double = ["->", "==", "!=", "<="].iter().any(|token| rest.starts_with(token));
            let length = if word > 0 {
                word
            } else if double {
                2
            } else {
                first.len_utf8()
            };
            self.tokens.push(rest[..length].to_string());
            rest = rest[length..].trim_start();
        }
    }

    fn place(&mut self, text: &str) -> Expr {
        self.start(text);
        match self.unary() {
            Parsed::Place(address) if self.at == self.tokens.len() => address,
            _ => panic!("not a place: {text}"),
        }
    }

    fn value(&mut self, text: &str) -> Expr {
        self.start(text);
        let value = self.binary();
        assert_eq!(self.at, self.tokens.len(), "cannot read all of {text}");
        value
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|next| next == token);
        self.at += usize::from(found);
        found
    }

    fn binary(&mut self) -> Expr {
        let mut left = self.sum();
        let comparisons =
            [("==", BinaryOp::Equal), ("!=", BinaryOp::NotEqual), ("<=", BinaryOp::LessEqual), ("<", BinaryOp::Less)];
        if let Some((_, op)) = comparisons.into_iter().find(|(token, _)| self.take(token)) {
            let mut right = self.sum();
            if right.node == ExprNode::Null {
                right.ty = left.ty;
            }
            if left.node == ExprNode::Null {
                left.ty = right.ty;
            }
            let int = self.program.types.int();
            return Expr::new(ExprNode::Binary(op, Box::new(left), Box::new(right)), int);
        }
        left
    }

    fn sum(&mut self) -> Expr {
        let mut left = self.operand();
        loop {
            let op = match () {
                () if self.take("+") => BinaryOp::Add,
                () if self.take("-") => BinaryOp::Sub,
                () => return left,
            };
            let right = self.operand();
            let ty = left.ty;
            let node = if self.program.types.is_pointer(ty) {
                ExprNode::ElementAddress(Box::new(left), Box::new(right))
            } else {
                ExprNode::Binary(op, Box::new(left), Box::new(right))
            };
            left = Expr::new(node, ty);
        }
    }

    fn operand(&mut self) -> Expr {
        let parsed = self.unary();
        self.read(parsed)
    }

    /// The value of a place; an array becomes a pointer to its first element.
    fn read(&mut self, parsed: Parsed) -> Expr {
        match parsed {
            Parsed::Value(value) => value,
            Parsed::Place(address) => {
                let target = self.program.types.pointee(address.ty).unwrap();
                if let Type::Array(element, _) = *self.program.types.get(target) {
                    let ty = self.program.types.pointer(element);
                    return Expr::new(ExprNode::Cast(Box::new(address)), ty);
                }
                Expr::load(&self.program.types, address).unwrap()
            }
        }
    }

    fn unary(&mut self) -> Parsed {
        if self.take("&") {
            return match self.unary() {
                Parsed::Place(address) => Parsed::Value(address),
                Parsed::Value(_) => panic!("& of a value"),
            };
        }
        if self.take("*") {
            return Parsed::Place(self.operand());
        }
        if self.take("!") {
            let operand = self.operand();
            let int = self.program.types.int();
            return Parsed::Value(Expr::new(ExprNode::Unary(UnaryOp::LogicalNot, Box::new(operand)), int));
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Parsed {
        let mut parsed = self.primary();
        loop {
            if self.take("->") {
                let base = self.read(parsed);
                parsed = Parsed::Place(self.member(base));
            } else if self.take(".") {
                let Parsed::Place(base) = parsed else { panic!("a field of a value") };
                parsed = Parsed::Place(self.member(base));
            } else if self.take("[") {
                let base = self.read(parsed);
                let index = self.binary();
                assert!(self.take("]"));
                let ty = base.ty;
                parsed = Parsed::Place(Expr::new(ExprNode::ElementAddress(Box::new(base), Box::new(index)), ty));
            } else {
                return parsed;
            }
        }
    }

    fn member(&mut self, base: Expr) -> Expr {
        let name = self.tokens[self.at].clone();
        self.at += 1;
        let record = self.program.types.pointee(base.ty).unwrap();
        let Type::Record(record) = *self.program.types.get(record) else { panic!("{name} of no record") };
        let field = self.program.types.find_field(record, &name).unwrap()[0];
        Expr::field_address(&mut self.program.types, base, field)
    }

    fn primary(&mut self) -> Parsed {
        if self.take("(") {
            // A cast to a pointer type, or parentheses.
            let name = self.tokens[self.at].clone();
            if ["int", "void"].contains(&name.as_str())
                || self.program.types.records().any(|(_, record)| record.name == name)
            {
                let mut ty = parse_type(&mut self.program.types, &name);
                self.at += 1;
                while self.take("*") {
                    ty = self.program.types.pointer(ty);
                }
                assert!(self.take(")"));
                let operand = self.operand();
                return Parsed::Value(Expr::new(ExprNode::Cast(Box::new(operand)), ty));
            }
            let parsed = match self.tokens[self.at].as_str() {
                "*" | "&" => self.unary(),
                _ => Parsed::Value(self.binary()),
            };
            assert!(self.take(")"));
            return parsed;
        }
        let token = self.tokens[self.at].clone();
        self.at += 1;
        let types = &mut self.program.types;
        if let Ok(integer) = token.parse::<i128>() {
            let int = types.int();
            return Parsed::Value(Expr::integer(integer, int));
        }
        if token == "NULL" {
            // The first parameter's type, unless the context has a better one.
            let ty =
                self.program.variables.iter().map(|variable| variable.ty).find(|ty| types.is_pointer(*ty)).unwrap();
            return Parsed::Value(Expr::new(ExprNode::Null, ty));
        }
        if token == "k" && !self.symbol_types.is_empty() {
            let (symbol, ty) = self.symbol_types[0];
            return Parsed::Value(Expr::new(ExprNode::Symbol(symbol), ty));
        }
        let found = self.program.variables.enumerate().find(|(_, variable)| variable.name == token);
        let (id, variable) = found.unwrap_or_else(|| panic!("no variable {token}"));
        let variable = variable.clone();
        Parsed::Place(Expr::variable_address(types, id, &variable))
    }
}
