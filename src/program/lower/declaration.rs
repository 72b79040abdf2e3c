//! Declarations of objects, functions and typedefs.

use std::collections::HashSet;

use crate::lower::cleanup::cleanup;
use crate::lower::declared::Promises;
use crate::lower::initializer::{Initialization, Storage};
use crate::lower::linkage::{LinkageTable, is_unprototyped};
use crate::lower::scope::Binding;
use crate::lower::{Emitter, Lowered, Lowerer};
use crate::{Command, Linkage, VariableId, VariableKind};
use base::Span;
use ctype::{Type, TypeId};
use frontend::ast::{
    Attribute, Declaration, Identifier, InitDeclarator, Initializer, Specifiers, StaticAssertion, StorageClass,
    TypeSpecifier,
};

impl Lowerer<'_> {
    pub(super) fn declaration(&mut self, declaration: &Declaration) -> Lowered<()> {
        if let ([], [TypeSpecifier::Record(record)]) = (&*declaration.declarators, &*declaration.specifiers.types) {
            self.declare_tag_anew(record);
        }
        let base = self.specifiers(&declaration.specifiers)?;
        let storage = &declaration.specifiers.storage;
        if storage.contains(&StorageClass::ThreadLocal) && self.scopes.at_file_scope() {
            self.reporter.warn_once("thread".into(), declaration.span, "thread-local variables are taken as globals");
        }
        let mut result = Ok(());
        for declarator in &declaration.declarators {
            let one = self.init_declarator(base, &declaration.specifiers, declarator);
            result = result.and(one);
        }
        result
    }

    fn init_declarator(&mut self, base: TypeId, specifiers: &Specifiers, declared: &InitDeclarator) -> Lowered<()> {
        let storage = &specifiers.storage;
        let declarator = &declared.declarator;
        let Some(name) = &declarator.name else {
            return self.reporter.fail(declarator.span, "a declaration needs a name");
        };
        let is_typedef = storage.contains(&StorageClass::Typedef);
        let ty = self.derive(base, &declarator.derivations, declarator.span)?;
        let ty = self.with_attributes(ty, &declared.attributes)?;
        if is_typedef {
            self.align_typedef(&name.name, ty, specifiers, declared, base)?;
            self.typedef(name, ty)?;
            self.qualifiers.record_typedef(&self.emitter, name, specifiers, &declarator.derivations);
            return Ok(());
        }
        let attributes = [&*specifiers.attributes, &*declared.attributes];
        if let Some(other) = self.linkage.alias(&name.name, &attributes) {
            self.linkage.declare_alias(&mut self.emitter, name, &other)?;
            // The alias is a name that other files know.
            if let Some(object) = self.linkage.object(&name.name).filter(|_| !storage.contains(&StorageClass::Static)) {
                self.program.variables[object].linkage = Linkage::External;
            }
            return Ok(());
        }
        if self.arrays.is_variable(&self.program.types, ty) {
            if let Some(attribute) = cleanup(&attributes) {
                return self.reporter.fail(attribute.span, "`cleanup` of an array of variable size is not supported");
            }
            return self.variable_array(name, ty, storage, declared.initializer.is_some());
        }
        self.uncertain_addresses.record(&name.name, &attributes);
        if matches!(self.program.types.get(ty), Type::Function { .. }) {
            let is_static = storage.contains(&StorageClass::Static);
            self.linkage.record_symbol(&name.name, &attributes);
            if specifiers.is_no_return {
                self.linkage.record_no_return(&name.name);
            }
            let promises = Promises::of(&self.emitter, &self.qualifiers, &declarator.derivations, &attributes);
            self.linkage.record_promises(&name.name, promises);
            return self.function_declarator(name, (ty, is_static), &attributes, declared.initializer.is_some());
        }
        if self.program.types.is_void(ty) {
            return self.reporter.fail(name.span, format!("the variable '{}' has the type 'void'", name.name));
        }
        self.object_declarator(name, ty, specifiers, declared)?;
        self.align_variable(&name.name, specifiers, declared, base)
    }

    fn function_declarator(
        &mut self,
        name: &Identifier,
        (ty, is_static): (TypeId, bool),
        attributes: &[&[Attribute]],
        has_initializer: bool,
    ) -> Lowered<()> {
        if has_initializer {
            return self
                .reporter
                .fail(name.span, format!("the function '{}' is initialised like a variable", name.name));
        }
        let function = self.linkage.declare_function(&mut self.emitter, &name.name, ty, name.span)?;
        if !is_unprototyped(&self.program.types, ty) {
            self.linkage.record_style(&name.name, false);
        }
        self.program.functions[function].is_static |= is_static;
        if attributes.iter().copied().flatten().any(|attribute| attribute.name == "noreturn") {
            self.linkage.record_no_return(&name.name);
        }
        self.record_startup(function, attributes)
    }

    /// Declares a variable of constant size, by its storage class.
    fn object_declarator(
        &mut self,
        name: &Identifier,
        ty: TypeId,
        specifiers: &Specifiers,
        declared: &InitDeclarator,
    ) -> Lowered<()> {
        let storage = &specifiers.storage;
        let derivations = &declared.declarator.derivations;
        let attributes = [&*specifiers.attributes, &*declared.attributes];
        // A `weakref` object refers to another object's storage, even if it is `static`.
        let is_reference = attributes.iter().copied().flatten().any(|attribute| attribute.name == "weakref");
        let is_extern = storage.contains(&StorageClass::Extern) || is_reference;
        let initializer = declared.initializer.as_ref();
        if self.scopes.at_file_scope() && storage.contains(&StorageClass::Register) {
            return self
                .reporter
                .fail(name.span, format!("'{}' is a register: such variables are not supported", name.name));
        }
        if self.scopes.at_file_scope() || is_extern {
            let known = self.linkage.object(&name.name).and_then(|known| self.program.variables.get(known));
            // `extern` after `static` keeps internal linkage (C11 6.2.2p4).
            let keeps_linkage = storage.contains(&StorageClass::Extern)
                && known.is_some_and(|known| known.linkage == Linkage::Internal);
            let variable = self.object_with_linkage(name, ty, initializer, is_extern)?;
            self.linkage.record_assembler_name(&name.name, &attributes);
            if !keeps_linkage && !storage.contains(&StorageClass::Static) {
                self.program.variables[variable].linkage = Linkage::External;
            }
            self.qualifiers.record_variable(&mut self.emitter, variable, specifiers, derivations);
        } else if storage.contains(&StorageClass::Static) || storage.contains(&StorageClass::ThreadLocal) {
            let variable = self.static_local(name, ty, initializer)?;
            self.qualifiers.record_variable(&mut self.emitter, variable, specifiers, derivations);
        } else {
            self.automatic(name, ty, declared, specifiers)?;
        }
        Ok(())
    }

    fn object_with_linkage(
        &mut self,
        name: &Identifier,
        ty: TypeId,
        initializer: Option<&Initializer>,
        is_extern: bool,
    ) -> Lowered<VariableId> {
        let variable = self.linkage.declare_object(&mut self.emitter, name, ty)?;
        // A later declaration may complete the struct type of a tentative definition (6.9.2p3).
        let may_be_completed = !is_extern && initializer.is_none();
        let is_open = match self.program.types.get(ty) {
            Type::Array(_, None) => true,
            Type::Record(_) => may_be_completed,
            _ => false,
        };
        if !is_extern && !is_open {
            self.check_complete(ty, name)?;
        }
        if !is_extern || initializer.is_some() {
            self.linkage.define_object(&name.name);
        }
        if let Some(initializer) = initializer {
            if !self.linkage.initialize_object(&name.name) {
                let earlier = self.program.variables[variable].span;
                return self.reporter.redefinition(&name.name, name.span, earlier);
            }
            self.program.variables[variable].span = name.span;
            self.initialize_static(variable, initializer)?;
            self.emitter.check_complete(self.emitter.program.variables[variable].ty, name)?;
        }
        Ok(variable)
    }

    /// Initialises a variable whose name is in scope already. An array of unknown size gets its size here.
    fn initialize_static(&mut self, variable: VariableId, initializer: &Initializer) -> Lowered<()> {
        let initialization = self.sized_by(variable, initializer, Storage::Static)?;
        let address = self.program.address_of(variable);
        self.initialize(address, &initialization)
    }

    /// Walks the initialiser of a variable and completes the variable's type.
    fn sized_by<'i>(
        &mut self,
        variable: VariableId,
        initializer: &'i Initializer,
        storage: Storage,
    ) -> Lowered<Initialization<'i>> {
        let initialization = self.initialization(self.program.variables[variable].ty, initializer.into(), storage)?;
        self.program.variables[variable].ty = initialization.ty;
        Ok(initialization)
    }

    fn static_local(
        &mut self,
        name: &Identifier,
        ty: TypeId,
        initializer: Option<&Initializer>,
    ) -> Lowered<VariableId> {
        let variable = self.variable(&name.name, ty, VariableKind::Global, name.span);
        self.bind_new(&name.name, Binding::Variable(variable), name.span)?;
        match initializer {
            Some(initializer) if self.is_completed_by(ty, name)? => self.initialize_static(variable, initializer)?,
            _ => self.check_complete(ty, name)?,
        }
        Ok(variable)
    }

    fn automatic(
        &mut self,
        name: &Identifier,
        ty: TypeId,
        declared: &InitDeclarator,
        specifiers: &Specifiers,
    ) -> Lowered<()> {
        let variable = self.variable(&name.name, ty, VariableKind::Local, name.span);
        self.bind_new(&name.name, Binding::Variable(variable), name.span)?;
        let initialization = match &declared.initializer {
            Some(initializer) if self.is_completed_by(ty, name)? => {
                Some(self.sized_by(variable, initializer, Storage::Automatic)?)
            }
            _ => None,
        };
        self.emitter.check_complete(self.emitter.program.variables[variable].ty, name)?;
        self.qualifiers.record_variable(&mut self.emitter, variable, specifiers, &declared.declarator.derivations);
        self.start_lifetime(variable, name.span);
        if let Some(initialization) = initialization {
            let address = self.program.address_of(variable);
            self.full_expression(|lowerer| lowerer.initialize(address, &initialization))?;
        }
        self.record_cleanup(variable, &[&specifiers.attributes, &declared.attributes])
    }

    pub(super) fn static_assert(&mut self, assertion: &StaticAssertion) -> Lowered<()> {
        let StaticAssertion { condition, message, span } = assertion;
        if self.constant(condition)? == 0 {
            let text = message.as_ref().map_or(String::new(), |message| format!(": {message}"));
            return self.reporter.fail(*span, format!("static assertion failed{text}"));
        }
        Ok(())
    }
}

