/* A run that leaves the loop at once has not been checked. */
void check(int i);

int f(int i, int n) {
    while (n > 0) {
        check(i);
        n--;
    }
out:
    return i;
}
