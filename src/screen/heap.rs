//! Draws a heap: blocks as boxes, pointers between neighbours as arrows, all others as `#3`.
//!
//! ```text
//! x=#1  t=?
//!
//! x
//! ┌#1 struct node┐   ┌#2 struct node┐
//! │n           ●─┼──▸│n         NULL│
//! │data         0│   │data         3│
//! └──────────────┘   └──────────────┘
//! ```
//!
//! A row of boxes follows the first pointer to a block that is not drawn yet. Changes by a step are bold, freed blocks
//! have broken frames.

use std::collections::{BTreeMap, BTreeSet};

use ratatui::text::{Line, Span};

use crate::limits::{CELL_COLUMNS, HEAP_ROWS};
use crate::style::Theme;
use engine::picture::{HeapPicture, PicturePlace, PicturedBlock, PicturedCell, PicturedLife, PicturedValue};

/// Columns between two boxes.
const GAP: usize = 3;

/// The style of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ink {
    Plain,
    Changed,
    Faint,
    Bad,
}

/// Draws a heap as lines of at most `width` columns. `changed` are the places that the last step has changed.
pub(super) fn drawn(
    picture: &HeapPicture,
    changed: &BTreeSet<PicturePlace>,
    width: usize,
    theme: Theme,
) -> Vec<Line<'static>> {
    let mut drawing = Drawing { picture, changed, width: width.max(12), rows: Vec::new() };
    drawing.variables();
    for row in chains(picture) {
        drawing.chain(&row);
        if drawing.rows.len() > HEAP_ROWS {
            break;
        }
    }
    if picture.left_out > 0 {
        let text = format!("and {} blocks that are not shown", picture.left_out);
        drawing.rows.push(text.chars().map(|character| (character, Ink::Faint)).collect());
    }
    drawing.rows.iter().map(|row| line(row, theme)).collect()
}

