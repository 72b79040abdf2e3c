int __VERIFIER_nondet_int(void);
void reach_error(void);

// As an unsigned number -1 is large.
int main(void) {
    unsigned long z = (long)__VERIFIER_nondet_int();
    if (z >= 20 && (long)z < 0) reach_error();
    return 0;
}
