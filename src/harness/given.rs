//! The inputs of a run in terms of C: the values of inputs in the order of calls, standard input, and which allocations
//! fail.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::{literal, support};
use base::integer::wrap;
use base::{SourceMap, Span};
use pipeline::confirmer::Run;
use program::library::find;
use program::witness::{RequestedValue, RunRequest};
use program::{Callee, Command, DecidingInput, Edge, LibraryFunction as F, Program};

/// Digits of a number that may be too large for 64 bits.
const LONG_NUMBER: usize = 19;

/// The kind of a function's result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum GivenKind {
    /// An integer or a pointer, in up to 64 bits.
    Word,
    /// `float`
    Float,
    /// `double`
    Double,
}

/// The result of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GivenValue {
    /// The name of the function.
    pub(super) name: String,
    pub(super) kind: GivenKind,
    /// The bits of the result; integers are sign-extended.
    pub(super) bits: u64,
    /// Where the call is.
    at: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct GivenInputs {
    /// Results of calls, in order.
    pub(super) values: Vec<GivenValue>,
    /// Bytes of standard input; `None` if it is not read.
    pub(super) input: Option<Vec<u8>>,
    /// Names and contents of files that the program opens.
    files: Vec<(Vec<u8>, Vec<u8>)>,
    /// For each allocation, in order, true if it fails.
    failures: Vec<bool>,
    /// Contents of objects that are defined elsewhere, scalar by scalar.
    pub(super) first: Vec<RequestedValue>,
    /// Functions with a contract that the harness defines.
    pub(super) defined: BTreeSet<String>,
    /// Inputs that cannot be given.
    pub(super) doubts: Vec<String>,
}

impl GivenInputs {
    /// Collects the inputs of a run, except in the steps in `told`, which are handled elsewhere.
    pub(super) fn of(run: &Run, program: &Program, (sources, told): (&SourceMap, &BTreeSet<usize>)) -> GivenInputs {
        let files = run.last.given_files().map(|(name, contents)| (name.to_vec(), contents.to_vec())).collect();
        let mut given = GivenInputs { files, ..GivenInputs::default() };
        for request in &run.asked {
            let Some(step) = request.step else {
                given.first.push(request.value);
                continue;
            };
            if told.contains(&step) {
                continue;
            }
            match (edge_of(run, program, step), request.value) {
                // They are in the files of the last state.
                (_, RequestedValue::ByteOfFile(_)) => {}
                (_, RequestedValue::Byte(byte)) => given.input.get_or_insert_default().extend(byte),
                (Some(edge), _) => given.add(edge, request, sources),
                (None, _) => given.doubt("what a run may choose where a function returns"),
            }
        }
        let sorts = |step: usize| {
            let command = edge_of(run, program, step).map(|edge| &edge.command);
            matches!(command, Some(Command::Library { function: F::Qsort | F::QsortR, .. }))
        };
        // (C11 7.21.6.2p10) Such a number is undefined behaviour of `scanf`, and libraries differ.
        let is_long = |digits: &[u8]| digits.len() >= LONG_NUMBER && digits.iter().all(u8::is_ascii_digit);
        if given.input.as_ref().is_some_and(|input| input.windows(LONG_NUMBER).any(is_long)) {
            given.doubt("a number in the input that may be too large for its type");
        }
        if (0..run.steps.len()).any(sorts) {
            given.doubt("which elements 'qsort' compares, and in which order, is up to the library");
        }
        given
    }

    fn doubt(&mut self, doubt: impl Into<String>) {
        let doubt = doubt.into();
        if !self.doubts.contains(&doubt) {
            self.doubts.push(doubt);
        }
    }

    fn add(&mut self, edge: &Edge, request: &RunRequest, sources: &SourceMap) {
        let at = sources.position(edge.span).to_string();
        match (&edge.command, request.value) {
            (Command::Allocate { .. }, RequestedValue::Way { way, .. }) => self.failures.push(way == 1),
            (Command::Library { function, name, .. }, RequestedValue::Way { way, .. })
                if function.entry().allocation().is_some() =>
            {
                match support::ALLOCATORS.contains(&name.as_str()) {
                    true => self.failures.push(way == 1),
                    false if way == 1 => self.doubt(format!("the allocation of '{name}' that fails at {at}")),
                    false => {}
                }
            }
            (Command::Library { function: F::Fopen, .. }, RequestedValue::Way { .. }) => {}
            (Command::Havoc { .. }, value) => match only_input(sources, edge.span) {
                Some(name) => self.add_value(name.into(), value, at),
                None => self.doubt(format!("a value that the run chooses at {at}")),
            },
            (Command::Library { function: F::Rand | F::Clock | F::Time, name, .. }, value) => {
                self.add_value(name.clone(), value, at);
            }
            // An input decides which edge is taken.
            (Command::Skip, RequestedValue::Way { .. }) => {
                let called =
                    edge.input.as_deref().and_then(|input| Some((called_input(sources, input.operand)?, input)));
                match called {
                    Some((_, DecidingInput { number: None, .. })) => {}
                    Some((name, DecidingInput { number: Some(number), .. })) => {
                        let value = RequestedValue::Integer { width: 64, signed: true, bits: *number as u128 };
                        self.add_value(name.into(), value, at);
                    }
                    None => self.doubt(format!("the order of evaluation at {at}, which C leaves open")),
                }
            }
            (Command::Call { callee: Callee::Declared(_), .. }, _) => {
                self.doubt(format!("what the function without a body does that is called at {at}"));
            }
            _ => self.doubt(format!("what a run may choose at {at} and C leaves open")),
        }
    }

