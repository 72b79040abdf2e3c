//! Which forms of the syntax tree cases have. A form that is new to the tree does not compile until it has a row here.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use damson::frontend::ast::{
    Alignment, AlignmentKind, Binary, BlockItem, CompoundStatement, Declaration, Declarator, Derivation, Designator,
    Encoding, EnumSpecifier, Expression, ExpressionKind, ExternalItem, ForInit, FunctionDefinition, Initializer,
    InitializerItem, MemberDeclaration, Specifiers, Statement, StatementKind, StorageClass, TranslationUnit, TypeName,
    TypeSpecifier, Unary,
};

/// How often each form occurs.
#[derive(Clone, Default)]
pub struct Forms(BTreeMap<&'static str, usize>);

impl AddAssign for Forms {
    fn add_assign(&mut self, other: Forms) {
        for (form, count) in other.0 {
            *self.0.entry(form).or_default() += count;
        }
    }
}

impl Forms {
    /// Forms that do not occur.
    pub fn missing(&self) -> Vec<&'static str> {
        all().filter(|form| !self.0.contains_key(form)).collect()
    }
}

/// The forms of the items of files, by the line at which an item begins.
#[derive(Default)]
pub struct Lines(Vec<BTreeMap<usize, Forms>>);

impl Lines {
    /// Adds the next file.
    pub fn add(&mut self, unit: &TranslationUnit, text: &str) {
        let mut lines: BTreeMap<usize, Forms> = BTreeMap::new();
        for item in &unit.items {
            let mut reader = Reader(Forms::default());
            reader.external(item);
            let start = match item {
                ExternalItem::Function(function) => function.span,
                ExternalItem::Declaration(declaration) => declaration.span,
                ExternalItem::Assembly(span) => *span,
                ExternalItem::StaticAssert(assertion) => assertion.span,
            };
            let before = &text.as_bytes()[..start.start as usize];
            *lines.entry(1 + before.iter().filter(|byte| **byte == b'\n').count()).or_default() += reader.0;
        }
        self.0.push(lines);
    }

    /// The forms of a case, by where the cases begin in each file.
    pub fn of_case(&self, starts: &[Vec<(usize, usize)>], number: usize) -> Forms {
        let mut forms = Forms::default();
        for (lines, starts) in self.0.iter().zip(starts) {
            let Some(at) = starts.iter().position(|(_, other)| *other == number) else { continue };
            let end = starts.get(at + 1).map_or(usize::MAX, |(line, _)| *line);
            lines.range(starts[at].0..end).for_each(|(_, more)| forms += more.clone());
        }
        forms
    }
}

/// A function from forms to rows, and the list of its rows.
macro_rules! rows {
    ($list:ident $function:ident($ty:ty) { $($pattern:pat => $name:literal,)* }) => {
        const $list: &[&str] = &[$($name),*];
        fn $function(value: &$ty) -> &'static str {
            match value { $($pattern => $name),* }
        }
    };
}

rows!(ITEMS item_row(ExternalItem) {
    ExternalItem::Function(_) => "function definition",
    ExternalItem::Declaration(_) => "declaration at file scope",
    ExternalItem::Assembly(_) => "assembly at file scope",
    ExternalItem::StaticAssert(_) => "static assertion at file scope",
});

rows!(STORAGE storage_row(StorageClass) {
    StorageClass::Typedef => "typedef",
    StorageClass::Extern => "extern",
    StorageClass::Static => "static",
    StorageClass::Auto => "auto",
    StorageClass::Register => "register",
    StorageClass::ThreadLocal => "_Thread_local",
});

rows!(ALIGNMENTS alignment_row(Alignment) {
    Alignment::Type(_) => "_Alignas of a type",
    Alignment::Value(_) => "_Alignas of a number",
});

rows!(TYPES type_row(TypeSpecifier) {
    TypeSpecifier::Void => "void",
    TypeSpecifier::Char => "char",
    TypeSpecifier::Short => "short",
    TypeSpecifier::Int => "int",
    TypeSpecifier::Long => "long",
    TypeSpecifier::Float => "float",
    TypeSpecifier::Double => "double",
    TypeSpecifier::Signed => "signed",
    TypeSpecifier::Unsigned => "unsigned",
    TypeSpecifier::Bool => "_Bool",
    TypeSpecifier::Complex => "_Complex",
    TypeSpecifier::Int128 => "__int128",
    TypeSpecifier::Float16 => "_Float16",
    TypeSpecifier::Float128 => "_Float128",
    TypeSpecifier::VaList => "va_list",
    TypeSpecifier::Atomic(_) => "_Atomic(type)",
    TypeSpecifier::Named(_) => "name of a type",
    TypeSpecifier::Record(_) => "struct or union",
    TypeSpecifier::Enum(_) => "enum",
    TypeSpecifier::TypeofExpression(_) => "typeof an expression",
    TypeSpecifier::TypeofType(_) => "typeof a type",
});

