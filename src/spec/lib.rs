//! Specifications and hints, resolved against a program but still syntax: what the user wrote, with names
//! and types settled, before any logic.
//!
//! The texts are parsed by pest (`grammar/spec.pest`, `grammar/hints.pest`, and `grammar/expression.pest` for what
//! they share), one statement at a time, so that a mistake in one does not hide those in others. A text nests at
//! most [`MAX_DEPTH`] operators deep, and so do the formulas made of it: they may be walked by recursion.
//!
//! Operators, loosest first: `<=>`, `=>` (to the right), `U W R` (never chained), `G F X`, `@`, `||`, `&&`, then those
//! of C from `|` on. A temporal operator right before parentheses applies to them alone: `G(p) && F(q)`. What
//! could be read in two ways is refused, never guessed. Extensions of the syntax: `allocated(e)`, `line 12:5`, and
//! `f#2::x` for the names of a copy made by inlining.
//!
//! This part knows nothing of what a predicate means, and never evaluates one.
//!
//! | file | what stands there |
//! |---|---|
//! | `grammar` | the pest parser of single statements, its errors in plain words |
//! | `cures` | what newcomers write, and what to write instead |
//! | `contracts` | contracts of functions without a body. `contracts::calls`: where they are called; `contracts::places`: what changes and is freed; `contracts::kept`: old values; `contracts::commands`: contracts as commands |
//! | `definitions` | predicates that a specification defines, put in where they are used |
//! | `split` | cuts a text into statements |
//! | `syntax` | the tree of a statement |
//! | `parse` | precedence, positions, a limit on depth |
//! | `words` | numbers, characters and type names |
//! | `statements` | whole texts: specification, `//@` lines, hints |
//! | `resolve` | names, types and sorts |
//! | `new_blocks` | blocks that an allocation makes, chosen freely |
//! | `old` | values at the entry: constants, and assumptions about them |
//! | `quantified` | what is said of all nodes that paths lead to |
//! | `count` | numbers of nodes, compared |
//! | `expressions` | the C expressions in them |
//! | `fields` | field sets: which fields a path may select |
//! | `location` | names of locations |
//! | `named` | the locations that a claim names |
//! | `scopes` | variables that are named where their scope has ended |
//! | `size` | how large formulas become without `<=>` |
//! | `question` | what an engine is asked about: a program, its entry, and what is specified |
//! | `display` | predicates and hints as text that can be read again |

mod contracts;
mod count;
mod cures;
mod definitions;
pub mod display;
mod expressions;
mod fields;
mod grammar;
mod location;
mod named;
mod new_blocks;
mod old;
mod parse;
mod quantified;
mod question;
mod resolve;
pub mod scopes;
mod size;
mod split;
mod statements;
mod syntax;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeMap;

use base::ids::IdVec;
use base::stack::with_room;
use base::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use ctype::{FieldId, TypeId};
use program::Contracted;
use program::expr::BOUND_NAMES;
use program::{Annotation, Expr, FunctionId, LocationId, Program, SymbolId, lower};

/// The deepest formula, counted in operators from its top to a leaf.
pub const MAX_DEPTH: u32 = 400;

pub use count::{CountComparison, CountSum};
pub use fields::{field_name, leads_one_way, pointer_fields};
pub use location::name as location_name;
pub use question::Question;

const TYPING: resolve::Typing = resolve::Typing { expression: lower::expression, type_name: lower::type_name };

/// Reads the specification `file` (if there is one) and the `//@` lines of the C file, for a flowchart of `entry`
/// in which all calls are inlined. The specification is of use only if the diagnostics hold no error.
pub fn parse_specification(
    sources: &SourceMap,
    file: Option<FileId>,
    program: &mut Program,
    entry: FunctionId,
) -> (Specification, Diagnostics) {
    in_room(|| statements::specification(sources, file, program, entry, TYPING))
}

/// The functions that the specification `file` and the `//@` lines of a C file have contracts for. Calls of them are lowered as
/// calls of functions with a body.
pub fn contracted(
    sources: &SourceMap,
    file: Option<FileId>,
    annotations: &[Annotation],
) -> BTreeMap<String, Contracted> {
    in_room(|| (statements::contracted(sources, file, annotations), Diagnostics::new())).0
}

/// What becomes of calls of functions with a contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContractCalls {
    /// They are inlined: statements of the specification say at each what the contract does.
    Inlined,
    /// They stay: commands of the function's body decide what the contract says, or it is not used, with a warning.
    Kept,
}

