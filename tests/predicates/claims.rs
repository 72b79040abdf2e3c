//! The rules of claims about all nodes hold on all small heaps: those by which `wp` follows `tree`, `forall` and `each` over a store and
//! over `free`, and the steps of a tree. A rule that is broken on purpose is found to be broken.
//!
//! A claim with a formula is tried with all formulas at once: `forall` holds for those that are true of each node that is reached, `each`
//! for those that are true of each link, and so two of them agree where these nodes, or links, are the same.

/// Cells, nodes, or pairs of nodes, one bit each.
type Set = u32;

/// All heaps of some nodes and fields, with what is found in them around each set of cells. Nodes are alive; a pointer to anything else
/// is as good as NULL.
struct Heaps {
    nodes: usize,
    fields: usize,
    /// What the digit of each cell counts in the number of a heap.
    weights: Vec<usize>,
    /// By heap, avoided cells and start.
    found: Vec<Found>,
}

/// What paths from a start lead to.
#[derive(Clone, Copy, Default)]
struct Found {
    nodes: Set,
    links: Set,
    is_tree: bool,
}

/// Nothing is found from NULL, and nothing is wrong with it.
const NOTHING: Found = Found { nodes: 0, links: 0, is_tree: true };

impl Heaps {
    fn new(nodes: usize, fields: usize) -> Heaps {
        let weights = (0..nodes * fields).map(|cell| (nodes + 1).pow(cell as u32)).collect();
        let mut heaps = Heaps { nodes, fields, weights, found: Vec::new() };
        for heap in 0..heaps.count() {
            for avoid in 0..1 << heaps.cells() {
                heaps.found.extend((0..nodes).map(|start| heaps.follow(heap, avoid, start)).collect::<Vec<_>>());
            }
        }
        heaps
    }

    fn cells(&self) -> usize {
        self.nodes * self.fields
    }

    fn count(&self) -> usize {
        (self.nodes + 1).pow(self.cells() as u32)
    }

    /// All cells of a node.
    fn cells_of(&self, node: usize) -> Set {
        ((1 << self.fields) - 1) << (node * self.fields)
    }

    /// What a cell holds in a heap, whose number has a digit for each cell.
    fn content(&self, heap: usize, cell: usize) -> Option<usize> {
        (heap / self.weights[cell] % (self.nodes + 1)).checked_sub(1)
    }

    /// The heap after a store.
    fn stored(&self, heap: usize, cell: usize, content: Option<usize>) -> usize {
        let digit = |content: Option<usize>| content.map_or(0, |node| node + 1);
        heap + digit(content) * self.weights[cell] - digit(self.content(heap, cell)) * self.weights[cell]
    }

    /// The heap without a node: nothing leads to it, and nothing is in it.
    fn freed(&self, heap: usize, node: usize) -> usize {
        let is_gone = |cell: &usize| cell / self.fields == node || self.content(heap, *cell) == Some(node);
        (0..self.cells()).filter(is_gone).fold(heap, |heap, cell| self.stored(heap, cell, None))
    }

    /// What the cells of a node that are not avoided lead to.
    fn open(&self, heap: usize, avoid: Set, node: usize) -> impl Iterator<Item = usize> + '_ {
        let cells = node * self.fields..(node + 1) * self.fields;
        cells.filter(move |cell| avoid & (1 << cell) == 0).filter_map(move |cell| self.content(heap, cell))
    }

    /// Follows all paths: where two of them meet, there is no tree.
    fn follow(&self, heap: usize, avoid: Set, start: usize) -> Found {
        let mut found = Found { nodes: 1 << start, ..NOTHING };
        let mut agenda = vec![start];
        while let Some(node) = agenda.pop() {
            for next in self.open(heap, avoid, node) {
                found.links |= 1 << (node * self.nodes + next);
                if found.nodes & (1 << next) == 0 {
                    found.nodes |= 1 << next;
                    agenda.push(next);
                } else {
                    found.is_tree = false;
                }
            }
        }
        found
    }

    fn from(&self, heap: usize, avoid: Set, start: Option<usize>) -> Found {
        let index = |start| (heap * (1 << self.cells()) + avoid as usize) * self.nodes + start;
        start.map_or(NOTHING, |start| self.found[index(start)])
    }
}

/// A state, and what is done to it: `c` is stored to a cell `i` of `u`, or `u` is freed.
#[derive(Clone, Copy, Debug)]
struct Instance {
    heap: usize,
    avoid: Set,
    x: Option<usize>,
    i: usize,
    c: Option<usize>,
}

/// What a store is about: what is found around the cell as well, and from the new content where a path comes through the cell.
struct Store {
    after: Found,
    around: Found,
    behind: Option<Found>,
    /// Whether `c` leads back to the cell.
    returns: bool,
}

