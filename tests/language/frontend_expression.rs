//! Lone expressions.

use damson::base::SourceMap;
use damson::frontend::{ast::ExpressionKind, parse_expression};

fn parse(text: &str) -> Result<ExpressionKind, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("expression", text);
    parse_expression(&sources, file).map(|e| e.kind).map_err(|diagnostics| diagnostics.render(&sources))
}

#[test]
fn a_lone_expression_is_parsed() {
    assert!(matches!(parse("x->n != (0)"), Ok(ExpressionKind::Binary(..))));
}

#[test]
fn anything_behind_it_or_missing_is_an_error() {
    assert_eq!(
        parse("x y").unwrap_err(),
        "expression:1:3: error: found `y`, expected `,` or an operator\n    1 | x y\n      |   ^\n"
    );
    for text in ["", "x +", "x;", "(x", "x)", "}", "int", "@"] {
        assert!(parse(text).is_err(), "{text}");
    }
}
