//! Notes for messages: common mistakes of newcomers, and what to write instead.
//!
//! A cure is only ever a note. Other modules decide what is an error, and nothing is corrected silently.

use crate::fields;
use crate::syntax::{FieldName, LocatedTerm, TermKind};
use base::{Diagnostic, SourceMap, Span};
use ctype::{FieldId, RecordId, Type, TypeId, TypeTable};
use program::{Expr, Program};

/// Words of other notations in place of an operator or a statement.
const WORDS: [(&str, &str); 15] = [
    ("and", "'and' is written '&&'"),
    ("or", "'or' is written '||'"),
    ("implies", "'implies' is written '=>'"),
    ("iff", "'iff' is written '<=>'"),
    ("at", "a location is written '@ L'"),
    ("is", "equality is written '=='"),
    ("requires", "a precondition is written 'assume … @ entry;'"),
    ("require", "a precondition is written 'assume … @ entry;'"),
    ("pre", "a precondition is written 'assume … @ entry;'"),
    ("ensures", "a postcondition is written 'assert … @ exit;'"),
    ("ensure", "a postcondition is written 'assert … @ exit;'"),
    ("post", "a postcondition is written 'assert … @ exit;'"),
    ("invariant", "what is to hold at each test of a loop is written 'assert … @ L;', with the label of the loop"),
    ("modifies", "what a contract lets change is written 'assigns …;'"),
    ("hint", "hints stand in a file of their own ('--hints')"),
];

/// Returns the cure for a syntax error: `before` was read, `rest` was not, and one of `wanted` is expected.
pub(super) fn of_text(before: &str, rest: &str, wanted: &[&str]) -> Option<String> {
    let twice = |sign: char| before.ends_with(sign) && rest.starts_with(sign);
    let last: String = last_word(before.trim_end());
    let first: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let wants = |what: &str| wanted.contains(&what);
    let text = if let Some((_, cure)) = WORDS.iter().find(|(word, _)| *word == first) {
        cure
    } else if last == "not" {
        "'not' is written '!'"
    } else if rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>") {
        "equality is written '=='"
    } else if before.ends_with('-') && rest.starts_with('>') {
        "implication is written '=>'"
    } else if twice('+') || twice('-') || rest.starts_with("--") {
        "expressions of a specification change nothing: '++' and '--' are not allowed"
    } else if rest.starts_with('@') && before.trim_start().starts_with("contract") {
        "a clause of a contract names no location: 'requires' is about the call, 'ensures' about the return"
    } else if rest.starts_with('\\') {
        "the only word with a backslash is '\\result', the value that the function returns"
    } else if wanted == ["';'"] && (rest.starts_with("&&") || rest.starts_with("||")) {
        "'@' binds looser than '&&' and '||': name one location behind the whole formula"
    } else if wants("a location") && first.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(format!("a line is written 'line {first}'"));
    } else if wants("']'") && wants("','") && !wants("';'") && (rest.starts_with("->") || rest.starts_with("::")) {
        "a field is named by its struct and a dot, as in 'Node.next'"
    } else if rest.starts_with(':') && wants("')'") {
        "a quantifier says which fields it follows, as in 'forall[;next](v : x; v->data > 0)'"
    } else if before.contains("sorted[") && wants("';'") && rest.starts_with(']') {
        "'sorted' names the data behind the fields, as in 'sorted[;next;data](x)'"
    } else if wants("';'") && wants("','") && rest.starts_with(']') {
        "the fields stand behind ';', as in 'reach[;next](x, y)'"
    } else if wanted == ["'('"] && before.trim_start().starts_with("define") {
        "a definition names its parameters: 'define list(x) = …;'"
    } else if wanted == ["'='"] && rest.starts_with(':') {
        "a definition is written 'define list(x) = …;'"
    } else if wanted == ["':'"] && last == "G" {
        "a temporal formula has a name: 'ltl name: G(…);'"
    } else if wanted == ["':'"] {
        "a symbol is declared by its name and its type: 'symbol k : Node *;'"
    } else {
        return None;
    };
    Some(text.into())
}

fn last_word(text: &str) -> String {
    let reversed: String = text.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    reversed.chars().rev().collect()
}

/// Returns the cure for a name that is not declared.
pub(super) fn of_name(name: &str) -> Option<&'static str> {
    match name {
        "null" | "Null" | "nullptr" | "nil" | "None" => Some("the null pointer is written 'NULL'"),
        "result" | "Result" | "returned" | "return" => {
            Some("the value that the function returns is written '\\result'")
        }
        "TRUE" | "True" => Some("it is written 'true'"),
        "FALSE" | "False" => Some("it is written 'false'"),
        _ => None,
    }
}

