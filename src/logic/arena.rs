//! The arena of interned terms and atoms.

use rustc_hash::FxHashMap;

use crate::{Atom, Formula};
use base::define_id;
use base::ids::IdVec;
use ctype::{FieldId, Type, TypeId, TypeTable};
use program::{BinaryOp, FunctionId, StringId, SymbolId, UnaryOp, VariableId};

define_id! {
    /// An interned term.
    TermId
}
define_id! {
    /// An interned atom.
    AtomId
}
define_id! {
    /// An interned set of fields (`F`).
    FieldSetId
}

/// The forms of terms. A term is a value; an address is a value of pointer type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TermNode {
    Null,
    Integer(i128),
    /// A floating constant, by its bits.
    Float(u64),
    /// A constant of type `long double`, by its bits.
    LongDouble(u128),
    /// A symbolic constant of the specification.
    Symbol(SymbolId),
    /// `α(x)`
    VariableAddress(VariableId),
    /// `α_f(base)`
    FieldAddress(TermId, FieldId),
    /// `base + i·size`
    ElementAddress(TermId, TermId),
    StringAddress(StringId),
    FunctionAddress(FunctionId),
    /// `M[address]`
    Load(TermId),
    /// Unary operator; integers wrap at the width of the type.
    Unary(UnaryOp, TermId),
    /// Binary operator; integers wrap at the width of the type.
    Binary(BinaryOp, TermId, TermId),
    /// Difference of two pointers, in elements.
    Difference(TermId, TermId),
    /// Conversion to the term's type.
    Cast(TermId),
    /// The block that the current statement allocates. Only inside weakest preconditions.
    Fresh,
    /// An indeterminate value. Only inside weakest preconditions.
    Undefined,
}

#[derive(Clone, Debug)]
struct TermData {
    node: TermNode,
    ty: TypeId,
    /// The term may be undefined: it contains a `Load` of an address that is not a cell of a variable.
    partial: bool,
    /// `Fresh` or `Undefined` occurs.
    special: bool,
    /// Number of operators and leaves of the term as a tree, saturating.
    size: u32,
}

/// All terms, atoms and field sets of a run, and the types that they refer to.
#[derive(Clone, Debug)]
pub struct Arena {
    types: TypeTable,
    terms: IdVec<TermId, TermData>,
    term_ids: FxHashMap<(TermNode, TypeId), TermId>,
    atoms: IdVec<AtomId, Atom>,
    atom_ids: FxHashMap<Atom, AtomId>,
    field_sets: IdVec<FieldSetId, Vec<FieldId>>,
    field_set_ids: FxHashMap<Vec<FieldId>, FieldSetId>,
}

impl Arena {
    pub fn new(mut types: TypeTable) -> Self {
        types.intern_addresses();
        Arena {
            types,
            terms: IdVec::new(),
            term_ids: FxHashMap::default(),
            atoms: IdVec::new(),
            atom_ids: FxHashMap::default(),
            field_sets: IdVec::new(),
            field_set_ids: FxHashMap::default(),
        }
    }

    /// Creates an arena without types: a placeholder while the real one is lent out.
    pub fn empty() -> Self {
        Self::new(TypeTable::new(ctype::DataModel::default()))
    }

    pub fn types(&self) -> &TypeTable {
        &self.types
    }

    pub fn node(&self, term: TermId) -> TermNode {
        self.terms[term].node
    }

    pub fn type_of(&self, term: TermId) -> TypeId {
        self.terms[term].ty
    }

    /// Arguments and avoid set of an atom, and those of the atoms in its body.
    pub fn terms_of(&self, atom: AtomId) -> Vec<TermId> {
        let atom = self.get(atom);
        let inner = atom.body().map_or_else(Vec::new, Formula::atoms);
        atom.terms().chain(inner.into_iter().flat_map(|part| self.terms_of(part))).collect()
    }

