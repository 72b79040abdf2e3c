struct p { char c; int v; };
struct p __VERIFIER_nondet_p(void);
int main(void) {
    const struct p s = __VERIFIER_nondet_p();
    struct p t = s;
    return t.v == 3 && t.c == 4;
}
