// Arrays of arrays of variable size, types of them and pointers to them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int columns(void) { printf("columns\n"); return 3; }

static int sum(int n, int m, int a[n][m]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) s += a[i][j];
    printf("row %zu\n", sizeof a[0]);
    return s;
}

static void transposed(int, int, int (*)[*], int [*][*]);
static void transposed(int n, int m, int (*from)[m], int to[restrict const static m][n]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) to[j][i] = from[i][j];
}

static long corners(int x, int y, int z, const short (*cube)[y][z]) {
    return cube[0][0][0] + 10 * cube[x - 1][0][0] + 100 * cube[0][y - 1][0] + 1000 * cube[x - 1][y - 1][z - 1];
}

static void effects(int n, int a[n++]) { printf("n is %d, a[0] is %d\n", n, a[0]); }

static void matrices(int n, int m) {
    int a[n][m], b[m][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) a[i][j] = 10 * i + j;
    transposed(n, m, a, b);
    printf("%d\n", sum(n, m, a));
    printf("%d\n", sum(m, n, b));
    printf("%d\n", b[m - 1][n - 1]);
    printf("%zu %zu %zu %zu\n", sizeof a, sizeof *a, sizeof a[0][0], sizeof b / sizeof *b);
    int (*p)[m] = a, (*q)[m] = &a[n - 1], *flat = &a[0][0];
    printf("%td %td %d %d %d\n", q - p, (char *)q - (char *)p, (*q)[1], p[1][m - 1], flat[m]);
    p++;
    ++*p[0];
    printf("%d %d %d\n", **p, p == a + 1, p > a);
    p += n - 2;
    printf("%d %d\n", p == q, p[-1][0]);
    int (*whole)[n][m] = &a;
    printf("%zu %d %d\n", sizeof *whole, (*whole)[1][1], (void *)(whole + 1) == (void *)(a + n));
    memset(a, 0, sizeof a);
    printf("%d\n", a[n - 1][m - 1]);
}

static void cubes(int x, int y, int z) {
    short c[x][y][z], fixed[x][2][3], outer[2][3][z];
    for (int i = 0; i < x * y * z; i++) (&c[0][0][0])[i] = (short)i;
    printf("%ld %zu %zu\n", corners(x, y, z, (const short (*)[y][z])c), sizeof c, sizeof c[0]);
    printf("%zu %zu %zu %zu\n", sizeof fixed, sizeof fixed[0], sizeof outer, sizeof outer[0]);
    fixed[x - 1][1][2] = 7;
    outer[1][2][z - 1] = 8;
    printf("%d %d\n", (&fixed[0][0][0])[6 * x - 1], (&outer[0][0][0])[6 * z - 1]);
}

static void once(int n) {
    typedef int row[n];
    n++;
    row one, two[n], *pointer = two;
    typedef row square[n];
    square three;
    printf("%zu %zu %zu %zu %zu\n", sizeof(row), sizeof one, sizeof two, sizeof *pointer, sizeof three);
    one[0] = 1;
    two[n - 1][n - 2] = 2;
    memcpy(&three, &two, sizeof three);
    printf("%d %d %td\n", one[0], three[n - 1][n - 2], (int *)(pointer + 1) - (int *)pointer);
    __typeof__(two) four;
    four[1][0] = 4;
    printf("%zu %d\n", sizeof four, four[1][0]);
    int i = 0;
    printf("%zu", sizeof two[i++]);
    printf(" %d\n", i);
    printf("%zu", sizeof(int[n++][2]));
    printf(" %zu", sizeof(*(int (*)[n++])pointer));
    printf(" %zu", sizeof(int (*)[n++]));
    printf(" %d %zu\n", n, _Alignof(int[n]));
    for (int k = 1; k < 4; k++) {
        typedef char line[k][columns()];
        line text;
        printf("%zu %zu\n", sizeof text, sizeof(line));
    }
}

static int kept(int n, int value) {
    static int (*p)[2];
    static int store[8];
    int (*q)[n] = (int (*)[n])store;
    p = (int (*)[2])store;
    q[1][0] = value;
    return p[n / 2][n % 2];
}

struct point { int x, y; };

static int heap(size_t n, size_t m) {
    struct point (*grid)[m] = malloc(sizeof(struct point[n][m]));
    if (!grid) return 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++) grid[i][j] = (struct point){(int)i, (int)j};
    struct point *last = &grid[n - 1][m - 1], (*row)[m] = grid + 1;
    int result = 10 * last->x + (*row)[1].y + 100 * row[-1]->x;
    free(grid);
    return result;
}

int main(void) {
    matrices(2, 3);
    matrices(4, 2);
    cubes(2, 3, 4);
    once(2);
    printf("%d %d\n", kept(3, 5), kept(4, 6));
    printf("%d\n", heap(3, 4));
    int a[1] = {9};
    effects(3, a);
    return 0;
}
