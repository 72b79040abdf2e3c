//! The rows of library functions: each effect of `program::library`'s table as a step that preconditions follow.

use crate::meaning::{ConversionEffect, SafetyCondition, Touched, of_conversion};
use ctype::{Type, TypeId, TypeTable};
use program::library::conversions::{Conversion as Directive, InputConversion, conversions, input_conversions};
use program::library::format::Length;
use program::library::{AccessSize, Effect, Entry, Returns};
use program::{Expr, ExprNode, LibraryFunction, Program};

/// One step of a call, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallStep<'c> {
    /// The first `bytes` bytes of the object of type `object` at `target` become zero, or any value.
    Fill {
        /// The object's address.
        target: &'c Expr,
        /// Its type.
        object: TypeId,
        /// How many bytes from its start on: at most its size.
        bytes: u64,
        /// Whether they become zero; otherwise they are any value.
        zero: bool,
    },
    /// `*target = *source`, objects of type `object`.
    Copy {
        /// The address written.
        target: &'c Expr,
        /// The address read.
        source: &'c Expr,
        /// The type of both.
        object: TypeId,
    },
    /// The block at the pointer dies; NULL is allowed.
    Free(&'c Expr),
    /// An over-approximation: this memory is free.
    Touch(Touched),
}

/// What a call gives back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives<'c> {
    /// Nothing that anybody uses, or any value.
    Any,
    /// The argument.
    Argument(&'c Expr),
    /// A pointer into an object, or any value.
    Inside,
    /// A new block of at least this many bytes, with indeterminate contents; or NULL, and then the steps did not happen.
    Block {
        /// How many bytes are there in any case; `None` where only the existence of the block is certain.
        bytes: Option<u64>,
    },
}

/// A call as preconditions follow it.
#[derive(Clone, Debug)]
pub struct CallMeaning<'c> {
    /// What happens, in order.
    pub steps: Vec<CallStep<'c>>,
    /// What must be in order for it to happen.
    pub accesses: Vec<SafetyCondition<'c>>,
    /// The result.
    pub gives: Gives<'c>,
    /// Whether functions of the program run in it.
    pub calls_back: bool,
}

impl CallMeaning<'_> {
    /// The widest memory that is touched without being followed.
    pub fn touched(&self) -> Option<Touched> {
        let touched = |step: &CallStep<'_>| match step {
            CallStep::Touch(touched) => Some(*touched),
            CallStep::Fill { .. } | CallStep::Copy { .. } | CallStep::Free(_) => None,
        };
        self.steps.iter().filter_map(touched).max()
    }

    /// The types of cells from which on others are written, too.
    pub fn written_behind(&self) -> impl Iterator<Item = TypeId> {
        self.steps.iter().filter_map(|step| match step {
            CallStep::Touch(Touched::CellsAndBehind(ty)) => Some(*ty),
            CallStep::Touch(_) | CallStep::Fill { .. } | CallStep::Copy { .. } | CallStep::Free(_) => None,
        })
    }

    /// Whether some access is not followed.
    pub fn has_open_access(&self) -> bool {
        self.accesses.contains(&SafetyCondition::Open)
    }
}

/// The row of a call. `arguments` are those that the table's prototype has.
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
            // An argument that the table speaks of is missing.
            reader.open(Touched::Everything);
        }
    }
    reader.call
}

struct Reader<'c> {
    program: &'c Program,
    arguments: &'c [Expr],
    /// The row of the function.
    entry: &'static Entry,
    call: CallMeaning<'c>,
}

impl<'c> Reader<'c> {
    /// The row of an effect; `None` where an argument is missing.
    fn effect(&mut self, effect: &Effect) -> Option<()> {
        match effect {
            // Of a block that is freed as much is read as it has.
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
                // What the block holds is any value: zero is one of them.
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
            // The block was no block of the heap.
            Effect::EndsLife(_) => self.open(Touched::Shared),
            Effect::UsesStream(stream) if self.is_open_stream(self.argument(*stream)?) => {}
            Effect::UsesStandardStream(_) if !self.program.exposed.streams => {}
            Effect::UsesStream(_) | Effect::UsesStandardStream(_) => self.call.accesses.push(SafetyCondition::Open),
            // The stream may be looked at as an object, which is none any more.
            Effect::ClosesStream(stream) => self.ends(self.argument(*stream)?, SafetyCondition::Open),
            Effect::ChangesEnvironment if self.program.exposed.environment => self.open(Touched::Shared),
            // What they change is known by no pointer of the program, or was touched above.
            Effect::ChangesEnvironment
            | Effect::SetsErrno
            | Effect::Output
            | Effect::Input
            | Effect::ForgetsHandlers => {}
            Effect::ReadsRest(first) => self.prints(usize::from(*first))?,
            Effect::WritesRest(first) => self.scans(usize::from(*first))?,
            Effect::WritesElsewhere => self.open(Touched::Shared),
            Effect::CallsBack(..) => {
                self.call.calls_back = true;
                self.open(Touched::Shared);
            }
            // Lowering makes commands of their own of these.
            Effect::Ends(_) | Effect::Fails(_) | Effect::Asserts(_) | Effect::Assumes(_) => {
                self.open(Touched::Everything);
            }
        }
        Some(())
    }

    /// Bytes from a pointer on become zero, or any value.
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

    /// Whether an argument is a stream that is open: one that the library opens, in a program that closes none.
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

    /// What a pointer leads to is no more, and is to be in order before.
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

    /// Bytes from a pointer on are accessed.
    fn access(&mut self, pointer: &'c Expr, access_size: AccessSize) {
        let types = &self.program.types;
        let bytes = match access_size {
            AccessSize::Object => target(types, pointer).and_then(|object| types.size_of(object)),
            AccessSize::Bytes(_) | AccessSize::AtMost(_) | AccessSize::Product(..) => size(self.arguments, access_size),
            AccessSize::StringWithin(most) if self.argument(most).and_then(constant) == Some(0) => Some(0),
            // Every string literal ends.
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

    /// The object whose first bytes are meant: its type, and how many bytes.
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

    /// Some cells from a pointer on change: those of its type where that is a number, and those behind it unless it is known that
    /// no more than an array of such numbers is written; else pointers may hold anything.
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

    /// Whether the bytes from a pointer on lie in the array whose first element it points to by its form.
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
                // Objects of one type are apart or the same: a copy onto itself changes nothing, and runs pass it.
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

    /// The arguments from `first` on are printed as the format before them says.
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
                    // A modifier may make it store more than an `int`.
                    let is_int = length == Length::Plain;
                    self.touch_cells(argument, if is_int { AccessSize::Object } else { AccessSize::Open });
                }
                Directive::Other => self.open(Touched::Shared),
            }
        }
        Some(())
    }

    /// What the arguments from `first` on point to is overwritten as the format before them says.
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

    /// The bytes of a string literal.
    fn literal(&self, text: &Expr) -> Option<&'c [u8]> {
        match &typed(&self.program.types, text).node {
            ExprNode::StringAddress(string) => self.program.strings.get(*string).map(Vec::as_slice),
            _ => None,
        }
    }
}

/// A pointer as the program has it, before it was converted to the type of a parameter: it points to what its type says.
pub fn typed<'c>(types: &TypeTable, mut pointer: &'c Expr) -> &'c Expr {
    while let ExprNode::Cast(inner) = &pointer.node
        && types.is_pointer(inner.ty)
        && of_conversion(types, inner, pointer.ty) == ConversionEffect::Retyped
    {
        pointer = inner;
    }
    pointer
}

/// What a pointer points to by its own type.
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
