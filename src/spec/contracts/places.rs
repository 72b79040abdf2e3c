//! The places that a contract is about: cells that change, blocks and lists that are freed, and new blocks.

use crate::contracts::refuse_old;
use crate::resolve::{Resolved, Resolver};
use crate::syntax::{LocatedTerm, PredicateTerm};
use crate::{Predicate, StructureClaim};
use base::{Diagnostic, Span};
use ctype::{FieldId, Type};
use program::contract::{ChangedCell, FreedList};
use program::{Expr, ExprNode, FunctionId};

/// Maximum number of cells of a struct that a contract assigns as a whole.
const MOST_CELLS: usize = 64;

impl Resolver<'_> {
    /// Returns the cells of a place that changes.
    pub(super) fn assigned(
        &mut self,
        term: &LocatedTerm,
        function: FunctionId,
        allocates: bool,
    ) -> Resolved<Vec<ChangedCell>> {
        refuse_old(term)?;
        let value = self.value(term)?;
        let ExprNode::Load(address) = value.node else {
            let problem = Diagnostic::error(term.span, "only a variable, a field or an element can be assigned");
            return Err(problem.with_note(None, "an array is assigned element by element"));
        };
        let result = self.program.functions[function].result;
        let root = address.root_variable();
        if root.is_some() && root == result {
            let message = "the result need not be assigned: it is any value that is ensured";
            return Err(Diagnostic::error(term.span, message));
        }
        if let Some(variable) = root.and_then(|root| self.program.variables.get(root)) {
            if variable.function == Some(function) {
                let message = format!("'{}' is the function's own: to assign it changes nothing", variable.name);
                return Err(Diagnostic::error(term.span, message));
            }
            if variable.is_constant {
                return Err(Diagnostic::error(term.span, format!("'{}' is constant", variable.name)));
            }
        }
        if self.mentions_result(&address, function) && !allocates {
            let problem = Diagnostic::error(term.span, "it is not known where the result leads to");
            return Err(problem.with_note(None, "a new block is written 'allocates \\result;'"));
        }
        self.check_known(&address, term.span)?;
        let mut cells = Vec::new();
        self.add_cells(*address, term.span, &mut cells)?;
        Ok(cells)
    }

    /// Adds the scalar cells at an address.
    fn add_cells(&mut self, address: Expr, span: Span, cells: &mut Vec<ChangedCell>) -> Resolved<()> {
        if cells.len() >= MOST_CELLS {
            let message = format!("this has more than {MOST_CELLS} parts: name those that change");
            return Err(Diagnostic::error(span, message));
        }
        let types = &self.program.types;
        let Some(ty) = types.pointee(address.ty) else {
            return Err(Diagnostic::error(span, "it is not known what is assigned here"));
        };
        match types.get(ty).clone() {
            _ if types.is_scalar(ty) => cells.push(ChangedCell { address, value: None, span }),
            Type::Record(record) if !types.record(record).is_union => {
                for index in 0..types.fields(record).len() {
                    let field = FieldId { record, index: index as u32 };
                    let part = Expr::field_address(&mut self.program.types, address.clone(), field);
                    self.add_cells(part, span, cells)?;
                }
            }
            Type::Array(element, Some(count)) => {
                let (pointer, word) = (self.program.types.pointer(element), self.program.types.size_type());
                let first = Expr::new(ExprNode::Cast(Box::new(address)), pointer);
                for index in 0..count {
                    let index = Box::new(Expr::integer(index.into(), word));
                    let part = Expr::new(ExprNode::ElementAddress(Box::new(first.clone()), index), pointer);
                    self.add_cells(part, span, cells)?;
                }
            }
            _ => {
                let message = format!("a value of type '{}' cannot be assigned as a whole", types.display(ty));
                return Err(Diagnostic::error(span, message).with_note(None, "name the parts that change"));
            }
        }
        Ok(())
    }

    /// Returns a pointer to a block that is freed.
    pub(super) fn freed(&mut self, term: &LocatedTerm, function: FunctionId) -> Resolved<Expr> {
        refuse_old(term)?;
        let value = self.value(term)?;
        self.check_at_call(&value, function, term.span)?;
        if self.program.types.is_pointer(value.ty) {
            return Ok(value);
        }
        let ty = self.program.types.display(value.ty);
        Err(Diagnostic::error(term.span, format!("'frees' takes pointers to blocks, not a value of type '{ty}'")))
    }

    pub(super) fn check_new_block(&self, function: FunctionId, span: Span) -> Resolved<()> {
        let types = &self.program.types;
        let result = self.program.functions[function].result.and_then(|result| self.program.variables.get(result));
        let target = result.filter(|result| types.is_pointer(result.ty)).and_then(|result| types.pointee(result.ty));
        if target.is_some_and(|target| types.size_of(target).is_some_and(|size| size > 0)) {
            return Ok(());
        }
        let message = "the result is no pointer to an object of known type, so it cannot be a new block";
        Err(Diagnostic::error(span, message))
    }

    /// `tree[;n](p)`: all nodes of an acyclic list are freed.
    pub(super) fn freed_list(
        &mut self,
        nodes: &PredicateTerm,
        span: Span,
        function: FunctionId,
    ) -> Resolved<FreedList> {
        nodes.arguments.iter().try_for_each(refuse_old)?;
        let found = self.predicate(nodes, span)?;
        let Predicate::Structure { claim: StructureClaim::Tree, avoid, fields, from: start } = found else {
            return Err(Diagnostic::error(span, "'frees' takes pointers to blocks, and lists as 'tree[;n](p)'"));
        };
        self.check_at_call(&start, function, span)?;
        let types = &self.program.types;
        let ([link], true) = (fields.as_slice(), avoid.is_empty()) else {
            let problem = Diagnostic::error(span, "only a list can be freed as a whole");
            return Err(problem.with_note(None, "name one link, and nothing that is avoided: 'frees tree[;n](p);'"));
        };
        if types.field(*link).ty != start.ty {
            return Err(Diagnostic::error(span, "this link leads to something else than the nodes of the list"));
        }
        Ok(FreedList { start, link: *link, span })
    }
}
