//! Sizes, alignments, offsets and bits of generated structs and unions are those of the system's compiler, for `-m64` and
//! `-m32`. The compiler is only asked for assembly, so it needs no 32-bit library.
//!
//! `DAMSON_LAYOUTS=20000` checks more records, `DAMSON_LAYOUT_SEED` other ones.

use crate::support::number;
use crate::support::tools;

use std::collections::HashMap;
use std::fmt::Write;
use std::io::Write as _;
use std::process::{Command, Stdio};

use damson::base::SourceMap;
use damson::ctype::{DataModel, RecordId, Type, TypeTable};
use damson::frontend;
use damson::program::lower;

/// A generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % count as u64) as usize
    }

    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }

    /// True once in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

const SCALARS: [&str; 18] = [
    "char",
    "signed char",
    "unsigned short",
    "short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "float",
    "double",
    "long double",
    "void *",
    "enum small",
    "enum wide",
    "enum tiny",
];
const BIT_TYPES: [(&str, usize); 10] = [
    ("char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum small", 32),
];
const PRELUDE: &str = "enum __attribute__((packed)) tiny { tiny_low = -1, tiny_high = 200 };
enum small { one, two };
enum wide { low = -1, high = 0x7fffffffffLL };
typedef long long at_8 __attribute__((aligned(8)));
typedef int at_2 __attribute__((aligned(2)));
typedef struct { char c; } at_16 __attribute__((aligned(16)));
";

/// A generated record: its text, and the members that can be asked for.
struct Generated {
    keyword: &'static str,
    text: String,
    members: Vec<String>,
    bit_fields: Vec<String>,
}

struct Generator {
    random: Random,
    fresh: usize,
}

impl Generator {
    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("m{}", self.fresh)
    }

    fn attributes(&mut self) -> String {
        match self.random.below(12) {
            0 => format!(" __attribute__((aligned({})))", 1 << self.random.below(6)),
            1 => " __attribute__((packed))".into(),
            2 => format!(" __attribute__((packed, aligned({})))", 1 << self.random.below(5)),
            _ => String::new(),
        }
    }

    /// Record number `index`; earlier ones may be members.
    fn record(&mut self, index: usize) -> Generated {
        let keyword = if self.random.once_in(5) { "union" } else { "struct" };
        let mut made = Generated { keyword, text: String::new(), members: Vec::new(), bit_fields: Vec::new() };
        let mut body = String::new();
        for _ in 0..1 + self.random.below(7) {
            self.member(index, 0, &mut body, &mut made);
        }
        if keyword == "struct" && !made.members.is_empty() && self.random.once_in(8) {
            let name = self.name();
            let _ = writeln!(body, "  {} {name}[{}];", self.random.pick(&SCALARS), self.random.pick(&["", "0"]));
            made.members.push(name);
        }
        let attributes = self.attributes();
        let pack = self.random.once_in(6).then(|| 1 << self.random.below(4));
        let (before, behind) = match pack {
            Some(pack) => (format!("#pragma pack(push, {pack})\n"), "#pragma pack(pop)\n"),
            None => (String::new(), ""),
        };
        made.text = format!("{before}{keyword} r{index} {{\n{body}}}{attributes};\n{behind}");
        made
    }

    fn member(&mut self, index: usize, depth: usize, body: &mut String, made: &mut Generated) {
        let name = self.name();
        match self.random.below(20) {
            0..6 => {
                let (ty, most) = BIT_TYPES[self.random.below(BIT_TYPES.len())];
                let width = 1 + self.random.below(most);
                let attributes = self.attributes();
                let _ = writeln!(body, "  {ty} {name} : {width}{attributes};");
                made.bit_fields.push(name);
            }
            6 => {
                let (ty, most) = BIT_TYPES[self.random.below(BIT_TYPES.len())];
                let _ = writeln!(body, "  {ty} : {};", self.random.below(most));
            }
            7 if depth < 2 => {
                let keyword = self.random.pick(&["struct", "union"]);
                let _ = writeln!(body, "  {keyword} {{");
                for _ in 0..1 + self.random.below(4) {
                    self.member(index, depth + 1, body, made);
                }
                let attributes = self.attributes();
                let _ = writeln!(body, "  }}{attributes};");
            }
            8..11 if index > 0 => {
                let other = self.random.below(index);
                let suffix = self.random.pick(&["", "", "[2]"]);
                let attributes = self.attributes();
                let _ = writeln!(body, "  __typeof__(*(t{other} *)0) {name}{suffix}{attributes};");
                made.members.push(name);
            }
            11 => {
                let ty = self.random.pick(&["at_8", "at_2", "at_16"]);
                let attributes = self.attributes();
                let _ = writeln!(body, "  {ty} {name}{attributes};");
                made.members.push(name);
            }
            _ => {
                let ty = self.random.pick(&SCALARS);
                let suffix = self.random.pick(&["", "", "", "[3]", "[2][2]", "[0]"]);
                let attributes = self.attributes();
                let atomic = self.atomic(ty);
                let _ = writeln!(body, "  {atomic}{ty} {name}{suffix}{attributes};");
                made.members.push(name);
            }
        }
    }

    /// An atomic object is aligned to its size; where its type is not, it is refused.
    fn atomic(&mut self, ty: &str) -> &'static str {
        let is_aligned = !["long double", "long long", "unsigned long long", "double", "enum wide"].contains(&ty);
        if is_aligned && self.random.once_in(8) { "_Atomic " } else { "" }
    }
}

