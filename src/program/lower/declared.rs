//! Calls of functions that are only declared: the memory that their types and attributes let them change.
//!
//! Such a call is a command with a [`DeclaredCallee`], whose arguments are the addresses through which the function
//! reaches memory. [`crate::outside`] says what it may do there. A function that gets a function of the program may call
//! it, so nothing is known behind such a call.

use std::collections::BTreeSet;

use crate::escape::Escape;
use crate::library::conversions::{Conversion, conversions};
use crate::lower::call::CalleeType;
use crate::lower::constness::Qualifiers;
use crate::lower::exposed::MAKERS_OF_STREAMS;
use crate::lower::extended_types::ARGUMENT_LIST;
use crate::lower::value::LoweredValue;
use crate::lower::{Emitter, Lowered};
use crate::{
    Callee, Command, DeclaredCallee, Edge, Expr, ExprNode, Function, FunctionId, LibraryFunction, Linkage, PointerUse,
    Program, Reach, VariableId, VariableKind, outside,
};
use base::Span;
use base::ids::IdVec;
use ctype::{IntegerKind, Type, TypeId, TypeTable};
use frontend::ast::{Attribute, Derivation, Specifiers};

/// Maximum number of levels of pointers of a parameter that are told apart.
const MOST_LEVELS: usize = 16;

/// What the declarations of a function say beside its type.
#[derive(Clone, Default)]
pub(super) struct Promises {
    /// For each parameter, the number of its levels of pointers if the type behind the last is declared `const`, and so
    /// is each pointer but the first.
    constant_levels: Vec<Option<usize>>,
    /// True if an attribute says that the function changes no memory: `pure`, `const`.
    changes_nothing: bool,
    /// True if an attribute says that its variadic arguments are those of a `printf` format.
    prints: bool,
    /// True if an attribute says that the result is not NULL.
    returns_nonnull: bool,
}

impl Promises {
    /// Returns what a declaration of a function says.
    pub(super) fn of(
        emitter: &Emitter<'_>,
        qualifiers: &Qualifiers,
        derivations: &[Derivation],
        attributes: &[&[Attribute]],
    ) -> Promises {
        let constant_levels = |specifiers: &Specifiers, derivations: &[Derivation]| {
            let mut levels = 0;
            let mut rest = derivations;
            while let [Derivation::Pointer { .. } | Derivation::Array(_), target @ ..] = rest {
                if !qualifiers.declares_constant(emitter, specifiers, target) {
                    return None;
                }
                (levels, rest) = (levels + 1, target);
            }
            rest.is_empty().then_some(levels)
        };
        let parameters = derivations.iter().find_map(|derivation| match derivation {
            Derivation::Function(parameters, _) => Some(parameters.as_slice()),
            _ => None,
        });
        let constant_levels = parameters
            .unwrap_or_default()
            .iter()
            .map(|parameter| constant_levels(&parameter.specifiers, &parameter.declarator.derivations))
            .collect();
        let has = |names: &[&str]| attributes.iter().copied().flatten().any(|it| names.contains(&it.name.as_str()));
        let (changes_nothing, returns_nonnull) = (has(&["pure", "const"]), has(&["returns_nonnull"]));
        Promises { constant_levels, changes_nothing, prints: prints(attributes), returns_nonnull }
    }

    /// Adds what another declaration of the same function says.
    pub(super) fn add(&mut self, other: Promises) {
        for (index, levels) in other.constant_levels.into_iter().enumerate() {
            match self.constant_levels.get_mut(index) {
                Some(known) => *known = (*known).max(levels),
                None => self.constant_levels.push(levels),
            }
        }
        self.changes_nothing |= other.changes_nothing;
        self.prints |= other.prints;
        self.returns_nonnull |= other.returns_nonnull;
    }
}

/// Returns true if a `format` attribute is that of `printf`.
fn prints(attributes: &[&[Attribute]]) -> bool {
    let formats = attributes.iter().copied().flatten().filter(|attribute| attribute.name == "format");
    formats.flat_map(|attribute| attribute.arguments.first()).any(|archetype| match &archetype.kind {
        frontend::ast::ExpressionKind::Identifier(name) => name.trim_matches('_').ends_with("printf"),
        _ => false,
    })
}

/// A call of a function that is only declared.
pub(super) struct DeclaredCall<'c> {
    pub(super) function: FunctionId,
    pub(super) name: &'c str,
    pub(super) signature: &'c CalleeType,
    pub(super) promises: Promises,
    /// True if it is declared not to return.
    pub(super) never_returns: bool,
}

