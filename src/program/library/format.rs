//! The grammar of the formats of `printf` and of `scanf`, and of the functions that take the same formats.
//!
//! [`printf`] and [`scanf`] split a format into parts, as C's grammar has them. Each engine gives the parts its own
//! meaning: the analyses by [`super::conversions`], the interpreter by running them. Nothing here prints, reads or
//! evaluates anything.

use std::iter::Peekable;

/// Larger widths and precisions count as this one.
pub const MOST_WIDTH: i64 = 1 << 40;

/// The flags of a directive of `printf`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// A space.
    pub space: bool,
    /// `0`
    pub zero: bool,
    /// `#`
    pub alternate: bool,
    /// `'`
    pub grouped: bool,
}

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// It stands in the format.
    Number(i64),
    /// `*`: the next argument has it.
    Argument,
}

/// The length modifier of a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// No modifier.
    Plain,
    /// `hh`
    Char,
    /// `h`
    Short,
    /// `l`
    Long,
    /// `ll`, `q`
    LongLong,
    /// `j`
    Largest,
    /// `z`
    Size,
    /// `t`
    Difference,
    /// `L`
    LongDouble,
    /// Modifiers that C does not have.
    Unknown,
}

/// A directive of `printf`: `%`, and what belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintDirective {
    /// The flags.
    pub flags: Flags,
    /// The least number of characters.
    pub width: Option<Amount>,
    /// The precision; that of a lone `.` is 0.
    pub precision: Option<Amount>,
    /// The length modifier.
    pub length: Length,
    /// The conversion.
    pub letter: u8,
}

/// A part of a format of `printf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintPart {
    /// A character that is printed as it is.
    Byte(u8),
    /// A directive.
    Directive(PrintDirective),
    /// The format ends in a directive.
    Unfinished,
}

/// The characters of `%[…]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    negated: bool,
    ranges: Vec<(u8, u8)>,
}

/// A directive of `scanf`: `%`, and what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScanDirective {
    /// `*`: what is read is not stored.
    pub suppressed: bool,
    /// `m`: what is read goes to a new block.
    pub allocates: bool,
    /// The largest number of characters.
    pub width: Option<i64>,
    /// The length modifier.
    pub length: Length,
    /// The conversion.
    pub letter: u8,
    /// The characters that `%[…]` takes.
    pub set: Option<Set>,
}

impl ScanDirective {
    /// Whether there must be an argument for it.
    pub fn takes_argument(&self) -> bool {
        !self.suppressed && self.letter != b'%'
    }
}

/// How many arguments there must be behind a format of `scanf`. (C11 7.21.6.2p2) With fewer the behaviour is undefined, whatever the
/// input is.
pub fn scanf_arguments(format: &[u8]) -> usize {
    let takes = |part: &ScanPart| matches!(part, ScanPart::Directive(directive) if directive.takes_argument());
    scanf(format).filter(takes).count()
}

/// A part of a format of `scanf`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScanPart {
    /// White space: any white space in the input.
    Space,
    /// A character that must be there.
    Byte(u8),
    /// A directive.
    Directive(ScanDirective),
    /// The format ends in a directive.
    Unfinished,
    /// The format ends in the characters of `%[…]`.
    UnfinishedSet,
}

impl Length {
    /// How many bytes an integer has with this modifier, where a pointer has `word` bytes.
    pub fn integer_bytes(self, word: u64) -> Option<u64> {
        match self {
            Length::Plain => Some(4),
            Length::Char => Some(1),
            Length::Short => Some(2),
            Length::Long | Length::Size | Length::Difference => Some(word),
            Length::LongLong | Length::Largest | Length::LongDouble => Some(8),
            Length::Unknown => None,
        }
    }

    fn of(modifiers: &[u8]) -> Length {
        match modifiers {
            [] => Length::Plain,
            b"hh" => Length::Char,
            b"h" => Length::Short,
            b"l" => Length::Long,
            b"ll" | b"q" => Length::LongLong,
            b"j" => Length::Largest,
            b"z" => Length::Size,
            b"t" => Length::Difference,
            b"L" => Length::LongDouble,
            _ => Length::Unknown,
        }
    }
}

impl Set {
    /// Whether a character is in it.
    pub fn contains(&self, byte: u8) -> bool {
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&byte)) != self.negated
    }
}

/// The parts of a format of `printf`, up to its zero byte.
pub fn printf(format: &[u8]) -> impl Iterator<Item = PrintPart> {
    let mut bytes = Bytes::new(format);
    std::iter::from_fn(move || {
        Some(match bytes.next()? {
            b'%' => bytes.print_directive().map_or(PrintPart::Unfinished, PrintPart::Directive),
            byte => PrintPart::Byte(byte),
        })
    })
}

/// The parts of a format of `scanf`, up to its zero byte.
pub fn scanf(format: &[u8]) -> impl Iterator<Item = ScanPart> {
    let mut bytes = Bytes::new(format);
    std::iter::from_fn(move || {
        Some(match bytes.next()? {
            b'%' => bytes.scan_directive(),
            byte if byte.is_ascii_whitespace() => ScanPart::Space,
            byte => ScanPart::Byte(byte),
        })
    })
}

/// What is left of a format.
struct Bytes<'f>(Peekable<std::slice::Iter<'f, u8>>);

impl<'f> Bytes<'f> {
    fn new(format: &'f [u8]) -> Self {
        let end = format.iter().position(|byte| *byte == 0).unwrap_or(format.len());
        Bytes(format.get(..end).unwrap_or(format).iter().peekable())
    }

