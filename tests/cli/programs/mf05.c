// UNSAFE: invalid free of the static deleted-slot marker in line 61
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 128u

typedef struct { unsigned key; int hits; } entry;

static entry dead;                  /* marks a deleted slot */
static entry *slot[SIZE];

static int find(unsigned key)
{
    for (unsigned i = 0; i < SIZE; i++) {
        unsigned at = (key + i) % SIZE;
        if (slot[at] == NULL)
            return -1;
        if (slot[at] != &dead && slot[at]->key == key)
            return (int)at;
    }
    return -1;
}

static int insert(unsigned key)
{
    for (unsigned i = 0; i < SIZE; i++) {
        entry **s = &slot[(key + i) % SIZE];
        if (*s == NULL || *s == &dead) {
            *s = malloc(sizeof(entry));
            if (*s == NULL)
                abort();
            (*s)->key = key;
            (*s)->hits = 0;
            return 1;
        }
    }
    return 0;                       /* full */
}

int main(void)
{
    int cmd;

    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        unsigned key = (unsigned)__VERIFIER_nondet_int();
        int at = find(key);
        if (cmd == 1) {
            if (at >= 0) {
                free(slot[at]);
                slot[at] = &dead;
            }
        } else if (at >= 0) {
            slot[at]->hits = cmd;
        } else if (!insert(key)) {
            break;
        }
    }
    for (unsigned i = 0; i < SIZE; i++) {
        if (slot[i] != NULL)
            free(slot[i]);
        slot[i] = NULL;
    }
    return 0;
}
