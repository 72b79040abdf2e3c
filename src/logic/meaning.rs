//! The table of meanings: what each construct of the flowchart means to weakest preconditions.
//!
//! Every kind of command, expression and conversion has an arm here, and in [`library`] every effect of a library function:
//! it is followed exactly, or declared an over-approximation that says which predicates become free (`*`). No match has a
//! catch-all arm: a new kind does not compile until somebody decides. `wp` follows the table, and
//! [`crate::Facts`] takes from it what a procedure never does.
//!
//! Nothing here makes control end: behind what is not followed control goes on, and what may have changed is free.

pub mod library;

use ctype::{Type, TypeId, TypeTable};
pub use library::CallMeaning;
use program::{Command, Expr, ExprNode, Program, Reach, VariableKind};

/// Which memory an over-approximated command may change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Touched {
    /// Cells of this scalar type, wherever they are.
    Cells(TypeId),
    /// Cells of this scalar type, and what lies behind one of them in the same block. Where a pointer may lead to such a
    /// member of an object, that is cells of other types ([`crate::Facts`] finds out).
    CellsAndBehind(TypeId),
    /// Everything but the local variables whose address is never taken. Blocks may be freed, and cells may be written
    /// under other types.
    Shared,
    /// All memory. Blocks may be freed, and cells may be written under other types.
    Everything,
}

impl Touched {
    /// Whether blocks may be freed.
    pub fn may_free(self) -> bool {
        match self {
            Touched::Cells(_) | Touched::CellsAndBehind(_) => false,
            Touched::Shared | Touched::Everything => true,
        }
    }

    /// Whether cells keep the types that they were allocated with, as far as the kind of command tells.
    pub fn keeps_types(self) -> bool {
        match self {
            Touched::Cells(_) | Touched::CellsAndBehind(_) => true,
            Touched::Shared | Touched::Everything => false,
        }
    }
}

/// How a command is followed.
#[derive(Clone, Debug)]
pub enum Meaning<'c> {
    /// By its rule in `wp`, which is exact wherever the command runs without an error.
    Exact,
    /// No run passes it.
    Stops,
    /// By the steps of a library function.
    Library(CallMeaning<'c>),
    /// Control goes on behind it, and what is touched is free.
    Open(Touched),
    /// All memory is free, and control may go on at any location.
    Anywhere,
}

/// The row of a command.
pub fn of_command<'c>(program: &'c Program, command: &'c Command) -> Meaning<'c> {
    match command {
        Command::Skip | Command::Assume { .. } | Command::Store { .. } => Meaning::Exact,
        // Cell by cell. An object whose cells cannot be listed (a union, a large array) is forgotten: see `wp::action`.
        Command::Copy { .. } => Meaning::Exact,
        // A block that may be smaller than what the pointer points to is any value: see `wp::action`.
        Command::Allocate { .. } => Meaning::Exact,
        // Exact where the pointer leads to the start of a block of its type; otherwise any block may die: see `wp::free`.
        Command::Free(_) => Meaning::Exact,
        // Any value is what the command means, of each cell of an object. One whose cells cannot be listed is forgotten, as where a
        // scope begins.
        Command::Havoc { .. } => Meaning::Exact,
        // The object's cells are indeterminate.
        Command::ScopeStart(_) => Meaning::Exact,
        // Pointers to the variable dangle; one that no pointer knows is not read again: see `wp::action`.
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

/// Whether control may stay in a command for ever, or end there: nothing is known of what runs in it.
pub fn may_not_return(program: &Program, command: &Command) -> bool {
    match of_command(program, command) {
        Meaning::Open(_) | Meaning::Anywhere => true,
        Meaning::Library(call) => call.calls_back,
        Meaning::Exact | Meaning::Stops => false,
    }
}

/// Why predicates become free over a command that is not followed exactly; `None` for one that is.
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

/// Something that must be in order for a command to run without an error of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SafetyCondition<'c> {
    /// What the expression reads is allocated, and it selects no field of NULL.
    Computes(&'c Expr),
    /// The object that the pointer points to, by its type, is allocated; computing the pointer is no error.
    Object(&'c Expr),
    /// The pointer is NULL or may be given to `free`.
    Freed(&'c Expr),
    /// Memory is accessed in a way that preconditions do not follow: whether it is in order is open.
    Open,
}

/// What a command accesses.
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

/// What a function without a body accesses through its arguments.
fn called<'c>(program: &'c Program, command: &'c Command) -> Vec<SafetyCondition<'c>> {
    match of_command(program, command) {
        Meaning::Library(call) => call.accesses,
        Meaning::Open(_) | Meaning::Anywhere => vec![SafetyCondition::Open],
        Meaning::Exact | Meaning::Stops => Vec::new(),
    }
}

/// How an expression is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// As a term with C's value.
    Exact,
    /// As a term whose value nothing is known of: a comparison with it is free.
    Opaque,
}

/// The row of an expression, apart from its parts.
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

/// The row of values of a type.
pub fn of_type(types: &TypeTable, ty: TypeId) -> Precision {
    match types.get(ty) {
        // Terms hold numbers as `i128`.
        Type::Integer { .. } if types.integer_format(ty) == Some((128, false)) => Precision::Opaque,
        // Arithmetic wraps at the width of the type, where C leaves it undefined too.
        Type::Integer { .. } | Type::Pointer(_) => Precision::Exact,
        Type::Float(_) => Precision::Opaque,
        // No values of terms.
        Type::Void | Type::Array(..) | Type::Record(_) | Type::Function { .. } => Precision::Opaque,
    }
}

/// What a conversion does to the types that cells are seen under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConversionEffect {
    /// A number becomes a number, or NULL is NULL: no address is seen under another type.
    Number,
    /// The address of an array becomes that of its first element, which has this type.
    Decay,
    /// An address is kept under another type, or as a number: no typed reasoning about aliases holds any more.
    Retyped,
}

/// The row of a conversion of `from` to the type `to`.
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

/// Whether what is [`Touched::Shared`] leaves a variable alone: a local one whose address is never taken.
pub fn is_out_of_reach(program: &Program, variable: program::VariableId) -> bool {
    let variable = &program.variables[variable];
    match variable.kind {
        VariableKind::Global => false,
        VariableKind::Parameter | VariableKind::Local | VariableKind::Temporary | VariableKind::Result => {
            !variable.address_taken
        }
    }
}
