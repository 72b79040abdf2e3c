// SAFE
/* A vector of owned records with insertion and removal anywhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef struct {
    int score;
    char *name;
} player;

typedef struct {
    player **items;
    size_t count;
    size_t cap;
} roster;

static player *player_new(const char *name, int score)
{
    player *p = malloc(sizeof(player));
    p->name = malloc(strlen(name) + 1);
    strcpy(p->name, name);
    p->score = score;
    return p;
}

static void player_free(player *p)
{
    free(p->name);
    free(p);
}

static void roster_insert(roster *r, size_t pos, player *p)
{
    if (r->count == r->cap) {
        r->cap = r->cap == 0 ? 2 : r->cap + r->cap / 2;
        r->items = realloc(r->items, r->cap * sizeof(player *));
    }
    for (size_t i = r->count; i > pos; i--)
        r->items[i] = r->items[i - 1];
    r->items[pos] = p;
    r->count++;
}

static player *roster_take(roster *r, size_t pos)
{
    player *p = r->items[pos];
    memmove(&r->items[pos], &r->items[pos + 1],
            (r->count - pos - 1) * sizeof(player *));
    r->count--;
    return p;
}

int main(void)
{
    roster r = { NULL, 0, 0 };
    char name[32];
    int rounds = __VERIFIER_nondet_int();
    if (rounds > 50)
        rounds = 50;

    for (int i = 0; i < rounds; i++) {
        int score = __VERIFIER_nondet_int();
        if (score > 0) {
            size_t pos = 0;
            while (pos < r.count && r.items[pos]->score >= score)
                pos++;
            snprintf(name, sizeof name, "player-%d", i);
            roster_insert(&r, pos, player_new(name, score));
        } else if (r.count > 0) {
            size_t pos = (size_t)(unsigned)__VERIFIER_nondet_int() % r.count;
            player *p = roster_take(&r, pos);
            printf("%s leaves\n", p->name);
            player_free(p);
        }
    }
    for (size_t i = 0; i < r.count; i++)
        printf("%zu. %s %d\n", i + 1, r.items[i]->name, r.items[i]->score);

    for (size_t i = 0; i < r.count; i++)
        player_free(r.items[i]);
    free(r.items);
    return 0;
}
