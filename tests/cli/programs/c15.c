/* truth: correct */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* word frequencies of standard input, optional minimum count as argument */

#define NBUCKETS 61
#define DELIMS " \t\r\n.,;:!?()\""

struct word {
    struct word *next;
    unsigned long count;
    char *text;
};

static struct word *table[NBUCKETS];

static unsigned hash(const char *s)
{
    unsigned h = 5381;

    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h % NBUCKETS;
}

static void add(const char *text)
{
    unsigned h = hash(text);
    struct word *w;

    for (w = table[h]; w != NULL; w = w->next) {
        if (strcmp(w->text, text) == 0) {
            w->count++;
            return;
        }
    }
    w = malloc(sizeof *w);
    w->text = strdup(text);
    w->count = 1;
    w->next = table[h];
    table[h] = w;
}

int main(int argc, char **argv)
{
    char buf[256], *tok, *p;
    unsigned long min = 1;
    int i;

    if (argc > 1)
        min = strtoul(argv[1], NULL, 10);

    while (fgets(buf, sizeof buf, stdin) != NULL) {
        for (tok = strtok(buf, DELIMS); tok; tok = strtok(NULL, DELIMS)) {
            for (p = tok; *p; p++)
                *p = tolower((unsigned char)*p);
            add(tok);
        }
    }

    for (i = 0; i < NBUCKETS; i++) {
        struct word *w = table[i];
        while (w != NULL) {
            struct word *next = w->next;
            if (w->count >= min)
                printf("%6lu %s\n", w->count, w->text);
            free(w->text);
            free(w);
            w = next;
        }
        table[i] = NULL;
    }
    return 0;
}
