//! Questions about the claims of an unrolled program: can something go wrong, and is something not followed?
//!
//! One circuit answers all questions about one bound. Errors are asked for together; each answer is a set of inputs, which a run of
//! the interpreter must confirm. Then the cuts: only where none can be reached was the bound no restriction.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::claim::{CallStack, RunChoice, RunCut, StackPosition, VerificationCondition, What};
use crate::gates::Gates;
use crate::limits::{FEW_ARGUMENT_BITS, MOST_CUTS, SHORT_ARGUMENT_BITS};
use crate::machine::Machine;
use crate::term::TermId;
use base::{Budget, Exhausted, Span};
use program::described::EntryDescription;
use program::witness::{ChoiceKind, Chosen, Witness};
use program::{FaultKind, UninitializedUse};
use reason::{Limit, Stop};
use sat::circuit::Circuit;
use sat::{Lit, Model, ProofCheck, Satisfiable, SolverLimits};
use spec::SpecifiedProperty;

/// An error that some run may have, with what that run chooses.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// What kind of error.
    pub kind: FaultKind,
    /// What of the specification fails, if it is that.
    pub property: Option<SpecifiedProperty>,
    /// Of a value that was never written, how it is used.
    pub use_of_uninitialized: Option<UninitializedUse>,
    /// A sentence about it.
    pub message: String,
    /// Where.
    pub site: StackPosition,
    /// What the run is given.
    pub witness: Witness,
}

impl Suspect {
    /// The group of its claim.
    pub fn group(&self) -> Group {
        (Some(self.kind), self.site.span, self.property)
    }
}

/// How much was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QuestionSize {
    /// Variables of the clauses.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Questions to the solver.
    pub questions: usize,
}

/// The questions about one bound.
pub struct Questions<'m, 'p> {
    machine: &'m Machine<'p>,
    gates: Gates,
    budget: &'m Budget,
    questions: usize,
}

/// Claims that are one to people: the kind, the place and what is specified are the same.
pub type Group = (Option<FaultKind>, Option<Span>, Option<SpecifiedProperty>);

/// The kind of error that a claim is about; `None` for a cut.
pub fn kind_of(claim: &VerificationCondition) -> Option<FaultKind> {
    match &claim.what {
        What::Fault(kind, _) => Some(*kind),
        What::Uninitialized(..) => Some(FaultKind::Uninitialized),
        What::Leak => Some(FaultKind::MemoryLeak),
        What::Statement(_) => Some(FaultKind::Shape),
        What::Cut(_) => None,
    }
}

/// The group of a claim.
pub fn group_of(claim: &VerificationCondition) -> Group {
    (kind_of(claim), claim.site.span, property_of(claim))
}

fn property_of(claim: &VerificationCondition) -> Option<SpecifiedProperty> {
    match claim.what {
        What::Statement(property) => Some(property),
        What::Fault(..) | What::Uninitialized(..) | What::Leak | What::Cut(_) => None,
    }
}

/// The cut that a claim is about.
fn cut_of(claim: &VerificationCondition) -> Option<&RunCut> {
    match &claim.what {
        What::Cut(cut) => Some(cut),
        What::Fault(..) | What::Uninitialized(..) | What::Leak | What::Statement(_) => None,
    }
}

/// Whether two claims are about one cut at one place.
fn is_same_cut(one: &VerificationCondition, other: &VerificationCondition) -> bool {
    one.site == other.site && cut_of(one) == cut_of(other)
}

impl<'m, 'p> Questions<'m, 'p> {
    /// About the claims of a machine. Where a proof is claimed, the solver's proofs are checked.
    pub fn new(machine: &'m Machine<'p>, budget: &'m Budget) -> Questions<'m, 'p> {
        let check = if machine.task.settings.checks_proofs { ProofCheck::On } else { ProofCheck::Off };
        let limits = SolverLimits { check, proof_bytes: machine.task.settings.most_proof_bytes };
        let circuit = Circuit::over_any(machine.task.settings.solver.solver(limits));
        Questions { machine, gates: Gates::new(circuit), budget, questions: 0 }
    }

    /// How much was asked so far.
    pub fn size(&self) -> QuestionSize {
        let circuit = &self.gates.circuit;
        QuestionSize { variables: circuit.variables(), clauses: circuit.clauses(), questions: self.questions }
    }

