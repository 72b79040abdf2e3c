// Addresses as integers: back and forth, distances, low bits used as marks.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node { uintptr_t next; int value; };

static struct node *clean(uintptr_t word) { return (struct node *)(word & ~(uintptr_t)3); }

int main(void) {
    int numbers[10];
    for (int i = 0; i < 10; i++)
        numbers[i] = i * i;
    uintptr_t word = (uintptr_t)&numbers[2];
    word += sizeof(int);
    printf("%d %d\n", *(int *)word, (int)((uintptr_t)&numbers[7] - word));
    printf("%d\n", (int)(word % sizeof(int)));
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = (uintptr_t)b | 1;
    a->value = 1;
    b->next = (uintptr_t)a | 2;
    b->value = 2;
    printf("%d %d %d\n", (int)(a->next & 3), clean(a->next)->value, clean(b->next) == a);
    free(clean(a->next));
    free(a);
    return 0;
}
