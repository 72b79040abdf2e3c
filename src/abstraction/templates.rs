//! The library of hints: lower and upper bounds of growing predicates.
//!
//! Each [`Template`] is an implication that holds in every state, with the reason in its documentation; tests try it in
//! all small states (`tests/predicates/templates.rs`). A hint made of bounds is *true* where a lower bound holds, *false* where an
//! upper bound fails, and `*` elsewhere; so it never contradicts the predicate. A predicate with an undefined argument
//! is false, and then every lower bound here must be false or unknown, too: lower bounds have the same arguments, or
//! imply that these are defined.
//!
//! Below, `x->f+` stands for any of `x->f`, `x->f->f`, …, and `f` is in `F`. If `x->f+` is defined, each node on the
//! way is allocated (as a whole: chains through a block that may be too small for its node are not covered) and `x`
//! reaches the cell that holds the next one, so `reach[;F](x, v)` for the last value `v`, if `v` is allocated.

use crate::families::Pattern;
use ctype::{FieldId, Type, TypeTable};
use logic::Facts;
use program::{BinaryOp, Expr, ExprNode};
use spec::{Chain, Predicate, StateFormula, StructureClaim};

/// An implication between a predicate and simpler ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Template {
    /// `reach[A;F](t, x->f+) => dshared[;F](t, x)`, also for `reachp`: `t` and `x` both reach the value of the chain.
    /// Avoiding less finds more.
    GoalOnChain,
    /// `reach[A;F](x->f+, e) => reach[;F](x, e)`, also for `reachp`: the path from `x` to the chain's value continues
    /// to `e`.
    StartOnChain,
    /// `dshared[A;F](x->f+, y) => dshared[;F](x, y)`: whatever the chain's value reaches, `x` reaches.
    SharedOnChain,
    /// `cyclic[A;F](x->f+) => cyclic[;F](x)`: likewise for a node on a cycle.
    CyclicOnChain,
    /// `p[A ∪ B] => p[A]`: a path that avoids more also avoids less.
    FewerAvoided,
    /// `x == x->f+ => cyclic[;F](x)`: the chain is a path of at least one step from `x`, which is allocated, to `x`.
    BackToStart,
    /// `reach[A;F](x->f+, x) => cyclic[;F](x)`, also for `reachp`: the path from `x` to the chain's value returns.
    /// Likewise for a longer chain that reaches the value of a shorter one.
    ReturnToStart,
    /// `x->f+ == x->f+->f => cyclic[;F](x)`, or with more steps: whatever is read through is allocated, so the shorter
    /// chain's value is a node, and the longer chain returns to it.
    BackToChain,
    /// `e == x->f+ => reach[;F](x, e) || !allocated(e)`: `x` reaches the value, if there is an object at all.
    EqualToChain,
    /// `reach[;F](t, x) && allocated(x->f) => reach[;F](t, x->f)`: one more step from `x`. If nothing is ever freed,
    /// `!(x->f == NULL)` replaces `allocated(x->f)`, as `x` is allocated. Bounds one member, not a chain.
    NextGoal,
    /// `reach[;F](x, e) && !(x == e) => reach[;F](x->f, e)`, where `f` is the only pointer field of `*x`, and `e` has
    /// the type of `x`: cells of `*x` have other types, so the path to another node must leave through `f`. The
    /// shortest path does not return, so `reach[&x->f;F](x->f, e)` as well. Bounds one member.
    NextStart,
    /// `p[A] && z->f == NULL => p[A ∪ {&z->f}]`: a path may end at an avoided cell, and no path leaves a cell that
    /// holds NULL. Bounds one member.
    NullAvoided,
    /// `p[A] && !reach[A;F](x, &z->f) => p[A ∪ {&z->f}]` for each start `x` of `p`: no path reaches the avoided cell.
    /// Bounds one member.
    NeverMet,
    /// `tree[A] => tree[A ∪ B]`: avoiding more leaves fewer paths. The theory of heaps has no axioms for trees, so a
    /// hint that claims this cannot be proved: it only constrains the value of a free predicate.
    MoreAvoided,
    /// `*`: nothing is claimed.
    Forgotten,
}

/// Bounds of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Implies the predicate.
    pub lower: Option<StateFormula>,
    /// Implied by the predicate.
    pub upper: Option<StateFormula>,
    /// The implications used.
    pub templates: Vec<Template>,
}

