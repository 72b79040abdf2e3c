//! The actions of the grammar: syntax tree nodes, scopes of typedef names, and the limit on the tree's depth.
//!
//! Everything that walks a tree recurses (even dropping it), so no tree deeper than [`MAX_TREE_DEPTH`] is ever
//! built: what would be deeper is reported once and replaced by a leaf. While it grows, a tree carries its depth
//! along in a [`Deep`].

use std::cell::{Cell, RefCell};

use super::ast::*;
use super::scope::{Meaning, TypedefScopes};
use super::token::IntegerConstant;
use crate::base::{Diagnostic, Diagnostics, FileId, Span};

/// The greatest depth of a tree, in nodes from an item at file scope or a lone expression down to a leaf.
/// A walk that takes 1 KiB of stack for each node fits the 2 MiB that a thread has.
pub const MAX_TREE_DEPTH: u32 = 1000;

/// Why the parser stopped before the end of the text; the reason is among the diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop;

/// A part of the tree and how deep it is.
#[derive(Clone, Debug)]
pub struct Deep<T> {
    /// The part.
    pub tree: T,
    /// Nodes on the longest way from it to a leaf.
    pub depth: u32,
}

impl<T> Deep<T> {
    /// A part without children.
    pub fn flat(tree: T) -> Self {
        Deep { tree, depth: 0 }
    }

    /// The same depth, another form.
    pub fn map<U>(self, form: impl FnOnce(T) -> U) -> Deep<U> {
        Deep { tree: form(self.tree), depth: self.depth }
    }

    /// Two parts side by side.
    pub fn join<U, V>(self, other: Deep<U>, form: impl FnOnce(T, U) -> V) -> Deep<V> {
        Deep { tree: form(self.tree, other.tree), depth: self.depth.max(other.depth) }
    }
}

/// Parts side by side.
pub fn gather<T>(parts: Vec<Deep<T>>) -> Deep<Vec<T>> {
    let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
    Deep { tree: parts.into_iter().map(|part| part.tree).collect(), depth }
}

fn gather_lists<T>(parts: Vec<Deep<Vec<T>>>) -> Deep<Vec<T>> {
    gather(parts).map(|lists| lists.into_iter().flatten().collect())
}

/// An optional part.
fn option<T>(part: Option<Deep<T>>) -> Deep<Option<T>> {
    match part {
        Some(part) => part.map(Some),
        None => Deep::flat(None),
    }
}

/// One declaration specifier.
#[derive(Clone, Debug)]
pub enum SpecifierItem {
    /// A storage class.
    Storage(StorageClass),
    /// `inline` or `_Noreturn`.
    Inline,
    /// `const`
    Const,
    /// `volatile`
    Volatile,
    /// `_Atomic` as a qualifier: for one thread no more than `volatile`.
    Atomic,
    /// `restrict`
    Ignored,
    /// `_Alignas(…)`
    Alignment(Deep<Alignment>),
    /// Attributes.
    Attributes(Deep<Vec<Attribute>>),
    /// Type specifiers.
    Types(Deep<Vec<TypeSpecifier>>),
    /// `__auto_type`, to be replaced when the initialiser is known.
    AutoType(Span),
}

impl SpecifierItem {
    /// One type specifier without children.
    pub fn of(specifier: TypeSpecifier) -> Self {
        SpecifierItem::typed(Deep::flat(specifier))
    }

    /// One type specifier.
    pub fn typed(specifier: Deep<TypeSpecifier>) -> Self {
        SpecifierItem::Types(specifier.map(|specifier| vec![specifier]))
    }
}

/// A declaration under way: its specifiers and the declarators so far.
#[derive(Clone, Debug)]
pub struct Declared {
    specifiers: Deep<Specifiers>,
    declarators: Deep<Vec<InitDeclarator>>,
}

impl Declared {
    /// Nothing declared yet.
    pub fn none(specifiers: Deep<Specifiers>) -> Self {
        Declared { specifiers, declarators: Deep::flat(Vec::new()) }
    }

    /// As [`Declared::none`], for specifiers without a type.
    pub fn implicit_int(specifiers: Deep<Specifiers>) -> Self {
        Declared::none(specifiers.map(|mut specifiers| {
            specifiers.types.push(TypeSpecifier::Int);
            specifiers
        }))
    }

