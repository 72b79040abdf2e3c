//! The model checkers on small boolean programs: by hand, and at random, where all of them must agree.

mod agreement;
mod build;
mod emitted;
mod explicit;
mod random;
mod smaller;
mod spin;
mod temporal;
