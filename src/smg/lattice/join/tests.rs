//! Unit tests for each rule of join and abstraction, on small lists.
//!
//! A list is written node by node: `1` is a single node, `2+` a segment of two nodes or more, `?` a node that may be
//! missing. A number in parentheses is the data of its nodes. `*` marks the target of a second variable, `<>` a doubly
//! linked list, and `o` at the end means that the last node points back to the first; other lists end in NULL.

mod together;

use crate::domain::invariants::inconsistency;
use crate::domain::object::BackLink;
use crate::lattice::abstraction::{Forks, NamedNeighbours, abstracted};
use crate::lattice::join::*;
use base::{FileId, Span};
use program::VariableId;

/// Bytes of a pointer; a node has a word of data, a link and perhaps a link back.
const WORD: i64 = 8;
const NEXT: i64 = 8;
const PREV: i64 = 16;

struct Memory {
    graph: Graph,
    roots: Vec<ObjectId>,
}

fn somewhere() -> Span {
    Span { file: FileId::from_index(0), start: 0, end: 0 }
}

fn block() -> Object {
    Object::new(Origin::Heap(somewhere()), Range::exactly(24), Fill::Undefined)
}

fn link(object: ObjectId, graph: &Graph, end: Target) -> Value {
    let is_region = graph.object(object).is_none_or(|object| object.linkage().is_none());
    Value::Address(Address { object, target: if is_region { Target::Region } else { end }, offset: 0 })
}

fn write(graph: &mut Graph, object: ObjectId, offset: i64, value: Value) {
    graph.object_mut(object).expect("an object").write(offset, WORD, value);
}

impl Memory {
    /// Variables that hold zero.
    fn new(variables: usize) -> Memory {
        let mut graph = Graph::default();
        let variable =
            |index| Object::new(Origin::Variable(VariableId::from_index(index)), Range::exactly(8), Fill::Zero);
        let roots = (0..variables).map(|index| graph.add(variable(index))).collect();
        Memory { graph, roots }
    }

    /// A list that the first variable points to.
    fn list(text: &str) -> Memory {
        let mut memory = Memory::new(2);
        let is_doubly = text.contains("<>");
        let linkage = SegmentShape::list(0, NEXT, is_doubly.then_some(BackLink { at: PREV, into: 0 }));
        let mut nodes: Vec<ObjectId> = Vec::new();
        for word in text.split(' ').filter(|word| !matches!(*word, "<>" | "o" | "NULL")) {
            let (kind, data) = word.trim_end_matches('*').split_once('(').unwrap_or((word.trim_end_matches('*'), ""));
            let segment = |minimum: u32, optional: bool| Kind::Segment { linkage, minimum, optional };
            let mut node = block();
            node.kind = match kind {
                "1" => Kind::Region,
                "?" => segment(0, true),
                number => segment(number.trim_end_matches('+').parse().expect("a number"), false),
            };
            if let Ok(integer) = data.trim_end_matches(')').parse() {
                node.write(0, WORD, Value::Integer(integer));
            }
            nodes.push(memory.graph.add(node));
            if word.ends_with('*') {
                memory.lead(1, nodes[nodes.len() - 1]);
            }
        }
        for (index, node) in nodes.iter().enumerate() {
            let next = match nodes.get(index + 1) {
                Some(next) => link(*next, &memory.graph, Target::First),
                None if text.ends_with('o') => link(nodes[0], &memory.graph, Target::First),
                None => Value::ZERO,
            };
            write(&mut memory.graph, *node, NEXT, next);
            if is_doubly {
                let before = index.checked_sub(1).map(|before| link(nodes[before], &memory.graph, Target::Last));
                write(&mut memory.graph, *node, PREV, before.unwrap_or(Value::ZERO));
            }
        }
        if let Some(first) = nodes.first() {
            memory.lead(0, *first);
        }
        memory
    }

    fn content(&self, variable: usize) -> Value {
        self.graph.object(self.roots[variable]).expect("a variable").read(0, WORD)
    }

    fn at(&self, address: Value) -> &Object {
        address.object().and_then(|id| self.graph.object(id)).expect("an object")
    }

    /// The heap blocks, in the order of their creation.
    fn blocks(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.graph.objects().filter(|(_, object)| object.is_heap())
    }

    fn lead(&mut self, variable: usize, node: ObjectId) {
        let address = link(node, &self.graph, Target::First);
        write(&mut self.graph, self.roots[variable], 0, address);
    }

