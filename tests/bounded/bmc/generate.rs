//! Random programs for the bounded engine: arithmetic of all widths, records, bit-fields, unions, arrays, pointers, blocks, strings and
//! calls.
//!
//! A program reads two inputs from 0 to 3, some from an argument. Three of four programs are careful: they compute without sign and divide by what is not
//! zero, so that most of their runs come to the end, where a comparison decides.

use std::fmt::Write;

use damson::program::interp::Random;

const TYPES: &[&str] =
    &["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "_Bool"];
const CONSTANTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "-1",
    "-3",
    "100",
    "127",
    "255",
    "256",
    "32767",
    "65535",
    "2147483647",
    "(-2147483647-1)",
    "4294967295u",
    "0x7fffffffffffffffl",
    "1l",
    "63",
    "31",
];
const MEMBERS: &[&str] =
    &["gs.a", "gs.b", "gs.c", "gs.d", "gu.i", "gu.s[0]", "gu.s[1]", "gu.c[3]", "gu.f.lo", "gu.f.hi"];
const FIELDS: &[&str] = &["p->v", "p->w", "q->v", "q->w"];
/// One more input, which some runs read.
pub const INPUT: &str = "(__VERIFIER_nondet_uchar() & 1)";
const STRINGS: &[&str] = &["text", "word", "text + 1", "\"b\"", "\"ab\"", "\"\""];
const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", "&&", "||", "?", "~", "!", "minus",
    "cast",
];
const GLOBALS: &str = "#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct N { int v; short w; struct N *n; };
struct S { int a : 5; unsigned b : 3; short c; unsigned long d; };
union U { int i; short s[2]; unsigned char c[4]; struct { unsigned lo : 11; int hi : 21; } f; };

static int array[4] = {1, -2, 3, 70000}, other[4] = {9, 8, 7, 6};
static struct S gs = {1, 2, 3, 4}, gs2 = {-5, 6, -7, 8};
static union U gu, gu2 = {0x12345678};
static struct N node = {11, 12, 0}, *kept[8];
static unsigned count;
static struct N *p = &node, *q = &node;
static char text[6] = {'a', 'b'}, word[6] = {'b'}, letter, *place = text;

static int ascending(const void *a, const void *b) {
  return *(int *)a < *(int *)b ? -1 : *(int *)a > *(int *)b;
}
static int descending(const void *a, const void *b) { return ascending(b, a); }
static int sum(int count, ...) {
  va_list list;
  unsigned all = 0;
  va_start(list, count);
  while (count-- > 0) all += va_arg(list, int);
  va_end(list);
  return all;
}
";

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let careful = !random.next_bits().is_multiple_of(4);
    let mut writer = Writer { random, careful, variables: Vec::new(), counters: 0 };
    let mut text = GLOBALS.to_string();
    for number in 1..=3 {
        text.push_str(&writer.function(number));
    }
    text.push_str(&writer.main());
    text
}

struct Writer {
    random: Random,
    careful: bool,
    variables: Vec<String>,
    counters: u32,
}

impl Writer {
    fn below(&mut self, count: usize) -> usize {
        (self.random.next_bits() % count as u64) as usize
    }

    fn one_of(&mut self, all: &[&str]) -> String {
        let index = self.below(all.len());
        all[index].to_string()
    }

    /// Holds in this many of a hundred cases.
    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn variable(&mut self) -> String {
        let index = self.below(self.variables.len());
        self.variables[index].clone()
    }

