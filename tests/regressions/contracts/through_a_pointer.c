/* A function with a contract is called through a pointer, and by a function that is called. */
int next(int i);
static int low(int i) { return i & 7; }

static int (*choose(int i))(int) { return i ? next : low; }
static int twice(int i) { return next(next(i)); }

int main(int count, char **arguments) {
    int (*step)(int) = choose(count);
    int a = step(count), b = twice(count);
out:
    return a + b;
}
