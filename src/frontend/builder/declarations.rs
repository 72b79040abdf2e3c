//! Actions for declarators, declarations, initialisers and function definitions.

use super::specifiers::{AUTO_TYPE, SpecifierItem, changes_types};
use super::{Deep, ParserState, gather, gather_lists};
use crate::ast::*;

/// A declaration under construction: its specifiers and the declarators so far.
#[derive(Clone, Debug)]
pub struct Declared {
    pub(super) specifiers: Deep<Specifiers>,
    pub(super) declarators: Deep<Vec<InitDeclarator>>,
}

impl Declared {
    /// A declaration without declarators yet.
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

    /// Sets the initialiser of the last declarator.
    pub fn initialize(mut self, initializer: Deep<Initializer>) -> Self {
        self.declarators.depth = self.declarators.depth.max(initializer.depth);
        if let Some(last) = self.declarators.tree.last_mut() {
            last.initializer = Some(initializer.tree);
        }
        self
    }
}

/// The stars of a declarator with the qualifiers after each, from the name outwards.
#[derive(Clone, Debug, Default)]
pub struct Stars(Vec<Vec<SpecifierItem>>);

impl Stars {
    pub fn none() -> Self {
        Stars::default()
    }

    /// Adds a star further from the name, with its qualifiers and attributes.
    pub fn behind(mut self, items: Vec<SpecifierItem>) -> Self {
        self.0.push(items);
        self
    }
}

impl ParserState {
    /// A declarator without a name.
    pub fn unnamed(&self, start: u32, end: u32) -> Deep<Declarator> {
        Deep::flat(Declarator { name: None, derivations: Vec::new(), span: self.span(start, end) })
    }

    /// Adds stars to a declarator.
    pub fn pointers(&self, start: u32, stars: Stars, mut declarator: Deep<Declarator>) -> Deep<Declarator> {
        for items in stars.0 {
            let has = |wanted: fn(&SpecifierItem) -> bool| items.iter().any(wanted);
            let is_volatile = has(|item| matches!(item, SpecifierItem::Volatile));
            let is_constant = !is_volatile && has(|item| matches!(item, SpecifierItem::Const));
            for item in items {
                if let SpecifierItem::Attributes(attributes) = item {
                    declarator = self.attributed(start, declarator, vec![attributes]);
                }
            }
            declarator = self.derive_any(start, declarator, Deep::flat(Derivation::Pointer { is_constant }), None);
        }
        declarator.tree.span.start = start;
        declarator
    }

    /// Adds attributes before a declarator that apply to its type.
    pub fn attributed(
        &self,
        start: u32,
        declarator: Deep<Declarator>,
        attributes: Vec<Deep<Vec<Attribute>>>,
    ) -> Deep<Declarator> {
        let Deep { mut tree, depth } = gather_lists(attributes);
        tree.retain(|attribute| changes_types(&attribute.name));
        if tree.is_empty() {
            return declarator;
        }
        let attributes = Deep { tree: Derivation::Attributes(tree.into_boxed_slice()), depth };
        self.derive_any(start, declarator, attributes, None)
    }

    /// Adds a suffix that ends at `end` to a declarator.
    pub fn derive(&self, mut declarator: Deep<Declarator>, suffix: Deep<Derivation>, end: u32) -> Deep<Declarator> {
        let start = declarator.tree.span.start;
        if matches!(suffix.tree, Derivation::Function(..) | Derivation::OldStyleFunction(_)) {
            // The alignment of functions is irrelevant.
            let aligned = |derivation: &mut Derivation| matches!(derivation, Derivation::Attributes(attributes) if attributes.iter().all(|attribute| attribute.name == "aligned"));
            while declarator.tree.derivations.pop_if(aligned).is_some() {}
        }
        if matches!(suffix.tree, Derivation::Function(..)) {
            let declared = self.scopes.borrow_mut().take_prototype();
            let own = declarator.tree.name.as_ref().filter(|_| declarator.tree.derivations.is_empty());
            if let Some(name) = own.filter(|_| !declared.is_empty()) {
                self.prototypes.borrow_mut().push((name.span.start, declared));
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
        // Each derivation is a level of the type, and types are traversed recursively like trees.
        if let Some(depth) = self.above(start, declarator.depth.max(derivation.depth), end) {
            declarator.tree.derivations.push(derivation.tree);
            declarator.depth = depth;
        }
        declarator
    }

    /// A declarator in parentheses.
    pub fn widen(&self, start: u32, mut declarator: Deep<Declarator>, end: u32) -> Deep<Declarator> {
        declarator.tree.span = self.span(start, end);
        declarator
    }

    /// Declares a parameter, which is in scope from now on.
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

    pub fn type_name(&self, specifiers: Deep<Specifiers>, declarator: Option<Deep<Declarator>>) -> Deep<TypeName> {
        let specifiers = self.without_storage(specifiers);
        let end = specifiers.tree.span.end;
        let declarator = declarator.unwrap_or_else(|| self.unnamed(end, end));
        specifiers.join(declarator, |specifiers, declarator| TypeName { specifiers, declarator })
    }

    // ---- declarations

    /// Declares a name, which is in scope from now on.
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
        let next = declarator.join(gather_lists(attributes), |mut declarator, mut attributes| {
            attributes.extend(attributes_of_the_variable(&mut declarator));
            InitDeclarator { declarator, initializer: None, attributes }
        });
        declared.declarators.depth = declared.declarators.depth.max(next.depth);
        declared.declarators.tree.push(next.tree);
        declared
    }

    pub fn declaration(&self, start: u32, mut declared: Declared, end: u32) -> Deep<Declaration> {
        declared.declarators.tree.shrink_to_fit();
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
    ) -> Deep<Box<StaticAssertion>> {
        let message = message.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        condition.map(|condition| Box::new(StaticAssertion { condition, message, span: self.span(start, end) }))
    }
}

/// Removes and returns attributes directly before the name that apply to the variable and not to its type.
fn attributes_of_the_variable(declarator: &mut Declarator) -> Vec<Attribute> {
    let Some(Derivation::Attributes(attributes)) = declarator.derivations.first_mut() else { return Vec::new() };
    let (taken, kept): (Vec<_>, Vec<_>) =
        std::mem::take(attributes).into_iter().partition(|attribute| attribute.name == "cleanup");
    *attributes = kept.into_boxed_slice();
    if attributes.is_empty() {
        declarator.derivations.remove(0);
    }
    taken
}

/// A declarator that is only a name.
pub fn named(name: Identifier) -> Deep<Declarator> {
    let span = name.span;
    Deep::flat(Declarator { name: Some(name), derivations: Vec::new(), span })
}

/// A parameter list; `(void)` is empty.
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
    gather(designators).join(initializer, |designators, initializer| InitializerItem {
        designators: designators.into_boxed_slice(),
        initializer,
    })
}
