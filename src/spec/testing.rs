//! `tests/specs/list.c` as a program built by hand, and a simple typing of expressions, for tests.

use crate::base::ids::{Id, IdVec};
use crate::base::{Diagnostic, FileId, SourceMap, Span};
use crate::ctype::{DataModel, FieldId, IntegerKind, Member, RecordId, Type, TypeId, TypeTable};
use crate::frontend::ast::{self, Binary, Derivation, Expression, ExpressionKind, TypeName, TypeSpecifier, Unary};
use crate::program::*;
use crate::spec::resolve::{SymbolLookup, Typing};

pub(super) const TYPING: Typing = Typing { expression, type_name };

type Typed = Result<Expr, Diagnostic>;

fn fail<T>(span: Span, message: impl Into<String>) -> Result<T, Diagnostic> {
    Err(Diagnostic::error(span, message))
}

fn expression(program: &mut Program, entry: FunctionId, symbols: SymbolLookup<'_>, e: &Expression) -> Typed {
    let recur = |program: &mut Program, e: &Expression| expression(program, entry, symbols, e);
    let int = program.types.int();
    match &e.kind {
        ExpressionKind::Integer { value, longs, .. } => {
            let ty = if *longs > 0 { program.types.integer(IntegerKind::Long, true) } else { int };
            Ok(Expr::integer(*value as i128, ty))
        }
        ExpressionKind::Character { value, .. } => Ok(Expr::integer(i128::from(*value), int)),
        ExpressionKind::Identifier(name) if symbols(name).is_some() => {
            let (symbol, ty) = symbols(name).unwrap();
            Ok(Expr::new(ExprNode::Symbol(symbol), ty))
        }
        ExpressionKind::Unary(Unary::AddressOf, inner) => place(program, entry, symbols, inner),
        ExpressionKind::Unary(operator @ (Unary::Minus | Unary::BitNot | Unary::Not), inner) => {
            let inner = recur(program, inner)?;
            let (op, ty) = match operator {
                Unary::Minus => (UnaryOp::Negate, inner.ty),
                Unary::BitNot => (UnaryOp::BitNot, inner.ty),
                _ => (UnaryOp::LogicalNot, int),
            };
            if let (UnaryOp::Negate, ExprNode::Integer(value)) = (op, &inner.node) {
                return Ok(Expr::integer(-value, ty));
            }
            Ok(Expr::new(ExprNode::Unary(op, Box::new(inner)), ty))
        }
        ExpressionKind::Binary(operator, left, right) => {
            let (left, right) = (recur(program, left)?, recur(program, right)?);
            binary(program, *operator, left, right, e.span)
        }
        ExpressionKind::Cast(ty, inner) => {
            let (ty, inner) = (type_name(program, ty)?, recur(program, inner)?);
            Ok(cast(program, inner, ty))
        }
        ExpressionKind::SizeofType(ty) => {
            let ty = type_name(program, ty)?;
            Ok(Expr::integer(program.types.size_of(ty).unwrap() as i128, program.types.size_type()))
        }
        ExpressionKind::SizeofExpression(inner) => {
            let ty = recur(program, inner)?.ty;
            Ok(Expr::integer(program.types.size_of(ty).unwrap() as i128, program.types.size_type()))
        }
        _ => {
            let address = place(program, entry, symbols, e)?;
            let target = program.types.pointee(address.ty).unwrap();
            match program.types.get(target) {
                Type::Array(element, _) => {
                    let ty = program.types.pointer(*element);
                    Ok(Expr::new(ExprNode::Cast(Box::new(address)), ty))
                }
                Type::Function { .. } => Ok(address),
                _ => Ok(Expr::load(&program.types, address).unwrap()),
            }
        }
    }
}

fn cast(program: &Program, inner: Expr, ty: TypeId) -> Expr {
    match &inner.node {
        _ if inner.ty == ty => inner,
        ExprNode::Integer(0) | ExprNode::Null if program.types.is_pointer(ty) => Expr::new(ExprNode::Null, ty),
        ExprNode::Integer(value) if program.types.is_integer(ty) => Expr::integer(*value, ty),
        _ => Expr::new(ExprNode::Cast(Box::new(inner)), ty),
    }
}

