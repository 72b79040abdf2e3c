//! A heap as boxes and arrows. Blocks are placed in rows by their numbers, so that each has the same position in all
//! pictures of a run; a variable that points to a block is drawn above it.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::limits::{BLOCKS_PER_PICTURE, CELLS_PER_BLOCK, LONGEST_NAME, ROW_WIDTH};
use engine::picture::{HeapPicture, PicturePlace, PicturedBlock, PicturedCell, PicturedLife, PicturedValue};

/// Width of ten characters.
const TEN_CHARACTERS: usize = 68;
/// Height of a line of a box.
const LINE: usize = 17;
/// Space beside the texts of a box.
const MARGIN: usize = 8;
/// Minimum width of a box.
const NARROWEST: usize = 62;
/// Space between boxes of a row, for arrows.
const GAP: usize = 40;
/// Space above a row, for the names of variables.
const ABOVE: usize = 26;
/// Space below a row, for arrows that pass others.
const BELOW: usize = 24;
/// Radius of the corners of arrows.
const CORNER: usize = 6;

/// The layout of a picture.
pub(super) struct HeapDrawing {
    /// Variables that point to no block that is shown.
    pub variables: Vec<DrawnText>,
    pub width: usize,
    pub height: usize,
    pub boxes: Vec<DrawnBlock>,
    pub arrows: Vec<DrawnArrow>,
    /// A textual description, as alternative text.
    pub words: String,
    /// Number of blocks that are not shown.
    pub left_out: usize,
}

/// A positioned text.
pub(super) struct DrawnText {
    pub text: String,
    /// True if the last step has changed it.
    pub is_changed: bool,
    pub x: usize,
    pub y: usize,
}

pub(super) struct DrawnBlock {
    pub number: usize,
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
    pub title: String,
    /// `live`, `many`, `freed`, `gone` or `lost`: its CSS class.
    pub state: &'static str,
    pub is_changed: bool,
    pub cells: Vec<DrawnCell>,
    /// The variables that point to it.
    pub pointers: Vec<DrawnText>,
}

/// A member of a block.
pub(super) struct DrawnCell {
    pub name: String,
    pub value: String,
    pub y: usize,
    /// Top of the line's background.
    pub top: usize,
    pub is_changed: bool,
}

#[derive(Default)]
pub(super) struct DrawnArrow {
    /// The start of the arrow.
    pub x: usize,
    pub y: usize,
    pub path: String,
    pub head: String,
    pub is_dangling: bool,
    pub is_changed: bool,
}

/// The position of a box.
#[derive(Clone, Copy)]
struct Frame {
    row: usize,
    column: usize,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    /// The lower end of the boxes of its row.
    bottom: usize,
    /// Right limit for the names of variables above it.
    room: usize,
}

/// Lays out a picture. `changes` are the places that the last step has changed.
pub(super) fn drawing(picture: &HeapPicture, changes: &BTreeSet<PicturePlace>) -> HeapDrawing {
    let shown = shown_blocks(picture, changes);
    let (frames, width, height) = frames(&shown);
    let mut drawing = HeapDrawing {
        variables: Vec::new(),
        width,
        height,
        boxes: Vec::new(),
        arrows: Vec::new(),
        words: words(picture, &shown),
        left_out: picture.left_out + (picture.blocks.len() - shown.len()),
    };
    for (index, cell) in picture.variables.iter().enumerate() {
        let is_pointer = matches!(cell.value, PicturedValue::Block { number, .. } if frames.contains_key(&number));
        if !is_pointer {
            let is_changed = changes.contains(&PicturePlace::Variable(index));
            drawing.variables.push(DrawnText { text: assignment(cell), is_changed, x: 0, y: 0 });
        }
    }
    let mut lowest = frames.values().map(|frame| frame.y + frame.height + 4).max().unwrap_or(0);
    for block in &shown {
        let Some(frame) = frames.get(&block.number) else { continue };
        drawing.boxes.extend(drawn_block(block, &frames, picture, changes));
        for (index, cell) in block.cells.iter().take(CELLS_PER_BLOCK).enumerate() {
            let PicturedValue::Block { number, place, is_dangling } = &cell.value else { continue };
            let Some(target) = frames.get(number) else { continue };
            let aim = picture.block(*number).and_then(|block| member_line(block, place));
            let arrow = arrow(*frame, *target, index, aim);
            if frame.row >= target.row && frame.column.abs_diff(target.column) > 1 {
                lowest = lowest.max(frame.bottom + BELOW / 2 + 4);
            }
            let is_changed = changes.contains(&PicturePlace::Cell(block.number, index));
            drawing.arrows.push(DrawnArrow { is_dangling: *is_dangling, is_changed, ..arrow });
        }
    }
    drawing.height = drawing.height.min(lowest);
    let names = drawing.boxes.iter().flat_map(|block| &block.pointers);
    drawing.width = names.map(|name| name.x + text_width(&name.text)).fold(drawing.width, usize::max);
    drawing
}

