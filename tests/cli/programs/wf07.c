// UNSAFE line 45: the truck record is allocated with the size of a pointer to it
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

typedef struct vehicle vehicle;
struct vehicle {
    vehicle *next;
    unsigned (*toll)(const vehicle *self, unsigned km);
};

typedef struct { vehicle v; } bike;
typedef struct { vehicle v; unsigned seats; } car;
typedef struct { vehicle v; unsigned axles; unsigned weight[4]; } truck;

static unsigned bike_toll(const vehicle *self, unsigned km)
{
    (void)self;
    (void)km;
    return 0;
}

static unsigned car_toll(const vehicle *self, unsigned km)
{
    const car *c = (const car *)self;
    return c->seats > 5 ? km * 3 : km * 2;
}

static unsigned truck_toll(const vehicle *self, unsigned km)
{
    const truck *t = (const truck *)self;
    unsigned sum = 0;
    for (unsigned i = 0; i < t->axles; i++)
        sum += t->weight[i] * km;
    return sum;
}

static vehicle *arrive(int what)
{
    if (what % 5 == 0) {
        truck *t = malloc(sizeof t);
        if (!t)
            return NULL;
        t->v.toll = truck_toll;
        t->axles = 2u + (unsigned)(what & 1);
        for (unsigned i = 0; i < 4; i++)
            t->weight[i] = 7;
        return &t->v;
    }
    if (what % 2 == 0) {
        bike *b = malloc(sizeof *b);
        if (!b)
            return NULL;
        b->v.toll = bike_toll;
        return &b->v;
    }
    car *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    c->v.toll = car_toll;
    c->seats = (unsigned)input() % 9u;
    return &c->v;
}

int main(void)
{
    vehicle *lane = NULL, *v;
    unsigned income = 0;
    int what;

    while ((what = input()) != 0) {
        v = arrive(what);
        if (!v)
            break;
        v->next = lane;
        lane = v;
    }
    while (lane != NULL) {
        v = lane;
        lane = lane->next;
        income += v->toll(v, 12);
        free(v);
    }
    printf("income %u\n", income);
    return 0;
}
