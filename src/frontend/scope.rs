//! Scopes of typedef names: the only name lookup that parsing depends on.
//!
//! A stack of scopes over one map with an undo log. Undeclared names are variables.

use rustc_hash::FxHashMap;

/// A name and whether it is a typedef name.
pub type DeclaredName = (String, bool);

#[derive(Clone, Copy, Debug)]
struct Scope {
    /// Length of the undo log at its start.
    start: usize,
    /// True if a parameter was declared in it.
    is_prototype: bool,
}

/// The typedef names in scope.
#[derive(Debug, Default)]
pub struct TypedefScopes {
    is_typedef: FxHashMap<String, bool>,
    /// The undo log for the ends of scopes: names with their previous meaning.
    undo: Vec<DeclaredName>,
    open: Vec<Scope>,
    /// The declarations of the last parameter list.
    prototype: Vec<DeclaredName>,
}

impl TypedefScopes {
    /// Returns true if `name` is currently a typedef name.
    pub fn is_typedef(&self, name: &str) -> bool {
        self.is_typedef.get(name).copied().unwrap_or(false)
    }

    /// Declares `name` in the innermost scope.
    pub fn declare(&mut self, name: &str, is_typedef: bool) {
        let before = self.is_typedef(name);
        if before != is_typedef {
            self.is_typedef.insert(name.to_owned(), is_typedef);
            self.undo.push((name.to_owned(), before));
        }
    }

    pub fn open(&mut self) {
        self.open.push(Scope { start: self.undo.len(), is_prototype: false });
    }

    /// Closes the innermost scope, if there is one.
    pub fn close(&mut self) {
        let Some(scope) = self.open.pop() else { return };
        while self.undo.len() > scope.start {
            if let Some((name, before)) = self.undo.pop() {
                self.is_typedef.insert(name, before);
            }
        }
    }

    /// Declares a parameter, which marks the innermost scope as that of a parameter list.
    pub fn declare_parameter(&mut self, name: Option<&str>) {
        if let Some(scope) = self.open.last_mut() {
            scope.is_prototype = true;
        }
        if let Some(name) = name {
            self.declare(name, false);
        }
    }

    /// Closes the scope of a parenthesis. Declarations of a parameter list end; those in any other parenthesis
    /// (enumeration constants) move to the enclosing scope.
    pub fn close_parenthesis(&mut self) {
        let Some(scope) = self.open.last().copied() else { return };
        if !scope.is_prototype {
            self.open.pop();
            return;
        }
        let declared = self.undo.get(scope.start..).unwrap_or_default();
        self.prototype = declared.iter().map(|(name, _)| (name.clone(), self.is_typedef(name))).collect();
        self.close();
    }

    /// Takes the declarations of the last parameter list that hid other names.
    pub fn take_prototype(&mut self) -> Vec<DeclaredName> {
        std::mem::take(&mut self.prototype)
    }

    /// Number of open scopes.
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
