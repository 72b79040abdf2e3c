//! Actions for declaration specifiers: attributes, types, records, enums.

use super::{Deep, ParserState, gather, gather_lists, option};
use crate::ast::*;
use base::Span;

/// An enumeration constant and its value.
pub type Enumerator = (Identifier, Option<Expression>);

/// Placeholder for `__auto_type` until the initialiser is known.
pub(super) const AUTO_TYPE: &str = "__auto_type";

#[derive(Clone, Debug)]
pub enum SpecifierItem {
    Storage(StorageClass),
    /// `inline`
    Inline,
    /// `_Noreturn`
    NoReturn,
    Const,
    Volatile,
    /// `_Atomic` as a qualifier; for a single thread it has the effect of `volatile`.
    Atomic,
    /// `restrict`
    Ignored,
    /// `_Alignas(…)`
    Alignment(Deep<Alignment>),
    Attributes(Deep<Vec<Attribute>>),
    Types(Deep<Vec<TypeSpecifier>>),
    /// `__auto_type`, to be replaced once the initialiser is known.
    AutoType(Span),
}

impl SpecifierItem {
    /// A type specifier without children.
    pub fn of(specifier: TypeSpecifier) -> Self {
        SpecifierItem::typed(Deep::flat(specifier))
    }

    pub fn typed(specifier: Deep<TypeSpecifier>) -> Self {
        SpecifierItem::Types(specifier.map(|specifier| vec![specifier]))
    }
}

/// Returns true if an attribute in a declarator may change a layout or the meaning of the program. GCC ignores `packed`
/// and `transparent_union` there.
pub(super) fn changes_types(name: &str) -> bool {
    matches!(
        name,
        "address_space"
            | "aligned"
            | "cleanup"
            | "constructor"
            | "destructor"
            | "mode"
            | "ms_struct"
            | "scalar_storage_order"
            | "vector_size"
    )
}

impl ParserState {
    /// An attribute; underscores around its name are removed.
    pub fn attribute(&self, start: u32, name: String, arguments: Vec<Deep<Expression>>, end: u32) -> Deep<Attribute> {
        let bare = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(&name).to_owned();
        gather(arguments).map(|arguments| Attribute { name: bare, arguments, span: self.span(start, end) })
    }

    /// The symbol name (`asm("name")`) as an attribute.
    pub fn assembler_name(&self, start: u32, (bytes, encoding): (Vec<u8>, Encoding), end: u32) -> Deep<Vec<Attribute>> {
        let text = ExpressionKind::String { bytes: bytes.into_boxed_slice(), encoding };
        let argument = self.leaf(start, text, end);
        self.attribute(start, "asm".to_owned(), vec![argument], end).map(|attribute| vec![attribute])
    }

    /// A list with one specifier.
    pub fn specifiers(&self, start: u32, item: SpecifierItem, end: u32) -> Deep<Specifiers> {
        let empty = Specifiers {
            storage: Vec::new(),
            is_const: false,
            is_volatile: false,
            is_atomic: false,
            is_inline: false,
            is_no_return: false,
            types: Vec::new(),
            alignments: Vec::new(),
            attributes: Vec::new(),
            span: self.span(start, end),
        };
        self.add_specifier(Deep::flat(empty), item, end)
    }

    /// Appends a specifier.
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
            SpecifierItem::NoReturn => {
                specifiers.is_no_return = true;
                0
            }
            SpecifierItem::Const => {
                specifiers.is_const = true;
                0
            }
            SpecifierItem::Volatile => {
                specifiers.is_volatile = true;
                0
            }
            SpecifierItem::Atomic => {
                specifiers.is_volatile = true;
                specifiers.is_atomic = true;
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
                // Usually the only one, so no capacity is reserved.
                if specifiers.types.is_empty() {
                    specifiers.types = types.tree;
                } else {
                    specifiers.types.extend(types.tree);
                }
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

    /// The specifiers of a function declared without any: `int`.
    pub fn implicit_int(&self, start: u32) -> Deep<Specifiers> {
        self.specifiers(start, SpecifierItem::of(TypeSpecifier::Int), start)
    }

    /// Reports storage classes where none are allowed.
    pub(super) fn without_storage(&self, specifiers: Deep<Specifiers>) -> Deep<Specifiers> {
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

    /// One declaration of members.
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
        constants: Option<Vec<Deep<Enumerator>>>,
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

    /// Declares an enumeration constant, which is in scope from now on.
    pub fn enumerator(&self, name: Identifier, value: Option<Deep<Expression>>) -> Deep<Enumerator> {
        self.scopes.borrow_mut().declare(&name.name, false);
        option(value).map(|value| (name, value))
    }
}

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

/// A member with attributes before it.
pub fn member_with(
    mut member: Deep<MemberDeclarator>,
    attributes: Vec<Deep<Vec<Attribute>>>,
) -> Deep<MemberDeclarator> {
    let attributes = gather_lists(attributes);
    member.depth = member.depth.max(attributes.depth);
    member.tree.attributes.extend(attributes.tree);
    member
}
