//! Parses the lines of an exploration as commands, according to the table in [`super::table`].

use crate::table::{CommandRow, Verb, find};
use emit::Language;
use pipeline::Checker;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PredicateKind {
    Reach,
    Reachp,
    Dshared,
    Cyclic,
    Tree,
    ForAll,
    /// `each` and `sorted`.
    Each,
    /// Comparisons of node counts.
    Count,
    /// `==`
    Equal,
    /// `<`
    Less,
    Allocated,
    String,
    Room,
}

impl PredicateKind {
    /// All kinds with their names.
    pub const NAMES: &[(&str, PredicateKind)] = &[
        ("reach", PredicateKind::Reach),
        ("reachp", PredicateKind::Reachp),
        ("dshared", PredicateKind::Dshared),
        ("cyclic", PredicateKind::Cyclic),
        ("tree", PredicateKind::Tree),
        ("forall", PredicateKind::ForAll),
        ("each", PredicateKind::Each),
        ("count", PredicateKind::Count),
        ("equal", PredicateKind::Equal),
        ("less", PredicateKind::Less),
        ("allocated", PredicateKind::Allocated),
        ("string", PredicateKind::String),
        ("room", PredicateKind::Room),
    ];
}

/// The treatment of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Its weakest preconditions were computed.
    Computed,
    /// A hint approximates it.
    Hinted,
    /// It was not processed within the bound.
    Open,
}

impl Status {
    const NAMES: &[(&str, Status)] =
        &[("computed", Status::Computed), ("hinted", Status::Hinted), ("open", Status::Open)];
}

/// The filter of `predicates`; `None` matches all.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Only at this location, as written.
    pub location: Option<String>,
    /// Only of this kind.
    pub kind: Option<PredicateKind>,
    /// Only with this variable or symbol.
    pub variable: Option<String>,
    /// Only with this substring, ignoring blanks.
    pub text: Option<String>,
    /// Only those that this iteration found.
    pub iteration: Option<usize>,
    /// Only with this status.
    pub status: Option<Status>,
}

/// A command with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// An empty line or a comment.
    Nothing,
    Locations,
    Flow,
    Predicates(Filter),
    /// `why N`
    Why(usize),
    /// `causes N`
    Causes(usize),
    Iterations,
    Statistics,
    /// `update N`
    Update(usize),
    Prove,
    Families,
    Propose,
    /// `accept`, with the numbers; empty for all.
    Accept(Vec<usize>),
    /// `hint …`, without the word `hint`.
    Hint(String),
    Hints,
    /// `unhint N`
    Unhint(usize),
    Undo,
    /// `save FILE`
    Save(String),
    /// `bound [K [PAIRS]]`
    Bound(Option<usize>, Option<usize>),
    Run,
    Emit {
        language: Language,
        /// The temporal property to emit.
        property: Option<String>,
        /// The output file; `None` for standard output.
        file: Option<String>,
    },
    Check(Option<Checker>),
    /// `trace [ID]`
    Trace(Option<String>),
    /// `example [ID]`
    Example(Option<String>),
    /// `step [COUNT]`
    Step(usize),
    /// `back [COUNT]`
    Back(usize),
    /// `goto K`
    Goto(usize),
    Show,
    /// `help [COMMAND]`
    Help(Option<&'static CommandRow>),
    Quit,
}

/// Parses a line. The error is one sentence.
pub fn parse(line: &str) -> Result<Request, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(Request::Nothing);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let entry = find(word)?;
    let mut arguments = Arguments { entry, rest: rest.trim() };
    let command = arguments.command()?;
    match arguments.rest {
        "" => Ok(command),
        rest => Err(format!("'{rest}' is too much: the usage is `{}`", entry.usage())),
    }
}

/// The arguments that are not parsed yet.
struct Arguments<'l> {
    entry: &'static CommandRow,
    rest: &'l str,
}

