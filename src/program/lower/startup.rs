//! The attributes `constructor` and `destructor`: functions that run before `main` begins, and after it has returned or the
//! program has called `exit`.

use crate::frontend::ast::{self, Attribute, Derivation, ExpressionKind};
use crate::program::lower::Lowerer;
use crate::program::{Callee, Command, Edge, Expr, ExprNode, FunctionId, LibraryFunction, Location};

/// When functions without a number run: after all that have one.
const LAST: u64 = 65_536;

/// The functions that an attribute names, by the name of the attribute: when each of them runs, and its name.
fn marked(unit: &ast::TranslationUnit, attribute: &str) -> Vec<(u64, String)> {
    let mut found: Vec<(u64, String)> = Vec::new();
    let mut note = |declarator: &ast::Declarator, attributes: &[&[Attribute]]| {
        let is_function = declarator
            .derivations
            .iter()
            .any(|derivation| matches!(derivation, Derivation::Function(..) | Derivation::OldStyleFunction(_)));
        let mark = attributes.iter().copied().flatten().find(|mark| mark.name == attribute);
        let (Some(mark), Some(name), true) = (mark, &declarator.name, is_function) else { return };
        let number = match mark.arguments.first().map(|argument| &argument.kind) {
            Some(ExpressionKind::Integer { value, .. }) => u64::try_from(value.get()).unwrap_or(LAST),
            _ => LAST,
        };
        if !found.iter().any(|(_, known)| *known == name.name) {
            found.push((number, name.name.clone()));
        }
    };
    for item in &unit.items {
        match item {
            ast::ExternalItem::Function(definition) => {
                note(&definition.declarator, &[&definition.specifiers.attributes]);
            }
            ast::ExternalItem::Declaration(declaration) => {
                for declared in &declaration.declarators {
                    note(&declared.declarator, &[&declaration.specifiers.attributes, &declared.attributes]);
                }
            }
            ast::ExternalItem::StaticAssert(_) => {}
        }
    }
    found.sort_by_key(|(number, _)| *number);
    found
}

impl Lowerer<'_> {
    /// Lets `main` begin with what runs before it, and with noting what runs at the end.
    pub(super) fn run_around_main(&mut self, unit: &ast::TranslationUnit) {
        let Some(main) = self.program.defined_function("main") else { return };
        let defined = |lowerer: &Self, attribute| -> Vec<FunctionId> {
            let names = marked(unit, attribute).into_iter();
            names.filter_map(|(_, name)| lowerer.program.defined_function(&name)).collect()
        };
        let mut commands = Vec::new();
        // What is noted first runs last; of destructors the highest number, and of equal ones the last one, runs first.
        for function in defined(self, "destructor") {
            let ty = self.program.functions[function].ty;
            let ty = self.program.types.pointer(ty);
            let arguments = vec![Expr::new(ExprNode::FunctionAddress(function), ty)];
            commands.push(Command::Library { function: LibraryFunction::Atexit, arguments, result: None });
        }
        for function in defined(self, "constructor") {
            let callee = Callee::Direct(function);
            commands.push(Command::Call { callee, arguments: Vec::new(), result: None });
        }
        let function = &mut self.program.functions[main];
        let span = function.span;
        let Some(flowchart) = &mut function.flowchart else { return };
        for command in commands.into_iter().rev() {
            let next = flowchart.entry;
            let location = Location { labels: Vec::new(), statements: Default::default(), span, function: main };
            flowchart.entry = flowchart.graph.add_node(location);
            flowchart.graph.add_edge(flowchart.entry, next, Edge { command, span });
        }
    }
}
