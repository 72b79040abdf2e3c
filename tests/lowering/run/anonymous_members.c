// Designators that name members of anonymous structs and unions, and what follows them.
struct in { int x, y; };
struct out { struct { int y; struct in z; }; int last; };
struct numbers { struct { int m; int z[3]; }; };
struct choice { int before; union { int i; struct in pair; }; int behind; };
struct deep { struct { struct { int a, b; }; union { int c; struct { int d; int e; }; }; }; int f; };

static struct out file = { .z.y = 4, .last = 5 };
static struct deep deep = { .b = 2, .d = 3, .f = 6, .e = 4 };

int main(void)
{
    if (file.z.y != 4 || file.y || file.z.x || file.last != 5) return 1;
    struct out inner = { .z = { 1, 2 }, .y = 3 };
    if (inner.z.x != 1 || inner.z.y != 2 || inner.y != 3 || inner.last) return 2;
    struct numbers some = { .z[1] = 3, .m = 7 }, range = { .z[0 ... 1] = 8 };
    if (some.z[1] != 3 || some.m != 7 || some.z[0] || some.z[2]) return 3;
    if (range.z[0] != 8 || range.z[1] != 8 || range.z[2] || range.m) return 4;
    struct choice one = { .i = 1, 2 }, other = { 1, .pair.y = 5, .behind = 6 };
    if (one.i != 1 || one.behind != 2 || one.before) return 5;
    if (other.before != 1 || other.pair.y != 5 || other.pair.x || other.behind != 6) return 6;
    if (deep.a || deep.b != 2 || deep.d != 3 || deep.e != 4 || deep.f != 6) return 7;
    return 0;
}
