// FAULTY: 38 null-dereference
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* l and r are the children in a tree, the neighbours in a sorted list */
typedef struct N { int v; struct N *l, *r; } N;

static void put(N **t, int v) {
    if (!*t) {
        N *n = malloc(sizeof(N));
        n->v = v;
        n->l = n->r = NULL;
        *t = n;
    } else if (v < (*t)->v) {
        put(&(*t)->l, v);
    } else {
        put(&(*t)->r, v);
    }
}

static void walk(N *t, N **head, N **tail) {
    if (!t) return;
    N *right = t->r;
    walk(t->l, head, tail);
    t->l = *tail;
    if (*tail) (*tail)->r = t;
    else *head = t;
    *tail = t;
    walk(right, head, tail);
}

static N *to_list(N *t) {
    N *head = NULL, *tail = NULL;
    walk(t, &head, &tail);
    tail->r = NULL;
    return head;
}

/* throws away what is there twice, gives the number of those which stay */
static unsigned unique(N *p) {
    unsigned n = 0;
    for (; p; p = p->r) {
        n++;
        while (p->r && p->r->v == p->v) {
            N *twice = p->r;
            p->r = twice->r;
            if (twice->r) twice->r->l = p;
            free(twice);
        }
    }
    return n;
}

/* a balanced tree of the first n in the list; *list moves behind them */
static N *to_tree(N **list, unsigned n) {
    if (n == 0) return NULL;
    N *left = to_tree(list, n / 2);
    N *mid = *list;
    *list = mid->r;
    mid->l = left;
    mid->r = to_tree(list, n - n / 2 - 1);
    return mid;
}

static int depth(const N *t) {
    if (!t) return 0;
    int a = depth(t->l), b = depth(t->r);
    return 1 + (a > b ? a : b);
}

static void drop(N *t) {
    if (!t) return;
    drop(t->l);
    drop(t->r);
    free(t);
}

int main(void) {
    N *t = NULL;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        put(&t, __VERIFIER_nondet_int());
    printf("depth %d", depth(t));
    N *list = to_list(t);
    unsigned count = unique(list);
    t = to_tree(&list, count);
    printf(", now %d with %u values\n", depth(t), count);
    drop(t);
    return 0;
}
