// The vector has room for as many elements as its capacity says, and never more elements.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct vector { size_t used, capacity; int *elements; };
static void add(struct vector *vector, int element) {
    if (vector->used == vector->capacity) {
        vector->capacity = vector->capacity ? 2 * vector->capacity : 1;
        vector->elements = realloc(vector->elements, vector->capacity * sizeof(int));
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
