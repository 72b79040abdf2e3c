// Where a claim about all nodes starts at an old value that was undefined at the entry, it is false.
struct node {
    struct node *next;
    int data;
};

void f(struct node *list)
{
    list = 0;
}