impl Emitter<'_> {
    /// Lowers a call of a function that does no more than its declaration allows
    /// ([`UnknownCalls::ByType`](crate::UnknownCalls::ByType)).
    pub(super) fn declared_call(
        &mut self,
        call: &DeclaredCall<'_>,
        arguments: Vec<Expr>,
        span: Span,
    ) -> Lowered<LoweredValue> {
        let DeclaredCall { function, name, signature, .. } = call;
        let types = &self.program.types;
        let gets_function = |argument: &Expr| {
            leads_to_function(types, argument.ty) || is_function(argument) || is_list(types, argument)
        };
        if MAKERS_OF_STREAMS.contains(name) || arguments.iter().any(gets_function) {
            return self.bodiless_call(name, arguments, signature.result, span);
        }
        let arguments: Vec<Expr> = arguments.into_iter().map(|argument| as_pointer(types, argument)).collect();
        self.program.followed_by_assumption.entry(name.to_string()).or_insert(span);
        let (mut given, mut uses) = (Vec::new(), Vec::new());
        let used = uses_of(&self.program, call, &arguments);
        for (argument, used) in arguments.into_iter().zip(used) {
            match (used, argument.node) {
                (Some(PointerUse::Copies), ExprNode::Load(address)) => {
                    given.push(*address);
                    uses.push(PointerUse::Copies);
                }
                (Some(used), node) => {
                    given.push(Expr { node, ..argument });
                    uses.push(used);
                }
                (None, node) => self.discard(LoweredValue::Pure(Expr { node, ..argument }), span)?,
            }
        }
        let callee = Callee::Declared(DeclaredCallee {
            function: *function,
            uses,
            changes_nothing: call.promises.changes_nothing,
            returns_nonnull: call.promises.returns_nonnull,
        });
        let value = LoweredValue::Call { callee, arguments: given, ty: signature.result };
        if !call.never_returns {
            return Ok(value);
        }
        self.discard(value, span)?;
        // Whether it ends the program or never comes back: of both, an exit shows most, as it runs handlers.
        let status = Expr::integer(1, self.program.types.int());
        let stop = self.builder.stop();
        self.builder.edge(self.builder.current, stop, Command::Halt(Some(status)), span);
        self.builder.dead_end();
        Ok(LoweredValue::any(&self.program.types, signature.result))
    }
}

/// Returns what the function may do with each argument; `None` for one that leads to no memory that could change or end.
fn uses_of(program: &Program, call: &DeclaredCall<'_>, arguments: &[Expr]) -> Vec<Option<PointerUse>> {
    let (types, promises) = (&program.types, &call.promises);
    let (named, rest) = arguments.split_at(call.signature.parameters.len().min(arguments.len()));
    let format = named.last().filter(|_| promises.prints).and_then(|format| literal(program, format));
    let format = format.map(|text| conversions(text).1).filter(|format| fits(types, format, rest));
    // It may give the program what it gets: as its result, or in an object.
    let may_hold = |ty: TypeId| outside::holds_pointers(types, ty);
    let result = call.signature.result;
    let gives_number = promises.changes_nothing
        && matches!(types.get(result), Type::Integer { .. })
        && types.size_of(result) >= Some(types.model().word_bytes());
    let gives_pointers = gives_number
        || may_hold(result)
        || arguments.iter().any(|argument| types.pointee(argument.ty).is_some_and(may_hold));
    let used = |(index, argument): (usize, &Expr)| {
        let conversion = index.checked_sub(named.len()).and_then(|index| format.as_ref()?.get(index));
        let is_printed = conversion.is_some() || index >= named.len() && promises.prints && is_text(types, argument.ty);
        let levels = promises.constant_levels.get(index).copied().flatten();
        let is_constant = levels.is_some_and(|levels| {
            call.signature.parameters.get(index).is_some_and(|ty| levels > 0 && levels == depth(types, *ty))
        });
        let only_reads = promises.changes_nothing || is_constant || is_printed;
        match types.get(argument.ty) {
            _ if argument.is_null(types) || matches!(conversion, Some(Conversion::Address(_))) => None,
            Type::Pointer(_) if !only_reads => Some(PointerUse::Changes),
            Type::Pointer(_) if literal(program, argument).is_some() => None,
            Type::Pointer(_) if !gives_pointers && is_address_of_numbers(program, argument) => None,
            Type::Pointer(_) => Some(PointerUse::Reads),
            _ if matches!(argument.node, ExprNode::Integer(_)) || (only_reads && !gives_number) => None,
            Type::Integer { .. } if only_reads => Some(PointerUse::Reads),
            // Whether they hold addresses is known at the end ([`settle_entry`]).
            Type::Integer { .. } | Type::Float(_) => Some(PointerUse::Changes),
            _ => Some(PointerUse::Copies),
        }
    };
    arguments.iter().enumerate().map(used).collect()
}

