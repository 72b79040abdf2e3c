// UNSAFE line 56: stale tag
/* Quad trees of colours: a region is of one colour or has four parts.  Areas
   chosen by input are painted; a region whose four parts have become of one
   colour is merged again; the picture can be turned by a quarter. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

typedef struct quad {
    enum { UNIFORM, DIVIDED } shape;
    union { int colour; struct quad *part[4]; };
} quad;

static quad *uniform(int colour)
{
    quad *q = malloc(sizeof *q);
    if (q == NULL) abort();
    q->shape = UNIFORM;
    q->colour = colour;
    return q;
}

static void free_quad(quad *q)
{
    if (q->shape == DIVIDED)
        for (int i = 0; i < 4; i++)
            free_quad(q->part[i]);
    free(q);
}

static void divide(quad *q)
{
    int colour = q->colour;
    q->shape = DIVIDED;
    for (int i = 0; i < 4; i++)
        q->part[i] = uniform(colour);
}

static void make_uniform(quad *q, int colour)
{
    if (q->shape == DIVIDED)
        for (int i = 0; i < 4; i++)
            free_quad(q->part[i]);
    q->shape = UNIFORM;
    q->colour = colour;
}

static void merge(quad *q)
{
    for (int i = 0; i < 4; i++)
        if (q->part[i]->shape != UNIFORM || q->part[i]->colour != q->part[0]->colour)
            return;
    int colour = q->part[0]->colour;
    for (int i = 0; i < 4; i++)
        free(q->part[i]);
    q->colour = colour;
}

static void paint(quad *q, int colour)
{
    int where = input();
    if (where <= 0) {
        make_uniform(q, colour);
        return;
    }
    if (q->shape == UNIFORM)
        divide(q);
    paint(q->part[where % 4], colour);
    merge(q);
}

static void turn(quad *q)
{
    if (q->shape == UNIFORM)
        return;
    quad *t = q->part[0];
    q->part[0] = q->part[1];
    q->part[1] = q->part[2];
    q->part[2] = q->part[3];
    q->part[3] = t;
    for (int i = 0; i < 4; i++)
        turn(q->part[i]);
}

static size_t leaves(const quad *q)
{
    size_t n = 0;
    if (q->shape == UNIFORM)
        return 1;
    for (int i = 0; i < 4; i++)
        n += leaves(q->part[i]);
    return n;
}

int main(void)
{
    quad *q = uniform(0);
    int c;

    while ((c = input()) != 0) {
        if (c < 0)
            turn(q);
        else
            paint(q, c % 3);
    }
    printf("%zu\n", leaves(q));
    free_quad(q);
    return 0;
}
