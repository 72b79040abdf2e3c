// The result of a call goes into a bit-field without touching its neighbours.
int printf(const char *format, ...);

#pragma pack(push, 1)
struct packed { signed a : 22; unsigned b : 13; unsigned c; signed d : 3; int e; };
#pragma pack(pop)
struct plain { unsigned a : 4, b : 4, c : 24; };

static int three(void) { return 3; }

int main(void) {
    struct packed p = {-1, 8191, 7, -1, 0};
    struct plain q = {15, 15, 1 << 20}, *r = &q;
    p.d = three();
    q.b = three();
    printf("%d %u %u %d\n", p.a, p.b, p.c, p.d);
    printf("%u %u %u ", q.a, q.b, q.c);
    int kept = r->c = three();
    printf("%u %u %u %d\n", q.a, q.b, q.c, kept);
    return 0;
}
