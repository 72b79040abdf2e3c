//! Questions to the solver about the verification conditions of an unrolled program.
//!
//! One circuit answers all questions about one bound. Errors are asked for together; each answer is a set of inputs,
//! which a run of the interpreter must confirm. Cuts follow: the bound excluded no run only if none of them is
//! reachable.

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

/// An error that some run may have, with the choices of that run.
#[derive(Clone, Debug)]
pub struct Suspect {
    pub kind: FaultKind,
    /// The property of the specification that fails, if any.
    pub property: Option<SpecifiedProperty>,
    /// The use of an uninitialized value, if the error is one.
    pub use_of_uninitialized: Option<UninitializedUse>,
    pub message: String,
    pub site: StackPosition,
    /// The inputs of the run.
    pub witness: Witness,
}

impl Suspect {
    pub fn group(&self) -> Group {
        (Some(self.kind), self.site.span, self.property)
    }
}

/// Size of the questions so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QuestionSize {
    /// Number of variables in the clauses.
    pub variables: usize,
    pub clauses: usize,
    /// Number of calls of the solver.
    pub questions: usize,
}

pub struct Questions<'m, 'p> {
    machine: &'m Machine<'p>,
    gates: Gates,
    budget: &'m Budget,
    questions: usize,
}

/// Verification conditions that are reported as one: kind, position and property are the same.
pub type Group = (Option<FaultKind>, Option<Span>, Option<SpecifiedProperty>);

/// Returns the kind of error that a condition is about; `None` for a cut.
pub fn kind_of(claim: &VerificationCondition) -> Option<FaultKind> {
    match &claim.what {
        What::Fault(kind, _) => Some(*kind),
        What::Uninitialized(..) => Some(FaultKind::Uninitialized),
        What::Leak => Some(FaultKind::MemoryLeak),
        What::Statement(_) => Some(FaultKind::Shape),
        What::Cut(_) => None,
    }
}

pub fn group_of(claim: &VerificationCondition) -> Group {
    (kind_of(claim), claim.site.span, property_of(claim))
}

fn property_of(claim: &VerificationCondition) -> Option<SpecifiedProperty> {
    match claim.what {
        What::Statement(property) => Some(property),
        What::Fault(..) | What::Uninitialized(..) | What::Leak | What::Cut(_) => None,
    }
}

/// Returns the cut that a condition is about; `None` for an error.
fn cut_of(claim: &VerificationCondition) -> Option<&RunCut> {
    match &claim.what {
        What::Cut(cut) => Some(cut),
        What::Fault(..) | What::Uninitialized(..) | What::Leak | What::Statement(_) => None,
    }
}

/// Returns true if two conditions are about the same cut at the same position.
fn is_same_cut(one: &VerificationCondition, other: &VerificationCondition) -> bool {
    one.site == other.site && cut_of(one) == cut_of(other)
}

impl<'m, 'p> Questions<'m, 'p> {
    /// Prepares questions about a machine. The solver's proofs are checked if the settings say so.
    pub fn new(machine: &'m Machine<'p>, budget: &'m Budget) -> Questions<'m, 'p> {
        let check = if machine.task.settings.checks_proofs { ProofCheck::On } else { ProofCheck::Off };
        let limits = SolverLimits { check, proof_bytes: machine.task.settings.most_proof_bytes };
        let circuit = Circuit::over_any(machine.task.settings.solver.solver(limits));
        Questions { machine, gates: Gates::new(circuit), budget, questions: 0 }
    }

    pub fn size(&self) -> QuestionSize {
        let circuit = &self.gates.circuit;
        QuestionSize { variables: circuit.variables(), clauses: circuit.clauses(), questions: self.questions }
    }

    /// Returns the call stacks of the conditions in some groups. Conditions that are unreachable are included: their
    /// reachability is not asked one by one.
    pub fn sites(&self, groups: &BTreeSet<Group>) -> BTreeSet<CallStack> {
        let is_of = |claim: &&VerificationCondition| kind_of(claim).is_some() && groups.contains(&group_of(claim));
        self.machine.events.claims().iter().filter(is_of).map(|claim| claim.site.calls.clone()).collect()
    }

    /// Returns true if unrolling stopped early. Then the list of cuts is incomplete.
    pub fn is_partial(&self) -> bool {
        self.machine.stopped().is_some()
    }

    /// Searches for an error of the task outside of `without`; `None` if there is none.
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

    /// Searches for an error outside of the task and of `without`; returns its group, message and position.
    pub fn undefined(&mut self, without: &BTreeSet<Group>) -> Result<Option<(Group, String, StackPosition)>, Stop> {
        let claims = self.errors(false, without);
        let Some(model) = self.model(&claims)? else { return Ok(None) };
        let claim = self.holding(&claims, &model);
        Ok(claim.map(|claim| (group_of(claim), message_of(claim), claim.site.clone())))
    }

    /// Returns the errors of the task, or all others, outside of some groups.
    fn errors(&self, are_asked: bool, without: &BTreeSet<Group>) -> Vec<&'m VerificationCondition> {
        let is_wanted = |claim: &&VerificationCondition| {
            kind_of(claim).is_some()
                && self.machine.task.settings.asks_about(claim) == are_asked
                && !without.contains(&group_of(claim))
        };
        self.machine.events.claims().iter().filter(is_wanted).collect()
    }

    /// Returns the first condition that is true in a model. If the model satisfies their disjunction, there is one.
    fn holding<'c>(&self, claims: &[&'c VerificationCondition], model: &Model) -> Option<&'c VerificationCondition> {
        let is_true = |claim: &&&VerificationCondition| model.is_true(self.gates.truth(claim.condition));
        claims.iter().find(is_true).or(claims.first()).copied()
    }

    /// Returns the reachable cuts, one for each position and kind, in the order of the program; and true if these are
    /// all. The order does not depend on the models that the solver finds.
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

    /// Searches for a model in which one of the conditions is true.
    fn model(&mut self, claims: &[&VerificationCondition]) -> Result<Option<Model>, Stop> {
        match self.any_of(claims)? {
            Some(any) => self.solved(&[any]),
            None => Ok(None),
        }
    }

    /// Returns a literal for the disjunction of the conditions; `None` if all of them are false.
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

    /// Returns a more readable model, with few and short arguments, if there is one within the limits; else `model`.
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

    /// Searches for a model under some assumptions.
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

    /// Returns the entry state of a model. A value that no gate depends on is 0.
    fn entry_state(&self, model: &Model) -> Option<EntryDescription> {
        let terms = self.machine.terms;
        let value_of = |term: TermId| match terms.value(term) {
            Some(bits) => bits,
            None => self.gates.known(term).map_or(0, |bits| model.number(bits)),
        };
        self.machine.inputs.describe(self.machine.task.program, &value_of)
    }

    /// Returns the choices of a model's run, in order. Only variables are read from the model; the rest is evaluated
    /// from them, so that choices that no gate depends on are consistent, too.
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

/// Returns the message of an error; empty for properties and cuts.
pub fn message_of(claim: &VerificationCondition) -> String {
    match &claim.what {
        What::Fault(_, message) => message.clone().into_owned(),
        What::Uninitialized(_, message) => (*message).into(),
        What::Leak => "memory leak: the last pointer to a block is lost".into(),
        What::Statement(_) | What::Cut(_) => String::new(),
    }
}
