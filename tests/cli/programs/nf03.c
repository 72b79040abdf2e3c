// UNSAFE: leak in line 49
// (malloc is assumed to succeed)
/* Messages from stdin: length digit, payload of that many bytes, check digit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFSIZE 256

struct reader {
    const unsigned char *buf;
    size_t pos;
    size_t size;
};

struct message {
    size_t len;
    struct message *next;
    char *payload;
};

static struct message *read_message(struct reader *r)
{
    struct message *m;
    unsigned sum = 0;
    size_t len;

    if (r->pos >= r->size)
        return NULL;
    if (r->buf[r->pos] < '0' || r->buf[r->pos] > '9')
        return NULL;
    len = r->buf[r->pos] - '0';
    r->pos++;
    if (r->size - r->pos < len + 1)
        return NULL;

    m = malloc(sizeof *m);
    m->len = len;
    m->next = NULL;
    m->payload = malloc(len + 1);
    memcpy(m->payload, r->buf + r->pos, len);
    m->payload[len] = '\0';
    r->pos += len;

    for (size_t i = 0; i < len; i++)
        sum += (unsigned char)m->payload[i];
    if (r->buf[r->pos] != '0' + sum % 10) {
        fprintf(stderr, "bad check digit at %zu\n", r->pos);
        return NULL;
    }
    r->pos++;
    return m;
}

int main(void)
{
    unsigned char buf[BUFSIZE];
    struct reader r = { buf, 0, 0 };
    struct message *first = NULL, *last = NULL, *m;
    int count = 0;
    int c;

    while (r.size < BUFSIZE && (c = getchar()) != EOF)
        buf[r.size++] = (unsigned char)c;

    while ((m = read_message(&r)) != NULL) {
        if (last == NULL)
            first = m;
        else
            last->next = m;
        last = m;
        count++;
    }

    printf("%d messages, %zu of %zu bytes\n", count, r.pos, r.size);
    for (int i = 0; i < count; i++) {
        m = first;
        first = m->next;
        printf("  [%zu] %s\n", m->len, m->payload);
        free(m->payload);
        free(m);
    }
    return 0;
}
