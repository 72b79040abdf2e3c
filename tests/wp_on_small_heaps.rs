//! Weakest preconditions are right on every small heap.
//!
//! For every command of every world and for a family of predicates: in every small entry state, and in states that a few
//! random commands lead to (with pointers to fields, dangling pointers and indeterminate cells), the interpreter runs the
//! command; where it passes, the value of the precondition before must be the value of the predicate after, unless one of
//! them is open. Likewise guards hold exactly where the interpreter passes them, and the condition of safety holds wherever
//! a command runs.

mod support;

use std::collections::BTreeSet;

use damson::logic::display::Printer;
use damson::logic::typreach::TypeReachability;
use damson::logic::{Arena, AtomId, Formula, TermId};
use damson::program::interp::Random;
use damson::program::{EdgeId, LocationId};
use damson::wp::{self, Action, Context};
use support::bank::{Bank, Passed};
use support::world::{Step, Text, World};
use support::{cases, family, nodes, worlds};

/// The function under test: [`wp::of_sequence`], or a wrong one.
type Precondition = fn(&mut Context<'_>, &[Action], Formula) -> Formula;

/// How often a precondition told the value of the predicate.
#[derive(Default, Clone, Copy)]
struct Precision {
    told: usize,
    open: usize,
    /// Open not because of a `*`, but because of a predicate that is open before.
    leaning: usize,
}

struct Check<'w> {
    world: &'w World,
    bank: Bank<'w>,
    arena: Arena,
    types: TypeReachability,
    atoms: Vec<AtomId>,
    /// One failure is told for each command and atom.
    failed: BTreeSet<(LocationId, AtomId)>,
    failures: Vec<String>,
    precision: Precision,
}

impl<'w> Check<'w> {
    fn new(world: &'w World, bank: Bank<'w>, count: usize) -> Self {
        let mut arena = Arena::new(world.program.types.clone());
        let atoms = family::atoms(world, &world.facts, &mut arena, count, &mut Random::new(3));
        let (failed, failures, precision) = (BTreeSet::new(), Vec::new(), Precision::default());
        Check { world, bank, arena, types: TypeReachability::new(), atoms, failed, failures, precision }
    }

    fn step(&mut self, step: &Step, precondition: Precondition) {
        let mut told = self.precision;
        let runs: Vec<(usize, Vec<Passed>)> =
            (0..self.bank.starts).map(|before| (before, self.bank.successors(before, step))).collect();
        let ran = runs.iter().filter(|(_, after)| !after.is_empty()).count();
        assert!(ran > 0, "{}: '{}' never runs", self.world.text.name, step.text);
        for edge in &step.edges {
            let command = &self.world.flowchart().edge(*edge).command;
            let alternatives = wp::actions(&mut self.arena, &self.world.facts, &self.world.program, command);
            let forked = alternatives.len() > 1;
            for (index, (actions, safe)) in alternatives.iter().enumerate() {
                self.guards(step, &runs, *edge, actions, safe);
                for atom in self.atoms.clone() {
                    let mut context =
                        Context { arena: &mut self.arena, facts: &self.world.facts, types: &mut self.types };
                    let formula = precondition(&mut context, actions, Formula::Atom(atom));
                    for (before, after) in &runs {
                        for passed in after.iter().filter(|passed| passed.edge == *edge) {
                            if !forked || passed.grown == (index == 0) {
                                self.compare(step, atom, &formula, *before, passed.after);
                            }
                        }
                    }
                }
            }
        }
        told = Precision { told: self.precision.told - told.told, open: self.precision.open - told.open, leaning: 0 };
        println!("  {:24} runs in {ran:5} states, told {:5.1} %", step.text, percent(told));
    }

    fn compare(&mut self, step: &Step, atom: AtomId, formula: &Formula, before: usize, after: usize) {
        let Some(wanted) = self.bank.atom(&self.arena, after, atom) else { return };
        match self.bank.formula(&self.arena, before, formula) {
            None => {
                self.precision.open += 1;
                let favoured = formula.resolve_unknown(wanted);
                let leans = self.bank.formula(&self.arena, before, &favoured).is_none();
                self.precision.leaning += usize::from(leans);
                if leans && std::env::var_os("DAMSON_LEANING").is_some() {
                    let printer = Printer::new(&self.arena, &self.world.program, &self.world.symbols);
                    println!("    leans: after '{}' {}: {}", step.text, printer.atom(atom), printer.formula(formula));
                }
            }
            Some(found) if found == wanted => self.precision.told += 1,
            Some(found) => {
                if !self.failed.insert((step.at, atom)) {
                    return;
                }
                let printer = Printer::new(&self.arena, &self.world.program, &self.world.symbols);
                let (atom, formula) = (printer.atom(atom), printer.formula(formula));
                let (before, after) = (self.bank.describe(before), self.bank.describe(after));
                self.fail(format!(
                    "after '{}': {atom}\n    before: {formula}\n    is {found}, but {wanted} afterwards\n    {before}\n    then {after}",
                    step.text
                ));
            }
        }
    }

