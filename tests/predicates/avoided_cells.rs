//! The laws of avoided cells hold on all small heaps: those by which `theory::axioms::avoided` relates what is found around some
//! cells to what is found around more of them. A law that is broken on purpose is found to be broken.
//!
//! `DAMSON_NODES=4` tries all heaps of four nodes with one field, too.

/// Cells, fields or nodes, one bit each.
type Set = u32;

/// A heap of nodes that are alive. What is not alive is as good as NULL: no path leads on.
struct Heap {
    nodes: usize,
    fields: usize,
    /// What each cell holds; `None` is NULL, or an address of what is not alive.
    content: Vec<Option<usize>>,
    /// What is reached from each node around each set of cells.
    reached: Vec<Vec<Set>>,
}

impl Heap {
    fn new(nodes: usize, fields: usize, content: Vec<Option<usize>>) -> Heap {
        let mut heap = Heap { nodes, fields, content, reached: Vec::new() };
        heap.reached = (0..1 << (nodes * fields)).map(|avoid| heap.closure(avoid)).collect();
        heap
    }

    /// Every heap of so many nodes and fields.
    fn all(nodes: usize, fields: usize) -> impl Iterator<Item = Heap> {
        let (cells, values) = (nodes * fields, nodes + 1);
        (0..values.pow(cells as u32)).map(move |number| {
            let digit = |cell: usize| number / values.pow(cell as u32) % values;
            Heap::new(nodes, fields, (0..cells).map(|cell| digit(cell).checked_sub(1)).collect())
        })
    }

    fn cells(&self) -> usize {
        self.nodes * self.fields
    }

    fn cell(&self, node: usize, field: usize) -> usize {
        node * self.fields + field
    }

    /// All cells of a node.
    fn cells_of(&self, node: usize) -> Set {
        ((1 << self.fields) - 1) << (node * self.fields)
    }

    fn closure(&self, avoid: Set) -> Vec<Set> {
        let grow = |mut found: Set| loop {
            let next = (0..self.cells())
                .filter(|cell| avoid & (1 << cell) == 0 && found & (1 << (cell / self.fields)) != 0)
                .filter_map(|cell| self.content[cell])
                .fold(found, |found, node| found | (1 << node));
            if next == found {
                return found;
            }
            found = next;
        };
        (0..self.nodes).map(|node| grow(1 << node)).collect()
    }

    /// Zero or more steps lead from what a pointer points to to a node.
    fn reach(&self, avoid: Set, from: Option<usize>, to: usize) -> bool {
        from.is_some_and(|from| self.reached[avoid as usize][from] & (1 << to) != 0)
    }

    /// One or more steps lead from a node to itself.
    fn round(&self, avoid: Set, node: usize) -> bool {
        self.open(avoid, node).any(|next| self.reach(avoid, next, node))
    }

    fn cyclic(&self, avoid: Set, from: Option<usize>) -> bool {
        (0..self.nodes).any(|node| self.reach(avoid, from, node) && self.round(avoid, node))
    }

    fn shared(&self, avoid: Set, left: Option<usize>, right: Option<usize>) -> bool {
        (0..self.nodes).any(|node| self.reach(avoid, left, node) && self.reach(avoid, right, node))
    }

    /// What the cells of a node hold that are not avoided.
    fn open(&self, avoid: Set, node: usize) -> impl Iterator<Item = Option<usize>> + '_ {
        let cells = (0..self.fields).map(move |field| self.cell(node, field));
        cells.filter(move |cell| avoid & (1 << cell) == 0).map(|cell| self.content[cell])
    }

    /// The nodes that have a cell in a set.
    fn owners(&self, cells: Set) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes).filter(move |node| cells & self.cells_of(*node) != 0)
    }
}

/// What a law is asked about: cells to avoid, more cells to avoid, and nodes.
#[derive(Clone, Copy, Debug)]
struct Instance {
    avoid: Set,
    more: Set,
    x: usize,
    y: usize,
}

