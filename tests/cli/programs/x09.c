// SAFE
/* Undirected graph as adjacency arrays, breadth-first distances. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int nv;
static int **adj;
static int *deg;
static int *room;

static int add_half(int u, int v)
{
    if (deg[u] == room[u]) {
        int more = room[u] + 3;
        int *p = realloc(adj[u], more * sizeof(int));
        if (p == NULL)
            return 0;
        adj[u] = p;
        room[u] = more;
    }
    adj[u][deg[u]++] = v;
    return 1;
}

static void bfs(int start, int *dist, int *queue)
{
    int head = 0, tail = 0;
    for (int i = 0; i < nv; i++)
        dist[i] = -1;
    dist[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        int u = queue[head++];
        for (int k = 0; k < deg[u]; k++) {
            int v = adj[u][k];
            if (dist[v] == -1) {
                dist[v] = dist[u] + 1;
                queue[tail++] = v;
            }
        }
    }
}

int main(void)
{
    int *dist = NULL, *queue = NULL;
    int status = EXIT_FAILURE;

    nv = __VERIFIER_nondet_int();
    int edges = __VERIFIER_nondet_int();
    if (nv < 1 || nv > 20 || edges < 0 || edges > 60)
        return EXIT_FAILURE;

    adj = calloc(nv, sizeof *adj);
    deg = calloc(nv, sizeof *deg);
    room = calloc(nv, sizeof *room);
    dist = malloc(nv * sizeof *dist);
    queue = malloc(nv * sizeof *queue);
    if (!adj || !deg || !room || !dist || !queue)
        goto cleanup;

    for (int e = 0; e < edges; e++) {
        int u = __VERIFIER_nondet_int();
        int v = __VERIFIER_nondet_int();
        if (u < 0 || v < 0 || u >= nv || v >= nv || u == v)
            continue;
        if (!add_half(u, v) || !add_half(v, u))
            goto cleanup;
    }
    bfs(0, dist, queue);
    for (int i = 0; i < nv; i++)
        printf("%d: %d\n", i, dist[i]);
    status = EXIT_SUCCESS;

cleanup:
    if (adj)
        for (int i = 0; i < nv; i++)
            free(adj[i]);
    free(adj);
    free(deg);
    free(room);
    free(dist);
    free(queue);
    return status;
}
