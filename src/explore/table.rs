//! The table of commands of an exploration: names, arguments and help. The parser, the help and the completion of names
//! are derived from it.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    Locations,
    Flow,
    Predicates,
    Why,
    Causes,
    Iterations,
    Statistics,
    Update,
    Prove,
    Families,
    Propose,
    Accept,
    Hint,
    Hints,
    Unhint,
    Undo,
    Save,
    Bound,
    Run,
    Emit,
    Check,
    Trace,
    Example,
    Step,
    Back,
    Goto,
    Show,
    Help,
    Quit,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommandRow {
    pub verb: Verb,
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    /// The arguments, in the notation of the help.
    pub arguments: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Further help.
    pub details: &'static str,
}

const fn entry(
    verb: Verb,
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    details: &'static str,
) -> CommandRow {
    CommandRow { verb, name, aliases: &[], arguments, summary, details }
}

/// All commands, in the order of `help`.
pub const TABLE: &[CommandRow] = &[
    entry(
        Verb::Locations,
        "locations",
        "",
        "list the locations of the procedure",
        "Each line: name, number of predicates there, the C line. The name can be written in hints and after \
         `predicates`.",
    ),
    entry(
        Verb::Flow,
        "flow",
        "",
        "list the edges of the flowchart",
        "Each line: the location where the edge starts, the C text, and the location that it leads to.",
    ),
    entry(
        Verb::Predicates,
        "predicates",
        "[LOCATION] [kind K] [var NAME] [text WORD] [iteration I] [status S]",
        "list predicates, all or those that pass every filter",
        "Each line: number, predicate and location, and its status. A number means the same predicate at the same \
         location until the end of the session.\n\
         K: reach, reachp, dshared, cyclic, tree, forall, each, count, equal, less, allocated.\n\
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
    CommandRow {
        verb: Verb::Update,
        name: "update",
        aliases: &["edge"],
        arguments: "N",
        summary: "how predicate N gets its value: the assignment over each edge into its location",
        details: "For each edge: the C command and where it is, when the edge can be taken, and the predicate's weakest \
                  precondition over it, simplified. `*` is either value.",
    },
    entry(
        Verb::Prove,
        "prove",
        "",
        "prove the properties as `damson verify` does, and take over the hints that it proposes",
        "All engines work on the properties. Hints that proved something are added, and the abstraction runs again with them, \
         as far as `damson verify` went. A session begins with this unless `--no-auto` is given.",
    ),
    entry(
        Verb::Families,
        "families",
        "",
        "list the predicates that grow from one iteration of a loop to the next",
        "Each family: its location, what its members have in common, the edge that makes it grow, and its members by number. \
         `x->n+` stands for `x->n`, `x->n->n` and so on, `?A` for any further addresses to avoid. Families that hints \
         stand for are left out, and counted.",
    ),
    entry(
        Verb::Propose,
        "propose",
        "",
        "propose hints for the predicates that grow",
        "Each line: a number for `accept`, and the hint, which can be given as a command. A hint for one location of a loop is \
         often enough; it takes effect with the next `run`. Members that do not fit a template of the library get `*`.",
    ),
    entry(
        Verb::Accept,
        "accept",
        "N…|all",
        "add proposed hints by their numbers",
        "The numbers are those of `propose` since the last run. It takes effect with the next `run`.",
    ),
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
        Verb::Undo,
        "undo",
        "",
        "take back the last change of hints, of the bound, or the last run",
        "Takes back the last of hint, accept, unhint, bound, prove and run; up to 50 of them, one after the other.",
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
        "[K [PAIRS]]",
        "set the maximum number of iterations and of pairs; without K, print them",
        "A pair is a predicate at a location. It takes effect with the next `run`.",
    ),
    entry(
        Verb::Run,
        "run",
        "",
        "abstract again with the present hints and bound, and print what changed",
        "Prints the figures before and after, and the predicates that were lost and gained.",
    ),
    entry(
        Verb::Emit,
        "emit",
        "promela|sr|aiger|blif|btor2|smv [ltl NAME] [FILE]",
        "write the boolean program for another model checker",
        "Without FILE it is printed. S/R holds the assertions, or with `ltl NAME` one temporal property; the other languages \
         hold all properties.",
    ),
    entry(
        Verb::Check,
        "check",
        "[builtin|spin|abc]",
        "decide the properties of the specification",
        "By the checker that is named (else that of --checker), and by concrete runs on small heaps. A property that the \
         boolean program does not have is only called violated when a concrete run breaks it. Whether all memory accesses \
         are valid is not checked here: use `damson verify`.",
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
        Verb::Example,
        "example",
        "[ID]",
        "begin to step through the concrete run that breaks a property, with the heap at every step",
        "ID as `check` prints it; without it, the first property that a run breaks. Where no run is known, the steps lead to an error \
         that the shape analysis suspects. Then use step, back, goto and show. In the heap `+` marks what the step has changed, and \
         `!` a pointer to what was freed.",
    ),
    entry(
        Verb::Step,
        "step",
        "[COUNT]",
        "go on in the counterexample, or in the concrete run",
        "Shows the C line, the predicates that changed, and those whose value was an open choice (*); of a concrete run, the heap.",
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
    entry(Verb::Help, "help", "[COMMAND]", "list the commands, or explain one", "Commands may be abbreviated."),
    CommandRow {
        verb: Verb::Quit,
        name: "quit",
        aliases: &["exit"],
        arguments: "",
        summary: "leave",
        details: "The end of the input does the same. Hints that were not saved are lost.",
    },
];

impl CommandRow {
    /// Returns the name with its arguments.
    pub fn usage(&self) -> String {
        if self.arguments.is_empty() { self.name.to_string() } else { format!("{} {}", self.name, self.arguments) }
    }

    /// Returns the name and its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// Returns the command names with this prefix.
pub fn completions(word: &str) -> Vec<&'static str> {
    let names = TABLE.iter().flat_map(CommandRow::names);
    names.filter(|name| name.starts_with(word)).collect()
}

/// Returns the command with this name, or with this unambiguous prefix.
pub fn find(word: &str) -> Result<&'static CommandRow, String> {
    if let Some(exact) = TABLE.iter().find(|entry| entry.names().any(|name| name == word)) {
        return Ok(exact);
    }
    let starts = |entry: &&CommandRow| entry.names().any(|name| name.starts_with(word));
    let fitting: Vec<&CommandRow> = TABLE.iter().filter(starts).collect();
    match fitting.as_slice() {
        [only] => Ok(only),
        [] => Err(format!("there is no command '{word}' (try `help`)")),
        several => {
            let names: Vec<&str> = several.iter().map(|entry| entry.name).collect();
            Err(format!("'{word}' could be {}", names.join(", ")))
        }
    }
}
