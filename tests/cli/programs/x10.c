// SAFE
/* Greyscale image: crop, flip upside down, smooth. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct image {
    unsigned w, h;
    unsigned char **px;
};

static struct image *image_new(unsigned w, unsigned h)
{
    struct image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->px = malloc(h * sizeof *im->px);
    for (unsigned y = 0; y < h; y++)
        im->px[y] = calloc(w, 1);
    return im;
}

static void image_free(struct image *im)
{
    unsigned y = im->h;
    while (y-- > 0)
        free(im->px[y]);
    free(im->px);
    free(im);
}

static struct image *image_crop(const struct image *im, unsigned x0,
                                unsigned y0, unsigned w, unsigned h)
{
    if (x0 >= im->w || y0 >= im->h || w == 0 || h == 0)
        return NULL;
    if (w > im->w - x0)
        w = im->w - x0;
    if (h > im->h - y0)
        h = im->h - y0;
    struct image *out = image_new(w, h);
    for (unsigned y = 0; y < h; y++)
        memcpy(out->px[y], im->px[y0 + y] + x0, w);
    return out;
}

static void image_flip(struct image *im)
{
    unsigned top = 0, bottom = im->h - 1;
    while (top < bottom) {
        unsigned char *t = im->px[top];
        im->px[top++] = im->px[bottom];
        im->px[bottom--] = t;
    }
}

static void image_smooth(struct image *im)
{
    for (unsigned y = 1; y + 1 < im->h; y++)
        for (unsigned x = 1; x + 1 < im->w; x++) {
            unsigned s = im->px[y - 1][x] + im->px[y + 1][x] +
                         im->px[y][x - 1] + im->px[y][x + 1];
            im->px[y][x] = (unsigned char)(s / 4);
        }
}

int main(void)
{
    int w = __VERIFIER_nondet_int(), h = __VERIFIER_nondet_int();
    if (w < 1 || w > 24 || h < 1 || h > 24)
        return 0;

    struct image *im = image_new(w, h);
    for (unsigned y = 0; y < im->h; y++)
        for (unsigned x = 0; x < im->w; x++)
            im->px[y][x] = __VERIFIER_nondet_int() & 0xff;

    struct image *part = image_crop(im, __VERIFIER_nondet_int(), 1, 8, 8);
    if (part != NULL) {
        image_free(im);
        im = part;
    }
    image_flip(im);
    image_smooth(im);
    for (unsigned y = 0; y < im->h; y++) {
        for (unsigned x = 0; x < im->w; x++)
            putchar(im->px[y][x] > 127 ? '#' : '.');
        putchar('\n');
    }
    image_free(im);
    return 0;
}
