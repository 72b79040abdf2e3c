// UNSAFE: double free in line 48
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct task { char *buf; struct task *next; };
struct line { int code; struct line *next; };

static struct task *idle, *ready, *running, *blocked, *done;
static struct line *logbook;

static void put(struct task **l, struct task *t) { t->next = *l; *l = t; }

static struct task *take(struct task **l)
{
    struct task *t = *l;
    if (t) *l = t->next;
    return t;
}

static void move(struct task **from, struct task **to)
{
    struct task *t = take(from);
    if (t) put(to, t);
}

static void note(int code)
{
    struct line *n = malloc(sizeof *n);
    if (!n) abort();
    n->code = code;
    n->next = logbook;
    logbook = n;
}

static void spawn(void)
{
    struct task *t = take(&idle);
    if (!t && !(t = malloc(sizeof *t))) abort();
    if (!(t->buf = malloc(64))) abort();
    put(&ready, t);
}

static void drain(struct task **l)
{
    struct task *t;
    while ((t = take(l)) != NULL) {
        free(t->buf);
        free(t);
    }
}

int main(void)
{
    struct task *t;
    int op;

    while ((op = __VERIFIER_nondet_int()) != 0) {
        switch (op) {
        case 1: spawn(); break;
        case 2: move(&ready, &running); break;
        case 3: move(&running, &blocked); break;
        case 4: move(&blocked, &ready); break;
        case 5: move(&running, &done); break;
        case 6:                          /* recycle */
            if ((t = take(&done)) != NULL) {
                free(t->buf);
                put(&idle, t);
            }
            break;
        default: note(op);
        }
    }
    drain(&idle); drain(&ready); drain(&running); drain(&blocked); drain(&done);
    for (struct line *n = logbook; n; n = logbook) { logbook = n->next; free(n); }
    return 0;
}
