//! Asks the theory of heaps which valuations of a boolean program represent C states.

use rustc_hash::FxHashMap;

use abstraction::Abstraction;
use abstraction::build::Built;
use base::Exhausted;
use boolprog::{BoolExpr, BoolId, PointId, Valuation};
use logic::AtomId;
use modelcheck::Judge;
use theory::Theory;

/// The theories of all locations, built on first use.
pub(super) struct TheoryJudge<'a> {
    abstraction: &'a Abstraction,
    built: &'a Built,
    /// For each queried location; `None` where nothing is known.
    theories: FxHashMap<PointId, Option<Theory>>,
    /// Cache of earlier answers.
    answers: FxHashMap<(PointId, Valuation), Option<BoolExpr>>,
    /// Maximum work of all queries, in the unit of [`Theory::work`].
    most_work: usize,
    /// Work done so far.
    work: usize,
}

impl<'a> TheoryJudge<'a> {
    pub(super) fn new(abstraction: &'a Abstraction, built: &'a Built, most_work: usize) -> Self {
        let (theories, answers) = (FxHashMap::default(), FxHashMap::default());
        TheoryJudge { abstraction, built, theories, answers, most_work, work: 0 }
    }

    /// Returns the variables that stand for predicates at a location.
    fn predicates(&self, point: PointId) -> Vec<(BoolId, AtomId)> {
        let relevant = self.built.program.points.get(point).map_or(&[][..], |point| &point.relevant);
        relevant.iter().filter_map(|id| Some((*id, *self.built.atoms.get(*id)?))).collect()
    }
}

impl Judge for TheoryJudge<'_> {
    fn refute(&mut self, point: PointId, valuation: &Valuation) -> Result<Option<BoolExpr>, Exhausted> {
        let key = (point, valuation.clone());
        if let Some(known) = self.answers.get(&key) {
            return Ok(known.clone());
        }
        if self.work > self.most_work {
            return Err(Exhausted::Effort);
        }
        let answer = self.ask(point, valuation);
        self.answers.insert(key, answer.clone());
        Ok(answer)
    }
}

impl TheoryJudge<'_> {
    fn ask(&mut self, point: PointId, valuation: &Valuation) -> Option<BoolExpr> {
        let predicates = self.predicates(point);
        let Abstraction { arena, facts, unfreed, .. } = self.abstraction;
        let nothing_freed = self.built.locations.get(point).is_some_and(|at| unfreed.contains(at));
        let theory = self.theories.entry(point).or_insert_with(|| {
            let atoms: Vec<AtomId> = predicates.iter().map(|(_, atom)| *atom).collect();
            Theory::new(arena, facts, nothing_freed, &atoms)
        });
        let values: Vec<(AtomId, bool)> = predicates.iter().map(|(id, atom)| (*atom, valuation.get(*id))).collect();
        let theory = theory.as_mut()?;
        let before = theory.work();
        let core = theory.refute(&values);
        self.work = self.work.saturating_add(theory.work() - before);
        let opposite = |(atom, value): &(AtomId, bool)| {
            let id = predicates.iter().find(|(_, known)| known == atom).map(|(id, _)| *id)?;
            Some(if *value { BoolExpr::not(BoolExpr::Variable(id)) } else { BoolExpr::Variable(id) })
        };
        let clause: Option<Vec<BoolExpr>> = core?.iter().map(opposite).collect();
        clause.map(BoolExpr::or)
    }
}
