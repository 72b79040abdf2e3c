//! Stops a process together with the processes that it started, such as the parts of a C compiler.
//!
//! It starts none but `kill`. Its users are the modules that may start processes.

use std::process::{Child, Command, Stdio};

/// Gives the process of a command a group of its own, so that [`stop`] also reaches the processes that it starts.
#[cfg(unix)]
pub fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
pub fn own_group(_command: &mut Command) {}

/// Stops a process and, if the system supports it, all processes that it started.
pub fn stop(child: &mut Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        // Best effort: the child itself is killed below in any case.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    }
    // It may have ended by itself in the meantime; then there is nothing to do.
    let _ = child.kill();
    let _ = child.wait();
}