/// Whether a law holds of an instance; `None` where it says nothing.
type Law = fn(&Heap, Instance) -> Option<bool>;

fn given(premise: bool, conclusion: impl FnOnce() -> bool) -> Option<bool> {
    premise.then(conclusion)
}

/// The one cell that is avoided in addition: its node, and what it holds.
fn one_more(heap: &Heap, more: Set) -> Option<(usize, Option<usize>)> {
    let cell = more.trailing_zeros() as usize;
    (more.count_ones() == 1).then(|| (cell / heap.fields, heap.content[cell]))
}

/// `x` has a new cell: behind its first step, a path avoids the new cells or meets another node that has one.
fn leave(heap: &Heap, at: Instance) -> Option<bool> {
    leave_by(heap, at, true)
}

/// The same without the other node, which is wrong.
fn leave_alone(heap: &Heap, at: Instance) -> Option<bool> {
    leave_by(heap, at, false)
}

fn leave_by(heap: &Heap, Instance { avoid, more, x, y }: Instance, meets_others: bool) -> Option<bool> {
    let starts = x != y && more & heap.cells_of(x) != 0 && heap.reach(avoid, Some(x), y);
    let meets = |next, other: usize| {
        meets_others
            && other != x
            && other != y
            && heap.reach(avoid | more, next, other)
            && heap.reach(avoid, Some(other), y)
    };
    given(starts, || {
        heap.open(avoid, x)
            .any(|next| heap.reach(avoid | more, next, y) || heap.owners(more).any(|other| meets(next, other)))
    })
}

fn self_reach(heap: &Heap, Instance { avoid, more, x, y }: Instance) -> Option<bool> {
    let (u, n) = one_more(heap, more)?;
    let all = avoid | more;
    let through = heap.reach(all, Some(x), u) && heap.reach(all, n, y);
    Some(heap.reach(avoid, Some(x), y) == (heap.reach(all, Some(x), y) || through))
}

fn self_shared(heap: &Heap, Instance { avoid, more, x, y }: Instance) -> Option<bool> {
    let (u, n) = one_more(heap, more)?;
    let (all, x, y) = (avoid | more, Some(x), Some(y));
    let through = heap.reach(all, x, u) && heap.shared(all, n, y) || heap.reach(all, y, u) && heap.shared(all, x, n);
    Some(heap.shared(avoid, x, y) == (heap.shared(all, x, y) || through))
}

fn self_round(heap: &Heap, Instance { avoid, more, x, .. }: Instance) -> Option<bool> {
    let (u, n) = one_more(heap, more)?;
    let all = avoid | more;
    let through = heap.reach(all, Some(x), u) && heap.reach(all, n, x);
    Some(heap.round(avoid, x) == (heap.round(all, x) || through))
}

fn self_cyclic(heap: &Heap, Instance { avoid, more, x, .. }: Instance) -> Option<bool> {
    let (u, n) = one_more(heap, more)?;
    let all = avoid | more;
    let through = heap.reach(all, Some(x), u) && (heap.cyclic(all, n) || heap.reach(all, n, u));
    Some(heap.cyclic(avoid, Some(x)) == (heap.cyclic(all, Some(x)) || through))
}

/// `more` are the cells of `x`.
fn cycle_leave(heap: &Heap, Instance { avoid, more, x, .. }: Instance) -> Option<bool> {
    given(more == heap.cells_of(x) && heap.cyclic(avoid, Some(x)), || {
        heap.round(avoid, x) || heap.open(avoid, x).any(|next| heap.cyclic(avoid | more, next))
    })
}

/// `more` are the cells of `x`.
fn share_leave(heap: &Heap, Instance { avoid, more, x, y }: Instance) -> Option<bool> {
    given(more == heap.cells_of(x) && heap.shared(avoid, Some(x), Some(y)), || {
        heap.reach(avoid, Some(y), x) || heap.open(avoid, x).any(|next| heap.shared(avoid | more, next, Some(y)))
    })
}

