// list_insert.c with a mistake: two lines are swapped, so the old list is lost.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node, *List;

List insert(List x, int a)
{
    List t;
n1: t = malloc(sizeof(Node));
n2: t->data = a;
n3: x = t;
n4: t->n = x;
ne: return x;
}
