//! Programs that need exactly so many iterations, calls, nodes or bytes: with that bound they are verified, with the next smaller one
//! the answer is "unknown", and without a bound the first one that is large enough is found. And no limit makes a wrong program right.

use damson::base::{Budget, SourceMap};
use damson::bmc::Settings;
use damson::ctype::DataModel;
use damson::engine::verdict::Verdict;
use damson::pipeline;
use damson::pipeline::bounded::{self, Bounded};
use damson::program::{UndefinedBehaviour, select_entry};
use damson::spec::Question;

/// Declarations of all programs.
const HEAD: &str = "
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern unsigned long strlen(const char *);
extern int strcmp(const char *, const char *);
typedef struct _IO_FILE FILE;
extern FILE *stdin;
extern char *fgets(char *, int, FILE *);
struct node { struct node *next; int value; };
";

/// What a program needs `K` of, its entry, and its text, in which `K` is a number and `K1` the next larger one.
const PROGRAMS: &[(&str, Option<&str>, &str)] = &[
    ("loop", None, "int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); if (n > K) return 0; while (n) n--; return 0; }"),
    (
        "loop that tests at its end",
        None,
        "int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); if (n > K) return 0; do n--; while (n < K); return 0; }",
    ),
    (
        "inner loop",
        None,
        "int main(void) {
           for (int turn = 0; turn < 2; turn++) {
             unsigned char n = __VERIFIER_nondet_uchar() % K1;
             while (n) n--;
           }
           return 0; }",
    ),
    (
        "outer loop",
        None,
        "int main(void) {
           unsigned char n = __VERIFIER_nondet_uchar(); if (n > K) return 0;
           while (n) { for (int inner = 0; inner < 9; inner++) if (inner == 8) n--; }
           return 0; }",
    ),
    (
        "loop by goto",
        None,
        "int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); if (n > K) return 0;
           again: if (n) { n--; goto again; } return 0; }",
    ),
    (
        "loop in a function that is called twice",
        None,
        "static void count(unsigned char n) { while (n) n--; }
         int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); if (n > K) return 0; count(n); count(K - n); return 0; }",
    ),
    (
        "loop over a list",
        None,
        "int main(void) {
           struct node *list = 0; unsigned char n = __VERIFIER_nondet_uchar(); if (n > K) return 0;
           while (n--) { struct node *fresh = malloc(sizeof *fresh); fresh->next = list; list = fresh; }
           while (list) { struct node *next = list->next; free(list); list = next; }
           return 0; }",
    ),
    (
        "recursion",
        None,
        "static int count(int n) { return n ? 1 + count(n - 1) : 0; }
         int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); if (n > K) return 0; return count(n) != n; }",
    ),
    (
        "recursion of two functions",
        None,
        "static int odd(int); static int even(int n) { return n ? odd(n - 1) : 1; } static int odd(int n) { return n ? even(n - 1) : 0; }
         int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); if (n > 2 * K) return 0; return even(n); }",
    ),
    (
        "recursion through a pointer",
        None,
        "static int count(int, int (*)()); static int (*kept)(int, int (*)()) = count;
         static int count(int n, int (*f)()) { return n ? kept(n - 1, f) : 0; }
         int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); if (n > K) return 0; return count(n, 0); }",
    ),
    (
        "bytes of a string",
        None,
        "int main(void) { char text[K1]; for (int at = 0; at < K; at++) text[at] = __VERIFIER_nondet_uchar(); text[K] = 0;
           if (strlen(text) > K) reach_error(); return 0; }",
    ),
    (
        "bytes of two strings",
        None,
        "int main(void) { char text[K1], other[K1] = {0}; for (int at = 0; at < K; at++) text[at] = __VERIFIER_nondet_uchar();
           text[K] = 0; if (strcmp(other, text) > 0) reach_error(); return 0; }",
    ),
    ("bytes of a line", None, "int main(void) { char line[K1 + 1]; fgets(line, K1 + 1, stdin); return 0; }"),
    (
        "bytes of an argument",
        None,
        "int main(int argc, char **argv) { int at = 0; if (argc < 2) return 0; while (at < K && argv[1][at]) at++; return 0; }",
    ),
    ("arguments", None, "int main(int argc, char **argv) { int at = 0; while (at < K && at < argc) if (!argv[at++]) reach_error(); return 0; }"),
    (
        "nodes",
        Some("look"),
        "int look(struct node *list) { int at = 0, all = 0; for (at = 0; at < K; at++) { if (!list) return 0; all ^= list->value; list = list->next; }
           return all; }",
    ),
];
/// Bounds that are tried.
const BOUNDS: &[u32] = &[1, 2, 3, 4, 6];