/// Gives the functions with a contract their bodies, before calls are inlined.
pub fn give_bodies(
    sources: &SourceMap,
    file: Option<FileId>,
    program: &mut Program,
    (entry, calls): (FunctionId, ContractCalls),
) -> Diagnostics {
    in_room(|| ((), statements::give_bodies(sources, file, program, (entry, calls), TYPING))).1
}

/// What may be names in a text, keywords and all: more than the statements mention, never less.
pub fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '$')).filter(|word| !word.is_empty())
}

/// Reads a hints file; `specification` gives the symbols. The hints are of use only if the diagnostics hold no
/// error.
pub fn parse_hints(
    sources: &SourceMap,
    file: FileId,
    program: &mut Program,
    entry: FunctionId,
    specification: &Specification,
) -> (Vec<Hint>, Diagnostics) {
    in_room(|| statements::hints(sources, file, program, entry, specification, TYPING))
}

/// Parsing recurses to the depth of [`MAX_DEPTH`], with large frames.
fn in_room<T: Default + Send>(work: impl FnOnce() -> (T, Diagnostics) + Send) -> (T, Diagnostics) {
    with_room("specification", work).unwrap_or_else(|error| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(Diagnostic::general(format!("no thread could be started: {error}")));
        (T::default(), diagnostics)
    })
}

/// A symbolic constant: NULL or the address of a block that exists at entry; the same throughout a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its name; that of an old value is `old(…)`.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Its declaration.
    pub span: Span,
    /// What it is.
    pub value: SymbolValue,
}

/// What a symbolic constant is. An assumption of the specification says the same, so an engine may take each for any value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SymbolValue {
    /// Any value.
    Any,
    /// What an expression is at the entry. Any value where it is undefined.
    Old(Expr),
    /// Not zero if and only if a formula holds at the entry.
    OldTruth(StateFormula),
}

/// An atomic predicate. `fields` is sorted and without repetition; `avoid` is as written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// `reach[A;F](from, to)`, or `reachp` with `at_least_one`.
    Reach {
        /// `reachp`: one or more memory steps.
        at_least_one: bool,
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
        /// Start.
        from: Expr,
        /// Goal.
        to: Expr,
    },
    /// `dshared[A;F](left, right)`
    Dshared {
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
        /// First start.
        left: Expr,
        /// Second start.
        right: Expr,
    },
    /// `cyclic[A;F](from)`
    Cyclic {
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
        /// Start.
        from: Expr,
    },
    /// What holds of all nodes that paths lead to: `tree[A;F](from)` and quantified formulas.
    Structure {
        /// What.
        claim: StructureClaim<StateFormula>,
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
        /// Start.
        from: Expr,
    },
    /// Sums of numbers compared, some of them `count[A;F](from)`: how many nodes of the type that `from` points to paths from it
    /// lead to. It is false where an expression is undefined.
    Count {
        /// What is compared, and how.
        comparison: CountComparison<Expr>,
        /// `A`
        avoid: Vec<Expr>,
        /// `F`
        fields: Vec<FieldId>,
    },
    /// `allocated(e)`: `e` is the address of something that lives. An extension of the syntax.
    Allocated(Expr),
    /// A C scalar expression used as a condition: true where it is defined and not zero. A comparison, a
    /// pointer (`x` for `x != NULL`) or an integer.
    Condition(Expr),
}

/// What is said of all that paths lead to. In the formulas, [`program::expr::bound_symbol`] stands for nodes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StructureClaim<F> {
    /// `tree`: no two different paths lead from the start to one place.
    Tree,
    /// `forall`: the formula holds for every node `v` of the type that the start points to.
    ForAll(Box<F>),
    /// `each`: the formula holds for every link from such a node `u` to a live node `v`, unless the link is avoided.
    Each(Box<F>),
}

impl<F> StructureClaim<F> {
    /// Its formula.
    pub fn body(&self) -> Option<&F> {
        match self {
            StructureClaim::Tree => None,
            StructureClaim::ForAll(body) | StructureClaim::Each(body) => Some(body),
        }
    }

    /// The same with another formula.
    pub fn with_body<G>(&self, change: impl FnOnce(&F) -> G) -> StructureClaim<G> {
        match self {
            StructureClaim::Tree => StructureClaim::Tree,
            StructureClaim::ForAll(body) => StructureClaim::ForAll(Box::new(change(body))),
            StructureClaim::Each(body) => StructureClaim::Each(Box::new(change(body))),
        }
    }

