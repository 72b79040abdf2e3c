//! The runs that are followed at once: what all of them share, and the state of those that are at one place.
//!
//! A state has a guard, the condition under which control is there, and for each object what it holds and whether it lives.
//! Where control meets, two states are merged: the guard of the first decides. An error ends its run: the guard excludes it from
//! then on, so that every claim is about the first error of a run.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::Settings;
use crate::bounds::UnwindBounds;
use crate::claim::{BoundedLoop, RunChoice, RunCut, StackPosition, VerificationCondition, What};
use crate::entry::EntryInputs;
use crate::layout::ObjectLayout;
use crate::library::LibraryState;
use crate::memory::{ContentId, ObjectContent, ObjectContents};
use crate::target::Approach;
use crate::temporal::TemporalMonitor;
use crate::term::{TermId, Terms, WordNode, WordOperator};
use crate::unroll::Nest;
use crate::value::{FUNCTIONS, OBJECT_BITS, Scalar};
use base::{Budget, Span};
use ctype::TypeTable;
use program::library::StandardStream;
use program::witness::ChoiceKind;
use program::{FaultKind, FunctionId, LibraryFunction, LocationId, Program, StringId, UninitializedUse, VariableId};
use reason::{FixedLimit, Limit, Stop};
use spec::{Question, Specification};

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A variable of static storage.
    Global(VariableId),
    /// A variable of automatic storage.
    Local(VariableId),
    /// From `malloc` and its kin.
    Heap,
    /// From `alloca`.
    Stack,
    /// A string literal.
    String(StringId),
    /// The array of `argv`.
    ArgumentVector,
    /// A string of `argv`.
    ArgumentString,
    /// Of the library: a stream, a table.
    External,
    /// What is not modelled of the entry state: an address in it may be passed on.
    Unmodelled(Unmodelled),
}

/// What an address of the entry state leads to where that is not modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmodelled {
    /// A node of its type, which is none of those that are modelled.
    Beyond,
    /// Anything.
    Unknown,
}

/// What all runs have in common about an object.
#[derive(Clone, Copy, Debug)]
pub struct MemoryObject {
    /// What it is.
    pub kind: ObjectKind,
    /// Its size in bytes, a word.
    pub size: TermId,
    /// Whether only its initialiser writes what of it is `const`.
    pub is_locked: bool,
    /// The part that is not written down, if there is one.
    pub open: Option<OpenPart>,
    /// Whether it is a node of the input: it existed before the run began.
    pub at_entry: bool,
}

/// The end of an object of which nobody has written down what it holds: to access it is a cut.
#[derive(Clone, Copy, Debug)]
pub struct OpenPart {
    /// In which runs there is such a part: a truth.
    pub when: TermId,
    /// Where it begins, in bytes.
    pub from: u64,
}

/// An object in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectState {
    /// What it holds.
    pub content: ContentId,
    /// Whether it lives: a truth.
    pub is_live: TermId,
}

/// A call under way: the objects of its variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Which function.
    pub function: FunctionId,
    /// The number of each variable's object.
    pub variables: BTreeMap<VariableId, TermId>,
    /// The numbers of the objects that `alloca` has made for it, ascending.
    pub stack: Vec<u128>,
    /// The number of the object that holds the arguments behind the last parameter.
    pub variadic: Option<u128>,
}

/// The runs that are at one place.
#[derive(Clone, Debug)]
pub struct State {
    /// The condition under which they are there.
    pub guard: TermId,
    /// The objects, by their numbers less one; those that are missing do not exist yet.
    pub objects: Vec<ObjectState>,
    /// The calls under way, the innermost last.
    pub frames: Vec<Rc<Frame>>,
    /// What the library knows.
    pub library: Rc<LibraryState>,
    /// What is known of temporal formulas, if there are any.
    pub monitor: Option<Rc<TemporalMonitor>>,
}

