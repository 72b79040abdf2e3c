// The number in a node is no address: a function that gets it reaches nothing.
void reach_error(void);
struct node {
    struct node *next;
    long number;
};
extern void show(long number);
int main(void) {
    int kept = 1;
    struct node last = { 0, 2 }, first = { &last, 1 };
    for (struct node *node = &first; node != 0; node = node->next) {
        show(node->number);
    }
    if (!(kept == 1 && first.next == &last && last.number == 2)) {
        reach_error();
    }
    return 0;
}
