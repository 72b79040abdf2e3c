//! Functions known only by a contract: the harness defines each, and a call repeats what it did in the run.
//!
//! Numbers are those of the run. Addresses are computed from the parameters and from globals, as in the contract: the
//! harness knows no address of the run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::given::edge_of;
use crate::{Draft, elsewhere};
use base::ids::Id;
use ctype::TypeId;
use pipeline::confirmer::Confirmer;
use program::interp::{Content, Pointer, State, Value};
use program::limits::DEEPEST_TYPE;
use program::{Command, Edge, Expr, ExprNode, FunctionId, Linkage, Program, VariableId};

/// What the calls of functions with a contract did in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct ContractedCalls {
    /// The steps of the run that belong to them.
    pub(super) steps: BTreeSet<usize>,
    functions: Vec<ContractedFunction>,
    /// Reasons why the harness may not show the error: effects that cannot be expressed in C.
    doubts: Vec<String>,
}

#[derive(Clone, Debug)]
struct ContractedFunction {
    id: FunctionId,
    /// The statements of each call, in order.
    calls: Vec<String>,
    /// Its variables other than parameters, by their names in the harness.
    locals: BTreeMap<String, u64>,
    /// Globals that the linker resolves.
    globals: BTreeSet<VariableId>,
}

impl ContractedCalls {
    /// Collects the calls in the run of a draft.
    pub(super) fn of(draft: &Draft<'_>) -> ContractedCalls {
        let (program, mut found) = (draft.program(), ContractedCalls::default());
        for contract in draft.task.specification.iter().flat_map(|known| &known.contracts) {
            if let Some((id, _)) = program.functions.enumerate().find(|(_, known)| known.name == contract.function) {
                let (calls, locals, globals) = Default::default();
                found.functions.push(ContractedFunction { id, calls, locals, globals });
            }
        }
        let contracts: Vec<Option<usize>> =
            (0..draft.run.steps.len()).map(|step| found.function_of(draft, step)).collect();
        found.steps = (0..contracts.len()).filter(|step| contracts.get(*step).copied().flatten().is_some()).collect();
        if !found.steps.is_empty() {
            // The confirmer has already decided that the run has the error.
            let confirmer = Confirmer { question: draft.task, judge: None, rules: draft.rules };
            let _ = confirmer.watch(draft.sought, draft.witness, |made, state| {
                let step = made.checked_sub(1);
                if let Some((step, Some(number))) = step.and_then(|step| Some((step, *contracts.get(step)?))) {
                    found.add(draft, (step, number), state);
                }
            });
        }
        found
    }

    /// Returns the index of the function that a step belongs to: its commands are located in its contract.
    fn function_of(&self, draft: &Draft<'_>, step: usize) -> Option<usize> {
        let span = edge_of(draft.run, draft.program(), step)?.span;
        let contracts = &draft.task.specification?.contracts;
        let known = contracts.iter().find(|contract| span.lies_in(contract.whole))?;
        let is_it = |function: &ContractedFunction| {
            draft.program().functions.get(function.id).map(|found| &found.name) == Some(&known.function)
        };
        self.functions.iter().position(is_it)
    }

    /// Returns true if a call begins with a step.
    fn begins(&self, draft: &Draft<'_>, (step, number): (usize, usize)) -> bool {
        let Some((function, edge)) = draft.run.steps.get(step) else { return false };
        let Some(flowchart) = draft.program().flowchart(*function) else { return false };
        let source = flowchart.source(*edge);
        match self.functions.get(number) {
            Some(known) if known.id == *function => source == flowchart.entry,
            _ => {
                let contracts = draft.task.specification.iter().flat_map(|known| &known.contracts);
                contracts.flat_map(|contract| &contract.calls).any(|call| call.called == source)
            }
        }
    }

    /// Adds the effect of a step; `state` is the state after it.
    fn add(&mut self, draft: &Draft<'_>, (step, number): (usize, usize), state: &State) {
        let begins = self.begins(draft, (step, number));
        let Some(edge) = edge_of(draft.run, draft.program(), step) else { return };
        let Some(function) = self.functions.get_mut(number) else { return };
        if begins || function.calls.is_empty() {
            function.calls.push(String::new());
        }
        let (program, is_procedure) = (draft.program(), draft.witness.entry.is_some());
        let mut told = ToldCommand { program, state, is_procedure, function };
        match told.statement(edge) {
            Ok(statement) => {
                if let Some(call) = function.calls.last_mut() {
                    call.push_str(&statement);
                }
            }
            Err(what) => {
                let name = program.functions.get(function.id).map_or("", |known| &known.name);
                self.doubts.push(format!("a call of '{name}' {what} at {}", draft.sources.position(edge.span)));
            }
        }
    }

    pub(super) fn names(&self, program: &Program) -> BTreeSet<String> {
        let known = self.functions.iter().filter_map(|function| program.functions.get(function.id));
        known.map(|function| function.name.clone()).collect()
    }

