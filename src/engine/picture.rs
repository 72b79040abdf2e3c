//! Heaps at the steps of a run, as data for display: variables, and blocks with their cells.
//!
//! A block keeps its number in all pictures of a run, freed blocks remain, and [`HeapPicture::changes`] lists the cells
//! that a step changed. This module does not know how heaps are drawn.

use std::collections::BTreeSet;

/// The heap in one state of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HeapPicture {
    /// Variables and symbols.
    pub variables: Vec<PicturedCell>,
    /// Blocks other than variables by number: all that the run has encountered so far.
    pub blocks: Vec<PicturedBlock>,
    /// Number of omitted blocks: too many to show, or never encountered.
    pub left_out: usize,
}

/// A variable, or a member of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PicturedCell {
    /// Its name, such as `next`, `link.next` or `[2]`.
    pub name: String,
    pub value: PicturedValue,
}

/// The value of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PicturedValue {
    Null,
    /// An indeterminate value: never written.
    Undefined,
    /// A number, a function, or a value that is not expanded.
    Plain(String),
    /// A pointer into one of the blocks.
    Block {
        number: usize,
        /// The position in the block, such as `.link` or `+8`; empty for its start.
        place: String,
        /// True if the block is freed or out of scope.
        is_dangling: bool,
    },
    /// A pointer to a variable, such as `&x`.
    Variable {
        /// The address in C syntax, including the position in the variable.
        text: String,
        /// True if the variable is out of scope.
        is_dangling: bool,
    },
}

/// A block of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PicturedBlock {
    /// Its number, from 1: the same in all pictures of a run.
    pub number: usize,
    /// The name of its type; `None` for untyped bytes.
    pub type_name: Option<String>,
    /// Size in bytes.
    pub bytes: u64,
    pub life: PicturedLife,
    /// Its members, those of nested objects by their path. Empty for a block that is not allocated.
    pub cells: Vec<PicturedCell>,
    /// True if no variable leads to it, directly or indirectly.
    pub is_unreachable: bool,
}

/// The lifetime state of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PicturedLife {
    Allocated,
    Freed,
    /// Out of scope.
    Gone,
}

/// A place in a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PicturePlace {
    /// A variable, by index.
    Variable(usize),
    /// A block as a whole, by number: it is new, or was freed.
    Block(usize),
    /// A member, by the number of its block and its index.
    Cell(usize, usize),
}

impl HeapPicture {
    pub fn block(&self, number: usize) -> Option<&PicturedBlock> {
        self.blocks.iter().find(|block| block.number == number)
    }

    /// Returns every place that differs from an earlier picture of the same run.
    pub fn changes(&self, before: &HeapPicture) -> BTreeSet<PicturePlace> {
        let mut found = BTreeSet::new();
        for (index, cell) in self.variables.iter().enumerate() {
            // Variables are matched by name, as their indices change with scopes.
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
    /// Returns true if the value changed. Freeing the target does not change a pointer.
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

    /// Formats the value: `NULL`, `?`, `3`, `#2`, `#2.link`, `&x`. Dangling pointers end with `!`.
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
