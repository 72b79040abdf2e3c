//! Objects that are declared `extern` and defined in no file that is read, which may hold anything when the program
//! starts; and names whose addresses depend on definitions in other files.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::library::{self, STREAMS};
use crate::lower::initializer::{count_parts, is_aggregate};
use crate::lower::linkage::LinkageTable;
use crate::lower::reporter::Reporter;
use crate::lower::startup::put_before_body;
use crate::lower::{Emitter, Lowered, exposed};
use crate::{Command, Expr, FunctionId, Linkage, Program, Reach, VariableId};
use base::Span;
use ctype::{Type, TypeId, TypeTable};
use frontend::ast::Attribute;

/// Maximum number of scalars in an object whose initial value is unconstrained; larger ones are unsupported.
const MOST_PARTS: usize = 256;
const STREAM: &str = "struct _IO_FILE";
/// Initial contents of external memory that functions of the library change.
const INITIAL: [(&str, i128); 4] = [("optarg", 0), ("opterr", 1), ("optind", 1), ("optopt", b'?' as i128)];

/// Names whose addresses may be NULL or those of other objects. A declaration may say so behind a use, so that uses of all names are
/// kept.
#[derive(Default)]
pub(super) struct UncertainAddresses {
    meanings: HashMap<String, &'static str>,
    /// The first use of each name, and the functions that use it (`None`: file scope).
    used: BTreeMap<String, (Span, BTreeSet<Option<FunctionId>>)>,
}

impl UncertainAddresses {
    /// Records what the attributes of a declaration say about the address of a name.
    pub(super) fn record(&mut self, name: &str, attributes: &[&[Attribute]]) {
        for attribute in attributes.iter().copied().flatten() {
            let meaning = match attribute.name.as_str() {
                "alias" | "weakref" => "is another name of something",
                "weak" => "is weak: its address may be NULL, or that of another definition",
                _ => continue,
            };
            self.meanings.insert(name.to_string(), meaning);
        }
    }

    /// Records a use of a name's address.
    pub(super) fn record_use(&mut self, name: &str, span: Span, function: Option<FunctionId>) {
        if let Some((_, users)) = self.used.get_mut(name) {
            users.insert(function);
        } else {
            self.used.insert(name.to_string(), (span, BTreeSet::from([function])));
        }
    }

    /// Records that a member of a stream is named: any call that takes the stream may change it.
    pub(super) fn record_member_of_stream(&mut self, span: Span, function: Option<FunctionId>) {
        self.meanings.insert(STREAM.to_string(), "the C library changes");
        self.record_use(STREAM, span, function);
    }

    /// Makes functions unsupported that use an uncertain address or a member of a stream.
    pub(super) fn report(self, program: &mut Program, linkage: &LinkageTable, reporter: &mut Reporter) {
        for (name, (span, users)) in self.used {
            if !linkage.is_defined(&name)
                && library::find(&name, false).is_none()
                && let Some(meaning) = self.meanings.get(&name)
            {
                let reason = format!("'{name}', which {meaning}");
                reporter.warn_once(format!("address of {name}"), span, format!("unsupported: {reason}"));
                unsupported_in_functions(program, &users, &reason, span);
            }
        }
    }
}

/// Makes the functions that use an unknown address unsupported: all of them if it is used at file scope (`None`).
fn unsupported_in_functions(program: &mut Program, users: &BTreeSet<Option<FunctionId>>, reason: &str, span: Span) {
    for id in program.functions.ids().collect::<Vec<_>>() {
        if users.contains(&None) || users.contains(&Some(id)) {
            let command = Command::Unsupported { reason: reason.to_string(), reach: Reach::Control };
            put_before_body(program, id, command, span);
        }
    }
}

impl Emitter<'_> {
    /// Adds the addresses of all scalars of an object. Returns `false` if there are too many, they overlap, or the type
    /// is incomplete.
    fn scalars_in(&mut self, address: Expr, ty: TypeId, span: Span, found: &mut Vec<Expr>) -> Lowered<bool> {
        if !is_aggregate(&self.program.types, ty) {
            found.push(address);
            return Ok(found.len() <= MOST_PARTS);
        }
        let overlap = matches!(self.program.types.get(ty), Type::Record(id) if self.program.types.record(*id).is_union);
        if overlap || self.program.types.size_of(ty).is_none() {
            return Ok(false);
        }
        for index in 0..count_parts(&self.program.types, ty) {
            let (place, part) = self.part(&address, ty, index, span)?;
            if !self.scalars_in(place, part, span, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn initial_value(types: &TypeTable, value: i128, ty: TypeId) -> Expr {
    if value == 0 { Expr::zero(types, ty) } else { Expr::wrapped(types, value, ty) }
}

/// Gives an unconstrained initial value to each object that the program uses and does not define.
pub(super) fn choose_values_of_undefined_objects(emitter: &mut Emitter<'_>, linkage: &LinkageTable) {
    let elsewhere: Vec<VariableId> = linkage.objects_elsewhere().map(|(_, variable)| variable).collect();
    for variable in elsewhere {
        emitter.program.variables[variable].linkage = Linkage::Elsewhere;
        // The object may lie in writable memory, so a write to it is no error.
        emitter.program.variables[variable].is_constant = false;
    }
    let used = emitter.program.used_variables();
    let mut objects: Vec<VariableId> = linkage
        .objects_elsewhere()
        .filter(|(name, variable)| !STREAMS.contains(name) && used.contains(variable))
        .map(|(_, variable)| variable)
        .collect();
    objects.sort();
    for variable in objects {
        let (ty, span) = (emitter.program.variables[variable].ty, emitter.program.variables[variable].span);
        let initial = INITIAL.iter().find(|(name, _)| *name == emitter.program.variables[variable].name);
        if let Some((_, value)) = initial.filter(|(_, value)| *value == 0 || emitter.program.types.is_integer(ty)) {
            let (address, value) =
                (emitter.program.address_of(variable), initial_value(&emitter.program.types, *value, ty));
            emitter.program.initialize_global(Command::Store { address, value }, span);
            continue;
        }
        if exposed::ENVIRONMENT.contains(&emitter.program.variables[variable].name.as_str()) {
            let reason = "the environment of the program".to_string();
            emitter.program.initialize_global(Command::Unsupported { reason, reach: Reach::Nothing }, span);
        }
        let mut parts = Vec::new();
        let address = emitter.program.address_of(variable);
        // An object of incomplete type has no storage; its use is reported anyway.
        let is_complete = emitter.program.types.size_of(ty).is_some();
        match emitter.scalars_in(address, ty, span, &mut parts) {
            Ok(true) => parts
                .into_iter()
                .for_each(|address| emitter.program.initialize_global(Command::Havoc { address }, span)),
            _ if is_complete => {
                let name = &emitter.program.variables[variable].name;
                let reason = format!("the object '{name}', which is defined elsewhere");
                emitter.program.initialize_global(Command::Unsupported { reason, reach: Reach::Memory }, span);
            }
            _ => {}
        }
    }
}
