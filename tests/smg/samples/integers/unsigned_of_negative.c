// As an unsigned number -1 is large.
// TRUE: reach-error in line 8
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    unsigned long z = (long)__VERIFIER_nondet_int();
    if (z >= 20 && (long)z < 0) reach_error();
    return 0;
}
