//! The program as every engine sees it: variables, expressions, and one flowchart per function.
//!
//! `lower` is the only part that reads the syntax tree; everything behind it works on
//! [`Program`]. A procedure to be analysed is a program whose entry function has been inlined, so that
//! its flowchart holds no call.
//!
//! | module | imports | what it is |
//! |---|---|---|
//! | `expr` | | expressions, typed, without side effects |
//! | `fault` | | the kinds of errors that a run can meet, and which property each is about: a new kind begins here |
//! | `limits` | | limits that engines share |
//! | `flowchart` | | commands, edges, locations |
//! | `display` | `expr`, `limits` | programs as text |
//! | `analysis` | `display` | loops, dominators, live variables, the call graph |
//! | `bounds` | | sizes of objects, as runs check them |
//! | `library` | | what functions of the C library do, as data. `library::table`: one row a function; `library::format`: the grammar of `printf` and `scanf` |
//! | `outside` | `limits` | what pointers that come from outside may lead to |
//! | `start` | `outside` | the state in which a program starts |
//! | `lower` | `library` | from the syntax tree to flowcharts |
//! | `contract` | `lower` | bodies of functions that only a contract is known of |
//! | `inline` | `analysis`, `library`, `lower` | flowcharts without calls |
//! | `interp` | `analysis`, `bounds`, `library`, `limits`, `outside`, `start` | concrete runs |
//! | `described` | `interp`, `start` | one state that a procedure may start with, told cell by cell |
//! | `witness` | `described`, `limits` | what one run is given: the state that it starts in, and what it chooses |
//! | `heaps` | `described`, `interp`, `limits`, `start` | all small heaps that a procedure may start with. `heaps::description`: one of them, told cell by cell; `heaps::as_read`: those that differ in what somebody reads |

pub mod analysis;
pub mod bounds;
pub mod contract;
pub mod described;
pub mod display;
pub mod expr;
mod fault;
pub mod flowchart;
pub mod heaps;
pub mod inline;
pub mod interp;
pub mod library;
pub mod limits;
pub mod lower;
pub mod outside;
pub mod start;
pub mod witness;

use std::collections::{BTreeMap, BTreeSet};

use base::define_id;
use base::ids::IdVec;
use base::{Diagnostic, SourceMap, Span};
use ctype::{ConstantBits, DataModel, RecordId, TypeId, TypeTable};

pub use expr::{BinaryOp, Expr, ExprNode, UnaryOp};
pub use fault::{FaultClass, FaultKind, UndefinedBehaviour, UninitializedUse};
pub use flowchart::{
    Callee, Command, DecidingInput, Edge, EdgeId, Failure, FailureKind, Flowchart, Location, LocationId, Reach,
};
pub use frontend::ast::Annotation;
pub use library::LibraryFunction;

define_id! {
    /// A variable: global, parameter, local or made by lowering.
    VariableId
}
define_id! {
    /// A function.
    FunctionId
}
define_id! {
    /// A string literal.
    StringId
}
define_id! {
    /// A symbolic constant of a specification (`symbol k : Node *;`).
    SymbolId
}

/// What a variable is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableKind {
    /// File scope, or `static` in a function: initialised before the program starts.
    Global,
    /// Parameter.
    Parameter,
    /// Local of automatic storage.
    Local,
    /// Made by lowering to hold an intermediate value; never named by a user.
    Temporary,
    /// `\result`: the value that the function returns.
    Result,
}

