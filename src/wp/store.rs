//! `M' = M[i ← c]`: one cell changes.
//!
//! First, the arguments are rewritten from `M'` to `M`: each `M'[a]` is `c` if `a = i`, else `M[a]`; the cases are
//! lifted out of the atom. Then the formulas of figure 5 apply, with `Ai = A ∪ {i}`.

use itertools::Itertools;

use crate::{Context, count, structure};
use base::marks;
use logic::alias::{self, Aliasing};
use logic::{Atom, AtomId, FieldSetId, Formula, TermId, TermNode};
use spec::CountComparison;

/// An atom with more case distinctions than this becomes `*`.
const CASE_LIMIT: usize = 256;

/// The possible values of a term of `M'` in terms of `M`, each under its condition. The conditions are exclusive.
type Cases = Vec<(Formula, TermId)>;

/// Returns the precondition of `atom` over `M' = M[i ← c]`.
pub(super) fn precondition(context: &mut Context<'_>, i: TermId, c: TermId, atom: AtomId) -> Formula {
    let atom = context.arena.get(atom).clone();
    // Rewrites the body of a claim about nodes first.
    let Some(atom) = structure::rewritten(context, &atom, |context, part| precondition(context, i, c, part)) else {
        return Formula::Unknown;
    };
    let arguments: Option<Vec<Cases>> = atom.arguments().map(|term| cases(context, i, c, term)).collect();
    let avoided: Option<Vec<Cases>> = atom.avoid().iter().map(|term| cases(context, i, c, *term)).collect();
    let (Some(arguments), Some(avoided)) = (arguments, avoided) else { return Formula::Unknown };
    let combinations: usize = arguments.iter().chain(&avoided).map(Vec::len).product();
    if combinations > CASE_LIMIT {
        marks::hit("wp: too many cases");
        return Formula::Unknown;
    }
    let split = arguments.len();
    let mut disjuncts = Vec::with_capacity(combinations);
    for combination in arguments.iter().chain(&avoided).multi_cartesian_product() {
        let condition = Formula::and(combination.iter().map(|(condition, _)| condition.clone()));
        if condition == Formula::False {
            continue;
        }
        let terms: Vec<TermId> = combination.iter().map(|(_, term)| *term).collect();
        let (arguments, avoid) = terms.split_at(split);
        let moved = atom.with_terms(arguments, avoid.into());
        let renamed = rename_object(context, i, &combination, moved);
        disjuncts.push(Formula::and([condition, figure_five(context, i, c, &renamed)]));
    }
    Formula::or(disjuncts)
}

/// In a case where `x = y` because `i` is `&y->n`, writes `y` for `x` throughout, so that predicates with the same
/// meaning in this case look the same.
fn rename_object(context: &mut Context<'_>, i: TermId, combination: &[&(Formula, TermId)], atom: Atom) -> Atom {
    let TermNode::FieldAddress(object, _) = context.arena.node(i) else { return atom };
    let mut renamed = context.arena.atom(atom);
    for (condition, _) in combination {
        for literal in condition.conjuncts() {
            if let Formula::Atom(equal) = literal
                && let Atom::Equal(left, right) = *context.arena.get(*equal)
                && (left == object || right == object)
            {
                let other = if left == object { right } else { left };
                // `y->n` cannot be renamed to `y`: that would not terminate.
                if !context.arena.occurs(other, object) {
                    marks::hit("wp: an object is called by its other name");
                    renamed = context.arena.substitute_atom(renamed, other, object);
                }
            }
        }
    }
    context.arena.get(renamed).clone()
}

/// Returns the cases of one term; `None` if they exceed [`CASE_LIMIT`]: each step of a chain may double them.
fn cases(context: &mut Context<'_>, i: TermId, c: TermId, term: TermId) -> Option<Cases> {
    let arena = &mut *context.arena;
    let node = arena.node(term);
    let ty = arena.type_of(term);
    let unary = |context: &mut Context<'_>, part: TermId, build: &dyn Fn(TermId) -> TermNode| {
        let parts = cases(context, i, c, part)?;
        Some(parts.into_iter().map(|(condition, part)| (condition, context.arena.term(build(part), ty))).collect())
    };
    match node {
        TermNode::Load(address) => load_cases(context, i, c, address),
        TermNode::FieldAddress(base, field) => {
            let parts = cases(context, i, c, base)?.into_iter();
            Some(parts.map(|(condition, base)| (condition, context.arena.field_address(base, field))).collect())
        }
        TermNode::Unary(op, part) => unary(context, part, &|part| TermNode::Unary(op, part)),
        TermNode::Cast(part) => unary(context, part, &TermNode::Cast),
        TermNode::Binary(op, left, right) => {
            pairs(context, i, c, (left, right), ty, &|l, r| TermNode::Binary(op, l, r))
        }
        TermNode::Difference(left, right) => pairs(context, i, c, (left, right), ty, &TermNode::Difference),
        TermNode::ElementAddress(left, right) => pairs(context, i, c, (left, right), ty, &TermNode::ElementAddress),
        _ => Some(vec![(Formula::True, term)]),
    }
}

