//! The program as every engine sees it: variables, expressions, and one flowchart per function.
//!
//! Only `lower` reads the syntax tree; everything else works on [`Program`]. A procedure to be analysed is a program
//! whose entry function has been inlined: its flowchart has no calls.
//!
//! | module | imports | what it is |
//! |---|---|---|
//! | `expr` | | typed expressions without side effects |
//! | `fault` | | kinds of errors that a run can have, and the property that each belongs to; add new kinds here |
//! | `limits` | | limits shared by the engines |
//! | `flowchart` | | commands, edges, locations |
//! | `library` | | effects of C library functions, as data. `library::table`: one row per function; `library::format`: the grammar of `printf` and `scanf` |
//! | `display` | `expr`, `library`, `limits` | prints programs |
//! | `analysis` | `display`, `library` | loops, dominators, live variables, the call graph, effects of functions |
//! | `bounds` | | bounds of arrays inside larger objects |
//! | `outside` | `limits` | possible targets of pointers from external code |
//! | `start` | `analysis`, `outside` | the initial state of a program |
//! | `escape` | `analysis`, `limits`, `outside`, `start` | which addresses code outside of the program may know. `escape::flow`: where each command lets them go |
//! | `lower` | `escape`, `library`, `outside` | lowers the syntax tree to flowcharts |
//! | `contract` | `lower` | generates bodies for functions that have only a contract |
//! | `callers` | `analysis`, `display`, `lower`, `outside`, `start` | functions that callers of the entry may give |
//! | `inline` | `analysis`, `library`, `lower` | inlines all calls |
//! | `interp` | `analysis`, `bounds`, `library`, `limits`, `outside`, `start` | the concrete interpreter |
//! | `described` | `interp`, `start` | an entry state of a procedure built from a cell-by-cell description |
//! | `witness` | `described`, `limits` | what determines one run: its start state and its choices |
//! | `heaps` | `described`, `interp`, `limits`, `start` | enumerates the small entry heaps of a procedure. `heaps::description`: describes one cell by cell; `heaps::as_read`: enumerates only heaps that differ in cells that were read |

pub mod analysis;
pub mod bounds;
pub mod callers;
pub mod contract;
pub mod described;
pub mod display;
pub mod escape;
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
    Callee, Command, DecidingInput, DeclaredCallee, Edge, EdgeId, Failure, FailureKind, Flowchart, Location,
    LocationId, PointerUse, Reach,
};
pub use frontend::ast::Annotation;
pub use frontend::{NameOfFile, plain_name};
pub use library::LibraryFunction;

define_id! {
    /// A variable: global, parameter, local or temporary.
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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VariableKind {
    /// File scope, or `static` in a function: initialised before the program starts.
    Global,
    Parameter,
    /// Local of automatic storage duration.
    Local,
    /// Introduced by lowering to hold an intermediate value; has no name in the source.
    Temporary,
    /// `\result`: the value that the function returns.
    Result,
}

/// The files that can name a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Only this file.
    Internal,
    /// Other files too: they may take its address and change it.
    External,
    /// As `External`, but defined in another file, so its initial value is unknown.
    Elsewhere,
}

#[derive(Clone, Debug)]
pub struct Variable {
    /// Name in the source. Copies made by inlining are shown as [`Variable::display`].
    pub name: String,
    pub ty: TypeId,
    pub kind: VariableKind,
    /// The function that owns it; `None` at file scope.
    pub function: Option<FunctionId>,
    /// Distinguishes copies made by inlining: `append#2`. `None` for the original.
    pub instance: Option<String>,
    /// True if its scope is a block inside the function, so that its lifetime is shorter than the call's.
    pub in_block: bool,
    /// True if the program takes its address explicitly (`&x`, or an array used as a pointer).
    pub address_taken: bool,
    /// Bytes beyond the size of its type: the initialised elements of a trailing flexible array member.
    pub extra_bytes: u64,
    /// True if the object as a whole is `const` (types carry no qualifiers): only its initialiser stores to it. For
    /// parts that are `const` see [`Program::constant_bits`].
    pub is_constant: bool,
    /// True if this is a choice made by a specification and not a program variable; NULL until the choice is made.
    pub is_chosen: bool,
    pub linkage: Linkage,
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

/// A function; it has no flowchart if it is only declared.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub ty: TypeId,
    /// Parameters in order; empty if the function is only declared.
    pub parameters: Vec<VariableId>,
    /// The `\result` variable; `None` for `void`.
    pub result: Option<VariableId>,
    /// All variables of automatic storage duration, including parameters and result.
    pub locals: Vec<VariableId>,
    pub flowchart: Option<Flowchart>,
    pub is_static: bool,
    /// Span of the declarator.
    pub span: Span,
}

