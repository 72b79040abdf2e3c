//! What one run is given: the state that it starts in, and what it chooses on the way. Nothing here says who found it.
//!
//! Where `scanf` expects a number, the choice is what standard input holds there, and not each byte of it. Its bits, from the lowest:
//!
//! | bits | what they say |
//! |---|---|
//! | 3 | the case |
//! | 8 | the byte that comes instead of a number |
//! | the rest | the number |

use crate::described::EntryDescription;
use crate::limits::{LONGEST_ARGUMENT, MOST_ARGUMENTS};
use base::Span;
use base::integer::wrap;

/// Bits of the case.
pub const CASE_BITS: u32 = 3;
/// Bits of the case and the byte.
pub const HEAD_BITS: u32 = CASE_BITS + 8;
/// Digits of a number that no type holds.
const LARGE_DIGITS: u32 = 26;
/// A byte of an argument that a run does not choose: no string ends early.
pub const FILLER: u8 = b'a';

/// What one run is given.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Witness {
    /// The state that it starts in, if that is not the start of `main`.
    pub entry: Option<EntryDescription>,
    /// What it chooses, in order.
    pub chosen: Vec<Chosen>,
}

/// A choice of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chosen {
    /// What is chosen from.
    pub kind: ChoiceKind,
    /// The bits that are chosen.
    pub bits: u128,
    /// Where, if that is known.
    pub span: Option<Span>,
}

/// What kind of choice a run makes; the interpreter asks for the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChoiceKind {
    /// One of this many ways.
    Way(usize),
    /// Whether an allocation fails: one of two ways.
    Failure,
    /// An integer of a width, with sign or without.
    Integer(u32, bool),
    /// A floating-point number, by its bits.
    Float(u32),
    /// What standard input holds where a decimal number is expected. The interpreter asks for its bytes.
    InputNumber(NumberFormat),
    /// A number of a width that was never written, with sign or without where that is known. The interpreter follows no such number:
    /// it gets this value before it is read.
    Unwritten(u32, Option<bool>),
    /// A pointer: NULL, or another one.
    Pointer,
    /// How many arguments the program has, its name included. It is not the interpreter's choice, but its start.
    Arguments,
    /// Of an argument of the program by its index, how many bytes it has before its end; also chosen before the start.
    ArgumentLength(u32),
    /// A byte of an argument, by the index of the argument and that of the byte; zero for any.
    ArgumentByte(u32, u32),
}

/// What comes where a number is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputCase {
    /// The end of the input.
    End,
    /// Something that is no number.
    Other,
    /// A number.
    Number,
    /// A number that is too large for its object.
    TooLarge,
    /// A sign, and no digit behind it.
    Sign,
    /// A number with zeros before it, so that it has as many characters as are read at most.
    Padded,
}

impl InputCase {
    /// All of them; the code of each is its place.
    pub const ALL: [InputCase; 6] =
        [InputCase::End, InputCase::Other, InputCase::Number, InputCase::TooLarge, InputCase::Sign, InputCase::Padded];
}

/// Which numbers are expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberFormat {
    /// Bits of the object.
    pub width: u32,
    /// Whether negative ones are expected.
    pub signed: bool,
    /// Characters that are read at most: 2 or more.
    pub most: Option<u32>,
}

impl NumberFormat {
    /// The bytes that come where a number is expected; `None` at the end of the input.
    pub fn text(self, bits: u128) -> Option<Vec<u8>> {
        let case = InputCase::ALL.get((bits & ((1 << CASE_BITS) - 1)) as usize)?;
        let most = self.most.map(|most| most as usize);
        Some(match case {
            InputCase::End => return None,
            InputCase::Other => vec![(bits >> CASE_BITS) as u8],
            InputCase::Number => {
                let number = self.number_of_at_most(most.map(|most| most - 1), bits);
                number.to_string().into_bytes()
            }
            InputCase::Padded => format!("{:01$}", self.number_of_at_most(most, bits), most.unwrap_or(1)).into_bytes(),
            InputCase::TooLarge => vec![b'9'; self.most.unwrap_or(LARGE_DIGITS) as usize],
            InputCase::Sign => vec![b'-'],
        })
    }

    /// The number of a choice, read as unsigned if it has too many characters with its sign.
    fn number_of_at_most(self, characters: Option<usize>, bits: u128) -> i128 {
        let number = |signed| wrap((bits >> HEAD_BITS) as i128, (self.width, signed));
        let signed = number(self.signed);
        let is_too_long = characters.is_some_and(|most| signed.to_string().len() > most);
        if is_too_long { number(false) } else { signed }
    }
}