/// What all runs share.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Program,
    /// The function that runs start with.
    pub entry: FunctionId,
    /// What is to hold in its states; `None` if nothing is specified.
    pub specification: Option<&'p Specification>,
    /// The types of the program with the pointer type to every part of an object, for paths.
    pub part_types: Option<Rc<TypeTable>>,
    /// What is asked.
    pub settings: &'p Settings,
    /// How long it may take.
    pub budget: &'p Budget,
    /// All terms.
    pub terms: Terms,
    /// All contents.
    pub contents: ObjectContents,
    /// All objects; object 0 is none.
    pub objects: Vec<MemoryObject>,
    /// The objects of global variables.
    pub globals: BTreeMap<VariableId, TermId>,
    /// The objects that stand for `stdin` and its kin, where the program declares these.
    pub streams: Vec<(StandardStream, u128)>,
    /// The objects of the library that are made when they are first used.
    pub external: BTreeMap<LibraryFunction, TermId>,
    /// The objects of string literals.
    pub strings: BTreeMap<StringId, TermId>,
    /// What may happen, in the order of its run.
    pub claims: Vec<VerificationCondition>,
    /// What a run chooses, in the order of its run.
    pub choices: Vec<RunChoice>,
    /// What runs find out about where objects lie.
    pub layout: ObjectLayout,
    /// Where the command under way has met each of [`FaultKind::SILENT`]: truths.
    pub silent: [TermId; FaultKind::SILENT.len()],
    /// Where control is, for claims.
    pub site: StackPosition,
    /// How far loops and recursion are followed.
    pub bounds: &'p UnwindBounds,
    /// From where a run may still reach the target; `None` if everything is asked about.
    approach: Option<Approach>,
    /// Nodes of each type in the entry state of a procedure.
    pub heap_nodes: u32,
    /// The entry state of a procedure.
    pub inputs: EntryInputs,
    /// How often runs have ended, other than by a claim.
    pub ended: usize,
    /// Whether functions run that were registered for the end of the program.
    pub is_ending: bool,
    /// Why the work was stopped, if it was.
    pub stopped: Option<Stop>,
    /// The flowcharts that were unrolled, each prepared once.
    pub nests: FxHashMap<FunctionId, Rc<Nest<'p>>>,
    /// The objects of variables that nothing points to: one for each level of calls of their function within itself.
    pub locals: FxHashMap<(VariableId, usize), TermId>,
}