    fn add_value(&mut self, name: String, value: RequestedValue, at: String) {
        let (kind, bits) = match value {
            RequestedValue::Integer { width, signed, bits } if width <= 64 => {
                (GivenKind::Word, wrap(bits as i128, (width, signed)) as u64)
            }
            // A pointer: way 0 is NULL.
            RequestedValue::Way { way: 0, .. } => (GivenKind::Word, 0),
            RequestedValue::Float { width: 32, bits } => (GivenKind::Float, bits as u64),
            RequestedValue::Float { width: 64, bits } => (GivenKind::Double, bits as u64),
            RequestedValue::Integer { .. }
            | RequestedValue::Way { .. }
            | RequestedValue::Float { .. }
            | RequestedValue::Byte(_)
            | RequestedValue::ByteOfFile(_) => return self.doubt(format!("the value of '{name}' at {at}")),
        };
        self.values.push(GivenValue { name, kind, bits, at });
    }

    pub(super) fn allocations_fail(&self) -> bool {
        self.failures.contains(&true)
    }

    /// Returns the C tables.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        if !self.values.is_empty() {
            out.push_str("// What calls return, in order.\n");
            out.push_str("static const struct { const char *name; unsigned long long bits; } damson_values[] = {\n");
            for GivenValue { name, bits, at, .. } in &self.values {
                let place: String = at.chars().filter(|sign| !sign.is_control() && *sign != '\\').collect();
                let _ = writeln!(out, "    {{\"{name}\", {bits:#x}}}, // {place}");
            }
            out.push_str("};\n");
        }
        let _ = writeln!(out, "#define DAMSON_VALUES {}", self.values.len());
        if self.allocations_fail() {
            let failures: Vec<&str> = self.failures.iter().map(|fails| if *fails { "1" } else { "0" }).collect();
            let _ = writeln!(
                out,
                "// Which allocations fail, in order.\nstatic const char damson_failures[] = {{{}}};",
                failures.join(", ")
            );
        }
        if self.opens_files() {
            out.push_str("// Files that the program opens.\n");
            out.push_str("static const struct { const char *name, *bytes; __SIZE_TYPE__ count; } damson_files[] = {\n");
            for (name, contents) in &self.files {
                let _ = writeln!(out, "    {{{}, {}, {}}},", literal(name), literal(contents), contents.len());
            }
            out.push_str("};\n");
        }
        if let Some(input) = &self.input {
            let _ = writeln!(out, "// Standard input.\nstatic const char damson_input[] = {};", literal(input));
        }
        out
    }

    /// Returns the first statements of `main`.
    pub(super) fn preparation(&self) -> String {
        match self.input.is_some() {
            true => "    damson_feed(damson_input, sizeof damson_input - 1);\n".into(),
            false => String::new(),
        }
    }

    pub(super) fn opens_files(&self) -> bool {
        !self.files.is_empty()
    }

    pub(super) fn reads_input(&self) -> bool {
        self.input.is_some()
    }
}

/// Returns the edge of a step of a run.
pub(super) fn edge_of<'p>(run: &Run, program: &'p Program, step: usize) -> Option<&'p Edge> {
    let (function, edge) = run.steps.get(step)?;
    Some(program.flowchart(*function)?.edge(*edge))
}

/// Returns the name of the input that a span calls, if it calls exactly one.
fn only_input(sources: &SourceMap, span: Span) -> Option<&str> {
    let mut names = support::names(sources.snippet(span)).into_iter().filter(|name| is_input(name));
    names.next().filter(|_| names.next().is_none())
}

fn is_input(name: &str) -> bool {
    find(name, false).is_some_and(|known| known.function == F::Nondeterministic)
}

/// Returns the name of the input if a span is exactly one call of it.
fn called_input(sources: &SourceMap, span: Span) -> Option<&str> {
    let text = sources.snippet(span).trim();
    let (name, rest) = text.split_once('(')?;
    let name = name.trim();
    let is_word = name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
    let is_call = rest.trim().strip_suffix(')').is_some_and(|arguments| !arguments.contains(')'));
    (is_word && is_call && is_input(name)).then_some(name)
}
