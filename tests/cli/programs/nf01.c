// UNSAFE: use-after-free in line 29
/* A play list: tracks are appended at the end and may be removed anywhere. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct track {
    int id;
    struct track *next;
};

struct playlist {
    size_t size;
    struct track *head;
    struct track *tail;
};

static int playlist_append(struct playlist *pl, int id)
{
    struct track *t = malloc(sizeof(struct track));
    if (t == NULL)
        return -1;
    t->id = id;
    t->next = NULL;
    if (pl->size == 0) {
        pl->head = t;
    } else {
        pl->tail->next = t;
    }
    pl->tail = t;
    pl->size++;
    return 0;
}

static void playlist_remove(struct playlist *pl, size_t index)
{
    struct track **link = &pl->head;
    struct track *victim;

    if (index >= pl->size)
        return;
    while (index > 0) {
        link = &(*link)->next;
        index--;
    }
    victim = *link;
    *link = victim->next;
    pl->size--;
    free(victim);
}

static void playlist_print(const struct playlist *pl)
{
    const struct track *t = pl->head;
    printf("%zu tracks:", pl->size);
    for (size_t i = 0; i < pl->size; i++) {
        printf(" %d", t->id);
        t = t->next;
    }
    printf("\n");
}

int main(void)
{
    struct playlist pl = { 0, NULL, NULL };
    int n;

    for (n = 0; n < 30; n++) {
        int cmd = __VERIFIER_nondet_int();
        if (cmd < 0)
            break;
        if (cmd % 4 == 3) {
            int pos = __VERIFIER_nondet_int();
            if (pos >= 0)
                playlist_remove(&pl, (size_t)pos);
        } else if (playlist_append(&pl, 100 + n) != 0) {
            fprintf(stderr, "out of memory\n");
            break;
        }
    }
    playlist_print(&pl);
    while (pl.size > 0)
        playlist_remove(&pl, 0);
    return 0;
}
