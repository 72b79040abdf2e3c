void subject(int i) { int j; j = 1 / i; L: ; }
