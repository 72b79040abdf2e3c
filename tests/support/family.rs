//! Families of predicates over the expressions of a world.

use damson::ctype::{FieldId, Type};
use damson::logic::{Arena, Atom, AtomId, Facts, Formula, translate};
use damson::program::expr::bound_symbol;
use damson::program::interp::{Chooser, Random};
use damson::program::{BinaryOp, Expr, ExprNode};
use damson::spec::{CountComparison, CountSum, Predicate, StateFormula, StructureClaim};

use super::world::World;

fn pick<'e>(random: &mut Random, from: &'e [Expr]) -> &'e Expr {
    &from[random.choose(from.len())]
}

/// The cells of the object at `object` that belong to `fields`.
fn cells(world: &World, object: &Expr, fields: &[FieldId]) -> Vec<Expr> {
    let types = &world.program.types;
    let Some(Type::Record(record)) = types.pointee(object.ty).map(|target| types.get(target)) else {
        return Vec::new();
    };
    let selected = fields.iter().filter(|field| field.record == *record);
    let cell = |field: &FieldId| {
        let ty = types.find(&Type::Pointer(types.field(*field).ty))?;
        Some(Expr::new(ExprNode::FieldAddress(Box::new(object.clone()), *field), ty))
    };
    selected.filter_map(cell).collect()
}

/// A predicate, chosen at random; avoid sets have 0 to 2 members, or hold all cells of an argument.
pub fn predicate(world: &World, random: &mut Random) -> Predicate {
    let fields = world.field_sets[random.choose(world.field_sets.len())].clone();
    let from = pick(random, &world.pointers).clone();
    let to = pick(random, &world.pointers).clone();
    let avoid: Vec<Expr> = match random.choose(6) {
        0 => cells(world, &from, &fields),
        1 => cells(world, &to, &fields),
        _ if world.avoided.is_empty() => Vec::new(),
        _ => (0..random.choose(3)).map(|_| pick(random, &world.avoided).clone()).collect(),
    };
    match random.choose(if world.integers.is_empty() { 9 } else { 11 }) {
        0..=2 => Predicate::Reach { at_least_one: false, avoid, fields, from, to },
        3 => Predicate::Reach { at_least_one: true, avoid, fields, from, to },
        4 => Predicate::Dshared { avoid, fields, left: from, right: to },
        5 | 6 => Predicate::Cyclic { avoid, fields, from },
        7 => Predicate::Allocated(from),
        8 => {
            let alike: Vec<Expr> = world.pointers.iter().filter(|other| other.ty == from.ty).cloned().collect();
            let to = pick(random, &alike).clone();
            comparison(BinaryOp::Equal, from, to)
        }
        kind => {
            let op = if kind == 9 { BinaryOp::Equal } else { BinaryOp::Less };
            let (left, right) = (pick(random, &world.integers), pick(random, &world.integers));
            comparison(op, left.clone(), right.clone())
        }
    }
}

/// A claim about all nodes that paths lead to.
pub fn structure(world: &World, random: &mut Random) -> Predicate {
    let fields = world.field_sets[random.choose(world.field_sets.len())].clone();
    let from = pick(random, &world.pointers).clone();
    let avoid: Vec<Expr> = match random.choose(5) {
        0 => cells(world, &from, &fields),
        _ if world.avoided.is_empty() => Vec::new(),
        _ => (0..random.choose(3)).map(|_| pick(random, &world.avoided).clone()).collect(),
    };
    let types = &world.program.types;
    let is_node = types.pointee(from.ty).is_some_and(|target| matches!(types.get(target), Type::Record(_)));
    let claim = match random.choose(if is_node { 3 } else { 1 }) {
        0 => StructureClaim::Tree,
        1 => StructureClaim::ForAll(Box::new(of_nodes(world, &from, 1, random))),
        _ => StructureClaim::Each(Box::new(of_nodes(world, &from, 0, random))),
    };
    Predicate::Structure { claim, avoid, fields, from }
}

