// UNSAFE: out-of-bounds in line 26
/* Integer map with 16 chained buckets. */
#include <stdio.h>
#include <stdlib.h>

#define NB 16

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    int value;
    struct node *next;
};

static struct node *buckets[NB];

static int hash(int key)
{
    return key % NB;
}

static struct node *find(int key)
{
    struct node *n;
    for (n = buckets[hash(key)]; n != NULL; n = n->next)
        if (n->key == key)
            break;
    return n;
}

static int map_put(int key, int value)
{
    struct node *n = find(key);
    if (n == NULL) {
        n = malloc(sizeof *n);
        if (n == NULL)
            return -1;
        n->key = key;
        n->next = buckets[hash(key)];
        buckets[hash(key)] = n;
    }
    n->value = value;
    return 0;
}

static int map_get(int key, int def)
{
    struct node *n = find(key);
    return n != NULL ? n->value : def;
}

static void map_remove(int key)
{
    struct node *n = find(key);
    if (n == NULL)
        return;
    struct node **link = &buckets[hash(key)];
    while (*link != n)
        link = &(*link)->next;
    *link = n->next;
    free(n);
}

static void map_clear(void)
{
    for (int i = 0; i < NB; i++) {
        while (buckets[i] != NULL) {
            struct node *n = buckets[i];
            buckets[i] = n->next;
            free(n);
        }
    }
}

int main(void)
{
    for (int i = 0; i < 64; i++) {
        int key = __VERIFIER_nondet_int();
        if (key == 0)
            break;
        switch (i % 4) {
        case 3:
            map_remove(key);
            break;
        case 2:
            printf("%d -> %d\n", key, map_get(key, -1));
            break;
        default:
            if (map_put(key, i) != 0)
                fprintf(stderr, "out of memory\n");
            break;
        }
    }
    map_clear();
    return 0;
}
