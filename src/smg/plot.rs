//! Renders configurations as Graphviz graphs and as text. `named`: with the names of the program.

pub mod named;

use std::fmt::Write;

use crate::domain::configuration::Configuration;
use crate::domain::graph::{Quantity, Term};
use crate::domain::limits::MOST_ALTERNATIVES;
use crate::domain::object::{
    BackLink, Fill, HeldBytes, Kind, Liveness, Object, Origin, SizeRelation, TerminatedString, ZeroByte,
};
use crate::domain::value::{ObjectId, Target, Value};
use base::ids::Id;
use program::Program;

/// Returns one line for each object with its name, kind and fields, followed by the facts about its contents and about
/// unknown values.
pub fn text(program: &Program, configuration: &Configuration) -> String {
    let mut out = String::new();
    for (id, object) in configuration.graph.objects() {
        let fields: Vec<String> = object
            .fields()
            .iter()
            .map(|field| format!("{}:{}={}", field.offset, field.size, value(configuration, field.value)))
            .collect();
        let _ = writeln!(out, "{}: {} {{{}}}", name(program, configuration, id), kind(object), fields.join(", "));
        for disjunct in object.disjuncts().all() {
            let _ = writeln!(out, "    either {{{}}}", cells(disjunct));
        }
        for TerminatedString { start, zero, length } in object.strings() {
            let length = value(configuration, *length);
            let _ = match zero {
                ZeroByte::First => writeln!(out, "    +{start} is a string of {length} bytes"),
                ZeroByte::Later => writeln!(out, "    +{start} is strings of {length} bytes, with their ends"),
            };
        }
        for SizeRelation { pointer, number, factor, more } in object.size_relations() {
            let whose = pointer.map_or("it has".to_string(), |(offset, _)| format!("+{offset} leads to"));
            let _ = writeln!(out, "    {whose} {factor} * +{} + {more} bytes", number.0);
        }
    }
    for (id, other) in configuration.graph.differences() {
        let _ = writeln!(out, "?{} != {}", id.index(), value(configuration, other));
    }
    for (left, right, by) in configuration.graph.orders() {
        let _ = writeln!(out, "?{} - ?{} <= {by}", left.index(), right.index());
    }
    for (id, of) in configuration.graph.definitions() {
        let _ = writeln!(out, "?{} = {}", id.index(), term(of));
    }
    for (id, size) in configuration.graph.recorded_sizes() {
        let _ = writeln!(out, "{} has {} bytes", name(program, configuration, id), term(size));
    }
    let equations = configuration.graph.equations().map(|form| (form, "="));
    for (form, relation) in equations.chain(configuration.graph.inequalities().map(|form| (form, "<="))) {
        let part = |(quantity, factor): (Quantity, i128)| match quantity {
            Quantity::Length(id) => format!("{factor} * nodes of {}", name(program, configuration, id)),
            Quantity::Number(id) => format!("{factor} * ?{}", id.index()),
        };
        let parts: Vec<String> = form.factors().map(part).chain([form.constant_part().to_string()]).collect();
        let _ = writeln!(out, "{} {relation} 0", parts.join(" + "));
    }
    out
}

fn cells(disjunct: &[HeldBytes]) -> String {
    let cell = |HeldBytes { offset, held, .. }: &HeldBytes| {
        let numbers = held.numbers.map(|numbers| match numbers.single() {
            Some(integer) => integer.to_string(),
            None => format!("{}..{}", numbers.low(), numbers.high()),
        });
        let address = held.is_address.then(|| "an address".to_string());
        let indices = (0..MOST_ALTERNATIVES).filter(|index| held.alternatives.has(*index));
        let alternatives = indices.map(|index| match held.alternatives.is_present(index) {
            true => format!("alternative {index}"),
            false => format!("alternative {index}, NULL"),
        });
        let undefined = held.is_undefined.then(|| "never written".to_string());
        let held: Vec<String> = numbers.into_iter().chain(address).chain(undefined).chain(alternatives).collect();
        format!("+{offset}: {}", held.join(" or "))
    };
    disjunct.iter().map(cell).collect::<Vec<_>>().join(", ")
}

fn term(term: Term) -> String {
    match term.parts() {
        Some((number, factor, more)) => format!("{factor} * ?{} + {more}", number.index()),
        None => term.integer().unwrap_or(0).to_string(),
    }
}

