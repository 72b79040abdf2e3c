// Flags at places that are not known: of some it is not known whether they were set, of others that they never were.
// TRUE: uninitialized in line 21
int __VERIFIER_nondet_int(void);

int main(void) {
    char flags[100];
    for (int i = 0; i < 50; i++)
        flags[i] = 0;
    int set = __VERIFIER_nondet_int();
    if (set < 0 || set >= 50)
        return 0;
    flags[set] = 1;
    int asked = __VERIFIER_nondet_int();
    if (asked < 0 || asked >= 50)
        return 0;
    if (flags[asked])
        return 1;
    int beyond = __VERIFIER_nondet_int();
    if (beyond < 0 || beyond >= 100)
        return 0;
    if (flags[beyond])
        return 2;
    return 0;
}
