/* The function reads a node after a call that has freed it. FALSE: accesses. */
void *malloc(unsigned long);
void free(void *);

int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static struct node *last;

static void even(struct node *x);

static void odd(struct node *x)
{
    if (!x)
        return;
    struct node *next = x->next;
    free(last);
    last = x;
    even(next);
}

static void even(struct node *x)
{
    if (!x)
        return;
    struct node *next = x->next;
    free(last);
    last = x;
    odd(next);
    if (next)
        x->next = next;
}

int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *x = malloc(sizeof *x);
        if (!x)
            break;
        x->next = list;
        list = x;
    }
    even(list);
    free(last);
    return 0;
}
