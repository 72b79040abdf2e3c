int __VERIFIER_nondet_int(void);
void reach_error(void);

// As an unsigned number -1 is large: both branches can be taken.
int main(void) {
    unsigned long z = (long)__VERIFIER_nondet_int();
    union { int s; unsigned u; } w;
    w.s = __VERIFIER_nondet_int();
    if (w.s < 0 && w.u < 9) reach_error();
    if (z >= 20 && (long)z < 0) reach_error();
    return 0;
}
