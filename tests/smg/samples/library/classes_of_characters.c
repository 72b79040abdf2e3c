// The tables behind the macros are there, and say what they say in the locale of C.
// TRUE: assertion in line 17
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    assert(isspace(' ') && !isspace('1') && isdigit('8'));
    assert(!(isalpha)('1') && (isalpha)('a') && toupper('a') == 'A' && tolower('Z') == 'z');
    const unsigned short **table = (const unsigned short **)__ctype_b_loc();
    if (!table) return 1;
    char *copy = strdup("word");
    if (!copy) return 0;
    assert(strcmp(copy, "word") == 0 && strcmp(copy, "worm") < 0 && strncmp(copy, "worm", 3) == 0);
    free(copy);
    assert(!isdigit('8'));
    return 0;
}
