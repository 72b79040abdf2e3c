//! The cases of `exhaustive`: statements that leave a number in `r`. They use the inputs `a` (0 to 7) and `b` (0 to 3), the
//! bit-fields `s.i`, `s.u` of three bits and `s.m`, `s.v` of two that hold them with sign and without, and `top` and `least` at the
//! ends of `int`.

/// What comes before the cases.
pub const HEAD: &str = "
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
extern void free(void *);
extern void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
extern unsigned long strlen(const char *), strnlen(const char *, unsigned long), strspn(const char *, const char *),
    strcspn(const char *, const char *);
extern int strcmp(const char *, const char *), strncmp(const char *, const char *, unsigned long),
    memcmp(const void *, const void *, unsigned long), strcasecmp(const char *, const char *);
extern char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *),
    *strpbrk(const char *, const char *), *strtok(char *, const char *);
extern char *strcpy(char *, const char *), *stpcpy(char *, const char *), *strncpy(char *, const char *, unsigned long),
    *strcat(char *, const char *), *strncat(char *, const char *, unsigned long), *strdup(const char *),
    *strndup(const char *, unsigned long);
extern void *memchr(const void *, int, unsigned long), *memccpy(void *, const void *, int, unsigned long);
extern int atoi(const char *), abs(int), isalpha(int), isdigit(int), isspace(int), toupper(int), tolower(int);
extern long strtol(const char *, char **, int);
extern unsigned long strtoul(const char *, char **, int);
extern int snprintf(char *, unsigned long, const char *, ...), sprintf(char *, const char *, ...), sscanf(const char *, const char *, ...);
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));

struct S { int i : 3; unsigned u : 3; int m : 2; unsigned v : 2; _Bool flag : 1; int rest : 21; };
struct P { struct P *n; int k[2]; short h; };
union U { unsigned w; unsigned short h[2]; unsigned char c[4]; struct { unsigned lo : 3, mid : 10; int hi : 4; } f; };

static int two[2] = {5, -7}, other[2] = {1, 2};
static const int fixed[2] = {3, 4};
static char text[4] = \"abc\";
static struct P node = {0, {8, 9}, 10}, second = {&node, {11, 12}, 13};
static double numbers[8] = {0.0, -0.0, 1.5, -2147483649.0, 2147483647.5, 4e18, -1.0, 1e300};
static int *kept;

static int next(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
static int down(int x) { return x <= 0 ? 0 : 1 + down(x - 1); }
static int *leaves(int x) { int local = x; return &local; }
static int order(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }
static int (*functions[4])(int) = {next, twice, 0, next};

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), way = __VERIFIER_nondet_uchar();
  struct S s = {0};
  double no_number = numbers[0] / numbers[0];
";

const LEFT: &[&str] = &[
    "s.i",
    "s.u",
    "top",
    "least",
    "(signed char)(a * 40)",
    "(unsigned)s.i",
    "(long)top * 1073741824 * 4 + 4294967295 + a",
    "(unsigned short)(65535 - a)",
];
const RIGHT: &[&str] = &["s.m", "(b + 29)", "(unsigned)b", "(top - b)", "(signed char)(b - 1)"];
const OPERATORS: &[&str] = &["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!="];

/// Every operator on every pair of operands.
pub fn arithmetic() -> Vec<String> {
    let pairs = LEFT.iter().flat_map(|left| RIGHT.iter().map(move |right| (left, right)));
    let all = pairs.flat_map(|(left, right)| OPERATORS.iter().map(move |op| format!("r = ({left}) {op} {right};")));
    all.collect()
}

