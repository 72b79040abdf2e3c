//! The syntax tree of C, as written: no types resolved, no names looked up.
//!
//! The parser builds it, `program::lower` reads it, nobody else sees it.

mod expression;

pub use crate::ast::expression::{AlignmentKind, Binary, Encoding, Expression, ExpressionKind, Magnitude, Unary};
use base::Span;

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    /// Declarations and definitions in order.
    pub items: Vec<ExternalItem>,
    /// `//@` lines, in order of their place.
    pub annotations: Vec<Annotation>,
    /// `#pragma pack` lines, in order of their place: from that byte on, the most that members of records are aligned to
    /// (`None`: as the types say).
    pub packs: Vec<(u32, Option<u32>)>,
}

/// A `//@` line: text of a specification statement inside the C file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The text behind `//@`.
    pub span: Span,
    /// Start offset of the next token of C, to be the start of a statement.
    pub next_token: u32,
}

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identifier {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// An item at file scope.
#[derive(Clone, Debug)]
pub enum ExternalItem {
    /// A function with its body.
    Function(Box<FunctionDefinition>),
    /// Anything else but a stray `;`, which means nothing.
    Declaration(Box<Declaration>),
    /// `asm("…");`
    Assembly(Span),
    /// `_Static_assert(condition, "message");`
    StaticAssert(Box<StaticAssertion>),
}

/// `_Static_assert(condition, "message");`
#[derive(Clone, Debug)]
pub struct StaticAssertion {
    /// What must not be zero.
    pub condition: Expression,
    /// What is said where it is.
    pub message: Option<String>,
    /// All of it.
    pub span: Span,
}

/// A function definition.
#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    /// Storage class, qualifiers and type.
    pub specifiers: Specifiers,
    /// Name and parameters.
    pub declarator: Declarator,
    /// Declarations between a K&R parameter list and the body.
    pub old_style_declarations: Vec<Declaration>,
    /// The body.
    pub body: CompoundStatement,
    /// From the specifiers to the closing brace.
    pub span: Span,
}

/// A declaration: specifiers and any number of declarators.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Storage class, qualifiers and type.
    pub specifiers: Specifiers,
    /// What is declared.
    pub declarators: Vec<InitDeclarator>,
    /// The whole declaration.
    pub span: Span,
}

/// A declarator with its initialiser.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// Name and derived type.
    pub declarator: Declarator,
    /// The initialiser.
    pub initializer: Option<Initializer>,
    /// GCC attributes behind the declarator.
    pub attributes: Vec<Attribute>,
}

