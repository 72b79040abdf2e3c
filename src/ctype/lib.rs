//! C types and their layout by the System V ABI (x86-64 and i386), with bit-fields, packing and `aligned`.
//!
//! Types are interned in a [`TypeTable`], so that equal types have equal ids. The table knows sizes, alignments and offsets, which
//! bits are `const` (`constant`), which records are vectors or complex numbers (`extended`), how types of numbers are converted (`arithmetic`), and
//! what objects consist of (`parts`); it knows nothing of expressions, and never reports errors itself.

mod arithmetic;
mod constant;
mod extended;
mod parts;

use rustc_hash::FxHashMap;

use base::define_id;
use base::ids::IdVec;
use base::integer::wrap;

pub use constant::ConstantBits;
pub use extended::RecordKind;

define_id! {
    TypeId
}
define_id! {
    /// A struct or union.
    RecordId
}

/// A field of a record, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FieldId {
    pub record: RecordId,
    pub index: u32,
}

/// The data model: `-m64` (LP64) or `-m32` (ILP32).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DataModel {
    /// x86-64: `long` and pointers have 8 bytes.
    #[default]
    Lp64,
    /// i386: `long` and pointers have 4 bytes; 8-byte scalars are aligned to 4 inside records.
    Ilp32,
}

impl DataModel {
    /// Size of a pointer and of `long`, in bytes.
    pub fn word_bytes(self) -> u64 {
        match self {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        }
    }
}

/// The integer types, by rank. `char` is signed, as on x86.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntegerKind {
    /// `_Bool`
    Bool,
    /// `char` and `signed char`
    Char,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `long long`
    LongLong,
    /// `__int128`
    Int128,
}

/// The floating types; the symbolic engines do not interpret their values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// `_Float16`: only its layout is known.
    Half,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
    /// `_Float128`: 16 bytes, independent of `long double`. Only its layout is known.
    Quad,
}

/// An unqualified C type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// An integer type; enums are `int` (`unsigned` where GCC makes them so).
    Integer {
        /// The rank.
        kind: IntegerKind,
        signed: bool,
    },
    Float(FloatKind),
    Pointer(TypeId),
    /// An array; `None` if it is incomplete or a flexible array member.
    Array(TypeId, Option<u64>),
    Record(RecordId),
    Function {
        result: TypeId,
        /// Types of the parameters, adjusted (arrays and functions become pointers).
        parameters: Vec<TypeId>,
        variadic: bool,
    },
}

/// A field and its position in the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name; empty for an anonymous member (its members are found through it).
    pub name: String,
    pub ty: TypeId,
    /// Byte offset from the start of the record; for a bit-field, that of its storage unit.
    pub offset: u64,
    /// For a bit-field: first bit within the storage unit of type `ty`, and width in bits. A packed bit-field may
    /// extend past the end of the unit.
    pub bits: Option<(u32, u32)>,
    /// True if it, or its elements, are declared `const`.
    pub is_constant: bool,
}

/// A struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub is_union: bool,
    /// Its tag; for an anonymous record, its typedef or a generated name.
    pub name: String,
    /// True if it was declared with a tag (`struct name`).
    pub tagged: bool,
    /// The extension of C that it represents, if any.
    pub kind: RecordKind,
    /// `None` while it is incomplete.
    pub layout: Option<RecordLayout>,
}

/// Members, size and alignment of a complete record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordLayout {
    pub fields: Vec<Field>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// True if every member has the natural alignment of its type, without attributes.
    pub is_natural: bool,
    /// The bits that are `const` because of its members.
    pub constant_bits: ConstantBits,
}

/// A member before layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredMember {
    /// Name; empty for an anonymous struct, union or padding bit-field.
    pub name: String,
    pub ty: TypeId,
    /// Width of a bit-field, in bits.
    pub bit_width: Option<u32>,
    /// Alignment requested by `_Alignas` or `aligned`, in bytes.
    pub align: Option<u64>,
    /// Alignment given by the typedef of its type, if that differs from the type's own.
    pub type_align: Option<u64>,
    /// True if the member itself has the attribute `packed`.
    pub packed: bool,
    /// Upper bound on its alignment: `#pragma pack(n)`.
    pub most_align: Option<u64>,
    /// True if it, or its elements, are declared `const`.
    pub is_constant: bool,
}

