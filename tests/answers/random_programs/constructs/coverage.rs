//! What subjects contain once they are lowered: a row for each kind of command, expression, operator, conversion, library
//! effect, statement of a specification and hint. A new kind does not compile until it has a row here.

use std::collections::{BTreeMap, BTreeSet};

use damson::ctype::{Type, TypeId, TypeTable};
use damson::pipeline::Job;
use damson::program::library::{AccessSize, Effect, External, LibraryFunction, Returns};
use damson::program::{BinaryOp, Callee, Command, Expr, ExprNode, Program, Reach, UnaryOp, VariableKind};
use damson::spec::{Predicate, StateFormula, StatementKind, StructureClaim, SymbolValue, Temporal};

use super::specification::HintKind;
use super::statements::DISCARDED;
use super::theme::Feature;
use super::{Subject, procedures};

/// A function from kinds to rows, and the list of its rows.
macro_rules! rows {
    ($list:ident $function:ident($ty:ty) { $($pattern:pat => $name:literal,)* }) => {
        const $list: &[&str] = &[$($name),*];
        fn $function(value: &$ty) -> &'static str {
            match value { $($pattern => $name),* }
        }
    };
}

rows!(COMMANDS command(Command) {
    Command::Skip => "command skip",
    Command::Store { .. } => "command store",
    Command::Copy { .. } => "command copy",
    Command::Assume { .. } => "command assume",
    Command::Allocate { zeroed: false, .. } => "command allocate",
    Command::Allocate { zeroed: true, .. } => "command allocate zeroed",
    Command::Free(_) => "command free",
    Command::Havoc { .. } => "command havoc",
    Command::ScopeStart(_) => "command scope start",
    Command::ScopeEnd(_) => "command scope end",
    Command::Call { callee: Callee::Direct(_), .. } => "command call",
    Command::Call { callee: Callee::Indirect(_), .. } => "command call through a pointer",
    Command::Call { callee: Callee::Declared(_), .. } => "command call, only declared",
    Command::Fail(_) => "command fail",
    Command::Halt(None) => "command abort",
    Command::Halt(Some(_)) => "command exit",
    Command::Print { .. } => "command print",
    Command::Library { .. } => "command library",
    Command::Unsupported { reach: Reach::Nothing, .. } => "command unsupported, nothing",
    Command::Unsupported { reach: Reach::Elsewhere, .. } => "command unsupported, elsewhere",
    Command::Unsupported { reach: Reach::Memory, .. } => "command unsupported, memory",
    Command::Unsupported { reach: Reach::Control, .. } => "command unsupported, control",
    Command::Unsupported { reach: Reach::Order, .. } => "command unsupported, order",
});

rows!(EXPRESSIONS expression(ExprNode) {
    ExprNode::Integer(_) => "expression integer",
    ExprNode::Float(_) => "expression float",
    ExprNode::LongDouble(_) => "expression long double",
    ExprNode::Null => "expression null",
    ExprNode::Symbol(_) => "expression symbol",
    ExprNode::VariableAddress(_) => "expression variable",
    ExprNode::FieldAddress(..) => "expression field",
    ExprNode::ElementAddress(..) => "expression element",
    ExprNode::StringAddress(_) => "expression string",
    ExprNode::FunctionAddress(_) => "expression function",
    ExprNode::Load(_) => "expression load",
    ExprNode::Unary(UnaryOp::Negate, _) => "operator negate",
    ExprNode::Unary(UnaryOp::BitNot, _) => "operator ~",
    ExprNode::Unary(UnaryOp::LogicalNot, _) => "operator !",
    ExprNode::Binary(BinaryOp::Add, ..) => "operator +",
    ExprNode::Binary(BinaryOp::Sub, ..) => "operator -",
    ExprNode::Binary(BinaryOp::Mul, ..) => "operator *",
    ExprNode::Binary(BinaryOp::Div, ..) => "operator /",
    ExprNode::Binary(BinaryOp::Rem, ..) => "operator %",
    ExprNode::Binary(BinaryOp::ShiftLeft, ..) => "operator <<",
    ExprNode::Binary(BinaryOp::ShiftRight, ..) => "operator >>",
    ExprNode::Binary(BinaryOp::BitAnd, ..) => "operator &",
    ExprNode::Binary(BinaryOp::BitOr, ..) => "operator |",
    ExprNode::Binary(BinaryOp::BitXor, ..) => "operator ^",
    ExprNode::Binary(BinaryOp::Equal, ..) => "operator ==",
    ExprNode::Binary(BinaryOp::NotEqual, ..) => "operator !=",
    ExprNode::Binary(BinaryOp::Less, ..) => "operator <",
    ExprNode::Binary(BinaryOp::LessEqual, ..) => "operator <=",
    ExprNode::PointerDifference(..) => "expression pointer difference",
    ExprNode::Cast(_) => "expression cast",
});