/// Which files know a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// No other file.
    Internal,
    /// Others may, too: they may take its address, and change it.
    External,
    /// The same, and it is defined in another file, which says what it holds at the start.
    Elsewhere,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Name as written; for a copy made by inlining the caller-visible name is [`Variable::display`].
    pub name: String,
    /// Declared type.
    pub ty: TypeId,
    /// What it is for.
    pub kind: VariableKind,
    /// The function that it belongs to (`None`: file scope).
    pub function: Option<FunctionId>,
    /// Distinguishes copies made by inlining: `append#2`. `None` for the original.
    pub instance: Option<String>,
    /// Whether it lives in a block within its function, and not as long as that runs.
    pub in_block: bool,
    /// Whether the program takes its address explicitly (`&x`, or by using an array as a pointer).
    pub address_taken: bool,
    /// Bytes behind the size of its type, for what an initialiser gives to a flexible array at its end.
    pub extra_bytes: u64,
    /// Whether it is a `const` object as a whole; types carry no qualifiers. Only its initialiser stores to the variable
    /// itself then, and to what of it is `const` otherwise ([`Program::constant_bits`]).
    pub is_constant: bool,
    /// Whether it is no variable of the text, but a choice that a specification speaks of: NULL until it is made.
    pub is_chosen: bool,
    /// Which files know it.
    pub linkage: Linkage,
    /// Its declaration.
    pub span: Span,
}

impl Variable {
    /// The name shown to users: `x`, or `append#2::x` for a copy made by inlining.
    pub fn display(&self) -> String {
        match &self.instance {
            Some(instance) => format!("{instance}::{}", self.name),
            None => self.name.clone(),
        }
    }
}

/// A function; without a flowchart it is only declared.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name.
    pub name: String,
    /// Its function type.
    pub ty: TypeId,
    /// Parameters in order (empty for a mere declaration).
    pub parameters: Vec<VariableId>,
    /// The `\result` variable; `None` for `void`.
    pub result: Option<VariableId>,
    /// All variables of automatic storage, parameters and result included.
    pub locals: Vec<VariableId>,
    /// The body.
    pub flowchart: Option<Flowchart>,
    /// Whether no other file knows it: it was declared `static`.
    pub is_static: bool,
    /// The declarator.
    pub span: Span,
}

/// What the names of types and constants at file scope mean; block scopes add what is new.
#[derive(Clone, Default, Debug)]
pub struct FileScope {
    /// Typedef names.
    pub typedefs: BTreeMap<String, TypeId>,
    /// Tags of structs and unions.
    pub records: BTreeMap<String, RecordId>,
    /// Tags of enumerations.
    pub enums: BTreeMap<String, TypeId>,
    /// Constants of enumerations: value and type.
    pub constants: BTreeMap<String, (i128, TypeId)>,
}

/// A function that has a contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contracted {
    /// Where the contract is.
    pub span: Span,
    /// Whether it may change or free what exists at the call.
    pub changes: bool,
}

/// A whole program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Types and layouts.
    pub types: TypeTable,
    /// All variables.
    pub variables: IdVec<VariableId, Variable>,
    /// All functions, defined or declared.
    pub functions: IdVec<FunctionId, Function>,
    /// String literals, without the final zero byte.
    pub strings: IdVec<StringId, Vec<u8>>,
    /// Stores that initialise the globals, in order; what they do not mention is zero.
    pub initializers: Vec<Edge>,
    /// `//@` lines, in order.
    pub annotations: Vec<Annotation>,
    /// Names of types and constants.
    pub scope: FileScope,
    /// Names that a specification mentions: where the lifetimes of such variables begin can be noticed.
    pub observed: BTreeSet<String>,
    /// The functions that have a contract.
    pub contracted: BTreeMap<String, Contracted>,
    /// What a call of a function may do that has neither a body nor a contract.
    pub unknown_calls: UnknownCalls,
    /// The functions that are taken to change nothing, with the place of a call.
    pub taken_as_harmless: BTreeMap<String, Span>,
    /// Expressions of specifications and hints: they see the cells of the program as well.
    pub stated: Vec<Expr>,
    /// Which external memory it can look at.
    pub exposed: library::Exposed,
}

/// What a call of a function may do that only its declaration is known of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnknownCalls {
    /// Anything: what comes behind it is open.
    #[default]
    Anything,
    /// It returns, and changes no memory of the program. Its result is any value of its type. Answers rest on that.
    Nothing,
}

