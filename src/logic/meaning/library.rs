//! The rows of library functions: translates each effect of `program::library`'s table to steps that preconditions
//! follow.

use crate::meaning::{ConversionEffect, SafetyCondition, Touched, of_conversion};
use ctype::{Type, TypeId, TypeTable};
use program::library::conversions::{Conversion as Directive, InputConversion, conversions, input_conversions};
use program::library::format::Length;
use program::library::{AccessSize, Effect, Entry, Returns};
use program::{Expr, ExprNode, LibraryFunction, Program};

/// A step of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallStep<'c> {
    /// Sets the first `bytes` bytes of the object of type `object` at `target` to zero, or to any value.
    Fill {
        target: &'c Expr,
        object: TypeId,
        /// At most the object's size.
        bytes: u64,
        /// True for zero, false for any value.
        zero: bool,
    },
    /// `*target = *source`, objects of type `object`.
    Copy {
        target: &'c Expr,
        source: &'c Expr,
        /// The type of both objects.
        object: TypeId,
    },
    /// Frees the block that the pointer points to; NULL is allowed.
    Free(&'c Expr),
    /// An over-approximation: this memory becomes arbitrary.
    Touch(Touched),
}

/// The result of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives<'c> {
    /// Any value, or none.
    Any,
    Argument(&'c Expr),
    /// A pointer into an object, or any value.
    Inside,
    /// A new block with indeterminate contents; or NULL, and then the steps did not happen.
    Block {
        /// Minimum size of the block; `None` if nothing is known but its existence.
        bytes: Option<u64>,
    },
}

/// A library call as preconditions follow it.
#[derive(Clone, Debug)]
pub struct CallMeaning<'c> {
    /// In execution order.
    pub steps: Vec<CallStep<'c>>,
    /// Conditions for the steps to run without an error.
    pub accesses: Vec<SafetyCondition<'c>>,
    pub gives: Gives<'c>,
    /// True if functions of the program run during the call.
    pub calls_back: bool,
}

impl CallMeaning<'_> {
    /// Returns the largest memory touched by an over-approximated step.
    pub fn touched(&self) -> Option<Touched> {
        let touched = |step: &CallStep<'_>| match step {
            CallStep::Touch(touched) => Some(*touched),
            CallStep::Fill { .. } | CallStep::Copy { .. } | CallStep::Free(_) => None,
        };
        self.steps.iter().filter_map(touched).max()
    }

    /// Returns the types of the cells after which memory is overwritten, too.
    pub fn written_behind(&self) -> impl Iterator<Item = TypeId> {
        self.steps.iter().filter_map(|step| match step {
            CallStep::Touch(Touched::CellsAndBehind(ty)) => Some(*ty),
            CallStep::Touch(_) | CallStep::Fill { .. } | CallStep::Copy { .. } | CallStep::Free(_) => None,
        })
    }

    /// Returns true if some access is not followed.
    pub fn has_open_access(&self) -> bool {
        self.accesses.contains(&SafetyCondition::Open)
    }
}

/// Returns the row of a call. `arguments` are those of the prototype in the library table.
pub fn of_call<'c>(program: &'c Program, function: LibraryFunction, arguments: &'c [Expr]) -> CallMeaning<'c> {
    let entry = function.entry();
    let gives = match entry.returns {
        Returns::Nothing
        | Returns::Anything
        | Returns::Input
        | Returns::Number(_)
        | Returns::ArgumentOrNull(_)
        | Returns::External(_) => Gives::Any,
        Returns::Argument(index) => arguments.get(usize::from(index)).map_or(Gives::Any, Gives::Argument),
        Returns::Inside { .. } => Gives::Inside,
        Returns::Block => Gives::Block { bytes: None },
    };
    let mut reader = Reader {
        program,
        arguments,
        entry,
        call: CallMeaning { steps: Vec::new(), accesses: Vec::new(), gives, calls_back: false },
    };
    if function.uses_streams() && program.exposed.buffers {
        reader.open(Touched::Shared);
    }
    if let Some(number) = program.exposed.errno.filter(|_| function.may_set_errno()) {
        reader.call.steps.push(CallStep::Touch(Touched::Cells(number)));
    }
    for effect in entry.effects {
        if reader.effect(effect).is_none() {
            // The call lacks an argument that the table refers to.
            reader.open(Touched::Everything);
        }
    }
    reader.call
}

