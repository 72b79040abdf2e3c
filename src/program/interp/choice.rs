//! Nondeterministic choices of a run.

/// Resolves the nondeterministic choices of a run.
pub trait Chooser {
    /// Chooses from `0..count`; `count` is at least 1.
    fn choose(&mut self, count: usize) -> usize;

    /// Chooses an integer input of a width in bits; the caller wraps it to the width.
    fn integer(&mut self, _bits: u32, _signed: bool) -> i128 {
        const VALUES: [i128; 4] = [0, 1, -1, 2];
        let index = self.choose(VALUES.len());
        VALUES.get(index).copied().unwrap_or(0)
    }

    /// Chooses a floating-point input of a width in bits.
    fn float(&mut self, _bits: u32) -> f64 {
        const VALUES: [f64; 3] = [0.0, 1.0, -2.5];
        let index = self.choose(VALUES.len());
        VALUES.get(index).copied().unwrap_or(0.0)
    }

    /// Returns true if bytes of standard input and files are invented.
    fn makes_up_input(&self) -> bool {
        true
    }

    /// Returns the next byte of standard input; `None` at its end. Without an input, any byte may come.
    fn byte(&mut self) -> Option<u8> {
        self.byte_of_file()
    }

    /// Returns the next byte of a file that the run did not write; `None` at its end.
    fn byte_of_file(&mut self) -> Option<u8> {
        match self.choose(2) {
            0 => None,
            _ => Some(self.integer(8, false) as u8),
        }
    }
}

/// Delegates choices to another chooser, and reads standard input from a reader.
pub(super) struct WithInput<'c, 'i> {
    pub(super) chooser: &'c mut dyn Chooser,
    /// The standard input; a read error ends it.
    pub(super) input: &'i mut dyn std::io::BufRead,
}

impl Chooser for WithInput<'_, '_> {
    fn choose(&mut self, count: usize) -> usize {
        self.chooser.choose(count)
    }

    fn integer(&mut self, bits: u32, signed: bool) -> i128 {
        self.chooser.integer(bits, signed)
    }

    fn float(&mut self, bits: u32) -> f64 {
        self.chooser.float(bits)
    }

    fn makes_up_input(&self) -> bool {
        false
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = self.input.fill_buf().ok()?.first().copied()?;
        self.input.consume(1);
        Some(byte)
    }
}

impl<F: FnMut(usize) -> usize> Chooser for F {
    fn choose(&mut self, count: usize) -> usize {
        self(count)
    }
}

/// A chooser with a small pseudo-random generator (SplitMix64): the same seed gives the same run.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

impl Chooser for Random {
    fn choose(&mut self, count: usize) -> usize {
        // The bias of the remainder is negligible for such small counts.
        (self.next_bits() % (count.max(1) as u64)) as usize
    }

    /// Mostly small numbers: they reach more branches than a uniform distribution.
    fn integer(&mut self, bits: u32, _signed: bool) -> i128 {
        let raw = self.next_bits();
        match self.choose(8) {
            0 => i128::from(raw as i64),
            1 => (1_i128 << (bits.clamp(1, 127) - 1)) - 1,
            2 => -(1_i128 << (bits.clamp(1, 127) - 1)),
            _ => i128::from(raw % 16) - 4,
        }
    }
}

/// Replays a list of choices, then always takes the first candidate; enumerates all lists in order.
///
/// To find all outcomes of a step: run it, call [`Script::advance`], and run it again, until `advance` returns false.
#[derive(Clone, Debug)]
pub struct Script {
    integers: Vec<i128>,
    /// For each choice, the candidate taken and the number of candidates.
    taken: Vec<(usize, usize)>,
    position: usize,
}

impl Script {
    /// Starts with the first list of choices. Integer inputs range over `integers`.
    pub fn new(integers: &[i128]) -> Self {
        Script { integers: integers.to_vec(), taken: Vec::new(), position: 0 }
    }

    /// Number of choices that were made or are to be replayed.
    pub(crate) fn choices(&self) -> usize {
        self.taken.len()
    }

    /// Advances to the next list of choices; returns false if there is none.
    pub fn advance(&mut self) -> bool {
        self.advance_among(|_| true)
    }

    /// As [`Script::advance`], but varies only choices that matter, identified by their position in the list.
    pub(crate) fn advance_among(&mut self, matters: impl Fn(usize) -> bool) -> bool {
        self.taken.truncate(self.position);
        self.position = 0;
        while let Some((choice, count)) = self.taken.pop() {
            if choice + 1 < count && matters(self.taken.len()) {
                self.taken.push((choice + 1, count));
                return true;
            }
        }
        false
    }
}

impl Chooser for Script {
    fn choose(&mut self, count: usize) -> usize {
        let choice = match self.taken.get(self.position) {
            Some((choice, _)) => *choice,
            None => {
                self.taken.push((0, count));
                0
            }
        };
        self.position += 1;
        choice
    }

    fn integer(&mut self, _bits: u32, _signed: bool) -> i128 {
        let index = self.choose(self.integers.len().max(1));
        self.integers.get(index).copied().unwrap_or(0)
    }
}
