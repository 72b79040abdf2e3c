// FAULTY: 17 leak
/* wordfreq - count the words on standard input and print them in order */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char *text;
    unsigned long count;
    struct word *left;
    struct word *right;
};

static void *xmalloc(size_t n)
{
    void *p = malloc(n);

    if (p == NULL) {
        fputs("wordfreq: out of memory\n", stderr);
        abort();
    }
    return p;
}

static char *copy_lower(const char *s, size_t len)
{
    char *p = xmalloc(len + 1);
    size_t i;

    for (i = 0; i < len; i++)
        p[i] = (char)tolower((unsigned char)s[i]);
    p[len] = '\0';
    return p;
}

/* takes over text */
static void add_word(struct word **pp, char *text)
{
    struct word *w;

    while (*pp != NULL) {
        int c = strcmp(text, (*pp)->text);

        if (c == 0) {
            (*pp)->count++;
            return;
        }
        pp = c < 0 ? &(*pp)->left : &(*pp)->right;
    }
    w = xmalloc(sizeof *w);
    w->text = text;
    w->count = 1;
    w->left = w->right = NULL;
    *pp = w;
}

static void print_words(const struct word *w)
{
    if (w == NULL)
        return;
    print_words(w->left);
    printf("%7lu %s\n", w->count, w->text);
    print_words(w->right);
}

static void free_words(struct word *w)
{
    if (w == NULL)
        return;
    free_words(w->left);
    free_words(w->right);
    free(w->text);
    free(w);
}

int main(void)
{
    char line[256];
    struct word *root = NULL;

    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *s = line;

        while (*s != '\0') {
            const char *start;

            if (!isalpha((unsigned char)*s)) {
                s++;
                continue;
            }
            start = s;
            while (isalpha((unsigned char)*s))
                s++;
            add_word(&root, copy_lower(start, (size_t)(s - start)));
        }
    }
    print_words(root);
    free_words(root);
    return 0;
}
