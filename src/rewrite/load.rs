//! Reads rule files. Loading refuses rules that could not work: unknown operators or conditions, wrong numbers of arguments,
//! variables that nothing binds, names used twice, and what the vocabulary refuses.

use std::collections::BTreeSet;

use pest::Parser;
use pest::iterators::Pair;

use crate::{
    Condition, MOST_VARIABLES, RewriteRule, RewriteRules, RuleError, RuleSide, RuleText, RuleVariable, VOCABULARIES,
    Vocabulary,
};
use base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

/// The parser of `grammar/rules.pest`. (The derive also makes an enumeration of the grammar's rules without comments.)
mod grammar {
    /// Parses rule files.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/rules.pest"]
    pub struct RuleFile;
}
use grammar::{Rule as Syntax, RuleFile};

impl<V: Vocabulary> RewriteRules<V> {
    /// The rules in the binary. They are checked by a test; an error here is a broken build.
    pub fn embedded() -> Result<Self, RuleError> {
        Self::of_texts(V::EMBEDDED)
    }

    /// The rules of files, each with its name and text.
    pub fn of_texts(files: &[(&str, &str)]) -> Result<Self, RuleError> {
        let mut sources = SourceMap::new();
        let files: Vec<FileId> = files.iter().map(|(name, text)| sources.add(*name, *text)).collect();
        Self::load(&sources, &files)
    }

    /// The rules of some files, in order. A file whose head names another vocabulary is passed over.
    pub fn load(sources: &SourceMap, files: &[FileId]) -> Result<Self, RuleError> {
        let mut rules: Vec<RewriteRule<V>> = Vec::new();
        let mut names = BTreeSet::new();
        let mut diagnostics = Diagnostics::new();
        for file in files {
            let parsed = RuleFile::parse(Syntax::file, sources.text(*file));
            let file_pair = match parsed {
                Ok(mut pairs) => pairs.next(),
                Err(error) => {
                    diagnostics.push(syntax_error(*file, &error));
                    continue;
                }
            };
            for pair in file_pair.into_iter().flat_map(Pair::into_inner) {
                let span = span_of(*file, &pair);
                match pair.as_rule() {
                    Syntax::head => match is_meant::<V>(*file, pair) {
                        Ok(true) => {}
                        Ok(false) => break,
                        Err(error) => diagnostics.push(error),
                    },
                    Syntax::rule => match RuleReader::rule(*file, pair) {
                        Ok(rule) if names.insert(rule.text.name.clone()) => rules.push(rule),
                        Ok(rule) => {
                            diagnostics.error(span, format!("a rule named '{}' exists already", rule.text.name));
                        }
                        Err(error) => diagnostics.push(error),
                    },
                    _ => {}
                }
            }
        }
        if diagnostics.has_errors() { Err(RuleError(diagnostics)) } else { Ok(RewriteRules { rules }) }
    }
}

fn span_of(file: FileId, pair: &Pair<'_, Syntax>) -> Span {
    let span = pair.as_span();
    Span { file, start: span.start() as u32, end: span.end() as u32 }
}

fn syntax_error(file: FileId, error: &pest::error::Error<Syntax>) -> Diagnostic {
    let (start, end) = match error.location {
        pest::error::InputLocation::Pos(at) => (at, at + 1),
        pest::error::InputLocation::Span(range) => range,
    };
    let span = Span { file, start: start as u32, end: end as u32 };
    Diagnostic::error(span, format!("bad rule: {}", error.variant.message()))
}

/// Whether the head of a file names this vocabulary; an error if it names none.
fn is_meant<V: Vocabulary>(file: FileId, pair: Pair<'_, Syntax>) -> Result<bool, Diagnostic> {
    let span = span_of(file, &pair);
    let name = pair.into_inner().next().map_or("", |name| name.as_str());
    match VOCABULARIES.contains(&name) {
        true => Ok(name == V::NAME),
        false => Err(Diagnostic::error(span, format!("there are no rules of '{name}'"))),
    }
}

/// Reads one rule.
struct RuleReader {
    file: FileId,
    /// The variables that are bound, in the order in which they come first.
    variables: Vec<String>,
}

