//! Weakest preconditions are right on every small heap.
//!
//! For every command of every world and for a family of predicates: in small entry states (all heaps, in exhaustive worlds),
//! and in states that a few random commands lead to (with pointers to fields, dangling pointers and indeterminate cells),
//! the interpreter runs the command; where it passes, the value of the precondition before must be the value of the
//! predicate after, unless one of them is open. Likewise guards hold exactly where the interpreter passes them, and the
//! condition of safety holds wherever a command runs.

use crate::support;

use std::collections::{BTreeMap, BTreeSet};

use damson::logic::display::Printer;
use damson::logic::typreach::TypeReachability;
use damson::logic::{Arena, AtomId, Formula, TermId};
use damson::program::interp::Random;
use damson::program::{EdgeId, LocationId};
use damson::wp::{self, Action, Context};
use support::bank::{Bank, Passed, banks};
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

/// One way to run a command, and what must hold before it: the same in every state, so it is computed once.
struct Case<'w> {
    step: &'w Step,
    edge: EdgeId,
    /// Of an allocation that may fail: whether this is the way to run where a block is allocated.
    grows: Option<bool>,
    safe: Formula,
    guards: Vec<Formula>,
    preconditions: Vec<(AtomId, Before)>,
}

/// What must hold before a command so that a predicate holds afterwards.
struct Before {
    formula: Formula,
    /// The formula with each `*` false, and with each `*` true.
    resolved: [Formula; 2],
}

impl Case<'_> {
    fn is_run(&self, passed: &Passed) -> bool {
        passed.edge == self.edge && self.grows.is_none_or(|grows| grows == passed.grown)
    }
}

/// Each way to run each command of a world, with the preconditions of some predicates.
fn all_cases<'w>(world: &'w World, arena: &mut Arena, precondition: Precondition) -> Vec<Case<'w>> {
    let mut atoms = family::atoms(world, &world.facts, arena, cases(60), &mut Random::new(3));
    atoms.extend(family::structures(world, &world.facts, arena, cases(40), &mut Random::new(4)));
    atoms.extend(family::counts(world, &world.facts, arena, cases(40), &mut Random::new(6)));
    let mut types = TypeReachability::new();
    let mut found = Vec::new();
    for (step, edge) in world.steps.iter().flat_map(|step| step.edges.iter().map(move |edge| (step, *edge))) {
        let command = &world.flowchart().edge(edge).command;
        let alternatives = wp::actions(arena, &world.facts, &world.program, command);
        let forked = alternatives.len() > 1;
        for (index, (actions, safe)) in alternatives.into_iter().enumerate() {
            let preconditions = atoms.iter().map(|atom| {
                let mut context = Context { arena: &mut *arena, facts: &world.facts, types: &mut types };
                let formula = precondition(&mut context, &actions, Formula::Atom(*atom));
                let resolved = [false, true].map(|unknown| formula.resolve_unknown(unknown));
                (*atom, Before { formula, resolved })
            });
            let preconditions = preconditions.collect();
            let guards = actions.into_iter().filter_map(guard).collect();
            found.push(Case { step, edge, grows: forked.then_some(index == 0), safe, guards, preconditions });
        }
    }
    found
}

fn guard(action: Action) -> Option<Formula> {
    match action {
        Action::Assume(guard) => Some(guard),
        _ => None,
    }
}

struct Check<'w> {
    world: &'w World,
    arena: Arena,
    cases: Vec<Case<'w>>,
    /// One failure is printed for each command and atom (or none: a guard, or the condition of safety).
    failed: BTreeSet<(LocationId, Option<AtomId>)>,
    failures: Vec<String>,
    /// For each command: in how many states it ran, and how often preconditions told values.
    precision: BTreeMap<LocationId, (usize, Precision)>,
}

impl<'w> Check<'w> {
    fn new(world: &'w World, precondition: Precondition) -> Self {
        let mut arena = Arena::new(world.program.types.clone());
        let cases = all_cases(world, &mut arena, precondition);
        let (failed, failures, precision) = (BTreeSet::new(), Vec::new(), BTreeMap::new());
        Check { world, arena, cases, failed, failures, precision }
    }

