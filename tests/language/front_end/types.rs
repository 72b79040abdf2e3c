//! The arithmetic types with their corner values, and how a value is printed together with its type.

use super::case::Dice;

/// How values of a type are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    Signed,
    Unsigned,
    Wide,
    Double,
    LongDouble,
}

/// An arithmetic type.
#[derive(PartialEq, Debug)]
pub struct Arithmetic {
    pub name: &'static str,
    /// Bits of an integer; 0 for a floating type.
    pub bits: u32,
    pub show: Show,
}

const fn integer(name: &'static str, bits: u32, show: Show) -> Arithmetic {
    Arithmetic { name, bits, show }
}

/// The integer types, and the floating types behind them.
pub const ARITHMETIC: [Arithmetic; 20] = [
    integer("_Bool", 1, Show::Unsigned),
    integer("char", 8, Show::Signed),
    integer("signed char", 8, Show::Signed),
    integer("unsigned char", 8, Show::Unsigned),
    integer("short", 16, Show::Signed),
    integer("unsigned short", 16, Show::Unsigned),
    integer("int", 32, Show::Signed),
    integer("unsigned", 32, Show::Unsigned),
    integer("long", 64, Show::Signed),
    integer("unsigned long", 64, Show::Unsigned),
    integer("long long", 64, Show::Signed),
    integer("unsigned long long", 64, Show::Unsigned),
    integer("__int128", 128, Show::Wide),
    integer("unsigned __int128", 128, Show::Wide),
    integer("enum { low@ = -1, high@ = 2 }", 32, Show::Signed),
    integer("enum { none@, some@ = 5 }", 32, Show::Unsigned),
    integer("enum { least@, most@ = 0x8000000000000000 }", 64, Show::Unsigned),
    integer("float", 0, Show::Double),
    integer("double", 0, Show::Double),
    integer("long double", 0, Show::LongDouble),
];

/// How many of [`ARITHMETIC`] are integers, and how many have a name of their own.
pub const INTEGERS: usize = 17;
pub const NAMED_INTEGERS: usize = 14;

impl Arithmetic {
    pub fn is_integer(&self) -> bool {
        self.bits > 0
    }

    pub fn is_signed(&self) -> bool {
        match self.show {
            Show::Wide => !self.name.starts_with("unsigned"),
            show => show == Show::Signed,
        }
    }

    /// Expressions of its corner values; they are converted to it without loss where it is an integer.
    pub fn corners(&self) -> Vec<String> {
        if !self.is_integer() {
            let own = match self.name {
                "float" => ["3.40282347e+38f", "1.17549435e-38f", "16777217.0f", "1e-45f", "0x1.8p23f"],
                "double" => {
                    ["1.7976931348623157e308", "2.2250738585072014e-308", "9007199254740993.0", "5e-324", "0x1.8p52"]
                }
                _ => [
                    "1.1897314953572317650e4932L",
                    "3.3621e-4932L",
                    "9223372036854775809.0L",
                    "3.6e-4951L",
                    "0x1.8p63L",
                ],
            };
            let common = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "-2.75", "1e10", "255.99", "-128.5", "2147483647.5"];
            return common.into_iter().chain(own).map(String::from).collect();
        }
        if self.bits == 1 {
            return vec!["0".into(), "1".into()];
        }
        let top = self.bits - 1;
        let mut found: Vec<String> = ["0", "1", "2", "3", "7"].map(String::from).to_vec();
        match (self.bits, self.is_signed()) {
            (128, true) => {
                let most = "((__int128)0x7fffffffffffffff << 64 | 0xffffffffffffffff)";
                let more = [
                    "-1",
                    "-2",
                    "-7",
                    most,
                    &format!("(-{most} - 1)"),
                    &format!("({most} - 1)"),
                    "((__int128)1 << 64)",
                ];
                found.extend(more.map(String::from));
            }
            (128, false) => {
                let more = [
                    "~(unsigned __int128)0",
                    "(~(unsigned __int128)0 - 1)",
                    "((unsigned __int128)1 << 127)",
                    "((unsigned __int128)1 << 64)",
                ];
                found.extend(more.map(String::from));
            }
            (bits, true) => {
                let most = (1u128 << top) - 1;
                found.extend(["-1", "-2", "-7"].map(String::from));
                let suffix = if bits == 64 { "L" } else { "" };
                found.extend([
                    format!("{most}{suffix}"),
                    format!("(-{most}{suffix} - 1)"),
                    format!("({most}{suffix} - 1)"),
                ]);
                found.extend([format!("{}", 1u128 << (bits / 2)), "100".into()]);
            }
            (bits, false) => {
                let most = (1u128 << bits) - 1;
                let suffix = if bits == 64 { "UL" } else { "U" };
                found.extend(
                    [most, most - 1, 1 << top, (1 << top) - 1, 1 << (bits / 2)].map(|value| format!("{value}{suffix}")),
                );
            }
        }
        found
    }

    /// A corner value, or any other.
    pub fn value(&self, dice: &mut Dice) -> String {
        let corners = self.corners();
        if self.is_integer() && self.bits > 1 && dice.once_in(3) {
            // It is converted to the type where it is used.
            return format!("{}u", dice.bits() >> dice.below(64));
        }
        dice.pick(&corners).clone()
    }
}

/// Prints the number of the type of an expression, and its value in all types in which it may be told apart.
pub fn shown(expression: &str) -> String {
    let mut codes: Vec<String> = Vec::new();
    // Damson does not tell `char` from `signed char`: a choice between them is refused.
    let is_told = |at: usize, ty: &Arithmetic| {
        !(NAMED_INTEGERS..INTEGERS).contains(&at) && !ty.name.ends_with("char") || ty.name == "unsigned char"
    };
    let types = ARITHMETIC.iter().enumerate().filter(|(at, ty)| is_told(*at, ty));
    for (code, ty) in types {
        let print = match ty.show {
            Show::Signed => "show",
            Show::Unsigned => "show_unsigned",
            Show::Wide => "show_wide",
            Show::Double => "show_double",
            Show::LongDouble => "show_long_double",
        };
        codes.push(format!("{}: (show({code}), {print})", ty.name));
    }
    // The type chooses the function: the value passes it unchanged.
    codes.push("default: (show(1), show)".into());
    let codes = codes.join(", ");
    format!("_Generic({expression}, {codes})({expression});")
}
