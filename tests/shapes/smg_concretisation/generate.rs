//! Random programs that build lists, change them and take them apart, and some of their faults.
//!
//! A program of seed `n` is the same on every machine. It consists of pieces of text (`pieces.rs`) with holes for variables,
//! numbers and conditions. Every second program is then broken somewhere: a line is left out, doubled, moved or changed.

use damson::program::interp::{Chooser, Random};

use crate::smg_concretisation::arrays::ARRAYS;
use crate::smg_concretisation::buffers::BUFFERS;
use crate::smg_concretisation::copies::COPIES;
use crate::smg_concretisation::counted::COUNTED;
use crate::smg_concretisation::expressions::EXPRESSIONS;
use crate::smg_concretisation::growing::GROWING;
use crate::smg_concretisation::kinds::KINDS;
use crate::smg_concretisation::measured::MEASURED;
use crate::smg_concretisation::owners::OWNERS;
use crate::smg_concretisation::payloads::PAYLOADS;
use crate::smg_concretisation::pieces::{DOUBLE, HEAD, KERNEL, NESTED, NUMBERS, PIECES, SINGLE, Theme};
use crate::smg_concretisation::pools::POOLS;
use crate::smg_concretisation::queues::QUEUES;
use crate::smg_concretisation::recursive::RECURSIVE;
use crate::smg_concretisation::rows::ROWS;
use crate::smg_concretisation::sizes::SIZES;
use crate::smg_concretisation::tables::TABLES;
use crate::smg_concretisation::tagged::TAGGED;
use crate::smg_concretisation::texts::TEXTS;
use crate::smg_concretisation::trees::TREES;
use crate::support::lines::Statement;
use crate::support::number;

struct Generator {
    random: Random,
    theme: &'static Theme,
    /// Features of the program, which lines of pieces may depend on: letters.
    features: String,
}

/// The program of a seed.
pub fn program(seed: u64) -> Vec<Statement> {
    let mut random = Random::new(seed ^ 0x5eed);
    let themes = [
        &SINGLE,
        &SINGLE,
        &DOUBLE,
        &DOUBLE,
        &KERNEL,
        &NESTED,
        &NUMBERS,
        &POOLS,
        &OWNERS,
        &ARRAYS,
        &TAGGED,
        &MEASURED,
        &TEXTS,
        &RECURSIVE,
        &RECURSIVE,
        &QUEUES,
        &QUEUES,
        &COPIES,
        &COPIES,
        &KINDS,
        &KINDS,
        &TREES,
        &TREES,
        &TABLES,
        &TABLES,
        &COUNTED,
        &COUNTED,
        &GROWING,
        &GROWING,
        &BUFFERS,
        &BUFFERS,
        &SIZES,
        &SIZES,
        &PAYLOADS,
        &PAYLOADS,
        &ROWS,
        &ROWS,
        &EXPRESSIONS,
        &EXPRESSIONS,
    ];
    let drawn = random.choose(themes.len());
    let theme = themes[number("DAMSON_LIST_THEME").unwrap_or(drawn).min(themes.len() - 1)];
    let mut features = String::new();
    for feature in ['v', 'o', 'w', 'c'] {
        if random.choose(2) == 0 {
            features.push(feature);
        }
    }
    features.push_str(theme.features);
    Generator { random, theme, features }.program(seed)
}

/// Reads text with a statement a line; a line ending in `{` begins a block and one starting with `}` ends it.
fn parsed(text: &str) -> Vec<Statement> {
    let mut open: Vec<(String, Vec<Statement>)> = vec![(String::new(), Vec::new())];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(tail) = line.strip_prefix('}')
            && !line.ends_with('{')
            && open.len() > 1
        {
            let (head, body) = open.pop().expect("a block");
            open.last_mut().expect("a list").1.push(Statement::Block(head, body, tail.to_string()));
        } else if let Some(head) = line.strip_suffix('{') {
            open.push((head.trim().to_string(), Vec::new()));
        } else {
            open.last_mut().expect("a list").1.push(Statement::Line(line.to_string()));
        }
    }
    assert_eq!(open.len(), 1, "a block has no end: {text}");
    open.remove(0).1
}