/// Returns the number of levels of pointers of a type: 2 for `char **`.
fn depth(types: &TypeTable, ty: TypeId) -> usize {
    std::iter::successors(Some(ty), |ty| match types.get(*ty) {
        Type::Array(element, _) => Some(*element),
        _ => types.pointee(*ty),
    })
    .skip(1)
    .take(MOST_LEVELS)
    .count()
}

/// Returns an argument as it was before it was converted to a number: the function may convert it back.
fn as_pointer(types: &TypeTable, argument: Expr) -> Expr {
    let mut inner = &argument;
    while let ExprNode::Cast(operand) = &inner.node {
        if types.is_pointer(operand.ty) {
            return (**operand).clone();
        }
        inner = operand;
    }
    argument
}

/// Returns true for the address of a variable, or of a part of one, that holds no pointers: it is there, and leads nowhere.
fn is_address_of_numbers(program: &Program, argument: &Expr) -> bool {
    let declared = argument.root_variable().and_then(|variable| program.variables.get(variable));
    declared.is_some_and(|declared| !outside::holds_pointers(&program.types, declared.ty))
}

/// Returns the text of a string literal.
fn literal<'p>(program: &'p Program, argument: &Expr) -> Option<&'p [u8]> {
    match &argument.node {
        ExprNode::StringAddress(text) => program.strings.get(*text).map(Vec::as_slice),
        ExprNode::Cast(inner) => literal(program, inner),
        _ => None,
    }
}

/// Returns true if a literal reads as a `printf` format of exactly these arguments.
fn fits(types: &TypeTable, format: &[Conversion], arguments: &[Expr]) -> bool {
    let one_fits = |(conversion, argument): (&Conversion, &Expr)| match conversion {
        Conversion::String { .. } => is_text(types, argument.ty),
        Conversion::Number(_) => !types.is_pointer(argument.ty),
        Conversion::Address(_) => types.is_pointer(argument.ty),
        Conversion::Count(_) | Conversion::Other => false,
    };
    format.len() == arguments.len() && format.iter().zip(arguments).all(one_fits)
}

/// Returns true for `char *`.
fn is_text(types: &TypeTable, ty: TypeId) -> bool {
    let target = types.pointee(ty).map(|target| types.get(target));
    matches!(target, Some(Type::Integer { kind: IntegerKind::Char, .. }))
}

/// Returns true for the address of a function, whatever it was cast to.
fn is_function(argument: &Expr) -> bool {
    match &argument.node {
        ExprNode::FunctionAddress(_) => true,
        ExprNode::Cast(inner) => is_function(inner),
        _ => false,
    }
}

/// Returns true for a `va_list`, which leads to arguments that are no objects of the program.
fn is_list(types: &TypeTable, argument: &Expr) -> bool {
    let target = types.pointee(argument.ty).map(|target| types.get(target));
    matches!(target, Some(Type::Record(record)) if types.record(*record).name == ARGUMENT_LIST)
}

/// Returns true if pointers of a type lead to functions, through any number of objects.
pub(crate) fn leads_to_function(types: &TypeTable, ty: TypeId) -> bool {
    types.led_to([ty]).into_iter().any(|led_to| matches!(types.get(led_to), Type::Function { .. }))
}

/// Returns the variables that other files may change by name, or by an address that one of their functions kept: here, all
/// that are not `const`. Unused declarations of header files are left out: nothing here sees such a change.
fn changed_elsewhere(program: &Program, constants: &BTreeSet<VariableId>) -> BTreeSet<VariableId> {
    let streams: BTreeSet<VariableId> = program.streams().map(|(id, _)| id).collect();
    let idle = program.idle_variables();
    let globals = program.variables.enumerate().filter(|(_, variable)| variable.kind == VariableKind::Global);
    globals
        .filter(|(id, _)| !idle.contains(id))
        .filter(|(id, variable)| !constants.contains(id) && !variable.is_chosen)
        .map(|(id, _)| id)
        .filter(|id| !streams.contains(id))
        .collect()
}

/// Returns true if the library keeps a position in a string of the program: any function may go on from there.
fn keeps_position(program: &Program) -> bool {
    program.edges().any(|edge| matches!(edge.command, Command::Library { function: LibraryFunction::Strtok, .. }))
}

/// Returns the edges of all functions, in the order of [`Program::edges`].
fn edges_of(functions: &mut IdVec<FunctionId, Function>) -> impl Iterator<Item = &mut Edge> {
    let flowcharts = functions.iter_mut().filter_map(|function| function.flowchart.as_mut());
    flowcharts.flat_map(|flowchart| flowchart.graph.edge_weights_mut())
}