fn binary(program: &mut Program, operator: Binary, mut left: Expr, mut right: Expr, span: Span) -> Typed {
    let types = &program.types;
    let int = program.types.clone().int();
    let pointers = (types.is_pointer(left.ty), types.is_pointer(right.ty));
    match (operator, pointers) {
        (Binary::Add, (true, false)) => {
            let ty = left.ty;
            return Ok(Expr::new(ExprNode::ElementAddress(Box::new(left), Box::new(right)), ty));
        }
        (_, (true, _)) => right = cast(program, right, left.ty),
        (_, (_, true)) => left = cast(program, left, right.ty),
        _ if !types.is_scalar(left.ty) || !types.is_scalar(right.ty) => return fail(span, "operands are no scalars"),
        _ => {
            let long = program.types.integer(IntegerKind::Long, true);
            let wide = [left.ty, right.ty].iter().any(|ty| program.types.size_of(*ty) == Some(8));
            let common = if wide { long } else { int };
            (left, right) = (cast(program, left, common), cast(program, right, common));
        }
    }
    let (op, swap) = match operator {
        Binary::Multiply => (BinaryOp::Mul, false),
        Binary::Divide => (BinaryOp::Div, false),
        Binary::Remainder => (BinaryOp::Rem, false),
        Binary::Add => (BinaryOp::Add, false),
        Binary::Subtract => (BinaryOp::Sub, false),
        Binary::ShiftLeft => (BinaryOp::ShiftLeft, false),
        Binary::ShiftRight => (BinaryOp::ShiftRight, false),
        Binary::Less => (BinaryOp::Less, false),
        Binary::Greater => (BinaryOp::Less, true),
        Binary::LessEqual => (BinaryOp::LessEqual, false),
        Binary::GreaterEqual => (BinaryOp::LessEqual, true),
        Binary::Equal => (BinaryOp::Equal, false),
        Binary::NotEqual => (BinaryOp::NotEqual, false),
        Binary::BitAnd => (BinaryOp::BitAnd, false),
        Binary::BitXor => (BinaryOp::BitXor, false),
        Binary::BitOr => (BinaryOp::BitOr, false),
        Binary::And | Binary::Or => return fail(span, "connectives are no values here"),
    };
    let ty = if op.is_comparison() { int } else { left.ty };
    let (left, right) = if swap { (right, left) } else { (left, right) };
    Ok(Expr::new(ExprNode::Binary(op, Box::new(left), Box::new(right)), ty))
}

/// The address of an lvalue.
fn place(program: &mut Program, entry: FunctionId, symbols: SymbolLookup<'_>, e: &Expression) -> Typed {
    match &e.kind {
        ExpressionKind::Identifier(name) => {
            let fits = |variable: &Variable| {
                variable.display() == *name && variable.function.is_none_or(|function| function == entry)
            };
            if let Some((id, variable)) = program.variables.enumerate().find(|(_, variable)| fits(variable)) {
                return Ok(Expr::variable_address(&mut program.types, id, variable));
            }
            if let Some((id, function)) = program.functions.enumerate().find(|(_, function)| function.name == *name) {
                return Ok(Expr::new(ExprNode::FunctionAddress(id), program.types.pointer(function.ty)));
            }
            fail(e.span, format!("`{name}` is not declared"))
        }
        ExpressionKind::Unary(Unary::Dereference, inner) => expression(program, entry, symbols, inner),
        ExpressionKind::Arrow(base, name) => {
            let base = expression(program, entry, symbols, base)?;
            field(program, base, name)
        }
        ExpressionKind::Member(base, name) => {
            let base = place(program, entry, symbols, base)?;
            field(program, base, name)
        }
        ExpressionKind::Index(base, index) => {
            let (base, index) =
                (expression(program, entry, symbols, base)?, expression(program, entry, symbols, index)?);
            let ty = base.ty;
            Ok(Expr::new(ExprNode::ElementAddress(Box::new(base), Box::new(index)), ty))
        }
        _ => fail(e.span, "this has no address"),
    }
}

