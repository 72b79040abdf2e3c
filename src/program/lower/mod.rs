//! From the syntax tree to the program: names and types are resolved, every function becomes a flowchart.
//!
//! The only part behind the frontend that sees the syntax tree. It never stops at the first error, and never
//! drops a construct: what no engine can follow becomes one edge with [`Command::Unsupported`](crate::Command::Unsupported).
//!
//! Side effects inside expressions become commands of their own, in an order that C allows (where it matters which, in two:
//! `either_order`); `&&`, `||`, `!`, `?:` and comma in conditions become control flow, so that the condition of an edge is
//! atomic. The effect of `x++` is put off to the next sequence point where that saves a temporary.
//!
//! A `Lowerer` walks through the syntax tree. It hands values to its `Emitter`, which makes commands of them and knows no
//! syntax tree. What both know is kept in parts that each have their own file; a question about types or names alone is asked of the
//! type table or the `Scopes`.
//!
//! | file | what stands there |
//! |---|---|
//! | `emitter` | what commands are made of |
//! | `function` | definitions of functions |
//! | `function_state` | the function under way |
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
mod emitter;
mod enumeration;
mod exposed;
mod expression;
mod extended_types;
mod extended_values;
mod function;
mod function_state;
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
use std::ops::{Deref, DerefMut};

use crate::Contracted;
use crate::{Program, SymbolId, UnknownCalls};
use base::stack::with_room;
use base::{Diagnostic, Diagnostics, SourceMap};
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
    pub observed: BTreeSet<String>,
    /// The functions that it has a contract for.
    pub contracted: BTreeMap<String, Contracted>,
    /// What other functions without a body may do.
    pub unknown_calls: UnknownCalls,
}

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
        let Emitter { program, reporter, .. } = lowerer.emitter;
        (program, reporter.into_diagnostics())
    };
    with_room("lower", work).unwrap_or_else(|error| {
        let mut diagnostics = Diagnostics::new();
        diagnostics.push(Diagnostic::general(format!("no thread could be started: {error}")));
        (Program::new(model), diagnostics)
    })
}

/// Names that a specification may use for a symbolic constant.
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

/// A lowerer can do everything that its emitter can.
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
        self.linkage = LinkageTable::of_unit(unit);
        for item in &unit.items {
            // Errors are in the diagnostics already.
            let _: Lowered<()> = self.item(item);
        }
        complete_tentative_definitions(&mut self.emitter, &self.linkage);
        choose_values_of_undefined_objects(&mut self.emitter, &self.linkage);
        let uncertain_addresses = std::mem::take(&mut self.uncertain_addresses);
        let Emitter { program, reporter, .. } = &mut self.emitter;
        uncertain_addresses.report(program, &self.linkage, reporter);
        std::mem::take(&mut self.startups).call_from_main(program, reporter);
        self.program.exposed = exposed::of(&mut self.program);
        self.emitter.scopes.add_to(&mut self.emitter.program.scope);
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
