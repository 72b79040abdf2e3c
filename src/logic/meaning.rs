//! The table of meanings: defines each construct of the flowchart for weakest preconditions.
//!
//! Every kind of command, expression and conversion has an arm here, and every effect of a library function has one in
//! [`library`]: it is followed exactly, or declared an over-approximation that says which predicates become `*`. No
//! match has a catch-all arm, so a new kind does not compile until somebody decides. `wp` follows the table, and
//! [`crate::Facts`] reads from it what a procedure never does.
//!
//! No over-approximation blocks control: it continues after the construct, with `*` for whatever may have changed.

pub mod library;

use ctype::{Type, TypeId, TypeTable};
pub use library::CallMeaning;
use program::{Command, Expr, ExprNode, Program, Reach, VariableKind};

/// The memory that an over-approximated command may change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Touched {
    /// Cells of this scalar type, anywhere.
    Cells(TypeId),
    /// Cells of this scalar type, and whatever follows one of them in the same block. Cells of other types follow if a
    /// pointer may point to such a member of an object ([`crate::Facts`] finds out).
    CellsAndBehind(TypeId),
    /// Everything but the local variables whose address is never taken. Blocks may be freed, and cells may be written
    /// at other types.
    Shared,
    /// All memory. Blocks may be freed, and cells may be written at other types.
    Everything,
}

impl Touched {
    /// Returns true if blocks may be freed.
    pub fn may_free(self) -> bool {
        match self {
            Touched::Cells(_) | Touched::CellsAndBehind(_) => false,
            Touched::Shared | Touched::Everything => true,
        }
    }

    /// Returns true if cells keep the types that they were allocated with, as far as the variant tells.
    pub fn keeps_types(self) -> bool {
        match self {
            Touched::Cells(_) | Touched::CellsAndBehind(_) => true,
            Touched::Shared | Touched::Everything => false,
        }
    }
}

/// The treatment of a command.
#[derive(Clone, Debug)]
pub enum Meaning<'c> {
    /// Followed by its rule in `wp`, which is exact whenever the command runs without an error.
    Exact,
    /// No run passes it.
    Stops,
    /// Followed by the steps of a library function.
    Library(CallMeaning<'c>),
    /// Control continues, and touched memory is arbitrary.
    Open(Touched),
    /// All memory is arbitrary, and control may continue at any location.
    Anywhere,
}

/// Returns the row of a command.
pub fn of_command<'c>(program: &'c Program, command: &'c Command) -> Meaning<'c> {
    match command {
        Command::Skip | Command::Assume { .. } | Command::Store { .. } => Meaning::Exact,
        // Cell by cell. An object whose cells cannot be listed (a union, a large array) is forgotten: see `wp::action`.
        Command::Copy { .. } => Meaning::Exact,
        // If the block may be too small for the pointer's target, the pointer is any value: see `wp::action`.
        Command::Allocate { .. } => Meaning::Exact,
        // Exact if the pointer points to the start of a block of its type; otherwise any block may die: see `wp::free`.
        Command::Free(_) => Meaning::Exact,
        // Assigns any value to each cell of an object, which is what the command means. An object whose cells cannot be
        // listed is forgotten, as at the start of a scope.
        Command::Havoc { .. } => Meaning::Exact,
        // The object's cells become indeterminate.
        Command::ScopeStart(_) => Meaning::Exact,
        // Pointers to the variable dangle; a variable that no pointer points to is not read again: see `wp::action`.
        Command::ScopeEnd(_) => Meaning::Exact,
        // Inlining leaves none.
        Command::Call { .. } => Meaning::Open(Touched::Everything),
        Command::Fail(_) | Command::Halt(_) => Meaning::Stops,
        Command::Print { function, arguments, .. } | Command::Library { function, arguments, .. } => {
            Meaning::Library(library::of_call(program, *function, arguments))
        }
        Command::Unsupported { reach, .. } => match reach {
            Reach::Nothing => Meaning::Exact,
            Reach::Elsewhere => Meaning::Open(Touched::Shared),
            Reach::Memory => Meaning::Open(Touched::Everything),
            Reach::Control | Reach::Order => Meaning::Anywhere,
        },
    }
}

