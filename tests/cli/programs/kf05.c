// UNSAFE: use after free in line 15
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef struct member {
    enum { V_NULL, V_BOOL, V_NUM, V_STR } kind;
    union { int b; long num; char *str; } as;
    struct member *next;
} member;

static char *dup(const char *s)
{
    size_t n = strlen(s) + 1;
    char *d = malloc(n);
    if (!d) abort();
    memcpy(d, s, n);
    return d;
}

static void clear(member *m)
{
    if (m->kind == V_STR)
        free(m->as.str);
    m->kind = V_NULL;
}

/* s may be m's own string */
static void set_str(member *m, const char *s)
{
    clear(m);
    m->as.str = dup(s);
    m->kind = V_STR;
}

static member *pick(member *obj)
{
    while (obj && obj->next && __VERIFIER_nondet_int())
        obj = obj->next;
    return obj;
}

int main(void)
{
    member *obj = NULL, *a, *b;

    while (__VERIFIER_nondet_int()) {
        member *m = malloc(sizeof *m);
        if (!m) abort();
        m->kind = V_NULL;
        m->next = obj;
        obj = m;
        switch (__VERIFIER_nondet_int()) {
        case 1: m->kind = V_BOOL; m->as.b = 1; break;
        case 2: m->kind = V_NUM; m->as.num = 42; break;
        case 3: set_str(m, "hello"); break;
        }
    }
    while (__VERIFIER_nondet_int()) {
        a = pick(obj);
        b = pick(obj);
        if (a && b->kind == V_STR)
            set_str(a, b->as.str);
        else if (a)
            clear(a);
    }
    while (obj) {
        a = obj->next;
        clear(obj);
        free(obj);
        obj = a;
    }
    return 0;
}
