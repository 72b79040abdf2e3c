//! The entry state that a model describes, cell by cell. Only nodes that a variable or a symbolic constant leads to are
//! part of it.

use std::collections::BTreeMap;

use crate::entry::{CellInput, EntryCell, EntryInputs, Target};
use crate::term::{TermId, sign_extended};
use base::ids::IdVec;
use ctype::{Type, TypeId};
use program::described::{CellOwner, CellValue, DescribedCell, EntryDescription};
use program::outside::Places;
use program::{FunctionId, Program, SymbolId};
use spec::Symbol;

impl EntryInputs {
    /// Returns the entry state in which terms have the values `value_of`; `None` if runs start with `main`.
    pub fn describe(&self, program: &Program, value_of: &dyn Fn(TermId) -> u128) -> Option<EntryDescription> {
        let entry = self.entry?;
        let mut description = EntryDescription::default();
        let mut describing =
            Describing { inputs: self, program, entry, value_of, names: BTreeMap::new(), order: Vec::new() };
        let cells = |wanted: CellOwner| self.cells.iter().filter(move |cell| cell.owner == wanted);
        let roots = self.cells.iter().filter(|cell| !matches!(cell.owner, CellOwner::Node(_)));
        for cell in roots {
            description.cells.push(describing.cell(cell, cell.owner));
        }
        let mut next = 0;
        while let Some(found) = describing.order.get(next).copied() {
            let owner = CellOwner::Node(next);
            next += 1;
            match found {
                Found::Node(node) => {
                    let (ty, size) = *self.nodes.get(node)?;
                    let size = u64::try_from(value_of(size)).ok()?;
                    description.nodes.push((size, Some(ty)));
                    for cell in cells(CellOwner::Node(node)).filter(|cell| cell.offset < size) {
                        description.cells.push(describing.cell(cell, owner));
                    }
                }
                Found::Other(ty) => {
                    let size = ty.and_then(|ty| program.types.size_of(ty)).unwrap_or(1);
                    description.nodes.push((size, ty));
                }
            }
        }
        Some(description)
    }
}

impl EntryInputs {
    /// Returns readable labels for the terms of the entry state: the bits of a number, and the index of a pointer's
    /// target.
    pub fn labels(&self, program: &Program, symbols: &IdVec<SymbolId, Symbol>) -> Vec<(String, TermId)> {
        let mut labels = Vec::new();
        for cell in &self.cells {
            let owner = match cell.owner {
                CellOwner::Variable(variable) => program.variables.get(variable).map(|known| known.name.clone()),
                CellOwner::Symbol(symbol) => symbols.get(symbol).map(|known| known.name.clone()),
                CellOwner::Node(node) => Some(format!("node {node}")),
            };
            let place = format!("{}, byte {}", owner.unwrap_or_default(), cell.offset);
            match &cell.input {
                CellInput::Number { bits, .. } => labels.push((place, *bits)),
                CellInput::Pointer { ty, targets, chosen, element } => {
                    let named = targets.iter().map(|target| self.target_label(program, *target, *ty));
                    let targets: Vec<String> =
                        named.enumerate().map(|(index, target)| format!("{index} {target}")).collect();
                    labels.push((format!("{place}: {}", targets.join(", ")), *chosen));
                    labels.push((format!("{place}: the element of a global"), *element));
                }
            }
        }
        labels
    }

    fn target_label(&self, program: &Program, target: Target, ty: TypeId) -> String {
        let typed = program.types.pointee(ty).and_then(|ty| self.typed.get(&ty));
        match target {
            Target::Null => "NULL".into(),
            Target::Node(node) => format!("node {}", typed.map_or(0, |typed| typed.first) + node),
            Target::Beyond => "another node".into(),
            Target::Unknown => "something else".into(),
            Target::Global(global) => {
                program.variables.get(global.variable).map_or_else(String::new, |known| known.name.clone())
            }
            Target::Function(function) => {
                program.functions.get(function).map_or_else(String::new, |known| known.name.clone())
            }
        }
    }
}

/// A block that some cell points to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Found {
    /// A modelled node, by its index among all nodes.
    Node(usize),
    /// Another block, of a type if it is known. Its contents are not described.
    Other(Option<TypeId>),
}

struct Describing<'d> {
    inputs: &'d EntryInputs,
    program: &'d Program,
    entry: FunctionId,
    value_of: &'d dyn Fn(TermId) -> u128,
    names: BTreeMap<usize, usize>,
    /// The blocks in the order in which they were found.
    order: Vec<Found>,
}

impl Describing<'_> {
    fn cell(&mut self, cell: &EntryCell, owner: CellOwner) -> DescribedCell {
        let (ty, value) = match &cell.input {
            CellInput::Number { bits, bytes, signed } => {
                let number = (self.value_of)(*bits);
                let value = match owner {
                    CellOwner::Symbol(_) if *signed => CellValue::Number(sign_extended(number, 8 * bytes)),
                    CellOwner::Symbol(_) => CellValue::Number(number as i128),
                    CellOwner::Variable(_) | CellOwner::Node(_) => CellValue::Bits(number, 8 * bytes),
                };
                (None, value)
            }
            CellInput::Pointer { ty, targets, chosen, element } => {
                let chosen = usize::try_from((self.value_of)(*chosen)).unwrap_or(0);
                (Some(*ty), self.target(targets.get(chosen).copied().unwrap_or(Target::Null), *ty, *element))
            }
        };
        DescribedCell { owner, offset: cell.offset, ty, value }
    }

    fn target(&mut self, target: Target, ty: TypeId, element: TermId) -> CellValue {
        let pointee = self.program.types.pointee(ty);
        match target {
            Target::Null => CellValue::Null,
            Target::Node(node) => {
                let first = pointee.and_then(|ty| self.inputs.typed.get(&ty)).map_or(0, |typed| typed.first);
                let (node, next) = (first + node, self.order.len());
                let name = *self.names.entry(node).or_insert(next);
                if name == next {
                    self.order.push(Found::Node(node));
                }
                CellValue::Node(name)
            }
            Target::Beyond => self.other(pointee),
            Target::Unknown if self.is_function(pointee) => CellValue::Function(self.entry),
            Target::Unknown => self.other(None),
            Target::Global(global) => {
                let element = u64::try_from((self.value_of)(element)).unwrap_or(0);
                let Places { offset, stride, .. } = global.places;
                CellValue::Global(global.variable, element.saturating_mul(stride).saturating_add(offset))
            }
            Target::Function(function) => CellValue::Function(function),
        }
    }

    fn is_function(&self, ty: Option<TypeId>) -> bool {
        ty.is_some_and(|ty| matches!(self.program.types.get(ty), Type::Function { .. }))
    }

    /// Adds another block.
    fn other(&mut self, ty: Option<TypeId>) -> CellValue {
        self.order.push(Found::Other(ty));
        CellValue::Node(self.order.len() - 1)
    }
}