/// Returns for each call of a function that is only declared, in the order of [`Program::edges`], which of its arguments
/// matter: not numbers, nor objects without pointers, that hold no address of the program.
fn kept_arguments(program: &Program, escape: &Escape<'_>) -> Vec<Vec<bool>> {
    let types = &program.types;
    let is_kept = |(argument, used): (&Expr, &PointerUse)| match used {
        PointerUse::Copies => {
            types.pointee(argument.ty).is_none_or(|ty| outside::holds_pointers(types, ty))
                || escape.may_hold_address(argument)
        }
        PointerUse::Reads | PointerUse::Changes => types.is_pointer(argument.ty) || escape.may_be_address(argument),
    };
    let calls = program.edges().filter_map(|edge| match &edge.command {
        Command::Call { callee: Callee::Declared(callee), arguments, .. } => Some((callee, arguments)),
        _ => None,
    });
    calls.map(|(callee, arguments)| arguments.iter().zip(&callee.uses).map(is_kept).collect()).collect()
}

/// Drops the arguments of calls of functions that are only declared but for those that are kept.
fn drop_arguments(program: &mut Program, kept: Vec<Vec<bool>>) {
    let mut kept = kept.into_iter();
    for edge in edges_of(&mut program.functions) {
        let Command::Call { callee: Callee::Declared(callee), arguments, .. } = &mut edge.command else { continue };
        let Some(kept) = kept.next() else { return };
        let all = std::mem::take(arguments).into_iter().zip(std::mem::take(&mut callee.uses));
        (*arguments, callee.uses) = all.zip(kept).filter(|(_, is_kept)| *is_kept).map(|(one, _)| one).unzip();
    }
}

/// Finds what functions without a body may change in any program with these functions, once all variables are known.
/// `constants`: the objects that are declared `const`, also those that another file defines.
pub(super) fn settle(program: &mut Program, constants: &BTreeSet<VariableId>) {
    program.changed_elsewhere = changed_elsewhere(program, constants);
    settle_calls(program);
}

/// Does the same for one entry, by the addresses that functions without a body may know. `is_whole`: it is `main`, so that
/// no other function is called from outside, and nothing is known there before.
pub(crate) fn settle_entry(program: &mut Program, is_whole: bool) {
    if program.followed_by_assumption.is_empty() {
        return;
    }
    let Some(escape) = Escape::of(program, is_whole) else { return };
    let is_named =
        |id: &VariableId| program.variables.get(*id).is_none_or(|variable| variable.linkage != Linkage::Internal);
    let (mut shared, mut given): (BTreeSet<VariableId>, BTreeSet<VariableId>) =
        program.changed_elsewhere.iter().copied().partition(is_named);
    given.retain(|id| escape.knows(*id));
    if !is_whole {
        shared.append(&mut given);
    }
    let kept = kept_arguments(program, &escape);
    (program.changed_elsewhere, program.changed_once_given) = (shared, given);
    drop_arguments(program, kept);
    settle_calls(program);
}

/// Simplifies calls of functions that reach no memory of the program. If such a function may change memory that no engine
/// follows here, nothing is known behind its call.
fn settle_calls(program: &mut Program) {
    let gives_pointers = |edge: &Edge| match &edge.command {
        Command::Call { callee: Callee::Declared(_), result: Some(address), .. } => {
            program.types.pointee(address.ty).is_none_or(|ty| outside::holds_pointers(&program.types, ty))
        }
        _ => false,
    };
    let gives_text =
        |edge: &Edge| matches!(&edge.command, Command::Library { function, .. } if function.returns_changing_text());
    // A function may end what another one has given.
    let is_shared = program.shared_variables().next().is_some()
        || program.edges().any(|edge| gives_pointers(edge) || gives_text(edge));
    let is_open = program.exposed.is_shared() || keeps_position(program);
    let Program { types, functions, assumed_calls, .. } = program;
    let types = &*types;
    let names: Vec<String> = functions.iter().map(|function| function.name.clone()).collect();
    for edge in edges_of(functions) {
        let Command::Call { callee: Callee::Declared(callee), arguments, result } = &edge.command else { continue };
        let yields_pointers = |to: &Expr| types.pointee(to.ty).is_none_or(|ty| outside::holds_pointers(types, ty));
        let changes = !callee.changes_nothing;
        let name = names.get(base::ids::Id::index(callee.function)).map_or("", String::as_str);
        assumed_calls.insert(edge.span, name.to_string());
        if is_open && changes {
            let reason = format!("function '{name}' has no body, and may change what the C library keeps");
            edge.command = Command::Unsupported { reason, reach: Reach::Elsewhere };
        } else if arguments.is_empty() && !(is_shared && changes) {
            match result {
                None => edge.command = Command::Skip,
                Some(address) if !yields_pointers(address) => {
                    edge.command = Command::Havoc { address: address.clone() };
                }
                Some(_) => {}
            }
        }
    }
}
