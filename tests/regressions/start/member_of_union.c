union u { int a; float b; };
union u g;
void f(int *q, float *r) {
    g.a = 1;
    if (q && r && *q == 1 && q == &g.a) *r = 2.5f;
end: ;
}