    /// Runs each command in each state of a bank where it is tried.
    fn states(&mut self, bank: &mut Bank<'w>) {
        let all = std::mem::take(&mut self.cases);
        for step in &self.world.steps {
            let tried: Vec<usize> = (0..bank.starts).filter(|before| bank.tries(*before, step)).collect();
            let runs = tried.into_iter().map(|before| (before, bank.successors(before, step)));
            let runs: Vec<(usize, Vec<Passed>)> = runs.filter(|(_, after)| !after.is_empty()).collect();
            self.precision.entry(step.at).or_default().0 += runs.len();
            for case in all.iter().filter(|case| case.step.at == step.at) {
                self.guards(bank, case, &runs);
                for (before, after) in &runs {
                    for passed in after.iter().filter(|passed| case.is_run(passed)) {
                        for (atom, precondition) in &case.preconditions {
                            self.compare(bank, step, (*atom, precondition), *before, passed.after);
                        }
                    }
                }
            }
        }
        self.cases = all;
    }

    fn compare(
        &mut self,
        bank: &mut Bank<'_>,
        step: &Step,
        (atom, precondition): (AtomId, &Before),
        before: usize,
        after: usize,
    ) {
        let Some(wanted) = bank.atom(&self.arena, after, atom) else { return };
        let precision = &mut self.precision.entry(step.at).or_default().1;
        let Before { formula, resolved } = precondition;
        match bank.formula(&self.arena, before, formula) {
            None => {
                precision.open += 1;
                let leans = bank.formula(&self.arena, before, &resolved[usize::from(wanted)]).is_none();
                precision.leaning += usize::from(leans);
                if leans && std::env::var_os("DAMSON_LEANING").is_some() {
                    let printer = Printer::new(&self.arena, &self.world.program, &self.world.symbols);
                    println!("    leans: after '{}' {}: {}", step.text, printer.atom(atom), printer.formula(formula));
                }
            }
            Some(found) if found == wanted => precision.told += 1,
            Some(found) => {
                let printer = Printer::new(&self.arena, &self.world.program, &self.world.symbols);
                let (text, formula) = (printer.atom(atom), printer.formula(formula));
                let message = || {
                    let (before, after) = (bank.describe(before), bank.describe(after));
                    format!(
                        "after '{}': {text}\n    before: {formula}\n    is {found}, but {wanted} afterwards\n    {before}\n    then {after}",
                        step.text
                    )
                };
                if self.failed.insert((step.at, Some(atom))) {
                    self.failures.push(message());
                }
            }
        }
    }

    /// A guard holds where the edge is taken, and only there; the condition of safety wherever the command runs.
    fn guards(&mut self, bank: &mut Bank<'_>, case: &Case<'_>, runs: &[(usize, Vec<Passed>)]) {
        for (before, after) in runs {
            let is_unsafe = bank.formula(&self.arena, *before, &case.safe) == Some(false);
            let taken = after.iter().any(|passed| passed.edge == case.edge);
            let mut guards = case.guards.iter();
            let is_wrong = guards.any(|guard| bank.formula(&self.arena, *before, guard) == Some(!taken));
            if (is_unsafe || is_wrong) && self.failed.insert((case.step.at, None)) {
                let what = if is_unsafe { "runs where it is claimed to be unsafe" } else { "has a wrong guard" };
                self.failures.push(format!("'{}' {what}\n    {}", case.step.text, bank.describe(*before)));
            }
        }
    }

    /// Tells how precise the preconditions of each command were; each must have run.
    fn report(&self) {
        let name = self.world.text.name;
        let mut all = Precision::default();
        for step in &self.world.steps {
            let (ran, found) = self.precision[&step.at];
            assert!(ran > 0, "{name}: '{}' never runs", step.text);
            println!("  {:24} runs in {ran:5} states, told {:5.1} %", step.text, percent(found));
            all.told += found.told;
            all.open += found.open;
            all.leaning += found.leaning;
        }
        let Precision { told, open, leaning } = all;
        println!("{name}: told {told}, open {open} (because of an open predicate: {leaning})");
    }
}

fn percent(precision: Precision) -> f64 {
    100.0 * precision.told as f64 / (precision.told + precision.open).max(1) as f64
}

/// Checks all commands of a world; the failures, smallest first.
fn failures(text: Text, precondition: Precondition, nodes: usize, limit: usize, walks: usize) -> Vec<String> {
    let world = World::new(text);
    let mut check = Check::new(&world, precondition);
    let (mut entries, mut starts) = (0, 0);
    for mut bank in banks(&world, nodes, limit, walks) {
        entries += bank.entries;
        starts += bank.starts;
        check.states(&mut bank);
    }
    println!("{}: {entries} entry states, {starts} states in all", text.name);
    check.report();
    check.failures.sort_by_key(String::len);
    check.failures
}

/// Maximum number of entry states of a world that are tried, where not all are.
const STATES: usize = 300;

