// A gap buffer: what is behind the gap moves to the end of a larger block, at `room - rest`.
// SAFE
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct gap { char *bytes; size_t start, end, room; };
static void widen(struct gap *gap) {
    size_t room = 2 * gap->room + 16, rest = gap->room - gap->end;
    char *bytes = malloc(room);
    memcpy(bytes, gap->bytes, gap->start);
    memcpy(bytes + room - rest, gap->bytes + gap->end, rest);
    free(gap->bytes);
    gap->bytes = bytes;
    gap->end = room - rest;
    gap->room = room;
}
int main(void) {
    struct gap gap = { malloc(16), 0, 16, 16 };
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (gap.start == gap.end) widen(&gap);
            gap.bytes[gap.start++] = 'a';
        } else if (gap.start > 0) {
            gap.bytes[--gap.end] = gap.bytes[--gap.start];
        }
    }
    free(gap.bytes);
    return 0;
}
