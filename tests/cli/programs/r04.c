// SAFE
/* Open addressing with linear probing; slots hold pointers to records. */
#include <stdio.h>
#include <stdlib.h>

#define SLOTS 256

extern int __VERIFIER_nondet_int(void);

struct account {
    int number;
    long balance;
};

static struct account deleted_marker;
#define DELETED (&deleted_marker)

static struct account *slots[SLOTS];
static int used;

static int find_slot(int number)
{
    unsigned h = (unsigned)number * 2654435761u;
    for (int i = 0; i < SLOTS; i++) {
        int s = (int)((h + (unsigned)i) % SLOTS);
        if (slots[s] == NULL)
            return -1;
        if (slots[s] != DELETED && slots[s]->number == number)
            return s;
    }
    return -1;
}

static struct account *open_account(int number)
{
    int s = find_slot(number);
    if (s >= 0)
        return slots[s];
    if (used >= SLOTS * 3 / 4)
        return NULL;
    struct account *a = malloc(sizeof *a);
    if (a == NULL)
        return NULL;
    a->number = number;
    a->balance = 0;
    unsigned h = (unsigned)number * 2654435761u;
    while (slots[h % SLOTS] != NULL && slots[h % SLOTS] != DELETED)
        h++;
    slots[h % SLOTS] = a;
    used++;
    return a;
}

static int close_account(int number)
{
    int s = find_slot(number);
    if (s < 0)
        return 0;
    free(slots[s]);
    slots[s] = DELETED;
    used--;
    return 1;
}

static void close_all(void)
{
    for (int i = 0; i < SLOTS; i++) {
        if (slots[i] != DELETED)
            free(slots[i]);
        slots[i] = NULL;
    }
    used = 0;
}

int main(void)
{
    int closed = 0;
    for (int i = 0; i < 500; i++) {
        int number = __VERIFIER_nondet_int();
        if (number < 0)
            break;
        int amount = __VERIFIER_nondet_int();
        if (amount == 0) {
            closed += close_account(number);
            continue;
        }
        struct account *a = open_account(number);
        if (a == NULL) {
            fprintf(stderr, "cannot open account %d\n", number);
            continue;
        }
        a->balance += amount % 1000;
    }
    for (int i = 0; i < SLOTS; i++)
        if (slots[i] != NULL && slots[i] != DELETED)
            printf("%d: %ld\n", slots[i]->number, slots[i]->balance);
    printf("%d open, %d closed\n", used, closed);
    close_all();
    return 0;
}