/// Functions of the library, on the strings `x` of up to three letters and `y` of up to two, and digits `d`.
pub const LIBRARY: &[&str] = &[
    "r = strcmp(x, y) + 2 * strcmp(y, x + 1);",
    "r = strncmp(x, y, b) + 2 * strncmp(x, \"ab\", 2);",
    "r = memcmp(x, y, a & 3); if (a == 7) r = memcmp(x, text, b);",
    "r = strcasecmp(x, \"AB\") - strcasecmp(y, \"B\");",
    "r = strlen(x) + 4 * strlen(y) + 16 * strnlen(x, b);",
    "r = strchr(x, y[0]) ? strchr(x, y[0]) - x : 9; if (!strchr(x, y[1])) r = 6;",
    "r = strrchr(x, y[0]) ? strrchr(x, y[0]) - x : 9;",
    "r = strstr(x, y) ? strstr(x, y) - x : 9;",
    "r = strspn(x, y) + 4 * strcspn(x, y) + (strpbrk(x, y) ? 16 : 0);",
    "r = memchr(x, 'a', b) ? 1 : 2; r += memchr(x, 0, 4) == x + strlen(x);",
    "char z[3]; strcpy(z, x); r = z[1];",
    "char z[3]; strncpy(z, x, b + (a == 5)); r = z[0]; if (b > 1) r += z[1];",
    "char z[4]; strcpy(z, y); strcat(z, x); r = strlen(z) + z[1];",
    "char z[4] = \"a\"; strncat(z, x, b); r = strlen(z) * 4 + z[1];",
    "char z[4]; r = stpcpy(z, x) - z + z[0];",
    "char *z = strdup(x); r = z[1] + z[b]; free(z);",
    "char *z = strndup(x, b); r = strlen(z); if (a != 3) free(z);",
    "char z[4] = {0}; char *end = memccpy(z, x, 'b', b); r = end ? end - z : 7; r += z[0];",
    "char z[4] = {9, 9, 9, 9}; memccpy(z, x, 'b', 3); r = z[1] + 5 * z[2]; if (b) r = z[b];",
    "char z[4] = {9, 9, 9, 9}; char *at = b & 1 ? z : y; memccpy(at, x, 'a', b); r = z[0] + 5 * y[0] + y[1];",
    "memccpy(x + 1, x, y[0], b); r = x[1] + 5 * x[2] + x[3];",
    "char *one = strtok(x, \"b\"), *other = strtok(0, \"b\"); r = (one ? one - x : 5) + 8 * (other ? other - x : 5);",
    "strcpy(x + (a & 1), y); r = strlen(x);",
    "strcpy(x, x + b); r = x[0];",
    "r = atoi(d) + 3 * atoi(d + 1);",
    "char *end; r = strtol(d, &end, 10); r += 16 * (end - d);",
    "char *end; r = strtoul(d, &end, 8); r += 16 * (end - d);",
    "int k = 5; r = sscanf(d, \"%d\", &k) + 4 * k;",
    "int k = 5; char c = 'q'; r = sscanf(d, \"%d%c\", &k, &c); r += k + c;",
    "char z[4]; r = snprintf(z, b, \"%d\", s.i * 37); if (b) r += z[0] + 4 * strlen(z);",
    "char z[4]; r = sprintf(z, \"%x\", a * 300); r += z[0] + z[1];",
    "char z[8]; r = sprintf(z, \"%*d|%s\", b, s.i, y); r += z[1] + z[2] * 3;",
    "char z[8]; sprintf(z, \"%-3d%c\", a - 3, 'a' + b); r = z[0] + z[2] * 5 + z[3];",
    "int all[3] = {s.i, b, a & 1}; qsort(all, 3, sizeof *all, order); r = all[0] + 5 * all[1] + 25 * all[2];",
    "int all[3] = {1, 3, 6}; int key = a; int *at = bsearch(&key, all, 3, sizeof *all, order); r = at ? at - all : 5;",
    "r = abs(least) + abs(s.i);",
    "r = !!isalpha(x[b]) + 2 * !!isdigit(d[b]) + 4 * !!isspace(a + 8);",
    "r = toupper(x[b]) + tolower('A' + a) + isalpha(a - 2);",
    "int k; r = __builtin_add_overflow(top, b, &k); r += 2 * k;",
    "unsigned k; r = __builtin_sub_overflow(s.i, b, &k); r += 2 * (k & 7);",
    "signed char k; r = __builtin_mul_overflow(a * 20, b, &k); r += 2 * k;",
    "r = __builtin_clz(a) + __builtin_popcount(least + a) * 3;",
    "r = __builtin_ctz(b) + 3 * __builtin_ffs(a) + 32 * __builtin_parity(a);",
    "r = __builtin_bswap32(least + a * 256) >> 3 ^ __builtin_bswap16(a);",
];

