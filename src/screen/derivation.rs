//! The tree of a predicate: its causes, from the property or guard on, or its effects.

use std::collections::BTreeSet;

use tui_tree_widget::{TreeItem, TreeState};

use crate::limits::{TREE_DEPTH, TREE_NODES};
use base::Budget;
use explore::answer::{Reason, WhyLine};
use explore::{Answer, Request, Session};

/// The direction of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Direction {
    /// From the property or guard to the predicate.
    #[default]
    Why,
    /// From the predicate to its effects.
    Causes,
}

/// The tree that is shown.
#[derive(Debug, Default)]
pub(super) struct PredicateTree {
    pub(super) direction: Direction,
    /// The predicate at its root or end.
    pub(super) of: Option<usize>,
    pub(super) items: Vec<TreeItem<'static, usize>>,
    pub(super) state: TreeState<usize>,
}

impl PredicateTree {
    /// Builds the tree of a predicate.
    pub(super) fn show(&mut self, session: &mut Session, number: usize) {
        if self.of == Some(number) && !self.items.is_empty() {
            return;
        }
        self.of = Some(number);
        self.state = TreeState::default();
        self.items = match self.direction {
            Direction::Why => why(session, number),
            Direction::Causes => {
                let mut left = TREE_NODES;
                let children = causes(session, number, &mut BTreeSet::from([number]), TREE_DEPTH, &mut left);
                node(number, format!("{number} and what follows from it"), children)
            }
        };
        let mut path = Vec::new();
        open_all(&self.items, &mut path, &mut self.state);
        let mut selected = Vec::new();
        let mut level = self.items.as_slice();
        while let Some(item) = level.first() {
            selected.push(*item.identifier());
            level = if self.direction == Direction::Why { item.children() } else { &[] };
        }
        self.state.select(selected);
    }

    /// Clears the tree after predicates have changed.
    pub(super) fn clear(&mut self) {
        self.of = None;
        self.items.clear();
    }

    /// Returns the predicate that is selected in it.
    pub(super) fn selected(&self) -> Option<usize> {
        self.state.selected().last().copied()
    }
}

fn open_all(items: &[TreeItem<'static, usize>], path: &mut Vec<usize>, state: &mut TreeState<usize>) {
    for item in items {
        path.push(*item.identifier());
        state.open(path.clone());
        open_all(item.children(), path, state);
        path.pop();
    }
}

/// Returns a tree of one node; children with the same number are shown once.
fn node(number: usize, text: String, children: Vec<TreeItem<'static, usize>>) -> Vec<TreeItem<'static, usize>> {
    TreeItem::new(number, text, children).into_iter().collect()
}

fn why(session: &mut Session, number: usize) -> Vec<TreeItem<'static, usize>> {
    let Ok(Answer::Why(links)) = session.execute(&Request::Why(number), &Budget::unlimited()) else {
        return Vec::new();
    };
    // The chain leads from the predicate to its root cause.
    links.iter().fold(Vec::new(), |children, link| node(link.line.number, label(link), children))
}

fn causes(
    session: &mut Session,
    number: usize,
    above: &mut BTreeSet<usize>,
    depth: usize,
    left: &mut usize,
) -> Vec<TreeItem<'static, usize>> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    let Ok(Answer::Causes(_, direct, _)) = session.execute(&Request::Causes(number), &Budget::unlimited()) else {
        return Vec::new();
    };
    let mut children = Vec::new();
    let mut seen = BTreeSet::new();
    for link in direct {
        let number = link.line.number;
        // In loops, a predicate depends on itself.
        if !seen.insert(number) || *left == 0 {
            continue;
        }
        *left -= 1;
        let further = match above.insert(number) {
            true => {
                let further = causes(session, number, above, depth, left);
                above.remove(&number);
                further
            }
            false => Vec::new(),
        };
        children.extend(node(number, label(&link), further));
    }
    children
}

fn label(link: &WhyLine) -> String {
    let reason = match &link.reason {
        Reason::Property(text) => format!("property: {text}"),
        Reason::Guard(edge) => edge.clone(),
        Reason::Access(edge) => format!("valid access in {edge}"),
        Reason::Precondition { edge, .. } => edge.clone(),
        Reason::Hint { hint, .. } => format!("hint {hint}"),
        Reason::Fitting(of) => format!("bounds {of}"),
    };
    format!("{} {} @ {} ← {reason}", link.line.number, link.line.predicate, link.line.location)
}
