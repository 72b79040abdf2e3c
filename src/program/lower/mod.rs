//! From the syntax tree to the program: names and types are resolved, every function becomes a flowchart.
//!
//! The only part behind the frontend that sees the syntax tree. It never stops at the first error, and never
//! drops a construct: what no engine can follow becomes one edge with [`Command::Unsupported`].
//!
//! Side effects inside expressions become commands of their own, in an order that C allows (where it matters which, in two:
//! `either_order`); `&&`, `||`, `!`, `?:` and comma in conditions become control flow, so that the condition of an edge is
//! atomic. The effect of `x++` is put off to the next sequence point where that saves a temporary.
//!
//! | file | what stands there |
//! |---|---|
//! | `function` | definitions of functions |
//! | `statement` | statements |
//! | `loops` | loops |
//! | `jump` | blocks, labels and jumps |
//! | `cleanup` | the attribute `cleanup` |
//! | `condition` | conditions as control flow |
//! | `graph` | builds one flowchart |
//! | `expression` | expressions |
//! | `operator` | operators on finished values |
//! | `assignment` | assignments and increments |
//! | `call` | calls |
//! | `library` | calls of library functions |
//! | `atomic` | GCC's atomic operations |
//! | `place` | lvalues |
//! | `value` | values whose last step is still open |
//! | `convert` | conversions |
//! | `constant` | folding of constants |
//! | `string` | string and character constants |
//! | `sequence` | effects whose order C leaves open |
//! | `either_order` | calls and other operands whose order C leaves open |
//! | `effects` | what a part of the program may read and write |
//! | `effects_reader` | the walk over the syntax tree that finds it |
//! | `declaration` | declarations of objects, functions and typedefs |
//! | `types` | specifiers, declarators, records |
//! | `extended_types`, `extended_values` | types beyond C's: other widths, vectors, complex numbers |
//! | `variable_array` | arrays whose size is computed at run time |
//! | `enumeration` | enumerations |
//! | `alignment` | alignment |
//! | `constness` | which objects are `const` |
//! | `initializer` | what an initialiser gives to each subobject |
//! | `initialized` | writes it, and zeros for the rest |
//! | `initialized_table` | long tables of constants |
//! | `scope` | what a name means |
//! | `alias` | second names of functions and objects |
//! | `elsewhere` | objects that no file defines |
//! | `exposed` | memory of the library that a program can look at |
//! | `startup` | functions that run before and after `main` |
//! | `specification` | expressions and types of specifications |

mod alias;
mod alignment;
mod assignment;
mod atomic;
mod call;
mod cleanup;
mod condition;
mod constant;
mod constness;
mod convert;
mod declaration;
mod effects;
mod effects_reader;
mod either_order;
mod elsewhere;
mod enumeration;
mod exposed;
mod expression;
mod extended_types;
mod extended_values;
mod function;
pub(crate) mod graph;
mod initialized;
mod initialized_table;
mod initializer;
mod jump;
mod library;
mod loops;
mod operator;
mod place;
mod scope;
mod sequence;
mod specification;
mod startup;
mod statement;
mod string;
mod types;
mod value;
mod variable_array;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::Contracted;
use crate::{Command, Edge, Expr, FunctionId, Program, Reach, SymbolId, UnknownCalls, VariableId, VariableKind};
use base::stack::with_room;
use base::{Diagnostic, Diagnostics, SourceMap, Span};
use ctype::{DataModel, RecordId, TypeId};
use frontend::ast;

pub use call::jumps;
pub use specification::{expression, type_name};

use effects::EffectSummaries;
use either_order::EvaluationOrder;
use function::FunctionState;
use graph::FlowchartBuilder;
use scope::Scope;

/// Statements, expressions and types nested deeper than this are an error: lowering recurses.
const DEPTH_LIMIT: u32 = 4000;

/// What an error has already been reported for.
#[derive(Clone, Copy, Debug)]
struct Reported;

/// The result of lowering a part: on error it has been reported and the caller goes on with the next part.
type Lowered<T> = Result<T, Reported>;

/// Resolves and lowers a translation unit that no specification is about. The program is of use only if the diagnostics
/// hold no error.
pub fn lower(unit: &ast::TranslationUnit, sources: &SourceMap, model: DataModel) -> (Program, Diagnostics) {
    lower_among(unit, sources, model, Surroundings::default())
}

/// What a specification and the options say of a program.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The names that the specification mentions.
    pub observed: BTreeSet<String>,
    /// The functions that it has a contract for.
    pub contracted: BTreeMap<String, Contracted>,
    /// What other functions without a body may do.
    pub unknown_calls: UnknownCalls,
}

