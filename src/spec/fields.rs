//! Field sets `F`: the fields that a path may select.
//!
//! A path selects only fields of `F` (predicate abstraction, `F*`): to get from a struct into a nested struct and on
//! through a pointer there, both fields must be in `F`: `reach[; list.head, head.next](…)`. Members of an anonymous
//! struct or union are named without it, as in C; the unnamed member is then added to `F` automatically. An empty `F`
//! stands for all fields that are pointers or contain pointers.

use std::collections::{HashMap, HashSet};

use crate::syntax::FieldName;
use base::Diagnostic;
use ctype::{FieldId, RecordId, Type, TypeId, TypeTable};

/// Maximum number of candidates listed in a message.
const CANDIDATES: usize = 10;

/// Returns the fields that an empty `F` stands for: every field that is a pointer or contains one (nested records,
/// arrays), of every record. Sorted.
pub fn pointer_fields(types: &TypeTable) -> Vec<FieldId> {
    let carriers = carriers(types);
    let mut found = Vec::new();
    for (record, _) in types.records() {
        for (index, field) in types.fields(record).iter().enumerate() {
            if carries_pointer(types, field.ty, &carriers) {
                found.push(FieldId { record, index: index as u32 });
            }
        }
    }
    found
}

/// Returns true if each object has at most one link by the fields of the set.
pub fn leads_one_way(types: &TypeTable, fields: &[FieldId]) -> bool {
    let is_array = |field: &FieldId| matches!(types.get(types.field(*field).ty), Type::Array(..));
    let mut records: Vec<RecordId> = fields.iter().map(|field| field.record).collect();
    records.sort_unstable();
    let count = records.len();
    records.dedup();
    records.len() == count && !fields.iter().any(is_array)
}

/// Returns the type without its array dimensions.
fn element(types: &TypeTable, mut ty: TypeId) -> TypeId {
    while let Type::Array(inner, _) = types.get(ty) {
        ty = *inner;
    }
    ty
}

fn carries_pointer(types: &TypeTable, ty: TypeId, carriers: &HashSet<RecordId>) -> bool {
    match types.get(element(types, ty)) {
        Type::Pointer(_) => true,
        Type::Record(record) => carriers.contains(record),
        _ => false,
    }
}

/// Returns the records that contain a pointer at any depth.
fn carriers(types: &TypeTable) -> HashSet<RecordId> {
    let mut holders: HashMap<RecordId, Vec<RecordId>> = HashMap::new();
    let mut work = Vec::new();
    for (record, _) in types.records() {
        for field in types.fields(record) {
            match types.get(element(types, field.ty)) {
                Type::Pointer(_) => work.push(record),
                Type::Record(inner) => holders.entry(*inner).or_default().push(record),
                _ => {}
            }
        }
    }
    let mut found = HashSet::new();
    while let Some(record) = work.pop() {
        if found.insert(record) {
            work.extend(holders.get(&record).into_iter().flatten());
        }
    }
    found
}

/// Returns the records that are anonymous members of others: their fields are named through the outer record.
fn anonymous_members(types: &TypeTable) -> HashSet<RecordId> {
    let fields = types.records().flat_map(|(record, _)| types.fields(record));
    let unnamed = fields.filter(|field| field.name.is_empty());
    unnamed
        .filter_map(|field| if let Type::Record(inner) = types.get(field.ty) { Some(*inner) } else { None })
        .collect()
}

/// A field found by name: the record that it is named in, and the selections that lead to it.
struct Candidate {
    owner: RecordId,
    path: Vec<FieldId>,
}

/// Returns all fields called `name`, without repetition, in ascending order of records.
fn candidates(types: &TypeTable, name: &str) -> Vec<Candidate> {
    let inside = anonymous_members(types);
    let owners = types.records().map(|(owner, _)| owner).filter(|owner| !inside.contains(owner));
    owners.filter_map(|owner| Some(Candidate { owner, path: types.find_field(owner, name)? })).collect()
}

/// `struct node`, or the typedef's name for a record without tag.
pub(super) fn record_name(types: &TypeTable, record: RecordId) -> String {
    let found = types.record(record);
    match (found.tagged, found.is_union) {
        (true, true) => format!("union {}", found.name),
        (true, false) => format!("struct {}", found.name),
        (false, _) => found.name.clone(),
    }
}

/// Returns the field in the notation of field sets.
fn display_candidate(types: &TypeTable, candidate: &Candidate, name: &str) -> String {
    format!("{}.{name}", record_name(types, candidate.owner))
}

/// Formats a field set in the notation of specifications; empty for the default set.
pub(super) fn display(types: &TypeTable, fields: &[FieldId]) -> String {
    if fields == pointer_fields(types) {
        return String::new();
    }
    let names = fields.iter().filter_map(|field| display_one(types, *field, true));
    names.collect::<Vec<_>>().join(", ")
}

