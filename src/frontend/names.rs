//! The names of a file that belong to its file scope: where they occur, and how linking renames them.
//!
//! A walk over the tree knows the scopes of C 6.2.1. Each ordinary identifier that no parameter or block hides is given
//! to the visitor, which may replace it: declarations and uses, and the texts of attributes that name another symbol of
//! the file (`alias("f")`). Tags are given as [`tag_name`] writes them, since they are no ordinary identifiers.
//! Members, labels and names of blocks are never given. A declaration in a block that has linkage (`extern int x;`, `int
//! f(void);`) is a name of the file scope.

use std::collections::{HashMap, HashSet};

use super::ast::{
    Alignment, Attribute, BlockItem, CompoundStatement, Declaration, Declarator, Derivation, Designator, EnumSpecifier,
    Expression, ExpressionKind, ExternalItem, ForInit, FunctionDefinition, Identifier, InitDeclarator, Initializer,
    InitializerItem, MemberDeclaration, ParameterDeclaration, RecordSpecifier, Specifiers, Statement, StatementKind,
    StorageClass, TypeName, TypeSpecifier,
};

/// A name that several linked files give to different functions or objects, as one of the files means it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameOfFile {
    /// The name in the source.
    pub plain: String,
    /// The name with that of the file: `list::count`. A `static` function or object is renamed to it in the tree.
    pub qualified: String,
    /// False for the one function or object that all files may name.
    pub is_static: bool,
}

/// Returns the name in the source of a function or an object: `count` for `list::count`.
pub fn plain_name(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// What stands before tags: no identifier has a blank.
const TAG: &str = "tag ";

/// Returns the name by which a tag is known among ordinary identifiers.
pub(super) fn tag_name(tag: &str) -> String {
    format!("{TAG}{tag}")
}

/// Returns the identifier of a name that may be that of a tag.
pub(super) fn identifier(name: &str) -> &str {
    name.strip_prefix(TAG).unwrap_or(name)
}

/// How a name of the file scope occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Occurrence {
    /// The name is declared or used.
    Certain,
    /// A declaration in a block has a type that only its definition tells: if that is a function, it declares this name
    /// of the file scope. It cannot be replaced.
    MaybeFunction,
}

/// Returns what replaces a name of the file scope, if anything does.
type Visitor<'v> = dyn FnMut(&str, Occurrence) -> Option<String> + 'v;

/// Attributes whose text is another symbol of the file.
const NAMING_ATTRIBUTES: [&str; 4] = ["alias", "weakref", "ifunc", "asm"];

/// Gives each name of the file scope in an item to `visit`.
pub(super) fn visit(item: &mut ExternalItem, visit: &mut Visitor<'_>) {
    let mut walk = Walk { visit, scopes: Vec::new(), tags: Vec::new() };
    match item {
        ExternalItem::Function(function) => walk.function(function),
        ExternalItem::Declaration(declaration) => walk.declaration(declaration),
        ExternalItem::StaticAssert(assertion) => walk.expression(&mut assertion.condition),
        ExternalItem::Assembly(_) => {}
    }
}

/// Returns true if a declarator declares a function, not a pointer to one.
pub(super) fn is_function(declared: &InitDeclarator) -> bool {
    let mut derivations = declared.declarator.derivations.iter();
    let first = derivations.find(|derivation| !matches!(derivation, Derivation::Attributes(_)));
    matches!(first, Some(Derivation::Function(..) | Derivation::OldStyleFunction(_)))
}

struct Walk<'w, 'v> {
    visit: &'w mut Visitor<'v>,
    /// Open scopes inside the file's, innermost last: for each name whether it means that of the file scope.
    scopes: Vec<HashMap<String, bool>>,
    /// For each of these scopes, the tags that it declares.
    tags: Vec<HashSet<String>>,
}

impl Walk<'_, '_> {
    fn within(&mut self, work: impl FnOnce(&mut Self)) {
        self.scopes.push(HashMap::new());
        self.tags.push(HashSet::new());
        work(self);
        self.scopes.pop();
        self.tags.pop();
    }

    fn is_of_file(&self, name: &str) -> bool {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied().unwrap_or(true)
    }

