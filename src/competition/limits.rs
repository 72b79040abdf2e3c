//! Limits of what is read.

/// Bytes of a property file or task definition: beyond, the file is refused. Real ones have less than a thousandth of this.
pub const MOST_BYTES: u64 = 16 << 20;
