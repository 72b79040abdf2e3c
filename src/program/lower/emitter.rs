//! Turns lowered values into commands: owns the program so far, the open scopes, the function and its flowchart.
//!
//! It never sees the syntax tree; state that only the walk over it needs is in [`Lowerer`](crate::lower::Lowerer).
//! Invariant: `builder.current` is the location where lowering continues, and every emitted command advances it.

use crate::lower::cleanup::Cleanups;
use crate::lower::function_state::FunctionState;
use crate::lower::graph::FlowchartBuilder;
use crate::lower::reporter::Reporter;
use crate::lower::scope::Scopes;
use crate::lower::value::PutOff;
use crate::lower::variable_array::VariableArrays;
use crate::{Command, Program, Reach, VariableId, VariableKind};
use base::Span;
use ctype::TypeId;

pub(super) struct Emitter<'s> {
    pub(super) program: Program,
    pub(super) reporter: Reporter,
    pub(super) scopes: Scopes<'s>,
    pub(super) arrays: VariableArrays,
    pub(super) cleanups: Cleanups,
    pub(super) builder: FlowchartBuilder,
    pub(super) function: FunctionState,
    pub(super) put_off: PutOff,
}

impl Emitter<'_> {
    pub(super) fn new(program: Program) -> Self {
        Emitter {
            program,
            reporter: Reporter::default(),
            scopes: Scopes::default(),
            arrays: VariableArrays::default(),
            cleanups: Cleanups::default(),
            builder: FlowchartBuilder::new(),
            function: FunctionState::default(),
            put_off: PutOff::default(),
        }
    }

    /// Emits one edge that no engine follows, after which control may continue anywhere: what is lowered instead need
    /// not be what the program does. Warns once for each `key`.
    pub(super) fn unsupported(&mut self, key: &str, reason: String, span: Span) {
        self.unsupported_within(key, Reach::Control, reason, span);
    }

    /// Emits one edge that no engine follows and that affects no more than `reach`; warns once for each `key`.
    pub(super) fn unsupported_within(&mut self, key: &str, reach: Reach, reason: String, span: Span) {
        self.reporter.warn_once(format!("unsupported {key}"), span, format!("unsupported: {reason}"));
        self.builder.emit(Command::Unsupported { reason, reach }, span);
    }

    /// Adds a variable to the program and, inside a function, to its locals.
    pub(super) fn variable(&mut self, name: &str, ty: TypeId, kind: VariableKind, span: Span) -> VariableId {
        let function = self.function.id();
        let in_block = function.is_some() && self.scopes.in_block();
        let id = self.program.add_variable(function, (name.to_string(), ty, kind), span);
        self.program.variables[id].in_block = in_block;
        id
    }

    pub(super) fn temporary(&mut self, ty: TypeId, span: Span) -> VariableId {
        let number = self.fresh_number();
        self.variable(&format!("tmp#{number}"), ty, VariableKind::Temporary, span)
    }

    pub(super) fn fresh_number(&mut self) -> u32 {
        if self.function.is_under_way() { self.function.fresh_number() } else { self.scopes.fresh_number() }
    }
}
