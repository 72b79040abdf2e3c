//! Random calls of library functions: each class of effect of the library's table.

use super::Generator;
use super::code::line;
use super::theme::Feature::{self, *};
use crate::support::lines::Statement;

/// Functions that Damson gets declared; the compiler has its headers.
pub const PROTOTYPES: &[&str] = &[
    "void *malloc(unsigned long);",
    "void *calloc(unsigned long, unsigned long);",
    "void *realloc(void *, unsigned long);",
    "void free(void *);",
    "int __VERIFIER_nondet_int(void);",
    "void __VERIFIER_assert(int);",
    "void __VERIFIER_assume(int);",
];

impl Generator {
    pub fn of_library(&mut self, feature: Feature) -> Option<Statement> {
        Some(match feature {
            Memory => self.of_memory(),
            Strings => self.of_strings(),
            Printing => self.of_printing(),
            Input => self.of_input(),
            Ends => self.of_ends(),
            Numbers => self.of_numbers(),
            Lifetimes => self.of_lifetimes(),
            _ => return None,
        })
    }

    fn of_memory(&mut self) -> Statement {
        let (left, right) = (self.pointer_name(), self.pointer_name());
        let byte = self.pick(&["0", "0", "0", "1", "255", "j"]);
        match self.below(11) {
            0 | 1 => line("if ({}) memset(⟦CKN(⟧{}⟦, sizeof(Node))⟧, {}, sizeof(Node));", &[&left, &left, &byte]),
            2 => line(
                "if ({} && {} && {} != {}) memcpy(⟦CKN(⟧{}⟦, sizeof(Node))⟧, ⟦CKN(⟧{}⟦, sizeof(Node))⟧, sizeof(Node));",
                &[&left, &right, &left, &right, &left, &right],
            ),
            3 => line(
                "if ({} && {}) memmove(⟦CKN(⟧{}⟦, sizeof(Node))⟧, ⟦CKN(⟧{}⟦, sizeof(Node))⟧, sizeof(Node));",
                &[&left, &right, &left, &right],
            ),
            4 => line("memset(&j, {}, sizeof j);", &[&byte]),
            5 => line("if ({}) bzero(⟦CKN(⟧&{}->n⟦, sizeof x)⟧, sizeof {}->n);", &[&left, &left, &left]),
            6 => line(
                "if ({} && {}) j = memcmp(⟦CKN(⟧{}⟦, sizeof(Node))⟧, ⟦CKN(⟧{}⟦, sizeof(Node))⟧, sizeof(Node)) == 0;",
                &[&left, &right, &left, &right],
            ),
            7 => line("memset(⟦CKN(⟧{}⟦, j & 15)⟧, 0, j & 15);", &[&left]),
            8 => line("memcpy(&{}, &{}, sizeof(Node *));", &[&left, &right])
                .unless(left.plain == right.plain, "memset(&j, 0, sizeof j);"),
            9 => line("bcopy(⟦CKN(⟧{}⟦, sizeof(Node))⟧, ⟦CKN(⟧{}⟦, sizeof(Node))⟧, sizeof(Node));", &[&left, &right]),
            _ => line("if (memchr(⟦CKN(⟧{}⟦, 1)⟧, 0, 1)) j = 2;", &[&left]),
        }
    }

    fn of_strings(&mut self) -> Statement {
        match self.below(20) {
            0 => line("j = (int)strlen(⟦CKS(⟧buf⟦)⟧);", &[]),
            1 => line("strcpy(buf, \"abc\");", &[]),
            2 => line("cs = ⟪strdup⟫⟦strdup_⟧(buf);", &[]),
            3 => line("⟪free⟫⟦free_⟧(cs); cs = 0;", &[]),
            4 => line("if (cs) j = ⟪cs[0]⟫⟦*CK(&cs[0])⟧;", &[]),
            5 => line("strncpy(buf, \"hello\", 3);", &[]),
            6 => line("cs = strchr(⟦CKS(⟧buf⟦)⟧, 'b');", &[]),
            7 => line("j = strcmp(⟦CKS(⟧buf⟦)⟧, \"abc\") == 0;", &[]),
            8 => line("buf[j & 7] = 0;", &[]),
            10 | 11 => line("cs = strtok(buf, \",\");", &[]),
            12 => line("j = sprintf(buf, \"%d\", 42);", &[]),
            9 if self.one_in(2) => line("j = (int)strnlen(buf, 3);", &[]),
            13 => line("snprintf(buf, sizeof buf, \"%d\", j);", &[]),
            9 => line("j = (int)strlen(⟦CKS(⟧cs⟦)⟧);", &[]),
            14 => line("cs = ⟦lasting_(⟧\"text\"⟦)⟧;", &[]),
            17 | 18 => line("j = mblen(\"a\", 1);", &[]),
            15 | 16 => line("j = getopt(j & 1, (char *[]){\"p\", 0}, \"ab:\");", &[]),
            _ => line("buf[0] = 0; strcat(buf, \"ab\");", &[]),
        }
    }

