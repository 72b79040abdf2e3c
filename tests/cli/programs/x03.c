// SAFE
/* Minesweeper board with a flood reveal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define MAXDIM 12

static char **mines;
static char **shown;
static int height, width;

static char **make_board(char fill)
{
    char **b = malloc(height * sizeof *b);
    for (int r = 0; r < height; r++) {
        b[r] = malloc(width + 1);
        memset(b[r], fill, width);
        b[r][width] = '\0';
    }
    return b;
}

static void drop_board(char **b)
{
    for (int r = 0; r < height; r++)
        free(b[r]);
    free(b);
}

static int inside(int r, int c)
{
    return r >= 0 && r < height && c >= 0 && c < width;
}

static int neighbours(int r, int c)
{
    int count = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (inside(r + dr, c + dc) && mines[r + dr][c + dc] == '*')
                count++;
    return count;
}

static void reveal(int r, int c)
{
    if (!inside(r, c) || shown[r][c] != '?')
        return;
    if (mines[r][c] == '*') {
        shown[r][c] = '*';
        return;
    }
    int k = neighbours(r, c);
    shown[r][c] = (char)('0' + k);
    if (k == 0) {
        reveal(r - 1, c);
        reveal(r + 1, c);
        reveal(r, c - 1);
        reveal(r, c + 1);
    }
}

int main(void)
{
    height = __VERIFIER_nondet_int();
    width = __VERIFIER_nondet_int();
    if (height < 2 || height > MAXDIM || width < 2 || width > MAXDIM)
        return 1;

    mines = make_board('.');
    shown = make_board('?');

    for (int k = 0; k < height + width; k++) {
        int r = __VERIFIER_nondet_int();
        int c = __VERIFIER_nondet_int();
        if (r >= 0 && r < height && c >= 0 && c < width)
            mines[r][c] = '*';
    }
    for (int turn = 0; turn < 5; turn++) {
        int r = __VERIFIER_nondet_int();
        int c = __VERIFIER_nondet_int();
        if (r < 0 || r >= height || c < 0 || c >= width)
            continue;
        reveal(r, c);
        if (shown[r][c] == '*')
            break;
    }
    for (int r = 0; r < height; r++)
        printf("%s\n", shown[r]);

    drop_board(mines);
    drop_board(shown);
    return 0;
}