    /// Gives the last declarator its initialiser.
    pub fn initialize(mut self, initializer: Deep<Initializer>) -> Self {
        self.declarators.depth = self.declarators.depth.max(initializer.depth);
        if let Some(last) = self.declarators.tree.last_mut() {
            last.initializer = Some(initializer.tree);
        }
        self
    }
}

/// What stands before a statement and makes it a part of itself.
#[derive(Clone, Debug)]
pub enum Prefix {
    /// `name:`
    Label(Identifier),
    /// `case e:`
    Case(Expression),
    /// `case e ... f:`
    CaseRange(Expression, Expression),
    /// `default:`
    Default,
    /// `switch (e)`
    Switch(Expression),
    /// `while (e)`
    While(Expression),
    /// `for (init; e; f)`
    For(Option<Box<ForInit>>, Option<Expression>, Option<Expression>),
}

/// The state that the actions share with the token stream.
#[derive(Debug)]
pub struct Builder {
    file: FileId,
    /// The typedef names in scope.
    pub scopes: RefCell<TypedefScopes>,
    /// What the parameter list of the function whose body comes next declared.
    pub parameters: RefCell<Vec<Meaning>>,
    /// What the parameter lists of the functions declared in this item declared, by the place of the function.
    prototypes: RefCell<Vec<(u32, Vec<Meaning>)>>,
    /// What the actions had to say.
    pub diagnostics: RefCell<Diagnostics>,
    items: RefCell<Vec<ExternalItem>>,
    expression: RefCell<Option<Expression>>,
    too_deep: Cell<bool>,
}

impl Builder {
    /// A builder of trees of `file`.
    pub fn new(file: FileId) -> Self {
        Builder {
            file,
            scopes: RefCell::default(),
            parameters: RefCell::default(),
            prototypes: RefCell::default(),
            diagnostics: RefCell::default(),
            items: RefCell::default(),
            expression: RefCell::default(),
            too_deep: Cell::new(false),
        }
    }

    /// The items at file scope so far.
    pub fn take_items(&self) -> Vec<ExternalItem> {
        self.items.take()
    }

    /// The lone expression.
    pub fn take_expression(&self) -> Option<Expression> {
        self.expression.take()
    }

    /// A span of the file.
    pub fn span(&self, start: u32, end: u32) -> Span {
        Span { file: self.file, start, end }
    }

    fn error(&self, span: Span, message: impl Into<String>) {
        self.diagnostics.borrow_mut().push(Diagnostic::error(span, message));
    }

    /// The depth of a node above parts of depth `below`; `None`, and said once, if that is too much.
    fn above(&self, start: u32, below: u32, end: u32) -> Option<u32> {
        if below < MAX_TREE_DEPTH {
            return Some(below + 1);
        }
        if !self.too_deep.replace(true) {
            self.error(
                self.span(start, end),
                format!("this is nested too deeply: more than {MAX_TREE_DEPTH} levels of operators and statements"),
            );
        }
        None
    }

    // ---- expressions

    /// A name with its place.
    pub fn identifier(&self, start: u32, name: &str, end: u32) -> Identifier {
        Identifier { name: name.to_owned(), span: self.span(start, end) }
    }

    /// An expression without children.
    pub fn leaf(&self, start: u32, kind: ExpressionKind, end: u32) -> Deep<Expression> {
        Deep { tree: Expression { kind, span: self.span(start, end) }, depth: 1 }
    }

    /// An expression above `part`.
    pub fn node<T>(
        &self,
        start: u32,
        part: Deep<T>,
        form: impl FnOnce(T) -> ExpressionKind,
        end: u32,
    ) -> Deep<Expression> {
        match self.above(start, part.depth, end) {
            Some(depth) => Deep { tree: Expression { kind: form(part.tree), span: self.span(start, end) }, depth },
            None => {
                self.integer(start, IntegerConstant { value: 0, unsigned: false, longs: 0, non_decimal: false }, end)
            }
        }
    }

    /// An expression above two parts.
    pub fn node2<T, U>(
        &self,
        start: u32,
        first: Deep<T>,
        second: Deep<U>,
        form: impl FnOnce(T, U) -> ExpressionKind,
        end: u32,
    ) -> Deep<Expression> {
        self.node(
            start,
            first.join(second, |first, second| (first, second)),
            |(first, second)| form(first, second),
            end,
        )
    }

