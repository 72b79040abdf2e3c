//! Random histories of small objects, read by the encoding and by a memory of bytes, for all values of their variables.
//!
//! Words have 16 bits, so that an address has two bytes. Values of the variables with which an access leaves its object
//! do not count: a checked access does not.

use rustc_hash::FxHashMap;

use crate::content::{ContentId, CopySource, ObjectContent, ObjectContents, Place, Room};
use crate::limits::FEW_PLACES;
use crate::term::{TermId, Terms};
use crate::value::{MemoryCell, Scalar, number_of_object};
use program::interp::Random;

const WORD: u32 = 16;
/// Width of the variables that decide offsets and lengths.
const WIDTH: u32 = 3;
const VARIABLES: usize = 3;
/// What each variable is multiplied by in an offset: the size of an element.
const STEPS: [u64; VARIABLES] = [1, 1, 2];

/// A byte of the plain memory.
#[derive(Clone, Copy, PartialEq, Debug)]
enum PlainByte {
    Unwritten,
    Number(u8),
    /// A byte of an address: its object, its offset, and the index of the byte.
    Address(u128, u128, usize),
}

/// The number of a variable, whether it is subtracted, and a constant: an offset or a length.
type Sum = (Option<usize>, bool, i64);

/// What is written.
#[derive(Clone, Copy, Debug)]
enum Data {
    Number(u128, u32),
    Address(u128, u128),
}

/// The last content is changed, except where two contents are joined.
#[derive(Clone, Debug)]
enum Step {
    Write(Sum, Data),
    Fill(Sum, Sum, u8),
    /// Offset, length, the content copied from, and the start in it.
    Copy(Sum, Sum, usize, Sum),
    /// One of two contents, by whether a variable is even.
    Join(usize, usize, usize),
}

struct History {
    size: u64,
    is_zero: bool,
    steps: Vec<Step>,
    /// Where and how many bytes are read in the end.
    reads: Vec<(Sum, u32)>,
}

fn pick(random: &mut Random, count: usize) -> usize {
    random.next_bits() as usize % count
}

fn sum(random: &mut Random, most: u64) -> Sum {
    let constant = pick(random, most as usize + 1) as i64;
    match pick(random, 3) {
        0 => (None, false, constant),
        1 => (Some(pick(random, VARIABLES)), true, constant),
        _ => (Some(pick(random, VARIABLES)), false, constant - most as i64 / 2),
    }
}

fn history(random: &mut Random) -> History {
    let size = 3 + pick(random, 7) as u64;
    let count = 1 + pick(random, 6);
    let mut steps = Vec::new();
    for index in 0..count {
        steps.push(match pick(random, 9) {
            0..=3 => {
                let data = match pick(random, 4) {
                    0 => Data::Address(1 + pick(random, 3) as u128, pick(random, 5) as u128),
                    wide => Data::Number(random.next_bits().into(), 1 << (wide - 1).min(2)),
                };
                Step::Write(sum(random, size), data)
            }
            4 => Step::Fill(sum(random, size), sum(random, size), random.next_bits() as u8),
            5..=7 => Step::Copy(sum(random, size), sum(random, size), pick(random, index + 1), sum(random, size)),
            _ => Step::Join(pick(random, VARIABLES), pick(random, index + 1), pick(random, index + 1)),
        });
    }
    let reads = (0..4).map(|_| (sum(random, size), [1, 2, 4][pick(random, 3)])).collect();
    History { size, is_zero: pick(random, 2) == 0, steps, reads }
}

/// The bytes of a range, unless it leaves the object.
fn range(size: u64, from: i64, length: i64) -> Option<std::ops::Range<usize>> {
    let (from, length) = (usize::try_from(from).ok()?, usize::try_from(length).ok()?);
    (from + length <= size as usize).then_some(from..from + length)
}

impl History {
    /// Returns the plain memory at the end; `None` if an access on the way to it leaves the object.
    fn run(&self, values: &[i64]) -> Option<Vec<PlainByte>> {
        let first = if self.is_zero { PlainByte::Number(0) } else { PlainByte::Unwritten };
        let mut all = vec![Some(vec![first; self.size as usize])];
        for step in &self.steps {
            all.push(self.after(step, &all, values));
        }
        all.pop()?
    }

