// A variable is live as long as it may be read; one that a pointer may reach, as long as it is in scope.
struct pair { int first, second; };

int unused_later(int a, int b) {
    int c = a + b;
    a = 0;
    int d = c;
    c = 1;
    return d + c;
}

int in_parts(int a) {
    struct pair p;
    p.first = a;
    p.second = 2;
    struct pair q = p;
    return q.second;
}

int by_pointer(int n) {
    int sum = 0;
    while (n--) {
        int x = n, *p = &x;
        *p = 3;
        sum += *p;
    }
    return sum;
}

int indexed(int i) {
    int a[4] = { 1 };
    a[i] = 2;
    return a[0];
}

void ends(int *p) {
    int x = 1;
    if (p) __builtin_abort();
    *p = x;
}
