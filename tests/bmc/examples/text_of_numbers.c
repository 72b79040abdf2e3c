// Numbers printed into strings: how long they are, and what happens where there is no room.
// EXPECTED: verified
// EXPECTED -DROOM=6: violated out-of-bounds in line 23
// EXPECTED --check undefined-behaviour -DMORE: violated undefined-behaviour in line 21
// EXPECTED -DSIGN: violated assertion in line 35
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

extern short __VERIFIER_nondet_short(void);

#ifndef ROOM
#define ROOM 7
#endif

static int printed(char *target, int count, ...) {
    va_list list;
    int value;
    va_start(list, count);
    while (count-- > 0)
        value = va_arg(list, int);
    va_end(list);
    return sprintf(target, "%d", value);
}

int main(void) {
    char text[ROOM];
    short value = __VERIFIER_nondet_short();
#ifdef MORE
    int length = printed(text, 2, value);
#else
    int length = printed(text, 2, 7, value);
#endif
#ifdef SIGN
    assert(text[0] != '-' || text[1] != '1' || length != 6);
#else
    assert(length <= 6 && text[length] == 0 && (text[0] == '-') == (value < 0));
#endif
    return 0;
}
