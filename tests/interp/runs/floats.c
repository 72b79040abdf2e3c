// Floating point: arithmetic, comparisons, conversions.
typedef unsigned long size_t;
int printf(const char *format, ...);

int main(void) {
    double third = 1.0 / 3;
    float f = 0.1f;
    printf("%.3f %.8f %d %d\n", third, f, (int)-2.7, (int)(third * 10));
    printf("%d %d %d\n", f == 0.1, f < 0.2, 0.5 + 0.25 == 0.75);
    double sum = 0;
    for (int i = 0; i < 10; i++) sum += i / 4.0;
    printf("%.2f\n", sum);
    return sum > 11 ? (int)sum : 0;
}
