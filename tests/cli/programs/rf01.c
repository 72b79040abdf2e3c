// UNSAFE: leak in line 55
/* Directed graph with adjacency lists. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct edge {
    int to;
    int weight;
    struct edge *next;
};

struct graph {
    int n;
    struct edge **adj;
};

static struct graph *graph_new(int n)
{
    struct graph *g = malloc(sizeof *g);
    g->n = n;
    g->adj = malloc(n * sizeof *g->adj);
    for (int i = 0; i < n; i++)
        g->adj[i] = NULL;
    return g;
}

static void add_edge(struct graph *g, int from, int to, int weight)
{
    struct edge *e = malloc(sizeof *e);
    e->to = to;
    e->weight = weight;
    e->next = g->adj[from];
    g->adj[from] = e;
}

/* Drop every edge that starts or ends at v. */
static void isolate(struct graph *g, int v)
{
    for (int i = 0; i < g->n; i++) {
        struct edge **pp = &g->adj[i];
        if (i == v)
            continue;
        while (*pp != NULL) {
            struct edge *e = *pp;
            if (e->to == v) {
                *pp = e->next;
                free(e);
            } else {
                pp = &e->next;
            }
        }
    }
    g->adj[v] = NULL;
}

static int out_degree(const struct graph *g, int v)
{
    int d = 0;
    for (const struct edge *e = g->adj[v]; e != NULL; e = e->next)
        d++;
    return d;
}

static void graph_free(struct graph *g)
{
    for (int i = 0; i < g->n; i++) {
        struct edge *e = g->adj[i];
        while (e != NULL) {
            struct edge *next = e->next;
            free(e);
            e = next;
        }
    }
    free(g->adj);
    free(g);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 40)
        n = 12;
    struct graph *g = graph_new(n);

    for (int k = 0; k < 100; k++) {
        int from = __VERIFIER_nondet_int();
        if (from < 0)
            break;
        int to = __VERIFIER_nondet_int();
        if (from < n && to >= 0 && to < n)
            add_edge(g, from, to, k + 1);
    }

    int v = __VERIFIER_nondet_int();
    if (v >= 0 && v < n) {
        isolate(g, v);
        printf("isolated %d, degree now %d\n", v, out_degree(g, v));
    }
    for (int i = 0; i < n; i++)
        printf("%d: %d\n", i, out_degree(g, i));
    graph_free(g);
    return 0;
}
