/* The object lives: no error of memory. */
const int a = 1;
void subject(void) { int *p; p = (int *)&a; *p = 2; L: ; }
