// UNSAFE: leak of the words counted so far when count_words fails (too long a word), in line 89
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Counts how often each word occurs in stdin. */

#define MAX_WORD 40
#define DELIMS " \t\r\n.,;:!?()\"'"

struct word {
    char *text;
    unsigned long count;
    struct word *next;
};

static void lower(char *s)
{
    for (; *s != '\0'; s++)
        *s = (char)tolower((unsigned char)*s);
}

static int add_word(struct word **head, const char *text)
{
    struct word **pp, *w;
    int cmp = 1;

    /* the list is kept sorted */
    for (pp = head; *pp != NULL; pp = &(*pp)->next) {
        cmp = strcmp((*pp)->text, text);
        if (cmp >= 0)
            break;
    }
    if (*pp != NULL && cmp == 0) {
        (*pp)->count++;
        return 0;
    }
    w = malloc(sizeof *w);
    if (w == NULL)
        return -1;
    w->text = malloc(strlen(text) + 1);
    if (w->text == NULL) {
        free(w);
        return -1;
    }
    strcpy(w->text, text);
    w->count = 1;
    w->next = *pp;
    *pp = w;
    return 0;
}

static int count_words(FILE *in, struct word **head)
{
    char *line = NULL;
    size_t size = 0;
    int result = 0;

    while (result == 0 && getline(&line, &size, in) != -1) {
        char *tok = strtok(line, DELIMS);

        while (tok != NULL) {
            if (strlen(tok) > MAX_WORD) {
                fprintf(stderr, "word too long: %.*s...\n", MAX_WORD, tok);
                result = -1;
                break;
            }
            lower(tok);
            if (add_word(head, tok) != 0) {
                fprintf(stderr, "out of memory\n");
                result = -1;
                break;
            }
            tok = strtok(NULL, DELIMS);
        }
    }
    free(line);
    return result;
}

int main(void)
{
    struct word *words = NULL, *w;
    int result = count_words(stdin, &words);

    if (result != 0)
        return 1;
    for (w = words; w != NULL; w = w->next)
        printf("%7lu %s\n", w->count, w->text);
    while (words != NULL) {
        w = words;
        words = w->next;
        free(w->text);
        free(w);
    }
    return 0;
}
