// BUG(null-dereference): line 54, moving from an empty place uses the NULL car pointer
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct car {
    int plate;
    int moves;
} Car;

typedef struct {
    Car **place;
    int size;
    int parked;
} Lot;

static Lot *lot_create(int size)
{
    Lot *lot = malloc(sizeof(Lot));
    lot->place = calloc(size, sizeof(Car *));
    lot->size = size;
    lot->parked = 0;
    return lot;
}

static int lot_park(Lot *lot, int at, int plate)
{
    if (at < 0 || at >= lot->size || lot->place[at] != NULL)
        return -1;
    Car *c = malloc(sizeof(Car));
    c->plate = plate;
    c->moves = 0;
    lot->place[at] = c;
    lot->parked++;
    return 0;
}

static void lot_leave(Lot *lot, int at)
{
    if (at < 0 || at >= lot->size || lot->place[at] == NULL)
        return;
    free(lot->place[at]);
    lot->place[at] = NULL;
    lot->parked--;
}

static int lot_move(Lot *lot, int from, int to)
{
    if (from < 0 || from >= lot->size || to < 0 || to >= lot->size)
        return -1;
    if (lot->place[to] != NULL)
        return -1;
    lot->place[from]->moves++;
    lot->place[to] = lot->place[from];
    lot->place[from] = NULL;
    return 0;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 20)
        return 1;
    Lot *lot = lot_create(size);

    for (int day = 0; day < 25; day++) {
        int what = __VERIFIER_nondet_int();
        int a = __VERIFIER_nondet_int();
        switch (what) {
        case 0:
        case 1:
            lot_leave(lot, a);
            break;
        case 2:
            lot_move(lot, a, __VERIFIER_nondet_int());
            break;
        default:
            lot_park(lot, a, 1000 + day);
        }
    }
    printf("%d cars at the end\n", lot->parked);
    for (int i = 0; i < size; i++) {
        if (lot->place[i])
            printf("%2d: %d (%d)\n", i, lot->place[i]->plate, lot->place[i]->moves);
        lot_leave(lot, i);
    }
    free(lot->place);
    free(lot);
    return 0;
}