/// Returns true if the command may not terminate, or may end the program: it runs unknown code.
pub fn may_not_return(program: &Program, command: &Command) -> bool {
    match of_command(program, command) {
        Meaning::Open(_) | Meaning::Anywhere => true,
        Meaning::Library(call) => call.calls_back,
        Meaning::Exact | Meaning::Stops => false,
    }
}

/// Explains why predicates become `*` over a command; `None` if the command is followed exactly.
pub fn obstacle(program: &Program, command: &Command) -> Option<String> {
    let reason = match command {
        Command::Unsupported { reason, .. } => reason.clone(),
        Command::Library { name, .. } | Command::Print { name, .. } => format!("what '{name}' does to memory"),
        Command::Skip
        | Command::Store { .. }
        | Command::Copy { .. }
        | Command::Assume { .. }
        | Command::Allocate { .. }
        | Command::Free(_)
        | Command::Havoc { .. }
        | Command::ScopeStart(_)
        | Command::ScopeEnd(_)
        | Command::Call { .. }
        | Command::Fail(_)
        | Command::Halt(_) => return None,
    };
    match of_command(program, command) {
        Meaning::Open(_) | Meaning::Anywhere => Some(reason),
        Meaning::Library(call) => (call.touched().is_some() || call.has_open_access()).then_some(reason),
        Meaning::Exact | Meaning::Stops => None,
    }
}

/// A condition for a command to run without a memory error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SafetyCondition<'c> {
    /// Everything the expression reads is allocated, and it selects no field of NULL.
    Computes(&'c Expr),
    /// The target object of the pointer is allocated, and computing the pointer is no error.
    Object(&'c Expr),
    /// The pointer is NULL or may be given to `free`.
    Freed(&'c Expr),
    /// Preconditions do not follow this access: its safety is unknown.
    Open,
}

/// Returns the memory accesses of a command.
pub fn accesses<'c>(program: &'c Program, command: &'c Command) -> Vec<SafetyCondition<'c>> {
    let object = |address: &'c Option<Expr>| address.as_ref().map(SafetyCondition::Object);
    match command {
        Command::Skip | Command::ScopeStart(_) | Command::ScopeEnd(_) | Command::Fail(_) | Command::Halt(None) => {
            Vec::new()
        }
        Command::Store { address, value } => vec![SafetyCondition::Object(address), SafetyCondition::Computes(value)],
        Command::Copy { target, source, .. } => vec![SafetyCondition::Object(target), SafetyCondition::Object(source)],
        Command::Assume { condition, .. } => vec![SafetyCondition::Computes(condition)],
        Command::Allocate { address, bytes, .. } => {
            vec![SafetyCondition::Object(address), SafetyCondition::Computes(bytes)]
        }
        Command::Free(pointer) => vec![SafetyCondition::Freed(pointer)],
        Command::Havoc { address } => vec![SafetyCondition::Object(address)],
        Command::Halt(Some(status)) => vec![SafetyCondition::Computes(status)],
        Command::Call { arguments, result, .. } => {
            let computed = arguments.iter().map(SafetyCondition::Computes);
            computed.chain(object(result)).chain([SafetyCondition::Open]).collect()
        }
        Command::Print { arguments, .. } => {
            arguments.iter().map(SafetyCondition::Computes).chain(called(program, command)).collect()
        }
        Command::Library { arguments, result, .. } => {
            let computed = arguments.iter().map(SafetyCondition::Computes);
            computed.chain(object(result)).chain(called(program, command)).collect()
        }
        Command::Unsupported { .. } => vec![SafetyCondition::Open],
    }
}

/// Returns the accesses of a function without a body through its arguments.
fn called<'c>(program: &'c Program, command: &'c Command) -> Vec<SafetyCondition<'c>> {
    match of_command(program, command) {
        Meaning::Library(call) => call.accesses,
        Meaning::Open(_) | Meaning::Anywhere => vec![SafetyCondition::Open],
        Meaning::Exact | Meaning::Stops => Vec::new(),
    }
}

/// The treatment of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// A term with C's value.
    Exact,
    /// A term of unknown value: comparisons with it are `*`.
    Opaque,
}

/// Returns the row of an expression, regardless of its subexpressions.
pub fn of_expression(types: &TypeTable, expr: &Expr) -> Precision {
    match &expr.node {
        ExprNode::Float(_) | ExprNode::LongDouble(_) => Precision::Opaque,
        ExprNode::Integer(_)
        | ExprNode::Null
        | ExprNode::Symbol(_)
        | ExprNode::VariableAddress(_)
        | ExprNode::FieldAddress(..)
        | ExprNode::ElementAddress(..)
        | ExprNode::StringAddress(_)
        | ExprNode::FunctionAddress(_)
        | ExprNode::Load(_)
        | ExprNode::Unary(..)
        | ExprNode::Binary(..)
        | ExprNode::PointerDifference(..)
        | ExprNode::Cast(_) => of_type(types, expr.ty),
    }
}

/// Returns the row of values of a type.
pub fn of_type(types: &TypeTable, ty: TypeId) -> Precision {
    match types.get(ty) {
        // Terms represent integers as `i128`.
        Type::Integer { .. } if types.integer_format(ty) == Some((128, false)) => Precision::Opaque,
        // Arithmetic wraps at the width of the type, even where C leaves it undefined.
        Type::Integer { .. } | Type::Pointer(_) => Precision::Exact,
        Type::Float(_) => Precision::Opaque,
        // Terms have no such values.
        Type::Void | Type::Array(..) | Type::Record(_) | Type::Function { .. } => Precision::Opaque,
    }
}

/// The effect of a conversion on the types of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConversionEffect {
    /// A conversion between numbers, or of NULL: no address is seen at another type.
    Number,
    /// Array-to-pointer decay, to a pointer to the element type.
    Decay,
    /// An address gets another type, or becomes a number: typed reasoning about aliases is no longer valid.
    Retyped,
}

