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
//! | `nesting` | how deep the part is that is lowered, and in what |
//! | `reporter` | errors and warnings |
//! | `linkage` | functions and objects with linkage, and second names of them |
//! | `elsewhere` | objects that no file defines |
//! | `exposed` | memory of the library that a program can look at |
//! | `startup` | functions that run before and after `main` |
//! | `unit_text` | what was read, as it was read |
//! | `specification` | expressions and types of specifications |

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
mod linkage;
mod loops;
mod nesting;
mod operator;
mod place;
mod reporter;
mod scope;
mod sequence;
mod specification;
mod startup;
mod statement;
mod string;
mod types;
mod unit_text;
mod value;
mod variable_array;

use std::collections::{BTreeMap, BTreeSet};

use crate::Contracted;
use crate::{Command, FunctionId, Program, Reach, SymbolId, UnknownCalls, VariableId, VariableKind};
use base::stack::with_room;
use base::{Diagnostic, Diagnostics, SourceMap, Span};
use ctype::{DataModel, TypeId};
use frontend::ast;

pub use call::jumps;
pub use specification::{expression, type_name};

use alignment::Alignments;
use cleanup::Cleanups;
use constness::Qualifiers;
use either_order::EvaluationOrders;
use elsewhere::UncertainAddresses;
use function::FunctionState;
use graph::FlowchartBuilder;
use linkage::LinkageTable;
use nesting::Nesting;
use reporter::Reporter;
use scope::Scopes;
use startup::Startups;
use types::TypeWeights;
use unit_text::UnitText;
use value::PutOff;
use variable_array::VariableArrays;

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
        let mut lowerer = Lowerer::new(program, UnitText::new(unit, sources));
        lowerer.unit(unit);
        (lowerer.program, lowerer.reporter.into_diagnostics())
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
    text: UnitText<'s>,
    reporter: Reporter,
    scopes: Scopes<'s>,
    linkage: LinkageTable,
    qualifiers: Qualifiers,
    alignments: Alignments,
    startups: Startups,
    uncertain_addresses: UncertainAddresses,
    weights: TypeWeights,
    arrays: VariableArrays,
    orders: EvaluationOrders,
    cleanups: Cleanups,
    builder: FlowchartBuilder,
    function: Option<FunctionState>,
    put_off: PutOff,
    nesting: Nesting,
}

impl<'s> Lowerer<'s> {
    fn new(program: Program, text: UnitText<'s>) -> Self {
        Lowerer {
            program,
            text,
            reporter: Reporter::default(),
            scopes: Scopes::new(),
            linkage: LinkageTable::default(),
            qualifiers: Qualifiers::default(),
            alignments: Alignments::default(),
            startups: Startups::default(),
            uncertain_addresses: UncertainAddresses::default(),
            weights: TypeWeights::default(),
            arrays: VariableArrays::default(),
            orders: EvaluationOrders::default(),
            cleanups: Cleanups::default(),
            builder: FlowchartBuilder::new(),
            function: None,
            put_off: PutOff::default(),
            nesting: Nesting::default(),
        }
    }

    fn unit(&mut self, unit: &'s ast::TranslationUnit) {
        self.program.annotations = unit.annotations.clone();
        self.linkage = LinkageTable::of_unit(unit);
        for item in &unit.items {
            // Errors are in the diagnostics already.
            let _: Lowered<()> = self.item(item);
        }
        self.complete_tentative_definitions();
        self.choose_values_of_undefined_objects();
        let uncertain_addresses = std::mem::take(&mut self.uncertain_addresses);
        uncertain_addresses.report(&mut self.program, &self.linkage, &mut self.reporter);
        std::mem::take(&mut self.startups).call_from_main(&mut self.program, &mut self.reporter);
        self.program.exposed = exposed::of(&mut self.program);
        self.scopes.add_to(&mut self.program.scope);
    }

    fn item(&mut self, item: &ast::ExternalItem) -> Lowered<()> {
        match item {
            ast::ExternalItem::Function(definition) => self.function_definition(definition),
            ast::ExternalItem::Declaration(declaration) => self.declaration(declaration),
            ast::ExternalItem::StaticAssert(assertion) => self.static_assert(assertion),
            ast::ExternalItem::Assembly(span) => {
                self.reporter.fail(*span, "assembly at file scope, which may define symbols, is not supported")
            }
        }
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
        self.reporter.warn_once(format!("unsupported {key}"), span, format!("unsupported: {reason}"));
        self.emit(Command::Unsupported { reason, reach }, span);
    }

    /// Makes a variable and, in a function, adds it to the locals.
    fn variable(&mut self, name: &str, ty: TypeId, kind: VariableKind, span: Span) -> VariableId {
        let function = self.current_function();
        let in_block = function.is_some() && self.scopes.in_block();
        let id = self.program.add_variable(function, (name.to_string(), ty, kind), span);
        self.program.variables[id].in_block = in_block;
        id
    }

    fn current_function(&self) -> Option<FunctionId> {
        self.function.as_ref().map(|function| function.id)
    }

    /// A variable for an intermediate value.
    fn temporary(&mut self, ty: TypeId, span: Span) -> VariableId {
        let number = self.fresh_number();
        self.variable(&format!("tmp#{number}"), ty, VariableKind::Temporary, span)
    }

    fn fresh_number(&mut self) -> u32 {
        match &mut self.function {
            Some(function) => function.fresh_number(),
            None => self.scopes.fresh_number(),
        }
    }
}
