//! Scopes: name lookup, innermost scope first.
//!
//! Invariants of [`Scopes`]: `inner` is empty exactly at file scope; every [`Scopes::push`] is matched by one
//! [`Emitter::pop_scope`]; ids of blocks are unique within a unit, so two [`ScopeStack`]s share the blocks of their
//! common prefix.

use std::collections::{HashMap, HashSet};

use crate::lower::function_state::ScopeStack;
use crate::lower::{Emitter, Lowered, Symbols};
use crate::{FunctionId, Program, ScopeNames, SymbolId, VariableId, VariableKind};
use base::Span;
use base::ids::Id;
use ctype::{RecordId, TypeId};

/// The meaning of an ordinary identifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    Variable(VariableId),
    Function(FunctionId),
    Typedef(TypeId),
    /// An enumeration constant.
    Constant(i128, TypeId),
    /// Several locals of the function have this name, or names of several files. Occurs only while a specification is
    /// resolved.
    Ambiguous,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(TypeId),
    /// As [`Binding::Ambiguous`].
    Ambiguous,
}

#[derive(Clone, Default, Debug)]
struct Scope {
    names: HashMap<String, (Binding, Span)>,
    tags: HashMap<String, Tag>,
    /// Identifies the block in jumps; 0 for the file.
    id: u32,
    /// Variables with automatic storage duration whose declaration has been passed, in order.
    variables: Vec<VariableId>,
    /// True for the outermost block of a function, whose variables live until the exit.
    outermost: bool,
}

/// Returns the message about a name that has several meanings in a function.
pub(super) fn ambiguous(name: &str) -> String {
    let text = "several declarations in or around the function have this name: rename the others in the program";
    format!("'{name}' is ambiguous: {text}")
}

/// The open scopes.
#[derive(Default)]
pub(super) struct Scopes<'s> {
    file: Scope,
    /// Scopes inside the file's, innermost last.
    inner: Vec<Scope>,
    /// Names of symbolic constants; they shadow all others.
    symbols: Option<Symbols<'s>>,
    /// Enumerations named before their constants are declared; their type is taken to be `unsigned int`.
    early_enumerations: HashSet<String>,
    /// The number given out last, to a block or a generated name.
    last_number: u32,
}

impl<'s> Scopes<'s> {
    /// Creates the scopes that a specification about `entry`, or about the program if that is `None`, is resolved in.
    pub(super) fn of_program(program: &Program, entry: Option<FunctionId>, symbols: Option<Symbols<'s>>) -> Self {
        let file = file_names(program);
        let inner = entry.map(|entry| function_names(program, entry, &file)).into_iter().collect();
        Scopes { file, inner, symbols, ..Scopes::default() }
    }

    fn innermost(&self) -> &Scope {
        self.inner.last().unwrap_or(&self.file)
    }

    fn innermost_mut(&mut self) -> &mut Scope {
        self.inner.last_mut().unwrap_or(&mut self.file)
    }

    /// Returns the first match from the innermost scope outwards.
    fn find<T>(&self, what: impl Fn(&Scope) -> Option<&T>) -> Option<&T> {
        self.inner.iter().rev().chain([&self.file]).find_map(what)
    }

    pub(super) fn lookup(&self, name: &str) -> Option<Binding> {
        self.find(|scope| scope.names.get(name)).map(|(binding, _)| *binding)
    }

    pub(super) fn declared_at(&self, name: &str) -> Option<Span> {
        self.find(|scope| scope.names.get(name)).map(|(_, span)| *span)
    }

    pub(super) fn lookup_tag(&self, name: &str) -> Option<Tag> {
        self.find(|scope| scope.tags.get(name)).copied()
    }

    /// Looks up a name in the innermost scope only.
    pub(super) fn lookup_here(&self, name: &str) -> Option<(Binding, Span)> {
        self.innermost().names.get(name).copied()
    }

    pub(super) fn lookup_tag_here(&self, name: &str) -> Option<Tag> {
        self.innermost().tags.get(name).copied()
    }

    pub(super) fn lookup_tag_of_file(&self, name: &str) -> Option<Tag> {
        self.file.tags.get(name).copied()
    }

    pub(super) fn symbol(&self, name: &str) -> Option<(SymbolId, TypeId)> {
        self.symbols.and_then(|symbols| symbols(name))
    }

