//! Writes random functions of strings and arrays. Some keep to what their callers give, others go a little beyond.

use damson::program::interp::{Chooser, Random};

/// Parameters with what is assumed of them. `text` and `array` are names of pointers, each with an upper bound of its indices.
struct Signature {
    parameters: &'static str,
    assumed: &'static str,
    /// Numbers that may be indices or bounds.
    numbers: &'static [&'static str],
    strings: &'static [&'static str],
    /// Arrays, each with the number of its elements.
    arrays: &'static [(&'static str, &'static str)],
}

const SIGNATURES: [Signature; 8] = [
    Signature {
        parameters: "int *v, int n",
        assumed: "room(v, n)",
        numbers: &["n"],
        strings: &[],
        arrays: &[("v", "n")],
    },
    Signature {
        parameters: "short *v, unsigned n, unsigned at",
        assumed: "room(v, n) && at < n",
        numbers: &["n", "at"],
        strings: &[],
        arrays: &[("v", "n")],
    },
    Signature { parameters: "char *s", assumed: "string(s)", numbers: &[], strings: &["s"], arrays: &[] },
    Signature {
        parameters: "char *s, const char *t",
        assumed: "string(s) && string(t)",
        numbers: &[],
        strings: &["s", "t"],
        arrays: &[],
    },
    Signature {
        parameters: "char *out, unsigned long size, const char *s",
        assumed: "room(out, size) && (s == 0 || string(s))",
        numbers: &["size"],
        strings: &["s"],
        arrays: &[("out", "size")],
    },
    Signature {
        parameters: "struct buffer *b",
        assumed: "b != 0 && room(b->data, b->room) && b->used <= b->room",
        numbers: &["b->used", "b->room"],
        strings: &[],
        arrays: &[("b->data", "b->used"), ("b->data", "b->room")],
    },
    Signature {
        parameters: "struct pair *p, int n, int m",
        assumed: "room(p, n) && 0 <= m && m <= n",
        numbers: &["n", "m"],
        strings: &[],
        arrays: &[("p", "n"), ("p", "m")],
    },
    Signature {
        parameters: "unsigned char *d, long n, unsigned char *e",
        assumed: "room(d, n) && room(e, n)",
        numbers: &["n"],
        strings: &[],
        arrays: &[("d", "n"), ("e", "n")],
    },
];

const DECLARATIONS: &str = "unsigned long strlen(const char *);
char *strchr(const char *, int);
char *strcpy(char *, const char *);
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void *malloc(unsigned long);
void free(void *);
struct buffer { char *data; unsigned used; unsigned room; };
struct pair { int key; short value; };
";

struct Writer<'s> {
    random: Random,
    signature: &'s Signature,
    text: String,
    depth: usize,
}

