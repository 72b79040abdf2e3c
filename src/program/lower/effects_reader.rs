//! Computes effect summaries from the syntax tree (see `effects`), and finds the operands of a full expression whose
//! order matters because of calls.

use crate::library::{self, Effect, Known};
use crate::lower::effects::{EffectSummaries, Effects, INDIRECT, Thing};
use crate::lower::either_order::has_call;
use crate::lower::fresh::{FreshPointers, only_allocates};
use crate::lower::nesting::DEPTH_LIMIT;
use crate::lower::operand_conflicts::{Conflict, MOST_PARTS, OpenOrder, are_followed, compared};

use base::Span;
use frontend::ast::{
    Binary, BlockItem, CompoundStatement, Declaration, Derivation, Expression, ExpressionKind, ForInit,
    FunctionDefinition, Initializer, Statement, StatementKind, StorageClass, Unary, list_values,
};

/// Knowledge about the program while a part of it is read.
enum Table<'r, 'e> {
    /// Function bodies are being read; their effects are not known yet.
    Growing(&'r mut EffectSummaries<'e>),
    /// Effects of functions.
    Known(&'r EffectSummaries<'e>, Names<'r>),
}

/// What names mean where an expression is read.
#[derive(Clone, Copy)]
pub(super) struct Names<'r> {
    /// Returns true for variables of the enclosing function.
    pub is_local: &'r dyn Fn(&str) -> bool,
    /// Returns true if all members of this name are arrays.
    pub is_array_member: &'r dyn Fn(&str) -> bool,
}

