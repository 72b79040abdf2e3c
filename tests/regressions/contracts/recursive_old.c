/* A function calls itself: what was at the call is kept by commands. */
int total;
void add(int i);

void f(int n) {
    if (n <= 0)
        return;
    f(n - 1);
    add(1);
}
