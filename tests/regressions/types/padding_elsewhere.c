// False: what lies between the members of an object that another file defines is not known.
#include <assert.h>
struct options { char level; int place; };
extern struct options options;
int main(void) {
    unsigned char *p = (unsigned char *)&options;
    assert(p[1] == 0);
    return 0;
}
