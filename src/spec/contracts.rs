//! Contracts of functions without a body: `contract f(x) { requires …; assigns …; ensures …; }`.
//!
//! A function with a contract gets a body that does anything its contract allows ([`program::contract`]). At each call,
//! `requires` becomes an assertion where the call begins, and `ensures` an assumption where it ends: so engines need to
//! know nothing about contracts. If calls are not inlined, commands of the body say the same, as far as possible. Names
//! denote the parameters, as named by the contract, and declarations at file scope. `old(e)` and `old(P)` are variables
//! of that body.
//!
//! A contract is believed, never checked: [`Specification::contracts`] lists those that an answer rests on.
//!
//! [`Specification::contracts`]: crate::Specification::contracts

mod calls;
mod commands;
mod kept;
mod places;

use std::collections::HashMap;

use indexmap::IndexSet;

use crate::contracts::calls::{calls, is_called};
use crate::contracts::commands::{NoCommands, RefusedClause, Translation};
use crate::contracts::kept::Kept;
use crate::definitions::RESERVED;
use crate::fields::with_list;
use crate::resolve::{Resolved, Resolver};
use crate::syntax::{LocatedTerm, PredicateName, TermKind};
use crate::{
    AssumedContract, ContractCalls, Predicate, Specification, StateFormula, Statement, StatementKind, old, size, split,
};
use base::{Diagnostic, Diagnostics, Span};
use ctype::Type;
use frontend::ast::Identifier;
use program::contract::{self, ContractClaims, ContractEffects, KeptTruth};
use program::{BinaryOp, Contracted, Expr, ExprNode, FunctionId, VariableId, VariableKind, library, lower};

/// A contract as written.
#[derive(Clone, Debug)]
pub(super) struct Contract {
    pub(super) name: Identifier,
    pub(super) parameters: Vec<Identifier>,
    pub(super) clauses: Vec<ContractClause>,
    pub(super) span: Span,
}

impl Contract {
    /// Returns the information that lowering needs.
    pub(super) fn known(&self) -> Contracted {
        let mut says = false;
        let mut changes = false;
        for clause in &self.clauses {
            match &clause.kind {
                ClauseKind::Assigns(terms) => {
                    says = true;
                    changes |= !terms.iter().all(is_in_new_block);
                }
                ClauseKind::Frees(_) => changes = true,
                ClauseKind::Requires(_) | ClauseKind::Ensures(_) | ClauseKind::Allocates => {}
            }
        }
        Contracted { span: self.name.span, changes: changes || !says }
    }
}

/// Returns true if a place is part of the block that is returned.
fn is_in_new_block(place: &LocatedTerm) -> bool {
    match &place.kind {
        TermKind::Arrow(base, _) => matches!(base.kind, TermKind::Result),
        TermKind::Member(base, _) => is_in_new_block(base),
        _ => false,
    }
}

/// A clause with its source position.
#[derive(Clone, Debug)]
pub(super) struct ContractClause {
    pub(super) kind: ClauseKind,
    pub(super) span: Span,
}

/// The content of a clause.
#[derive(Clone, Debug)]
pub(super) enum ClauseKind {
    Requires(LocatedTerm),
    Ensures(LocatedTerm),
    /// The places that change; empty for none.
    Assigns(Vec<LocatedTerm>),
    /// The result is a new block.
    Allocates,
    /// Pointers to blocks that are freed.
    Frees(Vec<LocatedTerm>),
}

