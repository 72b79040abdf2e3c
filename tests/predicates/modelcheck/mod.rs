//! The model checkers on small boolean programs: by hand, and at random, where all of them must agree.

mod abc;
mod agreement;
mod build;
mod circuits;
mod emitted;
mod explicit;
mod machine;
mod random;
mod smaller;
mod spin;
mod temporal;