impl Emitter<'_> {
    fn typedef(&mut self, name: &Identifier, ty: TypeId) -> Lowered<()> {
        if let Type::Record(record) = self.program.types.get(ty) {
            let record = *record;
            if self.program.types.record(record).name.starts_with("anonymous#") {
                self.program.types.name_record(record, &name.name);
            }
        }
        match self.scopes.lookup_here(&name.name) {
            Some((Binding::Typedef(earlier), _)) if earlier == ty => Ok(()),
            _ => self.bind_new(&name.name, Binding::Typedef(ty), name.span),
        }
    }

    /// Returns true for a complete type, or an array that its initialiser completes; else reports an error.
    fn is_completed_by(&mut self, ty: TypeId, name: &Identifier) -> Lowered<bool> {
        if !matches!(self.program.types.get(ty), Type::Array(_, None)) {
            self.check_complete(ty, name)?;
        }
        Ok(true)
    }

    fn check_complete(&mut self, ty: TypeId, name: &Identifier) -> Lowered<()> {
        if self.program.types.size_of(ty).is_some() {
            return Ok(());
        }
        let ty = self.program.types.display(ty);
        self.reporter.fail(name.span, format!("the variable '{}' has the incomplete type '{ty}'", name.name))
    }

    /// Starts the lifetime of a local. No command is needed if this can happen only once per call.
    pub(super) fn start_lifetime(&mut self, variable: VariableId, span: Span) {
        if self.function.repeats() {
            self.builder.emit(Command::ScopeStart(variable), span);
        }
        self.scopes.add_variable(variable);
    }
}

/// Completes tentative definitions: `int a[];` at file scope has one element if nothing else declares its size. A
/// struct type must be complete by now.
pub(super) fn complete_tentative_definitions(emitter: &mut Emitter<'_>, linkage: &LinkageTable) {
    // The size of an object that another file defines is unknown, so every use of it is reported.
    let elsewhere: HashSet<VariableId> = linkage.objects_elsewhere().map(|(_, variable)| variable).collect();
    let globals = emitter.program.variables.ids().filter(|variable| !elsewhere.contains(variable));
    for variable in globals.collect::<Vec<_>>() {
        let ty = emitter.program.variables[variable].ty;
        match emitter.program.types.get(ty) {
            Type::Array(element, None) => {
                let element = *element;
                emitter.program.variables[variable].ty = emitter.program.types.intern(Type::Array(element, Some(1)));
            }
            Type::Record(_) if emitter.program.types.size_of(ty).is_none() => {
                let (name, span) =
                    (emitter.program.variables[variable].name.clone(), emitter.program.variables[variable].span);
                // The error is in the diagnostics; report the remaining ones, too.
                let _ = emitter.check_complete(ty, &Identifier { name, span });
            }
            _ => {}
        }
    }
}
