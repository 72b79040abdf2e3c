//! The truth about subjects, from the system's C compiler: one program with many subjects, each run on all small inputs and
//! on random larger ones. Nothing of Damson takes part.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::code;
use super::procedures;
use super::specification::{Asked, Located, Tree};
use super::theme::Feature::*;
use super::{Cell, Subject};

const RUNTIME: &str = include_str!("../../../random_programs/constructs/runtime.c");
const DRIVER: &str = include_str!("../../../random_programs/constructs/driver.c");

/// Names at the top level, which are of one subject each.
const NAMES: &[&str] = &[
    "Node",
    "node",
    "Big",
    "big",
    "pair",
    "U",
    "color",
    "RED",
    "GREEN",
    "BLUE",
    "g",
    "h",
    "gp",
    "gi",
    "gip",
    "N",
    "M",
    "step",
    "make",
    "drop",
    "lost",
    "by_value",
    "sum",
    "second",
    "at_end",
    "compare",
    "unknown",
    "unknown_number",
    "unknown_store",
    "unknown_read",
    "unknown_nothing",
    "unknown_pointer",
    "unknown_pick",
    "unknown_caller",
    "any_node",
    "outside_node",
    "outside_number",
    "outside_link",
    "contracted_node",
    "contracted_number",
    "contracted_link",
    "callee",
    "subject",
    "T_Node",
    "T_PNode",
    "build_",
    "show_",
    "start_",
    "globals_",
    "temporal_",
    "types_",
    "kinds_",
    "constants_",
    "k",
    "T_",
];

/// Broken by a run, as reported: `62` and `63` are accesses and the program's own assertions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    pub what: usize,
    pub input: String,
}

pub const ACCESS: usize = 62;
pub const ASSERTION: usize = 63;

/// What the runs of one subject showed.
#[derive(Clone, Default, Debug)]
pub struct Truth {
    /// Broken whatever memory holds that was never written.
    pub broken: Vec<Broken>,
    /// Broken only with some of that.
    pub weak: Vec<usize>,
    pub runs: usize,
    /// All inputs of this number of nodes were tried.
    pub complete: i64,
    /// Runs that ended, that did not count, with a bad access, with other undefined behaviour, with a failed assertion, cut short.
    pub ends: [usize; 6],
}

impl Truth {
    pub fn breaks(&self, what: usize) -> Option<&Broken> {
        self.broken.iter().find(|broken| broken.what == what)
    }
}

/// The system's compiler, if there is one.
pub fn compiler() -> Option<&'static str> {
    ["gcc", "cc"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success()))
}

/// How many runs on inputs in order, and on random ones.
#[derive(Clone, Copy, Debug)]
pub struct Runs {
    pub ordered: usize,
    pub random: usize,
}

/// The truth about each; `Err` with the compiler's message where one is not C.
pub fn truths(
    compiler: &str,
    subjects: &[&Subject],
    runs: Runs,
    name: &str,
    flags: &[&str],
) -> Result<Vec<Truth>, String> {
    // Tests that run at the same time have batches of the same name.
    let (process, thread) = (std::process::id(), std::thread::current().id());
    let folder = std::env::temp_dir().join(format!("damson-campaign-{process}-{thread:?}"));
    std::fs::create_dir_all(&folder).map_err(|problem| problem.to_string())?;
    let source = folder.join(format!("{name}.c"));
    let binary = folder.join(name);
    std::fs::write(&source, text(subjects)).map_err(|problem| problem.to_string())?;
    let result = compile_and_run(compiler, &source, &binary, runs, flags);
    if std::env::var_os("DAMSON_KEEP").is_none() {
        let _ = std::fs::remove_file(&source);
        let _ = std::fs::remove_file(&binary);
        let _ = std::fs::remove_dir(&folder);
    }
    let output = result?;
    let truths = read(&output);
    match truths.len() == subjects.len() {
        true => Ok(truths),
        false => Err(format!("the program stopped after {} subjects", truths.len())),
    }
}

