//! Build script: generates the C parser from `grammar/c.lalrpop`.

fn main() {
    println!("cargo:rerun-if-changed=grammar");
    let generated = lalrpop::Configuration::new().emit_rerun_directives(false).process_dir("grammar");
    if let Err(error) = generated {
        eprintln!("grammar/c.lalrpop: {error}");
        std::process::exit(1);
    }
}
