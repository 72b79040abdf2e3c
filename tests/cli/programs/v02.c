// SAFE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

enum { SMALL = 12 };

struct text {
    char *data;
    size_t len;
    char buf[SMALL];
};

struct message {
    struct text subject;
    struct text body;
    struct message *next;
};

static void text_init(struct text *t)
{
    t->data = t->buf;
    t->len = 0;
    t->buf[0] = '\0';
}

static void text_clear(struct text *t)
{
    if (t->data != t->buf)
        free(t->data);
    text_init(t);
}

static int text_fill(struct text *t, size_t len)
{
    text_clear(t);
    if (len + 1 > SMALL) {
        char *p = malloc(len + 1);
        if (p == NULL)
            return 0;
        t->data = p;
    }
    memset(t->data, 'a', len);
    t->data[len] = '\0';
    t->len = len;
    return 1;
}

/* Move the contents of src into dst, leaving src empty. */
static void text_move(struct text *dst, struct text *src)
{
    text_clear(dst);
    if (src->data == src->buf) {
        memcpy(dst->buf, src->buf, src->len + 1);
    } else {
        dst->data = src->data;
        src->data = src->buf;
    }
    dst->len = src->len;
    text_init(src);
}

static size_t read_len(void)
{
    int n = __VERIFIER_nondet_int();
    return (n < 0 || n > 100) ? 0 : (size_t)n;
}

int main(void)
{
    struct message *inbox = NULL, *m;
    size_t total = 0;

    while (__VERIFIER_nondet_int()) {
        m = malloc(sizeof *m);
        if (m == NULL)
            break;
        text_init(&m->subject);
        text_init(&m->body);
        m->next = inbox;
        inbox = m;
        if (!text_fill(&m->subject, read_len()))
            break;
        if (!text_fill(&m->body, read_len()))
            break;
    }

    /* each message may take over the body of its successor */
    for (m = inbox; m != NULL && m->next != NULL; m = m->next) {
        int what = __VERIFIER_nondet_int();
        if (what == 1)
            text_move(&m->body, &m->next->body);
        else if (what == 2)
            text_move(&m->subject, &m->body);
    }

    while ((m = inbox) != NULL) {
        inbox = m->next;
        total += strlen(m->subject.data);
        text_clear(&m->subject);
        text_clear(&m->body);
        free(m);
    }
    return total > 1000;
}
