//! What the types and variables of a program are, by the constructs that it is about.

use damson::program::interp::{Chooser, Random};

/// A construct that a program may be about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Feature {
    Data,
    Previous,
    BitFields,
    Nested,
    Links,
    IntArray,
    Union,
    Narrow,
    Floats,
    Enumeration,
    Handles,
    VoidPointer,
    Prefix,
    Strings,
    Memory,
    Printing,
    Globals,
    FunctionPointers,
    NoBody,
    Unsupported,
    Scopes,
    Variadic,
    FreedComparison,
    OddAllocation,
    Input,
    Ends,
    Addresses,
    MainEntry,
    Jumps,
    Numbers,
    Operators,
    FirstMember,
    Lifetimes,
    Records,
    Recursion,
    Rings,
    BackLinks,
    Outside,
}

use Feature::*;

/// All of them.
pub const FEATURES: [Feature; 38] = [
    Data,
    Previous,
    BitFields,
    Nested,
    Links,
    IntArray,
    Union,
    Narrow,
    Floats,
    Enumeration,
    Handles,
    VoidPointer,
    Prefix,
    Strings,
    Memory,
    Printing,
    Globals,
    FunctionPointers,
    NoBody,
    Unsupported,
    Scopes,
    Variadic,
    FreedComparison,
    OddAllocation,
    Input,
    Ends,
    Addresses,
    MainEntry,
    Jumps,
    Numbers,
    Operators,
    FirstMember,
    Lifetimes,
    Records,
    Recursion,
    Rings,
    BackLinks,
    Outside,
];

/// Types and variables.
#[derive(Clone, Debug)]
pub struct Theme {
    pub features: Vec<Feature>,
    /// The type of the member `d`.
    pub data_type: &'static str,
    /// Widths of the bit-fields `b` (signed) and `c` (unsigned).
    pub widths: (u32, u32),
    /// Whether the link is not the first member.
    pub data_first: bool,
    /// Names of type `Node *`, `Node`, `Node **`.
    pub pointers: Vec<&'static str>,
    pub nodes: Vec<&'static str>,
    pub handles: Vec<&'static str>,
    /// Names of integers with their types; the first are parameters.
    pub integers: Vec<(&'static str, &'static str)>,
    pub integer_parameters: usize,
}

impl Theme {
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// A random one, of a few constructs; `DAMSON_FEATURE` names one that is always there.
    pub fn random(random: &mut Random) -> Theme {
        let mut features = Vec::new();
        for _ in 0..1 + random.choose(3) {
            features.push(FEATURES[random.choose(FEATURES.len())]);
        }
        if let Ok(name) = std::env::var("DAMSON_FEATURE") {
            features.extend(FEATURES.iter().filter(|feature| format!("{feature:?}") == name));
        }
        if features.contains(&Rings) {
            features.push(Previous);
        }
        // Pointers from outside name globals.
        if features.contains(&Outside) {
            features.push(Globals);
        }
        features.sort();
        features.dedup();
        let has = |feature| features.contains(&feature);
        let mut pointers = vec!["x", "y"];
        let mut nodes = Vec::new();
        let mut handles = Vec::new();
        let mut integers = Vec::new();
        let mut rarely = |one_in: usize| random.choose(one_in) == 0;
        if !rarely(3) {
            pointers.push("t");
        }
        if rarely(6) || has(Globals) {
            pointers.push("g");
        }
        if has(Globals) {
            pointers.push("gp");
            nodes.push("h");
        }
        if rarely(6) || has(Records) {
            nodes.push("s");
        }
        if has(Handles) {
            handles.push("q");
        }
        if has(Handles) || has(FirstMember) || has(BackLinks) {
            handles.push("r");
        }
        let needs = [
            Narrow,
            BitFields,
            Union,
            Enumeration,
            Numbers,
            Operators,
            Variadic,
            IntArray,
            Printing,
            Input,
            FreedComparison,
        ];
        if rarely(3) || needs.iter().any(|feature| has(*feature)) {
            integers.push(("i", "int"));
        }
        let integer_parameters = integers.len();
        integers.push(("j", "int"));
        if has(Narrow) {
            let all = [
                ("uc", "unsigned char"),
                ("sc", "signed char"),
                ("us", "unsigned short"),
                ("sh", "short"),
                ("ui", "unsigned"),
                ("l", "long"),
                ("ul", "unsigned long"),
                ("bo", "_Bool"),
            ];
            for _ in 0..3 {
                let one = all[random.choose(all.len())];
                if !integers.contains(&one) {
                    integers.push(one);
                }
            }
        }
        if has(FreedComparison) {
            integers.extend([("e1", "int"), ("e2", "int")]);
        }
        if has(Variadic) {
            integers.push(("vs", "int"));
        }
        let data = ["int", "int", "unsigned", "char", "short", "long", "unsigned char", "_Bool", "unsigned long"];
        Theme {
            data_type: data[random.choose(data.len())],
            widths: (2 + random.choose(5) as u32, 1 + random.choose(6) as u32),
            data_first: random.choose(4) == 0,
            features,
            pointers,
            nodes,
            handles,
            integers,
            integer_parameters,
        }
    }
}
