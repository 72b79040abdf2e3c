// The first call may keep what it finds in `head`, the second one finds the other node from there.
void reach_error(void);
struct node {
    struct node *next;
    int number;
};
extern int input(void);
struct node *head;
int main(void) {
    struct node last = { 0, 1 }, first = { 0, 1 };
    head = &first;
    input();
    first.next = &last;
    input();
    if (!(last.number == 1)) {
        reach_error();
    }
    return 0;
}
