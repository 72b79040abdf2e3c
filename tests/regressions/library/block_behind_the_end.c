// A new block may begin where another ends.
void *malloc(unsigned long);
typedef struct node { int d; struct node *n; } Node;
int main(void)
{
    Node *p = malloc(sizeof(Node));
    if (!p)
        return 0;
    Node *end = p + 1;
    Node *q = malloc(sizeof(Node));
    if (!q)
        return 0;
    if (q == end)
        q = 0;
L:  return 0;
}
