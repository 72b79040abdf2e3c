#include <stdlib.h>

int main(void)
{
    char *text = malloc(4);
    if (!text)
        return 1;
    char *longer = realloc(text, 8);
    longer[0] = 'a';
    free(longer);
    return 0;
}