    fn next(&mut self) -> Option<u8> {
        self.0.next().copied()
    }

    fn next_if(&mut self, wanted: &[u8]) -> Option<u8> {
        self.0.next_if(|byte| wanted.contains(*byte)).copied()
    }

    fn skip(&mut self, wanted: u8) -> bool {
        self.next_if(&[wanted]).is_some()
    }

    fn number(&mut self) -> Option<i64> {
        let mut number = None;
        while let Some(digit) = self.next_if(b"0123456789") {
            number = Some((10 * number.unwrap_or(0) + i64::from(digit - b'0')).min(MOST_WIDTH));
        }
        number
    }

    fn amount(&mut self) -> Option<Amount> {
        if self.skip(b'*') { Some(Amount::Argument) } else { self.number().map(Amount::Number) }
    }

    fn length(&mut self) -> Length {
        let modifiers: Vec<u8> = std::iter::from_fn(|| self.next_if(b"hlqjztL")).collect();
        Length::of(&modifiers)
    }

    fn print_directive(&mut self) -> Option<PrintDirective> {
        let mut flags = Flags::default();
        while let Some(flag) = self.next_if(b"-+ 0#'") {
            match flag {
                b'-' => flags.left = true,
                b'+' => flags.plus = true,
                b' ' => flags.space = true,
                b'0' => flags.zero = true,
                b'#' => flags.alternate = true,
                _ => flags.grouped = true,
            }
        }
        let width = self.amount();
        let precision = self.skip(b'.').then(|| self.amount().unwrap_or(Amount::Number(0)));
        Some(PrintDirective { flags, width, precision, length: self.length(), letter: self.next()? })
    }

    fn scan_directive(&mut self) -> ScanPart {
        let suppressed = self.skip(b'*');
        // Digits are not grouped in the locale of C.
        self.skip(b'\'');
        let width = self.number();
        let allocates = self.skip(b'm');
        let length = self.length();
        let Some(letter) = self.next() else { return ScanPart::Unfinished };
        let set = if letter == b'[' { self.set() } else { None };
        match (letter, &set) {
            (b'[', None) => ScanPart::UnfinishedSet,
            _ => ScanPart::Directive(ScanDirective { suppressed, allocates, width, length, letter, set }),
        }
    }

    /// The characters of `%[…]`. A bracket that comes first is one of them.
    fn set(&mut self) -> Option<Set> {
        let mut set = Set { negated: self.skip(b'^'), ranges: Vec::new() };
        let mut first = true;
        loop {
            let byte = self.next()?;
            if byte == b']' && !first {
                return Some(set);
            }
            first = false;
            match (byte, set.ranges.pop()) {
                // A range, unless the minus is the last one.
                (b'-', Some((low, high))) if low == high && self.0.peek().is_some_and(|next| **next != b']') => {
                    let high = self.next().unwrap_or(low);
                    set.ranges.push((low, high));
                }
                (_, last) => {
                    set.ranges.extend(last);
                    set.ranges.push((byte, byte));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print_directives(format: &str) -> Vec<PrintDirective> {
        let directive = |part| match part {
            PrintPart::Directive(directive) => Some(directive),
            PrintPart::Byte(_) | PrintPart::Unfinished => None,
        };
        printf(format.as_bytes()).filter_map(directive).collect()
    }

    #[test]
    fn a_print_directive_has_flags_width_precision_length_and_letter() {
        let [directive, all] = print_directives("a%-08.*lldb%%")[..] else { panic!() };
        assert!(directive.flags.left && directive.flags.zero && !directive.flags.plus);
        assert_eq!((directive.width, directive.precision), (Some(Amount::Number(8)), Some(Amount::Argument)));
        assert_eq!((directive.length, directive.letter), (Length::LongLong, b'd'));
        assert_eq!((all.letter, all.width), (b'%', None));
        assert_eq!(print_directives("%.s")[0].precision, Some(Amount::Number(0)));
        assert_eq!(print_directives("%hlx")[0].length, Length::Unknown);
        assert_eq!(print_directives("%99999999999999999999d")[0].width, Some(Amount::Number(MOST_WIDTH)));
        assert_eq!(printf(b"x%-\0d").collect::<Vec<_>>(), [PrintPart::Byte(b'x'), PrintPart::Unfinished]);
    }

    #[test]
    fn a_scan_directive_has_its_set() {
        let [ScanPart::Byte(b'x'), ScanPart::Space, ScanPart::Directive(directive)] =
            &scanf(b"x %*5[]^a-c-]").collect::<Vec<_>>()[..]
        else {
            panic!()
        };
        assert!(directive.suppressed && directive.width == Some(5));
        let set = directive.set.as_ref().unwrap();
        assert!(b"]^abc-".iter().all(|byte| set.contains(*byte)) && !set.contains(b'd'));
        let [ScanPart::Directive(directive), ScanPart::Byte(b'y')] = &scanf(b"%[^^]y").collect::<Vec<_>>()[..] else {
            panic!()
        };
        let set = directive.set.as_ref().unwrap();
        assert!(!set.contains(b'^') && set.contains(b']'));
        assert_eq!(scanf(b"%[]").collect::<Vec<_>>(), [ScanPart::UnfinishedSet]);
        assert_eq!(scanf(b"%l").collect::<Vec<_>>(), [ScanPart::Unfinished]);
        assert!(matches!(
            &scanf(b"%ms").collect::<Vec<_>>()[..],
            [ScanPart::Directive(ScanDirective { allocates: true, .. })]
        ));
    }
}