    /// Returns the functions as C.
    pub(super) fn text(&self, draft: &mut Draft<'_>) -> String {
        draft.doubts.extend(self.doubts.iter().cloned());
        let (mut out, mut declared) = (String::new(), BTreeSet::new());
        for (number, function) in self.functions.iter().enumerate() {
            for global in function.globals.iter().filter(|global| declared.insert(**global)) {
                let name = draft.program().variables.get(*global).map_or("", |variable| &variable.name);
                let _ = writeln!(out, "extern char {}[] __asm__(\"{name}\");", linked(*global));
            }
            match function.text(draft, number) {
                Ok(text) => out.push_str(&text),
                Err(doubt) => draft.doubts.push(doubt),
            }
        }
        out
    }
}

impl ContractedFunction {
    fn text(&self, draft: &Draft<'_>, number: usize) -> Result<String, String> {
        let program = draft.program();
        let known = program.functions.get(self.id).ok_or("a function with a contract is not known")?;
        let nameless = || format!("a type without a name in the contract of '{}'", known.name);
        let type_of =
            |id: &VariableId| program.variables.get(*id).and_then(|variable| draft.parameter_type(variable.ty));
        let parameters: Option<Vec<String>> = known
            .parameters
            .iter()
            .enumerate()
            .map(|(index, id)| Some(format!("{} damson_p{index}", type_of(id)?)))
            .collect();
        let result = match &known.result {
            Some(result) => Some(type_of(result).ok_or_else(nameless)?),
            None => None,
        };
        let parameters = parameters.ok_or_else(nameless)?.join(", ");
        let (returned, parameters) =
            (result.as_deref().unwrap_or("void"), if parameters.is_empty() { "void" } else { &parameters });
        let head = format!("{returned} damson_c{number}({parameters})");
        let mut out = format!("{head} __asm__(\"{}\");\n{head} {{\n    static unsigned damson_calls;\n", known.name);
        for (name, size) in &self.locals {
            let _ = writeln!(out, "    unsigned char {name}[{size}] = {{0}};");
        }
        if let Some(result) = &result {
            let _ = writeln!(out, "    {result} damson_r;\n    __builtin_memset(&damson_r, 0, sizeof damson_r);");
        }
        out.push_str("    switch (damson_calls++) {\n");
        for (index, call) in self.calls.iter().enumerate() {
            let _ = writeln!(out, "    case {index}:\n{call}        break;");
        }
        let name = &known.name;
        let _ = writeln!(
            out,
            "    default:\n        damson_say(\"this is another run: it calls\", \"{name}\");\n        damson_leave(3);\n    }}"
        );
        out.push_str(if result.is_some() { "    return damson_r;\n}\n" } else { "}\n" });
        Ok(out)
    }
}

/// Returns the symbol of a global for the linker.
fn linked(global: VariableId) -> String {
    format!("damson_g{}", global.index())
}

/// Translates a command of a contract to C.
struct ToldCommand<'c> {
    program: &'c Program,
    /// The state after the command.
    state: &'c State,
    /// True if the harness can use the program's names.
    is_procedure: bool,
    function: &'c mut ContractedFunction,
}

