//! The C front end, from text to syntax tree: `ok/` holds programs and the trees they give, `err/` holds mistakes
//! and the messages about them.

use std::path::Path;

use damson::base::{Diagnostics, SourceMap};
use damson::frontend::{self, ast};

/// Parses the text of a file of the tests.
fn parse(path: &Path) -> (SourceMap, ast::TranslationUnit, Diagnostics) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let bytes = std::fs::read(path).unwrap();
    parse_text(&name, &String::from_utf8_lossy(&bytes))
}

fn parse_text(name: &str, text: &str) -> (SourceMap, ast::TranslationUnit, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let (unit, diagnostics) = frontend::parse(&mut sources, file);
    (sources, unit, diagnostics)
}

#[test]
fn good_programs_give_trees() {
    insta::glob!("../frontend/ok", "*.c", |path| {
        let (sources, unit, diagnostics) = parse(path);
        assert_eq!(diagnostics.render(&sources), "");
        insta::assert_snapshot!(dump(&sources, &unit));
    });
}

#[test]
fn mistakes_give_messages() {
    insta::glob!("../frontend/err", "*.c", |path| {
        let (sources, unit, diagnostics) = parse(path);
        assert!(diagnostics.has_errors(), "{} has no error", path.display());
        let good = unit.items.iter().map(item_names).collect::<Vec<_>>().concat().join(" ");
        insta::assert_snapshot!(format!("{}kept: {good}\n", diagnostics.render(&sources)));
    });
}

/// The names that an item declares.
fn item_names(item: &ast::ExternalItem) -> Vec<String> {
    let name = |declarator: &ast::Declarator| declarator.name.as_ref().map(|name| name.name.clone());
    match item {
        ast::ExternalItem::Function(function) => name(&function.declarator).into_iter().collect(),
        ast::ExternalItem::Declaration(declaration) => {
            declaration.declarators.iter().filter_map(|declared| name(&declared.declarator)).collect()
        }
        _ => Vec::new(),
    }
}

/// The tree as text: `Debug` without spans and without fields that say "nothing", short groups on one line.
fn dump(sources: &SourceMap, unit: &ast::TranslationUnit) -> String {
    let mut out = String::new();
    for item in &unit.items {
        let text = format!("{item:?}");
        let mut rest = text.as_str();
        layout(&group(&mut rest), 0, &mut out);
        out.push('\n');
    }
    for annotation in &unit.annotations {
        let next = sources.position(damson::base::Span { start: annotation.next_token, ..annotation.span });
        out.push_str(&format!("//@{} -- before {}:{}\n", sources.snippet(annotation.span), next.line, next.column));
    }
    out
}

/// A piece of `Debug` output: text, and what is in the bracket behind it.
struct Group {
    head: String,
    children: Option<(char, Vec<Group>)>,
}

/// Reads one group up to a comma or closing bracket.
fn group(rest: &mut &str) -> Group {
    let mut head = String::new();
    while let Some(c) = rest.chars().next() {
        match c {
            ',' | ')' | ']' | '}' => break,
            '(' | '[' | '{' => {
                let children = children(rest);
                return Group { head, children: Some((c, children)) };
            }
            '"' | '\'' => {
                let length = quoted_length(rest, c);
                head.push_str(&rest[..length]);
                *rest = &rest[length..];
            }
            _ => {
                head.push(c);
                *rest = &rest[c.len_utf8()..];
            }
        }
    }
    Group { head, children: None }
}

fn children(rest: &mut &str) -> Vec<Group> {
    let mut found = Vec::new();
    *rest = &rest[1..];
    loop {
        *rest = rest.trim_start_matches([' ', ',']);
        if let Some(behind) = rest.strip_prefix([')', ']', '}']) {
            *rest = behind;
            return found;
        }
        let child = group(rest);
        if !is_nothing(&child) {
            found.push(unwrapped(child));
        }
    }
}

fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_nothing(group: &Group) -> bool {
    let head = group.head.trim();
    let name = head.split(':').next().unwrap_or("");
    match &group.children {
        _ if head.ends_with("span: Span") || head == "Span" => true,
        Some((_, children)) => children.is_empty() && head.ends_with(':'),
        None => {
            let says_nothing = [": None", ": false", "longs: 0", "encoding: Narrow"];
            name != head && says_nothing.iter().any(|nothing| head.ends_with(nothing))
        }
    }
}

/// Leaves out wrappers that say no more than what is in them: `Some(…)`, `Expression { kind: … }`.
fn unwrapped(group: Group) -> Group {
    if let ("bytes:" | "template:", Some((_, bytes))) = (group.head.trim(), &group.children) {
        let bytes: Vec<u8> = bytes.iter().filter_map(|byte| byte.head.parse().ok()).collect();
        return Group { head: format!("\"{}\"", bytes.escape_ascii()), children: None };
    }
    let (field, kind) = match group.head.rsplit_once(": ") {
        Some((field, kind)) => (format!("{field}: "), kind.trim().to_owned()),
        None => (String::new(), group.head.trim().to_owned()),
    };
    if !matches!(
        kind.as_str(),
        "Some" | "Expression" | "Statement" | "Identifier" | "Block" | "CompoundStatement" | "Declarator"
    ) {
        return group;
    }
    match group.children {
        Some((_, mut children)) if children.len() == 1 => {
            let child = children.remove(0);
            let head = ["kind: ", "name: ", "items:"]
                .iter()
                .find_map(|field| child.head.trim_start().strip_prefix(field))
                .unwrap_or(child.head.trim_start());
            Group { head: format!("{field}{}", head.trim_start()), children: child.children }
        }
        children => Group { head: group.head, children },
    }
}

const WIDTH: usize = 110;

fn flat(group: &Group, out: &mut String) {
    out.push_str(group.head.trim());
    let Some((bracket, children)) = &group.children else { return };
    out.push(*bracket);
    for (index, child) in children.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        flat(child, out);
    }
    out.push(closing(*bracket));
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

fn layout(group: &Group, indent: usize, out: &mut String) {
    let mut line = String::new();
    flat(group, &mut line);
    out.push_str(&" ".repeat(indent));
    let short = line.len() + indent <= WIDTH;
    match &group.children {
        Some((bracket, children)) if !short => {
            out.push_str(&format!("{}{bracket}\n", group.head.trim()));
            for child in children {
                layout(child, indent + 1, out);
            }
            out.push_str(&format!("{}{}\n", " ".repeat(indent), closing(*bracket)));
        }
        _ => out.push_str(&format!("{line}\n")),
    }
}
