// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* Sessions are recycled through a pool; a session may carry a scratch block. */

#define PUSH(list, node)  do { (node)->next = (list); (list) = (node); } while (0)
#define SCRATCH 48

struct session {
    int id;
    enum { S_IDLE, S_READER, S_WRITER } mode;
    union {
        int cursor;            /* S_READER */
        unsigned char *buf;    /* S_WRITER */
    } u;
    struct session *next;
};

static struct session *active;
static struct session *pool;

static struct session *acquire(void)
{
    struct session *s = pool;
    if (s) {
        pool = s->next;
        return s;
    }
    s = calloc(1, sizeof(struct session));
    return s;
}

static void to_idle(struct session *s)
{
    if (s->mode == S_WRITER)
        free(s->u.buf);
    s->mode = S_IDLE;
    s->u.cursor = 0;
}

static int open_session(int id, int writer)
{
    struct session *s = acquire();
    if (!s)
        return 0;
    s->id = id;
    if (writer) {
        unsigned char *b = malloc(SCRATCH);
        if (!b) {
            PUSH(pool, s);
            return 0;
        }
        b[0] = 0;
        b[SCRATCH - 1] = 0xff;
        s->mode = S_WRITER;
        s->u.buf = b;
    } else {
        s->mode = S_READER;
        s->u.cursor = id;
    }
    PUSH(active, s);
    return 1;
}

static void close_session(int id)
{
    struct session **link;
    for (link = &active; *link; link = &(*link)->next) {
        struct session *s = *link;
        if (s->id == id) {
            *link = s->next;
            to_idle(s);
            PUSH(pool, s);
            return;
        }
    }
}

static void touch_all(int v)
{
    for (struct session *s = active; s; s = s->next) {
        if (s->mode == S_WRITER)
            s->u.buf[(unsigned)v % SCRATCH] = (unsigned char)v;
        else
            s->u.cursor = v;
    }
}

int main(void)
{
    for (;;) {
        int op = __VERIFIER_nondet_int();
        if (op == 0)
            break;
        switch (op & 3) {
        case 0: touch_all(op); break;
        case 1: open_session(__VERIFIER_nondet_int(), 0); break;
        case 2: open_session(__VERIFIER_nondet_int(), 1); break;
        case 3: close_session(__VERIFIER_nondet_int()); break;
        }
    }
    while (active) {
        struct session *s = active;
        active = s->next;
        to_idle(s);
        free(s);
    }
    while (pool) {
        struct session *s = pool;
        pool = s->next;
        free(s);
    }
    return 0;
}
