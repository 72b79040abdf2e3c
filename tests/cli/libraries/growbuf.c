/* growbuf.c - a growable byte buffer */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *data;
    size_t used;
    size_t capacity;
};

static bool reserve(struct buffer *b, size_t extra)
{
    size_t wanted;
    char *data;

    if (extra <= b->capacity - b->used)
        return true;
    if (extra > SIZE_MAX / 2 - b->used)
        return false;
    wanted = (b->used + extra) * 2;
    data = realloc(b->data, wanted);
    if (data == NULL)
        return false;
    b->data = data;
    b->capacity = wanted;
    return true;
}

void buffer_init(struct buffer *b)
{
    b->data = NULL;
    b->used = 0;
    b->capacity = 0;
}

void buffer_free(struct buffer *b)
{
    free(b->data);
    buffer_init(b);
}

bool buffer_append(struct buffer *b, const char *bytes, size_t n)
{
    if (n == 0)
        return true;
    if (!reserve(b, n))
        return false;
    memcpy(b->data + b->used, bytes, n);
    b->used += n;
    return true;
}

bool buffer_append_number(struct buffer *b, long value)
{
    char text[32];
    int n = snprintf(text, sizeof text, "%ld", value);

    return n > 0 && buffer_append(b, text, (size_t)n);
}

/* Appends s between double quotes, with quotes and backslashes escaped. */
bool buffer_append_quoted(struct buffer *b, const char *s)
{
    char *end = b->data + b->used;

    if (!reserve(b, 2 * strlen(s) + 2))
        return false;
    *end++ = '"';
    for (; *s != '\0'; s++) {
        if (*s == '"' || *s == '\\')
            *end++ = '\\';
        *end++ = *s;
    }
    *end++ = '"';
    b->used = (size_t)(end - b->data);
    return true;
}

/* Appends s with every occurrence of from replaced by to. */
bool buffer_append_replaced(struct buffer *b, const char *s,
                            const char *from, const char *to)
{
    size_t from_len = strlen(from);
    const char *hit;

    while (from_len > 0 && (hit = strstr(s, from)) != NULL) {
        if (!buffer_append(b, s, (size_t)(hit - s)) ||
            !buffer_append(b, to, strlen(to)))
            return false;
        s = hit + from_len;
    }
    return buffer_append(b, s, strlen(s));
}

bool buffer_join(struct buffer *b, const char *const *parts, size_t count,
                 const char *separator)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && !buffer_append(b, separator, strlen(separator)))
            return false;
        if (!buffer_append(b, parts[i], strlen(parts[i])))
            return false;
    }
    return true;
}

/* Drops the first n bytes, or all if there are fewer. */
void buffer_consume(struct buffer *b, size_t n)
{
    if (n >= b->used) {
        b->used = 0;
        return;
    }
    memmove(b->data, b->data + n, b->used - n);
    b->used -= n;
}

/* Copies as much as fits, always terminated; returns the full length. */
size_t buffer_copy_out(const struct buffer *b, char *out, size_t size)
{
    size_t n = b->used;

    if (size == 0)
        return b->used;
    if (n > size - 1)
        n = size - 1;
    if (n > 0)
        memcpy(out, b->data, n);
    out[n] = '\0';
    return b->used;
}

/* Hands the content over as a string; the buffer is empty afterwards. */
char *buffer_take(struct buffer *b)
{
    char *text;

    if (!reserve(b, 1))
        return NULL;
    text = b->data;
    text[b->used] = '\0';
    buffer_init(b);
    return text;
}
