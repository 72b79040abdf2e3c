/* The element lies in the object: no error of memory. */
int a[2][3];
void subject(void) { a[0][4] = 1; L: ; }