    pub(super) fn declared_here(&self) -> usize {
        let scope = self.innermost();
        scope.names.len() + scope.tags.len()
    }

    pub(super) fn depth(&self) -> usize {
        1 + self.inner.len()
    }

    pub(super) fn at_file_scope(&self) -> bool {
        self.inner.is_empty()
    }

    /// Returns true if the innermost scope is a block nested in the outermost one of a function, or the file scope.
    pub(super) fn in_block(&self) -> bool {
        !self.innermost().outermost
    }

    /// Binds a name in the innermost scope, replacing an earlier binding.
    pub(super) fn bind(&mut self, name: &str, binding: Binding, span: Span) {
        self.innermost_mut().names.insert(name.to_string(), (binding, span));
    }

    pub(super) fn bind_tag(&mut self, name: &str, tag: Tag) {
        self.innermost_mut().tags.insert(name.to_string(), tag);
    }

    pub(super) fn bind_tag_of_file(&mut self, name: &str, tag: Tag) {
        self.file.tags.insert(name.to_string(), tag);
    }

    pub(super) fn name_enumeration_early(&mut self, tag: &str) {
        self.early_enumerations.insert(tag.to_string());
    }

    pub(super) fn is_named_early(&self, tag: &str) -> bool {
        self.early_enumerations.contains(tag)
    }

    /// Returns a unique number for a block or a generated name.
    pub(super) fn fresh_number(&mut self) -> u32 {
        self.last_number += 1;
        self.last_number
    }

    pub(super) fn push(&mut self, outermost: bool) {
        let id = self.fresh_number();
        self.inner.push(Scope { id, outermost, ..Scope::default() });
    }

    /// Returns the types, tags and enumeration constants of the file scope.
    pub(super) fn names_of_file(&self) -> ScopeNames {
        self.file.declared()
    }

    // ---- variables with automatic storage duration

    /// Records that a variable's lifetime begins in the innermost scope.
    pub(super) fn add_variable(&mut self, variable: VariableId) {
        self.innermost_mut().variables.push(variable);
    }

    pub(super) fn has_variables_here(&self) -> bool {
        !self.innermost().variables.is_empty()
    }

    /// Removes variables numbered `from` or higher from the innermost scope.
    pub(super) fn forget_variables(&mut self, from: usize) {
        self.innermost_mut().variables.retain(|variable| variable.index() < from);
    }

    /// Returns the variables, last first, whose lifetime ends when control leaves to a place with `depth` open scopes.
    pub(super) fn ended_by_leaving_to(&self, depth: usize) -> Vec<VariableId> {
        let left = self.inner.get(depth.saturating_sub(1)..).unwrap_or(&[]).iter().rev();
        left.filter(|scope| !scope.outermost).flat_map(|scope| scope.variables.iter().rev().copied()).collect()
    }

    /// Returns the open blocks. The outermost block of a function lists only variables for which `ends_at_jumps` holds.
    pub(super) fn stack(&self, ends_at_jumps: impl Fn(VariableId) -> bool) -> ScopeStack {
        let known = |scope: &Scope| {
            let variables = scope.variables.iter().copied();
            (scope.id, variables.filter(|id| !scope.outermost || ends_at_jumps(*id)).collect())
        };
        self.inner.iter().map(known).collect()
    }
}

impl Emitter<'_> {
    /// Closes the innermost scope without emitting a command; its types remain visible to specifications.
    pub(super) fn pop_scope(&mut self) {
        let names = self.scopes.inner.pop().map(|scope| scope.declared()).filter(|names| !names.is_empty());
        if let (Some(names), Some(function)) = (names, self.function.id()) {
            self.program.block_scopes.entry(function).or_default().push(names);
        }
        let depth = self.scopes.depth();
        self.function.end_labels(depth);
    }

    /// Binds a name, or reports a redefinition if the innermost scope has it already.
    pub(super) fn bind_new(&mut self, name: &str, binding: Binding, span: Span) -> Lowered<()> {
        if let Some((_, earlier)) = self.scopes.lookup_here(name) {
            return self.reporter.redefinition(name, span, earlier);
        }
        self.scopes.bind(name, binding, span);
        Ok(())
    }
}

