//! Property files: what SV-COMP asks about a program (its rules, section "Specification Properties"; BenchExec's
//! `doc/properties/README.md`).
//!
//! Each line is `CHECK( init(main()), LTL(G FORMULA) )`. The grammar is `grammar/property.pest`. A property that Damson does
//! not know is refused by name: to leave it out would answer another question.
//!
//! Never decides whether a property holds.

use std::collections::BTreeSet;
use std::fmt;

use itertools::Itertools;
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};

/// The parser. (The derive also makes an enumeration of the grammar's rules without comments.)
mod grammar {
    /// Parses property files.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/property.pest"]
    pub struct PropertyFile;
}
use grammar::{PropertyFile, Rule};

/// The only function that a run may start with.
const START: &str = "main";

/// A property of all runs from `main`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CompetitionProperty {
    /// No run calls the named function.
    UnreachCall(String),
    /// Every `free` is of the start of a block that is allocated.
    ValidFree,
    /// Every other access is to memory that lives.
    ValidDeref,
    /// No block is lost: each that is allocated can be reached from a variable.
    ValidMemtrack,
    /// No block is allocated at the end of a run.
    ValidMemcleanup,
    /// No signed integer overflows.
    NoOverflow,
    /// Every run ends.
    Termination,
}

impl CompetitionProperty {
    /// The name, as in results: `valid-deref`.
    pub fn word(&self) -> &'static str {
        match self {
            CompetitionProperty::UnreachCall(_) => "unreach-call",
            CompetitionProperty::ValidFree => "valid-free",
            CompetitionProperty::ValidDeref => "valid-deref",
            CompetitionProperty::ValidMemtrack => "valid-memtrack",
            CompetitionProperty::ValidMemcleanup => "valid-memcleanup",
            CompetitionProperty::NoOverflow => "no-overflow",
            CompetitionProperty::Termination => "termination",
        }
    }
}

/// The line of a property file.
impl fmt::Display for CompetitionProperty {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "CHECK( init({START}()), LTL(")?;
        match self {
            CompetitionProperty::UnreachCall(function) => write!(out, "G ! call({function}())")?,
            CompetitionProperty::NoOverflow => write!(out, "G ! overflow")?,
            CompetitionProperty::Termination => write!(out, "F end")?,
            CompetitionProperty::ValidFree
            | CompetitionProperty::ValidDeref
            | CompetitionProperty::ValidMemtrack
            | CompetitionProperty::ValidMemcleanup => write!(out, "G {}", self.word())?,
        }
        write!(out, ") )")
    }
}

/// The properties of a file, at least one: all of them are asked at once. Prints as a property file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertySet {
    /// Not empty; at most one is [`CompetitionProperty::UnreachCall`].
    properties: BTreeSet<CompetitionProperty>,
}

impl PropertySet {
    /// Reads the text of a property file. The errors say what is wrong with it, each with its place.
    pub fn read(sources: &SourceMap, file: FileId) -> Result<PropertySet, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let mut properties = BTreeSet::new();
        let text = sources.text(file);
        match PropertyFile::parse(Rule::file, text) {
            Ok(pairs) => {
                let checks = pairs.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::check);
                for check in checks {
                    match property(file, check, &properties) {
                        Ok(property) => drop(properties.insert(property)),
                        Err(error) => diagnostics.push(error),
                    }
                }
            }
            Err(error) => diagnostics.push(syntax_error(file, text, &error)),
        }
        if properties.is_empty() && !diagnostics.has_errors() {
            let start = Span { file, start: 0, end: 0 };
            diagnostics.error(start, "this file has no property: a line is CHECK( init(main()), LTL(G valid-deref) )");
        }
        if diagnostics.has_errors() { Err(diagnostics) } else { Ok(PropertySet { properties }) }
    }

    /// The properties, each once, always in the same order.
    pub fn iter(&self) -> impl Iterator<Item = &CompetitionProperty> {
        self.properties.iter()
    }

    /// Whether a property is asked.
    pub fn contains(&self, property: &CompetitionProperty) -> bool {
        self.properties.contains(property)
    }

    /// The function that must not be called, if that is asked.
    pub fn error_function(&self) -> Option<&str> {
        self.iter().find_map(|property| match property {
            CompetitionProperty::UnreachCall(function) => Some(function.as_str()),
            _ => None,
        })
    }
}

impl fmt::Display for PropertySet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|property| writeln!(out, "{property}"))
    }
}

/// Reads one line. `before`: the properties of the lines before.
fn property(
    file: FileId,
    check: Pair<'_, Rule>,
    before: &BTreeSet<CompetitionProperty>,
) -> Result<CompetitionProperty, Diagnostic> {
    let whole = span_of(file, &check);
    let incomplete = || Diagnostic::error(whole, "this property is incomplete");
    let mut parts = check.into_inner().filter(|part| matches!(part.as_rule(), Rule::name | Rule::formula));
    let start = parts.next().ok_or_else(incomplete)?;
    if start.as_str() != START {
        let message = format!("runs start in '{START}', not in '{}'", start.as_str());
        return Err(Diagnostic::error(span_of(file, &start), message));
    }
    let formula = parts.next().and_then(|formula| formula.into_inner().next()).ok_or_else(incomplete)?;
    let span = span_of(file, &formula);
    Ok(match formula.as_rule() {
        Rule::free => CompetitionProperty::ValidFree,
        Rule::deref => CompetitionProperty::ValidDeref,
        Rule::memtrack => CompetitionProperty::ValidMemtrack,
        Rule::memcleanup => CompetitionProperty::ValidMemcleanup,
        Rule::overflow => CompetitionProperty::NoOverflow,
        Rule::end => CompetitionProperty::Termination,
        Rule::call => {
            let function = formula.into_inner().next().ok_or_else(incomplete)?.as_str().to_string();
            let found = CompetitionProperty::UnreachCall(function);
            let is_other = |known: &CompetitionProperty| known.word() == found.word() && *known != found;
            if before.iter().any(is_other) {
                return Err(Diagnostic::error(span, "a line before this one names another function"));
            }
            found
        }
        _ => return Err(unknown(span, formula.as_str())),
    })
}

