//! Joins of relations between numbers, and of disjunctive invariants of blocks.

use JoinMode::{Entailment, Union, Widening};

use crate::domain::object::{HeldBytes, SizeRelation};
use crate::domain::thresholds::Thresholds;
use crate::domain::value::Steps;
use crate::lattice::abstraction::{Forks, NamedNeighbours, abstracted};
use crate::lattice::join::tests::{Memory, NEXT, SOME, WORD, block, join_of, link, numbers, somewhere, write};
use crate::lattice::join::*;
use crate::transfer::disjuncts;
use crate::transfer::segment::{self, End};

#[test]
fn values_that_are_one_in_both_memories_are_one_in_the_join() {
    let one = |graph: &mut Graph| [graph.unknown(SOME); 2];
    let two = |graph: &mut Graph| [graph.unknown(SOME), graph.unknown(SOME)];
    let (same, loses) = join_of(Entailment, &numbers(one), &numbers(one)).expect("a join");
    assert_eq!((same.content(0) == same.content(1), loses), (true, [false, false]));
    let (other, loses) = join_of(Entailment, &numbers(one), &numbers(two)).expect("a join");
    assert_eq!((other.content(0) == other.content(1), loses), (false, [true, false]));
}

#[test]
fn values_that_differ_in_both_memories_differ_in_the_join() {
    let two = |graph: &mut Graph| [graph.unknown(SOME), graph.unknown(SOME)];
    let different = |graph: &mut Graph| {
        let values = [graph.unknown(SOME), graph.unknown(SOME)];
        graph.record_different(values[0], values[1]);
        values
    };
    let differ = |memory: &Memory| memory.graph.differ(memory.content(0), memory.content(1));
    let (both, loses) = join_of(Entailment, &numbers(different), &numbers(different)).expect("a join");
    assert_eq!((differ(&both), loses), (true, [false, false]));
    let (one, loses) = join_of(Entailment, &numbers(different), &numbers(two)).expect("a join");
    assert_eq!((differ(&one), loses), (false, [true, false]));
}

/// Two variables that hold an index and a length, with a relation between them.
fn related(index: impl Fn(&mut Graph, Value) -> Value) -> Memory {
    numbers(|graph| {
        graph.keep_relations(Thresholds::default());
        let length = graph.unknown(Range::up_to(20, 100));
        [index(graph, length), length]
    })
}

/// The upper bound on the difference of the two variables.
fn most_above(memory: &Memory) -> Option<i128> {
    memory.graph.most_above_value(memory.content(0), memory.content(1))
}

fn less_by(least: i128) -> impl Fn(&mut Graph, Value) -> Value {
    move |graph, length| {
        let index = graph.unknown(SOME);
        graph.record_order(index, length, -least);
        index
    }
}

#[test]
fn a_difference_is_bounded_by_what_holds_in_both_memories() {
    let (near, far) = (related(less_by(1)), related(less_by(3)));
    let (joined, loses) = join_of(Entailment, &near, &far).expect("a join");
    assert_eq!((most_above(&joined), loses), (Some(-1), [false, true]));
    // The range of one number implies a bound as well.
    let (joined, _) = join_of(Widening, &related(|_, _| Value::Integer(15)), &near).expect("a join");
    assert_eq!(most_above(&joined), Some(-1));
    // A number and its successor.
    let (joined, _) = join_of(Widening, &related(|_, length| length), &near).expect("a join");
    assert_eq!(most_above(&joined), Some(0));
}

#[test]
fn a_bound_that_grows_is_given_up() {
    let (joined, _) = join_of(Widening, &related(less_by(-2)), &related(less_by(-3))).expect("a join");
    assert_eq!(most_above(&joined), Some(80));
}

#[test]
fn what_is_computed_alike_in_both_memories_is_so_in_the_join() {
    let computed = |more: i128| {
        move |graph: &mut Graph, length: Value| {
            let found = graph.dependent(Range::up_to(0, 1000));
            let term = graph.term(length).and_then(|term| term.times(4)?.plus(more)).expect("a term");
            graph.define(found, term);
            found
        }
    };
    let twice = |memory: &Memory| {
        let [found, length] = [0, 1].map(|variable| memory.graph.term(memory.content(variable)).expect("a number"));
        length.times(4) == Some(found)
    };
    let (same, loses) = join_of(Entailment, &related(computed(0)), &related(computed(0))).expect("a join");
    assert_eq!((twice(&same), loses), (true, [false, false]));
    let other = join_of(Widening, &related(computed(0)), &related(computed(8))).expect("a join").0;
    assert!(!twice(&other));
}

