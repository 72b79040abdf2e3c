// A text is written over what is read for it.
// TRUE: overlapping-copy in line 18
// TRUE: overlapping-copy in line 19
// TRUE: overlapping-copy in line 20
// TRUE: overlapping-copy in line 21
// TRUE: overlapping-copy in line 22
// TRUE: overlapping-copy in line 23
// TRUE: overlapping-copy in line 24
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char s[20] = "abcdef";
    switch (__VERIFIER_nondet_int()) {
    case 0: strcat(s, s); break;
    case 1: strcpy(s, s); break;
    case 2: strcpy(s, s + 1); break;
    case 3: strncpy(s, s + 2, 4); break;
    case 4: strncat(s, s + 2, 9); break;
    case 5: sprintf(s, "%s.", s); break;
    case 6: snprintf(s, sizeof s, "%.2s", s); break;
    }
    return 0;
}
