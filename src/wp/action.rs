//! The actions of an edge: commands in terms, composite commands taken apart.

use crate::ctype::{FieldId, Type, TypeId};
use crate::logic::alias::{self, Answer};
use crate::logic::facts::{begins_with, holds_target};
use crate::logic::{Arena, Atom, Facts, Formula, TermId, TermNode, translate};
use crate::program::{Command, Expr, Program};

/// What a step does to the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing.
    Skip,
    /// Runs only where the formula holds.
    Assume(Formula),
    /// `M' = M[address ← value]`. A value of [`TermNode::Undefined`] is any value.
    Store {
        /// `i`
        address: TermId,
        /// `c`
        value: TermId,
    },
    /// `M' = M[address ← value]` where `value` is [`TermNode::Fresh`], the address of a new block.
    Allocate {
        /// Where the pointer goes.
        address: TermId,
        /// The new block.
        value: TermId,
        /// Whether its contents are zero; otherwise they are indeterminate.
        zeroed: bool,
    },
    /// The block that the pointer points to dies; NULL is allowed.
    Free(TermId),
    /// Nothing is known afterwards.
    Forget,
}

/// The alternatives of a command: each a sequence of actions and the formula that holds before whenever it runs without
/// error (its addresses are allocated). Empty where no run passes (`Fail`, `Halt`).
pub fn actions(arena: &mut Arena, facts: &Facts, program: &Program, command: &Command) -> Vec<(Vec<Action>, Formula)> {
    match command {
        Command::Skip | Command::Print { .. } => vec![(vec![Action::Skip], Formula::True)],
        Command::Fail(_) | Command::Halt(_) => Vec::new(),
        Command::Store { address, value } => {
            let safe = Formula::and([accessible(arena, address), computable(arena, value)]);
            let (address, value) = (translate::term(arena, address), translate::term(arena, value));
            vec![(vec![Action::Store { address, value }], safe)]
        }
        Command::Assume { condition, holds } => {
            let safe = computable(arena, condition);
            let formula = translate::condition(arena, facts, condition);
            let formula = if *holds { formula } else { formula.negated() };
            vec![(vec![Action::Assume(formula)], safe)]
        }
        Command::Allocate { address, bytes, zeroed, may_fail, .. } => {
            let safe = accessible(arena, address);
            let address = translate::term(arena, address);
            let ty = arena.types().pointee(arena.type_of(address)).unwrap_or_else(|| arena.type_of(address));
            // Of a block that may be too small it is not even known that the pointer's target is allocated.
            let action = if holds_target(arena.types(), bytes, arena.types().pointee(ty)) {
                Action::Allocate { address, value: arena.term(TermNode::Fresh, ty), zeroed: *zeroed }
            } else {
                Action::Store { address, value: undefined(arena, address) }
            };
            let mut alternatives = vec![(vec![action], safe.clone())];
            if *may_fail {
                let value = arena.null(ty);
                alternatives.push((vec![Action::Store { address, value }], safe));
            }
            alternatives
        }
        Command::Free(pointer) => {
            let defined = computable(arena, pointer);
            let pointer = translate::term(arena, pointer);
            let safe = Formula::and([defined, may_be_freed(arena, facts, program, pointer)]);
            vec![(vec![Action::Free(pointer)], safe)]
        }
        // A call that changes no memory gives any value.
        Command::Library { result: None, .. } if command.obstacle().is_none() => {
            vec![(vec![Action::Skip], Formula::True)]
        }
        Command::Library { result: Some(address), .. } if command.obstacle().is_none() => {
            let safe = accessible(arena, address);
            let address = translate::term(arena, address);
            let value = undefined(arena, address);
            vec![(vec![Action::Store { address, value }], safe)]
        }
        Command::Havoc { address } => {
            let safe = accessible(arena, address);
            let address = translate::term(arena, address);
            let value = undefined(arena, address);
            vec![(vec![Action::Store { address, value }], safe)]
        }
        Command::ScopeStart(variable) => {
            let target = &program.variables[*variable];
            let address = pointer_to(arena, TermNode::VariableAddress(*variable), target.ty);
            vec![(forget_object(arena, address, target.ty), Formula::True)]
        }
        // A dead private variable is not read again; a pointer into a dead exposed one dangles.
        Command::ScopeEnd(variable) => {
            let action = if facts.is_private(*variable) { Action::Skip } else { Action::Forget };
            vec![(vec![action], Formula::True)]
        }
        Command::Copy { target, source, ty } => {
            let safe = Formula::and([accessible(arena, target), accessible(arena, source)]);
            let (target, source) = (translate::term(arena, target), translate::term(arena, source));
            vec![(copy_object(arena, facts, target, source, *ty), safe)]
        }
        Command::Call { .. } | Command::Library { .. } | Command::Unsupported { .. } => {
            vec![(vec![Action::Forget], Formula::True)]
        }
    }
}

