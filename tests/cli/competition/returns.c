// my-error: TRUE
// unreach-call: FALSE(unreach-call)
extern int __VERIFIER_nondet_int(void);
int my_error(void) { return 1; }
int reach_error(void) { return 0; }
int main(void) {
    int result = 0;
    if (__VERIFIER_nondet_int() == 17) {
        result = reach_error();
    }
    return result == 0 ? 0 : my_error();
}
