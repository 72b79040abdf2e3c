/* What is assigned is any value, and nothing else changes. */
typedef struct list { struct list *head; int count; } List;

int total;
void count(List *l);

void f(List *l, List *m) {
    l->count = 1;
    m->count = 2;
    total = 3;
start:
    count(l);
}