    fn leaf(&mut self) -> String {
        match self.below(20) {
            0..13 => self.variable(),
            13 => format!("array[{} & 3]", self.variable()),
            14 | 15 => self.one_of(MEMBERS),
            16 => self.one_of(FIELDS),
            _ => self.one_of(CONSTANTS),
        }
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.percent(25) {
            return self.leaf();
        }
        let operator = self.one_of(OPERATORS);
        let first = self.expression(depth - 1);
        match operator.as_str() {
            "~" | "!" => return format!("({operator}{first})"),
            "minus" => return format!("(- {}{first})", if self.careful { "(unsigned)" } else { "" }),
            "cast" => return format!("(({}){first})", self.one_of(TYPES)),
            _ => {}
        }
        let second = self.expression(depth - 1);
        if operator == "?" {
            return format!("({first} ? {second} : {})", self.expression(depth - 1));
        }
        let careful = self.careful || self.percent(80);
        let second = match operator.as_str() {
            "<<" | ">>" if careful => format!("({second} & 7)"),
            "/" | "%" if careful => format!("(({second} & 15) + 1)"),
            _ => second,
        };
        let without_sign = matches!(operator.as_str(), "+" | "-" | "*") && (self.careful || self.percent(50));
        format!("({}{first} {operator} {second})", if without_sign { "(unsigned)" } else { "" })
    }

    /// Where something may be stored.
    fn place(&mut self) -> String {
        match self.below(10) {
            0..5 => {
                let variable = self.variable();
                // Loops keep their counters.
                if variable.starts_with('i') { "gs.a".into() } else { variable }
            }
            5 => format!("array[{} & 3]", self.expression(1)),
            6..9 => self.one_of(MEMBERS),
            _ => self.one_of(FIELDS),
        }
    }

    fn block(&mut self, depth: u32, most: usize) -> String {
        let statements: Vec<String> = (0..=self.below(most)).map(|_| self.statement(depth)).collect();
        format!("{{\n{}}}", statements.concat())
    }

    fn statement(&mut self, depth: u32) -> String {
        if self.percent(6) {
            return self.value_statement();
        }
        if self.percent(8) {
            return self.discarded_statement();
        }
        let text = match self.below(27) {
            10 | 11 if depth < 4 => {
                let (condition, then) = (self.expression(3), self.block(depth + 1, 3));
                let or_else =
                    if self.percent(50) { format!(" else {}", self.block(depth + 1, 2)) } else { String::new() };
                format!("if ({condition}) {then}{or_else}")
            }
            12 | 13 if depth < 3 => self.repetition(depth),
            14 => {
                let (target, source) =
                    (self.one_of(&["&gs", "gu.c", "&q->v", "array"]), self.one_of(&["&gs2", "gu2.c", "p", "other"]));
                format!("memcpy({target}, {source}, {});", self.one_of(&["4", "3", "1", "2", "(in0 & 3)"]))
            }
            15 => {
                let (target, byte) = (self.one_of(&["&gs", "gu.c", "array"]), self.one_of(CONSTANTS));
                format!("memset({target}, {byte}, {});", self.one_of(&["4", "3", "in1 & 3"]))
            }
            16 => self.one_of(&[
                "gs = gs2;",
                "gs2 = gs;",
                "p = q;",
                "p = &node;",
                "p = p->n ? p->n : p;",
                "q = p;",
                "q = &node;",
            ]),
            17 => format!(
                "{{ struct N *t = malloc(sizeof *t); t->v = {}; t->w = 1; t->n = p; kept[count++ & 7] = t; p = t; }}",
                self.expression(1)
            ),
            18 => format!("f = {} ? f1 : f2; {} = f({});", self.expression(1), self.place(), self.expression(2)),
            19 | 20 => format!("{} = {}({});", self.place(), self.one_of(&["f1", "f2", "f3"]), self.expression(2)),
            21 => format!(
                "at = {}; *at = {};",
                self.one_of(&["&array[1]", "&array[in0 & 3]", "&number", "(int *)&p->v"]),
                self.expression(2)
            ),
            22 => {
                format!("{} = array[{}{}];", self.place(), self.expression(1), if self.careful { " & 3" } else { "" })
            }
            23 => {
                let offset =
                    self.one_of(if self.careful { &["0", "1", "2", "(in1 & 1)"] } else { &["1", "(in1 & 3)"] });
                format!("{} = *(short *)(gu.c + {offset});", self.place())
            }
            24 if !self.careful => format!("assert({});", self.expression(2)),
            25 | 26 => self.string_statement(),
            _ => {
                let operator = self.one_of(&["=", "=", "=", "+=", "^=", "|=", "-="]);
                format!("{} {operator} {};", self.place(), self.expression(3))
            }
        };
        format!("  {text}\n")
    }

