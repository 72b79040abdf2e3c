//! What `validate` answers about a witness, for people and for machines.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::assumed;
use crate::json::assumed::Contract;
use crate::json::printed;
use crate::schema::Header;
use base::SourcePosition;
use engine::evidence::Alarm;
use pipeline::validation::{Judged, Judgement, OpenWitness};
use reason::assumption::KeptContract;

/// A witness with the result of checking it.
#[derive(Clone, Copy, Debug)]
pub struct Validated<'v> {
    pub judged: &'v Judged,
    /// The file of the witness.
    pub witness: &'v str,
    /// The C file.
    pub file: &'v str,
}

/// What `validate` answers about a witness.
#[derive(Serialize, JsonSchema)]
pub(super) struct WitnessReport<'a> {
    #[serde(flatten)]
    header: Header,
    /// The file of the witness.
    witness: &'a str,
    /// The C file.
    file: &'a str,
    /// `confirmed`, `refuted` or `unknown`.
    validation: &'static str,
    /// One sentence.
    message: String,
    /// The error of the run that confirms or refutes the witness.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<WitnessError<'a>>,
    /// The number of the invariant that a run breaks, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    broken_invariant: Option<usize>,
    /// What the result assumes of functions without a body.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contracts: Vec<Contract<'a>>,
    /// What is taken for granted where something is proved, as in other answers: "allocations-succeed".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    granted: Vec<&'static str>,
}

/// An error that a run has.
#[derive(Serialize, JsonSchema)]
struct WitnessError<'a> {
    /// The kind, as in other answers: `use-after-free`.
    kind: &'static str,
    /// One sentence.
    message: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
}

impl<'v> Validated<'v> {
    /// The answer as text.
    pub fn text(&self) -> String {
        let Judged { contracts, granted, .. } = self.judged;
        let assumed = assumed(contracts.iter().map(KeptContract::to_string), granted);
        let assumed: String = assumed.iter().map(|assumed| format!("assumed: {assumed}\n")).collect();
        format!("{}: {}: {self}\n{assumed}", self.witness, self.word())
    }

    /// The object of `--format json`, with a final line break.
    pub fn json(&self) -> String {
        let error = self.error().map(|alarm| {
            let SourcePosition { file, line, column } = &alarm.position;
            WitnessError { kind: alarm.kind.word(), message: &alarm.message, file, line: *line, column: *column }
        });
        let broken_invariant = match &self.judged.judgement {
            Judgement::InvariantBroken(index, _) => Some(index + 1),
            _ => None,
        };
        printed(&WitnessReport {
            header: Header::new(),
            witness: self.witness,
            file: self.file,
            validation: self.word(),
            message: self.to_string(),
            error,
            broken_invariant,
            contracts: self.judged.contracts.iter().map(Contract::new).collect(),
            granted: self.judged.granted.iter().map(|granted| granted.word()).collect(),
        })
    }

    /// Returns true if the witness is right.
    pub fn is_confirmed(&self) -> bool {
        matches!(&self.judged.judgement, Judgement::ErrorConfirmed(_) | Judgement::ProofConfirmed)
    }

    fn word(&self) -> &'static str {
        match &self.judged.judgement {
            Judgement::ErrorConfirmed(_) | Judgement::ProofConfirmed => "confirmed",
            Judgement::ErrorRefuted { .. }
            | Judgement::InvariantBroken(..)
            | Judgement::InvariantUndefined(_)
            | Judgement::ProofRefuted(_) => "refuted",
            Judgement::Open(_) => "unknown",
        }
    }

    fn error(&self) -> Option<&'v Alarm> {
        match &self.judged.judgement {
            Judgement::ErrorConfirmed(alarm)
            | Judgement::InvariantBroken(_, alarm)
            | Judgement::InvariantUndefined(alarm)
            | Judgement::ProofRefuted(alarm)
            | Judgement::Open(OpenWitness::OtherError(alarm)) => Some(alarm),
            Judgement::ProofConfirmed | Judgement::ErrorRefuted { .. } | Judgement::Open(_) => None,
        }
    }
}

/// One sentence without a final full stop.
impl fmt::Display for Validated<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Columns are those of the program with the witness in it.
        let at = |alarm: &Alarm| format!("{} at {}:{}", alarm.message, alarm.position.file, alarm.position.line);
        match &self.judged.judgement {
            Judgement::ErrorConfirmed(alarm) => {
                write!(out, "a run passes all waypoints, and has the error: {}", at(alarm))
            }
            Judgement::ProofConfirmed => write!(out, "the invariants hold, and the program has no error"),
            Judgement::ErrorRefuted { program_is_proved: true } => write!(out, "the program has no error"),
            Judgement::ErrorRefuted { program_is_proved: false } => {
                write!(out, "no run passes the waypoints and has an error")
            }
            Judgement::InvariantBroken(index, _) => write!(out, "a run breaks invariant {}", index + 1),
            Judgement::InvariantUndefined(alarm) => write!(out, "an invariant has an error itself: {}", at(alarm)),
            Judgement::ProofRefuted(alarm) => write!(out, "a run has an error: {}", at(alarm)),
            Judgement::Open(OpenWitness::NotFollowed(name)) => write!(out, "'{name}' is not followed"),
            Judgement::Open(OpenWitness::Property) => write!(out, "its property is not one that Damson decides"),
            Judgement::Open(OpenWitness::OtherError(alarm)) => {
                write!(out, "the run has another error, or at another place: {}", at(alarm))
            }
            Judgement::Open(OpenWitness::Unknown(Some(reason))) => write!(out, "{reason}"),
            Judgement::Open(OpenWitness::Unknown(None)) => write!(out, "no run with the error was found"),
        }
    }
}
