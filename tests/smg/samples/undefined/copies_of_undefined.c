// Two variables that were never set may differ; one and its copy do not.
// TRUE: invalid-dereference in line 11
// TRUE: uninitialized in line 11
// TRUE: uninitialized in line 15
// FALSE ALARM: invalid-dereference in line 17: a copy is equal to its original
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a, b, *none = 0;
    if (__VERIFIER_nondet_int()) {
        if (a != b) return *none;
        return 0;
    }
    int c = a;
    if (a != c) {
        none = &none[1];
        return *none;
    }
    return 0;
}
