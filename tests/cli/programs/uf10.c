// UNSAFE: NULL dereference in line 60
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct wagon Wagon;
struct wagon
{
    int load;
    Wagon *prev;
    Wagon *next;
};

typedef struct
{
    Wagon *front;
    Wagon *back;
    unsigned long wagons;
} Train;

static Wagon *new_wagon(int load)
{
    Wagon *w = malloc(sizeof(Wagon));
    w->load = load;
    w->prev = w->next = NULL;
    return w;
}

static void couple_back(Train *t, int load)
{
    Wagon *w = new_wagon(load);
    if (t->wagons++ == 0)
    {
        t->front = t->back = w;
        return;
    }
    w->prev = t->back;
    t->back->next = w;
    t->back = w;
}

static void uncouple_front(Train *t)
{
    Wagon *w = t->front;
    t->front = w->next;
    if (t->front)
        t->front->prev = NULL;
    else
        t->back = NULL;
    t->wagons--;
    free(w);
}

static void uncouple_back(Train *t)
{
    Wagon *w = t->back;
    t->back = w->prev;
    t->back->next = NULL;
    t->wagons--;
    free(w);
}

int main(void)
{
    Train t = {0};
    while (__VERIFIER_nondet_int())
    {
        int load = __VERIFIER_nondet_int();
        if (load > 0)
            couple_back(&t, load);
        else if (load == 0 && t.wagons >= 1)
            uncouple_front(&t);
        else if (load < 0 && t.wagons >= 1)
            uncouple_back(&t);
    }
    printf("%lu wagons\n", t.wagons);
    while (t.wagons != 0)
        uncouple_front(&t);
    return 0;
}
