//! The leaves of syntax trees: numbers, characters and type names.

use pest::iterators::Pair;

use crate::grammar::Rule;
use crate::parse::{Builder, ParseResult};
use crate::syntax::TermKind;
use base::{Diagnostic, Span};
use frontend::ast::{Declarator, Derivation, EnumSpecifier, RecordSpecifier, Specifiers, TypeName, TypeSpecifier};

impl Builder {
    /// Returns the type name in a pair.
    pub(super) fn type_name(&self, pair: Pair<'_, Rule>) -> ParseResult<TypeName> {
        let span = self.span(&pair);
        let mut types = Vec::new();
        let (mut is_const, mut is_volatile) = (false, false);
        let mut derivations = Vec::new();
        for part in pair.into_inner().flatten() {
            match part.as_rule() {
                Rule::basic_type => types.push(basic_type(part.as_str())),
                Rule::typedef => types.push(TypeSpecifier::Named(self.name(&part))),
                Rule::record_type => types.push(self.record_type(part)?),
                Rule::pointer => derivations.push(Derivation::Pointer { is_constant: false }),
                // Qualifiers after a `*` apply to the pointer; types are unqualified anyway.
                Rule::qualifier if part.as_str() == "const" => is_const = true,
                Rule::qualifier => is_volatile = true,
                _ => {}
            }
        }
        let specifiers = Specifiers {
            storage: Vec::new(),
            is_const,
            is_volatile,
            is_atomic: false,
            is_inline: false,
            is_no_return: false,
            types,
            alignments: Vec::new(),
            attributes: Vec::new(),
            span,
        };
        Ok(TypeName { specifiers, declarator: Declarator { name: None, derivations, span } })
    }

    fn record_type(&self, pair: Pair<'_, Rule>) -> ParseResult<TypeSpecifier> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let word = inner.next().map_or("", |word| word.as_str());
        let tag = inner.next().map(|name| self.name(&name));
        Ok(if word == "enum" {
            TypeSpecifier::Enum(EnumSpecifier { tag, constants: None, attributes: Vec::new(), span })
        } else {
            let is_union = word == "union";
            TypeSpecifier::Record(RecordSpecifier { is_union, tag, members: None, attributes: Vec::new(), span })
        })
    }
}

fn basic_type(word: &str) -> TypeSpecifier {
    match word {
        "void" => TypeSpecifier::Void,
        "char" => TypeSpecifier::Char,
        "short" => TypeSpecifier::Short,
        "long" => TypeSpecifier::Long,
        "signed" => TypeSpecifier::Signed,
        "unsigned" => TypeSpecifier::Unsigned,
        "_Bool" => TypeSpecifier::Bool,
        "float" => TypeSpecifier::Float,
        "double" => TypeSpecifier::Double,
        _ => TypeSpecifier::Int,
    }
}

/// Parses an integer constant.
pub(super) fn number(text: &str, span: Span) -> ParseResult<TermKind> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = lower.get(digits.len()..).unwrap_or("");
    let unsigned = suffix.contains('u');
    let longs = suffix.matches('l').count();
    if longs > 2 || suffix.matches('u').count() > 1 || suffix == "lul" {
        return Err(Diagnostic::error(span, format!("'{suffix}' is no suffix of an integer")));
    }
    let (digits, radix) = match (digits.strip_prefix("0x"), digits.strip_prefix('0')) {
        (Some(hexadecimal), _) => (hexadecimal, 16),
        (None, Some(octal)) if !octal.is_empty() => (octal, 8),
        _ => (digits, 10),
    };
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Ok(TermKind::Integer {
            value: u128::from(value),
            unsigned,
            longs: u8::try_from(longs).unwrap_or(2),
            non_decimal: radix != 10,
        }),
        Err(_) => Err(Diagnostic::error(span, "this is no integer of at most 64 bits")),
    }
}

/// Parses a character constant with the most common escape sequences, and numbers of characters.
pub(super) fn character(text: &str, span: Span) -> ParseResult<TermKind> {
    let body = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(text);
    let is_known = |escape: &str| escape.starts_with(|first| "01234567ntrabfvx\\'\"?".contains(first));
    if body.strip_prefix('\\').is_some_and(|escape| !is_known(escape)) {
        return Err(Diagnostic::error(span, "this escape sequence is not known here"));
    }
    match frontend::character_constant(body, false) {
        Ok(value) => Ok(TermKind::Character(value)),
        Err(_) => Err(Diagnostic::error(span, "this is the number of no character: a character has one byte")),
    }
}