rows!(MEMBERS member_row(MemberDeclaration) {
    MemberDeclaration::Fields(..) => "members",
    MemberDeclaration::StaticAssert(_) => "static assertion among members",
});

rows!(DERIVATIONS derivation_row(Derivation) {
    Derivation::Pointer { is_constant: false } => "pointer",
    Derivation::Pointer { is_constant: true } => "const pointer",
    Derivation::Array(Some(_)) => "array",
    Derivation::Array(None) => "array of unknown size",
    Derivation::Function(_, false) => "prototype",
    Derivation::Function(_, true) => "prototype with an ellipsis",
    Derivation::OldStyleFunction(_) => "function without prototype",
    Derivation::Attributes(_) => "attributes in a declarator",
});

rows!(DESIGNATORS designator_row(Designator) {
    Designator::Index(_) => "designator of an element",
    Designator::Range(..) => "designator of a range",
    Designator::Field(_) => "designator of a member",
});

rows!(BLOCK_ITEMS block_item_row(BlockItem) {
    BlockItem::Declaration(_) => "declaration in a block",
    BlockItem::Statement(_) => "statement in a block",
    BlockItem::StaticAssert(_) => "static assertion in a block",
    BlockItem::LocalLabels(_) => "labels of a block",
});

rows!(STATEMENTS statement_row(StatementKind) {
    StatementKind::Label(..) => "label",
    StatementKind::Case(..) => "case",
    StatementKind::CaseRange(..) => "case of a range",
    StatementKind::Default(_) => "default",
    StatementKind::Block(_) => "block",
    StatementKind::Empty => "empty statement",
    StatementKind::Expression(_) => "expression statement",
    StatementKind::If(_, _, None) => "if",
    StatementKind::If(_, _, Some(_)) => "if with else",
    StatementKind::Switch(..) => "switch",
    StatementKind::While(..) => "while",
    StatementKind::DoWhile(..) => "do",
    StatementKind::For(..) => "for",
    StatementKind::Goto(_) => "goto",
    StatementKind::ComputedGoto(_) => "computed goto",
    StatementKind::Continue => "continue",
    StatementKind::Break => "break",
    StatementKind::Return(None) => "return",
    StatementKind::Return(Some(_)) => "return of a value",
    StatementKind::Asm(_) => "assembly statement",
});

rows!(FOR_INITS for_init_row(ForInit) {
    ForInit::Declaration(_) => "for with a declaration",
    ForInit::Expression(_) => "for with an expression",
});

rows!(UNARY unary_row(Unary) {
    Unary::AddressOf => "unary &",
    Unary::Dereference => "unary *",
    Unary::Plus => "unary +",
    Unary::Minus => "unary -",
    Unary::BitNot => "~",
    Unary::Not => "!",
    Unary::Real => "__real__",
    Unary::Imaginary => "__imag__",
    Unary::PreIncrement => "++ before",
    Unary::PreDecrement => "-- before",
    Unary::PostIncrement => "++ behind",
    Unary::PostDecrement => "-- behind",
});

rows!(BINARY binary_row(Binary) {
    Binary::Multiply => "*",
    Binary::Divide => "/",
    Binary::Remainder => "%",
    Binary::Add => "+",
    Binary::Subtract => "-",
    Binary::ShiftLeft => "<<",
    Binary::ShiftRight => ">>",
    Binary::Less => "<",
    Binary::Greater => ">",
    Binary::LessEqual => "<=",
    Binary::GreaterEqual => ">=",
    Binary::Equal => "==",
    Binary::NotEqual => "!=",
    Binary::BitAnd => "&",
    Binary::BitXor => "^",
    Binary::BitOr => "|",
    Binary::And => "&&",
    Binary::Or => "||",
});

rows!(COMPOUND_ASSIGNMENTS compound_row(Binary) {
    Binary::Multiply => "*=",
    Binary::Divide => "/=",
    Binary::Remainder => "%=",
    Binary::Add => "+=",
    Binary::Subtract => "-=",
    Binary::ShiftLeft => "<<=",
    Binary::ShiftRight => ">>=",
    Binary::BitAnd => "&=",
    Binary::BitXor => "^=",
    Binary::BitOr => "|=",
    // No assignment has these.
    Binary::Less | Binary::Greater | Binary::LessEqual | Binary::GreaterEqual | Binary::Equal | Binary::NotEqual
        | Binary::And | Binary::Or => "expression",
});

