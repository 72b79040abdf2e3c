//! What is asked about a program, and what follows from its text alone: nothing of it changes while runs are followed.

use crate::Settings;
use crate::bounds::UnwindBounds;
use crate::claim::{BoundedLoop, CallStack};
use crate::target::Approach;
use base::Budget;
use ctype::{FloatKind, Type, TypeId, TypeTable};
use program::{Expr, ExprNode, FunctionId, Program, SymbolId};
use spec::{Question, Specification};

/// How a scalar type stands in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Bits of a value.
    pub width: u32,
    /// Whether it is a number with sign.
    pub signed: bool,
    /// Bytes in memory.
    pub bytes: u32,
}

/// What is asked, up to some bounds.
pub struct BoundedTask<'p> {
    /// The program.
    pub program: &'p Program,
    /// The function that runs start with.
    pub entry: FunctionId,
    /// What is to hold in its states; `None` if nothing is specified.
    pub specification: Option<&'p Specification>,
    /// The types of the program with the pointer type to every part of an object, for paths.
    pub part_types: Option<TypeTable>,
    /// What is asked.
    pub settings: &'p Settings,
    /// How far loops and recursion are followed.
    pub bounds: &'p UnwindBounds,
    /// How long it may take.
    pub budget: &'p Budget,
    /// Nodes of each type in the entry state of a procedure.
    pub heap_nodes: u32,
    /// From where a run may still reach the target; `None` if everything is asked about.
    approach: Option<Approach>,
}

impl<'p> BoundedTask<'p> {
    /// A question, with these bounds.
    pub fn new(
        question: Question<'p>,
        settings: &'p Settings,
        bounds: &'p UnwindBounds,
        budget: &'p Budget,
    ) -> BoundedTask<'p> {
        let Question { program, entry, specification } = question;
        let part_types = specification.map(|_| {
            let mut types = program.types.clone();
            types.intern_addresses();
            types
        });
        let approach = settings.target.as_ref().map(|target| Approach::to(target, program, entry));
        let heap_nodes = settings.heap_nodes.unwrap_or(bounds.of_heap_nodes());
        BoundedTask { program, entry, specification, part_types, settings, bounds, budget, heap_nodes, approach }
    }

    /// Bits of a word.
    pub fn word(&self) -> u32 {
        8 * self.program.types.model().word_bytes() as u32
    }

    /// How a scalar type stands in memory; `None` for what is not followed.
    pub fn shape(&self, ty: TypeId) -> Option<Shape> {
        let types = &self.program.types;
        let bytes = u32::try_from(types.size_of(ty)?).ok()?;
        match types.get(ty) {
            Type::Integer { .. } => types.integer_format(ty).map(|(width, signed)| Shape { width, signed, bytes }),
            Type::Pointer(_) => Some(Shape { width: 8 * bytes, signed: false, bytes }),
            Type::Float(FloatKind::Float | FloatKind::Double) => Some(Shape { width: 8 * bytes, signed: false, bytes }),
            _ => None,
        }
    }

    /// The bit-field that an address stands for: first bit, width, signedness.
    pub fn bit_field(&self, address: &Expr) -> Option<(u32, u32, bool)> {
        let ExprNode::FieldAddress(_, id) = &address.node else { return None };
        let field = self.program.types.fields(id.record).get(id.index as usize)?;
        let (first, width) = field.bits?;
        let (_, signed) = self.program.types.integer_format(field.ty)?;
        Some((first, width, signed))
    }

    /// The symbolic constants of the specification.
    pub fn symbols(&self) -> Vec<(SymbolId, TypeId)> {
        self.specification.map_or_else(Vec::new, Specification::symbol_types)
    }

    /// Bytes of a text whose end a run chooses.
    pub fn text_bound(&self) -> u32 {
        self.bounds.of_loop(BoundedLoop::Text)
    }

    /// Whether runs with these calls under way may still come to what is asked about.
    pub fn may_come_to_target(&self, calls: &CallStack) -> bool {
        self.approach.as_ref().is_none_or(|approach| approach.may_come(self.program, calls))
    }
}