    /// Functions of strings and bytes. Careful programs keep their strings short enough.
    fn string_statement(&mut self) -> String {
        let (target, source) = (self.one_of(STRINGS), self.one_of(STRINGS));
        let count = self.one_of(&["0", "1", "2", "3", "in0", "in1", "(in0 + 1)"]);
        let letter = self.one_of(&["'a'", "'b'", "in0 + 'a'", "0"]);
        let resets = if self.careful { "strcpy(text, \"ba\"); " } else { "" };
        match self.below(21) {
            18 => {
                let (count, compare) = (self.one_of(&["4", "3", "2"]), self.one_of(&["ascending", "descending"]));
                format!("array[in0] = in1; qsort(array, {count}, sizeof *array, {compare});")
            }
            19 => {
                let key = self.expression(1);
                format!(
                    "qsort(array, 4, sizeof *array, ascending); number = {key}; at = bsearch(&number, array, 4, 4, ascending); {} = at ? at - array : 9; at = &number;",
                    self.place()
                )
            }
            20 => {
                let (value, format) = (self.expression(1), self.one_of(&["%d", "%d%c", "%u", " %d", "%*c%d", "x%d"]));
                format!(
                    "snprintf(word, 5, \"%d\", (int)({value})); letter = 'q'; {} = sscanf(word, \"{format}\", &number, &letter) + letter;",
                    self.place()
                )
            }
            15 => {
                let format = self.one_of(&["%d", "%u", "%x", "%3d", "%-3d", "%.2d", "%+d", "%o"]);
                let room = self.one_of(&["6", "4", "(in0 + 1)"]);
                let value = self.expression(2);
                format!("{} = snprintf(word, {room}, \"{format}\", (int)({value})); word[5] = 0;", self.place())
            }
            16 => {
                let (count, first) = (self.one_of(&["2", "1", "(in0 & 1)"]), self.expression(1));
                let second = self.expression(1);
                format!("{} = sum({count}, (int)({first}), (int)({second}));", self.place())
            }
            17 => {
                let value = self.expression(1);
                let parsed = self.one_of(&["atoi(word)", "strtol(word, &place, 10)", "(atoi)(word + 1)"]);
                format!(
                    "place = word; snprintf(word, 5, \"%d\", (int)({value})); {} = {parsed} + (place - word);",
                    self.place()
                )
            }
            12 => {
                let class =
                    self.one_of(&["!!isalpha", "!!isdigit", "!!ispunct", "toupper", "!!(isspace)", "(tolower)"]);
                format!("{} = {class}({} & 127);", self.place(), self.expression(1))
            }
            13 => {
                let operation = self.one_of(&["add", "sub", "mul"]);
                let (left, right) = (self.expression(1), self.expression(1));
                format!("{} = __builtin_{operation}_overflow({left}, {right}, &number);", self.place())
            }
            14 => {
                let counted = self.one_of(&["popcount", "clz", "ctzll", "ffsll", "bswap32", "bswap64", "parityll"]);
                format!("{} = __builtin_{counted}({} | 1);", self.place(), self.expression(1))
            }
            0 => format!("text[in0 & 3] = in1 + 'a'; text[5] = 0; word[{count}] = {letter}; word[5] = 0;"),
            1 => format!("{resets}strcpy(word, text);"),
            2 => format!("{resets}strncpy(word, {source}, {count}); word[5] = 0;"),
            3 => format!("{resets}word[2] = 0; strcat(text, word);"),
            4 => format!("{resets}strncat(text, \"xyz\", {count});"),
            5 => format!("{} = strlen({source});", self.place()),
            6 => format!("{} = strcmp({target}, {source}) < 0;", self.place()),
            7 => format!("{} = strncmp({target}, {source}, {count}) > 0;", self.place()),
            8 => format!("{} = memcmp(text, word, {count}) == 0;", self.place()),
            9 => {
                let found = self.one_of(&["strchr(text, %)", "strrchr(text, %)", "memchr(text, %, 5)"]);
                let found = found.replace('%', &letter);
                format!("place = {found}; {} = place ? place - text : 9;", self.place())
            }
            10 => {
                let found = self.one_of(&["strstr", "strpbrk"]);
                format!("place = {found}(text, {source}); {} = place ? place - text : 9;", self.place())
            }
            _ => {
                let measured = self.one_of(&["strspn", "strcspn"]);
                format!("{} = {measured}({target}, {source});", self.place())
            }
        }
    }

