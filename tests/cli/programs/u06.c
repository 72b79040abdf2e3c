// SAFE
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define PREFIX 2
#define MAX_BODY 600

typedef unsigned char byte;

struct stream { byte *data; size_t len, cap; };

static void need(struct stream *s, size_t extra)
{
    if (s->cap - s->len >= extra)
        return;
    size_t cap = s->cap;
    while (cap - s->len < extra)
        cap = cap * 2 + 8;
    byte *data = malloc(cap);
    if (s->len > 0)
        memcpy(data, s->data, s->len);
    free(s->data);
    s->data = data;
    s->cap = cap;
}

static void send(struct stream *s, size_t n)
{
    need(s, PREFIX + n);
    s->data[s->len++] = (byte)(n >> 8);
    s->data[s->len++] = (byte)(n & 0xff);
    for (size_t i = 0; i < n; i++)
        s->data[s->len++] = (byte)__VERIFIER_nondet_int();
}

/* Copies the next message and advances *pos; NULL at the end or if damaged. */
static char *receive(const struct stream *s, size_t *pos, size_t *n)
{
    if (s->len - *pos < PREFIX)
        return NULL;
    *n = (size_t)s->data[*pos] << 8 | s->data[*pos + 1];
    if (*n > s->len - *pos - PREFIX)
        return NULL;
    char *text = malloc(*n + 1);
    memcpy(text, s->data + *pos + PREFIX, *n);
    text[*n] = '\0';
    *pos += PREFIX + *n;
    return text;
}

int main(void)
{
    struct stream s = { NULL, 0, 0 };
    while (__VERIFIER_nondet_int()) {
        int n = __VERIFIER_nondet_int();
        if (n >= 0 && n <= MAX_BODY)
            send(&s, (size_t)n);
        else if (n < 0 && s.len > 0) /* noise on the line */
            s.data[(size_t)-(n + 1) % s.len] ^= 0x11;
    }
    size_t pos = 0, n = 0;
    char *text;
    while ((text = receive(&s, &pos, &n)) != NULL) {
        printf("%zu/%zu\n", strlen(text), n);
        free(text);
    }
    free(s.data);
    return 0;
}
