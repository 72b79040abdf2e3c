//! Initialisers (6.7.9): for all shapes of up to three members and two levels, all lists of up to two items, those of three
//! without lists of two and more inside, those of four without braces inside; and random ones of all kinds.

use std::fmt::Write;

use super::case::{Case, Dice};

/// A type, without padding.
#[derive(Clone)]
enum Shape {
    Int,
    Struct(Vec<Shape>),
    /// `union { int p; struct { short q, r; }; short s[2]; }`
    Union,
    Array(Option<usize>, Box<Shape>),
}

use Shape::{Array, Int, Struct, Union};

/// Indices of designators of arrays of unknown size are below this.
const UNKNOWN: usize = 3;

impl Shape {
    /// The declaration of a name.
    fn declared(&self, name: &str) -> String {
        match self {
            Int => format!("int {name}"),
            Struct(members) => {
                let mut text = "struct { ".to_string();
                for (index, member) in members.iter().enumerate() {
                    let _ = write!(text, "{}; ", member.declared(&format!("m{index}")));
                }
                format!("{text}}} {name}")
            }
            Union => format!("union {{ int p; struct {{ short q, r; }}; short s[2]; }} {name}"),
            Array(count, element) => {
                let count = count.map_or(String::new(), |count| count.to_string());
                element.declared(&format!("{name}[{count}]"))
            }
        }
    }

    /// All designators, none included.
    fn designators(&self) -> Vec<String> {
        let mut all = vec![String::new()];
        let parts: Vec<(String, Shape)> = match self {
            Int => Vec::new(),
            Struct(members) => {
                members.iter().enumerate().map(|(index, member)| (format!(".m{index}"), member.clone())).collect()
            }
            Union => [".p", ".q", ".r", ".s", ".s[0]", ".s[1]"].map(|name| (name.into(), Int)).into(),
            Array(count, element) => {
                (0..count.unwrap_or(UNKNOWN)).map(|index| (format!("[{index}]"), (**element).clone())).collect()
            }
        };
        for (first, part) in parts {
            all.extend(part.designators().into_iter().map(|rest| first.clone() + &rest));
        }
        all
    }
}

/// All shapes.
fn shapes() -> Vec<Shape> {
    let array = |count, element: &Shape| Array(count, Box::new(element.clone()));
    let inner = [Int, Struct(vec![Int, Int]), Struct(vec![Int]), array(Some(2), &Int), Union];
    let few = [Int, Struct(vec![Int, Int]), Union];
    let mut all: Vec<Shape> = Vec::new();
    for a in &inner {
        all.push(Struct(vec![a.clone()]));
        all.extend(inner.iter().map(|b| Struct(vec![a.clone(), b.clone()])));
        all.extend([None, Some(2), Some(3)].map(|count| array(count, a)));
    }
    for (a, b) in few.iter().flat_map(|a| few.iter().map(move |b| (a, b))) {
        all.extend(few.iter().map(|c| Struct(vec![a.clone(), b.clone(), c.clone()])));
    }
    all
}

/// Values of an item; `#` stands for a number.
const VALUES: [&str; 5] = ["#", "{ # }", "{ #, # }", "{ { # }, # }", "{ }"];

/// For each length of a list, how many of the values its items have.
const USED: [usize; 5] = [0, 5, 5, 2, 1];

/// A list of a shape, by number; `None` behind the last.
fn list(designators: &[String], mut number: u64) -> Option<String> {
    for (length, used) in USED.into_iter().enumerate() {
        let choices = (designators.len() * used) as u64;
        let lists = choices.pow(length as u32);
        if number >= lists {
            number -= lists;
            continue;
        }
        let (mut text, mut next) = (String::from("{ "), 0);
        for _ in 0..length {
            let choice = (number % choices) as usize;
            number /= choices;
            let (designator, value) = (&designators[choice / used], VALUES[choice % used]);
            let _ = write!(text, "{designator}{}", if designator.is_empty() { "" } else { " = " });
            for part in value.split_inclusive('#') {
                next += usize::from(part.ends_with('#'));
                text.push_str(&part.replace('#', &next.to_string()));
            }
            text.push_str(", ");
        }
        return Some(text + "}");
    }
    None
}

fn lists(designators: &[String]) -> u64 {
    (0..).zip(USED).map(|(length, used)| ((designators.len() * used) as u64).pow(length)).sum()
}