struct Reader<'c> {
    program: &'c Program,
    arguments: &'c [Expr],
    /// The function's row in the library table.
    entry: &'static Entry,
    call: CallMeaning<'c>,
}

impl<'c> Reader<'c> {
    /// Adds the steps of an effect; `None` if an argument is missing.
    fn effect(&mut self, effect: &Effect) -> Option<()> {
        match effect {
            // `realloc` reads as many bytes of the freed block as there are.
            Effect::Reads(pointer, AccessSize::Open) if self.frees(*pointer) => {}
            Effect::Reads(pointer, access_size) => self.access(self.argument(*pointer)?, *access_size),
            Effect::Writes(pointer, access_size) => {
                self.overwrites(self.argument(*pointer)?, *access_size, false);
            }
            Effect::Fills { target, byte, access_size } => {
                let byte = byte.map(|byte| self.argument(byte).and_then(constant));
                self.overwrites(self.argument(*target)?, *access_size, matches!(byte, None | Some(Some(0))));
            }
            Effect::Copies { target, source, access_size, overlap } => {
                let (target, source) = (self.argument(*target)?, self.argument(*source)?);
                self.copies(target, source, *access_size, *overlap);
            }
            Effect::Allocates(allocation) => {
                // The contents of the block are any value, including zero.
                if let Gives::Block { bytes } = &mut self.call.gives {
                    *bytes = size(self.arguments, allocation.size);
                } else {
                    self.open(Touched::Shared);
                }
            }
            Effect::Frees(pointer) => {
                let pointer = self.argument(*pointer)?;
                self.ends(pointer, SafetyCondition::Freed(pointer));
            }
            // The object was not a heap block.
            Effect::EndsLife(_) => self.open(Touched::Shared),
            Effect::UsesStream(stream) if self.is_open_stream(self.argument(*stream)?) => {}
            Effect::UsesStandardStream(_) if !self.program.exposed.streams => {}
            Effect::UsesStream(_) | Effect::UsesStandardStream(_) => self.call.accesses.push(SafetyCondition::Open),
            // The program may examine the stream as an object, whose lifetime ends here.
            Effect::ClosesStream(stream) => self.ends(self.argument(*stream)?, SafetyCondition::Open),
            Effect::ChangesEnvironment if self.program.exposed.environment => self.open(Touched::Shared),
            // The memory that these change is unknown to the program's pointers, or was touched above.
            Effect::ChangesEnvironment
            | Effect::SetsErrno
            | Effect::Output
            | Effect::Input
            | Effect::ForgetsHandlers => {}
            Effect::ReadsRest(first) => self.prints(usize::from(*first))?,
            Effect::WritesRest(first) => self.scans(usize::from(*first))?,
            Effect::WritesElsewhere | Effect::TakesOption | Effect::TakesToken { .. } | Effect::ReadsLine { .. } => {
                self.open(Touched::Shared)
            }
            Effect::CallsBack(..) => {
                self.call.calls_back = true;
                self.open(Touched::Shared);
            }
            // Lowering translates these to other commands.
            Effect::Ends(_) | Effect::Fails(_) | Effect::Asserts(_) | Effect::Assumes(_) => {
                self.open(Touched::Everything);
            }
        }
        Some(())
    }

    /// Overwrites bytes from `target` on by zero, or by any value.
    fn overwrites(&mut self, target: &'c Expr, access_size: AccessSize, zero: bool) {
        self.access(target, access_size);
        match self.object(target, access_size) {
            Some((object, bytes)) => self.call.steps.push(CallStep::Fill { target, object, bytes, zero }),
            None => self.touch_cells(target, access_size),
        }
    }

