//! What functions without a body may change: the rules of the chapter "Functions without a body" of the book, in their plainest
//! form, on programs without branches and loops.

use std::collections::{BTreeMap, BTreeSet};

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Home {
    Local,
    Static,
    Global,
}

pub struct Variable {
    pub name: &'static str,
    pub home: Home,
}

const fn variable(name: &'static str, home: Home) -> Variable {
    Variable { name, home }
}

/// Integers.
pub const NUMBERS: [Variable; 4] =
    [variable("a", Home::Local), variable("b", Home::Local), variable("s", Home::Static), variable("g", Home::Global)];
/// Records of two pointers and a number.
pub const PAIRS: [Variable; 3] =
    [variable("w", Home::Local), variable("sw", Home::Static), variable("gw", Home::Global)];
/// Pointers to integers: variables, and the member `at` of each record.
const SINGLE: [Variable; 3] = [variable("p", Home::Local), variable("sp", Home::Static), variable("gp", Home::Global)];
pub const POINTERS: [Cell; 6] =
    [Cell::Pointer(0), Cell::Pointer(1), Cell::Pointer(2), Cell::At(0), Cell::At(1), Cell::At(2)];

/// An object, or a member of a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cell {
    Number(usize),
    Pointer(usize),
    /// The whole record.
    Pair(usize),
    At(usize),
    Next(usize),
    /// The member `number`, which may hold an address.
    Held(usize),
}

impl Cell {
    /// The object that it belongs to.
    fn object(self) -> Cell {
        match self {
            Cell::At(pair) | Cell::Next(pair) | Cell::Held(pair) => Cell::Pair(pair),
            whole => whole,
        }
    }

    /// The cells of an object that hold addresses.
    fn cells(self) -> Vec<Cell> {
        match self {
            Cell::Pair(pair) => vec![Cell::At(pair), Cell::Next(pair), Cell::Held(pair)],
            Cell::Pointer(_) => vec![self],
            _ => Vec::new(),
        }
    }

    fn home(self) -> Home {
        match self.object() {
            Cell::Number(index) => NUMBERS[index].home,
            Cell::Pointer(index) => SINGLE[index].home,
            Cell::Pair(index) | Cell::At(index) | Cell::Next(index) | Cell::Held(index) => PAIRS[index].home,
        }
    }

    fn text(self) -> String {
        match self {
            Cell::Number(index) => NUMBERS[index].name.into(),
            Cell::Pointer(index) => SINGLE[index].name.into(),
            Cell::Pair(index) => PAIRS[index].name.into(),
            Cell::At(index) => format!("{}.at", PAIRS[index].name),
            Cell::Next(index) => format!("{}.next", PAIRS[index].name),
            Cell::Held(index) => format!("{}.number", PAIRS[index].name),
        }
    }
}

pub enum Statement {
    /// The variable gets a constant; true: by a function.
    Assign(usize, usize, bool),
    /// The cell gets the address of a variable; true: by a function.
    Address(Cell, usize, bool),
    Pointer(Cell, Cell),
    Next(usize, usize),
    /// The member `number` of a record gets a pointer: converted, by a union, or copied.
    Number(usize, Cell, usize),
    Call(Call),
}

/// How a pointer to an integer is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum By {
    Itself,
    /// As a pointer to `const`.
    Constant,
    /// By a function of the program.
    Function,
    Recursion,
}

pub enum Call {
    /// True: by a function.
    Input(bool),
    Change(Cell, By),
    Redirect(Cell),
    Number(usize),
    Take(usize),
    /// True: as a pointer to `const`.
    All(usize, bool),
}