impl Bounds {
    fn nothing() -> Bounds {
        Bounds { lower: None, upper: None, templates: vec![Template::Forgotten] }
    }

    fn upper(template: Template, upper: StateFormula) -> Bounds {
        Bounds { lower: None, upper: Some(upper), templates: vec![template] }
    }

    fn and_lower(mut self, template: Template, lower: StateFormula) -> Bounds {
        self.lower = Some(lower);
        self.templates.insert(0, template);
        self
    }

    /// Drops the upper bound if there is a lower one.
    pub fn lower_only(mut self) -> Bounds {
        if self.lower.is_some() {
            self.upper = None;
            self.templates.truncate(1);
        }
        self
    }

    /// Returns the right side of a hint.
    pub fn formula(self) -> StateFormula {
        let if_else = |condition: StateFormula, value: StateFormula, rest: StateFormula| {
            StateFormula::IfThenElse(Box::new(condition), Box::new(value), Box::new(rest))
        };
        let above = match self.upper {
            Some(upper) => if_else(StateFormula::Not(Box::new(upper)), StateFormula::False, StateFormula::Unknown),
            None => StateFormula::Unknown,
        };
        match self.lower {
            Some(lower) => if_else(lower, StateFormula::True, above),
            None => above,
        }
    }
}

/// Returns the bounds of every member of a family. `fields` are used if the predicate has no fields of its own.
pub fn of_family(facts: &Facts, pattern: &Pattern, fields: &[FieldId]) -> Bounds {
    if !pattern.chains.is_empty() && !facts.well_typed() {
        return Bounds::nothing();
    }
    let link = |argument: &Expr| -> Option<Chain> {
        let ExprNode::Symbol(symbol) = argument.node else { return None };
        pattern.chains.iter().find(|chain| chain.placeholder == symbol).cloned()
    };
    let own_fields = fields_of(&pattern.predicate).unwrap_or(fields);
    // An argument that stands for itself must not contain a placeholder, and paths must be able to follow the chain.
    let plain = |argument: &Expr| -> Option<Expr> {
        match link(argument) {
            Some(chain) => own_fields.contains(&chain.field).then(|| start_of(chain.base, chain.field)),
            None => (!mentions(argument, &pattern.chains)).then(|| argument.clone()),
        }
    };
    above(pattern, &plain, &|argument| link(argument).is_some(), fields).unwrap_or_else(Bounds::nothing)
}

/// Returns the bound of a predicate (an upper one, except for trees): its arguments, with `plain` values in place of
/// chains, and only stable addresses in its avoid set.
fn above(
    pattern: &Pattern,
    plain: &dyn Fn(&Expr) -> Option<Expr>,
    is_chain: &dyn Fn(&Expr) -> bool,
    fields: &[FieldId],
) -> Option<Bounds> {
    let has_chain = !pattern.chains.is_empty();
    // A path through the beginning of a chain need not avoid anything.
    let kept = |avoid: &[Expr]| if has_chain { Vec::new() } else { avoid.to_vec() };
    let or = |template| if has_chain { template } else { Template::FewerAvoided };
    Some(match &pattern.predicate {
        Predicate::Reach { from, to, fields, .. } if is_chain(to) => {
            let (left, right) = (plain(from)?, plain(to)?);
            if left == right {
                return None;
            }
            let upper = Predicate::Dshared { avoid: Vec::new(), fields: fields.clone(), left, right };
            Bounds::upper(Template::GoalOnChain, StateFormula::Atom(upper))
        }
        Predicate::Reach { at_least_one, avoid, fields, from, to } => {
            let is_start = is_chain(from);
            let (from, to) = (plain(from)?, plain(to)?);
            if is_start && from == to {
                let upper = Predicate::Cyclic { avoid: Vec::new(), fields: fields.clone(), from };
                return Some(Bounds::upper(Template::ReturnToStart, StateFormula::Atom(upper)));
            }
            let upper =
                Predicate::Reach { at_least_one: *at_least_one, avoid: kept(avoid), fields: fields.clone(), from, to };
            Bounds::upper(or(Template::StartOnChain), StateFormula::Atom(upper))
        }
        Predicate::Dshared { avoid, fields, left, right } => {
            let (left, right) = (plain(left)?, plain(right)?);
            if left == right {
                return None;
            }
            let upper = Predicate::Dshared { avoid: kept(avoid), fields: fields.clone(), left, right };
            Bounds::upper(or(Template::SharedOnChain), StateFormula::Atom(upper))
        }
        Predicate::Cyclic { avoid, fields, from } => {
            let upper = Predicate::Cyclic { avoid: kept(avoid), fields: fields.clone(), from: plain(from)? };
            Bounds::upper(or(Template::CyclicOnChain), StateFormula::Atom(upper))
        }
        Predicate::Structure { claim: StructureClaim::Tree, .. } if !has_chain && pattern.any_avoid => {
            let lower = StateFormula::Atom(pattern.predicate.clone());
            Bounds::nothing().and_lower(Template::MoreAvoided, lower)
        }
        Predicate::Structure { .. } | Predicate::Count { .. } | Predicate::Allocated(_) => return None,
        Predicate::Condition(Expr { node: ExprNode::Binary(BinaryOp::Equal, left, right), .. }) => {
            let (chain, other) = match (is_chain(left), is_chain(right)) {
                (true, false) => (left, right),
                (false, true) => (right, left),
                _ => return None,
            };
            let is_chain_behind = is_chain(&beginning(other)) && beginning(other) == **chain;
            return above_equality(chain, other, is_chain_behind, plain, fields.to_vec());
        }
        Predicate::String(_) | Predicate::Room(..) | Predicate::Condition(_) => return None,
    })
}

