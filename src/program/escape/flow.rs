//! The constraints of each command.

use super::{Escape, Held, Place, Places};
use crate::analysis::CallGraph;
use crate::{Callee, Command, DeclaredCallee, Expr, ExprNode, FunctionId, LibraryFunction, PointerUse};
use ctype::{Type, TypeId};

impl Escape<'_> {
    /// Goes over all commands once. Returns true if something was added.
    pub(super) fn pass(&mut self, calls: &CallGraph) -> bool {
        let program = self.program;
        let mut has_changed = false;
        for (index, edge) in program.edges().enumerate() {
            for expression in edge.command.expressions() {
                has_changed |= self.becomes_a_number(expression);
            }
            has_changed |= match &edge.command {
                Command::Store { address, value } => self.store(address, &self.value(value), value.ty),
                Command::Copy { target, source, ty } => self.store(target, &self.loaded(source, *ty), *ty),
                Command::Allocate { address, .. } => self.store_place(address, Place::Block(index)),
                Command::Havoc { address } => self.store_place(address, Place::Outside),
                Command::Call { callee, arguments, result } => match callee {
                    Callee::Direct(function) => self.call(*function, arguments, result.as_ref()),
                    Callee::Indirect(_) => self.call_through_pointer(calls, arguments, result.as_ref()),
                    Callee::Declared(declared) => self.call_outside(Some(declared), arguments, result.as_ref()),
                },
                Command::Library { function, arguments, result, .. } => {
                    self.library(calls, (*function, index), arguments, result.as_ref())
                }
                _ => false,
            };
        }
        self.spread() || has_changed
    }

    /// Lets the world outside know the addresses that become numbers, except those that are only compared.
    fn becomes_a_number(&mut self, expression: &Expr) -> bool {
        let types = &self.program.types;
        let is_number = matches!(types.get(expression.ty), Type::Integer { .. } | Type::Float(_));
        let found = match &expression.node {
            ExprNode::Cast(operand) if is_number && types.is_pointer(operand.ty) => self.places(operand),
            ExprNode::Load(address) if is_number => self.read_as_number(address, expression.ty),
            _ => Places::new(),
        };
        let mut has_changed = self.escape(found);
        for child in expression.children() {
            let is_compared = matches!(&expression.node, ExprNode::Binary(op, ..) if op.is_comparison())
                && matches!(child.node, ExprNode::Cast(_));
            match is_compared {
                true => child.children().for_each(|inner| has_changed |= self.becomes_a_number(inner)),
                false => has_changed |= self.becomes_a_number(child),
            }
        }
        has_changed
    }

    /// Writes a value at an address.
    fn store(&mut self, address: &Expr, value: &Held, ty: TypeId) -> bool {
        let mut has_changed = false;
        for place in self.places(address) {
            let is_typed = self.is_typed(place, address, ty);
            has_changed |= if is_typed { self.add(place, value) } else { self.add(place, &value.by_any_type()) };
        }
        has_changed
    }

    /// Writes the address of a place.
    fn store_place(&mut self, address: &Expr, place: Place) -> bool {
        let ty = self.program.types.pointee(address.ty).unwrap_or(address.ty);
        self.store(address, &Held::pointers(Places::from([place])), ty)
    }

    fn call(&mut self, function: FunctionId, arguments: &[Expr], result: Option<&Expr>) -> bool {
        let program = self.program;
        let Some(called) = program.functions.get(function).filter(|called| called.flowchart.is_some()) else {
            return self.call_outside(None, arguments, result);
        };
        let mut has_changed = false;
        for (index, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            let place = called.parameters.get(index).map_or(Place::Arguments, |parameter| Place::Variable(*parameter));
            has_changed |= self.add(place, &value);
        }
        if let (Some(address), Some(variable)) = (result, called.result) {
            let ty = program.types.pointee(address.ty).unwrap_or(address.ty);
            let given = self.held.get(&Place::Variable(variable)).cloned().unwrap_or_default();
            has_changed |= self.store(address, &given, ty);
        }
        has_changed
    }

    /// The pointer may lead to each function whose address the program uses, and to one outside.
    fn call_through_pointer(&mut self, calls: &CallGraph, arguments: &[Expr], result: Option<&Expr>) -> bool {
        let program = self.program;
        let mut has_changed = false;
        let is_outside =
            |function: &FunctionId| program.functions.get(*function).is_none_or(|it| it.flowchart.is_none());
        if calls.address_taken().iter().any(is_outside) {
            has_changed |= self.call_outside(None, arguments, result);
        }
        for function in calls.address_taken() {
            has_changed |= self.call(*function, arguments, result);
        }
        has_changed
    }

    /// Calls a function without a body. `declared`: what its declaration says of the arguments.
    fn call_outside(&mut self, declared: Option<&DeclaredCallee>, arguments: &[Expr], result: Option<&Expr>) -> bool {
        let mut has_changed = false;
        for (index, argument) in arguments.iter().enumerate() {
            // The argument is the address of the object that is copied.
            let copies = declared.and_then(|it| it.uses.get(index)) == Some(&PointerUse::Copies);
            let places = self.places(argument);
            has_changed |= self.escape(if copies { self.held_by(places) } else { places });
        }
        has_changed | result.is_some_and(|address| self.store_place(address, Place::Outside))
    }

    /// A function of the library copies the contents of the objects that it gets, and may write their addresses where these
    /// objects hold pointers. Its result may be one of its arguments, or memory of the library.
    fn library(
        &mut self,
        calls: &CallGraph,
        (function, index): (LibraryFunction, usize),
        arguments: &[Expr],
        result: Option<&Expr>,
    ) -> bool {
        let program = self.program;
        let types = &program.types;
        let given: Places = arguments.iter().flat_map(|argument| self.places(argument)).collect();
        let writes_addresses = arguments.iter().any(|argument| {
            types.pointee(argument.ty).is_some_and(|target| crate::outside::holds_pointers(types, target))
        });
        let mut copied = Held::default();
        for held in given.iter().filter_map(|place| self.held.get(place)) {
            copied.add(held);
        }
        if !self.are_of_one_type(arguments) {
            copied = copied.by_any_type();
        }
        if writes_addresses {
            // Also that of a new block, or of memory of the library.
            copied.pointers.extend(given.iter().chain(&[Place::Block(index), Place::Outside]));
        }
        let mut has_changed = false;
        for place in &given {
            has_changed |= self.add(*place, &copied);
        }
        let is_function = |argument: &Expr| {
            let target = types.pointee(argument.ty).map(|target| types.get(target));
            matches!(target, Some(Type::Function { .. }))
        };
        if arguments.iter().any(is_function) {
            let led = Held::pointers(given.clone());
            let called = calls.address_taken().iter().filter_map(|id| program.functions.get(*id));
            let parameters: Vec<Place> = called.flat_map(|it| &it.parameters).map(|id| Place::Variable(*id)).collect();
            parameters.into_iter().for_each(|place| has_changed |= self.add(place, &led));
        }
        let Some(address) = result else { return has_changed };
        let ty = types.pointee(address.ty).unwrap_or(address.ty);
        // The result may be an argument of a variadic function.
        let variadic = self.held.get(&Place::Arguments).map(Held::by_any_type).unwrap_or_default();
        if !types.is_pointer(ty) {
            return has_changed | self.store(address, &variadic, ty);
        }
        copied.add(&variadic);
        copied.pointers.extend(&given);
        copied.pointers.insert(match function.entry().takes_block() {
            true => Place::Block(index),
            false => Place::Outside,
        });
        has_changed | self.store(address, &copied, ty)
    }

    /// Returns true if all pointers among some arguments are, before they are converted, to one type.
    fn are_of_one_type(&self, arguments: &[Expr]) -> bool {
        let mut targets = arguments.iter().filter_map(|argument| {
            let mut inner = argument;
            while let ExprNode::Cast(operand) = &inner.node {
                inner = operand;
            }
            self.program.types.pointee(inner.ty)
        });
        let first = targets.next();
        targets.all(|target| Some(target) == first)
    }
}
