// A block is freed twice if a machine is in the wrong state.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *buffer = malloc(8);
    int state = 0;
    int open = 1;
    while (state < 3) {
        int input = __VERIFIER_nondet_int();
        switch (state) {
        case 0:
            if (input != 5) {
                free(buffer);
                return 0;
            }
            state = 1;
            break;
        case 1:
            if (input == 6) {
                free(buffer);
                state = 2;
            } else {
                open = 0;
                state = 3;
            }
            break;
        default:
            state = 3;
        }
    }
    if (open) {
        free(buffer);
    }
    return 0;
}