/// Returns the upper bound of an equality between a chain and another value, which may be a chain that begins with the
/// first one.
fn above_equality(
    chain: &Expr,
    other: &Expr,
    is_chain_behind: bool,
    plain: &dyn Fn(&Expr) -> Option<Expr>,
    fields: Vec<FieldId>,
) -> Option<Bounds> {
    if is_chain_behind {
        let upper = Predicate::Cyclic { avoid: Vec::new(), fields, from: plain(chain)? };
        return Some(Bounds::upper(Template::BackToChain, StateFormula::Atom(upper)));
    }
    if matches!(other.node, ExprNode::Null) {
        return None;
    }
    let (start, other) = (plain(chain)?, plain(other)?);
    if start == other {
        let upper = Predicate::Cyclic { avoid: Vec::new(), fields, from: start };
        return Some(Bounds::upper(Template::BackToStart, StateFormula::Atom(upper)));
    }
    let nothing_there = StateFormula::Not(Box::new(StateFormula::Atom(Predicate::Allocated(other.clone()))));
    let reached = Predicate::Reach { at_least_one: false, avoid: Vec::new(), fields, from: start, to: other };
    let upper = StateFormula::Or(Box::new(StateFormula::Atom(reached)), Box::new(nothing_there));
    Some(Bounds::upper(Template::EqualToChain, upper))
}

/// The reason why no path continues from an avoided cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkEnd {
    /// It holds NULL.
    AtNull,
    /// No path reaches it.
    NeverMet,
}

/// Two-sided bounds of one predicate, in terms of the one before it; `None` if there are none. The addresses in
/// `stable` stay in the avoid set of the bounds.
pub fn of_member(
    types: &TypeTable,
    facts: &Facts,
    predicate: &Predicate,
    stable: &[Expr],
    stop: WalkEnd,
) -> Option<Bounds> {
    match predicate {
        Predicate::Reach { fields, from, to, .. } if facts.well_typed() && steps_from(from, to, fields) => {
            let upper = Predicate::Cyclic { avoid: Vec::new(), fields: fields.clone(), from: beginning(from) };
            Some(Bounds::upper(Template::ReturnToStart, StateFormula::Atom(upper)))
        }
        Predicate::Reach { at_least_one: false, avoid, fields, from, to } if facts.well_typed() => {
            let goal = if avoid.is_empty() { next_goal(types, facts, fields, from, to) } else { None };
            goal.or_else(|| next_start(types, predicate)).or_else(|| fewer_avoided(types, predicate, stable, stop))
        }
        _ => fewer_avoided(types, predicate, stable, stop),
    }
}

