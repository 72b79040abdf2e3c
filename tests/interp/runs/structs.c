// Structs copied, passed and returned by value; nested; arrays inside.
typedef unsigned long size_t;
int printf(const char *format, ...);

struct point { int x, y; };
struct box { struct point corner[2]; char tag; struct { long weight; } inner; };

static struct point add(struct point a, struct point b) {
    a.x += b.x;
    a.y += b.y;
    return a;
}

int main(void) {
    struct point p = {1, 2}, q = {.y = 20, .x = 10}, r;
    r = add(p, q);
    printf("%d %d %d %d\n", p.x, p.y, r.x, r.y);
    struct box b = {{{1, 2}, {3, 4}}, 't', {99}}, c;
    c = b;
    c.corner[1] = r;
    c.inner.weight++;
    printf("%d %d %c %ld\n", b.corner[1].x, c.corner[1].x, c.tag, c.inner.weight);
    struct box *pb = &c;
    pb->corner[0].y = add(pb->corner[0], pb->corner[1]).y;
    printf("%d %lu\n", c.corner[0].y, sizeof(struct box));
    return 0;
}
