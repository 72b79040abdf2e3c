/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* group the words given as arguments by anagram */

struct member {
    const char *word;           /* borrowed from argv */
    struct member *next;
};

struct group {
    char *key;
    struct member *members;
    struct group *next;
};

static int cmp_char(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static char *make_key(const char *w)
{
    char *k = malloc(strlen(w) + 1);
    size_t n = 0;

    if (!k)
        exit(3);
    for (; *w; w++)
        if (isalpha((unsigned char)*w))
            k[n++] = tolower((unsigned char)*w);
    k[n] = '\0';
    qsort(k, n, 1, cmp_char);
    return k;
}

static struct group *find(struct group *g, const char *key)
{
    while (g && strcmp(g->key, key) != 0)
        g = g->next;
    return g;
}

int main(int argc, char **argv)
{
    struct group *groups = NULL;

    if (argc < 2) {
        fputs("usage: anagram word...\n", stderr);
        return 1;
    }
    while (*++argv) {
        char *key = make_key(*argv);
        struct group *g;
        struct member *m;

        if (*key == '\0') {
            free(key);
            continue;
        }
        g = find(groups, key);
        if (g) {
            free(key);
        } else {
            g = malloc(sizeof *g);
            if (!g)
                exit(3);
            g->key = key;
            g->members = NULL;
            g->next = groups;
            groups = g;
        }
        m = malloc(sizeof *m);
        if (!m)
            exit(3);
        m->word = *argv;
        m->next = g->members;
        g->members = m;
    }

    while (groups) {
        struct group *g = groups;
        groups = g->next;
        printf("%s:", g->key);
        while (g->members) {
            struct member *m = g->members;
            g->members = m->next;
            printf(" %s", m->word);
            free(m);
        }
        putchar('\n');
        free(g->key);
        free(g);
    }
    return 0;
}