/// Returns the row of a conversion of `from` to the type `to`.
pub fn of_conversion(types: &TypeTable, from: &Expr, to: TypeId) -> ConversionEffect {
    if from.ty == to {
        return ConversionEffect::Number;
    }
    match (types.get(from.ty), types.get(to)) {
        (Type::Integer { .. } | Type::Float(_), Type::Integer { .. } | Type::Float(_)) => ConversionEffect::Number,
        (Type::Integer { .. } | Type::Pointer(_), Type::Pointer(_)) if is_null(from) => ConversionEffect::Number,
        (Type::Pointer(array), Type::Pointer(element)) => match types.get(*array) {
            Type::Array(inner, _) if inner == element => ConversionEffect::Decay,
            Type::Array(..)
            | Type::Void
            | Type::Integer { .. }
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Record(_)
            | Type::Function { .. } => ConversionEffect::Retyped,
        },
        (Type::Integer { .. } | Type::Float(_), Type::Pointer(_))
        | (Type::Pointer(_), Type::Integer { .. } | Type::Float(_)) => ConversionEffect::Retyped,
        (Type::Void | Type::Array(..) | Type::Record(_) | Type::Function { .. }, _)
        | (_, Type::Void | Type::Array(..) | Type::Record(_) | Type::Function { .. }) => ConversionEffect::Retyped,
    }
}

fn is_null(expr: &Expr) -> bool {
    matches!(expr.node, ExprNode::Null | ExprNode::Integer(0))
}

/// Returns true if [`Touched::Shared`] excludes the variable: a local one whose address is never taken.
pub fn is_out_of_reach(program: &Program, variable: program::VariableId) -> bool {
    let variable = &program.variables[variable];
    match variable.kind {
        VariableKind::Global => false,
        VariableKind::Parameter | VariableKind::Local | VariableKind::Temporary | VariableKind::Result => {
            !variable.address_taken
        }
    }
}
