/* What is ensured holds behind the call, and not before it; a function of a header is called twice without an effect. */
void check(int i);

int f(int i, int j) {
before:
    check(i);
    check(j);
behind:
    return i + j;
}
