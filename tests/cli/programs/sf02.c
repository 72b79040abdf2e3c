// UNSAFE: no room for the terminating zero when the buffer is exactly full: check off by one in line 31, overflow in line 36
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Copies stdin to stdout as C string literals, one per input line. */

struct strbuf {
    char *data;
    size_t len;     /* without the terminating zero */
    size_t cap;
};

static int sb_grow(struct strbuf *b)
{
    size_t cap = b->cap ? b->cap * 2 : 16;
    char *p;

    if (b->cap > SIZE_MAX / 2)
        return -1;
    p = realloc(b->data, cap);
    if (p == NULL)
        return -1;
    b->data = p;
    b->cap = cap;
    return 0;
}

static int sb_putc(struct strbuf *b, char c)
{
    if (b->len >= b->cap) {
        if (sb_grow(b) != 0)
            return -1;
    }
    b->data[b->len++] = c;
    b->data[b->len] = '\0';
    return 0;
}

static int sb_puts(struct strbuf *b, const char *s)
{
    while (*s != '\0')
        if (sb_putc(b, *s++) != 0)
            return -1;
    return 0;
}

static int escape(struct strbuf *b, int c)
{
    char oct[8];

    switch (c) {
    case '\t':
        return sb_puts(b, "\\t");
    case '\r':
        return sb_puts(b, "\\r");
    case '"':
        return sb_puts(b, "\\\"");
    case '\\':
        return sb_puts(b, "\\\\");
    }
    if (c >= 32 && c < 127)
        return sb_putc(b, (char)c);
    snprintf(oct, sizeof oct, "\\%03o", (unsigned)c & 0xff);
    return sb_puts(b, oct);
}

static void flush(struct strbuf *b)
{
    printf("\"%s\"\n", b->data != NULL ? b->data : "");
    b->len = 0;
    if (b->data != NULL)
        b->data[0] = '\0';
}

int main(void)
{
    struct strbuf b = { NULL, 0, 0 };
    int c, pending = 0;

    while ((c = getchar()) != EOF) {
        if (c == '\n') {
            flush(&b);
            pending = 0;
            continue;
        }
        if (escape(&b, c) != 0) {
            fprintf(stderr, "out of memory\n");
            free(b.data);
            return 1;
        }
        pending = 1;
    }
    if (pending)
        flush(&b);
    free(b.data);
    return 0;
}
