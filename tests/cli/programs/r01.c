// SAFE
/* Word frequencies in a chained hash table with a fixed bucket array. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NBUCKETS 64
#define MAXWORD 24
#define MAXINPUT 4000

struct word {
    char *text;
    unsigned count;
    struct word *next;
};

static struct word *buckets[NBUCKETS];

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h % NBUCKETS;
}

static struct word *lookup(const char *s)
{
    struct word *w;
    for (w = buckets[hash(s)]; w != NULL; w = w->next)
        if (strcmp(w->text, s) == 0)
            return w;
    return NULL;
}

static void count_word(const char *s)
{
    struct word *w = lookup(s);
    if (w == NULL) {
        unsigned h = hash(s);
        w = malloc(sizeof *w);
        w->text = malloc(strlen(s) + 1);
        strcpy(w->text, s);
        w->count = 0;
        w->next = buckets[h];
        buckets[h] = w;
    }
    w->count++;
}

static void forget_word(const char *s)
{
    struct word **pp = &buckets[hash(s)];
    while (*pp != NULL && strcmp((*pp)->text, s) != 0)
        pp = &(*pp)->next;
    if (*pp != NULL) {
        struct word *w = *pp;
        *pp = w->next;
        free(w->text);
        free(w);
    }
}

static void clear(void)
{
    for (int i = 0; i < NBUCKETS; i++) {
        while (buckets[i] != NULL) {
            struct word *w = buckets[i];
            buckets[i] = w->next;
            free(w->text);
            free(w);
        }
    }
}

int main(void)
{
    char buf[MAXWORD + 1];
    int len = 0, c, seen = 0;

    while (seen++ < MAXINPUT && (c = getchar()) != EOF) {
        if (isalnum(c)) {
            if (len < MAXWORD)
                buf[len++] = (char)tolower(c);
        } else if (len > 0) {
            buf[len] = '\0';
            len = 0;
            count_word(buf);
        }
    }
    if (len > 0) {
        buf[len] = '\0';
        count_word(buf);
    }

    forget_word("the");
    forget_word("a");
    for (int i = 0; i < NBUCKETS; i++)
        for (struct word *w = buckets[i]; w != NULL; w = w->next)
            if (w->count > 1)
                printf("%6u %s\n", w->count, w->text);
    clear();
    return 0;
}