/// The function `subject` of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let signature = &SIGNATURES[random.choose(SIGNATURES.len())];
    let mut writer = Writer { random, signature, text: String::new(), depth: 1 };
    let Signature { parameters, assumed, .. } = signature;
    let mut out = format!("{DECLARATIONS}//@ assume {assumed} @ entry;\nint subject({parameters}) {{\n");
    out += "    long i = 0, j = 0;\n    unsigned long k = 0;\n    int x = 0;\n";
    for _ in 0..1 + writer.random.choose(3) {
        writer.statement();
    }
    out + &writer.text + "    return x + (int)(i + j + (long)k);\n}\n"
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.text += &format!("{}{text}\n", "    ".repeat(self.depth));
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.random.choose(of.len())]
    }

    fn array(&mut self) -> Option<(&'static str, &'static str)> {
        let arrays = self.signature.arrays;
        (!arrays.is_empty()).then(|| arrays[self.random.choose(arrays.len())])
    }

    fn string(&mut self) -> Option<&'static str> {
        let strings = self.signature.strings;
        (!strings.is_empty()).then(|| strings[self.random.choose(strings.len())])
    }

    fn statement(&mut self) {
        match self.random.choose(10) {
            0..4 => self.array_loop(),
            4..8 => self.string_use(),
            8 => self.test(),
            _ => self.element(),
        }
    }

    fn body(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
        self.line("}");
    }

    /// Reads or writes an element at an index.
    fn access(&mut self, array: &str, index: &str) {
        let field = if array == "p" { self.one(&[".key", ".value"]) } else { "" };
        match self.random.choose(3) {
            0 => self.line(&format!("x += {array}[{index}]{field};")),
            1 => self.line(&format!("{array}[{index}]{field} = 1;")),
            _ => self.line(&format!("if ({array}[{index}]{field} == 1) x++;")),
        }
    }

    fn array_loop(&mut self) {
        let Some((array, bound)) = self.array() else { return self.string_use() };
        match self.random.choose(5) {
            0 => {
                let (first, sign) = (self.one(&["0", "1", "0"]), self.one(&["<", "<", "<="]));
                self.line(&format!("for (i = {first}; i {sign} (long){bound}; i++) {{"));
                let index = self.one(&["i", "i", "i", "i - 1", "i + 1"]);
                self.body(|writer| writer.access(array, index));
            }
            1 => {
                let sign = self.one(&[">=", ">=", ">"]);
                self.line(&format!("for (i = (long){bound} - 1; i {sign} 0; i--) {{"));
                let index = self.one(&["i", "i", "i - 1"]);
                self.body(|writer| writer.access(array, index));
            }
            2 => {
                self.line(&format!("i = 0; j = (long){bound} - 1;"));
                self.line("while (i < j) {");
                self.body(|writer| {
                    writer.access(array, "i");
                    writer.access(array, "j");
                    writer.line("i++; j--;");
                });
            }
            3 => {
                self.line(&format!("i = 0; j = (long){bound};"));
                self.line("while (i < j) {");
                self.body(|writer| {
                    writer.line("long middle = i + (j - i) / 2;");
                    writer.access(array, "middle");
                    writer.line("if (x & 1) i = middle + 1; else j = middle;");
                });
                let index = self.one(&["i", "i - 1"]);
                if self.random.choose(2) == 0 {
                    self.line(&format!("if (i > 0 && i < (long){bound}) {{"));
                    self.body(|writer| writer.access(array, index));
                }
            }
            _ => {
                let size = self.one(&["", "- 1", "+ 1"]);
                self.line(&format!("if ((long){bound} > 0) {{"));
                self.body(|writer| writer.line(&format!("memset({array}, 0, (unsigned long)({bound} {size}));")));
            }
        }
    }

    fn string_use(&mut self) {
        let Some(string) = self.string() else { return self.element() };
        let is_checked = self.random.choose(4) > 0;
        self.line(if is_checked { "if (1) {" } else { "{" }.replace("1", &format!("{string} != 0")).as_str());
        self.body(|writer| match writer.random.choose(7) {
            0 => {
                let index = writer.one(&["k", "k", "k + 1"]);
                writer.line(&format!("for (k = 0; {string}[k]; k++) if ({string}[{index}] == 1) x++;"));
            }
            1 => {
                let condition = writer.one(&["*c", "*c && *c != 1", "*c != 1"]);
                writer.line(&format!("const char *c = {string};"));
                writer.line(&format!("while ({condition}) {{ c++; x++; }}"));
                writer.line("if (*c) x++;");
            }
            2 => {
                let at = writer.one(&["k - 1", "k", "k / 2"]);
                writer.line(&format!("k = strlen({string});"));
                writer.line(&format!("if (k > 0 || x) x += {string}[{at}];"));
            }
            3 => {
                let room = writer.one(&["+ 1", "+ 1", ""]);
                writer.line(&format!("char *copy = malloc(strlen({string}) {room});"));
                writer.line(&format!("strcpy(copy, {string});"));
                writer.line("free(copy);");
            }
            4 => {
                writer.line(&format!("const char *found = strchr({string}, 97);"));
                let test = writer.one(&["if (found) ", ""]);
                writer.line(&format!("{test}x += found[0];"));
                let more = writer.one(&["found[1]", "found[2]"]);
                writer.line(&format!("if (found) x += {more};"));
            }
            5 => match writer.array() {
                Some((array, bound)) => {
                    let sign = writer.one(&["<", "<", "<="]);
                    writer.line(&format!("if (strlen({string}) {sign} {bound}) {{"));
                    writer.body(|writer| writer.line(&format!("strcpy({array}, {string});")));
                }
                None => writer.line(&format!("x = {string}[0];")),
            },
            _ => {
                writer.line(&format!("k = strlen({string});"));
                writer.line("while (k > 0) {");
                let at = writer.one(&["k - 1", "k - 1", "k - 2"]);
                writer.body(|writer| writer.line(&format!("if ({string}[{at}] == 1) x++; k--;")));
            }
        });
    }

    fn test(&mut self) {
        let numbers = self.signature.numbers;
        if numbers.is_empty() {
            return self.string_use();
        }
        let (number, limit) = (self.one(numbers), self.one(&["0", "1", "2"]));
        self.line(&format!("if ({number} > {limit}) {{"));
        self.body(Writer::element);
    }

    /// Uses one element, or two.
    fn element(&mut self) {
        let Some((array, bound)) = self.array() else {
            let Some(string) = self.string() else { return };
            return self.line(&format!("if ({string} != 0) x = {string}[0];"));
        };
        let last = format!("{bound} - 1");
        let other = self.one(self.signature.numbers);
        let index = self.one(&["0", "1", &last, other]).to_string();
        self.access(array, &index);
    }
}
