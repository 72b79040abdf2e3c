//! Gates in clausal form: each gate has a literal that is equivalent to its output.
//!
//! Gates are hash-consed. They are normalised before they are looked up: constants, equal and opposite inputs, order
//! and signs of inputs. Gates of two or three inputs each have a dedicated encoding.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::solver::{Lit, Model, Satisfiable, Solver};
use crate::varisat::Varisat;
use base::{Budget, Exhausted};

/// A clause, or the inputs of a gate: most are short.
type Literals = SmallVec<[Lit; 4]>;

/// A dividend and a divisor.
type Operands = (Box<[Lit]>, Box<[Lit]>);

/// A quotient and a remainder.
type Division = (Vec<Lit>, Vec<Lit>);

/// A circuit of gates over one solver.
pub struct Circuit {
    solver: Box<dyn Solver>,
    yes: Lit,
    variables: usize,
    clauses: usize,
    known: Known,
}

/// The existing gates. A table for each arity takes less memory than one table for all kinds.
#[derive(Default)]
struct Known {
    and: FxHashMap<[Lit; 2], Lit>,
    wide_and: FxHashMap<Box<[Lit]>, Lit>,
    xor: FxHashMap<[Lit; 2], Lit>,
    choice: FxHashMap<[Lit; 3], Lit>,
    majority: FxHashMap<[Lit; 3], Lit>,
    /// Quotients and remainders are fresh variables, so equal operands must give the same variables.
    division: FxHashMap<Operands, Division>,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit::over(Varisat::default())
    }
}

impl Circuit {
    /// Creates an empty circuit over a new default solver.
    pub fn new() -> Circuit {
        Circuit::default()
    }

    /// Creates a circuit over a solver, which may have clauses already.
    pub fn over(solver: impl Solver + 'static) -> Circuit {
        Circuit::over_any(Box::new(solver))
    }

    /// Like [`Circuit::over`], for a boxed solver.
    pub fn over_any(mut solver: Box<dyn Solver>) -> Circuit {
        let yes = solver.variable();
        solver.add(&[yes]);
        Circuit { solver, yes, variables: 1, clauses: 1, known: Known::default() }
    }

    /// Returns the number of distinct gates.
    pub fn gates(&self) -> usize {
        let Known { and, wide_and, xor, choice, majority, division: _ } = &self.known;
        and.len() + wide_and.len() + xor.len() + choice.len() + majority.len()
    }

    /// Returns the number of variables created through the circuit, and that of its constants.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Returns the number of clauses added through the circuit.
    pub fn clauses(&self) -> usize {
        self.clauses
    }

    /// Returns the literal that is always true.
    pub fn yes(&self) -> Lit {
        self.yes
    }

    /// Returns the literal that is always false.
    pub fn no(&self) -> Lit {
        !self.yes
    }

    pub fn constant(&self, value: bool) -> Lit {
        self.yes.negated_if(!value)
    }

    /// Returns the value of a constant; `None` for any other literal.
    pub fn value(&self, literal: Lit) -> Option<bool> {
        (literal.variable() == self.yes.variable()).then_some(literal == self.yes)
    }

