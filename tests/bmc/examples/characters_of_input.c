// Lines and characters of standard input: any may come, and it may end anywhere.
// EXPECTED: unknown, nothing found up to 48
// EXPECTED -DEND: violated out-of-bounds in line 18
// EXPECTED -DLINE: verified
// EXPECTED -DLINE -DSHORT: violated out-of-bounds in line 23
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[4];
#ifndef LINE
    int counts[256] = {0}, letter;
#ifndef END
    while ((letter = getchar()) != EOF) counts[letter]++;
#else
    do counts[(letter = getchar())]++; while (letter != EOF);
#endif
#elif !defined(SHORT)
    if (fgets(line, sizeof line, stdin) && isdigit((unsigned char)line[0])) return strlen(line) > 3;
#else
    if (fgets(line, sizeof line + 1, stdin)) return toupper(line[0]);
#endif
    return 0;
}
