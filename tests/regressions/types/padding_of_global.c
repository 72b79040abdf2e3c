// False at a call from outside; but all bytes of a global were written.
void reach_error(void);
struct options { char level; int place; };
struct options options;
int f(void) {
    unsigned char *p = (unsigned char *)&options;
    if (p[1] == 7)
        return 1;
    if (!(p[1] == 0)) reach_error();
    return 0;
}
