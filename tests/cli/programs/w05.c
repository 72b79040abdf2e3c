// SAFE
// Widgets with method tables, destroy through the base pointer, one kind owns text.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int input(void);

struct widget;
struct widget_ops {
    void (*draw)(const struct widget *w);
    int (*tick)(struct widget *w);
    void (*destroy)(struct widget *w);
};

struct widget { const struct widget_ops *ops; struct widget *next; };

struct label  { struct widget w; char *text; };
struct slider { struct widget w; int pos, hi; };
struct graph  { struct widget w; unsigned used, cap; int sample[]; };
static int no_tick(struct widget *w) { (void)w; return 0; }
static void plain_destroy(struct widget *w) { free(w); }

static void label_draw(const struct widget *w) { puts(((const struct label *)w)->text); }
static void label_destroy(struct widget *w)
{
    free(((struct label *)w)->text);
    free(w);
}
static const struct widget_ops label_ops = { label_draw, no_tick, label_destroy };

static void slider_draw(const struct widget *w) { printf("at %d\n", ((const struct slider *)w)->pos); }
static int slider_tick(struct widget *w)
{
    struct slider *s = (struct slider *)w;
    return ++s->pos >= s->hi;
}
static const struct widget_ops slider_ops = { slider_draw, slider_tick, plain_destroy };

static void graph_draw(const struct widget *w)
{
    const struct graph *g = (const struct graph *)w;
    for (unsigned i = 0; i < g->used; ++i) printf("%d ", g->sample[i]);
}
static int graph_tick(struct widget *w)
{
    struct graph *g = (struct graph *)w;
    if (g->used < g->cap) { g->sample[g->used++] = input(); return 0; }
    return 1;
}
static const struct widget_ops graph_ops = { graph_draw, graph_tick, plain_destroy };

static struct widget *create(unsigned kind)
{
    if (kind == 0) {
        struct label *l = malloc(sizeof *l);
        if (!l) abort();
        if (!(l->text = malloc(6))) abort();
        strcpy(l->text, "hello");
        l->w.ops = &label_ops;
        return &l->w;
    }
    if (kind == 1) {
        struct slider *s = malloc(sizeof *s);
        if (!s) abort();
        *s = (struct slider){ .w = { &slider_ops, NULL }, .hi = 5, .pos = 3 };
        return &s->w;
    }
    struct graph *g = malloc(sizeof *g + kind * sizeof g->sample[0]);
    if (!g) abort();
    g->w.ops = &graph_ops;
    g->used = 0, g->cap = kind;
    return &g->w;
}

int main(void)
{
    struct widget *all = NULL, *w, **link;
    for (int k; (k = input()) != 0; ) {
        w = create((unsigned)k % 9u);
        w->next = all;
        all = w;
    }
    for (int t = 0; t < 3; t++)
        for (link = &all; (w = *link) != NULL; ) {
            w->ops->draw(w);
            if (w->ops->tick(w)) { *link = w->next; w->ops->destroy(w); }
            else link = &w->next;
        }
    while ((w = all) != NULL) { all = w->next; w->ops->destroy(w); }
    return 0;
}
