//! Which names are typedef names here: the only question about names that syntax depends on.
//!
//! A stack of scopes over one map with an undo log. Names never declared are variables.

use rustc_hash::FxHashMap;

/// The typedef names in scope.
#[derive(Debug, Default)]
pub struct TypedefScopes {
    is_typedef: FxHashMap<String, bool>,
    /// What to put back when a scope ends: a name and its meaning before.
    undo: Vec<(String, bool)>,
    /// The lengths of `undo` at which the open scopes began.
    open: Vec<usize>,
}

impl TypedefScopes {
    /// Whether `name` is a typedef name here.
    pub fn is_typedef(&self, name: &str) -> bool {
        self.is_typedef.get(name).copied().unwrap_or(false)
    }

    /// Declares `name` in the innermost scope.
    pub fn declare(&mut self, name: &str, is_typedef: bool) {
        let before = self.is_typedef(name);
        if before == is_typedef {
            return;
        }
        self.is_typedef.insert(name.to_owned(), is_typedef);
        self.undo.push((name.to_owned(), before));
    }

    /// Opens a scope.
    pub fn open(&mut self) {
        self.open.push(self.undo.len());
    }

    /// Closes the innermost scope, if one is open.
    pub fn close(&mut self) {
        let Some(start) = self.open.pop() else { return };
        while self.undo.len() > start {
            if let Some((name, before)) = self.undo.pop() {
                self.is_typedef.insert(name, before);
            }
        }
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Closes scopes until `depth` are open.
    pub fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            self.close();
        }
    }
}
