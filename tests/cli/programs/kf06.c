// UNSAFE: out of bounds read in line 41
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define INLINE_MAX 16

struct msg {
    struct msg *next;
    size_t len;
    unsigned char *body;              /* == small, or a block of its own */
    unsigned char small[INLINE_MAX];
};

static struct msg *inbox, **inbox_end = &inbox;

static void msg_recv(size_t len)
{
    struct msg *m = malloc(sizeof(struct msg));
    if (!m)
        abort();
    m->next = NULL;
    m->len = len;
    if (len <= INLINE_MAX) {
        m->body = m->small;
    } else {
        m->body = malloc(len);
        if (!m->body)
            abort();
    }
    memset(m->body, 0x2a, len);
    *inbox_end = m;
    inbox_end = &m->next;
}

static unsigned checksum(const struct msg *m)
{
    unsigned sum = 0;
    for (size_t i = 0; i <= m->len; i++)
        sum = sum * 31 + m->body[i];
    return sum;
}

static void msg_free(struct msg *m)
{
    if (m->body != m->small)
        free(m->body);
    free(m);
}

int main(void)
{
    unsigned all = 0;
    int len;

    do {
        len = __VERIFIER_nondet_int();
        if (len > 0 && len <= 4096)
            msg_recv((size_t)len);
    } while (len != 0);

    while (inbox) {
        struct msg *m = inbox;
        inbox = m->next;
        all ^= checksum(m);
        msg_free(m);
    }
    inbox_end = &inbox;
    return all != 0;
}