impl Scope {
    /// Returns the typedefs, tags and enumeration constants.
    fn declared(&self) -> ScopeNames {
        let mut declared = ScopeNames::default();
        for (name, (binding, _)) in &self.names {
            match binding {
                Binding::Typedef(ty) => drop(declared.typedefs.insert(name.clone(), *ty)),
                Binding::Constant(value, ty) => drop(declared.constants.insert(name.clone(), (*value, *ty))),
                _ => {}
            }
        }
        for (name, tag) in &self.tags {
            match tag {
                Tag::Record(record) => drop(declared.records.insert(name.clone(), *record)),
                Tag::Enum(ty) => drop(declared.enums.insert(name.clone(), *ty)),
                Tag::Ambiguous => {}
            }
        }
        declared
    }

    /// Adds the names of a block or of the file. One that has another meaning here, or in `around`, is ambiguous.
    fn add(&mut self, declared: &ScopeNames, span: Span, around: Option<&Scope>) {
        let typedefs = declared.typedefs.iter().map(|(name, ty)| (name, Binding::Typedef(*ty)));
        let constants = declared.constants.iter().map(|(name, (value, ty))| (name, Binding::Constant(*value, *ty)));
        for (name, binding) in typedefs.chain(constants) {
            let known = self.names.get(name).or_else(|| around?.names.get(name));
            let is_clear = known.is_none_or(|(known, _)| *known == binding);
            self.names.insert(name.clone(), (if is_clear { binding } else { Binding::Ambiguous }, span));
        }
        let records = declared.records.iter().map(|(name, record)| (name, Tag::Record(*record)));
        let enums = declared.enums.iter().map(|(name, ty)| (name, Tag::Enum(*ty)));
        for (name, tag) in records.chain(enums) {
            let known = self.tags.get(name).or_else(|| around?.tags.get(name));
            let is_clear = known.is_none_or(|known| *known == tag);
            self.tags.insert(name.clone(), if is_clear { tag } else { Tag::Ambiguous });
        }
    }
}

fn file_names(program: &Program) -> Scope {
    let mut scope = Scope::default();
    for (id, function) in program.functions.enumerate() {
        scope.names.insert(function.name.clone(), (Binding::Function(id), function.span));
    }
    for (id, variable) in program.variables.enumerate() {
        if variable.kind == VariableKind::Global && variable.function.is_none() {
            scope.names.insert(variable.name.clone(), (Binding::Variable(id), variable.span));
        }
    }
    for known in &program.static_names {
        let external = scope.names.get(&known.plain).copied().filter(|_| !known.is_static);
        scope.names.extend(external.map(|external| (known.qualified.clone(), external)));
    }
    for known in &program.static_names {
        if let Some((_, span)) = scope.names.get(&known.qualified).copied() {
            scope.names.insert(known.plain.clone(), (Binding::Ambiguous, span));
        }
    }
    // Types and constants have no span that a message would show; any will do.
    let Some(span) = program.functions.iter().map(|function| function.span).next() else { return scope };
    // Variables and functions of other files may have the same names.
    let mut types = Scope::default();
    types.add(&program.scope, span, None);
    for (name, meaning) in types.names {
        scope.names.entry(name).or_insert(meaning);
    }
    scope.tags = types.tags;
    scope
}

/// Returns the scope of a function's parameters, locals and static locals, and of what its blocks declare.
fn function_names(program: &Program, entry: FunctionId, file: &Scope) -> Scope {
    let mut scope = Scope { id: u32::MAX, outermost: true, ..Scope::default() };
    let statics = program
        .variables
        .enumerate()
        .filter(|(_, variable)| variable.kind == VariableKind::Global && variable.function == Some(entry))
        .map(|(id, _)| id);
    let locals = program.functions.get(entry).map_or(&[][..], |function| &function.locals);
    for id in locals.iter().copied().chain(statics) {
        let variable = &program.variables[id];
        if variable.kind == VariableKind::Temporary {
            continue;
        }
        let name = variable.display();
        // The local may belong to a nested block, outside which the name means the file's declaration.
        let is_hidden = variable.kind != VariableKind::Parameter && file.names.contains_key(&name);
        let is_ambiguous = is_hidden || scope.names.contains_key(&name);
        let binding = if is_ambiguous { Binding::Ambiguous } else { Binding::Variable(id) };
        scope.names.insert(name, (binding, variable.span));
    }
    if let (Some(function), Some(blocks)) = (program.functions.get(entry), program.block_scopes.get(&entry)) {
        blocks.iter().for_each(|declared| scope.add(declared, function.span, Some(file)));
    }
    scope
}