rows!(EFFECTS effect(Effect) {
    Effect::Reads(..) => "effect reads",
    Effect::Writes(..) => "effect writes",
    Effect::Fills { .. } => "effect fills",
    Effect::Copies { overlap: false, .. } => "effect copies",
    Effect::Copies { overlap: true, .. } => "effect moves",
    Effect::Allocates(_) => "effect allocates",
    Effect::Frees(_) => "effect frees",
    Effect::EndsLife(_) => "effect ends a life",
    Effect::UsesStream(_) => "effect uses a stream",
    Effect::UsesStandardStream(_) => "effect uses a standard stream",
    Effect::ClosesStream(_) => "effect closes a stream",
    Effect::ReadsRest(_) => "effect reads the rest",
    Effect::WritesRest(_) => "effect writes the rest",
    Effect::WritesElsewhere => "effect writes elsewhere",
    Effect::TakesOption => "effect takes an option",
    Effect::TakesToken { .. } => "effect takes a token",
    Effect::ReadsLine { .. } => "effect reads a line",
    Effect::ChangesEnvironment => "effect changes the environment",
    Effect::SetsErrno => "effect sets errno",
    Effect::Output => "effect output",
    Effect::Input => "effect input",
    Effect::Ends(_) => "effect ends",
    Effect::Fails(_) => "effect fails",
    Effect::Asserts(_) => "effect asserts",
    Effect::Assumes(_) => "effect assumes",
    Effect::CallsBack(..) => "effect calls back",
    Effect::ForgetsHandlers => "effect forgets handlers",
});

rows!(EXTENTS access_size(AccessSize) {
    AccessSize::Bytes(_) | AccessSize::AtMost(_) => "access_size bytes",
    AccessSize::Product(..) => "access_size product",
    AccessSize::String => "access_size string",
    AccessSize::StringWithin(_) => "access_size string within",
    AccessSize::Object => "access_size object",
    AccessSize::UpToByte | AccessSize::UpToByteWithin(_) | AccessSize::Open => "access_size open",
});

rows!(RETURNS returns(Returns) {
    Returns::Nothing => "returns nothing",
    Returns::Anything | Returns::Input | Returns::Number(_) => "returns anything",
    Returns::Argument(_) => "returns an argument",
    Returns::ArgumentOrNull(_) => "returns an argument or null",
    Returns::Inside { .. } => "returns a pointer inside",
    Returns::Block => "returns a block",
    Returns::External(External::Stream | External::Frame | External::Variable) => "returns a foreign pointer",
    Returns::External(_) => "returns a pointer of its own",
});

rows!(STATEMENTS statement(StatementKind) {
    StatementKind::Assume(..) => "specification assume",
    StatementKind::Assert(..) => "specification assert",
    StatementKind::Watch(..) => "specification watch",
    StatementKind::Ltl(..) => "specification ltl",
});

rows!(PREDICATES predicate(Predicate) {
    Predicate::Reach { at_least_one: false, .. } => "predicate reach",
    Predicate::Reach { at_least_one: true, .. } => "predicate reachp",
    Predicate::Dshared { .. } => "predicate dshared",
    Predicate::Cyclic { .. } => "predicate cyclic",
    Predicate::Structure { claim: StructureClaim::Tree, .. } => "predicate tree",
    Predicate::Structure { claim: StructureClaim::ForAll(_), .. } => "predicate forall",
    Predicate::Structure { claim: StructureClaim::Each(_), .. } => "predicate each",
    Predicate::Count { .. } => "predicate count",
    Predicate::Allocated(_) => "predicate allocated",
    Predicate::String(_) => "predicate string",
    Predicate::Room(..) => "predicate room",
    Predicate::Condition(_) => "predicate condition",
});

