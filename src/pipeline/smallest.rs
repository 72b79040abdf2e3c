//! Reduces the input of a run that has an error: few nodes and small numbers are easier to read than a solver's model
//! or the first find of a search.
//!
//! Delta debugging over the inputs of the run (Zeller, Hildebrandt: *Simplifying and isolating failure-inducing
//! input*): nodes of the heap are dropped, then pointers become NULL, then numbers and other choices move towards zero.
//! The interpreter runs each candidate, checking all assumptions, and a candidate is taken only if it has the same kind
//! of error at the same place. So the result is a run like any other. Every engine that finds runs reduces them here
//! and nowhere else.

use rustc_hash::FxHashSet;

use crate::limits::{SMALLER_EXTRA_STEPS, SMALLER_RUNS, SMALLER_STEPS};
use base::integer::wrap;
use ctype::{Type, TypeId, TypeTable};
use program::Program;
use program::described::{CellOwner, CellValue, DescribedCell, EntryDescription};
use program::witness::Witness;

/// The result of running a candidate.
pub(super) struct Reproduced<R> {
    /// The inputs that the run finally used, and the run; `None` if it does not have the error.
    pub(super) run: Option<(Witness, R)>,
    /// Number of steps taken.
    pub(super) steps: u64,
}

/// Returns a smaller input with the same error, and its run; `None` if none was found. `length` is the number of steps
/// of the known run. `again` makes a run with another input, of at most the given number of steps.
pub(super) fn smaller<R>(
    program: &Program,
    (given, length): (Witness, usize),
    again: impl FnMut(&Witness, u64) -> Reproduced<R>,
) -> Option<(Witness, R)> {
    let (runs, steps) = (SMALLER_RUNS, SMALLER_STEPS);
    let tried = FxHashSet::from_iter([given.clone()]);
    let most_of_run = 2 * length as u64 + SMALLER_EXTRA_STEPS;
    let mut minimizer = Minimizer { program, again, given, run: None, tried, runs, steps, most_of_run };
    while minimizer.drops_node() || minimizer.clears_pointer() {}
    minimizer.shrink_numbers();
    let Minimizer { given, run, .. } = minimizer;
    run.map(|run| (given, run))
}

#[derive(Clone, Copy)]
enum GivenNumber {
    /// A choice, by its index.
    Chosen(usize),
    /// A cell of the state at the start, by its index.
    Cell(usize),
}

struct Minimizer<'m, R, A> {
    program: &'m Program,
    /// Makes a run with another input.
    again: A,
    /// The smallest input so far.
    given: Witness,
    /// Its run; `None` if it is the first one.
    run: Option<R>,
    /// The inputs that were tried, including the first one.
    tried: FxHashSet<Witness>,
    /// Number of runs that may still be made.
    runs: usize,
    /// Number of steps left for all runs together.
    steps: u64,
    /// Maximum number of steps of one run: a run with other choices may not terminate.
    most_of_run: u64,
}

