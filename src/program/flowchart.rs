//! Flowcharts: control locations, and edges that each carry one command (paper, section 2).

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;
use smallvec::SmallVec;

use crate::{Expr, FunctionId, LibraryFunction, VariableId};
use base::Span;
use ctype::TypeId;

/// A control location of one flowchart.
pub type LocationId = NodeIndex<u32>;
/// An edge of one flowchart.
pub type EdgeId = EdgeIndex<u32>;

/// A control location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// C labels that stand here; copies made by inlining have `function#2::label`.
    pub labels: Vec<String>,
    /// The statements that begin here, outermost first (for `line 12` and `//@` lines).
    pub statements: SmallVec<[Span; 1]>,
    /// Where control is, for messages.
    pub span: Span,
    /// The function whose text this is (the callee's for an inlined copy).
    pub function: FunctionId,
}

/// How a run can fail by a command alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureKind {
    /// `assert(e)` with false `e`, or `__assert_fail`.
    Assertion,
    /// `reach_error()` or `__VERIFIER_error()`.
    ReachError,
}

impl FailureKind {
    /// What is wrong, where the program text says no more of it.
    pub fn describe(self) -> &'static str {
        match self {
            FailureKind::Assertion => "an assertion fails",
            FailureKind::ReachError => "an error function is called",
        }
    }
}

/// A failure with the text to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What kind.
    pub kind: FailureKind,
    /// For an assertion, its condition.
    pub message: String,
    /// Whether it ends the program for sure: that of an assertion does, a call of a function only if it is declared so.
    pub ends: bool,
}

/// Who is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function by name.
    Direct(FunctionId),
    /// A function through a pointer.
    Indirect(Box<Expr>),
}

/// What an edge does. Each runs to its end or is an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Nothing.
    Skip,
    /// `*address = value`, a scalar.
    Store {
        /// Where to.
        address: Expr,
        /// What.
        value: Expr,
    },
    /// `*target = *source` for a whole struct, union or array.
    Copy {
        /// Address written.
        target: Expr,
        /// Address read.
        source: Expr,
        /// The type copied.
        ty: TypeId,
    },
    /// Runs only where `condition` (a scalar) is non-zero (`holds`), or zero (`!holds`).
    Assume {
        /// The condition: never `&&`, `||`, `!`, which are control flow.
        condition: Expr,
        /// Which outcome lets control pass.
        holds: bool,
    },
    /// `*address = malloc(bytes)` and its kin.
    Allocate {
        /// Where the pointer goes.
        address: Expr,
        /// Size in bytes.
        bytes: Expr,
        /// What the block holds, by the pointer's type; `None` where that is `void *`.
        element: Option<TypeId>,
        /// `calloc`: all bytes zero; otherwise indeterminate.
        zeroed: bool,
        /// Whether NULL is a possible outcome.
        may_fail: bool,
    },
    /// `free(pointer)`; NULL is allowed.
    Free(Expr),
    /// `*address = ` any value of the type, of an object as a whole, too: inputs and `__VERIFIER_nondet_*`.
    Havoc {
        /// Where to.
        address: Expr,
    },
    /// The variable's lifetime begins; its value is indeterminate.
    ScopeStart(VariableId),
    /// The variable's lifetime ends.
    ScopeEnd(VariableId),
    /// Call of a function; gone after inlining.
    Call {
        /// Who.
        callee: Callee,
        /// Arguments, converted to the parameters' types where there is a prototype.
        arguments: Vec<Expr>,
        /// Address that receives the result.
        result: Option<Expr>,
    },
    /// A failure of the program.
    Fail(Failure),
    /// The program ends here (`exit`, `abort`), with a status.
    Halt(Option<Expr>),
    /// Text written to standard output, by `printf` and its kin: no effect on the heap.
    Print {
        /// Which function.
        function: LibraryFunction,
        /// The name that the program calls it by.
        name: String,
        /// Its arguments.
        arguments: Vec<Expr>,
    },
    /// Call of a function of the library that has no command of its own.
    Library {
        /// Which: [`LibraryFunction::entry`] says what it does.
        function: LibraryFunction,
        /// The name that the program calls it by, which may be another name of the same row.
        name: String,
        /// Its arguments, converted to the types of the table's prototype.
        arguments: Vec<Expr>,
        /// Address that receives the result.
        result: Option<Expr>,
    },
    /// Something that no engine follows: every verdict that depends on it is "unknown".
    Unsupported {
        /// What, and why.
        reason: String,
        /// What it may do.
        reach: Reach,
    },
}

/// What something may do that no engine follows. None of it makes the code behind it unreachable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reach {
    /// Nothing changes. Whether a run comes here at all is up to the compiler, so none that does shows a violation.
    Nothing,
    /// A function without a body: it may change and free all memory but the variables whose address was never taken.
    Elsewhere,
    /// Any memory may change, variables without an address included. Control goes on behind the command.
    Memory,
    /// Any memory may change, and control may go on at any location of the procedure.
    Control,
    /// Evaluations behind the command may come in another order than they stand there. A run may go on, as C allows their order
    /// too; what the other orders do is as open as behind [`Reach::Control`].
    Order,
}

impl Command {
    /// A call of a library function that lowering makes itself: its name is the one of the table.
    pub fn library(function: LibraryFunction, arguments: Vec<Expr>, result: Option<Expr>) -> Command {
        Command::Library { function, name: function.name().to_string(), arguments, result }
    }

