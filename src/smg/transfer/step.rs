//! Symbolic execution of commands (paper, section 0.3.5).

mod allocate;
mod assume;
mod call;
mod declared;
mod lent;
mod write;

use crate::domain::configuration::Configuration;
use crate::domain::fault::{Cases, Fault, Interruption};
use crate::domain::invariants::assert_holds;
use crate::domain::object::{Fill, Liveness};
use crate::domain::value::{ObjectId, Range, Target, Value};
use crate::transfer::array::without_empty_runs;
use crate::transfer::evaluate::{Access, Evaluator};
use crate::transfer::limits::MOST_SPLITS;
use crate::transfer::message;
use crate::transfer::segment::{self, End};
use crate::transfer::semantics::Semantics;
use crate::transfer::step::assume::Assumed;
use crate::transfer::step::write::store_bits;
pub use crate::transfer::step::write::{all_bits, lost, overwrite_perhaps, write};
use base::Span;
use ctype::{Type, TypeId};
use program::analysis::Influence;
use program::{
    BinaryOp, Command, Expr, ExprNode, FaultKind, FunctionId, LibraryFunction, Program, Reach, UninitializedUse,
    VariableId, display, library,
};

/// A case of a configuration, with the result of an action in it.
pub type InCase<T> = (Configuration, Result<T, Fault>);

/// The outcome of a command in a configuration.
#[derive(Debug)]
pub enum CommandOutcome {
    /// Control is at the end of the edge.
    Passed(Configuration),
    /// Control is at the entry of a function, with its stack frame on top.
    Entered(FunctionId, Configuration),
    Ended(Configuration),
    /// An error that the program survives, and the outcome after it.
    Survived(Fault, Box<CommandOutcome>),
}

impl CommandOutcome {
    /// Returns the configuration after the command.
    fn configuration(&self) -> &Configuration {
        let mut outcome = self;
        loop {
            match outcome {
                CommandOutcome::Passed(after) | CommandOutcome::Entered(_, after) | CommandOutcome::Ended(after) => {
                    return after;
                }
                CommandOutcome::Survived(_, recorded) => outcome = recorded,
            }
        }
    }

    /// Returns the outcome of a call through a pointer. After a direct call of `_exit`, lowering ends the program
    /// itself.
    fn called_by_pointer(self, function: LibraryFunction) -> CommandOutcome {
        match self {
            CommandOutcome::Passed(after) if function.entry().effects.contains(&library::Effect::ForgetsHandlers) => {
                CommandOutcome::Ended(after)
            }
            outcome => outcome,
        }
    }

    pub fn surviving(self, fault: Option<Fault>) -> CommandOutcome {
        match fault {
            Some(fault) => CommandOutcome::Survived(fault, Box::new(self)),
            None => self,
        }
    }
}

/// The message for a branch on a value that was never written.
pub const UNDEFINED_BRANCH: &str = "branch on an uninitialized value";

/// Executes one command in one configuration.
#[derive(Clone, Copy)]
pub struct Executor<'e> {
    pub program: &'e Program,
    pub semantics: Semantics,
    /// If given, the values of numbers without influence are forgotten.
    pub influence: Option<&'e Influence>,
}

/// Returns true if an expression selects some bits of its operand.
fn is_masked(expr: &Expr) -> bool {
    match &expr.node {
        ExprNode::Cast(operand) => is_masked(operand),
        ExprNode::Binary(op, ..) => *op == BinaryOp::BitAnd,
        _ => false,
    }
}

