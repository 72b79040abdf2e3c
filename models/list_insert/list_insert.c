// Insertion at the front of a list: figure 1 of Dams and Namjoshi, "Shape analysis through predicate abstraction and model
// checking" (VMCAI 2003).
// Proved: every cell that is in the list at n1 is in the list at ne. No hint is needed.
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
n3: t->n = x;
n4: x = t;
ne: return x;
}