    /// The claim as specifications write it: `brackets` is `[A;F]`, `from` the start.
    pub fn text(&self, brackets: &str, from: &str, formula: impl FnOnce(&F) -> String) -> String {
        let [first, second] = BOUND_NAMES;
        match self {
            StructureClaim::Tree => format!("tree{brackets}({from})"),
            StructureClaim::ForAll(body) => format!("forall{brackets}({second} : {from}; {})", formula(body)),
            StructureClaim::Each(body) => format!("each{brackets}({first}, {second} : {from}; {})", formula(body)),
        }
    }
}

/// A state formula. `Unknown` (`*`) only stands in right sides of hints.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum StateFormula {
    /// `true`
    True,
    /// `false`
    False,
    /// `*`
    Unknown,
    /// A predicate.
    Atom(Predicate),
    /// `!f`
    Not(Box<StateFormula>),
    /// `f && g`
    And(Box<StateFormula>, Box<StateFormula>),
    /// `f || g`
    Or(Box<StateFormula>, Box<StateFormula>),
    /// `f => g`
    Implies(Box<StateFormula>, Box<StateFormula>),
    /// `f <=> g`
    Iff(Box<StateFormula>, Box<StateFormula>),
    /// `if c then f else g` (hints)
    IfThenElse(Box<StateFormula>, Box<StateFormula>, Box<StateFormula>),
}

/// A temporal formula over located state formulas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Temporal {
    /// `p @ L`: control is at one of the locations, and `p` holds.
    At(StateFormula, Vec<LocationId>),
    /// A state formula without location: holds in any state.
    Holds(StateFormula),
    /// `!f`
    Not(Box<Temporal>),
    /// `f && g`
    And(Box<Temporal>, Box<Temporal>),
    /// `f || g`
    Or(Box<Temporal>, Box<Temporal>),
    /// `f => g`
    Implies(Box<Temporal>, Box<Temporal>),
    /// `f <=> g`
    Iff(Box<Temporal>, Box<Temporal>),
    /// `X f`
    Next(Box<Temporal>),
    /// `G f`
    Globally(Box<Temporal>),
    /// `F f`
    Finally(Box<Temporal>),
    /// `f U g`
    Until(Box<Temporal>, Box<Temporal>),
    /// `f W g`
    WeakUntil(Box<Temporal>, Box<Temporal>),
    /// `f R g`
    Release(Box<Temporal>, Box<Temporal>),
}

impl Temporal {
    /// The direct operands, left to right.
    fn operands(&self) -> Vec<&Temporal> {
        match self {
            Temporal::At(..) | Temporal::Holds(_) => Vec::new(),
            Temporal::Not(inner) | Temporal::Next(inner) | Temporal::Globally(inner) | Temporal::Finally(inner) => {
                vec![inner]
            }
            Temporal::And(left, right)
            | Temporal::Or(left, right)
            | Temporal::Implies(left, right)
            | Temporal::Iff(left, right)
            | Temporal::Until(left, right)
            | Temporal::WeakUntil(left, right)
            | Temporal::Release(left, right) => vec![left, right],
        }
    }

    /// The formula and all its parts, left to right.
    fn parts(&self) -> Vec<&Temporal> {
        let mut found = Vec::new();
        let mut agenda = vec![self];
        while let Some(formula) = agenda.pop() {
            found.push(formula);
            agenda.extend(formula.operands().into_iter().rev());
        }
        found
    }

    /// The state formulas in it, left to right.
    pub fn located_parts(&self) -> Vec<&Temporal> {
        let mut parts = self.parts();
        parts.retain(|part| matches!(part, Temporal::At(..) | Temporal::Holds(_)));
        parts
    }

    /// Whether `X` occurs: only then does it matter how often a state repeats itself.
    pub fn uses_next(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Temporal::Next(_)))
    }
}

/// What a statement of a specification asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// `assume p @ L;`: runs where `p` fails at `L` do not count.
    Assume(StateFormula, Vec<LocationId>),
    /// `assert p @ L;`
    Assert(StateFormula, Vec<LocationId>),
    /// `watch p @ L;`: only starts a computation of weakest preconditions.
    Watch(StateFormula, Vec<LocationId>),
    /// `ltl name: f;`
    Ltl(String, Temporal),
}

