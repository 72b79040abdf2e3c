// SAFE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Expands a template from stdin: %1 .. %9 stand for the arguments,
   %^1 .. %^9 for the same in capitals, %% for a percent sign. */

struct buffer {
    char *data;
    size_t len;
    size_t cap;
};

static int append(struct buffer *b, const char *s, size_t n)
{
    if (b->cap - b->len <= n) {
        size_t cap = b->cap;
        char *p;

        while (cap - b->len <= n) {
            if (cap > (size_t)-1 / 2)
                return -1;
            cap *= 2;
        }
        p = realloc(b->data, cap);
        if (p == NULL)
            return -1;
        b->data = p;
        b->cap = cap;
    }
    memcpy(b->data + b->len, s, n);
    b->len += n;
    b->data[b->len] = '\0';
    return 0;
}

static const char *argument(int argc, char **argv, char digit)
{
    int n = digit - '0';

    return n < argc ? argv[n] : "";
}

static int expand(struct buffer *b, const char *t, int argc, char **argv)
{
    while (*t != '\0') {
        const char *pct = strchr(t, '%');
        int capitals = 0;

        if (pct == NULL)
            return append(b, t, strlen(t));
        if (append(b, t, (size_t)(pct - t)) != 0)
            return -1;
        t = pct + 1;
        if (*t == '^') {
            capitals = 1;
            t++;
        }
        if (*t >= '1' && *t <= '9') {
            const char *arg = argument(argc, argv, *t++);
            size_t mark = b->len;

            if (append(b, arg, strlen(arg)) != 0)
                return -1;
            if (capitals)
                for (char *p = b->data + mark; *p != '\0'; p++)
                    *p = (char)toupper((unsigned char)*p);
        } else {
            if (append(b, "%", 1) != 0)
                return -1;
            if (*t == '%')
                t++;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct buffer b;
    char line[80];
    int status = 0;

    b.len = 0;
    b.cap = 32;
    b.data = malloc(b.cap);
    if (b.data == NULL)
        return 1;
    b.data[0] = '\0';
    while (status == 0 && fgets(line, sizeof line, stdin) != NULL)
        if (expand(&b, line, argc, argv) != 0)
            status = 1;
    if (status == 0)
        fputs(b.data, stdout);
    else
        fprintf(stderr, "out of memory\n");
    free(b.data);
    return status;
}
