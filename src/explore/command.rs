//! The commands of an exploration: one table of names, arguments and help, from which the parser, the help and the
//! completion of names are derived.

/// Which command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// `locations`
    Locations,
    /// `predicates`
    Predicates,
    /// `why`
    Why,
    /// `causes`
    Causes,
    /// `iterations`
    Iterations,
    /// `statistics`
    Statistics,
    /// `update`
    Update,
    /// `hint`
    Hint,
    /// `hints`
    Hints,
    /// `unhint`
    Unhint,
    /// `save`
    Save,
    /// `bound`
    Bound,
    /// `run`
    Run,
    /// `emit`
    Emit,
    /// `check`
    Check,
    /// `trace`
    Trace,
    /// `step`
    Step,
    /// `back`
    Back,
    /// `goto`
    Goto,
    /// `show`
    Show,
    /// `help`
    Help,
    /// `quit`
    Quit,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Which command.
    pub verb: Verb,
    /// Its name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Its arguments.
    pub arguments: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// More about it.
    pub details: &'static str,
}

const fn entry(
    verb: Verb,
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    details: &'static str,
) -> Entry {
    Entry { verb, name, aliases: &[], arguments, summary, details }
}

/// All commands, in the order of `help`.
pub const TABLE: &[Entry] = &[
    entry(
        Verb::Locations,
        "locations",
        "",
        "list the locations of the procedure",
        "Each line: name, number of predicates there, the C line. The name can be written in hints and after \
         `predicates`.",
    ),
    entry(
        Verb::Predicates,
        "predicates",
        "[LOCATION] [kind K] [var NAME] [text WORD] [iteration I] [status S]",
        "list predicates, all or those that pass every filter",
        "Each line: number, predicate and location, and what became of it. A number means the same predicate at the same \
         location until the end of the session.\n\
         K: reach, reachp, dshared, cyclic, equal, less, allocated.\n\
         NAME: a variable or symbol that occurs in the predicate.\n\
         WORD: a part of the predicate's text; blanks do not count.\n\
         I: the iteration that found it (0: properties and guards).\n\
         S: computed, hinted (a hint stands for it), open (not worked on within the bound: either value).",
    ),
    entry(
        Verb::Why,
        "why",
        "N",
        "the chain of weakest preconditions that produced predicate N",
        "Leads from the predicate to the statement of the specification or the guard that started the chain; the shortest \
         chain where there are several.",
    ),
    entry(
        Verb::Causes,
        "causes",
        "N",
        "what predicate N caused",
        "The predicates that occur in its weakest preconditions or in the hint that stands for it, and how many follow \
         from it in all.",
    ),
    entry(
        Verb::Iterations,
        "iterations",
        "",
        "how many predicates arose in each iteration",
        "Iteration 0 holds the predicates of properties and guards. A pair is a predicate at a location; a predicate is \
         new when no earlier iteration had it at any location.",
    ),
    entry(
        Verb::Statistics,
        "statistics",
        "",
        "figures of the last run",
        "Iterations, pairs, kinds of predicates, and the size of the boolean program.",
    ),
    Entry {
        verb: Verb::Update,
        name: "update",
        aliases: &["edge"],
        arguments: "N",
        summary: "how predicate N gets its value: the assignment over each edge into its location",
        details: "For each edge: the C command and where it is, when the edge can be taken, and the predicate's weakest \
                  precondition over it, simplified. `*` is either value.",
    },
    entry(
        Verb::Hint,
        "hint",
        "PREDICATE @ LOCATION ~> FORMULA",
        "add an approximation hint",
        "Written as in a hints file, for example\n\
         \u{20}   hint x == x->n+ @ n4 ~> if !cyclic[;n](x) then false else *\n\
         It takes effect with the next `run`.",
    ),
    entry(
        Verb::Hints,
        "hints",
        "",
        "list the hints, with their use in the last run",
        "Each line: number, hint, how many predicates it stood for, and whether it was found unsound on a small heap; \
         then the heap is shown.",
    ),
    entry(
        Verb::Unhint,
        "unhint",
        "N",
        "drop hint N",
        "It takes effect with the next `run`. Numbers of other hints stay.",
    ),
    entry(
        Verb::Save,
        "save",
        "FILE",
        "write the hints to a file",
        "The file can be given with --hints. An existing file is replaced.",
    ),
    entry(
        Verb::Bound,
        "bound",
        "[K]",
        "set the most iterations of a run; without K, tell them",
        "It takes effect with the next `run`.",
    ),
    entry(
        Verb::Run,
        "run",
        "",
        "abstract again with the present hints and bound, and tell what changed",
        "Tells the figures before and after, and the predicates that were lost and gained.",
    ),
    entry(
        Verb::Emit,
        "emit",
        "promela|sr [ltl NAME] [FILE]",
        "write the boolean program for SPIN (promela) or COSPAN (sr)",
        "Without FILE it is printed. S/R holds the assertions, or with `ltl NAME` one temporal property; Promela always \
         holds all properties.",
    ),
    entry(
        Verb::Check,
        "check",
        "[builtin|spin]",
        "decide the properties of the specification",
        "By the checker that is named (else that of --checker), and by concrete runs on small heaps. A property that the \
         boolean program does not have is only called violated when a concrete run breaks it. Whether all memory accesses \
         are valid is not asked here: use `damson verify`.",
    ),
    entry(
        Verb::Trace,
        "trace",
        "[ID]",
        "begin to step through the counterexample of a property",
        "ID as `check` prints it; without it, the first property that has a counterexample. Checks first if `check` was not \
         used since the last run. Then use step, back, goto and show.",
    ),
    entry(
        Verb::Step,
        "step",
        "[COUNT]",
        "go on in the counterexample",
        "Shows the C line, the predicates that changed, and those whose value was an open choice (*).",
    ),
    entry(Verb::Back, "back", "[COUNT]", "go back in the counterexample", "Shows where that leads."),
    entry(
        Verb::Goto,
        "goto",
        "K",
        "go to step K of the counterexample",
        "Step 0 is the start, before the first command.",
    ),
    entry(
        Verb::Show,
        "show",
        "",
        "all predicates at this step of the counterexample",
        "With the values that they have after the step.",
    ),
    entry(Verb::Help, "help", "[COMMAND]", "list the commands, or tell more about one", "Commands may be abbreviated."),
    Entry {
        verb: Verb::Quit,
        name: "quit",
        aliases: &["exit"],
        arguments: "",
        summary: "leave",
        details: "The end of the input does the same. Hints that were not saved are lost.",
    },
];