impl<R, A: FnMut(&Witness, u64) -> Reproduced<R>> Minimizer<'_, R, A> {
    /// Takes another input if a run with it has the error.
    fn accepts(&mut self, given: Witness) -> bool {
        if self.runs == 0 || self.steps == 0 || !self.tried.insert(given.clone()) {
            return false;
        }
        self.runs -= 1;
        let Reproduced { run, steps } = (self.again)(&given, self.steps.min(self.most_of_run));
        self.steps = self.steps.saturating_sub(1 + steps);
        let Some((given, run)) = run else { return false };
        (self.given, self.run) = (given, Some(run));
        true
    }

    fn accepts_entry(&mut self, entry: EntryDescription) -> bool {
        let chosen = self.given.chosen.clone();
        self.accepts(Witness { entry: Some(entry), chosen })
    }

    /// Drops a node, trying the last ones first. Pointers to it become NULL, which drops everything behind it as well,
    /// or point to one of its successors.
    fn drops_node(&mut self) -> bool {
        let Some(entry) = self.given.entry.clone() else { return false };
        (0..entry.nodes.len()).rev().any(|node| {
            let mut values = vec![CellValue::Null];
            values.extend(successors(&entry, node));
            values.into_iter().any(|value| self.accepts_entry(redirected(&entry, node, value)))
        })
    }

    /// Makes a pointer NULL, trying the last ones first.
    fn clears_pointer(&mut self) -> bool {
        let Some(entry) = self.given.entry.clone() else { return false };
        (0..entry.cells.len()).rev().any(|index| {
            let mut smaller = entry.clone();
            let cell = smaller.cells.get_mut(index).filter(|cell| is_pointer(cell.value));
            cell.map(|cell| cell.value = CellValue::Null).is_some() && self.accepts_entry(reached(&smaller))
        })
    }

    /// Moves numbers towards zero, one after the other. A run with another choice may make fewer choices.
    fn shrink_numbers(&mut self) {
        let cells = self.given.entry.as_ref().map_or(0, |entry| entry.cells.len());
        (0..cells).for_each(|index| self.shrink(GivenNumber::Cell(index)));
        let mut index = 0;
        while index < self.given.chosen.len() && self.runs > 0 {
            self.shrink(GivenNumber::Chosen(index));
            index += 1;
        }
    }

    /// Moves a number towards zero: to zero itself, or to the least one that bisection finds, non-negative if possible.
    fn shrink(&mut self, number: GivenNumber) {
        let Some(value) = self.value(number).filter(|value| *value != 0) else { return };
        if self.accepts_number(number, 0) {
            return;
        }
        if let Some(width) = self.float_width(number) {
            let simple = simple_floats(value, width);
            simple.into_iter().any(|bits| self.accepts_number(number, bits));
            return;
        }
        let sign = if value < 0 && self.accepts_number(number, value.saturating_neg()) { 1 } else { value.signum() };
        if self.accepts_number(number, sign) {
            return;
        }
        let (mut low, mut high) = (1, value.unsigned_abs());
        while high.saturating_sub(low) > 1 && self.runs > 0 {
            let middle = low + (high - low) / 2;
            let tried = i128::try_from(middle).unwrap_or(i128::MAX) * sign;
            if self.accepts_number(number, tried) { high = middle } else { low = middle }
        }
    }

    fn value(&self, number: GivenNumber) -> Option<i128> {
        match number {
            GivenNumber::Chosen(index) => self.given.chosen.get(index)?.number(),
            GivenNumber::Cell(index) => match self.cell(index)?.value {
                CellValue::Number(number) => Some(number),
                CellValue::Bits(bits, width @ 1..=64) => Some(wrap(bits as i128, (width, true))),
                CellValue::Bits(..) => None,
                CellValue::Null | CellValue::Node(_) | CellValue::Global(..) | CellValue::Function(_) => None,
            },
        }
    }

    fn accepts_number(&mut self, number: GivenNumber, value: i128) -> bool {
        self.with_value(number, value).is_some_and(|given| self.accepts(given))
    }

    /// Returns the input with another number.
    fn with_value(&mut self, number: GivenNumber, value: i128) -> Option<Witness> {
        let mut given = self.given.clone();
        match number {
            GivenNumber::Chosen(index) => {
                let chosen = given.chosen.get_mut(index)?;
                *chosen = chosen.with_number(value)?;
            }
            GivenNumber::Cell(index) => {
                let cell = given.entry.as_mut()?.cells.get_mut(index)?;
                cell.value = match cell.value {
                    CellValue::Bits(_, width @ 1..=64) => CellValue::Bits(wrap(value, (width, false)) as u128, width),
                    _ => CellValue::Number(value),
                };
            }
        }
        Some(given)
    }

    fn cell(&self, index: usize) -> Option<&DescribedCell> {
        self.given.entry.as_ref()?.cells.get(index)
    }

    /// Returns the width of a floating-point number whose bits the number is. Halving the bits gives another number,
    /// but no simpler one.
    fn float_width(&self, number: GivenNumber) -> Option<u32> {
        let GivenNumber::Cell(index) = number else { return None };
        let types = &self.program.types;
        let cell = self.cell(index)?;
        let ty = match cell.owner {
            CellOwner::Variable(variable) => self.program.variables.get(variable)?.ty,
            CellOwner::Node(node) => self.given.entry.as_ref()?.nodes.get(node)?.1?,
            CellOwner::Symbol(_) => return None,
        };
        match cell.value {
            CellValue::Bits(_, width) if holds_float(types, ty, cell.offset) => Some(width),
            _ => None,
        }
    }
}