impl Store {
    fn of(heaps: &Heaps, Instance { heap, avoid, x, i, c }: Instance) -> Store {
        let (u, all) = (i / heaps.fields, avoid | 1 << i);
        let (around, behind) = (heaps.from(heap, all, x), heaps.from(heap, all, c));
        let passes = avoid & (1 << i) == 0 && around.nodes & (1 << u) != 0;
        Store {
            after: heaps.from(heaps.stored(heap, i, c), avoid, x),
            around,
            behind: passes.then_some(behind),
            returns: behind.nodes & (1 << u) != 0,
        }
    }
}

/// Whether a rule is right about an instance; `None` where it says nothing.
type Rule = fn(&Heaps, Instance, &Store) -> Option<bool>;

fn tree_after_store(_: &Heaps, _: Instance, store: &Store) -> Option<bool> {
    let Store { after, around, behind, .. } = *store;
    let fits = |behind: Found| behind.is_tree && around.nodes & behind.nodes == 0;
    Some(after.is_tree == (around.is_tree && behind.is_none_or(fits)))
}

/// The same, but for all that the new content may share with the rest: only that it leads back is looked at. This is wrong.
fn tree_unless_it_leads_back(_: &Heaps, _: Instance, store: &Store) -> Option<bool> {
    let Store { after, around, behind, returns } = *store;
    Some(after.is_tree == (around.is_tree && behind.is_none_or(|behind| behind.is_tree && !returns)))
}

fn forall_after_store(_: &Heaps, _: Instance, store: &Store) -> Option<bool> {
    let Store { after, around, behind, .. } = *store;
    Some(after.nodes == around.nodes | behind.map_or(0, |behind| behind.nodes))
}

fn each_after_store(heaps: &Heaps, at: Instance, store: &Store) -> Option<bool> {
    let Store { after, around, behind, .. } = *store;
    let new = |behind: Found| at.c.map_or(0, |c| behind.links | 1 << (at.i / heaps.fields * heaps.nodes + c));
    Some(after.links == around.links | behind.map_or(0, new))
}

/// Where nothing is shared, numbers of nodes are added.
fn count_after_store(_: &Heaps, _: Instance, store: &Store) -> Option<bool> {
    let Store { after, around, behind, .. } = *store;
    let count = |found: Found| found.nodes.count_ones();
    let shares = behind.is_some_and(|behind| around.nodes & behind.nodes != 0);
    (!shares).then(|| count(after) == count(around) + behind.map_or(0, count))
}

/// The number of nodes is the sum, whatever is shared. This is wrong.
fn count_is_the_sum(_: &Heaps, _: Instance, store: &Store) -> Option<bool> {
    let Store { after, around, behind, .. } = *store;
    let count = |found: Found| found.nodes.count_ones();
    Some(count(after) == count(around) + behind.map_or(0, count))
}

/// What is found after `free(u)`, and before it around all of `u`. `i` is the first cell of `u`.
fn free(heaps: &Heaps, at: Instance) -> Option<(usize, Found, Found)> {
    let Instance { heap, avoid, x, i, c } = at;
    let u = i / heaps.fields;
    // Once for each node.
    (c.is_none() && i % heaps.fields == 0).then(|| {
        let after = heaps.from(heaps.freed(heap, u), avoid, x.filter(|x| *x != u));
        (u, after, heaps.from(heap, avoid | heaps.cells_of(u), x))
    })
}

fn tree_after_free(heaps: &Heaps, at: Instance, _: &Store) -> Option<bool> {
    free(heaps, at).and_then(|(_, after, around)| around.is_tree.then_some(after.is_tree))
}

/// Less memory may make a tree of what is none: this is wrong.
fn no_tree_after_free(heaps: &Heaps, at: Instance, _: &Store) -> Option<bool> {
    free(heaps, at).map(|(_, after, around)| after.is_tree == around.is_tree)
}

fn forall_after_free(heaps: &Heaps, at: Instance, _: &Store) -> Option<bool> {
    free(heaps, at).map(|(u, after, around)| after.nodes == around.nodes & !(1 << u))
}

fn count_after_free(heaps: &Heaps, at: Instance, _: &Store) -> Option<bool> {
    let count = |found: Found| found.nodes.count_ones();
    free(heaps, at).map(|(u, after, around)| count(after) + (around.nodes >> u & 1) == count(around))
}

/// The freed node is not taken away: this is wrong.
fn count_keeps_the_freed(heaps: &Heaps, at: Instance, _: &Store) -> Option<bool> {
    free(heaps, at).map(|(_, after, around)| after.nodes.count_ones() == around.nodes.count_ones())
}

fn each_after_free(heaps: &Heaps, at: Instance, _: &Store) -> Option<bool> {
    free(heaps, at).map(|(u, after, around)| {
        let to_it = (0..heaps.nodes).fold(0, |set, from| set | 1 << (from * heaps.nodes + u));
        after.links == around.links & !to_it
    })
}

