// Functions that read characters return those of `unsigned char`, or `EOF`. Tables have room for them.
// SAFE
#include <ctype.h>
#include <stdio.h>
int main(void) {
    int counts[256] = { 0 }, character, words = 0;
    while ((character = getchar()) != EOF) {
        counts[toupper(character)]++;
        if (isspace(character)) words++;
    }
    return words == counts['A'];
}
