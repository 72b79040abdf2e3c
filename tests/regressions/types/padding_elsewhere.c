// False: what lies between the members of an object that another file defines is not known.
void reach_error(void);
struct options { char level; int place; };
extern struct options options;
int main(void) {
    unsigned char *p = (unsigned char *)&options;
    if (!(p[1] == 0)) reach_error();
    return 0;
}
