//! Reads and writes of object contents.

use super::*;
use crate::domain::value::{Address, ObjectId, UnknownId};
use base::ids::Id;

fn zeroed() -> Object {
    Object::new(Origin::Stack, Range::exactly(32), Fill::Zero)
}

#[test]
fn a_write_cuts_what_it_overwrites() {
    let mut object = zeroed();
    object.write(0, 8, Value::Integer(0x0807_0605_0403_0201));
    object.write(2, 2, Value::ZERO);
    assert_eq!(object.read(0, 2), Value::Integer(0x0201));
    assert_eq!(object.read(2, 2), Value::ZERO);
    assert_eq!(object.read(4, 4), Value::Integer(0x0807_0605));
    assert_eq!(object.read(0, 8), Value::Integer(0x0807_0605_0000_0201));
}

#[test]
fn what_the_fill_says_is_no_field() {
    let mut object = zeroed();
    object.write(8, 8, Value::Integer(5));
    object.write(8, 8, Value::ZERO);
    assert!(object.fields().is_empty());
    assert_eq!(object.read(4, 16), Value::ZERO);
}

#[test]
fn a_value_that_becomes_what_the_fill_says_is_no_field() {
    let mut object = zeroed();
    object.write(8, 8, Value::ANY);
    object.map_values(|_| Value::ZERO);
    assert_eq!(object, zeroed());
}

#[test]
fn what_many_bytes_hold_has_no_identity() {
    let mut object = zeroed();
    object.write(0, 32, Value::Unknown(UnknownId::from_index(0)));
    assert_eq!(object.read(0, 32), Value::ANY);
}

#[test]
fn part_of_an_address_is_anything() {
    let mut object = zeroed();
    let address = Value::Address(Address::region(ObjectId::from_index(0)));
    object.write(8, 8, address);
    assert_eq!(object.read(8, 8), address);
    assert_eq!(object.read(8, 4), Value::ANY);
    object.write(12, 4, Value::ZERO);
    assert_eq!(object.read(8, 8), Value::ANY);
}