/// Resolves and lowers a translation unit.
pub fn lower_among(
    unit: &ast::TranslationUnit,
    sources: &SourceMap,
    model: DataModel,
    Surroundings { observed, contracted, unknown_calls }: Surroundings,
) -> (Program, Diagnostics) {
    let work = || {
        let program = Program { observed, contracted, unknown_calls, ..Program::new(model) };
        let mut lowerer = Lowerer::new(program, Some(sources));
        lowerer.unit(unit);
        (lowerer.program, lowerer.diagnostics)
    };
    with_room("lower", work).unwrap_or_else(|error| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(Diagnostic::general(format!("no thread could be started: {error}")));
        (Program::new(model), diagnostics)
    })
}

/// Names that a specification may use for a symbolic constant.
type Symbols<'s> = &'s dyn Fn(&str) -> Option<(SymbolId, TypeId)>;

/// The state of lowering.
struct Lowerer<'s> {
    program: Program,
    sources: Option<&'s SourceMap>,
    diagnostics: Diagnostics,
    scopes: Vec<Scope>,
    /// Functions that have a body somewhere in the unit.
    defined: HashSet<String>,
    /// Functions by name: they have linkage, whatever the scope of the declaration.
    functions: HashMap<String, FunctionId>,
    /// Objects with linkage by name.
    objects: HashMap<String, VariableId>,
    /// Those of them that are defined, if only tentatively.
    defined_objects: HashSet<String>,
    /// The first objects with names that `asm("name")` gives, by those.
    assembler_names: HashMap<String, String>,
    /// Functions called before any declaration.
    implicit: HashSet<String>,
    /// Enumerations that are named before their constants, and are taken for `unsigned int`.
    early_enumerations: HashSet<String>,
    /// What a warning was already given for.
    warned: HashSet<String>,
    /// Offsets of the statements that annotations are about.
    annotated: HashSet<u32>,
    /// `#pragma pack` lines.
    packs: Vec<(u32, Option<u32>)>,
    /// Alignments that typedefs say, by name and type.
    typedef_alignments: HashMap<(String, TypeId), u64>,
    /// The declarations of typedefs that name `const` types.
    constant_typedefs: HashSet<Span>,
    /// Variables whose types have no qualifiers but, perhaps, outermost.
    without_qualifiers: HashSet<VariableId>,
    /// Alignments that declarations of variables say.
    alignments: HashMap<VariableId, u64>,
    /// Functions that run before or after `main`.
    startups: Vec<startup::Startup>,
    /// Functions that are declared not to return.
    never_return: HashSet<String>,
    /// What declarations say of functions and objects so that their addresses need not be those of others.
    uncertain_addresses: HashMap<String, &'static str>,
    /// Where their addresses are used first, and in which functions (`None`: outside of all).
    uncertain_addresses_used: BTreeMap<String, (Span, BTreeSet<Option<FunctionId>>)>,
    /// How large the printed form of a type is, to bound it.
    weights: BTreeMap<TypeId, u32>,
    symbols: Option<Symbols<'s>>,
    /// Variables that stand for arrays of variable size, and the types of the arrays.
    arrays: HashMap<VariableId, TypeId>,
    /// The types of arrays of variable size; `None` where they were written in an operand that is not evaluated.
    variable_types: BTreeMap<RecordId, Option<variable_array::VariableType>>,
    /// The parameters of a prototype are read: sizes that are not constant are left open.
    in_prototype: bool,
    /// An integer constant expression is read.
    in_constant: bool,
    /// Operands that are not always evaluated, and the variable with effects in no defined order where they are.
    unordered: HashMap<Span, (String, Span)>,
    /// The program as it was read, and, once they are asked for, what its functions do.
    unit: Option<&'s ast::TranslationUnit>,
    summaries: OnceCell<EffectSummaries<'s>>,
    /// Expressions whose operands are to be evaluated in either order, and the order that is followed at present.
    open_orders: HashSet<Span>,
    order: Option<EvaluationOrder>,
    /// What is called where the life of a variable ends.
    cleanups: HashMap<VariableId, cleanup::Cleanup>,
    builder: FlowchartBuilder,
    function: Option<FunctionState>,
    /// Effects put off to the next sequence point, to be run in reverse order; `None` where none may be.
    pending: Option<Vec<(Command, Span)>>,
    depth: u32,
    /// How many parts around are lowered twice.
    doublings: u32,
    /// Numbers for made-up names.
    fresh: u32,
}

impl<'s> Lowerer<'s> {
    fn new(program: Program, sources: Option<&'s SourceMap>) -> Self {
        Lowerer {
            program,
            sources,
            diagnostics: Diagnostics::new(),
            scopes: vec![Scope::default()],
            defined: HashSet::new(),
            functions: HashMap::new(),
            objects: HashMap::new(),
            defined_objects: HashSet::new(),
            assembler_names: HashMap::new(),
            implicit: HashSet::new(),
            early_enumerations: HashSet::new(),
            warned: HashSet::new(),
            annotated: HashSet::new(),
            packs: Vec::new(),
            typedef_alignments: HashMap::new(),
            constant_typedefs: HashSet::new(),
            without_qualifiers: HashSet::new(),
            alignments: HashMap::new(),
            startups: Vec::new(),
            never_return: HashSet::new(),
            uncertain_addresses: HashMap::new(),
            uncertain_addresses_used: BTreeMap::new(),
            weights: BTreeMap::new(),
            symbols: None,
            arrays: HashMap::new(),
            variable_types: BTreeMap::new(),
            in_prototype: false,
            in_constant: false,
            unordered: HashMap::new(),
            unit: None,
            summaries: OnceCell::new(),
            open_orders: HashSet::new(),
            order: None,
            cleanups: HashMap::new(),
            builder: FlowchartBuilder::new(),
            function: None,
            pending: None,
            depth: 0,
            doublings: 0,
            fresh: 0,
        }
    }

