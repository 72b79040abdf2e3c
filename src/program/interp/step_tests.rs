//! Steps and runs of flowcharts built by hand.

use super::testing::Fixture;
use super::*;
use crate::FaultKind;
use crate::{BinaryOp, Callee, Command, Expr, ExprNode, Failure, FailureKind, VariableKind};

fn run(fixture: &Fixture) -> RunResult {
    run_main(&fixture.program, &[], &mut std::io::sink(), &Limits { steps: 10_000, ..Limits::default() })
}

fn fault_of(fixture: &Fixture) -> FaultKind {
    match run(fixture).end {
        RunEnd::Fault(report) => report.fault.kind,
        other => panic!("the run should fail, not end as {other:?}"),
    }
}

/// Runs a command on a `Node *x` that previous commands make undefined, NULL or fresh.
fn main_with(build: impl FnOnce(&mut Fixture, crate::VariableId)) -> Fixture {
    let mut fixture = Fixture::new("main");
    let x = fixture.variable("x", fixture.node_pointer, VariableKind::Local);
    build(&mut fixture, x);
    fixture.finish(Command::Skip);
    fixture
}

#[test]
fn a_loop_builds_a_list_and_sums_it() {
    let mut f = Fixture::new("main");
    let (pointer, int) = (f.node_pointer, f.int);
    let [x, t] = ["x", "t"].map(|name| f.variable(name, pointer, VariableKind::Local));
    let i = f.variable("i", int, VariableKind::Local);
    let result = f.program.functions[f.function].result.unwrap();
    let (null, zero) = (f.null(), f.number(0));
    for (variable, value) in [(x, null), (i, zero.clone()), (result, zero)] {
        let command = f.set(variable, value);
        f.then(command);
    }
    let head = f.then(Command::Skip);
    let condition = {
        let i = f.value(i);
        let bound = f.number(10);
        f.binary(BinaryOp::Less, i, bound)
    };
    f.then(Command::Assume { condition: condition.clone(), holds: true });
    let allocate = f.malloc(t);
    f.then(allocate);
    for (field, source) in [(f.next, x), (f.data, i)] {
        let (base, value) = (f.value(t), f.value(source));
        let address = f.field(base, field);
        f.then(Command::Store { address, value });
    }
    let node = f.value(t);
    let push = f.set(x, node);
    f.then(push);
    let next = {
        let i = f.value(i);
        let one = f.number(1);
        f.binary(BinaryOp::Add, i, one)
    };
    let increment = f.set(i, next);
    let end = f.then(increment);
    f.edge(end, Command::Skip, head);
    // while (x != NULL) { result += x->data; t = x->n; free(x); x = t; }
    let second = f.place();
    f.edge(head, Command::Assume { condition, holds: false }, second);
    let (body, exit) = (f.place(), f.flowchart().exit);
    let not_null = {
        let x = f.value(x);
        let null = f.null();
        f.binary(BinaryOp::NotEqual, x, null)
    };
    f.edge(second, Command::Assume { condition: not_null.clone(), holds: true }, body);
    f.edge(second, Command::Assume { condition: not_null, holds: false }, exit);
    let sum = {
        let (r, x, data) = (f.value(result), f.value(x), f.data);
        let data = f.load_field(x, data);
        f.binary(BinaryOp::Add, r, data)
    };
    let add = f.set(result, sum);
    let advance = {
        let (x, next) = (f.value(x), f.next);
        let next = f.load_field(x, next);
        f.set(t, next)
    };
    let (freed, tail) = (f.value(x), f.value(t));
    let step = f.set(x, tail);
    let mut at = body;
    for command in [add, advance, Command::Free(freed), step] {
        let to = f.place();
        f.edge(at, command, to);
        at = to;
    }
    f.edge(at, Command::Skip, second);
    let result = run(&f);
    assert_eq!(result.end, RunEnd::Exit(45));
    assert_eq!(result.leaked, 0);
}

