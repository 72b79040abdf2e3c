//! Lowering: resolves the names and types of a syntax tree and turns every function into a flowchart.
//!
//! No other part behind the frontend sees the syntax tree of a program. Lowering never stops at the first error and
//! never drops a construct: one that no engine can follow becomes one edge with
//! [`Command::Unsupported`](crate::Command::Unsupported).
//!
//! Side effects inside expressions become commands of their own, in an order that C allows; where the order matters, in
//! two (see `either_order`). In conditions `&&`, `||`, `!`, `?:` and comma become control flow, so the condition of an
//! edge is atomic. The side effect of `x++` is deferred to the next sequence point where that saves a temporary.
//!
//! A `Lowerer` walks the syntax tree and passes values to its `Emitter`, which turns them into commands and never sees
//! the syntax tree. Their state is kept in parts, each in a file of its own that states its invariant. Questions about
//! types or names alone go to the type table or to `Scopes`.
//!
//! | file | contents |
//! |---|---|
//! | `emitter` | the state that commands are made from |
//! | `function` | function definitions |
//! | `function_state` | jump targets and temporaries of the function being lowered |
//! | `statement` | statements |
//! | `loops` | loops |
//! | `jump` | blocks, labels and jumps |
//! | `cleanup` | the attribute `cleanup` |
//! | `condition` | conditions as control flow |
//! | `graph` | builds one flowchart |
//! | `expression` | expressions, by what is needed of them: value, effect or type |
//! | `other_library` | functions with the name of a library function and another type |
//! | `operator` | operators applied to lowered operands |
//! | `assignment` | assignments and increments |
//! | `call` | calls |
//! | `declared` | calls of functions that are only declared |
//! | `library` | calls of library functions |
//! | `atomic` | GCC's atomic operations |
//! | `place` | lvalues |
//! | `value` | values that may still need one command |
//! | `convert` | conversions |
//! | `constant` | folding of constants |
//! | `string` | string and character constants |
//! | `sequence` | unsequenced side effects |
//! | `either_order` | calls and other operands whose evaluation order C leaves open |
//! | `effects` | summaries of what a part of the program may read and write |
//! | `effects_reader` | computes them from the syntax tree |
//! | `fresh` | local pointers to blocks that the function itself has just allocated |
//! | `operand_conflicts` | operands that matter to each other |
//! | `declaration` | declarations of objects, functions and typedefs |
//! | `types` | specifiers, declarators, records |
//! | `extended_types`, `extended_values` | types beyond C's: integers of other widths, vectors, complex numbers |
//! | `variable_array` | arrays whose size is computed at run time |
//! | `enumeration` | enumerations |
//! | `alignment` | alignment |
//! | `constness` | which objects are `const` |
//! | `initializer` | assigns the values of an initialiser to subobjects |
//! | `initialized` | emits the writes of an initialiser, and zeros for the rest |
//! | `initialized_table` | long tables of constants |
//! | `scope` | name lookup |
//! | `nesting` | nesting depth and context of the part being lowered |
//! | `reporter` | errors and warnings |
//! | `linkage` | functions and objects with linkage, and their aliases |
//! | `elsewhere` | objects that no file defines |
//! | `exposed` | library memory that a program can observe |
//! | `library_state` | variables in which the library keeps something between calls |
//! | `startup` | functions that run before and after `main` |
//! | `unit_text` | the translation unit as it was read |
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
pub(crate) mod declared;
mod effects;
mod effects_reader;
mod either_order;
mod elsewhere;
mod emitter;
mod enumeration;
mod exposed;
mod expression;
mod extended_types;
mod extended_values;
mod fresh;
mod function;
mod function_state;
pub(crate) mod graph;
mod initialized;
mod initialized_table;
mod initializer;
mod jump;
mod library;
mod library_state;
mod linkage;
mod loops;
mod nesting;
mod operand_conflicts;
mod operator;
mod other_library;
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
use std::ops::{Deref, DerefMut};

use crate::Contracted;
use crate::{Program, SymbolId, UnknownCalls};
use base::stack::with_room;
use base::{Budget, Diagnostics, SourceMap};
use ctype::{DataModel, TypeId};
use frontend::ast;

pub use call::jumps;
pub use specification::{expression, type_name};

use alignment::Alignments;
use constness::Qualifiers;
use declaration::complete_tentative_definitions;
use either_order::EvaluationOrders;
use elsewhere::{UncertainAddresses, choose_values_of_undefined_objects};
use emitter::Emitter;
use linkage::LinkageTable;
use nesting::Nesting;
use startup::Startups;
use types::TypeWeights;
use unit_text::UnitText;

#[derive(Clone, Copy, Debug)]
struct Reported;

/// Result of lowering a part. An error has been reported already; the caller continues with the next part.
type Lowered<T> = Result<T, Reported>;

/// Lowers a translation unit without a specification. The program is usable only if the diagnostics contain no error.
pub fn lower(unit: &ast::TranslationUnit, sources: &SourceMap, model: DataModel) -> (Program, Diagnostics) {
    lower_among(unit, sources, model, Surroundings::default())
}