impl ToldCommand<'_> {
    /// Returns the C statement for a command, or why there is none.
    fn statement(&mut self, edge: &Edge) -> Result<String, String> {
        match &edge.command {
            Command::Store { address, value } if self.program.types.is_pointer(value.ty) => {
                // The variable only stores an old value that cannot be expressed; what reads it cannot be expressed
                // either.
                let (place, Ok(value)) = (self.address(address)?, self.address(value)) else { return Ok(String::new()) };
                Ok(format!("        damson_aim({place}, {value});\n"))
            }
            Command::Store { address, .. } | Command::Havoc { address } => self.stored(address),
            Command::Free(pointer) => Ok(format!("        __builtin_free({});\n", self.address(pointer)?)),
            Command::Allocate { address, bytes, zeroed: false, .. } => {
                let Ok(Value::Integer(bytes)) = self.state.evaluate(bytes, self.program) else {
                    return Err("allocates a block of a size that is not known".into());
                };
                Ok(format!("        damson_aim({}, __builtin_malloc({bytes}));\n", self.address(address)?))
            }
            Command::Fail(_) => Ok("        damson_say(\"assertion failed:\", \"what a contract requires\");\n        __builtin_abort();\n".into()),
            Command::Assume { .. } | Command::Skip | Command::ScopeStart(_) | Command::ScopeEnd(_) => Ok(String::new()),
            _ => Err("does what the harness cannot do".into()),
        }
    }

    /// Assigns the value that the state holds at an address.
    fn stored(&mut self, address: &Expr) -> Result<String, String> {
        let unknown = || "assigns what is not known".to_string();
        let ty = self.program.types.pointee(address.ty).ok_or_else(unknown)?;
        let place = self.address(address)?;
        let Ok(Value::Pointer(Pointer::To { block, offset })) = self.state.evaluate(address, self.program) else {
            return Err(unknown());
        };
        let (block, start) =
            (self.state.block(block).ok_or_else(unknown)?, u64::try_from(offset).map_err(|_| unknown())?);
        let mut scalars = Vec::new();
        elsewhere::add_scalars(&self.program.types, (ty, 0), DEEPEST_TYPE, &mut scalars);
        let (mut out, word) = (String::new(), self.program.types.model().word_bytes());
        for (offset, bytes) in scalars {
            let (part, size) = (format!("{place} + {offset}"), bytes as u64);
            match block.content(start.saturating_add(offset as u64), size, word) {
                Content::Bits(bits) if bytes <= 16 => {
                    let (low, high) = (bits as u64, (bits >> 64) as u64);
                    let _ = writeln!(out, "        damson_put({part}, {low:#x}, {high:#x}, {bytes});");
                }
                Content::Address(value) => {
                    let target =
                        self.known(value).ok_or("assigns or returns an address that the harness does not know")?;
                    let _ = writeln!(out, "        damson_aim({part}, {target});");
                }
                Content::Undefined => {}
                Content::Bits(_) | Content::Defined | Content::Mixed(..) => return Err(unknown()),
            }
        }
        Ok(out)
    }

    /// Returns an address that is known by name: that of a global.
    fn known(&mut self, value: Value) -> Option<String> {
        let Value::Pointer(Pointer::To { block, offset }) = value else { return None };
        let mut globals = self
            .program
            .variables
            .ids()
            .filter(|id| self.program.variables.get(*id).is_some_and(|variable| variable.function.is_none()));
        let holds = |id: &VariableId| matches!(self.state.variable_address(*id), Some(Pointer::To { block: known, .. }) if known == block);
        let global = globals.find(holds)?;
        Some(format!("{} + {offset}", self.variable(global).ok()?))
    }

    /// Converts an expression of pointer type to C, as a `char *`.
    fn address(&mut self, expr: &Expr) -> Result<String, String> {
        let types = &self.program.types;
        match &expr.node {
            ExprNode::Null => Ok("(char *)0".into()),
            ExprNode::VariableAddress(variable) => self.variable(*variable),
            ExprNode::FieldAddress(base, field) => {
                let offset = types.field(*field).offset;
                Ok(format!("({} + {offset})", self.address(base)?))
            }
            ExprNode::ElementAddress(base, index) => {
                let size = types.pointee(base.ty).and_then(|element: TypeId| types.size_of(element));
                match (self.state.evaluate(index, self.program), size) {
                    (Ok(Value::Integer(index)), Some(size)) => {
                        Ok(format!("({} + {index} * (long){size})", self.address(base)?))
                    }
                    _ => Err("assigns an element that is not known".into()),
                }
            }
            ExprNode::Load(address) => Ok(format!("damson_held({})", self.address(address)?)),
            ExprNode::Cast(inner) if types.is_pointer(inner.ty) => self.address(inner),
            _ => Err("computes an address in a way that the harness does not know".into()),
        }
    }

    /// Returns the address of a variable.
    fn variable(&mut self, id: VariableId) -> Result<String, String> {
        let variable = self.program.variables.get(id).ok_or("uses a variable that is not known")?;
        if variable.function == Some(self.function.id) {
            return self.own(id);
        }
        match (variable.function, variable.linkage) {
            (None, _) if self.is_procedure => Ok(format!("(char *)&{}", variable.name)),
            (None, Linkage::Internal) => Err(format!("uses '{}', which only its file knows", variable.name)),
            (None, _) => {
                self.function.globals.insert(id);
                Ok(linked(id))
            }
            (Some(_), _) => Err(format!("uses '{}', which is no variable of its own", variable.name)),
        }
    }

    /// Returns the address of a variable of the function, or of its inlined copy. Copies are identified by their names.
    fn own(&mut self, id: VariableId) -> Result<String, String> {
        let (function, program) = (self.program.functions.get(self.function.id), self.program);
        let name_of = |id: VariableId| program.variables.get(id).map(|variable| &variable.name);
        let is_it = |other: &VariableId| name_of(*other) == name_of(id);
        let function = function.ok_or("is not known")?;
        if let Some(index) = function.parameters.iter().position(is_it) {
            return Ok(format!("(char *)&damson_p{index}"));
        }
        if function.result.is_some_and(|result| is_it(&result)) {
            return Ok("(char *)&damson_r".into());
        }
        let index = function.locals.iter().position(is_it).ok_or("uses a variable that is not known")?;
        let (name, size) = (format!("damson_l{index}"), program.size_of_variable(id).unwrap_or(1));
        self.function.locals.insert(name.clone(), size);
        Ok(format!("(char *){name}"))
    }
}
