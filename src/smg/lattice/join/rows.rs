//! Joins summarised arrays: aligns their runs, and joins where these end.
//!
//! A run that one side lacks has no elements there: it ends where it begins. Which runs of the two sides correspond to each
//! other is chosen such that few are inserted, and contents that differ are rarely joined.

use crate::domain::graph::{Graph, Row, RunLayout};
use crate::domain::limits::MOST_RUNS;
use crate::domain::object::{Liveness, Object};
use crate::domain::value::{Address, ObjectId, Value};
use crate::lattice::join::pieces::aligned;
use crate::lattice::join::{Joiner, Side};
use crate::lattice::rows::{self, EndName};
use base::marks;

/// The cost of a run that one side lacks.
const INSERTED: usize = 2;
/// The cost of runs whose contents differ, such as NULL and a list. Less than that of inserting both.
const DIFFERENT: usize = 3;

/// A run of the result: of one or both sides.
type Step = [Option<ObjectId>; 2];

/// Where a run ends.
struct RunEnd {
    end: Value,
    /// The numbers that tell it, with their values.
    names: Vec<(EndName, Value)>,
}

impl RunEnd {
    fn at(graph: &Graph, end: Value) -> RunEnd {
        RunEnd { end, names: rows::names(graph, end) }
    }
}

impl Joiner<'_> {
    /// Returns true if two values are the addresses of the first runs of rows.
    pub(super) fn are_rows(&self, values: [Value; 2]) -> bool {
        [0, 1].into_iter().all(|side: usize| self.graphs[side].leads_to_elements(values[side]))
    }

    /// Returns the rows that reach to the ends of two objects of different sizes.
    pub(super) fn rows_to_the_ends(&self, objects: [&Object; 2]) -> Option<[Row; 2]> {
        let last = |side: usize| {
            let object: &Object = objects[side];
            let mut rows = self.graphs[side].rows_between(object, 0, i64::MAX, self.word);
            rows.find(|row| row.end == object.possible_end())
        };
        if objects[0].size == objects[1].size {
            return None;
        }
        let rows = [last(0)?, last(1)?];
        let start = rows.map(|row| (row.offset, row.stride));
        (start[0] == start[1]).then_some(rows)
    }

    /// Joins two rows into one that reaches to the end of an object.
    pub(super) fn joined_to_the_end(&mut self, rows: [Row; 2], out: ObjectId) -> Option<()> {
        let firsts = [0, 1].map(|side: usize| self.graphs[side].address_of_run(rows[side].first));
        let first = self.rows(firsts)?;
        let object = self.out.object_mut(out)?;
        object.write(rows[0].offset, object.possible_end() - rows[0].offset, first);
        Some(())
    }

    /// Joins two rows, given by the addresses of their first runs.
    pub(super) fn rows(&mut self, firsts: [Value; 2]) -> Option<Value> {
        marks::hit("join: two summarised arrays");
        let word = self.word;
        let firsts = [firsts[0].object()?, firsts[1].object()?];
        let layouts = [0, 1].map(|side| self.graphs[side].object(firsts[side]).and_then(|it| RunLayout::of(it, word)));
        let layout = layouts[0].filter(|_| layouts[0] == layouts[1])?;
        let runs = [0, 1].map(|side| self.graphs[side].runs(firsts[side], word));
        let ends = [0, 1].map(|side: usize| {
            let graph = self.graphs[side];
            let behind = runs[side].iter().map(|run| graph.end_of_run(*run, word));
            std::iter::once(Value::ZERO).chain(behind).map(|end| RunEnd::at(graph, end)).collect()
        });
        let alignment = Alignment { graphs: self.graphs, runs: &runs, layout, word, ends };
        let steps = alignment.steps()?;
        if steps.len() > MOST_RUNS {
            return None;
        }
        let mut passed = [0, 0];
        let mut images: Vec<(ObjectId, Value)> = Vec::with_capacity(steps.len());
        for step in steps {
            let image = self.run_of(step, layout)?;
            passed = [0, 1].map(|side: usize| passed[side] + usize::from(step[side].is_some()));
            images.push((image, self.joined_end(alignment.ends_after(passed)?)?));
        }
        let mut next = Value::ZERO;
        for (image, end) in images.into_iter().rev() {
            let object = self.out.object_mut(image)?;
            layout.set_end(object, end, next);
            next = self.out.address_of_run(image);
        }
        Some(next)
    }

    /// Joins where a run ends. If it is behind the element that a variable tells, that stays so.
    fn joined_end(&mut self, [left, right]: [&RunEnd; 2]) -> Option<Value> {
        let found = common(&left.names, &right.names).filter(|_| left.end != right.end);
        match found.filter(|(name, _)| name.is_in_front()) {
            Some((_, values)) => {
                let last = self.numbers_together(values[0], values[1])?;
                let behind = self.out.term(last).and_then(|last| last.plus(1));
                let end = behind.map_or(Value::ANY, |behind| self.out.value_of(behind));
                // So the definition is known to be kept.
                self.values.insert((left.end, right.end), end);
                Some(end)
            }
            None => self.numbers_together(left.end, right.end),
        }
    }

    /// Returns the image of a run of one or both sides.
    fn run_of(&mut self, step: Step, layout: RunLayout) -> Option<ObjectId> {
        let (side, run) = match step {
            [Some(left), Some(right)] => return self.pair(left, right),
            [Some(left), None] => (Side::Left, left),
            [None, Some(right)] => (Side::Right, right),
            [None, None] => return None,
        };
        marks::hit("join: a run that one array lacks");
        let image = self.copied(side, run, Some(layout.shape()))?;
        self.loose.retain(|(_, segment, _)| *segment != image);
        self.put_in(side, run);
        Some(image)
    }
}