/// A variable that points to a block, and one that holds the block's number of elements of four bytes.
fn block_of(count: impl Fn(&mut Graph) -> Value) -> Memory {
    let mut memory = numbers(|graph| {
        graph.keep_relations(Thresholds::default());
        [Value::ZERO, count(graph)]
    });
    let size = memory.graph.term(memory.content(1)).and_then(|count| count.times(4)).expect("a term");
    let bytes =
        memory.graph.range(memory.content(1)).and_then(|range| range.corners(Range::exactly(4), i128::checked_mul));
    let block = memory.graph.add(Object::new(Origin::Heap(somewhere()), bytes.expect("a range"), Fill::Undefined));
    memory.graph.record_size_term(block, size);
    memory.lead(0, block);
    memory
}

#[test]
fn a_block_has_as_many_elements_as_a_number_says() {
    let size_and_count = |memory: &Memory| {
        let block = memory.content(0).object().expect("a block");
        let count = memory.graph.term(memory.content(1)).expect("a number");
        (memory.graph.recorded_size(block), count.times(4))
    };
    let some = |graph: &mut Graph| graph.unknown(Range::up_to(20, 100));
    let (joined, loses) = join_of(Entailment, &block_of(some), &block_of(|_| Value::Integer(30))).expect("a join");
    let (size, expected) = size_and_count(&joined);
    assert_eq!((size, loses), (expected, [false, true]));
    // Discovered where both numbers were constants.
    let sides = [20, 30].map(|count| block_of(|_| Value::Integer(count)));
    let (joined, _) = join_of(Widening, &sides[0], &sides[1]).expect("a join");
    let (size, expected) = size_and_count(&joined);
    assert!(size.is_some() && size == expected);
}

/// A number, a block of as many elements of four bytes, and perhaps another block of this many bytes.
fn blocks_beside(number: Option<i128>, other: Option<i128>) -> Memory {
    let mut memory = Memory::new(3);
    let graph = &mut memory.graph;
    graph.keep_relations(Thresholds::default());
    let number = number.map_or_else(|| graph.unknown(Range::up_to(1, 25)), Value::Integer);
    let bytes = graph.term(number).and_then(|number| number.times(4)).expect("a size");
    let range = bytes.integer().map_or(Range::up_to(4, 100), Range::exactly);
    let of_size = |range: Range| Object::new(Origin::Heap(somewhere()), range, Fill::Undefined);
    let told = graph.add(of_size(range));
    graph.record_size_term(told, bytes);
    let other = other.map(|bytes| graph.add(of_size(Range::exactly(bytes))));
    write(graph, memory.roots[0], 0, number);
    memory.lead(1, told);
    other.into_iter().for_each(|other| memory.lead(2, other));
    memory
}

#[test]
fn the_size_of_a_block_that_one_side_lacks_is_told_as_those_of_its_like_are() {
    let size_of_other = |bytes: i128| {
        let sides = [blocks_beside(Some(3), Some(bytes)), blocks_beside(None, None)];
        let (joined, _) = join_of(Union, &sides[0], &sides[1]).expect("a join");
        let other = joined.content(2).object().expect("a block that may be missing");
        let told = joined.graph.term(joined.content(0)).and_then(|number| number.times(4));
        (joined.graph.recorded_size(other), told)
    };
    let (size, told) = size_of_other(12);
    assert!(size.is_some() && size == told);
    // Three elements have another size.
    assert_eq!(size_of_other(16).0, None);
}

#[test]
fn a_number_gives_no_size_where_it_differs_by_more_than_any_number_says() {
    let sized = |number: i128, bytes: i128| {
        let mut memory = numbers(|graph| {
            graph.keep_relations(Thresholds::default());
            [Value::ZERO, Value::Integer(number)]
        });
        let block = Object::new(Origin::Heap(somewhere()), Range::exactly(bytes), Fill::Undefined);
        let block = memory.graph.add(block);
        memory.lead(0, block);
        memory
    };
    // With a wrapped difference of one.
    let (joined, _) = join_of(Widening, &sized(i128::MIN, 16), &sized(i128::MAX, 8)).expect("a join");
    let block = joined.content(0).object().expect("a block");
    assert_eq!(joined.graph.recorded_size(block), None);
}