impl RuleReader {
    fn rule<V: Vocabulary>(file: FileId, pair: Pair<'_, Syntax>) -> Result<RewriteRule<V>, Diagnostic> {
        let mut reader = RuleReader { file, variables: Vec::new() };
        let span = span_of(file, &pair);
        let mut parts = pair.into_inner().peekable();
        let missing = || Diagnostic::error(span, "incomplete rule");
        let is_directed = parts.next_if(|pair| pair.as_rule() == Syntax::directed).is_some();
        let name = parts.next().ok_or_else(missing)?.as_str().to_string();
        let left = reader.template::<V>(parts.next().ok_or_else(missing)?, true)?;
        let right = parts.next().ok_or_else(missing)?;
        let right_span = span_of(file, &right);
        let given = parts.next_if(|pair| pair.as_rule() == Syntax::given).and_then(|pair| pair.into_inner().next());
        let given = given.map(|pair| reader.template::<V>(pair, true)).transpose()?;
        let mut conditions = Vec::new();
        for pair in parts.flat_map(Pair::into_inner) {
            conditions.push(reader.condition::<V>(pair)?);
        }
        let bound = reader.variables.len();
        let right = reader.template::<V>(right, false)?;
        if let Some(variable) = reader.variables.get(bound) {
            let message = format!("'{variable}' is not bound by the left side of rule '{name}'");
            return Err(Diagnostic::error(right_span, message));
        }
        let text = RuleText { name, variables: reader.variables, is_directed, left, right, given, conditions };
        match V::compile(&text) {
            Ok(compiled) => Ok(RewriteRule { text, compiled }),
            Err(message) => Err(Diagnostic::error(span, message)),
        }
    }

    /// A side of a rule; variables that are new are bound.
    fn template<V: Vocabulary>(
        &mut self,
        pair: Pair<'_, Syntax>,
        is_left: bool,
    ) -> Result<RuleSide<V::Operator>, Diagnostic> {
        let span = span_of(self.file, &pair);
        let inner = pair.into_inner().next().ok_or_else(|| Diagnostic::error(span, "incomplete pattern"))?;
        let (name, arguments) = match inner.as_rule() {
            Syntax::variable => return Ok(RuleSide::Variable(self.binding(span, inner.as_str())?)),
            Syntax::name => (inner.as_str(), Vec::new()),
            _ => {
                let mut parts = inner.into_inner();
                let name = parts.next().map(|name| name.as_str()).unwrap_or_default();
                (name, parts.map(|part| self.template::<V>(part, is_left)).collect::<Result<Vec<_>, _>>()?)
            }
        };
        let Some((_, arity, on_left, operator)) = V::OPERATORS.iter().find(|(known, ..)| *known == name) else {
            return Err(Diagnostic::error(span, format!("unknown operator '{name}'")));
        };
        if is_left && !on_left {
            return Err(Diagnostic::error(span, format!("'{name}' can only stand on a right side")));
        }
        if arguments.len() != *arity {
            let message = format!("'{name}' takes {arity} arguments, not {}", arguments.len());
            return Err(Diagnostic::error(span, message));
        }
        Ok(RuleSide::Apply(*operator, arguments))
    }

    /// A variable that was bound before.
    fn bound(&self, name: &str) -> Option<RuleVariable> {
        let place = self.variables.iter().position(|known| known == name)?;
        u8::try_from(place).ok().map(RuleVariable)
    }

    /// The variable of a name, bound unless it is already.
    fn binding(&mut self, span: Span, name: &str) -> Result<RuleVariable, Diagnostic> {
        if let Some(known) = self.bound(name) {
            return Ok(known);
        }
        if self.variables.len() >= MOST_VARIABLES {
            return Err(Diagnostic::error(span, format!("a rule has {MOST_VARIABLES} variables at most")));
        }
        self.variables.push(name.to_string());
        self.bound(name).ok_or_else(|| Diagnostic::error(span, format!("'{name}' is no variable")))
    }

    fn condition<V: Vocabulary>(&mut self, pair: Pair<'_, Syntax>) -> Result<Condition<V::Check>, Diagnostic> {
        let span = span_of(self.file, &pair);
        let inner = pair.into_inner().next().ok_or_else(|| Diagnostic::error(span, "incomplete condition"))?;
        let is_member = inner.as_rule() == Syntax::member;
        let (variables, names): (Vec<_>, Vec<_>) = inner
            .into_inner()
            .map(|part| (part.as_rule(), part.as_str()))
            .partition(|(rule, _)| *rule == Syntax::variable);
        let before = |(_, name): &(Syntax, &str)| {
            self.bound(name).ok_or_else(|| Diagnostic::error(span, format!("'{name}' is not bound before this")))
        };
        if let ([(_, member), set], true) = (variables.as_slice(), is_member) {
            let set = before(set)?;
            return Ok(Condition::Member(self.binding(span, member)?, set));
        }
        let name = names.first().map_or("", |(_, name)| *name);
        let Some((_, arity, check)) = V::CHECKS.iter().find(|(known, ..)| *known == name) else {
            return Err(Diagnostic::error(span, format!("unknown condition '{name}'")));
        };
        if variables.len() != *arity {
            let message = format!("condition '{name}' takes {arity} arguments, not {}", variables.len());
            return Err(Diagnostic::error(span, message));
        }
        Ok(Condition::Check(*check, variables.iter().map(before).collect::<Result<_, _>>()?))
    }
}
