//! Flowcharts: control locations, and edges that carry one command each (paper, section 2).

use std::sync::Arc;

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;
use smallvec::SmallVec;

use crate::{Expr, FunctionId, LibraryFunction, VariableId};
use base::Span;
use ctype::TypeId;

pub type LocationId = NodeIndex<u32>;
pub type EdgeId = EdgeIndex<u32>;

/// A control location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// C labels of this location; inlined copies are named `function#2::label`.
    pub labels: Vec<String>,
    /// The statements that begin here, outermost first (for `line 12` and `//@` lines).
    pub statements: SmallVec<[Span; 1]>,
    /// The source position shown in messages.
    pub span: Span,
    /// The function whose source this is (the callee for an inlined copy).
    pub function: FunctionId,
    /// The inlined copy that it belongs to, such as `function#2`; its variables are named accordingly.
    pub instance: Option<Arc<str>>,
}

/// The kinds of failure that the program states explicitly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureKind {
    /// `assert(e)` with false `e`, or `__assert_fail`.
    Assertion,
    /// `reach_error()` or `__VERIFIER_error()`.
    ReachError,
}

impl FailureKind {
    /// Describes a failure that has no message of its own.
    pub fn describe(self) -> &'static str {
        match self {
            FailureKind::Assertion => "an assertion fails",
            FailureKind::ReachError => "an error function is called",
        }
    }
}

/// An explicit failure and its message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub kind: FailureKind,
    /// The condition of a failed assertion.
    pub message: String,
    /// True if the program certainly ends here: always for an assertion, for a call only if the function is declared
    /// so.
    pub ends: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// A function pointer.
    Indirect(Box<Expr>),
    /// A function that is only declared, and whose declaration bounds its effects ([`crate::outside`]).
    Declared(DeclaredCallee),
}

/// A function that is only declared. The arguments of a call are the pointers that it gets; nothing else matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredCallee {
    pub function: FunctionId,
    /// For each argument, what the function may do with it.
    pub uses: Vec<PointerUse>,
    /// True if an attribute says that it changes no memory at all.
    pub changes_nothing: bool,
    /// True if an attribute says that its result is not NULL.
    pub returns_nonnull: bool,
}

/// What a function that is only declared may do with a pointer that it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerUse {
    /// Reads what it leads to.
    Reads,
    /// Changes, keeps or frees what it leads to.
    Changes,
    /// The function gets a copy of the object that it points into. It may change what pointers in that object lead to.
    Copies,
}

/// The effect of an edge. A command either completes or is an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Skip,
    /// `*address = value` for a scalar.
    Store {
        address: Expr,
        value: Expr,
    },
    /// `*target = *source` for a whole struct, union or array.
    Copy {
        /// Address of the destination.
        target: Expr,
        /// Address of the source.
        source: Expr,
        /// Type of the object copied.
        ty: TypeId,
    },
    /// Blocks unless `condition` (a scalar) is non-zero (`holds`) or zero (`!holds`).
    Assume {
        /// Never contains `&&`, `||` or `!`, which are lowered to control flow.
        condition: Expr,
        /// The outcome that lets control pass.
        holds: bool,
    },
    /// `*address = malloc(bytes)` and similar allocations.
    Allocate {
        /// Address that receives the pointer.
        address: Expr,
        /// Size of the block in bytes.
        bytes: Expr,
        /// Type of the block's contents, from the type of the pointer; `None` for `void *`.
        element: Option<TypeId>,
        /// True for `calloc`: all bytes are zero. Otherwise they are indeterminate.
        zeroed: bool,
        /// True if the allocation may return NULL.
        may_fail: bool,
    },
    /// `free(pointer)`; NULL is allowed.
    Free(Expr),
    /// Assigns any value of the type to `*address`, which may be a whole aggregate: inputs and `__VERIFIER_nondet_*`.
    Havoc {
        address: Expr,
    },
    /// The variable's lifetime begins; its value is indeterminate.
    ScopeStart(VariableId),
    /// The variable's lifetime ends.
    ScopeEnd(VariableId),
    /// Call of a function; removed by inlining.
    Call {
        callee: Callee,
        /// Arguments, converted to the parameter types if there is a prototype.
        arguments: Vec<Expr>,
        /// Address that receives the result.
        result: Option<Expr>,
    },
    /// An explicit failure.
    Fail(Failure),
    /// Terminates the program (`exit`, `abort`), with an exit status.
    Halt(Option<Expr>),
    /// Writes to standard output (`printf` and similar functions); no effect on the heap.
    Print {
        function: LibraryFunction,
        /// The name used in the call.
        name: String,
        arguments: Vec<Expr>,
    },
    /// Call of a library function that has no command of its own.
    Library {
        /// The row of the table: [`LibraryFunction::entry`] describes the effects.
        function: LibraryFunction,
        /// The name used in the call, which may be a synonym from the same row.
        name: String,
        /// Arguments, converted to the parameter types of the table's prototype.
        arguments: Vec<Expr>,
        /// Address that receives the result.
        result: Option<Expr>,
    },
    /// An unsupported construct: every verdict that depends on it is "unknown".
    Unsupported {
        reason: String,
        /// The possible effects.
        reach: Reach,
    },
}

