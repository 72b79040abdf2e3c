// Whether the compiler finds a value to be constant is up to it; it need not find anything.
int subject(int n) {
    int found = __builtin_constant_p(n), constant = __builtin_constant_p(3);
L:
    return found;
}