    fn unit(&mut self, unit: &'s ast::TranslationUnit) {
        self.unit = Some(unit);
        self.program.annotations = unit.annotations.clone();
        self.packs = unit.packs.clone();
        self.annotated = unit.annotations.iter().map(|annotation| annotation.next_token).collect();
        for item in &unit.items {
            if let ast::ExternalItem::Function(definition) = item
                && let Some(name) = &definition.declarator.name
            {
                self.defined.insert(name.name.clone());
            }
        }
        for item in &unit.items {
            // Errors are in the diagnostics already.
            let _: Lowered<()> = self.item(item);
        }
        self.complete_tentative_definitions();
        self.choose_values_of_undefined_objects();
        self.report_uncertain_addresses();
        self.call_startups();
        self.program.exposed = exposed::of(&mut self.program);
        self.program.scope = scope::file_scope(&self.scopes, std::mem::take(&mut self.program.scope));
    }

    fn item(&mut self, item: &ast::ExternalItem) -> Lowered<()> {
        match item {
            ast::ExternalItem::Function(definition) => self.function_definition(definition),
            ast::ExternalItem::Declaration(declaration) => self.declaration(declaration),
            ast::ExternalItem::StaticAssert(assertion) => self.static_assert(assertion),
            ast::ExternalItem::Assembly(span) => {
                self.fail(*span, "assembly at file scope, which may define symbols, is not supported")
            }
        }
    }

    /// Reports an error.
    fn fail<T>(&mut self, span: Span, message: impl Into<String>) -> Lowered<T> {
        self.diagnostics.error(span, message);
        Err(Reported)
    }

    /// Warns, once for each `key`.
    fn warn_once(&mut self, key: String, span: Span, message: impl Into<String>) {
        if self.warned.insert(key) {
            self.diagnostics.warning(span, message);
        }
    }

    /// Runs `work` one level deeper, or reports that it is too deep.
    fn deeper<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        if self.depth >= DEPTH_LIMIT {
            return self.fail(span, "the program text is nested too deeply");
        }
        self.depth += 1;
        self.check_arm(span);
        let result = work(self);
        self.depth -= 1;
        result
    }

    fn emit(&mut self, command: Command, span: Span) {
        self.builder.emit(command, span);
    }

    /// One edge that no engine follows, behind which control may go on anywhere: what is lowered in its place need not be
    /// what the program does. A warning once for each `key`.
    fn unsupported(&mut self, key: &str, reason: String, span: Span) {
        self.unsupported_within(key, Reach::Control, reason, span);
    }

    /// One edge that no engine follows; a warning once for each `key`.
    fn unsupported_within(&mut self, key: &str, reach: Reach, reason: String, span: Span) {
        self.warn_once(format!("unsupported {key}"), span, format!("unsupported: {reason}"));
        self.emit(Command::Unsupported { reason, reach }, span);
    }

    /// Makes a variable and, in a function, adds it to the locals.
    fn variable(&mut self, name: &str, ty: TypeId, kind: VariableKind, span: Span) -> VariableId {
        let function = self.function.as_ref().map(|function| function.id);
        let in_block = function.is_some() && self.scopes.last().is_some_and(|scope| !scope.outermost);
        let id = self.program.add_variable(function, (name.to_string(), ty, kind), span);
        self.program.variables[id].in_block = in_block;
        id
    }

    /// A variable for an intermediate value.
    fn temporary(&mut self, ty: TypeId, span: Span) -> VariableId {
        let number = self.fresh_number();
        self.variable(&format!("tmp#{number}"), ty, VariableKind::Temporary, span)
    }

    fn fresh_number(&mut self) -> u32 {
        let counter = self.function.as_mut().map_or(&mut self.fresh, |function| &mut function.fresh);
        *counter += 1;
        *counter
    }

    fn address_of(&mut self, variable: VariableId) -> Expr {
        let declared = &self.program.variables[variable];
        Expr::variable_address(&mut self.program.types, variable, declared)
    }

    /// Adds a store that initialises a global.
    fn initialize_global(&mut self, command: Command, span: Span) {
        self.program.initializers.push(Edge { command, span, input: None });
    }

    fn show(&self, ty: TypeId) -> String {
        self.program.types.display(ty)
    }
}
