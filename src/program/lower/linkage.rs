//! Functions and objects with linkage: the meaning of their names in every scope that declares them.
//!
//! A name may be an alias: by `__attribute__((alias("other")))` and, for objects, `asm("other")`, if the program has
//! something of that name. Aliases of library symbols do not matter.

use std::collections::{HashMap, HashSet};

use crate::lower::declared::Promises;
use crate::lower::scope::Binding;
use crate::lower::{Emitter, Lowered};
use crate::{Function, FunctionId, Program, VariableId, VariableKind};
use base::Span;
use ctype::{Type, TypeId, TypeTable};
use frontend::ast::{Attribute, ExpressionKind, ExternalItem, Identifier, TranslationUnit};

/// Functions and objects by name. Invariant: all declarations of a name give the same function or object, in whatever
/// scope, and its type merges their types.
#[derive(Default)]
pub(super) struct LinkageTable {
    functions: HashMap<String, FunctionId>,
    /// Functions with a body anywhere in the unit.
    defined_functions: HashSet<String>,
    /// Functions called before any declaration.
    implicit: HashSet<String>,
    /// Functions whose only declaration with parameters is a definition in the old style, without a prototype.
    old_style: HashSet<String>,
    /// Functions declared not to return.
    never_return: HashSet<String>,
    /// For functions that have it, the symbol of another function that attributes name.
    symbols: HashMap<String, String>,
    promises: HashMap<String, Promises>,
    objects: HashMap<String, VariableId>,
    /// Objects that are defined, if only tentatively.
    defined_objects: HashSet<String>,
    /// Objects with an initialiser.
    initialized_objects: HashSet<String>,
    /// For each name in `asm("name")`, the first object declared with it.
    assembler_names: HashMap<String, String>,
}

impl LinkageTable {
    /// Creates the table before the first declaration: only the functions that have a body are known.
    pub(super) fn of_unit(unit: &TranslationUnit) -> Self {
        let name = |item: &ExternalItem| match item {
            ExternalItem::Function(definition) => definition.declarator.name.as_ref().map(|name| name.name.clone()),
            _ => None,
        };
        LinkageTable { defined_functions: unit.items.iter().filter_map(name).collect(), ..LinkageTable::default() }
    }

    pub(super) fn function(&self, name: &str) -> Option<FunctionId> {
        self.functions.get(name).copied()
    }

    pub(super) fn object(&self, name: &str) -> Option<VariableId> {
        self.objects.get(name).copied()
    }

    /// Returns the number of names of objects.
    pub(super) fn object_count(&self) -> usize {
        self.objects.len()
    }

    pub(super) fn is_defined_function(&self, name: &str) -> bool {
        self.defined_functions.contains(name)
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.is_defined_function(name) || self.defined_objects.contains(name)
    }

    pub(super) fn define_object(&mut self, name: &str) {
        self.defined_objects.insert(name.to_string());
    }

    /// Records that an object has an initialiser; returns `false` if it has one already.
    pub(super) fn initialize_object(&mut self, name: &str) -> bool {
        self.initialized_objects.insert(name.to_string())
    }

    /// Records whether a declaration of a function with parameters is a definition in the old style.
    pub(super) fn record_style(&mut self, name: &str, is_old: bool) {
        if is_old {
            self.old_style.insert(name.to_string());
        } else {
            self.old_style.remove(name);
        }
    }

    /// Returns true if no prototype of a function is known: its arguments are not converted to the parameters.
    pub(super) fn is_old_style(&self, name: &str) -> bool {
        self.old_style.contains(name)
    }

    pub(super) fn record_no_return(&mut self, name: &str) {
        self.never_return.insert(name.to_string());
    }

    pub(super) fn never_returns(&self, name: &str) -> bool {
        self.never_return.contains(name)
    }

    /// Records what a declaration of a function says beside its type.
    pub(super) fn record_promises(&mut self, name: &str, promises: Promises) {
        self.promises.entry(name.to_string()).or_default().add(promises);
    }

    pub(super) fn promises(&self, name: &str) -> Promises {
        self.promises.get(name).cloned().unwrap_or_default()
    }