/// Coprime to the number of all lists: what few cases have is spread over all.
const STRIDE: u64 = 2_654_435_761;

/// The list of an index, for a static and an automatic object.
pub fn all_lists(index: u64, dice: &mut Dice) -> Case {
    let shapes: Vec<(Shape, Vec<String>)> =
        shapes().into_iter().map(|shape| (shape.clone(), shape.designators())).collect();
    let total: u64 = shapes.iter().map(|(_, designators)| lists(designators)).sum();
    if index >= total {
        return drawn(index, dice);
    }
    let mut number = (u128::from(index) * u128::from(STRIDE) % u128::from(total)) as u64;
    for (shape, designators) in &shapes {
        if let Some(list) = list(designators, number) {
            return compared(&shape.declared("v@"), &shape.declared("a"), &list);
        }
        number -= lists(designators);
    }
    Case::of("")
}

/// Both storages, byte by byte.
fn compared(global: &str, local: &str, list: &str) -> Case {
    let body = format!("{local} = {list};\nshow(sizeof a);\nshow_bytes(&v@, sizeof v@);\nshow_bytes(&a, sizeof a);");
    Case::with(format!("static {global} = {list};"), body)
}

// ---- random ones

/// A type of random initialisers. Members that stand in others have their places as names.
enum Kind {
    Number(&'static str),
    Bits(u32, bool),
    /// To a number of `numbers@`.
    Pointer,
    Text(Option<usize>, &'static str, &'static str),
    /// Its tag, and whether it is anonymous where it is a member.
    Record(usize, bool, Vec<Kind>),
    Same(bool),
    Many(Option<usize>, Box<Kind>),
}

/// Draws types, with their declarations, and initialisers of them.
struct Drawing<'d> {
    dice: &'d mut Dice,
    declarations: String,
    tags: usize,
    numbers: usize,
    /// Compound literals are drawn, and no designators: what is given anew of a part of one is disputed (report 413).
    literals: bool,
}

const NUMBERS: [&str; 7] = ["int", "char", "unsigned char", "short", "long", "_Bool", "double"];
const TEXTS: [(&str, &str); 5] =
    [("char", ""), ("unsigned char", ""), ("int", "L"), ("unsigned short", "u"), ("unsigned", "U")];

