//! Functions and objects with linkage: what their names mean in whatever scope they are declared.
//!
//! A name may stand for what has another name already: by `__attribute__((alias("other")))` and, of objects, `asm("other")`,
//! where the program has something of that name. What they name in libraries does not matter.

use std::collections::{HashMap, HashSet};

use crate::lower::scope::Binding;
use crate::lower::{Lowered, Lowerer};
use crate::{FunctionId, VariableId};
use frontend::ast::{Attribute, ExpressionKind, ExternalItem, Identifier, TranslationUnit};

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

    pub(super) fn add_function(&mut self, name: &str, function: FunctionId) {
        self.functions.insert(name.to_string(), function);
    }

    pub(super) fn add_object(&mut self, name: &str, object: VariableId) {
        self.objects.insert(name.to_string(), object);
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

    pub(super) fn record_implicit(&mut self, name: &str) {
        self.implicit.insert(name.to_string());
    }

    pub(super) fn is_implicit(&self, name: &str) -> bool {
        self.implicit.contains(name)
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

    /// Makes a name stand for what another one stands for; `None` if that is not declared before.
    fn add_alias(&mut self, name: &str, other: &str) -> Option<Binding> {
        if let Some(function) = self.function(other) {
            self.add_function(name, function);
            if self.is_defined_function(other) {
                self.defined_functions.insert(name.to_string());
            }
            return Some(Binding::Function(function));
        }
        let object = self.object(other)?;
        self.add_object(name, object);
        self.define_object(name);
        Some(Binding::Variable(object))
    }
}

impl Lowerer<'_> {
    /// Makes a name stand for what another one stands for, which must be declared before.
    pub(super) fn bind_alias(&mut self, name: &Identifier, other: &str) -> Lowered<()> {
        let Identifier { name, span } = name;
        if self.linkage.function(name).is_some() || self.linkage.object(name).is_some() {
            return self.reporter.fail(*span, format!("'{name}', which is declared before, becomes an alias"));
        }
        match self.linkage.add_alias(name, other) {
            Some(binding) => self.bind_new(name, binding, *span),
            None => {
                let message = format!("'{name}' is an alias of '{other}', which is not declared before");
                self.reporter.fail(*span, message)
            }
        }
    }
}

/// The argument of an attribute that has one, which is a text.
fn only_text(attribute: &Attribute) -> Option<String> {
    let [argument] = attribute.arguments.as_slice() else { return None };
    let ExpressionKind::String { bytes, .. } = &argument.kind else { return None };
    Some(String::from_utf8_lossy(bytes).into_owned())
}
