//! The version of Damson.

/// The version, with the commit in release builds of a checkout: `0.1.0 (0e29997b4711)`.
pub fn version() -> String {
    let version = number();
    match option_env!("DAMSON_COMMIT") {
        Some(commit) => format!("{version} ({commit})"),
        None => version.into(),
    }
}

/// The version number alone, the same for all builds.
pub fn number() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