    /// Returns the objects that the program declares but does not define, in no particular order.
    pub(super) fn objects_elsewhere(&self) -> impl Iterator<Item = (&str, VariableId)> {
        let objects = self.objects.iter().filter(|(name, _)| !self.defined_objects.contains(*name));
        objects.map(|(name, variable)| (name.as_str(), *variable))
    }

    // ---- declarations

    /// Declares a function that is called before its declaration as C90 did: `int name()`.
    pub(super) fn declare_implicitly(
        &mut self,
        emitter: &mut Emitter<'_>,
        name: &str,
        span: Span,
    ) -> Lowered<FunctionId> {
        let message = format!("function '{name}' is called before it is declared");
        emitter.reporter.warn_once(format!("implicit {name}"), span, message);
        let result = emitter.program.types.int();
        let ty = emitter.program.types.intern(Type::Function { result, parameters: Vec::new(), variadic: true });
        self.implicit.insert(name.to_string());
        self.declare_function(emitter, name, ty, span)
    }

    /// Declares a function, or returns the earlier one of this name, whose type must be compatible.
    pub(super) fn declare_function(
        &mut self,
        emitter: &mut Emitter<'_>,
        name: &str,
        ty: TypeId,
        span: Span,
    ) -> Lowered<FunctionId> {
        let Program { types, functions, .. } = &mut emitter.program;
        let id = match self.function(name) {
            Some(id) => {
                let declared = &mut functions[id];
                // At an earlier call it was assumed to return an `int`, which nobody sets.
                let is_late_void = || self.implicit.contains(name) && is_void_function(types, ty);
                let merged = merge_function_types(types, declared.ty, ty).or_else(|| is_late_void().then_some(ty));
                let Some(merged) = merged else { return emitter.reporter.conflicting_types(name, span, declared.span) };
                declared.ty = merged;
                id
            }
            None => {
                let id = functions.push(Function {
                    name: name.to_string(),
                    ty,
                    parameters: Vec::new(),
                    result: None,
                    locals: Vec::new(),
                    flowchart: None,
                    is_static: false,
                    span,
                });
                self.functions.insert(name.to_string(), id);
                id
            }
        };
        match emitter.scopes.lookup_here(name) {
            Some((Binding::Function(_), _)) => {}
            Some((_, earlier)) => return emitter.reporter.redefinition(name, span, earlier),
            None => emitter.scopes.bind(name, Binding::Function(id), span),
        }
        Ok(id)
    }

    /// Declares an object, or returns the earlier one of this name, whose type must be compatible.
    pub(super) fn declare_object(
        &mut self,
        emitter: &mut Emitter<'_>,
        name: &Identifier,
        ty: TypeId,
    ) -> Lowered<VariableId> {
        let Identifier { name, span } = name;
        let id = match self.object(name) {
            Some(id) => {
                let declared = &mut emitter.program.variables[id];
                match merge_object_types(&emitter.program.types, declared.ty, ty) {
                    Some(merged) => declared.ty = merged,
                    None => return emitter.reporter.conflicting_types(name, *span, declared.span),
                }
                id
            }
            None => {
                let id = emitter.variable(name, ty, VariableKind::Global, *span);
                emitter.program.variables[id].function = None;
                self.objects.insert(name.clone(), id);
                id
            }
        };
        match emitter.scopes.lookup_here(name) {
            Some((Binding::Variable(earlier), _)) if earlier == id => {}
            _ => emitter.bind_new(name, Binding::Variable(id), *span)?,
        }
        Ok(id)
    }

    /// Makes a name an alias of another, which must be declared before.
    pub(super) fn declare_alias(&mut self, emitter: &mut Emitter<'_>, name: &Identifier, other: &str) -> Lowered<()> {
        let Identifier { name, span } = name;
        if self.function(name).is_some() || self.object(name).is_some() {
            let message = format!("'{name}', which is declared before, becomes an alias");
            return emitter.reporter.fail(*span, message);
        }
        if let Some(function) = self.function(other) {
            self.functions.insert(name.clone(), function);
            if self.is_defined_function(other) {
                self.defined_functions.insert(name.clone());
            }
            return emitter.bind_new(name, Binding::Function(function), *span);
        }
        let Some(object) = self.object(other) else {
            let message = format!("'{name}' is an alias of '{other}', which is not declared before");
            return emitter.reporter.fail(*span, message);
        };
        self.objects.insert(name.clone(), object);
        self.define_object(name);
        emitter.bind_new(name, Binding::Variable(object), *span)
    }

