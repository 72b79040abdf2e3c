// One byte more is copied than there is room for.
// TRUE: invalid-dereference in line 13
// TRUE: out-of-bounds in line 13
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct text { char *bytes; size_t length, room; };
static void append(struct text *text, const char *from, size_t count) {
    if (text->length + count > text->room) {
        text->room = 2 * (text->length + count);
        text->bytes = realloc(text->bytes, text->room);
    }
    memcpy(text->bytes + text->length, from, count + 1);
    text->length += count;
}
int main(void) {
    struct text text = { NULL, 0, 0 };
    char piece[33] = { 0 };
    while (__VERIFIER_nondet_int()) {
        unsigned count = __VERIFIER_nondet_int();
        if (count < sizeof piece) append(&text, piece, count);
    }
    free(text.bytes);
    return 0;
}
