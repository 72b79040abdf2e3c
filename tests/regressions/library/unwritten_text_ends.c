unsigned long strlen(const char *);
void f(void) { char b[4]; b[3] = 0; int r = strlen(b); L: ; }