/// Numbers of nodes, compared with each other, with integers and with constants; `None` where nothing can be counted.
pub fn counted(world: &World, random: &mut Random) -> Option<Predicate> {
    let types = &world.program.types;
    let fields = world.field_sets[random.choose(world.field_sets.len())].clone();
    let is_node = |from: &&Expr| types.pointee(from.ty).is_some_and(|to| matches!(types.get(to), Type::Record(_)));
    let nodes: Vec<Expr> = world.pointers.iter().filter(is_node).cloned().collect();
    if nodes.is_empty() {
        return None;
    }
    let avoid: Vec<Expr> = match random.choose(5) {
        0 => cells(world, pick(random, &nodes), &fields),
        _ if world.avoided.is_empty() => Vec::new(),
        _ => (0..random.choose(3)).map(|_| pick(random, &world.avoided).clone()).collect(),
    };
    let left = CountSum { starts: vec![pick(random, &nodes).clone()], ..CountSum::constant(0) };
    let mut right = CountSum::constant(random.choose(4) as i128);
    match random.choose(3) {
        0 => right.starts.push(pick(random, &nodes).clone()),
        1 if !world.integers.is_empty() => right.numbers.push(pick(random, &world.integers).clone()),
        _ => {}
    }
    let op = [BinaryOp::Equal, BinaryOp::NotEqual, BinaryOp::Less, BinaryOp::LessEqual][random.choose(4)];
    let (left, right) = if random.choose(3) == 0 { (right, left) } else { (left, right) };
    Some(Predicate::Count { comparison: CountComparison { op, left, right }, avoid, fields })
}

/// Different atoms in which nodes are counted.
pub fn counts(world: &World, facts: &Facts, arena: &mut Arena, count: usize, random: &mut Random) -> Vec<AtomId> {
    let mut found = Vec::new();
    for _ in 0..20 * count {
        let Some(predicate) = counted(world, random) else { break };
        let atoms = translate::predicate(arena, facts, &predicate).atoms();
        for atom in atoms.into_iter().filter(|atom| matches!(arena.get(*atom), Atom::Count { .. })) {
            if !found.contains(&atom) && found.len() < count {
                found.push(atom);
            }
        }
    }
    found
}

/// A claim that links lead back, and one with cases for named nodes, from something that the first one starts from as well or reaches.
pub fn links_with_cases(world: &World, random: &mut Random) -> Option<[Predicate; 2]> {
    let types = &world.program.types;
    let fields = world.field_sets[random.choose(world.field_sets.len())].clone();
    let from = pick(random, &world.pointers).clone();
    let Some(Type::Record(record)) = types.pointee(from.ty).map(|target| types.get(target)) else { return None };
    let node = |index: usize| Expr::new(ExprNode::Symbol(bound_symbol(index)), from.ty);
    let links = (0..types.fields(*record).len() as u32).map(|index| FieldId { record: *record, index });
    let links: Vec<FieldId> = links.filter(|field| types.field(*field).ty == from.ty).collect();
    let back = links.get(random.choose(links.len().max(1)))?;
    let cell = ExprNode::FieldAddress(Box::new(node(1)), *back);
    let cell = Expr::new(cell, types.find(&Type::Pointer(from.ty))?);
    let back = comparison(BinaryOp::Equal, Expr::new(ExprNode::Load(Box::new(cell)), from.ty), node(0));
    let alike: Vec<Expr> = world.pointers.iter().filter(|other| other.ty == from.ty).cloned().collect();
    let mut body = StateFormula::Atom(back.clone());
    for _ in 0..1 + random.choose(2) {
        let left = if random.choose(6) == 0 { pick(random, &alike).clone() } else { node(random.choose(2)) };
        let case = StateFormula::Atom(comparison(BinaryOp::Equal, left, pick(random, &alike).clone()));
        let there = of_nodes(world, &from, 0, random);
        let and = |left: &StateFormula, right| StateFormula::And(Box::new(left.clone()), Box::new(right));
        let elsewhere = and(&StateFormula::Not(Box::new(case.clone())), body);
        body = StateFormula::Or(Box::new(and(&case, there)), Box::new(elsewhere));
    }
    let start = if random.choose(3) == 0 { from.clone() } else { pick(random, &alike).clone() };
    let mut more = cells(world, pick(random, &alike), &fields);
    let mut avoid = Vec::new();
    if random.choose(4) == 0 && !world.avoided.is_empty() {
        avoid.push(pick(random, &world.avoided).clone());
        more.extend(avoid.clone());
    }
    let each = |body, avoid, from| Predicate::Structure {
        claim: StructureClaim::Each(Box::new(body)),
        avoid,
        fields: fields.clone(),
        from,
    };
    Some([each(StateFormula::Atom(back), avoid, from), each(body, more, start)])
}

