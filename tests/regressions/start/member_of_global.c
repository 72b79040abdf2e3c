struct inner { int w; int v[3]; };
struct outer { int a; struct inner i[4]; };
struct outer g;
void f(int *q) {
    g.i[2].v[1] = 1;
    if (q) *q = 2;
end: ;
}
