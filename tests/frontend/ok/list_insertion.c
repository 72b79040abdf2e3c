// List insertion.
typedef unsigned long size_t;
void *malloc(size_t size);

typedef struct Node {
    int data;
    struct Node *n;
} Node, *List;

List insert(List x, int a)
{
    List t;
n1: t = malloc(sizeof(Node));
n2: t->data = a;
n3: t->n = x;
n4: x = t;
ne: return x;
}
