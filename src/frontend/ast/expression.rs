//! Expressions as written.

use std::fmt;
use std::sync::Arc;

use crate::ast::{CompoundStatement, Designator, Identifier, InitializerItem, TypeName};
use base::Span;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// All of it.
    pub span: Span,
}

/// Unary operators of the syntax.
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

/// Binary operators of the syntax.
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
    /// Whether it compares: `< > <= >= == !=`.
    pub fn is_comparison(self) -> bool {
        use Binary::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }
}

/// What the characters of a string or character constant are.
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
    /// Whether a character takes more than a byte.
    pub fn is_wide(self) -> bool {
        self != Encoding::Narrow
    }
}

/// A number without sign, of 128 bits but aligned as one of 64: expressions would be larger otherwise.
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
    /// The number.
    pub fn get(self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
}

/// Which alignment is asked for. They differ on i386, which places a number of eight bytes at a multiple of eight where
/// it can, and at a multiple of four in records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlignmentKind {
    /// `_Alignof`: what any object of the type has.
    Least,
    /// GNU's `__alignof__`: what an object on its own has.
    Preferred,
}

/// The forms of expressions. They are kept small: a tree has very many.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A name; all that are the same share their text.
    Identifier(Arc<str>),
    /// An integer constant; the suffix decides its type.
    Integer {
        /// Its value.
        value: Magnitude,
        /// `u` was written.
        unsigned: bool,
        /// How many `l`: 0, 1 or 2.
        longs: u8,
        /// Octal or hexadecimal: may become unsigned by itself.
        non_decimal: bool,
    },
    /// A floating constant of type `float` or `double`.
    Float {
        /// Its value.
        value: f64,
        /// `f`; `h` for `f16`, of type `_Float16`; or nothing.
        suffix: Option<char>,
    },
    /// GNU's imaginary constant of type `_Complex float` or `_Complex double`.
    Imaginary {
        /// Its imaginary part.
        value: f64,
        /// `f`; `h` for `f16`, of type `_Float16`; or nothing.
        suffix: Option<char>,
    },
    /// A floating constant of type `long double`, by its 80 bits.
    LongDouble(Magnitude),
    /// A character constant, by value.
    Character {
        /// Its value.
        value: i64,
        /// Its prefix.
        encoding: Encoding,
    },
    /// A string, adjacent literals joined, without the final zero.
    String {
        /// The bytes (for a wide string: its code points in UTF-8).
        bytes: Box<[u8]>,
        /// Its prefix.
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
    /// A unary operator.
    Unary(Unary, Box<Expression>),
    /// A binary operator.
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
