#include <stdio.h>
#include <string.h>
#include "words.h"

#ifndef STEP
#define STEP 5
#endif

int main(void)
{
    struct word *words = NULL;
    char line[80];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        words = words_add(words, line);
    }
    for (struct word *word = words; word != NULL; word = word->next)
        printf("%d %s\n", word->count, word->text);
    words_clear(words);
#if STEP < 5 /* 5. the list is gone already */
    words_clear(words);
#endif
    return 0;
}
