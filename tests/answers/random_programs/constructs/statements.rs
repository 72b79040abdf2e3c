//! Random statements: what any program has, and what each construct adds.

use super::Generator;
use super::code::{Code, block, code, line};
use super::theme::Feature::{self, *};
use crate::support::lines::Statement;

/// Where an expression stands whose value is thrown away, by the name of its row in the coverage test. A whole node may stand in
/// the first [`ANY`] of them.
pub const DISCARDED: [(&str, &str); 10] = [
    ("discarded statement", "{};"),
    ("discarded by void", "(void){};"),
    ("discarded left of a comma", "j = ({}, 1);"),
    ("discarded init", "for ({}; 0; ) ;"),
    ("discarded step", "for (j = 0; j < 1; j++, {}) ;"),
    ("discarded in a statement expression", "({ {}; });"),
    ("discarded alternative", "j ? {} : 0;"),
    ("discarded operand", "{} && j;"),
    ("discarded condition", "if ({}) ;"),
    ("discarded operand of switch", "switch ({} != 0) { default: ; }"),
];
const ANY: usize = 6;

impl Generator {
    pub fn statement(&mut self, depth: usize) -> Statement {
        self.left = self.left.saturating_sub(1);
        if self.one_in(2) {
            let features = self.theme.features.clone();
            let feature = self.pick(&features);
            if let Some(found) = self.of_feature(feature, depth) {
                return found;
            }
        }
        if depth < 2 && self.one_in(4) {
            return self.compound(depth);
        }
        self.plain(depth)
    }

    fn plain(&mut self, depth: usize) -> Statement {
        match self.below(18) {
            16 | 17 => self.discarded(),
            0..=5 => {
                let (place, value) = (self.place(2), self.pointer(1));
                line("{} = {};", &[&place, &value])
            }
            6 => {
                let place = self.place(1);
                line("{} = ⟪malloc⟫⟦malloc_⟧(sizeof(Node));", &[&place])
            }
            7 => {
                let place = self.place(1);
                line("{} = ⟪calloc⟫⟦calloc_⟧(1, sizeof(Node));", &[&place])
            }
            8 | 9 => line("⟪free⟫⟦free_⟧({});", &[&self.place(1)]),
            10 => {
                let (left, right) = (self.place(0), self.place(0));
                line("*⟦CK(⟧{}⟦)⟧ = *⟦CK(⟧{}⟦)⟧;", &[&left, &right])
            }
            11 | 12 => {
                let (place, value) = (self.integer_place(), self.integer(1));
                line("{} = {};", &[&place, &value])
            }
            13 => {
                let (condition, value) = (self.condition(1), self.place(0));
                code_return(&condition, &value)
            }
            14 => {
                let condition = self.condition(0);
                let kind = self.below(2);
                match kind {
                    0 => line("⟪__VERIFIER_assert⟫⟦check_⟧({}⟦, __LINE__⟧);", &[&condition]),
                    _ => line("⟪__VERIFIER_assume⟫⟦assume_⟧(({}) ⟦!= 0⟧⟪!= 0⟫);", &[&condition]),
                }
            }
            _ if depth == 0 => self.label(),
            _ => line("j = {};", &[&self.integer(1)]),
        }
    }

    /// An access whose value is thrown away.
    fn discarded(&mut self) -> Statement {
        let position = self.below(DISCARDED.len());
        let (name, template) = DISCARDED[position];
        let value = match self.below(3) {
            0 if position < ANY => code("*⟦CK(⟧{}⟦)⟧", &[&self.place(0)]),
            1 => self.integer_place(),
            _ => self.place(1),
        };
        line(&format!("{template}⟪ /* {name} */⟫"), &[&value])
    }

    /// A label of its own.
    pub fn label(&mut self) -> Statement {
        self.labels += 1;
        let label = format!("L{}", self.labels);
        line("{}: ;⟦ OBS_{}⟧ ", &[&label, &label])
    }

    pub fn body(&mut self, most: usize, depth: usize) -> Vec<Statement> {
        let mut found = Vec::new();
        for _ in 0..1 + self.below(most) {
            if self.left > 0 {
                found.push(self.statement(depth + 1));
            }
        }
        found
    }

