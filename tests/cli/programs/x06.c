// SAFE
/* Session table with a fixed number of slots; NULL means free. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAX_SESSIONS 16

struct session {
    int id;
    int hits;
    int *history;       /* room for `room` entries */
    int room;
};

static struct session *table[MAX_SESSIONS];

static int open_session(int id, int room)
{
    for (int i = 0; i < MAX_SESSIONS; i++) {
        if (table[i] == NULL) {
            struct session *s = malloc(sizeof *s);
            s->id = id;
            s->hits = 0;
            s->room = room;
            s->history = malloc(room * sizeof(int));
            table[i] = s;
            return i;
        }
    }
    return -1;
}

static void close_session(int i)
{
    if (table[i] == NULL)
        return;
    free(table[i]->history);
    free(table[i]);
    table[i] = NULL;
}

static int valid(int i)
{
    return i >= 0 && i < MAX_SESSIONS && table[i] != NULL;
}

static void hit(int i, int value)
{
    struct session *s = table[i];
    s->history[s->hits % s->room] = value;
    s->hits++;
}

static int last_hit(const struct session *s)
{
    if (s->hits == 0)
        return 0;
    return s->history[(s->hits - 1) % s->room];
}

int main(void)
{
    int next_id = 100;

    for (int step = 0; step < 60; step++) {
        int cmd = __VERIFIER_nondet_int();
        int arg = __VERIFIER_nondet_int();

        if (cmd == 0)
            break;
        if (cmd == 1 || cmd > 12) {
            if (arg >= 1 && arg <= 8 && open_session(next_id, arg) >= 0)
                next_id++;
        } else if (cmd == 2) {
            if (arg >= 0 && arg < MAX_SESSIONS)
                close_session(arg);
        } else if (valid(arg)) {
            hit(arg, cmd);
        }
    }

    for (int i = 0; i < MAX_SESSIONS; i++)
        if (table[i])
            printf("slot %d: id %d, %d hits, last %d\n", i, table[i]->id,
                   table[i]->hits, last_hit(table[i]));

    for (int i = 0; i < MAX_SESSIONS; i++)
        close_session(i);
    return 0;
}