impl Drawing<'_> {
    fn kind(&mut self, depth: usize, is_member: bool) -> Kind {
        match self.dice.below(if depth == 0 { 6 } else { 12 }) {
            0 => Kind::Pointer,
            1 if is_member => Kind::Bits(1 + self.dice.below(9) as u32, self.dice.once_in(2)),
            2 => {
                let (unit, prefix) = *self.dice.pick(&TEXTS);
                Kind::Text(Some(1 + self.dice.below(4)), unit, prefix)
            }
            1 | 3..=5 => Kind::Number(self.dice.pick::<&str>(&NUMBERS)),
            6 => Kind::Same(is_member && self.dice.once_in(2)),
            7 | 8 => Kind::Many(Some(1 + self.dice.below(3)), Box::new(self.kind(depth - 1, false))),
            _ => {
                let is_anonymous = is_member && self.dice.once_in(3);
                self.record(depth, is_anonymous)
            }
        }
    }

    fn record(&mut self, depth: usize, is_anonymous: bool) -> Kind {
        let members: Vec<Kind> = (0..1 + self.dice.below(3)).map(|_| self.kind(depth - 1, true)).collect();
        self.tags += 1;
        let tag = self.tags;
        if !is_anonymous {
            let body = self.members(tag, &members);
            let _ = writeln!(self.declarations, "struct s@_{tag} {{ {body}}};");
        }
        Kind::Record(tag, is_anonymous, members)
    }

    fn members(&mut self, tag: usize, members: &[Kind]) -> String {
        let mut text = String::new();
        for (index, member) in members.iter().enumerate() {
            if self.dice.once_in(6) {
                text.push_str(["int : 3; ", "int : 0; ", "unsigned : 7; "][self.dice.below(3)]);
            }
            let _ = write!(text, "{}; ", self.declared(member, &member_name(tag, index)));
        }
        text
    }

    fn declared(&mut self, kind: &Kind, name: &str) -> String {
        match kind {
            Kind::Number(ty) => format!("{ty} {name}"),
            Kind::Bits(width, is_signed) => format!("{} {name} : {width}", if *is_signed { "int" } else { "unsigned" }),
            Kind::Pointer => format!("int *{name}"),
            Kind::Text(count, unit, _) => format!("{unit} {name}[{}]", written(*count)),
            Kind::Record(tag, true, members) => format!("struct {{ {}}}", self.members(*tag, members)),
            Kind::Record(tag, false, _) => format!("struct s@_{tag} {name}"),
            Kind::Same(true) => {
                format!("union {{ int {name}p; struct {{ short {name}q, {name}r; }}; short {name}s[2]; }}")
            }
            Kind::Same(false) => format!("union {{ int p; struct {{ short q, r; }}; short s[2]; }} {name}"),
            Kind::Many(count, element) => self.declared(element, &format!("{name}[{}]", written(*count))),
        }
    }

    fn number(&mut self) -> String {
        self.numbers += 1;
        self.numbers.to_string()
    }

    fn scalar(&mut self, kind: &Kind) -> String {
        match kind {
            Kind::Pointer if self.dice.once_in(3) => "0".into(),
            Kind::Pointer => format!("&numbers@[{}]", self.dice.below(4)),
            Kind::Number("double") => format!("{}.5", self.number()),
            Kind::Number(_) if self.dice.once_in(6) => format!("-{} + 'b'", self.number()),
            _ => self.number(),
        }
    }

    /// A string: shorter than the array, as long, or without its zero.
    fn text(&mut self, count: Option<usize>, prefix: &str) -> String {
        let length = self.dice.below(1 + count.unwrap_or(5));
        let text = format!("{prefix}\"{}\"", &"kLmNoP"[..length.min(6)]);
        match self.dice.below(5) {
            0 => format!("{{ {text} }}"),
            1 => format!("({text})"),
            _ => text,
        }
    }

    /// An initialiser of a type, in braces where it has parts, or without, part by part.
    fn value(&mut self, kind: &Kind, may_elide: bool) -> String {
        let parts: Vec<(String, &Kind)> = match kind {
            Kind::Text(count, _, prefix) => return self.text(*count, prefix),
            Kind::Record(tag, _, members) => {
                members.iter().enumerate().map(|(index, member)| (member_name(*tag, index), member)).collect()
            }
            Kind::Many(count, element) => {
                (0..count.unwrap_or(1 + self.dice.below(4))).map(|index| (index.to_string(), &**element)).collect()
            }
            Kind::Same(_) => {
                return if may_elide && self.dice.once_in(2) {
                    self.number()
                } else {
                    format!("{{ {} }}", self.number())
                };
            }
            _ if self.dice.once_in(8) => return format!("{{ {} }}", self.scalar(kind)),
            _ => return self.scalar(kind),
        };
        if let Kind::Record(tag, false, _) = kind
            && self.literals
            && self.dice.once_in(3)
        {
            return format!("(struct s@_{tag}){}", self.list(kind, &parts));
        }
        if may_elide && self.dice.once_in(3) {
            return parts.iter().map(|(_, part)| self.value(part, true)).collect::<Vec<_>>().join(", ");
        }
        self.list(kind, &parts)
    }

    fn list(&mut self, kind: &Kind, parts: &[(String, &Kind)]) -> String {
        let (mut items, mut next) = (Vec::new(), 0);
        for _ in 0..self.dice.below(parts.len() + 3) {
            if self.literals && next >= parts.len() {
                break;
            }
            if next >= parts.len() || !self.literals && self.dice.once_in(3) {
                next = self.dice.below(parts.len());
                let item = self.designated(kind, parts, next);
                items.push(item);
            } else {
                let item = self.value(parts[next].1, true);
                items.push(item);
            }
            next += 1;
        }
        format!("{{ {} }}", items.join(", "))
    }

    /// A designator of a part, or of a part of it, with its value.
    fn designated(&mut self, kind: &Kind, parts: &[(String, &Kind)], index: usize) -> String {
        let (name, part) = &parts[index];
        let is_array = matches!(kind, Kind::Many(..));
        let mut text = match part {
            Kind::Record(_, true, _) | Kind::Same(true) => String::new(),
            _ if is_array && index + 1 < parts.len() && self.dice.once_in(3) => {
                let last = index + 1 + self.dice.below(parts.len() - index - 1);
                return format!("[{index} ... {last}] = {}", self.value(part, false));
            }
            _ if is_array => format!("[{name}]"),
            _ => format!(".{name}"),
        };
        match part {
            Kind::Record(tag, is_anonymous, members) if *is_anonymous || self.dice.once_in(2) => {
                let parts: Vec<(String, &Kind)> =
                    members.iter().enumerate().map(|(index, member)| (member_name(*tag, index), member)).collect();
                let inner = self.dice.below(parts.len());
                text + &self.designated(part, &parts, inner)
            }
            Kind::Same(is_anonymous) => {
                let member = *self.dice.pick(&["p", "q", "r", "s[0]", "s[1]"]);
                let prefix = if *is_anonymous { name.as_str() } else { "" };
                let _ = write!(text, ".{prefix}{member} = {}", self.number());
                text
            }
            Kind::Text(Some(count), ..) if self.dice.once_in(2) => {
                let _ = write!(text, "[{}] = {}", self.dice.below(*count), self.number());
                text
            }
            _ => {
                let value = self.value(part, true);
                text + " = " + &value
            }
        }
    }

    /// Statements that print an object.
    fn shown(&self, kind: &Kind, place: &str, out: &mut String) {
        let _ = match kind {
            Kind::Number("double") => writeln!(out, "show_double({place});"),
            Kind::Number(_) | Kind::Bits(..) => writeln!(out, "show({place});"),
            Kind::Pointer => writeln!(out, "show({place} ? {place} - numbers@ : -1);"),
            Kind::Same(true) => writeln!(out, "show({place}p);"),
            Kind::Same(false) => writeln!(out, "show({place}.p);"),
            Kind::Text(..) => writeln!(out, "show_bytes(&{place}, sizeof {place});"),
            Kind::Record(tag, is_anonymous, members) => {
                // The members of an anonymous one are those of the record around it.
                let base = if *is_anonymous { place.rsplit_once('.').map_or(place, |(base, _)| base) } else { place };
                members.iter().enumerate().for_each(|(index, member)| {
                    self.shown(member, &format!("{base}.{}", member_name(*tag, index)), out)
                });
                Ok(())
            }
            Kind::Many(Some(count), element) => {
                (0..*count).for_each(|index| self.shown(element, &format!("{place}[{index}]"), out));
                Ok(())
            }
            Kind::Many(None, element) => {
                let _ = writeln!(out, "show(sizeof {place} / sizeof {place}[0]);");
                let _ = writeln!(out, "for (int i = 0; i < (int)(sizeof {place} / sizeof {place}[0]); i++) {{");
                self.shown(element, &format!("{place}[i]"), out);
                writeln!(out, "}}")
            }
        };
    }
}

