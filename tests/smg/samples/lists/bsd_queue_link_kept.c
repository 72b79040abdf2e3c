// The last node goes, and the header still knows its link: the next one is put there.
// TRUE: use-after-free in line 22
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
