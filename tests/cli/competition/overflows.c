// no-overflow: UNKNOWN
// valid-memsafety: TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int number = __VERIFIER_nondet_int();
    return number + 1;
}
