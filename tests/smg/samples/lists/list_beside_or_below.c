// What follows the chunks of all nodes may belong to one node.
// TRUE: invalid-dereference in line 40
// TRUE: memory-leak in line 49
// TRUE: memory-leak in line 50
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
int __VERIFIER_nondet_int(void);
typedef char *Place;
typedef struct chunk {
    struct chunk *n;
    Place free;
    Place end;
} Chunk;
typedef struct node {
    Chunk *s;
    struct node *n;
} Node;
static Node *make(Node *n) {
    Node *m = calloc(1, sizeof(Node));
    m->n = n;
    return m;
}
static Chunk *grow(Node *m) {
    Chunk *s = malloc(sizeof(Chunk) + 60);
    s->free = (Place)(s + 1);
    s->end = s->free + 60;
    s->n = m->s;
    m->s = s;
    return s;
}
static char *reserve(Node *m, int bytes) {
    Chunk *s = m->s;
    if (!s || s->free + bytes > s->end) s = grow(m);
    s->free += bytes;
    return 0;
}
static void check(Node *m) {
    Chunk *s = m->s;
    while (s) {
        s = s->n->n;
    }
}
int main(void) {
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    while (__VERIFIER_nondet_int()) {
        y = make(y);
        while (__VERIFIER_nondet_int()) reserve(y, 34);
    }
    for (u = y; u; u = u->n) check(u);
}
