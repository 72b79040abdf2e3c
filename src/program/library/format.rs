//! The grammar of `printf` and `scanf` formats.
//!
//! [`printf`] and [`scanf`] split a format into parts as in C's grammar. Each engine interprets the parts itself: the
//! analyses through [`super::conversions`], the interpreter by executing them. Nothing here prints, reads or evaluates.

use std::iter::Peekable;

/// Widths and precisions saturate here.
pub const MOST_WIDTH: i64 = 1 << 40;

/// Flags of a `printf` directive.
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
    /// A number in the format.
    Number(i64),
    /// `*`: the value of the next argument.
    Argument,
}

/// The length modifier of a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
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
    /// A combination that C does not have.
    Unknown,
}

/// A `printf` directive, from `%` to its conversion letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintDirective {
    pub flags: Flags,
    /// Minimum number of characters.
    pub width: Option<Amount>,
    /// The precision; 0 for a lone `.`.
    pub precision: Option<Amount>,
    pub length: Length,
    pub letter: u8,
}

/// A part of a `printf` format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PrintPart {
    /// A character that is printed literally.
    Byte(u8),
    Directive(PrintDirective),
    /// The format ends inside a directive.
    Unfinished,
}

/// The scan set of `%[…]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    negated: bool,
    ranges: Vec<(u8, u8)>,
}

/// A `scanf` directive, from `%` to its conversion letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScanDirective {
    /// `*`: the input is not stored.
    pub suppressed: bool,
    /// `m`: the input is stored in a new block.
    pub allocates: bool,
    /// Maximum number of characters.
    pub width: Option<i64>,
    pub length: Length,
    pub letter: u8,
    /// The scan set of `%[…]`.
    pub set: Option<Set>,
}

impl ScanDirective {
    pub fn takes_argument(&self) -> bool {
        !self.suppressed && self.letter != b'%'
    }
}

/// Returns the number of arguments that a `scanf` format requires (C11 7.21.6.2p2). With fewer the behaviour is
/// undefined for every input.
pub fn scanf_arguments(format: &[u8]) -> usize {
    let takes = |part: &ScanPart| matches!(part, ScanPart::Directive(directive) if directive.takes_argument());
    scanf(format).filter(takes).count()
}

/// A part of a `scanf` format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScanPart {
    /// White space, which matches any white space in the input.
    Space,
    /// A character that must match.
    Byte(u8),
    Directive(ScanDirective),
    /// The format ends inside a directive.
    Unfinished,
    /// The format ends inside `%[…]`.
    UnfinishedSet,
}

impl Length {
    /// Returns the size in bytes of an integer with this modifier, where pointers have `word` bytes.
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
    /// Returns true if the set contains a character.
    pub fn contains(&self, byte: u8) -> bool {
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&byte)) != self.negated
    }
}

/// Splits a `printf` format into parts, up to its NUL.
pub fn printf(format: &[u8]) -> impl Iterator<Item = PrintPart> {
    let mut bytes = Bytes::new(format);
    std::iter::from_fn(move || {
        Some(match bytes.next()? {
            b'%' => bytes.print_directive().map_or(PrintPart::Unfinished, PrintPart::Directive),
            byte => PrintPart::Byte(byte),
        })
    })
}

/// Splits a `scanf` format into parts, up to its NUL.
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

/// The unparsed rest of a format.
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
        // The flag has no effect in the "C" locale.
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

    /// Parses the rest of `%[…]`. A leading bracket belongs to the set.
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
                // A range, unless the minus comes last.
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
