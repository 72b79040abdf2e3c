//! The constructs, by the paragraphs of the C standard (ISO/IEC 9899:2011) that give them a meaning; GNU's behind them.

use super::case::{Case, Dice};
use super::{
    bit_fields, conversions, expressions, extended, functions, initializers, operators, scopes, statements, texts,
};

/// A construct with its generator.
pub struct Construct {
    pub paragraph: &'static str,
    pub name: &'static str,
    /// The case of an index: small enough sets are gone through in order, the rest is drawn.
    pub generate: fn(u64, &mut Dice) -> Case,
}

const fn construct(paragraph: &'static str, name: &'static str, generate: fn(u64, &mut Dice) -> Case) -> Construct {
    Construct { paragraph, name, generate }
}

pub const CONSTRUCTS: &[Construct] = &[
    construct("6.2.1", "scopes and name spaces", scopes::scopes),
    construct("6.2.2", "linkage across files, and tentative definitions (6.9.2)", functions::linkage),
    construct("6.2.4", "storage, static objects and threads' (6.7.1)", scopes::storage),
    construct("6.3.1", "conversions of arithmetic types", conversions::pairs),
    construct("6.3.1.8", "promotions and usual arithmetic conversions", conversions::usual),
    construct("6.3.2.3", "conversions of pointers", conversions::pointers),
    construct("6.4.4.1", "integer constants", conversions::integer_constants),
    construct("6.4.4.2", "floating constants", conversions::floating_constants),
    construct("6.4.4.4", "character constants", texts::characters),
    construct("6.4.5", "strings", texts::strings),
    construct("6.5p2", "order of evaluation, sequence points", expressions::order),
    construct("6.5.1.1", "_Generic, typeof, statement expressions", expressions::types),
    construct("6.5.2.2", "calls, parameters and results", functions::calls),
    construct("6.5.2.2p7", "variable arguments (7.16)", functions::variadic),
    construct("6.5.2.3", "members, records as values", expressions::records),
    construct("6.5.2.4", "++ and -- (6.5.3.1)", operators::increments),
    construct("6.5.2.5", "compound literals", scopes::compound_literals),
    construct("6.5.3.2", "pointers, arrays and assignment", expressions::pointers),
    construct("6.5.3.3", "unary arithmetic operators", operators::unary),
    construct("6.5.3.4", "sizeof and _Alignof", expressions::sizes),
    construct("6.5.5", "binary operators (6.5.5 to 6.5.12)", operators::binary),
    construct("6.5.16.2", "compound assignment", operators::compound),
    construct("6.7.2.1", "layouts of records", expressions::layouts),
    construct("6.7.2.1p10", "bit-fields", bit_fields::fields),
    construct("6.7.2.2", "enumerations", expressions::enumerations),
    construct("6.7.6.2", "variable arrays", scopes::variable_arrays),
    construct("6.7.9", "initialisers: lists of all shapes", initializers::all_lists),
    construct("6.7.9p6", "initialisers of all kinds", initializers::drawn),
    construct("6.8.4.2", "switch over each type", statements::switches),
    construct("6.8.4.2p7", "switch with labels anywhere", statements::devices),
    construct("6.8.5", "loops and branches", statements::loops),
    construct("6.8.6.1", "goto", statements::gotos),
    construct("GNU 6.11", "complex numbers", extended::complex),
    construct("GNU 6.52", "vectors", extended::vectors),
];
