//! Human-readable labels of claims and inputs, one line each.

use rustc_hash::FxHashSet;

use crate::claim::{RunChoice, RunCut, VerificationCondition, What};
use crate::machine::Machine;
use crate::query::{kind_of, message_of};
use crate::term::{TermId, WordNode};
use base::ids::IdVec;
use base::{SourceMap, SourcePosition, Span};
use program::witness::ChoiceKind;

/// Maximum number of characters of a label. Names in programs may have any length.
const LONGEST_LABEL: usize = 200;

#[derive(Clone, Debug)]
pub(super) struct NamedVerificationCondition {
    /// Description of the violation.
    pub(super) label: String,
    /// Boolean: the claim is violated.
    pub(super) condition: TermId,
    /// True if the claim is a cut.
    pub(super) is_cut: bool,
}

/// A free variable.
#[derive(Clone, Debug)]
pub(super) struct NamedInput {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) value: TermId,
    /// For a choice, the condition under which the run makes it.
    pub(super) made: Option<TermId>,
}

pub(super) struct Labels<'m, 'p> {
    machine: &'m Machine<'p>,
    sources: &'m SourceMap,
    /// Span of the analysed function, which stands in for missing positions.
    entry: Option<Span>,
}

impl<'m, 'p> Labels<'m, 'p> {
    pub(super) fn new(machine: &'m Machine<'p>, sources: &'m SourceMap) -> Labels<'m, 'p> {
        let entry = machine.task.program.functions.get(machine.task.entry).map(|function| function.span);
        Labels { machine, sources, entry }
    }

    fn position(&self, span: Option<Span>) -> Option<SourcePosition> {
        Some(self.sources.position(span.or(self.entry)?))
    }

    /// Formats a position as " at …"; empty if there is none.
    fn at(&self, span: Option<Span>) -> String {
        self.position(span).map_or_else(String::new, |position| format!(" at {position}"))
    }

    /// Returns the comment lines about the question as a whole.
    pub(super) fn about(&self, claims: &[NamedVerificationCondition]) -> Vec<String> {
        let machine = self.machine;
        let function = machine.task.program.functions.get(machine.task.entry).map_or("", |function| &function.name);
        let mut about = vec![
            format!("A question of 'damson bmc' about the runs that begin with '{function}'{}.", self.at(None)),
            format!(
                "Satisfiable: some run violates a claim or is not followed to its end. Unsatisfiable: {}.",
                match machine.task.settings.target {
                    None => "the program is verified",
                    Some(_) => "no run has an error at the place that is asked about",
                }
            ),
        ];
        if machine.task.settings.target.is_some() {
            about.push("One place alone is asked about, and runs that cannot come there are not followed.".into());
        }
        let bound = machine.task.bounds.largest();
        about.push(format!(
            "Loops are followed up to {bound} iterations, and recursion up to {bound} nested calls. A cut names its own bound."
        ));
        if machine.inputs.is_procedure() {
            about.push(format!(
                "It starts in every typed state of up to {} nodes of each type.",
                machine.task.heap_nodes
            ));
        }
        about.push(match claims.iter().filter(|claim| claim.is_cut).count() {
            0 => "No run is cut.".into(),
            1 => "Runs are cut at one place: see the claim that says 'cut'.".into(),
            cuts => format!("Runs are cut at {cuts} places: see the claims that say 'cut'."),
        });
        about.iter().map(|line| one_line(line)).collect()
    }

    pub(super) fn claims(&self) -> Vec<NamedVerificationCondition> {
        let claims = self.machine.events.claims().iter();
        claims
            .map(|claim| NamedVerificationCondition {
                label: one_line(&self.claim(claim)),
                condition: claim.condition,
                is_cut: matches!(claim.what, What::Cut(_)),
            })
            .collect()
    }

    fn claim(&self, claim: &VerificationCondition) -> String {
        let at = self.at(claim.site.span);
        let Some(kind) = kind_of(claim) else {
            let What::Cut(cut) = &claim.what else { return at };
            return format!("cut: {}", self.cut(cut, &at));
        };
        let what = match &claim.what {
            What::Statement(property) => {
                let statements = self.machine.task.specification.map(|known| &known.statements);
                statements.and_then(|known| known.get(property.statement)).map_or("", |known| &known.text).to_string()
            }
            _ => message_of(claim),
        };
        let asked = if self.machine.task.settings.asks_about(claim) {
            ""
        } else {
            " (not asked for: makes the answer unknown)"
        };
        format!("{}{at}: {what}{asked}", kind.word())
    }