/// A variable that points into a block of elements of four bytes: the address is computed from the block and the graph.
fn leading(address: impl Fn(ObjectId, &mut Graph) -> Value) -> Memory {
    let mut memory = block_of(|graph| graph.unknown(Range::up_to(20, 100)));
    let block = memory.content(0).object().expect("a block");
    let address = address(block, &mut memory.graph);
    let root = memory.roots[0];
    write(&mut memory.graph, root, 0, address);
    memory
}

/// Up to ten steps of four bytes from an offset.
fn walked(start: i64) -> Memory {
    leading(|object, graph| {
        let number = graph.unknown(Range::up_to(0, 10)).number().expect("a number");
        Value::Inside { object, low: start, high: start + 40, room: 0, steps: Steps::new(number, 4, start) }
    })
}

fn standing(offset: i64) -> Memory {
    leading(|object, _| Value::Address(Address { object, target: Target::Region, offset }))
}

#[test]
fn steps_through_an_array_are_joined_if_they_are_as_large_and_start_at_one_place() {
    let steps = |left: &Memory, right: &Memory| {
        let joined = join_of(Widening, left, right).expect("a join").0;
        let steps = joined.content(0).steps()?;
        Some((steps.size(), steps.start(), joined.graph.offsets(joined.content(0)).expect("places").1))
    };
    assert_eq!(steps(&walked(0), &walked(0)), Some((4, 0, 0)));
    assert_eq!(steps(&walked(0), &walked(4)), None);
    assert_eq!(steps(&walked(0), &standing(8)), Some((4, 0, 0)));
    assert_eq!(steps(&standing(6), &walked(0)), None);
    assert_eq!(steps(&standing(4), &standing(8)), Some((4, 0, 4)));
    assert_eq!(steps(&standing(4), &standing(6)), None);
}

/// Offsets in a node of [`records`]: of the tag, and of a string or NULL.
const TAG: i64 = 0;
const TEXT: i64 = 16;

/// A list of nodes with these tags; some of them have a string.
fn records(tags: &[(i128, bool)]) -> Memory {
    let mut memory = Memory::new(1);
    let graph = &mut memory.graph;
    graph.keep_relations(Thresholds::new(vec![0, 1, 2]));
    let mut next = Value::ZERO;
    for (tag, has_string) in tags.iter().rev() {
        let node = graph.add(block());
        let string = if *has_string { Value::Address(Address::region(graph.add(block()))) } else { Value::ZERO };
        for (offset, value) in [(TAG, Value::Integer(*tag)), (NEXT, next), (TEXT, string)] {
            write(graph, node, offset, value);
        }
        next = link(node, graph, Target::First);
    }
    let root = memory.roots[0];
    write(&mut memory.graph, root, 0, next);
    memory
}

