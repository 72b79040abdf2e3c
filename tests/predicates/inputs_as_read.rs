//! Inputs that differ only in cells which no run reads are tried once: as many different runs come from those that are tried as
//! from all.

use crate::support::model_files;
use crate::support::samples;

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;

use damson::base::SourceMap;
use damson::ctype::TypeId;
use damson::logic::evaluate::AtomEvaluator;
use damson::logic::{Arena, Facts, Formula, translate};
use damson::pipeline::{self, Input, Job, Prepared};
use damson::program::heaps::{self, HeapLimits};
use damson::program::interp::{Interpreter, State, StepOutcome};
use damson::program::start::Start;
use damson::program::{EdgeId, FaultKind, SymbolId};
use damson::spec::StatementKind;

/// What integers are.
const INTEGERS: [i128; 2] = [0, 1];

/// Larger questions have too many inputs to try them all.
const MOST_STATES: usize = 1_500;
/// Most steps of a run, and most runs from one input.
const STEPS: usize = 24;
const RUNS: usize = 60;

/// The edges of a run, what ended it, and what the specification's formulas are at its end.
type Trace = (Vec<EdgeId>, Option<FaultKind>, Vec<Option<bool>>);

/// A procedure, and the formulas about it.
struct Subject<'p> {
    prepared: &'p Prepared,
    arena: Arena,
    formulas: Vec<Formula>,
}

impl Subject<'_> {
    fn of(prepared: &Prepared) -> Option<Subject<'_>> {
        let flowchart = prepared.program.flowchart(prepared.entry)?;
        let facts = Facts::of(&prepared.program, flowchart);
        let mut arena = Arena::new(prepared.program.types.clone());
        let statements = prepared.specification.statements.iter();
        let formulas = statements.filter_map(|statement| match &statement.kind {
            StatementKind::Assume(formula, _) | StatementKind::Assert(formula, _) => {
                Some(translate::formula(&mut arena, &facts, formula))
            }
            _ => None,
        });
        let formulas = formulas.collect();
        Some(Subject { prepared, arena, formulas })
    }

    /// All runs from an input, up to the limits.
    fn traces(&self, input: &State) -> Vec<Trace> {
        let program = &self.prepared.program;
        let Some(flowchart) = program.flowchart(self.prepared.entry) else { return Vec::new() };
        let (interpreter, evaluator) = (Interpreter::new(program), AtomEvaluator::new(&self.arena, program));
        let mut agenda = VecDeque::from([(flowchart.entry, input.clone(), Vec::new())]);
        let mut found = Vec::new();
        while let Some((location, state, edges)) = agenda.pop_front() {
            if found.len() + agenda.len() >= RUNS {
                break;
            }
            let mut end = |fault: Option<FaultKind>| {
                let values = self.formulas.iter().map(|formula| evaluator.formula(&state, formula));
                found.push((edges.clone(), fault, values.collect()));
            };
            if edges.len() >= STEPS {
                end(None);
                continue;
            }
            for successor in interpreter.successors(&state, location, &INTEGERS) {
                match successor.outcome {
                    StepOutcome::Moved { edge: Some(edge), to } => {
                        agenda.push_back((to, successor.state, [&edges[..], &[edge]].concat()));
                    }
                    StepOutcome::Failed { fault, .. } => end(Some(fault.kind)),
                    _ => end(None),
                }
            }
        }
        found
    }

    /// The runs from the inputs that are tried, by an iterator that is made anew behind each of them.
    fn resumed(&self, limits: &HeapLimits, symbols: &[(SymbolId, TypeId)]) -> BTreeSet<Trace> {
        let begun =
            || heaps::as_read(&self.prepared.program, self.prepared.entry, symbols, limits).expect("an iterator");
        let mut states = begun();
        let next = || {
            let state = states.next()?;
            let traces = self.traces(&state);
            let position = std::mem::replace(&mut states, begun()).into_position();
            states = begun().resumed_at(position);
            Some(traces)
        };
        // There are no more of them than all inputs.
        std::iter::from_fn(next).take(MOST_STATES + 1).flatten().collect()
    }

    /// Fails if a run from some input comes from none of those that are tried.
    fn compare(&self, name: &str, nodes: usize) -> usize {
        let (program, entry) = (&self.prepared.program, self.prepared.entry);
        let symbols: Vec<(SymbolId, TypeId)> = self.prepared.specification.free_symbols();
        let limits = HeapLimits::new(nodes, &INTEGERS);
        let Ok(all) = heaps::enumerate(program, entry, &symbols, &limits) else { return 0 };
        if Start::of(program, entry).is_whole() || all.clone().nth(MOST_STATES).is_some() {
            return 0;
        }
        let Ok(tried) = heaps::as_read(program, entry, &symbols, &limits) else { return 0 };
        let tried: BTreeSet<Trace> = tried.flat_map(|state| self.traces(&state)).collect();
        assert_eq!(self.resumed(&limits, &symbols), tried, "{name}: interrupted, other inputs are tried");
        let mut count = 0;
        for state in all {
            count += 1;
            for trace in self.traces(&state) {
                assert!(tried.contains(&trace), "{name}: no input that is tried has the run {trace:?}");
            }
        }
        count
    }
}

#[test]
fn every_run_comes_from_an_input_that_is_tried() {
    let mut states = 0;
    for question in model_files::questions() {
        let (_, prepared) = question.prepare();
        let subject = Subject::of(&prepared).expect("a flowchart");
        states += subject.compare(&question.name, 1) + subject.compare(&question.name, 2);
    }
    assert!(states > 3_000, "{states}");
    let mut states = 0;
    for path in samples::c_files("regressions") {
        let Some(prepared) = prepared(&path) else { continue };
        let Some(subject) = Subject::of(&prepared) else { continue };
        states += subject.compare(&path.display().to_string(), 2);
    }
    assert!(states > 1_000, "{states}");
}

/// A program with its specification, if it can be followed as a whole.
fn prepared(path: &Path) -> Option<Prepared> {
    let mut sources = SourceMap::new();
    let program = sources.add("program.c", std::fs::read_to_string(path).expect("a program"));
    let specification = std::fs::read_to_string(path.with_extension("spec")).ok();
    let specification = specification.map(|text| sources.add("program.spec", text));
    let input = Input { specification, ..Input::of(program) };
    match pipeline::prepare_job(&mut sources, input).0? {
        Job::OfAll(prepared) => Some(prepared),
        Job::OfCalls { .. } => None,
    }
}