impl Executor<'_> {
    /// Executes a command and returns its outcomes. An interruption leaves everything undone.
    pub fn execute(
        &self,
        before: &Configuration,
        command: &Command,
        span: Span,
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        let outcomes = self.executed(before, command, span)?;
        let word = self.program.types.model().word_bytes() as i64;
        outcomes.iter().for_each(|outcome| assert_holds(outcome.configuration(), word, "a command"));
        Ok(outcomes)
    }

    fn executed(
        &self,
        before: &Configuration,
        command: &Command,
        span: Span,
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        let mut after = before.clone();
        let configuration = &mut after;
        match command {
            Command::Skip => {}
            Command::Store { address, value } => self.store(configuration, address, value)?,
            Command::Copy { target, source, ty } => self.copy(configuration, target, source, *ty)?,
            Command::Assume { condition, holds } => {
                return self.branch(after, condition, *holds);
            }
            Command::Allocate { address, bytes, zeroed, may_fail, .. } => {
                return self.allocate(before, (address, bytes), *zeroed, *may_fail, span);
            }
            Command::Free(pointer) => {
                let fault = self.free(configuration, pointer)?;
                return Ok(vec![CommandOutcome::Passed(after).surviving(fault)]);
            }
            Command::Havoc { address } => self.havoc(configuration, address)?,
            Command::ScopeStart(variable) => start_scope(self.program, configuration, *variable)?,
            Command::ScopeEnd(variable) => end_scope(self.program, configuration, *variable),
            Command::Call { callee, arguments, result } => {
                return self.call((before, after), callee, (arguments, result.as_ref()), span);
            }
            Command::Fail(failure) => {
                let recorded = if failure.message.is_empty() { failure.kind.describe() } else { &failure.message };
                return Err(Fault::new(failure.kind.into(), recorded).into());
            }
            Command::Halt(status) => {
                match status {
                    Some(status) => drop(self.evaluator(configuration).value(status)?),
                    // `abort` runs no handlers.
                    None => configuration.handlers.clear(),
                }
                return Ok(vec![CommandOutcome::Ended(after)]);
            }
            Command::Print { function, name, arguments } => {
                return self.library(before, (*function, name), (arguments, None), span);
            }
            Command::Library { function, name, arguments, result } => {
                return self.library(before, (*function, name), (arguments, result.as_ref()), span);
            }
            Command::Unsupported { reach: Reach::Nothing, .. } => {}
            Command::Unsupported { reach: Reach::Elsewhere, reason } => {
                return Err(Fault::without_body(reason.clone()).into());
            }
            Command::Unsupported { reason, .. } => return Err(Fault::unsupported(reason.clone()).into()),
        }
        Ok(vec![CommandOutcome::Passed(after)])
    }

    /// Assumes that a condition has an outcome. Returns the resulting outcomes; none if it is impossible.
    pub fn branch(
        &self,
        mut after: Configuration,
        condition: &Expr,
        holds: bool,
    ) -> Result<Vec<CommandOutcome>, Interruption> {
        Ok(match self.assume(&mut after, condition, holds)? {
            Assumed::Holds => {
                let word = self.program.types.model().word_bytes() as i64;
                without_empty_runs(&mut after.graph, word);
                match segment::concluded(&mut after.graph, word) {
                    true => vec![CommandOutcome::Passed(after)],
                    false => Vec::new(),
                }
            }
            Assumed::Fails => Vec::new(),
            Assumed::HoldsIfDefined => {
                let fault = Fault::possible(FaultKind::UndefinedValue, UNDEFINED_BRANCH);
                vec![CommandOutcome::Passed(after).surviving(self.unless_any(fault))]
            }
            Assumed::Undefined => {
                let fault = Fault::new(FaultKind::UndefinedValue, UNDEFINED_BRANCH);
                if !self.assume_of_undefined(&mut after, condition, holds)? {
                    return Ok(Vec::new());
                }
                vec![CommandOutcome::Passed(after).surviving(self.unless_any(fault))]
            }
        })
    }

    /// Returns the error of a branch on a value that was never written, unless such values may be any number.
    fn unless_any(&self, fault: Fault) -> Option<Fault> {
        (!self.semantics.undefined_is_any).then_some(fault)
    }

    /// Returns the configuration in each case, the last case first. Without abstraction, the only segments are the
    /// lists that the entry was called with, which may have any number of nodes, so each case occurs.
    pub fn cases(&self, before: &Configuration, mut cases: Cases) -> Vec<Configuration> {
        cases.occur |= self.semantics.follows_numbers && !cases.numbers;
        before.cases(cases).collect()
    }

    /// Executes an action in each case of a configuration: splits on the number of nodes of a segment, or on the value
    /// of a number, if the action depends on it. Returns the results in the order of the cases, and false if there are
    /// too many cases, or `may_go_on` forbids more of them.
    pub fn in_each_case<T>(
        &self,
        before: Configuration,
        may_go_on: &dyn Fn() -> bool,
        act: impl Fn(&Configuration) -> Result<T, Interruption>,
    ) -> (Vec<InCase<T>>, bool) {
        let (mut open, mut splits, mut found) = (vec![before], 0, Vec::new());
        while let Some(before) = open.pop() {
            match act(&before) {
                Ok(result) => found.push((before, Ok(result))),
                Err(Interruption::Fault(fault)) => found.push((before, Err(fault))),
                Err(Interruption::Split(cases)) => {
                    splits += cases.graphs.len();
                    if splits > MOST_SPLITS || !may_go_on() {
                        return (found, false);
                    }
                    let chosen = self.cases(&before, cases);
                    let word = self.program.types.model().word_bytes() as i64;
                    chosen.iter().for_each(|case| assert_holds(case, word, "a choice between cases"));
                    open.extend(chosen);
                }
            }
        }
        (found, true)
    }

    pub fn evaluator<'c>(&'c self, configuration: &'c mut Configuration) -> Evaluator<'c> {
        Evaluator { program: self.program, semantics: self.semantics, configuration, is_accessed: false, beyond: None }
    }

    fn store(&self, configuration: &mut Configuration, address: &Expr, value: &Expr) -> Result<(), Interruption> {
        let mut evaluator = self.evaluator(configuration);
        let (pointer, beyond) = evaluator.used_address(address)?;
        evaluator.check_alignment(address)?;
        let value = match evaluator.value(value)? {
            // A mask leaves some bits of it defined.
            Value::Undefined if is_masked(value) => Value::PERHAPS_UNDEFINED,
            value => value,
        };
        let has_none = self.influence.is_some_and(|known| known.has_none(self.program, address));
        let value = if has_none { evaluator.configuration.graph.forgotten(value) } else { value };
        let bits = evaluator.bits_of(address);
        let unlocked = address.root_variable();
        let stored = self.store_through(configuration, pointer, address.ty, value, bits, unlocked);
        stored.map_err(|stop| stop.through(|| display::pointer_name(self.program, address)))?;
        beyond.map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// Stores a value through a pointer of a type. The `const` parts of the variable `unlocked` may be written.
    pub fn store_through(
        &self,
        configuration: &mut Configuration,
        pointer: Value,
        pointer_type: TypeId,
        value: Value,
        bits: Option<(u32, u32)>,
        unlocked: Option<VariableId>,
    ) -> Result<(), Interruption> {
        let ty = self.program.types.pointee(pointer_type);
        let ty = ty.ok_or_else(|| Fault::unsupported("a store to no address"))?;
        self.record_pointee(configuration, ty, value);
        configuration.undefined.copied |= value == Value::Undefined;
        let mut evaluator = self.evaluator(configuration);
        let Access { pointer, size, bits } = evaluator.access(pointer, ty, bits)?;
        let place = match evaluator.place(pointer, size) {
            Err(Interruption::Fault(fault)) if self.semantics.recovers && fault.kind != FaultKind::Unsupported => {
                return lost(configuration, pointer, size);
            }
            place => place?,
        };
        evaluator.choose(place, size)?;
        let written = match bits {
            Some((first, width)) => i64::from(first)..i64::from(first) + i64::from(width),
            None => all_bits(size),
        };
        if self.check_writable(configuration, place, written, unlocked)? {
            return Ok(());
        }
        match bits {
            Some(field) => store_bits(configuration, place, size, field, value),
            None => write(configuration, place, size, value),
        }
        Ok(())
    }

    /// Records that the block whose address is stored in a pointer is a record of the pointer's target type.
    fn record_pointee(&self, configuration: &mut Configuration, pointer: TypeId, value: Value) {
        let types = &self.program.types;
        let record = types.pointee(pointer).filter(|record| matches!(types.get(*record), Type::Record(_)));
        let Some((object, 0, 0)) = value.offsets() else { return };
        let known = configuration.graph.object(object).filter(|object| object.is_heap());
        let (Some(record), Some(known)) = (record, known) else { return };
        // The type of a record's first member does not replace that of the record.
        let larger = types.size_of(record) > known.record.and_then(|known| types.size_of(known));
        if larger && let Some(object) = configuration.graph.object_mut(object) {
            object.record = Some(record);
            object.base_record = Some(types.base_record(record));
            object.may_branch = types.may_branch(record);
        }
    }

    fn copy(
        &self,
        configuration: &mut Configuration,
        target: &Expr,
        source: &Expr,
        ty: TypeId,
    ) -> Result<(), Interruption> {
        let mut evaluator = self.evaluator(configuration);
        let unlocked = target.root_variable();
        let (target, beyond_target) = evaluator.used_address(target)?;
        let (source, beyond_source) = evaluator.used_address(source)?;
        let size = evaluator.size_of(ty)?;
        self.copy_bytes(configuration, (target, unlocked), source, size, false)?;
        beyond_target.or(beyond_source).filter(|_| size > 0).map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// Copies bytes from one address to another.
    pub fn copy_bytes(
        &self,
        configuration: &mut Configuration,
        (target, unlocked): (Value, Option<VariableId>),
        source: Value,
        size: i64,
        may_overlap: bool,
    ) -> Result<(), Interruption> {
        if size == 0 {
            return Ok(());
        }
        let mut evaluator = self.evaluator(configuration);
        let from = evaluator.place(source, size);
        let to = evaluator.place(target, size);
        let (from, to) = match (from, to) {
            (Err(Interruption::Fault(fault)), _) | (_, Err(Interruption::Fault(fault)))
                if self.semantics.recovers && fault.kind != FaultKind::Unsupported =>
            {
                return lost(configuration, target, size);
            }
            (from, to) => (from?, to?),
        };
        evaluator.choose_to_copy(from, size)?;
        evaluator.choose(to, size)?;
        if self.check_writable(configuration, to, all_bits(size), unlocked)? {
            return Ok(());
        }
        let is_exact = from.low == from.high && to.low == to.high;
        if !may_overlap && from.may_overlap(to, size, &configuration.graph) {
            return Err(Fault::overlap(is_exact).into());
        }
        let graph = &configuration.graph;
        let (start, end) = (from.low, from.high + size);
        let Some(contents) = graph.object(from.object).map(|object| graph.to_be_copied(object, start, end)) else {
            return Ok(());
        };
        let is_open = contents.pieces(start, end).iter().any(|piece| graph.may_be_undefined(piece.value));
        configuration.undefined.copied |= is_open;
        if contents.cuts_an_address(start, end) || (!is_exact && contents.holds_an_address(start, end)) {
            // The address may be restored from there.
            configuration.hide_address();
        }
        if is_exact {
            let graph = &mut configuration.graph;
            graph.cut_cells(to.object, to.low, to.low + size);
            if let Some(object) = graph.object_mut(to.object) {
                object.paste(to.low, &contents, from.low, size);
            }
        } else {
            write(configuration, to, size, if is_open { Value::PERHAPS_UNDEFINED } else { Value::ANY });
        }
        Ok(())
    }

    /// Interrupts if a store to an address depends on a case or is an error, before anything has changed.
    pub fn check_target(&self, before: &Configuration, address: &Expr) -> Result<(), Interruption> {
        let mut tried = before.clone();
        let pointer = self.evaluator(&mut tried).sound_address(address)?;
        let stored = self.store_through(&mut tried, pointer, address.ty, Value::ZERO, None, address.root_variable());
        stored.map_err(|stop| stop.through(|| display::pointer_name(self.program, address)))
    }

    fn free(&self, configuration: &mut Configuration, pointer: &Expr) -> Result<Option<Fault>, Interruption> {
        let value = self.evaluator(configuration).value(pointer)?;
        let name = || display::pointer_name(self.program, pointer);
        let freed = self.free_value(configuration, value).map_err(|stop| stop.through(name))?;
        Ok(freed.map(|fault| fault.through(name)))
    }

    /// Frees a block. Returns an error that the program may survive.
    pub fn free_value(&self, configuration: &mut Configuration, value: Value) -> Result<Option<Fault>, Interruption> {
        if configuration.graph.is_undefined(value) {
            return Err(Fault::uninitialized(UninitializedUse::Free, "free of an uninitialized pointer")
                .of_pointer()
                .into());
        }
        self.evaluator(configuration).settle(value)?;
        configuration.graph.forget_given();
        let perhaps_invalid = |message: &str| Fault::possible(FaultKind::InvalidFree, message).of_pointer();
        let address = match value {
            Value::Integer(0) => return Ok(None),
            Value::Undefined | Value::PerhapsUndefined(_) | Value::Bits(_) | Value::Unknown(_) | Value::Any(_) => {
                let what = "free of an unknown pointer";
                return Ok(Some(message::unknown_pointer(self.program, FaultKind::InvalidFree, what)));
            }
            Value::Inside { .. } => {
                return Ok(Some(perhaps_invalid("free of an address inside a block, not its start:")));
            }
            Value::Integer(_) | Value::Function(_) => {
                let message = "free of a pointer that is no address of a block:";
                return Ok(Some(Fault::new(FaultKind::InvalidFree, message).of_pointer()));
            }
            Value::Address(address) => address,
        };
        let word = self.evaluator(configuration).word();
        match address.target {
            Target::Region => {}
            Target::Last => {
                return Err(Interruption::by_segment(segment::materialised(
                    &configuration.graph,
                    address.object,
                    End::Last,
                    word,
                )));
            }
            _ => {
                return Err(Interruption::by_segment(segment::materialised(
                    &configuration.graph,
                    address.object,
                    End::First,
                    word,
                )));
            }
        }
        let Some(object) = configuration.graph.object_mut(address.object) else { return Ok(None) };
        if let Some(fault) = message::wrong_free(self.program, object, address.offset) {
            return Ok(Some(fault));
        }
        *object = object.emptied(Fill::Undefined);
        object.liveness = Liveness::Freed;
        Ok(None)
    }

    fn havoc(&self, configuration: &mut Configuration, address: &Expr) -> Result<(), Interruption> {
        let ty = self.program.types.pointee(address.ty);
        let ty = ty.ok_or_else(|| Fault::unsupported("an input to no address"))?;
        let mut evaluator = self.evaluator(configuration);
        let pointer = evaluator.sound_address(address)?;
        let unlocked = address.root_variable();
        if let Some((first, width)) = evaluator.bits_of(address) {
            let signed = evaluator.format(ty).is_some_and(|format| format.1);
            let value = configuration.graph.unknown(Range::of_format((width.max(1), signed)));
            return self.store_through(configuration, pointer, address.ty, value, Some((first, width)), unlocked);
        }
        let size = evaluator.size_of(ty)?;
        let format = evaluator.format(ty).filter(|_| self.program.types.is_scalar(ty));
        let place = evaluator.place(pointer, size)?;
        if self.check_writable(configuration, place, all_bits(size), unlocked)? {
            return Ok(());
        }
        let value = match (self.program.types.get(ty), format) {
            (Type::Integer { .. }, Some(format)) => configuration.graph.unknown(Range::of_format(format)),
            (Type::Pointer(_), _) => configuration.graph.unknown(Range::ALL),
            _ => Value::ANY,
        };
        write(configuration, place, size, value);
        Ok(())
    }
}

/// Ends the lifetime of a variable's object.
pub(super) fn retire(configuration: &mut Configuration, id: ObjectId) {
    if let Some(object) = configuration.graph.object_mut(id) {
        *object = object.emptied(Fill::Undefined);
        object.liveness = Liveness::OutOfScope;
    }
}

/// Executes a declaration. If control returns to it within its block, it is the same object, with an indeterminate
/// value.
fn start_scope(program: &Program, configuration: &mut Configuration, variable: VariableId) -> Result<(), Fault> {
    let object = configuration.frames.last().and_then(|frame| frame.variables.get(&variable)).copied();
    match object.and_then(|object| configuration.graph.object_mut(object)) {
        Some(object) => *object = object.emptied(Fill::Undefined),
        None => drop(configuration.give_storage(program, variable)?),
    }
    Ok(())
}

fn end_scope(program: &Program, configuration: &mut Configuration, variable: VariableId) {
    // A pointer from a function without a body may lead there.
    if program.variables.get(variable).is_none_or(|variable| variable.address_taken) {
        configuration.graph.forget_given();
    }
    let object = configuration.frames.last_mut().and_then(|frame| frame.variables.remove(&variable));
    if let Some(object) = object {
        retire(configuration, object);
    }
}