/// The disjunctive invariant of the first node of a list: ranges of tags, each with a string, perhaps one, or none.
fn recorded(memory: &Memory) -> Vec<String> {
    let first = memory.content(0).object().and_then(|first| memory.graph.object(first)).expect("a node");
    let cell = |cell: &HeldBytes| match (cell.offset, cell.held.numbers, cell.held.is_address) {
        (TAG, Some(tags), _) => format!("{}..{}", tags.low(), tags.high()),
        (TEXT, None, true) => "string".into(),
        (TEXT, Some(_), true) => "string or none".into(),
        (TEXT, Some(_), false) => "none".into(),
        other => panic!("nobody asked for {other:?}"),
    };
    first.disjuncts().all().iter().map(|disjunct| disjunct.iter().map(cell).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn what_nodes_hold_together_is_told_of_the_segment() {
    let mut memory = records(&[(1, true), (0, false), (1, true)]);
    abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
    assert_eq!(recorded(&memory), ["0..0 none", "1..1 string"]);
    // Each disjunct holds in one case.
    let first = memory.content(0).object().expect("a segment");
    let cases = disjuncts::cases(&memory.graph, first, WORD);
    let strings = cases.iter().map(|case| case.object(first).expect("a segment").read(TEXT, WORD).object().is_some());
    assert_eq!(strings.collect::<Vec<_>>(), [false, true]);
}

#[test]
fn what_all_combinations_of_are_there_is_not_told() {
    let mut memory = records(&[(1, true), (0, false), (1, false), (0, true)]);
    abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
    assert_eq!(recorded(&memory), [""; 0]);
}

#[test]
fn a_join_tells_the_disjuncts_of_both_sides() {
    let list = |tags: &[(i128, bool)]| {
        let mut memory = records(tags);
        abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
        memory
    };
    let (two, three) = ([(1, true), (0, false)].repeat(2), [(1, true), (0, false), (20, false), (40, true)]);
    let (joined, loses) = join_of(Entailment, &list(&two), &list(&three)).expect("a join");
    assert_eq!((recorded(&joined).len(), loses), (4, [true, false]));
    let (same, loses) = join_of(Entailment, &list(&two), &list(&two)).expect("a join");
    assert_eq!((recorded(&same), loses), (vec!["0..0 none".to_string(), "1..1 string".into()], [false, false]));
    // Widening, which must terminate, moves numbers to the next threshold.
    let (widened, _) = join_of(Union, &list(&two), &list(&three)).expect("a join");
    assert_eq!(recorded(&widened), ["0..0 none", "1..127 string", "2..127 none"]);
}

/// A list of nodes, each with the number of elements of its own block: an unknown number, or this one.
fn measured(counts: &[Option<i128>]) -> Memory {
    let mut memory = Memory::new(1);
    let graph = &mut memory.graph;
    graph.keep_relations(Thresholds::default());
    let mut next = Value::ZERO;
    for count in counts.iter().rev() {
        let number = count.map_or_else(|| graph.unknown(Range::up_to(1, 25)), Value::Integer);
        let elements = graph.add(block());
        let bytes = graph.term(number).and_then(|term| term.times(4)).expect("a size");
        match bytes.integer() {
            Some(bytes) => graph.object_mut(elements).expect("a block").set_size(bytes),
            None => {
                graph.object_mut(elements).expect("a block").size = Range::up_to(4, 100);
                graph.record_size_term(elements, bytes);
            }
        }
        let node = graph.add(block());
        for (offset, value) in [(TAG, number), (NEXT, next), (TEXT, Value::Address(Address::region(elements)))] {
            write(graph, node, offset, value);
        }
        next = link(node, graph, Target::First);
    }
    let root = memory.roots[0];
    write(&mut memory.graph, root, 0, next);
    memory
}

#[test]
fn which_number_tells_the_size_of_a_block_is_told_of_each_node() {
    let mut memory = measured(&[None, Some(5), None, Some(7)]);
    abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
    let first = memory.content(0).object().expect("a segment");
    let length = SizeRelation { pointer: Some((TEXT, WORD)), number: (TAG, WORD), factor: 4, more: 0 };
    assert_eq!(memory.graph.object(first).expect("a segment").size_relations(), [length]);
    // For a materialised node, the graph records the relation.
    let [taken] = &segment::materialised(&memory.graph, first, End::First, WORD)[..] else { panic!("no choice") };
    let node = taken.object(memory.roots[0]).and_then(|root| root.read(0, WORD).object()).expect("a node");
    let [case] = &disjuncts::cases(taken, node, WORD)[..] else { panic!("no choice") };
    let node = case.object(node).expect("a node");
    let elements = node.read(TEXT, WORD).object().expect("elements");
    let count = case.term(node.read(TAG, WORD)).and_then(|term| term.times(4));
    assert_eq!(case.recorded_size(elements), count);
}

#[test]
fn known_numbers_and_sizes_suggest_what_tells_the_size() {
    let mut memory = measured(&[Some(5), Some(7), Some(9)]);
    abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
    let first = memory.content(0).object().and_then(|first| memory.graph.object(first)).expect("a segment");
    let length = SizeRelation { pointer: Some((TEXT, WORD)), number: (TAG, WORD), factor: 4, more: 0 };
    assert_eq!(first.size_relations(), [length]);
}

#[test]
fn blocks_of_sizes_that_no_number_tells_are_kept_apart() {
    let mut memory = measured(&[Some(5), Some(7), Some(9)]);
    let nodes = memory.graph.objects().filter(|(_, object)| object.read(TEXT, WORD).object().is_some());
    for node in nodes.map(|(id, _)| id).collect::<Vec<_>>() {
        write(&mut memory.graph, node, TAG, Value::Integer(1));
    }
    abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
    let first = memory.content(0).object().and_then(|first| memory.graph.object(first)).expect("a node");
    assert!(first.linkage().is_none());
}

#[test]
fn what_is_written_is_not_told_any_more() {
    let mut memory = records(&[(1, true), (0, false)]);
    abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
    let first = memory.content(0).object().expect("a segment");
    write(&mut memory.graph, first, TAG, Value::Integer(1));
    assert_eq!(recorded(&memory), [""; 0]);
}