    /// An integer constant.
    pub fn integer(&self, start: u32, constant: IntegerConstant, end: u32) -> Deep<Expression> {
        let IntegerConstant { value, unsigned, longs, non_decimal } = constant;
        self.leaf(start, ExpressionKind::Integer { value, unsigned, longs, non_decimal }, end)
    }

    /// A unary operator.
    pub fn unary(&self, start: u32, operator: Unary, operand: Deep<Expression>, end: u32) -> Deep<Expression> {
        self.node(start, operand, |operand| ExpressionKind::Unary(operator, Box::new(operand)), end)
    }

    /// A binary operator.
    pub fn binary(
        &self,
        start: u32,
        left: Deep<Expression>,
        operator: Binary,
        right: Deep<Expression>,
        end: u32,
    ) -> Deep<Expression> {
        let form = |left, right| ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        self.node2(start, left, right, form, end)
    }

    /// `c ? x : y` or `c ?: y`.
    pub fn conditional(
        &self,
        start: u32,
        condition: Deep<Expression>,
        then: Option<Deep<Expression>>,
        otherwise: Deep<Expression>,
        end: u32,
    ) -> Deep<Expression> {
        let parts = condition.join(option(then), |condition, then| (condition, then));
        let form = |(condition, then): (Expression, Option<Expression>), otherwise| {
            ExpressionKind::Conditional(Box::new(condition), then.map(Box::new), Box::new(otherwise))
        };
        self.node2(start, parts, otherwise, form, end)
    }

    /// `_Generic(e, …)`
    pub fn generic(
        &self,
        start: u32,
        selector: Deep<Expression>,
        associations: Vec<Deep<(Option<TypeName>, Expression)>>,
        end: u32,
    ) -> Deep<Expression> {
        let form = |selector, associations| ExpressionKind::Generic(Box::new(selector), associations);
        self.node2(start, selector, gather(associations), form, end)
    }

    /// GNU's `_Alignof e` is `_Alignof(typeof(e))`.
    pub fn alignof_expression(&self, start: u32, operand: Deep<Expression>, end: u32) -> Deep<Expression> {
        let specifier = operand.map(|operand| TypeSpecifier::TypeofExpression(Box::new(operand)));
        let specifiers = self.specifiers(start, SpecifierItem::typed(specifier), end);
        let type_name = self.type_name(specifiers, None);
        self.node(start, type_name, |type_name| ExpressionKind::AlignofType(Box::new(type_name)), end)
    }

    /// Stores the lone expression.
    pub fn finish_expression(&self, expression: Deep<Expression>) {
        *self.expression.borrow_mut() = Some(expression.tree);
    }

    // ---- specifiers

    /// An attribute; its name loses the underscores around it.
    pub fn attribute(&self, start: u32, name: String, arguments: Vec<Deep<Expression>>, end: u32) -> Deep<Attribute> {
        let bare = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(&name).to_owned();
        gather(arguments).map(|arguments| Attribute { name: bare, arguments, span: self.span(start, end) })
    }

    /// A list of one specifier.
    pub fn specifiers(&self, start: u32, item: SpecifierItem, end: u32) -> Deep<Specifiers> {
        let empty = Specifiers {
            storage: Vec::new(),
            is_const: false,
            is_volatile: false,
            is_inline: false,
            types: Vec::new(),
            alignments: Vec::new(),
            attributes: Vec::new(),
            span: self.span(start, end),
        };
        self.add_specifier(Deep::flat(empty), item, end)
    }

    /// A longer list of specifiers.
    pub fn add_specifier(&self, mut list: Deep<Specifiers>, item: SpecifierItem, end: u32) -> Deep<Specifiers> {
        let specifiers = &mut list.tree;
        specifiers.span.end = end;
        let depth = match item {
            SpecifierItem::Storage(class) => {
                specifiers.storage.push(class);
                0
            }
            SpecifierItem::Inline => {
                specifiers.is_inline = true;
                0
            }
            SpecifierItem::Const => {
                specifiers.is_const = true;
                0
            }
            SpecifierItem::Volatile | SpecifierItem::Atomic => {
                specifiers.is_volatile = true;
                0
            }
            SpecifierItem::Ignored => 0,
            SpecifierItem::Alignment(alignment) => {
                specifiers.alignments.push(alignment.tree);
                alignment.depth
            }
            SpecifierItem::Attributes(attributes) => {
                specifiers.attributes.extend(attributes.tree);
                attributes.depth
            }
            SpecifierItem::Types(types) => {
                specifiers.types.extend(types.tree);
                types.depth
            }
            SpecifierItem::AutoType(span) => {
                specifiers.types.push(TypeSpecifier::Named(Identifier { name: AUTO_TYPE.to_owned(), span }));
                0
            }
        };
        list.depth = list.depth.max(depth);
        list
    }

