// A queue of BSD: the header knows the last link, and each node the link that leads to it.
// SAFE
typedef struct node {
    long number;
    struct node *next;
    struct node **link;
} Node;

typedef struct queue {
    Node *first;
    Node **last;
} Queue;

void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);

static void insert_tail(Queue *q, Node *m)
{
    m->next = 0;
    m->link = q->last;
    *q->last = m;
    q->last = &m->next;
}

static void take_out(Queue *q, Node *m)
{
    if (m->next) m->next->link = m->link;
    else q->last = m->link;
    *m->link = m->next;
}

int main(void)
{
    Queue q;
    Node *m, *next;
    q.first = 0;
    q.last = &q.first;
    while (__VERIFIER_nondet_int()) insert_tail(&q, malloc(sizeof(Node)));
    for (m = q.first; m; m = next) {
        next = m->next;
        if (__VERIFIER_nondet_int()) {
            take_out(&q, m);
            free(m);
        }
    }
    insert_tail(&q, malloc(sizeof(Node)));
    while (q.first) {
        m = q.first;
        take_out(&q, m);
        free(m);
    }
    return 0;
}
