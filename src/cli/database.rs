//! `-p DIR`: how the files of a project are compiled, from its `compile_commands.json`.
//!
//! Only what affects the preprocessor and the layout of types is taken from a command: all other options concern the
//! compiler only.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::options::ProgramInput;
use base::Diagnostic;

/// Name of the database file.
const NAME: &str = "compile_commands.json";
/// Options that take a path, relative to the compiler's working directory.
const WITH_PATH: [&str; 7] = ["-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-I"];
/// Options that take another argument.
const WITH_VALUE: [&str; 2] = ["-D", "-U"];
/// Options that change the meaning of types, which is not supported.
const CHANGING_TYPES: [&str; 11] = [
    "-funsigned-char",
    "-funsigned-bitfields",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-m16",
    "-mx32",
    "-malign-double",
    "-mms-bitfields",
    "-mlong-double-64",
    "-mlong-double-128",
];

/// Returns true if an option changes the meaning of types, so that it must not be ignored.
pub(super) fn changes_types(option: &str) -> bool {
    CHANGING_TYPES.iter().any(|known| option.split('=').next() == Some(*known))
}

/// Returns true if a compiler option can be ignored: warnings, optimisation, debugging, the processor, dependencies, linking.
pub(super) fn is_for_compilers(option: &str) -> bool {
    const WORDS: [&str; 21] = [
        "-w",
        "-c",
        "-s",
        "-pthread",
        "-pipe",
        "-pedantic",
        "-pedantic-errors",
        "-pg",
        "-pie",
        "-no-pie",
        "-static",
        "-shared",
        "-rdynamic",
        "-nostdlib",
        "-nostartfiles",
        "-nodefaultlibs",
        "-save-temps",
        "-MD",
        "-MMD",
        "-MP",
        "-xc",
    ];
    const BEGINNINGS: [&str; 12] =
        ["-W", "-O", "-g", "-f", "-l", "-L", "-march=", "-mtune=", "-mcpu=", "-mcmodel=", "-mno-", "-mfpmath="];
    WORDS.contains(&option)
        || BEGINNINGS.iter().any(|beginning| option.starts_with(beginning)) && !changes_types(option)
}

/// Returns true if an argument follows a compiler option that can be ignored.
pub(super) fn is_for_compilers_with_value(option: &str) -> bool {
    matches!(option, "-MF" | "-MT" | "-MQ")
}

/// Returns true if a compiler option affects the preprocessor and takes no argument.
pub(super) fn is_for_preprocessors(option: &str) -> bool {
    option.starts_with("-std=") || matches!(option, "-ansi" | "-nostdinc" | "-undef")
}

/// How one file is compiled.
#[derive(Deserialize)]
struct CompileCommand {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

impl CompileCommand {
    fn path(&self) -> PathBuf {
        self.directory.join(&self.file)
    }

    /// Returns true if this is a C file, as opposed to another language of the project.
    fn is_c(&self) -> bool {
        self.file.extension().is_some_and(|extension| extension == "c" || extension == "i")
    }

