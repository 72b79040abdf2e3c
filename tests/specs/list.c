// The program that the specifications in this directory are about.
typedef struct node {
    struct node *n;
    int data;
} Node;

struct ring {
    struct ring *next, *prev;
};

typedef struct {
    struct ring links;
    union {
        Node *payload;
        long tag;
    };
    int next;
} Item;

int limit;
Item pool[4];

static Node *push(Node *top, Node *fresh) {
    fresh->n = top;
inner:
    return fresh;
}

Node *reverse(Node *x, Item *item, int count) {
    Node *y, *t;
    Node local;
n1: y = 0;
n2: while (x != 0) {
n3:     t = y;
        y = x;
        x = x->n;
        //@ assert x != y;
        y->n = t;
    }
    y = push(y, x); y = push(y, t);
exit:
    local.n = y;
n8: return y;
}

void unrelated(void) {
    //@ assert limit > 0;
    limit = 1;
}