/// Lays out a picture in which some blocks represent several blocks each.
pub(super) fn abstract_drawing(picture: &HeapPicture, many: &BTreeSet<usize>) -> HeapDrawing {
    let mut drawing = drawing(picture, &BTreeSet::new());
    for block in drawing.boxes.iter_mut().filter(|block| many.contains(&block.number) && block.state == "live") {
        block.state = "many";
    }
    drawing
}

/// Returns the blocks that are shown, by number. If there are many, those that changed, those that variables point to,
/// and their neighbours.
fn shown_blocks<'p>(picture: &'p HeapPicture, changes: &BTreeSet<PicturePlace>) -> Vec<&'p PicturedBlock> {
    if picture.blocks.len() <= BLOCKS_PER_PICTURE {
        return picture.blocks.iter().collect();
    }
    let changed = changes.iter().filter_map(|place| match place {
        PicturePlace::Block(number) | PicturePlace::Cell(number, _) => Some(*number),
        PicturePlace::Variable(_) => None,
    });
    let targets = |cells: &[PicturedCell]| -> Vec<usize> {
        let target = |cell: &PicturedCell| match cell.value {
            PicturedValue::Block { number, .. } => Some(number),
            _ => None,
        };
        cells.iter().filter_map(target).collect()
    };
    // Changes by many steps must leave room for the blocks near variables.
    let first = changed.take(BLOCKS_PER_PICTURE / 3).chain(targets(&picture.variables));
    let mut agenda: VecDeque<usize> = first.collect();
    let mut wanted = BTreeSet::new();
    while let (Some(number), true) = (agenda.pop_front(), wanted.len() < BLOCKS_PER_PICTURE * 2 / 3) {
        let Some(block) = picture.block(number) else { continue };
        if wanted.insert(number) {
            agenda.extend(targets(&block.cells));
        }
    }
    picture.blocks.iter().filter(|block| wanted.contains(&block.number)).collect()
}

/// Places the boxes; also returns the size of the picture.
fn frames(blocks: &[&PicturedBlock]) -> (BTreeMap<usize, Frame>, usize, usize) {
    let mut rows: Vec<Vec<(usize, usize, usize)>> = Vec::new();
    let mut used = ROW_WIDTH;
    for block in blocks {
        let (width, height) = size(block);
        if used + width + GAP > ROW_WIDTH {
            rows.push(Vec::new());
            used = 0;
        }
        used += width + GAP;
        rows.last_mut().into_iter().for_each(|row| row.push((block.number, width, height)));
    }
    let (mut frames, mut y, mut widest) = (BTreeMap::new(), 0, 0);
    for (row, boxes) in rows.iter().enumerate() {
        y += ABOVE;
        let tallest = boxes.iter().map(|(_, _, height)| *height).max().unwrap_or(0);
        let mut x = GAP / 2;
        for (column, (number, width, height)) in boxes.iter().copied().enumerate() {
            let is_last = column + 1 == boxes.len();
            let room = if is_last { ROW_WIDTH } else { x + width + GAP - MARGIN };
            frames.insert(number, Frame { row, column, x, y, width, height, bottom: y + tallest, room });
            x += width + GAP;
        }
        widest = widest.max(x);
        y += tallest + BELOW;
    }
    (frames, widest, y)
}

