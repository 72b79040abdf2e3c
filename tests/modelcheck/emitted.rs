//! The texts that are written for the list insertion of the paper.

use crate::build::insertion;
use damson::boolprog::compact;
use damson::emit::{promela, sr};

#[test]
fn promela_of_insertion() {
    insta::assert_snapshot!(promela::emit(&insertion()).unwrap().text);
}

#[test]
fn promela_of_compacted_insertion() {
    insta::assert_snapshot!(promela::emit(&compact::compact(&insertion())).unwrap().text);
}

#[test]
fn sr_of_insertion() {
    insta::assert_snapshot!(sr::emit(&insertion()).unwrap());
}

#[test]
fn sr_of_compacted_insertion() {
    insta::assert_snapshot!(sr::emit(&compact::compact(&insertion())).unwrap());
}
