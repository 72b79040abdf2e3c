//! Joins equations and inequalities between lengths of lists and numbers. The equations of the result are the affine hull of
//! both sides. An inequality of one side is kept if it follows from anything that is known on the other.
//!
//! A list of the result may be a list on one side, and a single node or nothing on the other: its length there is known.
//! So `no node, n = 0` and `one node, n = 1` give a list of `n` nodes.

use std::collections::BTreeSet;

use crate::domain::equations::{LinearEquations, LinearForm};
use crate::domain::graph::{Graph, Quantity, difference};
use crate::domain::value::{ObjectId, Value};
use crate::lattice::join::Joiner;
use crate::lattice::join::relate::Meaning;
use crate::lattice::limits::{MOST_EQUATED, MOST_IMAGES};
use itertools::Itertools;

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
        let has_equations = !equated.is_empty() || self.graphs.iter().any(|graph| graph.has_equations());
        let numbers = self.equated_numbers(meanings);
        if !has_equations && !moves_together(&numbers) {
            return;
        }
        equated.extend(numbers);
        equated.truncate(MOST_EQUATED);
        let [left, right] = [0, 1].map(|side| projected(self.graphs[side], side, &equated));
        let hull = left.hull(&right);
        for form in hull.iter() {
            self.out.add_equation(form);
        }
        let loses = [0, 1].map(|side| {
            let kept = hull.with(|quantity| meaning(quantity, side, &equated));
            self.graphs[side].equations().any(|form| !kept.imply(form))
        });
        // The result may have too many equations already.
        let is_recorded = hull.iter().all(|form| self.out.has_equation(form));
        self.note(loses.map(|loses| loses || !is_recorded));
    }

    /// Returns the lengths of the lists of the result that both sides know something about.
    fn equated_lengths(&self) -> Vec<Equated> {
        let is_equated = |it: &Equated| [0, 1].into_iter().all(|side| is_known(self.graphs[side], &it.forms[side]));
        self.named_lengths().into_iter().filter(is_equated).collect()
    }

    /// Returns the lengths of the lists of the result.
    fn named_lengths(&self) -> Vec<Equated> {
        let length = |image: ObjectId, side: usize| match self.images[side].source(image) {
            Some(id) => self.graphs[side].nodes(id),
            None => Some(LinearForm::constant(0)),
        };
        let named = |(image, _)| {
            let quantity = self.out.length(image)?;
            Some(Equated { quantity, forms: [length(image, 0)?, length(image, 1)?] })
        };
        self.out.objects().filter_map(named).collect()
    }

    /// Returns the numbers of the result that are integers on each side, in equations, or equal to others.
    fn equated_numbers(&self, meanings: &[Meaning]) -> Vec<Equated> {
        let mut found = self.named_numbers(meanings);
        let equal = [0, 1].map(|side| {
            let quantities = found.iter().flat_map(|it| it.forms[side].factors().map(|(quantity, _)| quantity));
            quantities.duplicates().collect::<BTreeSet<Quantity>>()
        });
        let is_related = |side: usize, form: &Form| {
            let is_equal = |(quantity, _)| equal[side].contains(&quantity);
            is_known(self.graphs[side], form) || form.factors().all(is_equal)
        };
        found.retain(|it| [0, 1].into_iter().all(|side| is_related(side, &it.forms[side])));
        found
    }

    /// Returns the numbers of the result.
    fn named_numbers(&self, meanings: &[Meaning]) -> Vec<Equated> {
        let numbers = meanings.iter().filter_map(|meaning| {
            let Value::Unknown(number) = meaning.image else { return None };
            let form = |side: usize| self.graphs[side].form(meaning.values[side]);
            Some(Equated { quantity: Quantity::Number(number), forms: [form(0)?, form(1)?] })
        });
        numbers.collect()
    }

    /// Keeps the inequalities that hold in both graphs.
    pub(super) fn inequalities(&mut self, meanings: &[Meaning]) {
        let mut equated = self.named_lengths();
        equated.extend(self.named_numbers(meanings));
        for side in [0, 1] {
            for form in self.bounded(side, &equated) {
                self.inequality(&form, &equated);
            }
        }
        let loses = [0, 1].map(|side| {
            let is_kept = |form: &Form| images(form, side, &equated).any(|image| self.out.most(&image.form) <= 0);
            !self.graphs[side].inequalities().all(is_kept)
        });
        self.note(loses);
    }

    /// Returns forms of the result that are at most 0 on one side: inequalities, bounds by lengths, and both halves of equations
    /// and of definitions. Only those that the result lacks.
    fn bounded(&self, side: usize, equated: &[Equated]) -> Vec<Form> {
        let graph = self.graphs[side];
        let equations = graph.equations().cloned().flat_map(both_signs);
        let recorded = graph.inequalities().cloned().chain(equations).chain(bounds_by_length(graph));
        let images_of = |form: Form| images(&form, side, equated).map(|image| image.form).collect::<Vec<_>>();
        let recorded = recorded.flat_map(images_of);
        let is_multiple = |it: &&Equated| it.forms[side].factors().any(|(_, factor)| factor != 1);
        let computed = equated.iter().filter(is_multiple).flat_map(|it| {
            let differences = images(&it.forms[side], side, equated)
                .filter_map(|image| LinearForm::line(it.quantity, image.factor, 0).minus(&image.form));
            differences.flat_map(both_signs).collect::<Vec<_>>()
        });
        let implied = self.ratios(side, equated).into_iter().chain(self.by_known_lengths(side, equated));
        let mut found: Vec<Form> = recorded.chain(computed).chain(implied).collect();
        // Widening keeps bounds of -1 and 0.
        found.retain(|form| self.out.most(form) >= 0);
        found
    }

    /// Returns forms `x - factor * y` that are at most 0 on a side by the ranges of `x` and `y`, and no more than that, with a
    /// factor of the program: a vector that doubles has `capacity <= 2 * needed`.
    fn ratios(&self, side: usize, equated: &[Equated]) -> Vec<Form> {
        if !self.mode.generalises() {
            return Vec::new();
        }
        let range = |it: &Equated| Some((it.quantity, self.graphs[side].range_of_form(&it.forms[side])?));
        let known = equated.iter().filter_map(range).filter(|(_, range)| range.low() > 0).collect::<Vec<_>>();
        let factors = self.out.thresholds().factors().iter().copied();
        let forms = factors.cartesian_product(known.iter().cartesian_product(&known));
        let forms = forms.filter(|(factor, ((_, x), (_, y)))| y.low().checked_mul(*factor) == Some(x.high()));
        forms.filter_map(|(factor, ((x, _), (y, _)))| LinearForm::of(*x).plus(&LinearForm::of(*y), -factor)).collect()
    }

    /// Returns the differences of numbers and lengths that a side knows: ranges bound them there, and no relation is recorded.
    fn by_known_lengths(&self, side: usize, equated: &[Equated]) -> Vec<Form> {
        if !self.mode.generalises() {
            return Vec::new();
        }
        let is_known =
            |form: &Form| self.graphs[side].range_of_form(form).is_some_and(|range| range.single().is_some());
        let (lengths, numbers): (Vec<&Equated>, Vec<&Equated>) =
            equated.iter().partition(|it| matches!(it.quantity, Quantity::Length(_)));
        let known = lengths.into_iter().filter(|it| is_known(&it.forms[side]));
        let pairs = known.cartesian_product(numbers);
        let differences = pairs
            .filter_map(|(length, number)| LinearForm::of(number.quantity).minus(&LinearForm::of(length.quantity)));
        differences.flat_map(both_signs).collect()
    }

    /// Records the bound of a form of the result that both sides imply.
    fn inequality(&mut self, form: &Form, equated: &[Equated]) {
        let form = form.clone().tightened().homogeneous();
        let bound = |side: usize| {
            let meaning = form.with(|quantity| meaning(quantity, side, equated))?;
            Some(self.graphs[side].most(&meaning))
        };
        let (Some(a), Some(b)) = (bound(0), bound(1)) else { return };
        let by = self.widened_bound([a, b]).and_then(i128::checked_neg);
        if let Some(form) = by.and_then(|by| form.plus_constant(by)) {
            self.out.add_inequality(&form);
        }
    }
}

