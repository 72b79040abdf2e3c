// A procedure that needs nearly all of its input to be what it is: every kind of parameter, globals, nodes, an input, and an object
// that is defined elsewhere.
// EXPECTED --entry f --heap-nodes 2: violated use-after-free in line 25
#include <stdlib.h>

typedef struct { int a; char *s; } rec;
typedef struct node { struct node *next; short v; double d; unsigned b:3; } node;

extern int other(int);
extern int limit;
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static node *head;
static int count = 5;
static rec r;
enum colour { RED, GREEN = 7 };

static int f(node *list, rec x, float g, _Bool yes, enum colour c, char letter, node **place) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 77 && list && list->next && list->next->v == 1234 && x.a == 9 && g == 2.5f && yes && c == GREEN && letter == 'q'
        && head == list && count == 42 && r.a == -3 && list->b == 5 && place && *place == list->next && list->d == -0.25
        && limit == 12) {
        free(list->next);
        return list->next->v;
    }
    if (n == 78) return other(3);
    __VERIFIER_assume(n > 5);
    return 0;
}
