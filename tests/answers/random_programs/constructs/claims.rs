//! Claims about all nodes that paths lead to, values at the entry, and named predicates.
//!
//! A bound node is a variable of C. A value at the entry is a variable of its own, set before the program begins. A definition is
//! written once for Damson; in C its body stands where it is used.

use super::Generator;
use super::code::{Code, code};
use super::specification::{NODE, Value, guarded};
use super::theme::Feature::*;

/// What the names of a formula can be beside variables.
#[derive(Clone, Default, Debug)]
pub struct Names {
    /// Nodes that a claim binds, or parameters of a definition.
    bound: Vec<Value>,
    /// Whether no value at the entry may be named.
    without_olds: bool,
    /// Whether no definition may be used.
    without_definitions: bool,
}

/// C for a formula about the node `one`.
fn every_node(mask: &str, from: &str, body: &str) -> String {
    let node = "Node *one = (Node *)nodes_.list[i_].at;";
    format!(
        "({{ int all_hold_ = 1; collect_nodes({mask}, {from}, {NODE}); for (int i_ = 0; i_ < nodes_.count; i_++) {{ {node} if (!({body})) all_hold_ = 0; }} all_hold_; }})"
    )
}

/// C for a formula about the nodes `one` and `two` of a link.
fn every_link(mask: &str, from: &str, body: &str) -> String {
    let nodes = "Node *one = (Node *)links_[i_].from, *two = (Node *)links_[i_].to;";
    format!(
        "({{ int all_hold_ = 1; collect_links({mask}, {from}, {NODE}); for (int i_ = 0; i_ < link_count; i_++) {{ {nodes} if (!({body})) all_hold_ = 0; }} all_hold_; }})"
    )
}

