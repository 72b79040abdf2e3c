//! Vectors, texts and gap buffers: numbers say how much of a block is used, and how large it is.

use crate::smg_concretisation::pieces::Theme;

/// A vector, a text with a zero byte behind it, and a gap buffer. Features: `v` the vector is in a block, `o` it grows by half, `w`
/// there is a gap buffer, `c` sizes are of 8 bits.
pub const GROWING: Theme = Theme {
    features: "g",
    declarations: "
    void *realloc(void *, unsigned long);
    void *memcpy(void *, const void *, unsigned long);
    void *memmove(void *, const void *, unsigned long);
    void exit(int);
    c|typedef unsigned char Size;
    !c|typedef @width Size;
    typedef struct vector {
    int *d;
    Size used, room;
    } Vector;
    typedef struct text {
    char *d;
    unsigned long used, room;
    } Text;
    typedef struct gap {
    char *d;
    unsigned long start, end, room;
    } Gap;
    static void reserve(Vector *v, Size want) {
    Size room = v->room ? v->room : @few;
    if (want <= v->room) return;
    if (want > 40) exit(0);
    !o|while (room < want) room *= 2;
    o|while (room < want) room += room / 2 + 1;
    v->d = realloc(v->d, room * sizeof(int));
    v->room = room;
    }
    static void push(Vector *v, int e) {
    reserve(v, v->used + 1);
    v->d[v->used++] = e;
    }
    static void write(Text *s, const char *from, unsigned long n) {
    if (s->used + n + 1 > s->room) {
    unsigned long room = s->room;
    !o|room = (s->used + n + 1) * 2;
    o|while (room - s->used < n + 1) room = room * 2 + @few;
    s->d = realloc(s->d, room);
    s->room = room;
    }
    memcpy(s->d + s->used, from, n);
    s->used += n;
    s->d[s->used] = 0;
    }
    static void widen(Gap *g) {
    unsigned long room = g->room * 2 + @few, rest = g->room - g->end;
    char *d = malloc(room);
    memcpy(d, g->d, g->start);
    memcpy(d + room - rest, g->d + g->end, rest);
    free(g->d);
    g->d = d;
    g->end = room - rest;
    g->room = room;
    }
    ",
    locals: "
    int i = 0, j = 0;
    Size k = 0;
    int *x = 0, *y = 0;
    char few[5] = \"abcd\";
    v|Vector *p = calloc(1, sizeof(Vector));
    !v|Vector all = { 0, 0, 0 }, *p = &all;
    Text s = { 0, 0, 0 };
    w|Gap g = { malloc(4), 0, 4, 4 };
    ",
    pieces: &[
        "while (@cond) push(p, @val);",
        "for (@i = 0; @i < @few; @i++) push(p, @i);",
        "
        if (p->used > 0) {
        p->used--;
        i = p->d[p->used];
        }
        ",
        "
        while (p->used > @few) p->used--;
        ",
        "for (k = 0; k < p->used; k++) p->d[k] = @val;",
        "for (k = p->used; k-- > 0;) j = p->d[k];",
        "
        k = __VERIFIER_nondet_int() & 3;
        if (k <= p->used) {
        reserve(p, p->used + 1);
        memmove(p->d + k + 1, p->d + k, (p->used - k) * sizeof(int));
        p->d[k] = @val;
        p->used++;
        }
        ",
        "
        k = __VERIFIER_nondet_int() & 3;
        if (k < p->used) {
        memmove(p->d + k, p->d + k + 1, (p->used - k - 1) * sizeof(int));
        p->used--;
        }
        ",
        "
        k = __VERIFIER_nondet_int() & 3;
        if (k < p->used) p->d[k] = p->d[--p->used];
        ",
        "
        if (p->room - p->used >= @few) {
        p->d[p->used] = @val;
        p->d[p->used + 1] = @val;
        p->used += 2;
        }
        ",
        "
        if (p->used > 0) {
        k = (Size)(p->used - 1) / 2;
        p->d[k] = k;
        }
        ",
        "
        while (@cond) {
        k = __VERIFIER_nondet_int() & 3;
        write(&s, few, k);
        }
        ",
        "write(&s, few, @few);",
        "
        for (unsigned long at = 0; at < s.used; at++) {
        if (s.d[at] == 'a') s.d[at] = 'b';
        }
        ",
        "
        if (s.used > @few) {
        s.used -= @few;
        s.d[s.used] = 0;
        }
        ",
        "
        if (s.d && s.room > s.used + 1) {
        s.d[s.used++] = 'c';
        s.d[s.used] = 0;
        }
        ",
        "
        needs w
        while (@cond) {
        if (g.start == g.end) widen(&g);
        g.d[g.start++] = 'd';
        }
        ",
        "
        needs w
        while (@cond) {
        if (g.start > 0) g.d[--g.end] = g.d[--g.start];
        }
        ",
        "
        needs w
        if (g.end < g.room) g.d[g.start++] = g.d[g.end++];
        ",
        "
        needs w
        if (g.end - g.start < @few) widen(&g);
        ",
        "
        needs w
        if (g.start > 0) g.start--;
        ",
    ],
    end: "
    free(p->d);
    v|free(p);
    free(s.d);
    w|free(g.d);
    ",
};