/// Gives the functions with contracts their bodies, and reports errors in the contracts and contracts that cannot be
/// used.
pub(super) fn give_bodies(
    resolver: &mut Resolver<'_>,
    contracts: &[&Contract],
    calls: ContractCalls,
    diagnostics: &mut Diagnostics,
) {
    let mut known: HashMap<&str, Span> = HashMap::new();
    for contract in contracts {
        let Identifier { name, span } = &contract.name;
        let given = match known.insert(name, *span) {
            Some(first) => {
                let problem = Diagnostic::error(*span, format!("'{name}' has two contracts"));
                Err(problem.with_note(Some(first), "the first one is here"))
            }
            None => declared(resolver, contract).and_then(|function| {
                let read = |resolver: &mut Resolver<'_>| {
                    let (mut effects, kept) = resolver.effects(contract, function)?;
                    let refused = match calls {
                        ContractCalls::Inlined => None,
                        ContractCalls::Kept => {
                            resolver.decide_by_commands((contract, function), &kept, &mut effects)?
                        }
                    };
                    Ok((effects, refused))
                };
                match in_scope(resolver, contract, function, read)? {
                    (effects, None) => contract::give_body(resolver.program, resolver.sources, function, &effects),
                    (_, Some((span, why))) => diagnostics.push(not_used(&contract.name, span, why)),
                }
                Ok(())
            }),
        };
        if let Err(problem) = given {
            diagnostics.push(problem);
        }
    }
}

/// Returns the warning that a contract is not used because commands cannot decide it.
fn not_used(Identifier { name, span }: &Identifier, clause: Span, why: NoCommands) -> Diagnostic {
    let text = format!(
        "the contract of '{name}' is not used: a function calls itself, is called by the library, or has no body, so that calls are not inlined"
    );
    Diagnostic::warning(*span, text).with_note(Some(clause), why.to_string())
}

/// Adds the assertions and assumptions of a contract at the calls in the entry function's flowchart. Nothing if there
/// is no call.
pub(super) fn assume(
    resolver: &mut Resolver<'_>,
    contract: &Contract,
    specification: &mut Specification,
) -> Resolved<()> {
    let Some((function, calls)) = calls(resolver, contract) else {
        if is_called(resolver.program, resolver.entry, &contract.name.name) {
            // Commands of its body cover the whole contract.
            let Identifier { name, span } = contract.name.clone();
            let (whole, calls) = (contract.span, Vec::new());
            specification.contracts.push(AssumedContract { function: name, span, whole, calls });
        }
        return Ok(());
    };
    let read = |resolver: &mut Resolver<'_>| resolver.claims(contract, function);
    let (clauses, kept) = in_scope(resolver, contract, function, read)?;
    for call in &calls {
        for (variable, formula, span) in call.kept.iter().flat_map(|_| &kept.truths) {
            let int = resolver.program.types.int();
            let variable =
                Expr::variable_address(&mut resolver.program.types, *variable, &resolver.program.variables[*variable]);
            let truth = Expr::new(ExprNode::Load(Box::new(variable)), int);
            let truth = StateFormula::Atom(Predicate::Condition(truth));
            let same = StateFormula::Iff(Box::new(truth), Box::new(formula.clone()));
            let kind = StatementKind::Assume(same.replace(&|part| call.meaning(part)), call.kept.into_iter().collect());
            let text = format!("{}: {}", contract.name.name, split::one_line(resolver.sources.snippet(*span)));
            specification.statements.push(Statement { kind, text, span: *span });
        }
        for (clause, formula) in &clauses {
            let formula = formula.replace(&|part| call.meaning(part));
            let text = format!("{}: {}", contract.name.name, split::one_line(resolver.sources.snippet(clause.span)));
            let kind = match (&clause.kind, call.place.ensured) {
                (ClauseKind::Requires(_), _) => StatementKind::Assert(formula, vec![call.place.called]),
                (_, Some(ensured)) => StatementKind::Assume(formula, vec![ensured]),
                (_, None) => continue,
            };
            specification.statements.push(Statement { kind, text, span: clause.span });
        }
    }
    let Identifier { name, span } = contract.name.clone();
    let calls = calls.iter().map(|call| call.place).collect();
    specification.contracts.push(AssumedContract { function: name, span, whole: contract.span, calls });
    Ok(())
}

