// The library gives the function that compares the addresses of elements; it hands one on.
void reach_error(void);
void qsort(void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *));
void keep(int *number);
void tick(void);
static int numbers[2];
static int compare(const void *left, const void *right) {
    keep((int *)left);
    return *(const int *)left < *(const int *)right ? -1 : 1;
}
static int (*order)(const void *, const void *) = compare;
int main(void) {
    qsort(numbers, 2, sizeof numbers[0], order);
    numbers[0] = 0;
    tick();
    if (numbers[0] != 0) {
        reach_error();
    }
    return 0;
}
