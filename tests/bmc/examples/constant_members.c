// Members that are `const` keep what their initialiser gives them; those beside them do not, nor does what is allocated.
// EXPECTED: verified
// EXPECTED --check undefined-behaviour -DMEMBER: violated invalid-dereference in line 28
// EXPECTED --check undefined-behaviour -DELEMENT: violated invalid-dereference in line 30
// EXPECTED --check undefined-behaviour -DPARAMETER: violated invalid-dereference in line 20
// EXPECTED --check undefined-behaviour -DCOPY: violated invalid-dereference in line 33
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct pair { const int a; int b; };
struct bits { const unsigned a : 3; unsigned b : 5; };
struct outer { int n; struct pair pairs[2]; const char *const name; struct bits bits; };

static void change(struct pair pair)
{
    pair.b = 3;
#ifdef PARAMETER
    *(int *)&pair.a = 4;
#endif
}

static void fill(struct outer *o, int at)
{
    o->n = o->pairs[1].b = o->bits.b = 3;
#ifdef MEMBER
    *(const char **)&o->name = 0;
#elif defined ELEMENT
    ((int *)o->pairs)[at] = 3;
#elif defined COPY
    struct outer other = { 2, { { 5, 6 }, { 7, 8 } }, "y", { 1, 1 } };
    memcpy(o, &other, sizeof other);
#endif
}

int main(void)
{
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 3)
        return 0;
    struct outer o = { 1, { { 1, 2 }, { 3, 4 } }, "x", { 1, 2 } };
    fill(&o, at);
    change(o.pairs[0]);
    struct pair *block = malloc(sizeof *block);
    memcpy(block, &o.pairs[1], sizeof *block);
    *(int *)&block->a = 9;
    free(block);
    return 0;
}
