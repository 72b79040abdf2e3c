/* Another file defines it: it may be any number. */
extern const int n;
void subject(void) { L: ; }
