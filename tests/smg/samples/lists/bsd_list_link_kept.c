// A node goes while the link of its neighbour still leads back into it.
// TRUE: use-after-free in line 32
typedef struct node {
    int number;
    struct node *next;
    struct node **link;
} Node;

void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);

static void insert_head(Node **head, Node *m)
{
    m->next = *head;
    if (m->next) m->next->link = &m->next;
    *head = m;
    m->link = head;
}

static void insert_before(Node *a, Node *m)
{
    m->link = a->link;
    m->next = a;
    *a->link = m;
    a->link = &m->next;
}

static void take_out(Node *m)
{
    ;
    *m->link = m->next;
}

int main(void)
{
    Node *head = 0, *m;
    while (__VERIFIER_nondet_int()) insert_head(&head, malloc(sizeof(Node)));
    for (m = head; m && __VERIFIER_nondet_int(); m = m->next) m->number = 1;
    if (m) insert_before(m, malloc(sizeof(Node)));
    if (m) {
        take_out(m);
        free(m);
    }
    while (head) {
        m = head;
        take_out(m);
        free(m);
    }
    return 0;
}