/// Returns the cures for a call where none is allowed. `first` is the value of its first argument, if it has one.
pub(super) fn of_call(
    sources: &SourceMap,
    program: &Program,
    function: &LocatedTerm,
    arguments: &[LocatedTerm],
    first: Option<&Expr>,
) -> Vec<String> {
    let (name, bracketed) = match &function.kind {
        TermKind::Identifier(name) => (name.as_str(), false),
        TermKind::Index(base, _) => match &base.kind {
            TermKind::Identifier(name) => (name.as_str(), true),
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let shown: Vec<&str> = arguments.iter().map(|argument| sources.snippet(argument.span)).collect();
    let fields = match (&function.kind, first) {
        (TermKind::Index(_, field), _) => Some(sources.snippet(field.span).to_string()),
        (_, Some(first)) => links(program, first),
        _ => None,
    };
    let fields = fields.unwrap_or_else(|| "next".into());
    let written = |negated: &str, word: &str| format!("{negated}{word}[;{fields}]({})", shown.join(", "));
    match name {
        "reach" | "reachp" | "dshared" | "cyclic" | "tree" | "count" => {
            let why =
                if bracketed { "the fields stand behind ';'" } else { "a predicate says which fields it follows" };
            vec![format!("{why}: write '{}'", written("", name))]
        }
        "acyclic" | "nocycle" => vec![format!("write '{}'", written("!", "cyclic"))],
        "reaches" | "reachable" | "path" => vec![format!("write '{}'", written("", "reach"))],
        "shared" | "sharing" => vec![format!("write '{}'", written("", "dshared"))],
        "disjoint" | "separate" => vec![format!("write '{}'", written("!", "dshared"))],
        "valid" | "alive" | "allocd" => vec![format!("write 'allocated({})'", shown.join(", "))],
        "free" | "freed" => vec![format!("write '!allocated({})'", shown.join(", "))],
        "old" => vec!["'old' takes one argument: a value or a predicate".into()],
        _ if !bracketed => vec![format!("a predicate of your own is defined by 'define {name}(…) = …;'")],
        _ => Vec::new(),
    }
}

/// Returns the fields of a pointer's target that point to records of the same type, as written in a field set.
fn links(program: &Program, pointer: &Expr) -> Option<String> {
    let types = &program.types;
    let Type::Record(record) = types.get(types.pointee(pointer.ty)?) else { return None };
    let own = (0..types.fields(*record).len()).map(|index| FieldId { record: *record, index: index as u32 });
    let links: Vec<FieldId> = own.filter(|field| types.field(*field).ty == pointer.ty).collect();
    let shown = links.iter().filter_map(|field| {
        let text = fields::display_one(types, *field, true)?;
        let name = &types.field(*field).name;
        Some(if text == *name { text } else { format!("{}.{name}", named(program, *record)) })
    });
    let text = shown.collect::<Vec<_>>().join(", ");
    (!text.is_empty()).then_some(text)
}

/// Returns the cure for an unknown or ambiguous name in a field set: a field of the record that the predicate starts
/// at.
pub(super) fn of_field(program: &Program, start: &Expr, name: &FieldName) -> Option<String> {
    let types = &program.types;
    let Type::Record(record) = types.get(types.pointee(start.ty)?) else { return None };
    if name.record.is_some() {
        return None;
    }
    if types.find_field(*record, &name.field).is_some() {
        let owner = named(program, *record);
        return Some(format!("write '{owner}.{}', the one of the struct that the predicate starts at", name.field));
    }
    let links = links(program, start)?;
    Some(format!("the predicate starts at '{}', and leads on by '{links}'", types.display(start.ty)))
}

/// Returns the shortest name of a record: a typedef, or else its tag.
fn named(program: &Program, record: RecordId) -> String {
    let types = &program.types;
    let is_it = |ty: &TypeId| matches!(types.get(*ty), Type::Record(found) if *found == record);
    let typedef = program.scope.typedefs.iter().find(|(_, ty)| is_it(ty)).map(|(name, _)| name.clone());
    typedef.unwrap_or_else(|| fields::record_name(types, record))
}

/// Returns the warning about a path to NULL, which a user may take for "the list ends".
pub(super) fn path_to_null(span: Span, word: &str) -> Diagnostic {
    Diagnostic::warning(
        span,
        format!("this is false in every state: no object lies at NULL, and '{word}' leads to objects"),
    )
    .with_note(None, "that a list ends is written '!cyclic[;n](x)'")
}

/// Returns the error about `.` on a pointer to a struct.
pub(super) fn member_of_pointer(types: &TypeTable, base: &Expr, field: &str, span: Span) -> Option<Diagnostic> {
    let target = types.pointee(base.ty).map(|target| types.get(target));
    (types.is_pointer(base.ty) && matches!(target, Some(Type::Record(_)))).then(|| {
        let message = format!("this is a pointer, of type '{}': write '->{field}'", types.display(base.ty));
        Diagnostic::error(span, message)
    })
}