rows!(ENCODINGS encoding_row(Encoding) {
    Encoding::Narrow => "narrow",
    Encoding::Wide => "wide",
    Encoding::Utf16 => "UTF-16",
    Encoding::Utf32 => "UTF-32",
});

rows!(EXPRESSIONS expression_row(ExpressionKind) {
    ExpressionKind::Identifier(_) => "identifier",
    ExpressionKind::Integer { .. } => "integer constant",
    ExpressionKind::Float { suffix: None, .. } => "constant of type double",
    ExpressionKind::Float { suffix: Some(_), .. } => "constant of type float",
    ExpressionKind::Imaginary { .. } => "imaginary constant",
    ExpressionKind::LongDouble(_) => "constant of type long double",
    ExpressionKind::Character { .. } => "character constant",
    ExpressionKind::String { .. } => "string",
    ExpressionKind::Index(..) => "subscript",
    ExpressionKind::Call(..) => "call",
    ExpressionKind::Member(..) => ".",
    ExpressionKind::Arrow(..) => "->",
    ExpressionKind::CompoundLiteral(..) => "compound literal",
    ExpressionKind::Unary(..) | ExpressionKind::Binary(..) => "expression",
    ExpressionKind::Assign(None, ..) => "=",
    ExpressionKind::Assign(Some(_), ..) => "compound assignment",
    ExpressionKind::Conditional(_, Some(_), _) => "? :",
    ExpressionKind::Conditional(_, None, _) => "?:",
    ExpressionKind::Cast(..) => "cast",
    ExpressionKind::SizeofExpression(_) => "sizeof an expression",
    ExpressionKind::SizeofType(_) => "sizeof a type",
    ExpressionKind::AlignofExpression(_) => "_Alignof an expression",
    ExpressionKind::AlignofType(_, AlignmentKind::Least) => "_Alignof",
    ExpressionKind::AlignofType(_, AlignmentKind::Preferred) => "__alignof__",
    ExpressionKind::Comma(..) => "comma",
    ExpressionKind::Statement(_) => "statement expression",
    ExpressionKind::Offsetof(..) => "offsetof",
    ExpressionKind::TypesCompatible(..) => "types_compatible_p",
    ExpressionKind::VaArg(..) => "va_arg",
    ExpressionKind::Generic(..) => "_Generic",
    ExpressionKind::LabelAddress(_) => "address of a label",
});

/// Forms that are no case of this campaign, with the reason.
const EXCLUDED: [(&str, &str); 6] = [
    ("assembly at file scope", "what it does is not C"),
    ("assembly statement", "what it does is not C"),
    ("_Float16", "it is laid out alone"),
    ("computed goto", "it is refused"),
    ("address of a label", "it is refused"),
    ("_Float128", "it is laid out alone; see the tests of layouts"),
];

fn all() -> impl Iterator<Item = &'static str> {
    let lists = [
        ITEMS,
        STORAGE,
        ALIGNMENTS,
        TYPES,
        MEMBERS,
        DERIVATIONS,
        DESIGNATORS,
        BLOCK_ITEMS,
        STATEMENTS,
        FOR_INITS,
        UNARY,
        BINARY,
        COMPOUND_ASSIGNMENTS,
        ENCODINGS,
        EXPRESSIONS,
        &["bit-field", "unnamed bit-field", "attribute", "volatile", "_Atomic", "const", "inline"],
    ];
    let is_excluded = |form: &str| EXCLUDED.iter().any(|(excluded, _)| *excluded == form);
    lists.into_iter().flatten().copied().filter(move |form| !is_excluded(form))
}

/// Walks over a tree and counts.
struct Reader(Forms);

impl Reader {
    fn count(&mut self, form: &'static str) {
        *self.0.0.entry(form).or_default() += 1;
    }

    fn external(&mut self, item: &ExternalItem) {
        self.count(item_row(item));
        match item {
            ExternalItem::Function(function) => self.function(function),
            ExternalItem::Declaration(declaration) => self.declaration(declaration),
            ExternalItem::Assembly(_) => {}
            ExternalItem::StaticAssert(assertion) => self.expression(&assertion.condition),
        }
    }

