uint32_t x;
static size_t y;
int ok1;
void f(Node *p);
struct s { Node *p; };
int g(void)
{
    Node n;
    Node *p = 0;
    size_t i = 3;
    return (Node)1 + sizeof(Node *);
}
int ok2;
typedef int T;
int h(void) { return T + 1; }
int ok3;
