//! The syntax tree of C as written: types are not resolved, names not looked up.
//!
//! Only the parser builds it. Only `program::lower` gives it a meaning, and `witness::places` looks where its parts stand.

mod expression;

pub use crate::ast::expression::{
    AlignmentKind, Binary, Encoding, Expression, ExpressionKind, Magnitude, Unary, list_values,
};
use crate::names::NameOfFile;
use base::Span;

#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    /// Declarations and definitions in order.
    pub items: Vec<ExternalItem>,
    /// `//@` lines, in order.
    pub annotations: Vec<Annotation>,
    /// `#pragma pack` lines, in order: from that byte on, the maximum alignment of record members (`None`: no maximum).
    pub packs: Vec<(u32, Option<u32>)>,
    /// Names that several linked files give to different functions or objects.
    pub static_names: Vec<NameOfFile>,
}

/// A `//@` line: a statement of the specification inside the C file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The text after `//@`.
    pub span: Span,
    /// Offset of the next C token, which should start a statement.
    pub next_token: u32,
}

/// A name and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identifier {
    pub name: String,
    pub span: Span,
}

/// An item at file scope.
#[derive(Clone, Debug)]
pub enum ExternalItem {
    Function(Box<FunctionDefinition>),
    /// Any other item, except for stray `;`.
    Declaration(Box<Declaration>),
    /// `asm("…");`
    Assembly(Span),
    /// `_Static_assert(condition, "message");`
    StaticAssert(Box<StaticAssertion>),
}

/// `_Static_assert(condition, "message");`
#[derive(Clone, Debug)]
pub struct StaticAssertion {
    /// The condition, which must not be zero.
    pub condition: Expression,
    /// The message shown if it is zero.
    pub message: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    /// Storage class, qualifiers and type.
    pub specifiers: Specifiers,
    /// Name and parameters.
    pub declarator: Declarator,
    /// Declarations between a K&R parameter list and the body.
    pub old_style_declarations: Vec<Declaration>,
    pub body: CompoundStatement,
    /// From the specifiers to the closing brace.
    pub span: Span,
}

/// Specifiers and any number of declarators.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Storage class, qualifiers and type.
    pub specifiers: Specifiers,
    pub declarators: Vec<InitDeclarator>,
    pub span: Span,
}

/// A declarator with its initialiser.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// Name and derived type.
    pub declarator: Declarator,
    pub initializer: Option<Initializer>,
    /// GCC attributes after the declarator.
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageClass {
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
    /// `_Thread_local` or `__thread`
    ThreadLocal,
}

/// A GCC attribute: `packed`, `aligned(8)`, `noreturn`.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Name without the surrounding underscores.
    pub name: String,
    /// The arguments that are expressions.
    pub arguments: Vec<Expression>,
    pub span: Span,
}

