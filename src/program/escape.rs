//! Which variables code outside of the program may know the addresses of, and which numbers may hold addresses.
//!
//! Inclusion constraints between places, whatever the order of commands (Andersen: Program Analysis and Specialization for
//! the C Programming Language, 1994, chapter 4): a place may hold the addresses of other places. The world outside is a
//! place, too: what it holds, it knows, and what it knows, it may change.
//!
//! An address that is converted to a number, or read as one, counts as known outside: the analysis does not follow single bits.
//! Addresses that the program prints or writes to files are not followed at all. What a place holds as pointers is kept apart
//! from what it holds as numbers, since the number in a node of a list is no address; but not where memory is accessed by
//! another type than its own.

mod flow;

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::CallGraph;
use crate::limits::MOST_ESCAPE_PASSES;
use crate::{Command, Edge, Expr, ExprNode, Linkage, Program, VariableId, VariableKind, outside};
use ctype::{Type, TypeId, TypeTable};

/// What may have an address, or hold one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    /// All objects that the program does not have.
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
    fn pointers(pointers: Places) -> Held {
        Held { pointers, numbers: Places::new() }
    }

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
    /// The types of the elements of blocks, by the indices of their allocations, where the program says them.
    elements: BTreeMap<usize, TypeId>,
    /// The parts of each type that a place has, itself among them; empty if a union in it holds pointers.
    parts: BTreeMap<TypeId, BTreeSet<TypeId>>,
}

impl<'p> Escape<'p> {
    /// Follows the addresses of a program. `is_whole`: it starts at `main`; otherwise each function may be called from
    /// outside. Returns `None` if that takes more than [`MOST_ESCAPE_PASSES`]: then any address may be anywhere.
    pub fn of(program: &'p Program, is_whole: bool) -> Option<Escape<'p>> {
        let elements: BTreeMap<usize, TypeId> = program.edges().enumerate().filter_map(element).collect();
        let wholes: BTreeSet<TypeId> =
            program.variables.iter().map(|variable| variable.ty).chain(elements.values().copied()).collect();
        let parts = wholes.into_iter().map(|whole| (whole, parts_of(&program.types, whole))).collect();
        let mut escape = Escape { program, held: BTreeMap::new(), elements, parts };
        let calls = CallGraph::of(program);
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
        self.held_by(self.places(address)).into_iter().any(|place| place != Place::Outside)
    }

    /// Adds what is known before the program runs.
    fn begin(&mut self, is_whole: bool) {
        let outside = Held::pointers(Places::from([Place::Outside]));
        self.add(Place::Outside, &outside);
        for (id, variable) in self.program.variables.enumerate() {
            match variable.kind {
                VariableKind::Global if variable.linkage != Linkage::Internal => {
                    self.escape(Places::from([Place::Variable(id)]));
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
    fn escape(&mut self, places: Places) -> bool {
        self.add(Place::Outside, &Held::pointers(places))
    }

    /// Adds to what a place holds. Returns true if that is more.
    fn add(&mut self, place: Place, held: &Held) -> bool {
        self.held.entry(place).or_default().add(held)
    }

    /// Lets the world outside know what the places hold that it knows, and write there what it knows.
    fn spread(&mut self) -> bool {
        let mut has_changed = false;
        let known = self.held.get(&Place::Outside).map(Held::all).unwrap_or_default();
        let outside = Held::pointers(Places::from([Place::Outside]));
        for place in known {
            has_changed |= self.add(place, &outside);
            has_changed |= self.escape(self.held_by([place]));
        }
        has_changed
    }

    /// Returns the places that the value of an expression may be an address of.
    fn places(&self, expr: &Expr) -> Places {
        self.value(expr).all()
    }

    /// Returns the places whose addresses some places hold.
    fn held_by(&self, places: impl IntoIterator<Item = Place>) -> Places {
        places.into_iter().filter_map(|place| self.held.get(&place)).flat_map(Held::all).collect()
    }

    /// Returns what the value of an expression may hold: an address, or for a record those in its members.
    fn value(&self, expr: &Expr) -> Held {
        let found = match &expr.node {
            ExprNode::VariableAddress(variable) => Places::from([Place::Variable(*variable)]),
            ExprNode::Load(address) => return self.loaded(address, expr.ty),
            ExprNode::Binary(op, ..) if op.is_comparison() => Places::new(),
            _ => expr.children().flat_map(|child| self.places(child)).collect(),
        };
        match self.program.types.is_pointer(expr.ty) {
            true => Held::pointers(found),
            false => Held { pointers: Places::new(), numbers: found },
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
            Type::Pointer(_) => Held::pointers(found.all()),
            _ => Held { pointers: Places::new(), ..found },
        }
    }

    /// Returns the addresses that are read as a number where they are pointers.
    fn read_as_number(&self, address: &Expr, ty: TypeId) -> Places {
        let untyped = self.places(address).into_iter().filter(|place| !self.is_typed(*place, address, ty));
        untyped.filter_map(|place| self.held.get(&place)).flat_map(|held| held.pointers.clone()).collect()
    }

    /// Returns true if an access has the type of the object or of its member, and no other member shares its bytes.
    fn is_typed(&self, place: Place, address: &Expr, ty: TypeId) -> bool {
        let types = &self.program.types;
        let whole = match place {
            Place::Outside => return true,
            Place::Arguments => None,
            Place::Variable(variable) => self.program.variables.get(variable).map(|variable| variable.ty),
            Place::Block(allocation) => self.elements.get(&allocation).copied(),
        };
        let Some(whole) = whole else { return false };
        // A number that is not accessed as a member is perhaps accessed by a pointer of another type.
        let accessed = match &address.node {
            ExprNode::FieldAddress(base, _) => types.pointee(base.ty),
            _ => (whole == ty || matches!(types.get(ty), Type::Record(_))).then_some(ty),
        };
        accessed.zip(self.parts.get(&whole)).is_some_and(|(accessed, parts)| parts.contains(&accessed))
    }
}

/// Returns the index of an allocation, and the type of the block's elements.
fn element((index, edge): (usize, &Edge)) -> Option<(usize, TypeId)> {
    match edge.command {
        Command::Allocate { element, .. } => Some((index, element?)),
        _ => None,
    }
}

/// Returns the parts of a type; none if one of them is a union with pointers.
fn parts_of(types: &TypeTable, whole: TypeId) -> BTreeSet<TypeId> {
    let parts = types.with_parts([whole]);
    let shares_bytes = |part: &TypeId| match types.get(*part) {
        Type::Record(record) => types.record(*record).is_union && outside::holds_pointers(types, *part),
        _ => false,
    };
    if parts.iter().any(shares_bytes) { BTreeSet::new() } else { parts }
}
