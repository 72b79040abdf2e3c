// UNSAFE: out-of-bounds in line 42
/* Joins the words of the input with commas in a string that knows its length. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_MAX 31

typedef struct {
    char *data;
    size_t len;
    size_t cap;
} str;

static int str_init(str *s)
{
    s->cap = 16;
    s->len = 0;
    s->data = malloc(s->cap);
    if (s->data == NULL)
        return 0;
    s->data[0] = '\0';
    return 1;
}

static int str_append(str *s, const char *src, size_t n)
{
    if (s->len + n > s->cap) {
        size_t ncap = s->cap;
        char *p;
        while (ncap < s->len + n)
            ncap *= 2;
        p = realloc(s->data, ncap);
        if (p == NULL)
            return 0;
        s->data = p;
        s->cap = ncap;
    }
    memcpy(s->data + s->len, src, n);
    s->len += n;
    s->data[s->len] = '\0';
    return 1;
}

/* Returns the length of the next word, 0 at the end of the input. */
static size_t next_word(char *word)
{
    size_t n = 0;
    int c = getchar();

    while (c != EOF && isspace(c))
        c = getchar();
    while (c != EOF && !isspace(c)) {
        if (n < WORD_MAX)
            word[n++] = (char)c;
        c = getchar();
    }
    word[n] = '\0';
    return n;
}

int main(void)
{
    str line;
    char word[WORD_MAX + 1];
    int words = 0;
    size_t n;

    if (!str_init(&line))
        return EXIT_FAILURE;
    while (words < 100 && (n = next_word(word)) > 0) {
        if (words > 0 && !str_append(&line, ", ", 2))
            break;
        if (!str_append(&line, word, n))
            break;
        words++;
    }
    printf("%d words, %zu characters: %s\n", words, line.len, line.data);
    free(line.data);
    return EXIT_SUCCESS;
}
