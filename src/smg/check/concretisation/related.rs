//! Checks that the numbers of a concrete state satisfy the relations of a graph.

use crate::check::concretisation::meaning::{ConcreteMeaning, common, lengths_of_strings};
use crate::check::concretisation::{Embedding, Search};
use crate::domain::equations::LinearForm;
use crate::domain::graph::{Quantity, Term};
use crate::domain::object::{Object, ZeroByte};
use crate::domain::value::{Range, UnknownId, Value};
use program::interp::Block;

impl Search<'_> {
    /// Binds an unknown value to a meaning, which must agree with its range and its other occurrences.
    pub(super) fn bind(&self, embedding: &mut Embedding, id: UnknownId, found: ConcreteMeaning) -> Result<(), String> {
        let range = self.configuration.graph.range(Value::Unknown(id)).unwrap_or(Range::ALL);
        let is_in = |integer: &i128| range.includes(Range::exactly(*integer));
        if let ConcreteMeaning::Integers(all) = &found
            && !all.is_empty()
            && !all.iter().any(is_in)
        {
            return Err(format!("not in {range:?}"));
        }
        let both = match embedding.unknowns.get(&id) {
            None => Some(found),
            Some(known) => common(known, &found),
        };
        embedding.unknowns.insert(id, both.ok_or("elsewhere it is another value")?);
        Ok(())
    }

    /// Checks the lengths of the strings that an object records against a block.
    pub(super) fn strings(&self, embedding: &mut Embedding, object: &Object, block: &Block) -> Result<(), String> {
        for string in object.strings() {
            let lengths = lengths_of_strings(block, string.start);
            let lengths = if string.zero == ZeroByte::First { lengths.get(..1) } else { Some(&lengths[..]) };
            let Some(lengths @ [_, ..]) = lengths else { return Err("a string does not end".into()) };
            let recorded = self.configuration.graph.range(string.length).unwrap_or(Range::ALL);
            match string.length {
                Value::Unknown(id) => self.bind(embedding, id, ConcreteMeaning::Integers(lengths.to_vec()))?,
                _ if lengths.iter().any(|length| recorded.includes(Range::exactly(*length))) => {}
                _ => return Err(format!("a string of {lengths:?} bytes, not in {recorded:?}")),
            }
        }
        Ok(())
    }

    /// Checks all recorded differences, definitions and sizes whose numbers are known.
    pub(super) fn relations_hold(&self, embedding: &Embedding) -> Result<(), String> {
        let graph = &self.configuration.graph;
        let number = |id: UnknownId| match embedding.unknowns.get(&id) {
            Some(ConcreteMeaning::Integers(all)) => match all.as_slice() {
                [one] => Some(*one),
                _ => None,
            },
            _ => None,
        };
        let value = |term: Term| match term.parts() {
            Some((id, factor, more)) => Some(number(id)? * factor + more),
            None => term.integer(),
        };
        for (left, right, by) in graph.orders() {
            if let (Some(x), Some(y)) = (number(left), number(right))
                && x - y > by
            {
                return Err(format!("{left:?} is {x}, {right:?} is {y}, but it exceeds that by {by} at most"));
            }
        }
        for (id, term) in graph.definitions() {
            if let (Some(found), Some(recorded)) = (number(id), value(term))
                && found != recorded
            {
                return Err(format!("{id:?} is {found}, but it is computed to be {recorded}"));
            }
        }
        for ((id, _), block) in &embedding.regions {
            let recorded = graph.recorded_size(*id).and_then(value);
            if let (Some(block), Some(recorded)) = (self.state.block(*block), recorded)
                && i128::from(block.size()) != recorded
            {
                return Err(format!("{id:?} has {} bytes, but it is recorded that it has {recorded}", block.size()));
            }
        }
        let quantity = |quantity: Quantity| match quantity {
            Quantity::Number(id) => number(id),
            Quantity::Length(id) => {
                embedding.segments.get(&(id, Vec::new())).and_then(|nodes| i128::try_from(nodes.blocks.len()).ok())
            }
        };
        let sum = |form: &LinearForm<Quantity>| -> Option<i128> {
            let parts = form.factors().map(|(part, factor)| Some(quantity(part)? * factor));
            parts.chain([Some(form.constant_part())]).sum()
        };
        if let Some((form, sum)) = graph.equations().find_map(|form| Some((form, sum(form).filter(|sum| *sum != 0)?))) {
            return Err(format!("{form:?} is {sum}, not 0"));
        }
        if let Some((form, sum)) = graph.inequalities().find_map(|form| Some((form, sum(form).filter(|sum| *sum > 0)?)))
        {
            return Err(format!("{form:?} is {sum}, not at most 0"));
        }
        Ok(())
    }
}