    /// Returns the number of operators and leaves of an atom as a tree: shared parts count each time.
    pub fn size(&self, atom: AtomId) -> u32 {
        let atom = self.get(atom);
        let own = atom.terms().fold(1, |size: u32, term| size.saturating_add(self.terms[term].size));
        let inner = atom.body().map_or_else(Vec::new, Formula::atoms);
        inner.into_iter().fold(own, |size, part| size.saturating_add(self.size(part)))
    }

    /// Returns true if the term may be undefined in some state: it reads memory through a pointer.
    pub fn is_partial(&self, term: TermId) -> bool {
        self.terms[term].partial
    }

    /// Returns true if the terms have the same root and type, with subterms that may differ. False for leaves.
    pub fn have_same_form(&self, left: TermId, right: TermId) -> bool {
        let same_form = match (self.node(left), self.node(right)) {
            (TermNode::FieldAddress(_, f), TermNode::FieldAddress(_, g)) => f == g,
            (TermNode::Unary(f, _), TermNode::Unary(g, _)) => f == g,
            (TermNode::Binary(f, ..), TermNode::Binary(g, ..)) => f == g,
            (TermNode::Load(_), TermNode::Load(_))
            | (TermNode::Cast(_), TermNode::Cast(_))
            | (TermNode::ElementAddress(..), TermNode::ElementAddress(..))
            | (TermNode::Difference(..), TermNode::Difference(..)) => true,
            _ => false,
        };
        same_form && self.type_of(left) == self.type_of(right)
    }

    /// Returns true if `Fresh` or `Undefined` occurs in the term.
    pub fn is_special(&self, term: TermId) -> bool {
        self.terms[term].special
    }

    /// Returns the direct subterms.
    pub fn children(&self, term: TermId) -> impl Iterator<Item = TermId> + use<> {
        children(self.node(term))
    }

    /// Interns a term of a type. Constant integer arithmetic and redundant forms are folded, so that `(x + 1) + 1` is
    /// `x + 2` and `*&x` never arises.
    pub fn term(&mut self, node: TermNode, ty: TypeId) -> TermId {
        let (node, ty) = match self.fold(node, ty) {
            Ok(folded) => return folded,
            Err(kept) => kept,
        };
        if let Some(id) = self.term_ids.get(&(node, ty)) {
            return *id;
        }
        let mut partial = children(node).any(|child| self.terms[child].partial);
        if let TermNode::Load(address) = node {
            partial |= !self.is_variable_cell(address);
        }
        let special = matches!(node, TermNode::Fresh | TermNode::Undefined)
            || children(node).any(|child| self.terms[child].special);
        let size = children(node).fold(1u32, |size, child| size.saturating_add(self.terms[child].size));
        let id = self.terms.push(TermData { node, ty, partial, special, size });
        self.term_ids.insert((node, ty), id);
        id
    }

    /// Returns true if the address lies in a variable in every state: `&x`, `&s.f`, `&a[3]` (in bounds).
    pub fn is_variable_cell(&self, address: TermId) -> bool {
        match self.node(address) {
            TermNode::VariableAddress(_) => true,
            TermNode::FieldAddress(base, _) => self.is_variable_cell(base),
            TermNode::ElementAddress(base, index) => {
                let (TermNode::Integer(at), TermNode::Cast(array)) = (self.node(index), self.node(base)) else {
                    return false;
                };
                let bound = self.types.pointee(self.type_of(array)).map(|ty| self.types.get(ty));
                matches!(bound, Some(Type::Array(_, Some(count))) if at >= 0 && at < i128::from(*count))
                    && self.is_variable_cell(array)
            }
            _ => false,
        }
    }