    /// The list that the first variable points to, in the notation of this file.
    fn shown(&self) -> String {
        let leads = |variable: usize| self.content(variable).object();
        let (mut words, mut seen) = (Vec::new(), BTreeSet::new());
        let mut at = leads(0);
        while let Some(id) = at {
            if !seen.insert(id) {
                words.push("o".to_string());
                break;
            }
            let node = self.graph.object(id).expect("an object");
            let kind = match node.kind {
                Kind::Region => "1".to_string(),
                Kind::Segment { optional: true, .. } | Kind::Optional | Kind::Choice { .. } => "?".to_string(),
                Kind::Segment { minimum, .. } => format!("{minimum}+"),
            };
            let data = match node.read(0, WORD) {
                Value::Undefined => String::new(),
                Value::Integer(integer) => format!("({integer})"),
                Value::PerhapsUndefined(range) => format!("({}..{}?)", range.low(), range.high()),
                other => {
                    self.graph.range(other).map_or("(?)".into(), |range| format!("({}..{})", range.low(), range.high()))
                }
            };
            words.push(format!("{kind}{data}{}", if leads(1) == Some(id) { "*" } else { "" }));
            at = node.read(NEXT, WORD).object();
        }
        if words.is_empty() { "NULL".into() } else { words.join(" ") }
    }
}

/// The join of two memories, with a flag for each that is true if the join describes more.
fn join_of(mode: JoinMode, left: &Memory, right: &Memory) -> Option<(Memory, [bool; 2])> {
    let mut joiner = Joiner::new(&left.graph, &right.graph, mode, WORD);
    let pairs = left.roots.iter().zip(&right.roots);
    let roots = pairs.map(|(a, b)| joiner.pair(*a, *b)).collect::<Option<Vec<_>>>()?;
    joiner.run()?;
    let loses = joiner.loses;
    Some((Memory { graph: joiner.out, roots }, loses))
}

fn joined(mode: JoinMode, left: &str, right: &str) -> String {
    shown(join_of(mode, &Memory::list(left), &Memory::list(right)))
}

fn shown(found: Option<(Memory, [bool; 2])>) -> String {
    let Some((memory, loses)) = found else { return "none".into() };
    let less = match loses {
        [false, false] => "as both",
        [true, false] => "as the right",
        [false, true] => "as the left",
        [true, true] => "less than either",
    };
    format!("{}: {less}", memory.shown())
}

fn abstraction_of(text: &str) -> String {
    let mut memory = Memory::list(text);
    abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
    memory.shown()
}

use JoinMode::{Entailment, Shapes, Union, Widening};

#[test]
fn what_is_alike_stays_as_it_is() {
    assert_eq!(joined(Entailment, "1 2+ ?", "1 2+ ?"), "1 2+ ?: as both");
}

#[test]
fn a_node_is_a_list_of_one() {
    assert_eq!(joined(Entailment, "1", "1+"), "1+: as the right");
    assert_eq!(joined(Entailment, "0+", "1"), "0+: as the left");
    assert_eq!(joined(Shapes, "1", "2+"), "1+: less than either");
    // Configurations before the first iteration of a loop are kept apart from later ones.
    assert_eq!(joined(Widening, "1", "1+"), "none");
}

#[test]
fn of_two_segments_the_shorter_one_says_less() {
    assert_eq!(joined(Entailment, "1+", "3+"), "1+: as the left");
    assert_eq!(joined(Widening, "2+", "0+"), "0+: as the right");
}

#[test]
fn a_node_that_may_be_missing_is_a_short_list() {
    assert_eq!(joined(Entailment, "?", "0+"), "0+: as the right");
    assert_eq!(joined(Entailment, "1", "?"), "?: as the right");
    assert_eq!(joined(Widening, "?", "2+"), "0+: less than either");
}

#[test]
fn a_list_that_one_side_lacks_may_be_empty() {
    assert_eq!(joined(Entailment, "0+", "NULL"), "0+: as the left");
    assert_eq!(joined(Entailment, "1", "1 0+"), "1 0+: as the right");
    assert_eq!(joined(Entailment, "1 0+ 1*", "1 1*"), "1 0+ 1*: as the left");
    assert_eq!(joined(Entailment, "1+", "NULL"), "none");
    assert_eq!(joined(Shapes, "1 2+", "1"), "1 0+: less than either");
}