rows!(SYMBOLS symbol(SymbolValue) {
    SymbolValue::Any => "symbol",
    SymbolValue::Old(_) => "symbol for an old value",
    SymbolValue::OldTruth(_) => "symbol for an old truth",
});

rows!(FORMULAS formula(StateFormula) {
    StateFormula::True => "formula true",
    StateFormula::False => "formula false",
    StateFormula::Unknown => "formula *",
    StateFormula::Atom(_) => "formula atom",
    StateFormula::Not(_) => "formula !",
    StateFormula::And(..) => "formula &&",
    StateFormula::Or(..) => "formula ||",
    StateFormula::Implies(..) => "formula =>",
    StateFormula::Iff(..) => "formula <=>",
    StateFormula::IfThenElse(..) => "formula if then else",
});

rows!(TEMPORALS temporal(Temporal) {
    Temporal::At(..) => "temporal @",
    Temporal::Holds(_) => "temporal without location",
    Temporal::Not(_) => "temporal !",
    Temporal::And(..) => "temporal &&",
    Temporal::Or(..) => "temporal ||",
    Temporal::Implies(..) => "temporal =>",
    Temporal::Iff(..) => "temporal <=>",
    Temporal::Next(_) => "temporal X",
    Temporal::Globally(_) => "temporal G",
    Temporal::Finally(_) => "temporal F",
    Temporal::Until(..) => "temporal U",
    Temporal::WeakUntil(..) => "temporal W",
    Temporal::Release(..) => "temporal R",
});

rows!(HINTS hint(HintKind) {
    HintKind::Family => "hint of a family",
    HintKind::SmallHeaps => "hint that holds on small heaps",
    HintKind::Integers => "hint about integers",
    HintKind::Nested => "hint about nested records",
    HintKind::Any => "hint any",
    HintKind::Open => "hint *",
    HintKind::Random => "hint at random",
});

/// Constructs of which a program calls a procedure.
const CALLED: &[(Feature, &str)] = &[
    (Feature::Recursion, "procedure recursive"),
    (Feature::Previous, "procedure with links back to nodes"),
    (Feature::BackLinks, "procedure with links back to links"),
    (Feature::Rings, "procedure on rings"),
];

/// What gets any value.
const CHOSEN: &[&str] = &["any value of a record", "any pointer to a type of a global"];

const CONVERSIONS: &[&str] = &[
    "conversion narrows",
    "conversion widens signed",
    "conversion widens unsigned",
    "conversion of the sign",
    "conversion to _Bool or the same",
    "conversion of an integer to a pointer",
    "conversion of a pointer to an integer",
    "conversion to void *",
    "conversion from void *",
    "conversion to char *",
    "conversion of an array to its element",
    "conversion of an array's address",
    "conversion between records",
    "conversion between other pointers",
    "conversion of an integer to a float",
    "conversion of a float to an integer",
    "conversion between floats",
    "conversion of anything else",
];

/// Rows that lowering leaves no room for: commands of their own stand for these functions, `!` is a comparison or a branch, and
/// what no cast can have.
const NEVER: &[&str] = &[
    "effect ends",
    "effect forgets handlers",
    "effect fails",
    "effect asserts",
    "effect assumes",
    "conversion of anything else",
    "expression symbol",
    "operator !",
    "conversion to _Bool or the same",
    "returns a pointer of its own",
    "access_size product",
    "effect allocates",
    "effect ends a life",
];

/// Rows of programs that the predicate abstraction is not asked about: `tests/shapes/input_arrays.rs` writes those.
const ELSEWHERE: &[&str] = &["predicate string", "predicate room"];

