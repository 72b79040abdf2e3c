//! `#pragma pack` as in GCC: the maximum alignment in records, which changes from line to line.

/// The `#pragma pack` lines of a text.
#[derive(Clone, Default, Debug)]
pub struct Packs {
    /// Changes of the maximum alignment, each with the offset from which it applies.
    pub changes: Vec<(u32, Option<u32>)>,
    pushed: Vec<(Option<String>, Option<u32>)>,
}

impl Packs {
    /// Parses the text after `#pragma`; `None` if it is not `pack`.
    pub fn pragma(&mut self, offset: u32, text: &str) -> Option<Result<(), String>> {
        let text = text.trim().strip_prefix("pack")?.trim_start();
        let Some(arguments) = text.strip_prefix('(').and_then(|text| text.split_once(')')) else {
            return Some(Err("`#pragma pack` needs a list in parentheses".to_owned()));
        };
        let words: Vec<&str> = arguments.0.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        Some(self.pack(offset, &words))
    }

    fn current(&self) -> Option<u32> {
        self.changes.last().and_then(|(_, limit)| *limit)
    }

    fn pack(&mut self, offset: u32, words: &[&str]) -> Result<(), String> {
        let limit = match words {
            [] => None,
            ["push", rest @ ..] => {
                let (label, rest) = label(rest);
                self.pushed.push((label, self.current()));
                match rest {
                    [] => self.current(),
                    [number] => size(number)?,
                    _ => return Err("malformed `#pragma pack`".to_owned()),
                }
            }
            ["pop", rest @ ..] => {
                let (label, _) = label(rest);
                let found = match &label {
                    None => self.pushed.len().checked_sub(1),
                    Some(_) => self.pushed.iter().rposition(|(name, _)| *name == label),
                };
                // Nothing was pushed: GCC warns and continues.
                let Some(found) = found else { return Ok(()) };
                let limit = self.pushed.get(found).and_then(|(_, limit)| *limit);
                self.pushed.truncate(found);
                limit
            }
            [number] => size(number)?,
            _ => return Err("malformed `#pragma pack`".to_owned()),
        };
        self.changes.push((offset, limit));
        Ok(())
    }
}

/// Splits off a name before the number.
fn label<'w, 't>(words: &'w [&'t str]) -> (Option<String>, &'w [&'t str]) {
    match words {
        [first, rest @ ..] if first.starts_with(|c: char| c == '_' || c.is_alphabetic()) => {
            (Some((*first).to_owned()), rest)
        }
        _ => (None, words),
    }
}

fn size(text: &str) -> Result<Option<u32>, String> {
    match text.parse() {
        Ok(0) => Ok(None),
        Ok(limit @ (1 | 2 | 4 | 8 | 16)) => Ok(Some(limit)),
        _ => Err(format!("`#pragma pack` cannot align to `{text}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_pushed_and_popped() {
        let mut packs = Packs::default();
        let mut after = |text: &str| {
            packs.pragma(0, text).unwrap().unwrap();
            packs.current()
        };
        assert_eq!(after(" pack(push, 2)"), Some(2));
        assert_eq!(after(" pack ( push , name , 4 )"), Some(4));
        assert_eq!(after("pack(1)"), Some(1));
        assert_eq!(after("pack(pop, name)"), Some(2));
        assert_eq!(after("pack(pop)"), None);
        assert_eq!(after("pack(pop)"), None);
        assert_eq!(after("pack(8)"), Some(8));
        assert_eq!(after("pack()"), None);
        assert!(packs.pragma(0, "pack(3)").unwrap().is_err());
        assert!(packs.pragma(0, "once").is_none());
    }
}
