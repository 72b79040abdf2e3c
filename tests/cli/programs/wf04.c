// UNSAFE line 64: view assets share the pixels of their image, both release them
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

enum { ASSET_IMAGE = 10, ASSET_VIEW, ASSET_SOUND };

typedef struct asset { int kind; unsigned id; struct asset *next; } asset_t;
typedef struct { asset_t a; unsigned w, h; unsigned char *pixels; } image_t;
typedef struct { asset_t a; unsigned char *pixels; unsigned offset; } view_t;
typedef struct { asset_t a; size_t nsamples; short samples[]; } sound_t;

static asset_t *all_assets;
static unsigned next_id = 1;

static void register_asset(asset_t *a, int kind)
{
    a->kind = kind;
    a->id = next_id++;
    a->next = all_assets;
    all_assets = a;
}

static int load_image(unsigned w, unsigned h)
{
    image_t *img = malloc(sizeof *img);
    if (!img) return -1;
    img->w = w;
    img->h = h;
    img->pixels = calloc(w, h);
    if (!img->pixels) { free(img); return -1; }
    register_asset(&img->a, ASSET_IMAGE);
    return 0;
}

static int load_sound(size_t n)
{
    sound_t *s = malloc(sizeof *s + n * sizeof(short));
    if (!s) return -1;
    s->nsamples = n;
    memset(s->samples, 0, n * sizeof(short));
    register_asset(&s->a, ASSET_SOUND);
    return 0;
}

static int make_view(const image_t *of)
{
    view_t *v = malloc(sizeof *v);
    if (!v) return -1;
    v->pixels = of->pixels;
    v->offset = of->w * (of->h - 1);
    register_asset(&v->a, ASSET_VIEW);
    return 0;
}

static void unload_all(void)
{
    while (all_assets) {
        asset_t *a = all_assets;
        all_assets = a->next;
        switch (a->kind) {
        case ASSET_IMAGE: free(((image_t *)a)->pixels); break;
        case ASSET_VIEW:  free(((view_t *)a)->pixels); break;
        case ASSET_SOUND: break;
        }
        free(a);
    }
}

int main(void)
{
    int cmd, err = 0;
    while (!err && (cmd = input()) != 0) {
        if (cmd == 1)
            err = load_image(1 + (unsigned)input() % 16u, 4);
        else if (cmd == 2)
            err = load_sound((unsigned)input() % 100u);
        else if (cmd == 3 && all_assets && all_assets->kind == ASSET_IMAGE)
            err = make_view((image_t *)all_assets);
        else if (all_assets && all_assets->kind == ASSET_VIEW)
            ((view_t *)all_assets)->pixels[((view_t *)all_assets)->offset] = 255;
    }
    printf("%u assets\n", next_id - 1);
    unload_all();
    return err ? 1 : 0;
}
