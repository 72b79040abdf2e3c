//! Names for what has another name already: `__attribute__((alias("other")))` and, of objects, `asm("other")`, where the
//! program has something of that name. What they name in libraries does not matter.

use crate::lower::scope::Binding;
use crate::lower::{Lowered, Lowerer};
use frontend::ast::{Attribute, ExpressionKind, Identifier};

impl Lowerer<'_> {
    /// The other name that the attributes of a declaration give, if something of the program has it.
    pub(super) fn alias(&self, name: &str, attributes: &[&[Attribute]]) -> Option<String> {
        let mut others = attributes.iter().copied().flatten().filter_map(|attribute| {
            let [argument] = attribute.arguments.as_slice() else { return None };
            let ExpressionKind::String { bytes, .. } = &argument.kind else { return None };
            let other = String::from_utf8_lossy(bytes).into_owned();
            let is_known = match attribute.name.as_str() {
                "alias" => self.defined.contains(&other) || self.objects.contains_key(&other),
                "weakref" => self.defined.contains(&other) || self.defined_objects.contains(&other),
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
        for attribute in attributes.iter().copied().flatten().filter(|attribute| attribute.name == "asm") {
            if let [argument] = attribute.arguments.as_slice()
                && let ExpressionKind::String { bytes, .. } = &argument.kind
            {
                let assembler_name = String::from_utf8_lossy(bytes).into_owned();
                self.assembler_names.entry(assembler_name).or_insert_with(|| name.to_string());
            }
        }
    }

    /// Makes a name stand for what another one stands for, which must be declared before.
    pub(super) fn bind_alias(&mut self, name: &Identifier, other: &str) -> Lowered<()> {
        if self.functions.contains_key(&name.name) || self.objects.contains_key(&name.name) {
            return self.fail(name.span, format!("'{}', which is declared before, becomes an alias", name.name));
        }
        if let Some(function) = self.functions.get(other).copied() {
            self.functions.insert(name.name.clone(), function);
            if self.defined.contains(other) {
                self.defined.insert(name.name.clone());
            }
            return self.bind_new(&name.name, Binding::Function(function), name.span);
        }
        let Some(variable) = self.objects.get(other).copied() else {
            return self
                .fail(name.span, format!("'{}' is an alias of '{other}', which is not declared before", name.name));
        };
        self.objects.insert(name.name.clone(), variable);
        self.defined_objects.insert(name.name.clone());
        self.bind_new(&name.name, Binding::Variable(variable), name.span)
    }
}
