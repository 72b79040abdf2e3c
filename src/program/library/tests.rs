//! Tests of the table and its names.

use super::{AccessSize, CallbackTime, Effect, LibraryFunction as F, Lowered, Returns, find};

/// Returns the parameters that a prototype names.
fn parameters(function: F) -> usize {
    let prototype = function.entry().prototype;
    let list = &prototype[prototype.find('(').unwrap() + 1..prototype.len() - 1];
    let mut depth = 0;
    let commas = list.chars().filter(|letter| {
        depth += i32::from(*letter == '(') - i32::from(*letter == ')');
        *letter == ',' && depth == 0
    });
    if list.is_empty() || list == "void" { 0 } else { commas.count() + 1 }
}

/// Returns the arguments that an effect names.
fn arguments(effect: &Effect) -> Vec<u8> {
    let of = |access_size: &AccessSize| match access_size {
        AccessSize::Bytes(size)
        | AccessSize::AtMost(size)
        | AccessSize::StringWithin(size)
        | AccessSize::UpToByteWithin(size) => {
            vec![*size]
        }
        AccessSize::Product(count, size) => vec![*count, *size],
        AccessSize::String | AccessSize::UpToByte | AccessSize::Object | AccessSize::Open => vec![],
    };
    match effect {
        Effect::Reads(place, access_size) | Effect::Writes(place, access_size) => {
            [vec![*place], of(access_size)].concat()
        }
        Effect::Fills { target, byte, access_size } => {
            [vec![*target], byte.iter().copied().collect::<Vec<_>>(), of(access_size)].concat()
        }
        Effect::Copies { target, source, access_size, .. } => [vec![*target, *source], of(access_size)].concat(),
        Effect::Allocates(allocation) => {
            let named = [allocation.alignment, allocation.stored];
            of(&allocation.size).into_iter().chain(named.into_iter().flatten()).collect()
        }
        Effect::Frees(place) | Effect::EndsLife(place) | Effect::Asserts(place) | Effect::Assumes(place) => {
            vec![*place]
        }
        Effect::CallsBack(place, CallbackTime::AtEndWith(argument)) => vec![*place, *argument],
        Effect::CallsBack(place, _) => vec![*place],
        Effect::ReadsRest(place)
        | Effect::WritesRest(place)
        | Effect::UsesStream(place)
        | Effect::ClosesStream(place) => vec![*place],
        Effect::Ends(status) => status.iter().copied().collect(),
        Effect::Output
        | Effect::UsesStandardStream(_)
        | Effect::Input
        | Effect::WritesElsewhere
        | Effect::TakesOption
        | Effect::TakesToken { .. }
        | Effect::ReadsLine { .. }
        | Effect::ChangesEnvironment
        | Effect::SetsErrno
        | Effect::ForgetsHandlers
        | Effect::Fails(_) => vec![],
    }
}

#[test]
fn effects_are_about_arguments_that_there_are() {
    for function in F::ALL {
        let entry = function.entry();
        let count = parameters(*function);
        if entry.prototype.ends_with("()") {
            continue;
        }
        let returned = match entry.returns {
            Returns::Argument(place) | Returns::ArgumentOrNull(place) | Returns::Inside { object: place, .. } => {
                vec![place]
            }
            _ => vec![],
        };
        for place in entry.effects.iter().flat_map(arguments).chain(returned).chain(entry.optional) {
            assert!(usize::from(place) < count, "{}: argument {place} of {count}", entry.name);
        }
    }
}

#[test]
fn a_block_is_returned_where_one_is_allocated() {
    for function in F::ALL {
        let returned = function.entry().allocation().is_some_and(|allocation| allocation.stored.is_none());
        assert_eq!(returned, function.entry().returns == Returns::Block, "{}", function.name());
    }
}

#[test]
fn names_lead_to_their_rows() {
    let found = |name| find(name, false).map(|known| (known.function, known.dropped));
    for function in F::ALL.iter().filter(|function| !matches!(function, F::Zalloc | F::MallocArray | F::Memdup)) {
        assert_eq!(found(function.name()), Some((*function, &[][..])), "{}", function.name());
    }
    assert_eq!(found("kmalloc"), Some((F::Malloc, &[1][..])));
    assert_eq!(found("kzalloc"), Some((F::Zalloc, &[1][..])));
    assert_eq!(found("__builtin___sprintf_chk"), Some((F::Sprintf, &[1, 2][..])));
    assert_eq!(found("__builtin_memcpy"), Some((F::Memcpy, &[][..])));
    assert_eq!(found("__VERIFIER_nondet_uint"), Some((F::Nondeterministic, &[][..])));
    assert_eq!(found("append"), None);
}

#[test]
fn a_body_wins_unless_the_name_is_reserved() {
    assert!(find("strlen", true).is_none());
    assert!(find("reach_error", true).is_some());
}

#[test]
fn some_functions_leave_memory_alone() {
    assert!(F::Abs.touches_nothing() && F::Rand.touches_nothing());
    assert!(F::Strlen.changes_nothing() && !F::Strlen.touches_nothing() && !F::Strlen.prints());
    assert!(F::Printf.prints() && !F::Sprintf.prints());
    assert!(!F::Memset.changes_nothing() && !F::Qsort.changes_nothing() && !F::Exit.changes_nothing());
}

#[test]
fn lowering_and_effects_agree() {
    for function in F::ALL {
        let entry = function.entry();
        let fails = entry.effects.iter().find_map(|effect| match effect {
            Effect::Fails(kind) => Some(Lowered::Failure(*kind)),
            Effect::Asserts(_) => Some(Lowered::Assertion),
            Effect::Assumes(_) => Some(Lowered::Assumption),
            Effect::EndsLife(_) => Some(Lowered::OwnCall),
            Effect::ForgetsHandlers => Some(Lowered::End),
            _ => None,
        });
        assert!(fails.is_none_or(|lowered| lowered == entry.lowered), "{}", entry.name);
    }
}
