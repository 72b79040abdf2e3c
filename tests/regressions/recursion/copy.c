/* A list that makes itself, its copy, and both in one by merging. TRUE: accesses, leaks. */
void *malloc(unsigned long);
void free(void *);
void exit(int);

int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };

static struct node *make(int n)
{
    if (n <= 0)
        return 0;
    struct node *x = malloc(sizeof *x);
    if (!x)
        exit(1);
    x->data = n;
    x->next = make(n - 1);
    return x;
}

static struct node *copy(const struct node *x)
{
    if (!x)
        return 0;
    struct node *y = malloc(sizeof *y);
    if (!y)
        exit(1);
    y->data = x->data;
    y->next = copy(x->next);
    return y;
}

static struct node *merge(struct node *x, struct node *y)
{
    if (!x)
        return y;
    if (!y)
        return x;
    if (x->data < y->data) {
        x->next = merge(x->next, y);
        return x;
    }
    y->next = merge(x, y->next);
    return y;
}

static void destroy(struct node *x)
{
    if (x) {
        destroy(x->next);
        free(x);
    }
}

int main(void)
{
    struct node *list = make(__VERIFIER_nondet_int());
    destroy(merge(list, copy(list)));
    return 0;
}
