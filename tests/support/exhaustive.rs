//! The worlds whose heaps are all tried, with one and with two pointer fields: no integers, few roots, and commands for
//! every case of weakest preconditions. [`banks`](super::bank::banks) gives their states.

use super::world::Text;
use super::worlds::{PLAIN, TWO_FIELDS};

/// The commands on lists, and more.
macro_rules! list_commands {
    ($($more:literal),*) => {
        &[
            "x = y->n",
            "x = x->n->n",
            "t = x",
            "x = NULL",
            "y->n = x",
            "y->n = NULL",
            "x->n->n = y",
            "y->n = t",
            "x->n = x->n->n",
            "copy *x = *y",
            "t = malloc",
            "x->n = malloc",
            "x = malloc?",
            "x = calloc",
            "y->n = calloc",
            "havoc x",
            "havoc y->n",
            "test x == NULL",
            "test x != y->n",
            "start t",
            $($more),*
        ]
    };
}

/// The commands on trees, and more.
macro_rules! tree_commands {
    ($($more:literal),*) => {
        &[
            "x = y->r",
            "t = x",
            "x = NULL",
            "x->l = y",
            "x->r = NULL",
            "x->l->r = y",
            "x->l = x->l->r",
            "copy *x = *y",
            "t = malloc",
            "x->r = malloc",
            "x = malloc?",
            "x = calloc",
            "y->l = calloc",
            "havoc x",
            "havoc y->r",
            "test x == NULL",
            "test x != y->r",
            "start t",
            $($more),*
        ]
    };
}

/// One pointer field.
pub const EVERY_LIST: Text = Text {
    name: "every list",
    records: &["node: n node*"],
    parameters: &["x node*", "y node*"],
    commands: list_commands![],
    integers: &[],
    ..PLAIN
};

/// One pointer field, and every node may be freed.
pub const EVERY_FREED_LIST: Text =
    Text { name: "every freed list", commands: list_commands!["free x", "free y->n", "free x->n->n"], ..EVERY_LIST };

/// Two pointer fields. (A symbol would make the heaps six times as many.)
pub const EVERY_TREE: Text = Text {
    name: "every tree",
    symbol: "",
    commands: tree_commands![],
    pointers: &["x", "y", "t", "x->l", "x->r", "y->r", "x->l->r", "&x->l", "&x->r", "NULL"],
    avoided: &["&x->l", "&x->r", "&y->r", "&t->l", "x", "y", "&x->l->r"],
    ..TWO_FIELDS
};

/// Two pointer fields, and every node may be freed.
pub const EVERY_FREED_TREE: Text =
    Text { name: "every freed tree", commands: tree_commands!["free x", "free y->r"], ..EVERY_TREE };

/// Those where nodes are freed. Without the commands that free, each of them is another one, with the same entry states.
pub const FREED: [Text; 2] = [EVERY_FREED_LIST, EVERY_FREED_TREE];

/// All of them.
pub const ALL: [Text; 4] = [EVERY_LIST, EVERY_FREED_LIST, EVERY_TREE, EVERY_FREED_TREE];
