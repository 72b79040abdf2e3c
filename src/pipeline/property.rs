use base::SourcePosition;
use engine::Property;
use engine::evidence::{AbstractTrace, Alarm, ConcreteRun};
use engine::topic::Topic;
use engine::verdict::Verdict;
use reason::advice::Advice;
use reason::assumption::UnprovedHint;
use reason::{EngineName, OpenReason};

/// Id of the property that no operation has undefined behaviour, memory errors apart.
pub const UNDEFINED_BEHAVIOUR: &str = "undefined-behaviour";
/// Id of the property that all accesses are to allocated memory. The accesses of the boolean program have other ids.
pub const MEMORY_ACCESS: &str = "memory-access";

/// An assumption about the entry state under which a property is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Precondition {
    /// Its conjuncts, in the syntax of specifications: `x != NULL`, `!cyclic[;n](x)`.
    pub conditions: Vec<String>,
    /// True if it speaks of strings or room: then input arrays are taken to have a largest size.
    pub speaks_of_arrays: bool,
}

impl Precondition {
    /// Returns the conjunction in the syntax of specifications.
    pub fn condition(&self) -> String {
        self.conditions.join(" && ")
    }

    /// Returns the line to add to the specification.
    pub fn statement(&self) -> String {
        format!("assume {} @ entry;", self.condition())
    }
}

#[derive(Clone, Debug)]
pub struct PropertyVerdict {
    pub id: String,
    /// As the user wrote it, or a description of the check.
    pub text: String,
    /// The location where the property must hold.
    pub position: SourcePosition,
    pub topic: Topic,
    pub verdict: Verdict,
    /// For "unknown": why.
    pub reason: Option<OpenReason>,
    /// For "unknown": what may help, for any engine.
    pub advice: Vec<Advice>,
    /// For a violation, confirmed or suspected: an assumption under which the property is proved, if one was found.
    pub holds_if: Option<Precondition>,
    /// For a violation, confirmed or not: the path through the boolean program.
    pub path: Option<AbstractTrace>,
    /// For a violation: a run of the program that shows it.
    pub run: Option<ConcreteRun>,
    /// For a violation: the alarm that shows it, where no search for a run was made.
    pub alarm: Option<Alarm>,
    /// The engine that decided it, unless the first one did.
    pub only_by: Option<EngineName>,
    /// For "verified": true if it holds only because its location is unreachable.
    pub vacuous: bool,
    /// For "verified": `Some(n)` if no run on heaps of up to `n` nodes reaches the location with all assumptions
    /// satisfied, although runs reach the assumptions. Larger heaps may.
    pub assumed_by_none: Option<usize>,
    /// For "verified": number of facts of the shape analysis that another engine's proof uses.
    pub facts: usize,
    /// Unproved hints under which the property would be verified. For a verified property, they are assumed.
    pub rests_on: Vec<UnprovedHint>,
}

impl PropertyVerdict {
    /// Returns e.g. "6 facts of the shape analysis", if the proof uses any.
    pub fn facts_used(&self) -> Option<String> {
        let plural = if self.facts == 1 { "" } else { "s" };
        (self.facts > 0).then(|| format!("{} fact{plural} of the shape analysis", self.facts))
    }

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

    /// Returns the hints that a verified property assumes.
    pub fn assumptions(&self) -> &[UnprovedHint] {
        if self.verdict == Verdict::Verified { &self.rests_on } else { &[] }
    }
}

/// Returns the conjunction of the verdicts.
pub fn overall(properties: &[PropertyVerdict]) -> Verdict {
    properties.iter().map(|property| property.verdict).fold(Verdict::Verified, Verdict::and)
}

pub(super) fn undefined_behaviour(position: SourcePosition) -> Property {
    let text = "no operation has undefined behaviour (memory accesses apart)".into();
    Property { id: UNDEFINED_BEHAVIOUR.into(), text, position, topic: Topic::UndefinedBehaviour }
}
