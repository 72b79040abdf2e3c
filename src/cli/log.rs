//! `--log LEVEL`: what Damson does, for its developers: stages with the time since the start. Not for scripts: it changes with the code.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt;

use super::options::LogLevel;

/// From now on everything that is done is logged to standard error.
pub(super) fn start(level: LogLevel) {
    let level = match level {
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let log = fmt().with_max_level(level).with_timer(fmt::time::uptime()).with_writer(std::io::stderr);
    // Whoever uses this crate as a library may listen already: then what they say counts.
    let _ = log.with_ansi(false).with_span_events(fmt::format::FmtSpan::CLOSE).try_init();
}