    /// Where claims of some groups are, reachable or not: which of them are is not asked one by one.
    pub fn sites(&self, groups: &BTreeSet<Group>) -> BTreeSet<CallStack> {
        let is_of = |claim: &&VerificationCondition| kind_of(claim).is_some() && groups.contains(&group_of(claim));
        self.machine.events.claims().iter().filter(is_of).map(|claim| claim.site.calls.clone()).collect()
    }

    /// Whether the program was not unrolled to its end. Then the cuts are not all.
    pub fn is_partial(&self) -> bool {
        self.machine.stopped().is_some()
    }

    /// A run with an error that is asked for, outside of some groups; `None` if there is no such run.
    pub fn error(&mut self, without: &BTreeSet<Group>) -> Result<Option<Suspect>, Stop> {
        let claims = self.errors(true, without);
        let Some(any) = self.any_of(&claims)? else { return Ok(None) };
        let Some(model) = self.solved(&[any])? else { return Ok(None) };
        let model = self.preferred(any, model);
        let Some(claim) = self.holding(&claims, &model) else { return Ok(None) };
        let (Some(kind), message) = (kind_of(claim), message_of(claim)) else { return Ok(None) };
        let use_of_uninitialized = match claim.what {
            What::Uninitialized(usage, _) => Some(usage),
            What::Fault(..) | What::Leak | What::Statement(_) | What::Cut(_) => None,
        };
        let (site, property) = (claim.site.clone(), property_of(claim));
        let witness = Witness { entry: self.entry_state(&model), chosen: self.chosen(&model) };
        Ok(Some(Suspect { kind, property, use_of_uninitialized, message, site, witness }))
    }

    /// The same of errors that nobody asks for, without the run: the group, a sentence about the error, and where it is.
    pub fn undefined(&mut self, without: &BTreeSet<Group>) -> Result<Option<(Group, String, StackPosition)>, Stop> {
        let claims = self.errors(false, without);
        let Some(model) = self.model(&claims)? else { return Ok(None) };
        let claim = self.holding(&claims, &model);
        Ok(claim.map(|claim| (group_of(claim), message_of(claim), claim.site.clone())))
    }