/// Possible effects of an unsupported construct. None of them makes the code that follows unreachable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reach {
    /// No effect. The compiler decides whether control reaches this point, so no run through it shows a violation.
    Nothing,
    /// A function without a body: it may change and free all memory except variables whose address is never taken.
    Elsewhere,
    /// May change any memory, even variables whose address is never taken. Control continues after the command.
    Memory,
    /// May change any memory, and control may continue at any location of the procedure.
    Control,
    /// The evaluations that follow may take place in another order. A run may continue, as C also allows the order of
    /// the flowchart; the effect of the other orders is as unknown as for [`Reach::Control`].
    Order,
}

impl Command {
    /// Creates a library call that lowering introduces itself; it uses the name from the table.
    pub fn library(function: LibraryFunction, arguments: Vec<Expr>, result: Option<Expr>) -> Command {
        Command::Library { function, name: function.name().to_string(), arguments, result }
    }

    /// Returns the command with its variables replaced.
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
                    Callee::Declared(declared) => Callee::Declared(declared.clone()),
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

    /// Returns the address that the command itself stores to; a called function may store elsewhere, too.
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

    /// Returns all expressions of the command, in order. Targets are represented by their addresses.
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
                    Callee::Direct(_) | Callee::Declared(_) => None,
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

/// A command and its source position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub command: Command,
    /// The expression or statement that the command comes from.
    pub span: Span,
    /// The input that decides whether control takes the path through this edge, if the input is not stored in a
    /// variable.
    pub input: Option<Box<DecidingInput>>,
}

/// An input that is read only by a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidingInput {
    /// The source text that reads it.
    pub operand: Span,
    /// The value read; `None` if a later branch on the same input decides it.
    pub number: Option<i128>,
}

/// The flowchart of one function.
#[derive(Clone, Debug)]
pub struct Flowchart {
    /// Locations and edges. Ids are dense: lowering leaves no holes.
    pub graph: DiGraph<Location, Edge, u32>,
    pub entry: LocationId,
    /// The target of every `return`.
    pub exit: LocationId,
}

impl Flowchart {
    /// Locations in ascending order.
    pub fn locations(&self) -> impl DoubleEndedIterator<Item = LocationId> + use<> {
        self.graph.node_indices()
    }

    /// All C labels.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.locations().flat_map(|location| self.location(location).labels.iter().map(String::as_str))
    }

    /// Edges in ascending order.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeId> + use<> {
        self.graph.edge_indices()
    }

    pub fn location(&self, id: LocationId) -> &Location {
        &self.graph[id]
    }

    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.graph[id]
    }

    pub fn source(&self, id: EdgeId) -> LocationId {
        self.graph.edge_endpoints(id).map_or(self.entry, |(source, _)| source)
    }

    pub fn target(&self, id: EdgeId) -> LocationId {
        self.graph.edge_endpoints(id).map_or(self.exit, |(_, target)| target)
    }

    /// Edges into a location, in ascending order.
    pub fn incoming(&self, id: LocationId) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> =
            self.graph.edges_directed(id, petgraph::Direction::Incoming).map(|edge| edge.id()).collect();
        edges.sort();
        edges
    }

    /// Edges out of a location, in ascending order.
    pub fn outgoing(&self, id: LocationId) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> = self.graph.edges(id).map(|edge| edge.id()).collect();
        edges.sort();
        edges
    }
}
