// Annotations are no part of a task.
// valid-memsafety: UNKNOWN
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[2] = { 0, 1 };
    int index = __VERIFIER_nondet_int();
    //@ assume index == 1;
    return a[index];
}