impl DeclaredMember {
    pub fn new(name: impl Into<String>, ty: TypeId) -> Self {
        let (bit_width, align, type_align, most_align) = (None, None, None, None);
        let (packed, is_constant) = (false, false);
        DeclaredMember { name: name.into(), ty, bit_width, align, type_align, packed, most_align, is_constant }
    }
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct TypeTable {
    model: DataModel,
    types: IdVec<TypeId, Type>,
    interned: FxHashMap<Type, TypeId>,
    records: IdVec<RecordId, Record>,
}

impl TypeTable {
    pub fn new(model: DataModel) -> Self {
        TypeTable { model, types: IdVec::new(), interned: FxHashMap::default(), records: IdVec::new() }
    }

    pub fn model(&self) -> DataModel {
        self.model
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.interned.get(&ty) {
            return *id;
        }
        let id = self.types.push(ty.clone());
        self.interned.insert(ty, id);
        id
    }

    /// Returns the id of a type, if it is interned.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.interned.get(ty).copied()
    }

    /// Interns the pointer type to every field, element and record, so that [`TypeTable::find`] finds them.
    pub fn intern_addresses(&mut self) {
        let fields: Vec<TypeId> = self
            .records
            .iter()
            .flat_map(|record| record.layout.iter().flat_map(|layout| &layout.fields))
            .map(|f| f.ty)
            .collect();
        for ty in fields.into_iter().chain(self.types.ids().collect::<Vec<_>>()) {
            let mut ty = ty;
            self.pointer(ty);
            while let Type::Array(element, _) = *self.get(ty) {
                self.pointer(element);
                ty = element;
            }
        }
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = TypeId> + use<> {
        self.types.ids()
    }

    /// `void`
    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    pub fn integer(&mut self, kind: IntegerKind, signed: bool) -> TypeId {
        self.intern(Type::Integer { kind, signed })
    }

    /// `int`
    pub fn int(&mut self) -> TypeId {
        self.integer(IntegerKind::Int, true)
    }

    /// `size_t`: an unsigned word.
    pub fn size_type(&mut self) -> TypeId {
        self.integer(self.word_kind(), false)
    }

    /// `ptrdiff_t`: a signed word.
    pub fn difference_type(&mut self) -> TypeId {
        self.integer(self.word_kind(), true)
    }

    /// Returns the word-sized integer type of the ABI: `int` on i386, `long` on x86-64.
    fn word_kind(&self) -> IntegerKind {
        match self.model {
            DataModel::Lp64 => IntegerKind::Long,
            DataModel::Ilp32 => IntegerKind::Int,
        }
    }

    pub fn pointer(&mut self, target: TypeId) -> TypeId {
        self.intern(Type::Pointer(target))
    }

    /// Declares an incomplete record.
    pub fn declare_record(&mut self, is_union: bool, name: impl Into<String>, tagged: bool) -> RecordId {
        self.records.push(Record { is_union, name: name.into(), tagged, kind: RecordKind::Plain, layout: None })
    }

    /// Names an anonymous record after its typedef.
    pub fn name_record(&mut self, id: RecordId, name: impl Into<String>) {
        if !self.records[id].tagged {
            self.records[id].name = name.into();
        }
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id]
    }

    pub fn records(&self) -> impl DoubleEndedIterator<Item = (RecordId, &Record)> {
        self.records.enumerate()
    }

