// BUG(double-free): line 59, a repaired row shares its block with the row above, which is freed again here
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct grid {
    int rows, cols;
    int **cell;
};

static int load(struct grid *g)
{
    g->rows = __VERIFIER_nondet_int();
    g->cols = __VERIFIER_nondet_int();
    if (g->rows < 1 || g->rows > 20 || g->cols < 1 || g->cols > 20)
        return 0;
    g->cell = malloc(g->rows * sizeof(int *));
    for (int r = 0; r < g->rows; r++) {
        g->cell[r] = malloc(g->cols * sizeof(int));
        for (int c = 0; c < g->cols; c++)
            g->cell[r][c] = __VERIFIER_nondet_int();
    }
    return 1;
}

/* a row is broken if its sensor reported a negative first value */
static int broken(const struct grid *g, int r)
{
    return g->cell[r][0] < 0;
}

/* replace broken rows by the row above */
static int repair(struct grid *g)
{
    int fixed = 0;
    for (int r = 1; r < g->rows; r++) {
        if (broken(g, r) && !broken(g, r - 1)) {
            free(g->cell[r]);
            g->cell[r] = g->cell[r - 1];
            fixed++;
        }
    }
    return fixed;
}

static int row_max(const struct grid *g, int r)
{
    int best = g->cell[r][0];
    for (int c = 1; c < g->cols; c++)
        if (g->cell[r][c] > best)
            best = g->cell[r][c];
    return best;
}

static void unload(struct grid *g)
{
    for (int r = 0; r < g->rows; r++)
        free(g->cell[r]);
    free(g->cell);
    g->cell = NULL;
}

int main(void)
{
    struct grid g;
    if (!load(&g))
        return 1;
    printf("%d rows repaired\n", repair(&g));
    for (int r = 0; r < g.rows; r++)
        printf("row %d: max %d\n", r, row_max(&g, r));
    unload(&g);
    return 0;
}
