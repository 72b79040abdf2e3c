//! Expressions without side effects, in the paper's memory model (section 3.1, figure 4).
//!
//! There are only values. An lvalue is represented by its *address*, and reading it is an explicit [`ExprNode::Load`]:
//! `x` is `Load(&x)`, `x->n` is `Load(&x->n)`, `s.f` is `Load(&s.f)`. So an assignment stores a value to an address,
//! and every memory access is explicit.

use crate::{Function, FunctionId, StringId, SymbolId, Variable, VariableId};
use base::extended;
use base::ids::IdVec;
use ctype::{FieldId, TypeId, TypeTable};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    /// `-e`
    Negate,
    /// `~e`
    BitNot,
    /// `!e`: 0 or 1
    LogicalNot,
}

/// Binary operators on values; `a > b` and `a >= b` are `b < a` and `b <= a`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    /// `+` on integers or floats
    Add,
    /// `-` on integers or floats
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `==`: 0 or 1; operands of one type
    Equal,
    /// `!=`
    NotEqual,
    /// `<`, signed or unsigned by the operands' type
    Less,
    /// `<=`
    LessEqual,
}

impl BinaryOp {
    pub fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::LessEqual)
    }

    /// Returns the operands that must be determinate for the operation on integers of this signedness to be defined:
    /// for some values of an indeterminate operand it is undefined behaviour.
    pub fn needs_known(self, signed: bool) -> [bool; 2] {
        match self {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => [signed; 2],
            BinaryOp::Div | BinaryOp::Rem => [signed, true],
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => [false, true],
            _ => [false; 2],
        }
    }

    /// Returns the operator in C syntax.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::ShiftLeft => "<<",
            BinaryOp::ShiftRight => ">>",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
        }
    }
}

/// A typed expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expr {
    pub node: ExprNode,
    /// Type of the value. The usual conversions are explicit [`ExprNode::Cast`]s.
    pub ty: TypeId,
}

/// Names of the symbols bound by quantified formulas.
pub const BOUND_NAMES: [&str; 2] = ["u", "v"];

/// Returns the bound symbol with this index in [`BOUND_NAMES`]. No symbol of a specification has its number.
pub fn bound_symbol(index: usize) -> SymbolId {
    base::ids::Id::from_index(u32::MAX as usize - BOUND_NAMES.len() + index)
}