fn field(program: &mut Program, base: Expr, name: &ast::Identifier) -> Typed {
    let record = program.types.pointee(base.ty).map(|target| program.types.get(target).clone());
    let Some(Type::Record(record)) = record else { return fail(name.span, "this is no record") };
    let Some(path) = program.types.find_field(record, &name.name) else {
        return fail(name.span, format!("no field `{}` in `{}`", name.name, program.types.record(record).name));
    };
    Ok(path.into_iter().fold(base, |base, field: FieldId| Expr::field_address(&mut program.types, base, field)))
}

fn type_name(program: &mut Program, name: &TypeName) -> Result<TypeId, Diagnostic> {
    let types = &mut program.types;
    let record = |types: &TypeTable, wanted: &str| -> Option<RecordId> {
        types.records().find(|(_, record)| record.name == wanted).map(|(id, _)| id)
    };
    let base = match name.specifiers.types.as_slice() {
        [TypeSpecifier::Void] => types.void(),
        [TypeSpecifier::Int] => types.int(),
        [TypeSpecifier::Long] => types.integer(IntegerKind::Long, true),
        [TypeSpecifier::Unsigned, TypeSpecifier::Int] => types.integer(IntegerKind::Int, false),
        [TypeSpecifier::Named(typedef)] => {
            let tag = if typedef.name == "Node" { "node" } else { &typedef.name };
            match record(types, tag).filter(|_| typedef.name != "node" && typedef.name != "ring") {
                Some(record) => types.intern(Type::Record(record)),
                None => return fail(typedef.span, format!("`{}` is no type", typedef.name)),
            }
        }
        [TypeSpecifier::Record(found)] => {
            let tag = found.tag.as_ref().unwrap();
            match record(types, &tag.name) {
                Some(record) => types.intern(Type::Record(record)),
                None => return fail(tag.span, "there is no such record"),
            }
        }
        _ => return fail(name.specifiers.span, "this type is not known here"),
    };
    let pointers = name.declarator.derivations.iter().filter(|step| matches!(step, Derivation::Pointer));
    Ok(pointers.fold(base, |ty, _| program.types.pointer(ty)))
}

const TEXT: &str = include_str!("../../tests/specs/list.c");

fn void_span(file: FileId) -> Span {
    Span { file, start: 0, end: 0 }
}

/// The span of the `nth` occurrence (from 0) of some text of the program.
fn find(file: FileId, text: &str, nth: usize) -> Span {
    let (start, found) = TEXT.match_indices(text).nth(nth).expect("the text is there");
    Span { file, start: start as u32, end: (start + found.len()) as u32 }
}

fn types() -> (TypeTable, [TypeId; 4]) {
    let mut types = TypeTable::new(DataModel::Lp64);
    let (int, long) = (types.int(), types.integer(IntegerKind::Long, true));
    let member = |name: &str, ty| Member { name: name.into(), ty, bit_width: None, align: None };
    let node = types.declare_record(false, "node", true);
    let node_type = types.intern(Type::Record(node));
    let node_pointer = types.pointer(node_type);
    types.complete_record(node, vec![member("n", node_pointer), member("data", int)], false, None);
    let ring = types.declare_record(false, "ring", true);
    let ring_type = types.intern(Type::Record(ring));
    let ring_pointer = types.pointer(ring_type);
    types.complete_record(ring, vec![member("next", ring_pointer), member("prev", ring_pointer)], false, None);
    let inner = types.declare_record(true, "<anonymous>", false);
    types.complete_record(inner, vec![member("payload", node_pointer), member("tag", long)], false, None);
    let inner = types.intern(Type::Record(inner));
    let item = types.declare_record(false, "Item", false);
    types.complete_record(item, vec![member("links", ring_type), member("", inner), member("next", int)], false, None);
    let item = types.intern(Type::Record(item));
    (types, [int, node_type, node_pointer, item])
}

