void subject(int i) { if (i != i) { L: ; } M: ; }