    /// The specifiers of a function without any: `int`.
    pub fn implicit_int(&self, start: u32) -> Deep<Specifiers> {
        self.specifiers(start, SpecifierItem::of(TypeSpecifier::Int), start)
    }

    /// Specifiers where no storage class may stand.
    fn without_storage(&self, specifiers: Deep<Specifiers>) -> Deep<Specifiers> {
        if !specifiers.tree.storage.is_empty() {
            self.error(specifiers.tree.span, "a storage class (such as `static` or `typedef`) cannot stand here");
        }
        specifiers
    }

    /// `struct tag { … }`
    pub fn record(
        &self,
        start: u32,
        is_union: bool,
        tag: Option<Identifier>,
        members: Option<Vec<Option<Deep<MemberDeclaration>>>>,
        attributes: Vec<Deep<Vec<Attribute>>>,
        end: u32,
    ) -> Deep<RecordSpecifier> {
        let members = option(members.map(|members| gather(members.into_iter().flatten().collect())));
        let attributes = gather_lists(attributes);
        let span = self.span(start, end);
        let record = members.join(attributes, |members, attributes| RecordSpecifier {
            is_union,
            tag,
            members,
            attributes,
            span,
        });
        self.raised(start, record, end, |record| record.members = None)
    }

    /// Counts `part` as a node of its own; too deep a part is emptied.
    fn raised<T>(&self, start: u32, mut part: Deep<T>, end: u32, empty: impl FnOnce(&mut T)) -> Deep<T> {
        match self.above(start, part.depth, end) {
            Some(depth) => part.depth = depth,
            None => {
                empty(&mut part.tree);
                part.depth = 0;
            }
        }
        part
    }

    /// Members declared together.
    pub fn members(
        &self,
        specifiers: Deep<Specifiers>,
        members: Vec<Deep<MemberDeclarator>>,
    ) -> Deep<MemberDeclaration> {
        self.without_storage(specifiers).join(gather(members), MemberDeclaration::Fields)
    }

    /// `enum tag { … }`
    pub fn enumeration(
        &self,
        start: u32,
        tag: Option<Identifier>,
        constants: Option<Vec<Deep<(Identifier, Option<Expression>)>>>,
        attributes: Vec<Deep<Vec<Attribute>>>,
        end: u32,
    ) -> Deep<EnumSpecifier> {
        let attributes = gather_lists(attributes);
        let span = self.span(start, end);
        option(constants.map(gather)).join(attributes, |constants, attributes| EnumSpecifier {
            tag,
            constants,
            attributes,
            span,
        })
    }

    /// An enumeration constant, from now on in scope.
    pub fn enumerator(
        &self,
        name: Identifier,
        value: Option<Deep<Expression>>,
    ) -> Deep<(Identifier, Option<Expression>)> {
        self.scopes.borrow_mut().declare(&name.name, false);
        option(value).map(|value| (name, value))
    }

    // ---- declarators

    /// A declarator without name.
    pub fn unnamed(&self, start: u32, end: u32) -> Deep<Declarator> {
        Deep::flat(Declarator { name: None, derivations: Vec::new(), span: self.span(start, end) })
    }

    /// `start` stars before `declarator`.
    pub fn pointers(&self, start: u32, stars: usize, mut declarator: Deep<Declarator>) -> Deep<Declarator> {
        for _ in 0..stars {
            declarator = self.derive_any(start, declarator, Deep::flat(Derivation::Pointer), None);
        }
        declarator.tree.span.start = start;
        declarator
    }

    /// `declarator` with a suffix that ends at `end`.
    pub fn derive(&self, declarator: Deep<Declarator>, suffix: Deep<Derivation>, end: u32) -> Deep<Declarator> {
        let start = declarator.tree.span.start;
        if matches!(suffix.tree, Derivation::Function(..)) {
            let declared = self.scopes.borrow_mut().take_prototype();
            if let (Some(name), []) = (&declarator.tree.name, declarator.tree.derivations.as_slice()) {
                if !declared.is_empty() {
                    self.prototypes.borrow_mut().push((name.span.start, declared));
                }
            }
        }
        self.derive_any(start, declarator, suffix, Some(end))
    }