/// Returns the name of a bound symbol; `None` for any other symbol.
pub fn bound_name(symbol: SymbolId) -> Option<&'static str> {
    BOUND_NAMES.into_iter().enumerate().find_map(|(index, name)| (bound_symbol(index) == symbol).then_some(name))
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExprNode {
    /// An integer constant, already wrapped to the type.
    Integer(i128),
    /// A floating constant as the bits of an `f64`.
    Float(u64),
    /// A constant of type `long double` as its 80 bits.
    LongDouble(u128),
    Null,
    /// A symbolic constant of the specification; never occurs in program text.
    Symbol(SymbolId),
    /// `&x`. Type: pointer to the variable's type.
    VariableAddress(VariableId),
    /// `&base->f` for a pointer `base` to a record. Type: pointer to the field's type.
    FieldAddress(Box<Expr>, FieldId),
    /// `base + index` for a pointer `base` of the same type, `index` counted in elements (any integer type). An array
    /// `a` used as a value is `Cast(&a)` to a pointer to its element, and `a[i]` is the element address
    /// `ElementAddress(Cast(&a), i)`; `p + 0` is just `p`.
    ElementAddress(Box<Expr>, Box<Expr>),
    /// Address of the first byte of a string literal. Type: `char *`.
    StringAddress(StringId),
    /// A function used as a pointer.
    FunctionAddress(FunctionId),
    /// The scalar stored at an address; its type is the pointed-to type. A struct or union is loaded only as an
    /// argument of a [`crate::Command::Call`], to be copied into the parameter.
    Load(Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a - b` for pointers, counted in elements.
    PointerDifference(Box<Expr>, Box<Expr>),
    /// Conversion to the expression's type. A cast between pointer types keeps the address. Only comparisons are
    /// converted to `_Bool`.
    Cast(Box<Expr>),
}

impl Expr {
    pub fn new(node: ExprNode, ty: TypeId) -> Self {
        Expr { node, ty }
    }

    pub fn integer(value: i128, ty: TypeId) -> Self {
        Expr::new(ExprNode::Integer(value), ty)
    }

    /// `&variable`.
    pub fn variable_address(types: &mut TypeTable, id: VariableId, variable: &Variable) -> Self {
        let ty = types.pointer(variable.ty);
        Expr::new(ExprNode::VariableAddress(id), ty)
    }

    /// `&base->field`.
    pub fn field_address(types: &mut TypeTable, base: Expr, field: FieldId) -> Self {
        let ty = types.field(field).ty;
        let ty = types.pointer(ty);
        Expr::new(ExprNode::FieldAddress(Box::new(base), field), ty)
    }

    /// Returns the value stored at `address`; `None` unless `address` is a pointer.
    pub fn load(types: &TypeTable, address: Expr) -> Option<Self> {
        let ty = types.pointee(address.ty)?;
        Some(Expr::new(ExprNode::Load(Box::new(address)), ty))
    }

    /// Returns the variable that an address lies in, looking through members, elements and casts.
    pub fn root_variable(&self) -> Option<VariableId> {
        match self.bases().last()?.node {
            ExprNode::VariableAddress(variable) => Some(variable),
            _ => None,
        }
    }

    /// Returns true if this is the address of a variable or of a field of one, computed without pointers or indices.
    pub fn is_in_variable(&self) -> bool {
        match &self.node {
            ExprNode::VariableAddress(_) => true,
            ExprNode::FieldAddress(base, _) => base.is_in_variable(),
            _ => false,
        }
    }

    /// Returns this address followed by the addresses of the enclosing objects, innermost first.
    pub fn bases(&self) -> impl Iterator<Item = &Expr> {
        std::iter::successors(Some(self), |part| match &part.node {
            ExprNode::FieldAddress(base, _) | ExprNode::ElementAddress(base, _) | ExprNode::Cast(base) => Some(base),
            _ => None,
        })
    }

    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let (first, second): (Option<&Expr>, Option<&Expr>) = match &self.node {
            ExprNode::FieldAddress(a, _) | ExprNode::Load(a) | ExprNode::Unary(_, a) | ExprNode::Cast(a) => {
                (Some(a), None)
            }
            ExprNode::ElementAddress(a, b) | ExprNode::Binary(_, a, b) | ExprNode::PointerDifference(a, b) => {
                (Some(a), Some(b))
            }
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Returns the expression with its variables replaced by others of the same types.
    pub fn map_variables(&self, map: &dyn Fn(VariableId) -> VariableId) -> Expr {
        self.map_leaves(&|leaf| match leaf {
            ExprNode::VariableAddress(variable) => ExprNode::VariableAddress(map(*variable)),
            other => other.clone(),
        })
    }

    /// Returns true for a constant or the value of a variable: nothing is computed and no pointer is dereferenced.
    pub fn is_plain(&self) -> bool {
        match &self.node {
            ExprNode::Load(address) => matches!(address.node, ExprNode::VariableAddress(_)),
            ExprNode::Cast(inner) => inner.is_plain(),
            _ => self.children().next().is_none(),
        }
    }

    /// Returns the expression with its leaves replaced by others of the same types.
    pub fn map_leaves(&self, map: &dyn Fn(&ExprNode) -> ExprNode) -> Expr {
        self.replace(&|part| part.children().next().is_none().then(|| Expr::new(map(&part.node), part.ty)))
    }

    /// Replaces the largest subexpressions for which `other` returns a replacement (of the same type).
    pub fn replace(&self, other: &dyn Fn(&Expr) -> Option<Expr>) -> Expr {
        if let Some(other) = other(self) {
            return other;
        }
        let of = |expr: &Expr| Box::new(expr.replace(other));
        let node = match &self.node {
            ExprNode::FieldAddress(base, field) => ExprNode::FieldAddress(of(base), *field),
            ExprNode::ElementAddress(base, index) => ExprNode::ElementAddress(of(base), of(index)),
            ExprNode::Load(address) => ExprNode::Load(of(address)),
            ExprNode::Unary(op, operand) => ExprNode::Unary(*op, of(operand)),
            ExprNode::Binary(op, left, right) => ExprNode::Binary(*op, of(left), of(right)),
            ExprNode::PointerDifference(left, right) => ExprNode::PointerDifference(of(left), of(right)),
            ExprNode::Cast(operand) => ExprNode::Cast(of(operand)),
            leaf => leaf.clone(),
        };
        Expr::new(node, self.ty)
    }

    /// Visits the expression and all its subexpressions, parents first.
    pub fn visit<'e>(&'e self, visitor: &mut impl FnMut(&'e Expr)) {
        visitor(self);
        for child in self.children() {
            child.visit(visitor);
        }
    }
}

/// Tables needed to print an expression.
#[derive(Clone, Copy)]
pub struct Names<'p> {
    pub types: &'p TypeTable,
    pub variables: &'p IdVec<VariableId, Variable>,
    pub functions: &'p IdVec<FunctionId, Function>,
    /// Names of the specification's symbols.
    pub symbols: &'p IdVec<SymbolId, String>,
}

/// Prints the expression in C syntax: `x->n`, `&x->n`, `*p + 1`.
pub fn display(expr: &Expr, names: Names<'_>) -> String {
    print(expr, names, 0)
}

/// Precedence levels: 0 anything, 1..=10 binary operators, 11 unary, 12 postfix.
const UNARY: u8 = 11;
const POSTFIX: u8 = 12;

fn strength(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 10,
        BinaryOp::Add | BinaryOp::Sub => 9,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => 8,
        BinaryOp::Less | BinaryOp::LessEqual => 7,
        BinaryOp::Equal | BinaryOp::NotEqual => 6,
        BinaryOp::BitAnd => 5,
        BinaryOp::BitXor => 4,
        BinaryOp::BitOr => 3,
    }
}

fn parenthesise(text: String, own: u8, context: u8) -> String {
    if own < context { format!("({text})") } else { text }
}

fn print_unary(op: UnaryOp, operand: &Expr, names: Names<'_>) -> String {
    let sign = match op {
        UnaryOp::Negate => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::LogicalNot => "!",
    };
    // `--e` would be a decrement.
    let operand = print(operand, names, UNARY);
    if operand.starts_with('-') { format!("{sign}({operand})") } else { format!("{sign}{operand}") }
}

fn print_binary(op: BinaryOp, left: &Expr, right: &Expr, names: Names<'_>) -> String {
    let own = strength(op);
    // `!a == b` and `a < b == c` are valid C, but easily misread.
    let confusing = match &left.node {
        ExprNode::Unary(UnaryOp::LogicalNot, _) => true,
        ExprNode::Binary(inner, ..) => op.is_comparison() && inner.is_comparison(),
        _ => false,
    };
    let left = print(left, names, if confusing { POSTFIX } else { own });
    format!("{left} {} {}", op.symbol(), print(right, names, own + 1))
}

fn print(expr: &Expr, names: Names<'_>, context: u8) -> String {
    match &expr.node {
        ExprNode::Integer(value) => parenthesise(value.to_string(), if *value < 0 { UNARY } else { POSTFIX }, context),
        ExprNode::Float(bits) => format!("{:?}", f64::from_bits(*bits)),
        ExprNode::LongDouble(bits) => format!("{:?}L", extended::to_double(*bits)),
        ExprNode::Null => "NULL".into(),
        ExprNode::Symbol(symbol) => match names.symbols.get(*symbol) {
            Some(name) => name.clone(),
            None => bound_name(*symbol).unwrap_or("?symbol").into(),
        },
        ExprNode::StringAddress(_) => "\"…\"".into(),
        ExprNode::FunctionAddress(function) => names.functions[*function].name.clone(),
        ExprNode::VariableAddress(_) | ExprNode::FieldAddress(..) => {
            parenthesise(format!("&{}", print_place(expr, names)), UNARY, context)
        }
        ExprNode::ElementAddress(base, index) => {
            let text = format!("{} + {}", print(base, names, 9), print(index, names, 10));
            parenthesise(text, 9, context)
        }
        ExprNode::Load(address) => match &address.node {
            ExprNode::VariableAddress(_) | ExprNode::FieldAddress(..) | ExprNode::ElementAddress(..) => {
                print_place(address, names)
            }
            _ => parenthesise(format!("*{}", print(address, names, UNARY)), UNARY, context),
        },
        ExprNode::Unary(op, operand) => parenthesise(print_unary(*op, operand, names), UNARY, context),
        ExprNode::Binary(op, left, right) => {
            parenthesise(print_binary(*op, left, right, names), strength(*op), context)
        }
        ExprNode::PointerDifference(left, right) => {
            parenthesise(format!("{} - {}", print(left, names, 9), print(right, names, 10)), 9, context)
        }
        // Array-to-pointer decay.
        ExprNode::Cast(operand) if is_decay(expr, operand, names.types) => match &operand.node {
            ExprNode::VariableAddress(_) | ExprNode::FieldAddress(..) | ExprNode::ElementAddress(..) => {
                print_place(operand, names)
            }
            _ => parenthesise(format!("*{}", print(operand, names, UNARY)), UNARY, context),
        },
        ExprNode::Cast(operand) => {
            let text = format!("({}){}", names.types.display(expr.ty), print(operand, names, UNARY));
            parenthesise(text, UNARY, context)
        }
    }
}

/// Skips the anonymous members selected last: C names their fields through the outer record.
fn named_base<'e>(mut base: &'e Expr, names: Names<'_>) -> &'e Expr {
    while let ExprNode::FieldAddress(outer, field) = &base.node
        && names.types.field(*field).name.is_empty()
    {
        base = outer;
    }
    base
}

/// Returns true if a cast turns the address of an array into the address of its first element.
fn is_decay(expr: &Expr, operand: &Expr, types: &TypeTable) -> bool {
    match (types.pointee(operand.ty).map(|array| types.get(array)), types.pointee(expr.ty)) {
        (Some(ctype::Type::Array(element, _)), Some(target)) => *element == target,
        _ => false,
    }
}

/// Prints the lvalue at an address: `x`, `x->n`, `s.f`, `a[i]`, `*p`.
pub fn print_place(address: &Expr, names: Names<'_>) -> String {
    match &address.node {
        ExprNode::VariableAddress(variable) => names.variables[*variable].display(),
        ExprNode::FieldAddress(base, field) => {
            let name = &names.types.field(*field).name;
            let base = if name.is_empty() { base } else { named_base(base, names) };
            let name = if name.is_empty() { "<anonymous>" } else { name };
            match &base.node {
                ExprNode::VariableAddress(_) | ExprNode::FieldAddress(..) | ExprNode::ElementAddress(..) => {
                    format!("{}.{name}", print_place(base, names))
                }
                _ => format!("{}->{name}", print(base, names, POSTFIX)),
            }
        }
        ExprNode::ElementAddress(base, index) => {
            format!("{}[{}]", print(base, names, POSTFIX), print(index, names, 0))
        }
        _ => format!("*{}", print(address, names, UNARY)),
    }
}
