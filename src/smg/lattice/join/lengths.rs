//! Joins the equations between lengths of lists and numbers: those of the result are the affine hull of both sides.
//!
//! A list of the result may be a list on one side, and a single node or nothing on the other: its length there is known.
//! So `no node, n = 0` and `one node, n = 1` give a list of `n` nodes.

use crate::domain::equations::{LinearEquations, LinearForm};
use crate::domain::graph::{Graph, Quantity};
use crate::domain::value::{ObjectId, Value};
use crate::lattice::join::Joiner;
use crate::lattice::join::relate::Meaning;
use crate::lattice::limits::MOST_EQUATED;

type Form = LinearForm<Quantity>;

/// A length or a number of the result, with what it is on each side.
struct Equated {
    quantity: Quantity,
    forms: [Form; 2],
}

/// The quantities of one side, which are eliminated, and those of the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Projected {
    OfSide(Quantity),
    OfResult(Quantity),
}

impl Joiner<'_> {
    /// Keeps the equations that hold in both graphs.
    pub(super) fn equations(&mut self, meanings: &[Meaning]) {
        let mut equated = self.equated_lengths();
        if equated.is_empty() && !self.graphs.iter().any(|graph| graph.has_equations()) {
            return;
        }
        equated.extend(self.equated_numbers(meanings));
        equated.truncate(MOST_EQUATED);
        let [left, right] = [0, 1].map(|side| projected(self.graphs[side], side, &equated));
        let hull = left.hull(&right);
        for form in hull.iter() {
            self.out.add_equation(form);
        }
        let loses = [0, 1].map(|side| {
            let meaning = |quantity: Quantity| {
                let found = equated.iter().find(|it| it.quantity == quantity);
                found.map(|it| it.forms[side].clone())
            };
            let kept = hull.with(meaning);
            self.graphs[side].equations().any(|form| !kept.imply(form))
        });
        // The result may have too many equations already.
        let is_recorded = hull.iter().all(|form| self.out.has_equation(form));
        self.note(loses.map(|loses| loses || !is_recorded));
    }

    /// Returns the lengths of the lists of the result that both sides know something about.
    fn equated_lengths(&self) -> Vec<Equated> {
        let length = |image: ObjectId, side: usize| match self.images[side].source(image) {
            Some(id) => self.graphs[side].nodes(id).filter(|form| is_known(self.graphs[side], form)),
            None => Some(LinearForm::constant(0)),
        };
        let equated = |(image, _)| {
            self.out.length(image)?;
            Some(Equated { quantity: Quantity::Length(image), forms: [length(image, 0)?, length(image, 1)?] })
        };
        self.out.objects().filter_map(equated).collect()
    }

    /// Returns the numbers of the result that are integers on each side, or in equations.
    fn equated_numbers(&self, meanings: &[Meaning]) -> impl Iterator<Item = Equated> {
        meanings.iter().filter_map(|meaning| {
            let Value::Unknown(number) = meaning.image else { return None };
            let form = |side: usize| {
                let form = self.graphs[side].form(meaning.values[side])?;
                is_known(self.graphs[side], &form).then_some(form)
            };
            Some(Equated { quantity: Quantity::Number(number), forms: [form(0)?, form(1)?] })
        })
    }
}

/// Returns true if a form is a constant, or equations are about it: nothing relates to other forms.
fn is_known(graph: &Graph, form: &Form) -> bool {
    form.factors().all(|(quantity, _)| graph.is_equated(quantity))
}

/// Returns the equations of one side as equations between quantities of the result.
fn projected(graph: &Graph, side: usize, equated: &[Equated]) -> LinearEquations<Quantity> {
    let of_side = |quantity| Some(LinearForm::of(Projected::OfSide(quantity)));
    let own = graph.equations().filter_map(|form| form.with(of_side));
    let meanings = equated
        .iter()
        .filter_map(|it| it.forms[side].with(of_side)?.plus(&LinearForm::of(Projected::OfResult(it.quantity)), -1));
    let all: LinearEquations<Projected> = own.chain(meanings).collect();
    let of_result = |quantity| match quantity {
        Projected::OfResult(quantity) => Some(LinearForm::of(quantity)),
        Projected::OfSide(_) => None,
    };
    all.iter().filter_map(|form| form.with(of_result)).collect()
}
