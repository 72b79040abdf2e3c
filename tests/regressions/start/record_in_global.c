struct inner { int w; int v[3]; };
struct outer { int a; struct inner i[4]; };
struct outer g;
void f(struct inner *q) {
    g.i[3].w = 1;
    if (q) q->w = 2;
end: ;
}
