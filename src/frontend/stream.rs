//! Turns raw tokens into tokens of the grammar: classifies names, tracks scopes and brackets, and recovers from errors.
//!
//! A name becomes two tokens, `Name` and then `Type` or `Variable` (Jourdan and Pottier, section 3). LALRPOP's parser
//! requests the second right after it has shifted the first, and by then all reductions triggered by the first are
//! done: all declarations before the name are in [`TypedefScopes`](super::scope::TypedefScopes).
//!
//! Scopes follow brackets, and a bracket takes effect when the token after it is requested, that is when the parser has
//! shifted it. `{` opens a scope and `}` closes it, except for the braces of structs and enums (their enumeration
//! constants belong to the enclosing scope), and so do the parentheses of a parameter list. The scopes of `if` and
//! loops end with the statement, so the grammar opens and closes them. The body of a function starts with the
//! declarations of its parameter list.

use super::builder::{ParserState, ParserStopped};
use super::lexer::{Lexer, Spanned};
use super::token::{FixedToken, Token};
use base::{Budget, Exhausted};

/// Maximum number of open brackets of all kinds (C11 requires 127 blocks and 63 parentheses).
pub const MAX_OPEN_BRACKETS: usize = 256;

/// Tokens between two checks of the budget: a token takes less than a microsecond.
const TOKENS_BETWEEN_CHECKS: u32 = 256;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BracketKind {
    /// `(` or `[`.
    Round,
    /// The `(` of a `for`.
    For,
    /// The `(` of an attribute after a struct, union or enum.
    RecordAttribute,
    /// The `{` of a struct, union or enum.
    Record,
    /// The `{` of an initialiser.
    Initializer,
    /// The `{` of a block.
    Block,
}

#[derive(Clone, Copy, Debug)]
struct Bracket {
    kind: BracketKind,
    /// Number of open scopes before it.
    scopes: usize,
}