fn conversion(types: &TypeTable, from: TypeId, to: TypeId) -> &'static str {
    match (types.get(from), types.get(to)) {
        (Type::Integer { signed, .. }, Type::Integer { signed: other, .. }) => {
            match types.size_of(from).cmp(&types.size_of(to)) {
                std::cmp::Ordering::Greater => "conversion narrows",
                std::cmp::Ordering::Less if *signed => "conversion widens signed",
                std::cmp::Ordering::Less => "conversion widens unsigned",
                std::cmp::Ordering::Equal if signed != other => "conversion of the sign",
                std::cmp::Ordering::Equal => "conversion to _Bool or the same",
            }
        }
        (Type::Integer { .. }, Type::Pointer(_)) => "conversion of an integer to a pointer",
        (Type::Pointer(_), Type::Integer { .. }) => "conversion of a pointer to an integer",
        (Type::Integer { .. }, Type::Float(_)) => "conversion of an integer to a float",
        (Type::Float(_), Type::Integer { .. }) => "conversion of a float to an integer",
        (Type::Float(_), Type::Float(_)) => "conversion between floats",
        (Type::Pointer(source), Type::Pointer(target)) => match (types.get(*source), types.get(*target)) {
            (_, Type::Void) => "conversion to void *",
            (Type::Void, _) => "conversion from void *",
            (Type::Array(element, _), _) if element == target => "conversion of an array to its element",
            (Type::Array(..), _) => "conversion of an array's address",
            (Type::Record(_), Type::Record(_)) => "conversion between records",
            (_, Type::Integer { .. }) if types.size_of(*target) == Some(1) => "conversion to char *",
            (Type::Integer { .. } | Type::Float(_) | Type::Pointer(_) | Type::Record(_) | Type::Function { .. }, _) => {
                "conversion between other pointers"
            }
        },
        (
            Type::Void
            | Type::Integer { .. }
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Function { .. },
            _,
        ) => "conversion of anything else",
    }
}

/// The rows of a subject.
pub type Rows = BTreeSet<&'static str>;

/// How often each row occurred: in how many subjects.
#[derive(Default)]
pub struct Coverage {
    rows: BTreeMap<&'static str, usize>,
}

impl Coverage {
    /// How many subjects have a row.
    pub fn count(&self, row: &str) -> usize {
        self.rows.get(row).copied().unwrap_or(0)
    }

    /// Counts a subject.
    pub fn add(&mut self, rows: &Rows) {
        for row in rows {
            *self.rows.entry(row).or_default() += 1;
        }
    }

    /// All rows, those that never occur aside.
    pub fn all_rows() -> Vec<&'static str> {
        let lists = [
            COMMANDS,
            EXPRESSIONS,
            EFFECTS,
            EXTENTS,
            RETURNS,
            STATEMENTS,
            PREDICATES,
            SYMBOLS,
            FORMULAS,
            TEMPORALS,
            HINTS,
            CONVERSIONS,
            CHOSEN,
        ];
        let called = CALLED.iter().map(|(_, row)| *row);
        let discarded = DISCARDED.iter().map(|(row, _)| *row);
        let is_written = |row: &&'static str| !NEVER.contains(row) && !ELSEWHERE.contains(row);
        lists.concat().into_iter().chain(called).chain(discarded).filter(is_written).collect()
    }
}

/// What a subject contains.
pub fn rows_of(subject: &Subject, job: &Job) -> Rows {
    let mut found = Found::default();
    found.subject(subject, job);
    found.rows
}

#[derive(Default)]
struct Found {
    rows: Rows,
}

impl Found {
    fn note(&mut self, row: &'static str) {
        self.rows.insert(row);
    }

    fn subject(&mut self, subject: &Subject, job: &Job) {
        for one in &subject.hints {
            self.note(hint(&one.kind));
        }
        for construct in procedures::constructs(|part| subject.has_text(part)) {
            CALLED.iter().filter(|(known, _)| *known == construct).for_each(|(_, row)| self.note(row));
        }
        for (row, _) in DISCARDED {
            if subject.has_text(&format!("/* {row} */")) {
                self.note(row);
            }
        }
        let (programs, hints) = match job {
            Job::OfCalls { program, .. } => (vec![program], &[][..]),
            Job::OfAll(prepared) => (vec![&*prepared.whole, &prepared.program], &prepared.hints[..]),
        };
        for program in programs {
            for (function, _) in program.functions.enumerate() {
                let Some(flowchart) = program.flowchart(function) else { continue };
                for edge in flowchart.edges() {
                    let one = &flowchart.edge(edge).command;
                    self.note(command(one));
                    self.chosen(program, one);
                    if let Command::Library { function, .. } | Command::Print { function, .. } = one {
                        self.library(*function);
                    }
                    for one in one.expressions() {
                        self.expression(&program.types, one);
                    }
                }
            }
        }
        let specification = job.question().specification;
        for one in specification.iter().flat_map(|specification| specification.symbols.iter()) {
            self.note(symbol(&one.value));
        }
        for one in specification.iter().flat_map(|specification| &specification.statements) {
            self.note(statement(&one.kind));
            match &one.kind {
                StatementKind::Assume(one, _) | StatementKind::Assert(one, _) | StatementKind::Watch(one, _) => {
                    self.formula(one)
                }
                StatementKind::Ltl(_, one) => self.temporal(one),
            }
        }
        for one in hints {
            self.note(predicate(&one.pattern));
            self.formula(&one.replacement);
        }
    }

