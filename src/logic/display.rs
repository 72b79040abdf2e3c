//! Terms, atoms and formulas in the syntax of specification and hint files.

use crate::{Arena, Atom, AtomId, FieldSetId, Formula, TermId, TermNode};
use base::ids::IdVec;
use ctype::{FieldId, Type};
use program::expr::{self, Names};
use program::{Expr, ExprNode, Program, SymbolId};

#[derive(Clone, Copy)]
pub struct Printer<'a> {
    arena: &'a Arena,
    program: &'a Program,
    symbols: &'a IdVec<SymbolId, String>,
}

impl<'a> Printer<'a> {
    pub fn new(arena: &'a Arena, program: &'a Program, symbols: &'a IdVec<SymbolId, String>) -> Self {
        Printer { arena, program, symbols }
    }

    fn names(&self) -> Names<'a> {
        Names {
            types: self.arena.types(),
            variables: &self.program.variables,
            functions: &self.program.functions,
            symbols: self.symbols,
        }
    }

    /// Prints a term as a C expression.
    pub fn term(&self, term: TermId) -> String {
        match self.expression(term) {
            Some(expression) => expr::display(&expression, self.names()),
            None => "<fresh>".into(),
        }
    }

    fn expression(&self, term: TermId) -> Option<Expr> {
        Self::expression_of(self.arena, term)
    }

    /// Returns the program expression of a term; `None` for terms that only occur inside weakest preconditions.
    pub fn expression_of(arena: &Arena, term: TermId) -> Option<Expr> {
        let part = |id| Self::expression_of(arena, id).map(Box::new);
        let node = match arena.node(term) {
            TermNode::Null => ExprNode::Null,
            TermNode::Integer(value) => ExprNode::Integer(value),
            TermNode::Float(bits) => ExprNode::Float(bits),
            TermNode::LongDouble(bits) => ExprNode::LongDouble(bits),
            TermNode::Symbol(symbol) => ExprNode::Symbol(symbol),
            TermNode::VariableAddress(variable) => ExprNode::VariableAddress(variable),
            TermNode::FieldAddress(base, field) => ExprNode::FieldAddress(part(base)?, field),
            TermNode::ElementAddress(base, index) => ExprNode::ElementAddress(part(base)?, part(index)?),
            TermNode::StringAddress(string) => ExprNode::StringAddress(string),
            TermNode::FunctionAddress(function) => ExprNode::FunctionAddress(function),
            TermNode::Load(address) => ExprNode::Load(part(address)?),
            TermNode::Unary(op, operand) => ExprNode::Unary(op, part(operand)?),
            TermNode::Binary(op, left, right) => ExprNode::Binary(op, part(left)?, part(right)?),
            TermNode::Difference(left, right) => ExprNode::PointerDifference(part(left)?, part(right)?),
            TermNode::Cast(operand) => ExprNode::Cast(part(operand)?),
            TermNode::Fresh | TermNode::Undefined => return None,
        };
        Some(Expr::new(node, arena.type_of(term)))
    }

    /// `[A;F]`
    fn brackets(&self, avoid: &[TermId], fields: FieldSetId) -> String {
        let mut avoid: Vec<String> = avoid.iter().map(|term| self.term(*term)).collect();
        avoid.sort_by_key(|text| (text.len(), text.clone()));
        let fields: Vec<String> = self.arena.fields(fields).iter().map(|field| self.field(*field)).collect();
        format!("[{};{}]", avoid.join(", "), fields.join(", "))
    }

    /// Returns a field's name, qualified by its record if it is ambiguous.
    pub fn field(&self, id: FieldId) -> String {
        let types = self.arena.types();
        let name = &types.field(id).name;
        let ambiguous = types
            .records()
            .any(|(record, _)| record != id.record && types.fields(record).iter().any(|field| field.name == *name));
        if !ambiguous {
            return name.clone();
        }
        let record = types.find(&Type::Record(id.record)).map_or_else(String::new, |ty| types.display(ty));
        format!("{record}.{name}")
    }

    pub fn atom(&self, atom: AtomId) -> String {
        match self.arena.get(atom) {
            Atom::Reach { at_least_one, avoid, fields, from, to } => {
                let name = if *at_least_one { "reachp" } else { "reach" };
                format!("{name}{}({}, {})", self.brackets(avoid, *fields), self.term(*from), self.term(*to))
            }
            Atom::Dshared { avoid, fields, left, right } => {
                format!("dshared{}({}, {})", self.brackets(avoid, *fields), self.term(*left), self.term(*right))
            }
            Atom::Cyclic { avoid, fields, from } => {
                format!("cyclic{}({})", self.brackets(avoid, *fields), self.term(*from))
            }
            Atom::Structure { claim, avoid, fields, from } => {
                claim.text(&self.brackets(avoid, *fields), &self.term(*from), |body| self.formula(body))
            }
            Atom::Count { comparison, avoid, fields } => {
                comparison.text(&self.brackets(avoid, *fields), |term| self.operand(*term))
            }
            Atom::Allocated(term) => format!("allocated({})", self.term(*term)),
            Atom::String(term) => format!("string({})", self.term(*term)),
            Atom::Room(pointer, count) => format!("room({}, {})", self.term(*pointer), self.term(*count)),
            Atom::Equal(left, right) => {
                // Constants and NULL read better on the right.
                let constant = matches!(self.arena.node(*left), TermNode::Null | TermNode::Integer(_));
                let (left, right) = if constant { (right, left) } else { (left, right) };
                format!("{} == {}", self.operand(*left), self.operand(*right))
            }
            Atom::Less(left, right) => format!("{} < {}", self.operand(*left), self.operand(*right)),
        }
    }

    fn operand(&self, term: TermId) -> String {
        match self.arena.node(term) {
            TermNode::Binary(op, ..) if op.is_comparison() || !is_arithmetic(op) => format!("({})", self.term(term)),
            _ => self.term(term),
        }
    }

    pub fn formula(&self, formula: &Formula) -> String {
        self.part(formula, 0)
    }

    /// `context`: 0 outermost, 1 inside `||`, 2 inside `&&`.
    fn part(&self, formula: &Formula, context: u8) -> String {
        match formula {
            Formula::True => "true".into(),
            Formula::False => "false".into(),
            Formula::Unknown => "*".into(),
            Formula::Atom(atom) => self.atom(*atom),
            Formula::NotAtom(atom) => self.negated(*atom),
            Formula::And(parts) => self.list(parts, " && ", 2, context),
            Formula::Or(parts) => self.list(parts, " || ", 1, context),
        }
    }

    fn negated(&self, atom: AtomId) -> String {
        match self.arena.get(atom) {
            Atom::Equal(..) | Atom::Less(..) => format!("!({})", self.atom(atom)),
            _ => format!("!{}", self.atom(atom)),
        }
    }

    fn list(&self, parts: &[Formula], connective: &str, own: u8, context: u8) -> String {
        let text = parts.iter().map(|part| self.part(part, own)).collect::<Vec<_>>().join(connective);
        if own < context || context == own { format!("({text})") } else { text }
    }
}

fn is_arithmetic(op: program::BinaryOp) -> bool {
    use program::BinaryOp;
    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem)
}
