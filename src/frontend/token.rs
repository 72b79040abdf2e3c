//! The tokens that the grammar is written in.
//!
//! Keywords and punctuators are [`FixedToken`]s; alternate spellings (`__const`, `<:`) are folded here, so the
//! grammar sees one spelling of each.

use std::fmt;

use super::ast::Encoding;

macro_rules! symbols {
    ($($name:ident = $text:literal $(| $alternative:literal)*,)*) => {
        /// A keyword or punctuator.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum FixedToken { $($name,)* }

        impl FixedToken {
            /// Its usual spelling.
            pub fn text(self) -> &'static str {
                match self { $(FixedToken::$name => $text,)* }
            }
        }

        /// All spellings of all symbols.
        pub(super) const SPELLINGS: &[(&str, FixedToken)] = &[
            $(($text, FixedToken::$name), $(($alternative, FixedToken::$name),)*)*
        ];
    };
}

symbols! {
    // Keywords of C11.
    Alignas = "_Alignas",
    Alignof = "_Alignof",
    PreferredAlignof = "__alignof__" | "__alignof",
    RealPart = "__real__" | "__real",
    ImaginaryPart = "__imag__" | "__imag",
    Atomic = "_Atomic",
    Auto = "auto",
    Bool = "_Bool",
    Break = "break",
    Case = "case",
    Char = "char",
    Complex = "_Complex" | "__complex__" | "__complex",
    Const = "const" | "__const" | "__const__",
    Continue = "continue",
    Default = "default",
    Do = "do",
    Double = "double",
    Else = "else",
    Enum = "enum",
    Extern = "extern",
    Float = "float",
    For = "for",
    Generic = "_Generic",
    Goto = "goto",
    If = "if",
    Inline = "inline" | "__inline" | "__inline__",
    Int = "int",
    Long = "long",
    Noreturn = "_Noreturn",
    Register = "register",
    Restrict = "restrict" | "__restrict" | "__restrict__",
    Return = "return",
    Short = "short",
    Signed = "signed" | "__signed" | "__signed__",
    Sizeof = "sizeof",
    Static = "static",
    StaticAssert = "_Static_assert",
    Struct = "struct",
    Switch = "switch",
    ThreadLocal = "_Thread_local" | "__thread",
    Typedef = "typedef",
    Union = "union",
    Unsigned = "unsigned",
    Void = "void",
    Volatile = "volatile" | "__volatile" | "__volatile__",
    While = "while",
    // GNU keywords.
    Asm = "asm" | "__asm" | "__asm__",
    Attribute = "__attribute__" | "__attribute",
    AutoType = "__auto_type",
    Extension = "__extension__",
    Float16 = "_Float16",
    Float128 = "_Float128" | "__float128",
    Float32 = "_Float32",
    Float64 = "_Float64" | "_Float32x",
    Float64x = "_Float64x",
    Int128 = "__int128",
    SignedInt128 = "__int128_t",
    UnsignedInt128 = "__uint128_t",
    LocalLabel = "__label__",
    Offsetof = "__builtin_offsetof",
    TypesCompatible = "__builtin_types_compatible_p",
    Typeof = "typeof" | "__typeof__" | "__typeof",
    VaArg = "__builtin_va_arg",
    VaList = "__builtin_va_list",
    // Punctuators.
    LeftBrace = "{" | "<%",
    RightBrace = "}" | "%>",
    LeftBracket = "[" | "<:",
    RightBracket = "]" | ":>",
    LeftParen = "(",
    RightParen = ")",
    Semicolon = ";",
    Comma = ",",
    Colon = ":",
    Question = "?",
    Ellipsis = "...",
    Dot = ".",
    Arrow = "->",
    Increment = "++",
    Decrement = "--",
    Plus = "+",
    Minus = "-",
    Star = "*",
    Slash = "/",
    Percent = "%",
    Ampersand = "&",
    Pipe = "|",
    Caret = "^",
    Tilde = "~",
    Exclamation = "!",
    AndAnd = "&&",
    OrOr = "||",
    ShiftLeft = "<<",
    ShiftRight = ">>",
    Less = "<",
    Greater = ">",
    LessEqual = "<=",
    GreaterEqual = ">=",
    EqualEqual = "==",
    NotEqual = "!=",
    Equal = "=",
    PlusEqual = "+=",
    MinusEqual = "-=",
    StarEqual = "*=",
    SlashEqual = "/=",
    PercentEqual = "%=",
    AmpersandEqual = "&=",
    PipeEqual = "|=",
    CaretEqual = "^=",
    ShiftLeftEqual = "<<=",
    ShiftRightEqual = ">>=",
    // Made by the token stream, see `stream.rs`; no text spells them.
    AtomicParen = "_Atomic (",
    RecordAttribute = "__attribute__ behind a struct, union or enum",
    StartUnit = "start of file",
    StartStatements = "start of statements",
    StartExpression = "start of expression",
}

/// A token of the grammar.
#[derive(Clone, Debug)]
pub enum Token<'text> {
    /// A keyword or punctuator.
    Symbol(FixedToken),
    /// A name; always followed by [`Token::Type`] or [`Token::Variable`].
    Name(&'text str),
    /// The name just read is a typedef name here.
    Type,
    /// The name just read is no typedef name here.
    Variable,
    /// An integer constant.
    Integer(IntegerConstant),
    /// A floating constant of type `float` or `double`.
    Float(f64, Option<char>),
    /// GNU's imaginary constant of type `_Complex float` or `_Complex double`: its imaginary part.
    Imaginary(f64, Option<char>),
    /// A floating constant of type `long double`, by its 80 bits.
    LongDouble(u128),
    /// A character constant and its prefix.
    Character(i64, Encoding),
    /// A string literal and its prefix.
    String(Vec<u8>, Encoding),
}

/// An integer constant as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerConstant {
    /// Its value.
    pub value: u128,
    /// `u` was written.
    pub unsigned: bool,
    /// How many `l`.
    pub longs: u8,
    /// Octal, hexadecimal or binary.
    pub non_decimal: bool,
}

impl fmt::Display for FixedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