/// Declaration specifiers, or a specifier-qualifier list.
#[derive(Clone, Debug)]
pub struct Specifiers {
    /// Storage classes as written (valid code has at most one besides `_Thread_local`).
    pub storage: Vec<StorageClass>,
    /// True if the qualifiers include `const`.
    pub is_const: bool,
    /// True if the qualifiers include `volatile` or `_Atomic`.
    pub is_volatile: bool,
    /// True if the qualifiers include `_Atomic`.
    pub is_atomic: bool,
    /// True for `inline`.
    pub is_inline: bool,
    /// True for `_Noreturn`.
    pub is_no_return: bool,
    /// Type specifiers in source order, such as `unsigned`, `long`, `long`.
    pub types: Vec<TypeSpecifier>,
    /// `_Alignas(type or expression)`.
    pub alignments: Vec<Alignment>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// The operand of `_Alignas`.
#[derive(Clone, Debug)]
pub enum Alignment {
    /// The alignment of this type.
    Type(TypeName),
    /// An alignment in bytes.
    Value(Expression),
}

#[derive(Clone, Debug)]
pub enum TypeSpecifier {
    Void,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Signed,
    Unsigned,
    /// `_Bool`
    Bool,
    /// `_Complex`
    Complex,
    /// `__int128`
    Int128,
    /// `_Float16`
    Float16,
    /// `_Float128` or `__float128`: 16 bytes, independent of `long double`.
    Float128,
    /// `__builtin_va_list`
    VaList,
    /// `_Atomic(type)`
    Atomic(Box<TypeName>),
    /// A typedef name.
    Named(Identifier),
    /// `struct` or `union`.
    Record(RecordSpecifier),
    Enum(EnumSpecifier),
    /// `typeof(expression)`
    TypeofExpression(Box<Expression>),
    /// `typeof(type)`
    TypeofType(Box<TypeName>),
}

/// `struct tag { … }`.
#[derive(Clone, Debug)]
pub struct RecordSpecifier {
    pub is_union: bool,
    pub tag: Option<Identifier>,
    /// `None` for a reference to the type.
    pub members: Option<Vec<MemberDeclaration>>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// One declaration of members.
#[derive(Clone, Debug)]
pub enum MemberDeclaration {
    /// `int a, *b, c : 3;`. Without declarators: an anonymous struct or union.
    Fields(Specifiers, Vec<MemberDeclarator>),
    /// `_Static_assert(condition, "message");`
    StaticAssert(Box<StaticAssertion>),
}

/// A declarator of a member.
#[derive(Clone, Debug)]
pub struct MemberDeclarator {
    /// Name and derived type; `None` for an unnamed bit-field.
    pub declarator: Option<Declarator>,
    /// Width of a bit-field.
    pub bit_width: Option<Expression>,
    pub attributes: Vec<Attribute>,
}

/// `enum tag { … }`.
#[derive(Clone, Debug)]
pub struct EnumSpecifier {
    pub tag: Option<Identifier>,
    /// The constants, each with its value if given; `None` for a reference to the type.
    pub constants: Option<Vec<(Identifier, Option<Expression>)>>,
    pub attributes: Vec<Attribute>,
    pub span: Span,
}

/// A declarator: a name (`None` if abstract), and the derivation of its type from the specifiers' type.
///
/// `derivations` are in reading order: `int *a[3]` is `[Array(3), Pointer]`.
#[derive(Clone, Debug)]
pub struct Declarator {
    pub name: Option<Identifier>,
    /// Derivations, from the name outwards.
    pub derivations: Vec<Derivation>,
    pub span: Span,
}

/// One step in the derivation of a type.
#[derive(Clone, Debug)]
pub enum Derivation {
    /// `*`
    Pointer {
        /// True if it is `const` and not `volatile`. Other qualifiers are dropped.
        is_constant: bool,
    },
    /// `[size]`; `None` for `[]` and `[*]`.
    Array(Option<Box<Expression>>),
    /// A prototype: parameters, and whether it is variadic.
    Function(Vec<ParameterDeclaration>, bool),
    /// A K&R identifier list, possibly empty: `()` or `(a, b)`.
    OldStyleFunction(Vec<Identifier>),
    /// GCC attributes of the type so far: `* __attribute__((aligned(16)))`. Only those that may change a layout or the
    /// meaning of the program.
    Attributes(Box<[Attribute]>),
}

/// A parameter of a prototype.
#[derive(Clone, Debug)]
pub struct ParameterDeclaration {
    pub specifiers: Specifiers,
    /// Named or abstract.
    pub declarator: Declarator,
}

/// A type name, as in casts and `sizeof`.
#[derive(Clone, Debug)]
pub struct TypeName {
    pub specifiers: Specifiers,
    pub declarator: Declarator,
}

#[derive(Clone, Debug)]
pub enum Initializer {
    /// `= e`
    Expression(Expression),
    /// `= { … }`
    List(Vec<InitializerItem>, Span),
}

/// An element of an initialiser list.
#[derive(Clone, Debug)]
pub struct InitializerItem {
    /// `[3].f =`
    pub designators: Box<[Designator]>,
    pub initializer: Initializer,
}

/// A designator.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `[i]`
    Index(Expression),
    /// `[i ... j]`
    Range(Expression, Expression),
    /// `.f`
    Field(Identifier),
}

/// `{ … }`.
#[derive(Clone, Debug)]
pub struct CompoundStatement {
    /// Statements and declarations in order.
    pub items: Vec<BlockItem>,
    /// From brace to brace.
    pub span: Span,
}

/// An item of a block.
#[derive(Clone, Debug)]
pub enum BlockItem {
    Declaration(Box<Declaration>),
    /// Never a nested function, which is GNU C.
    Statement(Statement),
    /// `_Static_assert`
    StaticAssert(Box<StaticAssertion>),
    /// `__label__ a, b;` (GNU): the block has labels of its own with these names.
    LocalLabels(Box<[Identifier]>),
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    /// The whole statement, including labels.
    pub span: Span,
}

/// The kinds of statements. Large rare parts are boxed: trees contain very many statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `name: s`
    Label(Box<Identifier>, Box<Statement>),
    /// `case e: s`
    Case(Box<Expression>, Box<Statement>),
    /// `case e ... f: s`
    CaseRange(Box<Expression>, Box<Expression>, Box<Statement>),
    /// `default: s`
    Default(Box<Statement>),
    /// `{ … }`
    Block(CompoundStatement),
    /// `;`
    Empty,
    /// `e;`
    Expression(Expression),
    /// `if (e) s else t`
    If(Box<Expression>, Box<Statement>, Option<Box<Statement>>),
    /// `switch (e) s`
    Switch(Box<Expression>, Box<Statement>),
    /// `while (e) s`
    While(Box<Expression>, Box<Statement>),
    /// `do s while (e);`
    DoWhile(Box<Statement>, Box<Expression>),
    /// `for (init; e; f) s`
    For(Option<Box<ForInit>>, Option<Box<Expression>>, Option<Box<Expression>>, Box<Statement>),
    /// `goto l;`
    Goto(Identifier),
    /// `goto *e;`
    ComputedGoto(Box<Expression>),
    /// `continue;`
    Continue,
    /// `break;`
    Break,
    /// `return e;`
    Return(Option<Box<Expression>>),
    /// `asm(…);`
    Asm(Box<Assembly>),
}

/// `asm(…);`
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The instructions; empty for a compiler barrier.
    pub template: Vec<u8>,
    /// The lvalues written.
    pub outputs: Vec<Expression>,
    /// The values read.
    pub inputs: Vec<Expression>,
    /// True if the clobbers include `"memory"`.
    pub clobbers_memory: bool,
    /// Possible jump targets of `asm goto`.
    pub labels: Vec<Identifier>,
}

/// The first clause of a `for`.
#[derive(Clone, Debug)]
pub enum ForInit {
    Declaration(Declaration),
    Expression(Expression),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most frequent nodes determine how much memory a tree takes.
    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Expression>() <= 48);
        assert!(size_of::<Statement>() <= 64);
        assert!(size_of::<BlockItem>() <= 64);
        assert!(size_of::<InitializerItem>() <= 64);
        assert!(size_of::<ExternalItem>() <= 16);
    }
}