/// The types and constants that a scope declares.
#[derive(Clone, Default, Debug)]
pub struct ScopeNames {
    pub typedefs: BTreeMap<String, TypeId>,
    /// Structs and unions by tag.
    pub records: BTreeMap<String, RecordId>,
    /// Enumerations by tag.
    pub enums: BTreeMap<String, TypeId>,
    /// Enumeration constants: value and type.
    pub constants: BTreeMap<String, (i128, TypeId)>,
}

impl ScopeNames {
    pub fn is_empty(&self) -> bool {
        self.typedefs.is_empty() && self.records.is_empty() && self.enums.is_empty() && self.constants.is_empty()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contracted {
    /// Span of the contract.
    pub span: Span,
    /// True if the function may change or free memory that exists at the call.
    pub changes: bool,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub types: TypeTable,
    pub variables: IdVec<VariableId, Variable>,
    pub functions: IdVec<FunctionId, Function>,
    /// String literals, without the terminating NUL.
    pub strings: IdVec<StringId, Vec<u8>>,
    /// Stores that initialise the globals, in order; everything else is zero.
    pub initializers: Vec<Edge>,
    /// `//@` lines, in order.
    pub annotations: Vec<Annotation>,
    /// What the file scope declares.
    pub scope: ScopeNames,
    /// What the blocks of each function declare, block by block, where that is anything.
    pub block_scopes: BTreeMap<FunctionId, Vec<ScopeNames>>,
    /// The variables that stand for arrays of variable size: each points to the first element. Filled at the end of lowering,
    /// since operands that are not evaluated declare variables whose numbers are given once more.
    pub variable_arrays: BTreeSet<VariableId>,
    /// Names that several linked files give to different functions or objects.
    pub static_names: Vec<NameOfFile>,
    /// The words of a specification: names of variables and labels, line numbers, keywords. Lowering keeps locations and
    /// lifetimes that it may refer to.
    pub observed: BTreeSet<String>,
    pub contracted: BTreeMap<String, Contracted>,
    /// The assumed effect of calls to functions that have neither a body nor a contract.
    pub unknown_calls: UnknownCalls,
    /// True if every allocation may return NULL.
    pub allocation_may_fail: bool,
    /// True if `main` may be given no argument at all, not even the program's name.
    pub name_may_be_missing: bool,
    /// True if any number of blocks may exist at a time, not at most [`limits::MOST_BLOCKS`].
    pub blocks_are_unlimited: bool,
    /// A function whose call is an error, beside those that every program may call so: `reach_error` and its kin.
    pub error_function: Option<String>,
    /// Functions without body and contract that calls are followed of, by [`Program::unknown_calls`], each with the span
    /// of a call.
    pub followed_by_assumption: BTreeMap<String, Span>,
    /// Functions without a body that have the name of a library function, but another type.
    pub not_of_library: BTreeSet<FunctionId>,
    /// Functions that stand for those which callers of the entry give ([`callers`]).
    pub of_callers: BTreeSet<FunctionId>,
    /// The calls of these functions: the span of the command, and the function.
    pub assumed_calls: BTreeMap<Span, String>,
    /// Global variables that a function of another file may change although no call gives it their address: by their
    /// names, or by an address that it kept. Neither `const` variables nor the standard streams are among them.
    pub changed_elsewhere: BTreeSet<VariableId>,
    /// Those that a function of another file may change once a function without a body got their address: `static`
    /// variables of a program that starts at `main`.
    pub changed_once_given: BTreeSet<VariableId>,
    /// Expressions of specifications and hints: they read the program's memory, too.
    pub stated: Vec<Expr>,
    /// The types of which input blocks hold one or more objects, because a specification speaks of the room there
    /// ([`start`]). Blocks of other types hold one.
    pub array_elements: BTreeSet<TypeId>,
    /// The external memory that the program can observe.
    pub exposed: library::Exposed,
}

/// The assumed effect of a call to a function that is only declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnknownCalls {
    /// The call returns and does no more than the types and attributes of its declaration allow ([`outside`]). It calls
    /// no function of the program that it is not given, and keeps no address of a local variable. Verdicts depend on
    /// this assumption.
    #[default]
    ByType,
    /// No assumption: everything after the call is unknown.
    Anything,
    /// The call returns, changes no memory of the program, and yields any value of its type. Verdicts depend on this
    /// assumption.
    Nothing,
}

impl UnknownCalls {
    /// All variants, with their names on the command line.
    pub const NAMES: &'static [(&'static str, UnknownCalls)] =
        &[("by-type", UnknownCalls::ByType), ("anything", UnknownCalls::Anything), ("nothing", UnknownCalls::Nothing)];
}

