//! Bit-precise integers: comparisons of integer terms as gates, with C's widths and signedness.
//!
//! The value of a variable, a symbol or a cell is an input: any number of its type. Two cells of one field hold the
//! same value if their nodes are the same. Unsigned arithmetic wraps, left shifts behave as in GCC, conversions keep
//! the low bits. If an operation is undefined (signed overflow, division by zero, excessive shift), the comparison that
//! contains it may have either value: whatever is proved here holds for each outcome.
//!
//! Unsupported terms (numbers of more than 64 bits, addresses as numbers, products and quotients of two unknown
//! numbers) are any number, defined or not. Nothing is ignored, so whatever is unsatisfiable here is false in every
//! state.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::limits::{MOST_BITS, MOST_DIVIDEND_BITS, MOST_FACTOR_BITS, MOST_GATES};
use ctype::FieldId;
use logic::{Arena, Atom, AtomId, TermId, TermNode};
use program::{BinaryOp, UnaryOp};
use sat::{Circuit, Lit, words};

/// Facts from the theory of heaps about the node that a number is read from.
#[derive(Clone, Copy)]
pub(super) struct Base {
    /// The node is live, so the number exists.
    pub alive: Lit,
    /// No pointer on the access path dangles. If false, the value read is unspecified.
    pub sound: Lit,
}

/// The nodes that numbers are read from, by the terms that point to them.
#[derive(Default)]
pub(super) struct Bases {
    pub known: FxHashMap<TermId, Base>,
    /// Pairs of terms, with the literal "both point to the same node".
    pub equal: Vec<(TermId, TermId, Lit)>,
}

/// The bits of a number, least significant first.
type Bits = Vec<Lit>;

/// The encoding of an integer term.
#[derive(Clone)]
struct Number {
    bits: Bits,
    signed: bool,
    /// No operation in it is undefined.
    is_defined: Lit,
    /// All its cells can be read.
    is_read: Lit,
    /// No pointer in it dangles.
    is_sound: Lit,
}

/// Encodes integer comparisons as literals of one circuit.
pub(super) struct Integers<'a> {
    arena: &'a Arena,
    circuit: Circuit,
    bases: Bases,
    numbers: FxHashMap<TermId, Number>,
    /// The values of variables, symbols and cells.
    inputs: IndexMap<TermId, Bits>,
    /// For each comparison: no operation in it is undefined.
    defined: Vec<Lit>,
}

