//! Unproved assumptions of an answer: hints, and contracts of functions without a body.

use std::collections::BTreeSet;
use std::fmt;

use base::{Exhausted, SourceMap, SourcePosition};
use program::analysis::CallGraph;
use program::analysis::counters::may_count_blocks;
use program::limits::{LARGEST_INPUT_ARRAY, MOST_BLOCKS};
use program::start::{Arguments, MAIN, Start};
use program::{Callee, Command, Function, PointerUse, Program, UnknownCalls, VariableId, outside};
use spec::Question;

/// The reason why a hint could not be checked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Obstacle {
    /// The program has pointers that do not occur in small heaps.
    #[error("the program has pointers that small heaps of whole blocks do not have")]
    Pointers,
    /// No small heap can be built.
    #[error("its heaps cannot be enumerated: {0}")]
    Heaps(String),
    /// Time or memory is used up, or the run was interrupted.
    #[error("{0}")]
    Budget(#[from] Exhausted),
}

/// An unproved hint that a proof relies on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnprovedHint {
    /// Position of the hint.
    pub position: SourcePosition,
    pub known: HintEvidence,
}

/// The extent to which an unproved hint was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HintEvidence {
    /// The hint holds on all heaps that were tried.
    Tried {
        /// Maximum number of nodes of these heaps.
        nodes: usize,
        /// True if all integers were tried, false if only a few.
        all_integers: bool,
    },
    /// The hint could not be checked.
    Nothing(Obstacle),
}

impl UnprovedHint {
    /// "the hint at FILE:LINE".
    pub fn name(&self) -> String {
        format!("the hint at {}:{}", self.position.file, self.position.line)
    }
}

/// What every answer about a program takes for granted, in the order in which it is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Granted {
    /// Every allocation succeeds.
    Allocations,
    /// At most [`MOST_BLOCKS`] blocks of the heap exist at a time.
    Blocks,
    /// `main` is given the name of the program, at least.
    Name,
    /// A pointer that the caller of a procedure gives leads to the start of an object ([`program::start`]).
    WholeObjects,
    /// A block that the caller gives has at most [`LARGEST_INPUT_ARRAY`] bytes, if it may hold several objects. Pointers of the
    /// caller lead to its start.
    InputArrays,
    /// Functions without a body change nothing that a pointer to `const` leads to, through any number of pointers
    /// ([`program::outside`]).
    ConstantReach,
    /// Functions without a body keep no address of a local variable.
    Locals,
    /// Functions without a body call no function of the program.
    Callbacks,
    /// The stack is large enough.
    Stack,
    /// No thread and no signal handler runs beside the program.
    Alone,
}

impl Granted {
    /// Returns what is taken for granted of a program that starts at its entry.
    pub fn of(question: Question<'_>) -> Vec<Granted> {
        let program = question.program;
        let allocates = |command: &Command| match command {
            Command::Allocate { may_fail, .. } => !may_fail,
            Command::Library { function, .. } => !program.allocation_may_fail && function.entry().takes_block(),
            _ => false,
        };
        let allocations = program.edges().any(|edge| allocates(&edge.command)).then_some(Granted::Allocations);
        let start = Start::of(program, question.entry);
        let has_name = start.is_whole()
            && !program.name_may_be_missing
            && start.arguments().is_some_and(|known| known != Arguments::default());
        let name = has_name.then_some(Granted::Name);
        let variables = |id: VariableId| program.variables.get(id);
        let mut inputs = start.inputs().into_iter().filter_map(variables);
        let gets_pointers = inputs.any(|input| outside::holds_pointers(&program.types, input.ty));
        let counts = !program.blocks_are_unlimited && may_count_blocks(program, gets_pointers);
        let blocks = counts.then_some(Granted::Blocks);
        let whole = gets_pointers.then_some(Granted::WholeObjects);
        let arrays = (gets_pointers && !program.array_elements.is_empty()).then_some(Granted::InputArrays);
        let of_inputs = whole.into_iter().chain(arrays);
        allocations
            .into_iter()
            .chain(blocks)
            .chain(name)
            .chain(of_inputs)
            .chain(of_functions_without_body(program))
            .chain([Granted::Stack, Granted::Alone])
            .collect()
    }

    /// The word for it in machine-readable reports.
    pub fn word(self) -> &'static str {
        match self {
            Granted::Allocations => "allocations-succeed",
            Granted::Blocks => "at-most-1073741824-blocks",
            Granted::Name => "main-gets-the-name",
            Granted::ConstantReach => "const-reaches-through-pointers",
            Granted::Locals => "locals-are-not-kept",
            Granted::Callbacks => "nothing-is-called-back",
            Granted::Stack => "stack-suffices",
            Granted::Alone => "no-threads-or-signals",
            Granted::WholeObjects => "pointers-lead-to-whole-objects",
            Granted::InputArrays => "input-arrays-below-2147483648-bytes",
        }
    }
}