/// A statement of a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// What it asks for.
    pub kind: StatementKind,
    /// Its text as written, on one line, without the final semicolon.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// One property of a specification: a statement at one location, or of whole runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SpecifiedProperty {
    /// Index of the statement.
    pub statement: usize,
    /// Where an assertion is to hold; `None` for a temporal formula.
    pub location: Option<LocationId>,
}

/// A contract that the answer rests on: the entry function calls its function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssumedContract {
    /// The function.
    pub function: String,
    /// Where the contract stands.
    pub span: Span,
    /// All of its text.
    pub whole: Span,
    /// The calls.
    pub calls: Vec<ContractCall>,
}

/// A call of a function with a contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContractCall {
    /// Where it begins.
    pub called: LocationId,
    /// Where what is ensured holds, if anything is.
    pub ensured: Option<LocationId>,
}

/// A resolved specification.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specification {
    /// Its symbolic constants.
    pub symbols: IdVec<SymbolId, Symbol>,
    /// Where it defines predicates: hints may use them.
    definitions: Vec<Span>,
    /// Its statements in order: those of the file, then those of `//@` lines, then those of contracts.
    pub statements: Vec<Statement>,
    /// The contracts that are assumed to be kept.
    pub contracts: Vec<AssumedContract>,
}

impl Specification {
    /// The names of the symbolic constants.
    pub fn symbol_names(&self) -> IdVec<SymbolId, String> {
        self.symbols.iter().map(|symbol| symbol.name.clone()).collect()
    }

    /// The symbolic constants with their types.
    pub fn symbol_types(&self) -> Vec<(SymbolId, TypeId)> {
        self.symbols.enumerate().map(|(id, symbol)| (id, symbol.ty)).collect()
    }

    /// The symbolic constants that may have any value, with their types.
    pub fn free_symbols(&self) -> Vec<(SymbolId, TypeId)> {
        let free = self.symbols.enumerate().filter(|(_, symbol)| symbol.value == SymbolValue::Any);
        free.map(|(id, symbol)| (id, symbol.ty)).collect()
    }

    /// What is to hold: each assertion at each of its locations, and each temporal formula.
    pub fn asserted(&self) -> impl Iterator<Item = SpecifiedProperty> {
        self.statements.iter().enumerate().flat_map(|(statement, known)| {
            let locations = match &known.kind {
                StatementKind::Assert(_, at) => at.iter().copied().map(Some).collect(),
                StatementKind::Ltl(..) => vec![None],
                StatementKind::Assume(..) | StatementKind::Watch(..) => Vec::new(),
            };
            locations.into_iter().map(move |location| SpecifiedProperty { statement, location })
        })
    }

    /// The same with only some of its statements, by index, and all that it assumes. Others keep their places, but demand nothing.
    #[must_use]
    pub fn only(&self, is_kept: impl Fn(usize) -> bool) -> Specification {
        let mut only = self.clone();
        for (_, statement) in only.statements.iter_mut().enumerate().filter(|(index, _)| !is_kept(*index)) {
            match &mut statement.kind {
                StatementKind::Assert(formula, _) | StatementKind::Watch(formula, _) => *formula = StateFormula::True,
                StatementKind::Ltl(_, temporal) => *temporal = Temporal::Holds(StateFormula::True),
                StatementKind::Assume(..) => {}
            }
        }
        only
    }
}

/// `base->n+`: any value got from `base` by one or more steps through `field`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chain {
    /// Stands for the chain in the hint's pattern, as an [`program::ExprNode::Symbol`].
    pub placeholder: SymbolId,
    /// Where the chain starts.
    pub base: Expr,
    /// The field that every step follows.
    pub field: FieldId,
}

/// `hint pattern @ L ~> replacement;`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The predicate to be approximated; placeholders of `chains` may occur in it.
    pub pattern: Predicate,
    /// The families in the pattern. Equal chains share one placeholder.
    pub chains: Vec<Chain>,
    /// `?A` was written: the avoid set may hold further addresses than those of the pattern.
    pub any_avoid: bool,
    /// Where it applies.
    pub locations: Vec<LocationId>,
    /// What stands for the predicate there.
    pub replacement: StateFormula,
    /// `any` was written: the predicate keeps a variable of its own, which takes any value that fits the other predicates at
    /// the location; those of `replacement` are asked for, too.
    pub is_free: bool,
    /// Its text as written, on one line, without the final semicolon.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}