    fn after(&self, step: &Step, all: &[Option<Vec<PlainByte>>], values: &[i64]) -> Option<Vec<PlainByte>> {
        let of = |(variable, is_negative, constant): Sum| {
            let value = variable.map_or(0, |variable| values[variable] * STEPS[variable] as i64);
            constant + if is_negative { -value } else { value }
        };
        if let Step::Join(variable, one, other) = step {
            return all[if values[*variable] % 2 == 0 { *one } else { *other }].clone();
        }
        let mut next = all.last()?.clone()?;
        match step {
            Step::Write(at, data) => {
                let bytes: Vec<PlainByte> = match *data {
                    Data::Number(bits, bytes) => {
                        (0..bytes).map(|index| PlainByte::Number((bits >> (8 * index)) as u8)).collect()
                    }
                    Data::Address(object, offset) => {
                        (0..2).map(|index| PlainByte::Address(object, offset, index)).collect()
                    }
                };
                next[range(self.size, of(*at), bytes.len() as i64)?].copy_from_slice(&bytes);
            }
            Step::Fill(at, length, byte) => {
                next[range(self.size, of(*at), of(*length))?].fill(PlainByte::Number(*byte));
            }
            Step::Copy(at, length, source, start) => {
                let source = all[*source].as_ref()?;
                let bytes = source[range(self.size, of(*start), of(*length))?].to_vec();
                next[range(self.size, of(*at), of(*length))?].copy_from_slice(&bytes);
            }
            Step::Join(..) => {}
        }
        Some(next)
    }
}

/// A history as terms.
struct Encoded<'t> {
    terms: &'t Terms,
    contents: ObjectContents<'t>,
    variables: Vec<TermId>,
}

