void subject(void) { int j; if (j) ; L: ; }