/// Returns a form and its negative.
fn both_signs(form: Form) -> [Form; 2] {
    [form.clone().negated(), form]
}

/// Returns forms that are at most 0 by a difference bound and an equation about a length, which takes the place of a number: where
/// `index < size` and `size` is the length of a list, the list is longer than `index`.
fn bounds_by_length(graph: &Graph) -> impl Iterator<Item = Form> {
    let is_length = |(quantity, _)| matches!(quantity, Quantity::Length(_));
    let equations = graph.equations().filter(move |row| row.factors().any(is_length));
    equations.flat_map(move |row| {
        graph.orders().flat_map(move |(x, y, by)| {
            let bound = difference(x, y, by);
            let by_length =
                |number: Quantity| bound.as_ref().filter(|_| row.factor(number) != 0)?.solved_for(number, row);
            [x, y].map(Quantity::Number).into_iter().filter_map(by_length).collect::<Vec<_>>()
        })
    })
}

/// Returns what a quantity of the result is on one side.
fn meaning(quantity: Quantity, side: usize, equated: &[Equated]) -> Option<Form> {
    equated.iter().find(|it| it.quantity == quantity).map(|it| it.forms[side].clone())
}

/// Returns the forms of the result that are a positive multiple of a form on one side. A quantity of that side may be several
/// ones of the result, or part of them: `r` where the result has `2 r`.
fn images(form: &Form, side: usize, equated: &[Equated]) -> impl Iterator<Item = Image> {
    let parts: Vec<(Quantity, i128)> = form.factors().collect();
    let of = |quantity: Quantity| -> Vec<Image> {
        let found = equated.iter().filter_map(|it| {
            let mut factors = it.forms[side].factors();
            let factor = factors.next().filter(|(only, factor)| *only == quantity && *factor > 0)?.1;
            let form = LinearForm::of(it.quantity).plus_constant(-it.forms[side].constant_part())?;
            factors.next().is_none().then_some(Image { factor, form })
        });
        found.collect()
    };
    let choices: Vec<Vec<Image>> = parts.iter().map(|(quantity, _)| of(*quantity)).collect();
    let constant = form.constant_part();
    let sum = move |choice: Vec<Image>| {
        let all = choice.iter().try_fold(1i128, |all, image| all.checked_mul(image.factor))?;
        let start = LinearForm::constant(constant.checked_mul(all)?);
        let form = parts.iter().zip(&choice).try_fold(start, |sum, ((_, factor), image)| {
            sum.plus(&image.form, factor.checked_mul(all / image.factor)?)
        });
        Some(Image { factor: all, form: form? })
    };
    choices.into_iter().multi_cartesian_product().take(MOST_IMAGES).filter_map(sum)
}

/// A form of the result that is a positive multiple of a form of one side.
#[derive(Clone)]
struct Image {
    factor: i128,
    form: Form,
}

/// Returns true if a number differs from another one by some constant on one side, and by another constant on the other, and a third
/// number is known on both sides: it may say by how much.
fn moves_together(numbers: &[Equated]) -> bool {
    let constants = |it: &Equated| Some([it.forms[0].as_constant()?, it.forms[1].as_constant()?]);
    let is_moved = |it: &Equated| constants(it).is_none() && it.forms[0].constant_part() != it.forms[1].constant_part();
    numbers.iter().any(is_moved) && numbers.iter().filter_map(constants).any(|[a, b]| a != b)
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
        .filter_map(|it| it.forms[side].with(of_side)?.minus(&LinearForm::of(Projected::OfResult(it.quantity))));
    let all: LinearEquations<Projected> = own.chain(meanings).collect();
    let of_result = |quantity| match quantity {
        Projected::OfResult(quantity) => Some(LinearForm::of(quantity)),
        Projected::OfSide(_) => None,
    };
    all.iter().filter_map(|form| form.with(of_result)).collect()
}
