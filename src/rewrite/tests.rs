//! Tests the loader on incorrect texts, with a vocabulary made for that.

use crate::{Condition, OperatorRow, RewriteRules, RuleSide, RuleText, Vocabulary};
use base::SourceMap;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Toy {}

impl Vocabulary for Toy {
    const NAME: &'static str = "heaps";
    type Operator = char;
    type Check = char;
    type Compiled = usize;
    const OPERATORS: &'static [OperatorRow<char>] =
        &[("zero", 0, true, 'z'), ("f", 2, true, 'f'), ("g", 1, false, 'g')];
    const CHECKS: &'static [(&'static str, usize, char)] = &[("small", 1, 's')];

    fn compile(rule: &RuleText<Toy>) -> Result<usize, String> {
        if rule.is_directed { Err("not directed here".into()) } else { Ok(rule.variables.len()) }
    }
}

/// Returns the rules of a text, or the messages.
fn load(text: &str) -> Result<RewriteRules<Toy>, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("toy.rules", text);
    RewriteRules::load(&sources, &[file]).map_err(|error| error.0.render(&sources))
}

#[test]
fn a_rule_is_read_as_it_stands() {
    let rules = load("rules of heaps; rule a: (f ?x zero) => (g ?y) where ?y in ?x, (small ?y); // what else").unwrap();
    let rule = rules.iter().next().unwrap();
    assert_eq!((rule.text.name.as_str(), rule.compiled), ("a", 2));
    let (x, y) = (rule.text.left.variables()[0], rule.text.right.variables()[0]);
    assert_eq!(rule.text.left, RuleSide::Apply('f', vec![RuleSide::Variable(x), RuleSide::Apply('z', vec![])]));
    assert_eq!(rule.text.conditions, vec![Condition::Member(y, x), Condition::Check('s', vec![y])]);
    assert_eq!(rules.filtered(|name| name != "a").iter().count(), 0);
}

#[test]
fn what_could_not_work_is_refused() {
    let of = |text: &str| load(text).unwrap_err();
    for (text, message) in [
        ("rule a: (f ?x) => ?x;", "'f' takes 2 arguments, not 1"),
        ("rule a: (h ?x) => ?x;", "unknown operator 'h'"),
        ("rule a: (g ?x) => ?x;", "'g' can only stand on a right side"),
        ("rule a: (f ?x ?x) => ?y;", "'?y' is not bound by the left side of rule 'a'"),
        ("rule a: (f ?x ?x) => ?x where (small ?y);", "'?y' is not bound before this"),
        ("rule a: (f ?x ?x) => ?x where ?z in ?y;", "'?y' is not bound before this"),
        ("rule a: (f ?x ?x) => ?x where (large ?x);", "unknown condition 'large'"),
        ("rule a: (f ?x ?x) => ?x where (small ?x ?x);", "condition 'small' takes 1 arguments, not 2"),
        ("rule a: (f ?x ?x) => ?x; rule a: (f ?x zero) => ?x;", "a rule named 'a' exists already"),
        ("directed rule a: (f ?x ?x) => ?x;", "not directed here"),
        ("rules of nothing; rule a: (f ?x ?x) => ?x;", "there are no rules of 'nothing'"),
        ("rule a: (f ?x ?x) = ?x;", "bad rule"),
    ] {
        assert!(of(text).contains(message), "{text}: {}", of(text));
    }
    let side = (0..7).fold("zero".to_string(), |side, at| format!("(f (f ?a{at} ?b{at}) {side})"));
    assert!(of(&format!("rule a: {side} => zero;")).contains("a rule has 12 variables at most"));
}

#[test]
fn a_file_of_another_vocabulary_is_passed_over() {
    assert_eq!(load("rules of words; rule a: (unheard-of ?x) => ?x;").unwrap().iter().count(), 0);
}