impl UnknownCalls {
    /// All of them, by the names that users give.
    pub const NAMES: &'static [(&'static str, UnknownCalls)] =
        &[("anything", UnknownCalls::Anything), ("nothing", UnknownCalls::Nothing)];
}

/// The function to analyse: the one named, else `main`, else the only function with a body in the user's own file (header
/// files define inline functions).
pub fn select_entry(program: &Program, sources: &SourceMap, name: Option<&str>) -> Result<FunctionId, Diagnostic> {
    let defined: Vec<FunctionId> =
        program.defined_functions().filter(|id| sources.is_in_own_file(program.functions[*id].span)).collect();
    let names = || defined.iter().map(|id| program.functions[*id].name.as_str()).collect::<Vec<_>>().join(", ");
    let main = program.defined_function("main");
    let named = name.and_then(|name| program.defined_function(name));
    if let Some(named) = named {
        return Ok(named);
    }
    if defined.is_empty() && main.is_none() {
        return Err(Diagnostic::general("the program has no function with a body"));
    }
    if let Some(name) = name {
        return Err(Diagnostic::general(format!("there is no function '{name}'; there are: {}", names())));
    }
    match (main, defined.as_slice()) {
        (Some(main), _) => Ok(main),
        (None, [only]) => Ok(*only),
        _ => Err(Diagnostic::general(format!("there is no 'main'; choose one with --entry: {}", names()))),
    }
}

/// The functions that other files may call: those with a body in the user's own file that are not `static`.
pub fn external_functions(program: &Program, sources: &SourceMap) -> Vec<FunctionId> {
    let is_external = |id: &FunctionId| {
        let function = program.functions.get(*id);
        function.is_some_and(|function| !function.is_static && sources.is_in_own_file(function.span))
    };
    program.defined_functions().filter(is_external).collect()
}

/// The variables whose address stands in some expression of some edges.
pub fn variables_in<'e>(edges: impl Iterator<Item = &'e Edge>) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    for expression in edges.flat_map(|edge| edge.command.expressions()) {
        expression.visit(&mut |part| {
            if let ExprNode::VariableAddress(variable) = part.node {
                found.insert(variable);
            }
        });
    }
    found
}

impl Program {
    /// An empty program.
    pub fn new(model: DataModel) -> Self {
        Program {
            types: TypeTable::new(model),
            variables: IdVec::new(),
            functions: IdVec::new(),
            strings: IdVec::new(),
            initializers: Vec::new(),
            annotations: Vec::new(),
            scope: FileScope::default(),
            observed: BTreeSet::new(),
            contracted: BTreeMap::new(),
            unknown_calls: UnknownCalls::default(),
            taken_as_harmless: BTreeMap::new(),
            stated: Vec::new(),
            exposed: library::Exposed::default(),
        }
    }

    /// Adds a variable of internal linkage, and makes it a local of its function if it has one and is no global.
    pub fn add_variable(
        &mut self,
        function: Option<FunctionId>,
        (name, ty, kind): (String, TypeId, VariableKind),
        span: Span,
    ) -> VariableId {
        let id = self.variables.push(Variable {
            name,
            ty,
            kind,
            function,
            instance: None,
            in_block: false,
            address_taken: false,
            extra_bytes: 0,
            is_constant: false,
            is_chosen: false,
            linkage: Linkage::Internal,
            span,
        });
        if let Some(function) = function.filter(|_| kind != VariableKind::Global) {
            self.functions[function].locals.push(id);
        }
        id
    }

    /// Adds a temporary to a function. Its name begins with a word, and is none of C.
    pub fn add_temporary(&mut self, function: FunctionId, word: &str, ty: TypeId, span: Span) -> VariableId {
        let name = format!("{word}#{}", self.functions[function].locals.len());
        self.add_variable(Some(function), (name, ty, VariableKind::Temporary), span)
    }