    fn argument(&self, index: u8) -> Option<&'c Expr> {
        self.arguments.get(usize::from(index)).map(|argument| typed(&self.program.types, argument))
    }

    /// Returns true if the argument is one of the standard streams, in a program that closes none.
    fn is_open_stream(&self, stream: &Expr) -> bool {
        match &typed(&self.program.types, stream).node {
            ExprNode::Load(address) => match address.node {
                ExprNode::VariableAddress(variable) => {
                    !self.program.exposed.streams && self.program.streams().any(|(id, _)| id == variable)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Ends the lifetime of the pointer's target, which must satisfy `access` before.
    fn ends(&mut self, pointer: &'c Expr, access: SafetyCondition<'c>) {
        self.call.accesses.push(access);
        self.call.steps.push(CallStep::Free(pointer));
    }

    fn frees(&self, pointer: u8) -> bool {
        self.entry.effects.contains(&Effect::Frees(pointer))
    }

    fn open(&mut self, touched: Touched) {
        self.call.steps.push(CallStep::Touch(touched));
        self.call.accesses.push(SafetyCondition::Open);
    }

    /// Accesses bytes from `pointer` on.
    fn access(&mut self, pointer: &'c Expr, access_size: AccessSize) {
        let types = &self.program.types;
        let bytes = match access_size {
            AccessSize::Object => target(types, pointer).and_then(|object| types.size_of(object)),
            AccessSize::Bytes(_) | AccessSize::AtMost(_) | AccessSize::Product(..) => size(self.arguments, access_size),
            AccessSize::StringWithin(most) if self.argument(most).and_then(constant) == Some(0) => Some(0),
            // Every string literal is NUL-terminated.
            AccessSize::String | AccessSize::StringWithin(_) if self.literal(pointer).is_some() => return,
            AccessSize::String
            | AccessSize::StringWithin(_)
            | AccessSize::UpToByte
            | AccessSize::UpToByteWithin(_)
            | AccessSize::Open => None,
        };
        let object = target(types, pointer).and_then(|object| types.size_of(object));
        match (bytes, object) {
            (Some(0), _) => {}
            (Some(bytes), Some(object)) if bytes <= object => self.call.accesses.push(SafetyCondition::Object(pointer)),
            _ => self.call.accesses.push(SafetyCondition::Open),
        }
    }

    /// Returns the object that the access starts in: its type, and the number of bytes accessed.
    fn object(&self, pointer: &Expr, access_size: AccessSize) -> Option<(TypeId, u64)> {
        let types = &self.program.types;
        let object = target(types, pointer)?;
        let whole = types.size_of(object)?;
        let bytes = match access_size {
            AccessSize::Object => whole,
            AccessSize::Bytes(_) | AccessSize::AtMost(_) | AccessSize::Product(..) => {
                size(self.arguments, access_size)?
            }
            AccessSize::String
            | AccessSize::StringWithin(_)
            | AccessSize::UpToByte
            | AccessSize::UpToByteWithin(_)
            | AccessSize::Open => {
                return None;
            }
        };
        (bytes <= whole).then_some((object, bytes))
    }

    /// Over-approximates a write from `pointer` on. If its target is a number, it touches cells of that type, and those
    /// after it unless the write surely stays within an array of such numbers; otherwise it touches all shared memory.
    fn touch_cells(&mut self, pointer: &Expr, access_size: AccessSize) {
        let types = &self.program.types;
        let within = access_size == AccessSize::Object || self.is_within_array(pointer, access_size);
        let touched = match target(types, pointer).map(|object| (object, types.get(object))) {
            Some((object, Type::Integer { .. } | Type::Float(_))) if within => Touched::Cells(object),
            Some((object, Type::Integer { .. } | Type::Float(_))) => Touched::CellsAndBehind(object),
            Some((_, Type::Void | Type::Pointer(_) | Type::Array(..) | Type::Record(_) | Type::Function { .. }))
            | None => Touched::Shared,
        };
        self.call.steps.push(CallStep::Touch(touched));
    }

    /// Returns true if the accessed bytes lie in the array that `pointer` decayed from.
    fn is_within_array(&self, pointer: &Expr, access_size: AccessSize) -> bool {
        let types = &self.program.types;
        let ExprNode::Cast(array) = &typed(types, pointer).node else { return false };
        let whole = types.pointee(array.ty).filter(|whole| matches!(types.get(*whole), Type::Array(..)));
        let bytes = size(self.arguments, access_size);
        whole.and_then(|whole| types.size_of(whole)).zip(bytes).is_some_and(|(whole, bytes)| bytes <= whole)
    }

    fn copies(&mut self, to: &'c Expr, from: &'c Expr, access_size: AccessSize, overlap: bool) {
        self.access(to, access_size);
        self.access(from, access_size);
        let types = &self.program.types;
        let whole = |pointer| match self.object(pointer, access_size) {
            Some((object, bytes)) if types.size_of(object) == Some(bytes) => Some(object),
            _ => None,
        };
        match (whole(to), whole(from)) {
            (Some(object), Some(same)) if object == same => {
                // Objects of one type are disjoint or identical: a copy onto itself changes nothing, and does not stop
                // the run.
                self.call.steps.push(CallStep::Copy { target: to, source: from, object });
            }
            _ => {
                if !overlap {
                    self.call.accesses.push(SafetyCondition::Open);
                }
                self.touch_cells(to, access_size);
            }
        }
    }

    /// Prints the arguments from `first` on, according to the format before them.
    fn prints(&mut self, first: usize) -> Option<()> {
        let format = self.arguments.get(first.checked_sub(1)?)?;
        let rest = self.arguments.get(first..)?;
        let Some(bytes) = self.literal(format).filter(|_| !self.entry.takes_list()) else {
            self.open(Touched::Shared);
            return Some(());
        };
        for (index, directive) in conversions(bytes).1.into_iter().enumerate() {
            let Some(argument) = rest.get(index) else {
                self.call.accesses.push(SafetyCondition::Open);
                continue;
            };
            match directive {
                Directive::Number(_) | Directive::Address(_) => {}
                Directive::String { .. } => self.access(argument, AccessSize::String),
                Directive::Count(length) => {
                    self.access(argument, AccessSize::Object);
                    // A length modifier may make it store more than an `int`.
                    let is_int = length == Length::Plain;
                    self.touch_cells(argument, if is_int { AccessSize::Object } else { AccessSize::Open });
                }
                Directive::Other => self.open(Touched::Shared),
            }
        }
        Some(())
    }

    /// Overwrites the targets of the arguments from `first` on, according to the format before them.
    fn scans(&mut self, first: usize) -> Option<()> {
        let format = self.arguments.get(first.checked_sub(1)?)?;
        let rest = self.arguments.get(first..)?;
        let word = self.program.types.model().word_bytes();
        let Some(conversions) = self.literal(format).map(|bytes| input_conversions(bytes, word)) else {
            self.open(Touched::Shared);
            return Some(());
        };
        for (index, conversion) in conversions.into_iter().enumerate() {
            let Some(argument) = rest.get(index) else {
                self.open(Touched::Shared);
                continue;
            };
            let size = target(&self.program.types, argument).and_then(|ty| self.program.types.size_of(ty));
            let stored = match conversion {
                InputConversion::Number { bytes, .. }
                | InputConversion::Characters(bytes)
                | InputConversion::Count(bytes) => u64::try_from(bytes).ok(),
                InputConversion::String(_) | InputConversion::Other => None,
            };
            if size.is_some() && size == stored {
                self.access(argument, AccessSize::Object);
                self.touch_cells(argument, AccessSize::Object);
            } else {
                self.open(Touched::Shared);
            }
        }
        Some(())
    }

    /// Returns the bytes of a string literal.
    fn literal(&self, text: &Expr) -> Option<&'c [u8]> {
        match &typed(&self.program.types, text).node {
            ExprNode::StringAddress(string) => self.program.strings.get(*string).map(Vec::as_slice),
            _ => None,
        }
    }
}

/// Strips the conversions to the type of a parameter, so that the pointer has the type of its target in the program.
pub fn typed<'c>(types: &TypeTable, mut pointer: &'c Expr) -> &'c Expr {
    while let ExprNode::Cast(inner) = &pointer.node
        && types.is_pointer(inner.ty)
        && of_conversion(types, inner, pointer.ty) == ConversionEffect::Retyped
    {
        pointer = inner;
    }
    pointer
}

/// Returns the target type of a pointer before its conversion to the type of a parameter.
fn target(types: &TypeTable, pointer: &Expr) -> Option<TypeId> {
    types.pointee(typed(types, pointer).ty)
}

fn size(arguments: &[Expr], access_size: AccessSize) -> Option<u64> {
    let argument =
        |index: u8| arguments.get(usize::from(index)).and_then(constant).and_then(|it| u64::try_from(it).ok());
    match access_size {
        AccessSize::Bytes(bytes) | AccessSize::AtMost(bytes) => argument(bytes),
        AccessSize::Product(count, bytes) => argument(count)?.checked_mul(argument(bytes)?),
        AccessSize::String
        | AccessSize::StringWithin(_)
        | AccessSize::UpToByte
        | AccessSize::UpToByteWithin(_)
        | AccessSize::Object
        | AccessSize::Open => None,
    }
}

fn constant(expr: &Expr) -> Option<i128> {
    match &expr.node {
        ExprNode::Integer(value) => Some(*value),
        _ => None,
    }
}