fn pairs(
    context: &mut Context<'_>,
    i: TermId,
    c: TermId,
    (left, right): (TermId, TermId),
    ty: ctype::TypeId,
    build: &dyn Fn(TermId, TermId) -> TermNode,
) -> Option<Cases> {
    let left = cases(context, i, c, left)?;
    let right = cases(context, i, c, right)?;
    if left.len() * right.len() > CASE_LIMIT {
        return None;
    }
    let both = left.iter().cartesian_product(&right).map(|((if_left, left), (if_right, right))| {
        let condition = Formula::and([if_left.clone(), if_right.clone()]);
        (condition, context.arena.term(build(*left, *right), ty))
    });
    Some(both.collect())
}

/// `M'[a]` is `if a = i then c else M[a]`.
fn load_cases(context: &mut Context<'_>, i: TermId, c: TermId, address: TermId) -> Option<Cases> {
    let addresses = cases(context, i, c, address)?;
    let mut found = Vec::new();
    for (condition, address) in addresses {
        let kept = context.arena.load(address);
        match alias::same_address(context.arena, context.facts, address, i) {
            Aliasing::Yes => {
                marks::hit("wp: the cell is the one that is written");
                found.push((condition, c));
            }
            Aliasing::No => {
                marks::hit("wp: the cell is another one");
                found.push((condition, kept));
            }
            Aliasing::If(left, right) => {
                marks::hit("wp: the cell is perhaps the one that is written");
                let same = Formula::Atom(context.arena.atom(Atom::Equal(left, right)));
                found.push((Formula::and([condition.clone(), same.clone()]), c));
                found.push((Formula::and([condition, same.negated()]), kept));
            }
            // The cells may partly overlap, or be read as another type than they were written: then the value is
            // neither.
            Aliasing::Unknown => {
                marks::hit("wp: the cell may overlap the one that is written");
                let mixed = context.arena.term(TermNode::Undefined, context.arena.type_of(kept));
                found.push((Formula::and([condition.clone(), Formula::Unknown]), mixed));
                found.push((Formula::and([condition, Formula::Unknown]), kept));
            }
        }
    }
    (found.len() <= CASE_LIMIT).then_some(found)
}

/// Figure 5 for an atom whose arguments are in terms of `M`.
fn figure_five(context: &mut Context<'_>, i: TermId, c: TermId, atom: &Atom) -> Formula {
    let Some(fields) = atom.fields() else { return atom_formula(context, atom.clone()) };
    if let Atom::Structure { from, .. } = atom
        && context.arena.node(*from) == TermNode::Null
    {
        // Claims about the nodes behind NULL hold.
        return Formula::True;
    }
    if !concerns_paths(context, i, fields, atom) {
        return atom_formula(context, atom.clone());
    }
    let outside = not_avoided(context, i, atom.avoid());
    let avoid: Box<[TermId]> = atom.avoid().iter().copied().chain([i]).collect();
    let mut build = Builder { context, avoid, fields };
    match atom {
        // reach[A](x,b)' = reach[Ai](x,b) ∨ (i∉A ∧ reach[Ai](x,i) ∧ reach[Ai](c,b)); reachp alike.
        Atom::Reach { at_least_one, from, to, .. } => {
            marks::hit("wp: a path through the cell");
            let untouched = build.path(*at_least_one, *from, *to);
            let through = [outside, build.path(false, *from, i), build.path(false, c, *to)];
            Formula::or([untouched, Formula::and(through)])
        }
        // dshared[A](x,y)' = dshared[Ai](x,y) ∨ (i∉A ∧ reach[Ai](x,i) ∧ dshared[Ai](y,c))
        //   ∨ (i∉A ∧ reach[Ai](y,i) ∧ dshared[Ai](x,c)).
        // The paper's fourth disjunct, where both reach i, is implied by the first: i is allocated, or the store is an
        // error.
        Atom::Dshared { left, right, .. } => {
            marks::hit("wp: sharing through the cell");
            let untouched = build.shared(*left, *right);
            let from_left = [outside.clone(), build.path(false, *left, i), build.shared(*right, c)];
            let from_right = [outside, build.path(false, *right, i), build.shared(*left, c)];
            Formula::or([untouched, Formula::and(from_left), Formula::and(from_right)])
        }
        // cyclic[A](x)' = cyclic[Ai](x) ∨ (i∉A ∧ reach[Ai](x,i) ∧ cyclic[Ai](c))
        //   ∨ (i∉A ∧ reach[Ai](x,i) ∧ reach[Ai](c,i)).
        Atom::Cyclic { from, .. } => {
            marks::hit("wp: a cycle through the cell");
            let untouched = build.cycle(*from);
            let to_i = build.path(false, *from, i);
            let old_cycle = [outside.clone(), to_i.clone(), build.cycle(c)];
            let new_cycle = [outside, to_i, build.path(false, c, i)];
            Formula::or([untouched, Formula::and(old_cycle), Formula::and(new_cycle)])
        }
        Atom::Structure { claim, from, .. } => {
            marks::hit("wp: a claim about nodes behind the cell");
            let misses = build.path(false, *from, i).negated();
            let avoid = build.avoid.clone();
            let untouched = structure::from(build.context, claim, &avoid, fields, *from);
            let through = structure::through(build.context, claim, (&avoid, fields), (i, c), *from);
            Formula::and([untouched, Formula::or([outside.negated(), misses, through])])
        }
        Atom::Count { comparison, .. } => counted(build, (i, c), &outside, comparison),
        _ => atom_formula(build.context, atom.clone()),
    }
}

