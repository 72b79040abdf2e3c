//! Formulas as clauses (Tseitin), to compare a formula with itself without some of its members.
//!
//! "Equivalent" is said only where the solver proved it.

use rustc_hash::FxHashMap;

use crate::base::Budget;
use crate::logic::{AtomId, Formula};
use crate::sat::{Lit, ProofCheck, Satisfiable, Solver, Varisat};

/// Which members of a formula's conjunctions and disjunctions are left out. A member comes before those in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// For each member whether it is left out, and the member that comes after all those in it.
    members: Vec<(bool, usize)>,
}

impl Dropped {
    /// Nothing is left out.
    pub fn none(formula: &Formula) -> Dropped {
        let mut dropped = Dropped { members: Vec::new() };
        dropped.add_members(formula);
        dropped
    }

    fn add_members(&mut self, formula: &Formula) {
        let (Formula::And(parts) | Formula::Or(parts)) = formula else { return };
        for part in parts {
            let member = self.members.len();
            self.members.push((false, member + 1));
            self.add_members(part);
            self.members[member].1 = self.members.len();
        }
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether the member is left out by itself.
    pub fn contains(&self, member: usize) -> bool {
        self.members.get(member).is_some_and(|(dropped, _)| *dropped)
    }

    /// Leaves the member out, or takes it back.
    pub fn set(&mut self, member: usize, dropped: bool) {
        if let Some(found) = self.members.get_mut(member) {
            found.0 = dropped;
        }
    }

    /// The first member after this one that is not in it.
    pub fn end_of(&self, member: usize) -> usize {
        self.members.get(member).map_or(member + 1, |(_, end)| *end)
    }
}

/// Compares a formula (without `*`) with itself without some members, many times: one solver keeps what it has learnt.
pub struct Thinning {
    solver: Varisat,
    /// For each member a literal that leaves it out.
    switches: Vec<Lit>,
}

impl Thinning {
    /// Of a formula.
    pub fn new(formula: &Formula) -> Thinning {
        let mut encoder = Encoder::new();
        let whole = encoder.literal(formula);
        encoder.has_switches = true;
        let rest = encoder.literal(formula);
        encoder.clauses.add(&[whole, rest]);
        encoder.clauses.add(&[!whole, !rest]);
        Thinning { solver: encoder.clauses, switches: encoder.switches }
    }

    /// Whether the formula without the dropped members has the same value under every valuation of its atoms.
    pub fn is_equivalent(&mut self, dropped: &Dropped) -> bool {
        let choices = self.switches.iter().enumerate();
        let assumed: Vec<Lit> =
            choices.map(|(member, switch)| if dropped.contains(member) { *switch } else { !*switch }).collect();
        matches!(self.solver.solve(&assumed, &Budget::unlimited()), Satisfiable::No(_))
    }
}

struct Encoder {
    clauses: Varisat,
    atoms: FxHashMap<AtomId, Lit>,
    /// Whether members get switches now.
    has_switches: bool,
    switches: Vec<Lit>,
}

impl Encoder {
    fn new() -> Encoder {
        let clauses = Varisat::unstoppable(ProofCheck::default());
        Encoder { clauses, atoms: FxHashMap::default(), has_switches: false, switches: Vec::new() }
    }

    fn literal(&mut self, formula: &Formula) -> Lit {
        match formula {
            Formula::True => self.constant(true),
            // `*` is ruled out by the callers; false is as good as anything.
            Formula::False | Formula::Unknown => self.constant(false),
            Formula::Atom(atom) => self.atom(*atom),
            Formula::NotAtom(atom) => !self.atom(*atom),
            Formula::And(parts) => self.conjunction(parts, false),
            // a || b is !(!a && !b)
            Formula::Or(parts) => !self.conjunction(parts, true),
        }
    }

    fn constant(&mut self, value: bool) -> Lit {
        let literal = self.clauses.variable();
        self.clauses.add(&[if value { literal } else { !literal }]);
        literal
    }

    fn atom(&mut self, atom: AtomId) -> Lit {
        if let Some(literal) = self.atoms.get(&atom) {
            return *literal;
        }
        let literal = self.clauses.variable();
        self.atoms.insert(atom, literal);
        literal
    }

    fn conjunction(&mut self, parts: &[Formula], negated: bool) -> Lit {
        let mut members = Vec::with_capacity(parts.len());
        for part in parts {
            let switch = self.has_switches.then(|| self.clauses.variable());
            self.switches.extend(switch);
            let literal = self.literal(part);
            let literal = if negated { !literal } else { literal };
            members.push(switch.map_or(literal, |switch| self.either(switch, literal)));
        }
        let whole = self.clauses.variable();
        for member in &members {
            self.clauses.add(&[!whole, *member]);
        }
        let mut clause: Vec<Lit> = members.iter().map(|member| !*member).collect();
        clause.push(whole);
        self.clauses.add(&clause);
        whole
    }

    /// A literal that is true when one of the two is.
    fn either(&mut self, left: Lit, right: Lit) -> Lit {
        let either = self.clauses.variable();
        self.clauses.add(&[either, !left]);
        self.clauses.add(&[either, !right]);
        self.clauses.add(&[!either, left, right]);
        either
    }
}
