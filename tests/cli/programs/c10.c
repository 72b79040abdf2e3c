/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* spell: check the arguments against the fixed dictionary words.txt */

struct dict {
    char **word;
    size_t n, cap;
};

static int cmp(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void dict_free(struct dict *d)
{
    while (d->n > 0)
        free(d->word[--d->n]);
    free(d->word);
    d->word = NULL;
    d->cap = 0;
}

static int dict_load(struct dict *d, const char *path)
{
    char line[64];
    FILE *f = fopen(path, "r");

    if (!f)
        return -1;
    while (fgets(line, sizeof line, f)) {
        size_t len = strcspn(line, "\r\n");
        char *copy;

        line[len] = '\0';
        if (len == 0)
            continue;
        if (d->n == d->cap) {
            size_t cap = d->cap * 2 + 8;
            char **w = realloc(d->word, cap * sizeof *w);
            if (!w)
                goto fail;
            d->word = w;
            d->cap = cap;
        }
        copy = strdup(line);
        if (!copy)
            goto fail;
        d->word[d->n++] = copy;
    }
    fclose(f);
    if (d->n)
        qsort(d->word, d->n, sizeof d->word[0], cmp);
    return 0;
fail:
    fclose(f);
    dict_free(d);
    return -1;
}

int main(int argc, char **argv)
{
    struct dict d = { 0 };
    int i, bad = 0;

    if (dict_load(&d, "words.txt") != 0) {
        fprintf(stderr, "no dictionary\n");
        return 2;
    }
    for (i = 1; i < argc; i++) {
        const char *key = argv[i];
        char **hit = NULL;

        if (d.n)
            hit = bsearch(&key, d.word, d.n, sizeof d.word[0], cmp);
        if (hit)
            printf("%s: ok (entry %zu)\n", *hit, (size_t)(hit - d.word));
        else {
            printf("%s: ?\n", key);
            bad++;
        }
    }
    dict_free(&d);
    return bad ? 1 : 0;
}