    /// Folds constants: `Ok` with an equal, simpler term, or `Err` with the form to intern.
    fn fold(&mut self, node: TermNode, ty: TypeId) -> Result<TermId, (TermNode, TypeId)> {
        match node {
            TermNode::Integer(value) => Err((TermNode::Integer(self.wrap(value, ty)), ty)),
            TermNode::Binary(op, left, right) => {
                let (left_node, right_node) = (self.node(left), self.node(right));
                // Large unsigned numbers of 128 bits are stored as negative ones.
                let is_read_right =
                    |value| value >= 0 || self.types.integer_format(self.type_of(left)) != Some((128, false));
                if let (TermNode::Integer(a), TermNode::Integer(b)) = (left_node, right_node)
                    && is_read_right(a)
                    && is_read_right(b)
                    && let Some(value) = constant(op, a, b)
                {
                    return Ok(self.term(TermNode::Integer(value), ty));
                }
                match (op, right_node) {
                    (BinaryOp::Add | BinaryOp::Sub, TermNode::Integer(0)) => Ok(left),
                    // `e - c` is `e + -c`, and `(e + c) + d` is `e + (c + d)`: exact, since integers wrap.
                    (BinaryOp::Sub, TermNode::Integer(b)) => {
                        let minus = self.term(TermNode::Integer(b.wrapping_neg()), self.type_of(right));
                        Ok(self.term(TermNode::Binary(BinaryOp::Add, left, minus), ty))
                    }
                    (BinaryOp::Add, TermNode::Integer(b)) => match left_node {
                        TermNode::Binary(BinaryOp::Add, inner, constant) => match self.node(constant) {
                            TermNode::Integer(a) => {
                                let sum = self.term(TermNode::Integer(a.wrapping_add(b)), ty);
                                Ok(self.term(TermNode::Binary(BinaryOp::Add, inner, sum), ty))
                            }
                            _ => Err((node, ty)),
                        },
                        _ => Err((node, ty)),
                    },
                    _ => Err((node, ty)),
                }
            }
            TermNode::Cast(inner) if self.type_of(inner) == ty => Ok(inner),
            TermNode::Cast(inner) => match self.node(inner) {
                TermNode::Integer(value) if self.types.is_integer(ty) => {
                    let truth = self.types.integer_format(ty) == Some((1, false));
                    Ok(self.term(TermNode::Integer(if truth { i128::from(value != 0) } else { value }), ty))
                }
                TermNode::Integer(0) if self.types.is_pointer(ty) => Ok(self.term(TermNode::Null, ty)),
                TermNode::Null if self.types.is_pointer(ty) => Ok(self.term(TermNode::Null, ty)),
                _ => Err((node, ty)),
            },
            TermNode::ElementAddress(base, index) => match (self.node(index), self.node(base)) {
                // `p + 0` is `p`; but if `p` is a decayed array, the term names its first element and is kept.
                (TermNode::Integer(0), TermNode::Cast(_)) => Err((node, ty)),
                (TermNode::Integer(0), _) => Ok(base),
                (_, TermNode::ElementAddress(origin, first)) if self.indices_add(first, index) => {
                    let sum = self.term(TermNode::Binary(BinaryOp::Add, first, index), self.type_of(index));
                    Ok(self.term(TermNode::ElementAddress(origin, sum), ty))
                }
                _ => Err((node, ty)),
            },
            _ => Err((node, ty)),
        }
    }

    /// Returns true if the sum of two indices of an address cannot wrap. Signed word-sized indices do not: no object is
    /// so large. The sum of narrower or unsigned indices may wrap, and would be a different index.
    fn indices_add(&self, first: TermId, second: TermId) -> bool {
        if self.type_of(first) != self.type_of(second) {
            return false;
        }
        let Some((bits, signed)) = self.types.integer_format(self.type_of(first)) else { return false };
        if signed && u64::from(bits) >= 8 * self.types.model().word_bytes() {
            return true;
        }
        match (self.node(first), self.node(second)) {
            (TermNode::Integer(a), TermNode::Integer(b)) => self.wrap(a + b, self.type_of(first)) == a + b,
            _ => false,
        }
    }

    /// Wraps `value` to the width of an integer type.
    pub fn wrap(&self, value: i128, ty: TypeId) -> i128 {
        self.types.wrap(value, ty)
    }

