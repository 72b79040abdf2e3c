// Each case reads or writes where it may not; which one comes is not known.
// TRUE: invalid-dereference in line 20
// TRUE: out-of-bounds in line 21
// TRUE: out-of-bounds in line 22
// TRUE: out-of-bounds in line 23
// TRUE: invalid-dereference in line 24
// TRUE: out-of-bounds in line 25
// TRUE: out-of-bounds in line 28
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    char four[4] = "abc", ten[64];
    size_t none = 0;
    switch (__VERIFIER_nondet_int()) {
    case 1: strcpy(four, NULL); break;
    case 2: memset(four, 0, none - 1); break;
    case 3: strcat(four, "d"); break;
    case 4: sprintf(four, "%d", 1000000); break;
    case 5: sprintf(NULL, "x"); break;
    case 6: scanf("%s", four); break;
    case 7: sprintf(ten, "%d of %s: %c%%", 3, four, 'x'); break;
    case 8: printf("%p %d\n", (void *)NULL, 4); break;
    case 9: memccpy(four, ten, 'x', 64); break;
    }
    return 0;
}