fn compile_and_run(
    compiler: &str,
    source: &PathBuf,
    binary: &Path,
    runs: Runs,
    flags: &[&str],
) -> Result<String, String> {
    let compiled = Command::new(compiler)
        .args([
            "-w",
            "-O0",
            "-fno-strict-aliasing",
            "-fno-builtin",
            "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,bounds",
        ])
        .args(["-fsanitize-undefined-trap-on-error", "-o"])
        .arg(binary)
        .args(flags)
        .arg(source)
        .output()
        .map_err(|problem| problem.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).lines().take(12).collect::<Vec<_>>().join("\n"));
    }
    let ran = Command::new("timeout")
        .arg("120")
        .arg(binary)
        .args([runs.ordered.to_string(), runs.random.to_string()])
        .output()
        .map_err(|problem| problem.to_string())?;
    Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
}

fn read(output: &str) -> Vec<Truth> {
    let mut found: Vec<Truth> = Vec::new();
    let mut open = None;
    for line in output.lines() {
        let (kind, rest) = line.split_at(line.len().min(2));
        let numbers = || rest.split_whitespace().filter_map(|word| word.parse::<i64>().ok());
        match (kind, &mut open) {
            ("S ", _) => open = Some(Truth::default()),
            ("W ", Some(truth)) => truth.weak.extend(numbers().next().map(|number| number as usize)),
            ("V ", Some(truth)) => {
                let what = rest.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
                truth.broken.push(Broken { what, input: rest.to_string() });
            }
            ("R ", Some(truth)) => {
                let all: Vec<i64> = numbers().collect();
                if let [runs, complete, ends @ ..] = all.as_slice() {
                    (truth.runs, truth.complete) = (*runs as usize, *complete);
                    for (slot, value) in truth.ends.iter_mut().zip(ends) {
                        *slot = *value as usize;
                    }
                }
                found.extend(open.take());
            }
            _ => {}
        }
    }
    found
}

/// The whole program.
pub fn text(subjects: &[&Subject]) -> String {
    let mut text = String::from(RUNTIME);
    text += "\n#define free_(p) (free_)((void *)(p))\nstatic char text_[256];\nstatic inline int plain_printf(const char *f, ...) { return 0; }\n#define printf(...) snprintf(text_, sizeof text_, __VA_ARGS__)\n#define puts(s) ((void)(s), 1)\n#define putchar(c) (c)\n";
    for (index, subject) in subjects.iter().enumerate() {
        for name in NAMES.iter().copied().chain(procedures::names()) {
            let _ = writeln!(text, "#undef {name}\n#define {name} {name}_{index}");
        }
        text += &subject.watched(index);
    }
    text += "static const Subject *const subjects[] = {";
    for index in 0..subjects.len() {
        let _ = write!(text, "&subject_of_{index}, ");
    }
    text += "0 };\n";
    text + DRIVER
}

/// The atoms of temporal statements, in order.
fn atoms(asked: &[Asked]) -> Vec<&Located> {
    asked.iter().flat_map(|one| if let Asked::Temporal(_, tree) = one { tree.atoms() } else { Vec::new() }).collect()
}

impl Subject {
    /// Every variable is an object whose address counts; and what is asked about the entry is kept.
    pub fn registration(&self) -> String {
        let theme = &self.theme;
        let mut names: Vec<&str> = theme.pointers.iter().copied().filter(|name| !["g", "gp"].contains(name)).collect();
        names.extend(theme.nodes.iter().filter(|name| **name != "h"));
        names.extend(theme.handles.iter().chain(theme.integers.iter().map(|(name, _)| name)));
        if theme.has(Records) {
            names.push("arr");
        }
        if theme.has(Addresses) || theme.has(Ends) {
            names.push("ia");
        }
        if theme.has(Strings) || theme.has(Printing) || theme.has(Input) {
            names.push("buf");
        }
        let mut text = String::from("   ");
        for name in names {
            let _ = write!(text, " ENTER({name});");
        }
        for old in &self.olds {
            let _ = write!(text, "\n    {old}");
        }
        text + "\n"
    }

