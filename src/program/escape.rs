//! Which variables code outside of the program may know the addresses of, and which numbers may hold addresses.
//!
//! Inclusion constraints between places, whatever the order of commands (Andersen: Program Analysis and Specialization for
//! the C Programming Language, 1994, chapter 4): a place may hold the addresses of other places. The world outside is a
//! place, too: what it holds, it knows, and what it knows, it may change.
//!
//! What becomes a number by a conversion, or is read as one, the world outside knows, too: the ways of bits are not followed,
//! nor those of addresses that are written as text or into files. What a place holds as pointers is kept apart from what it
//! holds as numbers: the number in a node of a list is no address. Where memory is read or written by another type than its
//! own, that makes no difference.

mod flow;

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::CallGraph;
use crate::limits::MOST_ESCAPE_PASSES;
use crate::{Command, Expr, ExprNode, Linkage, Program, VariableId, VariableKind, outside};
use ctype::{Type, TypeId};

/// What may have an address, or hold one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    /// All objects that are none of the program.
    Outside,
    /// The arguments of variadic functions.
    Arguments,
    Variable(VariableId),
    /// The blocks of one allocation: the index of its command.
    Block(usize),
}

type Places = BTreeSet<Place>;

/// The places whose addresses a place or a value may hold.
#[derive(Clone, Default, Debug)]
struct Held {
    pointers: Places,
    numbers: Places,
}

impl Held {
    fn all(&self) -> Places {
        self.pointers.union(&self.numbers).copied().collect()
    }

    /// Returns the same as it is read by another type.
    fn by_any_type(&self) -> Held {
        Held { pointers: self.all(), numbers: self.all() }
    }

    /// Adds what another one holds. Returns true if that is more.
    fn add(&mut self, other: &Held) -> bool {
        let before = self.pointers.len() + self.numbers.len();
        self.pointers.extend(&other.pointers);
        self.numbers.extend(&other.numbers);
        self.pointers.len() + self.numbers.len() > before
    }
}

/// Where the addresses of a program may go.
pub struct Escape<'p> {
    program: &'p Program,
    held: BTreeMap<Place, Held>,
    /// The types of the elements of blocks, by the indices of their allocations; `None` where the program does not say.
    elements: BTreeMap<usize, Option<TypeId>>,
}

