//! The actions of an edge: commands translated to terms, composite commands decomposed.

use crate::library;
use ctype::{FieldId, Type, TypeId};
use logic::alias::{self, Aliasing};
use logic::facts::{begins_with, holds_target};
use logic::meaning::{self, Meaning, SafetyCondition, Touched};
use logic::{Arena, Atom, Facts, Formula, TermId, TermNode, translate};
use program::{BinaryOp, Command, Expr, Program};

/// The effect of a step on the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    Skip,
    /// Blocks unless the formula holds.
    Assume(Formula),
    /// `M' = M[address ← value]`. The value [`TermNode::Undefined`] stands for any value.
    Store {
        /// `i`
        address: TermId,
        /// `c`
        value: TermId,
    },
    /// `M' = M[address ← value]` where `value` is [`TermNode::Fresh`], the address of a new block.
    Allocate {
        /// The cell that receives the pointer.
        address: TermId,
        /// The new block.
        value: TermId,
        /// True if its contents are zero; otherwise they are indeterminate.
        zeroed: bool,
    },
    /// Frees the block that the pointer points to; NULL is allowed.
    Free(TermId),
    /// Invalidates all knowledge of the touched memory.
    Forget(Touched),
}

/// Returns the alternatives of a command. Each is a sequence of actions, with a formula that holds before the command
/// whenever it runs without error (its addresses are allocated). Empty if no run passes (`Fail`, `Halt`).
pub fn actions(arena: &mut Arena, facts: &Facts, program: &Program, command: &Command) -> Vec<(Vec<Action>, Formula)> {
    let safe = safe(arena, facts, program, command);
    let alternatives = match meaning::of_command(program, command) {
        Meaning::Exact => exact(arena, facts, program, command),
        Meaning::Stops => Vec::new(),
        Meaning::Library(call) => {
            let result = match command {
                Command::Library { result, .. } => result.as_ref(),
                _ => None,
            };
            library::actions(arena, facts, &call, result)
        }
        Meaning::Open(touched) => vec![vec![Action::Forget(touched)]],
        Meaning::Anywhere => vec![vec![Action::Forget(Touched::Everything)]],
    };
    alternatives.into_iter().map(|actions| (actions, safe.clone())).collect()
}

/// "The command runs without a memory error".
fn safe(arena: &mut Arena, facts: &Facts, program: &Program, command: &Command) -> Formula {
    let mut parts = Vec::new();
    for access in meaning::accesses(program, command) {
        parts.push(match access {
            SafetyCondition::Computes(value) => computable(arena, value),
            SafetyCondition::Object(address) => accessible(arena, address),
            SafetyCondition::Freed(pointer) => {
                let defined = computable(arena, pointer);
                let pointer = translate::term(arena, pointer);
                Formula::and([defined, may_be_freed(arena, facts, program, pointer)])
            }
            SafetyCondition::Open => Formula::Unknown,
        });
    }
    Formula::and(parts)
}

/// Applies the rules of commands with an exact meaning.
fn exact(arena: &mut Arena, facts: &Facts, program: &Program, command: &Command) -> Vec<Vec<Action>> {
    match command {
        Command::Skip => vec![vec![Action::Skip]],
        Command::Store { address, value } => {
            let (address, value) = (translate::term(arena, address), translate::term(arena, value));
            vec![vec![store(arena, address, value)]]
        }
        Command::Assume { condition, holds } => {
            let formula = translate::condition(arena, facts, condition);
            let formula = if *holds { formula } else { formula.negated() };
            vec![vec![Action::Assume(formula)]]
        }
        Command::Allocate { address, bytes, zeroed, may_fail, .. } => {
            let address = translate::term(arena, address);
            let ty = arena.types().pointee(arena.type_of(address)).unwrap_or_else(|| arena.type_of(address));
            // If the block may be too small, the target of the pointer is not known to be allocated.
            let fits = holds_target(arena.types(), bytes, arena.types().pointee(ty));
            let mut alternatives = allocate(arena, address, ty, fits, *zeroed, *may_fail);
            if let Some(errno) = program.exposed.errno {
                alternatives.iter_mut().for_each(|actions| actions.push(Action::Forget(Touched::Cells(errno))));
            }
            alternatives
        }
        Command::Free(pointer) => {
            let pointer = translate::term(arena, pointer);
            vec![vec![free(arena, facts, pointer)]]
        }
        Command::Havoc { address } => {
            let (address, ty) = (translate::term(arena, address), arena.types().pointee(address.ty));
            vec![forget_object(arena, facts, address, ty)]
        }
        Command::ScopeStart(variable) => {
            let target = &program.variables[*variable];
            let address = pointer_to(arena, TermNode::VariableAddress(*variable), target.ty);
            vec![forget_object(arena, facts, address, Some(target.ty))]
        }
        // A dead private variable is not read again; a pointer to a dead exposed one dangles.
        Command::ScopeEnd(variable) => {
            let action = if facts.is_private(*variable) { Action::Skip } else { Action::Forget(Touched::Shared) };
            vec![vec![action]]
        }
        Command::Copy { target, source, ty } => {
            let (target, source) = (translate::term(arena, target), translate::term(arena, source));
            vec![copy_object(arena, facts, target, source, *ty)]
        }
        // The table of meanings declares none of these exact.
        Command::Call { .. }
        | Command::Fail(_)
        | Command::Halt(_)
        | Command::Print { .. }
        | Command::Library { .. }
        | Command::Unsupported { .. } => vec![vec![Action::Forget(Touched::Everything)]],
    }
}