/// Of two nodes `y` and `z` that `x` reaches, one is reached without leaving the other. `more` are the cells of `z`.
fn first_of_two(heap: &Heap, Instance { avoid, more, x, y }: Instance) -> Option<bool> {
    let z = heap.owners(more).next().filter(|z| more == heap.cells_of(*z))?;
    given(y != z && heap.reach(avoid, Some(x), y) && heap.reach(avoid, Some(x), z), || {
        heap.reach(avoid | heap.cells_of(y), Some(x), z) || heap.reach(avoid | more, Some(x), y)
    })
}

fn last(heap: &Heap, Instance { avoid, more, x, y }: Instance) -> Option<bool> {
    let is_last = |cell: &usize| {
        let node = cell / heap.fields;
        more & (1 << cell) != 0
            && node != y
            && heap.reach(avoid, Some(x), node)
            && heap.reach(avoid | more, heap.content[*cell], y)
    };
    given(heap.reach(avoid, Some(x), y), || {
        heap.reach(avoid | more, Some(x), y) || (0..heap.cells()).any(|cell| is_last(&cell))
    })
}

/// What is found through the first field is found through all. To follow fewer is to avoid all cells of the others.
fn fields(heap: &Heap, Instance { avoid, more, x, y }: Instance) -> Option<bool> {
    let others: Set = (0..heap.cells()).filter(|cell| cell % heap.fields != 0).fold(0, |set, cell| set | (1 << cell));
    if more != others & !avoid {
        return None;
    }
    let (few, x, y) = (avoid | more, Some(x), y);
    let grows = |less: bool, found: bool| !less || found;
    Some(
        grows(heap.reach(few, x, y), heap.reach(avoid, x, y))
            && grows(heap.shared(few, x, Some(y)), heap.shared(avoid, x, Some(y)))
            && grows(heap.round(few, y), heap.round(avoid, y))
            && grows(heap.cyclic(few, x), heap.cyclic(avoid, x)),
    )
}

const LAWS: [(&str, Law); 10] = [
    ("leave", leave),
    ("self reach", self_reach),
    ("self shared", self_shared),
    ("self round", self_round),
    ("self cyclic", self_cyclic),
    ("cycle leave", cycle_leave),
    ("share leave", share_leave),
    ("first of two", first_of_two),
    ("last", last),
    ("fields", fields),
];

/// How often a law says something on heaps of these sizes, and where it was broken first.
fn try_law(law: Law, sizes: &[(usize, usize)]) -> (usize, Option<String>) {
    let mut said = 0;
    for (nodes, fields) in sizes.iter().copied() {
        for heap in Heap::all(nodes, fields) {
            let all: Set = (1 << heap.cells()) - 1;
            for avoid in 0..=all {
                for more in (0..=all).filter(|more| more & avoid == 0) {
                    for (x, y) in (0..nodes).flat_map(|x| (0..nodes).map(move |y| (x, y))) {
                        let at = Instance { avoid, more, x, y };
                        match law(&heap, at) {
                            Some(false) => return (said, Some(format!("{at:?} in {:?}", heap.content))),
                            Some(true) => said += 1,
                            None => {}
                        }
                    }
                }
            }
        }
    }
    (said, None)
}

fn sizes() -> Vec<(usize, usize)> {
    let mut sizes = vec![(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (2, 3), (3, 2)];
    sizes.extend((4..=crate::support::nodes(3)).map(|nodes| (nodes, 1)));
    sizes
}

#[test]
fn the_laws_of_avoided_cells_hold_on_all_small_heaps() {
    for (name, law) in LAWS {
        let (said, broken) = try_law(law, &sizes());
        assert_eq!(broken, None, "{name}");
        println!("{name}: {said} instances");
        assert!(said > 1_000, "{name} says something {said} times only");
    }
}

#[test]
fn a_law_without_one_of_its_cases_is_found_to_be_broken() {
    let (_, broken) = try_law(leave_alone, &sizes());
    assert!(broken.is_some());
}
