// SAFE
/* Breadth-first search over adjacency lists. */
#include <stdio.h>
#include <stdlib.h>

struct arc {
    int target;
    struct arc *next;
};

typedef struct {
    int n;
    struct arc **out;
} Graph;

static Graph *make_graph(int n)
{
    Graph *g = malloc(sizeof(Graph));
    g->n = n;
    g->out = calloc((size_t)n, sizeof(struct arc *));
    return g;
}

static void connect(Graph *g, int a, int b)
{
    struct arc *x;
    for (x = g->out[a]; x != NULL; x = x->next)
        if (x->target == b)
            return;
    x = malloc(sizeof(struct arc));
    x->target = b;
    x->next = g->out[a];
    g->out[a] = x;
}

static void disconnect(Graph *g, int a, int b)
{
    struct arc *prev = NULL, *x = g->out[a];
    while (x != NULL && x->target != b) {
        prev = x;
        x = x->next;
    }
    if (x == NULL)
        return;
    if (prev == NULL)
        g->out[a] = x->next;
    else
        prev->next = x->next;
    free(x);
}

static int *distances(const Graph *g, int start)
{
    int *dist = malloc((size_t)g->n * sizeof(int));
    int *queue = malloc((size_t)g->n * sizeof(int));
    int head = 0, tail = 0;

    for (int i = 0; i < g->n; i++)
        dist[i] = -1;
    dist[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        int v = queue[head++];
        for (struct arc *x = g->out[v]; x != NULL; x = x->next) {
            if (dist[x->target] < 0) {
                dist[x->target] = dist[v] + 1;
                queue[tail++] = x->target;
            }
        }
    }
    free(queue);
    return dist;
}

static void destroy_graph(Graph *g)
{
    for (int i = 0; i < g->n; i++) {
        struct arc *x = g->out[i];
        while (x != NULL) {
            struct arc *dead = x;
            x = x->next;
            free(dead);
        }
    }
    free(g->out);
    free(g);
}

int main(void)
{
    int n = 5 + rand() % 60;
    Graph *g = make_graph(n);

    for (int i = 0; i < 3 * n; i++)
        connect(g, rand() % n, rand() % n);
    for (int i = 0; i < n; i++)
        disconnect(g, rand() % n, rand() % n);

    int *dist = distances(g, rand() % n);
    for (int i = 0; i < n; i++)
        if (dist[i] >= 0)
            printf("vertex %d is at distance %d\n", i, dist[i]);
        else
            printf("vertex %d is not reachable\n", i);
    free(dist);
    destroy_graph(g);
    return 0;
}
