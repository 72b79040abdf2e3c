void *malloc(unsigned long);
typedef struct node { int data; struct node *n; } Node, *List;

List insert(List x, int a) {
  List t;
n1: t = malloc(sizeof(Node));
n2: t->data = a;
n3: t->n = x;
n4: x = t;
ne: return x;
}