/// Selects the function to analyse: the one named, else `main`, else the only function with a body in the user's own
/// file (header files may define inline functions).
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

/// Returns the functions that other files may call: non-`static` ones with a body in the user's own file.
pub fn external_functions(program: &Program, sources: &SourceMap) -> Vec<FunctionId> {
    let is_external = |id: &FunctionId| {
        let function = program.functions.get(*id);
        function.is_some_and(|function| !function.is_static && sources.is_in_own_file(function.span))
    };
    program.defined_functions().filter(is_external).collect()
}

/// Returns the variables whose address occurs in an expression of these edges.
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
    pub fn new(model: DataModel) -> Self {
        Program {
            types: TypeTable::new(model),
            variables: IdVec::new(),
            functions: IdVec::new(),
            strings: IdVec::new(),
            initializers: Vec::new(),
            annotations: Vec::new(),
            scope: ScopeNames::default(),
            block_scopes: BTreeMap::new(),
            variable_arrays: BTreeSet::new(),
            static_names: Vec::new(),
            observed: BTreeSet::new(),
            contracted: BTreeMap::new(),
            unknown_calls: UnknownCalls::default(),
            allocation_may_fail: false,
            name_may_be_missing: false,
            blocks_are_unlimited: false,
            error_function: None,
            followed_by_assumption: BTreeMap::new(),
            not_of_library: BTreeSet::new(),
            of_callers: BTreeSet::new(),
            assumed_calls: BTreeMap::new(),
            changed_elsewhere: BTreeSet::new(),
            changed_once_given: BTreeSet::new(),
            stated: Vec::new(),
            array_elements: BTreeSet::new(),
            exposed: library::Exposed::default(),
        }
    }

    /// Adds a variable of internal linkage. A variable that has a function and is not global becomes one of its locals.
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

    /// Adds a temporary to a function. Its name, `word#N`, is not a C identifier.
    pub fn add_temporary(&mut self, function: FunctionId, word: &str, ty: TypeId, span: Span) -> VariableId {
        let name = format!("{word}#{}", self.functions[function].locals.len());
        self.add_variable(Some(function), (name, ty, VariableKind::Temporary), span)
    }

    pub fn is_temporary(&self, variable: VariableId) -> bool {
        self.variables.get(variable).is_some_and(|known| known.kind == VariableKind::Temporary)
    }

    /// Returns the row of the library table for a function without a body.
    pub fn library_function(&self, function: FunctionId) -> Option<library::Known> {
        let declared = self.functions.get(function).filter(|declared| declared.flowchart.is_none())?;
        library::find(&declared.name, false).filter(|_| !self.not_of_library.contains(&function))
    }

    /// Returns true if a global that is defined elsewhere starts with an unknown value.
    pub fn starts_with_any_value(&self) -> bool {
        self.initializers.iter().any(|edge| matches!(edge.command, Command::Havoc { .. }))
    }

    /// Returns the size of a variable in bytes; `None` if its type is incomplete.
    pub fn size_of_variable(&self, variable: VariableId) -> Option<u64> {
        let variable = self.variables.get(variable)?;
        self.types.size_of(variable.ty)?.checked_add(variable.extra_bytes)
    }

    /// Returns true for variables at file scope and for `static` locals.
    pub fn is_global(&self, variable: VariableId) -> bool {
        self.variables.get(variable).is_some_and(|variable| variable.kind == VariableKind::Global)
    }

    /// Returns the bits of a variable that are `const`: all, or those that its type makes so. They are never written
    /// after initialisation.
    pub fn constant_bits(&self, variable: VariableId) -> ConstantBits {
        match self.variables.get(variable) {
            Some(variable) if variable.is_constant => ConstantBits::All,
            Some(variable) => self.types.constant_bits(variable.ty),
            None => ConstantBits::None,
        }
    }

    /// Returns the edges of all functions, followed by the initialisers of globals.
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        let flowcharts = self.functions.iter().filter_map(|function| function.flowchart.as_ref());
        flowcharts.flat_map(|flowchart| flowchart.edges().map(|edge| flowchart.edge(edge))).chain(&self.initializers)
    }

    /// Returns the variables whose address occurs in any expression.
    pub fn used_variables(&self) -> BTreeSet<VariableId> {
        variables_in(self.edges())
    }

    /// Returns the variables that a call of a function of another file may change although it does not give their address.
    pub fn shared_variables(&self) -> impl Iterator<Item = &VariableId> {
        self.changed_elsewhere.iter().chain(&self.changed_once_given)
    }

    /// Returns true for one of the [shared variables](Program::shared_variables).
    pub fn is_shared(&self, variable: VariableId) -> bool {
        self.changed_elsewhere.contains(&variable) || self.changed_once_given.contains(&variable)
    }

    /// Returns the variables that another file defines and that neither this program nor a specification mentions, such
    /// as unused `extern` declarations of header files.
    pub fn idle_variables(&self) -> BTreeSet<VariableId> {
        let is_elsewhere =
            |variable: &Variable| variable.linkage == Linkage::Elsewhere && !self.is_observed(&variable.name);
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

    /// Returns the globals that the library makes point to streams (`stdin`, `stdout`, `stderr`).
    pub fn streams(&self) -> impl Iterator<Item = (VariableId, &Variable)> {
        self.variables.enumerate().filter(|(_, variable)| {
            let is_global = variable.kind == VariableKind::Global && variable.function.is_none();
            is_global && library::STREAMS.contains(&variable.name.as_str()) && self.types.is_pointer(variable.ty)
        })
    }

    /// Returns the names with that of a file (`list::count`) of the functions and objects that linked files name `plain`.
    pub fn meanings_in_files<'p>(&'p self, plain: &'p str) -> impl Iterator<Item = &'p str> {
        self.static_names.iter().filter(move |known| known.plain == plain).map(|known| known.qualified.as_str())
    }

    /// Returns true if the specification may name a variable.
    pub fn is_observed(&self, name: &str) -> bool {
        self.observed.contains(plain_name(name))
    }

    /// Returns what is wrong with a call of a function by these arguments, if C leaves its behaviour undefined: a call
    /// through a pointer or without a prototype may pass too few, or others than the parameters (C11 6.5.2.2p6, p9).
    pub fn wrong_call(&self, function: FunctionId, arguments: &[Expr]) -> Option<String> {
        let Function { name, parameters, .. } = self.functions.get(function)?;
        if arguments.len() < parameters.len() {
            return Some(format!("too few arguments in a call of '{name}'"));
        }
        let mut passed = parameters.iter().filter_map(|id| self.variables.get(*id)).zip(arguments);
        let fits = passed.all(|(parameter, argument)| self.types.passes_as(argument.ty, parameter.ty));
        (!fits).then(|| format!("an argument of '{name}' has another type than the parameter"))
    }

    /// Returns the function with this name, if it has a body.
    pub fn defined_function(&self, name: &str) -> Option<FunctionId> {
        self.functions
            .enumerate()
            .find(|(_, function)| function.name == name && function.flowchart.is_some())
            .map(|(id, _)| id)
    }

    pub fn defined_functions(&self) -> impl Iterator<Item = FunctionId> {
        self.functions.enumerate().filter(|(_, function)| function.flowchart.is_some()).map(|(id, _)| id)
    }

    /// Returns true if a location of a function that has a body has this C label.
    pub fn has_label(&self, label: &str) -> bool {
        let flowcharts = self.functions.iter().filter_map(|function| function.flowchart.as_ref());
        let mut labels = flowcharts.flat_map(Flowchart::labels);
        labels.any(|known| known == label)
    }

    pub fn flowchart(&self, function: FunctionId) -> Option<&Flowchart> {
        self.functions.get(function)?.flowchart.as_ref()
    }
}
