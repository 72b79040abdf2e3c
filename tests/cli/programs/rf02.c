// UNSAFE: use-after-free in line 47
/* Session table: hash table with 1024 chained buckets, old sessions expire. */
#include <stdio.h>
#include <stdlib.h>

#define BUCKETS 1024

extern int __VERIFIER_nondet_int(void);

typedef struct session {
    unsigned id;
    int last_seen;
    struct session *next;
} session;

typedef struct {
    session *bucket[BUCKETS];
    int count;
} table;

static session *table_find(table *t, unsigned id)
{
    session *s = t->bucket[id % BUCKETS];
    while (s && s->id != id)
        s = s->next;
    return s;
}

static void table_touch(table *t, unsigned id, int now)
{
    session *s = table_find(t, id);
    if (!s) {
        s = malloc(sizeof(session));
        s->id = id;
        s->next = t->bucket[id % BUCKETS];
        t->bucket[id % BUCKETS] = s;
        t->count++;
    }
    s->last_seen = now;
}

static int table_expire(table *t, int before)
{
    int removed = 0;
    for (int i = 0; i < BUCKETS; i++) {
        session *prev = NULL;
        for (session *s = t->bucket[i]; s; s = s->next) {
            if (s->last_seen >= before) {
                prev = s;
                continue;
            }
            if (prev)
                prev->next = s->next;
            else
                t->bucket[i] = s->next;
            free(s);
            t->count--;
            removed++;
        }
    }
    return removed;
}

static void table_destroy(table *t)
{
    for (int i = 0; i < BUCKETS; i++) {
        session *s = t->bucket[i];
        while (s) {
            session *next = s->next;
            free(s);
            s = next;
        }
    }
    free(t);
}

int main(void)
{
    table *t = calloc(1, sizeof(table));
    int now;
    for (now = 0; now < 200; now++) {
        int id = __VERIFIER_nondet_int();
        if (id < 0)
            break;
        table_touch(t, (unsigned)id, now);
    }
    printf("%d sessions\n", t->count);
    printf("%d expired\n", table_expire(t, now / 2));
    printf("%d sessions left\n", t->count);
    table_destroy(t);
    return 0;
}