    /// The errors that are asked about, or all others, outside of some groups.
    fn errors(&self, are_asked: bool, without: &BTreeSet<Group>) -> Vec<&'m VerificationCondition> {
        let is_wanted = |claim: &&VerificationCondition| {
            kind_of(claim).is_some()
                && self.machine.task.settings.asks_about(claim) == are_asked
                && !without.contains(&group_of(claim))
        };
        self.machine.events.claims().iter().filter(is_wanted).collect()
    }

    /// The first of some claims that is true in a model. Where the model is one of the claims, one of them is.
    fn holding<'c>(&self, claims: &[&'c VerificationCondition], model: &Model) -> Option<&'c VerificationCondition> {
        let is_true = |claim: &&&VerificationCondition| model.is_true(self.gates.truth(claim.condition));
        claims.iter().find(is_true).or(claims.first()).copied()
    }

    /// The cuts that runs reach, one for each place and kind, in the order of the program; and whether these are all. Which of them are
    /// found by the same model does not change the order.
    pub fn cuts(&mut self) -> Result<(Vec<(RunCut, StackPosition)>, bool), Stop> {
        let is_cut = |claim: &&VerificationCondition| cut_of(claim).is_some();
        let all: Vec<&VerificationCondition> = self.machine.events.claims().iter().filter(is_cut).collect();
        let (mut asked, mut reached) = (all.clone(), Vec::<&VerificationCondition>::new());
        let mut are_all = false;
        while !are_all && reached.len() < MOST_CUTS {
            let Some(model) = self.model(&asked)? else {
                are_all = true;
                continue;
            };
            for claim in &asked {
                let holds = model.is_true(self.gates.truth(claim.condition));
                if holds && !reached.iter().any(|known| is_same_cut(known, claim)) {
                    reached.push(claim);
                }
            }
            asked.retain(|claim| !reached.iter().any(|known| is_same_cut(known, claim)));
        }
        reached.sort_by_key(|claim| all.iter().position(|known| is_same_cut(known, claim)));
        let cuts = reached.iter().filter_map(|claim| Some((cut_of(claim)?.clone(), claim.site.clone())));
        Ok((cuts.collect(), are_all))
    }

    /// A model in which one of the claims is true.
    fn model(&mut self, claims: &[&VerificationCondition]) -> Result<Option<Model>, Stop> {
        match self.any_of(claims)? {
            Some(any) => self.solved(&[any]),
            None => Ok(None),
        }
    }

    /// The literal that is true where one of the claims is; `None` where none can be.
    fn any_of(&mut self, claims: &[&VerificationCondition]) -> Result<Option<Lit>, Stop> {
        let terms = self.machine.terms;
        let conditions: Vec<TermId> = claims.iter().map(|claim| claim.condition).collect();
        if conditions.iter().all(|condition| terms.is_false(*condition)) {
            return Ok(None);
        }
        self.gates.add(terms, &conditions, (self.machine.task.settings.most_clauses, self.budget))?;
        let literals: Vec<Lit> = conditions.iter().map(|condition| self.gates.truth(*condition)).collect();
        Ok(Some(self.gates.circuit.or(&literals)))
    }

    /// A model that people like better to read, with few and short arguments, if there is one and the work is not stopped before.
    fn preferred(&mut self, any: Lit, model: Model) -> Model {
        let high_bits = |choice: &RunChoice, limit: usize| -> Vec<Lit> {
            self.gates.known(choice.value).into_iter().flatten().skip(limit).map(|bit| !*bit).collect()
        };
        let (mut few, mut short, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for choice in self.machine.events.choices() {
            match choice.kind {
                ChoiceKind::Arguments => {
                    few.extend(high_bits(choice, FEW_ARGUMENT_BITS));
                    numbers.extend(self.gates.known(choice.value).map(<[Lit]>::to_vec));
                }
                ChoiceKind::ArgumentLength(_) => short.extend(high_bits(choice, SHORT_ARGUMENT_BITS)),
                _ => {}
            }
        }
        // A program without even its name is rare.
        let some: Vec<Lit> = numbers.iter().map(|bits| self.gates.circuit.or(bits)).collect();
        let small = [few.clone(), short].concat();
        let usual = [small.clone(), some].concat();
        for preferred in [usual, small, few] {
            if !preferred.is_empty()
                && let Ok(Some(better)) = self.solved(&[&[any], &preferred[..]].concat())
            {
                return better;
            }
        }
        model
    }

    /// A model of some assumptions.
    fn solved(&mut self, assumptions: &[Lit]) -> Result<Option<Model>, Stop> {
        self.questions += 1;
        match self.gates.circuit.solve(assumptions, self.budget) {
            Satisfiable::Yes => Ok(Some(self.gates.circuit.found())),
            Satisfiable::No(_) => Ok(None),
            Satisfiable::Unknown(Exhausted::Effort) => {
                Err(Stop::at(Limit::ProofBytes, self.machine.task.settings.most_proof_bytes))
            }
            Satisfiable::Unknown(why) => Err(Stop::Exhausted(why)),
        }
    }

    /// The entry state of a model. What no gate depends on may have any value.
    fn entry_state(&self, model: &Model) -> Option<EntryDescription> {
        let terms = self.machine.terms;
        let value_of = |term: TermId| match terms.value(term) {
            Some(bits) => bits,
            None => self.gates.known(term).map_or(0, |bits| model.number(bits)),
        };
        self.machine.inputs.describe(self.machine.task.program, &value_of)
    }

    /// What the run of a model chooses, in order. Of the model only variables are read; the rest is calculated from them, so that a
    /// choice that no gate depends on fits as well.
    fn chosen(&self, model: &Model) -> Vec<Chosen> {
        let terms = self.machine.terms;
        let roots = self.machine.events.choices().iter().flat_map(|choice| [choice.guard, choice.value]);
        let roots: Vec<TermId> = roots.collect();
        let values: FxHashMap<TermId, u128> = terms
            .cone(&roots)
            .into_iter()
            .filter_map(|term| Some((term, model.number(self.gates.known(term)?))))
            .collect();
        let values = terms.evaluate(&roots, &values);
        let is_made = |choice: &&RunChoice| values.get(&choice.guard) == Some(&1);
        let made = self.machine.events.choices().iter().filter(is_made);
        made.map(|choice| Chosen {
            kind: choice.kind,
            bits: values.get(&choice.value).copied().unwrap_or(0),
            span: choice.span,
        })
        .collect()
    }
}

/// A sentence about an error that a claim is about.
pub fn message_of(claim: &VerificationCondition) -> String {
    match &claim.what {
        What::Fault(_, message) => message.clone().into_owned(),
        What::Uninitialized(_, message) => (*message).into(),
        What::Leak => "memory leak: the last pointer to a block is lost".into(),
        What::Statement(_) | What::Cut(_) => String::new(),
    }
}
