// Functions of the library that make blocks: how large these are, where they end, and who frees them.
// EXPECTED: verified
// EXPECTED --allocation-may-fail: violated invalid-dereference in line 18
// EXPECTED -DLOST: violated memory-leak
// EXPECTED -DSTALE: violated use-after-scope in line 29
// EXPECTED -DBEHIND: violated out-of-bounds in line 16
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static char *copied(const char *text, unsigned length) {
    char *copy = strndup(text, length);
#ifdef BEHIND
    copy[length + 1] = 0;
#else
    assert(copy[0] == text[0] || length == 0);
#endif
    return copy;
}

static char *on_the_stack(void) { return alloca(3); }

int main(void) {
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 4) return 0;
#ifdef STALE
    *on_the_stack() = 0;
#endif
    char *text = copied("abc", length), *aligned = aligned_alloc(16, 16);
    memcpy(aligned, text, strlen(text) + 1);
    assert(strlen(aligned) <= length && strlen(aligned) <= 3);
#ifndef LOST
    free(aligned);
#endif
    free(text);
    return 0;
}