/// Returns what is taken for granted of functions that are only declared, as far as it matters in a program.
fn of_functions_without_body(program: &Program) -> Vec<Granted> {
    let types = &program.types;
    let mut found = BTreeSet::new();
    for edge in program.edges() {
        let Command::Call { callee: Callee::Declared(callee), arguments, .. } = &edge.command else { continue };
        for (argument, used) in arguments.iter().zip(&callee.uses).filter(|_| !callee.changes_nothing) {
            let leads_on = types.pointee(argument.ty).is_some_and(|ty| outside::holds_pointers(types, ty));
            match used {
                PointerUse::Reads if leads_on => drop(found.insert(Granted::ConstantReach)),
                PointerUse::Reads => {}
                PointerUse::Changes | PointerUse::Copies => drop(found.insert(Granted::Locals)),
            }
        }
    }
    let is_known = |function: &Function| function.flowchart.is_some() && !function.is_static && function.name != MAIN;
    let may_be_called = || program.functions.iter().any(is_known) || !CallGraph::of(program).address_taken().is_empty();
    if !program.followed_by_assumption.is_empty() && may_be_called() {
        found.insert(Granted::Callbacks);
    }
    found.into_iter().collect()
}

impl fmt::Display for Granted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Granted::Allocations => "every allocation succeeds",
            Granted::Blocks => return write!(out, "at most {MOST_BLOCKS} blocks are allocated at a time"),
            Granted::Name => "`main` is given the program's name",
            Granted::ConstantReach => {
                "functions without a body change nothing that a pointer to const leads to, through any number of pointers"
            }
            Granted::Locals => "functions without a body keep no address of a local variable",
            Granted::Callbacks => "functions without a body call no function of the program",
            Granted::Stack => "the stack is large enough",
            Granted::Alone => "no thread and no signal handler runs beside the program",
            Granted::WholeObjects => "no pointer that the caller gives leads to a member of an object",
            Granted::InputArrays => {
                return write!(
                    out,
                    "no pointer that the caller gives leads into the middle of a string or an array, and none of these has more than {LARGEST_INPUT_ARRAY} bytes"
                );
            }
        })
    }
}

/// What is assumed of a function without a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AssumedEffect {
    /// It keeps its contract.
    OfContract,
    /// It does no more than its type allows ([`UnknownCalls::ByType`]).
    OfType,
    /// It changes nothing ([`UnknownCalls::Nothing`]).
    Nothing,
}

/// An assumption of an answer about a function without a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptContract {
    pub function: String,
    /// Position of the contract; without one, position of a call.
    pub position: SourcePosition,
    pub effect: AssumedEffect,
}

impl KeptContract {
    /// Returns the assumptions of every answer to a question.
    pub fn all(question: Question<'_>, sources: &SourceMap) -> Vec<KeptContract> {
        let contracts = question.specification.into_iter().flat_map(|specification| &specification.contracts);
        let kept = contracts.map(|contract| KeptContract {
            function: contract.function.clone(),
            position: sources.position(contract.span),
            effect: AssumedEffect::OfContract,
        });
        let effect = match question.program.unknown_calls {
            UnknownCalls::Nothing => AssumedEffect::Nothing,
            UnknownCalls::ByType | UnknownCalls::Anything => AssumedEffect::OfType,
        };
        let unwritten = question.program.followed_by_assumption.iter().map(|(function, call)| KeptContract {
            function: function.clone(),
            position: sources.position(*call),
            effect,
        });
        kept.chain(unwritten).collect()
    }
}

impl fmt::Display for KeptContract {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourcePosition { file, line, .. } = &self.position;
        let effect = match self.effect {
            AssumedEffect::OfContract => "keeps its contract",
            AssumedEffect::OfType => "has no body, and does no more than its type allows",
            AssumedEffect::Nothing => "has no body, and changes nothing",
        };
        write!(out, "{} {effect} ({file}:{line})", self.function)
    }
}

impl fmt::Display for HintEvidence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HintEvidence::Tried { nodes, all_integers } => {
                let plural = if *nodes == 1 { "" } else { "s" };
                let numbers = if *all_integers { "" } else { ", with a few of the integers" };
                write!(out, "it was tried on all heaps of up to {nodes} node{plural}{numbers}")
            }
            HintEvidence::Nothing(obstacle) => write!(out, "it could not be checked: {obstacle}"),
        }
    }
}

/// Adds hints that are not in the list yet.
pub fn add_unproved(known: &mut Vec<UnprovedHint>, more: Vec<UnprovedHint>) {
    for hint in more {
        if !known.contains(&hint) {
            known.push(hint);
        }
    }
}
