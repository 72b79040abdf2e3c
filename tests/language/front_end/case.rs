//! One case: a text of C whose statements print what is compared.

use std::fmt;

use damson::program::interp::Random;

/// Files of a program: some cases have declarations in the others.
pub const FILES: usize = 3;

/// A case. In its texts, `@` stands for its number, which makes names unique.
#[derive(Clone, Default, PartialEq)]
pub struct Case {
    /// What stands at file scope, in each file.
    pub files: [String; FILES],
    /// Statements of a function of the first file, behind its declarations.
    pub body: String,
}

impl Case {
    /// A case of statements alone.
    pub fn of(body: impl Into<String>) -> Case {
        Case { body: body.into(), ..Case::default() }
    }

    /// A case with declarations.
    pub fn with(declarations: impl Into<String>, body: impl Into<String>) -> Case {
        let mut case = Case::of(body);
        case.files[0] = declarations.into();
        case
    }

    /// Some of the forms, which are declarations and statements, the statements each in a block of their own: the next one of all,
    /// and others that are drawn. What `filled` makes of a form's place is declared first, and stands for words in its texts.
    pub fn some(
        (index, dice): (u64, &mut Dice),
        forms: &[(&str, &str)],
        count: usize,
        mut filled: impl FnMut(usize, &mut Dice) -> (String, Vec<(&'static str, String)>),
    ) -> Case {
        let (mut declarations, mut body, mut taken) = (String::new(), String::new(), Vec::new());
        for place in 0..count {
            let next = (index % forms.len() as u64) as usize;
            let at = if place == 0 { next } else { dice.below(forms.len()) };
            if taken.contains(&at) {
                continue;
            }
            taken.push(at);
            let (declared, words) = filled(at, dice);
            let text = |form: &str| words.iter().fold(form.to_string(), |text, (word, by)| text.replace(word, by));
            declarations.push_str(&format!("{declared}{}\n", text(forms[at].0)));
            body.push_str(&format!("{{\n{}\n}}\n", text(forms[at].1)));
        }
        Case::with(declarations, body)
    }

    /// The case without one of its lines, each of them in turn.
    pub fn smaller(&self) -> impl Iterator<Item = Case> + '_ {
        let texts = self.files.iter().chain([&self.body]).enumerate();
        texts.flat_map(move |(place, text)| {
            (0..text.lines().count()).rev().map(move |line| {
                let kept: Vec<&str> =
                    text.lines().enumerate().filter(|(at, _)| *at != line).map(|(_, text)| text).collect();
                let mut case = self.clone();
                *case.files.get_mut(place).unwrap_or(&mut case.body) = kept.join("\n");
                case
            })
        })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, text) in self.files.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            writeln!(formatter, "// file {number}\n{text}")?;
        }
        writeln!(formatter, "int main(void) {{\n{}\n}}", self.body)
    }
}

/// What generators draw from.
pub struct Dice(Random);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        let mut random = Random::new(seed);
        Dice(Random::new(random.next_bits()))
    }

    pub fn bits(&mut self) -> u64 {
        self.0.next_bits()
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count.max(1) as u64) as usize
    }

    pub fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