    fn compound(&mut self, depth: usize) -> Statement {
        let nothing = Code::default();
        match self.below(8) {
            0..=2 => {
                let condition = self.condition(1);
                let body = self.body(2, depth);
                let tail = if self.one_in(2) {
                    let (place, value) = (self.place(1), self.pointer(0));
                    code(" else {} = {};", &[&place, &value])
                } else {
                    nothing
                };
                block(&code("if ({})", &[&condition]), body, &tail)
            }
            3 | 4 => {
                let name = self.pick(&["x", "y"]);
                let mut body = self.body(2, depth);
                let base = Self::name(name);
                let next = self.field(&base, "n");
                body.push(line("{} = {};", &[&base, &next]));
                block(&code("while (⟦tick() && ⟧{} != 0)", &[&base]), body, &nothing)
            }
            5 => {
                let condition = self.condition(0);
                let body = self.body(2, depth);
                block(&code("while (⟦tick() && ⟧({}))", &[&condition]), body, &nothing)
            }
            6 => {
                let body = self.body(2, depth);
                block(&code("for (j = 0; ⟦tick() && ⟧j < 2; j++)", &[]), body, &nothing)
            }
            _ => {
                let body = self.body(2, depth);
                let condition = self.condition(0);
                block(&code("do", &[]), body, &code(" while (⟦tick() && ⟧({}));", &[&condition]))
            }
        }
    }

    fn switch(&mut self, depth: usize) -> Statement {
        let value = self.integer(1);
        let mut body = vec![line("case 0: ;", &[])];
        body.extend(self.body(1, depth));
        if self.one_in(2) {
            body.push(line("break;", &[]));
        }
        let second = self.pick(&["case 1: ;", "case 7: ;", "default: ;"]);
        body.push(line(second, &[]));
        body.extend(self.body(1, depth));
        block(&code("switch ((int)({}))", &[&value]), body, &Code::default())
    }

    fn scope(&mut self, depth: usize) -> Statement {
        self.scopes += 1;
        let name = format!("s{}", self.scopes);
        let mut body = vec![line("Node {}⟦ SCOPED⟧;⟦ ENTER({}); FILL({});⟧", &[&name, &name, &name])];
        let value = self.place(0);
        if !self.one_in(3) {
            body.push(line("{}.n = {};", &[&name, &value]));
        }
        let place = self.place(1);
        match self.below(4) {
            0 if !self.theme.handles.is_empty() => {
                let handle = self.theme.handles[0];
                body.push(line("{} = &{}.n;", &[&handle, &name]));
            }
            1 => body.push(line("{} = {}.n;", &[&place, &name])),
            _ => body.push(line("{} = &{};", &[&place, &name])),
        }
        body.extend(self.body(2, depth));
        block(&Code::default(), body, &Code::default())
    }

