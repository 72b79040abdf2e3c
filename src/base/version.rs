//! Which Damson this is.

/// The version, and in release builds of a checkout the commit: `0.1.0 (0e29997b4711)`.
pub fn version() -> String {
    let version = number();
    match option_env!("DAMSON_COMMIT") {
        Some(commit) => format!("{version} ({commit})"),
        None => version.into(),
    }
}

/// The version alone, the same for every build of it.
pub fn number() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