fn size(block: &PicturedBlock) -> (usize, usize) {
    let lines = block
        .cells
        .iter()
        .take(CELLS_PER_BLOCK)
        .map(|cell| 2 + short(&cell.name).chars().count() + short(&cell.value.text()).chars().count().max(4));
    let longest = lines.chain([title(block).chars().count()]).max().unwrap_or(0);
    let width = (longest * TEN_CHARACTERS / 10 + 2 * MARGIN).max(NARROWEST);
    (width, LINE * (1 + line_count(block)) + 5)
}

/// Returns the number of lines of a block below its title.
fn line_count(block: &PicturedBlock) -> usize {
    let hidden = usize::from(block.cells.len() > CELLS_PER_BLOCK);
    block.cells.len().min(CELLS_PER_BLOCK) + hidden
}

fn title(block: &PicturedBlock) -> String {
    let state = match (block.life, block.is_unreachable) {
        (PicturedLife::Freed, _) => " freed",
        (PicturedLife::Gone, _) => " out of scope",
        (PicturedLife::Allocated, true) => " unreachable",
        (PicturedLife::Allocated, false) => "",
    };
    let what = match &block.type_name {
        Some(name) => short(name.strip_prefix("struct ").unwrap_or(name)),
        None => format!("{} bytes", block.bytes),
    };
    format!("#{} {what}{state}", block.number)
}

/// Truncates a text to the width of a box.
fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_string(),
    }
}

/// Returns the text in a cell: empty where an arrow begins.
fn value(cell: &PicturedCell, frames: &BTreeMap<usize, Frame>) -> String {
    match &cell.value {
        PicturedValue::Block { number, .. } if frames.contains_key(number) => String::new(),
        value => short(&value.text()),
    }
}

fn assignment(cell: &PicturedCell) -> String {
    format!("{} = {}", cell.name, cell.value.text())
}

fn drawn_block(
    block: &PicturedBlock,
    frames: &BTreeMap<usize, Frame>,
    picture: &HeapPicture,
    changes: &BTreeSet<PicturePlace>,
) -> Option<DrawnBlock> {
    let frame = *frames.get(&block.number)?;
    let Frame { x, y, width, height, .. } = frame;
    let hidden = block.cells.len().saturating_sub(CELLS_PER_BLOCK);
    let line = |index: usize| (y + LINE * (index + 2) - 1, y + LINE * (index + 1) + 3);
    let cell = |(index, cell): (usize, &PicturedCell)| {
        let (baseline, top) = line(index);
        let is_changed = changes.contains(&PicturePlace::Cell(block.number, index));
        DrawnCell { name: short(&cell.name), value: value(cell, frames), y: baseline, top, is_changed }
    };
    let more = (hidden > 0).then(|| {
        let (baseline, top) = line(CELLS_PER_BLOCK);
        DrawnCell { name: format!("… {hidden} more"), value: String::new(), y: baseline, top, is_changed: false }
    });
    Some(DrawnBlock {
        number: block.number,
        x,
        y,
        width,
        height,
        title: title(block),
        state: match (block.life, block.is_unreachable) {
            (PicturedLife::Freed, _) => "freed",
            (PicturedLife::Gone, _) => "gone",
            (PicturedLife::Allocated, true) => "lost",
            (PicturedLife::Allocated, false) => "live",
        },
        is_changed: changes.contains(&PicturePlace::Block(block.number)),
        cells: block.cells.iter().take(CELLS_PER_BLOCK).enumerate().map(cell).chain(more).collect(),
        pointers: pointers(block.number, frame, picture, changes),
    })
}

/// Returns the width of the name of a variable, with space after it.
fn text_width(text: &str) -> usize {
    text.chars().count() * TEN_CHARACTERS / 10 + MARGIN
}

