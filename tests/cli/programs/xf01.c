// BUG(out-of-bounds): line 39, the rotated picture has h rows but x runs up to w - 1
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int **alloc_pic(int rows, int cols)
{
    int **p = malloc(sizeof(int *) * rows);
    int i;
    for (i = 0; i < rows; i++)
        p[i] = malloc(sizeof(int) * cols);
    return p;
}

static void free_pic(int **p, int rows)
{
    while (rows > 0) {
        rows--;
        free(p[rows]);
    }
    free(p);
}

static void fill(int **p, int h, int w)
{
    int x, y;
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++)
            p[y][x] = (y * w + x) % 10;
}

static int **rotate(int **src, int h, int w)
{
    int x, y;
    int **dst = alloc_pic(h, w);
    for (y = 0; y < h; y++)
        for (x = 0; x < w; x++)
            dst[x][h - 1 - y] = src[y][x];
    return dst;
}

static void print_pic(int **p, int h, int w)
{
    int x, y;
    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++)
            printf("%d", p[y][x]);
        printf("\n");
    }
}

int main(void)
{
    int h = __VERIFIER_nondet_int();
    int w = __VERIFIER_nondet_int();
    int **pic;

    if (h < 1 || h > 15)
        return 1;
    if (w < h || w > 15)    /* landscape pictures only */
        return 1;

    pic = alloc_pic(h, w);
    fill(pic, h, w);
    print_pic(pic, h, w);

    int **turned = rotate(pic, h, w);
    printf("corner %d\n", turned[0][0]);

    free_pic(turned, h);
    free_pic(pic, h);
    return 0;
}
