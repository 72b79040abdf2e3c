//! The objects of all runs: their kinds, contents and lifetimes, and the merge of states.
//!
//! Nothing here checks accesses: `access` has done so.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::content::{ContentId, CopySource, ObjectContent, ObjectContents, Place, Room};
use crate::library::LibraryState;
use crate::state::{Frame, ObjectState, State};
use crate::temporal::TemporalMonitor;
use crate::term::{TermId, Terms, WordNode, WordOperator};
use crate::value::{FUNCTIONS, MemoryCell, OBJECT_BITS, Scalar, is_object, objects_at};
use program::{StringId, VariableId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A variable with static storage duration.
    Global(VariableId),
    /// A variable with automatic storage duration.
    Local(VariableId),
    /// Allocated by `malloc` and its variants.
    Heap,
    /// Allocated by `alloca`.
    Stack,
    String(StringId),
    /// The array of `argv`.
    ArgumentVector,
    /// A string of `argv`.
    ArgumentString,
    /// An object of the library: a stream, a table.
    External,
    /// An unmodelled part of the entry state: its address may be passed on.
    Unmodelled(Unmodelled),
}

/// The target of an address of the entry state that is not modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmodelled {
    /// A node of the pointer's type, but none of the modelled ones.
    Beyond,
    /// Anything.
    Unknown,
}

/// The properties of an object that are the same in all runs.
#[derive(Clone, Copy, Debug)]
pub struct MemoryObject {
    pub kind: ObjectKind,
    /// Size in bytes, a word.
    pub size: TermId,
    /// True if only the initializer may write the `const` parts.
    pub is_locked: bool,
    /// The part that is not modelled, if there is one.
    pub open: Option<OpenPart>,
    /// True for a node of the input: it existed before the run began.
    pub at_entry: bool,
}

/// The unmodelled end of an object: accessing it is a cut.
#[derive(Clone, Copy, Debug)]
pub struct OpenPart {
    /// The condition under which there is such a part: a 1-bit term.
    pub when: TermId,
    /// Its start, in bytes.
    pub from: u64,
}

pub struct Memory<'t> {
    terms: &'t Terms,
    pub contents: ObjectContents<'t>,
    /// By number minus one: object 0 is no object.
    objects: Vec<MemoryObject>,
    /// The current moment, counted by births and deaths of objects in the order in which a run meets them.
    now: u64,
    /// The moment at which each object was made. One that `realloc` makes counts from the death of the old one.
    births: FxHashMap<u128, u64>,
    /// The moments at which each object died, and in which runs.
    deaths: FxHashMap<u128, Vec<(u64, TermId)>>,
}

