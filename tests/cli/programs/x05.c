// SAFE
/* Sort a list of words, drop the duplicates and join the rest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *read_word(void)
{
    unsigned len = (unsigned)__VERIFIER_nondet_int() % 4 + 1;
    char *w = malloc(len + 1);
    for (unsigned i = 0; i < len; i++)
        w[i] = 'a' + (unsigned)__VERIFIER_nondet_int() % 3;
    w[len] = 0;
    return w;
}

static void sort_words(char **w, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        char *key = w[i];
        unsigned j = i;
        while (j > 0 && strcmp(w[j - 1], key) > 0) {
            w[j] = w[j - 1];
            j--;
        }
        w[j] = key;
    }
}

static unsigned unique_words(char **w, unsigned n)
{
    unsigned out = 1;
    for (unsigned i = 1; i < n; i++) {
        if (strcmp(w[out - 1], w[i]) == 0)
            free(w[i]);
        else
            w[out++] = w[i];
    }
    return out;
}

static char *join(char **w, unsigned n)
{
    size_t total = 0;
    for (unsigned i = 0; i < n; i++)
        total += strlen(w[i]) + 1;
    char *s = malloc(total), *p = s;
    for (unsigned i = 0; i < n; i++) {
        size_t k = strlen(w[i]);
        memcpy(p, w[i], k);
        p += k;
        *p++ = ' ';
    }
    p[-1] = '\0';
    return s;
}

int main(void)
{
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 25;
    if (n == 0)
        return 0;

    char **words = malloc(n * sizeof *words);
    for (unsigned i = 0; i < n; i++)
        words[i] = read_word();

    sort_words(words, n);
    n = unique_words(words, n);

    char *line = join(words, n);
    puts(line);
    free(line);

    while (n > 0)
        free(words[--n]);
    free(words);
    return 0;
}
