// The address of a member of NULL is computed and used for nothing. That is undefined, and ends no run.
// EXPECTED --check undefined-behaviour: violated undefined-behaviour in line 11
// EXPECTED: verified
struct node { int value; struct node *next; };

static int *place(struct node *x) { return 0; }
static struct node *none;

int main(void) {
    struct node **kept;
    kept = &none->next;
    return 0;
}
