#include <stdlib.h>
#include <string.h>
#include "words.h"

#ifndef STEP
#define STEP 5
#endif

static struct word *find(struct word *words, const char *text)
{
    while (words != NULL && strcmp(words->text, text) != 0)
        words = words->next;
    return words;
}

struct word *words_add(struct word *words, const char *text)
{
#if STEP < 1 /* 1. the zero byte needs room, too */
    char *copy = malloc(strlen(text));
#else
    char *copy = malloc(strlen(text) + 1);
#endif
    strcpy(copy, text);
    struct word *known = find(words, copy);
    if (known != NULL) {
        known->count++;
#if STEP >= 2 /* 2. the copy is not needed */
        free(copy);
#endif
        return words;
    }
    struct word *word = malloc(sizeof *word);
    word->text = copy;
    word->count = 1;
#if STEP < 3 /* 3. the list goes on */
    word->next = NULL;
#else
    word->next = words;
#endif
    return word;
}

void words_clear(struct word *words)
{
    while (words != NULL) {
#if STEP < 4 /* 4. read the link before the node goes */
        free(words->text);
        free(words);
        words = words->next;
#else
        struct word *next = words->next;
        free(words->text);
        free(words);
        words = next;
#endif
    }
}
