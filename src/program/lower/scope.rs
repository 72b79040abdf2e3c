//! Scopes: what a name means, innermost first.

use std::collections::HashMap;

use crate::lower::{Lowered, Lowerer};
use crate::{FileScope, FunctionId, VariableId};
use base::Span;
use ctype::{RecordId, TypeId};

/// What an ordinary name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    Variable(VariableId),
    Function(FunctionId),
    Typedef(TypeId),
    /// A constant of an enumeration.
    Constant(i128, TypeId),
    /// Several locals of the function have this name (only while a specification is resolved).
    Ambiguous,
}

/// What a tag stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(TypeId),
}

/// One scope.
#[derive(Clone, Default, Debug)]
pub(super) struct Scope {
    pub(super) names: HashMap<String, (Binding, Span)>,
    pub(super) tags: HashMap<String, Tag>,
    /// Identifies the block, for jumps.
    pub(super) id: u32,
    /// Variables of automatic storage whose declaration has been passed, in order.
    pub(super) variables: Vec<VariableId>,
    /// Whether it is the outermost block of a function: its variables live to the exit.
    pub(super) outermost: bool,
}

impl Lowerer<'_> {
    pub(super) fn lookup(&self, name: &str) -> Option<Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name)).map(|(binding, _)| *binding)
    }

    /// Where the declaration is that a name refers to.
    pub(super) fn declared_at(&self, name: &str) -> Option<Span> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name)).map(|(_, span)| *span)
    }

    pub(super) fn lookup_tag(&self, name: &str) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(name)).copied()
    }

    /// What the innermost scope alone says of a name.
    pub(super) fn lookup_here(&self, name: &str) -> Option<(Binding, Span)> {
        self.scopes.last().and_then(|scope| scope.names.get(name)).copied()
    }

    pub(super) fn lookup_tag_here(&self, name: &str) -> Option<Tag> {
        self.scopes.last().and_then(|scope| scope.tags.get(name)).copied()
    }

    /// How many names and tags the innermost scope knows.
    pub(super) fn declared_here(&self) -> usize {
        self.scopes.last().map_or(0, |scope| scope.names.len() + scope.tags.len())
    }

    pub(super) fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    /// Binds a name in the innermost scope, whatever it meant before.
    pub(super) fn bind(&mut self, name: &str, binding: Binding, span: Span) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_string(), (binding, span));
        }
    }

    /// Binds a name that the innermost scope must not know yet.
    pub(super) fn bind_new(&mut self, name: &str, binding: Binding, span: Span) -> Lowered<()> {
        if let Some((_, earlier)) = self.lookup_here(name) {
            return self.redefinition(name, span, earlier);
        }
        self.bind(name, binding, span);
        Ok(())
    }

    pub(super) fn redefinition<T>(&mut self, name: &str, span: Span, earlier: Span) -> Lowered<T> {
        let error = base::Diagnostic::error(span, format!("redefinition of '{name}'"));
        self.diagnostics.push(error.with_note(Some(earlier), "it was declared here"));
        Err(crate::lower::Reported)
    }

    pub(super) fn bind_tag(&mut self, name: &str, tag: Tag) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.tags.insert(name.to_string(), tag);
        }
    }

    pub(super) fn push_scope(&mut self, outermost: bool) {
        self.fresh += 1;
        self.scopes.push(Scope { id: self.fresh, outermost, ..Scope::default() });
    }

    /// Leaves a scope without any command; its types stay findable for specifications.
    pub(super) fn pop_scope(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        let table = std::mem::take(&mut self.program.scope);
        self.program.scope = file_scope(std::slice::from_ref(&scope), table);
    }
}

/// Adds to `table` what a scope declares; names of the file win over those of blocks.
pub(super) fn file_scope(scopes: &[Scope], mut table: FileScope) -> FileScope {
    for scope in scopes {
        let outer = scope.id == 0;
        for (name, (binding, _)) in &scope.names {
            match binding {
                Binding::Typedef(ty) if outer => drop(table.typedefs.insert(name.clone(), *ty)),
                Binding::Typedef(ty) => drop(table.typedefs.entry(name.clone()).or_insert(*ty)),
                Binding::Constant(value, ty) if outer => drop(table.constants.insert(name.clone(), (*value, *ty))),
                Binding::Constant(value, ty) => drop(table.constants.entry(name.clone()).or_insert((*value, *ty))),
                _ => {}
            }
        }
        for (name, tag) in &scope.tags {
            match tag {
                Tag::Record(record) if outer => drop(table.records.insert(name.clone(), *record)),
                Tag::Record(record) => drop(table.records.entry(name.clone()).or_insert(*record)),
                Tag::Enum(ty) if outer => drop(table.enums.insert(name.clone(), *ty)),
                Tag::Enum(ty) => drop(table.enums.entry(name.clone()).or_insert(*ty)),
            }
        }
    }
    table
}
