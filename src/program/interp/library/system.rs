//! Functions of POSIX about the process, its terminal and files by name. They do not call the real system: the process and
//! the user have fixed numbers, no descriptor is a terminal, nothing interrupts `sleep`, and the run chooses whether a
//! directory or a file can be used.

use super::Call;
use crate::LibraryFunction as F;
use crate::interp::fault::Fault;
use crate::interp::memory::Value;

/// The number of the process.
const PROCESS: i128 = 4242;
/// The number of the user and of the group.
const USER: i128 = 1000;
/// `ENOENT`
const NO_SUCH_FILE: i32 = 2;
/// `ENOTTY`
const NO_TERMINAL: i32 = 25;

impl Call<'_, '_> {
    pub(super) fn system(&mut self) -> Result<Value, Fault> {
        match self.function {
            F::Getpid => Ok(Value::Integer(PROCESS)),
            F::Getuid => Ok(Value::Integer(USER)),
            F::Isatty => {
                self.integer(0)?;
                self.set_error(NO_TERMINAL)?;
                Ok(Value::Integer(0))
            }
            F::Sleep => {
                self.integer(0)?;
                Ok(Value::Integer(0))
            }
            _ => self.use_path(),
        }
    }

    /// Functions on a file or a directory by its name: nothing is there under an empty one.
    fn use_path(&mut self) -> Result<Value, Fault> {
        let path = self.read(0, None)?;
        if self.function != F::Chdir {
            self.integer(1)?;
        }
        if self.chooser.choose(2) == 1 && !path.is_empty() {
            return Ok(Value::Integer(0));
        }
        self.set_error(NO_SUCH_FILE)?;
        Ok(Value::Integer(-1))
    }
}