    /// The command with other variables.
    pub fn map_variables(&self, map: &dyn Fn(VariableId) -> VariableId) -> Command {
        let of = |expr: &Expr| expr.map_variables(map);
        let all = |list: &[Expr]| list.iter().map(|expr| expr.map_variables(map)).collect();
        match self {
            Command::Skip | Command::Fail(_) | Command::Halt(None) | Command::Unsupported { .. } => self.clone(),
            Command::Store { address, value } => Command::Store { address: of(address), value: of(value) },
            Command::Copy { target, source, ty } => Command::Copy { target: of(target), source: of(source), ty: *ty },
            Command::Assume { condition, holds } => Command::Assume { condition: of(condition), holds: *holds },
            Command::Allocate { address, bytes, element, zeroed, may_fail } => Command::Allocate {
                address: of(address),
                bytes: of(bytes),
                element: *element,
                zeroed: *zeroed,
                may_fail: *may_fail,
            },
            Command::Free(pointer) => Command::Free(of(pointer)),
            Command::Havoc { address } => Command::Havoc { address: of(address) },
            Command::ScopeStart(variable) => Command::ScopeStart(map(*variable)),
            Command::ScopeEnd(variable) => Command::ScopeEnd(map(*variable)),
            Command::Call { callee, arguments, result } => {
                let callee = match callee {
                    Callee::Direct(function) => Callee::Direct(*function),
                    Callee::Indirect(pointer) => Callee::Indirect(Box::new(of(pointer))),
                };
                Command::Call { callee, arguments: all(arguments), result: result.as_ref().map(of) }
            }
            Command::Halt(Some(status)) => Command::Halt(Some(of(status))),
            Command::Library { function, name, arguments, result } => Command::Library {
                function: *function,
                name: name.clone(),
                arguments: all(arguments),
                result: result.as_ref().map(of),
            },
            Command::Print { function, name, arguments } => {
                Command::Print { function: *function, name: name.clone(), arguments: all(arguments) }
            }
        }
    }

    /// The address that the command itself stores to; a called function may store elsewhere, too.
    pub fn written(&self) -> Option<&Expr> {
        match self {
            Command::Store { address, .. } | Command::Allocate { address, .. } | Command::Havoc { address } => {
                Some(address)
            }
            Command::Copy { target, .. } => Some(target),
            Command::Call { result, .. } | Command::Library { result, .. } => result.as_ref(),
            _ => None,
        }
    }

    /// All expressions of the command, in order; targets are given by their addresses.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Command::Skip
            | Command::ScopeStart(_)
            | Command::ScopeEnd(_)
            | Command::Fail(_)
            | Command::Halt(None)
            | Command::Unsupported { .. } => Vec::new(),
            Command::Store { address, value } => vec![address, value],
            Command::Copy { target, source, .. } => vec![target, source],
            Command::Assume { condition, .. } => vec![condition],
            Command::Allocate { address, bytes, .. } => vec![address, bytes],
            Command::Free(pointer) => vec![pointer],
            Command::Havoc { address } => vec![address],
            Command::Call { callee, arguments, result } => {
                let pointer = match callee {
                    Callee::Direct(_) => None,
                    Callee::Indirect(pointer) => Some(pointer.as_ref()),
                };
                pointer.into_iter().chain(arguments).chain(result).collect()
            }
            Command::Halt(Some(status)) => vec![status],
            Command::Library { arguments, result, .. } => arguments.iter().chain(result).collect(),
            Command::Print { arguments, .. } => arguments.iter().collect(),
        }
    }
}

/// An edge: a command and its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// What it does.
    pub command: Command,
    /// The expression or statement that it comes from.
    pub span: Span,
    /// Where an input that no variable keeps decides which edge is taken: one that leads over this edge.
    pub input: Option<Box<DecidingInput>>,
}

/// An input that a branch reads, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidingInput {
    /// The text that reads it.
    pub operand: Span,
    /// What it is; `None` where a later branch on the same input decides that.
    pub number: Option<i128>,
}

/// The flowchart of one function.
#[derive(Clone, Debug)]
pub struct Flowchart {
    /// Locations and edges. Ids are dense: lowering leaves no holes.
    pub graph: DiGraph<Location, Edge, u32>,
    /// Where control enters.
    pub entry: LocationId,
    /// Where control leaves: every `return` leads here.
    pub exit: LocationId,
}

impl Flowchart {
    /// All locations, ascending.
    pub fn locations(&self) -> impl DoubleEndedIterator<Item = LocationId> + use<> {
        self.graph.node_indices()
    }

    /// All edges, ascending.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeId> + use<> {
        self.graph.edge_indices()
    }

    /// The location behind an id.
    pub fn location(&self, id: LocationId) -> &Location {
        &self.graph[id]
    }

    /// The edge behind an id.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.graph[id]
    }

    /// Where an edge starts.
    pub fn source(&self, id: EdgeId) -> LocationId {
        self.graph.edge_endpoints(id).map_or(self.entry, |(source, _)| source)
    }

    /// Where an edge leads.
    pub fn target(&self, id: EdgeId) -> LocationId {
        self.graph.edge_endpoints(id).map_or(self.exit, |(_, target)| target)
    }

    /// Edges into a location, ascending.
    pub fn incoming(&self, id: LocationId) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> =
            self.graph.edges_directed(id, petgraph::Direction::Incoming).map(|edge| edge.id()).collect();
        edges.sort();
        edges
    }

    /// Edges out of a location, ascending.
    pub fn outgoing(&self, id: LocationId) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> = self.graph.edges(id).map(|edge| edge.id()).collect();
        edges.sort();
        edges
    }
}
