// SAFE
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct Tree {
    struct Tree *l, *r;
    int val;
} Tree;

typedef struct Frame {
    Tree *t;
    struct Frame *below;
} Frame;

static Tree *mk(Tree *l, int val, Tree *r) {
    Tree *t = malloc(sizeof(Tree));
    if (!t) abort();
    t->l = l;
    t->r = r;
    t->val = val;
    return t;
}

static Tree *add(Tree *t, int val) {
    if (!t) return mk(NULL, val, NULL);
    if (val < t->val) t->l = add(t->l, val);
    else if (val > t->val) t->r = add(t->r, val);
    return t;
}

static int member(const Tree *t, int val) {
    if (!t) return 0;
    if (val == t->val) return 1;
    return member(val < t->val ? t->l : t->r, val);
}

static Tree *clone(const Tree *t) {
    return t ? mk(clone(t->l), t->val, clone(t->r)) : NULL;
}

static Frame *push(Frame *s, Tree *t) {
    Frame *f;
    if (!t) return s;
    f = malloc(sizeof(Frame));
    if (!f) abort();
    f->t = t;
    f->below = s;
    return f;
}

/* no recursion here: pending subtrees wait on a linked stack */
static void dispose(Tree *t) {
    Frame *s = push(NULL, t);
    while (s) {
        Frame *top = s;
        Tree *n = top->t;
        s = top->below;
        free(top);
        s = push(s, n->l);
        s = push(s, n->r);
        free(n);
    }
}

int main(void) {
    Tree *a = NULL, *b;
    while (__VERIFIER_nondet_int())
        a = add(a, __VERIFIER_nondet_int());
    b = clone(a);
    if (a) {
        assert(b != NULL);
        assert(b->val == a->val);
    }
    dispose(a);
    member(b, __VERIFIER_nondet_int());
    dispose(b);
    return 0;
}