/// The stream of tokens for the parser.
pub struct TokenStream<'text, 'b> {
    pub lexer: Lexer<'text>,
    builder: &'b ParserState,
    peeked: Option<Spanned<'text>>,
    /// A start symbol to deliver first.
    start: Option<FixedToken>,
    /// The last name delivered, not yet classified.
    name: Option<(u32, &'text str, u32)>,
    /// The last name classified.
    classified: Option<(u32, &'text str, u32)>,
    /// The name directly before the last token delivered.
    behind_name: Option<(u32, &'text str, u32)>,
    /// True if the last name classified started a statement or declaration, so that it may have been meant as a type.
    name_starts: bool,
    just_started: bool,
    before_star: Option<(u32, &'text str, u32)>,
    /// The last symbol delivered; its effect on brackets is pending.
    last: Option<FixedToken>,
    /// The token before `last`.
    previous: Option<FixedToken>,
    /// True if the last token closed a struct, union or enum, or an attribute after one.
    behind_record: bool,
    /// The bracket depth at which `struct`, `union` or `enum` was seen, if its brace may follow.
    record_head: Option<usize>,
    brackets: Vec<Bracket>,
    /// While statements are parsed after an error, the number of brackets open in their block.
    resumed_in: Option<usize>,
    /// True if the block in which statements were resumed has ended.
    block_ended: bool,
    at_end: bool,
    budget: &'b Budget,
    /// Tokens delivered since the budget was last checked.
    unchecked: u32,
    /// The limit that ended the stream, if one did.
    stopped: Option<Exhausted>,
}

impl<'text, 'b> TokenStream<'text, 'b> {
    /// Creates a stream over the tokens of `lexer`.
    pub fn new(lexer: Lexer<'text>, builder: &'b ParserState, budget: &'b Budget) -> Self {
        TokenStream {
            lexer,
            builder,
            peeked: None,
            start: None,
            name: None,
            classified: None,
            behind_name: None,
            name_starts: false,
            just_started: false,
            before_star: None,
            last: None,
            previous: None,
            behind_record: false,
            record_head: None,
            brackets: Vec::new(),
            resumed_in: None,
            block_ended: false,
            at_end: false,
            budget,
            unchecked: 0,
            stopped: None,
        }
    }

    /// The limit that ended the stream, if one did.
    pub fn stopped(&self) -> Option<Exhausted> {
        self.stopped
    }

    /// Ends the stream once the budget is exhausted.
    fn check_budget(&mut self) -> Result<(), ParserStopped> {
        self.unchecked += 1;
        if self.unchecked < TOKENS_BETWEEN_CHECKS {
            return Ok(());
        }
        self.unchecked = 0;
        self.budget.check().map_err(|why| {
            self.stopped = Some(why);
            ParserStopped
        })
    }

    /// Sets the start symbol for the next tokens.
    pub fn start(&mut self, symbol: FixedToken) {
        self.start = Some(symbol);
    }

    pub fn at_end(&self) -> bool {
        self.at_end
    }

    /// The last name classified, if nothing was delivered since.
    pub fn classified(&self) -> Option<(u32, &'text str, u32)> {
        self.classified
    }

    /// The name directly before the last token delivered, if a type could have been there and it is not one.
    pub fn missing_type(&self) -> Option<(u32, &'text str, u32)> {
        let is_typedef = |name: &str| self.builder.scopes.borrow().is_typedef(name);
        self.behind_name.filter(|(_, name, _)| self.name_starts && !is_typedef(name))
    }

    /// The unknown name of a statement that starts with `name *`, which makes it an expression.
    pub fn name_before_star(&self) -> Option<(u32, &'text str, u32)> {
        self.before_star
    }

    pub fn in_block(&self) -> bool {
        self.block_depth() > 0
    }

    /// Returns true if the block in which statements were resumed has ended.
    pub fn block_ended(&self) -> bool {
        self.block_ended
    }

    /// Returns the offset of the next token.
    fn peek_start(&mut self) -> u32 {
        self.peek();
        self.peeked.as_ref().map_or(0, |(start, ..)| *start)
    }

    fn raw(&mut self) -> Option<Spanned<'text>> {
        self.peeked.take().or_else(|| self.lexer.next_token())
    }

    fn peek(&mut self) -> Option<FixedToken> {
        if self.peeked.is_none() {
            self.peeked = self.lexer.next_token();
        }
        match &self.peeked {
            Some((_, Token::Symbol(symbol), _)) => Some(*symbol),
            _ => None,
        }
    }

    /// Returns the next token of the grammar, before names are split.
    fn symbol_or_other(&mut self) -> Option<Spanned<'text>> {
        loop {
            let (start, token, mut end) = self.raw()?;
            let Token::Symbol(mut symbol) = token else { return Some((start, token, end)) };
            match symbol {
                FixedToken::Extension => continue,
                // After a label or a `case` an attribute is irrelevant.
                FixedToken::Attribute if self.last == Some(FixedToken::Colon) => {
                    self.skip_group();
                    continue;
                }
                FixedToken::Attribute if self.behind_record => symbol = FixedToken::RecordAttribute,
                FixedToken::Atomic if self.peek() == Some(FixedToken::LeftParen) => {
                    if let Some((.., paren_end)) = self.raw() {
                        end = paren_end;
                    }
                    symbol = FixedToken::AtomicParen;
                }
                _ => {}
            }
            return Some((start, Token::Symbol(symbol), end));
        }
    }

    /// Returns the next token; closing brackets without an opening one are reported and dropped.
    fn token_in_balance(&mut self) -> Option<Spanned<'text>> {
        loop {
            let (start, token, end) = self.symbol_or_other()?;
            match token {
                Token::Symbol(
                    closing @ (FixedToken::RightParen | FixedToken::RightBracket | FixedToken::RightBrace),
                ) if self.brackets.is_empty() => {
                    let message = format!("found `{closing}`, but nothing is open that it closes");
                    self.lexer.diagnostics.error(self.lexer.span(start, end), message);
                }
                _ => return Some((start, token, end)),
            }
        }
    }

    /// Skips a parenthesised group.
    fn skip_group(&mut self) {
        let mut open = 0usize;
        while let Some(token) = self.raw() {
            match token.1 {
                Token::Symbol(FixedToken::LeftParen) => open += 1,
                Token::Symbol(FixedToken::RightParen) if open > 1 => open -= 1,
                Token::Symbol(FixedToken::RightParen) if open == 1 => return,
                Token::Symbol(FixedToken::LeftBrace | FixedToken::RightBrace | FixedToken::Semicolon) => open = 0,
                _ => {}
            }
            if open == 0 {
                self.peeked = Some(token);
                return;
            }
        }
    }

    /// Applies the effect of the last token on brackets and scopes, now that the parser has shifted it.
    fn take_effect(&mut self) -> Result<(), ParserStopped> {
        let Some(symbol) = self.last else {
            self.previous = None;
            self.behind_record = false;
            return Ok(());
        };
        let mut behind_record = false;
        match symbol {
            FixedToken::LeftParen | FixedToken::LeftBracket | FixedToken::LeftBrace | FixedToken::AtomicParen => {
                self.open(symbol)?
            }
            FixedToken::RightParen | FixedToken::RightBracket | FixedToken::RightBrace => {
                let closed = self.close();
                behind_record = matches!(closed, Some(BracketKind::Record))
                    || (closed == Some(BracketKind::RecordAttribute)
                        && self.brackets.last().is_none_or(|bracket| bracket.kind != BracketKind::RecordAttribute));
            }
            FixedToken::Struct | FixedToken::Union | FixedToken::Enum => self.record_head = Some(self.brackets.len()),
            FixedToken::Attribute => {}
            _ if self.record_head == Some(self.brackets.len()) => self.record_head = None,
            _ => {}
        }
        self.behind_record = behind_record;
        self.previous = Some(symbol);
        Ok(())
    }

    fn open(&mut self, symbol: FixedToken) -> Result<(), ParserStopped> {
        use BracketKind as Kind;
        if self.brackets.len() >= MAX_OPEN_BRACKETS {
            let place = self.peek_start();
            let message = format!("brackets are nested too deeply: more than {MAX_OPEN_BRACKETS} are open");
            self.lexer.diagnostics.error(self.lexer.span(place.saturating_sub(1), place), message);
            return Err(ParserStopped);
        }
        let inner = self.brackets.last().map(|bracket| bracket.kind);
        let kind = match (symbol, self.previous) {
            (FixedToken::LeftBrace, _) if self.record_head == Some(self.brackets.len()) => Kind::Record,
            (FixedToken::LeftBrace, Some(FixedToken::Equal)) => Kind::Initializer,
            (FixedToken::LeftBrace, _) if inner == Some(Kind::Initializer) => Kind::Initializer,
            (FixedToken::LeftBrace, _) => Kind::Block,
            (_, Some(FixedToken::For)) => Kind::For,
            (_, Some(FixedToken::RecordAttribute)) => Kind::RecordAttribute,
            _ if inner == Some(Kind::RecordAttribute) && self.previous == Some(FixedToken::LeftParen) => {
                Kind::RecordAttribute
            }
            _ => Kind::Round,
        };
        // `struct S __attribute__((…)) {`: only attributes may come in between.
        if self.record_head == Some(self.brackets.len()) && self.previous != Some(FixedToken::Attribute) {
            self.record_head = None;
        }
        let mut scopes = self.builder.scopes.borrow_mut();
        self.brackets.push(Bracket { kind, scopes: scopes.depth() });
        if kind != Kind::Record {
            scopes.open();
        }
        if kind == Kind::Block {
            for (name, is_typedef) in self.builder.parameters.take() {
                scopes.declare(&name, is_typedef);
            }
        }
        Ok(())
    }

    fn close(&mut self) -> Option<BracketKind> {
        let bracket = self.brackets.pop()?;
        if self.record_head.is_some_and(|depth| depth > self.brackets.len()) {
            self.record_head = None;
        }
        let mut scopes = self.builder.scopes.borrow_mut();
        match bracket.kind {
            BracketKind::Record => {}
            BracketKind::Block | BracketKind::Initializer => scopes.close_to(bracket.scopes),
            BracketKind::Round | BracketKind::For | BracketKind::RecordAttribute => {
                scopes.close_to(bracket.scopes + 1);
                scopes.close_parenthesis();
            }
        }
        drop(scopes);
        Some(bracket.kind)
    }

    /// Number of brackets up to the innermost block (0: file scope).
    fn block_depth(&self) -> usize {
        self.brackets.iter().rposition(|bracket| bracket.kind == BracketKind::Block).map_or(0, |index| index + 1)
    }

    fn truncate(&mut self, depth: usize) {
        while self.brackets.len() > depth {
            self.close();
        }
        if let Some(bracket) = self.brackets.last() {
            // Its own scope stays; those of `for` statements inside it are closed.
            self.builder.scopes.borrow_mut().close_to(bracket.scopes + 1);
        } else {
            self.builder.scopes.borrow_mut().close_to(0);
        }
    }

    /// Skips to a position where statements or items at file scope start, and returns the start symbol. Call it when
    /// the parser has stopped: at an error, or at the end of a resumed block.
    pub fn resume(&mut self) -> FixedToken {
        self.name = None;
        let block_ended = std::mem::take(&mut self.block_ended);
        // After the block of a statement expression, the enclosing statement continues.
        if !block_ended || self.brackets.len() > self.block_depth() {
            self.skip_to_boundary();
        }
        self.classified = None;
        self.before_star = None;
        self.start = None;
        self.last = None;
        self.previous = None;
        self.behind_record = false;
        self.record_head = None;
        self.builder.parameters.take();
        let depth = self.block_depth();
        self.truncate(depth);
        if depth == 0 {
            self.resumed_in = None;
            return FixedToken::StartUnit;
        }
        self.resumed_in = Some(depth);
        if self.peek() == Some(FixedToken::Else) {
            self.raw();
        }
        FixedToken::StartStatements
    }

    /// Skips tokens, from the last one delivered, past a `;` or `}` of the innermost block.
    fn skip_to_boundary(&mut self) {
        let mut block = self.block_depth();
        let mut symbol = self.last.take();
        loop {
            match symbol {
                Some(FixedToken::Semicolon) if self.semicolon_ends(block) => {
                    self.truncate(block);
                    return;
                }
                Some(FixedToken::RightBrace) if self.close_brace(&mut block) => return,
                Some(FixedToken::RightBrace) => {}
                Some(FixedToken::RightParen | FixedToken::RightBracket) => self.close_round(),
                Some(other) => {
                    self.last = Some(other);
                    if self.take_effect().is_err() {
                        self.at_end = true;
                    }
                    self.last = None;
                }
                None => self.previous = None,
            }
            if self.at_end {
                return;
            }
            symbol = match self.symbol_or_other() {
                Some((_, Token::Symbol(symbol), _)) => Some(symbol),
                Some(_) => None,
                None => {
                    self.at_end = true;
                    return;
                }
            };
        }
    }

    /// Returns true if a `;` here ends a statement or declaration of the block.
    fn semicolon_ends(&self, block: usize) -> bool {
        let is_open =
            |kind: &[BracketKind]| self.brackets.iter().skip(block).any(|bracket| kind.contains(&bracket.kind));
        !is_open(&[BracketKind::For, BracketKind::Record, BracketKind::Block])
    }

    fn close_round(&mut self) {
        use BracketKind as Kind;
        if self.brackets.last().is_some_and(|b| matches!(b.kind, Kind::Round | Kind::For | Kind::RecordAttribute)) {
            self.close();
        }
    }

    /// Closes the innermost brace; returns true if a statement or item of the block ends with it.
    fn close_brace(&mut self, block: &mut usize) -> bool {
        use BracketKind as Kind;
        while self.brackets.last().is_some_and(|b| matches!(b.kind, Kind::Round | Kind::For | Kind::RecordAttribute)) {
            self.close();
        }
        let closed = self.close();
        self.previous = Some(FixedToken::RightBrace);
        if self.brackets.len() < *block {
            // The block itself has ended; in a statement expression, the enclosing statement continues.
            *block = self.block_depth();
        }
        match closed {
            Some(Kind::Block) | None => self.brackets.len() == *block || self.starts_statement(),
            _ => false,
        }
    }

    /// Returns true if the next token more likely starts something than continues an expression.
    fn starts_statement(&mut self) -> bool {
        let symbol = self.peek();
        match (symbol, &self.peeked) {
            (Some(symbol), _) => symbol == FixedToken::RightBrace || symbol.text().starts_with(char::is_alphabetic),
            (None, Some((_, Token::Name(_), _))) => true,
            _ => false,
        }
    }
}

/// Returns true if a declaration may start or continue with a type after `symbol`, and an expression statement is
/// unlikely.
fn comes_before_a_type(symbol: FixedToken) -> bool {
    use FixedToken as S;
    matches!(
        symbol,
        S::Semicolon
            | S::LeftBrace
            | S::RightBrace
            | S::Static
            | S::Extern
            | S::Const
            | S::Volatile
            | S::Typedef
            | S::Inline
    )
}

impl<'text> Iterator for TokenStream<'text, '_> {
    type Item = Result<Spanned<'text>, ParserStopped>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(symbol) = self.start.take() {
            let place = self.peek_start();
            self.just_started = symbol != FixedToken::StartExpression;
            return Some(Ok((place, Token::Symbol(symbol), place)));
        }
        if let Some((start, name, end)) = self.name.take() {
            let is_type = self.builder.scopes.borrow().is_typedef(name);
            self.classified = Some((start, name, end));
            return Some(Ok((end, if is_type { Token::Type } else { Token::Variable }, end)));
        }
        if self.check_budget().is_err() || self.take_effect().is_err() {
            return Some(Err(ParserStopped));
        }
        let Some((start, token, end)) = self.token_in_balance() else {
            self.at_end = true;
            return None;
        };
        self.behind_name = self.classified.take();
        let just_started = std::mem::take(&mut self.just_started);
        let last = self.last.take();
        match token {
            Token::Symbol(FixedToken::RightBrace) if self.resumed_in == Some(self.brackets.len()) => {
                self.close();
                self.block_ended = true;
                return None;
            }
            Token::Symbol(symbol) => {
                self.last = Some(symbol);
                match symbol {
                    FixedToken::Star => self.before_star = self.missing_type().or(self.before_star),
                    FixedToken::Semicolon | FixedToken::LeftBrace | FixedToken::RightBrace => self.before_star = None,
                    _ => {}
                }
            }
            Token::Name(name) => {
                self.name = Some((start, name, end));
                if self.behind_name.is_none() {
                    let in_parameters = matches!(last, Some(FixedToken::LeftParen | FixedToken::Comma));
                    self.name_starts = just_started
                        || last.is_some_and(comes_before_a_type)
                        || (in_parameters && self.block_depth() == 0);
                }
            }
            _ => {}
        }
        Some(Ok((start, token, end)))
    }
}