    fn of_printing(&mut self) -> Statement {
        let place = self.integer_place();
        let simple = !place.plain.contains(['-', '.', '*']);
        match self.below(8) {
            0 | 1 => line("⟪printf(⟫⟦snprintf(text_, sizeof text_, ⟧\"abc%n\", &i);", &[]),
            2 => line("printf(\"%d\\n\", {});", &[&place]),
            3 if self.theme.has(Data) && self.theme.data_type == "int" => {
                let name = self.pointer_name();
                line("if ({}) ⟪printf(⟫⟦snprintf(text_, sizeof text_, ⟧\"ab%n\", ⟦CK(⟧&{}->d⟦)⟧);", &[&name, &name])
            }
            3 | 4 => line("printf(\"%s\", ⟦CKS(⟧cs⟦)⟧);", &[]),
            5 if simple => line("puts(⟦CKS(⟧buf⟦)⟧);", &[]),
            6 => line("printf(\"%p\", (void *)x);", &[]),
            _ => line("printf(\"%d %s\", j, ⟦CKS(⟧(char *)0⟦)⟧);", &[]).unless(!self.one_in(3), "putchar('a');"),
        }
    }

    fn of_input(&mut self) -> Statement {
        match self.below(16) {
            // Of standard input, the compiled program knows itself whether it is open.
            0 => line("j = ⟦(CKS(closed_ ? (char *)0 : lasting_(\"s\")), ⟧getchar()⟦)⟧;", &[]),
            1 => line("⟦CKS(closed_ ? (char *)0 : lasting_(\"s\")); ⟧scanf(\"%d\", &j);", &[]),
            7 => line("⟪fclose(stdin);⟫⟦CKS(closed_ ? (char *)0 : lasting_(\"s\")); closed_ = 1;⟧", &[]),
            2 => line("j = sscanf(\"5\", \"%d\", &i);", &[]),
            3 => line("if (!fs) fs = fopen(\"/dev/null\", \"r\");", &[]),
            4 | 8 => line("if (fs) { fclose(fs); fs = 0; }", &[]),
            12 => line(
                "if (fs) { char *row = 0; unsigned long room = 0; j = (int)getline(&row, &room, fs); free(row); }",
                &[],
            ),
            5 if self.one_in(2) => line("if (fs) fgets(buf, sizeof buf, fs);", &[]),
            5 => line("if (fs) j = fgetc(fs);", &[]),
            6 => line("j = rand();", &[]),
            9 => line("j = strtol(\"7\", 0, 10) == 7;", &[]),
            10 | 13 => line("setenv(\"NEW_\", \"1\", 1);", &[]),
            11 | 14 => line("if (fs) fs = freopen(\"/dev/null\", \"r\", fs);", &[]),
            _ => line("cs = ⟦lasting_(⟧getenv(\"HOME\")⟦)⟧;", &[]),
        }
    }

    fn of_ends(&mut self) -> Statement {
        let condition = self.condition(0);
        match self.below(8) {
            0 => line("if ({}) ⟪exit(1)⟫⟦leave(FINISHED)⟧;", &[&condition]),
            1 => line("if ({}) ⟪abort()⟫⟦leave(FINISHED)⟧;", &[&condition]),
            2 => line("if ({}) ⟪reach_error()⟫⟦check_(0, __LINE__)⟧;", &[&condition]),
            3 => line("⟪__VERIFIER_assume⟫⟦assume_⟧(({}) != 0);", &[&condition]),
            4 => line("⟪__VERIFIER_assert⟫⟦check_⟧(({}) != 0⟦, __LINE__⟧);", &[&condition]),
            5 => line("⟪atexit(at_end)⟫⟦(void)at_end⟧;", &[]),
            6 => line("if ({}) ⟪_exit(1)⟫⟦leave(FINISHED)⟧;", &[&condition]),
            _ => line("qsort(ia, 2, sizeof *ia, compare);", &[]),
        }
    }

    fn of_numbers(&mut self) -> Statement {
        let value = self.integer(0);
        match self.below(9) {
            0 => line("j = abs({});", &[&value]),
            1 => line("j = __builtin_popcount({});", &[&value]),
            2 => line("if (__builtin_expect({}, 1)) j = 0;", &[&value]),
            3 => line("if (__builtin_add_overflow(j, {}, &i)) j = 0;", &[&value]),
            4 => line("j = __atomic_fetch_add(&i, 1, 5);", &[]),
            5 => line("j = isdigit((unsigned char){});", &[&value]),
            6 => line("j = atoi(\"12\");", &[]),
            7 => line("j = div({}, 3).rem;", &[&value]).unless(true, "j = __builtin_ffs(j);"),
            _ => line("__atomic_store_n(&i, {}, 5);", &[&value]),
        }
    }

    fn of_lifetimes(&mut self) -> Statement {
        let (place, value) = (self.place(0), self.place(0));
        match self.below(5) {
            3 => line("{ int both[2] = { j++, j++ }; j = both[1]; }", &[]),
            0 => line("{} = alloca(sizeof(Node)); ⟦ENTER(*({})); ⟧⟪⟫({})->n = {};", &[&place, &place, &place, &value])
                .unless(place.plain.contains(['>', '*', '.']), "t0 = alloca(sizeof(Node)); ⟦ENTER(*t0); ⟧t0->n = x;"),
            1 => line("{ int vla[(j & 3) + 1]; vla[0] = {}; j = vla[0]; }", &[&self.integer(0)]),
            2 => line("t0 = lost({});", &[&place]),
            _ => line("{} = t0;", &[&place]),
        }
    }
}

trait Unless {
    fn unless(self, wanted: bool, other: &str) -> Statement;
}

impl Unless for Statement {
    fn unless(self, wanted: bool, other: &str) -> Statement {
        if wanted { line(other, &[]) } else { self }
    }
}