/// Returns the bits of simpler floating-point numbers.
fn simple_floats(bits: i128, width: u32) -> Vec<i128> {
    let known = match width {
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    };
    let bits_of = |number: f64| match width {
        32 => i128::from((number as f32).to_bits()),
        _ => i128::from(number.to_bits()),
    };
    let simple = [1.0, -1.0, 2.0, known.trunc()].into_iter().filter(|simple| *simple != known);
    simple.map(bits_of).collect()
}

/// Returns true if a floating-point number is stored at an offset of an object of a type.
fn holds_float(types: &TypeTable, ty: TypeId, offset: u64) -> bool {
    let size = |ty: TypeId| types.size_of(ty).unwrap_or(0);
    match types.get(ty) {
        Type::Float(_) => true,
        Type::Array(element, _) => {
            let within = offset.checked_rem(size(*element));
            within.is_some_and(|within| holds_float(types, *element, within))
        }
        Type::Record(record) => types.fields(*record).iter().any(|field| {
            let within = offset.checked_sub(field.offset).filter(|within| *within < size(field.ty));
            within.is_some_and(|within| holds_float(types, field.ty, within))
        }),
        _ => false,
    }
}

fn is_pointer(value: CellValue) -> bool {
    match value {
        CellValue::Node(_) | CellValue::Global(..) | CellValue::Function(_) => true,
        CellValue::Bits(..) | CellValue::Number(_) | CellValue::Null => false,
    }
}

/// Returns the successors of a node: other nodes of its type.
fn successors(entry: &EntryDescription, node: usize) -> Vec<CellValue> {
    let ty = |node: usize| entry.nodes.get(node);
    let mut found = Vec::new();
    for cell in entry.cells.iter().filter(|cell| cell.owner == CellOwner::Node(node)) {
        match cell.value {
            CellValue::Node(next) if next != node && ty(next) == ty(node) && !found.contains(&cell.value) => {
                found.push(cell.value);
            }
            _ => {}
        }
    }
    found
}

/// Redirects all pointers to a node to `value`.
fn redirected(entry: &EntryDescription, node: usize, value: CellValue) -> EntryDescription {
    let mut smaller = entry.clone();
    let to_it = smaller.cells.iter_mut().filter(|cell| cell.value == CellValue::Node(node));
    to_it.for_each(|cell| cell.value = value);
    reached(&smaller)
}