/// The kinds of predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `reach`
    Reach,
    /// `reachp`
    Reachp,
    /// `dshared`
    Dshared,
    /// `cyclic`
    Cyclic,
    /// `==`
    Equal,
    /// `<`
    Less,
    /// `allocated`
    Allocated,
}

impl Kind {
    /// All kinds with their names.
    pub const NAMES: &[(&str, Kind)] = &[
        ("reach", Kind::Reach),
        ("reachp", Kind::Reachp),
        ("dshared", Kind::Dshared),
        ("cyclic", Kind::Cyclic),
        ("equal", Kind::Equal),
        ("less", Kind::Less),
        ("allocated", Kind::Allocated),
    ];
}

/// What became of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Its weakest preconditions were computed.
    Computed,
    /// A hint stands for it.
    Hinted,
    /// It was not worked on within the bound.
    Open,
}

impl Status {
    const NAMES: &[(&str, Status)] =
        &[("computed", Status::Computed), ("hinted", Status::Hinted), ("open", Status::Open)];
}

/// What `predicates` lists; `None` passes all.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Only at this location, as written.
    pub location: Option<String>,
    /// Only of this kind.
    pub kind: Option<Kind>,
    /// Only with this variable or symbol.
    pub variable: Option<String>,
    /// Only with this text, without blanks.
    pub text: Option<String>,
    /// Only those that this iteration found.
    pub iteration: Option<usize>,
    /// Only with this status.
    pub status: Option<Status>,
}

/// The languages of `emit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// For SPIN.
    Promela,
    /// For COSPAN.
    Sr,
}

/// Who decides a `check`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckerChoice {
    /// Our own search.
    BuiltIn,
    /// The real SPIN.
    Spin,
}

/// A command with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An empty line or a comment.
    Nothing,
    /// `locations`
    Locations,
    /// `predicates`
    Predicates(Filter),
    /// `why N`
    Why(usize),
    /// `causes N`
    Causes(usize),
    /// `iterations`
    Iterations,
    /// `statistics`
    Statistics,
    /// `update N`
    Update(usize),
    /// `hint …`, without the word `hint`
    Hint(String),
    /// `hints`
    Hints,
    /// `unhint N`
    Unhint(usize),
    /// `save FILE`
    Save(String),
    /// `bound [K]`
    Bound(Option<usize>),
    /// `run`
    Run,
    /// `emit`
    Emit {
        /// In which language.
        language: Language,
        /// Which temporal property.
        property: Option<String>,
        /// Where to.
        file: Option<String>,
    },
    /// `check`
    Check(Option<CheckerChoice>),
    /// `trace [ID]`
    Trace(Option<String>),
    /// `step [COUNT]`
    Step(usize),
    /// `back [COUNT]`
    Back(usize),
    /// `goto K`
    Goto(usize),
    /// `show`
    Show,
    /// `help [COMMAND]`
    Help(Option<&'static Entry>),
    /// `quit`
    Quit,
}