#[test]
fn a_choice_is_no_block_that_may_be_missing() {
    // The link of the node holds one of two alternatives: nothing that was written, or a block of its own.
    let mut node = Memory::list("1");
    let mut choice = Object::choice(0, WORD);
    choice.size = Range::exactly(2 * i128::from(WORD));
    let choice = node.graph.add(choice);
    let mut own = block();
    own.level = 1;
    let own = node.graph.add(own);
    let alternative = link(own, &node.graph, Target::First);
    write(&mut node.graph, choice, WORD, alternative);
    let holder = node.content(0).object().expect("a node");
    let address = Value::Address(Address { object: choice, target: Target::First, offset: 0 });
    write(&mut node.graph, holder, NEXT, address);
    for mode in [Entailment, Shapes, Widening, Union] {
        assert!(join_of(mode, &Memory::list("2+"), &node).is_none(), "{mode:?}");
        assert!(join_of(mode, &node, &Memory::list("0+")).is_none(), "{mode:?}");
    }
}

#[test]
fn what_is_there_on_both_sides_is_one_thing_before_anything_is_missing() {
    // The list is paired with the node, and nothing is left for the node behind it.
    assert_eq!(joined(Entailment, "1 0+ 1", "1 1"), "none");
}

#[test]
fn a_node_that_one_side_lacks_may_be_missing() {
    // The links of nodes are taken from existing lists, or guessed as a last resort.
    assert_eq!(joined(Shapes, "1 1", "1"), "none");
    assert_eq!(joined(Union, "1 1", "1"), "1 ?: less than either");
    assert_eq!(joined(Shapes, "2+ 1", "2+"), "2+ ?: less than either");
}

#[test]
fn a_variable_that_leads_into_both_lists_leads_into_the_join() {
    assert_eq!(joined(Entailment, "1 1* 1", "1 1* 1"), "1 1* 1: as both");
    assert_eq!(joined(Entailment, "0+ 1* 0+", "1*"), "0+ 1* 0+: as the left");
    assert_eq!(joined(Entailment, "1* 1", "1 1*"), "none");
}

#[test]
fn integers_become_a_range() {
    assert_eq!(joined(Entailment, "1(20)", "1(30)"), "none");
    assert_eq!(joined(Widening, "1(20)", "1(20)"), "1(20): as both");
    // The hull is widened to the next threshold.
    let (low, high) =
        (Range::exactly(20).widened(Range::exactly(30)).low(), Range::exactly(20).widened(Range::exactly(30)).high());
    assert_eq!(joined(Widening, "1(20)", "1(30)"), format!("1({low}..{high}): less than either"));
}

#[test]
fn small_integers_are_kept_apart_as_long_as_possible() {
    assert_eq!(joined(Widening, "1(1)", "1(2)"), "none");
    assert_eq!(joined(Shapes, "1(1)", "1(2)"), "none");
    assert!(joined(Union, "1(1)", "1(2)").ends_with("less than either"));
}

/// Two variables with unknown values of a range.
fn numbers(values: impl Fn(&mut Graph) -> [Value; 2]) -> Memory {
    let mut memory = Memory::new(2);
    let values = values(&mut memory.graph);
    for (root, value) in memory.roots.clone().into_iter().zip(values) {
        write(&mut memory.graph, root, 0, value);
    }
    memory
}

const SOME: Range = Range::up_to(0, 100);

#[test]
fn functions_are_kept_apart() {
    let function =
        |index: usize| numbers(move |_| [Value::Function(program::FunctionId::from_index(index)), Value::ZERO]);
    assert!(join_of(Union, &function(1), &function(1)).is_some());
    assert!(join_of(Union, &function(1), &function(2)).is_none());
}

/// A variable that points to an offset in a block.
fn place(offset: i64, change: impl Fn(&mut Object)) -> Memory {
    let mut memory = Memory::new(1);
    let mut object = block();
    change(&mut object);
    let object = memory.graph.add(object);
    write(&mut memory.graph, memory.roots[0], 0, Value::Address(Address { object, target: Target::Region, offset }));
    memory
}