    fn derive_any(
        &self,
        start: u32,
        mut declarator: Deep<Declarator>,
        derivation: Deep<Derivation>,
        end: Option<u32>,
    ) -> Deep<Declarator> {
        let end = end.unwrap_or(declarator.tree.span.end);
        declarator.tree.span.end = end;
        // Each derivation is a level of the type, and types are walked as trees are.
        if let Some(depth) = self.above(start, declarator.depth.max(derivation.depth), end) {
            declarator.tree.derivations.push(derivation.tree);
            declarator.depth = depth;
        }
        declarator
    }

    /// `declarator` in parentheses.
    pub fn widen(&self, start: u32, mut declarator: Deep<Declarator>, end: u32) -> Deep<Declarator> {
        declarator.tree.span = self.span(start, end);
        declarator
    }

    /// A parameter, from now on in scope.
    pub fn parameter(
        &self,
        mut specifiers: Deep<Specifiers>,
        declarator: Option<Deep<Declarator>>,
        attributes: Vec<Deep<Vec<Attribute>>>,
    ) -> Deep<ParameterDeclaration> {
        let name = declarator.as_ref().and_then(|declarator| declarator.tree.name.as_ref());
        self.scopes.borrow_mut().declare_parameter(name.map(|name| name.name.as_str()));
        let attributes = gather_lists(attributes);
        specifiers.depth = specifiers.depth.max(attributes.depth);
        specifiers.tree.attributes.extend(attributes.tree);
        let end = specifiers.tree.span.end;
        let declarator = declarator.unwrap_or_else(|| self.unnamed(end, end));
        specifiers.join(declarator, |specifiers, declarator| ParameterDeclaration { specifiers, declarator })
    }

    /// A type name.
    pub fn type_name(&self, specifiers: Deep<Specifiers>, declarator: Option<Deep<Declarator>>) -> Deep<TypeName> {
        let specifiers = self.without_storage(specifiers);
        let end = specifiers.tree.span.end;
        let declarator = declarator.unwrap_or_else(|| self.unnamed(end, end));
        specifiers.join(declarator, |specifiers, declarator| TypeName { specifiers, declarator })
    }

    // ---- declarations

    /// Declares one more name, from now on in scope.
    pub fn declare(
        &self,
        mut declared: Declared,
        declarator: Deep<Declarator>,
        attributes: Vec<Deep<Vec<Attribute>>>,
    ) -> Declared {
        if let Some(name) = &declarator.tree.name {
            let is_typedef = declared.specifiers.tree.storage.contains(&StorageClass::Typedef);
            self.scopes.borrow_mut().declare(&name.name, is_typedef);
        }
        let next = declarator.join(gather_lists(attributes), |declarator, attributes| InitDeclarator {
            declarator,
            initializer: None,
            attributes,
        });
        declared.declarators.depth = declared.declarators.depth.max(next.depth);
        declared.declarators.tree.push(next.tree);
        declared
    }

    /// A whole declaration.
    pub fn declaration(&self, start: u32, declared: Declared, end: u32) -> Deep<Declaration> {
        let span = self.span(start, end);
        let whole = declared.specifiers.join(declared.declarators, |specifiers, declarators| Declaration {
            specifiers,
            declarators,
            span,
        });
        self.resolve_auto_type(whole)
    }

    /// Replaces `__auto_type x = e` by `typeof(e) x = e`.
    fn resolve_auto_type(&self, mut whole: Deep<Declaration>) -> Deep<Declaration> {
        let declaration = &mut whole.tree;
        let is_auto =
            |specifier: &&mut TypeSpecifier| matches!(specifier, TypeSpecifier::Named(name) if name.name == AUTO_TYPE);
        let Some(specifier) = declaration.specifiers.types.iter_mut().find(is_auto) else { return whole };
        match declaration.declarators.as_slice() {
            [InitDeclarator { initializer: Some(Initializer::Expression(value)), declarator, .. }]
                if declarator.derivations.is_empty() =>
            {
                *specifier = TypeSpecifier::TypeofExpression(Box::new(value.clone()));
            }
            _ => self.error(declaration.span, "`__auto_type` needs a single plain name with an initialiser"),
        }
        whole
    }

