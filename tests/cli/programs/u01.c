// SAFE
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct Node {
    int value;
    struct Node *next;
} Node;

typedef struct {
    Node *first;
    size_t length;
} List;

/* The caller guarantees n < l->length. */
static Node *list_nth(const List *l, size_t n) {
    Node *p = l->first;
    while (n-- > 0)
        p = p->next;
    return p;
}

static void list_insert_at(List *l, size_t pos, int value) {
    Node *n = malloc(sizeof *n);
    n->value = value;
    if (pos > l->length)
        pos = l->length;
    if (pos == 0) {
        n->next = l->first;
        l->first = n;
    } else {
        Node *before = list_nth(l, pos - 1);
        n->next = before->next;
        before->next = n;
    }
    l->length++;
}

static int list_remove_at(List *l, size_t pos) {
    Node *victim;
    int value;
    if (pos == 0) {
        victim = l->first;
        l->first = victim->next;
    } else {
        Node *before = list_nth(l, pos - 1);
        victim = before->next;
        before->next = victim->next;
    }
    value = victim->value;
    free(victim);
    l->length--;
    return value;
}

int main(void) {
    List l = { NULL, 0 };
    while (__VERIFIER_nondet_int()) {
        int op = __VERIFIER_nondet_int();
        int where = __VERIFIER_nondet_int();
        size_t pos = where < 0 ? 0 : (size_t)where;
        if (op > 2)
            list_insert_at(&l, pos, op);
        else if (op > 1 && pos < l.length)
            list_nth(&l, pos)->value = where;
        else if (pos < l.length)
            printf("removed %d\n", list_remove_at(&l, pos));
    }
    if (l.length > 0)
        printf("middle %d\n", list_nth(&l, l.length / 2)->value);
    while (l.length > 0)
        list_remove_at(&l, l.length - 1);
    return 0;
}