#[test]
fn different_places_in_a_block_become_a_place_somewhere_in_it() {
    let (left, right) = (place(0, |_| ()), place(8, |_| ()));
    assert!(join_of(Entailment, &left, &right).is_none());
    assert!(join_of(Widening, &left, &right).is_none());
    // The block must be paired for another reason: here a second variable points to its start.
    let both = |offset: i64| {
        let mut memory = Memory::new(2);
        let object = memory.graph.add(block());
        for (root, offset) in memory.roots.clone().into_iter().zip([offset, 0]) {
            write(&mut memory.graph, root, 0, Value::Address(Address { object, target: Target::Region, offset }));
        }
        memory
    };
    let (found, _) = join_of(Union, &both(0), &both(8)).expect("a join");
    assert!(matches!(found.content(0), Value::Inside { low: 0, .. }));
}

/// A block that holds an address of offset [`NEXT`] in itself, and one of another offset.
fn filled_up_to(offset: i64) -> Memory {
    let mut memory = place(0, |_| ());
    let block = memory.blocks().map(|(id, _)| id).next().expect("a block");
    let own = |offset: i64| Value::Address(Address { object: block, target: Target::Region, offset });
    write(&mut memory.graph, block, NEXT, own(NEXT));
    write(&mut memory.graph, block, PREV, own(offset));
    memory
}

#[test]
fn where_a_block_is_filled_up_to_is_joined_sooner_than_where_a_variable_leads() {
    let (left, right) = (filled_up_to(10), filled_up_to(12));
    assert!(join_of(Widening, &left, &right).is_none());
    let (found, _) = join_of(Shapes, &left, &right).expect("a join");
    let Value::Inside { low, high, .. } = found.at(found.content(0)).read(PREV, WORD) else { panic!("one place") };
    // Widened to the end of the block, and not further.
    assert_eq!((low, high), (10, 24));
    let (found, _) = join_of(Shapes, &right, &left).expect("a join");
    let Value::Inside { low, high, .. } = found.at(found.content(0)).read(PREV, WORD) else { panic!("one place") };
    // Widened to the target of another address in the block.
    assert_eq!((low, high), (NEXT, 12));
}

#[test]
fn nodes_are_paired_first_where_there_is_no_choice() {
    // The first of the list's nodes is read before the last one, which is a separate node in both memories.
    let with_last = |text: &str| {
        let mut memory = Memory::list(text);
        let blocks: Vec<ObjectId> = memory.blocks().map(|(id, _)| id).collect();
        let mut head = block();
        head.write(0, WORD, memory.content(0));
        head.write(NEXT, WORD, link(blocks[blocks.len() - 1], &memory.graph, Target::First));
        let head = memory.graph.add(head);
        memory.lead(0, head);
        memory
    };
    let (_, loses) = join_of(Entailment, &with_last("0+ 1"), &with_last("1")).expect("a join");
    assert_eq!(loses, [false, true]);
}

#[test]
fn blocks_of_different_sizes_are_different_things() {
    let sized = |low: i128, high: i128| place(0, |object| object.size = Range::up_to(low, high));
    assert!(join_of(Union, &sized(24, 24), &sized(24, 24)).is_some());
    assert!(join_of(Entailment, &sized(24, 24), &sized(32, 32)).is_none());
    let (_, loses) = join_of(Entailment, &sized(16, 64), &sized(24, 24)).expect("a join");
    assert_eq!(loses, [false, true]);
}

#[test]
fn what_was_freed_is_not_what_is_alive() {
    assert!(
        join_of(Union, &place(0, |object| object.liveness = crate::domain::object::Liveness::Freed), &place(0, |_| ()))
            .is_none()
    );
}

#[test]
fn whose_a_block_was_is_forgotten_where_that_differs() {
    let (own, input) = (place(0, |_| ()), place(0, |object| object.origin = Origin::Input));
    let (found, loses) = join_of(Shapes, &own, &input).expect("a join");
    assert_eq!((found.at(found.content(0)).origin, loses), (Origin::HeapOrInput, [true, true]));
}

#[test]
fn lists_that_are_linked_otherwise_are_kept_apart() {
    assert_eq!(joined(Widening, "2+ 1", "<> 2+ 1"), "none");
    assert_eq!(joined(Entailment, "<> 0+ 1*", "<> 1*"), "0+ 1*: as the left");
}

#[test]
fn neighbours_become_a_segment() {
    assert_eq!(abstraction_of("1 1"), "2+");
    assert_eq!(abstraction_of("1 1 1 1"), "4+");
    assert_eq!(abstraction_of("2+ 1 0+"), "3+");
    assert_eq!(abstraction_of("<> 1 1 1"), "3+");
}

