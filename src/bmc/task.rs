//! The task, and what follows from its text alone. Nothing of it changes during unrolling.

use crate::Settings;
use crate::bounds::UnwindBounds;
use crate::claim::{BoundedLoop, CallStack};
use crate::target::Approach;
use base::Budget;
use ctype::{FloatKind, Type, TypeId, TypeTable};
use program::{Expr, ExprNode, FunctionId, Program, SymbolId};
use spec::{Question, Specification};

/// The representation of a scalar type in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Width of a value in bits.
    pub width: u32,
    /// True for a signed integer.
    pub signed: bool,
    /// Size in memory, in bytes.
    pub bytes: u32,
}

/// The task for some bounds.
pub struct BoundedTask<'p> {
    pub program: &'p Program,
    /// The function that runs start with.
    pub entry: FunctionId,
    /// `None` if nothing is specified.
    pub specification: Option<&'p Specification>,
    /// The types of the program, with a pointer type for every part of an object: paths need them.
    pub part_types: Option<TypeTable>,
    pub settings: &'p Settings,
    pub bounds: &'p UnwindBounds,
    pub budget: &'p Budget,
    /// Number of nodes of each type in the entry state of a procedure.
    pub heap_nodes: u32,
    /// The locations from which the target is reachable; `None` if there is no target.
    approach: Option<Approach>,
}

impl<'p> BoundedTask<'p> {
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

    /// Returns the width of a machine word in bits.
    pub fn word(&self) -> u32 {
        8 * self.program.types.model().word_bytes() as u32
    }

    /// Returns the representation of a scalar type; `None` for types that are not modelled.
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

    /// Returns the bit-field that an address denotes: first bit, width, signedness.
    pub fn bit_field(&self, address: &Expr) -> Option<(u32, u32, bool)> {
        let ExprNode::FieldAddress(_, id) = &address.node else { return None };
        let field = self.program.types.fields(id.record).get(id.index as usize)?;
        let (first, width) = field.bits?;
        let (_, signed) = self.program.types.integer_format(field.ty)?;
        Some((first, width, signed))
    }

    pub fn symbols(&self) -> Vec<(SymbolId, TypeId)> {
        self.specification.map_or_else(Vec::new, Specification::symbol_types)
    }

    /// Maximum number of bytes of a string whose end a run chooses.
    pub fn text_bound(&self) -> u32 {
        self.bounds.of_loop(BoundedLoop::Text)
    }

    /// Returns true if runs with this call stack may still reach the target.
    pub fn may_come_to_target(&self, calls: &CallStack) -> bool {
        self.approach.as_ref().is_none_or(|approach| approach.may_come(self.program, calls))
    }
}