fn asked(text: &str, entry: Option<&str>, settings: &Settings) -> Bounded {
    let mut sources = SourceMap::new();
    let file = sources.add("program.c", format!("{HEAD}{text}"));
    let (program, diagnostics) = pipeline::lower_text(&mut sources, file, DataModel::Lp64);
    assert!(!diagnostics.has_errors(), "{}\n{text}", diagnostics.render(&sources));
    let entry = select_entry(&program, &sources, entry).expect("an entry");
    bounded::analyse(Question::of_memory(&program, entry), &sources, settings, &Budget::unlimited())
}

fn said(found: &Bounded) -> String {
    let (verdict, reason) = found.verdict();
    reason.map_or(verdict.word().into(), |reason| format!("{}, {reason}", verdict.word()))
}

#[test]
fn programs_are_verified_at_the_bound_that_they_need() {
    let mut problems = Vec::new();
    for (what, entry, text) in PROGRAMS {
        for needed in BOUNDS.iter().copied() {
            let text = text.replace("K1", &(needed + 1).to_string()).replace('K', &needed.to_string());
            let bound = |bound: Option<u32>| Settings {
                unwind: bound,
                undefined_behaviour: UndefinedBehaviour::All,
                outside_may_fail: false,
                ..Settings::default()
            };
            let enough = asked(&text, *entry, &bound(Some(needed)));
            if enough.verdict().0 != Verdict::Verified {
                problems.push(format!("{what}, {needed}: {}", said(&enough)));
            }
            // All bounds are at least one, and for heaps a smaller one makes no sense.
            if needed > 1 || entry.is_none() {
                let less = asked(&text, *entry, &bound(Some(needed - 1)));
                let cuts = ["nothing found up to", "nothing found on heaps of up to"]
                    .map(|cut| format!("{cut} {}", needed - 1));
                let is_cut = cuts.iter().any(|cut| said(&less).contains(cut));
                if less.verdict().0 != Verdict::Unknown || !is_cut {
                    problems.push(format!("{what}, {needed} less one: {}", said(&less)));
                }
            }
            let any = asked(&text, *entry, &bound(None));
            if (any.verdict().0, any.unwind) != (Verdict::Verified, needed) {
                problems.push(format!("{what}, {needed} by deepening: {} at {}", said(&any), any.unwind));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The largest block that is followed is one more bound.
#[test]
fn larger_blocks_than_the_limit_are_a_cut() {
    for largest_block in [1, 7, 4096, 1 << 40] {
        let settings = Settings { unwind: Some(1), largest_block, ..Settings::default() };
        for (more, wanted) in [(0, Verdict::Verified), (1, Verdict::Unknown)] {
            let text = format!(
                "int main(void) {{ unsigned long n = __VERIFIER_nondet_ulong(); if (n > {}ul) return 0; free(malloc(n)); return 0; }}",
                largest_block + more
            );
            assert_eq!(asked(&text, None, &settings).verdict().0, wanted, "{largest_block} and {more}");
        }
    }
}

/// Wherever the work is stopped, it says less, and never anything else.
#[test]
fn no_limit_makes_a_wrong_program_right() {
    let text = |error: &str| {
        format!(
            "int main(void) {{ int all = 0; struct node *list = 0;
               for (int at = 0; at < 3; at++) {{
                 struct node *fresh = malloc(sizeof *fresh); fresh->next = list; fresh->value = __VERIFIER_nondet_uchar(); list = fresh; }}
               while (list) {{ struct node *next = list->next; all = 3 * all + list->value; free(list); list = next; }}
               if (all % 7 == 3 && all > {error}) reach_error(); return 0; }}"
        )
    };
    let (wrong, right) = (text("3000"), text("4000"));
    let whole = Settings { unwind: Some(4), ..Settings::default() };
    let (mut stopped, mut decided) = (0, 0);
    for limit in (0..28).map(|power| 1_usize << power) {
        let bytes = limit as u64;
        for settings in [
            Settings { most_terms: limit, ..whole.clone() },
            Settings { most_clauses: limit, ..whole.clone() },
            Settings { most_objects: limit, ..whole.clone() },
            Settings { most_proof_bytes: bytes, ..whole.clone() },
            Settings { replay_steps: bytes, ..whole.clone() },
        ] {
            for (text, other) in [(&wrong, Verdict::Verified), (&right, Verdict::Violated)] {
                let found = asked(text, None, &settings);
                let verdict = found.verdict().0;
                assert_ne!(verdict, other, "{settings:?}");
                if verdict == Verdict::Unknown { stopped += 1 } else { decided += 1 }
            }
        }
    }
    println!("{stopped} stopped, {decided} decided");
    assert!(stopped > 20 && decided > 20, "{stopped} stopped, {decided} decided");
}