    /// What is done where control is at a label.
    fn observation(&self, label: &str, number: usize) -> String {
        let mut text = format!("{{ observe({number}); int v_; (void)v_;");
        // A run in which an assumption fails at a location does not count from there on, and so not there.
        for asked in &self.asked {
            if let Asked::Assume(located) = asked
                && located.label == label
            {
                let formula = &located.formula.watched;
                let _ = write!(text, " open_ = 0; v_ = !!({formula}); if (open_ || !v_) leave(BLOCKED);");
            }
        }
        for (index, asked) in self.asked.iter().enumerate() {
            if let Asked::Assert(located) = asked
                && located.label == label
            {
                let formula = &located.formula.watched;
                let _ = write!(text, " open_ = 0; v_ = !!({formula}); if (!open_ && !v_) violated({index});");
            }
        }
        for (index, located) in atoms(&self.asked).into_iter().enumerate().filter(|(_, located)| located.label == label)
        {
            let _ = write!(text, " open_ = 0; v_ = !!({}); note({index}, open_ ? 2 : v_);", located.formula.watched);
        }
        text + " }"
    }

    fn labels(&self) -> Vec<String> {
        let text = format!("{:?}", self.body);
        let mut found: Vec<String> = Vec::new();
        for part in text.split("OBS_L").skip(1) {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            found.push(format!("L{digits}"));
        }
        found.sort();
        found.dedup();
        found
    }

    /// The program for the compiler, with all that drives it.
    fn watched(&self, index: usize) -> String {
        let theme = &self.theme;
        let mut text = String::new();
        for declaration in self.declarations() {
            let _ = writeln!(text, "{}", code::side(&declaration, true));
        }
        text += &self.types();
        text += "static Node *k;\n";
        let mut number = 2;
        for (label, name) in [("entry", 0), ("exit", 1)] {
            let _ = writeln!(text, "#undef OBS_{label}\n#define OBS_{label} {}", self.observation(label, name));
        }
        let result = if theme.has(MainEntry) { "int" } else { "Node *" };
        let _ = writeln!(
            text,
            "#undef RETURN\n#define RETURN(e) {{ {result} e_ = (e); result_ = e_; OBS_exit return result_; }}"
        );
        for label in self.labels() {
            let _ = writeln!(text, "#undef OBS_{label}\n#define OBS_{label} {}", self.observation(&label, number));
            number += 1;
        }
        text += &self.function(true);
        text += &self.driver(index);
        text
    }

    fn types(&self) -> String {
        let theme = &self.theme;
        let mut rows = vec!["{ OTHER, 1, -1, 0, {{0}} }".to_string()];
        let mut fields = vec!["{ offsetof(Node, n), 2, 0 }".to_string()];
        if theme.has(Previous) {
            fields.push("{ offsetof(Node, p), 2, 1 }".into());
        }
        if theme.has(BackLinks) {
            fields.push("{ offsetof(Node, pp), 3, 5 }".into());
        }
        if theme.has(Nested) {
            fields.push("{ offsetof(Node, w), 4, 2 }".into());
        }
        if theme.has(Links) {
            fields.push("{ offsetof(Node, l), 5, 3 }".into());
        }
        rows.push(format!("{{ RECORD, sizeof(Node), 0, {}, {{ {} }} }}", fields.len(), fields.join(", ")));
        rows.push("{ POINTER, sizeof(void *), 1, 0, {{0}} }".into());
        rows.push("{ POINTER, sizeof(void *), 2, 0, {{0}} }".into());
        rows.push(if theme.has(Nested) {
            "{ RECORD, sizeof(struct pair), 0, 1, { { offsetof(struct pair, a), 2, 4 } } }".into()
        } else {
            "{ OTHER, 1, -1, 0, {{0}} }".into()
        });
        rows.push("{ ARRAY, 2 * sizeof(void *), 2, 2, {{0}} }".into());
        format!(
            "enum {{ T_ = 0, T_Node = 1, T_PNode = 2 }};\n#undef F_n\n#define F_n 1ul\n#undef F_p\n#define F_p 2ul\n#undef F_pp\n#define F_pp 32ul\n#undef F_ALL\n#define F_ALL 0xFFul\nstatic const Type types_[] = {{ {} }};\n",
            rows.join(", ")
        )
    }

