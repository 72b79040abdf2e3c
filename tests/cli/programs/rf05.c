// UNSAFE: null-dereference in line 47
/* Sparse array of sensors: empty slots are NULL. */
#include <stdio.h>
#include <stdlib.h>

#define NSLOTS 32

extern int __VERIFIER_nondet_int(void);

struct sensor {
    int slot;
    int temperature;
};

static struct sensor *sensors[NSLOTS];
static int n_sensors;

static int attach(int slot, int temperature)
{
    if (slot < 0 || slot >= NSLOTS || sensors[slot] != NULL)
        return -1;
    struct sensor *s = malloc(sizeof *s);
    if (s == NULL)
        return -1;
    s->slot = slot;
    s->temperature = temperature;
    sensors[slot] = s;
    n_sensors++;
    return 0;
}

static void detach(int slot)
{
    if (slot < 0 || slot >= NSLOTS || sensors[slot] == NULL)
        return;
    free(sensors[slot]);
    sensors[slot] = NULL;
    n_sensors--;
}

static struct sensor *hottest(void)
{
    struct sensor *best = sensors[0];
    for (int i = 1; i < NSLOTS; i++) {
        if (sensors[i] == NULL)
            continue;
        if (sensors[i]->temperature > best->temperature)
            best = sensors[i];
    }
    return best;
}

static void detach_all(void)
{
    for (int i = 0; i < NSLOTS; i++)
        detach(i);
}

int main(void)
{
    for (int i = 0; i < 100; i++) {
        int slot = __VERIFIER_nondet_int();
        if (slot < 0)
            break;
        int temperature = __VERIFIER_nondet_int();
        if (temperature < -50)
            detach(slot);
        else if (attach(slot, temperature) != 0)
            printf("cannot attach at %d\n", slot);
    }
    if (n_sensors > 0) {
        struct sensor *h = hottest();
        printf("hottest of %d: slot %d, %d degrees\n", n_sensors, h->slot,
               h->temperature);
    }
    detach_all();
    return 0;
}