    fn chosen(&mut self, program: &Program, one: &Command) {
        let Command::Havoc { address } = one else { return };
        let types = &program.types;
        let Some(ty) = types.pointee(address.ty) else { return };
        if matches!(types.get(ty), Type::Record(_)) {
            self.note("any value of a record");
        }
        let is_global = |ty| program.variables.iter().any(|one| one.kind == VariableKind::Global && one.ty == ty);
        if types.pointee(ty).is_some_and(is_global) {
            self.note("any pointer to a type of a global");
        }
    }

    fn library(&mut self, function: LibraryFunction) {
        let entry = function.entry();
        self.note(returns(&entry.returns));
        for one in entry.effects {
            self.effect(one);
        }
    }

    fn effect(&mut self, one: &Effect) {
        self.note(effect(one));
        match one {
            Effect::Reads(_, of)
            | Effect::Writes(_, of)
            | Effect::Fills { access_size: of, .. }
            | Effect::Copies { access_size: of, .. } => self.note(access_size(of)),
            Effect::Allocates(allocation) => self.note(access_size(&allocation.size)),
            Effect::Frees(_)
            | Effect::EndsLife(_)
            | Effect::UsesStream(_)
            | Effect::UsesStandardStream(_)
            | Effect::ClosesStream(_)
            | Effect::ReadsRest(_)
            | Effect::WritesRest(_)
            | Effect::WritesElsewhere
            | Effect::TakesOption
            | Effect::TakesToken { .. }
            | Effect::ReadsLine { .. }
            | Effect::ChangesEnvironment
            | Effect::SetsErrno
            | Effect::Output
            | Effect::Input
            | Effect::Ends(_)
            | Effect::Fails(_)
            | Effect::Asserts(_)
            | Effect::Assumes(_)
            | Effect::ForgetsHandlers
            | Effect::CallsBack(..) => {}
        }
    }

    fn expression(&mut self, types: &TypeTable, whole: &Expr) {
        whole.visit(&mut |part| {
            self.note(expression(&part.node));
            if let ExprNode::Cast(operand) = &part.node {
                self.note(conversion(types, operand.ty, part.ty));
            }
        });
    }

    fn formula(&mut self, whole: &StateFormula) {
        self.note(formula(whole));
        match whole {
            StateFormula::True | StateFormula::False | StateFormula::Unknown => {}
            StateFormula::Atom(one) => self.note(predicate(one)),
            StateFormula::Not(inner) => self.formula(inner),
            StateFormula::And(left, right)
            | StateFormula::Or(left, right)
            | StateFormula::Implies(left, right)
            | StateFormula::Iff(left, right) => {
                self.formula(left);
                self.formula(right);
            }
            StateFormula::IfThenElse(condition, yes, no) => {
                self.formula(condition);
                self.formula(yes);
                self.formula(no);
            }
        }
    }

    fn temporal(&mut self, whole: &Temporal) {
        self.note(temporal(whole));
        match whole {
            Temporal::At(inner, _) | Temporal::Holds(inner) => self.formula(inner),
            Temporal::Not(inner) | Temporal::Next(inner) | Temporal::Globally(inner) | Temporal::Finally(inner) => {
                self.temporal(inner);
            }
            Temporal::And(left, right)
            | Temporal::Or(left, right)
            | Temporal::Implies(left, right)
            | Temporal::Iff(left, right)
            | Temporal::Until(left, right)
            | Temporal::WeakUntil(left, right)
            | Temporal::Release(left, right) => {
                self.temporal(left);
                self.temporal(right);
            }
        }
    }
}
