//! The full screen of `damson explore`: panes that follow each other.
//!
//! A front end hands events to [`Screen::handle`], draws with [`Screen::draw`], and carries out the [`Wish`]es that come back: long work
//! above all ([`ScreenWork::perform`]), which it does in a thread. Never reads a terminal, a file or a clock: the state is plain data,
//! and a test can do all that a person can.
//!
//! | file | what stands there |
//! |---|---|
//! | `state` | what is selected; the answer to each event |
//! | `keys` | the table of keys: what they do, and what is said about them |
//! | `act` | carries out what keys stand for |
//! | `work` | commands that may take long, apart from the screen |
//! | `data` | what the panes show, gathered from a session |
//! | `derivation` | the tree of a predicate: where it comes from, or what follows from it |
//! | `steps` | the run or path that is stepped through |
//! | `heap` | draws a heap with boxes and arrows |
//! | `layout` | where each pane is |
//! | `paint` | draws the screen: panes, keys, windows in front of them |
//! | `panes` | draws each pane |
//! | `style` | how text is marked, with colours and without |
//! | `limits` | limits, each with its unit |

mod act;
mod data;
mod derivation;
mod heap;
mod keys;
mod layout;
mod limits;
mod paint;
mod panes;
mod state;
mod steps;
mod style;
mod work;

pub use keys::KEYS;
pub use layout::Pane;
pub use state::{Screen, Wish};
pub use style::Theme;
pub use work::{Finished, ScreenWork};
