//! Lexing, parsing and lowering of preprocessed text, by its size: `cargo bench --bench frontend`.
//!
//! The text is generated: list code with structs, loops, switches, initialisers and calls, the same in each run, of 10 and
//! 100 thousand lines, and of 1000 thousand where `DAMSON_LARGE` is set. Besides the times, the peak memory of a
//! process that reads each text once is printed, in bytes for each byte of text; also for texts of one statement or
//! initialiser again and again.

use std::fmt::Write;
use std::hint::black_box;
use std::io::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use damson::base::SourceMap;
use damson::ctype::DataModel;
use damson::frontend;
use damson::program::lower;

/// One type with its functions, of 60 lines; `{n}` is its number.
const UNIT: &str = r#"struct node{n} {
    struct node{n} *next, *prev;
    int key;
    unsigned flags : 3, mark : 1;
    union { long number; char text[8]; } data;
};
static struct node{n} *head{n};
static const int table{n}[4] = { 1, 2, [3] = 4 };

static int insert{n}(int key, const char *text)
{
    struct node{n} *x = malloc(sizeof(struct node{n}));
    if (!x)
        return -1;
    x->key = key;
    x->flags = key & 7u;
    x->next = head{n};
    x->prev = (struct node{n} *)0;
    for (int i = 0; i < 8 && text[i] != '\0'; i++) {
        x->data.text[i] = text[i];
        if (text[i] == '\n' || text[i] == '\t')
            break;
    }
    if (head{n})
        head{n}->prev = x;
    head{n} = x;
    return x->flags ? table{n}[key % 4] : 0;
}

static struct node{n} *find{n}(struct node{n} *list, int key)
{
    while (list != (void *)0) {
        if (list->key == key && !list->mark) {
            list->mark = 1;
            return list;
        }
        list = list->next;
    }
    return 0;
}

int step{n}(int operation, int key)
{
    struct node{n} *found = find{n}(head{n}, key);
    switch (operation) {
    case 0:
        return insert{n}(key, "a string of text");
    case 1 ... 3:
        if (found) {
            if (found->prev) found->prev->next = found->next;
            else head{n} = found->next;
            free(found);
        }
        return table{n}[operation];
    default:
        key = (key << 2) + (operation > 5 ? operation * 3 : ~operation) - (int)sizeof(int);
        do {
            key -= 7;
        } while (key > 100);
        return key;
    }
}
"#;

/// A text of about this number of lines.
fn generate(lines: usize) -> String {
    let mut text = String::from("typedef unsigned long size_t;\nvoid *malloc(size_t size);\nvoid free(void *p);\n");
    let height = UNIT.lines().count();
    for number in 0..lines / height {
        let _ = write!(text, "# {} \"list.c\"\n{}", number * height, UNIT.replace("{n}", &number.to_string()));
    }
    text
}

/// Reads a text to the flowcharts; how many functions there are.
fn read(text: String) -> usize {
    let mut sources = SourceMap::new();
    let file = sources.add("generated.i", text);
    let (unit, diagnostics) = frontend::parse(&mut sources, file);
    let (program, more) = lower::lower(&unit, &sources, DataModel::Lp64);
    assert!(!diagnostics.has_errors() && !more.has_errors(), "{}", more.render(&sources));
    program.defined_functions().count()
}

fn sizes() -> Vec<usize> {
    let large = std::env::var_os("DAMSON_LARGE").map(|_| 1_000_000);
    [10_000, 100_000].into_iter().chain(large).collect()
}

/// The most memory that this process has had so far, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) * 1024
}

/// Texts that nobody writes: one small thing again and again, which costs more memory for each byte than code does.
const REPEATED: [(&str, &str, &str, &str); 5] = [
    ("assignments", "int f(int a) { ", "a = a + 1;", " return a; }"),
    ("empty-statements", "int f(int a) { ", ";", " return a; }"),
    ("empty-blocks", "int f(int a) { ", "{}", " return a; }"),
    ("initializers", "int x[] = { ", "1,", "};int f(void) { return x[0]; }"),
    ("declarations", "int f(void);", "int x;", "int f(void) { return x; }"),
];

/// A text of [`REPEATED`] of ten million bytes, or of this number of lines of code.
fn text_of(name: &str) -> String {
    let bytes = std::env::var("DAMSON_BYTES").ok().and_then(|bytes| bytes.parse().ok()).unwrap_or(10_000_000);
    match REPEATED.iter().find(|(known, ..)| *known == name) {
        Some((_, start, part, end)) => format!("{start}{}{end}\n", part.repeat(bytes / part.len())),
        None => generate(name.parse().unwrap_or(10_000)),
    }
}

/// What a process of its own says that reads a text once.
fn report_once(name: &str) {
    let text = text_of(name);
    let (bytes, count) = (text.len(), text.lines().filter(|line| !line.starts_with('#')).count());
    let start = Instant::now();
    read(text);
    let seconds = start.elapsed().as_secs_f64();
    let memory = peak_memory();
    println!(
        "{count} lines, {bytes} bytes: {seconds:.3} s, {:.0} lines a minute; peak memory {} MiB, {:.1} bytes a byte",
        count as f64 / seconds * 60.0,
        memory >> 20,
        memory as f64 / bytes as f64
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--once") {
        report_once(&arguments.next().unwrap_or_default());
        return;
    }
    if let Ok(this) = std::env::current_exe() {
        let repeated = REPEATED.iter().map(|(name, ..)| name.to_string());
        for name in sizes().into_iter().map(|lines| lines.to_string()).chain(repeated) {
            print!("{name}: ");
            let _ = std::io::stdout().flush();
            let _ = Command::new(&this).args(["--once", &name]).status();
        }
    }
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("frontend");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).warm_up_time(Duration::from_millis(500));
    for lines in sizes() {
        let text = generate(lines);
        group.throughput(Throughput::Elements(lines as u64));
        group.bench_with_input(BenchmarkId::new("read", lines), &text, |bencher, text| {
            bencher.iter(|| black_box(read(text.clone())));
        });
    }
    group.finish();
    criterion.final_summary();
}