/// Keeps the nodes reachable from variables and symbolic constants, renumbered in the order of the traversal.
fn reached(entry: &EntryDescription) -> EntryDescription {
    let mut order: Vec<usize> = Vec::new();
    let mut cells = Vec::with_capacity(entry.cells.len());
    let mut add = |owned: &dyn Fn(CellOwner) -> bool, owner: Option<CellOwner>, order: &mut Vec<usize>| {
        for cell in entry.cells.iter().filter(|cell| owned(cell.owner)) {
            let value = match cell.value {
                CellValue::Node(node) => {
                    let known = order.iter().position(|known| *known == node);
                    CellValue::Node(known.unwrap_or_else(|| {
                        order.push(node);
                        order.len() - 1
                    }))
                }
                other => other,
            };
            cells.push(DescribedCell { owner: owner.unwrap_or(cell.owner), value, ..*cell });
        }
    };
    add(&|owner| !matches!(owner, CellOwner::Node(_)), None, &mut order);
    let mut next = 0;
    while let Some(node) = order.get(next).copied() {
        add(&|owner| owner == CellOwner::Node(node), Some(CellOwner::Node(next)), &mut order);
        next += 1;
    }
    let nodes = order.iter().filter_map(|node| entry.nodes.get(*node).copied()).collect();
    EntryDescription { nodes, cells }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::ids::Id;
    use ctype::DataModel;
    use program::SymbolId;
    use program::witness::{ChoiceKind, Chosen};

    fn numbers(given: &Witness) -> Vec<i128> {
        given.chosen.iter().filter_map(Chosen::number).collect()
    }

    fn chosen(numbers: &[i128]) -> Vec<Chosen> {
        let zero = Chosen { kind: ChoiceKind::Integer(64, true), bits: 0, span: None };
        numbers.iter().filter_map(|number| zero.with_number(*number)).collect()
    }

    fn cell(owner: CellOwner, offset: u64, value: CellValue) -> DescribedCell {
        DescribedCell { owner, offset, ty: None, value }
    }

    /// A list of nodes with a next pointer, a back pointer and a number each; a constant leads to its first node.
    fn list(nodes: usize, number: u128) -> EntryDescription {
        let next = |node: usize| if node + 1 < nodes { CellValue::Node(node + 1) } else { CellValue::Null };
        let back = |node: usize| node.checked_sub(1).map_or(CellValue::Null, CellValue::Node);
        let mut cells = vec![cell(CellOwner::Symbol(SymbolId::from_index(0)), 0, CellValue::Node(0))];
        for node in 0..nodes {
            let owner = CellOwner::Node(node);
            cells.push(cell(owner, 0, next(node)));
            cells.push(cell(owner, 8, back(node)));
            cells.push(cell(owner, 16, CellValue::Bits(number, 32)));
        }
        EntryDescription { nodes: vec![(24, None); nodes], cells }
    }

    fn smallest(given: Witness, has_error: impl Fn(&Witness) -> bool) -> (Option<Witness>, usize) {
        let (program, mut runs) = (Program::new(DataModel::Lp64), 0);
        let found = smaller(&program, (given, 10), |given, _| {
            runs += 1;
            Reproduced { run: has_error(given).then(|| (given.clone(), ())), steps: 1 }
        });
        (found.map(|(given, ())| given), runs)
    }

    fn number_of(given: &Witness, node: usize) -> Option<u128> {
        let cells = &given.entry.as_ref()?.cells;
        cells.iter().find(|cell| cell.owner == CellOwner::Node(node) && cell.offset == 16).and_then(|cell| {
            match cell.value {
                CellValue::Bits(bits, _) => Some(bits),
                _ => None,
            }
        })
    }

    #[test]
    fn nodes_are_dropped_before_numbers_shrink() {
        let given = Witness { entry: Some(list(7, u128::from(u32::MAX))), chosen: chosen(&[-40, 7, 0]) };
        let (found, _) = smallest(given, |given| {
            let entry = given.entry.as_ref().unwrap();
            entry.nodes.len() >= 3 && number_of(given, 2).is_some_and(|bits| bits != 0) && numbers(given)[1] > 2
        });
        let found = found.unwrap();
        let entry = found.entry.as_ref().unwrap();
        assert_eq!(entry.nodes.len(), 3);
        // Of each node only the pointer to the next one is left.
        let pointers = entry.cells.iter().filter(|cell| is_pointer(cell.value)).count();
        assert_eq!(pointers, 3);
        assert_eq!((number_of(&found, 0), number_of(&found, 1), number_of(&found, 2)), (Some(0), Some(0), Some(1)));
        assert_eq!(numbers(&found), [0, 3, 0]);
    }

    #[test]
    fn what_is_smallest_is_left_alone() {
        let entry = EntryDescription { nodes: Vec::new(), cells: Vec::new() };
        let (found, runs) = smallest(Witness { entry: Some(entry), chosen: chosen(&[0, 0]) }, |_| true);
        assert_eq!((found, runs), (None, 0));
    }

    #[test]
    fn the_work_is_limited() {
        let given = Witness { entry: Some(list(40, 1000)), chosen: chosen(&[1 << 40; 40]) };
        let (found, runs) = smallest(given, |given| given.entry.as_ref().is_some_and(|entry| entry.nodes.len() > 38));
        assert!(found.is_some());
        assert_eq!(runs, SMALLER_RUNS);
    }
}