fn unknown(span: Span, formula: &str) -> Diagnostic {
    let known =
        "G ! call(FUNCTION()), G valid-free, G valid-deref, G valid-memtrack, G valid-memcleanup, G ! overflow, F end";
    let shown: String = formula.trim().chars().take(60).flat_map(char::escape_debug).collect();
    let note = format!("these are known: {known}");
    Diagnostic::error(span, format!("the property '{shown}' is not known")).with_note(None, note)
}

fn span_of(file: FileId, pair: &Pair<'_, Rule>) -> Span {
    let span = pair.as_span();
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span { file, start: offset(span.start()), end: offset(span.end()) }
}

fn syntax_error(file: FileId, text: &str, error: &pest::error::Error<Rule>) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let found: String =
        text.get(at..).unwrap_or_default().chars().take_while(|c| c.is_alphanumeric()).take(40).collect();
    let found = match found.is_empty() {
        false => found,
        true => text.get(at..).unwrap_or_default().chars().take(1).collect(),
    };
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let span = Span { file, start: offset(at), end: offset(at + found.len()) };
    let found = match found.is_empty() {
        true => "the end of the file".to_string(),
        false => format!("'{}'", found.escape_debug()),
    };
    let wanted = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            positives.iter().filter_map(|rule| described(*rule)).sorted().dedup().join(" or ")
        }
        ErrorVariant::CustomError { message } => message.clone(),
    };
    Diagnostic::error(span, format!("expected {wanted}, found {found}"))
}

/// What messages call a rule.
fn described(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::file | Rule::check | Rule::word_check => "'CHECK'",
        Rule::word_init => "'init'",
        Rule::word_ltl => "'LTL'",
        Rule::open => "'('",
        Rule::close => "')'",
        Rule::comma => "','",
        Rule::name => "the name of a function",
        Rule::EOI => "the end of the file",
        Rule::WHITESPACE => return None,
        Rule::formula
        | Rule::call
        | Rule::free
        | Rule::deref
        | Rule::memtrack
        | Rule::memcleanup
        | Rule::overflow
        | Rule::end
        | Rule::other => "a property such as 'G valid-deref'",
    })
}

#[cfg(test)]
mod tests {
    use super::{CompetitionProperty as Property, PropertySet};
    use base::SourceMap;

    fn read(text: &str) -> Result<PropertySet, String> {
        let mut sources = SourceMap::new();
        let file = sources.add("a.prp", text);
        PropertySet::read(&sources, file).map_err(|diagnostics| diagnostics.render(&sources))
    }

    const MEMORY: &str = "CHECK( init(main()), LTL(G valid-free) )\n\
                          CHECK( init(main()), LTL(G valid-deref) )\n\
                          CHECK( init(main()), LTL(G valid-memtrack) )\n\n";

    #[test]
    fn every_property_is_read_and_printed_as_it_is_written() {
        let all = [
            "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
            "CHECK( init(main()), LTL(G valid-memcleanup) )\n",
            "CHECK( init(main()), LTL(G ! overflow) )\n",
            "CHECK( init(main()), LTL(F end) )\n",
        ];
        for line in all {
            assert_eq!(read(line).map(|set| set.to_string()).as_deref(), Ok(line));
        }
        let memory = read(MEMORY).unwrap();
        assert!(
            [Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack].iter().all(|one| memory.contains(one))
        );
        assert_eq!((memory.iter().count(), memory.error_function()), (3, None));
        let call = read("CHECK(init(main()),LTL(G!call(__VERIFIER_error())))").unwrap();
        assert_eq!(call.error_function(), Some("__VERIFIER_error"));
    }

    #[test]
    fn mistakes_are_shown_at_their_place() {
        let mistakes = [
            ("", "a.prp:1:1: error: this file has no property: a line is CHECK( init(main()), LTL(G valid-deref) )"),
            ("COVER( init(main()) )", "a.prp:1:1: error: expected 'CHECK', found 'COVER'"),
            (
                "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G ! data-race) )\n",
                "a.prp:2:26: error: the property 'G ! data-race' is not known",
            ),
            (
                "CHECK( init(main()), LTL(G ! (call(f()))) )\n",
                "a.prp:1:26: error: the property 'G ! (call(f()))' is not known",
            ),
            ("CHECK( init(start()), LTL(F end) )", "a.prp:1:13: error: runs start in 'main', not in 'start'"),
            ("CHECK( init(main()), LTL(F end)", "a.prp:1:32: error: expected ')', found the end of the file"),
            ("CHECK( init(main()) LTL(F end) )", "a.prp:1:21: error: expected ',', found 'LTL'"),
            ("CHECK( init(main()), LTL(F ends) )", "a.prp:1:26: error: the property 'F ends' is not known"),
            (
                "CHECK( init(main()), LTL() )",
                "a.prp:1:26: error: expected a property such as 'G valid-deref', found ')'",
            ),
            (
                "CHECK( init(main()), LTL(G ! call(a())) )\nCHECK( init(main()), LTL(G ! call(b())) )\n",
                "a.prp:2:26: error: a line before this one names another function",
            ),
        ];
        for (text, message) in mistakes {
            let shown = read(text).unwrap_err();
            assert_eq!(shown.lines().next(), Some(message), "{text}");
        }
    }
}
