// A string of up to three letters that a run chooses, copied, compared and searched.
// EXPECTED: verified
// EXPECTED -DSHORT: violated out-of-bounds in line 26
// EXPECTED --unwind 2: unknown, nothing found up to 2
// EXPECTED -DUNEQUAL: violated assertion in line 29
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

#ifdef SHORT
#define ROOM 3
#else
#define ROOM 4
#endif

int main(void) {
    char text[4] = {0}, copy[ROOM];
    for (int index = 0; index < 3; index++) {
        char letter = __VERIFIER_nondet_char();
        if (letter == 0) break;
        text[index] = letter;
    }
    size_t length = strlen(text);
    assert(length < 4 && strchr(text, 0) == text + length);
    strcpy(copy, text);
    char *found = strrchr(copy, 'x');
#ifdef UNEQUAL
    assert(found == 0 || found == strchr(copy, 'x'));
#else
    assert(strcmp(copy, text) == 0 && (found == 0 || (*found == 'x' && !strchr(found + 1, 'x'))));
#endif
    return 0;
}
