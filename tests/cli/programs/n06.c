// SAFE
/* Line editor on a gap buffer: '<' and '>' move, '#' deletes backwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *text;
    size_t size;      /* of the whole block */
    size_t gap_start;
    size_t gap_end;
} gapbuf;

static int gb_init(gapbuf *g, size_t size)
{
    g->text = malloc(size);
    if (g->text == NULL)
        return -1;
    g->size = size;
    g->gap_start = 0;
    g->gap_end = size;
    return 0;
}

static int gb_grow(gapbuf *g)
{
    size_t after = g->size - g->gap_end;
    size_t nsize = g->size * 2;
    char *ntext = malloc(nsize);

    if (ntext == NULL)
        return -1;
    memcpy(ntext, g->text, g->gap_start);
    memcpy(ntext + nsize - after, g->text + g->gap_end, after);
    free(g->text);
    g->text = ntext;
    g->size = nsize;
    g->gap_end = nsize - after;
    return 0;
}

static int gb_insert(gapbuf *g, char c)
{
    if (g->gap_start == g->gap_end && gb_grow(g) != 0)
        return -1;
    g->text[g->gap_start++] = c;
    return 0;
}

static void gb_left(gapbuf *g)
{
    if (g->gap_start > 0) {
        g->gap_start--;
        g->gap_end--;
        g->text[g->gap_end] = g->text[g->gap_start];
    }
}

static void gb_right(gapbuf *g)
{
    if (g->gap_end < g->size) {
        g->text[g->gap_start] = g->text[g->gap_end];
        g->gap_start++;
        g->gap_end++;
    }
}

int main(void)
{
    gapbuf g;
    int c, rc = 0;

    if (gb_init(&g, 8) != 0)
        return 1;
    for (int keys = 0; keys < 500; keys++) {
        c = getchar();
        if (c == EOF || c == '\n')
            break;
        if (c == '<') {
            gb_left(&g);
        } else if (c == '>') {
            gb_right(&g);
        } else if (c == '#') {
            if (g.gap_start > 0)
                g.gap_start--;
        } else if (gb_insert(&g, (char)c) != 0) {
            rc = 1;
            break;
        }
    }
    fwrite(g.text, 1, g.gap_start, stdout);
    putchar('|');
    fwrite(g.text + g.gap_end, 1, g.size - g.gap_end, stdout);
    putchar('\n');
    free(g.text);
    return rc;
}
