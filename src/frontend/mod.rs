//! C text to syntax tree: preprocessing, lexer, LALRPOP parser.

pub mod ast;