/// `*address = a new block`, or NULL. `fits` says that the block is large enough for the target type of `ty`.
pub(super) fn allocate(
    arena: &mut Arena,
    address: TermId,
    ty: TypeId,
    fits: bool,
    zeroed: bool,
    may_fail: bool,
) -> Vec<Vec<Action>> {
    let action = if fits {
        Action::Allocate { address, value: arena.term(TermNode::Fresh, ty), zeroed }
    } else {
        Action::Store { address, value: undefined(arena, address) }
    };
    let mut alternatives = vec![vec![action]];
    if may_fail {
        let value = arena.null(ty);
        alternatives.push(vec![Action::Store { address, value }]);
    }
    alternatives
}

/// `free(pointer)`. If the pointer may point into an object, or to the first member of a larger one, it is unknown
/// which block dies.
pub(super) fn free(arena: &Arena, facts: &Facts, pointer: TermId) -> Action {
    let target = arena.types().pointee(arena.type_of(pointer));
    match target {
        Some(target) if facts.well_typed() && !facts.may_point_inside(arena.types(), target) => Action::Free(pointer),
        _ => Action::Forget(Touched::Shared),
    }
}

/// `M[address] := value`; a bit-field truncates the value.
fn store(arena: &mut Arena, address: TermId, value: TermId) -> Action {
    let TermNode::FieldAddress(_, field) = arena.node(address) else { return Action::Store { address, value } };
    let Some((_, width)) = arena.types().field(field).bits else { return Action::Store { address, value } };
    let value = truncated(arena, value, arena.types().field(field).ty, width);
    Action::Store { address, value }
}

/// Returns the value of a bit-field of this type and width after a store of `value`: its low bits, sign-extended if the
/// field is signed.
fn truncated(arena: &mut Arena, value: TermId, ty: TypeId, width: u32) -> TermId {
    let Some((full, signed)) = arena.types().integer_format(ty) else { return value };
    // `_Bool` holds 0 and 1, so one bit is enough.
    if width >= full || full == 1 {
        return value;
    }
    if !signed {
        let mask = arena.term(TermNode::Integer((1 << width) - 1), ty);
        return arena.term(TermNode::Binary(BinaryOp::BitAnd, value, mask), ty);
    }
    // `(e & mask ^ sign) - sign` sign-extends: flipping `sign` and subtracting it copies it upwards. Nothing overflows.
    let mask = arena.term(TermNode::Integer((1 << width) - 1), ty);
    let sign = arena.term(TermNode::Integer(1 << (width - 1)), ty);
    let low = arena.term(TermNode::Binary(BinaryOp::BitAnd, value, mask), ty);
    let turned = arena.term(TermNode::Binary(BinaryOp::BitXor, low, sign), ty);
    arena.term(TermNode::Binary(BinaryOp::Sub, turned, sign), ty)
}

/// "The address may be accessed, and computing it is no error".
fn accessible(arena: &mut Arena, address: &Expr) -> Formula {
    let term = translate::term(arena, address);
    if arena.is_variable_cell(term) {
        return Formula::True;
    }
    Formula::Atom(arena.atom(Atom::Allocated(term)))
}

/// "Computing the value is no memory error": whatever it reads is allocated. (Computing the address of a member of NULL
/// is undefined behaviour, but not an access.)
fn computable(arena: &mut Arena, value: &Expr) -> Formula {
    let term = translate::term(arena, value);
    translate::defined_term(arena, term)
}

/// "The pointer is NULL or points to the start of a live heap block".
fn may_be_freed(arena: &mut Arena, facts: &Facts, program: &Program, pointer: TermId) -> Formula {
    let ty = arena.type_of(pointer);
    let null = arena.null(ty);
    let is_null = Formula::Atom(arena.atom(Atom::Equal(pointer, null)));
    // A block too small for the target of the pointer may be freed, although that target is not allocated.
    if !facts.well_typed() {
        return Formula::or([is_null, Formula::Unknown]);
    }
    let mut parts = vec![Formula::Atom(arena.atom(Atom::Allocated(pointer)))];
    match arena.types().pointee(ty) {
        Some(target) if !facts.may_point_inside(arena.types(), target) => {
            let is_void = matches!(arena.types().get(target), Type::Void);
            // A string literal is not a heap block.
            if !program.strings.is_empty() && (is_void || arena.types().is_integer(target)) {
                parts.push(Formula::Unknown);
            }
            for variable in facts.exposed_variables() {
                let whole = program.variables[variable].ty;
                if whole == target {
                    let address = arena.term(TermNode::VariableAddress(variable), ty);
                    parts.push(Formula::NotAtom(arena.atom(Atom::Equal(pointer, address))));
                } else if is_void || begins_with(arena.types(), whole, target) {
                    parts.push(Formula::Unknown);
                }
            }
        }
        _ => parts.push(Formula::Unknown),
    }
    Formula::or([is_null, Formula::and(parts)])
}

