//! Wording of syntax errors: the token found, and the tokens expected.

use super::token::Token;

/// Describes an unexpected token.
pub fn found(token: &Token<'_>, text: &str) -> String {
    match token {
        Token::Symbol(symbol) => format!("`{symbol}`"),
        Token::Name(name) => format!("`{name}`"),
        Token::Integer(_) | Token::Float(..) | Token::Imaginary(..) | Token::LongDouble(_) => {
            format!("the number `{text}`")
        }
        Token::Character(..) => format!("the character `{text}`"),
        Token::String(..) => "a string".to_owned(),
        Token::Type | Token::Variable => "a name".to_owned(),
    }
}

/// Describes the expected tokens, given the terminals of the parser's table.
pub fn expected(terminals: &[String]) -> String {
    let has = |terminal: &str| terminals.iter().any(|t| t.trim_matches('"') == terminal);
    let mut words: Vec<String> = Vec::new();
    let expression = has("INTEGER") && has("sizeof");
    let declaration = has("int") && has("struct");
    let statement = has("return");
    let operator = has("==") || has("=");
    if has("TYPE") && !has("VARIABLE") {
        words.push("the name of a type".to_owned());
    } else if has("VARIABLE") && !has("TYPE") && !operator {
        words.push("the name of a variable or function".to_owned());
    }
    if statement {
        words.push(if declaration { "a statement or declaration" } else { "a statement" }.to_owned());
    } else if expression {
        words.push(if declaration { "an expression or a type" } else { "an expression" }.to_owned());
    } else if declaration {
        words.push(if has("static") && has("asm") { "a declaration" } else { "a type" }.to_owned());
    } else if has("NAME") {
        words.push("a name".to_owned());
    } else if has("STRING") && !operator {
        words.push("a string".to_owned());
    }
    // Brackets that only start one of the above, and operators, would be noise.
    let covered = expression || declaration || statement;
    for closing in [";", ",", ")", "]", "}", ":"] {
        if has(closing) && !(statement && closing == ";") {
            words.push(format!("`{closing}`"));
        }
    }
    for opening in ["(", "[", "{", "="] {
        if has(opening) && !covered && !(operator && has("==")) {
            words.push(format!("`{opening}`"));
        }
    }
    for word in ["while", "else", "."] {
        if has(word) && !covered && !operator {
            words.push(format!("`{word}`"));
        }
    }
    if has("==") && !expression {
        words.push("an operator".to_owned());
    }
    match words.split_last() {
        None => "something else".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
