// Pointers that are constant hold what they were initialised with, wherever the program starts.
static int n = 1;
static int *const p = &n;
static int *const table[] = { &n };
static const int *q = &n;
static int *volatile r = &n;
void subject(void) {
L:
    ;
}