impl Generator {
    /// Formulas that hints may speak of.
    pub(super) fn without_olds<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.with_names(Names { without_olds: true, ..self.names.clone() }, write)
    }

    fn with_names<T>(&mut self, names: Names, write: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::replace(&mut self.names, names);
        let written = write(self);
        self.names = saved;
        written
    }

    /// A bound name; mostly one, where there is any.
    pub(super) fn bound_pointer(&mut self) -> Option<Value> {
        if self.names.bound.is_empty() || self.one_in(4) {
            return None;
        }
        let index = self.below(self.names.bound.len());
        Some(self.names.bound[index].clone())
    }

    // ---- values at the entry ----

    /// Writes something about the entry: there is no name but those of variables and symbols.
    fn of_entry<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.with_names(Names { without_olds: true, without_definitions: true, ..Names::default() }, write)
    }

    fn names_old(&mut self, one_in: usize) -> bool {
        !self.names.without_olds && !self.theme.has(MainEntry) && self.one_in(one_in)
    }

    pub(super) fn old_pointer(&mut self) -> Option<Value> {
        if !self.names_old(14) {
            return None;
        }
        let value = self.of_entry(|this| this.spec_pointer(1, true));
        Some(self.old_value(&value))
    }

    pub(super) fn old_integer(&mut self) -> Option<Value> {
        if !self.names_old(6) {
            return None;
        }
        let value = self.of_entry(|this| this.spec_integer(true));
        Some(self.old_value(&value))
    }

    fn old_value(&mut self, value: &Value) -> Value {
        let number = self.olds.len();
        let (watched, guards) = (&value.text.watched, &value.guards);
        self.olds.push(format!(
            "__typeof__(({watched}) + 0) old{number}_ = 0; int had{number}_ = {guards}; if (had{number}_) old{number}_ = {watched};"
        ));
        let text = Code { plain: format!("old({})", value.text.plain), watched: format!("old{number}_") };
        Value { text, guards: format!("had{number}_") }
    }

    /// Whether something held at the entry.
    pub(super) fn old_truth(&mut self) -> Code {
        if self.names.without_olds {
            return self.of_values(false);
        }
        let Code { plain, watched } = self.of_entry(|this| this.formula(1, true));
        let number = self.olds.len();
        self.olds.push(format!("open_ = 0; int old{number}_ = !!({watched}), open{number}_ = open_; open_ = 0;"));
        Code { plain: format!("old({plain})"), watched: format!("(open_ |= open{number}_, old{number}_)") }
    }

    // ---- claims ----

    /// What holds of all that paths lead to.
    pub(super) fn claim(&mut self, at_entry: bool) -> Code {
        let (fields, mask) = self.fields();
        let from = self.spec_pointer(1, at_entry);
        let (avoid_text, avoid_code) = self.avoided(at_entry);
        let (start, brackets) = (&from.text, format!("[{avoid_text};{fields}]"));
        if self.one_in(5) {
            return self.counted(at_entry, from, (fields, mask), (avoid_text, avoid_code));
        }
        let (plain, watched) = match self.below(if self.theme.has(Data) { 6 } else { 4 }) {
            0 => (format!("tree{brackets}({})", start.plain), format!("tree({mask}, {}, {NODE})", start.watched)),
            1 => {
                let body = self.about_nodes(&["one"], at_entry);
                let plain = format!("forall{brackets}(one : {}; {})", start.plain, body.plain);
                (plain, every_node(mask, &start.watched, &body.watched))
            }
            2 | 3 => {
                let body = match self.one_in(2) {
                    true => self.leads_back(),
                    false => self.about_nodes(&["one", "two"], at_entry),
                };
                let plain = format!("each{brackets}(one, two : {}; {})", start.plain, body.plain);
                (plain, every_link(mask, &start.watched, &body.watched))
            }
            _ => {
                let plain = format!("sorted[{avoid_text};{fields};d]({})", start.plain);
                (plain, every_link(mask, &start.watched, "one->d <= two->d"))
            }
        };
        Code { plain, watched: guarded(&format!("({avoid_code}, {watched})"), &[&from]) }
    }

    /// A number of nodes, compared with one from elsewhere, with a number of the program, or with a constant.
    fn counted(
        &mut self,
        at_entry: bool,
        from: Value,
        (fields, mask): (&str, &str),
        (avoid_text, avoid_code): (String, String),
    ) -> Code {
        let count = |start: &Code| Code {
            plain: format!("count[{avoid_text};{fields}]({})", start.plain),
            watched: format!("count({mask}, {}, {NODE})", start.watched),
        };
        let (other, right) = match self.below(3) {
            0 => {
                let other = self.spec_pointer(1, at_entry);
                let right = count(&other.text);
                (other, right)
            }
            1 => {
                let other = self.spec_integer(at_entry);
                let right = code("⟪{}⟫⟦(long)({})⟧", &[&other.text, &other.text]);
                (other, right)
            }
            _ => (Value { text: Code::default(), guards: "1".into() }, code("0", &[])),
        };
        let (sign, more) = (self.pick(&["==", "!=", "<", "<=", ">", ">="]), self.below(4).to_string());
        let compared = code("{} {} {} + {}", &[&count(&from.text), &sign, &right, &more]);
        let watched = guarded(&format!("({avoid_code}, {})", compared.watched), &[&from, &other]);
        Code { plain: format!("({})", compared.plain), watched }
    }

    /// A link back from `two` to `one`.
    fn leads_back(&mut self) -> Code {
        match () {
            () if self.theme.has(BackLinks) => code("⟪two->pp == &one->n⟫⟦same_pointer(two->pp, &one->n)⟧", &[]),
            () if self.theme.has(Previous) => code("⟪two->p == one⟫⟦same_pointer(two->p, one)⟧", &[]),
            () => code("⟪two != one⟫⟦!same_pointer(two, one)⟧", &[]),
        }
    }

    /// Every link of the list at `x` is led back along.
    pub(super) fn links_fit(&mut self) -> Code {
        let (n, back) = (if self.theme.has(Prefix) { "Node.n" } else { "n" }, self.leads_back());
        let watched = every_link("F_n", "x", &back.watched);
        let list = code("⟪each[;{}](one, two : x; {})⟫⟦(avoid_none(), {})⟧", &[&n, &back, &watched]);
        match self.theme.has(Rings) {
            true => {
                code("({} && ⟪reachp[;{}](x, x)⟫⟦(avoid_none(), reachp(F_n, x, T_Node, x, T_Node))⟧)", &[&list, &n])
            }
            false => list,
        }
    }

    /// A formula about values of bound nodes.
    fn about_nodes(&mut self, names: &[&str], at_entry: bool) -> Code {
        let bound = names.iter().map(|name| Value { text: code(name, &[]), guards: "1".into() }).collect();
        let names = Names { bound, without_definitions: true, ..self.names.clone() };
        self.with_names(names, |this| {
            let first = this.of_values(at_entry);
            match this.below(6) {
                0 | 1 => code("(!{})", &[&first]),
                2 => code("({} || {})", &[&first, &this.of_values(at_entry)]),
                3 => {
                    let second = this.of_values(at_entry);
                    code("(⟪{} => {}⟫⟦!{} || {}⟧)", &[&first, &second, &first, &second])
                }
                _ => first,
            }
        })
    }

    // ---- definitions ----

    /// The use of a definition of its own.
    pub(super) fn defined(&mut self, at_entry: bool) -> Code {
        if self.names.without_definitions {
            return self.of_values(at_entry);
        }
        let arguments: Vec<Value> = (0..1 + self.below(2)).map(|_| self.spec_pointer(1, at_entry)).collect();
        let parameters = &["one_", "two_"][..arguments.len()];
        let bound = arguments.iter().zip(parameters).map(|(argument, parameter)| {
            let text = Code { plain: parameter.to_string(), watched: argument.text.watched.clone() };
            Value { text, guards: argument.guards.clone() }
        });
        let names = Names { bound: bound.collect(), without_definitions: true, without_olds: self.names.without_olds };
        let body = self.with_names(names, |this| this.formula(1, at_entry));
        let name = format!("defined{}", self.definitions.len());
        self.definitions.push(format!("define {name}({}) = {};", parameters.join(", "), body.plain));
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.text.plain.as_str()).collect();
        Code { plain: format!("{name}({})", arguments.join(", ")), watched: body.watched }
    }
}