/// Figure 5 for node counts; `outside` says that the cell is not avoided.
fn counted(
    build: Builder<'_, '_>,
    (i, c): (TermId, TermId),
    outside: &Formula,
    comparison: &CountComparison<TermId>,
) -> Formula {
    marks::hit("wp: nodes behind the cell are counted");
    let Builder { context, avoid, fields } = build;
    count::in_each_case(context, comparison, (&avoid, fields), |context, start| {
        let mut build = Builder { context, avoid: avoid.clone(), fields };
        let through = Formula::and([outside.clone(), build.path(false, start, i)]);
        let shares = build.shared(start, c);
        count::stored(build.context, (start, c), through, shares)
    })
}

fn atom_formula(context: &mut Context<'_>, atom: Atom) -> Formula {
    Formula::Atom(context.arena.atom(atom))
}

/// Returns true if a path of the atom can use cell `i`. Paths follow pointers from types that lead to the type of `i`;
/// a variable that no pointer leads to occurs on a path only as its start.
fn concerns_paths(context: &mut Context<'_>, i: TermId, fields: FieldSetId, atom: &Atom) -> bool {
    let cell_type = context.arena.type_of(i);
    let holds_pointer = context
        .arena
        .types()
        .pointee(cell_type)
        .is_some_and(|ty| context.arena.types().is_pointer(ty) || !context.facts.well_typed());
    if !holds_pointer {
        return false;
    }
    if !context.facts.well_typed() {
        return true;
    }
    atom.arguments().any(|start| {
        let start_type = context.arena.type_of(start);
        context.types.may_reach(context.arena, fields, start_type, cell_type)
            && !(alias::is_in_private_variable(context.arena, context.facts, i)
                && alias::root_variable(context.arena, start) != alias::root_variable(context.arena, i))
    })
}

/// `i ∉ A`.
fn not_avoided(context: &mut Context<'_>, i: TermId, avoid: &[TermId]) -> Formula {
    Formula::and(
        avoid.iter().map(|a| alias::equal_addresses(context.arena, context.facts, *a, i).negated()).collect::<Vec<_>>(),
    )
}

/// Builds atoms that share an avoid set and a field set.
struct Builder<'c, 'a> {
    context: &'c mut Context<'a>,
    avoid: Box<[TermId]>,
    fields: FieldSetId,
}

impl Builder<'_, '_> {
    fn path(&mut self, at_least_one: bool, from: TermId, to: TermId) -> Formula {
        let atom = Atom::Reach { at_least_one, avoid: self.avoid.clone(), fields: self.fields, from, to };
        atom_formula(self.context, atom)
    }

    fn shared(&mut self, left: TermId, right: TermId) -> Formula {
        atom_formula(self.context, Atom::Dshared { avoid: self.avoid.clone(), fields: self.fields, left, right })
    }

    fn cycle(&mut self, from: TermId) -> Formula {
        atom_formula(self.context, Atom::Cyclic { avoid: self.avoid.clone(), fields: self.fields, from })
    }
}