    /// The members of a record; empty while it is incomplete.
    pub fn fields(&self, id: RecordId) -> &[Field] {
        self.records[id].layout.as_ref().map_or(&[], |layout| &layout.fields)
    }

    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields(id.record)[id.index as usize]
    }

    /// Returns true if a parameter of one type can hold an argument of another that is passed without a prototype. (C
    /// also asks that both signs of an integer have the value; all compilers pass the same bits.)
    pub fn passes_as(&self, given: TypeId, wanted: TypeId) -> bool {
        match (self.get(given), self.get(wanted)) {
            _ if given == wanted => true,
            (Type::Integer { .. }, Type::Integer { .. }) => self.size_of(given) == self.size_of(wanted),
            (Type::Pointer(_), Type::Pointer(_)) => true,
            _ => false,
        }
    }

    /// Returns true if the record is the C library's stream type, as named by glibc and musl: any call that takes the
    /// stream may change its members.
    pub fn is_stream(&self, record: RecordId) -> bool {
        self.records[record].tagged && self.records[record].name == "_IO_FILE"
    }

    /// Returns the path of member selections to `name`, through anonymous members, outermost first.
    pub fn find_field(&self, record: RecordId, name: &str) -> Option<Vec<FieldId>> {
        self.fields(record).iter().enumerate().find_map(|(index, field)| {
            let id = FieldId { record, index: index as u32 };
            if field.name == name {
                return Some(vec![id]);
            }
            match self.get(field.ty) {
                Type::Record(inner) if field.name.is_empty() => {
                    let mut path = self.find_field(*inner, name)?;
                    path.insert(0, id);
                    Some(path)
                }
                _ => None,
            }
        })
    }

    /// Returns the target of a pointer or the element of an array.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Pointer(target) => Some(*target),
            Type::Array(element, _) => Some(*element),
            _ => None,
        }
    }

    pub fn is_void(&self, id: TypeId) -> bool {
        *self.get(id) == Type::Void
    }

    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer(_))
    }

    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Integer { .. })
    }

    /// Returns true for integers, floats and pointers, whose values fit one cell.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Integer { .. } | Type::Float(_) | Type::Pointer(_))
    }

    /// Width in bits and signedness of an integer type.
    pub fn integer_format(&self, id: TypeId) -> Option<(u32, bool)> {
        match self.get(id) {
            Type::Integer { kind: IntegerKind::Bool, .. } => Some((1, false)),
            Type::Integer { kind, signed } => Some((8 * self.integer_bytes(*kind) as u32, *signed)),
            _ => None,
        }
    }

    /// Returns `value` wrapped to an integer type; unchanged for other types.
    pub fn wrap(&self, value: i128, ty: TypeId) -> i128 {
        self.integer_format(ty).map_or(value, |format| wrap(value, format))
    }

    fn integer_bytes(&self, kind: IntegerKind) -> u64 {
        match kind {
            IntegerKind::Bool | IntegerKind::Char => 1,
            IntegerKind::Short => 2,
            IntegerKind::Int => 4,
            IntegerKind::Long => self.model.word_bytes(),
            IntegerKind::LongLong => 8,
            IntegerKind::Int128 => 16,
        }
    }

    /// Returns the size in bytes; `None` for incomplete types. `void` and functions have size 1, as in GCC.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function { .. } => Some(1),
            Type::Integer { kind, .. } => Some(self.integer_bytes(*kind)),
            Type::Float(FloatKind::Half) => Some(2),
            Type::Float(FloatKind::Float) => Some(4),
            Type::Float(FloatKind::Double) => Some(8),
            Type::Float(FloatKind::LongDouble) => Some(if self.model == DataModel::Lp64 { 16 } else { 12 }),
            Type::Float(FloatKind::Quad) => Some(16),
            Type::Pointer(_) => Some(self.model.word_bytes()),
            Type::Array(element, count) => self.size_of(*element)?.checked_mul((*count)?),
            Type::Record(record) => self.records[*record].layout.as_ref().map(|layout| layout.size),
        }
    }

    /// Returns the alignment in bytes inside a record; 1 for incomplete types.
    pub fn align_of(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Array(element, _) => self.align_of(*element),
            Type::Record(record) => self.records[*record].layout.as_ref().map_or(1, |layout| layout.align),
            // i386 aligns scalars inside records to at most 4; x86-64 to their size.
            _ => {
                let most = if self.model == DataModel::Lp64 { 16 } else { 4 };
                self.size_of(id).unwrap_or(1).clamp(1, most)
            }
        }
    }

    /// Returns GCC's alignment of an atomic object: its size, if that is 1, 2, 4, 8 or 16 bytes.
    pub fn align_of_atomic(&self, id: TypeId) -> u64 {
        let natural = self.align_of(id);
        match self.size_of(id) {
            Some(size @ (1 | 2 | 4 | 8 | 16)) => natural.max(size),
            _ => natural,
        }
    }

    /// Completes a record. `packed` is GCC's attribute, `align` the record's own `aligned`.
    pub fn complete_record(&mut self, id: RecordId, members: Vec<DeclaredMember>, packed: bool, align: Option<u64>) {
        let is_union = self.records[id].is_union;
        let says_nothing = |member: &DeclaredMember| {
            !member.packed && member.align.is_none() && member.type_align.is_none() && member.most_align.is_none()
        };
        let is_natural = !packed && members.iter().all(says_nothing);
        let (fields, align, constant_bits) = (Vec::new(), align.unwrap_or(1), ConstantBits::None);
        let mut layout = RecordLayout { fields, size: 0, align, is_natural, constant_bits };
        let mut next_bit: u64 = 0;
        for member in members {
            if is_union {
                next_bit = 0;
            }
            next_bit = self.place_member(&mut layout, member, next_bit, packed);
            layout.size = layout.size.max(next_bit.div_ceil(8));
        }
        layout.size = layout.size.next_multiple_of(layout.align);
        layout.constant_bits = self.constant_bits_of_members(id, &layout.fields);
        self.records[id].layout = Some(layout);
    }

    /// Places one member at or after bit `next_bit`; returns the first bit after it.
    fn place_member(&self, layout: &mut RecordLayout, member: DeclaredMember, next_bit: u64, packed: bool) -> u64 {
        let size = self.size_of(member.ty).unwrap_or(0);
        let packed = packed || member.packed;
        let type_align = member.type_align.unwrap_or_else(|| self.align_of(member.ty)).max(1);
        let most = member.most_align.unwrap_or(u64::MAX);
        let requested = member.align.unwrap_or(1).clamp(1, most);
        let DeclaredMember { name, ty, is_constant, .. } = member;
        match member.bit_width {
            Some(0) => next_bit.next_multiple_of(8 * type_align.max(requested)),
            Some(width) => {
                let (unit, width_bits) = (8 * size.max(1), u64::from(width));
                // An alignment above the natural one, given by the member or its type, moves the bit-field itself.
                let own = if !packed && type_align > self.align_of(ty) { type_align.max(requested) } else { requested };
                let mut start =
                    if own > 1 || member.align.is_some() { next_bit.next_multiple_of(8 * own) } else { next_bit };
                // Unless packed, a bit-field may not span more alignment units of its type than the type itself.
                let align_bits = 8 * type_align;
                let touched = (start % align_bits + width_bits).div_ceil(align_bits);
                if !packed && member.most_align.is_none() && touched > (unit / align_bits).max(1) {
                    start = start.next_multiple_of(align_bits);
                }
                if !name.is_empty() {
                    let own = if member.most_align.is_none() && packed { 1 } else { type_align.min(most) };
                    layout.align = layout.align.max(own).max(requested);
                    let offset = storage_unit(start, width_bits, unit, align_bits) / 8;
                    let bits = Some(((start - 8 * offset) as u32, width));
                    layout.fields.push(Field { name, ty, offset, bits, is_constant });
                }
                start + width_bits
            }
            None => {
                let align = if packed { requested } else { type_align.max(requested).min(most) };
                layout.align = layout.align.max(align);
                let offset = next_bit.div_ceil(8).next_multiple_of(align);
                layout.fields.push(Field { name, ty, offset, bits: None, is_constant });
                8 * (offset + size)
            }
        }
    }

    /// Prints the type in C syntax, without a declared name: `struct node *`, `int [3]`.
    pub fn display(&self, id: TypeId) -> String {
        match self.get(id) {
            Type::Void => "void".into(),
            Type::Integer { kind, signed } => integer_name(*kind, *signed).into(),
            Type::Float(FloatKind::Half) => "_Float16".into(),
            Type::Float(FloatKind::Float) => "float".into(),
            Type::Float(FloatKind::Double) => "double".into(),
            Type::Float(FloatKind::LongDouble) => "long double".into(),
            Type::Float(FloatKind::Quad) => "_Float128".into(),
            Type::Pointer(target) => {
                let target = self.display(*target);
                if target.ends_with('*') { format!("{target}*") } else { format!("{target} *") }
            }
            Type::Array(element, Some(count)) => format!("{} [{count}]", self.display(*element)),
            Type::Array(element, None) => format!("{} []", self.display(*element)),
            Type::Record(record) => {
                let record = &self.records[*record];
                let keyword = if record.is_union { "union" } else { "struct" };
                if record.tagged { format!("{keyword} {}", record.name) } else { record.name.clone() }
            }
            Type::Function { result, parameters, variadic } => {
                let mut list: Vec<String> = parameters.iter().map(|ty| self.display(*ty)).collect();
                if *variadic {
                    list.push("...".into());
                }
                format!("{} ({})", self.display(*result), list.join(", "))
            }
        }
    }
}

/// Returns the first bit of the storage unit of a bit-field that starts at bit `start`: aligned as its type if it fits
/// into such a unit, else at the byte in which it starts.
fn storage_unit(start: u64, width: u64, unit: u64, align: u64) -> u64 {
    let aligned = start / unit * unit;
    let shifted = start / align * align;
    [aligned, shifted].into_iter().find(|first| start + width <= first + unit).unwrap_or(start / 8 * 8)
}

fn integer_name(kind: IntegerKind, signed: bool) -> &'static str {
    match (kind, signed) {
        (IntegerKind::Bool, _) => "_Bool",
        (IntegerKind::Char, true) => "char",
        (IntegerKind::Char, false) => "unsigned char",
        (IntegerKind::Short, true) => "short",
        (IntegerKind::Short, false) => "unsigned short",
        (IntegerKind::Int, true) => "int",
        (IntegerKind::Int, false) => "unsigned int",
        (IntegerKind::Long, true) => "long",
        (IntegerKind::Long, false) => "unsigned long",
        (IntegerKind::LongLong, true) => "long long",
        (IntegerKind::LongLong, false) => "unsigned long long",
        (IntegerKind::Int128, true) => "__int128",
        (IntegerKind::Int128, false) => "unsigned __int128",
    }
}