/// A formula about the nodes that a claim binds, from a number on.
fn of_nodes(world: &World, like: &Expr, first: usize, random: &mut Random) -> StateFormula {
    let types = &world.program.types;
    let node = |index: usize| Expr::new(ExprNode::Symbol(bound_symbol(index)), like.ty);
    let mut values = Vec::new();
    for name in (first..2).map(node) {
        if let Some(Type::Record(record)) = types.pointee(like.ty).map(|target| types.get(target)) {
            for index in 0..types.fields(*record).len() as u32 {
                let field = FieldId { record: *record, index };
                let ty = types.field(field).ty;
                if let (true, Some(address)) = (types.is_scalar(ty), types.find(&Type::Pointer(ty))) {
                    let cell = Expr::new(ExprNode::FieldAddress(Box::new(name.clone()), field), address);
                    values.push(Expr::new(ExprNode::Load(Box::new(cell)), ty));
                }
            }
        }
        values.push(name);
    }
    let left = pick(random, &values).clone();
    let others = values.iter().chain(&world.pointers).chain(&world.integers);
    let alike: Vec<Expr> = others.filter(|other| other.ty == left.ty).cloned().collect();
    let right = pick(random, &alike).clone();
    let op = if types.is_integer(left.ty) && random.choose(2) == 0 { BinaryOp::Less } else { BinaryOp::Equal };
    let atom = match random.choose(6) {
        0 if types.is_pointer(left.ty) => Predicate::Allocated(left),
        _ => comparison(op, left, right),
    };
    match random.choose(3) {
        0 => StateFormula::Not(Box::new(StateFormula::Atom(atom))),
        _ => StateFormula::Atom(atom),
    }
}

/// Different atoms that are claims about nodes.
pub fn structures(world: &World, facts: &Facts, arena: &mut Arena, count: usize, random: &mut Random) -> Vec<AtomId> {
    let mut found = Vec::new();
    for _ in 0..20 * count {
        let predicate = structure(world, random);
        if let Formula::Atom(atom) = translate::predicate(arena, facts, &predicate)
            && !found.contains(&atom)
            && found.len() < count
        {
            found.push(atom);
        }
    }
    found
}

fn comparison(op: BinaryOp, left: Expr, right: Expr) -> Predicate {
    // The type of the truth value does not matter here.
    let ty = left.ty;
    Predicate::Condition(Expr::new(ExprNode::Binary(op, Box::new(left), Box::new(right)), ty))
}

/// Different atoms of random predicates.
pub fn atoms(world: &World, facts: &Facts, arena: &mut Arena, count: usize, random: &mut Random) -> Vec<AtomId> {
    let mut found = Vec::new();
    // Small worlds have fewer predicates than asked for.
    for _ in 0..20 * count {
        let predicate = predicate(world, random);
        if let Formula::Atom(atom) = translate::predicate(arena, facts, &predicate)
            && !found.contains(&atom)
        {
            found.push(atom);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

/// `dshared` of all pairs of expressions, the cells of one of them avoided.
pub fn barred_pairs(world: &World, facts: &Facts, arena: &mut Arena) -> Vec<AtomId> {
    let mut found = Vec::new();
    for (from, to) in world.pointers.iter().flat_map(|from| world.pointers.iter().map(move |to| (from, to))) {
        for fields in &world.field_sets {
            let avoid = cells(world, from, fields);
            if avoid.is_empty() || from == to {
                continue;
            }
            let predicate = Predicate::Dshared { avoid, fields: fields.clone(), left: from.clone(), right: to.clone() };
            if let Formula::Atom(atom) = translate::predicate(arena, facts, &predicate) {
                found.push(atom);
            }
        }
    }
    found
}

/// For each atom that avoids a cell with a pointer: the cell's pointer compared with NULL, and with some other pointer.
pub fn avoided_and_compared(arena: &mut Arena, atoms: &[AtomId]) -> Vec<(AtomId, AtomId)> {
    let mut found = Vec::new();
    for atom in atoms {
        let predicate = arena.get(*atom).clone();
        for cell in predicate.avoid() {
            let Some(ty) = arena.types().pointee(arena.type_of(*cell)).filter(|ty| arena.types().is_pointer(*ty))
            else {
                continue;
            };
            let (content, null) = (arena.load(*cell), arena.null(ty));
            let others = predicate.arguments().filter(|other| *other != content && arena.type_of(*other) == ty);
            for other in std::iter::once(null).chain(others).collect::<Vec<_>>() {
                found.push((*atom, arena.atom(Atom::Equal(content, other))));
            }
        }
    }
    found
}
