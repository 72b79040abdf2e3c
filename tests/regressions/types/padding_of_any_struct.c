struct p { char c; int v; };
struct p __VERIFIER_nondet_p(void);
int a[256];
int main(void) {
    struct p s;
    s = __VERIFIER_nondet_p();
    unsigned char k = ((unsigned char *)&s)[1];
    a[k] = 1;
    if (k)
        return 1;
    return 0;
}