    /// A statement that shows a construct.
    fn of_feature(&mut self, feature: Feature, depth: usize) -> Option<Statement> {
        let library = self.of_library(feature);
        if library.is_some() {
            return library;
        }
        let of_procedures = self.of_procedures(feature);
        if of_procedures.is_some() {
            return of_procedures;
        }
        Some(match feature {
            Data | BitFields | Narrow | Enumeration | Union | Operators if self.one_in(3) => {
                let operator = self.pick(&["+=", "-=", "*=", "|=", "&=", "^=", "<<=", ">>="]);
                let (place, value) = (self.integer_place(), self.integer(0));
                line("{} {} {};", &[&place, &operator, &value])
            }
            Narrow | Operators if self.one_in(2) => {
                let (place, value) = (self.integer_place(), self.integer(0));
                let operator = self.pick(&["/", "%", "/ 3 %", "- ~", "+ ~"]);
                line("{} = i {} {};", &[&place, &operator, &value])
            }
            Data | BitFields | Narrow | Operators => {
                let (place, value) = (self.integer_place(), self.integer(2));
                line("{} = {};", &[&place, &value])
            }
            Floats => match self.below(4) {
                0 => line("fl = {};", &[&self.integer(0)]),
                1 => line("db = fl * 0.5L;", &[]),
                2 => line("if (db >= fl) j = (int)-fl;", &[]),
                _ => line("fl = db + {};", &[&self.integer(0)]),
            },
            Enumeration => {
                let base = self.pointer_name();
                let place = self.field(&base, "col");
                if self.one_in(2) {
                    return Some(self.switch(depth));
                }
                line("{} = {};", &[&place, &self.pick(&["RED", "GREEN", "BLUE"])])
            }
            Union => self.of_union(),
            IntArray => self.of_array(),
            Handles => {
                let handles = self.theme.handles.clone();
                let (handle, value) = (self.pick(&handles), self.handle());
                match self.below(3) {
                    0 => line("drop({});", &[&value]),
                    _ => line("{} = {};", &[&handle, &value]),
                }
            }
            VoidPointer => match self.below(4) {
                0 => line("⟪free⟫⟦free_⟧(o);", &[]),
                1 if !self.theme.handles.is_empty() => line("o = {};", &[&self.theme.handles[0]]),
                2 => line("o = ⟪malloc⟫⟦malloc_⟧(sizeof(Node));", &[]),
                _ => line("o = {};", &[&self.place(1)]),
            },
            Prefix => {
                let base = Self::name("bp");
                match self.below(7) {
                    0 => line("bp = (Big *){};", &[&self.place(0)]),
                    1 => {
                        let (place, value) = (self.field(&base, "n"), self.place(0));
                        line("{} = {};", &[&place, &value])
                    }
                    2 => line("bp = ⟪malloc⟫⟦malloc_⟧(sizeof(Big));", &[]),
                    3 => line("⟪free⟫⟦free_⟧(bp);", &[]),
                    4 => {
                        let (place, value) = (self.field(&base, "extra"), self.integer(0));
                        line("{} = {};", &[&place, &value])
                    }
                    5 => {
                        let (place, value) = (self.field(&base, "m"), self.field(&base, "m"));
                        line("if (bp) {} = {};", &[&place, &value])
                    }
                    _ => {
                        let (place, base) = (self.place(0), self.field(&base, "n"));
                        line("if (bp) {} = {};", &[&place, &base])
                    }
                }
            }
            Globals => match self.below(7) {
                0 => line("gi = {};", &[&self.integer(0)]),
                1 => line("gp = {};", &[&self.pointer(0)]),
                2 => line("if (gip) *⟦CK(⟧gip⟦)⟧ = {};", &[&self.integer(0)]),
                3 => line("j = N + M.x;", &[]),
                4 => line("gi++;", &[]),
                5 => line("if (gp) ⟪gp⟫⟦CK(gp)⟧->n = {};", &[&self.place(0)]),
                _ => line("h.n = {};", &[&self.pointer(0)]),
            },
            FunctionPointers => match self.below(4) {
                0 => line("fp = {};", &[&self.pick(&["step", "make", "&step"])]),
                1 => line("if ({}) fp = make;", &[&self.condition(0)]),
                2 => {
                    let (place, value) = (self.place(0), self.place(0));
                    line("{} = fp({});", &[&place, &value])
                }
                _ => {
                    let place = self.place(0);
                    line("cb({});", &[&place])
                }
            },
            NoBody => match self.below(8) {
                0 => {
                    line("g = unknown_pointer();", &[]).replaced_if(!self.theme.pointers.contains(&"g"), "unknown(x);")
                }
                1 => line("j = unknown_number(j);", &[]),
                2 => line("unknown_nothing();", &[]),
                3 => line("unknown_store(&j);", &[]),
                4 => line("j = unknown_read({});", &[&self.place(0)]),
                // What one function gives, another one changes.
                5 => line("unknown(unknown_pick({}));", &[&self.place(0)]),
                6 => line("unknown_caller(0);", &[]),
                _ => line("unknown({});", &[&self.place(0)]),
            },
            Unsupported => match self.below(7) {
                0 => line("{ static void *where = ⟪&&back⟫⟦0⟧; ⟪goto *where;⟫ }⟪ back: ;⟫", &[])
                    .replaced_if(self.jumped, "__asm__ volatile (\"nop\");"),
                1 => line("__asm__ volatile (\"nop\" : : : \"memory\");", &[]),
                2 => line("__asm__ (\"movl $7, %0\" : \"=r\"(j));", &[]),
                3 => line("if (⟪setjmp(jb)⟫⟦__builtin_expect(0, 0)⟧) j = 1;", &[]),
                // What the compiler finds out: any compiler may answer either.
                4 => {
                    let (operand, place, value) = (self.integer_place(), self.place(0), self.place(0));
                    line("if (⟪__builtin_constant_p({})⟫⟦nondet_int()⟧) {} = {};", &[&operand, &place, &value])
                }
                5 => line("j = ⟪__builtin_constant_p(j)⟫⟦(nondet_int() & 1)⟧;", &[]),
                _ => line("unknown_nothing();", &[]),
            },
            Scopes => self.scope(depth),
            Variadic => match self.below(3) {
                0 => {
                    let (left, right) = (self.integer(0), self.integer(0));
                    line("vs = sum(2, {}, {});", &[&left, &right])
                }
                1 => line("vs = sum(1, {});", &[&self.integer(0)]),
                _ => {
                    let place = self.place(0);
                    line("{} = second(0, x, y);", &[&place])
                }
            },
            FreedComparison => {
                let name = self.pick(&["e1", "e2"]);
                let (left, right) = (self.pointer_name(), self.pointer_name());
                let equal = self.equal(&left, &right);
                match self.below(4) {
                    0 => line("⟪free⟫⟦free_⟧({});", &[&left]),
                    _ => line("{} = ({});", &[&name, &equal]),
                }
            }
            Addresses => match self.below(6) {
                0 => line("j = (int)(unsigned long){};", &[&self.place(0)]).replaced_if(true, "j = x != 0;"),
                1 => line("lo = (long){};", &[&self.place(0)]),
                2 => line("{} = (Node *)lo;", &[&self.place(0)]),
                3 => line("j = (int)(ap - ia);", &[]),
                4 => line("ap = ia + (j & 1);", &[]),
                _ => line("if (ap < ia + 2 && ap >= ia) *⟦CK(⟧ap⟦)⟧ = {};", &[&self.integer(0)]),
            },
            Jumps => match self.below(4) {
                0 => self.switch(depth),
                1 if self.labels > 0 => {
                    let label = format!("L{}", 1 + self.below(self.labels));
                    line("if ({}) goto {};", &[&self.condition(0), &label])
                }
                2 if depth > 0 && !self.in_switch => line("if ({}) {};", &[&self.condition(0), &"j = 1"]),
                _ => {
                    let head = code("while (⟦tick() && ⟧x)", &[]);
                    let mut body = self.body(2, depth);
                    let word = self.pick(&["break", "continue"]);
                    body.push(line("x = ⟪x⟫⟦CK(x)⟧->n;", &[]));
                    body.push(line("if ({}) {};", &[&self.condition(0), &word]));
                    body.extend(self.body(1, depth));
                    block(&head, body, &Code::default())
                }
            },
            FirstMember => match self.below(4) {
                0 => {
                    let name = self.pointer_name();
                    line("⟪free⟫⟦free_⟧(&{}->n);", &[&name])
                }
                1 => line("⟪free⟫⟦free_⟧(r);", &[]),
                2 => line("if (x) ⟪free⟫⟦free_⟧((char *)x + j);", &[]),
                _ => line("if (x) r = &x->n;", &[]),
            },
            Records => match self.below(6) {
                0 => line("arr[j & 1] = {};", &[&self.pointer(0)]),
                1 => line("s = *⟦CK(⟧{}⟦)⟧;", &[&self.pointer_name()]),
                2 => line("*⟦CK(⟧{}⟦)⟧ = s;", &[&self.pointer_name()]),
                3 => line("s = by_value(s);", &[]),
                4 => line("s = (Node){ 0 };", &[]),
                _ => line("{} = arr[0];", &[&self.place(1)]),
            },
            Nested => {
                let (base, value) = (self.pointer_name(), self.place(0));
                let member = self.pick(&["w.a", "w.e"]);
                let place = self.field(&base, member);
                match self.below(3) {
                    0 => {
                        let other = self.pointer_name();
                        let (left, right) = (self.field(&base, "w"), self.field(&other, "w"));
                        line("{} = {};", &[&left, &right])
                    }
                    _ if member == "w.a" => line("{} = {};", &[&place, &value]),
                    _ => line("{} = {};", &[&place, &self.integer(0)]),
                }
            }
            Previous | Links => {
                let (base, value, link) = (self.pointer_name(), self.pointer(0), self.link());
                let place = self.field(&base, link);
                line("if ({}) {} = {};", &[&base, &place, &value])
            }
            MainEntry => match self.below(3) {
                0 => line("if (argc > 1) j = 1;", &[]),
                1 => line("cs = ⟪argv⟫⟦argv⟧[argc];", &[]),
                _ => line("cs = argv[0];", &[]),
            },
            OddAllocation => self.of_allocation(),
            Outside => self.of_outside(),
            Strings | Memory | Printing | Input | Ends | Numbers | Lifetimes | Recursion | Rings | BackLinks => {
                return None;
            }
        })
    }