impl Entry {
    /// The name with its arguments.
    pub fn usage(&self) -> String {
        if self.arguments.is_empty() { self.name.to_string() } else { format!("{} {}", self.name, self.arguments) }
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The commands that a word may be the beginning of.
pub fn completions(word: &str) -> Vec<&'static str> {
    let names = TABLE.iter().flat_map(Entry::names);
    names.filter(|name| name.starts_with(word)).collect()
}

/// The command of this name or of which this is an unambiguous beginning.
pub fn find(word: &str) -> Result<&'static Entry, String> {
    if let Some(exact) = TABLE.iter().find(|entry| entry.names().any(|name| name == word)) {
        return Ok(exact);
    }
    let starts = |entry: &&Entry| entry.names().any(|name| name.starts_with(word));
    let fitting: Vec<&Entry> = TABLE.iter().filter(starts).collect();
    match fitting.as_slice() {
        [only] => Ok(only),
        [] => Err(format!("there is no command '{word}' (try `help`)")),
        several => {
            let names: Vec<&str> = several.iter().map(|entry| entry.name).collect();
            Err(format!("'{word}' could be {}", names.join(", ")))
        }
    }
}

/// Reads a line. An error is one sentence.
pub fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(Command::Nothing);
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

/// The arguments that are not read yet.
struct Arguments<'l> {
    entry: &'static Entry,
    rest: &'l str,
}

impl<'l> Arguments<'l> {
    fn command(&mut self) -> Result<Command, String> {
        Ok(match self.entry.verb {
            Verb::Locations => Command::Locations,
            Verb::Predicates => Command::Predicates(self.filter()?),
            Verb::Why => Command::Why(self.number()?),
            Verb::Causes => Command::Causes(self.number()?),
            Verb::Iterations => Command::Iterations,
            Verb::Statistics => Command::Statistics,
            Verb::Update => Command::Update(self.number()?),
            Verb::Hint => Command::Hint(self.all()?),
            Verb::Hints => Command::Hints,
            Verb::Unhint => Command::Unhint(self.number()?),
            Verb::Save => Command::Save(self.all()?),
            Verb::Bound => Command::Bound(self.optional_number()?),
            Verb::Run => Command::Run,
            Verb::Emit => self.emit()?,
            Verb::Check => Command::Check(self.checker()?),
            Verb::Trace => Command::Trace(self.word().map(str::to_string)),
            Verb::Step => Command::Step(self.optional_number()?.unwrap_or(1)),
            Verb::Back => Command::Back(self.optional_number()?.unwrap_or(1)),
            Verb::Goto => Command::Goto(self.number()?),
            Verb::Show => Command::Show,
            Verb::Help => Command::Help(self.word().map(find).transpose()?),
            Verb::Quit => Command::Quit,
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

    /// Everything that is left.
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
                "kind" => filter.kind.replace(self.one_of(Kind::NAMES)?).is_some(),
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

    fn emit(&mut self) -> Result<Command, String> {
        let language = self.one_of(&[("promela", Language::Promela), ("sr", Language::Sr)])?;
        let mut property = None;
        if let Some(rest) = self.rest.strip_prefix("ltl ") {
            if language == Language::Promela {
                return Err("Promela holds all properties: leave `ltl` out".to_string());
            }
            self.rest = rest.trim_start();
            property = Some(self.needed()?.to_string());
        }
        let file = if self.rest.is_empty() { None } else { Some(self.all()?) };
        Ok(Command::Emit { language, property, file })
    }

    fn checker(&mut self) -> Result<Option<CheckerChoice>, String> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.one_of(&[("builtin", CheckerChoice::BuiltIn), ("spin", CheckerChoice::Spin)]).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_may_be_abbreviated_when_unambiguous() {
        assert_eq!(parse("  w 12 "), Ok(Command::Why(12)));
        assert_eq!(parse("edge 3"), Ok(Command::Update(3)));
        assert_eq!(parse("hint a @ b ~> *"), Ok(Command::Hint("a @ b ~> *".into())));
        assert_eq!(parse("hints"), Ok(Command::Hints));
        assert_eq!(parse("s"), Err("'s' could be statistics, save, step, show".into()));
        assert_eq!(parse("frobnicate"), Err("there is no command 'frobnicate' (try `help`)".into()));
    }

    #[test]
    fn empty_lines_and_comments_do_nothing() {
        assert_eq!(parse(" \t"), Ok(Command::Nothing));
        assert_eq!(parse("# why 12"), Ok(Command::Nothing));
    }

    #[test]
    fn filters_combine_in_any_order() {
        let wanted = Filter {
            location: Some("line 9".into()),
            kind: Some(Kind::Reach),
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
            assert_eq!(parse(line), Ok(Command::Predicates(wanted.clone())), "{line}");
        }
        assert_eq!(parse("predicates kind tree").unwrap_err().split_whitespace().next(), Some("'tree'"));
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
        assert_eq!(parse("emit latex"), Err("'latex' is none of promela, sr".into()));
    }

    #[test]
    fn files_may_have_blanks_in_their_names() {
        assert_eq!(parse("save my hints.hints"), Ok(Command::Save("my hints.hints".into())));
        let emit = Command::Emit { language: Language::Sr, property: Some("kept".into()), file: Some("a b".into()) };
        assert_eq!(parse("emit sr ltl kept a b"), Ok(emit));
    }

    #[test]
    fn every_command_has_help_and_a_name_of_its_own() {
        let mut names: Vec<&str> = TABLE.iter().flat_map(Entry::names).collect();
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
