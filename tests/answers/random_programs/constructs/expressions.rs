//! Random places, values and conditions.

use super::Generator;
use super::code::{Code, Sides, code};
use super::theme::Feature::*;

impl Generator {
    /// `base->field`, which is watched by the access itself.
    pub fn field(&mut self, base: &Code, field: &str) -> Code {
        let plain = if base.plain.starts_with(['*', '(']) { format!("({})", base.plain) } else { base.plain.clone() };
        let is_bits = field == "b" || field == "c" || field == "u.f";
        let watched = if is_bits {
            format!("CK({})->{field}", base.watched)
        } else {
            format!("(*CK(&({})->{field}))", base.watched)
        };
        Code { plain: format!("{plain}->{field}"), watched }
    }

    pub fn name(text: &str) -> Code {
        code(text, &[])
    }

    /// A member of type `Node *`.
    pub fn link(&mut self) -> &'static str {
        let mut names = vec!["n", "n", "n", "n"];
        for (feature, found) in
            [(Previous, ["p", "p"]), (Nested, ["w.a", "w.a"]), (Links, ["l[0]", "l[1]"]), (Union, ["u.v", "u.v"])]
        {
            if self.theme.has(feature) {
                names.extend(found);
            }
        }
        if self.theme.has(Links) && self.one_in(3) {
            return "l[j & 1]";
        }
        self.pick(&names)
    }

    pub fn pointer_name(&mut self) -> Code {
        let names = self.theme.pointers.clone();
        Self::name(self.pick(&names))
    }

    /// A place of type `Node *`.
    pub fn place(&mut self, depth: usize) -> Code {
        match self.below(12) {
            0 if !self.theme.nodes.is_empty() => {
                let nodes = self.theme.nodes.clone();
                let (node, link) = (self.pick(&nodes), self.link());
                code("{}.{}", &[&node, &link])
            }
            1 | 2 if !self.theme.handles.is_empty() => {
                let handles = self.theme.handles.clone();
                code("*⟦CK(⟧{}⟦)⟧", &[&self.pick(&handles)])
            }
            3..=7 if depth > 0 => {
                let (base, link) = (self.place(depth - 1), self.link());
                self.field(&base, link)
            }
            _ => self.pointer_name(),
        }
    }

    /// A value of type `Node *`.
    pub fn pointer(&mut self, depth: usize) -> Code {
        match self.below(26) {
            0 | 1 => Self::name("0"),
            2 if !self.theme.nodes.is_empty() => {
                let nodes = self.theme.nodes.clone();
                code("&{}", &[&self.pick(&nodes)])
            }
            3 | 4 if self.theme.has(VoidPointer) => Self::name("(Node *)o"),
            5 if self.theme.has(FunctionPointers) => code("fp({})", &[&self.place(0)]),
            6 | 7 if self.theme.has(Operators) => {
                let (condition, left, right) = (self.condition(0), self.place(0), self.place(depth));
                code("({} ? {} : {})", &[&condition, &left, &right])
            }
            8 if self.theme.has(Operators) => code("(j++, {})", &[&self.place(0)]),
            9 if self.theme.has(Addresses) => code("(Node *)(unsigned long){}", &[&self.place(0)]),
            10 if self.theme.has(Prefix) => Self::name("(Node *)bp"),
            11 | 12 if self.theme.has(Nested) => {
                let base = self.place(0);
                code("step({})", &[&base])
            }
            13 => code("make({})", &[&self.place(0)]),
            14 if self.theme.has(Records) => Self::name("arr[j & 1]"),
            _ => self.place(depth),
        }
    }

    /// A value of type `Node **`.
    pub fn handle(&mut self) -> Code {
        match self.below(4) {
            0 => {
                let name = self.pointer_name();
                code("&{}", &[&name])
            }
            1 if !self.theme.nodes.is_empty() => {
                let nodes = self.theme.nodes.clone();
                code("&{}.n", &[&self.pick(&nodes)])
            }
            _ => {
                let base = self.place(0);
                let base = if base.plain.starts_with('*') { self.pointer_name() } else { base };
                let link = self.link();
                code("&⟦NN(⟧{}⟦)⟧->{}", &[&base, &link])
            }
        }
    }

    /// A place that holds an integer.
    pub fn integer_place(&mut self) -> Code {
        let mut members = Vec::new();
        for (feature, found) in [
            (Data, vec!["d"]),
            (BitFields, vec!["b", "b", "c"]),
            (Nested, vec!["w.e"]),
            (IntArray, vec!["k[0]", "k[1]"]),
            (Union, vec!["u.i", "u.j"]),
            (Enumeration, vec!["col"]),
        ] {
            if self.theme.has(feature) {
                members.extend(found);
            }
        }
        if !members.is_empty() && self.below(2) == 0 {
            let base = self.place(0);
            let base = if self.one_in(4) { base } else { self.pointer_name() };
            let member = self.pick(&members);
            return self.field(&base, member);
        }
        if self.theme.has(Globals) && self.one_in(3) {
            return Self::name("gi");
        }
        if self.theme.has(IntArray) && self.one_in(4) {
            return code("*⟦CK(⟧ip⟦)⟧", &[]);
        }
        let integers = self.theme.integers.clone();
        Self::name(self.pick(&integers).0)
    }

    pub fn constant(&mut self) -> String {
        let all = ["0", "1", "2", "3", "-1", "7", "8", "37", "100", "200", "255", "65535", "-128"];
        let chosen = self.pick(&all);
        if let Ok(value) = chosen.parse() {
            self.constants.push(value);
        }
        chosen.to_string()
    }

    /// A value of an integer type.
    pub fn integer(&mut self, depth: usize) -> Code {
        let rich = self.theme.has(Operators) || self.theme.has(Narrow);
        match self.below(16) {
            0..=5 => self.integer_place(),
            6 | 7 if depth > 0 => {
                let operators: &[&str] = if rich {
                    &["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]
                } else {
                    &["+", "-", "+", "*", "&"]
                };
                let operator = self.pick(operators);
                let (left, right) = (self.integer(depth - 1), self.integer(depth - 1));
                let small = self.pick(&["1", "2", "3"]);
                match operator {
                    "<<" | ">>" | "/" | "%" if !self.one_in(4) => code("({} {} {})", &[&left, &operator, &small]),
                    _ => code("({} {} {})", &[&left, &operator, &right]),
                }
            }
            8 if rich => {
                let operator = self.pick(&["-", "~", "!"]);
                code("({}({}))", &[&operator, &self.integer(0)])
            }
            9 if rich => {
                let types = ["unsigned char", "signed char", "short", "unsigned", "long", "_Bool", "unsigned long"];
                let ty = self.pick(&types);
                code("({}){}", &[&ty, &self.integer(0)])
            }
            10 => code("⟪__VERIFIER_nondet_int()⟫⟦nondet_int()⟧", &[]),
            11 if self.theme.has(Floats) => {
                let operator = self.pick(&["+", "-", "*"]);
                code("(int)(fl {} 1.5)", &[&operator])
            }
            12 if self.theme.has(Floats) => Self::name("(fl < 2.0)"),
            11 | 12 if self.theme.has(Globals) => Self::name("N"),
            11 | 12 if self.theme.has(Enumeration) => Self::name(["RED", "GREEN", "BLUE"][self.below(3)]),
            11 if self.theme.has(Operators) => self.condition(1),
            13 if self.theme.has(Addresses) => {
                let (left, right) = (self.place(0), self.place(0));
                code("(⟪({} == {})⟫⟦eq({}, {})⟧ + 1)", &[&left, &right, &left, &right])
            }
            _ => Self::name(&self.constant()),
        }
    }

    /// `left == right` of pointers, where a freed one is equal to anything or nothing.
    pub fn equal(&mut self, left: &dyn Sides, right: &dyn Sides) -> Code {
        code("⟪{} == {}⟫⟦eq({}, {})⟧", &[left, right, left, right])
    }

    pub fn condition(&mut self, depth: usize) -> Code {
        match self.below(16) {
            0..=4 => {
                let (place, operator) = (self.place(1), self.pick(&["==", "!="]));
                code("{} {} 0", &[&place, &operator])
            }
            5 | 6 => {
                let (left, right) = (self.place(1), self.place(0));
                self.equal(&left, &right)
            }
            7 => {
                let (left, right) = (self.place(1), self.place(0));
                code("⟪{} != {}⟫⟦!eq({}, {})⟧", &[&left, &right, &left, &right])
            }
            8 => self.place(1),
            9 => code("!({})", &[&self.place(1)]),
            10 | 11 => {
                let operator = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                let (left, right) = (self.integer(1), self.integer(0));
                code("{} {} {}", &[&left, &operator, &right])
            }
            12 if depth > 0 => {
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                code("({} && {})", &[&left, &right])
            }
            13 if depth > 0 => {
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                code("({} || {})", &[&left, &right])
            }
            14 if self.theme.has(Operators) => {
                let (left, right) = (self.pointer_name(), self.place(1));
                code("({} = {}) != 0", &[&left, &right])
            }
            _ => code("⟪__VERIFIER_nondet_int()⟫⟦nondet_int()⟧", &[]),
        }
    }
}