impl<'t> Memory<'t> {
    /// Creates a memory without objects. See [`ObjectContents::new`].
    pub fn new(terms: &'t Terms, most: usize) -> Self {
        Memory {
            terms,
            contents: ObjectContents::new(terms, most),
            objects: Vec::new(),
            now: 0,
            births: FxHashMap::default(),
            deaths: FxHashMap::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Adds an object that is not live in any state; returns its number.
    pub fn new_object(&mut self, kind: ObjectKind, size: TermId) -> TermId {
        self.objects.push(MemoryObject { kind, size, is_locked: false, open: None, at_entry: false });
        self.terms.constant(self.objects.len() as u128, OBJECT_BITS)
    }

    /// Adds an object that becomes live with `content`; returns its number.
    pub fn create(&mut self, state: &mut State, kind: ObjectKind, size: TermId, content: ObjectContent) -> TermId {
        let object = self.new_object(kind, size);
        self.begin(state, object, content);
        object
    }

    /// Returns the object with a number; `None` for 0 and for functions.
    pub fn object(&self, number: u128) -> Option<&MemoryObject> {
        if number >= FUNCTIONS {
            return None;
        }
        self.objects.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    fn known_object(&mut self, object: TermId) -> Option<&mut MemoryObject> {
        let number = self.terms.value(object).and_then(|number| usize::try_from(number).ok())?;
        self.objects.get_mut(number.checked_sub(1)?)
    }

    /// Makes the `const` parts of an object read-only, except for the initializer of a local variable.
    pub fn lock(&mut self, object: TermId) {
        if let Some(object) = self.known_object(object) {
            object.is_locked = true;
        }
    }

    pub fn set_open_part(&mut self, object: TermId, open: OpenPart) {
        if let Some(object) = self.known_object(object) {
            object.open = Some(open);
        }
    }

    /// Marks an object as a node of the input.
    pub fn mark_input(&mut self, object: TermId) {
        if let Some(object) = self.known_object(object) {
            object.at_entry = true;
        }
    }

    pub fn state_of(&mut self, state: &State, number: u128) -> ObjectState {
        let known = usize::try_from(number).ok().and_then(|number| state.objects.get(number.checked_sub(1)?)).copied();
        known.unwrap_or_else(|| self.unborn())
    }

    /// Returns the state of an object that does not exist yet.
    fn unborn(&mut self) -> ObjectState {
        ObjectState { content: self.contents.intern(ObjectContent::Unwritten), is_live: self.terms.truth(false) }
    }

    pub fn set_object(&mut self, state: &mut State, number: u128, new: ObjectState) {
        let Some(index) = usize::try_from(number).ok().and_then(|number| number.checked_sub(1)) else { return };
        let unborn = self.unborn();
        if state.objects.len() <= index {
            state.objects.resize(index + 1, unborn);
        }
        if let Some(slot) = state.objects.get_mut(index) {
            *slot = new;
        }
    }

    /// Makes an object live with `content`.
    pub fn begin(&mut self, state: &mut State, object: TermId, content: ObjectContent) {
        let new = ObjectState { content: self.contents.intern(content), is_live: self.terms.truth(true) };
        if let Some(number) = self.terms.value(object) {
            self.record_birth(number);
            self.set_object(state, number, new);
        }
    }

    /// Makes an object of the library live with `content`, unless it is live already.
    pub fn begin_again(&mut self, state: &mut State, number: u128, content: ContentId) {
        let known = self.state_of(state, number);
        let content = self.contents.choose(known.is_live, known.content, content);
        self.set_object(state, number, ObjectState { content, is_live: self.terms.truth(true) });
    }

    /// Ends the lifetime of the objects that an address points into, under a condition.
    pub fn end(&mut self, state: &mut State, object: TermId, condition: TermId) {
        for number in objects_at(self.terms, object) {
            let ends = self.terms.and(is_object(self.terms, object, number), condition);
            let dies = self.terms.and(state.guard, ends);
            if !self.terms.is_false(dies) {
                self.now += 1;
                self.deaths.entry(number).or_default().push((self.now, dies));
            }
            let known = self.state_of(state, number);
            let is_live = self.terms.and(known.is_live, self.terms.not(ends));
            // The content of a dead object is never read.
            let content = match self.terms.is_true(ends) {
                true => self.contents.intern(ObjectContent::Unwritten),
                false => known.content,
            };
            self.set_object(state, number, ObjectState { content, is_live });
        }
    }

    /// Records that an object is made now: its memory is disjoint from that of every object that is live.
    pub fn record_birth(&mut self, number: u128) {
        self.now += 1;
        self.births.insert(number, self.now);
    }

    /// Returns the condition under which an address points into a dead object.
    pub fn is_dead(&mut self, state: &State, object: TermId) -> TermId {
        // An address with too many possible objects may point into a dead one.
        let mut dead = self.terms.truth(self.terms.choices(object).is_none());
        for number in objects_at(self.terms, object) {
            let (is_it, live) = (is_object(self.terms, object, number), self.state_of(state, number).is_live);
            dead = self.terms.or(dead, self.terms.and(is_it, self.terms.not(live)));
        }
        dead
    }

    /// Returns the condition under which one of two objects died before the other was made, and the other may reuse its
    /// memory.
    pub fn may_be_reused(&self, one: u128, other: u128) -> TermId {
        let (first, second) = (one.min(other), one.max(other));
        let is_heap = |number: u128| self.object(number).is_some_and(|object| object.kind == ObjectKind::Heap);
        let is_reused = self.are_on_stack(first, second) || (is_heap(first) && is_heap(second));
        let born = self.births.get(&second).copied().unwrap_or(0);
        let deaths = self.deaths.get(&first).into_iter().flatten();
        self.terms.any(deaths.filter(|(when, _)| is_reused && *when < born).map(|(_, condition)| *condition))
    }

    /// Returns true if both objects are local variables or `alloca` blocks.
    pub fn are_on_stack(&self, one: u128, other: u128) -> bool {
        let is_stack = |number: u128| {
            let kind = self.object(number).map(|object| object.kind);
            matches!(kind, Some(ObjectKind::Local(_) | ObjectKind::Stack))
        };
        is_stack(one) && is_stack(other)
    }

    /// Returns the content of the object that a checked address points into.
    pub fn content_of(&mut self, state: &State, object: TermId) -> ContentId {
        let mut found: Option<ContentId> = None;
        for number in objects_at(self.terms, object) {
            let content = self.state_of(state, number).content;
            let is_it = is_object(self.terms, object, number);
            found = Some(match found {
                Some(others) => self.contents.choose(is_it, content, others),
                None => content,
            });
        }
        found.unwrap_or_else(|| self.contents.intern(ObjectContent::Unwritten))
    }

    /// Reads from a checked address.
    pub fn read(&mut self, state: &State, pointer: Scalar, bytes: u32) -> MemoryCell {
        let mut found: Option<MemoryCell> = None;
        for number in objects_at(self.terms, pointer.object) {
            let content = self.state_of(state, number).content;
            let place = Place { offset: pointer.bits, bytes, room: self.room_of(number) };
            let cell = self.contents.read(content, place);
            let is_it = is_object(self.terms, pointer.object, number);
            found = Some(match found {
                Some(others) => MemoryCell::choose(self.terms, is_it, cell, others),
                None => cell,
            });
        }
        found.unwrap_or_else(|| MemoryCell::unwritten(self.terms, 8 * bytes))
    }

    /// Changes the content of the objects that a checked address may point into.
    pub fn change(
        &mut self,
        state: &mut State,
        object: TermId,
        mut change: impl FnMut(&mut ObjectContents<'t>, ContentId) -> ContentId,
    ) {
        for number in objects_at(self.terms, object) {
            let known = self.state_of(state, number);
            let is_it = is_object(self.terms, object, number);
            let new = change(&mut self.contents, known.content);
            let content = self.contents.choose(is_it, new, known.content);
            self.set_object(state, number, ObjectState { content, ..known });
        }
    }

    /// Writes a cell to a checked address.
    pub fn write(&mut self, state: &mut State, place: Scalar, cell: MemoryCell) {
        self.change(state, place.object, |contents, before| contents.write(before, place.bits, cell));
    }

    /// Writes a scalar to a checked address.
    pub fn put(&mut self, state: &mut State, place: Scalar, value: Scalar) {
        self.write(state, place, MemoryCell::of(self.terms, value));
    }

    /// Copies `length` bytes (a word), both ranges checked.
    pub fn copy(&mut self, state: &mut State, target: Scalar, source: Scalar, length: TermId) {
        let source = self.source_at(state, source);
        self.copy_from(state, target, source, length);
    }

    /// Returns the bytes from a checked address on, as the source of a copy.
    pub fn source_at(&mut self, state: &State, source: Scalar) -> CopySource {
        let room = objects_at(self.terms, source.object).map(|number| self.room_of(number)).max();
        let content = self.content_of(state, source.object);
        CopySource { content, start: source.bits, room: room.unwrap_or(Room::UNKNOWN) }
    }

    /// Returns a bound on the size of an object.
    pub fn room_of(&self, number: u128) -> Room {
        let size = self.object(number).and_then(|object| self.terms.value(object.size));
        size.and_then(|size| u64::try_from(size).ok()).map_or(Room::UNKNOWN, Room)
    }

    /// Copies `length` bytes to a checked address.
    pub fn copy_from(&mut self, state: &mut State, target: Scalar, source: CopySource, length: TermId) {
        self.change(state, target.object, |contents, before| {
            contents.intern(ObjectContent::Copy { before, offset: target.bits, length, source })
        });
    }

    /// Adds runs to a state at the same location.
    pub fn join(&mut self, state: &mut State, others: State) {
        *state = self.merge(std::mem::replace(state, State::nowhere(self.terms)), others);
    }

    /// Merges two states at the same location.
    pub fn merge(&mut self, first: State, second: State) -> State {
        if first.is_empty(self.terms) {
            return second;
        }
        if second.is_empty(self.terms) {
            return first;
        }
        let condition = distinction(self.terms, first.guard, second.guard);
        let guard = self.terms.or(first.guard, second.guard);
        let (a, b) = (first.objects.len(), second.objects.len());
        let unborn = self.unborn();
        let mut objects = Vec::with_capacity(a.max(b));
        for index in 0..a.max(b) {
            let other = second.objects.get(index).copied().unwrap_or(unborn);
            objects.push(self.merged(condition, first.objects.get(index).copied().unwrap_or(unborn), other));
        }
        let frames = first.frames.iter().zip(&second.frames);
        let frames = frames.map(|(one, other)| Frame::choose(self.terms, condition, one, other)).collect();
        let library = match Rc::ptr_eq(&first.library, &second.library) {
            true => first.library,
            false => Rc::new(LibraryState::choose(self.terms, condition, &first.library, &second.library)),
        };
        let monitor = match (&first.monitor, &second.monitor) {
            (Some(one), Some(other)) if !Rc::ptr_eq(one, other) => {
                Some(Rc::new(TemporalMonitor::choose(self.terms, condition, one, other)))
            }
            (one, other) => one.clone().or_else(|| other.clone()),
        };
        State { guard, objects, frames, library, monitor }
    }

    fn merged(&mut self, condition: TermId, one: ObjectState, other: ObjectState) -> ObjectState {
        if one == other {
            return one;
        }
        let is_live = self.terms.choose(condition, one.is_live, other.is_live);
        // The content of a dead object is never read.
        let content = match (self.terms.is_false(one.is_live), self.terms.is_false(other.is_live)) {
            (true, _) => other.content,
            (_, true) => one.content,
            _ => self.contents.choose(condition, one.content, other.content),
        };
        ObjectState { content, is_live }
    }
}

/// Returns a condition that separates two disjoint sets of runs with these guards: the branch at which they parted, or
/// the first guard.
fn distinction(terms: &Terms, first: TermId, second: TermId) -> TermId {
    let WordNode::Binary(WordOperator::And, a, b) = terms.node(first) else { return first };
    let (not_a, not_b) = (terms.not(a), terms.not(b));
    match terms.node(second) {
        WordNode::Binary(WordOperator::And, c, d) if c == not_a || d == not_a => a,
        WordNode::Binary(WordOperator::And, c, d) if c == not_b || d == not_b => b,
        _ => first,
    }
}
