// Only what the property names is an error.
// unreach-call: FALSE(unreach-call)
// my-error: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
    int number = __VERIFIER_nondet_int();
    if (number == 17) {
        reach_error();
    }
    return 0;
}