/// "Memory may be accessed at this address, and computing the address is no error".
fn accessible(arena: &mut Arena, address: &Expr) -> Formula {
    let term = translate::term(arena, address);
    if arena.is_variable_cell(term) {
        return Formula::True;
    }
    Formula::Atom(arena.atom(Atom::Allocated(term)))
}

/// "Computing the value is no error of memory": what it reads is allocated. (To compute the address of a field of NULL is
/// undefined behaviour, but no access.)
fn computable(arena: &mut Arena, value: &Expr) -> Formula {
    let term = translate::term(arena, value);
    translate::defined_term(arena, term)
}

/// "The pointer is NULL or points to a live block of the heap, to its start".
fn may_be_freed(arena: &mut Arena, facts: &Facts, program: &Program, pointer: TermId) -> Formula {
    let ty = arena.type_of(pointer);
    let null = arena.null(ty);
    let is_null = Formula::Atom(arena.atom(Atom::Equal(pointer, null)));
    // A block that is too small for the pointer's target may be freed, although the target is not allocated.
    if !facts.well_typed() {
        return Formula::or([is_null, Formula::Unknown]);
    }
    let mut parts = vec![Formula::Atom(arena.atom(Atom::Allocated(pointer)))];
    match arena.types().pointee(ty) {
        Some(target) if !facts.may_point_inside(arena.types(), target) => {
            let is_void = matches!(arena.types().get(target), Type::Void);
            // A string literal is no block of the heap.
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

fn undefined(arena: &mut Arena, address: TermId) -> TermId {
    let ty = arena.types().pointee(arena.type_of(address)).unwrap_or_else(|| arena.type_of(address));
    arena.term(TermNode::Undefined, ty)
}

/// The scalar cells of an object; `None` where they cannot be listed (unions, arrays of unknown or large size).
fn cells(arena: &mut Arena, address: TermId, ty: TypeId) -> Option<Vec<TermId>> {
    /// An object of more cells than this is forgotten as a whole.
    const LIMIT: usize = 64;
    match arena.types().get(ty).clone() {
        Type::Record(record) => {
            let definition = arena.types().record(record);
            let count = definition.layout.as_ref()?.fields.len();
            if definition.is_union || count > LIMIT {
                return None;
            }
            let mut found = Vec::new();
            for index in 0..count as u32 {
                let field = FieldId { record, index };
                let cell = arena.field_address(address, field);
                let field_type = arena.types().field(field).ty;
                found.extend(cells(arena, cell, field_type)?);
            }
            (found.len() <= LIMIT).then_some(found)
        }
        Type::Array(..) => None,
        _ => Some(vec![address]),
    }
}

fn forget_object(arena: &mut Arena, address: TermId, ty: TypeId) -> Vec<Action> {
    match cells(arena, address, ty) {
        Some(cells) => {
            cells.into_iter().map(|address| Action::Store { address, value: undefined(arena, address) }).collect()
        }
        None => vec![Action::Forget],
    }
}

/// `*target = *source`, cell by cell: the objects are the same or do not overlap, so no cell is read after it was written
/// with something else. In `*x = *x->n` the copy changes where its source lies: such a cell comes last.
fn copy_object(arena: &mut Arena, facts: &Facts, target: TermId, source: TermId, ty: TypeId) -> Vec<Action> {
    let (Some(to), Some(from)) = (cells(arena, target, ty), cells(arena, source, ty)) else {
        return vec![Action::Forget];
    };
    let mut read = Vec::new();
    [target, source].into_iter().for_each(|address| arena.loads(address, &mut read));
    let moves =
        |cell: TermId| read.iter().any(|address| alias::same_address(arena, facts, *address, cell) != Answer::No);
    let (last, mut cells): (Vec<_>, Vec<_>) = to.into_iter().zip(from).partition(|(address, _)| moves(*address));
    if last.len() > 1 {
        return vec![Action::Forget];
    }
    cells.extend(last);
    cells.into_iter().map(|(address, cell)| Action::Store { address, value: arena.load(cell) }).collect()
}
