// Tables of more than a thousand numbers, static and local, and what stands beside them.
#include <stdio.h>
#define TEN(n) n, n + 0, -n, 0x7f, 'a', -1, 40, 50, n, 9
#define ONE(n) n, -n, 0x7f, 'a', -1, 40, 50, n, 9, 300
#define HUNDRED(m) m(1), m(2), m(3), m(4), m(5), m(6), m(7), m(8), m(10), m(11)
#define THOUSAND(m) HUNDRED(m), HUNDRED(m), HUNDRED(m), HUNDRED(m), HUNDRED(m), HUNDRED(m), HUNDRED(m), HUNDRED(m), \
    HUNDRED(m), HUNDRED(m), HUNDRED(m)

enum { THREE = 3 };
#define NAMED(n) n, -n, 0x7f, 'a', -1, THREE, -THREE, n, 9, 300
static const int numbers[] = {THOUSAND(ONE)}, named[] = {THOUSAND(NAMED)};
long longer[1200] = {THOUSAND(ONE)};
unsigned char bytes[] = {THOUSAND(ONE)};
short computed[] = {THOUSAND(TEN)};
static _Bool flags[] = {THOUSAND(ONE)};
static int rows[2][1100] = {{THOUSAND(ONE)}, {THOUSAND(TEN)}};
static struct { int n; unsigned short table[1100]; char last; } record = {7, {THOUSAND(ONE)}, 'z'};


static long sum(int from) {
    int local[] = {THOUSAND(ONE)}, part[1300] = {THOUSAND(ONE)};
    long s = 0;
    local[1] += from;
    for (int i = 0; i < 1100; i++) s += local[i] - 2 * part[i];
    return s + part[1299];
}

int main(void) {
    long a = 0, b = 0, c = 0, d = 0, e = 0;
    for (int i = 0; i < 1100; i++)
        a += numbers[i], b += longer[i], c += bytes[i], d += computed[i], e += flags[i];
    printf("%ld %ld %ld %ld %ld %ld\n", a, b, c, d, e, longer[1150]);
    printf("%zu %zu %d %d\n", sizeof numbers, sizeof bytes, numbers[1], bytes[1099]);
    printf("%d %d %d\n", rows[0][1099], rows[1][1], rows[1][1099]);
    printf("%d %d %d %c\n", record.n, record.table[1], record.table[1099], record.last);
    printf("%d %d\n", named[1095], named[1096]);
    printf("%ld %ld\n", sum(1), sum(2));
    return 0;
}
