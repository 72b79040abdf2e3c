// UNSAFE: leak in line 71
// (malloc is assumed to succeed)
/* Sorted appointment list; the header counts the appointments. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int when;
    struct item *next;
};

struct sorted {
    int size;
    struct item *head;
};

static void insert(struct sorted *s, int when)
{
    struct item *n = malloc(sizeof(*n));
    struct item *p;

    n->when = when;
    n->next = NULL;
    if (s->head == NULL) {
        s->head = n;
        s->size = 1;
        return;
    }
    if (when < s->head->when) {
        n->next = s->head;
        s->head = n;
        return;
    }
    p = s->head;
    while (p->next != NULL && p->next->when <= when)
        p = p->next;
    n->next = p->next;
    p->next = n;
    s->size++;
}

static int remove_first(struct sorted *s)
{
    struct item *n = s->head;
    int when = n->when;

    s->head = n->next;
    s->size--;
    free(n);
    return when;
}

int main(void)
{
    struct sorted agenda = { 0, NULL };

    for (int i = 0; i < 25; i++) {
        int when = __VERIFIER_nondet_int();
        if (when < 0)
            break;
        insert(&agenda, when % 1440);
    }

    printf("%d appointments\n", agenda.size);
    while (agenda.size > 0) {
        int t = remove_first(&agenda);
        printf("%02d:%02d\n", t / 60, t % 60);
    }
    return 0;
}