    /// Returns the arguments, starting with the compiler's name. `None` if quotes are not closed.
    fn words(&self) -> Option<Vec<String>> {
        match (&self.arguments, &self.command) {
            (Some(arguments), _) => Some(arguments.clone()),
            (None, Some(command)) => shlex::split(command),
            (None, None) => Some(Vec::new()),
        }
    }
}

/// Returns the programs that the options name, each as one file with its own options: the files of the command line, or
/// else all files of the database.
pub(super) fn units(options: &ProgramInput) -> Result<Vec<ProgramInput>, Diagnostic> {
    let alone = |file: &PathBuf| ProgramInput { files: vec![file.clone()], database: None, ..options.clone() };
    let Some(folder) = &options.database else { return Ok(options.files.iter().map(alone).collect()) };
    let commands = read(&folder.join(NAME))?;
    if options.files.is_empty() {
        let mut units: Vec<ProgramInput> = Vec::new();
        for command in commands.iter().filter(|command| command.is_c()) {
            let unit = with_command(alone(&shown(&command.path())), command)?;
            // A file may be compiled in more than one way.
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        let none = || Diagnostic::general(format!("{} names no C file", folder.join(NAME).display()));
        return if units.is_empty() { Err(none()) } else { Ok(units) };
    }
    let unit = |file: &PathBuf| {
        let wanted = std::fs::canonicalize(file).unwrap_or_else(|_| file.clone());
        let is_wanted =
            |command: &&CompileCommand| std::fs::canonicalize(command.path()).is_ok_and(|path| path == wanted);
        match commands.iter().find(is_wanted) {
            Some(command) => with_command(alone(file), command),
            None => Err(Diagnostic::general(format!(
                "{} does not say how {} is compiled",
                folder.join(NAME).display(),
                file.display()
            ))),
        }
    };
    options.files.iter().map(unit).collect()
}

/// Returns the first of some folders with a database that says how a file is compiled.
pub(super) fn folder_for(file: &Path, folders: &[PathBuf]) -> Option<PathBuf> {
    let wanted = std::fs::canonicalize(file).ok()?;
    let is_wanted = |command: &CompileCommand| std::fs::canonicalize(command.path()).is_ok_and(|path| path == wanted);
    let has = |folder: &&PathBuf| read(&folder.join(NAME)).is_ok_and(|commands| commands.iter().any(is_wanted));
    folders.iter().find(has).cloned()
}

fn read(path: &Path) -> Result<Vec<CompileCommand>, Diagnostic> {
    let name = path.display();
    let text =
        std::fs::read_to_string(path).map_err(|error| Diagnostic::general(format!("cannot read {name}: {error}")))?;
    serde_json::from_str(&text)
        .map_err(|error| Diagnostic::general(format!("{name} is no database of compile commands: {error}")))
}

/// Returns a path as users write it: relative, if the file is below the working directory.
pub(super) fn shown(path: &Path) -> PathBuf {
    let below = std::env::current_dir().ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    below.unwrap_or_else(|| path.into())
}

/// Adds the options of a file's command before those of the command line, which may override them.
fn with_command(mut unit: ProgramInput, command: &CompileCommand) -> Result<ProgramInput, Diagnostic> {
    let unreadable =
        || Diagnostic::general(format!("the quotes in the command for {} are not closed", command.file.display()));
    let words = command.words().ok_or_else(unreadable)?;
    let mut words = words.into_iter().skip(1);
    while let Some(word) = words.next() {
        let joined = |value: &str| command.directory.join(value).display().to_string();
        let option = WITH_PATH.iter().chain(&WITH_VALUE).find(|option| word.starts_with(**option));
        match option {
            Some(option) => {
                let rest = word.get(option.len()..).filter(|rest| !rest.is_empty()).map(str::to_string);
                let Some(value) = rest.or_else(|| words.next()) else { break };
                let value = if WITH_PATH.contains(option) { joined(&value) } else { value };
                unit.compiler_arguments.extend([(*option).to_string(), value]);
            }
            None if word == "-m32" => unit.bits = "32".into(),
            None if is_for_preprocessors(&word) => unit.compiler_arguments.push(word),
            None if changes_types(&word) => {
                let file = command.file.display();
                return Err(Diagnostic::general(format!(
                    "{file} is compiled with {word}, which gives types another meaning: not supported"
                )));
            }
            None => {}
        }
    }
    Ok(unit)
}

#[cfg(test)]
mod tests {
    use super::{CompileCommand, with_command};
    use crate::options::ProgramInput;

    #[test]
    fn a_command_gives_what_the_preprocessor_needs() {
        let text = r#"{ "directory": "/src", "file": "list.c", "command":
            "cc -c -O2 -Wall -Iinc -I /usr/x -DNAME='a b' -D N -UM -include config.h -isystem sys -std=c99 -m32 -o list.o list.c" }"#;
        let command: CompileCommand = serde_json::from_str(text).unwrap();
        let unit = with_command(ProgramInput::of("list.c".into()), &command).unwrap();
        let expected = "-I /src/inc -I /usr/x -D NAME=a b -D N -U M -include /src/config.h -isystem /src/sys -std=c99";
        assert_eq!(unit.compiler_arguments.join(" "), expected);
        assert_eq!(unit.bits, "32");
        let other: CompileCommand = serde_json::from_str(&text.replace("-Wall", "-funsigned-char")).unwrap();
        assert!(with_command(ProgramInput::of("list.c".into()), &other).is_err());
        // `long` has four bytes there.
        let other: CompileCommand = serde_json::from_str(&text.replace("-m32", "-mx32")).unwrap();
        assert!(with_command(ProgramInput::of("list.c".into()), &other).is_err());
        let broken: CompileCommand = serde_json::from_str(&text.replace("a b'", "a b")).unwrap();
        assert!(with_command(ProgramInput::of("list.c".into()), &broken).is_err());
    }
}
