//! A witness: everything that determines one run, namely its start state and its choices. It does not depend on the engine
//! that found it.
//!
//! Where `scanf` expects a number, one choice stands for the input there, instead of one choice for each byte. Its bits, from
//! the lowest:
//!
//! | bits | meaning |
//! |---|---|
//! | 3 | the case |
//! | 8 | the byte that comes instead of a number |
//! | the rest | the number |
//!
//! A run that was made records what it requested, step by step ([`RunRequest`]).

use crate::described::EntryDescription;
use crate::limits::{LONGEST_ARGUMENT, MOST_ARGUMENTS};
use base::Span;
use base::integer::wrap;

/// Width of the case in bits.
pub const CASE_BITS: u32 = 3;
/// Width of the case and the byte in bits.
pub const HEAD_BITS: u32 = CASE_BITS + 8;
/// Number of digits of a number that no type holds.
const LARGE_DIGITS: u32 = 26;
/// The value of an argument byte that a run does not choose. It is not NUL, so that no string ends early.
pub const FILLER: u8 = b'a';

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Witness {
    /// The start state; `None` if the run starts at `main`.
    pub entry: Option<EntryDescription>,
    /// The choices, in order.
    pub chosen: Vec<Chosen>,
}

/// A choice of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chosen {
    pub kind: ChoiceKind,
    pub bits: u128,
    pub span: Option<Span>,
}

/// The kind of a choice of a run. The interpreter requests choices by these kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChoiceKind {
    /// One of this number of alternatives.
    Way(usize),
    /// Whether an allocation fails: one of two alternatives.
    Failure,
    /// An integer: its width in bits, and whether it is signed.
    Integer(u32, bool),
    /// A floating-point number of this width in bits.
    Float(u32),
    /// The standard input where a decimal number is expected. The interpreter requests its bytes.
    InputNumber(NumberFormat),
    /// An uninitialised number: its width in bits, and whether it is signed, if known. The interpreter does not model such
    /// numbers, so the cell gets this value before it is read.
    Unwritten(u32, Option<bool>),
    /// A pointer: NULL or another value.
    Pointer,
    /// The number of program arguments, including the name. It is part of the start, so the interpreter does not request it.
    Arguments,
    /// The number of bytes before the end of the argument with this index; also part of the start.
    ArgumentLength(u32),
    /// A byte of an argument: the index of the argument and of the byte. Zero leaves the byte open.
    ArgumentByte(u32, u32),
}

/// The input where a number is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputCase {
    End,
    /// A byte that starts no number.
    Other,
    Number,
    /// A number that is too large for its object.
    TooLarge,
    /// A sign without a digit after it.
    Sign,
    /// A number with leading zeros, as long as the maximum field width.
    Padded,
}

impl InputCase {
    /// All cases; the code of a case is its index.
    pub const ALL: [InputCase; 6] =
        [InputCase::End, InputCase::Other, InputCase::Number, InputCase::TooLarge, InputCase::Sign, InputCase::Padded];
}

/// The format of an expected number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberFormat {
    /// Width of the object in bits.
    pub width: u32,
    pub signed: bool,
    /// Maximum field width in characters, at least 2.
    pub most: Option<u32>,
}

impl NumberFormat {
    /// Returns the input bytes of a choice; `None` at the end of the input.
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

    /// Returns the number of a choice: the unsigned one if the signed one has too many characters.
    fn number_of_at_most(self, characters: Option<usize>, bits: u128) -> i128 {
        let number = |signed| wrap((bits >> HEAD_BITS) as i128, (self.width, signed));
        let signed = number(self.signed);
        let is_too_long = characters.is_some_and(|most| signed.to_string().len() > most);
        if is_too_long { number(false) } else { signed }
    }
}

/// A choice or input that a run requested, with the value that it was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunRequest {
    /// Index of the step that requested it; `None` before the first.
    pub step: Option<usize>,
    pub value: RequestedValue,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestedValue {
    /// One of several ways, counted from 0.
    Way {
        /// Number of ways.
        count: usize,
        way: usize,
    },
    Integer {
        /// In bits.
        width: u32,
        signed: bool,
        bits: u128,
    },
    Float {
        /// In bits.
        width: u32,
        bits: u128,
    },
    /// A byte of standard input; `None` at its end.
    Byte(Option<u8>),
    /// A byte of a file that was there before the run; `None` at its end.
    ByteOfFile(Option<u8>),
}

impl Chosen {
    /// Returns the choice as a number; zero is the simplest. `None` if the choice cannot be simplified.
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

    /// Returns the same choice with another number.
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
    /// Returns the program arguments, with the name first. `None` if they exceed the limits on their number or length.
    pub fn arguments(&self) -> Option<Vec<Vec<u8>>> {
        let mut found: Vec<Vec<u8>> = vec![b"a.out".to_vec()];
        // The number of arguments is chosen before their lengths, and a length before the bytes.
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

    /// Returns the choices that the interpreter requests: without those of the start and of uninitialised cells, and with input
    /// numbers as bytes.
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

    /// Returns the values of uninitialised cells, in the order of reads.
    pub fn unwritten(&self) -> Vec<i128> {
        let is_unwritten = |chosen: &&Chosen| matches!(chosen.kind, ChoiceKind::Unwritten(..));
        self.chosen.iter().filter(is_unwritten).map(|chosen| chosen.bits as i128).collect()
    }
}
