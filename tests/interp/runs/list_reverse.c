// Builds a list, reverses it in place, prints and frees it.
typedef unsigned long size_t;
int printf(const char *format, ...);
void *malloc(size_t size);
void free(void *pointer);

typedef struct node { struct node *n; int data; } Node;

static Node *push(Node *list, int data) {
    Node *t = malloc(sizeof(Node));
    t->data = data;
    t->n = list;
    return t;
}

static Node *reverse(Node *x) {
    Node *y = 0;
    while (x) {
        Node *t = y;
        y = x;
        x = x->n;
        y->n = t;
    }
    return y;
}

int main(void) {
    Node *list = 0;
    for (int i = 0; i < 5; i++) list = push(list, i * i);
    for (Node *p = list; p; p = p->n) printf("%d ", p->data);
    list = reverse(list);
    for (Node *p = list; p; p = p->n) printf("%d ", p->data);
    printf("\n");
    int length = 0;
    while (list) {
        Node *t = list->n;
        free(list);
        list = t;
        length++;
    }
    return length;
}