    /// Whether a variable is none of the text, but holds a value on the way through an expression.
    pub fn is_temporary(&self, variable: VariableId) -> bool {
        self.variables.get(variable).is_some_and(|known| known.kind == VariableKind::Temporary)
    }

    /// Whether objects that are defined elsewhere hold anything when the program starts.
    pub fn starts_with_any_value(&self) -> bool {
        self.initializers.iter().any(|edge| matches!(edge.command, Command::Havoc { .. }))
    }

    /// The size of a variable in bytes; `None` for one of incomplete type.
    pub fn size_of_variable(&self, variable: VariableId) -> Option<u64> {
        let variable = self.variables.get(variable)?;
        self.types.size_of(variable.ty)?.checked_add(variable.extra_bytes)
    }

    /// Whether a variable is one of file scope, or `static`.
    pub fn is_global(&self, variable: VariableId) -> bool {
        self.variables.get(variable).is_some_and(|variable| variable.kind == VariableKind::Global)
    }

    /// The bits of a variable that are `const`: all, or those that its type makes so. Once it has its value, nothing may
    /// write to them.
    pub fn constant_bits(&self, variable: VariableId) -> ConstantBits {
        match self.variables.get(variable) {
            Some(variable) if variable.is_constant => ConstantBits::All,
            Some(variable) => self.types.constant_bits(variable.ty),
            None => ConstantBits::None,
        }
    }

    /// The edges of all functions, and the initialisers of global variables.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let flowcharts = self.functions.iter().filter_map(|function| function.flowchart.as_ref());
        flowcharts.flat_map(|flowchart| flowchart.edges().map(|edge| flowchart.edge(edge))).chain(&self.initializers)
    }

    /// The variables whose address stands in some expression.
    pub fn used_variables(&self) -> BTreeSet<VariableId> {
        variables_in(self.edges())
    }

    /// The variables that another file defines, as those of header files, and that neither this program nor a specification
    /// mentions.
    pub fn idle_variables(&self) -> BTreeSet<VariableId> {
        let is_elsewhere =
            |variable: &Variable| variable.linkage == Linkage::Elsewhere && !self.observed.contains(&variable.name);
        let mut idle: BTreeSet<VariableId> =
            self.variables.enumerate().filter(|(_, variable)| is_elsewhere(variable)).map(|(id, _)| id).collect();
        if idle.is_empty() {
            return idle;
        }
        let flowcharts = self.functions.iter().filter_map(|function| function.flowchart.as_ref());
        let edges = flowcharts.flat_map(|flowchart| flowchart.edges().map(|edge| flowchart.edge(edge)));
        for edge in edges.chain(&self.initializers) {
            for expression in edge.command.expressions() {
                expression.visit(&mut |part| {
                    if let ExprNode::VariableAddress(variable) = part.node {
                        idle.remove(&variable);
                    }
                });
            }
        }
        idle
    }

    /// The variables that the library gives a stream to point to.
    pub fn streams(&self) -> impl Iterator<Item = (VariableId, &Variable)> {
        self.variables.enumerate().filter(|(_, variable)| {
            let is_global = variable.kind == VariableKind::Global && variable.function.is_none();
            is_global && library::STREAMS.contains(&variable.name.as_str()) && self.types.is_pointer(variable.ty)
        })
    }

    /// The function of this name that has a body.
    pub fn defined_function(&self, name: &str) -> Option<FunctionId> {
        self.functions
            .enumerate()
            .find(|(_, function)| function.name == name && function.flowchart.is_some())
            .map(|(id, _)| id)
    }

    /// Ids of all functions with a body.
    pub fn defined_functions(&self) -> impl Iterator<Item = FunctionId> {
        self.functions.enumerate().filter(|(_, function)| function.flowchart.is_some()).map(|(id, _)| id)
    }

    /// The flowchart of a function with a body.
    pub fn flowchart(&self, function: FunctionId) -> Option<&Flowchart> {
        self.functions.get(function)?.flowchart.as_ref()
    }
}
