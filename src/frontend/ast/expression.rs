//! Expressions of the syntax tree.

use std::fmt;
use std::sync::Arc;

use crate::ast::{CompoundStatement, Derivation, Designator, Identifier, Initializer, InitializerItem, TypeName};
use base::Span;

#[derive(Clone, Debug)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `&e`
    AddressOf,
    /// `*e`
    Dereference,
    /// `+e`
    Plus,
    /// `-e`
    Minus,
    /// `~e`
    BitNot,
    /// `!e`
    Not,
    /// GNU's `__real__ e`
    Real,
    /// GNU's `__imag__ e`
    Imaginary,
    /// `++e`
    PreIncrement,
    /// `--e`
    PreDecrement,
    /// `e++`
    PostIncrement,
    /// `e--`
    PostDecrement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    LessEqual,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`
    And,
    /// `||`
    Or,
}

impl Binary {
    pub fn is_comparison(self) -> bool {
        use Binary::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }
}

/// The character type of a string or character constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// `char`: no prefix, or `u8`.
    Narrow,
    /// `wchar_t`: prefix `L`.
    Wide,
    /// `char16_t`: prefix `u`.
    Utf16,
    /// `char32_t`: prefix `U`.
    Utf32,
}

impl Encoding {
    /// Returns true if the characters are wider than a byte.
    pub fn is_wide(self) -> bool {
        self != Encoding::Narrow
    }
}

/// An unsigned 128-bit integer, aligned as a 64-bit one to keep expressions small.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Magnitude {
    high: u64,
    low: u64,
}

impl From<u128> for Magnitude {
    fn from(value: u128) -> Self {
        Magnitude { high: (value >> 64) as u64, low: value as u64 }
    }
}

impl fmt::Debug for Magnitude {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.get(), formatter)
    }
}

impl Magnitude {
    pub fn get(self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
}

/// The kind of alignment queried. They differ on i386, which aligns 8-byte scalars to 8 if possible, but to 4 in
/// records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlignmentKind {
    /// `_Alignof`: the alignment of every object of the type.
    Least,
    /// GNU's `__alignof__`: the alignment of a stand-alone object.
    Preferred,
}

/// The kinds of expressions, kept small because trees contain very many.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A name; equal names share their text.
    Identifier(Arc<str>),
    /// An integer constant; its spelling determines the type.
    Integer {
        value: Magnitude,
        /// True if it has the suffix `u`.
        unsigned: bool,
        /// Number of `l` in the suffix: 0, 1 or 2.
        longs: u8,
        /// True for octal, hexadecimal or binary constants, which may become unsigned without a suffix.
        non_decimal: bool,
    },
    /// A floating constant of type `float` or `double`.
    Float {
        value: f64,
        /// `f`, `h` for `f16` (type `_Float16`), or none.
        suffix: Option<char>,
    },
    /// GNU's imaginary constant of type `_Complex float` or `_Complex double`.
    Imaginary {
        /// The imaginary part.
        value: f64,
        /// `f`, `h` for `f16` (type `_Float16`), or none.
        suffix: Option<char>,
    },
    /// A constant of type `long double` as its 80 bits.
    LongDouble(Magnitude),
    /// A character constant.
    Character {
        value: i64,
        /// Given by the prefix.
        encoding: Encoding,
    },
    /// A string literal after concatenation, without the terminating NUL.
    String {
        /// The bytes; for a wide string, its code points in UTF-8.
        bytes: Box<[u8]>,
        /// Given by the prefix.
        encoding: Encoding,
    },
    /// `a[i]`
    Index(Box<Expression>, Box<Expression>),
    /// `f(…)`
    Call(Box<Expression>, Box<[Expression]>),
    /// `e.f`
    Member(Box<Expression>, Box<Identifier>),
    /// `e->f`
    Arrow(Box<Expression>, Box<Identifier>),
    /// `(type){ … }`
    CompoundLiteral(Box<TypeName>, Box<[InitializerItem]>),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `l = r`, or `l op= r`.
    Assign(Option<Binary>, Box<Expression>, Box<Expression>),
    /// `c ? a : b`; GNU's `c ?: b` has no `a`.
    Conditional(Box<Expression>, Option<Box<Expression>>, Box<Expression>),
    /// `(type)e`
    Cast(Box<TypeName>, Box<Expression>),
    /// `sizeof e`
    SizeofExpression(Box<Expression>),
    /// `sizeof(type)`
    SizeofType(Box<TypeName>),
    /// GNU's `_Alignof e`, `__alignof__ e`
    AlignofExpression(Box<Expression>),
    /// `_Alignof(type)`, `__alignof__(type)`
    AlignofType(Box<TypeName>, AlignmentKind),
    /// `a, b`
    Comma(Box<Expression>, Box<Expression>),
    /// `({ … })`
    Statement(Box<CompoundStatement>),
    /// `__builtin_offsetof(type, designators)`
    Offsetof(Box<TypeName>, Box<[Designator]>),
    /// `__builtin_types_compatible_p(a, b)`
    TypesCompatible(Box<TypeName>, Box<TypeName>),
    /// `__builtin_va_arg(list, type)`
    VaArg(Box<Expression>, Box<TypeName>),
    /// `_Generic(e, type: v, default: w)`
    Generic(Box<Expression>, Box<[(Option<TypeName>, Expression)]>),
    /// `&&label` (GNU)
    LabelAddress(Box<Identifier>),
}

impl Expression {
    /// Returns the operands that are evaluated as parts of the same full expression.
    pub fn children(&self) -> Vec<&Expression> {
        match &self.kind {
            ExpressionKind::Index(a, b)
            | ExpressionKind::Binary(_, a, b)
            | ExpressionKind::Assign(_, a, b)
            | ExpressionKind::Comma(a, b) => vec![a, b],
            ExpressionKind::Call(callee, arguments) => std::iter::once(callee.as_ref()).chain(arguments).collect(),
            ExpressionKind::Member(a, _)
            | ExpressionKind::Arrow(a, _)
            | ExpressionKind::Unary(_, a)
            | ExpressionKind::Cast(_, a) => vec![a],
            ExpressionKind::Conditional(a, b, c) => {
                [Some(a), b.as_ref(), Some(c)].into_iter().flatten().map(AsRef::as_ref).collect()
            }
            ExpressionKind::VaArg(a, _) => vec![a],
            // Array sizes in the type, which need not be constant.
            ExpressionKind::SizeofType(ty) => {
                let sizes = ty.declarator.derivations.iter().filter_map(|derivation| match derivation {
                    Derivation::Array(size) => size.as_deref(),
                    _ => None,
                });
                sizes.collect()
            }
            ExpressionKind::CompoundLiteral(_, items) => list_values(items),
            ExpressionKind::Generic(_, alternatives) => alternatives.iter().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        }
    }
}

/// Returns the values of a braced list in order, including those of nested lists.
pub fn list_values(items: &[InitializerItem]) -> Vec<&Expression> {
    let mut work: Vec<&InitializerItem> = items.iter().rev().collect();
    let mut values = Vec::new();
    while let Some(item) = work.pop() {
        match &item.initializer {
            Initializer::Expression(value) => values.push(value),
            Initializer::List(items, _) => work.extend(items.iter().rev()),
        }
    }
    values
}
