// False: the place may be another one behind the call, and what was there is any value.
typedef struct N { int data; } N;
N *g;
void op(void);
void f(N *a) {
    g = a;
    op();
done: ;
}