    /// A guard holds where the edge is taken, and only there; the condition of safety wherever the command runs.
    fn guards(&mut self, step: &Step, runs: &[(usize, Vec<Passed>)], edge: EdgeId, actions: &[Action], safe: &Formula) {
        for (before, after) in runs.iter().filter(|(_, after)| !after.is_empty()) {
            if self.bank.formula(&self.arena, *before, safe) == Some(false) {
                self.fail(format!(
                    "'{}' runs where it is said to be unsafe\n    {}",
                    step.text,
                    self.bank.describe(*before)
                ));
            }
            let taken = after.iter().any(|passed| passed.edge == edge);
            for action in actions {
                let Action::Assume(guard) = action else { continue };
                if self.bank.formula(&self.arena, *before, guard) == Some(!taken) {
                    self.fail(format!("the guard of '{}' is wrong\n    {}", step.text, self.bank.describe(*before)));
                }
            }
        }
    }

    fn fail(&mut self, message: String) {
        self.failures.push(message);
    }
}

fn percent(precision: Precision) -> f64 {
    100.0 * precision.told as f64 / (precision.told + precision.open).max(1) as f64
}

/// Checks all commands of a world; the failures, smallest first.
fn failures(text: Text, precondition: Precondition, nodes: usize, limit: usize, walks: usize) -> Vec<String> {
    let world = World::new(text);
    let bank = Bank::new(&world, nodes, limit, walks);
    println!("{}: {} entry states, {} states in all", text.name, bank.entries, bank.starts);
    let mut check = Check::new(&world, bank, cases(60));
    for step in &world.steps {
        check.step(step, precondition);
    }
    let Precision { told, open, leaning } = check.precision;
    println!("{}: told {told}, open {open} (because of an open predicate: {leaning})", text.name);
    check.failures.sort_by_key(String::len);
    check.failures
}

/// At most so many entry states of a world are tried, if not asked for more.
const STATES: usize = 300;

fn holds(text: Text, limit: usize) {
    let found = failures(text, wp::of_sequence, nodes(3), limit, 300);
    let first: Vec<String> = found.iter().take(6).cloned().collect();
    assert!(found.is_empty(), "{}: {} failures, such as\n{}", text.name, found.len(), first.join("\n"));
}

#[test]
fn every_list() {
    holds(worlds::EVERY_LIST, usize::MAX);
}
#[test]
fn plain_lists() {
    holds(worlds::PLAIN, STATES);
}
#[test]
fn freed_lists() {
    holds(worlds::FREES, STATES);
}
#[test]
fn pointers_to_fields_and_variables() {
    holds(worlds::EXPOSED, STATES);
}
#[test]
fn pointers_into_freed_blocks() {
    holds(worlds::EXPOSED_FREES, STATES);
}
#[test]
fn two_pointer_fields() {
    holds(worlds::TWO_FIELDS, STATES);
}
#[test]
fn two_pointer_fields_freed() {
    holds(worlds::TWO_FIELDS_FREES, STATES);
}
#[test]
fn struct_variables_and_copies() {
    holds(worlds::STRUCTS, STATES);
}
#[test]
fn struct_variables_that_pointers_know() {
    holds(worlds::EXPOSED_STRUCTS, STATES);
}
#[test]
fn scopes_of_variables() {
    holds(worlds::SCOPES, STATES);
}
#[test]
fn arrays() {
    holds(worlds::ARRAYS, STATES);
}
#[test]
fn pointers_into_arrays() {
    holds(worlds::EXPOSED_ARRAYS, STATES);
}
#[test]
fn nested_records_that_pointers_know() {
    holds(worlds::NESTED, STATES);
}
#[test]
fn nested_records_freed() {
    holds(worlds::NESTED_FREES, STATES);
}
#[test]
fn nested_records_that_no_pointer_knows() {
    holds(worlds::NESTED_INNER, STATES);
}
#[test]
fn casts() {
    holds(worlds::CASTS, STATES);
}
#[test]
fn unions() {
    holds(worlds::UNIONS, STATES);
}
#[test]
fn blocks_of_other_sizes() {
    holds(worlds::SIZES, STATES);
}

