// fault: undefined-behaviour
static int inverse(double x) { return (int)(1 / x); }

int main(void) {
    int (*call)(int) = (int (*)(int))inverse;
    return call(2);
}