/// One operand: its value, or only its address.
#[derive(Clone, Copy)]
enum Operand<'e> {
    Value(&'e Expression),
    Place(&'e Expression),
    ListValue(&'e Expression),
}

pub(super) struct Reader<'r, 'e> {
    table: Table<'r, 'e>,
    found: Effects,
    /// Variables with automatic storage duration declared here.
    locals: Vec<&'e str>,
    /// What the pointers of the function hold, as far as it has been read.
    fresh: FreshPointers<'e>,
    /// The pointers of the function to blocks of its own; none while that is found out.
    own: FreshPointers<'e>,
    /// Called functions, while their effects are not known yet.
    callees: Vec<&'e str>,
    /// Names used other than as callees.
    mentioned: Vec<&'e str>,
    open: Vec<OpenOrder>,
    /// Evaluations of the full expression so far, each indivisible: calls, reads and writes.
    parts: Vec<Effects>,
    conflicts: Vec<Conflict>,
    depth: u32,
}

impl<'r, 'e> Reader<'r, 'e> {
    fn new(table: Table<'r, 'e>) -> Self {
        let found = Effects::default();
        Reader {
            table,
            found,
            locals: Vec::new(),
            fresh: FreshPointers::default(),
            own: FreshPointers::default(),
            callees: Vec::new(),
            mentioned: Vec::new(),
            open: Vec::new(),
            parts: Vec::new(),
            conflicts: Vec::new(),
            depth: 0,
        }
    }

    /// Creates a reader for function bodies while nothing is known about callees.
    pub(super) fn of_bodies(summaries: &'r mut EffectSummaries<'e>) -> Self {
        Reader::new(Table::Growing(summaries))
    }

    /// Returns the operands of a full expression whose order matters, nested ones first.
    pub(super) fn open_orders(
        summaries: &'r EffectSummaries<'e>,
        names: Names<'r>,
        expression: &'e Expression,
    ) -> Vec<OpenOrder> {
        let mut reader = Reader::new(Table::Known(summaries, names));
        reader.value(expression);
        reader.open
    }

    /// Like [`Reader::open_orders`], for the values of a braced list, which are lowered in the order of the text only.
    pub(super) fn open_list(
        summaries: &'r EffectSummaries<'e>,
        names: Names<'r>,
        values: &[&'e Expression],
    ) -> Vec<OpenOrder> {
        let mut reader = Reader::new(Table::Known(summaries, names));
        reader.list(values);
        reader.open
    }

    /// Returns the effects, the called functions, and the names used otherwise.
    pub(super) fn finish(self) -> (Effects, Vec<&'e str>, Vec<&'e str>) {
        (self.found, self.callees, self.mentioned)
    }

    pub(super) fn function(&mut self, definition: &'e FunctionDefinition) {
        for derivation in &definition.declarator.derivations {
            match derivation {
                Derivation::Function(parameters, _) => {
                    let names = parameters.iter().filter_map(|parameter| parameter.declarator.name.as_ref());
                    self.locals.extend(names.map(|name| name.name.as_str()));
                }
                Derivation::OldStyleFunction(names) => {
                    self.locals.extend(names.iter().map(|name| name.name.as_str()));
                }
                _ => {}
            }
        }
        for parameter in self.locals.clone() {
            self.fresh.assign(parameter, false);
        }
        self.block(&definition.body);
        // What the variables hold is known only now.
        if self.fresh.has_any() {
            self.own = std::mem::take(&mut self.fresh);
            (self.found, self.callees, self.mentioned) = Default::default();
            self.block(&definition.body);
        }
        // Only statements within expressions are ever lowered twice.
        self.found.is_unique = false;
    }

    fn block(&mut self, block: &'e CompoundStatement) {
        let outside = self.locals.len();
        for item in &block.items {
            match item {
                BlockItem::Declaration(declaration) => self.declaration(declaration),
                BlockItem::Statement(statement) => self.statement(statement),
                BlockItem::StaticAssert(_) | BlockItem::LocalLabels(_) => {}
            }
        }
        self.locals.truncate(outside);
    }

    pub(super) fn declaration(&mut self, declaration: &'e Declaration) {
        let storage = &declaration.specifiers.storage;
        let elsewhere = storage.iter().any(|class| matches!(class, StorageClass::Static | StorageClass::Extern));
        self.found.is_unique |= storage.contains(&StorageClass::Static);
        for declared in &declaration.declarators {
            if let Some(name) = &declared.declarator.name {
                self.fresh.declare(&name.name);
                match (elsewhere, &declared.initializer) {
                    (true, _) => self.fresh.assign(&name.name, false),
                    (false, Some(Initializer::Expression(value))) => self.assigned(&name.name, value),
                    (false, _) => {}
                }
                if !elsewhere {
                    self.locals.push(&name.name);
                }
            }
            for derivation in &declared.declarator.derivations {
                if let Derivation::Array(Some(size)) = derivation {
                    self.value(size);
                }
            }
            declared.initializer.iter().for_each(|initializer| self.initializer(initializer));
        }
    }

    fn initializer(&mut self, initializer: &'e Initializer) {
        match initializer {
            Initializer::Expression(value) => self.value(value),
            Initializer::List(items, _) => items.iter().for_each(|item| self.initializer(&item.initializer)),
        }
    }

    /// Reads one level deeper. Text beyond the limit is rejected by lowering anyway.
    fn deeper(&mut self, read: impl FnOnce(&mut Self)) {
        if self.depth < DEPTH_LIMIT {
            self.depth += 1;
            read(self);
            self.depth -= 1;
        }
    }

    fn statement(&mut self, statement: &'e Statement) {
        self.deeper(|reader| reader.statement_inner(statement));
    }

    fn statement_inner(&mut self, statement: &'e Statement) {
        let outside = self.locals.len();
        match &statement.kind {
            StatementKind::Label(_, inner) => {
                self.found.is_unique = true;
                self.statement(inner);
            }
            StatementKind::Case(_, inner) | StatementKind::CaseRange(_, _, inner) | StatementKind::Default(inner) => {
                self.statement(inner)
            }
            StatementKind::Block(block) => self.block(block),
            StatementKind::Expression(value) => self.value(value),
            StatementKind::ComputedGoto(value) => self.value(value),
            StatementKind::If(condition, then, otherwise) => {
                self.value(condition);
                self.statement(then);
                otherwise.iter().for_each(|otherwise| self.statement(otherwise));
            }
            StatementKind::Switch(value, body) | StatementKind::While(value, body) => {
                self.value(value);
                self.statement(body);
            }
            StatementKind::DoWhile(body, condition) => {
                self.statement(body);
                self.value(condition);
            }
            StatementKind::For(init, condition, step, body) => {
                match init.as_deref() {
                    Some(ForInit::Declaration(declaration)) => self.declaration(declaration),
                    Some(ForInit::Expression(value)) => self.value(value),
                    None => {}
                }
                [condition, step].into_iter().flatten().for_each(|part| self.value(part));
                self.statement(body);
                self.locals.truncate(outside);
            }
            StatementKind::Return(value) => value.iter().for_each(|value| self.value(value)),
            StatementKind::Asm(assembly) => {
                assembly.inputs.iter().for_each(|input| self.value(input));
                assembly.outputs.iter().for_each(|output| self.write(output));
            }
            StatementKind::Empty | StatementKind::Goto(_) | StatementKind::Continue | StatementKind::Break => {}
        }
    }

    fn value(&mut self, expression: &'e Expression) {
        self.deeper(|reader| reader.value_inner(expression));
    }

    fn value_inner(&mut self, expression: &'e Expression) {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Identifier(name) => {
                self.part(|reader| reader.touch_variable(name, false));
                self.mentioned.push(name);
            }
            ExpressionKind::Index(base, index) => {
                self.operands(&[self.indexed(base), Operand::Value(index)], span);
                self.part(|reader| reader.access(base, Thing::Memory, false));
            }
            ExpressionKind::Arrow(base, field) => {
                self.value(base);
                self.part(|reader| reader.access(base, Thing::Field(&field.name), false));
            }
            ExpressionKind::Member(base, field) => self.member(base, &field.name),
            ExpressionKind::Unary(op, operand) => self.unary(*op, operand),
            ExpressionKind::Cast(_, operand) => self.value(operand),
            ExpressionKind::Binary(Binary::And | Binary::Or, first, second) | ExpressionKind::Comma(first, second) => {
                self.value(first);
                self.value(second);
            }
            ExpressionKind::Binary(_, left, right) => {
                self.operands(&[Operand::Value(left), Operand::Value(right)], span);
            }
            ExpressionKind::Assign(op, target, source) => self.assign(op.is_some(), target, source, span),
            ExpressionKind::Conditional(test, then, otherwise) => {
                self.value(test);
                then.iter().for_each(|then| self.value(then));
                self.value(otherwise);
            }
            ExpressionKind::Call(callee, arguments) => self.call(callee, arguments, span),
            ExpressionKind::Statement(block) => self.block(block),
            ExpressionKind::CompoundLiteral(_, items) => self.list(&list_values(items)),
            ExpressionKind::VaArg(list, _) => {
                self.value(list);
                self.part(|reader| {
                    reader.write(list);
                    reader.access(list, Thing::Memory, true);
                });
            }
            ExpressionKind::SizeofType(_) => expression.children().into_iter().for_each(|size| self.value(size)),
            ExpressionKind::Generic(_, alternatives) => alternatives.iter().for_each(|(_, value)| self.value(value)),
            _ => {}
        }
    }

    /// Reads `base.field`; a member of a variable is one evaluation.
    fn member(&mut self, base: &'e Expression, field: &'e str) {
        if let ExpressionKind::Identifier(name) = &base.kind {
            self.mentioned.push(name);
            self.part(|reader| {
                reader.touch_variable(name, false);
                reader.touch(Thing::Field(field), false);
            });
        } else {
            self.value(base);
            self.part(|reader| reader.touch(Thing::Field(field), false));
        }
    }

    fn unary(&mut self, op: Unary, operand: &'e Expression) {
        match op {
            Unary::AddressOf => {
                self.address_taken(operand);
                self.place(operand);
            }
            Unary::Dereference => {
                self.value(operand);
                self.part(|reader| reader.access(operand, Thing::Memory, false));
            }
            Unary::PreIncrement | Unary::PreDecrement | Unary::PostIncrement | Unary::PostDecrement => {
                self.place(operand);
                self.part(|reader| reader.update(operand));
            }
            Unary::Plus | Unary::Minus | Unary::BitNot | Unary::Not | Unary::Real | Unary::Imaginary => {
                self.value(operand);
            }
        }
    }

    /// Reads `target = source` or `target op= source`. Relative to calls beside it, a compound assignment reads and
    /// writes its target in one evaluation, unless its source contains a call, which may come between.
    fn assign(&mut self, has_operator: bool, target: &'e Expression, source: &'e Expression, span: Span) {
        match has_operator && has_call(source) {
            true => self.operands(&[Operand::Value(target), Operand::Value(source)], span),
            false => self.operands(&[Operand::Place(target), Operand::Value(source)], span),
        }
        match (has_operator && !has_call(source), &target.kind) {
            (true, _) => self.part(|reader| reader.update(target)),
            (false, ExpressionKind::Identifier(name)) if !has_operator => {
                self.assigned(name, source);
                self.part(|reader| reader.touch_variable(name, true));
            }
            (false, _) => self.part(|reader| reader.write(target)),
        }
    }

    /// Records what a variable may hold.
    fn assigned(&mut self, name: &'e str, source: &'e Expression) {
        let mut source = source;
        while let ExpressionKind::Cast(_, inner) = &source.kind {
            source = inner;
        }
        let known = match &source.kind {
            ExpressionKind::Call(callee, _) => self.named(callee).and_then(|called| self.library_function(called)),
            _ => None,
        };
        self.fresh.assign(name, known.is_some_and(only_allocates));
    }

    /// Returns the name of the function that is called, unless it is called through a pointer.
    fn named(&self, callee: &'e Expression) -> Option<&'e str> {
        match &callee.kind {
            ExpressionKind::Identifier(name) if !self.is_local(name) => Some(name),
            _ => None,
        }
    }

    fn library_function(&self, name: &'e str) -> Option<Known> {
        library::find(name, self.has_body(name))
    }

    fn call(&mut self, callee: &'e Expression, arguments: &'e [Expression], span: Span) {
        let mut operands: Vec<Operand<'e>> = Vec::with_capacity(arguments.len() + 1);
        let name = self.named(callee);
        let known = name.and_then(|name| self.library_function(name));
        let contracted = name.and_then(|name| self.summaries().contracted(name));
        let called = match name {
            _ if contracted.is_some() => contracted.unwrap_or(INDIRECT),
            Some(name) if self.has_body(name) && known.is_none() => name,
            Some(_) if known.is_some() => INDIRECT,
            _ => {
                operands.push(Operand::Value(callee));
                INDIRECT
            }
        };
        operands.extend(arguments.iter().map(Operand::Value));
        self.operands(&operands, span);
        let own: Vec<bool> = arguments.iter().map(|argument| self.leads_to_own(argument)).collect();
        self.part(|reader| reader.run(known, called, &own));
    }

    /// Adds the call itself, of a library function or another one. `own`: whether each argument leads to a block of the
    /// function's own.
    fn run(&mut self, known: Option<Known>, called: &'e str, own: &[bool]) {
        self.found.calls = true;
        if let Some(known) = known {
            self.found.of_library(known, own);
            if !known.function.entry().effects.iter().any(|effect| matches!(effect, Effect::CallsBack(..))) {
                return;
            }
        }
        match &self.table {
            Table::Growing(_) => self.callees.push(called),
            Table::Known(summaries, _) => {
                summaries.call(called).into_iter().for_each(|effects| self.found.absorb(effects));
            }
        }
    }

    /// Reads the values of a braced list. They are indeterminately sequenced, so all writes matter, not only calls.
    fn list(&mut self, values: &[&'e Expression]) {
        let Some(span) = values.iter().map(|value| value.span).next() else { return };
        let operands: Vec<Operand<'e>> = values.iter().copied().map(Operand::ListValue).collect();
        self.operands(&operands, span);
    }

    /// Reads one indivisible evaluation.
    fn part(&mut self, read: impl FnOnce(&mut Self)) {
        if matches!(self.table, Table::Growing(_)) {
            return read(self);
        }
        let around = std::mem::take(&mut self.found);
        read(self);
        let part = std::mem::replace(&mut self.found, around);
        self.found.absorb(&part);
        if !part.is_nothing() && self.parts.len() <= MOST_PARTS {
            self.parts.push(part);
        }
    }

    /// Reads and writes an object in one evaluation.
    fn update(&mut self, target: &'e Expression) {
        self.write_or_read(target, false);
        self.write_or_read(target, true);
    }

    /// Reads operands that may be evaluated in any order.
    fn operands(&mut self, operands: &[Operand<'e>], span: Span) {
        if matches!(self.table, Table::Growing(_)) {
            operands.iter().for_each(|operand| self.operand(*operand));
            return;
        }
        let around = std::mem::take(&mut self.found);
        let conflicts = self.conflicts.len();
        let (first, mut is_open) = (self.parts.len(), false);
        for operand in operands {
            let before = self.parts.len();
            self.operand(*operand);
            if matches!(operand, Operand::ListValue(_)) {
                self.parts[before..].iter_mut().for_each(|part| part.calls = true);
            }
            if let Table::Known(summaries, _) = &self.table {
                let found = compared(summaries, &self.parts, first..before);
                is_open |= !found.is_empty();
                self.conflicts.extend(found);
            }
        }
        if is_open {
            let is_list = operands.iter().any(|operand| matches!(operand, Operand::ListValue(_)));
            let is_followed = !is_list && are_followed(&self.parts, &self.conflicts[conflicts..]);
            self.open.push(OpenOrder { span, is_unique: self.found.is_unique, is_followed });
        }
        let all = std::mem::replace(&mut self.found, around);
        self.found.absorb(&all);
    }

    /// Returns the operand that is indexed: only the place of an array matters, but the value of a pointer.
    fn indexed(&self, base: &'e Expression) -> Operand<'e> {
        match (&base.kind, &self.table) {
            (ExpressionKind::Member(_, field) | ExpressionKind::Arrow(_, field), Table::Known(_, names))
                if (names.is_array_member)(&field.name) =>
            {
                Operand::Place(base)
            }
            _ => Operand::Value(base),
        }
    }

    fn operand(&mut self, operand: Operand<'e>) {
        match operand {
            Operand::Value(value) | Operand::ListValue(value) => self.value(value),
            Operand::Place(place) => self.place(place),
        }
    }

    /// Reads what is needed to compute the address of an object, not the object itself.
    fn place(&mut self, place: &'e Expression) {
        let mut place = place;
        while let ExpressionKind::Member(base, _) = &place.kind {
            place = base;
        }
        match &place.kind {
            ExpressionKind::Identifier(name) => self.mentioned.push(name),
            ExpressionKind::Index(base, index) => {
                self.operands(&[self.indexed(base), Operand::Value(index)], place.span);
            }
            ExpressionKind::Arrow(base, _) | ExpressionKind::Unary(Unary::Dereference, base) => self.value(base),
            _ => self.value(place),
        }
    }

    fn write(&mut self, target: &'e Expression) {
        self.write_or_read(target, true);
    }

    /// Adds a write or read of an object whose address has been computed.
    fn write_or_read(&mut self, target: &'e Expression, is_write: bool) {
        match &target.kind {
            ExpressionKind::Identifier(name) => {
                if is_write {
                    self.fresh.assign(name, false);
                }
                self.touch_variable(name, is_write);
            }
            ExpressionKind::Arrow(base, field) => self.access(base, Thing::Field(&field.name), is_write),
            ExpressionKind::Index(base, _) | ExpressionKind::Unary(Unary::Dereference, base) => {
                self.access(base, Thing::Memory, is_write);
            }
            ExpressionKind::Member(base, field) => {
                self.touch(Thing::Field(&field.name), is_write);
                if let Some(name) = root(base) {
                    self.touch_variable(name, is_write);
                }
            }
            _ => self.access(target, Thing::Memory, is_write),
        }
    }

    fn address_taken(&mut self, place: &'e Expression) {
        if let Some(name) = root(place) {
            self.fresh.assign(name, false);
        }
        if let (Some(name), Table::Growing(summaries)) = (root(place), &mut self.table) {
            summaries.addressed.insert(name);
        }
    }

    fn touch_variable(&mut self, name: &'e str, is_write: bool) {
        if !self.is_local(name) {
            self.touch(Thing::Variable(name), is_write);
        } else if matches!(&self.table, Table::Known(summaries, _) if summaries.addressed.contains(name)) {
            self.touch(Thing::Memory, is_write);
        }
    }

    /// Adds an access through a pointer, which may fail. One to a block of the function's own matters to nobody else.
    fn access(&mut self, pointer: &Expression, thing: Thing<'e>, is_write: bool) {
        if !self.leads_to_own(pointer) {
            self.touch(thing, is_write);
        }
        self.found.may_fail = true;
    }

    /// Returns true if a pointer leads to a block that the function itself has allocated.
    fn leads_to_own(&self, pointer: &Expression) -> bool {
        matches!(&pointer.kind, ExpressionKind::Identifier(name) if self.own.contains(name) && self.is_local(name))
    }

    fn touch(&mut self, thing: Thing<'e>, is_write: bool) {
        let number = match &mut self.table {
            Table::Growing(summaries) => Some(summaries.number_new(thing)),
            // What no function touches does not matter to a call.
            Table::Known(summaries, _) => summaries.number(thing),
        };
        match number {
            Some(number) if is_write => self.found.write(number),
            Some(number) => self.found.read(number),
            None => {}
        }
    }

    fn is_local(&self, name: &str) -> bool {
        let is_outer = matches!(&self.table, Table::Known(_, names) if (names.is_local)(name));
        is_outer || self.locals.contains(&name)
    }

    fn summaries(&self) -> &EffectSummaries<'e> {
        match &self.table {
            Table::Growing(summaries) => summaries,
            Table::Known(summaries, _) => summaries,
        }
    }

    fn has_body(&self, name: &'e str) -> bool {
        self.summaries().call(name).is_some()
    }
}

/// Returns the variable that a place is, or is a part of.
fn root(place: &Expression) -> Option<&str> {
    let mut place = place;
    loop {
        match &place.kind {
            ExpressionKind::Identifier(name) => return Some(name),
            ExpressionKind::Member(base, _) | ExpressionKind::Index(base, _) => place = base,
            _ => return None,
        }
    }
}