/// The program with `reverse` as entry, two copies of `push` inlined.
pub(super) fn program() -> (SourceMap, Program, FunctionId) {
    let mut sources = SourceMap::new();
    let file = sources.add("list.c", TEXT);
    let (mut types, [int, node, node_pointer, item]) = types();
    let void = types.void();
    let function_type = types.intern(Type::Function { result: void, parameters: vec![], variadic: false });
    let (pool, item) = (types.intern(Type::Array(item, Some(4))), types.pointer(item));
    let mut program = Program {
        types,
        variables: IdVec::new(),
        functions: IdVec::new(),
        strings: IdVec::new(),
        initializers: Vec::new(),
        annotations: Vec::new(),
        scope: crate::program::FileScope::default(),
    };
    let [reverse, push, unrelated]: [FunctionId; 3] = std::array::from_fn(Id::from_index);
    let mut variable = |name: &str, ty, kind, function, instance: Option<&str>| {
        program.variables.push(Variable {
            name: name.into(),
            ty,
            kind,
            function,
            instance: instance.map(Into::into),
            address_taken: false,
            span: void_span(file),
        })
    };
    variable("limit", int, VariableKind::Global, None, None);
    variable("pool", pool, VariableKind::Global, None, None);
    for (name, ty) in [("x", node_pointer), ("y", node_pointer), ("t", node_pointer), ("item", item), ("count", int)] {
        variable(name, ty, VariableKind::Local, Some(reverse), None);
    }
    variable("local", node, VariableKind::Local, Some(reverse), None);
    variable("\\result", node_pointer, VariableKind::Result, Some(reverse), None);
    variable("fresh", node_pointer, VariableKind::Parameter, Some(push), None);
    variable("fresh", node_pointer, VariableKind::Parameter, Some(reverse), Some("push#1"));
    for (id, name) in [(reverse, "reverse"), (push, "push"), (unrelated, "unrelated")] {
        let function = Function {
            name: name.into(),
            ty: function_type,
            parameters: Vec::new(),
            result: None,
            locals: Vec::new(),
            flowchart: Some(flowchart(file, id, [reverse, push, unrelated])),
            span: find(file, &format!("{name}("), 0),
        };
        assert_eq!(program.functions.push(function), id);
    }
    for (nth, next) in [(0, "y->n = t;"), (1, "limit = 1;")] {
        let start = find(file, "//@", nth).end;
        let length = TEXT[start as usize..].find('\n').unwrap() as u32;
        let span = Span { file, start, end: start + length };
        program.annotations.push(Annotation { span, next_token: find(file, next, 0).start });
    }
    (sources, program, reverse)
}

/// Locations only: no edge matters to a specification.
fn flowchart(file: FileId, id: FunctionId, [reverse, push, unrelated]: [FunctionId; 3]) -> Flowchart {
    let at = |labels: &[&str], text: &str, nth: usize, function: FunctionId| Location {
        labels: labels.iter().map(ToString::to_string).collect(),
        statements: vec![find(file, text, nth)],
        span: find(file, text, nth),
        function,
    };
    let locations = if id == reverse {
        vec![
            at(&["n1"], "n1: y = 0;", 0, reverse),
            at(&["n2"], "n2: while", 0, reverse),
            at(&["n3"], "n3:     t = y;", 0, reverse),
            at(&[], "y->n = t;", 0, reverse),
            at(&[], "y = push(y, x);", 0, reverse),
            at(&["push#1::inner"], "inner:", 0, push),
            at(&[], "y = push(y, t);", 0, reverse),
            at(&["push#2::inner"], "inner:", 0, push),
            at(&["exit"], "exit:", 0, reverse),
            at(&["n8"], "n8: return y;", 0, reverse),
            Location { statements: vec![], ..at(&[], "}", 5, reverse) },
        ]
    } else if id == push {
        vec![at(&["inner"], "inner:", 0, push)]
    } else {
        vec![at(&[], "limit = 1;", 0, unrelated)]
    };
    let mut graph = petgraph::graph::DiGraph::default();
    let ids: Vec<LocationId> = locations.into_iter().map(|location| graph.add_node(location)).collect();
    Flowchart { graph, entry: ids[0], exit: ids[ids.len() - 1] }
}
