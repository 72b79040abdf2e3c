/* truth: use of uninitialised pointer (next of the last node never set, tested at line 40, dereferenced at 41) at line 40; shown by: e04 F where F is any readable non-empty file with a letter in it */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* longest words of a file, read a character at a time */

struct word {
    size_t len;
    struct word *next;
    char text[32];
};

struct queue {
    struct word *first, *last;
};

static void enqueue(struct queue *q, const char *s, size_t n)
{
    struct word *w = malloc(sizeof *w);

    if (!w)
        exit(1);
    w->len = n;
    memcpy(w->text, s, n);
    w->text[n] = '\0';
    if (q->first == NULL)
        q->first = w;
    else
        q->last->next = w;
    q->last = w;
}

static size_t longest(const struct queue *q)
{
    const struct word *w;
    size_t max = 0;

    for (w = q->first; w != NULL; w = w->next)
        if (w->len > max)
            max = w->len;
    return max;
}

int main(int argc, char **argv)
{
    struct queue q = { NULL, NULL };
    char buf[31];
    size_t n = 0, max;
    FILE *fp;
    int c;

    if (argc != 2) {
        fprintf(stderr, "usage: longest file\n");
        return 2;
    }
    fp = fopen(argv[1], "r");
    if (!fp) {
        perror(argv[1]);
        return 1;
    }
    do {
        c = fgetc(fp);
        if (c != EOF && isalpha(c)) {
            if (n < sizeof buf)
                buf[n++] = c;
        } else if (n > 0) {
            enqueue(&q, buf, n);
            n = 0;
        }
    } while (c != EOF);
    fclose(fp);

    max = longest(&q);
    while (q.first) {
        struct word *w = q.first;
        q.first = w->next;
        if (w->len == max)
            puts(w->text);
        free(w);
    }
    return 0;
}
