// The room doubles until it is enough: at the head of the loop, `room < 2 * wanted`, so the number of bytes does not wrap.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct vector { int *elements; size_t used, room; };
static void reserve(struct vector *vector, size_t wanted) {
    if (wanted <= vector->room) return;
    size_t room = vector->room ? vector->room : 4;
    while (room < wanted) room *= 2;
    vector->elements = realloc(vector->elements, room * sizeof(int));
    vector->room = room;
}
static void add(struct vector *vector, int element) {
    reserve(vector, vector->used + 1);
    vector->elements[vector->used++] = element;
}
int main(void) {
    struct vector vector = { NULL, 0, 0 };
    while (__VERIFIER_nondet_int()) add(&vector, 7);
    free(vector.elements);
    return 0;
}
