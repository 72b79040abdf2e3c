//! Build script: generates the C parser from `grammar/c.lalrpop`.
fn main() {
    println!("cargo:rerun-if-changed=grammar");
}
