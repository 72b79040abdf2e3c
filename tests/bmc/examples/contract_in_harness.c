// What a function with a contract assigns and returns in the run, the harness makes it assign and return.
// EXPECTED --entry changed --spec contract_in_harness.spec: violated assertion in line 16
// EXPECTED --entry counted --spec contract_in_harness.spec: violated assertion in line 24
#include <assert.h>
#include <stddef.h>
struct node { struct node *next; int data; };
int total;
void change(struct node *x);
struct node *find(struct node *x, int key);

void changed(struct node *x)
{
    if (x == NULL) return;
    int before = x->data;
    change(x);
    assert(x->data == before);
}

void counted(struct node *x)
{
    total = 0;
    struct node *first = find(x, 1);
    struct node *second = find(x, 2);
    assert(first != NULL || second != NULL || total != 7);
}
