// Texts are read up to their ends when they are printed.
// TRUE: out-of-bounds in line 16
// TRUE: use-after-free in line 18
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text = malloc(2);
    if (!text)
        return 0;
    text[0] = 'a';
    text[1] = 0;
    printf("%s %d\n", text, 1);
    puts(text);
    printf("%s\n", text + 2);
    free(text);
    puts(text);
    return 0;
}
