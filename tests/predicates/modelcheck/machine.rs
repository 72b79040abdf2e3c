//! Circuits as other tools read them: readers of AIGER, BTOR2 and SMV that know nothing of their writers, and a search of all
//! states.

use std::collections::{BTreeMap, BTreeSet};

/// A circuit. Operands stand before what uses them.
#[derive(Default)]
pub struct Machine {
    pub inputs: Vec<String>,
    /// Each with the node of its next value. All begin with false.
    pub latches: Vec<(String, usize)>,
    pub nodes: Vec<Node>,
    pub bad: Vec<(String, usize)>,
    pub constraints: Vec<(String, usize)>,
    pub justice: Vec<(String, Vec<usize>)>,
}

#[derive(Clone, Copy)]
pub enum Node {
    Constant(bool),
    Input(usize),
    Latch(usize),
    Not(usize),
    And(usize, usize),
}

/// What a cycle shows.
#[derive(PartialEq, Eq, Debug)]
pub struct Seen {
    pub next: Vec<bool>,
    pub bad: Vec<bool>,
    pub constraints: Vec<bool>,
    pub justice: Vec<Vec<bool>>,
}

impl Machine {
    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// One cycle.
    pub fn cycle(&self, inputs: &[bool], latches: &[bool]) -> Seen {
        let mut values: Vec<bool> = Vec::new();
        for node in &self.nodes {
            values.push(match *node {
                Node::Constant(value) => value,
                Node::Input(number) => inputs[number],
                Node::Latch(number) => latches[number],
                Node::Not(operand) => !values[operand],
                Node::And(left, right) => values[left] && values[right],
            });
        }
        Seen {
            next: self.latches.iter().map(|(_, node)| values[*node]).collect(),
            bad: self.bad.iter().map(|(_, node)| values[*node]).collect(),
            constraints: self.constraints.iter().map(|(_, node)| values[*node]).collect(),
            justice: self.justice.iter().map(|(_, all)| all.iter().map(|node| values[*node]).collect()).collect(),
        }
    }

    /// The names of all there is, in order.
    pub fn names(&self) -> Vec<&str> {
        let latches = self.latches.iter().map(|(name, _)| name);
        let observed = self.bad.iter().chain(&self.constraints).map(|(name, _)| name);
        let justice = self.justice.iter().map(|(name, _)| name);
        self.inputs.iter().chain(latches).chain(observed).chain(justice).map(String::as_str).collect()
    }

    /// All that can be reached: the values of the latches that `wanted` names, in cycles in which all constraints hold;
    /// whether some constraint fails, other than in the cycle that follows the first; and the bad signals that are true
    /// in some cycle.
    pub fn explore(&self, wanted: impl Fn(&str) -> bool) -> (BTreeSet<Vec<bool>>, bool, BTreeSet<String>) {
        let (mut known, mut agenda) = (BTreeSet::new(), vec![(vec![false; self.latches.len()], 0)]);
        let (mut states, mut excluded, mut bad) = (BTreeSet::new(), false, BTreeSet::new());
        while let Some((state, depth)) = agenda.pop() {
            if !known.insert((state.clone(), depth)) {
                continue;
            }
            for bits in 0..1_u64 << self.inputs.len() {
                let inputs: Vec<bool> = (0..self.inputs.len()).map(|place| bits >> place & 1 == 1).collect();
                let seen = self.cycle(&inputs, &state);
                if seen.constraints.contains(&false) {
                    excluded |= depth != 1;
                    continue;
                }
                let latches = self.latches.iter().zip(&state).filter(|((name, _), _)| wanted(name));
                states.insert(latches.map(|(_, value)| *value).collect());
                let is_bad = self.bad.iter().zip(&seen.bad).filter(|(_, is_bad)| **is_bad);
                bad.extend(is_bad.map(|((name, _), _)| name.clone()));
                agenda.push((seen.next, 2.min(depth + 1)));
            }
        }
        (states, excluded, bad)
    }
}

