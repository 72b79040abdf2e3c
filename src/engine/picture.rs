//! What a heap looks like at a step of a run: variables, and blocks with their cells, as data for whoever draws it.
//!
//! Blocks have the same number in all pictures of a run, freed ones stay, and [`HeapPicture::changes`] says which cells a step
//! has changed. Never knows how it is drawn.

use std::collections::BTreeSet;

/// A state of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeapPicture {
    /// Variables and symbols.
    pub variables: Vec<PicturedCell>,
    /// Blocks that are no variables, by number: all that the run has met so far.
    pub blocks: Vec<PicturedBlock>,
    /// How many blocks more there are: too many to be shown, or never met.
    pub left_out: usize,
}

/// A variable, or a member of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PicturedCell {
    /// Its name, as `next` or `link.next` or `[2]`.
    pub name: String,
    /// What it holds.
    pub value: PicturedValue,
}

/// What a cell holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PicturedValue {
    /// The null pointer.
    Null,
    /// An indeterminate value: never written.
    Undefined,
    /// A number, a function, or what is not looked into.
    Plain(String),
    /// A pointer into one of the blocks.
    Block {
        /// The number of the block.
        number: usize,
        /// Where in the block, as `.link` or `+8`; empty for its start.
        place: String,
        /// Whether the block is freed or gone.
        is_dangling: bool,
    },
    /// A pointer to a variable, as `&x`.
    Variable {
        /// The address as C writes it, with the place in it.
        text: String,
        /// Whether the variable is gone.
        is_dangling: bool,
    },
}

/// A block of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PicturedBlock {
    /// Its number: from 1 on, the same in all pictures of a run.
    pub number: usize,
    /// The name of its type; `None` for bytes without a type.
    pub type_name: Option<String>,
    /// How large it is, in bytes.
    pub bytes: u64,
    /// Whether it may be used.
    pub life: PicturedLife,
    /// Its members, those of inner objects by their path. A block that is not allocated has none.
    pub cells: Vec<PicturedCell>,
    /// Whether no variable leads to it any more, by whatever path.
    pub is_unreachable: bool,
}

/// Whether a block may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PicturedLife {
    /// It is allocated.
    Allocated,
    /// It was freed.
    Freed,
    /// Its scope was left.
    Gone,
}

/// A place in a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PicturePlace {
    /// A variable, by index.
    Variable(usize),
    /// A block as a whole, by number: it is new, or was freed.
    Block(usize),
    /// A member, by the number of the block and its index there.
    Cell(usize, usize),
}

impl HeapPicture {
    /// The block of a number.
    pub fn block(&self, number: usize) -> Option<&PicturedBlock> {
        self.blocks.iter().find(|block| block.number == number)
    }

    /// Every place that differs from an earlier picture of the same run.
    pub fn changes(&self, before: &HeapPicture) -> BTreeSet<PicturePlace> {
        let mut found = BTreeSet::new();
        for (index, cell) in self.variables.iter().enumerate() {
            // Scopes come and go: names tell variables apart.
            let known = before.variables.get(index).filter(|known| known.name == cell.name);
            let known = known.or_else(|| before.variables.iter().find(|known| known.name == cell.name));
            if known.is_none_or(|known| known.value.differs(&cell.value)) {
                found.insert(PicturePlace::Variable(index));
            }
        }
        for block in &self.blocks {
            let Some(known) = before.block(block.number) else {
                found.insert(PicturePlace::Block(block.number));
                continue;
            };
            if known.life != block.life || known.is_unreachable != block.is_unreachable {
                found.insert(PicturePlace::Block(block.number));
            }
            for (index, cell) in block.cells.iter().enumerate() {
                if known.cells.get(index).is_none_or(|known| known.value.differs(&cell.value)) {
                    found.insert(PicturePlace::Cell(block.number, index));
                }
            }
        }
        found
    }
}

impl PicturedValue {
    /// Whether it is another value. A pointer stays the same when what it leads to is freed.
    fn differs(&self, other: &PicturedValue) -> bool {
        match (self, other) {
            (
                PicturedValue::Block { number, place, .. },
                PicturedValue::Block { number: others, place: elsewhere, .. },
            ) => (number, place) != (others, elsewhere),
            (PicturedValue::Variable { text, .. }, PicturedValue::Variable { text: others, .. }) => text != others,
            _ => self != other,
        }
    }

    /// As text: `NULL`, `?`, `3`, `#2`, `#2.link`, `&x`. Pointers to what is gone end with `!`.
    pub fn text(&self) -> String {
        let gone = |is_dangling: &bool| if *is_dangling { "!" } else { "" };
        match self {
            PicturedValue::Null => "NULL".into(),
            PicturedValue::Undefined => "?".into(),
            PicturedValue::Plain(text) => text.clone(),
            PicturedValue::Block { number, place, is_dangling } => format!("#{number}{place}{}", gone(is_dangling)),
            PicturedValue::Variable { text, is_dangling } => format!("{text}{}", gone(is_dangling)),
        }
    }
}
