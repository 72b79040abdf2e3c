//! Functions and objects with linkage: what their names mean in whatever scope they are declared.
//!
//! A name may stand for what has another name already: by `__attribute__((alias("other")))` and, of objects, `asm("other")`,
//! where the program has something of that name. What they name in libraries does not matter.

use std::collections::{HashMap, HashSet};

use crate::lower::scope::Binding;
use crate::lower::{Emitter, Lowered};
use crate::{Function, FunctionId, Program, VariableId, VariableKind};
use base::Span;
use ctype::{Type, TypeId, TypeTable};
use frontend::ast::{Attribute, ExpressionKind, ExternalItem, Identifier, TranslationUnit};

/// All declarations of one name give the same function or object.
#[derive(Default)]
pub(super) struct LinkageTable {
    functions: HashMap<String, FunctionId>,
    /// Functions that have a body somewhere in the unit.
    defined_functions: HashSet<String>,
    /// Functions called before any declaration.
    implicit: HashSet<String>,
    /// Functions that are declared not to return.
    never_return: HashSet<String>,
    objects: HashMap<String, VariableId>,
    /// Objects that are defined, if only tentatively.
    defined_objects: HashSet<String>,
    /// Objects that have been given a value.
    initialized_objects: HashSet<String>,
    /// The first objects with names that `asm("name")` gives, by those.
    assembler_names: HashMap<String, String>,
}

impl LinkageTable {
    /// What is known before the first declaration: which functions have a body.
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

    pub(super) fn is_defined_function(&self, name: &str) -> bool {
        self.defined_functions.contains(name)
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.is_defined_function(name) || self.defined_objects.contains(name)
    }

    pub(super) fn define_object(&mut self, name: &str) {
        self.defined_objects.insert(name.to_string());
    }

    /// Records that an object is given a value; `false` if it has one.
    pub(super) fn initialize_object(&mut self, name: &str) -> bool {
        self.initialized_objects.insert(name.to_string())
    }

    pub(super) fn record_no_return(&mut self, name: &str) {
        self.never_return.insert(name.to_string());
    }

    pub(super) fn never_returns(&self, name: &str) -> bool {
        self.never_return.contains(name)
    }

    /// The objects that the program declares and does not define, in no order.
    pub(super) fn objects_elsewhere(&self) -> impl Iterator<Item = (&str, VariableId)> {
        let objects = self.objects.iter().filter(|(name, _)| !self.defined_objects.contains(*name));
        objects.map(|(name, variable)| (name.as_str(), *variable))
    }

    // ---- declarations

    /// Declares a function that is called before its definition as C did before 1999: `int name()`.
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

    /// The function of this name; its type must fit earlier declarations.
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
                // What was called before was taken for a function with a result, an `int` that nobody sets.
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

    /// The object of this name; its type must fit earlier declarations.
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

    /// Makes a name stand for what another one stands for, which must be declared before.
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

    /// The other name that the attributes of a declaration give, if something of the program has it.
    pub(super) fn alias(&self, name: &str, attributes: &[&[Attribute]]) -> Option<String> {
        let mut others = attributes.iter().copied().flatten().filter_map(|attribute| {
            let other = only_text(attribute)?;
            let is_known = match attribute.name.as_str() {
                "alias" => self.is_defined_function(&other) || self.objects.contains_key(&other),
                "weakref" => self.is_defined(&other),
                // Of a function it is the way to the library's own, behind an inline one of the same name.
                "asm" if self.objects.contains_key(&other) => true,
                "asm" => return self.assembler_names.get(&other).filter(|same| *same != name).cloned(),
                _ => false,
            };
            (is_known && other != name).then_some(other)
        });
        others.next()
    }

    /// Records by which name of the assembler an object goes.
    pub(super) fn record_assembler_name(&mut self, name: &str, attributes: &[&[Attribute]]) {
        let given = attributes.iter().copied().flatten().filter(|attribute| attribute.name == "asm");
        for assembler_name in given.filter_map(only_text) {
            self.assembler_names.entry(assembler_name).or_insert_with(|| name.to_string());
        }
    }
}

/// The type of two declarations of one function, if they fit; a prototype wins over `()`.
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
/// The type of two declarations of one object, if they fit: one may leave the size of an array open.
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
/// The argument of an attribute that has one, which is a text.
fn only_text(attribute: &Attribute) -> Option<String> {
    let [argument] = attribute.arguments.as_slice() else { return None };
    let ExpressionKind::String { bytes, .. } = &argument.kind else { return None };
    Some(String::from_utf8_lossy(bytes).into_owned())
}

fn is_void_function(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Function { result, .. } if types.is_void(*result))
}