fn reach(fields: &[FieldId], from: &Expr, to: &Expr) -> StateFormula {
    let (from, to, fields) = (from.clone(), to.clone(), fields.to_vec());
    StateFormula::Atom(Predicate::Reach { at_least_one: false, avoid: Vec::new(), fields, from, to })
}

/// `reach[;F](from, x->f)` in terms of `x`.
fn next_goal(types: &TypeTable, facts: &Facts, fields: &[FieldId], from: &Expr, to: &Expr) -> Option<Bounds> {
    let (base, _) = step(to).filter(|(_, field)| fields.contains(field))?;
    let lower = both(reach(fields, from, base), is_object(types, facts, to));
    let (left, right) = (from.clone(), base.clone());
    let bounds = if left == right {
        Bounds::nothing()
    } else {
        let shared = Predicate::Dshared { avoid: Vec::new(), fields: fields.to_vec(), left, right };
        Bounds::upper(Template::GoalOnChain, StateFormula::Atom(shared))
    };
    Some(bounds.and_lower(Template::NextGoal, lower))
}

/// `reach[A;F](x->f, to)` in terms of `x`, where `A` is empty or `{&x->f}`.
fn next_start(types: &TypeTable, predicate: &Predicate) -> Option<Bounds> {
    let Predicate::Reach { at_least_one: false, avoid, fields, from, to } = predicate else { return None };
    let (base, field) = step(from).filter(|(_, field)| fields.contains(field))?;
    let is_own_cell = |address: &Expr| match &address.node {
        ExprNode::FieldAddress(object, through) => **object == *base && *through == field,
        _ => false,
    };
    if !avoid.iter().all(is_own_cell) {
        return None;
    }
    let bounds = Bounds::upper(Template::StartOnChain, reach(fields, base, to));
    if to.ty != base.ty || !is_only_pointer(types, base, field) {
        return avoid.is_empty().then_some(bounds);
    }
    let same = Expr::new(ExprNode::Binary(BinaryOp::Equal, Box::new(base.clone()), Box::new(to.clone())), to.ty);
    let other = StateFormula::Not(Box::new(StateFormula::Atom(Predicate::Condition(same))));
    Some(bounds.and_lower(Template::NextStart, both(reach(fields, base, to), other)))
}

/// Returns true if `value` is `goal->f` or `goal->f->f` and so on, for one field of `fields`.
fn steps_from(value: &Expr, goal: &Expr, fields: &[FieldId]) -> bool {
    let Some((mut current, field)) = step(value).filter(|(_, field)| fields.contains(field)) else { return false };
    while current != goal {
        match step(current) {
            Some((base, same)) if same == field => current = base,
            _ => return false,
        }
    }
    true
}

/// `p[A ∪ B]` between `p[A]`, restricted to states in which no path continues from a cell of `B`, and `p[A]`.
fn fewer_avoided(types: &TypeTable, predicate: &Predicate, stable: &[Expr], stop: WalkEnd) -> Option<Bounds> {
    let (avoid, fields, starts) = match predicate {
        Predicate::Reach { avoid, fields, from, .. } | Predicate::Cyclic { avoid, fields, from } => {
            (avoid, fields, vec![from])
        }
        Predicate::Dshared { avoid, fields, left, right } => (avoid, fields, vec![left, right]),
        Predicate::Structure { .. }
        | Predicate::Count { .. }
        | Predicate::Allocated(_)
        | Predicate::String(_)
        | Predicate::Room(..)
        | Predicate::Condition(_) => return None,
    };
    // Addresses that are kept must have been avoided before.
    let (kept, dropped): (Vec<Expr>, Vec<Expr>) = avoid.iter().cloned().partition(|address| stable.contains(address));
    if dropped.is_empty() {
        return None;
    }
    let weaker = StateFormula::Atom(with_avoid(predicate, &kept));
    let bounds = Bounds::upper(Template::FewerAvoided, weaker.clone());
    let is_met = |start: &Expr, cell: &Expr| {
        let (from, to) = (start.clone(), cell.clone());
        StateFormula::Atom(Predicate::Reach {
            at_least_one: false,
            avoid: kept.clone(),
            fields: fields.clone(),
            from,
            to,
        })
    };
    Some(match stop {
        WalkEnd::AtNull => {
            let nulls: Option<Vec<StateFormula>> = dropped.iter().map(|address| holds_null(types, address)).collect();
            let Some(nulls) = nulls else { return Some(bounds) };
            bounds.and_lower(Template::NullAvoided, nulls.into_iter().fold(weaker, both))
        }
        WalkEnd::NeverMet => {
            let pairs = dropped.iter().flat_map(|cell| starts.iter().map(move |start| is_met(start, cell)));
            let lower = pairs.map(|met| StateFormula::Not(Box::new(met))).fold(weaker, both);
            bounds.and_lower(Template::NeverMet, lower)
        }
    })
}

