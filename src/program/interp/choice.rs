//! Who decides where a run has a choice.

/// Decides the nondeterministic choices of a run.
pub trait Chooser {
    /// One of `0..count`; `count` is at least 1.
    fn choose(&mut self, count: usize) -> usize;

    /// Any integer of a width in bits, as an input; it is wrapped to the width by the caller.
    fn integer(&mut self, _bits: u32, _signed: bool) -> i128 {
        const VALUES: [i128; 4] = [0, 1, -1, 2];
        let index = self.choose(VALUES.len());
        VALUES.get(index).copied().unwrap_or(0)
    }

    /// Any floating-point number of a width in bits, as an input.
    fn float(&mut self, _bits: u32) -> f64 {
        const VALUES: [f64; 3] = [0.0, 1.0, -2.5];
        let index = self.choose(VALUES.len());
        VALUES.get(index).copied().unwrap_or(0.0)
    }

    /// Whether the bytes of standard input are made up.
    fn makes_up_input(&self) -> bool {
        true
    }

    /// The next byte of standard input; `None` at its end. Where there is no input any byte may come.
    fn byte(&mut self) -> Option<u8> {
        match self.choose(2) {
            0 => None,
            _ => Some(self.integer(8, false) as u8),
        }
    }
}

/// Chooses as another does, and reads standard input from somewhere.
pub(super) struct WithInput<'c, 'i> {
    /// Who chooses.
    pub(super) chooser: &'c mut dyn Chooser,
    /// What the program reads; an error of reading is its end.
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

/// Chooses by a small pseudo-random generator (SplitMix64): the same seed gives the same run.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next 64 bits.
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
        // The bias of the remainder does not matter for counts this small.
        (self.next_bits() % (count.max(1) as u64)) as usize
    }

    /// Mostly small numbers: they reach more branches than evenly spread ones.
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

/// Replays a list of choices, then always takes the first; and counts through all lists in order.
///
/// This is how every outcome of a step is found: run it, call [`Script::advance`], run it again, until
/// `advance` says that there are no more.
#[derive(Clone, Debug)]
pub struct Script {
    integers: Vec<i128>,
    /// The choice made, and how many there were.
    taken: Vec<(usize, usize)>,
    position: usize,
}

impl Script {
    /// The first list of choices. Integer inputs range over `integers`.
    pub fn new(integers: &[i128]) -> Self {
        Script { integers: integers.to_vec(), taken: Vec::new(), position: 0 }
    }

    /// How many choices were made, or are to be made again.
    pub(crate) fn choices(&self) -> usize {
        self.taken.len()
    }

    /// Goes on to the next list of choices; `false` if there is none.
    pub fn advance(&mut self) -> bool {
        self.advance_among(|_| true)
    }

    /// The same, but a choice is only made anew if it matters: choices are known by how many came before them.
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