fn holds(text: Text) {
    let found = failures(text, wp::of_sequence, nodes(3), STATES, 300);
    let first: Vec<String> = found.iter().take(6).cloned().collect();
    assert!(found.is_empty(), "{}: {} failures, such as\n{}", text.name, found.len(), first.join("\n"));
}

#[test]
fn every_heap_is_in_a_bank() {
    for (text, heaps) in [
        (worlds::EVERY_LIST, 350),
        (worlds::EVERY_FREED_LIST, 350),
        (worlds::EVERY_TREE, 5_477),
        (worlds::EVERY_FREED_TREE, 5_477),
    ] {
        let world = World::new(text);
        let entries: usize = banks(&world, 3, STATES, 0).map(|bank| bank.entries).sum();
        assert_eq!(entries, heaps, "{}", text.name);
    }
}

#[test]
fn every_list() {
    holds(worlds::EVERY_LIST);
}
#[test]
fn every_freed_list() {
    holds(worlds::EVERY_FREED_LIST);
}
#[test]
fn every_tree() {
    holds(worlds::EVERY_TREE);
}
#[test]
fn every_freed_tree() {
    holds(worlds::EVERY_FREED_TREE);
}
#[test]
fn plain_lists() {
    holds(worlds::PLAIN);
}
#[test]
fn freed_lists() {
    holds(worlds::FREES);
}
#[test]
fn pointers_to_fields_and_variables() {
    holds(worlds::EXPOSED);
}
#[test]
fn pointers_into_freed_blocks() {
    holds(worlds::EXPOSED_FREES);
}
#[test]
fn two_pointer_fields() {
    holds(worlds::TWO_FIELDS);
}
#[test]
fn two_pointer_fields_freed() {
    holds(worlds::TWO_FIELDS_FREES);
}
#[test]
fn struct_variables_and_copies() {
    holds(worlds::STRUCTS);
}
#[test]
fn struct_variables_that_pointers_know() {
    holds(worlds::EXPOSED_STRUCTS);
}
#[test]
fn scopes_of_variables() {
    holds(worlds::SCOPES);
}
#[test]
fn arrays() {
    holds(worlds::ARRAYS);
}
#[test]
fn pointers_into_arrays() {
    holds(worlds::EXPOSED_ARRAYS);
}
#[test]
fn nested_records_that_pointers_know() {
    holds(worlds::NESTED);
}
#[test]
fn nested_records_freed() {
    holds(worlds::NESTED_FREES);
}
#[test]
fn nested_records_that_no_pointer_knows() {
    holds(worlds::NESTED_INNER);
}
#[test]
fn casts() {
    holds(worlds::CASTS);
}
#[test]
fn unions() {
    holds(worlds::UNIONS);
}
#[test]
fn blocks_of_other_sizes() {
    holds(worlds::SIZES);
}

/// A world with one command and few expressions.
fn tiny(command: &'static [&'static str], pointers: &'static [&'static str], avoided: &'static [&'static str]) -> Text {
    Text { name: "tiny", commands: command, pointers, avoided, integers: &[], ..worlds::FREES }
}

#[test]
fn a_path_from_a_cell_of_the_freed_block_ends() {
    holds(tiny(&["free x", "free y"], &["&y->n", "x"], &[]));
}

#[test]
fn a_copy_that_moves_its_own_source_reads_the_old_one() {
    let integers = &["x->data", "y->data", "1"];
    holds(Text { integers, ..tiny(&["copy *x = *x->n", "copy *x->n = *x"], &["x", "x->n"], &[]) });
}

#[test]
fn a_block_that_is_too_small_is_not_allocated_for_its_type() {
    holds(tiny(&["t = malloc 4", "t = malloc 0", "t = malloc 16"], &["t", "&t->n", "x"], &[]));
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
    let wrong: [(&str, [Text; 2], Precondition); 5] = [
        ("avoid sets not extended", [worlds::EVERY_LIST, worlds::EVERY_TREE], avoid_sets_not_extended),
        ("nothing changes", [worlds::EVERY_LIST, worlds::EVERY_TREE], nothing_changes),
        ("allocations fail", [worlds::EVERY_LIST, worlds::EVERY_TREE], allocations_fail),
        ("last part forgotten", [worlds::EVERY_LIST, worlds::EVERY_TREE], last_part_forgotten),
        ("frees nothing", [worlds::EVERY_FREED_LIST, worlds::EVERY_FREED_TREE], frees_nothing),
    ];
    for (name, texts, precondition) in wrong {
        for text in texts {
            let found = failures(text, precondition, 2, 200, 100);
            assert!(!found.is_empty(), "{name}: not noticed in {}", text.name);
        }
    }
}
