// UNSAFE: out-of-bounds in line 47
/* Playlist: pointer array of fixed capacity, removal moves the rest down. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct track {
    char title[24];
    int seconds;
};

struct playlist {
    struct track **tracks;
    int count;
    int capacity;
};

static int playlist_init(struct playlist *p, int capacity)
{
    p->tracks = calloc(capacity, sizeof(struct track *));
    p->count = 0;
    p->capacity = capacity;
    return p->tracks != NULL;
}

static int playlist_add(struct playlist *p, int number, int seconds)
{
    struct track *t;
    if (p->count == p->capacity)
        return 0;
    t = malloc(sizeof *t);
    if (t == NULL)
        return 0;
    snprintf(t->title, sizeof t->title, "track %d", number);
    t->seconds = seconds;
    p->tracks[p->count++] = t;
    return 1;
}

static int playlist_remove(struct playlist *p, int pos)
{
    if (pos < 0 || pos >= p->count)
        return 0;
    free(p->tracks[pos]);
    for (int i = pos; i < p->count; i++)
        p->tracks[i] = p->tracks[i + 1];
    p->count--;
    return 1;
}

static long playlist_length(const struct playlist *p)
{
    long sum = 0;
    for (int i = 0; i < p->count; i++)
        sum += p->tracks[i]->seconds;
    return sum;
}

static void playlist_free(struct playlist *p)
{
    for (int i = 0; i < p->count; i++)
        free(p->tracks[i]);
    free(p->tracks);
}

int main(void)
{
    struct playlist p;
    int capacity = __VERIFIER_nondet_int();
    if (capacity < 1 || capacity > 100)
        return 0;
    if (!playlist_init(&p, capacity))
        return 1;

    for (int i = 0; i < 200; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0)
            break;
        if (x < 10) {
            if (playlist_remove(&p, x))
                printf("removed track at %d\n", x);
        } else if (!playlist_add(&p, i, x)) {
            printf("playlist is full\n");
        }
    }
    for (int i = 0; i < p.count; i++)
        printf("%2d. %s\n", i + 1, p.tracks[i]->title);
    printf("%d tracks, %ld seconds\n", p.count, playlist_length(&p));
    playlist_free(&p);
    return 0;
}