    fn function(&mut self, function: &FunctionDefinition) {
        self.specifiers(&function.specifiers);
        self.declarator(&function.declarator);
        function.old_style_declarations.iter().for_each(|declaration| self.declaration(declaration));
        self.block(&function.body);
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.specifiers(&declaration.specifiers);
        for declared in &declaration.declarators {
            self.declarator(&declared.declarator);
            declared.attributes.iter().for_each(|_| self.count("attribute"));
            if let Some(initializer) = &declared.initializer {
                self.initializer(initializer);
            }
        }
    }

    fn specifiers(&mut self, specifiers: &Specifiers) {
        specifiers.storage.iter().for_each(|class| self.count(storage_row(class)));
        let flags = [
            (specifiers.is_const, "const"),
            (specifiers.is_volatile && !specifiers.is_atomic, "volatile"),
            (specifiers.is_atomic, "_Atomic"),
            (specifiers.is_inline, "inline"),
            (!specifiers.attributes.is_empty(), "attribute"),
        ];
        flags.iter().filter(|(is_set, _)| *is_set).for_each(|(_, form)| self.count(form));
        for alignment in &specifiers.alignments {
            self.count(alignment_row(alignment));
            match alignment {
                Alignment::Type(ty) => self.type_name(ty),
                Alignment::Value(value) => self.expression(value),
            }
        }
        specifiers.types.iter().for_each(|ty| self.type_specifier(ty));
    }

    fn type_specifier(&mut self, ty: &TypeSpecifier) {
        self.count(type_row(ty));
        match ty {
            TypeSpecifier::Atomic(ty) | TypeSpecifier::TypeofType(ty) => self.type_name(ty),
            TypeSpecifier::TypeofExpression(expression) => self.expression(expression),
            TypeSpecifier::Record(record) => {
                if !record.attributes.is_empty() {
                    self.count("attribute");
                }
                record.members.iter().flatten().for_each(|member| self.member(member));
            }
            TypeSpecifier::Enum(EnumSpecifier { constants, .. }) => {
                constants
                    .iter()
                    .flatten()
                    .filter_map(|(_, value)| value.as_ref())
                    .for_each(|value| self.expression(value));
            }
            _ => {}
        }
    }

    fn member(&mut self, member: &MemberDeclaration) {
        self.count(member_row(member));
        match member {
            MemberDeclaration::Fields(specifiers, members) => {
                self.specifiers(specifiers);
                for member in members {
                    if let Some(declarator) = &member.declarator {
                        self.declarator(declarator);
                    }
                    if let Some(width) = &member.bit_width {
                        self.count(if member.declarator.is_some() { "bit-field" } else { "unnamed bit-field" });
                        self.expression(width);
                    }
                }
            }
            MemberDeclaration::StaticAssert(assertion) => self.expression(&assertion.condition),
        }
    }

    fn declarator(&mut self, declarator: &Declarator) {
        for derivation in &declarator.derivations {
            self.count(derivation_row(derivation));
            match derivation {
                Derivation::Array(Some(size)) => self.expression(size),
                Derivation::Function(parameters, _) => {
                    for parameter in parameters {
                        self.specifiers(&parameter.specifiers);
                        self.declarator(&parameter.declarator);
                    }
                }
                _ => {}
            }
        }
    }

    fn type_name(&mut self, name: &TypeName) {
        self.specifiers(&name.specifiers);
        self.declarator(&name.declarator);
    }