    /// Returns a fresh variable.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        self.solver.variable()
    }

    /// Adds a clause.
    pub fn require(&mut self, clause: &[Lit]) {
        if !clause.contains(&self.yes) {
            self.clauses += 1;
            self.solver.add(clause);
        }
    }

    /// Returns fresh literals, exactly one of which is true.
    pub fn exactly_one(&mut self, count: usize) -> Vec<Lit> {
        let literals: Vec<Lit> = (0..count).map(|_| self.variable()).collect();
        self.require(&literals);
        self.at_most_one(&literals);
        literals
    }

    fn at_most_one(&mut self, literals: &[Lit]) {
        for (index, first) in literals.iter().enumerate() {
            for second in &literals[index + 1..] {
                self.require(&[!*first, !*second]);
            }
        }
    }

    pub fn and(&mut self, parts: &[Lit]) -> Lit {
        let mut parts: Literals = parts.iter().copied().filter(|part| *part != self.yes).collect();
        parts.sort_unstable();
        parts.dedup();
        // Sorting puts a literal next to its negation.
        if parts.contains(&self.no()) || parts.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.no();
        }
        match parts[..] {
            [] => self.yes,
            [only] => only,
            [one, other] => match self.known.and.get(&[one, other]) {
                Some(known) => *known,
                None => {
                    let whole = self.conjunction(&parts);
                    self.known.and.insert([one, other], whole);
                    whole
                }
            },
            _ => match self.known.wide_and.get(&parts[..]) {
                Some(known) => *known,
                None => {
                    let whole = self.conjunction(&parts);
                    self.known.wide_and.insert(parts.into_vec().into_boxed_slice(), whole);
                    whole
                }
            },
        }
    }

    fn conjunction(&mut self, parts: &[Lit]) -> Lit {
        let whole = self.variable();
        for part in parts {
            self.require(&[!whole, *part]);
        }
        let mut clause: Literals = parts.iter().map(|part| !*part).collect();
        clause.push(whole);
        self.require(&clause);
        whole
    }

    pub fn or(&mut self, parts: &[Lit]) -> Lit {
        let parts: Literals = parts.iter().map(|part| !*part).collect();
        !self.and(&parts)
    }

    pub fn xor(&mut self, left: Lit, right: Lit) -> Lit {
        match (self.value(left), self.value(right)) {
            (Some(value), _) => return right.negated_if(value),
            (_, Some(value)) => return left.negated_if(value),
            _ if left == right => return self.no(),
            _ if left == !right => return self.yes,
            _ => {}
        }
        // Signs are moved to the output.
        let is_negated = left.is_negated() != right.is_negated();
        let (left, right) = (left.negated_if(left.is_negated()), right.negated_if(right.is_negated()));
        let key = [left.min(right), left.max(right)];
        if let Some(known) = self.known.xor.get(&key) {
            return known.negated_if(is_negated);
        }
        let whole = self.variable();
        self.require(&[!whole, left, right]);
        self.require(&[!whole, !left, !right]);
        self.require(&[whole, !left, right]);
        self.require(&[whole, left, !right]);
        self.known.xor.insert(key, whole);
        whole.negated_if(is_negated)
    }

    /// Returns `yes` if the condition is true, else `no`.
    pub fn choose(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        if let Some(simpler) = self.simple_choice(condition, yes, no) {
            return simpler;
        }
        // Normal form: neither `condition` nor `yes` is negated.
        let (condition, yes, no) = if condition.is_negated() { (!condition, no, yes) } else { (condition, yes, no) };
        let is_negated = yes.is_negated();
        let (yes, no) = (yes.negated_if(is_negated), no.negated_if(is_negated));
        let key = [condition, yes, no];
        if let Some(known) = self.known.choice.get(&key) {
            return known.negated_if(is_negated);
        }
        let whole = self.variable();
        self.require(&[!condition, !yes, whole]);
        self.require(&[!condition, yes, !whole]);
        self.require(&[condition, !no, whole]);
        self.require(&[condition, no, !whole]);
        // Redundant, but propagates without the condition if both inputs are equal.
        self.require(&[!yes, !no, whole]);
        self.require(&[yes, no, !whole]);
        self.known.choice.insert(key, whole);
        whole.negated_if(is_negated)
    }

    /// Simplifies a choice to a constant, one of its inputs, or a gate of two inputs.
    fn simple_choice(&mut self, condition: Lit, yes: Lit, no: Lit) -> Option<Lit> {
        match self.value(condition) {
            Some(true) => return Some(yes),
            Some(false) => return Some(no),
            None if yes == no => return Some(yes),
            None if yes == !no => return Some(self.xor(condition, no)),
            None => {}
        }
        // Inside its own branch, the condition is a constant.
        let yes_value = if yes.variable() == condition.variable() { Some(yes == condition) } else { self.value(yes) };
        let no_value = if no.variable() == condition.variable() { Some(no != condition) } else { self.value(no) };
        match (yes_value, no_value) {
            (Some(true), _) => Some(self.or(&[condition, no])),
            (Some(false), _) => Some(self.and(&[!condition, no])),
            (_, Some(true)) => Some(self.or(&[!condition, yes])),
            (_, Some(false)) => Some(self.and(&[condition, yes])),
            (None, None) => None,
        }
    }

    /// True if at least two of the three are: the carry of an adder.
    pub fn majority(&mut self, parts: [Lit; 3]) -> Lit {
        let mut parts = parts;
        parts.sort_unstable();
        let [one, two, three] = parts;
        // Two equal inputs decide; two opposite ones leave it to the third. Sorting puts such a pair side by side.
        for ([left, right], other) in [([one, two], three), ([two, three], one)] {
            if left == right {
                return left;
            }
            if left == !right {
                return other;
            }
        }
        for (constant, left, right) in [(one, two, three), (two, one, three), (three, one, two)] {
            match self.value(constant) {
                Some(true) => return self.or(&[left, right]),
                Some(false) => return self.and(&[left, right]),
                None => {}
            }
        }
        // Majority is self-dual, so at most one input need be negated.
        let is_negated = parts.iter().filter(|part| part.is_negated()).count() > 1;
        let parts = parts.map(|part| part.negated_if(is_negated));
        if let Some(known) = self.known.majority.get(&parts) {
            return known.negated_if(is_negated);
        }
        let whole = self.variable();
        for [left, right] in [[parts[0], parts[1]], [parts[0], parts[2]], [parts[1], parts[2]]] {
            self.require(&[!left, !right, whole]);
            self.require(&[left, right, !whole]);
        }
        self.known.majority.insert(parts, whole);
        whole.negated_if(is_negated)
    }

    pub(super) fn known_division(&self, dividend: &[Lit], divisor: &[Lit]) -> Option<&Division> {
        self.known.division.get(&(dividend.into(), divisor.into()))
    }

    pub(super) fn record_division(&mut self, dividend: &[Lit], divisor: &[Lit], found: Division) {
        self.known.division.insert((dividend.into(), divisor.into()), found);
    }

    pub fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Satisfiable {
        self.solver.solve(assumptions, budget)
    }

    /// Returns the model of the last query, if it was satisfiable.
    pub fn found(&self) -> Model {
        self.solver.model()
    }

    /// Returns a model in which the literal is true, or `None` if there is none. Fails if the solver was stopped.
    pub fn model(&mut self, wanted: Lit, budget: &Budget) -> Result<Option<Model>, Exhausted> {
        match self.solve(&[wanted], budget) {
            Satisfiable::Yes => Ok(Some(self.found())),
            Satisfiable::No(_) => Ok(None),
            Satisfiable::Unknown(why) => Err(why),
        }
    }
}

#[cfg(test)]
mod tests;