/// Returns the variables that point to a block, side by side above it. Those that do not fit are counted.
fn pointers(number: usize, frame: Frame, picture: &HeapPicture, changes: &BTreeSet<PicturePlace>) -> Vec<DrawnText> {
    let (mut x, mut found, mut hidden) = (frame.x, Vec::<DrawnText>::new(), 0);
    for (index, cell) in picture.variables.iter().enumerate() {
        let PicturedValue::Block { number: to, place, is_dangling } = &cell.value else { continue };
        if *to != number {
            continue;
        }
        let gone = if *is_dangling { "!" } else { "" };
        let text = format!(
            "{}{}{gone}",
            short(&cell.name),
            if place.is_empty() { String::new() } else { format!("→{place}") }
        );
        let width = text_width(&text);
        if !found.is_empty() && x + width > frame.room {
            hidden += 1;
            continue;
        }
        let is_changed = changes.contains(&PicturePlace::Variable(index));
        found.push(DrawnText { text, is_changed, x, y: frame.y - 9 });
        x += width;
    }
    if hidden > 0 {
        found.push(DrawnText { text: format!("+{hidden}"), is_changed: false, x, y: frame.y - 9 });
    }
    found
}

/// Returns the line of the member that a pointer into a block points to.
fn member_line(block: &PicturedBlock, place: &str) -> Option<usize> {
    let name = place.strip_prefix('.')?;
    block
        .cells
        .iter()
        .take(CELLS_PER_BLOCK)
        .position(|cell| cell.name == name || cell.name.starts_with(&format!("{name}.")))
}

/// Returns an arrow from a cell to a block: it leaves its box on the side of its target. `aim` is the line it points
/// to, unless it points to the block as a whole.
fn arrow(from: Frame, to: Frame, index: usize, aim: Option<usize>) -> DrawnArrow {
    let line = |frame: Frame, index: usize| frame.y + LINE * (index + 1) + LINE / 2 + 3;
    let (y, right) = (line(from, index), from.x + from.width);
    if (from.row, from.column) == (to.row, to.column) {
        let end = aim.map_or(to.y + LINE / 2, |aim| line(to, aim));
        let out = right + 26;
        let path = format!("M{right} {y}C{out} {y} {out} {end} {} {end}", right + 7);
        return DrawnArrow { x: right, y, path, head: head((right + 1, end), Side::Left), ..DrawnArrow::default() };
    }
    let is_rightwards = (to.x + to.width / 2, to.column) > (from.x + from.width / 2, from.column);
    let start = if is_rightwards { right } else { from.x };
    if from.row == to.row && from.column.abs_diff(to.column) == 1 {
        let end = aim.map_or(y.min(to.y + to.height - 6), |aim| line(to, aim));
        let (tip, back, side) = match is_rightwards {
            true => (to.x, to.x - 6, Side::Right),
            false => (to.x + to.width, to.x + to.width + 6, Side::Left),
        };
        let middle = usize::midpoint(start, tip);
        let path = format!("M{start} {y}C{middle} {y} {middle} {end} {back} {end}");
        return DrawnArrow { x: start, y, path, head: head((tip, end), side), ..DrawnArrow::default() };
    }
    // Arrows to other rows leave on the side of the next or the previous box of the row.
    let leaves_right = match from.row.cmp(&to.row) {
        Ordering::Less => true,
        Ordering::Equal => is_rightwards,
        Ordering::Greater => false,
    };
    let (start, out) = if leaves_right { (right, right + GAP / 3) } else { (from.x, from.x.saturating_sub(GAP / 3)) };
    if from.row < to.row {
        // Between the rows, and down beside the names of variables.
        let (x, between) = (to.x + to.width - 10, to.y - ABOVE - BELOW / 2);
        let path = rounded(&[(start, y), (out, y), (out, between), (x, between), (x, to.y - 6)]);
        return DrawnArrow { x: start, y, path, head: head((x, to.y), Side::Down), ..DrawnArrow::default() };
    }
    // Below the other boxes of the row.
    let (x, below, edge) = (to.x + to.width / 2, to.bottom + BELOW / 2, to.y + to.height);
    let path = rounded(&[(start, y), (out, y), (out, below), (x, below), (x, edge + 6)]);
    DrawnArrow { x: start, y, path, head: head((x, edge), Side::Up), ..DrawnArrow::default() }
}

