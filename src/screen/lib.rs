//! The full screen of `damson explore`: panes that follow each other's selection.
//!
//! A front end passes events to [`Screen::handle`], draws with [`Screen::draw`], and fulfils the [`Wish`]es that are
//! returned: above all long-running work ([`ScreenWork::perform`]), which it does in a thread. This crate never reads a
//! terminal, a file or a clock: the state is plain data, and a test can do everything that a user can.
//!
//! | file | contents |
//! |---|---|
//! | `state` | the selection; the reaction to each event |
//! | `keys` | the table of keys: their actions and their descriptions |
//! | `act` | carries out the actions of keys and mouse |
//! | `work` | long-running commands, separated from the screen |
//! | `data` | the data of the panes, gathered from a session |
//! | `derivation` | the tree of a predicate: its causes, or its effects |
//! | `steps` | the run or path that is stepped through |
//! | `heap` | draws a heap with boxes and arrows |
//! | `layout` | the layout of the panes |
//! | `paint` | draws the screen: panes, keys, windows in front of them |
//! | `panes` | draws each pane |
//! | `style` | text styles, with colours and without |
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