/// Returns the graph in Graphviz format: a box for each object, an arrow for each address.
pub fn dot(program: &Program, configuration: &Configuration) -> String {
    let mut out = String::from("digraph configuration {\n    rankdir=LR;\n    node [shape=box, fontname=monospace];\n");
    for (id, object) in configuration.graph.objects() {
        let style = match object.kind {
            Kind::Region => "solid",
            Kind::Segment { .. } | Kind::Optional => "bold",
            Kind::Choice { .. } => "dashed",
        };
        let color = if object.liveness == Liveness::Valid { "" } else { ", color=red" };
        let label = format!("{}\\n{}", name(program, configuration, id), kind(object));
        let values: String = object
            .fields()
            .iter()
            .filter(|field| field.value.object().is_none())
            .map(|field| {
                format!("\\n{}: {}", named::member(program, object, field.offset), value(configuration, field.value))
            })
            .chain(object.disjuncts().all().iter().map(|disjunct| format!("\\neither {}", cells(disjunct))))
            .collect();
        let _ =
            writeln!(out, "    o{} [style={style}{color}, label=\"{}{values}\"];", id.index(), label.replace('"', "'"));
        for (field, to) in object.successors() {
            let target = value(configuration, field.value);
            let member = named::member(program, object, field.offset);
            let _ = writeln!(out, "    o{} -> o{} [label=\"{member} {target}\"];", id.index(), to.index());
        }
    }
    out.push_str("}\n");
    out
}

fn name(program: &Program, configuration: &Configuration, id: ObjectId) -> String {
    let of = |variable| program.variables.get(variable).map_or_else(String::new, |variable| variable.display());
    if let Some((variable, _)) = configuration.globals.iter().find(|(_, object)| **object == id) {
        return of(*variable);
    }
    for (depth, frame) in configuration.frames.iter().enumerate() {
        if let Some((variable, _)) = frame.variables.iter().find(|(_, object)| **object == id) {
            return format!("{}@{depth}", of(*variable));
        }
    }
    format!("#{}", id.index())
}

fn kind(object: &Object) -> String {
    let size = match object.size.single() {
        Some(size) => size.to_string(),
        None => format!("{}..{}", object.size.low(), object.size.high()),
    };
    let liveness = match object.liveness {
        Liveness::Valid => "",
        Liveness::Freed => " freed",
        Liveness::OutOfScope => " out of scope",
    };
    let level = if object.level > 0 { format!(" level {}", object.level) } else { String::new() };
    let fill = match object.fill() {
        Fill::Undefined => "",
        Fill::Zero => " zero",
        Fill::Any => " any",
    };
    let what = match (object.kind, object.origin) {
        (Kind::Optional, _) => "optional block".into(),
        (Kind::Segment { minimum, .. }, Origin::Elements) => format!("elements {minimum}+"),
        (_, Origin::Elements) => "element".into(),
        (Kind::Choice { .. }, _) | (_, Origin::Choice) => "one of these".into(),
        (Kind::Segment { linkage, optional: true, .. }, _) => {
            format!("optional block head {} next {}", linkage.head, linkage.next)
        }
        (Kind::Segment { linkage, minimum, .. }, _) if linkage.is_tree() => {
            let links: Vec<String> = linkage.forward().map(|link| link.to_string()).collect();
            let parent = linkage.prev().map_or(String::new(), |at| format!(" parent {at}"));
            format!("tree {minimum}+ head {} links {}{parent}", linkage.head, links.join(" "))
        }
        (Kind::Segment { linkage, minimum, .. }, _) => match linkage.back {
            Some(BackLink { at, into }) => {
                let into = if into == linkage.head { String::new() } else { format!(" into {into}") };
                format!("DLS {minimum}+ head {} next {} prev {at}{into}", linkage.head, linkage.next)
            }
            None => format!("SLS {minimum}+ head {} next {}", linkage.head, linkage.next),
        },
        (_, Origin::Heap(_) | Origin::HeapOrInput) => "block".into(),
        (_, Origin::Input) => "block of the caller".into(),
        (_, Origin::Variable(_)) => "variable".into(),
        (_, Origin::Stack | Origin::Door) => "stack".into(),
        (_, Origin::Arguments | Origin::Argument) => "arguments".into(),
        (_, Origin::External | Origin::Library(_)) => "external".into(),
        (_, Origin::Literal(_)) => "literal".into(),
    };
    format!("{what} {size}{liveness}{level}{fill}")
}

pub fn value(configuration: &Configuration, value: Value) -> String {
    let range = || match configuration.graph.range(value) {
        Some(range) if range != crate::domain::value::Range::ALL => format!(" {}..{}", range.low(), range.high()),
        _ => String::new(),
    };
    match value {
        Value::Undefined => "undefined".into(),
        Value::Integer(integer) => integer.to_string(),
        Value::Function(function) => format!("function {}", function.index()),
        Value::Unknown(id) => format!("?{}{}", id.index(), range()),
        Value::Any(_) => format!("any{}", range()),
        Value::PerhapsUndefined(_) => "any or undefined".into(),
        Value::Bits(_) => "partly undefined".into(),
        Value::Inside { object, low, high, room, steps } => {
            let mut recorded = format!("#{}+{low}..{high}", object.index());
            if let Some(steps) = steps {
                recorded += &format!(" = {} * ?{} + {}", steps.size(), steps.number().index(), steps.start());
            }
            if room > 0 {
                recorded += &format!(", followed by {room} bytes");
            }
            recorded
        }
        Value::Address(address) => {
            let target = match address.target {
                Target::Region => "",
                Target::First => ".first",
                Target::Last => ".last",
                Target::All => ".all",
            };
            format!("#{}{target}+{}", address.object.index(), address.offset)
        }
    }
}