impl<'p> Escape<'p> {
    /// Follows the addresses of a program. `is_whole`: it starts at `main`; otherwise each function may be called from
    /// outside. Returns `None` if that takes more than [`MOST_ESCAPE_PASSES`]: then any address may be anywhere.
    pub fn of(program: &'p Program, is_whole: bool) -> Option<Escape<'p>> {
        let mut escape = Escape { program, held: BTreeMap::new(), elements: BTreeMap::new() };
        let calls = CallGraph::of(program);
        for (index, edge) in program.edges().enumerate() {
            if let Command::Allocate { element, .. } = &edge.command {
                escape.elements.insert(index, *element);
            }
        }
        escape.begin(is_whole);
        for _ in 0..MOST_ESCAPE_PASSES {
            if !escape.pass(&calls) {
                return Some(escape);
            }
        }
        None
    }

    /// Returns true if the world outside may know the address of a variable.
    pub fn knows(&self, variable: VariableId) -> bool {
        self.held.get(&Place::Outside).is_some_and(|held| held.pointers.contains(&Place::Variable(variable)))
    }

    /// Returns true if a value may be, or hold, an address of the program.
    pub fn may_be_address(&self, value: &Expr) -> bool {
        self.value(value).all().into_iter().any(|place| place != Place::Outside)
    }

    /// Returns true if the object at an address may hold an address of the program.
    pub fn may_hold_address(&self, address: &Expr) -> bool {
        let held = self.places(address).into_iter().filter_map(|place| self.held.get(&place));
        held.flat_map(Held::all).any(|place| place != Place::Outside)
    }

    /// Adds what is known before the program runs.
    fn begin(&mut self, is_whole: bool) {
        let outside = Held { pointers: Places::from([Place::Outside]), ..Held::default() };
        self.add(Place::Outside, &outside);
        let is_named_elsewhere = |linkage: Linkage| matches!(linkage, Linkage::External | Linkage::Elsewhere);
        for (id, variable) in self.program.variables.enumerate() {
            match variable.kind {
                VariableKind::Global if is_named_elsewhere(variable.linkage) => {
                    self.escapes(&Held { pointers: Places::from([Place::Variable(id)]), ..Held::default() });
                }
                VariableKind::Parameter if !is_whole => drop(self.add(Place::Variable(id), &outside)),
                _ => {}
            }
        }
        // The arguments of `main`.
        for function in self.program.functions.iter().filter(|function| function.name == crate::start::MAIN) {
            for parameter in &function.parameters {
                self.add(Place::Variable(*parameter), &outside);
            }
        }
    }

    /// Adds to what the world outside knows.
    fn escapes(&mut self, held: &Held) -> bool {
        let known = Held { pointers: held.all(), ..Held::default() };
        self.add(Place::Outside, &known)
    }

    /// Adds to what a place holds. Returns true if that is more.
    fn add(&mut self, place: Place, held: &Held) -> bool {
        self.held.entry(place).or_default().add(held)
    }

    /// Lets the world outside know what the places hold that it knows, and write there what it knows.
    fn spread(&mut self) -> bool {
        let mut has_changed = false;
        let known = self.held.get(&Place::Outside).map(Held::all).unwrap_or_default();
        let outside = Held { pointers: Places::from([Place::Outside]), ..Held::default() };
        for place in known {
            has_changed |= self.add(place, &outside);
            if let Some(held) = self.held.get(&place).cloned() {
                has_changed |= self.escapes(&held);
            }
        }
        has_changed
    }

    /// Returns the places that the value of an expression may be an address of.
    fn places(&self, expr: &Expr) -> Places {
        self.value(expr).all()
    }

    /// Returns what the value of an expression may hold: an address, or for a record those in its members.
    fn value(&self, expr: &Expr) -> Held {
        let found = match &expr.node {
            ExprNode::VariableAddress(variable) => Places::from([Place::Variable(*variable)]),
            ExprNode::Load(address) => return self.loaded(address, expr.ty),
            ExprNode::Binary(op, ..) if op.is_comparison() => Places::new(),
            _ => expr.children().flat_map(|child| self.places(child)).collect(),
        };
        self.as_value(found, expr.ty)
    }

    /// Returns places as a value of a type.
    fn as_value(&self, places: Places, ty: TypeId) -> Held {
        match self.program.types.is_pointer(ty) {
            true => Held { pointers: places, ..Held::default() },
            false => Held { numbers: places, ..Held::default() },
        }
    }

    /// Returns what is read at an address as a type.
    fn loaded(&self, address: &Expr, ty: TypeId) -> Held {
        let mut found = Held::default();
        for place in self.places(address) {
            let Some(held) = self.held.get(&place) else { continue };
            found.add(&if self.is_typed(place, address, ty) { held.clone() } else { held.by_any_type() });
        }
        let types = &self.program.types;
        match types.get(ty) {
            Type::Record(_) | Type::Array(..) => found,
            // Where the types are not those of the object, both hold the same.
            Type::Pointer(_) => Held { pointers: found.all(), ..Held::default() },
            _ => Held { numbers: found.numbers, ..Held::default() },
        }
    }

    /// Returns the addresses that are read as a number where they are pointers.
    fn read_as_number(&self, address: &Expr, ty: TypeId) -> Places {
        let untyped = self.places(address).into_iter().filter(|place| !self.is_typed(*place, address, ty));
        untyped.filter_map(|place| self.held.get(&place)).flat_map(|held| held.pointers.clone()).collect()
    }

    /// Returns true if an access is one by the type that an object, or its member, has, and no other member is there.
    fn is_typed(&self, place: Place, address: &Expr, ty: TypeId) -> bool {
        let (types, program) = (&self.program.types, self.program);
        let whole = match place {
            Place::Outside => return true,
            Place::Arguments => return false,
            Place::Variable(variable) => program.variables.get(variable).map(|variable| variable.ty),
            Place::Block(allocation) => self.elements.get(&allocation).copied().flatten(),
        };
        let Some(whole) = whole else { return false };
        let accessed = match &address.node {
            ExprNode::FieldAddress(base, _) => types.pointee(base.ty),
            _ => Some(ty),
        };
        let record = |ty: TypeId| match types.get(ty) {
            Type::Record(record) => Some(types.record(*record)),
            _ => None,
        };
        let is_member = matches!(address.node, ExprNode::FieldAddress(..)) || whole == ty || record(ty).is_some();
        let parts = outside::with_parts(types, [whole]);
        let shares_bytes =
            |part: &TypeId| record(*part).is_some_and(|it| it.is_union) && outside::holds_pointers(types, *part);
        is_member && accessed.is_some_and(|accessed| parts.contains(&accessed)) && !parts.iter().any(shares_bytes)
    }
}