fn pointer_to(arena: &mut Arena, node: TermNode, target: TypeId) -> TermId {
    let ty = arena.types().find(&Type::Pointer(target)).unwrap_or(target);
    arena.term(node, ty)
}

pub(super) fn undefined(arena: &mut Arena, address: TermId) -> TermId {
    let ty = arena.types().pointee(arena.type_of(address)).unwrap_or_else(|| arena.type_of(address));
    arena.term(TermNode::Undefined, ty)
}

/// An object of more cells than this is forgotten as a whole.
const MOST_CELLS: usize = 64;

/// A scalar cell of an object.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub address: TermId,
    /// Bytes from the start of the object.
    pub offset: u64,
    /// Size in bytes; 0 for a bit-field, which shares its bytes with others.
    pub size: u64,
}

/// Lists the scalar cells of an object; `None` if that is impossible (unions, arrays of unknown or large size).
pub(super) fn cells(arena: &mut Arena, address: TermId, ty: TypeId) -> Option<Vec<Cell>> {
    let mut found = Vec::new();
    add_cells(arena, address, ty, 0, &mut found).then_some(found)
}

/// Adds the cells of a part that starts at `offset`; false if they cannot be listed.
fn add_cells(arena: &mut Arena, address: TermId, ty: TypeId, offset: u64, found: &mut Vec<Cell>) -> bool {
    match arena.types().get(ty).clone() {
        Type::Record(record) => {
            let definition = arena.types().record(record);
            let Some(layout) = &definition.layout else { return false };
            let count = layout.fields.len();
            if definition.is_union || count > MOST_CELLS {
                return false;
            }
            (0..count as u32).all(|index| {
                let field = FieldId { record, index };
                let cell = arena.field_address(address, field);
                let field = arena.types().field(field).clone();
                if field.bits.is_some() {
                    found.push(Cell { address: cell, offset: offset + field.offset, size: 0 });
                    return found.len() <= MOST_CELLS;
                }
                add_cells(arena, cell, field.ty, offset + field.offset, found)
            })
        }
        Type::Array(..) | Type::Void | Type::Function { .. } => false,
        Type::Integer { .. } | Type::Float(_) | Type::Pointer(_) => {
            let size = arena.types().size_of(ty).unwrap_or(0);
            found.push(Cell { address, offset, size });
            found.len() <= MOST_CELLS
        }
    }
}

/// Assigns any value to each cell of an object.
fn forget_object(arena: &mut Arena, facts: &Facts, address: TermId, ty: Option<TypeId>) -> Vec<Action> {
    let Some(cells) = ty.and_then(|ty| cells(arena, address, ty)) else {
        return vec![Action::Forget(Touched::Everything)];
    };
    let stores = cells.into_iter().map(|Cell { address, .. }| (address, undefined(arena, address))).collect();
    in_order(arena, facts, &[address], stores)
}

/// `*target = *source`, cell by cell. The objects are identical or disjoint, so no cell is read after another value was
/// stored to it. In `*x = *x->n` the copy overwrites the pointer to its own source: such a cell comes last.
pub(super) fn copy_object(arena: &mut Arena, facts: &Facts, target: TermId, source: TermId, ty: TypeId) -> Vec<Action> {
    let (Some(to), Some(from)) = (cells(arena, target, ty), cells(arena, source, ty)) else {
        return vec![Action::Forget(Touched::Everything)];
    };
    let stores = to.into_iter().zip(from).map(|(to, from)| (to.address, arena.load(from.address))).collect();
    in_order(arena, facts, &[target, source], stores)
}

/// Orders the stores to the cells of an object. A store that may change the address of the object, or a term that
/// another store reads, comes last.
fn in_order(arena: &Arena, facts: &Facts, objects: &[TermId], stores: Vec<(TermId, TermId)>) -> Vec<Action> {
    let mut read = Vec::new();
    objects.iter().for_each(|address| arena.loads(*address, &mut read));
    let moves =
        |cell: TermId| read.iter().any(|address| alias::same_address(arena, facts, *address, cell) != Aliasing::No);
    let (last, mut stores): (Vec<_>, Vec<_>) = stores.into_iter().partition(|(cell, _)| moves(*cell));
    if last.len() > 1 {
        return vec![Action::Forget(Touched::Everything)];
    }
    stores.extend(last);
    stores.into_iter().map(|(address, value)| Action::Store { address, value }).collect()
}