    fn of_union(&mut self) -> Statement {
        let base = self.pointer_name();
        let (first, second) = (self.field(&base, "u.i"), self.field(&base, "u.j"));
        match self.below(6) {
            0 => line("if ({}) ui1 = &{}->u.i;", &[&base, &base]),
            1 => line("if ({}) ui2 = &{}->u.j;", &[&base, &base]),
            2 => line("if (ui1) *⟦CK(⟧ui1⟦)⟧ = {};", &[&self.integer(0)]),
            3 => line("if (ui2) *⟦CK(⟧ui2⟦)⟧ = {};", &[&self.integer(0)]),
            4 => line("{} = {};", &[&first, &second]),
            _ => line("{} = {};", &[&self.field(&base, "u.v"), &self.place(0)]),
        }
    }

    fn of_array(&mut self) -> Statement {
        let base = self.pointer_name();
        // Its address is taken, which is no access.
        let (array, value) = (code("{}->k", &[&base]), self.integer(0));
        match self.below(10) {
            0 => line("if ({}) ip = (int *)&{};", &[&base, &array]),
            1 => line("if ({}) ip = {} + 1;", &[&base, &array]),
            7 => line("up = (unsigned *)ip;", &[]),
            2 | 8 => line("if ({}) up = (unsigned *)&{};", &[&base, &array]),
            3 => line("if (up) *⟦CK(⟧up⟦)⟧ = {};", &[&value]),
            4 => line("if (ip) *⟦CK(⟧ip⟦)⟧ = {};", &[&value]),
            5 => {
                let place = self.field(&base, "k[j & 1]");
                line("{} = {};", &[&place, &value])
            }
            _ => line("if (ip) ⟪ip++⟫⟦STEP(ip)⟧;", &[]),
        }
    }