/// Storage classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageClass {
    /// `typedef`
    Typedef,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto`
    Auto,
    /// `register`
    Register,
    /// `_Thread_local` or `__thread`
    ThreadLocal,
}

/// A GCC attribute: `packed`, `aligned(8)`, `noreturn`.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Name without underscores.
    pub name: String,
    /// Arguments that are expressions.
    pub arguments: Vec<Expression>,
    /// Where.
    pub span: Span,
}

/// Declaration specifiers, or a specifier-qualifier list.
#[derive(Clone, Debug)]
pub struct Specifiers {
    /// Storage classes as written (at most one is legal, `_Thread_local` aside).
    pub storage: Vec<StorageClass>,
    /// `const` was among the qualifiers.
    pub is_const: bool,
    /// `volatile` or `_Atomic` was among the qualifiers.
    pub is_volatile: bool,
    /// `_Atomic` was among the qualifiers.
    pub is_atomic: bool,
    /// `inline` or `_Noreturn` was written.
    pub is_inline: bool,
    /// Type specifiers in order: `unsigned`, `long`, `long`.
    pub types: Vec<TypeSpecifier>,
    /// `_Alignas(type or expression)`.
    pub alignments: Vec<Alignment>,
    /// GCC attributes.
    pub attributes: Vec<Attribute>,
    /// Where.
    pub span: Span,
}

/// The operand of `_Alignas`.
#[derive(Clone, Debug)]
pub enum Alignment {
    /// Aligned as the type is.
    Type(TypeName),
    /// Aligned to this number of bytes.
    Value(Expression),
}

/// A type specifier.
#[derive(Clone, Debug)]
pub enum TypeSpecifier {
    /// `void`
    Void,
    /// `char`
    Char,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `signed`
    Signed,
    /// `unsigned`
    Unsigned,
    /// `_Bool`
    Bool,
    /// `_Complex`
    Complex,
    /// `__int128`
    Int128,
    /// `_Float16`
    Float16,
    /// `_Float128` or `__float128`: 16 bytes, whatever `long double` is.
    Float128,
    /// `__builtin_va_list`
    VaList,
    /// `_Atomic(type)`
    Atomic(Box<TypeName>),
    /// A typedef name.
    Named(Identifier),
    /// `struct` or `union`.
    Record(RecordSpecifier),
    /// `enum`
    Enum(EnumSpecifier),
    /// `typeof(expression)`
    TypeofExpression(Box<Expression>),
    /// `typeof(type)`
    TypeofType(Box<TypeName>),
}

/// `struct tag { … }`.
#[derive(Clone, Debug)]
pub struct RecordSpecifier {
    /// `union` instead of `struct`.
    pub is_union: bool,
    /// The tag.
    pub tag: Option<Identifier>,
    /// The members; `None` for a mere reference.
    pub members: Option<Vec<MemberDeclaration>>,
    /// GCC attributes.
    pub attributes: Vec<Attribute>,
    /// Where.
    pub span: Span,
}

/// Members declared together.
#[derive(Clone, Debug)]
pub enum MemberDeclaration {
    /// `int a, *b, c : 3;`; no declarators: an anonymous struct or union.
    Fields(Specifiers, Vec<MemberDeclarator>),
    /// `_Static_assert(condition, "message");`
    StaticAssert(Box<StaticAssertion>),
}

/// One member.
#[derive(Clone, Debug)]
pub struct MemberDeclarator {
    /// Name and derived type; `None` for an unnamed bit-field.
    pub declarator: Option<Declarator>,
    /// Width of a bit-field.
    pub bit_width: Option<Expression>,
    /// GCC attributes.
    pub attributes: Vec<Attribute>,
}

/// `enum tag { … }`.
#[derive(Clone, Debug)]
pub struct EnumSpecifier {
    /// The tag.
    pub tag: Option<Identifier>,
    /// The constants; `None` for a mere reference.
    pub constants: Option<Vec<(Identifier, Option<Expression>)>>,
    /// GCC attributes.
    pub attributes: Vec<Attribute>,
    /// Where.
    pub span: Span,
}

/// A declarator: a name (`None`: abstract) and how its type derives from the specifiers'.
///
/// `derivations` are in the order in which one reads the type: `int *a[3]` is `[Array(3), Pointer]`.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The declared name.
    pub name: Option<Identifier>,
    /// The derivations, from the name outwards.
    pub derivations: Vec<Derivation>,
    /// Where.
    pub span: Span,
}

/// One step of a derived type.
#[derive(Clone, Debug)]
pub enum Derivation {
    /// `*`
    Pointer {
        /// Whether it is `const`, and not `volatile` with it. Other qualifiers are dropped.
        is_constant: bool,
    },
    /// `[size]`; `None` for `[]` and `[*]`.
    Array(Option<Box<Expression>>),
    /// A prototype.
    Function(Vec<ParameterDeclaration>, bool),
    /// A K&R parameter list, possibly empty: `()` or `(a, b)`.
    OldStyleFunction(Vec<Identifier>),
    /// GCC attributes of the type so far: `* __attribute__((aligned(16)))`. Only those that may change a layout or
    /// what a program does.
    Attributes(Box<[Attribute]>),
}

/// A parameter of a prototype.
#[derive(Clone, Debug)]
pub struct ParameterDeclaration {
    /// Its specifiers.
    pub specifiers: Specifiers,
    /// Its declarator, named or abstract.
    pub declarator: Declarator,
}

/// A type name, as in casts and `sizeof`.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// Specifiers and qualifiers.
    pub specifiers: Specifiers,
    /// Abstract declarator.
    pub declarator: Declarator,
}

/// An initialiser.
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
    /// The value.
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
    /// A declaration.
    Declaration(Box<Declaration>),
    /// A nested function is not C; a statement is.
    Statement(Statement),
    /// `_Static_assert`
    StaticAssert(Box<StaticAssertion>),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// All of it, labels included.
    pub span: Span,
}

/// The forms of statements. Rare large parts are boxed: a tree has very many statements.
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

/// `asm(…);`: outputs it writes, inputs it reads.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The instructions; empty for a mere compiler barrier.
    pub template: Vec<u8>,
    /// Lvalues written.
    pub outputs: Vec<Expression>,
    /// Values read.
    pub inputs: Vec<Expression>,
    /// Whether `"memory"` is among the clobbers.
    pub clobbers_memory: bool,
    /// Labels that `asm goto` may jump to.
    pub labels: Vec<Identifier>,
}

/// First part of a `for`.
#[derive(Clone, Debug)]
pub enum ForInit {
    /// A declaration.
    Declaration(Declaration),
    /// An expression.
    Expression(Expression),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a text has most of decides how much memory its tree takes.
    #[test]
    fn nodes_are_small() {
        assert!(size_of::<Expression>() <= 48);
        assert!(size_of::<Statement>() <= 64);
        assert!(size_of::<BlockItem>() <= 64);
        assert!(size_of::<InitializerItem>() <= 64);
        assert!(size_of::<ExternalItem>() <= 16);
    }
}