    fn driver(&self, index: usize) -> String {
        let theme = &self.theme;
        let mut text = String::new();
        // The cells of an input node: where its list goes on first, so that links back are known.
        let _ = writeln!(
            text,
            "static void build_(void) {{ int next_ = 0; for (int i_ = 0; i_ < input_count; i_++) {{ for (; next_ < input_count; next_++) if (inputs[next_].type == 1) {{ Node *a_ = (Node *)inputs[next_].at; a_->n = any_pointer(1, sizeof(Node)); leads(a_, &a_->n, a_->n); }}\n Node *a_ = (Node *)inputs[i_].at; if (inputs[i_].type != 1) {{ if (inputs[i_].type == 2) *(Node **)a_ = any_pointer(1, sizeof(Node)); continue; }}"
        );
        let cells = self.members().into_iter().flat_map(|(_, cells)| cells);
        for (member, cell) in cells.filter(|(member, _)| *member != "n") {
            let _ = match cell {
                Cell::Node => writeln!(text, " a_->{member} = any_pointer(1, sizeof(Node));"),
                Cell::Previous => writeln!(text, " a_->{member} = pointer_or(inputs[i_].before, 1, sizeof(Node));"),
                Cell::BackLink => writeln!(text, " a_->{member} = pointer_or(inputs[i_].link, 2, sizeof(Node *));"),
                _ => writeln!(text, " a_->{member} = any_integer();"),
            };
        }
        text += " } }\n";
        text += "static void show_(void) { for (int i_ = 0; i_ < input_count; i_++) { Node *a_ = (Node *)inputs[i_].at; if (inputs[i_].type != 1) { printf_(\" #%d { %s }\", i_, name_of(*(Node **)a_)); continue; } printf_(\" #%d {\", i_);\n";
        for (member, cell) in self.members().into_iter().flat_map(|(_, cells)| cells) {
            let _ = match cell {
                Cell::Node | Cell::Previous | Cell::BackLink => {
                    writeln!(text, " printf_(\" {member} = %s\", name_of(a_->{member}));")
                }
                _ => writeln!(text, " printf_(\" {member} = %ld\", (long)a_->{member});"),
            };
        }
        text += " printf_(\" }\"); } }\n";
        // Globals: as initialised for `main`, else any typed values. Constants stay.
        text += "static void globals_(void) {\n";
        let is_main = theme.has(MainEntry);
        if theme.has(Globals) {
            text +=
                " ENTER(h); ENTER(gi); ENTER(gp); ENTER(gip);\n memset(&h, 0, sizeof h); gp = &h; gi = 3; gip = &gi;\n";
            if !is_main {
                text += " target(&h, 1); gi = any_integer(); gip = choose(2) ? &gi : 0; gp = any_pointer(1, sizeof(Node));\n";
            }
        }
        if theme.pointers.contains(&"g") {
            text += if is_main { " ENTER(g); g = 0;\n" } else { " ENTER(g); g = any_pointer(1, sizeof(Node));\n" };
        }
        text += "}\n";
        // The run.
        text += "static void start_(void) {\n";
        let mut arguments = Vec::new();
        if is_main {
            text += " k = 0; static char *argv_[4]; static char first_[] = \"a\"; int argc_ = 1 + choose(3); for (int i_ = 0; i_ < 4; i_++) argv_[i_] = i_ < argc_ ? first_ : 0; ENTER(first_); ENTER(argv_);\n if (show_inputs) printf_(\" argc = %d\", argc_);\n";
            arguments.extend(["argc_".to_string(), "argv_".to_string()]);
        } else {
            for (declared, name, cell) in self.parameters() {
                let _ = match cell {
                    Cell::Node | Cell::Previous => writeln!(text, " Node *{name}_in = any_pointer(1, sizeof(Node));"),
                    Cell::Handle | Cell::BackLink => {
                        writeln!(text, " Node **{name}_in = any_pointer(2, sizeof(Node *));")
                    }
                    Cell::Integer => writeln!(
                        text,
                        " {} = any_integer();",
                        declared.replace(&format!(" {name}"), &format!(" {name}_in"))
                    ),
                    Cell::Function => writeln!(text, " void (*{name}_in)(Node *) = callee;"),
                };
                arguments.push(format!("{name}_in"));
            }
            if self.uses_symbol() {
                text += " k = any_pointer(1, sizeof(Node));\n";
            }
            text += " build_();\n if (show_inputs) {\n";
            for (_, name, cell) in self.parameters() {
                let _ = match cell {
                    Cell::Node | Cell::Previous | Cell::Handle | Cell::BackLink => {
                        writeln!(text, " printf_(\" {name} = %s\", name_of({name}_in));")
                    }
                    Cell::Integer => writeln!(text, " printf_(\" {name} = %ld\", (long){name}_in);"),
                    Cell::Function => Ok(()),
                };
            }
            for name in ["g", "gp", "gi"] {
                if theme.pointers.contains(&name) {
                    let _ = writeln!(text, " printf_(\" {name} = %s\", name_of({name}));");
                } else if name == "gi" && theme.has(Globals) {
                    text += " printf_(\" gi = %d gip = %d\", gi, gip != 0);";
                }
            }
            text += " printf_(\" k = %s\", name_of(k)); show_(); }\n";
        }
        let _ = writeln!(text, " subject({});\n}}", arguments.join(", "));
        // Temporal statements.
        let (mut functions, mut cases, mut next, mut atom) = (String::new(), String::new(), 0, 0);
        for (statement, asked) in self.asked.iter().enumerate() {
            if let Asked::Temporal(_, tree) = asked {
                let top = evaluator(tree, index, &mut next, &mut atom, &mut functions);
                let _ = write!(cases, " case {statement}: return {top}(0);");
            }
        }
        text += &functions;
        let _ = writeln!(text, "static int temporal_(int which) {{ switch (which) {{{cases} }} return 2; }}");
        let kinds: Vec<&str> =
            self.asked.iter().map(|asked| if matches!(asked, Asked::Temporal(..)) { "1" } else { "0" }).collect();
        let constants: Vec<String> = self.constants.iter().map(|value| format!("{value}L")).collect();
        let _ = writeln!(
            text,
            "static const unsigned char kinds_[] = {{ {} }};",
            [kinds.clone(), vec!["0"]].concat().join(", ")
        );
        let _ = writeln!(
            text,
            "static const long constants_[] = {{ {} }};",
            [constants.clone(), vec!["0".into()]].concat().join(", ")
        );
        let _ = writeln!(
            text,
            "static const Subject subject_of_{index} = {{ {index}, globals_, start_, temporal_, {}, 0, kinds_, constants_, {}, types_ }};",
            self.asked.len(),
            constants.len()
        );
        text
    }
}