/// Reads AIGER 1.9 as text.
pub fn aiger(text: &str) -> Machine {
    let header: Vec<usize> = {
        let line = text.lines().next().unwrap();
        line.strip_prefix("aag ").unwrap().split(' ').map(|word| word.parse().unwrap()).collect()
    };
    let [most, inputs, latches, outputs, ands, bad, constraints, justice] = header[..] else { panic!("{header:?}") };
    assert_eq!((most, outputs), (inputs + latches + ands, 0));
    let mut lines_of = text.lines().skip(1);
    let mut take = move |count: usize| -> Vec<Vec<usize>> {
        let numbers = |line: &str| line.split(' ').map(|word| word.parse().unwrap()).collect();
        lines_of.by_ref().take(count).map(numbers).collect()
    };
    let mut machine = Machine::default();
    machine.push(Node::Constant(false));
    // A literal is node 2 * variable, or 2 * variable + 1 for its negation.
    machine.push(Node::Constant(true));
    for (number, line) in take(inputs).iter().enumerate() {
        assert_eq!(line, &[machine.nodes.len()]);
        let node = machine.push(Node::Input(number));
        machine.push(Node::Not(node));
    }
    let next: Vec<usize> = take(latches).iter().map(|line| line[1]).collect();
    for number in 0..latches {
        let node = machine.push(Node::Latch(number));
        machine.push(Node::Not(node));
    }
    let bad: Vec<usize> = take(bad).iter().map(|line| line[0]).collect();
    let constraints: Vec<usize> = take(constraints).iter().map(|line| line[0]).collect();
    let sizes: Vec<usize> = take(justice).iter().map(|line| line[0]).collect();
    let justice: Vec<Vec<usize>> = sizes.iter().map(|size| take(*size).iter().map(|line| line[0]).collect()).collect();
    for line in take(ands) {
        assert!(line[0] == machine.nodes.len() && line[0] > line[1] && line[1] >= line[2], "{line:?}");
        let node = machine.push(Node::And(line[1], line[2]));
        machine.push(Node::Not(node));
    }
    let symbols: BTreeMap<&str, &str> = text
        .lines()
        .skip(1 + most + header[5] + header[6] + sizes.len() + sizes.iter().sum::<usize>())
        .take_while(|line| *line != "c")
        .map(|line| line.split_once(' ').unwrap())
        .collect();
    let name = |kind: char, number: usize| {
        let symbol = symbols[format!("{kind}{number}").as_str()];
        symbol.split(' ').next().unwrap().to_string()
    };
    machine.inputs = (0..inputs).map(|number| name('i', number)).collect();
    machine.latches = next.into_iter().enumerate().map(|(number, next)| (name('l', number), next)).collect();
    machine.bad = bad.into_iter().enumerate().map(|(number, node)| (name('b', number), node)).collect();
    machine.constraints = constraints.into_iter().enumerate().map(|(number, node)| (name('c', number), node)).collect();
    machine.justice = justice.into_iter().enumerate().map(|(number, all)| (name('j', number), all)).collect();
    machine
}

/// Reads BTOR2 with words of one bit.
pub fn btor2(text: &str) -> Machine {
    let mut machine = Machine::default();
    let mut nodes: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut latches, mut comment) = (BTreeMap::new(), "");
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("; ") {
            comment = rest;
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let node = match words[1..] {
            ["sort", "bitvec", "1"] => continue,
            ["zero", "1"] => Node::Constant(false),
            ["one", "1"] => Node::Constant(true),
            ["input", "1", name] => {
                machine.inputs.push(name.to_string());
                Node::Input(machine.inputs.len() - 1)
            }
            ["state", "1", name] => {
                machine.latches.push((name.to_string(), usize::MAX));
                latches.insert(words[0], machine.latches.len() - 1);
                Node::Latch(machine.latches.len() - 1)
            }
            ["init", "1", _, value] => {
                assert!(matches!(machine.nodes[nodes[value]], Node::Constant(false)));
                continue;
            }
            ["next", "1", state, next] => {
                machine.latches[latches[state]].1 = nodes[next];
                continue;
            }
            ["not", "1", operand] => Node::Not(nodes[operand]),
            ["and", "1", left, right] => Node::And(nodes[left], nodes[right]),
            ["bad", node, name] => {
                machine.bad.push((name.to_string(), nodes[node]));
                continue;
            }
            ["constraint", node, name] => {
                machine.constraints.push((name.to_string(), nodes[node]));
                continue;
            }
            ["justice", count, ref all @ ..] => {
                assert_eq!(count, all.len().to_string());
                let name = comment.split(':').next().unwrap();
                machine.justice.push((name.to_string(), all.iter().map(|node| nodes[node]).collect()));
                continue;
            }
            _ => panic!("{line}"),
        };
        let index = machine.push(node);
        nodes.insert(words[0], index);
    }
    machine
}

