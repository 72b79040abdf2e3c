//! C programs that show errors to a compiler's sanitizers: a test harness for each run that has an error.
//!
//! The harness gives the program the inputs of the run: arguments, standard input, the values of inputs, failing
//! allocations, or the initial heap of a procedure. Its comments say how to compile it, what to expect, and what cannot
//! be shown. A whole program is compiled separately, with its `main` renamed. A procedure may be `static`, so its file
//! is included.
//!
//! The harness includes no header, so that it cannot conflict with a declaration of the program: it declares system
//! functions under its own names, bound to their symbols.
//!
//! Never writes a file, and never runs a compiler.
//!
//! | file | what stands there |
//! |---|---|
//! | `contracted` | functions that only a contract is known of |
//! | `given` | what the run was given, in terms of C |
//! | `elsewhere` | objects that another file defines |
//! | `sighting` | what a sanitizer says of an error |
//! | `start` | the heap and the values with which a procedure is called |
//! | `support` | functions that the program needs and no library has |

mod contracted;
mod elsewhere;
mod given;
mod sighting;
mod start;
mod support;

use std::fmt::Write;

use crate::contracted::ContractedCalls;
use crate::given::GivenInputs;
use base::shell::quoted;
use base::{SourceMap, SourcePosition};
use ctype::DataModel;
use pipeline::confirmer::{FoundError, Run, RunRules, SoughtError};
use program::witness::{ChoiceKind, Witness};
use program::{Command, LibraryFunction, Program};
use spec::Question;

pub use sighting::Sighting;

/// First line of every harness. A file that begins otherwise was not written by Damson.
pub const FIRST_LINE: &str = "// Written by damson bmc --harness.";
/// The compiler's options for sanitizers.
const SANITIZERS: &str = "-fsanitize=address,undefined,float-cast-overflow";
/// The new name of the program's `main`.
const PROGRAM_MAIN: &str = "damson_main";

#[derive(Clone, Debug)]
pub struct CompiledProgram<'c> {
    /// Its C files, at least one.
    pub files: &'c [String],
    /// Options for the preprocessor, the same for all files.
    pub options: &'c [String],
    /// The folder of the harness.
    pub folder: &'c str,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harness {
    pub name: String,
    pub text: String,
    /// What to expect, or why nothing is seen.
    pub sighting: Sighting,
}

/// A harness under construction.
struct Draft<'h> {
    task: Question<'h>,
    rules: RunRules,
    sources: &'h SourceMap,
    sought: &'h SoughtError,
    witness: &'h Witness,
    run: &'h Run,
    compiled: &'h CompiledProgram<'h>,
    position: SourcePosition,
    /// Why it does not show the error, or may not.
    doubts: Vec<String>,
}

/// Returns a harness for each error that a run has. Their names are distinct.
pub fn harnesses(
    task: Question<'_>,
    rules: RunRules,
    sources: &SourceMap,
    found: &[FoundError],
    compiled: &CompiledProgram<'_>,
) -> Vec<Harness> {
    let mut made: Vec<Harness> = Vec::new();
    for FoundError { sought, witness, run } in found {
        let Ok(run) = run else { continue };
        let Some(entry) = task.program.functions.get(task.entry) else { continue };
        let position = sources.position(run.span.or(sought.span).unwrap_or(entry.span));
        let base = format!("{}-line-{}", sought.kind.word(), position.line);
        let count = made
            .iter()
            .filter(|known| known.name == format!("{base}.c") || known.name.starts_with(&format!("{base}-")))
            .count();
        let name = if count == 0 { format!("{base}.c") } else { format!("{base}-{}.c", count + 1) };
        let draft = Draft { task, rules, sources, sought, witness, run, compiled, position, doubts: Vec::new() };
        made.push(draft.finished(name));
    }
    made
}