    // ---- aliases

    /// Returns the name that the attributes make this an alias of, if the program declares it.
    pub(super) fn alias(&self, name: &str, attributes: &[&[Attribute]]) -> Option<String> {
        let mut others = attributes.iter().copied().flatten().filter_map(|attribute| {
            let other = only_text(attribute)?;
            let is_known = match attribute.name.as_str() {
                "alias" => self.is_defined_function(&other) || self.objects.contains_key(&other),
                "weakref" => self.is_defined(&other),
                // For a function, it leads to the library's own behind an inline function of the same name.
                "asm" if self.objects.contains_key(&other) => true,
                "asm" => return self.assembler_names.get(&other).filter(|same| *same != name).cloned(),
                _ => false,
            };
            (is_known && other != name).then_some(other)
        });
        others.next()
    }

    /// Records that the attributes of a declaration give a function the symbol of another one, or choose its body when the
    /// program starts.
    pub(super) fn record_symbol(&mut self, name: &str, attributes: &[&[Attribute]]) {
        for attribute in attributes.iter().copied().flatten() {
            match (attribute.name.as_str(), only_text(attribute)) {
                ("asm" | "ifunc" | "alias" | "weakref", Some(symbol)) if symbol != name => {
                    self.symbols.insert(name.to_string(), symbol);
                }
                _ => {}
            }
        }
    }

    /// Returns true if the body of a function that is only declared is that of another function which is known.
    pub(super) fn has_body_elsewhere(&self, name: &str) -> bool {
        self.symbols
            .get(name)
            .is_some_and(|symbol| self.is_defined_function(symbol) || crate::library::find(symbol, false).is_some())
    }

    /// Records the assembler names of an object.
    pub(super) fn record_assembler_name(&mut self, name: &str, attributes: &[&[Attribute]]) {
        let given = attributes.iter().copied().flatten().filter(|attribute| attribute.name == "asm");
        for assembler_name in given.filter_map(only_text) {
            self.assembler_names.entry(assembler_name).or_insert_with(|| name.to_string());
        }
    }
}

/// Returns the merged type of two declarations of a function if they are compatible; a prototype wins over `()`.
fn merge_function_types(types: &TypeTable, earlier: TypeId, later: TypeId) -> Option<TypeId> {
    if earlier == later {
        return Some(later);
    }
    match (types.get(earlier), types.get(later)) {
        (
            Type::Function { result: a, parameters: first, variadic: first_open },
            Type::Function { result: b, parameters: second, variadic: second_open },
        ) if a == b => {
            if first.is_empty() && *first_open {
                Some(later)
            } else if second.is_empty() && *second_open {
                Some(earlier)
            } else {
                None
            }
        }
        _ => None,
    }
}

/// Returns the merged type of two declarations of an object if they are compatible: one may omit the size of an array.
fn merge_object_types(types: &TypeTable, earlier: TypeId, later: TypeId) -> Option<TypeId> {
    if earlier == later {
        return Some(later);
    }
    match (types.get(earlier), types.get(later)) {
        (Type::Array(a, None), Type::Array(b, _)) if a == b => Some(later),
        (Type::Array(a, _), Type::Array(b, None)) if a == b => Some(earlier),
        _ => None,
    }
}

/// Returns the only argument of an attribute if it is a string literal.
fn only_text(attribute: &Attribute) -> Option<String> {
    let [argument] = attribute.arguments.as_slice() else { return None };
    let ExpressionKind::String { bytes, .. } = &argument.kind else { return None };
    Some(String::from_utf8_lossy(bytes).into_owned())
}

/// Returns true if a function type says nothing about the parameters: `int f()`.
pub(super) fn is_unprototyped(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Function { parameters, variadic: true, .. } if parameters.is_empty())
}

fn is_void_function(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Function { result, .. } if types.is_void(*result))
}
