/* The copy keeps the nodes of the list behind the first. FALSE: accesses. */
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
    y->next = x->next;
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
    struct node *other = copy(list);
    destroy(list);
    destroy(other);
    return 0;
}
