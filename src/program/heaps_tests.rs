//! Compares the enumeration with all labelled heaps up to isomorphism: it is exact.

use std::collections::BTreeSet;

use crate::heaps::{HeapLimits, as_read, enumerate, random};
use crate::interp::testing::Fixture;
use crate::interp::{BlockId, Pointer, Random, State, Value};
use crate::{SymbolId, VariableId, VariableKind};
use base::ids::Id;
use ctype::{DeclaredMember, Type};

/// Returns every heap of exactly `count` nodes, by brute force: each root and each `n` is NULL or any node.
fn labelled_heaps(f: &Fixture, roots: &[VariableId], count: usize, symbol: bool) -> Vec<State> {
    let cells = roots.len() + count + usize::from(symbol);
    let total = (count + 1).pow(cells as u32);
    let heap = |mut code: usize| {
        let mut state = State::at_entry(&f.program, f.function).unwrap();
        let blocks: Vec<BlockId> = (0..count).map(|_| state.allocate(16, Some(f.node), false, true).unwrap()).collect();
        let mut next = || {
            let digit = code % (count + 1);
            code /= count + 1;
            if digit == 0 { Value::NULL } else { Value::pointer_to(blocks[digit - 1]) }
        };
        for root in roots {
            let address = state.variable_address(*root).unwrap();
            state.store(address, next(), f.node_pointer, &f.program.types).unwrap();
        }
        for block in &blocks {
            let at = |offset| Pointer::To { block: *block, offset };
            state.store(at(0), next(), f.node_pointer, &f.program.types).unwrap();
            state.store(at(8), Value::Integer(5), f.int, &f.program.types).unwrap();
        }
        if symbol {
            state.set_symbol(SymbolId::from_index(0), next());
        }
        state
    };
    (0..total).map(heap).collect()
}

/// Returns true if every node is reachable from a variable or a symbol.
fn all_reached(state: &State) -> bool {
    let symbol = state.symbol(SymbolId::from_index(0)).and_then(Value::block);
    let roots = state.running_roots().into_iter().chain(symbol);
    state.reachable_blocks(roots).len() == state.blocks().count()
}

#[test]
fn every_heap_of_list_nodes_comes_up_once() {
    for (parameters, globals, symbol, nodes) in [(1, 0, false, 4), (2, 0, true, 3), (1, 1, false, 3)] {
        let mut f = Fixture::new("f");
        let pointer = f.node_pointer;
        let mut roots: Vec<_> = (0..parameters).map(|_| f.variable("x", pointer, VariableKind::Parameter)).collect();
        roots.extend((0..globals).map(|_| f.variable("g", pointer, VariableKind::Global)));
        let symbols: Vec<_> = symbol.then_some((SymbolId::from_index(0), pointer)).into_iter().collect();
        let expected: BTreeSet<State> = (0..=nodes)
            .flat_map(|count| labelled_heaps(&f, &roots, count, symbol))
            .filter(all_reached)
            .map(|state| state.canonical())
            .collect();
        let found: Vec<State> =
            enumerate(&f.program, f.function, &symbols, &HeapLimits::new(nodes, &[5])).unwrap().collect();
        let distinct: BTreeSet<State> = found.iter().map(State::canonical).collect();
        assert_eq!(found.len(), distinct.len(), "a heap comes up twice");
        assert_eq!(distinct, expected);
    }
}

#[test]
fn one_root_and_one_pointer_field_give_the_known_number_of_heaps() {
    let mut f = Fixture::new("f");
    f.variable("x", f.node_pointer, VariableKind::Parameter);
    let count = |nodes, integers: &[i128]| {
        enumerate(&f.program, f.function, &[], &HeapLimits::new(nodes, integers)).unwrap().count()
    };
    // NULL; a list of k nodes ends in NULL or in any of its nodes.
    assert_eq!(count(3, &[0]), 1 + 2 + 3 + 4);
    assert_eq!(count(2, &[0, 1]), 1 + 2 * 2 + 3 * 4);
}

#[test]
fn integers_that_wrap_to_one_value_count_once() {
    let mut f = Fixture::new("f");
    f.variable("i", f.int, VariableKind::Parameter);
    let limits = HeapLimits::new(1, &[1, (1 << 32) + 1, -1]);
    assert_eq!(enumerate(&f.program, f.function, &[], &limits).unwrap().count(), 2);
}

#[test]
fn pointers_to_pointers_and_nested_structs_are_inputs_too() {
    let mut f = Fixture::new("f");
    let cell = f.program.types.pointer(f.node_pointer);
    f.variable("p", cell, VariableKind::Parameter);
    let count = |f: &Fixture| enumerate(&f.program, f.function, &[], &HeapLimits::new(2, &[0])).unwrap().count();
    // NULL; a cell with NULL; a cell with a node that points to NULL or to itself.
    assert_eq!(count(&f), 4);

    let mut f = Fixture::new("f");
    let (node_pointer, int) = (f.node_pointer, f.int);
    let types = &mut f.program.types;
    let member = |name: &str, ty| DeclaredMember::new(name, ty);
    let inner = types.declare_record(false, "inner", true);
    types.complete_record(inner, vec![member("left", node_pointer), member("right", node_pointer)], false, None);
    let inner = types.intern(Type::Record(inner));
    let outer = types.declare_record(false, "outer", true);
    types.complete_record(outer, vec![member("count", int), member("in", inner)], false, None);
    let outer = types.intern(Type::Record(outer));
    f.variable("s", outer, VariableKind::Parameter);
    let found: Vec<State> = enumerate(&f.program, f.function, &[], &HeapLimits::new(1, &[0])).unwrap().collect();
    // No node; left, right or both point to one, that points to NULL or to itself.
    assert_eq!(found.len(), 1 + 3 * 2);
}