/// Returns the name of a field, with its record if `brief` is false or the name is ambiguous. `None` for an anonymous
/// member, which is added with the fields inside it.
pub(super) fn display_one(types: &TypeTable, field: FieldId, brief: bool) -> Option<String> {
    let name = &types.field(field).name;
    let found = candidates(types, name);
    let candidate =
        found.iter().find(|candidate| candidate.path.last() == Some(&field)).filter(|_| !name.is_empty())?;
    let owner = record_name(types, candidate.owner);
    Some(if brief && found.len() == 1 { name.clone() } else { format!("{owner}.{name}") })
}

/// Returns the name of a field in field sets. `None` for an anonymous member.
pub fn field_name(types: &TypeTable, field: FieldId) -> Option<String> {
    display_one(types, field, true)
}

/// Returns the fields that `names` denote, sorted and without repetition. `typedef` looks up a typedef name.
pub(super) fn resolve(
    types: &TypeTable,
    names: &[FieldName],
    typedef: &dyn Fn(&str) -> Option<TypeId>,
) -> Result<Vec<FieldId>, Diagnostic> {
    if names.is_empty() {
        return Ok(pointer_fields(types));
    }
    let carriers = carriers(types);
    let mut found = Vec::new();
    for name in names {
        let path = resolve_one(types, name, typedef)?;
        if let Some(last) = path.last() {
            let ty = types.field(*last).ty;
            if !carries_pointer(types, ty, &carriers) {
                let message =
                    format!("field '{}' has type '{}': a path can only follow pointers", name.field, types.display(ty));
                return Err(Diagnostic::error(name.span, message));
            }
        }
        found.extend(path);
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn not_followed(name: &FieldName) -> Diagnostic {
    Diagnostic::error(name.span, "the members of FILE, which the C library changes, are not followed")
}

fn resolve_one(
    types: &TypeTable,
    name: &FieldName,
    typedef: &dyn Fn(&str) -> Option<TypeId>,
) -> Result<Vec<FieldId>, Diagnostic> {
    if let Some(owner) = &name.record {
        let record = resolve_record(types, name, owner, typedef)?;
        if types.is_stream(record) {
            return Err(not_followed(name));
        }
        return types.find_field(record, &name.field).ok_or_else(|| {
            let message = format!("'{}' has no field '{}'", record_name(types, record), name.field);
            let fields = types.fields(record).iter().map(|field| field.name.clone());
            with_list(Diagnostic::error(name.span, message), "its fields are", fields.filter(|field| !field.is_empty()))
        });
    }
    let mut found = candidates(types, &name.field);
    if found.len() > 1 {
        let message = format!("'{}' is a field of more than one record", name.field);
        let list = found.iter().map(|candidate| display_candidate(types, candidate, &name.field));
        return Err(with_list(Diagnostic::error(name.span, message), "write one of", list));
    }
    match found.pop() {
        Some(candidate) if types.is_stream(candidate.owner) => Err(not_followed(name)),
        Some(candidate) => Ok(candidate.path),
        None => {
            let message = format!("no record has a field '{}'", name.field);
            let list = pointer_fields(types).into_iter().filter_map(|field| display_one(types, field, false));
            Err(with_list(Diagnostic::error(name.span, message), "the pointer fields are", list))
        }
    }
}

/// Returns the record that a field is named in. A typedef takes precedence over a tag.
fn resolve_record(
    types: &TypeTable,
    name: &FieldName,
    owner: &str,
    typedef: &dyn Fn(&str) -> Option<TypeId>,
) -> Result<RecordId, Diagnostic> {
    if name.keyword.is_none()
        && let Some(ty) = typedef(owner)
        && let Type::Record(record) = types.get(ty)
    {
        return Ok(*record);
    }
    let fits = |record: RecordId| {
        let record = types.record(record);
        record.name == owner && name.keyword.is_none_or(|is_union| record.tagged && record.is_union == is_union)
    };
    let mut found = types.records().map(|(id, _)| id).filter(|id| fits(*id) && types.record(*id).layout.is_some());
    match (found.next(), found.next()) {
        (Some(record), None) => Ok(record),
        (Some(_), Some(_)) => Err(Diagnostic::error(name.span, format!("more than one record is called '{owner}'"))),
        (None, _) => {
            let list = candidates(types, &name.field);
            let list = list.iter().map(|candidate| display_candidate(types, candidate, &name.field));
            let message = format!("there is no struct or union '{owner}'");
            Err(with_list(Diagnostic::error(name.span, message), "fields of this name are", list))
        }
    }
}

/// Adds a note that lists at most [`CANDIDATES`] names.
pub(super) fn with_list(
    diagnostic: Diagnostic,
    introduction: &str,
    names: impl IntoIterator<Item = String>,
) -> Diagnostic {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("'{name}'")).collect();
    if names.is_empty() {
        return diagnostic;
    }
    if names.len() > CANDIDATES {
        names.truncate(CANDIDATES);
        names.push("…".into());
    }
    diagnostic.with_note(None, format!("{introduction} {}", names.join(", ")))
}