/// The bytes behind each label of assembly code that defines data.
fn data(assembly: &str) -> HashMap<String, Vec<u8>> {
    let (mut found, mut label): (HashMap<String, Vec<u8>>, _) = (HashMap::new(), String::new());
    for line in assembly.lines() {
        if let Some(name) = line.strip_suffix(':') {
            label = name.to_string();
            found.insert(label.clone(), Vec::new());
            continue;
        }
        let Some((directive, value)) = line.trim().split_once(|c: char| c.is_whitespace()) else { continue };
        let bytes = match directive {
            ".byte" => 1,
            ".value" => 2,
            ".long" => 4,
            ".quad" => 8,
            ".zero" => 0,
            _ => continue,
        };
        let value: i128 = value.trim().parse().unwrap_or_else(|_| panic!("{line}"));
        let Some(data) = found.get_mut(&label) else { continue };
        match bytes {
            0 => data.extend(std::iter::repeat_n(0, value as usize)),
            _ => data.extend(&value.to_le_bytes()[..bytes]),
        }
    }
    found
}

fn compiled(text: &str, model: DataModel) -> HashMap<String, Vec<u8>> {
    let size = if model == DataModel::Lp64 { "-m64" } else { "-m32" };
    let mut child = Command::new("cc")
        .args([size, "-std=gnu11", "-w", "-O0", "-x", "c", "-S", "-o", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = text.to_string();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "the compiler refuses the records");
    data(&String::from_utf8(output.stdout).unwrap())
}

/// The first bit of a member in its record, through anonymous ones, and for a bit-field its width.
fn place(types: &TypeTable, record: RecordId, name: &str) -> (u64, Option<u32>) {
    let path = types.find_field(record, name).unwrap_or_else(|| panic!("no member {name}"));
    let (mut bit, mut width) = (0, None);
    for id in path {
        let field = types.field(id);
        bit += 8 * field.offset + u64::from(field.bits.map_or(0, |(first, _)| first));
        width = field.bits.map(|(_, width)| width);
    }
    (bit, width)
}

fn check(model: DataModel, seed: u64, count: usize) {
    let mut generator = Generator { random: Random(seed), fresh: 0 };
    let mut definitions = PRELUDE.to_string();
    let mut questions = String::new();
    let mut records = Vec::new();
    for index in 0..count {
        let made = generator.record(index);
        let ty = format!("{} r{index}", made.keyword);
        let _ = writeln!(definitions, "{}typedef {ty} t{index};", made.text);
        let _ = write!(questions, "unsigned long long facts{index}[] = {{ sizeof({ty}), _Alignof({ty})");
        for member in &made.members {
            let _ = write!(questions, ", __builtin_offsetof({ty}, {member})");
        }
        questions.push_str(" };\n");
        for field in &made.bit_fields {
            let _ = writeln!(questions, "{ty} bits_{field} = {{ .{field} = -1 }};");
        }
        records.push(made);
    }
    let answers = compiled(&format!("{definitions}{questions}"), model);
    let mut sources = SourceMap::new();
    let file = sources.add("records.c", definitions.as_str());
    let (unit, mut diagnostics) = frontend::parse(&mut sources, file);
    let (program, more) = lower::lower(&unit, &sources, model);
    diagnostics.append(more);
    assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
    let types = &program.types;
    for (index, made) in records.iter().enumerate() {
        let ty = program.scope.typedefs[&format!("t{index}")];
        let Type::Record(record) = *types.get(ty) else { panic!("no record") };
        let mut facts = vec![types.size_of(ty).unwrap(), types.align_of(ty)];
        facts.extend(made.members.iter().map(|name| place(types, record, name).0 / 8));
        let expected: Vec<u64> = answers[&format!("facts{index}")]
            .chunks(8)
            .map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap()))
            .collect();
        let names = made.members.join(" ");
        assert_eq!(facts, expected, "{model:?}: size, alignment, {names} of\n{}{}", PRELUDE, context(&records, index));
        for name in &made.bit_fields {
            let (first, width) = place(types, record, name);
            let mut bytes = vec![0u8; facts[0] as usize];
            for bit in first..first + u64::from(width.unwrap()) {
                bytes[bit as usize / 8] |= 1 << (bit % 8);
            }
            assert_eq!(bytes, answers[&format!("bits_{name}")], "{model:?}: bits of {name} in\n{}", made.text);
        }
    }
}

/// A record with those that it mentions.
fn context(records: &[Generated], index: usize) -> String {
    let text = &records[index].text;
    let mut out = String::new();
    for other in 0..index {
        if text.contains(&format!("(t{other} *)")) {
            out.push_str(&context(records, other));
        }
    }
    out + text
}

fn check_many(model: DataModel) {
    if !tools::has_compiler("layouts are not compared with the compiler's") {
        return;
    }
    let (count, seed) = (number("DAMSON_LAYOUTS").unwrap_or(200_u64), number("DAMSON_LAYOUT_SEED").unwrap_or(1_u64));
    for round in 0..count.div_ceil(200) {
        check(model, seed + round, 200);
    }
}

#[test]
fn records_of_x86_64_are_laid_out_as_by_the_compiler() {
    check_many(DataModel::Lp64);
}

#[test]
fn records_of_i386_are_laid_out_as_by_the_compiler() {
    check_many(DataModel::Ilp32);
}