impl<'t> Encoded<'t> {
    fn new(terms: &'t Terms) -> Encoded<'t> {
        let variables = (0..VARIABLES).map(|_| terms.variable(WIDTH)).collect();
        Encoded { terms, contents: ObjectContents::new(terms, 1_000_000), variables }
    }

    fn sum(&self, (variable, is_negative, constant): Sum) -> TermId {
        let constant = self.terms.constant(constant as u128, WORD);
        let Some(variable) = variable else { return constant };
        let value = self.terms.extend_zero(self.variables[variable], WORD);
        let value = self.terms.multiply(value, self.terms.word_constant(STEPS[variable]));
        if is_negative { self.terms.subtract(constant, value) } else { self.terms.add(value, constant) }
    }

    fn content(&mut self, history: &History, room: Room) -> ContentId {
        let first = if history.is_zero { ObjectContent::Zero } else { ObjectContent::Unwritten };
        let mut all = vec![self.contents.intern(first)];
        for step in &history.steps {
            let before = *all.last().unwrap();
            let next = match step {
                Step::Write(at, data) => {
                    let cell = match *data {
                        Data::Number(bits, bytes) => MemoryCell::known(self.terms, bits, 8 * bytes),
                        Data::Address(object, offset) => {
                            let object = number_of_object(self.terms, object);
                            let bits = self.terms.constant(offset, WORD);
                            MemoryCell::of(self.terms, Scalar { bits, ..Scalar::address(self.terms, object) })
                        }
                    };
                    self.contents.write(before, self.sum(*at), cell)
                }
                Step::Fill(at, length, byte) => {
                    let byte = MemoryCell::known(self.terms, (*byte).into(), 8);
                    let (offset, length) = (self.sum(*at), self.sum(*length));
                    self.contents.intern(ObjectContent::Fill { before, offset, length, byte })
                }
                Step::Copy(at, length, source, start) => {
                    let source = CopySource { content: all[*source], start: self.sum(*start), room };
                    let (offset, length) = (self.sum(*at), self.sum(*length));
                    self.contents.intern(ObjectContent::Copy { before, offset, length, source })
                }
                Step::Join(variable, one, other) => {
                    let is_odd = self.terms.extract(self.variables[*variable], 0, 1);
                    self.contents.choose(is_odd, all[*other], all[*one])
                }
            };
            all.push(next);
        }
        *all.last().unwrap()
    }
}

/// Returns true if a cell with these values (object, bits, mask of the written bits, torn) is what the bytes are. A
/// part of an address must be torn, and only what holds such a part may be.
fn agrees(bytes: &[PlainByte], [object, bits, written, torn]: [u128; 4]) -> bool {
    let has_address = bytes.iter().any(|byte| matches!(byte, PlainByte::Address(..)));
    if torn == 1 {
        return has_address;
    }
    if let [PlainByte::Address(of, offset, 0), PlainByte::Address(other, behind, 1)] = *bytes {
        return of == other && offset == behind && (object, bits, written) == (of, offset, 0xffff);
    }
    let is_right = |(index, byte): (usize, &PlainByte)| {
        let (bits, written) = ((bits >> (8 * index)) as u8, (written >> (8 * index)) as u8);
        match byte {
            PlainByte::Unwritten => written == 0,
            PlainByte::Number(number) => written == 0xff && bits == *number,
            PlainByte::Address(..) => false,
        }
    };
    object == 0 && bytes.iter().enumerate().all(is_right)
}

/// Tries a history with all values of the variables. Returns the numbers of reads that are right and that are wrong.
fn tried(history: &History, room: Room) -> (usize, usize) {
    let terms = Terms::new(WORD);
    let mut encoded = Encoded::new(&terms);
    let content = encoded.content(history, room);
    let cells: Vec<(TermId, MemoryCell)> = history
        .reads
        .iter()
        .map(|(at, bytes)| {
            let offset = encoded.sum(*at);
            (offset, encoded.contents.read(content, Place { offset, bytes: *bytes, room }))
        })
        .collect();
    let roots: Vec<TermId> =
        cells.iter().flat_map(|(offset, cell)| [*offset, cell.object, cell.bits, cell.written, cell.is_torn]).collect();
    let (mut right, mut wrong) = (0, 0);
    for number in 0..1_u64 << (WIDTH as usize * VARIABLES) {
        let values: Vec<i64> =
            (0..VARIABLES).map(|index| (number >> (WIDTH as usize * index)) as i64 & ((1 << WIDTH) - 1)).collect();
        let Some(memory) = history.run(&values) else { continue };
        let assigned: FxHashMap<TermId, u128> =
            encoded.variables.iter().zip(&values).map(|(variable, value)| (*variable, *value as u128)).collect();
        let found = terms.evaluate(&roots, &assigned);
        for ((offset, cell), (_, bytes)) in cells.iter().zip(&history.reads) {
            let offset = i64::from(found[offset] as u16 as i16);
            let Some(bytes) = range(history.size, offset, i64::from(*bytes)) else { continue };
            let values = [cell.object, cell.bits, cell.written, cell.is_torn].map(|term| found[&term]);
            let is_right = agrees(&memory[bytes], values);
            right += usize::from(is_right);
            wrong += usize::from(!is_right);
        }
    }
    (right, wrong)
}

/// Reads agree with a plain memory, whether the size of the object is known, known to be at most some number, or
/// unknown.
#[test]
fn reads_agree_with_a_plain_memory() {
    let mut random = Random::new(11);
    let mut right = [0, 0, 0];
    for _ in 0..1_500 {
        let history = history(&mut random);
        for (index, room) in [Room(history.size), Room(3 * FEW_PLACES), Room::UNKNOWN].into_iter().enumerate() {
            let (good, bad) = tried(&history, room);
            assert_eq!(bad, 0, "{room:?}, {} bytes: {:?}, read {:?}", history.size, history.steps, history.reads);
            right[index] += good;
        }
    }
    assert!(right.iter().all(|right| *right > 100_000), "{right:?}");
}

/// With a bound that is too small, reads are wrong, and the comparison shows it.
#[test]
fn too_small_a_bound_is_noticed() {
    let mut random = Random::new(12);
    let wrong = (0..200).filter(|_| {
        let history = history(&mut random);
        tried(&history, Room(history.size / 2)).1 > 0
    });
    assert!(wrong.count() > 20);
}

/// Offsets and sizes that no object has are no reason to panic.
#[test]
fn far_places_do_no_harm() {
    let terms = Terms::new(64);
    let mut contents = ObjectContents::new(&terms, 1_000_000);
    let (open, one) = (terms.variable(64), terms.word_constant(1));
    let far = terms.word_constant(u64::MAX);
    let offsets = [open, one, far, terms.negate(open), terms.shift_left(open, terms.word_constant(62))];
    for (room, at, length) in far_ranges(&offsets) {
        let zero = contents.intern(ObjectContent::Zero);
        let content = contents.write(zero, at, MemoryCell::known(&terms, 1, 32));
        let source = CopySource { content, start: length, room };
        let content = contents.intern(ObjectContent::Copy { before: content, offset: at, length, source });
        let byte = MemoryCell::known(&terms, 2, 8);
        let content = contents.intern(ObjectContent::Fill { before: content, offset: at, length, byte });
        for (offset, bytes) in offsets.iter().flat_map(|offset| [(*offset, 1), (*offset, 16)]) {
            contents.read(content, Place { offset, bytes, room });
        }
    }
}

/// All combinations of a bound, an offset and a length.
fn far_ranges(offsets: &[TermId]) -> Vec<(Room, TermId, TermId)> {
    let rooms = [0, 1, 1 << 40, 1 << 63, u64::MAX - 1, u64::MAX].map(Room);
    let pairs = offsets.iter().flat_map(|at| offsets.iter().map(|length| (*at, *length)));
    pairs.flat_map(|(at, length)| rooms.map(|room| (room, at, length))).collect()
}
