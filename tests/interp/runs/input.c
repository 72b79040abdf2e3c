#include <stdio.h>
#include <stdlib.h>
static int sum(FILE *in) { int x, s = 0, c = 0; while (fscanf(in, "%d", &x) == 1) { s += x; c++; } printf("%d numbers\n", c); return s; }
int main(void) {
    char line[8], word[20], tail[20]; int a, b; unsigned h; char c; double d; float f; long l; short sh; int n;
    while (fgets(line, sizeof line, stdin)) { fputs(line, stdout); if (line[0] == '-') break; }
    printf("%d\n", scanf("%d %x%c", &a, &h, &c));
    printf("%d %u %d\n", a, h, c);
    ungetc('7', stdin);
    printf("%d\n", sum(stdin));
    printf("%d\n", scanf("%s %19[^;];%lf%f %ld %hd%n", word, tail, &d, &f, &l, &sh, &n));
    printf("[%s] [%s] %g %g %ld %d %d\n", word, tail, d, f, l, sh, n);
    getchar();
    int got = fread(word, 2, 3, stdin);
    word[6] = 0;
    printf("%d %s\n", got, word);
    printf("%d ", feof(stdin));
    printf("%d ", getchar());
    printf("%d\n", getchar());
    printf("%d\n", feof(stdin));
    printf("%d\n", scanf("%d", &a));
    printf("%d", sscanf("12:34 abc", "%d:%d %2s", &a, &b, word));
    printf(" %d %d %s\n", a, b, word);
    printf("%d", sscanf("0x1F 017 99 -5", "%i %i %i %*d%n", &a, &b, &n, &got));
    printf(" %d %d %d %d\n", a, b, n, got);
    printf("%d %d\n", sscanf("x", "%d", &a), sscanf("", "%d", &a));
    char *end;
    printf("%g %g ", strtod(" -2.5e1x", &end), atof("1.25"));
    unsigned long long wide = strtoull("ff", &end, 16);
    printf("%s %lld %llu\n", end, strtoll("-9223372036854775808", 0, 10), wide);
    printf("%g %lld\n", strtod("none", &end), atoll("7 apples"));
    return *end;
}