impl<'l> Arguments<'l> {
    fn command(&mut self) -> Result<Request, String> {
        Ok(match self.entry.verb {
            Verb::Locations => Request::Locations,
            Verb::Flow => Request::Flow,
            Verb::Predicates => Request::Predicates(self.filter()?),
            Verb::Why => Request::Why(self.number()?),
            Verb::Causes => Request::Causes(self.number()?),
            Verb::Iterations => Request::Iterations,
            Verb::Statistics => Request::Statistics,
            Verb::Update => Request::Update(self.number()?),
            Verb::Prove => Request::Prove,
            Verb::Families => Request::Families,
            Verb::Propose => Request::Propose,
            Verb::Accept => Request::Accept(self.numbers()?),
            Verb::Hint => Request::Hint(self.all()?),
            Verb::Hints => Request::Hints,
            Verb::Unhint => Request::Unhint(self.number()?),
            Verb::Undo => Request::Undo,
            Verb::Save => Request::Save(self.all()?),
            Verb::Bound => Request::Bound(self.optional_number()?, self.optional_number()?),
            Verb::Run => Request::Run,
            Verb::Emit => self.emit()?,
            Verb::Check => Request::Check(self.checker()?),
            Verb::Trace => Request::Trace(self.word().map(str::to_string)),
            Verb::Example => Request::Example(self.word().map(str::to_string)),
            Verb::Step => Request::Step(self.optional_number()?.unwrap_or(1)),
            Verb::Back => Request::Back(self.optional_number()?.unwrap_or(1)),
            Verb::Goto => Request::Goto(self.number()?),
            Verb::Show => Request::Show,
            Verb::Help => Request::Help(self.word().map(find).transpose()?),
            Verb::Quit => Request::Quit,
        })
    }

