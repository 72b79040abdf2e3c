/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* count words in the named files with a small hash table */

#define NBUCKET 31

struct entry {
    char *word;
    unsigned count;
    struct entry *next;
};

static struct entry *table[NBUCKET];

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h % NBUCKET;
}

static void bump(const char *w)
{
    unsigned h = hash(w);
    struct entry *e;

    for (e = table[h]; e; e = e->next)
        if (strcmp(e->word, w) == 0) {
            e->count++;
            return;
        }
    e = malloc(sizeof *e);
    if (!e)
        return;
    e->word = strdup(w);
    if (!e->word) {
        free(e);
        return;
    }
    e->count = 1;
    e->next = table[h];
    table[h] = e;
}

static int count_file(const char *name)
{
    char line[256];
    FILE *f = fopen(name, "r");

    if (f == NULL) {
        perror(name);
        return -1;
    }
    while (fgets(line, sizeof line, f)) {
        char *p, *w;
        for (p = line; *p; p++)
            *p = tolower((unsigned char)*p);
        for (w = strtok(line, " \t\r\n.,;:!?\"()"); w;
             w = strtok(NULL, " \t\r\n.,;:!?\"()"))
            bump(w);
    }
    fclose(f);
    return 0;
}

int main(int argc, char **argv)
{
    int i, status = 0;

    for (i = 1; i < argc; i++)
        if (count_file(argv[i]) < 0)
            status = 1;

    for (i = 0; i < NBUCKET; i++) {
        struct entry *e = table[i];
        while (e) {
            struct entry *next = e->next;
            printf("%u\t%s\n", e->count, e->word);
            free(e->word);
            free(e);
            e = next;
        }
        table[i] = NULL;
    }
    return status;
}