/// Reads clauses in the scope of the contract's function.
fn in_scope<T>(
    resolver: &mut Resolver<'_>,
    contract: &Contract,
    function: FunctionId,
    read: impl FnOnce(&mut Resolver<'_>) -> Resolved<T>,
) -> Resolved<T> {
    let entry = std::mem::replace(&mut resolver.entry, function);
    // Parameters take precedence over symbols.
    let symbols = resolver.symbols.clone();
    resolver.symbols.retain(|name, _| !contract.parameters.iter().any(|parameter| parameter.name == *name));
    let found = read(resolver);
    resolver.entry = entry;
    resolver.symbols = symbols;
    found
}

/// Returns the function that a contract is about. It gets its result, and parameters with the names that the contract
/// gives them.
fn declared(resolver: &mut Resolver<'_>, contract: &Contract) -> Resolved<FunctionId> {
    let Identifier { name, span } = &contract.name;
    let program = &mut *resolver.program;
    let Some((id, function)) = program.functions.enumerate().find(|(_, function)| function.name == *name) else {
        let problem = Diagnostic::error(*span, format!("the program declares no function '{name}'"));
        let sources = resolver.sources;
        let declared = program
            .functions
            .iter()
            .filter(|function| function.flowchart.is_none() && sources.is_in_own_file(function.span));
        let names: IndexSet<String> = declared
            .map(|function| function.name.clone())
            .filter(|name| library::find(name, false).is_none())
            .collect();
        return Err(with_list(problem, "functions without a body are", names));
    };
    let (declaration, ty) = (function.span, function.ty);
    if function.flowchart.is_some() {
        let problem = Diagnostic::error(*span, format!("'{name}' has a body: what it does is not to be assumed"));
        let problem = problem.with_note(Some(declaration), "it is here");
        return Err(problem.with_note(None, "what is to hold in it is written 'assert … @ L;'"));
    }
    if library::find(name, false).is_some() || lower::jumps(name) {
        let message = format!("Damson knows what '{name}' does: it takes no contract");
        return Err(Diagnostic::error(*span, message));
    }
    let types = &program.types;
    let Type::Function { result, parameters, variadic } = types.get(ty).clone() else {
        return Err(Diagnostic::error(*span, format!("'{name}' is no function")));
    };
    if parameters.is_empty() && variadic {
        let problem = Diagnostic::error(*span, format!("'{name}' is declared without the types of its parameters"));
        let note = "declare it by a prototype, with '(void)' where it takes none";
        return Err(problem.with_note(Some(declaration), "it is declared here").with_note(None, note));
    }
    check_parameters(contract, parameters.len(), declaration)?;
    let is_void = matches!(types.get(result), Type::Void);
    let mut values = parameters.iter().copied().chain((!is_void).then_some(result));
    if let Some(ty) = values.find(|ty| types.size_of(*ty).is_none()) {
        let message = format!("'{name}' takes or returns a value of the incomplete type '{}'", types.display(ty));
        return Err(Diagnostic::error(*span, message).with_note(Some(declaration), "it is declared here"));
    }
    for (parameter, ty) in contract.parameters.iter().zip(parameters) {
        let variable = (parameter.name.clone(), ty, VariableKind::Parameter);
        let variable = program.add_variable(Some(id), variable, parameter.span);
        program.functions[id].parameters.push(variable);
    }
    if !is_void {
        let variable = ("\\result".into(), result, VariableKind::Result);
        program.functions[id].result = Some(program.add_variable(Some(id), variable, *span));
    }
    Ok(id)
}

/// Checks that a contract names each parameter once.
fn check_parameters(contract: &Contract, wanted: usize, declaration: Span) -> Resolved<()> {
    let Contract { name, parameters, .. } = contract;
    if parameters.len() != wanted {
        let plural = if wanted == 1 { "" } else { "s" };
        let message =
            format!("'{}' has {wanted} parameter{plural}, but its contract names {}", name.name, parameters.len());
        return Err(Diagnostic::error(name.span, message).with_note(Some(declaration), "it is declared here"));
    }
    let repeated = parameters.iter().enumerate().find(|(index, parameter)| {
        RESERVED.contains(&parameter.name.as_str())
            || parameters.iter().take(*index).any(|other| other.name == parameter.name)
    });
    match repeated {
        None => Ok(()),
        Some((_, Identifier { name, span })) => {
            Err(Diagnostic::error(*span, format!("'{name}' cannot be the name of a parameter here")))
        }
    }
}

impl Resolver<'_> {
    /// Returns the effects that a contract specifies.
    fn effects(&mut self, contract: &Contract, function: FunctionId) -> Resolved<(ContractEffects, Kept)> {
        let mut kept = Kept::default();
        let mut effects = ContractEffects {
            span: contract.span,
            kept: Vec::new(),
            truths: Vec::new(),
            claims: ContractClaims::default(),
            allocates: None,
            changed: None,
            freed: Vec::new(),
            freed_lists: Vec::new(),
            result: None,
            ensured: None,
        };
        let allocates = contract.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Allocates));
        let mut ensured = Vec::new();
        for ContractClause { kind, span } in &contract.clauses {
            match kind {
                ClauseKind::Requires(term) => self.required(term, function).map(drop)?,
                ClauseKind::Ensures(term) => {
                    ensured.push(self.ensured(term, function, &mut kept)?);
                    effects.ensured.get_or_insert(*span);
                }
                ClauseKind::Assigns(terms) => {
                    let cells = effects.changed.get_or_insert_default();
                    for term in terms {
                        cells.extend(self.assigned(term, function, allocates)?);
                    }
                }
                ClauseKind::Allocates => {
                    self.check_new_block(function, *span)?;
                    effects.allocates = Some(*span);
                }
                ClauseKind::Frees(terms) => {
                    for term in terms {
                        match &term.kind {
                            TermKind::Predicate(nodes) if nodes.name == PredicateName::Tree => {
                                effects.freed_lists.push(self.freed_list(nodes, term.span, function)?);
                            }
                            _ => effects.freed.push((self.freed(term, function)?, term.span)),
                        }
                    }
                }
            }
        }
        for formula in &ensured {
            self.known_values(formula, function, &mut effects);
        }
        effects.kept.append(&mut kept.values);
        let any = |(variable, _, span): &(VariableId, StateFormula, Span)| KeptTruth {
            variable: *variable,
            condition: None,
            span: *span,
        };
        effects.truths = kept.truths.iter().map(any).collect();
        Ok((effects, kept))
    }

    /// Translates the contract's requirements, guarantees and old values to commands; returns the first clause that
    /// commands cannot decide.
    fn decide_by_commands(
        &mut self,
        (contract, function): (&Contract, FunctionId),
        kept: &Kept,
        effects: &mut ContractEffects,
    ) -> Resolved<Option<RefusedClause>> {
        let (clauses, _) = self.claims(contract, function)?;
        let types = commands::condition_types(&mut self.program.types);
        let at_call = Translation::at_call(self.program, types);
        let at_end = Translation::at_end(self.program, function, types, effects);
        let mut claims = ContractClaims::default();
        let mut conditions = Vec::new();
        for (_, formula, span) in &kept.truths {
            match at_call.condition(formula) {
                Ok(condition) => conditions.push(condition),
                Err(why) => return Ok(Some((*span, why))),
            }
        }
        for (clause, formula) in &clauses {
            let is_required = matches!(clause.kind, ClauseKind::Requires(_));
            let condition = if is_required { &at_call } else { &at_end }.condition(formula);
            match (condition, is_required) {
                (Ok(condition), true) => {
                    let text = split::one_line(self.sources.snippet(clause.span));
                    claims.required.push((condition, format!("{}: {text}", contract.name.name), clause.span));
                }
                (Ok(condition), false) => claims.ensured.push((condition, clause.span)),
                (Err(why), _) => return Ok(Some((clause.span, why))),
            }
        }
        effects.claims = claims;
        for (truth, condition) in effects.truths.iter_mut().zip(conditions) {
            truth.condition = Some(condition);
        }
        Ok(None)
    }

    /// Resolves the `requires` and `ensures` clauses of a contract.
    fn claims<'c>(
        &mut self,
        contract: &'c Contract,
        function: FunctionId,
    ) -> Resolved<(Vec<(&'c ContractClause, StateFormula)>, Kept)> {
        let (mut found, mut kept) = (Vec::new(), Kept::default());
        for clause in &contract.clauses {
            let formula = match &clause.kind {
                ClauseKind::Requires(term) => self.required(term, function)?,
                ClauseKind::Ensures(term) => self.ensured(term, function, &mut kept)?,
                ClauseKind::Assigns(_) | ClauseKind::Allocates | ClauseKind::Frees(_) => continue,
            };
            size::check_formula(&formula, clause.span)?;
            found.push((clause, formula));
        }
        for (_, formula, span) in &kept.truths {
            size::check_formula(formula, *span)?;
        }
        Ok((found, kept))
    }

    fn required(&mut self, term: &LocatedTerm, function: FunctionId) -> Resolved<StateFormula> {
        let formula = self.whole(term, |resolver, term| {
            refuse_old(term)?;
            resolver.formula(term)
        })?;
        match formula.expressions().into_iter().any(|expr| self.mentions_result(expr, function)) {
            true => Err(Diagnostic::error(term.span, "there is no result where a call begins")),
            false => Ok(formula),
        }
    }

    fn ensured(&mut self, term: &LocatedTerm, function: FunctionId, kept: &mut Kept) -> Resolved<StateFormula> {
        self.whole(term, |resolver, term| {
            let mut term = term.clone();
            resolver.keep_old(&mut term, function, kept)?;
            resolver.formula(&term)
        })
    }

    /// Checks that a value is known where a call begins.
    pub(super) fn check_at_call(&self, value: &Expr, function: FunctionId, span: Span) -> Resolved<()> {
        match self.mentions_result(value, function) {
            true => Err(Diagnostic::error(span, "there is no result where a call begins")),
            false => self.check_known(value, span),
        }
    }

    /// Checks that a value mentions no symbol: symbols are not part of a program.
    pub(super) fn check_known(&self, value: &Expr, span: Span) -> Resolved<()> {
        match mentions_symbol(value) {
            true => Err(Diagnostic::error(span, "a symbol cannot stand here: the function does not know it")),
            false => Ok(()),
        }
    }

    pub(super) fn mentions_result(&self, expr: &Expr, function: FunctionId) -> bool {
        let result = self.program.functions.get(function).and_then(|function| function.result);
        let mut found = false;
        expr.visit(&mut |part| {
            found |= matches!(part.node, ExprNode::VariableAddress(variable) if Some(variable) == result);
        });
        found
    }

    /// Extracts equations about the result and changed cells from a formula. (The formula is assumed as well: this only
    /// makes most runs satisfy it from the start.)
    fn known_values(&self, formula: &StateFormula, function: FunctionId, effects: &mut ContractEffects) {
        let (left, right) = match formula {
            StateFormula::And(left, right) => {
                self.known_values(left, function, effects);
                return self.known_values(right, function, effects);
            }
            StateFormula::Atom(Predicate::Condition(Expr {
                node: ExprNode::Binary(BinaryOp::Equal, left, right),
                ..
            })) => (left, right),
            _ => return,
        };
        for (place, value) in [(left, right), (right, left)] {
            let ExprNode::Load(address) = &place.node else { continue };
            let is_plain = self.program.types.is_pointer(place.ty) || self.program.types.is_integer(place.ty);
            if !is_plain || value.ty != place.ty || !value.is_plain() || mentions_symbol(value) {
                continue;
            }
            let result = self.program.functions[function].result;
            let cell = effects.changed.iter_mut().flatten().find(|cell| cell.address == **address);
            if matches!(address.node, ExprNode::VariableAddress(variable) if Some(variable) == result) {
                if !self.mentions_result(value, function) {
                    effects.result.get_or_insert((**value).clone());
                }
            } else if let Some(cell) = cell
                && !self.mentions_result(value, function)
                && [&cell.address, value].into_iter().all(|expr| contract::is_fixed(self.program, function, expr))
            {
                cell.value.get_or_insert((**value).clone());
            }
        }
    }
}

/// Old values exist only where a call ends.
fn refuse_old(term: &LocatedTerm) -> Resolved<()> {
    if old::argument(term).is_some() {
        let problem = Diagnostic::error(term.span, "'old' stands in 'ensures' only");
        return Err(problem.with_note(None, "elsewhere a value is the one at the call"));
    }
    term.children().into_iter().try_for_each(refuse_old)
}

fn mentions_symbol(expr: &Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(part.node, ExprNode::Symbol(_)));
    found
}