    /// Declares a name in the innermost scope.
    fn bind(&mut self, name: &str, is_of_file: bool) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), is_of_file);
        }
    }

    /// A use or a declaration of a name that is in scope.
    fn name(&mut self, name: &mut String) {
        if self.is_of_file(name)
            && let Some(other) = (self.visit)(name, Occurrence::Certain)
        {
            *name = other;
        }
    }

    /// The declaration of a name without linkage, or of any name at file scope.
    fn declare(&mut self, name: &mut String) {
        match self.scopes.is_empty() {
            true => self.name(name),
            false => self.bind(name, false),
        }
    }

    /// A tag in a specifier; `is_declared` if the specifier declares it in the innermost scope.
    fn tag(&mut self, tag: &mut Identifier, is_declared: bool) {
        if let Some(scope) = self.tags.last_mut().filter(|_| is_declared) {
            scope.insert(tag.name.clone());
        }
        if self.tags.iter().all(|scope| !scope.contains(&tag.name))
            && let Some(other) = (self.visit)(&tag_name(&tag.name), Occurrence::Certain)
        {
            tag.name = other;
        }
    }

    // ---- declarations

    fn function(&mut self, function: &mut FunctionDefinition) {
        self.specifiers(&mut function.specifiers);
        if let Some(name) = &mut function.declarator.name {
            self.declare(&mut name.name);
        }
        self.within(|walk| {
            let mut is_own = true;
            for derivation in &mut function.declarator.derivations {
                match derivation {
                    // The parameters of the function itself are in scope in its body.
                    Derivation::Function(parameters, _) if is_own => {
                        walk.parameters(parameters);
                        is_own = false;
                    }
                    Derivation::OldStyleFunction(parameters) if is_own => {
                        parameters.iter().for_each(|parameter| walk.bind(&parameter.name, false));
                        is_own = false;
                    }
                    other => walk.derivation(other),
                }
            }
            for declaration in &mut function.old_style_declarations {
                walk.declaration(declaration);
            }
            walk.block(&mut function.body);
        });
    }

    fn declaration(&mut self, declaration: &mut Declaration) {
        if declaration.declarators.is_empty() {
            self.declared_tags(&declaration.specifiers);
        }
        self.specifiers(&mut declaration.specifiers);
        let Declaration { specifiers, declarators, .. } = declaration;
        for declared in declarators {
            self.declarator(&mut declared.declarator);
            self.declared_name(specifiers, declared);
            self.attributes(&mut declared.attributes);
            if let Some(initializer) = &mut declared.initializer {
                self.initializer(initializer);
            }
        }
    }

    /// `struct tag;` alone declares the tag in its own scope.
    fn declared_tags(&mut self, specifiers: &Specifiers) {
        let Some(scope) = self.tags.last_mut() else { return };
        for ty in &specifiers.types {
            if let TypeSpecifier::Record(RecordSpecifier { tag: Some(tag), .. }) = ty {
                scope.insert(tag.name.clone());
            }
        }
    }

    /// Declares the name of a declarator, in the file scope or in the innermost block.
    fn declared_name(&mut self, specifiers: &Specifiers, declared: &mut InitDeclarator) {
        let is_typedef = specifiers.storage.contains(&StorageClass::Typedef);
        let is_function = is_function(declared);
        let has_linkage = !is_typedef && (is_function || specifiers.storage.contains(&StorageClass::Extern));
        let is_bare = declared.declarator.derivations.iter().all(|known| matches!(known, Derivation::Attributes(_)));
        let is_opaque = specifiers.types.iter().any(|ty| {
            use TypeSpecifier::{Named, TypeofExpression, TypeofType};
            matches!(ty, Named(_) | TypeofExpression(_) | TypeofType(_))
        });
        let Some(name) = &mut declared.declarator.name else { return };
        if self.scopes.is_empty() || !has_linkage {
            if !self.scopes.is_empty() && !is_typedef && is_bare && is_opaque && declared.initializer.is_none() {
                (self.visit)(&name.name, Occurrence::MaybeFunction);
            }
            return self.declare(&mut name.name);
        }
        let local = name.name.clone();
        self.bind(&local, true);
        self.name(&mut name.name);
    }

    fn parameters(&mut self, parameters: &mut [ParameterDeclaration]) {
        for parameter in parameters {
            self.specifiers(&mut parameter.specifiers);
            self.declarator(&mut parameter.declarator);
            if let Some(name) = &parameter.declarator.name {
                self.bind(&name.name, false);
            }
        }
    }

    /// The types and sizes of a declarator, without its name.
    fn declarator(&mut self, declarator: &mut Declarator) {
        for derivation in &mut declarator.derivations {
            self.derivation(derivation);
        }
    }

    fn derivation(&mut self, derivation: &mut Derivation) {
        match derivation {
            Derivation::Array(Some(size)) => self.expression(size),
            Derivation::Function(parameters, _) => self.within(|walk| walk.parameters(parameters)),
            Derivation::Attributes(attributes) => self.attributes(attributes),
            Derivation::Pointer { .. } | Derivation::Array(None) | Derivation::OldStyleFunction(_) => {}
        }
    }

    fn attributes(&mut self, attributes: &mut [Attribute]) {
        for attribute in attributes {
            let names_symbol = NAMING_ATTRIBUTES.contains(&attribute.name.as_str());
            for argument in &mut attribute.arguments {
                match &mut argument.kind {
                    ExpressionKind::String { bytes, .. } if names_symbol => {
                        let symbol = String::from_utf8_lossy(bytes).into_owned();
                        if let Some(other) = (self.visit)(&symbol, Occurrence::Certain) {
                            *bytes = other.into_bytes().into_boxed_slice();
                        }
                    }
                    _ => self.expression(argument),
                }
            }
        }
    }

    // ---- types

    fn specifiers(&mut self, specifiers: &mut Specifiers) {
        for ty in &mut specifiers.types {
            match ty {
                TypeSpecifier::Named(name) => self.name(&mut name.name),
                TypeSpecifier::Record(record) => {
                    let is_declared = record.members.is_some();
                    record.tag.iter_mut().for_each(|tag| self.tag(tag, is_declared));
                    self.attributes(&mut record.attributes);
                    for member in record.members.iter_mut().flatten() {
                        self.member(member);
                    }
                }
                TypeSpecifier::Enum(enumeration) => self.enumeration(enumeration),
                TypeSpecifier::Atomic(ty) | TypeSpecifier::TypeofType(ty) => self.type_name(ty),
                TypeSpecifier::TypeofExpression(expression) => self.expression(expression),
                _ => {}
            }
        }
        for alignment in &mut specifiers.alignments {
            match alignment {
                Alignment::Type(ty) => self.type_name(ty),
                Alignment::Value(value) => self.expression(value),
            }
        }
        self.attributes(&mut specifiers.attributes);
    }

    fn member(&mut self, member: &mut MemberDeclaration) {
        match member {
            MemberDeclaration::Fields(specifiers, declarators) => {
                self.specifiers(specifiers);
                for declared in declarators {
                    declared.declarator.iter_mut().for_each(|declarator| self.declarator(declarator));
                    declared.bit_width.iter_mut().for_each(|width| self.expression(width));
                    self.attributes(&mut declared.attributes);
                }
            }
            MemberDeclaration::StaticAssert(assertion) => self.expression(&mut assertion.condition),
        }
    }

    fn enumeration(&mut self, enumeration: &mut EnumSpecifier) {
        let is_declared = enumeration.constants.is_some();
        enumeration.tag.iter_mut().for_each(|tag| self.tag(tag, is_declared));
        self.attributes(&mut enumeration.attributes);
        for (name, value) in enumeration.constants.iter_mut().flatten() {
            value.iter_mut().for_each(|value| self.expression(value));
            self.declare(&mut name.name);
        }
    }

    fn type_name(&mut self, name: &mut TypeName) {
        self.specifiers(&mut name.specifiers);
        self.declarator(&mut name.declarator);
    }

    // ---- initialisers and statements

    fn initializer(&mut self, initializer: &mut Initializer) {
        match initializer {
            Initializer::Expression(expression) => self.expression(expression),
            Initializer::List(items, _) => self.items(items),
        }
    }

    fn items(&mut self, items: &mut [InitializerItem]) {
        for item in items {
            self.designators(&mut item.designators);
            self.initializer(&mut item.initializer);
        }
    }

    fn designators(&mut self, designators: &mut [Designator]) {
        for designator in designators {
            match designator {
                Designator::Index(index) => self.expression(index),
                Designator::Range(first, last) => {
                    self.expression(first);
                    self.expression(last);
                }
                Designator::Field(_) => {}
            }
        }
    }

    fn block(&mut self, block: &mut CompoundStatement) {
        self.within(|walk| {
            for item in &mut block.items {
                match item {
                    BlockItem::Declaration(declaration) => walk.declaration(declaration),
                    BlockItem::Statement(statement) => walk.statement(statement),
                    BlockItem::StaticAssert(assertion) => walk.expression(&mut assertion.condition),
                    BlockItem::LocalLabels(_) => {}
                }
            }
        });
    }

    fn statement(&mut self, statement: &mut Statement) {
        use StatementKind as Kind;
        self.within(|walk| match &mut statement.kind {
            Kind::Label(_, inner) | Kind::Default(inner) => walk.statement(inner),
            Kind::Case(value, inner) | Kind::Switch(value, inner) | Kind::While(value, inner) => {
                walk.expression(value);
                walk.statement(inner);
            }
            Kind::CaseRange(first, last, inner) => {
                walk.expression(first);
                walk.expression(last);
                walk.statement(inner);
            }
            Kind::Block(block) => walk.block(block),
            Kind::Expression(expression) => walk.expression(expression),
            Kind::ComputedGoto(target) => walk.expression(target),
            Kind::If(condition, then, otherwise) => {
                walk.expression(condition);
                walk.statement(then);
                otherwise.iter_mut().for_each(|otherwise| walk.statement(otherwise));
            }
            Kind::DoWhile(inner, condition) => {
                walk.statement(inner);
                walk.expression(condition);
            }
            Kind::For(first, condition, step, inner) => {
                match first.as_deref_mut() {
                    Some(ForInit::Declaration(declaration)) => walk.declaration(declaration),
                    Some(ForInit::Expression(expression)) => walk.expression(expression),
                    None => {}
                }
                condition.iter_mut().chain(step).for_each(|part| walk.expression(part));
                walk.statement(inner);
            }
            Kind::Return(value) => value.iter_mut().for_each(|value| walk.expression(value)),
            Kind::Asm(assembly) => {
                assembly.outputs.iter_mut().chain(&mut assembly.inputs).for_each(|operand| walk.expression(operand));
            }
            Kind::Empty | Kind::Goto(_) | Kind::Continue | Kind::Break => {}
        });
    }

    // ---- expressions

    fn expression(&mut self, expression: &mut Expression) {
        use ExpressionKind as Kind;
        match &mut expression.kind {
            Kind::Identifier(name) => {
                if self.is_of_file(name)
                    && let Some(other) = (self.visit)(name, Occurrence::Certain)
                {
                    *name = other.into();
                }
            }
            Kind::Index(one, other) | Kind::Binary(_, one, other) | Kind::Comma(one, other) => {
                self.expression(one);
                self.expression(other);
            }
            Kind::Assign(_, one, other) => {
                self.expression(one);
                self.expression(other);
            }
            Kind::Call(callee, arguments) => {
                self.expression(callee);
                arguments.iter_mut().for_each(|argument| self.expression(argument));
            }
            Kind::Conditional(condition, then, otherwise) => {
                self.expression(condition);
                then.iter_mut().for_each(|then| self.expression(then));
                self.expression(otherwise);
            }
            Kind::Member(inner, _) | Kind::Arrow(inner, _) | Kind::Unary(_, inner) => self.expression(inner),
            Kind::SizeofExpression(inner) | Kind::AlignofExpression(inner) => self.expression(inner),
            Kind::Statement(block) => self.block(block),
            _ => self.expression_with_type(expression),
        }
    }

    fn expression_with_type(&mut self, expression: &mut Expression) {
        use ExpressionKind as Kind;
        match &mut expression.kind {
            Kind::CompoundLiteral(ty, items) => {
                self.type_name(ty);
                self.items(items);
            }
            Kind::Cast(ty, inner) | Kind::VaArg(inner, ty) => {
                self.type_name(ty);
                self.expression(inner);
            }
            Kind::SizeofType(ty) | Kind::AlignofType(ty, _) => self.type_name(ty),
            Kind::Offsetof(ty, designators) => {
                self.type_name(ty);
                self.designators(designators);
            }
            Kind::TypesCompatible(one, other) => {
                self.type_name(one);
                self.type_name(other);
            }
            Kind::Generic(choice, branches) => {
                self.expression(choice);
                for (ty, value) in branches {
                    ty.iter_mut().for_each(|ty| self.type_name(ty));
                    self.expression(value);
                }
            }
            _ => {}
        }
    }
}