    /// Any value of a node, and pointers that may lead to globals.
    fn of_outside(&mut self) -> Statement {
        let node = self.pick(&["⟪__VERIFIER_nondet_node⟫⟦any_node⟧()", "contracted_node()"]);
        let node = code(node, &[]);
        match self.below(8) {
            0 | 1 => {
                let base = self.pointer_name();
                line("if ({}) *⟦CK(⟧{}⟦)⟧ = {};", &[&base, &base, &node])
            }
            2 => line("h = {};", &[&node]),
            3 => {
                let place = self.place(0);
                line("{} = ⟪__VERIFIER_nondet_node_pointer⟫⟦outside_node⟧();", &[&place])
            }
            4 => {
                let pointer =
                    self.pick(&["⟪__VERIFIER_nondet_number_pointer⟫⟦outside_number⟧()", "contracted_number()"]);
                line("gip = {};", &[&code(pointer, &[])])
            }
            5 | 6 => {
                let link = self.pick(&["⟪__VERIFIER_nondet_link_pointer⟫⟦outside_link⟧()", "contracted_link()"]);
                let value = self.place(0);
                line("{ Node **gl = {}; if (gl) *⟦CK(⟧gl⟦)⟧ = {}; }", &[&code(link, &[]), &value])
            }
            _ => line("if (gip) *⟦CK(⟧gip⟦)⟧ = {};", &[&self.integer(0)]),
        }
    }

    fn of_allocation(&mut self) -> Statement {
        let place = self.place(1);
        match self.below(7) {
            0 => line("{} = ⟪malloc⟫⟦malloc_⟧(8);", &[&place]),
            1 => line("{} = ⟪malloc⟫⟦malloc_⟧(j & 63);", &[&place]),
            2 => line("{} = ⟪calloc⟫⟦calloc_⟧(2, sizeof(Node));", &[&place]),
            3 => line("{} = ⟪realloc⟫⟦realloc_⟧({}, 2 * sizeof(Node));", &[&place, &place]),
            4 => line("{} = ⟪malloc⟫⟦malloc_⟧(3 * sizeof(Node));", &[&place]),
            5 => line("if ({}) ⟪({})++⟫⟦STEP({})⟧;", &[&place, &place, &place]),
            _ => line("{} = ⟪realloc⟫⟦realloc_⟧(0, sizeof(Node));", &[&place]),
        }
    }
}

/// `if (condition) return value;`
pub fn code_return(condition: &Code, value: &Code) -> Statement {
    line("if ({}) ⟪return {};⟫⟦RETURN({})⟧", &[condition, value, value])
}

/// For statements that may only stand where something is declared.
trait Replaced {
    fn replaced_if(self, wanted: bool, other: &str) -> Statement;
}

impl Replaced for Statement {
    fn replaced_if(self, wanted: bool, other: &str) -> Statement {
        if wanted { line(other, &[]) } else { self }
    }
}
