void subject(int i) { i = 1 << 32; L: ; }