    fn initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Expression(expression) => self.expression(expression),
            Initializer::List(items, _) => self.items(items),
        }
    }

    fn items(&mut self, items: &[InitializerItem]) {
        for item in items {
            item.designators.iter().for_each(|designator| self.designator(designator));
            self.initializer(&item.initializer);
        }
    }

    fn designator(&mut self, designator: &Designator) {
        self.count(designator_row(designator));
        match designator {
            Designator::Index(index) => self.expression(index),
            Designator::Range(first, last) => [first, last].into_iter().for_each(|index| self.expression(index)),
            Designator::Field(_) => {}
        }
    }

    fn block(&mut self, block: &CompoundStatement) {
        for item in &block.items {
            self.count(block_item_row(item));
            match item {
                BlockItem::Declaration(declaration) => self.declaration(declaration),
                BlockItem::Statement(statement) => self.statement(statement),
                BlockItem::StaticAssert(assertion) => self.expression(&assertion.condition),
                BlockItem::LocalLabels(_) => {}
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        self.count(statement_row(&statement.kind));
        let (expressions, statements): (Vec<&Expression>, Vec<&Statement>) = match &statement.kind {
            StatementKind::Label(_, inner) | StatementKind::Default(inner) => (vec![], vec![inner]),
            StatementKind::Case(value, inner) => (vec![value], vec![inner]),
            StatementKind::CaseRange(first, last, inner) => (vec![first, last], vec![inner]),
            StatementKind::Block(block) => return self.block(block),
            StatementKind::Expression(value) => (vec![value], vec![]),
            StatementKind::If(condition, yes, no) => {
                (vec![condition], [Some(yes), no.as_ref()].into_iter().flatten().map(|inner| &**inner).collect())
            }
            StatementKind::Switch(value, inner)
            | StatementKind::While(value, inner)
            | StatementKind::DoWhile(inner, value) => (vec![value], vec![inner]),
            StatementKind::For(init, condition, step, inner) => {
                self.for_init(init.as_deref());
                ([condition, step].into_iter().flatten().map(|value| &**value).collect(), vec![inner])
            }
            StatementKind::ComputedGoto(value) => (vec![value], vec![]),
            StatementKind::Return(Some(value)) => (vec![value], vec![]),
            StatementKind::Empty
            | StatementKind::Goto(_)
            | StatementKind::Continue
            | StatementKind::Break
            | StatementKind::Return(None)
            | StatementKind::Asm(_) => (vec![], vec![]),
        };
        expressions.into_iter().for_each(|expression| self.expression(expression));
        statements.into_iter().for_each(|statement| self.statement(statement));
    }

    fn for_init(&mut self, init: Option<&ForInit>) {
        let Some(init) = init else { return };
        self.count(for_init_row(init));
        match init {
            ForInit::Declaration(declaration) => self.declaration(declaration),
            ForInit::Expression(expression) => self.expression(expression),
        }
    }

    fn expression(&mut self, expression: &Expression) {
        self.count(expression_row(&expression.kind));
        match &expression.kind {
            ExpressionKind::Identifier(_)
            | ExpressionKind::Integer { .. }
            | ExpressionKind::Float { .. }
            | ExpressionKind::Imaginary { .. }
            | ExpressionKind::LongDouble(_)
            | ExpressionKind::LabelAddress(_) => {}
            ExpressionKind::Character { encoding, .. } | ExpressionKind::String { encoding, .. } => {
                self.count(encoding_row(encoding));
            }
            ExpressionKind::Unary(operator, operand) => {
                self.count(unary_row(operator));
                self.expression(operand);
            }
            ExpressionKind::Binary(operator, left, right) => {
                self.count(binary_row(operator));
                self.all(&[left, right]);
            }
            ExpressionKind::Assign(operator, left, right) => {
                if let Some(operator) = operator {
                    self.count(compound_row(operator));
                }
                self.all(&[left, right]);
            }
            ExpressionKind::Index(left, right) | ExpressionKind::Comma(left, right) => self.all(&[left, right]),
            ExpressionKind::Call(function, arguments) => {
                self.expression(function);
                arguments.iter().for_each(|argument| self.expression(argument));
            }
            ExpressionKind::Member(inner, _)
            | ExpressionKind::Arrow(inner, _)
            | ExpressionKind::SizeofExpression(inner)
            | ExpressionKind::AlignofExpression(inner) => self.expression(inner),
            ExpressionKind::Conditional(condition, yes, no) => {
                self.all(&[condition, no]);
                yes.iter().for_each(|yes| self.expression(yes));
            }
            ExpressionKind::CompoundLiteral(ty, items) => {
                self.type_name(ty);
                self.items(items);
            }
            ExpressionKind::Cast(ty, inner) | ExpressionKind::VaArg(inner, ty) => {
                self.type_name(ty);
                self.expression(inner);
            }
            ExpressionKind::SizeofType(ty) | ExpressionKind::AlignofType(ty, _) => self.type_name(ty),
            ExpressionKind::Statement(block) => self.block(block),
            ExpressionKind::Offsetof(ty, designators) => {
                self.type_name(ty);
                designators.iter().for_each(|designator| self.designator(designator));
            }
            ExpressionKind::TypesCompatible(left, right) => [left, right].into_iter().for_each(|ty| self.type_name(ty)),
            ExpressionKind::Generic(control, choices) => {
                self.expression(control);
                for (ty, value) in choices {
                    ty.iter().for_each(|ty| self.type_name(ty));
                    self.expression(value);
                }
            }
        }
    }

    fn all(&mut self, expressions: &[&Expression]) {
        expressions.iter().for_each(|expression| self.expression(expression));
    }
}
