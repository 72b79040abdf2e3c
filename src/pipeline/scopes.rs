//! Explains properties that are open because they refer to a variable outside its scope: that is the reason, whatever
//! else the engines met.

use crate::property::PropertyVerdict;
use base::SourceMap;
use engine::topic::Topic;
use engine::verdict::Verdict;
use reason::OpenReason;
use reason::advice;
use spec::{Question, SpecifiedProperty, scopes};

/// Sets their reason.
pub(super) fn explain(properties: &mut [PropertyVerdict], question: Question<'_>, sources: &SourceMap) {
    for property in properties.iter_mut().filter(|property| property.verdict == Verdict::Unknown) {
        if let Some(reason) = ended(property.topic, question, sources) {
            property.advice = advice::advice(&reason);
            property.reason = Some(reason);
        }
    }
}

fn ended(topic: Topic, question: Question<'_>, sources: &SourceMap) -> Option<OpenReason> {
    let flowchart = question.program.flowchart(question.entry)?;
    let statement = match topic {
        Topic::Specified(SpecifiedProperty { statement, location }) => {
            location.is_none_or(|at| at == flowchart.exit).then_some(statement)?
        }
        Topic::Statement(statement) => statement,
        _ => return None,
    };
    let kind = &question.specification?.statements.get(statement)?.kind;
    let variable = question.program.variables.get(scopes::ended(question.program, flowchart, kind)?)?;
    Some(OpenReason::ScopeEnded { variable: variable.display(), declared: sources.position(variable.span) })
}