/// The parts of the specification and the options that lowering needs.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    pub observed: BTreeSet<String>,
    /// Functions without a body that the specification has a contract for.
    pub contracted: BTreeMap<String, Contracted>,
    /// Assumption about other functions without a body.
    pub unknown_calls: UnknownCalls,
    /// True if every allocation may return NULL.
    pub allocation_may_fail: bool,
    /// True if `main` may be given no argument at all, not even the program's name.
    pub name_may_be_missing: bool,
    /// True if any number of blocks may exist at a time.
    pub blocks_are_unlimited: bool,
    /// A function whose call is an error.
    pub error_function: Option<String>,
    /// The limits of lowering.
    pub budget: Budget,
}

pub fn lower_among(
    unit: &ast::TranslationUnit,
    sources: &SourceMap,
    model: DataModel,
    surroundings: Surroundings,
) -> (Program, Diagnostics) {
    let work = || {
        let Surroundings { observed, contracted, unknown_calls, .. } = surroundings;
        let Surroundings { allocation_may_fail, name_may_be_missing, blocks_are_unlimited, .. } = surroundings;
        let Surroundings { error_function, budget, .. } = surroundings;
        let program = Program {
            observed,
            contracted,
            unknown_calls,
            allocation_may_fail,
            name_may_be_missing,
            blocks_are_unlimited,
            error_function,
            ..Program::new(model)
        };
        let mut lowerer = Lowerer::new(program, UnitText::new(unit, sources));
        lowerer.nesting = Nesting::within(budget);
        lowerer.unit(unit);
        let stopped = lowerer.nesting.stopped();
        let Emitter { program, reporter, .. } = lowerer.emitter;
        let stopped = stopped.map(|why| Diagnostics::stopped_while("the program was lowered", why));
        (program, stopped.unwrap_or_else(|| reporter.into_diagnostics()))
    };
    with_room("lower", work).unwrap_or_else(|error| (Program::new(model), Diagnostics::without_thread(&error)))
}

/// Lookup of the names that a specification may use for symbolic constants.
type Symbols<'s> = &'s dyn Fn(&str) -> Option<(SymbolId, TypeId)>;

struct Lowerer<'s> {
    emitter: Emitter<'s>,
    text: UnitText<'s>,
    linkage: LinkageTable,
    uncertain_addresses: UncertainAddresses,
    startups: Startups,
    qualifiers: Qualifiers,
    alignments: Alignments,
    weights: TypeWeights,
    orders: EvaluationOrders,
    nesting: Nesting,
}

/// Gives a lowerer the methods of its emitter.
impl<'s> Deref for Lowerer<'s> {
    type Target = Emitter<'s>;

    fn deref(&self) -> &Emitter<'s> {
        &self.emitter
    }
}

impl DerefMut for Lowerer<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.emitter
    }
}

impl<'s> Lowerer<'s> {
    fn new(program: Program, text: UnitText<'s>) -> Self {
        Lowerer {
            emitter: Emitter::new(program),
            text,
            linkage: LinkageTable::default(),
            uncertain_addresses: UncertainAddresses::default(),
            startups: Startups::default(),
            qualifiers: Qualifiers::default(),
            alignments: Alignments::default(),
            weights: TypeWeights::default(),
            orders: EvaluationOrders::default(),
            nesting: Nesting::default(),
        }
    }

    fn unit(&mut self, unit: &'s ast::TranslationUnit) {
        self.program.annotations = unit.annotations.clone();
        self.program.static_names = unit.static_names.clone();
        self.linkage = LinkageTable::of_unit(unit);
        for item in &unit.items {
            // Errors are in the diagnostics already.
            let _: Lowered<()> = self.item(item);
            if self.nesting.stopped().is_some() {
                return;
            }
        }
        self.complete();
    }

    /// Does what needs all items. Each pass takes a moment only, unless the program is large.
    fn complete(&mut self) {
        complete_tentative_definitions(&mut self.emitter, &self.linkage);
        let constants = self.program.variables.enumerate().filter(|(_, variable)| variable.is_constant);
        let constants = constants.map(|(id, _)| id).collect();
        if self.nesting.stops() {
            return;
        }
        choose_values_of_undefined_objects(&mut self.emitter, &self.linkage);
        let uncertain_addresses = std::mem::take(&mut self.uncertain_addresses);
        let Emitter { program, reporter, .. } = &mut self.emitter;
        uncertain_addresses.report(program, &self.linkage, reporter);
        std::mem::take(&mut self.startups).call_from_main(program, reporter);
        if self.nesting.stops() {
            return;
        }
        self.program.not_of_library = other_library::find(&mut self.program).into_iter().collect();
        self.program.exposed = exposed::of(&mut self.program);
        library_state::pass(&mut self.program);
        if self.nesting.stops() {
            return;
        }
        declared::settle(&mut self.program, &constants);
        self.program.scope = self.scopes.names_of_file();
        let Emitter { program, arrays, .. } = &mut self.emitter;
        program.variable_arrays.extend(arrays.variables());
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
}
