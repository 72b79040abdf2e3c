extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>

int main(int argc, char **argv)
{
    int length = __VERIFIER_nondet_int(), count = 0;
    if (length < 10 || length > 20)
        return 0;
    while (__VERIFIER_nondet_int()) {
        int number = __VERIFIER_nondet_int();
        if (number > 5 && number < 1000)
            count++;
        if (count > 1)
            break;
    }
    if (count < 2)
        return 0;
    char *block = malloc(length);
    if (argc > 2)
        block[length] = 1;
    free(block);
    return 0;
}
