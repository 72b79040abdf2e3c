//! `-D` and `-U`: compilers obey them in the order in which they are given, whichever they are.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::INPUT;

/// Macros that are defined or not before the first line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MacroOptions {
    /// `-DNAME=V` and `-UNAME`, in the order of the command line.
    pub arguments: Vec<String>,
}

/// The names of the two options within clap, and how their arguments begin.
const OPTIONS: [(&str, char); 2] = [("define", 'D'), ("undefine", 'U')];

impl Args for MacroOptions {
    fn augment_args(command: Command) -> Command {
        let option = |(id, letter): (&'static str, char)| {
            Arg::new(id).short(letter).action(ArgAction::Append).help_heading(INPUT)
        };
        let [define, undefine] = OPTIONS.map(option);
        command
            .arg(define.value_name("NAME[=V]").help("Define a macro"))
            .arg(undefine.value_name("NAME").help("Undefine a macro"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for MacroOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut found: Vec<(usize, String)> = Vec::new();
        for (id, letter) in OPTIONS {
            let indices = matches.indices_of(id).into_iter().flatten();
            let values = matches.get_many::<String>(id).into_iter().flatten();
            found.extend(indices.zip(values).map(|(index, value)| (index, format!("-{letter}{value}"))));
        }
        found.sort();
        Ok(MacroOptions { arguments: found.into_iter().map(|(_, argument)| argument).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
