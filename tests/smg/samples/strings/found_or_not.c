// Whether something is found in a text depends on the text; some functions always find a place.
// SAFE
// FALSE ALARM: double-free in line 13: the character is in the string
// FALSE ALARM: invalid-dereference in line 15: the character is in the string
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int main(void) {
    char name[] = "file.txt", copy[16];
    char *dot = strchr(name, '.'), *p = malloc(4);
    if (!dot) free(p);
    free(p);
    *stpcpy(copy, name) = 'x';
    return *strchrnul(name, 'q') + *strchr(name, 't');
}