/// Reads SMV.
pub fn smv(text: &str) -> Machine {
    let mut machine = Machine::default();
    machine.push(Node::Constant(false));
    machine.push(Node::Constant(true));
    let mut nodes = BTreeMap::from([("FALSE".to_string(), 0), ("TRUE".to_string(), 1)]);
    let (mut variables, mut next) = (Vec::new(), BTreeMap::new());
    let lines = || text.lines().map(|line| line.split("--").next().unwrap().trim()).filter(|line| !line.is_empty());
    // Variables with an assignment are latches.
    for line in lines() {
        if let Some(name) = line.strip_suffix(" : boolean;") {
            variables.push(name.to_string());
        } else if let Some((name, value)) = line.strip_prefix("next(").and_then(|rest| rest.split_once(") := ")) {
            next.insert(name.to_string(), value.strip_suffix(';').unwrap().to_string());
        }
    }
    for name in variables {
        let node = match next.contains_key(&name) {
            true => {
                machine.latches.push((name.clone(), usize::MAX));
                Node::Latch(machine.latches.len() - 1)
            }
            false => {
                machine.inputs.push(name.clone());
                Node::Input(machine.inputs.len() - 1)
            }
        };
        let node = machine.push(node);
        nodes.insert(name, node);
    }
    for line in lines().filter(|line| *line != "MODULE main") {
        let line = line.trim_end_matches(';');
        if let Some(name) = line.strip_prefix("init(") {
            assert!(name.ends_with(") := FALSE"), "{line}");
        } else if let Some(value) = line.strip_prefix("INVAR ") {
            let node = operand(&mut machine, &nodes, value);
            machine.constraints.push((String::new(), node));
        } else if let Some((name, value)) =
            line.strip_prefix("INVARSPEC NAME ").and_then(|rest| rest.split_once(" := "))
        {
            let value = value.strip_prefix("!(").and_then(|value| value.strip_suffix(')')).unwrap();
            let node = operand(&mut machine, &nodes, value);
            machine.bad.push((name.to_string(), node));
        } else if let Some((name, value)) = line.strip_prefix("LTLSPEC NAME ").and_then(|rest| rest.split_once(" := "))
        {
            let value = value.strip_prefix("!(").and_then(|value| value.strip_suffix(')')).unwrap();
            let parts = value.split(" & ").map(|part| part.strip_prefix("G F ").unwrap());
            let all = parts.map(|part| operand(&mut machine, &nodes, part)).collect();
            machine.justice.push((name.to_string(), all));
        } else if let Some((name, value)) = line.split_once(" := ").filter(|_| line.starts_with("gate_")) {
            let (left, right) = value.split_once(" & ").unwrap();
            let (left, right) = (operand(&mut machine, &nodes, left), operand(&mut machine, &nodes, right));
            let node = machine.push(Node::And(left, right));
            nodes.insert(name.to_string(), node);
        } else {
            assert!(
                ["VAR", "DEFINE", "ASSIGN"].contains(&line)
                    || line.starts_with("next(")
                    || line.ends_with(" : boolean")
            );
        }
    }
    for number in 0..machine.latches.len() {
        let value = &next[&machine.latches[number].0];
        machine.latches[number].1 = operand(&mut machine, &nodes, value);
    }
    machine
}

/// A name, or its negation.
fn operand(machine: &mut Machine, nodes: &BTreeMap<String, usize>, text: &str) -> usize {
    match text.strip_prefix('!') {
        Some(name) => machine.push(Node::Not(nodes[name])),
        None => nodes[text],
    }
}