#[test]
fn each_use_of_a_bad_pointer_has_its_fault() {
    let undefined = main_with(|f, x| {
        let (base, next, null) = (f.value(x), f.next, f.null());
        let address = f.field(base, next);
        f.then(Command::Store { address, value: null });
    });
    assert_eq!(fault_of(&undefined), FaultKind::Uninitialized);
    let null = main_with(|f, x| {
        let null = f.null();
        let set = f.set(x, null);
        f.then(set);
        let (base, data, zero) = (f.value(x), f.data, f.number(0));
        let address = f.field(base, data);
        f.then(Command::Store { address, value: zero });
    });
    assert_eq!(fault_of(&null), FaultKind::InvalidDereference);
    let freed = main_with(|f, x| {
        let (allocate, pointer) = (f.malloc(x), f.value(x));
        f.then(allocate);
        f.then(Command::Free(pointer.clone()));
        f.then(Command::Free(pointer));
    });
    assert_eq!(fault_of(&freed), FaultKind::DoubleFree);
    let branched = main_with(|f, x| {
        let condition = f.value(x);
        f.then(Command::Assume { condition, holds: true });
    });
    assert_eq!(fault_of(&branched), FaultKind::UndefinedValue);
    let failed = main_with(|f, _| {
        f.then(Command::Fail(Failure { kind: FailureKind::Assertion, message: "x".into(), ends: true }));
    });
    assert_eq!(fault_of(&failed), FaultKind::Assertion);
}

#[test]
fn copying_an_undefined_value_is_no_fault_but_an_undefined_status_is_undefined_behaviour() {
    let f = main_with(|f, x| {
        let y = f.variable("y", f.node_pointer, VariableKind::Local);
        let value = f.value(x);
        let copy = f.set(y, value);
        f.then(copy);
    });
    assert_eq!(fault_of(&f), FaultKind::UndefinedBehaviour);
}

#[test]
fn a_pointer_to_a_variable_dies_with_its_scope() {
    let f = main_with(|f, _| {
        let (i, int) = (f.variable("i", f.int, VariableKind::Local), f.int);
        let pointer = f.program.types.pointer(int);
        let p = f.variable("p", pointer, VariableKind::Local);
        let address = f.address(i);
        let point = f.set(p, address);
        f.then(Command::ScopeStart(i));
        f.then(point);
        f.then(Command::ScopeEnd(i));
        f.then(Command::ScopeStart(i));
        let (address, value) = (f.value(p), f.number(1));
        f.then(Command::Store { address, value });
    });
    assert_eq!(fault_of(&f), FaultKind::UseAfterScope);
}