fn member_name(tag: usize, index: usize) -> String {
    format!("m{tag}_{index}")
}

fn written(count: Option<usize>) -> String {
    count.map_or(String::new(), |count| count.to_string())
}

/// A random initialiser of a random type, for a static and an automatic object.
pub fn drawn(_: u64, dice: &mut Dice) -> Case {
    let literals = dice.once_in(4);
    let declarations = "static int numbers@[4];\n".into();
    let mut drawing = Drawing { dice, declarations, tags: 0, numbers: 0, literals };
    let kind = match drawing.dice.below(4) {
        0 => Kind::Many(None, Box::new(drawing.kind(2, false))),
        1 => {
            let (unit, prefix) = *drawing.dice.pick(&TEXTS);
            Kind::Text(None, unit, prefix)
        }
        _ => drawing.record(2, false),
    };
    let value = match &kind {
        Kind::Record(tag, _, members) => {
            let parts: Vec<(String, &Kind)> =
                members.iter().enumerate().map(|(index, member)| (member_name(*tag, index), member)).collect();
            drawing.list(&kind, &parts)
        }
        _ => drawing.value(&kind, false),
    };
    let (global, local) = (drawing.declared(&kind, "v@"), drawing.declared(&kind, "a"));
    let mut body = format!("{local} = {value};\n");
    drawing.shown(&kind, "a", &mut body);
    // Clang does not take all compound literals for constants.
    if value.contains("(struct") {
        return Case::with(drawing.declarations, body);
    }
    drawing.shown(&kind, "v@", &mut body);
    Case::with(format!("{}static {global} = {value};", drawing.declarations), body)
}
