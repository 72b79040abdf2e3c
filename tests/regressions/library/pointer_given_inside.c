// Not true: the call gives a pointer to the character.
char *stpncpy(char *, const char *, unsigned long);
void f(void) {
    char c;
    char *p = stpncpy(&c, "", 1);
    c = 5;
    *p = 9;
L:  ;
}