/// Returns a path of lines along the axes, with round corners.
fn rounded(points: &[(usize, usize)]) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.iter().copied().enumerate() {
        let before = index.checked_sub(1).and_then(|before| points.get(before));
        let (Some(before), Some(behind)) = (before, points.get(index + 1)) else {
            path += &format!("{}{x} {y}", if index == 0 { "M" } else { "L" });
            continue;
        };
        let (near, next) = (towards((x, y), *before), towards((x, y), *behind));
        path += &format!("L{} {}Q{x} {y} {} {}", near.0, near.1, next.0, next.1);
    }
    path
}

/// Returns a point near a corner, towards the next one.
fn towards(corner: (usize, usize), next: (usize, usize)) -> (usize, usize) {
    let near = |from: usize, to: usize| {
        let step = CORNER.min(from.abs_diff(to) / 2);
        if to < from { from - step } else { from + step }
    };
    (near(corner.0, next.0), near(corner.1, next.1))
}

/// The direction of an arrow.
enum Side {
    Left,
    Right,
    Up,
    Down,
}

/// Returns the head of an arrow with its tip at a point.
fn head((x, y): (usize, usize), side: Side) -> String {
    let (back, spread) = (7, 4);
    match side {
        Side::Right => format!("M{x} {y}L{} {}L{} {}Z", x - back, y - spread, x - back, y + spread),
        Side::Left => format!("M{x} {y}L{} {}L{} {}Z", x + back, y - spread, x + back, y + spread),
        Side::Down => format!("M{x} {y}L{} {}L{} {}Z", x - spread, y - back, x + spread, y - back),
        Side::Up => format!("M{x} {y}L{} {}L{} {}Z", x - spread, y + back, x + spread, y + back),
    }
}

/// Returns true if nothing has changed except variables that point to no block, now and before: blocks and arrows are
/// unchanged.
pub(super) fn is_heap_the_same(picture: &HeapPicture, before: &HeapPicture, changes: &BTreeSet<PicturePlace>) -> bool {
    let points =
        |cell: Option<&PicturedCell>| cell.is_some_and(|cell| matches!(cell.value, PicturedValue::Block { .. }));
    changes.iter().all(|place| match *place {
        PicturePlace::Variable(index) => {
            let cell = picture.variables.get(index);
            let earlier = before.variables.iter().find(|known| cell.is_some_and(|cell| cell.name == known.name));
            !points(cell) && !points(earlier)
        }
        PicturePlace::Block(_) | PicturePlace::Cell(..) => false,
    })
}

/// Describes the shown part of a picture in words.
fn words(picture: &HeapPicture, shown: &[&PicturedBlock]) -> String {
    let variables = picture.variables.iter().map(assignment).collect::<Vec<_>>().join(", ");
    let block = |block: &PicturedBlock| {
        let cells = block.cells.iter().map(assignment).collect::<Vec<_>>().join(", ");
        format!("; {}{}", title(block), if cells.is_empty() { String::new() } else { format!(" {{ {cells} }}") })
    };
    variables + &shown.iter().copied().map(block).collect::<String>()
}

/// Describes the changes of a step in words.
pub(super) fn changed(picture: &HeapPicture, changes: &BTreeSet<PicturePlace>) -> String {
    let text = |place: &PicturePlace| match *place {
        PicturePlace::Variable(index) => picture.variables.get(index).map(assignment),
        PicturePlace::Block(number) => picture.block(number).map(title),
        PicturePlace::Cell(number, index) => {
            let cell = picture.block(number).and_then(|block| block.cells.get(index));
            cell.map(|cell| format!("#{number}.{}", assignment(cell)))
        }
    };
    changes.iter().filter_map(text).collect::<Vec<_>>().join(", ")
}