    pub fn null(&mut self, ty: TypeId) -> TermId {
        self.term(TermNode::Null, ty)
    }

    /// `α_f(base)`.
    pub fn field_address(&mut self, base: TermId, field: FieldId) -> TermId {
        let ty = self.types.field(field).ty;
        let ty = self.types.pointer(ty);
        self.term(TermNode::FieldAddress(base, field), ty)
    }

    /// `M[address]`; the address itself if it is no pointer (lowering rules that out).
    pub fn load(&mut self, address: TermId) -> TermId {
        match self.types.pointee(self.type_of(address)) {
            Some(ty) => self.term(TermNode::Load(address), ty),
            None => address,
        }
    }

    pub fn field_set(&mut self, mut fields: Vec<FieldId>) -> FieldSetId {
        fields.sort();
        fields.dedup();
        if let Some(id) = self.field_set_ids.get(&fields) {
            return *id;
        }
        let id = self.field_sets.push(fields.clone());
        self.field_set_ids.insert(fields, id);
        id
    }

    /// Returns the fields of a set, in ascending order.
    pub fn fields(&self, set: FieldSetId) -> &[FieldId] {
        &self.field_sets[set]
    }

    /// Returns true if `addresses` include every cell of `node` that a path over these fields may leave it through.
    pub fn has_all_cells(&self, addresses: &[TermId], node: TermId, set: FieldSetId) -> bool {
        let target = self.types().pointee(self.type_of(node)).map(|target| self.types().get(target));
        let Some(Type::Record(record)) = target else { return false };
        let mut fields = self.fields(set).iter().filter(|field| field.record == *record);
        let is_cell = |cell: &TermId, field| self.node(*cell) == TermNode::FieldAddress(node, field);
        fields.all(|field| addresses.iter().any(|cell| is_cell(cell, *field)))
    }

    /// Interns an atom, with its avoid set and symmetric arguments sorted.
    pub fn atom(&mut self, atom: Atom) -> AtomId {
        let atom = atom.normalised();
        if let Some(id) = self.atom_ids.get(&atom) {
            return *id;
        }
        let id = self.atoms.push(atom.clone());
        self.atom_ids.insert(atom, id);
        id
    }

    pub fn get(&self, atom: AtomId) -> &Atom {
        &self.atoms[atom]
    }

    pub fn atom_count(&self) -> usize {
        self.atoms.len()
    }

    /// Returns true if `Fresh` or `Undefined` occurs in the atom.
    pub fn is_special_atom(&self, atom: &Atom) -> bool {
        atom.terms().any(|term| self.is_special(term))
            || atom.body().is_some_and(|body| body.atoms().iter().any(|part| self.is_special_atom(self.get(*part))))
    }

    /// Returns true if `part` occurs in `term`.
    pub fn occurs(&self, part: TermId, term: TermId) -> bool {
        part == term || self.children(term).any(|child| self.occurs(part, child))
    }

    /// Returns true if the address is syntactically at NULL, like `&NULL->n`. Nothing is ever stored there.
    pub fn is_null_place(&self, address: TermId) -> bool {
        match self.node(address) {
            TermNode::Null => true,
            TermNode::FieldAddress(base, _) => self.is_null_place(base),
            _ => false,
        }
    }

    /// Returns true if the address is that of a union member, or of a part of one: the cell may have been written
    /// through another member.
    pub fn lies_in_union(&self, address: TermId) -> bool {
        match self.node(address) {
            TermNode::FieldAddress(base, field) => self.types.record(field.record).is_union || self.lies_in_union(base),
            TermNode::ElementAddress(base, _) | TermNode::Cast(base) => self.lies_in_union(base),
            _ => false,
        }
    }

    /// Returns true if the term is undefined in every state: it reads memory at NULL.
    pub fn is_undefined(&self, term: TermId) -> bool {
        match self.node(term) {
            TermNode::Load(address) => self.is_null_place(address) || self.is_undefined(address),
            node => children(node).any(|child| self.is_undefined(child)),
        }
    }