    /// A value that is thrown away. Careful programs compute none that is an error.
    fn discarded_statement(&mut self) -> String {
        let any =
            ["1 / in0", "5 % in1", "1 << 20 * in0", "array[in0 * 2]", "*(p->n)", "p->n->v", "gs2", "*q", "at[in1]"];
        let value = match self.careful || self.percent(30) {
            true => self.expression(2),
            false => self.one_of(&any),
        };
        let position = self.one_of(&[
            "E;",
            "(void)(E);",
            "(E, 1);",
            "for (E; 0; ) ;",
            "for (int n = 0; n < 1; n++, E) ;",
            "({ E; });",
            "in0 ? (void)(E) : (void)0;",
            "(in1 && ((E), 1));",
            "if (((E), in0)) ;",
            "switch (((E), 1)) { default: ; }",
        ]);
        format!("  {}\n", position.replace('E', &value))
    }

    /// A statement about values of other kinds than numbers.
    fn value_statement(&mut self) -> String {
        match self.below(8) {
            5 => return self.pointers_statement(),
            7 => {
                let (condition, place) = (self.expression(1), self.place());
                return format!("  if ({condition}) {{ {place} += {INPUT}; }}\n");
            }
            1 => return self.dangling_statement(),
            3 | 4 => return self.float_statement(),
            0 => {
                // Whichever of them comes first, both say the same.
                let (one, other) =
                    (self.one_of(&["p", "q", "&node", "kept[0]"]), self.one_of(&["q", "&node", "kept[1]"]));
                let same =
                    self.one_of(&["!({other} < {one})", "({one} <= {other})", "({other} > {one} || {one} == {other})"]);
                let same = same.replace("{one}", &one).replace("{other}", &other);
                let place = self.place();
                return match self.percent(50) {
                    true => format!("  if (kept[1]) {place} = ({one} <= {other}) + {same};\n"),
                    false => format!("  if (kept[1]) {place} = ({one} == {other}) + {same};\n"),
                };
            }
            _ => {}
        }
        let (tag, low) = (self.expression(1), self.one_of(&["& 7", "% 4", "& 3", "& 1"]));
        let (place, moved) = (self.place(), self.one_of(&["& ~3ul", "& -8l", "^ (tag & 3)"]));
        format!(
            "  {{ unsigned long tag = (unsigned long)p | ({tag} & 3); {place} = tag {low}; q = (struct N *)(tag {moved}); }}\n"
        )
    }

    /// Pointers in an array beside bytes, written and read where a run chooses.
    fn pointers_statement(&mut self) -> String {
        let [one, two, three] = [0; 3].map(|_| self.one_of(&["in0 & 1", "in1 & 1", "0", "1", "!(in0 & 1)"]));
        let change = self.one_of(&[
            "memset(k.a, 0, 8 * (in1 & 1));",
            "k.b[in0] = 3;",
            "memcpy(k.a, k.a + (in0 & 1), 8);",
            "k.c = k.b[in1];",
            "*(char **)(k.b + 8 * (in0 & 1)) = 0;",
        ]);
        let (value, place) = (self.expression(1), self.place());
        format!(
            "  {{ struct {{ int *a[2]; char b[16], c; }} k = {{{{&array[1], at}}}}; k.a[{one}] = &number; {change} if (k.a[{two}]) *k.a[{two}] = {value}; {place} = k.a[{three}] ? *k.a[{three}] : k.c + k.b[1]; }}\n"
        )
    }

