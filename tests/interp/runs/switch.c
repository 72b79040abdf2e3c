// A switch with fall-through, a default in the middle, and one inside a loop with continue.
typedef unsigned long size_t;
int printf(const char *format, ...);

static int classify(int c) {
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
    default:
        if (c < 'a') break;
        return 2;
    case ' ': return 3;
    }
    return 4;
}

int main(void) {
    const char *text = "hello, World again";
    int count[5] = {0};
    for (int i = 0; text[i]; i++) count[classify(text[i])]++;
    for (int i = 1; i < 5; i++) printf("%d:%d ", i, count[i]);
    int steps = 0, n = 0;
    while (n < 10) {
        switch (n & 3) {
        case 0: n += 2;
        case 1: n++; continue;
        case 2: n += 3; break;
        }
        steps++;
        n++;
    }
    printf("%d %d\n", n, steps);
    return steps;
}
