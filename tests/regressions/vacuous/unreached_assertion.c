// An assertion of the program that no run comes to holds, and says nothing.
typedef struct node { struct node *n; int d; } Node;
void __assert_fail(const char *text, const char *file, unsigned line, const char *function);
int subject(Node *x) {
    int r = 0;
    if (x != 0 && x == 0)
        r == 1 ? (void)0 : __assert_fail("r == 1", "program.c", 7, "subject");
    r == 0 ? (void)0 : __assert_fail("r == 0", "program.c", 8, "subject");
    return r;
}