impl<'p> Machine<'p> {
    /// Nothing has happened yet.
    pub fn new(
        task: Question<'p>,
        settings: &'p Settings,
        bounds: &'p UnwindBounds,
        budget: &'p Budget,
    ) -> Machine<'p> {
        let Question { program, entry, specification } = task;
        let word = 8 * program.types.model().word_bytes() as u32;
        let mut terms = Terms::new();
        let silent = [terms.truth(false); FaultKind::SILENT.len()];
        Machine {
            program,
            entry,
            specification,
            part_types: specification.map(|_| {
                let mut types = program.types.clone();
                types.intern_addresses();
                Rc::new(types)
            }),
            settings,
            budget,
            terms,
            silent,
            contents: ObjectContents::new(word, settings.most_terms),
            objects: Vec::new(),
            globals: BTreeMap::new(),
            streams: Vec::new(),
            external: BTreeMap::new(),
            strings: BTreeMap::new(),
            claims: Vec::new(),
            choices: Vec::new(),
            layout: ObjectLayout::default(),
            site: StackPosition::default(),
            bounds,
            approach: settings.target.as_ref().map(|target| Approach::to(target, program, entry)),
            heap_nodes: settings.heap_nodes.unwrap_or(bounds.of_heap_nodes()),
            inputs: EntryInputs::default(),
            ended: 0,
            is_ending: false,
            stopped: None,
            nests: FxHashMap::default(),
            locals: FxHashMap::default(),
        }
    }

    /// Bits of a word.
    pub fn word(&self) -> u32 {
        8 * self.program.types.model().word_bytes() as u32
    }

    /// A word.
    pub fn word_constant(&mut self, value: u64) -> TermId {
        let word = self.word();
        self.terms.constant(u128::from(value), word)
    }

    /// An object with its number, which does not live yet in any state.
    pub fn new_object(&mut self, kind: ObjectKind, size: TermId) -> TermId {
        self.objects.push(MemoryObject { kind, size, is_locked: false, open: None, at_entry: false });
        self.terms.constant(self.objects.len() as u128, OBJECT_BITS)
    }

    /// The number of an object, as a term.
    pub fn number_of_object(&mut self, number: u128) -> TermId {
        self.terms.constant(number, OBJECT_BITS)
    }

    /// The object behind a number, unless that is of a function or of nothing.
    pub fn object(&self, number: u128) -> Option<&MemoryObject> {
        if number >= FUNCTIONS {
            return None;
        }
        self.objects.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// The objects that an address may be in; `None` where that is not known one by one.
    pub fn targets(&self, object: TermId) -> Option<Rc<[u128]>> {
        self.terms.choices(object)
    }

    /// The objects that an address may be in, ascending: no functions. None where they are not known one by one.
    pub fn objects_at(&self, object: TermId) -> impl Iterator<Item = u128> + use<> {
        let targets = self.targets(object).unwrap_or_default();
        let numbers = (0..targets.len()).filter_map(move |index| targets.get(index).copied());
        numbers.filter(|number| (1..FUNCTIONS).contains(number))
    }

    /// Whether a number is that of an object.
    pub fn is_object(&mut self, object: TermId, number: u128) -> TermId {
        let number = self.terms.constant(number, OBJECT_BITS);
        self.terms.equal(object, number)
    }

    /// Something happens under a condition: those runs end here.
    pub fn ends(&mut self, state: &mut State, condition: TermId, what: What) {
        let happens = self.terms.and(state.guard, condition);
        if self.terms.is_false(happens) {
            return;
        }
        self.claims.push(VerificationCondition { what, condition: happens, site: self.site.clone() });
        let goes_on = self.terms.not(condition);
        state.guard = self.terms.and(state.guard, goes_on);
    }

    /// An error under a condition.
    pub fn fault(
        &mut self,
        state: &mut State,
        condition: TermId,
        kind: FaultKind,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.ends(state, condition, What::Fault(kind, message.into()));
    }

    /// A value that was never written is used, under a condition.
    pub fn uninitialized(
        &mut self,
        state: &mut State,
        condition: TermId,
        usage: UninitializedUse,
        message: &'static str,
    ) {
        self.ends(state, condition, What::Uninitialized(usage, message));
    }

    /// Something that is not followed, under a condition.
    pub fn unsupported(&mut self, state: &mut State, condition: TermId, what: impl Into<Cow<'static, str>>) {
        self.ends(state, condition, What::Cut(RunCut::Unsupported(what.into())));
    }

    /// No run that is here is followed further.
    pub fn cut(&mut self, state: &mut State, cut: RunCut) {
        let always = self.terms.truth(true);
        self.ends(state, always, What::Cut(cut));
    }

    /// Something that is not followed, for all runs that are here.
    pub fn give_up(&mut self, state: &mut State, what: impl Into<Cow<'static, str>>) {
        self.cut(state, RunCut::Unsupported(what.into()));
    }

    /// A choice of a run.
    pub fn choose(&mut self, state: &State, kind: ChoiceKind, width: u32) -> TermId {
        self.choose_under(state.guard, kind, width)
    }

    /// A choice of the runs under a condition.
    pub fn choose_under(&mut self, guard: TermId, kind: ChoiceKind, width: u32) -> TermId {
        let value = self.terms.variable(width);
        let span = self.site.span;
        self.choices.push(RunChoice { guard, kind, value, span });
        value
    }

    /// Whether no run is in a state.
    pub fn is_empty(&self, state: &State) -> bool {
        self.terms.is_false(state.guard)
    }

    /// The state of an object.
    pub fn state_of(&mut self, state: &State, number: u128) -> ObjectState {
        let known = usize::try_from(number).ok().and_then(|number| state.objects.get(number.checked_sub(1)?)).copied();
        known.unwrap_or_else(|| self.unborn())
    }

    /// What an object is before it exists.
    fn unborn(&mut self) -> ObjectState {
        ObjectState { content: self.contents.intern(ObjectContent::Unwritten), is_live: self.terms.truth(false) }
    }

    /// Sets the state of an object.
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

    /// An object begins to live, with a content.
    pub fn begin(&mut self, state: &mut State, object: TermId, content: ObjectContent) {
        let new = ObjectState { content: self.contents.intern(content), is_live: self.terms.truth(true) };
        if let Some(number) = self.terms.value(object) {
            self.layout.record_birth(number);
            self.set_object(state, number, new);
        }
    }

    /// The objects that an address is in end their lives, under a condition.
    pub fn end(&mut self, state: &mut State, object: TermId, condition: TermId) {
        for number in self.objects_at(object) {
            let is_it = self.is_object(object, number);
            let ends = self.terms.and(is_it, condition);
            let dies = self.terms.and(state.guard, ends);
            if !self.terms.is_false(dies) {
                self.layout.record_death(number, dies);
            }
            let known = self.state_of(state, number);
            let stays = self.terms.not(ends);
            let is_live = self.terms.and(known.is_live, stays);
            // What a dead object held is of no use to anybody.
            let content = match self.terms.is_true(ends) {
                true => self.contents.intern(ObjectContent::Unwritten),
                false => known.content,
            };
            self.set_object(state, number, ObjectState { content, is_live });
        }
    }

    /// Whether an address is in an object that does not live.
    pub fn is_dead(&mut self, state: &State, object: TermId) -> TermId {
        // An address in too many objects may be in one that does not.
        let mut dead = self.terms.truth(self.targets(object).is_none());
        for number in self.objects_at(object) {
            let (is_it, live) = (self.is_object(object, number), self.state_of(state, number).is_live);
            let not_live = self.terms.not(live);
            let ends = self.terms.and(is_it, not_live);
            dead = self.terms.or(dead, ends);
        }
        dead
    }

    /// The address of a variable in a state: of the innermost call, or a global.
    pub fn variable(&mut self, state: &State, variable: VariableId) -> Option<Scalar> {
        let local = state.frames.last().and_then(|frame| frame.variables.get(&variable));
        let object = local.or_else(|| self.globals.get(&variable)).copied()?;
        let word = self.word();
        Some(Scalar::address(&mut self.terms, object, word))
    }

    /// Those of the runs for which a condition holds.
    pub fn part(&mut self, state: &State, condition: TermId) -> State {
        State { guard: self.terms.and(state.guard, condition), ..state.clone() }
    }

    /// No run at all.
    pub fn nowhere(&mut self) -> State {
        self.empty(false)
    }

    /// Runs that have no object yet: all of them, or none.
    pub fn empty(&mut self, are_all: bool) -> State {
        let library = Rc::new(LibraryState::new(&mut self.terms));
        State { guard: self.terms.truth(are_all), objects: Vec::new(), frames: Vec::new(), library, monitor: None }
    }

    /// More runs reach the place of a state.
    pub fn join(&mut self, state: &mut State, others: State) {
        let known = std::mem::replace(state, self.nowhere());
        *state = self.merge(known, others);
    }

    /// An object has its value, which it keeps.
    pub fn lock(&mut self, object: TermId) {
        if let Some(object) = self.known_object(object) {
            object.is_locked = true;
        }
    }

    /// A part of an object is not written down.
    pub fn set_open_part(&mut self, object: TermId, open: OpenPart) {
        if let Some(object) = self.known_object(object) {
            object.open = Some(open);
        }
    }

    /// An object is a node of the input.
    pub fn mark_input(&mut self, object: TermId) {
        if let Some(object) = self.known_object(object) {
            object.at_entry = true;
        }
    }

    fn known_object(&mut self, object: TermId) -> Option<&mut MemoryObject> {
        let number = self.terms.value(object).and_then(|number| usize::try_from(number).ok())?;
        self.objects.get_mut(number.checked_sub(1)?)
    }

    /// Whether an allocation fails, where it may.
    pub fn fails(&mut self, state: &State, may_fail: bool) -> TermId {
        match may_fail {
            true => self.choose(state, ChoiceKind::Failure, 1),
            false => self.terms.truth(false),
        }
    }

    /// Two states at one place as one.
    pub fn merge(&mut self, first: State, second: State) -> State {
        if self.is_empty(&first) {
            return second;
        }
        if self.is_empty(&second) {
            return first;
        }
        let condition = self.distinction(first.guard, second.guard);
        let guard = self.terms.or(first.guard, second.guard);
        let (a, b) = (first.objects.len(), second.objects.len());
        let unborn = self.unborn();
        let mut objects = Vec::with_capacity(a.max(b));
        for index in 0..a.max(b) {
            let one = first.objects.get(index).copied().unwrap_or(unborn);
            let other = second.objects.get(index).copied().unwrap_or(unborn);
            objects.push(self.merged(condition, one, other));
        }
        let frames = first.frames.iter().zip(&second.frames);
        let frames = frames.map(|(one, other)| self.merged_frame(condition, one, other)).collect();
        let library = match Rc::ptr_eq(&first.library, &second.library) {
            true => first.library,
            false => Rc::new(LibraryState::choose(&mut self.terms, condition, &first.library, &second.library)),
        };
        let monitor = match (&first.monitor, &second.monitor) {
            (Some(one), Some(other)) if !Rc::ptr_eq(one, other) => {
                Some(Rc::new(TemporalMonitor::choose(&mut self.terms, condition, one, other)))
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
        // Nobody reads what does not live.
        let content = match (self.terms.is_false(one.is_live), self.terms.is_false(other.is_live)) {
            (true, _) => other.content,
            (_, true) => one.content,
            _ => self.contents.choose(&self.terms, condition, one.content, other.content),
        };
        ObjectState { content, is_live }
    }

    fn merged_frame(&mut self, condition: TermId, one: &Rc<Frame>, other: &Rc<Frame>) -> Rc<Frame> {
        if Rc::ptr_eq(one, other) || one == other {
            return Rc::clone(one);
        }
        let mut frame = Frame::clone(one);
        for (variable, object) in &other.variables {
            let known = frame.variables.entry(*variable).or_insert(*object);
            *known = self.terms.choose(condition, *known, *object);
        }
        // An object that some runs do not have does not live in them.
        frame.stack.extend(&other.stack);
        frame.stack.sort_unstable();
        frame.stack.dedup();
        Rc::new(frame)
    }

    /// A condition that tells two sets of runs apart that have these guards: the branch where they parted, or the first guard.
    fn distinction(&mut self, first: TermId, second: TermId) -> TermId {
        let WordNode::Binary(WordOperator::And, a, b) = self.terms.node(first) else { return first };
        let (not_a, not_b) = (self.terms.not(a), self.terms.not(b));
        match self.terms.node(second) {
            WordNode::Binary(WordOperator::And, c, d) if c == not_a || d == not_a => a,
            WordNode::Binary(WordOperator::And, c, d) if c == not_b || d == not_b => b,
            _ => first,
        }
    }

    /// Whether the runs that are here may still come to what is asked about.
    pub fn may_come_to_target(&self) -> bool {
        self.approach.as_ref().is_none_or(|approach| approach.may_come(self.program, &self.site.calls))
    }

    /// Whether the work has to stop.
    pub fn is_stopped(&mut self) -> bool {
        if self.stopped.is_none() {
            let (objects, terms) = (self.settings.most_objects, self.settings.most_terms);
            self.stopped = match self.contents.is_too_large || self.terms.len() + self.contents.len() > terms {
                _ if self.contents.is_too_deep => Some(Stop::Fixed(FixedLimit::ValueDepth)),
                true => Some(Stop::at(Limit::Terms, terms)),
                false if self.objects.len() > objects => Some(Stop::at(Limit::Objects, objects)),
                false => self.budget.check().err().map(Stop::Exhausted),
            };
        }
        self.stopped.is_some()
    }

    /// A function is entered, for claims.
    pub fn enter(&mut self, function: FunctionId) {
        let entry = self.program.flowchart(function).map_or(LocationId::new(0), |flowchart| flowchart.entry);
        self.site.calls.push((function, entry));
    }

    /// Control leaves a location of the function that is under way, for claims.
    pub fn leave(&mut self, location: LocationId) {
        if let Some((_, at)) = self.site.calls.last_mut() {
            *at = location;
        }
    }

    /// Bytes of a text whose end a run chooses.
    pub fn text_bound(&self) -> u32 {
        self.bounds.of_loop(BoundedLoop::Text)
    }

    /// The place of an edge, for claims.
    pub fn at(&mut self, span: Span) {
        self.site.span = Some(span);
    }
}
