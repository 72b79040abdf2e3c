//! Reads messages of the client. What is no message is skipped: the next one may be.

use std::io::{self, BufRead, ErrorKind, Read};
use std::sync::mpsc::Sender;

use lsp_server::Message;

use super::Event;

/// Bytes of the longest message that is read; a longer one is skipped.
const LONGEST_MESSAGE: u64 = 64 << 20;
/// Bytes of the longest line of a head.
const LONGEST_LINE: u64 = 4_096;

/// Reads on a thread of its own.
pub(super) struct Reader {
    events: Sender<Event>,
}

impl Reader {
    pub fn new(events: Sender<Event>) -> Reader {
        Reader { events }
    }

    /// Reads until the input ends.
    pub fn read_all(&self, input: &mut impl BufRead) {
        loop {
            let event = match next(input) {
                Ok(Some(message)) => Event::Message(message),
                Err(error) if error.kind() == ErrorKind::InvalidData => Event::Skipped(error.to_string()),
                Ok(None) | Err(_) => return,
            };
            if self.events.send(event).is_err() {
                return;
            }
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let _ = self.events.send(Event::Closed);
    }
}

fn invalid(why: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}

/// Returns the next message; `None` at the end of the input.
fn next(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(length) = head(input)? else { return Ok(None) };
    if length > LONGEST_MESSAGE {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Err(invalid(format!("a message of {length} bytes is too long, and skipped")));
    }
    let mut text = Vec::new();
    input.take(length).read_to_end(&mut text)?;
    match serde_json::from_slice(&text) {
        Ok(message) => Ok(Some(message)),
        Err(_) if (text.len() as u64) < length => Ok(None),
        Err(error) => Err(invalid(format!("skipped what is no message: {error}"))),
    }
}

/// Reads the head of a message. Returns the length of its text; `None` at the end of the input.
fn head(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            // Empty lines before a head do no harm.
            match length {
                Some(length) => return Ok(Some(length)),
                None => continue,
            }
        }
        let wrong = || invalid(format!("skipped what is no head of a message: {line:?}"));
        let (name, value) = line.split_once(':').ok_or_else(wrong)?;
        if name.eq_ignore_ascii_case("content-length") {
            length = Some(value.trim().parse().map_err(|_| wrong())?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Reader};
    use lsp_server::Message;
    use std::sync::mpsc;

    /// What is read from a text: methods of messages, and why something was skipped.
    fn read(mut text: &[u8]) -> Vec<String> {
        let (events, received) = mpsc::channel();
        Reader::new(events).read_all(&mut text);
        let told = received.into_iter().map(|event| match event {
            Event::Message(Message::Notification(note)) => note.method,
            Event::Skipped(why) => why,
            Event::Closed => "closed".into(),
            other => format!("{other:?}"),
        });
        told.collect()
    }

    #[test]
    fn what_is_no_message_is_skipped() {
        let good = "content-length:16\r\n\r\n{\"method\": \"ok\"}";
        let after = |broken: &str| read(format!("{broken}{good}").as_bytes());
        assert_eq!(after(""), ["ok", "closed"]);
        assert_eq!(after("Content-Type: x\r\nContent-Length: 16\r\n\r\n{\"method\": \"it\"}"), ["it", "ok", "closed"]);
        let skipped = "skipped what is no head of a message";
        assert_eq!(after("hello\r\n\r\n"), [&format!("{skipped}: \"hello\""), "ok", "closed"]);
        assert_eq!(after("Content-Length: -1\r\n\r\n")[0], format!("{skipped}: \"Content-Length: -1\""));
        for text in ["{}", "[1", "\u{1}\u{2}"] {
            let told = after(&format!("Content-Length: 2\r\n\r\n{text}"));
            assert!(told[0].starts_with("skipped what is no message: ") && told[1..] == ["ok", "closed"], "{told:?}");
        }
        assert_eq!(read(b"Content-Length: 9\r\n\r\n{}"), ["closed"]);
        // A length that no memory has.
        assert!(read(b"Content-Length: 18446744073709551615\r\n\r\n{}")[0].contains("is too long"));
        assert_eq!(read(&[0xff; 9_000]).last().unwrap(), "closed");
    }
}