    fn cut(&self, cut: &RunCut, at: &str) -> String {
        let bound = self.machine.task.bounds.of_cut(cut).unwrap_or(0);
        match cut {
            RunCut::Iterations(_) => format!("the loop{at} goes on after {bound} iterations"),
            RunCut::Recursion(_) => format!("the recursion{at} goes deeper than {bound} nested calls"),
            RunCut::HeapNodes(nodes) => format!("the pointer used{at} leads to more than {nodes} nodes of one type"),
            RunCut::LargeBlock(bytes) => format!("the block allocated{at} has more than {bytes} bytes"),
            RunCut::Unsupported(construct) | RunCut::NoBody(construct) => format!("not followed{at}: {construct}"),
        }
    }

    /// Returns the free variables on which some claim depends.
    pub(super) fn inputs(&self, claims: &[NamedVerificationCondition]) -> Vec<NamedInput> {
        let terms = self.machine.terms;
        let roots: Vec<TermId> = claims.iter().map(|claim| claim.condition).collect();
        let cone = terms.cone(&roots);
        let is_variable = |term: &TermId| matches!(terms.node(*term), WordNode::Variable(_));
        let mut unnamed: FxHashSet<TermId> = cone.iter().copied().filter(is_variable).collect();
        let mut inputs = Vec::new();
        let none = IdVec::default();
        let symbols = self.machine.task.specification.map_or(&none, |known| &known.symbols);
        for (label, value) in self.machine.inputs.labels(self.machine.task.program, symbols) {
            if unnamed.remove(&value) {
                let name = format!("input-{}", inputs.len() + 1);
                inputs.push(NamedInput { name, label: one_line(&label), value, made: None });
            }
        }
        for (index, choice) in self.machine.events.choices().iter().enumerate() {
            if unnamed.remove(&choice.value) {
                let (name, label) = (format!("choice-{}", index + 1), one_line(&self.choice(choice)));
                inputs.push(NamedInput { name, label, value: choice.value, made: Some(choice.guard) });
            }
        }
        let others = cone.into_iter().filter(|term| unnamed.contains(term)).enumerate();
        inputs.extend(others.map(|(index, value)| NamedInput {
            name: format!("guess-{}", index + 1),
            label: "a guess of the encoding: where blocks lie, what is reached".into(),
            value,
            made: None,
        }));
        inputs
    }

    fn choice(&self, choice: &RunChoice) -> String {
        let text = choice.span.and_then(|span| self.sources.snippet(span).lines().next()).unwrap_or("an input");
        let what = match choice.kind {
            ChoiceKind::Way(ways) => format!("one of {ways} ways, from 0 on, in {text}"),
            ChoiceKind::Failure => format!("whether the allocation fails: {text}"),
            ChoiceKind::Integer(..) | ChoiceKind::Float(_) | ChoiceKind::Pointer => text.to_string(),
            ChoiceKind::InputNumber(_) => {
                format!("what standard input holds (3 bits: the case, 8: a byte, then a number): {text}")
            }
            ChoiceKind::Unwritten(..) => format!("a value that was never written: {text}"),
            ChoiceKind::Arguments => "the number of arguments".into(),
            ChoiceKind::ArgumentLength(index) => format!("the length of argument {index}"),
            ChoiceKind::ArgumentByte(index, byte) => format!("byte {byte} of argument {index} (0: any)"),
        };
        format!("{what}{}", self.at(choice.span))
    }
}

/// Replaces control characters by spaces, as a comment ends with its line, and truncates to [`LONGEST_LABEL`].
fn one_line(text: &str) -> String {
    let plain = |character: char| {
        if character.is_control() || matches!(character, '\u{2028}' | '\u{2029}' | '\u{85}') { ' ' } else { character }
    };
    text.chars().take(LONGEST_LABEL).map(plain).collect()
}
