//! Topics of claims.

use crate::evidence::{Alarm, Broken, ConcreteRun};
use base::Span;
use program::{EdgeId, FaultClass, LocationId};
use spec::SpecifiedProperty;

/// The topic of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Every access, including by `free`, is to allocated memory.
    Accesses,
    /// There is no other undefined behaviour.
    UndefinedBehaviour,
    /// No memory is leaked.
    Leaks,
    /// Every assertion of the program holds.
    Assertions,
    /// One assertion of the program holds. Inlining copies assertions: the copies share their source position.
    Assertion {
        /// Its source position.
        span: Span,
        /// The edge of the entry function that fails.
        edge: EdgeId,
    },
    /// One property of the specification holds.
    Specified(SpecifiedProperty),
    /// A statement of the specification holds, at all of its locations.
    Statement(usize),
    /// Control never reaches a location of the entry function.
    Unreachable(LocationId),
}

impl Topic {
    /// Returns true if an alarm belongs to the topic. Copies of an assertion are not distinguished.
    pub fn includes(self, alarm: &Alarm) -> bool {
        let class = alarm.kind.class();
        match self {
            Topic::Accesses => class == FaultClass::Memory,
            Topic::UndefinedBehaviour => class == FaultClass::UndefinedBehaviour,
            Topic::Leaks => class == FaultClass::Leak,
            Topic::Assertions => class == FaultClass::Assertion,
            Topic::Assertion { span, .. } => class == FaultClass::Assertion && alarm.span == span,
            Topic::Specified(specified) => alarm.claim == Some(specified),
            Topic::Statement(statement) => alarm.claim.is_some_and(|claim| claim.statement == statement),
            Topic::Unreachable(_) => false,
        }
    }

    /// Returns true if a concrete run violates the topic.
    pub fn is_broken_by(self, run: &ConcreteRun) -> bool {
        let has_class = |wanted| matches!(&run.broken, Broken::Fault(kind, _) if kind.class() == wanted);
        let breaks = |statement| run.broken == Broken::Statement(statement);
        match self {
            Topic::Accesses => has_class(FaultClass::Memory),
            Topic::UndefinedBehaviour => has_class(FaultClass::UndefinedBehaviour),
            Topic::Leaks => has_class(FaultClass::Leak),
            Topic::Assertions => has_class(FaultClass::Assertion),
            Topic::Assertion { edge, .. } => has_class(FaultClass::Assertion) && run.failed == Some(edge),
            Topic::Specified(SpecifiedProperty { statement, location }) => {
                breaks(statement) && location.is_none_or(|location| run.location == location)
            }
            Topic::Statement(statement) => breaks(statement),
            Topic::Unreachable(location) => run.location == location,
        }
    }

    /// Returns true if the topic is a statement of the specification, at one or all of its locations.
    pub fn is_of_statement(self, asked: usize) -> bool {
        match self {
            Topic::Specified(SpecifiedProperty { statement, .. }) | Topic::Statement(statement) => statement == asked,
            Topic::Accesses
            | Topic::UndefinedBehaviour
            | Topic::Leaks
            | Topic::Assertions
            | Topic::Assertion { .. }
            | Topic::Unreachable(_) => false,
        }
    }

    /// Returns true if alarms for one topic are alarms for the other: they are equal, or copies of one assertion.
    pub fn is_copy_of(self, other: Topic) -> bool {
        match (self, other) {
            (Topic::Assertion { span, .. }, Topic::Assertion { span: other, .. }) => span == other,
            _ => self == other,
        }
    }
}
