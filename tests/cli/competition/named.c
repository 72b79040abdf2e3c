// my-error: FALSE(unreach-call)
// unreach-call: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void my_error(void) {}
int main(void) {
    if (__VERIFIER_nondet_int() == 17) {
        my_error();
    }
    return 0;
}
