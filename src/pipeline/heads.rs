//! Pictures of the configurations that the shape analysis has proved to cover memory at the heads of loops, and
//! pictures of memory where an error is suspected.

use std::collections::{BTreeMap, BTreeSet};

use crate::trace::is_shown;
use base::{SourceMap, SourcePosition};
use engine::evidence::Alarm;
use engine::picture::{HeapPicture, PicturedBlock, PicturedCell, PicturedLife, PicturedValue};
use program::{FaultKind, Program, display};
use smg::{self, LoopHead, NamedCell, NamedConfiguration, NamedObject, NamedValue};

/// The head of a loop: memory there always matches one of its pictures, shown or left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadPictures {
    pub function: String,
    pub name: String,
    pub position: SourcePosition,
    pub pictures: Vec<AbstractPicture>,
    /// Number of further pictures that are not shown.
    pub left_out: usize,
    /// True if two symbolic constants of the specification may be exchanged in each of them.
    pub is_up_to_symmetry: bool,
}

/// A picture in which a block may stand for several (a summary node).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbstractPicture {
    pub picture: HeapPicture,
    /// The blocks that may stand for any other number of blocks than one.
    pub many: BTreeSet<usize>,
}

/// Summary blocks: those that may stand for a number of blocks other than one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuspectPicture {
    pub kind: FaultKind,
    pub position: SourcePosition,
    pub picture: AbstractPicture,
    /// Memory after a number of the steps that are shown, as far as it is known.
    steps: BTreeMap<usize, AbstractPicture>,
}

impl SuspectPicture {
    /// Returns the picture for an alarm that no run confirms.
    pub fn of<'s>(alarm: &Alarm, suspects: &'s [SuspectPicture]) -> Option<&'s SuspectPicture> {
        let is_it = |known: &&SuspectPicture| known.kind == alarm.kind && known.position == alarm.position;
        suspects.iter().filter(|_| !alarm.certain()).find(is_it)
    }

    /// Returns memory after `made` of the steps that are shown, if it is known.
    pub fn after(&self, made: usize) -> Option<&AbstractPicture> {
        self.steps.get(&made)
    }
}

/// Returns pictures of the errors that were found, if pictures were requested.
pub(super) fn suspects(program: &Program, sources: &SourceMap, analysis: &smg::Analysis) -> Vec<SuspectPicture> {
    let suspect = |finding: &smg::Finding| {
        let picture = picture(finding.evidence.named.as_ref()?);
        let (kind, position, steps) = (finding.kind, sources.position(finding.span), step_pictures(program, finding));
        Some(SuspectPicture { kind, position, picture, steps })
    };
    analysis.findings.iter().filter_map(suspect).collect()
}

/// Returns the pictures on the path to an error. A step that is not shown changes no memory.
fn step_pictures(program: &Program, finding: &smg::Finding) -> BTreeMap<usize, AbstractPicture> {
    let (mut shown, mut found) = (0, BTreeMap::new());
    for (step, after) in finding.evidence.steps.iter().zip(&finding.evidence.after) {
        shown += usize::from(is_shown(program, (step.function, step.edge)));
        if let Some(named) = after {
            found.insert(shown, picture(named));
        }
    }
    found
}

/// Returns the heads of loops, in the order of the text; none unless the analysis covers every run and has found no
/// error.
pub(super) fn heads(program: &Program, sources: &SourceMap, analysis: &smg::Analysis) -> Vec<HeadPictures> {
    let is_proof = analysis.is_complete() && analysis.findings.is_empty();
    let heads = analysis.heads.iter().filter(|_| is_proof);
    let mut found: Vec<HeadPictures> = heads.filter_map(|head| pictures(program, sources, head)).collect();
    found.sort_by(|a, b| a.position.cmp(&b.position));
    found
}

fn pictures(program: &Program, sources: &SourceMap, head: &LoopHead) -> Option<HeadPictures> {
    let flowchart = program.flowchart(head.function)?;
    Some(HeadPictures {
        function: program.functions.get(head.function)?.name.clone(),
        name: display::location_name(flowchart, head.location),
        position: sources.position(flowchart.location(head.location).span),
        pictures: head.shown.iter().map(picture).collect(),
        left_out: head.left_out,
        is_up_to_symmetry: head.is_up_to_symmetry,
    })
}

fn picture(named: &NamedConfiguration) -> AbstractPicture {
    let life = |number: usize| named.objects.iter().find(|object| object.number == number).map(life);
    let cell = |cell: &NamedCell| PicturedCell {
        name: cell.name.clone(),
        value: match &cell.value {
            NamedValue::Null => PicturedValue::Null,
            NamedValue::Undefined => PicturedValue::Undefined,
            NamedValue::Plain(text) => PicturedValue::Plain(text.clone()),
            NamedValue::Object { number, place } => PicturedValue::Block {
                number: *number,
                place: place.clone(),
                is_dangling: life(*number) == Some(PicturedLife::Freed),
            },
        },
    };
    let block = |object: &NamedObject| PicturedBlock {
        number: object.number,
        type_name: match (&object.type_name, &object.count) {
            (Some(name), Some(count)) => Some(format!("{} × {count}", name.strip_prefix("struct ").unwrap_or(name))),
            (None, Some(count)) => Some(format!("{} bytes × {count}", object.bytes)),
            (name, None) => name.clone(),
        },
        bytes: object.bytes,
        life: self::life(object),
        cells: object.cells.iter().map(cell).collect(),
        is_unreachable: false,
    };
    AbstractPicture {
        picture: HeapPicture {
            variables: named.variables.iter().map(cell).collect(),
            blocks: named.objects.iter().map(block).collect(),
            left_out: 0,
        },
        many: named.objects.iter().filter(|object| object.count.is_some()).map(|object| object.number).collect(),
    }
}

fn life(object: &NamedObject) -> PicturedLife {
    if object.is_allocated { PicturedLife::Allocated } else { PicturedLife::Freed }
}
