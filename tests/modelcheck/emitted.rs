//! The texts that are written for the list insertion of the paper.

use crate::build::insertion;
use damson::base::Budget;
use damson::boolprog::compact;
use damson::emit::{promela, sr, sr_reader};

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

#[test]
fn sr_of_the_temporal_property_of_insertion() {
    let text = sr::emit_ltl(&compact::compact(&insertion()), 0, &Budget::unlimited()).unwrap();
    assert!(sr_reader::explore(&text, 1000).unwrap().violated.is_empty());
    insta::assert_snapshot!(text);
}