/// The other cases.
pub const CASES: &[&str] = &[
    "r = -least;",
    "r = -s.i;",
    "r = ~s.u;",
    "r = !s.i;",
    "r = (_Bool)(a & 6);",
    "r = (signed char)(a * 50);",
    "r = (short)(top - a * 8000);",
    "r = s.i ? a / s.i : b / s.m;",
    "r = a && 5 / a;",
    "r = a || 5 / b;",
    // Bit-fields.
    "s.i = b; s.m = a; r = s.i * 8 + s.m + s.u;",
    "s.u += b; r = s.u + s.v * 8 + s.m;",
    "s.flag = a & 6; r = s.flag + s.i;",
    "s.rest = least / 200 * (b - a); r = s.rest + s.flag + s.v;",
    "s.i++; s.m--; r = s.i + 8 * s.m + s.u + s.v;",
    "struct S t = s; t.u ^= 5; r = t.u * 8 + s.u + t.i;",
    "struct S t; t.i = a; if (b) t.u = 1; r = t.i + (b > 1 ? t.u : 0); if (a == 3) r += t.v;",
    "struct S t; int never; if (a > 2) never = 1; if (b) t.i = never; r = b ? t.i : 1; if (r) r = 2;",
    "union U x; x.w = 0x89abcdef + a; r = x.f.lo + x.f.mid * 8 + x.f.hi;",
    "union U x; x.w = 0; x.f.mid = 1000 + b * 30; x.f.hi = a; r = x.h[0] + x.h[1] * 2;",
    "union U x; x.c[0] = a; x.c[1] = b; r = x.h[0]; if (a == 7) r = x.w;",
    "union U x; x.w = 0xf1f2f3f4; x.c[b] = a; r = x.w >> 3 ^ x.h[1];",
    "union U x = {0x01020304}; unsigned short *at = (unsigned short *)(x.c + (a & 1) + (b & 1)); *at = 0xa0b0; r = x.w >> 4;",
    // Arrays.
    "r = two[a - 1];",
    "two[s.m] = a; r = two[0] + 3 * two[1];",
    "int here[2]; here[b & 1] = a; r = here[a & 1]; if (r == 2) r = 7;",
    "int here[2][2] = {1, 2, 3, 4}; r = here[a & 1][b];",
    "int here[2][2] = {1, 2, 3, 4}; r = (&here[0][0])[a];",
    "int *at = two; at += a - 2; at -= b - 1; r = *at;",
    "int *at = &two[b & 1]; r = at[-(a & 1)];",
    "r = text[a] + text[b];",
    "text[b] = a & 1; r = strlen(text);",
    "r = fixed[a & 1]; if (b == 2) *(int *)&fixed[1] = 1;",
    "char here[4]; here[0] = 1; here[a & 3] = 0; r = strlen(here + (b & 1));",
    "r = two[(long)(a & 3) << 61];",
    "char here[8] = {1, 2, 3, 4, 5, 6, 7, 8}; *(short *)(here + (a & 3)) = 0x7a6b; r = *(short *)(here + b);",
    "char here[8] = {1, 2, 3, 4, 5, 6, 7, 8}; *(int *)(here + (a & 3)) = 0x7a6b5c4d; r = *(short *)(here + b + (a >> 2));",
    // Pointers.
    "int *all[4] = {two, other, 0, &node.k[1]}; r = *all[b] + a;",
    "int *all[4] = {two, other, 0, &node.k[1]}; *all[b & 1] = a; r = two[0] * 4 + other[0];",
    "int *all[4] = {two, other, two + 1, two}; r = (all[b] == all[a & 3]) + 2 * (all[b] - all[0] == 1 && b > 1);",
    "int *one = two + (a & 3) - 1, *with = two + b; r = one < with;",
    "int *one = two + (a & 1), *with = b < 2 ? two : other; r = one - with;",
    "char *one = (char *)two + a; r = (int *)one - two;",
    "struct P *p = b ? &second : 0; r = p->k[a & 1];",
    "struct P *p = b & 1 ? &node : &second; r = p->n ? p->n->k[b >> 1] : p->h; p->n = &second; r += second.n == &second;",
    "struct P *p = b & 1 ? &node : 0; int *k = &p->k[1]; r = a; if (k) r = 1;",
    "unsigned long tag = (unsigned long)&second | (a & 3); struct P *p = (struct P *)(tag & ~(b ? 3ul : 1ul)); r = tag & 3; if (p == &second) r += p->h;",
    "struct P *p = &second; memset(&p, 0, b < 2 ? 0 : sizeof p); r = p == 0; if (a == 1) r = p->h;",
    "int *p = (int *)(a & 4 ? (unsigned long)two : 8ul * b); r = *p;",
    // Blocks.
    "char *p = malloc(a); p[b] = 1; r = p[0]; free(p);",
    "int *p = malloc(8); p[a & 1] = b; r = p[b & 1]; if (r == 1) r = 2; free(p);",
    "int *p = calloc(a & 3, 4); r = p[b]; free(p + (a == 7));",
    "int *p = malloc(4), *q = p; if (a & 1) free(p); if (b & 1) free(q); if (!(a & 1 | b & 1)) free(p); r = a;",
    "int *p = malloc(4); *p = a; if (b == 1) free(p); r = *p; if (b != 1) free(p);",
    "int *p = malloc(4); if (a & 1) kept = p; if (b & 1) free(p); r = 1;",
    "int **p = malloc(8); *p = malloc(4); if (a & 1) free(*p); if (b == 2) kept = *p; if (b == 3) kept = (int *)p; else free(p); return 0;",
    "char *p = malloc(2); p[0] = a; p[1] = b; p = realloc(p, 1 + (b & 2)); r = p[0]; if (a & 1) r += p[1]; free(p);",
    "int *p = malloc(4), *q = a & 1 ? p : two; free(q); r = b; if (q == two) free(p);",
    "struct P *p = malloc(sizeof *p); p->n = 0; *p = b & 1 ? second : node; r = p->k[1] + (p->n == &node); free(p);",
    "int **p = malloc(16); p[0] = p[1] = 0; if (a & 1) p[0] = malloc(4); else p[1] = malloc(8); kept = b ? (int *)p : 0; return 0;",
    "int **p = malloc(16); p[0] = p[1] = 0; if (a & 1) p[b & 1] = malloc(4); else p[1] = two; kept = p[1]; if (b < 2) free(p); return 0;",
    "struct P *p = a & 1 ? &node : 0, *q = malloc(sizeof *q); *q = second; if (b & 1) free(q); *q = *p; r = q->h; free(q);",
    "struct P *p = a & 1 ? &node : 0, *q = b == 2 ? 0 : &second; *q = *p; r = second.k[b & 1];",
    "void *(*get)(unsigned long, unsigned long) = calloc; char *p = get(1 + (a & 3), b); r = b ? p[a] : 1; free(p);",
    "void *(*get)(unsigned long) = malloc; void (*give)(void *) = free; char *p = get(a); p[b] = 1; give(p + (a == 7 && b == 3)); r = a;",
    // Addresses in memory.
    "int x = 1, y = 2, *all[3] = {&x, &y, 0}; all[b] = &x; r = *all[a & 1] + (all[2] == &x);",
    "int x = 1, y = 2, *all[4] = {&x, &y, &x, &y}; memcpy(all + (a & 1), all + b, sizeof *all * (1 + (a >> 2))); r = (all[0] == &x) + 2 * (all[1] == &y) + 4 * (all[2] == &x); if (a == 6) r = *all[b];",
    "int x = 1, y = 2, *all[2] = {&x, &y}, **at = &all[a & 1]; *at = b & 1 ? &x : &y; **at = a; r = x + 8 * y;",
    "int x = 1, y = 2, *p = a & 1 ? &x : &y, *q = b & 1 ? &x : &y; *p = 5; *q = 6; r = x * 8 + y;",
    "int x = 1, y = 2, *p = a & 1 ? &x : &y, **q = b & 1 ? &p : (int **)(b & 2 ? malloc(8) : 0); if (q) { *q = &x; r = **q + (p == &x); } if (b == 2) free(q);",
    "struct P one = {0, 1, 2, 3}, two_ = {&one, 4, 5, 6}, *all[2] = {&one, &two_}; *all[a & 1] = *all[b & 1]; r = one.k[0] + 8 * two_.k[1] + (two_.n == &one);",
    "struct P here[3] = {{0, 1, 2, 3}, {0, 4, 5, 6}, {0, 7, 8, 9}}; here[0].n = here + (a & 1) + 1; here[1].n = here + b; r = here[0].n->k[b & 1]; if (a & 2) r = here[1].n->h; if (a == 5) r = here[1].n->n - here;",
    "union { int *p; unsigned long n; unsigned char c[8]; } u; u.n = 0; u.p = a & 1 ? &two[b & 1] : 0; r = u.n == 0; if (u.p) r += *u.p;",
    "int *p = two, *q; unsigned char *from = (unsigned char *)&p, *to = (unsigned char *)&q; memcpy(to, from, a == 7 ? 4 : sizeof p); if (a != 7) r = q == two; else r = 9;",
    "int (*rows)[2] = malloc(sizeof *rows * (1 + b)); rows[a & 1][1] = a; rows[0][0] = 3; if ((a & 1) <= b) r = rows[a & 1][1] + rows[0][0]; free(rows);",
    "struct P **all = calloc(2, sizeof *all); all[a & 1] = malloc(sizeof **all); all[a & 1]->n = 0; all[a & 1]->h = b; if (b & 1) r = all[0]->h; else r = all[0] != 0; free(all[0]); if (b != 2) free(all[1]); free(all);",
    "struct P *list = 0; for (int at = 0; at < (a & 3); at++) { struct P *fresh = malloc(sizeof *fresh); fresh->n = list; fresh->h = at; list = fresh; } while (list) { struct P *next = list->n; r = 3 * r + list->h; if (b != 3 || next) free(list); list = next; }",
    "struct P *list = 0, **tail = &list; for (int at = 0; at < (a & 3); at++) { *tail = malloc(sizeof **tail); (*tail)->h = b; tail = &(*tail)->n; } if (a & 4) *tail = 0; while (list && a & 3) { struct P *next = list->n; r += list->h; free(list); list = next; }",
    "int *p = malloc(4 * (1 + (a & 1))), *q = realloc(p, 4 * (1 + b)); q[b] = 7; if (a == 6) r = *p; r += q[b]; free(q);",
    "int *p = malloc(8); p[0] = 1; p[1] = 2; int *q = a & 1 ? p : 0; q = realloc(q, 8); if (a & 1) r = q[b & 1]; else free(p); if (b != 3) free(q);",
    "char here[4] = {1, 2, 3, 4}, *p = here + (a & 3), *q = here + b; *p++ = 7; *q = *p; r = here[b] + 4 * here[a & 3];",
    "int x = a, *p = &x; { int y = b, *q = &y; if (a & 1) p = q; *p += 1; r = x + 8 * y; } if (a == 4 + 2 * (b & 1)) r = *p;",
    "int all[2][2] = {{1, 2}, {3, 4}}, (*row)[2] = all + (a & 1); (*row)[b & 1] = 9; r = all[0][0] + 2 * all[0][1] + 3 * all[1][0] + 4 * all[1][1]; row += b >> 1; if (a & 4) r = (*row)[0];",
    "struct { char tag; union { int n; short h[2]; struct { unsigned lo : 5, hi : 27; } f; } u; } v = {1, {0}}, w = {0}; v.u.n = a * 0x10001 - b; w = v; w.u.f.lo += b; r = w.u.h[0] + w.u.h[1] * 3 + v.u.f.hi + w.tag;",
    "long wide = 0x0102030405060708; char *at = (char *)&wide + a; *at = b; r = wide ^ wide >> 20 ^ *(int *)((char *)&wide + (a & 3));",
    // Variables that were never written.
    "int never; if (a & 1) never = b; r = never;",
    "int never; if (a & 1) never = b; if (b == 2) r = never + 1; if (r > 1) r = 9;",
    "int never, known = a; r = b ? known : never; if (r == 3) r = 0;",
    "int never; int copy = 0; if (a > 3) copy = never; if (b == 1 && copy) r = 1;",
    "int *never; if (a & 1) never = two; r = b ? *never : 0;",
    "int here[2]; memcpy(here, two, b * 2); r = here[a & 1]; if (r == 5) r = 1;",
    "for (int at = 0; at < 2; at++) { int fresh; if (at == (a & 1)) fresh = b; r += fresh; if (r > 2) r = 0; }",
    // Ranges of bytes.
    "char here[6] = {1, 2, 3, 4, 5, 6}; memcpy(here + b, two, a & 3); r = here[a]; ",
    "char here[4] = {1, 2, 3, 4}; memmove(here + (a & 1), here, b); r = here[1] + 4 * here[2];",
    "char here[4] = {1, 2, 3, 4}; memcpy(here, here + a, b); r = here[0] + here[1] * 8;",
    "char here[4] = {1, 2, 3, 4}; memset(here + (a & 3), a, b); r = *(short *)(here + (b & 1)) + here[3];",
    "struct P p = {two, 1, 2, 3}; struct P q = second; memcpy((char *)&p + sizeof(int *) * (a & 1), (char *)&q + sizeof(int *) * (a & 1), sizeof(int *)); r = p.k[0] + (p.n == &node) + 2 * ((int *)p.n == two);",
    "struct P p = node, q = second; memcpy(&p, &q, b * sizeof(int *)); r = p.n == &node; if (a & 1) r += p.k[b & 1];",
    "char here[8] = {1, 2, 3, 4, 5, 6, 7, 8}; memset(here + 2 + (a & 1), 9, 2); r = *(short *)(here + b) ^ here[4];",
    "char here[8] = {1, 2, 3, 4, 5, 6, 7, 8}; memcpy(here + 2 + (a & 1), two, 2 + (a & 2)); r = *(int *)(here + b) ^ here[5];",
    "char here[8] = {1, 2, 3, 4, 5, 6, 7, 8}; memmove(here + (a & 3), here + b, 2 + (a & 4)); r = *(short *)(here + b) ^ here[a];",
    // Numbers with a point.
    "double x = (long)top + b; r = (int)x;",
    "double x = (long)least - b; r = (int)x;",
    "double x = s.i; r = (unsigned)x;",
    "float x = (short)(32760 + a * 2); r = (short)x; if (b) r = (signed char)x;",
    "r = (int)numbers[a];",
    "r = (unsigned char)numbers[a & 3];",
    "r = (numbers[a] < numbers[b]) + 2 * (numbers[a] == numbers[b]);",
    "double x = b ? numbers[a] : no_number; r = (x < 1.0) + (x >= 1.0) + 2 * (x != x);",
    "float f = top - (b << 3); r = f == 2147483648.0f; r += 2 * ((double)f == top - (b << 3));",
    "double x = (long)top * (b + 1); r = (long)x % 7; r += (x > 4294967294.0);",
    // Calls.
    "r = functions[b](s.i);",
    "int (*f)(int) = a & 1 ? next : twice; r = f(b) + f(a);",
    "r = down(a) * 4 + down(b);",
    "int *p = leaves(a); r = b; if (b == 1) r = *p;",
    "int *p = &two[0]; { int inner = a; if (b & 1) p = &inner; } r = *p;",
    // Loops.
    "for (int at = 0; at < a; at++) r += at;",
    "for (int at = 0; at < a; at++) { if (at == b) continue; if (at == 5) break; two[at & 1] += at; } r = two[0] - two[1];",
    "for (int at = 0; at <= b; at++) for (int inner = at; inner < 2; inner++) r += two[inner];",
    "int at = a; while (at--) if (at % 3 == b) { r = at; break; } if (at < 0) r = 50;",
    "for (int at = 0; at < 2 + (a == 6); at++) two[at] = b; r = two[1];",
    "int at = 0; again: at += b; if (at < a) { r += at; if (b) goto again; }",
    "struct P *p = b & 1 ? &second : &node; while (p) { r += p->h; p = p->n; if (a == 5 && !p) p = &node, a = 0; }",
    "switch (a) { case 0: r = 1; case 1: r += 2; break; case 5: return 0; default: r = b; }",
];
