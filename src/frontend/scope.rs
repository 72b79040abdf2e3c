//! Which names are typedef names here: the only question about names that syntax depends on.
//!
//! A stack of scopes over one map with an undo log. Names never declared are variables.

use rustc_hash::FxHashMap;

/// A name and whether it is a typedef name.
pub type DeclaredName = (String, bool);

#[derive(Clone, Copy, Debug)]
struct Scope {
    /// The length of the undo log at which it began.
    start: usize,
    /// A parameter was declared in it.
    is_prototype: bool,
}

/// The typedef names in scope.
#[derive(Debug, Default)]
pub struct TypedefScopes {
    is_typedef: FxHashMap<String, bool>,
    /// What to put back when a scope ends: a name and its meaning before.
    undo: Vec<DeclaredName>,
    open: Vec<Scope>,
    /// What the parameter list that ended last declared.
    prototype: Vec<DeclaredName>,
}

impl TypedefScopes {
    /// Whether `name` is a typedef name here.
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

    /// Opens a scope.
    pub fn open(&mut self) {
        self.open.push(Scope { start: self.undo.len(), is_prototype: false });
    }

    /// Closes the innermost scope, if one is open.
    pub fn close(&mut self) {
        let Some(scope) = self.open.pop() else { return };
        while self.undo.len() > scope.start {
            if let Some((name, before)) = self.undo.pop() {
                self.is_typedef.insert(name, before);
            }
        }
    }

    /// Declares a parameter: the innermost scope is that of a parameter list.
    pub fn declare_parameter(&mut self, name: Option<&str>) {
        if let Some(scope) = self.open.last_mut() {
            scope.is_prototype = true;
        }
        if let Some(name) = name {
            self.declare(name, false);
        }
    }

    /// Ends the innermost scope as that of a parenthesis: what a parameter list declares goes, what any other
    /// parenthesis declares (enumeration constants) stays in the scope around it.
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

    /// What the parameter list that ended last declared, where it hid something.
    pub fn take_prototype(&mut self) -> Vec<DeclaredName> {
        std::mem::take(&mut self.prototype)
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