/// Arranges the blocks in rows: each row follows pointers, from a variable's block, or from one that no variable points
/// to.
fn chains(picture: &HeapPicture) -> Vec<Vec<usize>> {
    let blocks: BTreeMap<usize, &PicturedBlock> = picture.blocks.iter().map(|block| (block.number, block)).collect();
    let from_variables = picture.variables.iter().filter_map(|cell| target(&cell.value));
    let starts = from_variables.chain(picture.blocks.iter().map(|block| block.number));
    let mut placed = BTreeSet::new();
    let mut rows = Vec::new();
    for start in starts {
        let mut row = Vec::new();
        let mut next = Some(start);
        while let Some(block) = next.and_then(|number| blocks.get(&number)).filter(|block| placed.insert(block.number))
        {
            row.push(block.number);
            let targets = block.cells.iter().filter_map(|cell| target(&cell.value));
            next = targets.into_iter().find(|number| !placed.contains(number) && blocks.contains_key(number));
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    rows
}

fn target(value: &PicturedValue) -> Option<usize> {
    match value {
        PicturedValue::Block { number, .. } => Some(*number),
        _ => None,
    }
}

struct Drawing<'p> {
    picture: &'p HeapPicture,
    changed: &'p BTreeSet<PicturePlace>,
    width: usize,
    rows: Vec<Vec<(char, Ink)>>,
}

/// The layout of a box.
struct Boxed {
    title: String,
    /// Name, value, and style of each cell.
    cells: Vec<(String, String, Ink)>,
    /// Columns between the sides.
    inner: usize,
    life: PicturedLife,
    ink: Ink,
    /// Variables that point to its start.
    labels: Vec<(String, Ink)>,
    /// The cell that the arrow to the next box starts from.
    arrow: Option<usize>,
}

impl Drawing<'_> {
    fn ink(&self, place: PicturePlace) -> Ink {
        if self.changed.contains(&place) { Ink::Changed } else { Ink::Plain }
    }

    /// Draws all variables with their values.
    fn variables(&mut self) {
        let mut row: Vec<(char, Ink)> = Vec::new();
        for (index, cell) in self.picture.variables.iter().enumerate() {
            let text = format!("{}={}", cell.name, cut(&cell.value.text()));
            let ink = match &cell.value {
                PicturedValue::Block { is_dangling: true, .. } | PicturedValue::Variable { is_dangling: true, .. } => {
                    Ink::Bad
                }
                _ => self.ink(PicturePlace::Variable(index)),
            };
            if !row.is_empty() && row.len() + 2 + text.chars().count() > self.width {
                self.rows.push(std::mem::take(&mut row));
            }
            if !row.is_empty() {
                row.extend([(' ', Ink::Plain); 2]);
            }
            row.extend(text.chars().map(|character| (character, ink)));
        }
        self.rows.push(row);
    }

    /// Draws a row of boxes, wrapped if it is too long.
    fn chain(&mut self, numbers: &[usize]) {
        let boxes: Vec<Boxed> = numbers
            .iter()
            .enumerate()
            .filter_map(|(index, number)| {
                Some(self.boxed(self.picture.block(*number)?, numbers.get(index + 1).copied()))
            })
            .collect();
        let mut begun = 0;
        while begun < boxes.len() {
            let mut used = 0;
            let fits = |one: &&Boxed| {
                used += one.inner + 2 + GAP;
                used <= self.width + GAP
            };
            let count = boxes.get(begun..).unwrap_or(&[]).iter().take_while(fits).count().max(1);
            let end = (begun + count).min(boxes.len());
            self.row(boxes.get(begun..end).unwrap_or(&[]));
            begun = end;
        }
    }

    fn boxed(&self, block: &PicturedBlock, next: Option<usize>) -> Boxed {
        let number = block.number;
        let note = match block.life {
            PicturedLife::Allocated if block.is_unreachable => " unreachable",
            PicturedLife::Allocated => "",
            PicturedLife::Freed => " freed",
            PicturedLife::Gone => " out of scope",
        };
        let type_name = block.type_name.as_deref().filter(|_| note.is_empty()).unwrap_or_default();
        let title = cut(format!("#{number}{note} {type_name}").trim_end());
        let arrow = next.and_then(|next| block.cells.iter().position(|cell| target(&cell.value) == Some(next)));
        let mut cells: Vec<(String, String, Ink)> = Vec::new();
        for (index, PicturedCell { name, value }) in block.cells.iter().enumerate() {
            // The arrow shows the target, unless it is inside the block.
            let text = match value {
                PicturedValue::Block { place, is_dangling: false, .. } if arrow == Some(index) && place.is_empty() => {
                    "●─".to_string()
                }
                value => cut(&value.text()),
            };
            let ink = match value {
                PicturedValue::Block { is_dangling: true, .. } | PicturedValue::Variable { is_dangling: true, .. } => {
                    Ink::Bad
                }
                _ => self.ink(PicturePlace::Cell(number, index)),
            };
            cells.push((cut(name), text, ink));
        }
        if cells.is_empty() && block.life == PicturedLife::Allocated {
            cells.push((format!("{} bytes", block.bytes), String::new(), Ink::Plain));
        }
        let widths = cells.iter().map(|(name, value, _)| name.chars().count() + 1 + value.chars().count());
        let inner = widths.chain([title.chars().count()]).max().unwrap_or(0);
        let pointing = self.picture.variables.iter().enumerate();
        let labels = pointing
            .filter(|(_, cell)| target(&cell.value) == Some(number))
            .map(|(index, cell)| (cell.name.clone(), self.ink(PicturePlace::Variable(index))))
            .collect();
        let ink = match (block.is_unreachable, self.ink(PicturePlace::Block(number))) {
            (true, _) => Ink::Bad,
            (false, Ink::Plain) if block.life != PicturedLife::Allocated => Ink::Faint,
            (false, ink) => ink,
        };
        Boxed { title, cells, inner, life: block.life, ink, labels, arrow }
    }

    /// Draws boxes of one height side by side.
    fn row(&mut self, boxes: &[Boxed]) {
        let height = boxes.iter().map(|one| one.cells.len()).max().unwrap_or(0);
        let mut canvas: Vec<Vec<(char, Ink)>> = vec![Vec::new(); height + 3];
        for (index, one) in boxes.iter().enumerate() {
            let is_last = index + 1 == boxes.len();
            let left = canvas.last().map_or(0, Vec::len);
            self.labels(one, &mut canvas, left);
            draw_box(one, &mut canvas, height, left);
            if is_last {
                continue;
            }
            for (at, row) in canvas.iter_mut().enumerate() {
                let is_arrow = one.arrow.is_some_and(|cell| cell + 2 == at);
                let ink = one.arrow.and_then(|cell| one.cells.get(cell)).map_or(Ink::Plain, |(_, _, ink)| *ink);
                fill(row, left + one.inner + 2);
                let gap = if is_arrow { "──▸" } else { "   " };
                row.extend(gap.chars().map(|character| (character, if is_arrow { ink } else { Ink::Plain })));
            }
        }
        self.rows.append(&mut canvas);
    }

    /// Draws the variables that point to a box, above it.
    fn labels(&self, one: &Boxed, canvas: &mut [Vec<(char, Ink)>], left: usize) {
        let Some(row) = canvas.first_mut() else { return };
        fill(row, left);
        let room = one.inner + 2;
        for (index, (name, ink)) in one.labels.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            for character in comma.chars().chain(name.chars()) {
                if row.len() < left + room {
                    row.push((character, *ink));
                }
            }
        }
        fill(row, left + room);
    }
}