/// Returns a number that tells on both sides where a run ends, with its values; one that is there rather than in front.
fn common(left: &[(EndName, Value)], right: &[(EndName, Value)]) -> Option<(EndName, [Value; 2])> {
    let both = left.iter().filter_map(|(name, value)| {
        let (_, other) = right.iter().find(|(other, _)| other == name)?;
        Some((*name, [*value, *other]))
    });
    both.min_by_key(|(name, _)| name.is_in_front())
}

/// The runs of two rows, and which of their ends are alike.
struct Alignment<'g> {
    graphs: [&'g Graph; 2],
    runs: &'g [Vec<ObjectId>; 2],
    layout: RunLayout,
    word: i64,
    /// For each side, where its first run begins, and where each run ends.
    ends: [Vec<RunEnd>; 2],
}

impl Alignment<'_> {
    /// Returns the runs of the result, with least costs; `None` if no ends fit.
    fn steps(&self) -> Option<Vec<Step>> {
        let [left, right] = self.runs;
        let width = right.len() + 1;
        // The least cost of aligning what follows after `a` runs of the left side and `b` runs of the right side, and
        // the runs that come first then.
        let mut best: Vec<Option<(usize, [usize; 2])>> = vec![None; (left.len() + 1) * width];
        for a in (0..=left.len()).rev() {
            for b in (0..=right.len()).rev() {
                if (a, b) == (left.len(), right.len()) {
                    best[a * width + b] = Some((0, [0, 0]));
                    continue;
                }
                let ways = [[1, 1], [1, 0], [0, 1]].into_iter().filter_map(|way| {
                    let to = [a + way[0], b + way[1]];
                    let rest = best.get(to[0] * width + to[1]).copied().flatten();
                    let (rest, _) = rest.filter(|_| to[0] <= left.len() && to[1] <= right.len())?;
                    let cost = if way == [1, 1] { self.difference([left[a], right[b]])? } else { INSERTED };
                    self.end_alike(to).then_some((cost + rest, way))
                });
                best[a * width + b] = ways.min_by_key(|(cost, _)| *cost);
            }
        }
        let (mut a, mut b, mut found) = (0, 0, Vec::new());
        while (a, b) != (left.len(), right.len()) {
            let (_, way) = best[a * width + b]?;
            found.push([(way[0] == 1).then(|| left[a]), (way[1] == 1).then(|| right[b])]);
            (a, b) = (a + way[0], b + way[1]);
        }
        Some(found)
    }

    /// Returns where the first `a` runs of the left side and the first `b` runs of the right side end.
    fn ends_after(&self, [a, b]: [usize; 2]) -> Option<[&RunEnd; 2]> {
        Some([self.ends[0].get(a)?, self.ends[1].get(b)?])
    }

    /// Returns true if the first runs of the two sides, as many as have passed, end at the same constant or variable. If
    /// they did not, the runs on both sides of that end would be merged at once, and the join would never be the last.
    fn end_alike(&self, passed: [usize; 2]) -> bool {
        let Some([left, right]) = self.ends_after(passed) else { return false };
        let is_constant = [left.end, right.end].map(|end| matches!(end, Value::Integer(_)));
        // One side may have begun, and be at index 0 nevertheless: only a variable tells that.
        let have_begun = passed.map(|count| count > 0);
        let is_same = left.end == right.end && is_constant[0] && have_begun[0] == have_begun[1];
        // What lies on both sides of such an end could not be merged, such as a list that a pointer leads into.
        let is_unnamed = left.names.is_empty() && right.names.is_empty() && is_constant == [false, false];
        let are_whole = passed == [self.runs[0].len(), self.runs[1].len()];
        are_whole || is_same || is_unnamed || common(&left.names, &right.names).is_some()
    }

    /// Returns the cost of joining two runs, judged by their cells; `None` if they have no join.
    fn difference(&self, runs: [ObjectId; 2]) -> Option<usize> {
        let graphs = self.graphs;
        let objects = [graphs[0].object(runs[0])?, graphs[1].object(runs[1])?];
        let mut most = 0;
        for piece in aligned(graphs, objects, self.layout.stride) {
            most = most.max(difference_of_cell(graphs, piece.values, self.word)?);
        }
        Some(most)
    }
}

fn difference_of_cell(graphs: [&Graph; 2], values: [Value; 2], word: i64) -> Option<usize> {
    let liveness = |side: usize| -> Option<Liveness> {
        let Value::Address(Address { object, .. }) = values[side] else { return None };
        graphs[side].object(object).map(|object| object.liveness)
    };
    let is_undefined = [0, 1].map(|side: usize| graphs[side].is_undefined(values[side]));
    match [liveness(0), liveness(1)] {
        _ if is_undefined[0] != is_undefined[1] => None,
        [Some(a), Some(b)] => (a == b).then_some(0),
        [Some(Liveness::Valid), None] | [None, Some(Liveness::Valid)] => {
            let is_null = values.contains(&Value::ZERO);
            let leads = [0, 1].map(|side: usize| graphs[side].surely_leads_to_something(values[side], word));
            is_null.then_some(if leads.contains(&true) { DIFFERENT } else { 0 })
        }
        [None, None] => Some(0),
        _ => None,
    }
}
