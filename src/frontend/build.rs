//! Build script: generates the C parser from `grammar/c.lalrpop`.

use std::path::Path;

fn main() {
    let folder = Path::new("grammar");
    println!("cargo:rerun-if-changed={}", folder.display());
    let out = std::env::var_os("OUT_DIR").unwrap_or_default();
    let generated =
        lalrpop::Configuration::new().emit_rerun_directives(false).set_in_dir(folder).set_out_dir(out).process();
    if let Err(error) = generated {
        eprintln!("grammar/c.lalrpop: {error}");
        std::process::exit(1);
    }
}
