// Inputs of many types: pointers to scalars, arrays, bit-fields, unions, types that point to each other, functions.
// EXPECTED --entry sum: verified
// EXPECTED --entry sum_too_far: violated out-of-bounds in line 33
// EXPECTED --entry owner_of_head: violated assertion in line 39
// EXPECTED --entry heads --unwind 3: unknown, nothing found on heaps of up to 3 nodes
// EXPECTED --entry field: verified
// EXPECTED --entry signs: violated assertion in line 54
// EXPECTED --entry through_void: unknown, line 59: not followed: an input pointer to something that no type tells
// EXPECTED --entry void_is_passed: verified
// EXPECTED --entry call: unknown, line 68: not followed: an input pointer to something that no type tells
// EXPECTED --entry of_table: verified
// EXPECTED --entry of_table_beyond: violated out-of-bounds in line 79
// EXPECTED --entry bytes_of_union: verified
// EXPECTED --entry padding: unknown, line 94: not followed
#include <assert.h>
#include <stdlib.h>

struct item;
struct list { struct item *head; struct list *more; };
struct item { struct list *owner; short kind; struct item *next; };
struct flags { unsigned a : 3; int b : 5; unsigned char c; };
union bits { unsigned u; unsigned char byte[4]; };
struct table { int cells[3]; };
struct gap { char c; int i; };

long sum(int *a, short *b, unsigned char *c) {
    if (a && b && c) return (long)*a + *b + *c;
    return 0;
}

int sum_too_far(int *a) {
    if (!a) return 0;
    return a[1];
}

void owner_of_head(struct list *list) {
    if (list && list->head && list->head->owner) {
        struct item *head = list->head;
        assert(head->owner == list);
    }
}

int heads(struct list *list) {
    return list && list->head && list->head->owner && list->head->owner->head == list->head;
}

int field(struct flags *f) {
    if (!f) return 0;
    assert(f->a <= 7 && f->b <= 15 && f->b >= -16);
    return f->c;
}

void signs(struct flags *f) {
    if (f) assert(f->b != -3);
}

int through_void(void *any) {
    int *number = any;
    return number ? *number : 0;
}

void *void_is_passed(void *any) {
    return any ? any : NULL;
}

int call(int (*function)(int)) {
    if (!function) return 0;
    return function(1);
}

int of_table(struct table *t, int i) {
    if (t && i >= 0 && i < 3) return t->cells[i];
    return 0;
}

int of_table_beyond(struct table *t, int i) {
    if (!t || i < 0 || i > 3) return 0;
    int *cells = t->cells;
    return cells[i];
}

int bytes_of_union(union bits *b) {
    if (!b) return 0;
    unsigned char low = b->byte[0];
    assert((b->u & 255) == low);
    return 0;
}

int padding(struct gap *g) {
    if (!g) return 0;
    char *bytes = (char *)g;
    if (bytes[0]) return 1;

    return bytes[1];
}
