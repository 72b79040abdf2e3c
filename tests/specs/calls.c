// The program that the contracts in `contracts/` are about.
typedef struct node {
    struct node *n;
    int data;
    struct {
        short width;
        char name[2];
    } tag;
    union {
        int i;
        float f;
    } either;
} Node;

struct hidden;

int limit;
int pool[4];
const int fixed = 3;

void log_line(const char *text, ...);
int hash(int key);
Node *node_new(int data);
void node_free(Node *x);
Node *drop(Node *x, int data);
Node by_value(Node x);
void step(Node *x);
int old_style();
void incomplete(struct hidden *x, struct hidden y);
void *malloc(unsigned long size);
int known(int i) { return i; }

int f(Node *x, int key, int local) {
    log_line("start %d", key);
    int h = hash(key);
    x = drop(x, 7);
    step(x->n);
    Node *y = node_new(local);
    node_free(x);
    return h + y->data;
}
