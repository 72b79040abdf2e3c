//! `--log LEVEL`: a log for Damson's developers: stages with the time since the start. Not for scripts: it changes with
//! the code.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt;

use super::options::LogLevel;

/// Starts logging to standard error.
pub(super) fn start(level: LogLevel) {
    let level = match level {
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let log = fmt().with_max_level(level).with_timer(fmt::time::uptime()).with_writer(std::io::stderr);
    // A user of this crate as a library may have installed a subscriber already, which then takes precedence.
    let _ = log.with_ansi(false).with_span_events(fmt::format::FmtSpan::CLOSE).try_init();
}
