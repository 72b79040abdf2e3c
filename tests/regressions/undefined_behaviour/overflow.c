void subject(int i) { i = 2147483647; i = i + 1; L: ; }