/// A tree is what leads to trees that share nothing and do not lead back.
fn tree_by_steps(heaps: &Heaps, Instance { heap, avoid, x, i, c }: Instance, _: &Store) -> Option<bool> {
    let x = x.filter(|_| i == 0 && c.is_none())?;
    let parts: Vec<Found> = heaps.open(heap, avoid, x).map(|next| heaps.from(heap, avoid, Some(next))).collect();
    let alone = parts.iter().all(|part| part.is_tree && part.nodes & (1 << x) == 0);
    let apart = (1..parts.len()).all(|one| parts[..one].iter().all(|other| other.nodes & parts[one].nodes == 0));
    Some(heaps.from(heap, avoid, Some(x)).is_tree == (alone && apart))
}

/// What a tree leads to is a tree, and one where more is avoided.
fn parts_of_trees(heaps: &Heaps, Instance { heap, avoid, x, i, c }: Instance, _: &Store) -> Option<bool> {
    let whole = heaps.from(heap, avoid, x);
    let behind = c.is_none_or(|c| whole.nodes & (1 << c) == 0 || heaps.from(heap, avoid, c.into()).is_tree);
    whole.is_tree.then(|| behind && heaps.from(heap, avoid | 1 << i, x).is_tree)
}

/// Where a node has one link, a tree is what has no cycle.
fn tree_of_one_link(heaps: &Heaps, Instance { heap, avoid, x, i, c }: Instance, _: &Store) -> Option<bool> {
    if heaps.fields > 1 || i > 0 || c.is_some() {
        return None;
    }
    let found = heaps.from(heap, avoid, x);
    let returns = |node: usize| {
        let mut next = heaps.open(heap, avoid, node);
        next.any(|next| heaps.from(heap, avoid, Some(next)).nodes & (1 << node) != 0)
    };
    let is_cyclic = (0..heaps.nodes).any(|node| found.nodes & (1 << node) != 0 && returns(node));
    Some(found.is_tree != is_cyclic)
}

const RULES: [(&str, Rule); 11] = [
    ("tree, store", tree_after_store),
    ("forall, store", forall_after_store),
    ("each, store", each_after_store),
    ("count, store", count_after_store),
    ("tree, free", tree_after_free),
    ("forall, free", forall_after_free),
    ("each, free", each_after_free),
    ("count, free", count_after_free),
    ("tree, steps", tree_by_steps),
    ("tree, parts", parts_of_trees),
    ("tree, one link", tree_of_one_link),
];

/// What is wrong on purpose.
const BROKEN: [(&str, Rule); 4] = [
    ("tree, unless it leads back", tree_unless_it_leads_back),
    ("count, the sum", count_is_the_sum),
    ("no tree, free", no_tree_after_free),
    ("count, free", count_keeps_the_freed),
];

const SIZES: [(usize, usize); 6] = [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)];

/// How often each rule is right, and how often it is wrong, on the heaps of a size.
fn try_rules<const N: usize>(rules: &[(&str, Rule); N], heaps: &Heaps) -> [(usize, usize); N] {
    let mut tried = [(0, 0); N];
    let starts = || (0..heaps.nodes).map(Some).chain([None]);
    for (heap, avoid) in (0..heaps.count()).flat_map(|heap| (0..1 << heaps.cells()).map(move |avoid| (heap, avoid))) {
        for (x, i) in starts().flat_map(|x| (0..heaps.cells()).map(move |i| (x, i))) {
            for c in starts() {
                let at = Instance { heap, avoid, x, i, c };
                let store = Store::of(heaps, at);
                for ((_, rule), (right, wrong)) in rules.iter().zip(&mut tried) {
                    match rule(heaps, at, &store) {
                        Some(true) => *right += 1,
                        Some(false) => *wrong += 1,
                        None => {}
                    }
                }
            }
        }
    }
    tried
}

#[test]
fn the_rules_of_claims_hold_on_all_small_heaps_and_broken_ones_do_not() {
    let (mut of_rules, mut of_broken) = ([0; RULES.len()], [0; BROKEN.len()]);
    for (nodes, fields) in SIZES {
        let heaps = Heaps::new(nodes, fields);
        for ((said, (right, wrong)), (name, _)) in of_rules.iter_mut().zip(try_rules(&RULES, &heaps)).zip(RULES) {
            assert_eq!(wrong, 0, "{name}: {nodes} nodes, {fields} fields, of {right} instances");
            *said += right;
        }
        for (found, (_, wrong)) in of_broken.iter_mut().zip(try_rules(&BROKEN, &heaps)) {
            *found += wrong;
        }
    }
    for ((name, _), said) in RULES.iter().zip(of_rules) {
        println!("{name}: {said} instances");
        assert!(said > 500, "{name} says something {said} times only");
    }
    for ((name, _), found) in BROKEN.iter().zip(of_broken) {
        println!("{name}: broken {found} times");
        assert!(found > 0, "{name} is not found to be broken");
    }
}
