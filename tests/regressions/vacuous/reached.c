void subject(int i) { if (i == 7) { L: ; } M: ; }