    /// `{ … }` as an initialiser.
    pub fn initializer_list(&self, start: u32, items: Deep<Vec<InitializerItem>>, end: u32) -> Deep<Initializer> {
        let list = items.map(|items| Initializer::List(items, self.span(start, end)));
        self.raised(start, list, end, |list| *list = Initializer::List(Vec::new(), self.span(start, end)))
    }

    /// `_Static_assert(…);`
    pub fn static_assertion(
        &self,
        start: u32,
        condition: Deep<Expression>,
        message: Option<Vec<u8>>,
        end: u32,
    ) -> Deep<(Expression, Option<String>, Span)> {
        let message = message.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        condition.map(|condition| (condition, message, self.span(start, end)))
    }

    // ---- statements

    /// Opens the scope of a statement that has statements or declarations in it.
    pub fn open_scope(&self) {
        self.scopes.borrow_mut().open();
    }

    /// Closes it.
    pub fn close_scope(&self) {
        self.scopes.borrow_mut().close();
    }

    /// Ends the scope of one part of a statement and opens that of the next.
    pub fn next_scope(&self) {
        self.close_scope();
        self.open_scope();
    }

    /// `{ … }`
    pub fn block(&self, start: u32, items: Vec<Option<Deep<BlockItem>>>, end: u32) -> Deep<Block> {
        let span = self.span(start, end);
        gather(items.into_iter().flatten().collect()).map(|items| Block { items, span })
    }

    /// A statement above the parts of `kind`.
    pub fn statement(&self, start: u32, kind: Deep<StatementKind>, end: u32) -> Deep<Statement> {
        let statement = kind.map(|kind| Statement { kind, span: self.span(start, end) });
        self.raised(start, statement, end, |statement| statement.kind = StatementKind::Empty)
    }

    /// A statement behind a label, a `case`, or the head of a loop or `switch`.
    pub fn prefixed(&self, start: u32, prefix: Deep<Prefix>, body: Deep<Statement>, end: u32) -> Deep<Statement> {
        if matches!(prefix.tree, Prefix::For(..) | Prefix::While(_) | Prefix::Switch(_)) {
            self.close_scope();
        }
        let kind = prefix.join(body, |prefix, body| {
            let body = Box::new(body);
            match prefix {
                Prefix::Label(name) => StatementKind::Label(name, body),
                Prefix::Case(value) => StatementKind::Case(value, body),
                Prefix::CaseRange(low, high) => StatementKind::CaseRange(low, high, body),
                Prefix::Default => StatementKind::Default(body),
                Prefix::Switch(value) => StatementKind::Switch(value, body),
                Prefix::While(condition) => StatementKind::While(condition, body),
                Prefix::For(init, condition, step) => StatementKind::For(init, condition, step, body),
            }
        });
        self.statement(start, kind, end)
    }

    /// `if (c) s else t`
    pub fn conditional_statement(
        &self,
        start: u32,
        condition: Deep<Expression>,
        then: Deep<Statement>,
        otherwise: Option<Deep<Statement>>,
        end: u32,
    ) -> Deep<Statement> {
        // That of the condition and that of the branch.
        self.close_scope();
        self.close_scope();
        let kind = condition
            .join(then, |condition, then| (condition, Box::new(then)))
            .join(option(otherwise), |(condition, then), otherwise| {
                StatementKind::If(condition, then, otherwise.map(Box::new))
            });
        self.statement(start, kind, end)
    }

    /// `do s while (e);`
    pub fn do_while(
        &self,
        start: u32,
        body: Deep<Statement>,
        condition: Deep<Expression>,
        end: u32,
    ) -> Deep<Statement> {
        self.close_scope();
        self.statement(start, body.join(condition, |body, e| StatementKind::DoWhile(Box::new(body), e)), end)
    }

    // ---- file scope

    /// The head of a function definition: its parameters are in scope in the body.
    pub fn function_head(&self, declared: Declared) -> Declared {
        let first = declared.declarators.tree.last();
        let Some(first) = first else { return declared };
        let start = first.declarator.name.as_ref().map(|name| name.span.start);
        let found = self.prototypes.take().into_iter().find(|(place, _)| Some(*place) == start);
        *self.parameters.borrow_mut() = found.map(|(_, declared)| declared).unwrap_or_default();
        declared
    }