#[test]
fn a_freed_pointer_is_not_null() {
    let mut f = Fixture::new("main");
    let x = f.variable("x", f.node_pointer, VariableKind::Local);
    let (allocate, pointer, null) = (f.malloc(x), f.value(x), f.null());
    f.then(allocate);
    let branch = f.then(Command::Free(pointer.clone()));
    let condition = f.binary(BinaryOp::Equal, pointer, null);
    let (yes, no) = (f.place(), f.place());
    f.edge(branch, Command::Assume { condition: condition.clone(), holds: true }, yes);
    f.edge(branch, Command::Assume { condition: condition.clone(), holds: false }, no);
    let interpreter = Interpreter::new(&f.program);
    let mut state = State::at_entry(&f.program, f.function).unwrap();
    let mut location = f.program.flowchart(f.function).unwrap().entry;
    for _ in 0..2 {
        let step = interpreter.step(&mut state, location, &mut |_: usize| 0, &mut std::io::sink());
        let StepOutcome::Moved { to, .. } = step else { panic!("{step:?}") };
        location = to;
    }
    assert_eq!(location, branch);
    let found: Vec<_> = interpreter.successors(&state, branch, &[]).into_iter().map(|next| next.outcome).collect();
    let places: Vec<_> = found
        .iter()
        .map(|outcome| match outcome {
            StepOutcome::Moved { to, .. } => *to,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(places, [no]);
    assert_eq!(state.evaluate(&condition, &f.program), Ok(Value::Integer(0)));
}

#[test]
fn inputs_range_over_the_given_integers_and_the_blocks_of_their_type() {
    let mut f = Fixture::new("main");
    let (int, pointer) = (f.int, f.node_pointer);
    let i = f.variable("i", int, VariableKind::Local);
    let x = f.variable("x", pointer, VariableKind::Local);
    let (number, node) = (f.address(i), f.address(x));
    let entry = f.flowchart().entry;
    let second = f.then(Command::Havoc { address: number });
    f.then(Command::Havoc { address: node });
    let mut state = State::at_entry(&f.program, f.function).unwrap();
    state.allocate(16, Some(f.node), true, false).unwrap();
    state.allocate(16, None, true, false).unwrap();
    let interpreter = Interpreter::new(&f.program);
    let numbers: Vec<Value> = interpreter
        .successors(&state, entry, &[7, 1 << 40])
        .iter()
        .map(|next| next.state.load(next.state.variable_address(i).unwrap(), int, &f.program.types).unwrap())
        .collect();
    assert_eq!(numbers, [Value::Integer(7), Value::Integer(0)]);
    assert_eq!(interpreter.successors(&state, second, &[]).len(), 2);
}

#[test]
fn a_function_is_called_with_its_arguments_and_recursion_has_a_limit() {
    let mut f = Fixture::new("main");
    let main_result = f.program.functions[f.function].result.unwrap();
    let main = f.function;
    let half = f.begin("half");
    let parameter = f.variable("a", f.int, VariableKind::Parameter);
    let result = f.program.functions[half].result.unwrap();
    let quotient = {
        let a = f.value(parameter);
        let two = f.number(2);
        f.binary(BinaryOp::Div, a, two)
    };
    let set = f.set(result, quotient);
    f.finish(set);
    f.function = main;
    let (target, argument) = (f.address(main_result), f.number(42));
    let entry = f.flowchart().entry;
    let exit = f.flowchart().exit;
    let call = Command::Call { callee: Callee::Direct(half), arguments: vec![argument], result: Some(target) };
    f.edge(entry, call, exit);
    assert_eq!(run(&f).end, RunEnd::Exit(21));

    let mut f = Fixture::new("main");
    let call = Command::Call { callee: Callee::Direct(f.function), arguments: Vec::new(), result: None };
    f.finish(call);
    assert_eq!(fault_of(&f), FaultKind::Unsupported);
}

#[test]
fn a_lost_block_is_noticed_at_the_step_that_loses_it() {
    let mut f = Fixture::new("main");
    let x = f.variable("x", f.node_pointer, VariableKind::Local);
    let (allocate, null) = (f.malloc(x), f.null());
    let entry = f.flowchart().entry;
    let losing = f.then(allocate);
    let lose = f.set(x, null);
    f.then(lose);
    let interpreter = Interpreter::new(&f.program).with_leak_checks();
    let mut state = State::at_entry(&f.program, f.function).unwrap();
    let mut step = |at| interpreter.step(&mut state, at, &mut |_: usize| 0, &mut std::io::sink());
    assert!(matches!(step(entry), StepOutcome::Moved { .. }));
    assert!(matches!(step(losing), StepOutcome::Failed { fault, .. } if fault.kind == FaultKind::MemoryLeak));
}

#[test]
fn arithmetic_is_that_of_the_type() {
    use ctype::IntegerKind;
    let f = Fixture::new("main");
    let mut program = f.program.clone();
    let unsigned = program.types.integer(IntegerKind::Int, false);
    let character = program.types.integer(IntegerKind::Char, true);
    let boolean = program.types.integer(IntegerKind::Bool, false);
    let (int, state) = (f.int, State::new(&program).unwrap());
    let value = |expr: &Expr| state.evaluate(expr, &program).map_err(|fault| fault.kind);
    let of = |op, ty, left, right| {
        value(&Expr::new(
            ExprNode::Binary(op, Box::new(Expr::integer(left, ty)), Box::new(Expr::integer(right, ty))),
            ty,
        ))
    };
    let cast = |ty, from| value(&Expr::new(ExprNode::Cast(Box::new(Expr::integer(from, int))), ty));
    let max = i128::from(i32::MAX);
    assert_eq!(of(BinaryOp::Add, int, max, 1), Err(FaultKind::UndefinedBehaviour));
    assert_eq!(of(BinaryOp::Add, unsigned, i128::from(u32::MAX), 2), Ok(Value::Integer(1)));
    assert_eq!(of(BinaryOp::Sub, unsigned, 0, 1), Ok(Value::Integer(i128::from(u32::MAX))));
    assert_eq!(of(BinaryOp::Div, int, -7, 2), Ok(Value::Integer(-3)));
    assert_eq!(of(BinaryOp::Rem, int, -7, 2), Ok(Value::Integer(-1)));
    assert_eq!(of(BinaryOp::Div, int, 1, 0), Err(FaultKind::UndefinedBehaviour));
    assert_eq!(of(BinaryOp::Rem, int, -max - 1, -1), Err(FaultKind::UndefinedBehaviour));
    assert_eq!(of(BinaryOp::ShiftRight, int, -8, 1), Ok(Value::Integer(-4)));
    assert_eq!(of(BinaryOp::ShiftLeft, int, 1, 32), Err(FaultKind::UndefinedBehaviour));
    assert_eq!(of(BinaryOp::BitXor, int, -1, 5), Ok(Value::Integer(-6)));
    assert_eq!(cast(character, 200), Ok(Value::Integer(-56)));
    assert_eq!(cast(boolean, 256), Ok(Value::Integer(1)));
    assert_eq!(cast(unsigned, -1), Ok(Value::Integer(i128::from(u32::MAX))));
}