impl Chosen {
    /// What is chosen, as a number: zero is the simplest. `None` where there is nothing simpler.
    pub fn number(&self) -> Option<i128> {
        let bits = self.bits as i128;
        match self.kind {
            ChoiceKind::Integer(width, signed) | ChoiceKind::Unwritten(width, Some(signed)) => {
                Some(wrap(bits, (width, signed)))
            }
            ChoiceKind::Way(_) | ChoiceKind::Failure | ChoiceKind::Pointer | ChoiceKind::ArgumentLength(_) => {
                Some(bits)
            }
            // A program without even its name is rare.
            ChoiceKind::Arguments => Some(bits - 1),
            ChoiceKind::Float(_) | ChoiceKind::InputNumber(_) => None,
            ChoiceKind::Unwritten(_, None) | ChoiceKind::ArgumentByte(..) => None,
        }
    }

    /// The choice of another number.
    #[must_use]
    pub fn with_number(self, number: i128) -> Option<Chosen> {
        let bits = match self.kind {
            ChoiceKind::Integer(128.., _) | ChoiceKind::Unwritten(128.., _) => number as u128,
            ChoiceKind::Integer(width, _) | ChoiceKind::Unwritten(width, _) => wrap(number, (width, false)) as u128,
            ChoiceKind::Arguments => u128::try_from(number + 1).ok()?,
            _ => u128::try_from(number).ok()?,
        };
        Some(Chosen { bits, ..self })
    }
}

impl Witness {
    /// The arguments of the program, its name first. `None` where they are more, or longer, than a run is given.
    pub fn arguments(&self) -> Option<Vec<Vec<u8>>> {
        let mut found: Vec<Vec<u8>> = vec![b"a.out".to_vec()];
        // A string is chosen after how many there are, and its bytes after its length.
        for chosen in &self.chosen {
            match chosen.kind {
                ChoiceKind::Arguments => {
                    let count = usize::try_from(chosen.bits).ok().filter(|_| chosen.bits <= MOST_ARGUMENTS)?;
                    let name = |index: usize| if index == 0 { "a.out".into() } else { format!("{index}") };
                    found = (0..count).map(|index| name(index).into_bytes()).collect();
                }
                ChoiceKind::ArgumentLength(index) => {
                    if let Some(string) = found.get_mut(index as usize) {
                        let length = usize::try_from(chosen.bits).ok().filter(|_| chosen.bits <= LONGEST_ARGUMENT)?;
                        *string = vec![FILLER; length];
                    }
                }
                ChoiceKind::ArgumentByte(index, position) => {
                    let byte = found.get_mut(index as usize).and_then(|string| string.get_mut(position as usize));
                    if let (Some(byte), Some(bits)) = (byte, u8::try_from(chosen.bits).ok().filter(|bits| *bits != 0)) {
                        *byte = bits;
                    }
                }
                _ => {}
            }
        }
        Some(found)
    }

    /// The choices that the interpreter asks for: without those of the start and of what was never written, and numbers of the input by
    /// their bytes.
    pub fn asked(&self) -> Vec<Chosen> {
        let mut all = Vec::new();
        for chosen in self.chosen.iter().copied() {
            match chosen.kind {
                ChoiceKind::Arguments | ChoiceKind::ArgumentLength(_) | ChoiceKind::ArgumentByte(..) => {}
                ChoiceKind::Unwritten(..) => {}
                ChoiceKind::InputNumber(format) => match format.text(chosen.bits) {
                    None => all.push(Chosen { kind: ChoiceKind::Way(2), bits: 0, ..chosen }),
                    Some(text) => all.extend(text.into_iter().flat_map(|byte| {
                        let given = Chosen { kind: ChoiceKind::Way(2), bits: 1, ..chosen };
                        [given, Chosen { kind: ChoiceKind::Integer(8, false), bits: byte.into(), ..chosen }]
                    })),
                },
                _ => all.push(chosen),
            }
        }
        all
    }

    /// The values of what was never written, in the order of reads.
    pub fn unwritten(&self) -> Vec<i128> {
        let is_unwritten = |chosen: &&Chosen| matches!(chosen.kind, ChoiceKind::Unwritten(..));
        self.chosen.iter().filter(is_unwritten).map(|chosen| chosen.bits as i128).collect()
    }
}