/// Writes functions that evaluate a formula at a position, and gives the name of the top one.
fn evaluator(tree: &Tree, index: usize, next: &mut usize, atom: &mut usize, text: &mut String) -> String {
    let mut of = |inner: &Tree, next: &mut usize| evaluator(inner, index, next, atom, text);
    let body = match tree {
        Tree::At(_) => {
            *atom += 1;
            format!("events[i].value[{}]", *atom - 1)
        }
        Tree::Open(_) => "2".into(),
        Tree::Not(inner) => format!("not3({}(i))", of(inner, next)),
        Tree::Globally(inner) => format!("globally({}, i)", of(inner, next)),
        Tree::Finally(inner) => format!("finally_({}, i)", of(inner, next)),
        Tree::And(left, right) => format!("and3({}(i), {}(i))", of(left, next), of(right, next)),
        Tree::Implies(left, right) => format!("or3(not3({}(i)), {}(i))", of(left, next), of(right, next)),
        Tree::Iff(left, right) => {
            let (left, right) = (of(left, next), of(right, next));
            format!("({left}(i) == 2 || {right}(i) == 2 ? 2 : {left}(i) == {right}(i))")
        }
        Tree::Until(left, right) => format!("until({}, {}, i, 0)", of(left, next), of(right, next)),
        Tree::Weak(left, right) => format!("until({}, {}, i, 1)", of(left, next), of(right, next)),
        Tree::Release(left, right) => format!("release({}, {}, i)", of(left, next), of(right, next)),
    };
    *next += 1;
    let name = format!("ltl_{index}_{next}");
    *text += &format!("static int {name}(int i) {{ return {body}; }}\n");
    name
}
