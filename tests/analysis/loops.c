// Loops in loops, and a loop that two gotos enter: each cycle has one head.
struct node { struct node *next; int value; };

int nested(struct node *list, int n) {
    int total = 0;
    for (struct node *x = list; x; x = x->next) {
        int i = 0;
        while (i < n) {
            if (x->value == i)
                break;
            do { total++; } while (total < i);
            i++;
        }
    }
    return total;
}

int irreducible(int a) {
    if (a) goto second;
first:
    a--;
second:
    a -= 2;
    if (a > 0) goto first;
    return a;
}

void forever(void) {
    for (;;) ;
}
