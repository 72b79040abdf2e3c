/* bytebuf.c - growable byte buffer */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTEBUF_MIN 32

typedef struct bytebuf {
    unsigned char *data;
    size_t len;
    size_t cap;
} bytebuf_t;

void bytebuf_init(bytebuf_t *b)
{
    b->data = NULL;
    b->len = 0;
    b->cap = 0;
}

void bytebuf_free(bytebuf_t *b)
{
    if (b == NULL)
        return;
    free(b->data);
    bytebuf_init(b);
}

/* Makes room for extra more bytes. Returns 0, or -1 when out of memory. */
int bytebuf_reserve(bytebuf_t *b, size_t extra)
{
    unsigned char *p;
    size_t want, cap;

    if (extra > SIZE_MAX - b->len)
        return -1;
    want = b->len + extra;
    if (want <= b->cap)
        return 0;
    cap = b->cap < BYTEBUF_MIN ? BYTEBUF_MIN : b->cap;
    while (cap < want) {
        if (cap > SIZE_MAX / 2) {
            cap = want;
            break;
        }
        cap *= 2;
    }
    p = realloc(b->data, cap);
    if (p == NULL)
        return -1;
    b->data = p;
    b->cap = cap;
    return 0;
}

int bytebuf_append(bytebuf_t *b, const void *src, size_t n)
{
    if (n == 0)
        return 0;
    if (bytebuf_reserve(b, n) != 0)
        return -1;
    memcpy(b->data + b->len, src, n);
    b->len += n;
    return 0;
}

int bytebuf_putc(bytebuf_t *b, unsigned char c)
{
    if (bytebuf_reserve(b, 1) != 0)
        return -1;
    b->data[b->len++] = c;
    return 0;
}

int bytebuf_puts(bytebuf_t *b, const char *s)
{
    return bytebuf_append(b, s, strlen(s));
}

int bytebuf_printf(bytebuf_t *b, const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0 || bytebuf_reserve(b, (size_t)n + 1) != 0)
        return -1;
    va_start(ap, fmt);
    vsnprintf((char *)b->data + b->len, (size_t)n + 1, fmt, ap);
    va_end(ap);
    b->len += (size_t)n;
    return 0;
}

/* Drops n bytes from the front, or everything if there are fewer. */
void bytebuf_consume(bytebuf_t *b, size_t n)
{
    if (b == NULL || b->data == NULL || n == 0)
        return;
    if (n >= b->len) {
        b->len = 0;
        return;
    }
    memmove(b->data, b->data + n, b->len - n);
    b->len -= n;
}

/* Copies out at most n bytes; returns how many were copied. */
size_t bytebuf_peek(const bytebuf_t *b, void *dst, size_t n)
{
    if (n > b->len)
        n = b->len;
    if (n > 0)
        memcpy(dst, b->data, n);
    return n;
}

/* Hands the content over as a string and leaves the buffer empty. */
char *bytebuf_detach(bytebuf_t *b)
{
    char *s;

    if (b == NULL || bytebuf_putc(b, '\0') != 0)
        return NULL;
    s = (char *)b->data;
    bytebuf_init(b);
    return s;
}
