// `EOF` is no index of a table.
// TRUE: out-of-bounds in line 8
#include <ctype.h>
#include <stdio.h>
int main(void) {
    int counts[256] = { 0 }, character;
    do {
        character = getchar(), counts[toupper(character)]++;
    } while (character != EOF);
    return counts['A'];
}
