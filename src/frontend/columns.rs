//! Maps tokens of a preprocessed text to their positions in the files that the user wrote.
//!
//! The preprocessor keeps lines, but expands macros and collapses blanks, so that columns in its output are unreliable.
//! This module aligns the tokens of an output line with those of the original line: a token corresponds to itself, and
//! the name of a macro, with its arguments, to any tokens. Where all alignments agree, the position of a token is
//! known: its own, or that of the macro it comes from. Otherwise it is the position of the first token of the line.
//!
//! Only texts are compared: the meaning of macros is unknown here, and no file is read.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use base::source::{OriginalPlace, PhysicalLine};
use base::{FileId, SourceMap};

/// Maximum number of lines of a macro call; a longer one gets no columns.
const LINES_OF_CALL: u32 = 40;
/// Maximum number of token pairs compared for one line; a longer line gets no columns.
const PAIRS_OF_LINE: usize = 100_000;
/// Maximum number of token pairs compared for all lines together.
const PAIRS_OF_FILE: usize = 20_000_000;

/// A token: its line and column in an original text, or 0 and its offset in a preprocessed one.
#[derive(Clone, Copy, Debug)]
struct TextToken<'t> {
    text: &'t str,
    line: u32,
    at: u32,
}

/// Locates the tokens of a part of a preprocessed text, whose line markers are known.
pub(super) fn locate(sources: &mut SourceMap, file: FileId, part: Range<u32>) {
    if !sources.has_originals() {
        return;
    }
    let lines = sources.physical_lines(file, part);
    let macros: KnownMacros<'_> = sources.originals().flat_map(macros_of).collect();
    let mut originals: BTreeMap<&str, Option<Vec<TextToken<'_>>>> = BTreeMap::new();
    let mut places = Vec::new();
    let mut pairs_left = PAIRS_OF_FILE;
    for group in lines.chunk_by(|one, other| (one.file, one.number) == (other.file, other.number)) {
        let Some(first) = group.first() else { continue };
        let original = originals.entry(first.file);
        let original = original.or_insert_with(|| sources.original(first.file).map(tokens_of_file));
        if let Some(original) = original {
            places.extend(aligned(group, original, &macros, &mut pairs_left));
        }
    }
    sources.set_places(file, places);
}

/// The form in which a macro is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum MacroForm {
    /// An object-like macro.
    Name,
    /// A function-like macro.
    Call,
}

/// The defined macros with their forms; different texts may define a macro differently.
type KnownMacros<'t> = BTreeSet<(&'t str, MacroForm)>;

/// Returns the macros that a text defines.
fn macros_of(text: &str) -> impl Iterator<Item = (&str, MacroForm)> {
    text.lines().filter_map(|line| {
        let name = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
        let name = name.strip_prefix([' ', '\t'])?.trim_start();
        let (name, rest) = name.split_at(name.find(|c: char| !is_of_word(c)).unwrap_or(name.len()));
        Some((name, if rest.starts_with('(') { MacroForm::Call } else { MacroForm::Name }))
    })
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns the tokens of an original text, without comments and directives.
fn tokens_of_file(text: &str) -> Vec<TextToken<'_>> {
    let mut found = Vec::new();
    let (mut in_comment, mut in_directive) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let is_directive = in_directive || !in_comment && line.trim_start().starts_with('#');
        let before = found.len();
        in_comment =
            tokens_of_line(line, in_comment, |token, at| found.push(TextToken { text: token, line: number, at }));
        if is_directive {
            found.truncate(before);
        }
        in_directive = is_directive && line.ends_with('\\');
    }
    found
}

/// Finds the tokens of a line, each with its column from 1. Returns true if a comment continues after the line.
fn tokens_of_line<'t>(line: &'t str, mut in_comment: bool, mut add: impl FnMut(&'t str, u32)) -> bool {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = if in_comment {
            let end = rest.find("*/");
            in_comment = end.is_none();
            end.map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.len()
        } else if rest.starts_with("/*") {
            in_comment = true;
            2
        } else if first.is_whitespace() {
            first.len_utf8()
        } else {
            let length = match first {
                '"' | '\'' => quoted(rest),
                _ if is_of_word(first) => rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            let at = u32::try_from(line.len() - rest.len() + 1).unwrap_or(u32::MAX);
            // The backslash of a spliced line is not a token.
            if rest != "\\" {
                add(rest.get(..length).unwrap_or(rest), at);
            }
            length
        };
        rest = rest.get(length..).unwrap_or("");
    }
    in_comment
}