    /// Numbers that choose among constants, or have any bits.
    fn float_statement(&mut self) -> String {
        let all = ["0.0", "-0.0", "1.5", "0.1", "-2.5", "1e30", "1e-40", "3.0f", "16777217.0"];
        let [one, two, three] = [0; 3].map(|_| self.one_of(&all));
        let (chosen, bits, whole) = (self.expression(1), self.expression(2), self.expression(1));
        let operator = self.one_of(&["+", "-", "*", "/", "<", "<=", "==", "!=", ">="]);
        let kind = self.one_of(&["float", "double"]);
        let told = self.one_of(&[
            "(r < 100 && r > -100 ? (int)r : 7)",
            "(s < 1e6 && s >= 0 ? (unsigned)s : 7)",
            "(b.f > -1e9f && b.f < 1e9f ? (int)b.f : 1)",
            "r > s",
            "s <= w",
            "w != s",
            "!b.f + (b.f == b.f)",
            "(float)s == b.f",
            "-w >= r",
            "t > 16777216.0f",
            "t == (short)t",
            "(double)t == w",
        ]);
        let place = self.place();
        format!(
            "  {{ {kind} o = {chosen} ? {one} : {two}, r = o {operator} {three}; union {{ unsigned u; float f; }} b; b.u = {bits}; double s = b.f, w = (short){whole}; float t = (long){whole}; {place} = {told}; }}\n"
        )
    }

    /// A block that is freed, and a comparison with one that may lie where it lay.
    fn dangling_statement(&mut self) -> String {
        let (size, moved) = (self.one_of(&["8", "16", "24"]), self.one_of(&["8", "16", "24", "in0 + 1"]));
        let (place, value) = (self.place(), self.expression(1));
        let told = self.one_of(&[
            "(old == new) == (new == old)",
            "old && new != old + 0 == !(old == new)",
            "old != (char *)&node",
        ]);
        let body = match self.percent(30) {
            true => format!("new = realloc(old, {moved});"),
            false => format!("free(old); new = malloc({moved});"),
        };
        format!("  {{ char *old = malloc({size}), *new; old[1] = {value}; {body} {place} = {told}; free(new); }}\n")
    }

    fn repetition(&mut self, depth: u32) -> String {
        self.counters += 1;
        let counter = format!("i{}", self.counters);
        self.variables.push(counter.clone());
        let most = 1 + self.below(3);
        let body = self.block(depth + 1, 3);
        self.variables.retain(|variable| *variable != counter);
        format!("for (int {counter} = 0; {counter} < {most}; {counter}++) {body}")
    }

    fn function(&mut self, number: u32) -> String {
        self.variables = vec!["a".into()];
        let (result, parameter) = match number {
            3 => (self.one_of(TYPES), self.one_of(TYPES)),
            _ => ("int".into(), "int".into()),
        };
        let (condition, early, late) = (self.expression(1), self.expression(1), self.expression(2));
        format!("static {result} f{number}({parameter} a) {{ if ({condition}) return {early}; return {late}; }}\n")
    }

    fn main(&mut self) -> String {
        let mut text = String::from(match self.percent(10) {
            true => {
                "int main(int argc, char **argv) {
  if (argc < 2 || argc > 8 || argv[argc] || !argv[1][0]) return 0;
  unsigned char in0 = argv[1][0] & 3, in1 = argv[1][1] & 3;\n"
            }
            false => {
                "int main(void) {
  unsigned char in0 = __VERIFIER_nondet_uchar() & 3, in1 = __VERIFIER_nondet_uchar() & 3;\n"
            }
        });
        text.push_str("  int number = in0, *at = &number, (*f)(int) = f1;\n");
        self.variables = ["in0", "in1", "number"].map(String::from).to_vec();
        for local in 0..2 + self.below(3) {
            let (ty, value) = (self.one_of(TYPES), self.expression(1));
            let _ = writeln!(text, "  {ty} x{local} = {value};");
            self.variables.push(format!("x{local}"));
        }
        for _ in 0..4 + self.below(6) {
            text.push_str(&self.statement(1));
        }
        let last = self.expression(3);
        let _ = match self.careful {
            true => writeln!(text, "  assert({last} != {});", self.one_of(CONSTANTS)),
            false => writeln!(text, "  assert({last});"),
        };
        text + "  return 0;\n}\n"
    }
}