    /// Replaces every occurrence of `old` by `new`.
    pub fn substitute(&mut self, term: TermId, old: TermId, new: TermId) -> TermId {
        if term == old {
            return new;
        }
        let node = self.node(term);
        if children(node).next().is_none() {
            return term;
        }
        let ty = self.type_of(term);
        let node = match node {
            TermNode::FieldAddress(base, field) => TermNode::FieldAddress(self.substitute(base, old, new), field),
            TermNode::Load(address) => TermNode::Load(self.substitute(address, old, new)),
            TermNode::Unary(op, operand) => TermNode::Unary(op, self.substitute(operand, old, new)),
            TermNode::Cast(operand) => TermNode::Cast(self.substitute(operand, old, new)),
            TermNode::ElementAddress(base, index) => {
                let base = self.substitute(base, old, new);
                TermNode::ElementAddress(base, self.substitute(index, old, new))
            }
            TermNode::Binary(op, left, right) => {
                let left = self.substitute(left, old, new);
                TermNode::Binary(op, left, self.substitute(right, old, new))
            }
            TermNode::Difference(left, right) => {
                let left = self.substitute(left, old, new);
                TermNode::Difference(left, self.substitute(right, old, new))
            }
            leaf => leaf,
        };
        self.term(node, ty)
    }

    /// Replaces every occurrence of `old` in the atom's terms by `new`.
    pub fn substitute_atom(&mut self, atom: AtomId, old: TermId, new: TermId) -> AtomId {
        let mut atom = self.get(atom).clone();
        if let Atom::Structure { claim, .. } = &mut atom {
            let own =
                claim.with_body(|body| body.map_atoms(&mut |part| Formula::Atom(self.substitute_atom(part, old, new))));
            *claim = own;
        }
        if !atom.terms().any(|term| self.occurs(old, term)) {
            return self.atom(atom);
        }
        let arguments: Vec<TermId> = atom.arguments().map(|term| self.substitute(term, old, new)).collect();
        let avoid = atom.avoid().iter().map(|term| self.substitute(*term, old, new)).collect();
        self.atom(atom.with_terms(&arguments, avoid))
    }

    /// Adds the addresses that an atom reads, including those read in its body.
    pub fn loads_of(&self, atom: &Atom, found: &mut Vec<TermId>) {
        atom.terms().for_each(|term| self.loads(term, found));
        for part in atom.body().map_or_else(Vec::new, Formula::atoms) {
            self.loads_of(self.get(part), found);
        }
    }

    /// Adds the addresses that the term reads, innermost first, without repetition.
    pub fn loads(&self, term: TermId, found: &mut Vec<TermId>) {
        for child in self.children(term) {
            self.loads(child, found);
        }
        if let TermNode::Load(address) = self.node(term)
            && !found.contains(&address)
        {
            found.push(address);
        }
    }
}

fn children(node: TermNode) -> impl Iterator<Item = TermId> + use<> {
    let (first, second) = match node {
        TermNode::FieldAddress(a, _) | TermNode::Load(a) | TermNode::Unary(_, a) | TermNode::Cast(a) => (Some(a), None),
        TermNode::ElementAddress(a, b) | TermNode::Binary(_, a, b) | TermNode::Difference(a, b) => (Some(a), Some(b)),
        _ => (None, None),
    };
    first.into_iter().chain(second)
}

/// Returns the value of an operator on two integers of one type before wrapping; `None` if C leaves it undefined, or if
/// it exceeds `i128`.
fn constant(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::Equal => Some(i128::from(a == b)),
        BinaryOp::NotEqual => Some(i128::from(a != b)),
        BinaryOp::Less => Some(i128::from(a < b)),
        BinaryOp::LessEqual => Some(i128::from(a <= b)),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => None,
    }
}
