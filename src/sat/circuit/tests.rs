//! Tests gates against truth tables, with every constant, equality and sign of their inputs.

use super::*;

/// Returns all choices of the inputs of a gate from constants and variables with both signs.
fn choices(c: &mut Circuit) -> (Vec<Lit>, Vec<Lit>) {
    let variables: Vec<Lit> = (0..3).map(|_| c.variable()).collect();
    let signs = variables.iter().flat_map(|variable| [*variable, !*variable]);
    let choices = signs.chain([c.yes(), c.no()]).collect();
    (variables, choices)
}

/// Checks the value of a gate under all assignments.
fn check(gate: fn(&mut Circuit, [Lit; 3]) -> Lit, expected: fn([bool; 3]) -> bool) {
    let mut c = Circuit::new();
    let (variables, choices) = choices(&mut c);
    for one in &choices {
        for two in &choices {
            for three in &choices {
                let inputs = [*one, *two, *three];
                let found = gate(&mut c, inputs);
                for bits in 0..8_usize {
                    let values = variables.iter().enumerate();
                    let mut assumed: Vec<Lit> =
                        values.map(|(place, variable)| variable.negated_if(bits >> place & 1 == 0)).collect();
                    let value = |literal: Lit| assumed.contains(&literal) || literal == c.yes();
                    let wanted = expected(inputs.map(value));
                    assumed.push(found.negated_if(wanted));
                    let answer = c.solve(&assumed, &Budget::unlimited());
                    assert!(matches!(answer, Satisfiable::No(_)), "{inputs:?} {bits:b}");
                }
            }
        }
    }
    // The gates are consistent.
    assert_eq!(c.solve(&[], &Budget::unlimited()), Satisfiable::Yes);
}

#[test]
fn conjunctions_and_disjunctions() {
    check(|c, inputs| c.and(&inputs), |[one, two, three]| one && two && three);
    check(|c, inputs| c.or(&inputs), |[one, two, three]| one || two || three);
    check(|c, [one, two, _]| c.and(&[one, two]), |[one, two, _]| one && two);
}

#[test]
fn exclusive_disjunctions() {
    check(|c, [one, two, _]| c.xor(one, two), |[one, two, _]| one != two);
}

#[test]
fn choices_by_a_condition() {
    check(
        |c, [condition, yes, no]| c.choose(condition, yes, no),
        |[condition, yes, no]| if condition { yes } else { no },
    );
}

#[test]
fn majorities() {
    check(Circuit::majority, |inputs| inputs.iter().filter(|input| **input).count() > 1);
}

/// Signs, order, constants and equal inputs make no new gates.
#[test]
fn gates_that_differ_in_writing_only_are_one() {
    let gates = |gate: fn(&mut Circuit, [Lit; 3]) -> Lit| {
        let mut c = Circuit::new();
        let (_, choices) = choices(&mut c);
        for one in &choices {
            for two in &choices {
                for three in &choices {
                    gate(&mut c, [*one, *two, *three]);
                }
            }
        }
        let Known { and, wide_and, xor, choice, majority, division: _ } = &c.known;
        [and.len(), wide_and.len(), xor.len(), choice.len(), majority.len()]
    };
    // Three pairs of variables: the signs matter in a conjunction, and are moved out of the others.
    assert_eq!(gates(|c, inputs| c.and(&inputs)), [12, 8, 0, 0, 0]);
    assert_eq!(gates(|c, [one, two, _]| c.xor(one, two)), [0, 0, 3, 0, 0]);
    // The choice of the condition, and the sign of one of the others.
    assert_eq!(gates(|c, [condition, yes, no]| c.choose(condition, yes, no)), [12, 0, 3, 12, 0]);
    // None or one of the three is negated.
    assert_eq!(gates(Circuit::majority), [12, 0, 0, 0, 4]);
}

#[test]
fn exactly_one_of_some_is_true() {
    let mut c = Circuit::new();
    let some = c.exactly_one(4);
    for bits in 0..16_u32 {
        let places = some.iter().enumerate();
        let assumed: Vec<Lit> = places.map(|(place, literal)| literal.negated_if(bits >> place & 1 == 0)).collect();
        let answer = c.solve(&assumed, &Budget::unlimited());
        assert_eq!(answer == Satisfiable::Yes, bits.count_ones() == 1, "{bits:b}");
    }
}