#[test]
fn locals_start_undefined_and_input_nodes_may_be_freed() {
    let mut f = Fixture::new("f");
    let x = f.variable("x", f.node_pointer, VariableKind::Parameter);
    let t = f.variable("t", f.node_pointer, VariableKind::Local);
    for mut state in enumerate(&f.program, f.function, &[], &HeapLimits::new(1, &[0])).unwrap() {
        let load = |variable| state.load(state.variable_address(variable).unwrap(), f.node_pointer, &f.program.types);
        assert_eq!(load(t), Ok(Value::Undefined));
        let node = load(x).unwrap();
        assert_eq!(state.free(node), Ok(()));
        assert!(state.leaked_blocks(state.running_roots(), 8).is_empty());
    }
}

#[test]
fn random_states_are_among_the_enumerated_ones() {
    let mut f = Fixture::new("f");
    f.variable("x", f.node_pointer, VariableKind::Parameter);
    f.variable("g", f.node_pointer, VariableKind::Global);
    let symbols = [(SymbolId::from_index(0), f.node_pointer)];
    let limits = HeapLimits::new(2, &[0, 1]);
    let all: BTreeSet<State> =
        enumerate(&f.program, f.function, &symbols, &limits).unwrap().map(|state| state.canonical()).collect();
    let mut seen = BTreeSet::new();
    let mut generator = Random::new(1);
    for _ in 0..2_000 {
        seen.insert(random(&f.program, f.function, &symbols, &limits, &mut generator).unwrap().canonical());
    }
    assert!(seen.is_subset(&all));
    assert!(seen.len() > all.len() / 2, "{} of {}", seen.len(), all.len());
}

/// Follows `n` fields for a number of steps, stopping where `until` says.
fn walk(f: &Fixture, state: &State, root: VariableId, until: impl Fn(usize, i128) -> bool) -> Vec<Value> {
    let types = &f.program.types;
    let mut seen = Vec::new();
    let mut at = state.load(state.variable_address(root).unwrap(), f.node_pointer, types).unwrap();
    while let Value::Pointer(node @ Pointer::To { block, .. }) = at {
        seen.push(at);
        let data = Pointer::To { block, offset: 8 };
        let known = if until(seen.len(), -1) { None } else { Some(state.load(data, f.int, types).unwrap()) };
        seen.extend(known);
        if seen.len() > 8 || matches!(known, Some(Value::Integer(data)) if until(seen.len(), data)) {
            break;
        }
        at = state.load(node, f.node_pointer, types).unwrap();
    }
    seen.push(at);
    seen
}

/// A reader sees the same on all states and on those that differ only in cells it reads, which are fewer.
#[test]
fn what_is_read_varies_and_nothing_else() {
    let mut f = Fixture::new("f");
    let pointer = f.node_pointer;
    let (x, y) = (f.variable("x", pointer, VariableKind::Parameter), f.variable("y", pointer, VariableKind::Parameter));
    type Reader<'r> = &'r dyn Fn(&Fixture, &State) -> Vec<Value>;
    let readers: [(&str, Reader<'_>); 6] = [
        ("nothing", &|_, _| Vec::new()),
        ("the links of a list", &|f, state| walk(f, state, x, |_, _| true)),
        ("a list with its data", &|f, state| walk(f, state, x, |_, _| false)),
        ("a list up to a key", &|f, state| walk(f, state, x, |_, data| data == 1)),
        ("data every second time", &|f, state| walk(f, state, y, |seen, data| data < 0 && seen % 2 == 0)),
        ("one list, then perhaps the other", &|f, state| {
            let first = walk(f, state, y, |_, data| data != 0);
            if first.len() == 3 { [first, walk(f, state, x, |_, _| true)].concat() } else { first }
        }),
    ];
    let limits = HeapLimits::new(3, &[0, 1]);
    let all: Vec<State> = enumerate(&f.program, f.function, &[], &limits).unwrap().collect();
    for (name, read) in readers {
        let expected: BTreeSet<Vec<Value>> = all.iter().map(|state| read(&f, state)).collect();
        let mut tried = 0;
        let mut found = BTreeSet::new();
        for state in as_read(&f.program, f.function, &[], &limits).unwrap() {
            tried += 1;
            found.insert(read(&f, &state));
        }
        let shapes =
            |seen: &BTreeSet<Vec<Value>>| seen.iter().map(|values| renumbered(values)).collect::<BTreeSet<_>>();
        assert_eq!(shapes(&found), shapes(&expected), "{name}");
        assert!(tried <= all.len() && tried <= 4 * expected.len(), "{name}: {tried} states for {}", expected.len());
    }
}

/// Renumbers blocks in order of discovery, so that isomorphic states give equal values.
fn renumbered(values: &[Value]) -> Vec<Value> {
    let mut order = Vec::new();
    let rename = |value: &Value| match value.block() {
        Some(block) => {
            let index = order.iter().position(|known| *known == block).unwrap_or_else(|| {
                order.push(block);
                order.len() - 1
            });
            Value::pointer_to(BlockId::from_index(index))
        }
        None => *value,
    };
    values.iter().map(rename).collect()
}
