// The statement behind 'if' is a block: a compound literal in it lives no longer.
// TRUE: use-after-scope in line 11
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int one = 1;
    int *number = &one;
    if (__VERIFIER_nondet_int() < 5)
        number = (int[]){1};
    return *number - 1;
}
