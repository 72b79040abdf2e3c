// Globals with initialisers, static locals, pointers to globals.
typedef unsigned long size_t;
int printf(const char *format, ...);

struct entry { const char *name; int value; struct entry *next; };
static struct entry last = {"last", 3, 0};
static struct entry first = {"first", 1, &last};
static struct entry *head = &first;
int zero;
int matrix[2][3] = {{1, 2, 3}, {4}};
int *cell = &matrix[1][0];

static int counter(void) {
    static int calls = 10;
    return ++calls;
}

int main(void) {
    for (struct entry *e = head; e; e = e->next) printf("%s=%d ", e->name, e->value);
    *cell += 100;
    printf("%d %d %d\n", matrix[1][0], matrix[1][2], zero);
    counter();
    counter();
    head = &last;
    printf("%d %s\n", counter(), head->name);
    return counter();
}