/// A world with one command and few expressions.
fn tiny(command: &'static [&'static str], pointers: &'static [&'static str], avoided: &'static [&'static str]) -> Text {
    Text { name: "tiny", commands: command, pointers, avoided, integers: &[], ..worlds::FREES }
}

#[test]
fn a_path_from_a_cell_of_the_freed_block_ends() {
    holds(tiny(&["free x", "free y"], &["&y->n", "x"], &[]), STATES);
}

#[test]
fn a_copy_that_moves_its_own_source_reads_the_old_one() {
    let integers = &["x->data", "y->data", "1"];
    holds(Text { integers, ..tiny(&["copy *x = *x->n", "copy *x->n = *x"], &["x", "x->n"], &[]) }, STATES);
}

#[test]
fn a_block_that_is_too_small_is_not_allocated_for_its_type() {
    holds(tiny(&["t = malloc 4", "t = malloc 0", "t = malloc 16"], &["t", "&t->n", "x"], &[]), STATES);
}

/// The address that an action writes.
fn written(action: &Action) -> Option<TermId> {
    match action {
        Action::Store { address, .. } | Action::Allocate { address, .. } => Some(*address),
        _ => None,
    }
}

/// Wrong: paths after the store may still lead through the cell that was written.
fn avoid_sets_not_extended(context: &mut Context<'_>, actions: &[Action], formula: Formula) -> Formula {
    let before = wp::of_sequence(context, actions, formula);
    let cells: Vec<TermId> = actions.iter().filter_map(written).collect();
    before.map_atoms(&mut |atom| {
        let atom = context.arena.get(atom).clone();
        let arguments: Vec<TermId> = atom.arguments().collect();
        let avoid = atom.avoid().iter().copied().filter(|member| !cells.contains(member)).collect();
        Formula::Atom(context.arena.atom(atom.with_terms(&arguments, avoid)))
    })
}

/// Wrong: nothing changes.
fn nothing_changes(_: &mut Context<'_>, _: &[Action], formula: Formula) -> Formula {
    formula
}

/// Wrong: every allocation gives NULL.
fn allocations_fail(context: &mut Context<'_>, actions: &[Action], formula: Formula) -> Formula {
    let failed = |action: &Action, context: &mut Context<'_>| match action {
        Action::Allocate { address, value, .. } => {
            let ty = context.arena.type_of(*value);
            Action::Store { address: *address, value: context.arena.null(ty) }
        }
        other => other.clone(),
    };
    let actions: Vec<Action> = actions.iter().map(|action| failed(action, context)).collect();
    wp::of_sequence(context, &actions, formula)
}

/// Wrong: the last disjunct or conjunct is forgotten.
fn last_part_forgotten(context: &mut Context<'_>, actions: &[Action], formula: Formula) -> Formula {
    match wp::of_sequence(context, actions, formula) {
        Formula::Or(parts) => Formula::or(parts[..parts.len() - 1].iter().cloned()),
        Formula::And(parts) => Formula::and(parts[..parts.len() - 1].iter().cloned()),
        other => other,
    }
}

/// Wrong: a free pointer is taken for NULL.
fn frees_nothing(context: &mut Context<'_>, actions: &[Action], formula: Formula) -> Formula {
    let kept: Vec<Action> = actions.iter().filter(|action| !matches!(action, Action::Free(_))).cloned().collect();
    wp::of_sequence(context, &kept, formula)
}

#[test]
fn wrong_preconditions_are_noticed() {
    let wrong: [(&str, Text, Precondition); 5] = [
        ("avoid sets not extended", worlds::EVERY_LIST, avoid_sets_not_extended),
        ("nothing changes", worlds::EVERY_LIST, nothing_changes),
        ("allocations fail", worlds::EVERY_LIST, allocations_fail),
        ("last part forgotten", worlds::EVERY_LIST, last_part_forgotten),
        ("frees nothing", worlds::FREES, frees_nothing),
    ];
    for (name, text, precondition) in wrong {
        let found = failures(text, precondition, 2, 200, 100);
        assert!(!found.is_empty(), "{name}: not noticed");
    }
}
