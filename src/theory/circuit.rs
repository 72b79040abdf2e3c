//! Conjunctions and disjunctions as clauses: each gate has a literal that is true exactly where the gate is.

use rustc_hash::FxHashMap;

use crate::sat::{Clauses, Lit, Satisfiable};

/// Gates over one solver; equal gates are one.
pub(super) struct Circuit {
    clauses: Clauses,
    yes: Lit,
    known: FxHashMap<Vec<Lit>, Lit>,
}

impl Circuit {
    pub fn new() -> Circuit {
        Circuit::over(Clauses::new())
    }

    /// Gates beside clauses that are there already.
    pub fn over(mut clauses: Clauses) -> Circuit {
        let yes = clauses.variable();
        clauses.add(&[yes]);
        Circuit { clauses, yes, known: FxHashMap::default() }
    }

    /// How many different gates there are.
    pub fn gates(&self) -> usize {
        self.known.len()
    }

    pub fn yes(&self) -> Lit {
        self.yes
    }

    pub fn no(&self) -> Lit {
        !self.yes
    }

    /// A literal that may have either value.
    pub fn variable(&mut self) -> Lit {
        self.clauses.variable()
    }

    /// One of the literals is true.
    pub fn require(&mut self, clause: &[Lit]) {
        if !clause.contains(&self.yes) {
            self.clauses.add(clause);
        }
    }

    /// New literals, exactly one of which is true.
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

    /// True where all of them are.
    pub fn and(&mut self, parts: &[Lit]) -> Lit {
        let mut parts: Vec<Lit> = parts.iter().copied().filter(|part| *part != self.yes).collect();
        parts.sort();
        parts.dedup();
        if parts.contains(&self.no()) || parts.iter().any(|part| parts.binary_search(&!*part).is_ok()) {
            return self.no();
        }
        match parts[..] {
            [] => return self.yes,
            [only] => return only,
            _ => {}
        }
        if let Some(known) = self.known.get(&parts) {
            return *known;
        }
        let whole = self.variable();
        for part in &parts {
            self.require(&[!whole, *part]);
        }
        let mut clause: Vec<Lit> = parts.iter().map(|part| !*part).collect();
        clause.push(whole);
        self.require(&clause);
        self.known.insert(parts, whole);
        whole
    }

    /// True where one of them is.
    pub fn or(&mut self, parts: &[Lit]) -> Lit {
        let parts: Vec<Lit> = parts.iter().map(|part| !*part).collect();
        !self.and(&parts)
    }

    /// True where exactly one of the two is.
    pub fn xor(&mut self, left: Lit, right: Lit) -> Lit {
        let (one, other) = (self.and(&[left, !right]), self.and(&[!left, right]));
        self.or(&[one, other])
    }

    /// `yes` where the condition is true, else `no`.
    pub fn choose(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        if yes == no {
            return yes;
        }
        let (one, other) = (self.and(&[condition, yes]), self.and(&[!condition, no]));
        self.or(&[one, other])
    }

    /// A model in which the literal is true; `None` where there is none. `Err` where the solver gave up.
    pub fn model(&mut self, wanted: Lit) -> Result<Option<Model>, GaveUp> {
        match self.clauses.solve(&[wanted]) {
            Satisfiable::Yes => {
                let mut literals = self.clauses.model();
                literals.sort();
                Ok(Some(Model { literals }))
            }
            Satisfiable::No(_) => Ok(None),
            Satisfiable::Unknown => Err(GaveUp),
        }
    }
}

/// The solver gave up.
#[derive(Debug)]
pub(super) struct GaveUp;

/// What is true.
pub(super) struct Model {
    literals: Vec<Lit>,
}

impl Model {
    pub fn is_true(&self, literal: Lit) -> bool {
        self.literals.binary_search(&literal).is_ok()
    }
}
