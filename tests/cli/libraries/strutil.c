/* strutil.c - small string helpers */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static char *dup_n(const char *s, size_t n)
{
    char *p = malloc(n + 1);

    if (p) {
        memcpy(p, s, n);
        p[n] = '\0';
    }
    return p;
}

bool str_starts_with(const char *s, const char *prefix)
{
    if (s == NULL || prefix == NULL)
        return false;
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

bool str_ends_with(const char *s, const char *suffix)
{
    size_t ls = strlen(s);
    size_t lx = strlen(suffix);

    return lx <= ls && memcmp(s + ls - lx, suffix, lx) == 0;
}

/* Trims white space at both ends, in place. Returns s. */
char *str_trim(char *s)
{
    char *start = s;
    size_t len;

    while (isspace((unsigned char)*start))
        start++;
    len = strlen(start);
    while (len > 0 && isspace((unsigned char)start[len - 1]))
        len--;
    memmove(s, start, len);
    s[len] = '\0';
    return s;
}

void str_lower(char *s)
{
    if (!s)
        return;
    for (; *s; s++)
        *s = (char)tolower((unsigned char)*s);
}

/* Copies src into dst of size bytes, always terminated when size > 0. */
size_t str_copy(char *dst, const char *src, size_t size)
{
    size_t len = strlen(src);

    if (size > 0) {
        size_t n = len < size ? len : size - 1;

        memcpy(dst, src, n);
        dst[n] = '\0';
    }
    return len;
}

void str_free_list(char **list)
{
    size_t i;

    if (list == NULL)
        return;
    for (i = 0; list[i] != NULL; i++)
        free(list[i]);
    free(list);
}

/* Splits s at each sep. The result ends with NULL. */
char **str_split(const char *s, char sep)
{
    size_t n = 1, i = 0;
    const char *p;
    char **list;

    for (p = s; *p; p++)
        if (*p == sep)
            n++;
    list = calloc(n + 1, sizeof(*list));
    if (list == NULL)
        return NULL;
    for (p = s;; p++) {
        if (*p != sep && *p != '\0')
            continue;
        list[i] = dup_n(s, (size_t)(p - s));
        if (list[i] == NULL) {
            str_free_list(list);
            return NULL;
        }
        i++;
        if (*p == '\0')
            break;
        s = p + 1;
    }
    return list;
}

/* Joins n parts with sep between them. */
char *str_join(const char *const *parts, size_t n, const char *sep)
{
    size_t seplen = strlen(sep);
    size_t total = 0;
    size_t i;
    char *out, *w;

    for (i = 0; i < n; i++) {
        total += strlen(parts[i]);
        if (i > 0)
            total += seplen;
    }
    out = malloc(total + 1);
    if (out == NULL)
        return NULL;
    w = out;
    for (i = 0; i < n; i++) {
        size_t len = strlen(parts[i]);

        if (i > 0) {
            memcpy(w, sep, seplen);
            w += seplen;
        }
        memcpy(w, parts[i], len);
        w += len;
    }
    *w = '\0';
    return out;
}

/* A copy of s put between two quote characters. */
char *str_quote(const char *s, char quote)
{
    size_t len = strlen(s);
    char *out = malloc(len + 2);

    if (out == NULL)
        return NULL;
    out[0] = quote;
    memcpy(out + 1, s, len);
    out[len + 1] = quote;
    out[len + 2] = '\0';
    return out;
}