/// Replaces the avoid set.
pub fn with_avoid(predicate: &Predicate, kept: &[Expr]) -> Predicate {
    let mut predicate = predicate.clone();
    if let Predicate::Reach { avoid, .. }
    | Predicate::Dshared { avoid, .. }
    | Predicate::Cyclic { avoid, .. }
    | Predicate::Structure { avoid, .. }
    | Predicate::Count { avoid, .. } = &mut predicate
    {
        *avoid = kept.to_vec();
    }
    predicate
}

/// "`value` is the address of an object", if it is defined.
fn is_object(types: &TypeTable, facts: &Facts, value: &Expr) -> StateFormula {
    let is_data = types.pointee(value.ty).is_some_and(|ty| matches!(types.get(ty), Type::Record(_)));
    if is_data && facts.never_frees() && facts.well_typed() && facts.no_inner_elements() {
        return StateFormula::Not(Box::new(StateFormula::Atom(Predicate::Condition(is_null(value.clone())))));
    }
    StateFormula::Atom(Predicate::Allocated(value.clone()))
}

fn is_null(value: Expr) -> Expr {
    let ty = value.ty;
    let null = Expr::new(ExprNode::Null, ty);
    Expr::new(ExprNode::Binary(BinaryOp::Equal, Box::new(value), Box::new(null)), ty)
}

/// `z->f == NULL` for the address `&z->f` of a pointer.
fn holds_null(types: &TypeTable, address: &Expr) -> Option<StateFormula> {
    let ExprNode::FieldAddress(..) = address.node else { return None };
    let value = Expr::load(types, address.clone())?;
    types.is_pointer(value.ty).then(|| StateFormula::Atom(Predicate::Condition(is_null(value))))
}

fn both(left: StateFormula, right: StateFormula) -> StateFormula {
    StateFormula::And(Box::new(left), Box::new(right))
}

/// `x` and `f` of `x->f`, if that has the type of `x`.
fn step(value: &Expr) -> Option<(&Expr, FieldId)> {
    let ExprNode::Load(address) = &value.node else { return None };
    let ExprNode::FieldAddress(base, field) = &address.node else { return None };
    (base.ty == value.ty).then_some((&**base, *field))
}

/// Returns the start of a chain of steps through `field`.
fn start_of(value: Expr, field: FieldId) -> Expr {
    match step(&value) {
        Some((base, through)) if through == field => start_of(base.clone(), field),
        _ => value,
    }
}

/// Returns the start of a chain of steps through one field.
fn beginning(value: &Expr) -> Expr {
    match step(value) {
        Some((_, field)) => start_of(value.clone(), field),
        None => value.clone(),
    }
}

/// Returns true if `field` is the only field of the target of `base` that is or contains a pointer.
fn is_only_pointer(types: &TypeTable, base: &Expr, field: FieldId) -> bool {
    let Some(Type::Record(record)) = types.pointee(base.ty).map(|target| types.get(target)) else { return false };
    let carriers = spec::pointer_fields(types).into_iter().filter(|known| known.record == *record);
    carriers.eq([field])
}

fn fields_of(predicate: &Predicate) -> Option<&[FieldId]> {
    match predicate {
        Predicate::Reach { fields, .. } | Predicate::Dshared { fields, .. } | Predicate::Cyclic { fields, .. } => {
            Some(fields)
        }
        Predicate::Structure { fields, .. } | Predicate::Count { fields, .. } => Some(fields),
        Predicate::Allocated(_) | Predicate::String(_) | Predicate::Room(..) | Predicate::Condition(_) => None,
    }
}

fn mentions(expr: &Expr, chains: &[Chain]) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        if let ExprNode::Symbol(symbol) = part.node {
            found |= chains.iter().any(|chain| chain.placeholder == symbol);
        }
    });
    found
}
