//! Analyses of flowcharts: `analysis/` holds programs; the snapshots say what is known of their loops, dominators, live
//! variables, calls, numbers that decide nothing and effects. The laws hold on the flowcharts of all programs of the lowering tests.

use crate::support::samples;

use std::path::Path;

use damson::base::{Diagnostics, SourceMap};
use damson::ctype::DataModel;
use damson::frontend;
use damson::program::analysis::{CallGraph, Dominators, LiveVariables, LoopOrder, print};
use damson::program::{Command, Flowchart, LocationId, Program, lower};

fn load(path: &Path) -> (SourceMap, Program, Diagnostics) {
    let mut sources = SourceMap::new();
    let file = sources.add(path.file_name().unwrap().to_string_lossy(), std::fs::read_to_string(path).unwrap());
    let (unit, mut diagnostics) = frontend::parse(&mut sources, file);
    let (program, more) = lower::lower(&unit, &sources, DataModel::Lp64);
    diagnostics.append(more);
    (sources, program, diagnostics)
}

#[test]
fn flowcharts_have_these_facts() {
    insta::glob!("../analysis", "*.c", |path| {
        let (sources, program, diagnostics) = load(path);
        assert!(!diagnostics.has_errors(), "{}", diagnostics.render(&sources));
        let mut text = damson::program::display::program_text(&program, &sources);
        for function in program.defined_functions() {
            text.push_str(&print::facts(&program, function));
        }
        text.push_str(&print::calls(&program));
        text.push_str(&print::influence(&program));
        text.push_str(&print::effects(&program));
        insta::assert_snapshot!(text);
    });
}

/// All flowcharts of a folder of programs.
fn each_flowchart(mut check: impl FnMut(&Program, damson::program::FunctionId, &Flowchart)) {
    let mut count = 0;
    for folder in ["lowering/ok", "analysis", "lowering/inline"] {
        for path in samples::c_files(folder) {
            let (_, program, _) = load(&path);
            for function in program.defined_functions() {
                check(&program, function, program.flowchart(function).unwrap());
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} functions");
}

/// Whether `to` can be reached from `from` without passing `without` (`from` and `to` may be it).
fn reaches(flowchart: &Flowchart, from: LocationId, to: LocationId, without: impl Fn(LocationId) -> bool) -> bool {
    let mut seen = vec![false; flowchart.graph.node_count()];
    let mut work = vec![from];
    while let Some(location) = work.pop() {
        for edge in flowchart.outgoing(location) {
            let target = flowchart.target(edge);
            if target == to {
                return true;
            }
            if !without(target) && !std::mem::replace(&mut seen[target.index()], true) {
                work.push(target);
            }
        }
    }
    false
}

#[test]
fn every_cycle_passes_a_loop_head_and_every_head_is_on_a_cycle() {
    each_flowchart(|_, _, flowchart| {
        let order = LoopOrder::of(flowchart);
        for location in order.locations() {
            if order.is_head(*location) {
                assert!(reaches(flowchart, *location, *location, |_| false), "a head of no loop");
            } else {
                assert!(!reaches(flowchart, *location, *location, |other| order.is_head(other)), "a loop without head");
            }
        }
    });
}

#[test]
fn the_order_puts_predecessors_first_except_over_edges_into_loop_heads() {
    each_flowchart(|_, _, flowchart| {
        let order = LoopOrder::of(flowchart);
        for edge in flowchart.edges() {
            let (source, target) = (flowchart.source(edge), flowchart.target(edge));
            if order.goes_back(source, target) {
                assert!(order.is_head(target) && order.is_inside(source, target));
            }
        }
        for location in order.locations() {
            if let Some(head) = order.around(*location) {
                assert!(order.number(head) < order.number(*location));
                assert_eq!(order.depth(*location), order.depth(head) + u32::from(order.is_head(*location)));
                // A loop's location lies on a cycle through the head.
                assert!(
                    reaches(flowchart, head, *location, |_| false) && reaches(flowchart, *location, head, |_| false)
                );
            }
        }
    });
}

#[test]
fn dominators_are_those_that_no_path_avoids() {
    each_flowchart(|_, _, flowchart| {
        if flowchart.graph.node_count() > 60 {
            return;
        }
        let (order, dominators) = (LoopOrder::of(flowchart), Dominators::of(flowchart));
        for below in order.locations() {
            assert!(dominators.is_reachable(*below));
            for above in order.locations() {
                let avoidable = flowchart.entry != *above
                    && (flowchart.entry == *below
                        || reaches(flowchart, flowchart.entry, *below, |location| location == *above));
                let expected = above == below || !avoidable;
                assert_eq!(dominators.dominates(*above, *below), expected, "{above:?} {below:?}");
            }
        }
    });
}

/// Checked by enumeration of paths rather than by the equations: a variable that is read on a path before it is written
/// is live.
#[test]
fn what_is_read_on_some_path_is_live() {
    each_flowchart(|program, function, flowchart| {
        let live = LiveVariables::of(program, function);
        for edge in flowchart.edges() {
            let (source, target) = (flowchart.source(edge), flowchart.target(edge));
            let command = &flowchart.edge(edge).command;
            let written = command.written();
            for variable in program.functions[function].locals.iter().copied() {
                let mut reads = false;
                for expression in command.expressions() {
                    if written.is_some_and(|written| std::ptr::eq(written, expression)) {
                        continue;
                    }
                    expression.visit(&mut |part| {
                        reads |= part.node == damson::program::ExprNode::VariableAddress(variable);
                    });
                }
                let whole = written
                    .is_some_and(|address| address.node == damson::program::ExprNode::VariableAddress(variable))
                    || matches!(command, Command::ScopeStart(other) | Command::ScopeEnd(other) if *other == variable);
                if reads || (live.is_live(target, variable) && !whole) {
                    let starts = program.variables[variable].address_taken;
                    assert!(live.is_live(source, variable) || starts, "{}", program.variables[variable].name);
                }
            }
        }
    });
}

#[test]
fn callees_come_first_and_recursion_is_known() {
    let (_, program, _) = load(Path::new("tests/analysis/calls.c"));
    let graph = CallGraph::of(&program);
    let id = |name: &str| program.defined_function(name).unwrap();
    let group = |name: &str| graph.callees_first().iter().position(|group| group.contains(&id(name))).unwrap();
    assert_eq!(group("even"), group("odd"));
    assert!(group("odd") < group("apply") && group("apply") < group("main"));
    assert!(graph.is_recursive(id("factorial")) && graph.is_recursive(id("even")) && !graph.is_recursive(id("main")));
    assert!(graph.reachable(id("apply")).contains(&id("sub")));
    assert!(!graph.reachable(id("apply")).contains(&id("main")));
    assert_eq!(graph.callers(id("odd")).len(), 2);
}