    /// A function definition.
    pub fn function(&self, start: u32, head: Declared, old_style: Vec<Deep<Declaration>>, body: Deep<Block>, end: u32) {
        let Declared { mut specifiers, mut declarators } = head;
        let Some(first) = declarators.tree.pop() else { return };
        let name_span = first.declarator.span;
        if !declarators.tree.is_empty() {
            self.error(name_span, "a function definition shares its declaration with other names");
        }
        let derivation = first.declarator.derivations.first();
        if !matches!(derivation, Some(Derivation::Function(..) | Derivation::OldStyleFunction(_))) {
            self.error(name_span, "a function body behind something that is declared without parameters");
            return;
        }
        specifiers.tree.attributes.extend(first.attributes);
        self.item(Deep::flat(ExternalItem::Function(FunctionDefinition {
            specifiers: specifiers.tree,
            declarator: first.declarator,
            old_style_declarations: gather(old_style).tree,
            body: body.tree,
            span: self.span(start, end),
        })));
    }

    /// Stores an item at file scope.
    pub fn item(&self, item: Deep<ExternalItem>) {
        self.prototypes.borrow_mut().clear();
        self.items.borrow_mut().push(item.tree);
    }
}

/// Stands for `__auto_type` until the initialiser is known.
const AUTO_TYPE: &str = "__auto_type";

/// Lists one behind the other.
pub fn chain<T>(mut first: Vec<T>, second: Vec<T>) -> Vec<T> {
    first.extend(second);
    first
}

/// Adjacent string literals are one; it is wide if one of them is.
pub fn join_strings(first: (Vec<u8>, bool), second: (Vec<u8>, bool)) -> (Vec<u8>, bool) {
    let (mut bytes, wide) = first;
    bytes.extend(second.0);
    (bytes, wide || second.1)
}

/// The declarator that is just a name.
pub fn named(name: Identifier) -> Deep<Declarator> {
    let span = name.span;
    Deep::flat(Declarator { name: Some(name), derivations: Vec::new(), span })
}

/// One member.
pub fn member(
    declarator: Option<Deep<Declarator>>,
    bit_width: Option<Deep<Expression>>,
    attributes: Vec<Deep<Vec<Attribute>>>,
) -> Deep<MemberDeclarator> {
    option(declarator).join(option(bit_width), |declarator, bit_width| (declarator, bit_width)).join(
        gather_lists(attributes),
        |(declarator, bit_width), attributes| MemberDeclarator { declarator, bit_width, attributes },
    )
}

/// A parameter list; `(void)` is the empty one.
pub fn prototype(parameters: Vec<Deep<ParameterDeclaration>>, variadic: bool) -> Deep<Derivation> {
    let is_void = match parameters.as_slice() {
        [Deep { tree: ParameterDeclaration { specifiers, declarator }, .. }] => {
            matches!(specifiers.types.as_slice(), [TypeSpecifier::Void])
                && declarator.name.is_none()
                && declarator.derivations.is_empty()
                && !variadic
        }
        _ => false,
    };
    let parameters = if is_void { Vec::new() } else { parameters };
    gather(parameters).map(|parameters| Derivation::Function(parameters, variadic))
}

/// An element of an initialiser list.
pub fn item(designators: Vec<Deep<Designator>>, initializer: Deep<Initializer>) -> Deep<InitializerItem> {
    gather(designators).join(initializer, |designators, initializer| InitializerItem { designators, initializer })
}

/// The head of a `for`.
pub fn for_head(
    init: Deep<Option<Box<ForInit>>>,
    condition: Option<Deep<Expression>>,
    step: Option<Deep<Expression>>,
) -> Deep<Prefix> {
    init.join(option(condition), |init, condition| (init, condition))
        .join(option(step), |(init, condition), step| Prefix::For(init, condition, step))
}

/// An `asm` statement.
pub fn assembly(
    template: Vec<u8>,
    outputs: Vec<Deep<Expression>>,
    inputs: Vec<Deep<Expression>>,
    clobbers: Vec<(Vec<u8>, bool)>,
    labels: Vec<Identifier>,
) -> Deep<StatementKind> {
    let clobbers_memory = clobbers.iter().any(|(bytes, _)| bytes == b"memory");
    gather(outputs).join(gather(inputs), |outputs, inputs| StatementKind::Asm {
        template,
        outputs,
        inputs,
        clobbers_memory,
        labels,
    })
}
