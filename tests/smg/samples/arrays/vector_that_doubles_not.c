// The capacity grows, and the block only by one element.
// TRUE: out-of-bounds in line 11
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct vector { size_t used, capacity; int *elements; };
static void add(struct vector *vector, int element) {
    if (vector->used == vector->capacity) {
        vector->capacity = vector->capacity ? 2 * vector->capacity : 1;
        vector->elements = realloc(vector->elements, (vector->used + 1) * sizeof(int));
    }
    vector->elements[vector->used++] = element;
}
int main(void) {
    struct vector vector = { 0, 0, NULL };
    while (__VERIFIER_nondet_int()) add(&vector, __VERIFIER_nondet_int());
    long sum = 0;
    for (size_t i = 0; i < vector.used; i++) sum += vector.elements[i];
    free(vector.elements);
    return (int)sum;
}