#[test]
fn a_single_node_is_no_segment() {
    assert_eq!(abstraction_of("1"), "1");
}

#[test]
fn what_a_variable_leads_to_in_the_middle_stays_apart() {
    assert_eq!(abstraction_of("1 1 1* 1 1"), "2+ 3+*");
    assert_eq!(abstraction_of("<> 1 1 1* 1 1"), "2+ 3+*");
}

#[test]
fn rings_are_not_closed() {
    assert_eq!(abstraction_of("1 1 o"), "1 1 o");
    assert_eq!(abstraction_of("1 1 1 o"), "2+ 1 o");
}

#[test]
fn lists_that_may_all_be_empty_are_no_ring() {
    let is_memory = |text: &str| inconsistency(&Memory::list(text).graph, WORD).is_none();
    assert!(!is_memory("0+ 0+ o"));
    assert!(is_memory("0+ 1+ o") && is_memory("0+ 0+"));
}

#[test]
fn what_nodes_hold_is_joined() {
    assert_eq!(abstraction_of("1(5) 1(5)"), "2+(5)");
    assert_eq!(abstraction_of("1(5) 1(7)"), "2+(5..7)");
    assert_eq!(abstraction_of("1(5) 1"), "1(5) 1");
}

#[test]
fn what_was_written_in_some_nodes_alone_is_perhaps_undefined() {
    assert_eq!(abstraction_of("1(5) 1 1(7)"), "3+(5..7?)");
    assert_eq!(joined(Shapes, "2+(5)", "2+"), "2+(5..5?): less than either");
    assert_eq!(joined(Widening, "2+(5)", "2+"), "none");
    assert_eq!(joined(Entailment, "2+(5)", "2+"), "none");
}

#[test]
fn what_is_perhaps_undefined_says_less_than_what_it_may_be() {
    let mut open = Memory::list("1(5) 1 1(7)");
    abstracted(&mut open.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
    for (data, found) in [("", "as the left"), ("(6)", "as the left"), ("(9)", "none")] {
        let other = Memory::list(&format!("3+{data}"));
        let said = shown(join_of(Entailment, &open, &other));
        assert!(said.ends_with(found), "{data}: {said}");
    }
}

/// A list of this many nodes, each with a block of its own at one of two fields in turn.
fn by_turns(nodes: usize) -> Memory {
    let mut memory = Memory::list(&vec!["1"; nodes].join(" "));
    let nodes: Vec<ObjectId> = memory.blocks().map(|(id, _)| id).collect();
    for (index, node) in nodes.into_iter().enumerate() {
        let own = memory.graph.add(block());
        write(&mut memory.graph, own, NEXT, Value::ZERO);
        let places = if index.is_multiple_of(2) { [0, PREV] } else { [PREV, 0] };
        write(&mut memory.graph, node, places[0], Value::Address(Address::region(own)));
        write(&mut memory.graph, node, places[1], Value::ZERO);
    }
    memory
}

#[test]
fn nodes_that_both_lack_something_are_merged_three_at_a_time() {
    let length = |nodes: usize| {
        let mut memory = by_turns(nodes);
        abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
        memory.blocks().filter(|(_, object)| object.level == 0).count()
    };
    // The node that the variable points to stays apart with its block, beside a segment or two nodes with theirs.
    assert_eq!((length(3), length(4)), (6, 3));
}

/// A list of two nodes with a block for each of them, or one block for both.
fn with_blocks(shared: bool) -> Memory {
    let mut memory = Memory::list("1 1");
    let nodes: Vec<ObjectId> = memory.blocks().map(|(id, _)| id).collect();
    let blocks = [memory.graph.add(block()), memory.graph.add(block())];
    for (node, block) in nodes.into_iter().zip(if shared { [blocks[0]; 2] } else { blocks }) {
        write(&mut memory.graph, node, 0, Value::Address(Address::region(block)));
    }
    if shared {
        memory.graph.remove(blocks[1]);
    }
    memory
}

#[test]
fn what_only_a_node_leads_to_becomes_nested_below_the_segment() {
    for (shared, level) in [(false, 1), (true, 0)] {
        let mut memory = with_blocks(shared);
        abstracted(&mut memory.graph, WORD, NamedNeighbours::Merged, Forks::Kept);
        let segment = memory.at(memory.content(0));
        assert_eq!(segment.minimum(), 2);
        assert_eq!(memory.at(segment.read(0, WORD)).level, level);
    }
}
