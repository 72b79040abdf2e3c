//! A property with its answer.

use base::SourcePosition;
use engine::Property;
use engine::evidence::{AbstractTrace, Alarm, ConcreteRun};
use engine::topic::Topic;
use engine::verdict::Verdict;
use reason::advice::Advice;
use reason::assumption::UnprovedHint;
use reason::{EngineName, OpenReason};

/// The name of the property that nothing is done that C leaves undefined, but for errors of memory.
pub const UNDEFINED_BEHAVIOUR: &str = "undefined-behaviour";
/// The name of the property that all accesses are to allocated memory. Those of the boolean program are named otherwise.
pub const MEMORY_ACCESS: &str = "memory-access";

/// An assumption about the start under which a property is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Precondition {
    /// As specifications write it: `x != NULL && !cyclic[;n](x)`.
    pub condition: String,
}

impl Precondition {
    /// The line to add to the specification.
    pub fn statement(&self) -> String {
        format!("assume {} @ entry;", self.condition)
    }
}

/// One property with its answer.
#[derive(Clone, Debug)]
pub struct PropertyVerdict {
    /// Unique in the run.
    pub id: String,
    /// As the user wrote it, or what is checked.
    pub text: String,
    /// Where it is to hold.
    pub position: SourcePosition,
    /// What it is about.
    pub topic: Topic,
    /// The answer.
    pub verdict: Verdict,
    /// For unknown: why.
    pub reason: Option<OpenReason>,
    /// For unknown: what may help, whichever engine.
    pub advice: Vec<Advice>,
    /// For a violation, or a suspected one: an assumption under which it is proved, where one was looked for and found.
    pub holds_if: Option<Precondition>,
    /// For a violation, or an unconfirmed one: the path through the boolean program.
    pub path: Option<AbstractTrace>,
    /// For a violation: a run of the program that shows it.
    pub run: Option<ConcreteRun>,
    /// For a violation: the alarm that shows it, where no run was searched for it.
    pub alarm: Option<Alarm>,
    /// The engine that decided it, where the first one did not.
    pub only_by: Option<EngineName>,
    /// For verified: whether it holds only because its location is unreachable.
    pub vacuous: bool,
    /// For verified: that no run on heaps of up to this many nodes comes to its location with all that is assumed, where runs
    /// come to what is assumed. Larger ones may.
    pub assumed_by_none: Option<usize>,
    /// For verified: how many facts of the shape analysis the proof uses, if another engine has it.
    pub facts: usize,
    /// Hints that are not proved, and that it would be verified with: where it is, they are assumed.
    pub rests_on: Vec<UnprovedHint>,
}

impl PropertyVerdict {
    /// "6 facts of the shape analysis", where the proof uses any.
    pub fn facts_used(&self) -> Option<String> {
        let plural = if self.facts == 1 { "" } else { "s" };
        (self.facts > 0).then(|| format!("{} fact{plural} of the shape analysis", self.facts))
    }

    /// A property with an unknown verdict.
    pub fn open(property: &Property) -> PropertyVerdict {
        PropertyVerdict {
            id: property.id.clone(),
            text: property.text.clone(),
            position: property.position.clone(),
            topic: property.topic,
            verdict: Verdict::Unknown,
            reason: None,
            advice: Vec::new(),
            holds_if: None,
            path: None,
            run: None,
            alarm: None,
            only_by: None,
            vacuous: false,
            assumed_by_none: None,
            facts: 0,
            rests_on: Vec::new(),
        }
    }

    /// The hints that are assumed, for what is verified.
    pub fn assumptions(&self) -> &[UnprovedHint] {
        if self.verdict == Verdict::Verified { &self.rests_on } else { &[] }
    }
}

/// The verdict on all of some properties together.
pub fn overall(properties: &[PropertyVerdict]) -> Verdict {
    properties.iter().map(|property| property.verdict).fold(Verdict::Verified, Verdict::and)
}

/// The property that no operation has undefined behaviour.
pub(super) fn undefined_behaviour(position: SourcePosition) -> Property {
    let text = "no operation has undefined behaviour (memory accesses apart)".into();
    Property { id: UNDEFINED_BEHAVIOUR.into(), text, position, topic: Topic::UndefinedBehaviour }
}