impl<'a> Integers<'a> {
    pub fn new(arena: &'a Arena, circuit: Circuit, bases: Bases) -> Integers<'a> {
        let (numbers, inputs) = (FxHashMap::default(), IndexMap::new());
        Integers { arena, circuit, bases, numbers, inputs, defined: Vec::new() }
    }

    /// Returns the literal of an integer comparison; `None` for any other predicate.
    pub fn comparison(&mut self, atom: AtomId) -> Option<Lit> {
        let (left, right, is_less) = match *self.arena.get(atom) {
            Atom::Equal(left, right) => (left, right, false),
            Atom::Less(left, right) => (left, right, true),
            _ => return None,
        };
        let (left, right) = (self.number(left)?, self.number(right)?);
        let holds = self.compare(&left, &right, is_less);
        let is_read = self.circuit.and(&[left.is_read, right.is_read]);
        let is_defined = self.circuit.and(&[left.is_defined, right.is_defined, left.is_sound, right.is_sound]);
        self.defined.push(is_defined);
        let either = self.circuit.variable();
        let value = self.circuit.and(&[is_read, holds]);
        Some(self.circuit.choose(is_defined, value, either))
    }

    /// Returns the circuit, its inputs, and for each comparison a literal that nothing in it is undefined.
    pub fn into_parts(mut self) -> (Circuit, IndexMap<TermId, Bits>, Vec<Lit>) {
        self.equate_cells();
        (self.circuit, self.inputs, self.defined)
    }

    /// Requires that the same cell holds the same value.
    fn equate_cells(&mut self) {
        let cells: Vec<(NodeMember, Bits)> = self
            .inputs
            .iter()
            .filter_map(|(term, bits)| cell_of(self.arena, *term).map(|cell| (cell, bits.clone())))
            .collect();
        for (one, other, equal) in self.bases.equal.clone() {
            for (cell, bits) in cells.iter().filter(|(cell, _)| cell.base == one) {
                let is_same = |(same, _): &&(NodeMember, Bits)| same.base == other && same.fields == cell.fields;
                for (_, same) in cells.iter().filter(is_same) {
                    for (bit, same) in bits.iter().zip(same) {
                        self.circuit.require(&[!equal, !*bit, *same]);
                        self.circuit.require(&[!equal, *bit, !*same]);
                    }
                }
            }
        }
    }

    /// Encodes a term; `None` if it is no integer of a supported width.
    fn number(&mut self, term: TermId) -> Option<Number> {
        if let Some(known) = self.numbers.get(&term) {
            return Some(known.clone());
        }
        let (width, signed) = self.arena.types().integer_format(self.arena.type_of(term))?;
        let width = usize::try_from(width).ok().filter(|width| (1..=MOST_BITS).contains(width))?;
        let number = match self.arena.node(term) {
            TermNode::Integer(value) => {
                self.known(words::constant(&self.circuit, value.cast_unsigned(), width), signed)
            }
            TermNode::Symbol(_) | TermNode::Load(_) => self.input(term, width, signed),
            _ if self.circuit.gates() > MOST_GATES => self.any(width, signed),
            TermNode::Unary(op, inner) => self.unary(op, inner, width, signed),
            TermNode::Binary(op, left, right) => self.binary(op, left, right, width, signed),
            TermNode::Cast(inner) => self.cast(inner, width, signed),
            _ => self.any(width, signed),
        };
        self.numbers.insert(term, number.clone());
        Some(number)
    }

    fn known(&self, bits: Bits, signed: bool) -> Number {
        let yes = self.circuit.yes();
        Number { bits, signed, is_defined: yes, is_read: yes, is_sound: yes }
    }

    /// Any number, defined or not.
    fn any(&mut self, width: usize, signed: bool) -> Number {
        let bits = self.variables(width);
        let [is_defined, is_read, is_sound] = [(); 3].map(|()| self.circuit.variable());
        Number { bits, signed, is_defined, is_read, is_sound }
    }

    fn variables(&mut self, width: usize) -> Bits {
        (0..width).map(|_| self.circuit.variable()).collect()
    }

    fn input(&mut self, term: TermId, width: usize, signed: bool) -> Number {
        let cell = cell_of(self.arena, term);
        let field = cell.as_ref().and_then(|cell| cell.fields.first()).map(|field| self.arena.types().field(*field));
        // A bit-field has only as many bits as its width.
        let held = field.and_then(|field| field.bits).and_then(|(_, held)| usize::try_from(held).ok());
        let bits = self.variables(held.map_or(width, |held| held.clamp(1, width)));
        let bits = extended(&bits, signed, width, &self.circuit);
        self.inputs.insert(term, bits.clone());
        let number = self.known(bits, signed);
        if !self.arena.is_partial(term) {
            return number;
        }
        let base = cell.and_then(|cell| self.bases.known.get(&cell.base).copied());
        let (is_read, is_sound) = match base {
            Some(base) => (base.alive, base.sound),
            None => (self.circuit.variable(), self.circuit.variable()),
        };
        Number { is_read, is_sound, ..number }
    }

    fn unary(&mut self, op: UnaryOp, inner: TermId, width: usize, signed: bool) -> Number {
        let Some(inner) = self.number(inner) else { return self.any(width, signed) };
        let is_same = inner.bits.len() == width && inner.signed == signed;
        match op {
            UnaryOp::LogicalNot => {
                let is_nonzero = self.circuit.or(&inner.bits);
                Number { bits: self.truth(!is_nonzero, width), signed, ..inner }
            }
            _ if !is_same => self.any(width, signed),
            UnaryOp::BitNot => Number { bits: inner.bits.iter().map(|bit| !*bit).collect(), ..inner },
            UnaryOp::Negate => {
                let wide = extended(&inner.bits, signed, width + 1, &self.circuit);
                let exact = words::negate(&mut self.circuit, &wide);
                self.fitting(exact, width, &[&inner])
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: TermId, right: TermId, width: usize, signed: bool) -> Number {
        let (Some(left), Some(right)) = (self.number(left), self.number(right)) else { return self.any(width, signed) };
        let fits = |number: &Number| number.bits.len() == width && number.signed == signed;
        match op {
            BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::LessEqual => {
                let holds = match op {
                    BinaryOp::Equal => self.compare(&left, &right, false),
                    BinaryOp::NotEqual => !self.compare(&left, &right, false),
                    BinaryOp::Less => self.compare(&left, &right, true),
                    _ => !self.compare(&right, &left, true),
                };
                let bits = self.truth(holds, width);
                self.made_of(bits, signed, &[&left, &right])
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight if fits(&left) => self.shift(op, &left, &right),
            _ if !fits(&left) || !fits(&right) => self.any(width, signed),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                let pairs = left.bits.iter().zip(&right.bits);
                let bits = pairs.map(|(one, other)| match op {
                    BinaryOp::BitAnd => self.circuit.and(&[*one, *other]),
                    BinaryOp::BitOr => self.circuit.or(&[*one, *other]),
                    _ => self.circuit.xor(*one, *other),
                });
                let bits = bits.collect();
                self.made_of(bits, signed, &[&left, &right])
            }
            BinaryOp::Add | BinaryOp::Sub => {
                let [one, other] =
                    [&left, &right].map(|number| extended(&number.bits, signed, width + 1, &self.circuit));
                let exact = match op {
                    BinaryOp::Add => words::add(&mut self.circuit, &one, &other),
                    _ => words::subtract(&mut self.circuit, &one, &other),
                };
                self.fitting(exact, width, &[&left, &right])
            }
            BinaryOp::Mul => self.multiply(&left, &right),
            BinaryOp::Div | BinaryOp::Rem => self.divide(op, &left, &right),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => self.any(width, signed),
        }
    }

    fn cast(&mut self, inner: TermId, width: usize, signed: bool) -> Number {
        let Some(inner) = self.number(inner) else { return self.any(width, signed) };
        let is_truth = width == 1 && !signed;
        let bits = match is_truth {
            true => vec![self.circuit.or(&inner.bits)],
            false => extended(&inner.bits, inner.signed, width, &self.circuit),
        };
        Number { bits, signed, ..inner }
    }

    /// Returns zero or one.
    fn truth(&self, holds: Lit, width: usize) -> Bits {
        let mut bits = vec![self.circuit.no(); width];
        bits[0] = holds;
        bits
    }

    /// Returns a number that is defined if its operands are.
    fn made_of(&mut self, bits: Bits, signed: bool, parts: &[&Number]) -> Number {
        let mut all = |part: fn(&Number) -> Lit| {
            let literals: Vec<Lit> = parts.iter().map(|number| part(number)).collect();
            self.circuit.and(&literals)
        };
        let is_defined = all(|number| number.is_defined);
        let is_read = all(|number| number.is_read);
        Number { bits, signed, is_defined, is_read, is_sound: all(|number| number.is_sound) }
    }

    /// Returns the low bits of an exact result. It is undefined if it is signed and does not fit.
    fn fitting(&mut self, exact: Bits, width: usize, parts: &[&Number]) -> Number {
        let signed = parts[0].signed;
        let bits: Bits = exact[..width].to_vec();
        let mut number = self.made_of(bits, signed, parts);
        if signed {
            let sign = exact[width - 1];
            let mut fits = vec![number.is_defined];
            fits.extend(exact[width..].iter().map(|bit| !self.circuit.xor(*bit, sign)));
            number.is_defined = self.circuit.and(&fits);
        }
        number
    }

    /// Compares after extension to one bit more than the wider operand, so that both keep their values.
    fn compare(&mut self, left: &Number, right: &Number, is_less: bool) -> Lit {
        let width = left.bits.len().max(right.bits.len()) + 1;
        let [one, other] = [left, right].map(|number| extended(&number.bits, number.signed, width, &self.circuit));
        if is_less {
            words::less_signed(&mut self.circuit, &one, &other)
        } else {
            words::equal(&mut self.circuit, &one, &other)
        }
    }

    /// Returns the number of distinct non-constant bits.
    fn unknown(&self, bits: &[Lit]) -> usize {
        let unknown = bits.iter().filter(|bit| self.circuit.value(**bit).is_none());
        let mut unknown: Vec<u32> = unknown.map(|bit| bit.variable()).collect();
        unknown.sort_unstable();
        unknown.dedup();
        unknown.len()
    }

    fn multiply(&mut self, left: &Number, right: &Number) -> Number {
        let (width, signed) = (left.bits.len(), left.signed);
        let (few, many) =
            if self.unknown(&left.bits) < self.unknown(&right.bits) { (left, right) } else { (right, left) };
        if self.unknown(&few.bits) > MOST_FACTOR_BITS {
            return self.any(width, signed);
        }
        let wide = if signed { 2 * width } else { width };
        let [one, other] = [many, few].map(|number| extended(&number.bits, signed, wide, &self.circuit));
        let exact = words::multiply(&mut self.circuit, &one, &other);
        self.fitting(exact, width, &[left, right])
    }

    /// Quotient and remainder of the absolute values, with their signs: the remainder has the dividend's.
    fn divide(&mut self, op: BinaryOp, left: &Number, right: &Number) -> Number {
        let (width, signed) = (left.bits.len(), left.signed);
        let ones = right.bits.iter().filter(|bit| **bit == self.circuit.yes()).count();
        let is_power_of_two = self.unknown(&right.bits) == 0 && ones == 1;
        let is_small = self.unknown(&right.bits) <= MOST_FACTOR_BITS && self.unknown(&left.bits) <= MOST_DIVIDEND_BITS;
        if !is_power_of_two && !is_small {
            return self.any(width, signed);
        }
        let (dividend, is_negative) = self.magnitude(left);
        let (divisor, is_divisor_negative) = self.magnitude(right);
        let (quotient, remainder) = words::divide(&mut self.circuit, &dividend, &divisor);
        let is_zero = !self.circuit.or(&right.bits);
        let is_quotient_negative = self.circuit.xor(is_negative, is_divisor_negative);
        let exact = self.negated_where(is_quotient_negative, &quotient);
        let quotient = self.fitting(exact, width, &[left, right]);
        let is_defined = self.circuit.and(&[quotient.is_defined, !is_zero]);
        let bits = match op {
            BinaryOp::Div => quotient.bits.clone(),
            _ => self.negated_where(is_negative, &remainder)[..width].to_vec(),
        };
        Number { bits, is_defined, ..quotient }
    }

    /// Returns the absolute value, extended by one bit, and the sign.
    fn magnitude(&mut self, number: &Number) -> (Bits, Lit) {
        let wide = extended(&number.bits, number.signed, number.bits.len() + 1, &self.circuit);
        let is_negative = wide[number.bits.len()];
        (self.negated_where(is_negative, &wide), is_negative)
    }

    fn negated_where(&mut self, condition: Lit, bits: &[Lit]) -> Bits {
        let negated = words::negate(&mut self.circuit, bits);
        words::choose(&mut self.circuit, condition, &negated, bits)
    }

    /// A left shift wraps, a right shift keeps the sign. Shifts by a negative number, or by at least the width, are
    /// undefined.
    fn shift(&mut self, op: BinaryOp, left: &Number, amount: &Number) -> Number {
        let width = left.bits.len();
        let bits = match op {
            BinaryOp::ShiftLeft => words::shift_left(&mut self.circuit, &left.bits, &amount.bits),
            _ => {
                let filler = if left.signed { left.bits[width - 1] } else { self.circuit.no() };
                words::shift_right(&mut self.circuit, &left.bits, &amount.bits, filler)
            }
        };
        let limit = words::constant(&self.circuit, width as u128, MOST_BITS);
        let limit = self.known(limit, false);
        let zero = self.known(words::constant(&self.circuit, 0, MOST_BITS), false);
        let (is_short, is_negative) = (self.compare(amount, &limit, true), self.compare(amount, &zero, true));
        let mut number = self.made_of(bits, left.signed, &[left, amount]);
        number.is_defined = self.circuit.and(&[number.is_defined, is_short, !is_negative]);
        number
    }
}

/// A member of a node, possibly nested.
pub(super) struct NodeMember {
    /// The pointer to the node.
    pub base: TermId,
    /// The fields that select it, innermost first.
    pub fields: Vec<FieldId>,
}

/// Returns the cell that a term reads; `None` if it is no member of a node.
pub(super) fn cell_of(arena: &Arena, term: TermId) -> Option<NodeMember> {
    let TermNode::Load(mut base) = arena.node(term) else { return None };
    let mut fields = Vec::new();
    while let TermNode::FieldAddress(outer, field) = arena.node(base) {
        fields.push(field);
        base = outer;
    }
    (!fields.is_empty()).then_some(NodeMember { base, fields })
}

/// Truncates the number to another width, or extends it according to its sign.
fn extended(bits: &[Lit], signed: bool, width: usize, circuit: &Circuit) -> Bits {
    let sign = bits.last().copied().filter(|_| signed).unwrap_or(circuit.no());
    words::extend(bits, width, sign)
}

#[cfg(test)]
mod tests;