impl Statement {
    pub fn text(&self) -> String {
        match self {
            Statement::Assign(variable, value, false) => format!("{} = {value};", NUMBERS[*variable].name),
            Statement::Assign(variable, value, true) => format!("set(&{}, {value});", NUMBERS[*variable].name),
            Statement::Address(cell, variable, false) => format!("{} = &{};", cell.text(), NUMBERS[*variable].name),
            Statement::Address(cell, variable, true) => {
                format!("{} = same(&{});", cell.text(), NUMBERS[*variable].name)
            }
            Statement::Pointer(to, from) => format!("{} = {};", to.text(), from.text()),
            Statement::Next(to, from) => format!("{}.next = &{};", PAIRS[*to].name, PAIRS[*from].name),
            Statement::Number(to, from, way) => {
                let (to, from) = (Cell::Held(*to).text(), from.text());
                match way {
                    0 => format!("{to} = (long){from};"),
                    1 => format!("{{ union {{ int *at; long number; }} both; both.at = {from}; {to} = both.number; }}"),
                    _ => format!("memcpy(&{to}, &{from}, sizeof {to});"),
                }
            }
            Statement::Call(Call::Input(by_function)) => if *by_function { "step();" } else { "input();" }.into(),
            Statement::Call(Call::Change(cell, By::Itself)) => format!("change({});", cell.text()),
            Statement::Call(Call::Change(cell, By::Constant)) => format!("look({});", cell.text()),
            Statement::Call(Call::Change(cell, By::Function)) => format!("give({});", cell.text()),
            Statement::Call(Call::Change(cell, By::Recursion)) => format!("again({}, 2);", cell.text()),
            Statement::Call(Call::Redirect(cell)) => format!("redirect(&{});", cell.text()),
            Statement::Call(Call::Number(pair)) => format!("change_number({});", Cell::Held(*pair).text()),
            Statement::Call(Call::Take(pair)) => format!("take({});", PAIRS[*pair].name),
            Statement::Call(Call::All(pair, false)) => format!("change_all(&{});", PAIRS[*pair].name),
            Statement::Call(Call::All(pair, true)) => format!("look_all(&{});", PAIRS[*pair].name),
        }
    }
}

#[derive(Clone, Default)]
pub struct World {
    /// The objects whose addresses a cell may hold.
    held: BTreeMap<Cell, BTreeSet<Cell>>,
    /// The objects whose addresses functions without a body may have kept.
    pub kept: BTreeSet<Cell>,
    /// The integers that may have been changed since the program assigned them.
    pub changed: BTreeSet<Cell>,
}

impl World {
    pub fn run(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(variable, ..) => drop(self.changed.remove(&Cell::Number(*variable))),
            Statement::Address(cell, variable, _) => {
                self.held.insert(*cell, BTreeSet::from([Cell::Number(*variable)]));
            }
            Statement::Pointer(to, from) => drop(self.held.insert(*to, self.of(*from))),
            Statement::Next(to, from) => drop(self.held.insert(Cell::Next(*to), BTreeSet::from([Cell::Pair(*from)]))),
            Statement::Number(to, from, _) => drop(self.held.insert(Cell::Held(*to), self.of(*from))),
            Statement::Call(call) => self.call(call),
        }
    }

    fn of(&self, cell: Cell) -> BTreeSet<Cell> {
        self.held.get(&cell).cloned().unwrap_or_default()
    }

    fn call(&mut self, call: &Call) {
        let whole = |cell: Cell| BTreeSet::from([cell.object()]);
        let (changed, read) = match call {
            Call::Input(_) => (BTreeSet::new(), BTreeSet::new()),
            Call::Change(cell, By::Constant) => (BTreeSet::new(), self.of(*cell)),
            Call::Change(cell, _) => (self.of(*cell), BTreeSet::new()),
            Call::Redirect(cell) => (whole(*cell), BTreeSet::new()),
            Call::Number(pair) => (self.of(Cell::Held(*pair)), BTreeSet::new()),
            Call::Take(pair) => {
                let held = Cell::Pair(*pair).cells().into_iter().flat_map(|cell| self.of(cell));
                (held.collect(), BTreeSet::new())
            }
            Call::All(pair, false) => (whole(Cell::Pair(*pair)), BTreeSet::new()),
            Call::All(pair, true) => (BTreeSet::new(), whole(Cell::Pair(*pair))),
        };
        let globals = [Cell::Number(3), Cell::Pointer(2), Cell::Pair(2)];
        let reached = self.closure(changed.into_iter().chain(globals).chain(self.kept.iter().copied()));
        let seen = self.closure(read.into_iter().chain(reached.iter().copied()));
        // No address of a local variable is kept.
        self.kept.extend(seen.into_iter().filter(|cell| cell.home() != Home::Local));
        for object in &reached {
            self.changed.extend(matches!(object, Cell::Number(_)).then_some(*object));
            for cell in object.cells() {
                self.held.entry(cell).or_default().extend(&self.kept);
            }
        }
    }

    /// The objects that one comes to from some.
    fn closure(&self, roots: impl IntoIterator<Item = Cell>) -> BTreeSet<Cell> {
        let mut open: Vec<Cell> = roots.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(object) = open.pop() {
            if seen.insert(object) {
                open.extend(object.cells().into_iter().flat_map(|cell| self.of(cell)));
            }
        }
        seen
    }
}