/// Draws a box below its labels.
fn draw_box(one: &Boxed, canvas: &mut [Vec<(char, Ink)>], height: usize, left: usize) {
    let (across, down) = match one.life {
        PicturedLife::Allocated => ('─', '│'),
        PicturedLife::Freed | PicturedLife::Gone => ('╌', '┆'),
    };
    let edges = |text: &mut Vec<(char, Ink)>, start: char, middle: &str, end: char| {
        fill(text, left);
        let padding = one.inner.saturating_sub(middle.chars().count());
        let whole = std::iter::once(start).chain(middle.chars()).chain(std::iter::repeat_n(across, padding));
        text.extend(whole.chain([end]).map(|character| (character, one.ink)));
    };
    for (at, row) in canvas.iter_mut().enumerate().skip(1) {
        match at {
            1 => edges(row, '┌', &one.title, '┐'),
            at if at == height + 2 => edges(row, '└', "", '┘'),
            at => {
                fill(row, left);
                let is_arrow = one.arrow.is_some_and(|cell| cell + 2 == at);
                row.push((down, one.ink));
                if let Some((name, value, ink)) = one.cells.get(at - 2) {
                    let padding = one.inner.saturating_sub(name.chars().count() + value.chars().count());
                    let text = name.chars().chain(std::iter::repeat_n(' ', padding)).chain(value.chars());
                    row.extend(text.map(|character| (character, *ink)));
                }
                fill(row, left + 1 + one.inner);
                let is_drawn = is_arrow && one.cells.get(at - 2).is_some_and(|(_, value, _)| value.starts_with('●'));
                row.push((if is_drawn { '┼' } else { down }, one.ink));
            }
        }
    }
}

fn fill(row: &mut Vec<(char, Ink)>, until: usize) {
    while row.len() < until {
        row.push((' ', Ink::Plain));
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= CELL_COLUMNS {
        return text.to_string();
    }
    text.chars().take(CELL_COLUMNS - 1).chain(['…']).collect()
}

fn line(row: &[(char, Ink)], theme: Theme) -> Line<'static> {
    let spans = row.chunk_by(|one, other| one.1 == other.1).map(|part| {
        let text: String = part.iter().map(|(character, _)| *character).collect();
        match part.first().map_or(Ink::Plain, |(_, ink)| *ink) {
            Ink::Plain => Span::raw(text),
            Ink::Changed => Span::styled(text, theme.changed()),
            Ink::Faint => Span::styled(text, theme.faint()),
            Ink::Bad => Span::styled(text, theme.bad()),
        }
    });
    Line::from(spans.collect::<Vec<_>>())
}