impl Generator {
    fn one_in(&mut self, count: usize) -> bool {
        self.random.choose(count) == 0
    }

    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.random.choose(list.len())]
    }

    fn program(mut self, seed: u64) -> Vec<Statement> {
        let declarations = self.theme.declarations.replace("@val", "@constant");
        let mut found = parsed(HEAD);
        found.extend(parsed(&self.filled(&declarations)));
        let mut body = parsed(&self.filled(self.theme.locals));
        let count = 2 + (seed % 100) as usize / 20 + self.random.choose(3);
        for _ in 0..count {
            let pieces = if self.one_in(6) { PIECES } else { self.theme.pieces };
            let usable: Vec<&&str> = pieces.iter().filter(|piece| !self.filled_lines(piece).is_empty()).collect();
            let piece = usable[self.random.choose(usable.len())];
            let text = self.filled(piece);
            let mut statements = parsed(&text);
            if self.one_in(6) {
                let condition = self.filled("@cond");
                statements = vec![Statement::Block(format!("if ({condition})"), statements, String::new())];
            } else if self.one_in(12) {
                let condition = self.filled("@cond");
                statements = vec![Statement::Block(format!("while ({condition})"), statements, String::new())];
            }
            body.extend(statements);
        }
        if !self.one_in(4) {
            body.extend(parsed(&self.filled(self.theme.end)));
        }
        if !self.one_in(2) {
            for _ in 0..1 + self.random.choose(2) {
                self.broken(&mut body, &mut found);
            }
        }
        body.push(Statement::Line("return 0;".into()));
        found.push(Statement::Block("int main(void)".into(), body, String::new()));
        found
    }

    /// The lines of a piece that the features allow: `dv|text` needs the features `d` and `v`, `!v|text` that `v` is not there.
    fn filled_lines<'t>(&self, piece: &'t str) -> Vec<&'t str> {
        let has = |letter: char| self.features.contains(letter);
        let lines = piece.lines().map(str::trim).filter(|line| !line.is_empty());
        let kept = lines.filter_map(|line| match line.split_once('|') {
            Some((needed, text)) if needed.chars().all(|letter| letter == '!' || letter.is_ascii_lowercase()) => {
                let allowed = match needed.strip_prefix('!') {
                    Some(not) => !not.chars().any(has),
                    None => needed.chars().all(has),
                };
                // Two bars are an operator of C.
                if text.starts_with('|') { Some(line) } else { allowed.then_some(text) }
            }
            _ => Some(line),
        });
        // Such a line is a condition of the whole piece.
        let mut lines: Vec<&str> = kept.collect();
        if let Some(at) = lines.iter().position(|line| line.starts_with("needs "))
            && !lines.remove(at)["needs ".len()..].chars().all(has)
        {
            return Vec::new();
        }
        lines
    }

    /// A piece with its holes filled.
    fn filled(&mut self, piece: &str) -> String {
        let mut text = self.filled_lines(piece).join("\n");
        let (lists, others) = if self.one_in(2) { (["x", "y"], ["t", "u"]) } else { (["y", "x"], ["u", "t"]) };
        let names = [("@x", lists[0]), ("@y", lists[1]), ("@t", others[0]), ("@u", others[1])];
        let counters = if self.one_in(2) { ["i", "j"] } else { ["j", "i"] };
        for (hole, name) in names.into_iter().chain([("@i", counters[0]), ("@j", counters[1])]) {
            text = text.replace(hole, name);
        }
        while let Some(at) = text.find('@') {
            let end = text[at + 1..].find(|c: char| !c.is_ascii_lowercase()).map_or(text.len(), |end| at + 1 + end);
            let filler = match &text[at + 1..end] {
                "cond" => self.condition(),
                "val" => self.value(),
                "cmp" => self.pick(&["==", "!=", "<", "<=", ">", ">="]).to_string(),
                "op" => self.pick(&["+", "-", "*", "&", "|", "^", "+", "-"]).to_string(),
                "few" => self.pick(&["1", "2", "3", "2", "4"]).to_string(),
                "constant" => self.pick(&["0", "1", "2", "__VERIFIER_nondet_int()"]).to_string(),
                "small" => self.pick(&["0", "1", "2", "3", "-1"]).to_string(),
                "alloc" => {
                    let zeroed = self.one_in(3);
                    if zeroed { "calloc(1, sizeof(Node))" } else { "malloc(sizeof(Node))" }.to_string()
                }
                "width" => {
                    self.pick(&["unsigned", "long", "unsigned long", "char", "short", "unsigned char"]).to_string()
                }
                other => panic!("an unknown hole: {other}"),
            };
            text.replace_range(at..end, &filler);
        }
        text
    }

    fn condition(&mut self) -> String {
        match self.random.choose(8) {
            0..=4 => "__VERIFIER_nondet_int()".into(),
            5 => format!("i {} {}", self.pick(&["<", "==", "!=", ">="]), self.pick(&["0", "1", "2"])),
            6 => format!("{}++ < {}", self.pick(&["i", "j"]), self.pick(&["1", "2", "3"])),
            _ => "x != y".into(),
        }
    }

    fn value(&mut self) -> String {
        match self.random.choose(6) {
            0 => "__VERIFIER_nondet_int()".into(),
            1 => "(__VERIFIER_nondet_int() & 3)".into(),
            2 => self.pick(&["i", "j"]).to_string(),
            _ => self.pick(&["0", "1", "2", "7", "-1"]).to_string(),
        }
    }

    // ---- faults ----

    /// Breaks something in a body, or in a helper function.
    fn broken(&mut self, body: &mut Vec<Statement>, declarations: &mut [Statement]) {
        let mut bodies: Vec<&mut Vec<Statement>> = Vec::new();
        collect(body, &mut bodies);
        if self.random.choose(4) == 0 {
            for declaration in declarations {
                if let Statement::Block(_, inner, _) = declaration {
                    collect(inner, &mut bodies);
                }
            }
        }
        let count = bodies.len();
        let statements = &mut *bodies[self.random.choose(count)];
        if statements.is_empty() {
            return;
        }
        let at = self.random.choose(statements.len());
        match self.random.choose(7) {
            0 if !is_declaration(&statements[at]) => {
                statements.remove(at);
            }
            1 if !is_declaration(&statements[at]) => statements.insert(at, statements[at].clone()),
            2 if at + 1 < statements.len() && !is_declaration(&statements[at]) => statements.swap(at, at + 1),
            3 if matches!(statements[at], Statement::Block(..)) => {
                let Statement::Block(_, inner, _) = statements.remove(at) else { return };
                statements.splice(at..at, inner);
            }
            _ => self.misspelt(&mut statements[at]),
        }
    }

    /// One word is another.
    fn misspelt(&mut self, statement: &mut Statement) {
        let text = match statement {
            Statement::Line(text) | Statement::Block(text, _, _) => text,
        };
        const CHANGES: &[(&str, &str)] = &[
            ("->n", "->n->n"),
            ("->n->n", "->n"),
            ("->p", "->n"),
            (" = t", " = u"),
            (" = u", " = t"),
            ("x", "y"),
            ("y", "x"),
            ("t->", "u->"),
            ("u->", "t->"),
            ("!=", "=="),
            ("==", "!="),
            (" < ", " <= "),
            (" > ", " >= "),
            (" && ", " || "),
            ("malloc(sizeof(Node))", "malloc(sizeof(Node) - 4)"),
            ("malloc", "(void *)0; malloc"),
            ("free(t)", "free(u)"),
            ("free(x)", "free(y)"),
            ("free(", "(void)("),
            ("0", "1"),
            ("1", "0"),
            ("2", "3"),
            ("next", "prev"),
            ("used", "room"),
            ("room", "used"),
            ("start", "end"),
            (" + 1", ""),
            (" - ", " + "),
            ("->n = ", "->n = 0; 0 != "),
        ];
        let usable: Vec<&(&str, &str)> = CHANGES.iter().filter(|(word, _)| text.contains(word)).collect();
        if usable.is_empty() || text.contains("typedef") {
            return;
        }
        let (word, other) = usable[self.random.choose(usable.len())];
        *text = text.replacen(word, other, 1);
    }
}

fn is_declaration(statement: &Statement) -> bool {
    let Statement::Line(line) = statement else { return false };
    let types = [
        "int ",
        "Node ",
        "struct ",
        "typedef ",
        "unsigned ",
        "long ",
        "Sub ",
        "Chunk ",
        "List ",
        "Queue ",
        "static ",
        "char ",
        "Count ",
        "Item ",
        "Buffer ",
        "Size ",
        "Vector ",
        "Text ",
        "Gap ",
    ];
    types.iter().any(|word| line.starts_with(word))
}

/// All bodies inside of a body, itself included.
fn collect<'s>(body: &'s mut Vec<Statement>, found: &mut Vec<&'s mut Vec<Statement>>) {
    // A body is taken apart by picking one of its blocks, or the body itself.
    let has_blocks = body.iter().any(|statement| matches!(statement, Statement::Block(..)));
    if !has_blocks {
        found.push(body);
        return;
    }
    for statement in body {
        if let Statement::Block(_, inner, _) = statement {
            collect(inner, found);
        }
    }
}