/// Returns the length of a string or character literal.
fn quoted(text: &str) -> usize {
    let mut characters = text.char_indices();
    let quote = characters.next().map(|(_, quote)| quote);
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            _ if Some(character) == quote => return at + character.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Returns the positions of the tokens of the preprocessed lines that come from one original line.
fn aligned(
    group: &[PhysicalLine<'_>],
    original: &[TextToken<'_>],
    macros: &KnownMacros<'_>,
    pairs_left: &mut usize,
) -> Vec<OriginalPlace> {
    let mut tokens: Vec<TextToken<'_>> = Vec::new();
    for line in group {
        tokens_of_line(line.text, false, |text, at| tokens.push(TextToken { text, line: 0, at: line.start + at - 1 }));
    }
    let Some(number) = group.first().map(|line| line.number) else { return Vec::new() };
    let start = original.partition_point(|token| token.line < number);
    let Some(first) = original.get(start).filter(|token| token.line == number) else { return Vec::new() };
    // A macro call may span several lines. The preprocessor emits all of it on the first one.
    let mut found = None;
    for last in number..number.saturating_add(LINES_OF_CALL) {
        let end = original.partition_point(|token| token.line <= last);
        let items = original.get(start..end).unwrap_or(&[]);
        found = sources_of(&tokens, items, macros, pairs_left).map(|found| (items, found));
        if found.is_some() || !is_open(items) {
            break;
        }
    }
    let place = |(index, token): (usize, &TextToken<'_>)| {
        let known = found.as_ref().and_then(|(items, found)| {
            let source = found.get(index).copied().flatten()?;
            Some((items.get(source)?, source))
        });
        let (item, is_itself) = known.map_or((first, false), |(item, _)| (item, item.text == token.text));
        OriginalPlace {
            offset: token.at,
            length: if is_itself { u32::try_from(token.text.len()).unwrap_or(0) } else { 0 },
            line: item.line,
            column: item.at,
        }
    };
    tokens.iter().enumerate().map(place).collect()
}

/// Returns true if an item may be a macro of this form. Predefined macros start with two underscores, and no expansion of
/// theirs has their own name: where the name is still there, it is no macro.
fn is_macro(macros: &KnownMacros<'_>, item: &TextToken<'_>, form: MacroForm, tokens: &[TextToken<'_>]) -> bool {
    let is_kept = || tokens.iter().any(|token| token.text == item.text);
    macros.contains(&(item.text, form)) || item.text.starts_with("__") && !is_kept()
}

/// Returns true if a parenthesis is unclosed.
fn is_open(items: &[TextToken<'_>]) -> bool {
    let count = |text: &str| items.iter().filter(|item| item.text == text).count();
    count("(") > count(")")
}

/// Returns the original token that each token comes from, `None` if that is ambiguous. `None` as a whole if they do not
/// match, or if there are too many of them.
fn sources_of(
    tokens: &[TextToken<'_>],
    items: &[TextToken<'_>],
    macros: &KnownMacros<'_>,
    pairs_left: &mut usize,
) -> Option<Vec<Option<usize>>> {
    let calls = calls_of(items, macros, tokens);
    // Before the first macro and behind the last one, tokens are what they were. Only the rest needs to be searched.
    let first = calls.iter().map(|(start, _)| *start).min().unwrap_or(items.len());
    let end = calls.iter().map(|(_, end)| *end).max().unwrap_or(items.len());
    let behind = items.len().checked_sub(end)?;
    let tokens_end = tokens.len().checked_sub(behind).filter(|tokens_end| *tokens_end >= first)?;
    let is_same = |tokens: &[TextToken<'_>], items: &[TextToken<'_>]| {
        tokens.len() == items.len() && tokens.iter().zip(items).all(|(token, item)| token.text == item.text)
    };
    if !is_same(tokens.get(..first)?, items.get(..first)?) || !is_same(tokens.get(tokens_end..)?, items.get(end..)?) {
        return None;
    }
    let pairs = end.saturating_sub(first).saturating_mul(tokens_end - first);
    if pairs > PAIRS_OF_LINE || pairs > *pairs_left {
        return None;
    }
    *pairs_left -= pairs;
    let calls = calls.into_iter().map(|(start, end)| (start - first, end - first)).collect();
    let middle = Alignment::of(tokens.get(first..tokens_end)?, items.get(first..end)?, calls).sources()?;
    let middle = middle.into_iter().map(|source| source.map(|source| source + first));
    Some((0..first).map(Some).chain(middle).chain((end..items.len()).map(Some)).collect())
}

/// Returns the macro calls: their first item, and one past their last.
fn calls_of(items: &[TextToken<'_>], macros: &KnownMacros<'_>, tokens: &[TextToken<'_>]) -> Vec<(usize, usize)> {
    let mut calls = Vec::new();
    for (index, item) in items.iter().enumerate() {
        calls.extend(is_macro(macros, item, MacroForm::Name, tokens).then_some((index, index + 1)));
        calls.extend(call(items, index).filter(|_| is_macro(macros, item, MacroForm::Call, tokens)));
    }
    calls
}

/// The possible correspondences of tokens and original tokens (items).
struct Alignment<'a, 't> {
    tokens: &'a [TextToken<'t>],
    items: &'a [TextToken<'t>],
    /// The macro calls: their first item, and one past their last.
    calls: Vec<(usize, usize)>,
    /// A row for each number of items: true if this many first tokens may come from the first items.
    from_start: Vec<Vec<bool>>,
    /// True if the tokens from an index on may come from the items from an index on.
    to_end: Vec<Vec<bool>>,
}

impl<'a, 't> Alignment<'a, 't> {
    fn of(tokens: &'a [TextToken<'t>], items: &'a [TextToken<'t>], calls: Vec<(usize, usize)>) -> Self {
        let table = vec![vec![false; tokens.len() + 1]; items.len() + 1];
        let mut alignment = Alignment { tokens, items, calls, from_start: table.clone(), to_end: table };
        alignment.fill();
        alignment
    }

    fn is_itself(&self, item: usize, token: usize) -> bool {
        match (self.items.get(item), self.tokens.get(token)) {
            (Some(item), Some(token)) => item.text == token.text,
            _ => false,
        }
    }

    fn starts(&self, items: usize, tokens: usize) -> bool {
        self.from_start.get(items).and_then(|row| row.get(tokens)).is_some_and(|known| *known)
    }

    fn ends(&self, items: usize, tokens: usize) -> bool {
        self.to_end.get(items).and_then(|row| row.get(tokens)).is_some_and(|known| *known)
    }

    fn fill(&mut self) {
        let (items, tokens) = (self.items.len(), self.tokens.len());
        for item in 0..=items {
            for token in 0..=tokens {
                let by_itself =
                    item > 0 && token > 0 && self.starts(item - 1, token - 1) && self.is_itself(item - 1, token - 1);
                set(&mut self.from_start, item, token, item == 0 && token == 0 || by_itself);
            }
            for (start, _) in self.calls.iter().copied().filter(|(_, end)| *end == item).collect::<Vec<_>>() {
                let mut may_be_in_call = false;
                for token in 0..=tokens {
                    may_be_in_call |= self.starts(start, token);
                    set(&mut self.from_start, item, token, may_be_in_call);
                }
            }
        }
        for item in (0..=items).rev() {
            for token in (0..=tokens).rev() {
                let by_itself = self.is_itself(item, token) && self.ends(item + 1, token + 1);
                set(&mut self.to_end, item, token, item == items && token == tokens || by_itself);
            }
            for (_, end) in self.calls.iter().copied().filter(|(start, _)| *start == item).collect::<Vec<_>>() {
                let mut may_be_in_call = false;
                for token in (0..=tokens).rev() {
                    may_be_in_call |= self.ends(end, token);
                    set(&mut self.to_end, item, token, may_be_in_call);
                }
            }
        }
    }

    /// Returns the item that each token comes from, `None` if that is ambiguous. `None` as a whole if there is no
    /// alignment.
    fn sources(&self) -> Option<Vec<Option<usize>>> {
        if !self.ends(0, 0) {
            return None;
        }
        let tokens = self.tokens.len();
        // The minimum and maximum item that each token may come from.
        let mut bounds: Vec<Option<(usize, usize)>> = vec![None; tokens];
        let mut may_come_from = |token: usize, item: usize| {
            if let Some(known) = bounds.get_mut(token) {
                let (least, greatest) = known.unwrap_or((item, item));
                *known = Some((least.min(item), greatest.max(item)));
            }
        };
        for item in 0..self.items.len() {
            for token in 0..tokens {
                if self.starts(item, token) && self.is_itself(item, token) && self.ends(item + 1, token + 1) {
                    may_come_from(token, item);
                }
            }
        }
        for (start, end) in &self.calls {
            // A token may be in the call if the call may begin at or before it, and end after it.
            let last = (0..=tokens).rev().find(|token| self.ends(*end, *token)).unwrap_or(0);
            let mut has_begun = false;
            for token in 0..last {
                has_begun |= self.starts(*start, token);
                if has_begun {
                    may_come_from(token, *start);
                }
            }
        }
        Some(
            bounds.into_iter().map(|known| known.filter(|(least, most)| least == most).map(|(item, _)| item)).collect(),
        )
    }
}

fn set(table: &mut [Vec<bool>], item: usize, token: usize, value: bool) {
    if let Some(known) = table.get_mut(item).and_then(|row| row.get_mut(token)) {
        *known |= value;
    }
}

/// Returns the call of a function-like macro whose name is an item: the range from the name to one past its last
/// parenthesis.
fn call(items: &[TextToken<'_>], name: usize) -> Option<(usize, usize)> {
    items.get(name + 1).filter(|item| item.text == "(")?;
    let mut depth = 0_usize;
    for (index, item) in items.iter().enumerate().skip(name + 1) {
        match item.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((name, index + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Span;

    /// Returns the positions of the tokens of a preprocessed text, each as `token@line:column`.
    fn places(original: &str, preprocessed: &str) -> String {
        let mut sources = SourceMap::new();
        sources.add_original("a.c", original);
        let file = sources.add("a.c", preprocessed);
        locate(&mut sources, file, 0..u32::try_from(preprocessed.len()).unwrap());
        let mut shown = Vec::new();
        for line in sources.physical_lines(file, 0..u32::MAX) {
            tokens_of_line(line.text, false, |token, at| {
                let start = line.start + at - 1;
                let at = sources.position(Span { file, start, end: start + 1 });
                shown.push(format!("{token}@{}:{}", at.line, at.column));
            });
        }
        shown.join(" ")
    }

    #[test]
    fn a_token_of_a_macro_stands_where_the_macro_does() {
        let found = places("#define NIL 0\n  x   =  NIL; y = NIL;", "\n  x = 0; y = 0;");
        assert_eq!(found, "x@2:3 =@2:7 0@2:10 ;@2:13 y@2:15 =@2:17 0@2:19 ;@2:22");
        let found = places("#define N(p) (p)->n\nfree(N(x)); N(y) = 1;", "\nfree((x)->n); (y)->n = 1;");
        assert_eq!(
            found,
            "free@2:1 (@2:5 (@2:6 x@2:6 )@2:6 -@2:6 >@2:6 n@2:6 )@2:10 ;@2:11 (@2:13 y@2:13 )@2:13 -@2:13 >@2:13 n@2:13 \
             =@2:18 1@2:20 ;@2:21"
        );
    }

    #[test]
    fn tokens_of_a_long_line_have_columns() {
        let many = "x = x + 1; ".repeat(200);
        let found = places(&format!("#define NIL 0\n{many}p = NIL;"), &format!("\n{many}p = 0;"));
        assert!(
            found
                .ends_with("x@2:2190 =@2:2192 x@2:2194 +@2:2196 1@2:2198 ;@2:2199 p@2:2201 =@2:2203 0@2:2205 ;@2:2208")
        );
    }

    #[test]
    fn what_is_open_stands_at_the_start_of_the_line() {
        // It is ambiguous which of the two macros the number comes from.
        let found = places("#define A\n#define B 1\n f(A B);", "\n\n f( 1);");
        assert_eq!(found, "f@3:2 (@3:3 1@3:2 )@3:7 ;@3:8");
        // Not a known macro.
        assert_eq!(places("  x = NIL ;", "  x = 0;"), "x@1:3 =@1:3 0@1:3 ;@1:3");
    }

    #[test]
    fn a_call_may_take_several_lines() {
        let found = places("#define S(a, b) a + b\nx = S(1, /* one */\n  2); y = 3;", "\nx = 1 + 2; y = 3;\n");
        assert_eq!(found, "x@2:1 =@2:3 1@2:5 +@2:5 2@2:5 ;@3:5 y@3:7 =@3:9 3@3:11 ;@3:12");
    }

    #[test]
    fn strings_and_comments_are_no_macros() {
        let found = places("#define x 1\nf(\"x // \\\"\", 'x'); /* x */ g(x)", "\nf(\"x // \\\"\", 'x'); g(1)");
        assert_eq!(found, "f@2:1 (@2:2 \"x // \\\"\"@2:3 ,@2:12 'x'@2:14 )@2:17 ;@2:18 g@2:28 (@2:29 1@2:30 )@2:31");
    }
}
