//! Predicates in terms of the axioms' literals, and the conditions under which that is sound.

use crate::axioms::{Axioms, shared_of};
use crate::points::{Fact, PointerForm, PointerIndex};
use sat::{Lit, Solver};

impl Axioms<'_> {
    /// The meaning of a predicate.
    pub(super) fn literal(&mut self, fact: &Fact) -> Lit {
        match *fact {
            Fact::Never => !self.yes,
            Fact::Alive(point) => self.alive(point),
            Fact::Null(point) => {
                let atom = self.clauses.variable();
                self.gives(&[self.null(point)], &[atom]);
                self.gives(&[atom, self.alive(point)], &[]);
                self.is_defined(atom, point);
                atom
            }
            Fact::Equal(left, right) => {
                let atom = self.clauses.variable();
                let same = self.equal(left, right);
                self.is_defined(atom, left);
                self.is_defined(atom, right);
                self.gives(&[self.null(left), self.null(right)], &[atom]);
                self.gives(&[atom, self.null(left), self.alive(right)], &[]);
                self.gives(&[atom, self.alive(left), self.null(right)], &[]);
                self.gives(&[same], &[atom]);
                self.gives(&[atom, self.alive(left), self.alive(right)], &[same]);
                atom
            }
            Fact::Reach { at_least_one: false, view, from, to } => self.views[view].reach[&(from, to)],
            Fact::Reach { at_least_one: true, view, from, to } => {
                let paths = &self.views[view];
                let (reach, round, same) = (paths.reach[&(from, to)], paths.round[&from], self.equal(from, to));
                if from == to {
                    return round;
                }
                let atom = self.clauses.variable();
                self.gives(&[atom], &[reach]);
                self.gives(&[reach], &[same, atom]);
                self.gives(&[atom, same], &[round]);
                self.gives(&[round, same], &[atom]);
                atom
            }
            Fact::ReachCell { view, from, to } => {
                // The node must be left for its cell, so it must not be avoided itself.
                let avoided = self.views[view].view.avoid.clone();
                let whole = avoided.iter().filter(|avoided| avoided.field.is_none());
                let bars: Vec<Lit> = whole.map(|avoided| self.equal(to, avoided.node)).collect();
                let reach = self.views[view].reach[&(from, to)];
                let atom = self.clauses.variable();
                self.gives(&[atom], &[reach]);
                for bar in &bars {
                    self.gives(&[atom, *bar], &[]);
                }
                self.gives(&[reach], &[&[atom][..], &bars[..]].concat());
                atom
            }
            Fact::Shared { view, left, right } => shared_of(self, &self.views[view], left, right),
            Fact::Cyclic { view, from } => self.views[view].cyclic[&from],
        }
    }

    /// Restricts the predicate to the case that no pointer in it dangles. A run that has found a dangling pointer equal
    /// to another one may identify them from then on. So predicates about such pointers are unspecified, except that
    /// they are not live.
    pub(super) fn where_sound(&mut self, fact: &Fact, literal: Lit) -> Lit {
        let mut involved: Vec<PointerIndex> = match *fact {
            Fact::Never => return literal,
            // If the pointer to its cell is sound, the value of the cell is as good as a variable's.
            Fact::Alive(point) => match self.points.origin(point) {
                PointerForm::Field(base, _) => vec![base],
                PointerForm::Root | PointerForm::Other => return literal,
            },
            Fact::Null(point) => vec![point],
            Fact::Equal(left, right) | Fact::Shared { left, right, .. } => vec![left, right],
            Fact::Reach { from, to, .. } | Fact::ReachCell { from, to, .. } => vec![from, to],
            Fact::Cyclic { from, .. } => vec![from],
        };
        if let Fact::Reach { view, .. }
        | Fact::ReachCell { view, .. }
        | Fact::Shared { view, .. }
        | Fact::Cyclic { view, .. } = *fact
        {
            involved.extend(self.views[view].view.avoid.iter().map(|avoided| avoided.node));
        }
        // (A point is sound only if the points it is read from are, so these add nothing.)
        let mut index = 0;
        while let Some(point) = involved.get(index).copied() {
            if let PointerForm::Field(base, _) = self.points.origin(point)
                && !involved.contains(&base)
            {
                involved.push(base);
            }
            index += 1;
        }
        let sound: Vec<Lit> = involved.into_iter().map(|point| self.sound(point)).collect();
        let atom = self.clauses.variable();
        self.gives(&[&sound[..], &[atom]].concat(), &[literal]);
        self.gives(&[&sound[..], &[literal]].concat(), &[atom]);
        atom
    }

    /// True if the point is NULL, live, or undefined because a point it is read from is NULL.
    pub(super) fn sound(&mut self, point: PointerIndex) -> Lit {
        let sound = self.clauses.variable();
        self.gives(&[self.alive(point)], &[sound]);
        let mut current = point;
        loop {
            self.gives(&[self.null(current)], &[sound]);
            match self.points.origin(current) {
                PointerForm::Field(base, _) => current = base,
                PointerForm::Root | PointerForm::Other => return sound,
            }
        }
    }

    /// A comparison implies that its points are defined.
    fn is_defined(&mut self, atom: Lit, point: PointerIndex) {
        if let Some(defined) = self.defined(point) {
            self.gives(&[atom], &[defined]);
        }
    }
}