impl Draft<'_> {
    fn program(&self) -> &Program {
        self.task.program
    }

    /// Returns true if the program uses `alloca`.
    fn has_stack_blocks(&self) -> bool {
        let is_it = |command: &Command| matches!(command, Command::Library { function: LibraryFunction::Alloca, .. });
        // Lowering turns calls with a constant size into variables.
        let is_made = self.program().variables.iter().any(|variable| variable.name.starts_with("alloca#"));
        is_made || self.program().edges().any(|edge| is_it(&edge.command))
    }

    fn finished(mut self, name: String) -> Harness {
        let contracted = ContractedCalls::of(&self);
        let mut given = GivenInputs::of(self.run, self.task.program, (self.sources, &contracted.steps));
        given.defined = contracted.names(self.task.program);
        self.doubts.extend(given.doubts.iter().cloned());
        if self.witness.chosen.iter().any(|chosen| matches!(chosen.kind, ChoiceKind::Unwritten(..))) {
            self.doubts.push("it depends on a value that was never written".into());
        }
        let program = self.task.program;
        let source = program.functions.get(self.task.entry).map_or("", |entry| self.sources.text(entry.span.file));
        let mut body = String::new();
        let is_procedure = self.witness.entry.is_some();
        if is_procedure {
            let _ = writeln!(body, "#include \"{}\"\n", self.entry_file());
        }
        for renamed in self.renamed(&given) {
            let _ = writeln!(body, "#undef {renamed}");
        }
        body.push_str(support::COMMON);
        body.push_str(&given.text());
        let (text, doubts) = support::functions(program, (source, self.sources), &given);
        body.push_str(&text);
        self.doubts.extend(doubts);
        body.push_str(&contracted.text(&mut self));
        let (text, doubts) = elsewhere::objects(program, (!is_procedure).then_some(&given));
        body.push_str(&text);
        self.doubts.extend(doubts);
        let start = if is_procedure { self.procedure_start(&given) } else { self.program_start(&given) };
        body.push_str(&start);
        let sighting = match self.doubts.first() {
            Some(doubt) => Sighting::Nothing(doubt.clone()),
            None => sighting::of(&self, &given),
        };
        let mut text = format!("{FIRST_LINE}\n");
        for line in self.comments(&name, &given, &sighting) {
            let _ = writeln!(text, "{}", comment(&line));
        }
        text.push('\n');
        text.push_str(&body);
        Harness { name, text, sighting }
    }

    /// Returns the file with the procedure that the run begins with.
    fn entry_file(&self) -> &str {
        let entry = self.program().functions.get(self.task.entry);
        let named = entry.map(|entry| self.sources.position(entry.span).file);
        let mut files = self.compiled.files.iter();
        let first = files.clone().next().map_or("", String::as_str);
        files.find(|file| named.as_ref() == Some(*file)).map_or(first, String::as_str)
    }

    /// Returns the names that are renamed when the program is compiled.
    fn renamed(&self, given: &GivenInputs) -> Vec<&'static str> {
        let mut renamed = vec!["main"];
        if given.allocations_fail() {
            renamed.extend(support::ALLOCATORS);
        }
        if given.opens_files() {
            renamed.push("fopen");
        }
        renamed
    }

    fn comments(&self, name: &str, given: &GivenInputs, sighting: &Sighting) -> Vec<String> {
        let mut lines =
            vec![format!("{}: {} [{}]", self.position, self.run.message, self.sought.kind.word()), String::new()];
        lines.push("Compile and run it where Damson was run:".into());
        let folder = self.compiled.folder;
        let path = format!("{folder}/{name}");
        let binary = path.trim_end_matches(".c");
        let compiler = match sighting {
            Sighting::Seen { compiler: Some(compiler), .. } => compiler,
            _ => "cc",
        };
        let mut command: Vec<String> = [compiler, "-g", "-w", "-fno-builtin", SANITIZERS].map(String::from).into();
        if self.program().types.model() == DataModel::Ilp32 {
            command.push("-m32".into());
        }
        command.extend(self.compiled.options.iter().map(|option| quoted(option)));
        command.extend(self.renamed(given).iter().map(|name| match *name {
            "main" => format!("-Dmain={PROGRAM_MAIN}"),
            name => format!("-D{name}=damson_{name}"),
        }));
        if self.witness.entry.is_some() {
            command.extend(["-iquote".into(), ".".into()]);
        }
        command.push(quoted(&path));
        let beside: Vec<&String> = self
            .compiled
            .files
            .iter()
            .filter(|file| self.witness.entry.is_none() || *file != self.entry_file())
            .collect();
        // A preprocessed file is preprocessed again, to rename `main`.
        let (plain, other): (Vec<&String>, Vec<&String>) = beside.into_iter().partition(|file| file.ends_with(".c"));
        command.extend(plain.into_iter().map(|file| quoted(file)));
        if !other.is_empty() {
            command.extend(["-x".into(), "c".into()]);
            command.extend(other.into_iter().map(|file| quoted(file)));
        }
        let runs = if binary.contains('/') { quoted(binary) } else { quoted(&format!("./{binary}")) };
        lines.push(format!("    {} -o {} && {runs}", command.join(" "), quoted(binary)));
        lines.push(String::new());
        match sighting {
            Sighting::Seen { by, compiler, words } => {
                let words = words.join(", or ");
                lines.push(format!("To be seen, by {by}: {words}."));
                lines.extend(compiler.map(|compiler| format!("Other compilers than {compiler} may not show it.")));
            }
            Sighting::Nothing(why) => lines.push(format!("This does not show it: {why}.")),
        }
        lines.extend(self.doubts.iter().skip(1).map(|doubt| format!("Nor is this shown: {doubt}.")));
        lines.push("Never shown: values that were never written, an access that lands in another block, what a specification says,".into());
        lines.push("and the order of evaluation where C leaves it open.".into());
        if self.witness.entry.is_none() {
            lines.push("Arguments that the harness is given go to the program, behind those of the run.".into());
        }
        lines
    }

    /// Returns `main`, for a run that begins with the program's own `main`.
    fn program_start(&mut self, given: &GivenInputs) -> String {
        let arguments = self.witness.arguments().unwrap_or_default();
        let mut out = String::from("// The arguments of the program.\n");
        for (index, argument) in arguments.iter().enumerate() {
            let _ =
                writeln!(out, "static char damson_argument_{index}[{}] = {};", argument.len() + 1, literal(argument));
        }
        let names: Vec<String> = (0..arguments.len()).map(|index| format!("damson_argument_{index}, ")).collect();
        let count = arguments.len();
        let _ = writeln!(out, "static char *damson_arguments[{}] = {{{}0}};", count + 1, names.concat());
        let _ = writeln!(out, "static char *damson_environment[1] = {{0}};");
        let _ = writeln!(out, "extern int damson_program(int, char **, char **) __asm__(\"{PROGRAM_MAIN}\");\n");
        out.push_str("int main(int count, char **more) {\n");
        out.push_str(support::FIRST);
        out.push_str(&given.preparation());
        let _ = writeln!(
            out,
            "    if (count < 2) {{\n        damson_program({count}, damson_arguments, damson_environment);\n        return 0;\n    }}"
        );
        let _ = writeln!(out, "    char *all[{count} + count];");
        let _ =
            writeln!(out, "    for (int index = 0; index < {count}; index++) all[index] = damson_arguments[index];");
        let _ =
            writeln!(out, "    for (int index = 1; index <= count; index++) all[{count} + index - 1] = more[index];");
        let _ = writeln!(out, "    damson_program({count} + count - 1, all, damson_environment);\n    return 0;\n}}");
        out
    }
}

/// Formats a comment line: without line breaks, and without a backslash at its end, which would continue the comment.
fn comment(line: &str) -> String {
    let plain = |character: char| if character.is_control() { ' ' } else { character };
    let line: String = line.chars().map(plain).collect();
    match line.as_str() {
        "" => "//".into(),
        line if line.ends_with('\\') => format!("// {line} ."),
        line => format!("// {line}"),
    }
}

/// Formats bytes as a string literal.
fn literal(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for (index, byte) in bytes.iter().enumerate() {
        if index > 0 && index % 64 == 0 {
            out.push_str("\"\n    \"");
        }
        match byte {
            b'"' | b'\\' | b'?' => {
                let _ = write!(out, "\\{}", char::from(*byte));
            }
            b' '..=b'~' => out.push(char::from(*byte)),
            // Three digits, so that the next character cannot extend the escape.
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('"');
    out
}
