/* The rest of a list goes before its first node. TRUE: accesses, leaks. */
void *malloc(unsigned long);
void free(void *);

int __VERIFIER_nondet_int(void);
struct node { struct node *next; };

static void destroy(struct node *x)
{
    if (!x)
        return;
    destroy(x->next);
    free(x);
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
    destroy(list);
    return 0;
}