    fn word(&mut self) -> Option<&'l str> {
        let (word, rest) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    fn needed(&mut self) -> Result<&'l str, String> {
        self.word().ok_or_else(|| format!("something is missing: the usage is `{}`", self.entry.usage()))
    }

    /// Returns the rest of the line.
    fn all(&mut self) -> Result<String, String> {
        self.needed_rest().map(str::to_string)
    }

    fn needed_rest(&mut self) -> Result<&'l str, String> {
        match std::mem::take(&mut self.rest) {
            "" => Err(format!("something is missing: the usage is `{}`", self.entry.usage())),
            rest => Ok(rest),
        }
    }

    fn number(&mut self) -> Result<usize, String> {
        let word = self.needed()?;
        word.parse().map_err(|_| format!("'{word}' is not a number: the usage is `{}`", self.entry.usage()))
    }

    fn optional_number(&mut self) -> Result<Option<usize>, String> {
        if self.rest.is_empty() { Ok(None) } else { self.number().map(Some) }
    }

    /// One number or more; none for `all`.
    fn numbers(&mut self) -> Result<Vec<usize>, String> {
        if self.rest == "all" {
            self.rest = "";
            return Ok(Vec::new());
        }
        let mut numbers = vec![self.number()?];
        while let Some(number) = self.optional_number()? {
            numbers.push(number);
        }
        Ok(numbers)
    }

    fn one_of<T: Copy>(&mut self, names: &[(&str, T)]) -> Result<T, String> {
        let word = self.needed()?;
        let found = names.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        found.ok_or_else(|| {
            let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
            format!("'{word}' is none of {}", names.join(", "))
        })
    }

    fn filter(&mut self) -> Result<Filter, String> {
        let mut filter = Filter::default();
        while let Some(word) = self.word() {
            let again = match word {
                "kind" => filter.kind.replace(self.one_of(PredicateKind::NAMES)?).is_some(),
                "var" => filter.variable.replace(self.needed()?.to_string()).is_some(),
                "text" => filter.text.replace(self.needed()?.to_string()).is_some(),
                "iteration" => filter.iteration.replace(self.number()?).is_some(),
                "status" => filter.status.replace(self.one_of(Status::NAMES)?).is_some(),
                "line" => filter.location.replace(format!("line {}", self.needed()?)).is_some(),
                location => filter.location.replace(location.to_string()).is_some(),
            };
            if again {
                return Err(format!("one filter of each sort: the usage is `{}`", self.entry.usage()));
            }
        }
        Ok(filter)
    }

    fn emit(&mut self) -> Result<Request, String> {
        let language = self.one_of(Language::NAMES)?;
        let mut property = None;
        if let Some(rest) = self.rest.strip_prefix("ltl ") {
            if language != Language::Sr {
                return Err("only S/R has a text for each temporal property: leave `ltl` out".to_string());
            }
            self.rest = rest.trim_start();
            property = Some(self.needed()?.to_string());
        }
        let file = if self.rest.is_empty() { None } else { Some(self.all()?) };
        Ok(Request::Emit { language, property, file })
    }

    fn checker(&mut self) -> Result<Option<Checker>, String> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.one_of(Checker::NAMES).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{TABLE, completions};

    #[test]
    fn commands_may_be_abbreviated_when_unambiguous() {
        assert_eq!(parse("  w 12 "), Ok(Request::Why(12)));
        assert_eq!(parse("edge 3"), Ok(Request::Update(3)));
        assert_eq!(parse("hint a @ b ~> *"), Ok(Request::Hint("a @ b ~> *".into())));
        assert_eq!(parse("hints"), Ok(Request::Hints));
        assert_eq!(parse("s"), Err("'s' could be statistics, save, step, show".into()));
        assert_eq!(parse("frobnicate"), Err("there is no command 'frobnicate' (try `help`)".into()));
    }

    #[test]
    fn empty_lines_and_comments_do_nothing() {
        assert_eq!(parse(" \t"), Ok(Request::Nothing));
        assert_eq!(parse("# why 12"), Ok(Request::Nothing));
    }

    #[test]
    fn filters_combine_in_any_order() {
        let wanted = Filter {
            location: Some("line 9".into()),
            kind: Some(PredicateKind::Reach),
            variable: Some("t".into()),
            text: Some("x->n".into()),
            iteration: Some(2),
            status: Some(Status::Open),
        };
        let lines = [
            "predicates line 9 kind reach var t text x->n iteration 2 status open",
            "predicates status open iteration 2 text x->n var t kind reach line 9",
        ];
        for line in lines {
            assert_eq!(parse(line), Ok(Request::Predicates(wanted.clone())), "{line}");
        }
        assert_eq!(parse("predicates kind ring").unwrap_err().split_whitespace().next(), Some("'ring'"));
        assert!(parse("predicates n1 n2").unwrap_err().starts_with("one filter of each sort"));
    }

    #[test]
    fn wrong_arguments_are_refused_with_the_usage() {
        assert_eq!(parse("why"), Err("something is missing: the usage is `why N`".into()));
        assert_eq!(parse("why me"), Err("'me' is not a number: the usage is `why N`".into()));
        assert_eq!(parse("why 1 2"), Err("'2' is too much: the usage is `why N`".into()));
        assert_eq!(parse("why -1"), Err("'-1' is not a number: the usage is `why N`".into()));
        assert_eq!(
            parse("why 99999999999999999999999"),
            Err("'99999999999999999999999' is not a number: the usage is `why N`".into())
        );
        assert_eq!(parse("emit latex"), Err("'latex' is none of promela, sr, aiger, blif, btor2, smv".into()));
    }

    #[test]
    fn files_may_have_blanks_in_their_names() {
        assert_eq!(parse("save my hints.hints"), Ok(Request::Save("my hints.hints".into())));
        let emit = Request::Emit { language: Language::Sr, property: Some("kept".into()), file: Some("a b".into()) };
        assert_eq!(parse("emit sr ltl kept a b"), Ok(emit));
    }

    #[test]
    fn every_command_has_help_and_a_name_of_its_own() {
        let mut names: Vec<&str> = TABLE.iter().flat_map(CommandRow::names).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(TABLE.iter().all(|entry| !entry.summary.is_empty() && !entry.details.is_empty()));
    }

    #[test]
    fn the_beginning_of_a_name_is_completed() {
        assert_eq!(completions("hi"), ["hint", "hints"]);
        assert_eq!(completions("x"), [""; 0]);
    }
}
